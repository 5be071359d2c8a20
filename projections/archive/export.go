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
	"slices"

	"fieldpost/events"
)

// An export is one game in one file that needs nothing else: 19 bytes "fieldpost export 1\n", then frames
//
//	kind     1 byte: 'R' a record, 'B' a blob, 'C' a checkpoint, 'E' the end
//	length   4 bytes, big-endian: of the content
//	content
//	sum      4 bytes, big-endian: CRC-32C of kind, length and content
//
// The records come first, from event 1, in their stored form, perhaps without some of their secrets; then the scenario
// document, when it could be had; then the host's signed checkpoint over all records (package events/checkpoint), when he
// signs; then the end: the number of records (8 bytes, big-endian), the leaf hash of the last, and the root of the tree
// over all. Nothing follows.
//
// Which secrets are left out decides who may read the export. During play a seat's export keeps only its own secrets; the complete one is
// for the end. Both have the same records, the same tree and the same checkpoint: what a seat was given during play can later be compared
// with the complete export.
const exportMagic = "fieldpost export 1\n"

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
	Head    events.Head
	Root    events.Hash
}

// Export writes a game. Secrets for which redact is true are left out; a nil redact leaves all in. Neither hash nor
// chain depends on it.
func Export(ctx context.Context, w io.Writer, store events.Store, game string, redact func(events.Secret) bool) error {
	return ExportSigned(ctx, w, store, game, redact, nil)
}

// ExportSigned is Export with a signed checkpoint: sign is given the size and the root of the tree; its result, if not empty, becomes a
// separate part.
func ExportSigned(ctx context.Context, w io.Writer, store events.Store, game string, redact func(events.Secret) bool, sign func(size int64, root events.Hash) string) error {
	out := bufio.NewWriter(w)
	if _, err := out.WriteString(exportMagic); err != nil {
		return err
	}
	chain := events.NewChain(game, events.Head{})
	var leaves, documents []events.Hash
	for r, err := range store.Read(ctx, game, 1) {
		if err != nil {
			return err
		}
		e, err := chain.Add(r)
		if err != nil {
			return err
		}
		if redact != nil {
			r = r.Without(redact)
		}
		stored, err := events.EncodeRecord(r)
		if err == nil {
			err = writeFrame(out, 'R', stored)
		}
		if err != nil {
			return err
		}
		leaves = append(leaves, chain.Head().Hash)
		if genesis, ok := e.Body.(events.GameAnnounced); ok {
			documents = append(documents, events.References(genesis)...)
		}
	}
	if len(leaves) == 0 {
		return fmt.Errorf("%w: game %s", events.ErrNotFound, game)
	}
	for _, digest := range documents {
		document, err := store.Get(ctx, digest)
		if errors.Is(err, events.ErrNotFound) {
			continue
		}
		if err == nil {
			err = writeFrame(out, 'B', document)
		}
		if err != nil {
			return err
		}
	}
	if sign != nil {
		if note := sign(chain.Head().Seq, events.Root(leaves)); note != "" {
			if err := writeFrame(out, 'C', []byte(note)); err != nil {
				return err
			}
		}
	}
	if err := writeFrame(out, 'E', ending(chain.Head(), leaves)); err != nil {
		return err
	}
	return out.Flush()
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
	if _, err := io.ReadFull(in, head); err != nil || string(head) != exportMagic {
		if !bytes.HasPrefix(head, []byte("fieldpost export ")) {
			return nil, fmt.Errorf("%w: %w", ErrNoExport, exportFault(0, "it does not begin as one"))
		}
		return nil, exportFault(0, "it does not begin as an export of version 1")
	}
	x := &Exported{Blobs: map[events.Hash][]byte{}}
	var chain *events.Chain
	var leaves, documents []events.Hash
	for n := 1; ; n++ {
		kind, content, err := readExportFrame(in)
		if limited.N == 0 {
			return nil, exportFault(n, "it is larger than an export may be")
		}
		if err != nil {
			return nil, exportFault(n, err.Error())
		}
		switch kind {
		case 'R':
			record, err := events.DecodeRecord(content)
			if err != nil {
				return nil, exportRefused(n, err)
			}
			if chain == nil {
				h, err := events.Peek(record.Bytes)
				if err != nil {
					return nil, exportRefused(n, err)
				}
				x.Game, chain = h.Game, events.NewChain(h.Game, events.Head{})
			}
			e, err := chain.Add(record)
			if err != nil {
				return nil, fmt.Errorf("export, part %d: %w", n, err)
			}
			if genesis, ok := e.Body.(events.GameAnnounced); ok {
				documents = append(documents, events.References(genesis)...)
			}
			x.Records, leaves = append(x.Records, record), append(leaves, chain.Head().Hash)
		case 'B':
			if digest := events.Hash(sha256.Sum256(content)); !slices.Contains(documents, digest) || x.Blobs[digest] != nil {
				return nil, exportFault(n, "it holds a text that no event refers to, or one twice")
			}
			x.Blobs[sha256.Sum256(content)] = content
		case 'C':
			if x.Note != "" {
				return nil, exportFault(n, "it has two checkpoints")
			}
			x.Note = string(content)
		case 'E':
			if chain == nil || !bytes.Equal(content, ending(chain.Head(), leaves)) {
				return nil, exportFault(n, "its end does not fit its events")
			}
			if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
				return nil, exportFault(n, "something follows its end")
			}
			x.Head, x.Root = chain.Head(), events.Root(leaves)
			return x, nil
		default:
			return nil, exportFault(n, fmt.Sprintf("it has a part of unknown kind %q", kind))
		}
	}
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
