package events

import (
	"slices"

	"github.com/vmihailenco/msgpack/v5"
)

// veilVersion is the version of the stored form of a veiled record.
const veilVersion = 1

// veiledRecord is the stored form: version, the leaf hash of the whole event, the bytes of what is shown of it.
type veiledRecord struct {
	Version int64
	Whole   Hash
	Shown   []byte
}

var veiledShape = shapeOf[veiledRecord]()

// Veil returns r as the player of a seat may see it during play. How many lines, answers and standing orders another seat sent, and whether it
// was silent, is nobody's business then, but a Sealed says it in clear, and an OrdersWithdrawn how many lines were taken back. Of these events the record shows a
// copy without what is another seat's, and keeps the leaf hash of the whole: chain and tree stay the same, and the whole event, once it is
// public, fits. Every other event is returned as it is.
func (r Record) Veil(seat string) (Record, error) {
	e, err := Decode(r.Bytes)
	if err != nil {
		return Record{}, err
	}
	if !r.Whole.IsZero() {
		return Record{}, codecError(CodeMalformed, "event %d is veiled already", e.Seq)
	}
	switch b := e.Body.(type) {
	case Sealed:
		b.Seats = slices.Clone(b.Seats)
		for i, s := range b.Seats {
			if s.Seat != seat {
				b.Seats[i] = SeatSeal{Seat: s.Seat}
			}
		}
		e.Body = b
	case OrdersWithdrawn:
		if b.Seat == seat {
			return r, nil
		}
		b.Lines = nil
		e.Body = b
	default:
		return r, nil
	}
	shown, err := Encode(e)
	return Record{Bytes: shown, Whole: LeafHash(r.Bytes)}, err
}

// Leaf returns the leaf hash of the record's event, of the whole one if the record shows only a part of it.
func (r Record) Leaf() Hash {
	if !r.Whole.IsZero() {
		return r.Whole
	}
	return LeafHash(r.Bytes)
}

// checkVeil refuses a veil over an event of which nothing has to be hidden.
func checkVeil(b Body, r Record) error {
	if r.Whole.IsZero() {
		return nil
	}
	switch b.(type) {
	case Sealed, OrdersWithdrawn:
		return nil
	}
	return codecError(CodeMalformed, "a %s is never shown in part", b.Kind())
}

// EncodeVeiled returns the form in which an export for one seat keeps a record that Veil made: a list of the version 1, the leaf hash of the
// whole event, and the bytes of what is shown of it. No log and no archive takes such a record.
func EncodeVeiled(r Record) ([]byte, error) {
	if r.Whole.IsZero() || len(r.Secrets) > 0 {
		return nil, codecError(CodeMalformed, "the record is not a veiled one")
	}
	b, err := marshal(func(enc *msgpack.Encoder) error {
		return enc.Encode(&veiledRecord{Version: veilVersion, Whole: r.Whole, Shown: r.Bytes})
	})
	if err != nil {
		return nil, err
	}
	return b, scan(b, veiledShape)
}

// DecodeVeiled reads what EncodeVeiled wrote. The event inside is not looked at: see Chain.
func DecodeVeiled(b []byte) (Record, error) {
	if len(b) > MaxRecord {
		return Record{}, codecError(CodeSize, "the record measures %d bytes, more than %d", len(b), MaxRecord)
	}
	if len(b) >= 2 && b[0] == 0x93 && b[1] != veilVersion {
		return Record{}, newerError("the veiled record has version %d; this program reads version %d", b[1], veilVersion)
	}
	if err := scan(b, veiledShape); err != nil {
		return Record{}, err
	}
	sc := scanner{b: b, at: 2} // scan has passed it: nothing can fail
	var r Record
	copy(r.Whole[:], sc.run())
	r.Bytes = sc.part()
	if r.Whole.IsZero() {
		return Record{}, codecError(CodeMalformed, "a veiled record without the hash of its event")
	}
	return r, nil
}
