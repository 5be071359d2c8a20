package events

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
)

// recordVersion is the version of the stored form of a Record.
const recordVersion = 1

// storedRecord is the stored form: version, the event's bytes, the secrets.
type storedRecord struct {
	Version int64
	Bytes   []byte
	Secrets []Secret
}

var storedShape = shapeOf[storedRecord]()

// EncodeRecord returns the form in which logs, archives and exports keep a record: a list of the version 1, the event's
// bytes, and the secrets. It refuses what measures more than MaxRecord (CodeSize).
func EncodeRecord(r Record) ([]byte, error) {
	if !r.Whole.IsZero() {
		return nil, codecError(CodeMalformed, "the record shows only a part of its event")
	}
	b, err := marshal(func(enc *msgpack.Encoder) error {
		return enc.Encode(&storedRecord{Version: recordVersion, Bytes: r.Bytes, Secrets: r.Secrets})
	})
	if err != nil {
		return nil, err
	}
	if err := scan(b, storedShape); err != nil {
		return nil, err
	}
	if len(b) > MaxRecord {
		return nil, codecError(CodeSize, "the record measures %d bytes, more than %d", len(b), MaxRecord)
	}
	return b, nil
}

// DecodeRecord reads what EncodeRecord wrote. The record's bytes are those of b, which must not change any more. The event inside is not
// looked at: see Chain.
func DecodeRecord(b []byte) (Record, error) {
	if len(b) > MaxRecord {
		return Record{}, codecError(CodeSize, "the record measures %d bytes, more than %d", len(b), MaxRecord)
	}
	if len(b) >= 2 && b[0] == 0x93 && b[1] != recordVersion {
		return Record{}, newerError("the record has version %d; this program reads version %d", b[1], recordVersion)
	}
	if err := scan(b, storedShape); err != nil {
		return Record{}, err
	}
	sc := scanner{b: b, at: 2} // scan has passed it: nothing can fail
	r := Record{Bytes: sc.part()}
	t, _ := sc.token()
	if t.n == 0 {
		return r, nil
	}
	r.Secrets = make([]Secret, t.n)
	for i := range r.Secrets {
		secret := &r.Secrets[i]
		sc.token()
		secret.Seat = string(sc.run())
		copy(secret.Salt[:], sc.run())
		secret.Plain = sc.part()
	}
	return r, nil
}

// part takes bytes as a slice of what is scanned that cannot grow into what follows them.
func (sc *scanner) part() []byte { return slices.Clip(sc.run()) }

// Next makes the record that follows head: it sets the event's Seq and Prev and encodes it. The secrets must each open
// a commitment of the event.
func Next(head Head, e Event, secrets ...Secret) (Record, error) {
	e.Seq, e.Prev = head.Seq+1, head.Hash
	b, err := Encode(e)
	if err != nil {
		return Record{}, err
	}
	r := Record{Bytes: b, Secrets: secrets}
	if err := checkSecrets(e.Body, secrets); err != nil {
		return Record{}, err
	}
	_, err = EncodeRecord(r)
	return r, err
}

// Head returns the end of a log whose last record is r.
func (r Record) Head() (Head, error) {
	h, err := Peek(r.Bytes)
	return Head{Seq: h.Seq, Hash: r.Leaf()}, err
}

// Without returns a copy of r from which the secrets that redact names are taken out. Hash and chain stay the same.
func (r Record) Without(redact func(Secret) bool) Record {
	r.Secrets = slices.DeleteFunc(slices.Clone(r.Secrets), redact)
	return r
}

// checkSecrets refuses a secret that opens nothing in the event, and two that open the same.
func checkSecrets(b Body, secrets []Secret) error {
	if len(secrets) == 0 {
		return nil
	}
	commitments := Commitments(b)
	for i, s := range secrets {
		at := slices.Index(commitments, s.Opens())
		if at < 0 {
			return codecError(CodeMalformed, "secret %d of a %s opens none of its commitments", i+1, b.Kind())
		}
		commitments = slices.Delete(commitments, at, at+1)
	}
	return nil
}

// DamageError says where a stored log first differs from what was appended. errors.Is(err, ErrDamaged) holds.
type DamageError struct {
	Game   string
	Seq    int64  // the first event that is wrong or missing
	Reason string // in plain words
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("events: the log of game %s is damaged at event %d: %s", e.Game, e.Seq, e.Reason)
}

// Is makes a DamageError an ErrDamaged.
func (e *DamageError) Is(target error) bool { return target == ErrDamaged }

// Chain walks the records of one game in order and finds the first break. A Chain made with NewChain expects event 1.
type Chain struct {
	game string
	head Head
}

// NewChain starts at the end of a known log: the zero Head for the beginning.
func NewChain(game string, head Head) *Chain { return &Chain{game: game, head: head} }

// Head returns the end of what was walked so far.
func (c *Chain) Head() Head { return c.head }

// Add takes the next record and returns its event. It fails with a DamageError (and stays where it was) when the record is too large, not
// canonical, of another game, out of sequence, linked to other bytes, or carries a secret that opens nothing. Missing secrets are not
// damage: a redacted export has the same chain, and so has one with veiled records, which are taken by the leaf hash of the whole event. Nor is an event of a newer version, which is an ErrNewer.
func (c *Chain) Add(r Record) (Event, error) {
	e, err := Decode(r.Bytes)
	switch {
	case errors.Is(err, ErrNewer):
		return Event{}, fmt.Errorf("the log of game %s, event %d: %w", c.game, c.head.Seq+1, err)
	case err != nil:
		return Event{}, c.damage("%v", err)
	case e.Game != c.game:
		return Event{}, c.damage("the record belongs to game %s", e.Game)
	case e.Seq != c.head.Seq+1:
		return Event{}, c.damage("event %d stands in its place", e.Seq)
	case e.Prev != c.head.Hash:
		return Event{}, c.damage("it follows an event with hash %s, but the one before it has %s", e.Prev, c.head.Hash)
	}
	if err := prove(e, r); err != nil {
		return Event{}, c.damage("%v", err)
	}
	c.head = Head{Seq: e.Seq, Hash: r.Leaf()}
	return e, nil
}

func (c *Chain) damage(format string, args ...any) error {
	return &DamageError{Game: c.game, Seq: c.head.Seq + 1, Reason: fmt.Sprintf(format, args...)}
}

// Walk checks the records of a whole game and returns its end, or on an error the end of the sound part.
func Walk(game string, records iter.Seq2[Record, error]) (Head, error) {
	c := NewChain(game, Head{})
	for r, err := range records {
		if err != nil {
			return c.head, err
		}
		if _, err := c.Add(r); err != nil {
			return c.head, err
		}
	}
	return c.head, nil
}

// CheckRecord returns the event of a record that a log may take: canonical, of a known type, not too large, and with
// secrets that each open a commitment. Every Log checks this before it appends.
func CheckRecord(r Record) (Event, error) {
	e, err := Decode(r.Bytes)
	if err != nil {
		return Event{}, err
	}
	if err := prove(e, r); err != nil {
		return Event{}, err
	}
	_, err = EncodeRecord(r)
	return e, err
}

// prove checks what a reader of a log need not check again: that the bytes of an event of this version are those that Encode makes of it,
// since code independent of the decoder writes them, and that each secret opens a commitment.
func prove(e Event, r Record) error {
	if h, err := Peek(r.Bytes); err == nil && h.Version == Version {
		if again, err := Encode(e); err != nil || !bytes.Equal(again, r.Bytes) {
			return codecError(CodeMalformed, "the bytes are not in canonical form")
		}
	}
	if err := checkVeil(e.Body, r); err != nil {
		return err
	}
	return checkSecrets(e.Body, r.Secrets)
}
