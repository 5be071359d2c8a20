package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/events"
	"fieldpost/events/blob"
	"fieldpost/events/durable"
)

// Copied is what a backup has added.
type Copied struct {
	Games  int // that had something new
	Events int64
	Blobs  int
	Bytes  int64
}

// errOlder means that a backup knows more of a game than what it is to be a backup of.
var errOlder = errors.New("the backup holds more of it, or another history: this archive is itself an older copy. Nothing of this game was changed")

// Backup brings a second archive up to a first one: what it lacks is added, and nothing in it is ever changed or removed. The first may be a
// View, so it can be of a server at work; the second then holds every game as it stood when the View was opened. A game of which the second
// knows more, or another history, is left as it is and is an error; the others are copied all the same.
func Backup(ctx context.Context, from, to *Archive) (done Copied, err error) {
	if err := backupBlobs(ctx, from, to, &done); err != nil { // first: an event never stands there without its mails and letters
		return done, err
	}
	var faults []error
	for _, game := range from.Games() {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := backupGame(from, to, game, &done); err != nil {
			faults = append(faults, fmt.Errorf("game %s: %w", game, err))
		}
	}
	return done, errors.Join(faults...)
}

// backupBlobs copies the blobs that the second archive does not have, after their bytes have proven right.
func backupBlobs(ctx context.Context, from, to *Archive, done *Copied) error {
	return filepath.WalkDir(filepath.Join(from.dir, "blobs"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		digest, err := events.ParseHash(entry.Name())
		if err != nil || to.holds(digest) {
			return nil // a file that is being written, or nothing new
		}
		packed, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := blob.Unpack(packed, digest); err != nil {
			return fmt.Errorf("%w: blob %s of the archive: %w", events.ErrDamaged, digest, err)
		}
		if err := durable.MakeDir(filepath.Dir(to.blob(digest))); err != nil {
			return err
		}
		if err := durable.Replace(to.blob(digest), packed); err != nil {
			return err
		}
		done.Blobs, done.Bytes = done.Blobs+1, done.Bytes+int64(len(packed))
		return nil
	})
}

// backupGame adds what is new of one game.
func backupGame(from, to *Archive, game string, done *Copied) (err error) {
	if err := from.Damage(game); err != nil {
		return err
	}
	source, target := from.file(game), to.file(game)
	target.mu.Lock()
	defer target.mu.Unlock()
	if err := errors.Join(source.locate(game), target.locate(game)); err != nil {
		return err
	}
	had := target.chain.Head()
	switch {
	case source.chain.Head().Seq == 0:
		return nil // its first event is being written
	case target.damage != nil:
		return fmt.Errorf("the backup is damaged (%w): begin another in an empty folder", target.damage)
	case had.Seq > source.chain.Head().Seq:
		return errOlder
	case had.Seq > 0:
		last, err := source.read(had.Seq)
		if err != nil {
			return err
		}
		if events.LeafHash(last.Bytes) != had.Hash {
			return errOlder
		}
	}
	if gone := from.erased(game); len(gone) > len(to.erased(game)) { // what was erased there is erased here as well
		content, err := source.bytes(0)
		if err != nil {
			return err
		}
		target.mu.Unlock()
		err = to.replace(game, content, gone)
		target.mu.Lock()
		done.Games++
		return err
	}
	if source.cold && !target.cold {
		target.cold = true
		defer func() { err = errors.Join(err, to.writeMark(target, game)) }()
	}
	if target.size > target.end { // an earlier backup was interrupted
		if err := durable.Cut(target.path, target.end); err != nil {
			return err
		}
	}
	added, err := source.bytes(target.end)
	if err != nil || len(added) == 0 {
		return err
	}
	if err := durable.WriteAt(target.path, target.end, added); err != nil {
		return err
	}
	target.offsets, target.end = nil, 0
	var s scanner
	if err := s.scan(target, game); err != nil {
		return err
	}
	if target.damage != nil || target.chain.Head() != source.chain.Head() {
		return fmt.Errorf("%w: the copy does not read as what was copied", events.ErrDamaged)
	}
	done.Games, done.Events, done.Bytes = done.Games+1, done.Events+target.chain.Head().Seq-had.Seq, done.Bytes+int64(len(added))
	return nil
}

// bytes returns the sound part of a file from an offset on.
func (f *file) bytes(from int64) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = data.Close() }() // only read
	var b bytes.Buffer
	_, err = io.Copy(&b, io.NewSectionReader(data, from, f.end-from))
	return b.Bytes(), err
}

// Checked is what an archive holds that was looked through.
type Checked struct {
	Games  int
	Events int64
	Blobs  int
}

// CheckAlone reads all of an archive by itself: the chain of every game, and every mail, letter and document that it refers to.
func CheckAlone(ctx context.Context, a *Archive) (c Checked, err error) {
	var faults []error
	seen := map[events.Hash]bool{}
	for _, game := range a.Games() {
		chain := events.NewChain(game, events.Head{})
		fault, erased := a.Damage(game), a.erased(game)
		for r, err := range a.Records(game) {
			var e events.Event
			if err == nil {
				e, err = chain.Add(r)
			}
			if err != nil {
				fault = err
				break
			}
			for _, digest := range events.References(e.Body) {
				if seen[digest] || slices.Contains(erased, digest) {
					continue
				}
				seen[digest] = true
				if _, err := a.Get(ctx, digest); err != nil {
					faults = append(faults, fmt.Errorf("game %s, event %d: %w", game, e.Seq, err))
					continue
				}
				c.Blobs++
			}
		}
		if fault != nil {
			faults = append(faults, fault)
		}
		c.Games, c.Events = c.Games+1, c.Events+chain.Head().Seq
	}
	return c, errors.Join(append(faults, ctx.Err())...)
}
