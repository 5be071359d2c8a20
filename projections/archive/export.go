package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"fieldpost/events"
)

// An export is one game in one file that needs nothing else: 19 bytes "fieldpost export 1\n", then frames
//
//	kind     1 byte: 'R' a record, 'B' a blob, 'C' a checkpoint, 'V' a veiled record, 'S' a signature, 'E' the end
//	length   4 bytes, big-endian: of the content
//	content
//	sum      4 bytes, big-endian: CRC-32C of kind, length and content
//
// The records come first, from event 1, in their stored form, perhaps without some of their secrets; then the scenario
// document, when it could be had; then the host's signed checkpoint over all records (package events/checkpoint), when he
// signs; then the end: the number of records (8 bytes, big-endian), the leaf hash of the last, and the root of the tree
// over all. Nothing follows.
//
// An export for one seat, during play, keeps only that seat's secrets. It begins "fieldpost export 2\n", and in the places of seals and of
// withdrawals by others it has veiled records (events.Record.Veil): the leaf hash of the event, and the event without what it tells of how much others sent.
// After the checkpoint comes the host's signature over what is shown (checkpoint.Key.SignShown, 64 bytes): the root of the tree over the bytes of
// all records as they stand in this file. Without it nobody answers for what the veiled ones show. The complete export is for the end. Both have
// the same leaves, the same tree and the same checkpoint: what a seat was given during play can later be compared with the complete export. Programs
// from before there were veils gave seats exports of the first form, with every seal in clear; they are read as ever.
const (
	exportMagic = "fieldpost export 1\n"
	seatMagic   = "fieldpost export 2\n"
)

const (
	maxBlob   = 16 << 20
	maxExport = 256 << 20
)

// Exported is what ReadExport found: a whole game whose chain, end and root are sound.
type Exported struct {
	Game    string
	Records []events.Record
	Blobs   map[events.Hash][]byte // the scenario document
	Note    string                 // the host's signed checkpoint over all records; "" for none
	Shown   []byte                 // his signature over what is shown of the records, where some are veiled; nil for none
	Head    events.Head
	Root    events.Hash
}

// Blob returns a blob of the export, or events.ErrNotFound.
func (x *Exported) Blob(h events.Hash) ([]byte, error) {
	if b, ok := x.Blobs[h]; ok {
		return b, nil
	}
	return nil, events.ErrNotFound
}

// All returns the records in order.
func (x *Exported) All() iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		for _, r := range x.Records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Signer puts the host's signatures under an export. Each may return nothing.
type Signer interface {
	// Note signs the checkpoint over the whole log, of a size and a root.
	Note(size int64, root events.Hash) string
	// Shown signs what an export for one seat shows of the log: root is that of the tree over the bytes shown.
	Shown(size int64, root events.Hash) []byte
}

// Export writes a game, complete for seat "", or as the player of a seat may have it during play: with his own secrets only, and without the
// numbers of what others sent. The hash, the chain and the tree are the same. A nil sign leaves it unsigned.
func Export(ctx context.Context, w io.Writer, store events.Store, game, seat string, sign Signer) error {
	x := exporter{out: bufio.NewWriter(w), seat: seat, chain: events.NewChain(game, events.Head{})}
	magic := exportMagic
	if seat != "" {
		magic = seatMagic
	}
	if _, err := x.out.WriteString(magic); err != nil {
		return err
	}
	for r, err := range store.Read(ctx, game, 1) {
		if err == nil {
			err = x.record(r)
		}
		if err != nil {
			return err
		}
	}
	if len(x.leaves) == 0 {
		return fmt.Errorf("%w: game %s", events.ErrNotFound, game)
	}
	for _, digest := range x.documents {
		document, err := store.Get(ctx, digest)
		if errors.Is(err, events.ErrNotFound) {
			continue
		}
		if err == nil {
			err = writeFrame(x.out, 'B', document)
		}
		if err != nil {
			return err
		}
	}
	if err := x.signed(sign); err != nil {
		return err
	}
	if err := writeFrame(x.out, 'E', ending(x.chain.Head(), x.leaves)); err != nil {
		return err
	}
	return x.out.Flush()
}

// exporter writes an export.
type exporter struct {
	out               *bufio.Writer
	seat              string // for whom; "" for everybody
	chain             *events.Chain
	leaves, documents []events.Hash
	shown             []events.Hash // leaf hashes of the bytes that are written
}

// record writes the next event.
func (x *exporter) record(r events.Record) error {
	e, err := x.chain.Add(r)
	if err != nil {
		return err
	}
	if x.seat != "" {
		if r, err = r.Without(func(s events.Secret) bool { return s.Seat != x.seat }).Veil(x.seat); err != nil {
			return err
		}
	}
	x.leaves, x.shown = append(x.leaves, r.Leaf()), append(x.shown, events.LeafHash(r.Bytes))
	if genesis, ok := e.Body.(events.GameAnnounced); ok {
		x.documents = append(x.documents, events.References(genesis)...)
	}
	kind, encode := byte('R'), events.EncodeRecord
	if !r.Whole.IsZero() {
		kind, encode = 'V', events.EncodeVeiled
	}
	stored, err := encode(r)
	if err != nil {
		return err
	}
	return writeFrame(x.out, kind, stored)
}

// signed writes the signatures of the host.
func (x *exporter) signed(sign Signer) error {
	if sign == nil {
		return nil
	}
	size := x.chain.Head().Seq
	if note := sign.Note(size, events.Root(x.leaves)); note != "" {
		if err := writeFrame(x.out, 'C', []byte(note)); err != nil {
			return err
		}
	}
	if x.seat == "" {
		return nil
	}
	if signature := sign.Shown(size, events.Root(x.shown)); signature != nil {
		return writeFrame(x.out, 'S', signature)
	}
	return nil
}

func ending(head events.Head, leaves []events.Hash) []byte {
	root := events.Root(leaves)
	b := binary.BigEndian.AppendUint64(nil, uint64(head.Seq))
	return append(append(b, head.Hash[:]...), root[:]...)
}

func writeFrame(w io.Writer, kind byte, content []byte) error {
	if len(content) > maxBlob {
		return fmt.Errorf("%s: %d bytes do not fit into an export", events.CodeSize, len(content))
	}
	b := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(content)))
	b = append(b, content...)
	_, err := w.Write(binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)))
	return err
}

// ErrNoExport means that a file is not an export of a game.
var ErrNoExport = errors.New("E_EXPORT: this is not an export of a game")

// ReadExport reads a whole export, and refuses one that is cut, changed, of another version, or above 256 MiB. One in which a newer program
// wrote is an events.ErrNewer, not events.ErrDamaged. What
// it allocates grows with what it reads, not with what the file claims.
func ReadExport(r io.Reader) (*Exported, error) {
	limited := &io.LimitedReader{R: r, N: maxExport}
	in := bufio.NewReader(limited)
	head := make([]byte, len(exportMagic))
	_, err := io.ReadFull(in, head)
	x := exportReader{Exported: &Exported{Blobs: map[events.Hash][]byte{}}, forSeat: string(head) == seatMagic}
	if err != nil || string(head) != exportMagic && !x.forSeat {
		if !bytes.HasPrefix(head, []byte("fieldpost export ")) {
			return nil, fmt.Errorf("%w: %w", ErrNoExport, exportFault(0, "it does not begin as one"))
		}
		return nil, exportFault(0, "it does not begin as an export of version 1 or 2")
	}
	for n := 1; ; n++ {
		kind, content, err := readExportFrame(in)
		if limited.N == 0 {
			return nil, exportFault(n, "it is larger than an export may be")
		}
		if err != nil {
			return nil, exportFault(n, err.Error())
		}
		if kind != 'E' {
			if err := x.part(n, kind, content); err != nil {
				return nil, err
			}
			continue
		}
		if x.chain == nil || !bytes.Equal(content, ending(x.chain.Head(), x.leaves)) {
			return nil, exportFault(n, "its end does not fit its events")
		}
		if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
			return nil, exportFault(n, "something follows its end")
		}
		x.Head, x.Root = x.chain.Head(), events.Root(x.leaves)
		return x.Exported, nil
	}
}

// exportReader reads the parts of an export.
type exportReader struct {
	*Exported
	forSeat           bool // of the form for one seat
	chain             *events.Chain
	leaves, documents []events.Hash
}

// part takes a part, the n-th, that is not the end.
func (x *exportReader) part(n int, kind byte, content []byte) error {
	switch {
	case kind == 'R':
		record, err := events.DecodeRecord(content)
		return x.record(n, record, err)
	case kind == 'V' && x.forSeat:
		record, err := events.DecodeVeiled(content)
		return x.record(n, record, err)
	case kind == 'B':
		digest := events.Hash(sha256.Sum256(content))
		if !slices.Contains(x.documents, digest) || x.Blobs[digest] != nil {
			return exportFault(n, "it holds a text that no event refers to, or one twice")
		}
		x.Blobs[digest] = content
	case kind == 'C':
		if x.Note != "" {
			return exportFault(n, "it has two checkpoints")
		}
		x.Note = string(content)
	case kind == 'S' && x.forSeat:
		if x.Shown != nil {
			return exportFault(n, "what it shows is signed twice")
		}
		x.Shown = content
	default:
		return exportFault(n, fmt.Sprintf("it has a part of unknown kind %q", kind))
	}
	return nil
}

// record takes the next record, unless it could not be read.
func (x *exportReader) record(n int, record events.Record, err error) error {
	if err != nil {
		return exportRefused(n, err)
	}
	if x.chain == nil {
		h, err := events.Peek(record.Bytes)
		if err != nil {
			return exportRefused(n, err)
		}
		x.Game, x.chain = h.Game, events.NewChain(h.Game, events.Head{})
	}
	e, err := x.chain.Add(record)
	if err != nil {
		return fmt.Errorf("export, part %d: %w", n, err)
	}
	if genesis, ok := e.Body.(events.GameAnnounced); ok {
		x.documents = append(x.documents, events.References(genesis)...)
	}
	x.Records, x.leaves = append(x.Records, record), append(x.leaves, x.chain.Head().Hash)
	return nil
}

func exportFault(part int, reason string) error {
	return fmt.Errorf("%w: export, part %d: %s", events.ErrDamaged, part, reason)
}

// exportRefused says that a record cannot be read: it is damaged, or a newer program wrote it.
func exportRefused(part int, err error) error {
	if errors.Is(err, events.ErrNewer) {
		return fmt.Errorf("export, part %d: %w", part, err)
	}
	return exportFault(part, err.Error())
}

func readExportFrame(in io.Reader) (byte, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, nil, errors.New("it is cut off")
	}
	length := int64(binary.BigEndian.Uint32(head[1:]))
	if length > maxBlob {
		return 0, nil, fmt.Errorf("a part of %d bytes is too large", length)
	}
	var content bytes.Buffer
	if n, err := io.CopyN(&content, in, length+4); err != nil || n != length+4 {
		return 0, nil, errors.New("it is cut off")
	}
	b := content.Bytes()
	sum := crc32.Update(crc32.Checksum(head[:], castagnoli), castagnoli, b[:length])
	if sum != binary.BigEndian.Uint32(b[length:]) {
		return 0, nil, errors.New("the sum is wrong")
	}
	return head[0], b[:length:length], nil
}
