package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"fieldpost/events"
	"fieldpost/events/blob"
)

// A whole game is one file with everything that another host needs to go on with it: 17 bytes "fieldpost game 1\n", then frames as an export
// has them, of the kinds
//
//	'K' the sealed keys of the game, first and once; what they are sealed with is no concern of this package
//	'B' SHA-256 of a mail, a letter or a document, then its stored form (package blob): all that the events refer to, each before the event
//	'R' a record with all its secrets, from event 1
//	'E' the end, as in an export
const wholeMagic = "fieldpost game 1\n"

// WriteWhole writes a game of an archive.
func WriteWhole(ctx context.Context, w io.Writer, from *Archive, game string, keys []byte) error {
	if err := from.Damage(game); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if _, err := out.WriteString(wholeMagic); err != nil {
		return err
	}
	if err := writeFrame(out, 'K', keys); err != nil {
		return err
	}
	chain := events.NewChain(game, events.Head{})
	var leaves []events.Hash
	given := map[events.Hash]bool{}
	for r, err := range from.Records(game) {
		var e events.Event
		if err == nil {
			e, err = chain.Add(r)
		}
		if err != nil {
			return err
		}
		for _, digest := range events.References(e.Body) {
			if given[digest] {
				continue
			}
			given[digest] = true
			data, err := from.Get(ctx, digest)
			if errors.Is(err, events.ErrNotFound) {
				continue // it was erased, or lost before
			}
			if err == nil {
				err = writeFrame(out, 'B', append(digest[:], blob.Pack(data)...))
			}
			if err != nil {
				return err
			}
		}
		stored, err := events.EncodeRecord(r)
		if err == nil {
			err = writeFrame(out, 'R', stored)
		}
		if err != nil {
			return err
		}
		leaves = append(leaves, chain.Head().Hash)
	}
	if len(leaves) == 0 {
		return fmt.Errorf("%w: game %s", events.ErrNotFound, game)
	}
	if err := writeFrame(out, 'E', ending(chain.Head(), leaves)); err != nil {
		return err
	}
	return out.Flush()
}

// Whole is what the file of a whole game holds.
type Whole struct {
	Game string
	Keys []byte       // sealed
	Last events.Event // of the log
	Head events.Head
	Blob int // mails, letters and documents
}

// ReadWhole reads through the file of a whole game and checks all of it. each, if not nil, is given every part once it has proved right: a
// record, or a text for which the record is empty.
func ReadWhole(r io.Reader, each func(record events.Record, text []byte) error) (w Whole, err error) {
	in := bufio.NewReader(r)
	head := make([]byte, len(wholeMagic))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != wholeMagic {
		return w, errors.New("E_WHOLE: this is not a game that another host has handed over (fieldpost game export --whole)")
	}
	var chain *events.Chain
	var leaves []events.Hash
	for n := 1; ; n++ {
		kind, content, err := readExportFrame(in)
		if err != nil {
			return w, exportFault(n, err.Error())
		}
		var record events.Record
		var text []byte
		switch {
		case kind == 'K' && n == 1:
			w.Keys = content
			continue
		case kind == 'B' && n > 1 && len(content) > len(events.Hash{}):
			if text, err = blob.Unpack(content[len(events.Hash{}):], events.Hash(content[:len(events.Hash{})])); err != nil {
				return w, exportFault(n, err.Error())
			}
			w.Blob++
		case kind == 'R' && n > 1:
			if record, err = events.DecodeRecord(content); err != nil {
				return w, exportRefused(n, err)
			}
			if chain == nil {
				h, err := events.Peek(record.Bytes)
				if err != nil {
					return w, exportRefused(n, err)
				}
				w.Game, chain = h.Game, events.NewChain(h.Game, events.Head{})
			}
			if w.Last, err = chain.Add(record); err != nil {
				return w, fmt.Errorf("part %d: %w", n, err)
			}
			leaves = append(leaves, chain.Head().Hash)
		case kind == 'E' && chain != nil:
			if !bytes.Equal(content, ending(chain.Head(), leaves)) {
				return w, exportFault(n, "its end does not fit its events")
			}
			if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
				return w, exportFault(n, "something follows its end")
			}
			w.Head = chain.Head()
			return w, nil
		default:
			return w, exportFault(n, fmt.Sprintf("it has a part of unknown kind %q", kind))
		}
		if each != nil {
			if err := each(record, text); err != nil {
				return w, err
			}
		}
	}
}

// Receive puts a whole game, which ReadWhole has found sound before, into a store and its archive. What they hold of it already must be its
// beginning.
func Receive(ctx context.Context, r io.Reader, store events.Store, a *Archive) error {
	var had events.Head
	started := false
	_, err := ReadWhole(r, func(record events.Record, text []byte) error {
		if record.Bytes == nil {
			if _, err := store.Put(ctx, text); err != nil {
				return err
			}
			_, err := a.Put(ctx, text)
			return err
		}
		h, err := events.Peek(record.Bytes)
		if err != nil {
			return err
		}
		if !started {
			if had, err = store.Head(ctx, h.Game); err != nil {
				return err
			}
			started = true
		}
		switch {
		case h.Seq < had.Seq:
			return nil
		case h.Seq == had.Seq:
			if events.LeafHash(record.Bytes) != had.Hash {
				return fmt.Errorf("%w: there is another game %s here", events.ErrConflict, h.Game)
			}
			return nil
		}
		if err := store.Append(ctx, record); err != nil {
			return err
		}
		return a.Write(record)
	})
	return err
}

// Lay puts a whole game into an archive alone, in which it may be as far as some event, and lets it rest there.
func Lay(ctx context.Context, r io.Reader, a *Archive, game string) error {
	w, err := ReadWhole(r, func(record events.Record, text []byte) error {
		if record.Bytes != nil {
			return a.Write(record)
		}
		_, err := a.Put(ctx, text)
		return err
	})
	if err == nil && w.Game != game {
		err = fmt.Errorf("%w: the file of game %s holds game %s", events.ErrDamaged, game, w.Game)
	}
	if err != nil {
		return err
	}
	return a.Rest(game)
}
