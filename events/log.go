package events

import (
	"context"
	"errors"
	"iter"
)

// Errors of a Log. An append that fails in any other way has an unknown outcome: read the head before you try again.
var (
	// ErrConflict: another process appended first; read the head, decide again, retry.
	ErrConflict = errors.New("events: the game's log has moved on")
	// ErrNotFound: no such game, no such blob.
	ErrNotFound = errors.New("events: not found")
	// ErrNewer: a newer program wrote it. Nothing is wrong with it, but this program cannot read it.
	ErrNewer = errors.New("events: a newer program wrote this")
	// ErrDamaged: what is stored is not what was appended (chain, count or bytes).
	ErrDamaged = errors.New("events: the stored log is damaged")
)

// Head is the end of a game's log.
type Head struct {
	Seq  int64 // 0 for a game without events
	Hash Hash  // LeafHash of the last event
}

// Log keeps one chain of events for each game. Implementations are safe for concurrent use by several processes
// as far as Append decides who was first.
type Log interface {
	// Append adds r, whose event must follow the head exactly (Seq, Prev). It returns nil only once r is durable;
	// ErrConflict when the head is another one; any other error leaves the outcome unknown.
	// Appending the very bytes that the log already holds at that place succeeds and changes nothing.
	Append(ctx context.Context, r Record) error
	// Head gives the end of a game's log; the zero Head for an unknown game.
	Head(ctx context.Context, game string) (Head, error)
	// Read yields the records of a game from seq on, in order, without a gap. The first error ends it.
	Read(ctx context.Context, game string, seq int64) iter.Seq2[Record, error]
	// ReadAll yields the records of all games, each game's from event 1 on and in order; how those of different games are mixed is left open.
	// It reads the whole log much faster than game by game. A damaged game ends with a DamageError, and the others go on; any other error
	// ends the reading.
	ReadAll(ctx context.Context) iter.Seq2[Record, error]
	// Games lists the ids of all games in byte order.
	Games(ctx context.Context) ([]string, error)
	// Heads returns the ends of all games without reading any record: each as far as the log is known to be whole. What other processes append
	// shows up a moment later.
	Heads(ctx context.Context) (map[string]Head, error)
}

// Blobs keeps raw mails, rendered letters and scenario documents by their SHA-256.
type Blobs interface {
	Put(ctx context.Context, data []byte) (Hash, error)
	Get(ctx context.Context, digest Hash) ([]byte, error) // ErrNotFound
}

// Snapshots is a cache: losing it only costs time. A game has one of each name (1 to 40 of a-z, 0-9 and the hyphen).
type Snapshots interface {
	SaveSnapshot(ctx context.Context, game, name string, seq int64, data []byte) error
	LoadSnapshot(ctx context.Context, game, name string) (seq int64, data []byte, err error) // ErrNotFound
}

// Store is all that one installation keeps.
type Store interface {
	Log
	Blobs
	Snapshots
	Close() error
}
