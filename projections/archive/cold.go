package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/events"
	"fieldpost/events/durable"
)

// A game that is over may rest in the archive alone. A file games/<id>.cold says so: the number and the hash of the last event and the size
// of the game's file when it was written, so that a start need not read through the file. What is appended later makes it be read once more.

func (a *Archive) mark(game string) string { return filepath.Join(a.dir, "games", game+".cold") }

// resting is what a file .cold says.
type resting struct {
	head events.Head
	size int64
}

func (a *Archive) resting(game string) (r resting, cold bool, err error) {
	data, err := os.ReadFile(a.mark(game))
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	var hash string
	if err == nil {
		_, err = fmt.Sscan(string(data), &r.head.Seq, &hash, &r.size)
	}
	if err == nil {
		r.head.Hash, err = events.ParseHash(hash)
	}
	if err != nil {
		return resting{}, true, nil // the game's own file decides
	}
	return r, true, nil
}

// rest takes from its mark where the file of a game ends, if that is still true.
func (a *Archive) rest(f *file, game string) (done bool, err error) {
	r, cold, err := a.resting(game)
	if f.cold = cold; !cold || err != nil {
		return false, err
	}
	info, err := os.Stat(f.path)
	if err != nil || r.head.Seq == 0 || info.Size() != r.size {
		return false, err
	}
	f.chain, f.end, f.size, f.unread = events.NewChain(game, r.head), r.size, r.size, true
	return true, nil
}

// Rest lets a game rest in the archive alone. Its log may be left out of the store from then on.
func (a *Archive) Rest(game string) error {
	if a.lock == nil {
		return errView
	}
	f := a.file(game)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.damage != nil || f.size > f.end || f.chain.Head().Seq == 0 {
		return fmt.Errorf("%w: the archive of game %s", events.ErrDamaged, game)
	}
	f.cold = true
	return a.writeMark(f, game)
}

func (a *Archive) writeMark(f *file, game string) error {
	head := f.chain.Head()
	return durable.Replace(a.mark(game), fmt.Appendf(nil, "%d %s %d\n", head.Seq, head.Hash, f.end))
}

// Cold reports whether a game rests in the archive alone.
func (a *Archive) Cold(game string) bool {
	a.mu.Lock()
	f := a.games[game]
	a.mu.Unlock()
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cold
}

// locate finds the records of a file that was not read at the start. The caller holds the file.
func (f *file) locate(game string) error {
	if !f.unread {
		return nil
	}
	f.unread, f.offsets, f.end = false, nil, 0
	var s scanner
	return s.scan(f, game)
}

// Shelved is the store of an installation of which closed games rest in the archive alone: what concerns them is read there, and what little is
// still appended, such as the answer to a question about the game, is appended there.
type Shelved struct {
	events.Store
	Archive *Archive
}

// Append adds an event to the log, or to the archive if its game rests there.
func (s Shelved) Append(ctx context.Context, r events.Record) error {
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return err
	}
	if s.Archive.Cold(h.Game) {
		return s.Archive.Write(r)
	}
	return s.Store.Append(ctx, r)
}

// Keep gives a blob to the log (events.Keeper).
func (s Shelved) Keep(ctx context.Context, p *events.Parcel) error {
	return events.PutParcel(ctx, s.Store, p)
}

// Head returns the end of a game.
func (s Shelved) Head(ctx context.Context, game string) (events.Head, error) {
	if s.Archive.Cold(game) {
		return s.Archive.Head(game), ctx.Err()
	}
	return s.Store.Head(ctx, game)
}

// Read yields the records of a game.
func (s Shelved) Read(ctx context.Context, game string, seq int64) iter.Seq2[events.Record, error] {
	if !s.Archive.Cold(game) {
		return s.Store.Read(ctx, game, seq)
	}
	return func(yield func(events.Record, error) bool) {
		for r, err := range s.Archive.Records(game) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				h, fault := events.Peek(r.Bytes)
				if fault == nil && h.Seq < seq {
					continue
				}
				err = fault
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Games lists all games.
func (s Shelved) Games(ctx context.Context) ([]string, error) {
	games, err := s.Store.Games(ctx)
	for _, g := range s.Archive.Games() {
		if s.Archive.Cold(g) {
			games = append(games, g)
		}
	}
	slices.Sort(games)
	return slices.Compact(games), err
}

// Heads returns the ends of all games.
func (s Shelved) Heads(ctx context.Context) (map[string]events.Head, error) {
	heads, err := s.Store.Heads(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range s.Archive.Games() {
		if s.Archive.Cold(g) {
			heads[g] = s.Archive.Head(g)
		}
	}
	return heads, nil
}

// Get returns a blob from the log's store, or from the archive if it is there alone.
func (s Shelved) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	data, err := s.Store.Get(ctx, digest)
	if errors.Is(err, events.ErrNotFound) {
		return s.Archive.Get(ctx, digest)
	}
	return data, err
}
