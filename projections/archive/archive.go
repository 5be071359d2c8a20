// Package archive keeps a second copy of every game in plain files, so that a damaged log is found and can be brought
// back. Receipts and results leave only after both the log and the archive have the event.
//
// # Folder
//
//	lock             held by the running process, with its pid
//	games/<id>.fpa   one file a game, only ever appended to (but see Erase)
//	games/<id>.cold  the game rests here alone and is no longer in the log
//	blobs/<2>/<64>   blobs by the hexadecimal of their SHA-256, in folders of its first two digits, in the form of package blob
//
// # File of a game
//
// 20 bytes "fieldpost archive 1\n", then record after record, from event 1, without a gap:
//
//	length   4 bytes, big-endian: of what follows, without the sum
//	record   the stored form of the record, see package events
//	sum      4 bytes, big-endian: CRC-32C (Castagnoli) of the record
//
// A record counts once its file, and for the first one its folder, were synced. A crash can leave a torn record at the
// end. It is cut off once the log has proved to hold that event, and the bytes cut off are kept as <id>.torn-1 and so on.
//
// # Example
//
// The stored form of event 1 of hill-7 measures 0x7b bytes: the file begins 66 69 65 6c 64 70 6f 73 74 20 61 72 63 68 69
// 76 65 20 31 0a, then 00 00 00 7b, the 123 bytes, and their CRC-32C; event 2 begins at byte 20+4+123+4 = 151.
package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fieldpost/events"
	"fieldpost/events/blob"
	"fieldpost/events/durable"
)

const (
	magic     = "fieldpost archive 1\n"
	extension = ".fpa"
	frameSize = 8 // length and sum
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Archive is an open archive folder. It is safe for concurrent use, and its Put and Get make it an events.Blobs.
type Archive struct {
	dir   string
	lock  *durable.Lock
	mu    sync.Mutex
	games map[string]*file
}

var _ events.Blobs = (*Archive)(nil)

// file is one game's file, as far as it is sound.
type file struct {
	mu      sync.Mutex
	path    string
	chain   *events.Chain
	offsets []int64 // of each record's frame
	end     int64   // where the sound part ends
	size    int64   // of the file, more than end when a tail is torn or damaged
	damage  error   // why what follows end is not a torn tail
	cold    bool    // the game rests here alone
	unread  bool    // offsets are not known yet
	failed  error   // a write failed: nothing more is written until the archive is opened again
}

// Open opens an archive folder, makes it if absent, and finds the end of each game's file by its frames and their sums; Check looks at the
// contents of the records. Damage in a game's file does not prevent opening: Compare reports it. It fails with a durable.LockedError when
// another process holds the folder.
func Open(dir string) (*Archive, error) {
	for _, d := range []string{dir, filepath.Join(dir, "games"), filepath.Join(dir, "blobs")} {
		if err := durable.MakeDir(d); err != nil {
			return nil, err
		}
	}
	lock, err := durable.Acquire(dir)
	if err != nil {
		return nil, err
	}
	a := &Archive{dir: dir, lock: lock, games: map[string]*file{}}
	if err := a.scan(); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return a, nil
}

// View opens an archive folder to be read, while another process may write to it: it shows every game as far as it stood when the folder was
// opened, and changes nothing. A torn tail can be an event that is being written.
func View(dir string) (*Archive, error) {
	a := &Archive{dir: dir, games: map[string]*file{}}
	return a, a.scan()
}

// errView is what a View answers to a write.
var errView = errors.New("this archive was opened to be read only")

// scan finds the end of each game's file.
func (a *Archive) scan() error {
	entries, err := os.ReadDir(filepath.Join(a.dir, "games"))
	if err != nil {
		return err
	}
	var s scanner
	for _, entry := range entries {
		id, isGame := strings.CutSuffix(entry.Name(), extension)
		if !isGame || !events.ValidGame(id) {
			continue
		}
		f := a.file(id)
		if done, err := a.rest(f, id); done || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if err := s.scan(f, id); err != nil {
			return err
		}
		if f.cold && a.lock != nil && f.damage == nil && f.size == f.end {
			if err := a.writeMark(f, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close releases the folder.
func (a *Archive) Close() error {
	if a.lock == nil {
		return nil
	}
	return a.lock.Release()
}

func (a *Archive) file(game string) *file {
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.games[game]
	if f == nil {
		f = &file{path: filepath.Join(a.dir, "games", game+extension), chain: events.NewChain(game, events.Head{})}
		a.games[game] = f
	}
	return f
}

// scanner reads through files, one after the other, into the same memory.
type scanner struct {
	in     bufio.Reader
	stored []byte
}

// scan reads through the file of a game and finds where its sound part ends.
func (s *scanner) scan(f *file, game string) error {
	data, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }() // only read
	info, err := data.Stat()
	if err != nil {
		return err
	}
	f.size = info.Size()
	s.in.Reset(data)
	head := make([]byte, len(magic))
	if n, err := io.ReadFull(&s.in, head); err != nil || string(head) != magic {
		if !strings.HasPrefix(magic, string(head[:n])) {
			f.damage = errors.New("it does not begin like an archive of version 1")
		}
		return nil
	}
	f.end = int64(len(magic))
	for f.end < f.size {
		var size int64
		if s.stored, size, err = readStored(&s.in, f.size-f.end, s.stored); err != nil {
			rest := f.size - f.end
			if size < rest || rest > events.MaxRecord+frameSize || holdsRecord(io.NewSectionReader(data, f.end+1, rest-1)) {
				f.damage = err // something follows it: this was not a crash
			}
			break
		}
		f.offsets = append(f.offsets, f.end)
		f.end += size
	}
	if len(f.offsets) == 0 {
		return nil
	}
	r, err := f.read(int64(len(f.offsets)))
	var end events.Head
	if err == nil {
		end, err = r.Head()
	}
	if err == nil && end.Seq != int64(len(f.offsets)) {
		err = fmt.Errorf("event %d stands in the place of event %d", end.Seq, len(f.offsets))
	}
	if err != nil {
		f.offsets, f.end = f.offsets[:len(f.offsets)-1], f.offsets[len(f.offsets)-1]
		f.damage = err
		return nil
	}
	f.chain = events.NewChain(game, end)
	return nil
}

// readFrame reads one record of at most left bytes, and returns how many its frame claims.
func readFrame(r io.Reader, left int64) (events.Record, int64, error) {
	stored, size, err := readStored(r, left, nil)
	if err != nil {
		return events.Record{}, size, err
	}
	record, err := events.DecodeRecord(stored)
	return record, size, err
}

// readStored reads the stored form of one record, into the memory of buffer if that is enough.
func readStored(r io.Reader, left int64, buffer []byte) (stored []byte, size int64, err error) {
	stored = slices.Grow(buffer[:0], 4)[:4]
	if _, err := io.ReadFull(r, stored); err != nil {
		return stored, left, fmt.Errorf("the record is cut off: %w", err)
	}
	length := int64(binary.BigEndian.Uint32(stored))
	if length > events.MaxRecord || length+frameSize > left {
		return stored, length + frameSize, fmt.Errorf("a record of %d bytes does not fit", length)
	}
	stored = slices.Grow(stored[:0], int(length)+4)[:length+4]
	if _, err := io.ReadFull(r, stored); err != nil {
		return stored, left, err
	}
	if crc32.Checksum(stored[:length], castagnoli) != binary.BigEndian.Uint32(stored[length:]) {
		return stored, length + frameSize, errors.New("the sum of the record is wrong")
	}
	return stored[:length], length + frameSize, nil
}

// holdsRecord reports whether a whole record begins anywhere in the bytes, as it does after a damaged length.
func holdsRecord(r io.Reader) bool {
	b, err := io.ReadAll(r)
	if err != nil {
		return true // not known to be a torn tail
	}
	for at := range b {
		if _, _, err := readFrame(bytes.NewReader(b[at:]), int64(len(b)-at)); err == nil {
			return true
		}
	}
	return false
}

// frame puts length and sum around a record.
func frame(r events.Record) ([]byte, error) {
	stored, err := events.EncodeRecord(r)
	if err != nil {
		return nil, err
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(len(stored)))
	b = append(b, stored...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(stored, castagnoli)), nil
}

// Write adds the record that follows a game's head and returns once it is on the disk. A record that is already there, byte for byte, is
// not written again; one that does not follow is an events.ErrConflict. After a failed write the game accepts no more records until the
// archive is reopened.
func (a *Archive) Write(r events.Record) error {
	if a.lock == nil {
		return errView
	}
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return err
	}
	f := a.file(h.Game)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.locate(h.Game); err != nil {
		return err
	}
	if f.failed != nil {
		return fmt.Errorf("archive: game %s takes no more events since an earlier write failed: %w", h.Game, f.failed)
	}
	if f.size > f.end {
		return fmt.Errorf("%w: the archive of game %s ends in bytes that are not a record", events.ErrDamaged, h.Game)
	}
	if head := f.chain.Head(); h.Seq <= head.Seq {
		there, err := f.read(h.Seq)
		if err == nil && !bytes.Equal(there.Bytes, r.Bytes) {
			err = fmt.Errorf("%w: the archive of game %s holds another event %d", events.ErrConflict, h.Game, h.Seq)
		}
		return err
	} else if h.Seq != head.Seq+1 || h.Prev != head.Hash {
		return fmt.Errorf("%w: event %d of game %s does not follow event %d of the archive", events.ErrConflict, h.Seq, h.Game, head.Seq)
	}
	return f.append(r)
}

// append writes a record that was found to follow. The caller holds the file.
func (f *file) append(r events.Record) error {
	framed, err := frame(r)
	if err != nil {
		return err
	}
	next := events.NewChain("", f.chain.Head())
	*next = *f.chain
	if _, err := next.Add(r); err != nil {
		return err
	}
	at := f.end
	if at == 0 {
		framed, at = append([]byte(magic), framed...), 0
	}
	if err := durable.WriteAt(f.path, at, framed); err != nil {
		f.failed = err
		return err
	}
	f.offsets = append(f.offsets, max(at, int64(len(magic))))
	f.end += int64(len(framed))
	f.size, f.chain = f.end, next
	return nil
}

// read returns one record. The caller holds the file, or has checked that seq is there.
func (f *file) read(seq int64) (events.Record, error) {
	data, err := os.Open(f.path)
	if err != nil {
		return events.Record{}, err
	}
	defer func() { _ = data.Close() }() // only read
	if _, err := data.Seek(f.offsets[seq-1], io.SeekStart); err != nil {
		return events.Record{}, err
	}
	r, _, err := readFrame(data, f.end-f.offsets[seq-1])
	return r, err
}

// Games lists the ids of all games of the archive in byte order.
func (a *Archive) Games() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var ids []string
	for id := range a.games {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Head returns the end of a game's sound part, or the zero Head for an unknown game.
func (a *Archive) Head(game string) events.Head {
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.chain.Head()
}

// Last returns the last event of a game.
func (a *Archive) Last(game string) (events.Event, error) {
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.locate(game); err != nil {
		return events.Event{}, err
	}
	head := f.chain.Head()
	if head.Seq == 0 {
		return events.Event{}, fmt.Errorf("%w: game %s", events.ErrNotFound, game)
	}
	r, err := f.read(head.Seq)
	if err != nil {
		return events.Event{}, err
	}
	return events.Decode(r.Bytes)
}

// Records yields the sound records of a game from event 1, as they stood when the reading began. The first error ends it.
func (a *Archive) Records(game string) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		f := a.file(game)
		f.mu.Lock()
		count, end := f.chain.Head().Seq, f.end
		f.mu.Unlock()
		if count == 0 {
			return
		}
		data, err := os.Open(f.path)
		if err != nil {
			yield(events.Record{}, err)
			return
		}
		defer func() { _ = data.Close() }() // only read
		at := int64(len(magic))
		in := io.NewSectionReader(data, at, end-at)
		for range count {
			r, size, err := readFrame(in, end-at)
			if !yield(r, err) || err != nil {
				return
			}
			at += size
		}
	}
}

func (a *Archive) blob(digest events.Hash) string {
	name := digest.String()
	return filepath.Join(a.dir, "blobs", name[:2], name)
}

// holds reports whether there is a blob, without reading it.
func (a *Archive) holds(digest events.Hash) bool {
	_, err := os.Stat(a.blob(digest))
	return err == nil
}

// Put keeps a blob and returns once it is on the disk.
func (a *Archive) Put(ctx context.Context, data []byte) (events.Hash, error) {
	p := events.Wrap(data)
	if err := a.Keep(ctx, p); err != nil {
		return events.Hash{}, err
	}
	return p.Digest, nil
}

// Keep is Put for a parcel (events.Keeper).
func (a *Archive) Keep(ctx context.Context, p *events.Parcel) error {
	if a.lock == nil {
		return errView
	}
	if _, err := a.Get(ctx, p.Digest); err == nil {
		return nil
	}
	path := a.blob(p.Digest)
	if err := durable.MakeDir(filepath.Dir(path)); err != nil {
		return err
	}
	return durable.Replace(path, blob.Packed(p))
}

// Get returns a blob. The error is events.ErrNotFound, or events.ErrDamaged if its bytes have changed.
func (a *Archive) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stored, err := os.ReadFile(a.blob(digest))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: blob %s", events.ErrNotFound, digest)
	case err != nil:
		return nil, err
	}
	data, err := blob.Unpack(stored, digest)
	if err != nil {
		return nil, fmt.Errorf("the archive: %w", err)
	}
	return data, nil
}

// Damage says why the archive of a game cannot be read beyond its Head, or returns nil. A torn tail is no damage.
func (a *Archive) Damage(game string) error {
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.damage == nil {
		return nil
	}
	return &events.DamageError{Game: game, Seq: f.chain.Head().Seq + 1, Reason: f.damage.Error()}
}
