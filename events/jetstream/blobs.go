package jetstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
	"fieldpost/events/blob"
)

// Put keeps a blob under its SHA-256. A blob that is already there, and sound, is not written again.
func (s *Store) Put(ctx context.Context, data []byte) (events.Hash, error) {
	digest := events.Hash(sha256.Sum256(data))
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stored, err := s.blobs.GetBytes(limited, digest.String())
	if err == nil {
		if kept, err := blob.Unpack(stored, digest); err == nil && bytes.Equal(kept, data) {
			return digest, nil
		}
	} else if limited.Err() != nil {
		return events.Hash{}, err
	}
	_, err = s.blobs.PutBytes(limited, digest.String(), blob.Pack(data))
	return digest, err
}

// Get returns a blob back, after checking its digest.
func (s *Store) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stored, err := s.blobs.GetBytes(ctx, digest.String())
	switch {
	case errors.Is(err, natsjs.ErrObjectNotFound):
		return nil, fmt.Errorf("%w: blob %s", events.ErrNotFound, digest)
	case errors.Is(err, natsjs.ErrDigestMismatch):
		return nil, fmt.Errorf("%w: blob %s", events.ErrDamaged, digest)
	case err != nil:
		return nil, err
	}
	return blob.Unpack(stored, digest)
}

// SaveSnapshot replaces the snapshot of a game. One above events.MaxRecord is refused: the game then replays from its
// start, which costs time only.
func (s *Store) SaveSnapshot(ctx context.Context, game string, seq int64, data []byte) error {
	if !events.ValidGame(game) {
		return fmt.Errorf("jetstream: %q is not the id of a game", game)
	}
	if len(data) > events.MaxRecord {
		return fmt.Errorf("%s: the snapshot of game %s measures %d bytes, more than %d", events.CodeSize, game, len(data), events.MaxRecord)
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	_, err := s.snapshots.Put(ctx, game, append(binary.BigEndian.AppendUint64(nil, uint64(seq)), data...))
	return err
}

// LoadSnapshot returns the snapshot of a game.
func (s *Store) LoadSnapshot(ctx context.Context, game string) (int64, []byte, error) {
	if !events.ValidGame(game) {
		return 0, nil, fmt.Errorf("%w: snapshot of game %q", events.ErrNotFound, game)
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	entry, err := s.snapshots.Get(ctx, game)
	if errors.Is(err, natsjs.ErrKeyNotFound) || err == nil && len(entry.Value()) < 8 {
		return 0, nil, fmt.Errorf("%w: snapshot of game %s", events.ErrNotFound, game)
	}
	if err != nil {
		return 0, nil, err
	}
	return int64(binary.BigEndian.Uint64(entry.Value())), entry.Value()[8:], nil
}
