// Package memlog keeps logs in memory: the public twin of events/jetstream, tested against the same contract by events/logtest. It is for
// tests, benches and solo play; nothing survives the process.
//
//	log := memlog.New()
//	r, _ := events.Next(events.Head{}, events.Event{Game: "hill-7", Actor: "master", Body: events.GameAnnounced{...}})
//	err := log.Append(ctx, r)
package memlog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"fieldpost/events"
)

// Fault is what a test makes happen to an append.
type Fault int

const (
	// None appends as usual.
	None Fault = iota
	// Refused fails without storing anything.
	Refused
	// Unknown stores the record but still fails, like a lost acknowledgement.
	Unknown
)

// ErrFault is the error of an append that a test made fail. Its outcome is unknown to the caller.
var ErrFault = errors.New("memlog: the append failed as the test wanted")

// Log is an events.Store in memory. The zero Log is not usable; see New.
type Log struct {
	mu        sync.Mutex
	games     map[string]*game
	blobs     map[events.Hash][]byte
	snapshots map[string]snapshot
	appends   int64
	fault     func(n int64, r events.Record) Fault
	closed    bool
}

type game struct {
	records []events.Record
	head    events.Head
}

type snapshot struct {
	seq  int64
	data []byte
}

var _ events.Store = (*Log)(nil)

// New returns an empty log.
func New() *Log {
	return &Log{games: map[string]*game{}, blobs: map[events.Hash][]byte{}, snapshots: map[string]snapshot{}}
}

// Inject lets fault decide the fate of every append from now on; n counts all of them from 1. Nil ends it.
func (l *Log) Inject(fault func(n int64, r events.Record) Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = fault
}

// Appends returns the number of calls of Append so far, whatever their outcome.
func (l *Log) Appends() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.appends
}

var errClosed = errors.New("memlog: the log is closed")

// enter locks the log for one call; the caller unlocks it when the error is nil.
func (l *Log) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return errClosed
	}
	return nil
}

// Append adds r after its game's head.
func (l *Log) Append(ctx context.Context, r events.Record) error {
	e, err := events.CheckRecord(r)
	if err != nil {
		return err
	}
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.mu.Unlock()
	l.appends++
	fault := None
	if l.fault != nil {
		fault = l.fault(l.appends, r)
	}
	if fault == Refused {
		return ErrFault
	}
	g := l.games[e.Game]
	if g == nil {
		g = &game{}
	}
	if e.Seq <= g.head.Seq && bytes.Equal(g.records[e.Seq-1].Bytes, r.Bytes) {
		return nil
	}
	if e.Seq != g.head.Seq+1 || e.Prev != g.head.Hash {
		return fmt.Errorf("%w: event %d of game %s does not follow event %d", events.ErrConflict, e.Seq, e.Game, g.head.Seq)
	}
	g.records = append(g.records, clone(r))
	g.head = events.Head{Seq: e.Seq, Hash: events.LeafHash(r.Bytes)}
	l.games[e.Game] = g
	if fault == Unknown {
		return ErrFault
	}
	return nil
}

// Head returns the end of a game's log.
func (l *Log) Head(ctx context.Context, id string) (events.Head, error) {
	if err := l.enter(ctx); err != nil {
		return events.Head{}, err
	}
	defer l.mu.Unlock()
	if g := l.games[id]; g != nil {
		return g.head, nil
	}
	return events.Head{}, nil
}

// Read yields the records from seq on, as they stood when the reading began.
func (l *Log) Read(ctx context.Context, id string, seq int64) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		if err := l.enter(ctx); err != nil {
			yield(events.Record{}, err)
			return
		}
		var records []events.Record
		if g := l.games[id]; g != nil && seq <= g.head.Seq {
			records = g.records[max(seq, 1)-1:]
		}
		l.mu.Unlock()
		for _, r := range records {
			if err := ctx.Err(); err != nil {
				yield(events.Record{}, err)
				return
			}
			if !yield(clone(r), nil) {
				return
			}
		}
	}
}

// ReadAll yields the records of one game after the other.
func (l *Log) ReadAll(ctx context.Context) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		ids, err := l.Games(ctx)
		if err != nil {
			yield(events.Record{}, err)
			return
		}
		for _, id := range ids {
			for r, err := range l.Read(ctx, id, 1) {
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}

// Heads returns the ends of all games.
func (l *Log) Heads(ctx context.Context) (map[string]events.Head, error) {
	if err := l.enter(ctx); err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	heads := make(map[string]events.Head, len(l.games))
	for id, g := range l.games {
		heads[id] = g.head
	}
	return heads, nil
}

// Games lists the ids of all games in byte order.
func (l *Log) Games(ctx context.Context) ([]string, error) {
	if err := l.enter(ctx); err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	var ids []string
	for id := range l.games {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}

// Put keeps a blob under its SHA-256.
func (l *Log) Put(ctx context.Context, data []byte) (events.Hash, error) {
	if err := l.enter(ctx); err != nil {
		return events.Hash{}, err
	}
	defer l.mu.Unlock()
	digest := events.Hash(sha256.Sum256(data))
	l.blobs[digest] = bytes.Clone(data)
	return digest, nil
}

// Get returns a blob back.
func (l *Log) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	if err := l.enter(ctx); err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	data, ok := l.blobs[digest]
	if !ok {
		return nil, fmt.Errorf("%w: blob %s", events.ErrNotFound, digest)
	}
	return bytes.Clone(data), nil
}

// SaveSnapshot replaces the snapshot of a game.
func (l *Log) SaveSnapshot(ctx context.Context, id, name string, seq int64, data []byte) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.mu.Unlock()
	l.snapshots[id+"."+name] = snapshot{seq: seq, data: bytes.Clone(data)}
	return nil
}

// LoadSnapshot returns the snapshot of a game.
func (l *Log) LoadSnapshot(ctx context.Context, id, name string) (int64, []byte, error) {
	if err := l.enter(ctx); err != nil {
		return 0, nil, err
	}
	defer l.mu.Unlock()
	s, ok := l.snapshots[id+"."+name]
	if !ok {
		return 0, nil, fmt.Errorf("%w: snapshot of game %s", events.ErrNotFound, id)
	}
	return s.seq, bytes.Clone(s.data), nil
}

// Close ends all use of the log.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	return nil
}

// clone copies a record, so that no one can change what is stored.
func clone(r events.Record) events.Record {
	secrets := slices.Clone(r.Secrets)
	for i := range secrets {
		secrets[i].Plain = bytes.Clone(secrets[i].Plain)
	}
	return events.Record{Bytes: bytes.Clone(r.Bytes), Secrets: secrets}
}
