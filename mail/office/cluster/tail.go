package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/projections/archive"
)

// together is the store of a server that shares its log. Games that rest lie in the archive of each server; what is still appended to them is an
// entry of the cabinet before it is in the archive, and the archive follows those of other servers before anything is read.
type together struct {
	archive.Shelved
	cabinet *jetstream.Cabinet
	hands   *Hands
}

var _ events.Store = together{}

// NewStore returns the store of a server, by what is shelved in its own archive.
func NewStore(own archive.Shelved, cabinet *jetstream.Cabinet, hands *Hands) events.Store {
	return together{own, cabinet, hands}
}

// Append adds an event to the log, or to what came to a game since it rests.
func (t together) Append(ctx context.Context, r events.Record) error {
	e, err := events.CheckRecord(r)
	if err != nil {
		return err
	}
	if !t.Archive.Cold(e.Game) {
		return t.Shelved.Append(ctx, r)
	}
	if !t.hands.has(PartOf(e.Game)) {
		return ErrNotAtWork
	}
	if err := t.follow(ctx, e.Game); err != nil {
		return err
	}
	data, err := events.EncodeRecord(r)
	if err != nil {
		return err
	}
	if head := t.Archive.Head(e.Game); head == (events.Head{Seq: e.Seq - 1, Hash: e.Prev}) {
		if err := t.cabinet.Create(ctx, tailName(e.Game, e.Seq), data); !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
	if stored, err := t.cabinet.Get(ctx, tailName(e.Game, e.Seq)); err == nil && bytes.Equal(stored, data) {
		return nil // an earlier try, of which nothing was heard
	}
	return fmt.Errorf("%w: event %d of game %s does not follow what another server has appended", events.ErrConflict, e.Seq, e.Game)
}

// Head returns the end of a game.
func (t together) Head(ctx context.Context, game string) (events.Head, error) {
	if err := t.follow(ctx, game); err != nil {
		return events.Head{}, err
	}
	return t.Shelved.Head(ctx, game)
}

// Read yields the records of a game.
func (t together) Read(ctx context.Context, game string, seq int64) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		if err := t.follow(ctx, game); err != nil {
			yield(events.Record{}, err)
			return
		}
		t.Shelved.Read(ctx, game, seq)(yield)
	}
}

// Heads returns the ends of all games.
func (t together) Heads(ctx context.Context) (map[string]events.Head, error) {
	names, err := t.cabinet.Names(ctx, TailOf)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if game, seq := splitTail(name); seq > t.Archive.Head(game).Seq {
			if err := t.follow(ctx, game); err != nil {
				return nil, err
			}
		}
	}
	return t.Shelved.Heads(ctx)
}

// follow brings the archive of a game that rests up to what other servers have appended to it.
func (t together) follow(ctx context.Context, game string) error {
	if !t.Archive.Cold(game) {
		return nil
	}
	for {
		data, err := t.cabinet.Get(ctx, tailName(game, t.Archive.Head(game).Seq+1))
		if errors.Is(err, events.ErrNotFound) {
			return nil
		}
		var r events.Record
		if err == nil {
			r, err = events.DecodeRecord(data)
		}
		if err == nil {
			_, err = archive.CatchUp(ctx, oneMore{t.Shelved, r}, t.Archive, game)
		}
		if err != nil {
			return err
		}
	}
}

// oneMore is a store of which a game has one event more than the archive.
type oneMore struct {
	events.Store
	record events.Record
}

// Read yields it.
func (o oneMore) Read(context.Context, string, int64) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) { yield(o.record, nil) }
}
