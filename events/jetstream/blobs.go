package jetstream

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
	"fieldpost/events/blob"
)

// Put keeps a blob under its SHA-256. A blob that is already there, and sound, is not written again.
func (s *Store) Put(ctx context.Context, data []byte) (events.Hash, error) {
	p := events.Wrap(data)
	if err := s.Keep(ctx, p); err != nil {
		return events.Hash{}, err
	}
	return p.Digest, nil
}

// Keep is Put for a parcel (events.Keeper).
func (s *Store) Keep(ctx context.Context, p *events.Parcel) error {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stored, err := s.object(limited, p.Digest.String())
	switch {
	case errors.Is(err, natsjs.ErrObjectNotFound):
		return s.putObject(limited, p.Digest.String(), blob.Packed(p))
	case err != nil && limited.Err() != nil:
		return err
	case err == nil:
		if kept, err := blob.Unpack(stored, p.Digest); err == nil && bytes.Equal(kept, p.Data) {
			return nil
		}
	}
	_, err = s.blobs.PutBytes(limited, p.Digest.String(), blob.Packed(p)) // in place of what is damaged
	return err
}

// Get returns a blob back, after checking its digest.
func (s *Store) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stored, err := s.object(ctx, digest.String())
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

// snapshotPart is how much of a snapshot one message takes, less than the least that every server does.
const snapshotPart = 512 << 10

// mostSnapshot is how large a snapshot may be. The game of a larger one replays from its start, which costs time only.
const mostSnapshot = 64 << 20

// SaveSnapshot replaces a snapshot of a game. Each part of it holds the seq and the length of the whole, so that parts of two snapshots are
// never taken for one.
func (s *Store) SaveSnapshot(ctx context.Context, game, name string, seq int64, data []byte) error {
	if !events.ValidGame(game) || !events.ValidGame(name) {
		return fmt.Errorf("jetstream: %q and %q are not the id of a game and the name of a snapshot", game, name)
	}
	if len(data) > mostSnapshot {
		return fmt.Errorf("%s: the snapshot of game %s measures %d bytes, more than %d", events.CodeSize, game, len(data), mostSnapshot)
	}
	head := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(seq)), uint64(len(data)))
	for i := 0; i == 0 || i*snapshotPart < len(data); i++ {
		part := data[i*snapshotPart : min((i+1)*snapshotPart, len(data))]
		if err := s.saveSnapshotPart(ctx, snapshotKey(game, name, i), append(slices.Clone(head), part...)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) saveSnapshotPart(ctx context.Context, key string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	_, err := s.snapshots.Put(ctx, key, data)
	return err
}

func snapshotKey(game, name string, part int) string {
	return game + "." + name + "." + strconv.Itoa(part)
}

// LoadSnapshot returns a snapshot of a game. One of which parts are missing is not found.
func (s *Store) LoadSnapshot(ctx context.Context, game, name string) (int64, []byte, error) {
	if !events.ValidGame(game) || !events.ValidGame(name) {
		return 0, nil, fmt.Errorf("%w: snapshot %s of game %q", events.ErrNotFound, name, game)
	}
	var head, data []byte
	for i := 0; i == 0 || uint64(len(data)) < binary.BigEndian.Uint64(head[8:]); i++ {
		part, err := s.loadSnapshotPart(ctx, snapshotKey(game, name, i))
		if errors.Is(err, natsjs.ErrKeyNotFound) || err == nil && (len(part) < 16 || i > 0 && (!bytes.Equal(part[:16], head) || len(part) == 16)) {
			return 0, nil, fmt.Errorf("%w: snapshot %s of game %s", events.ErrNotFound, name, game)
		}
		if err != nil {
			return 0, nil, err
		}
		head, data = part[:16], append(data, part[16:]...)
	}
	return int64(binary.BigEndian.Uint64(head)), data, nil
}

func (s *Store) loadSnapshotPart(ctx context.Context, key string) ([]byte, error) {
	entry, err := again(ctx, s.timeout, func(ctx context.Context) (natsjs.KeyValueEntry, error) { return s.snapshots.Get(ctx, key) })
	if err != nil {
		return nil, err
	}
	return entry.Value(), nil
}
