package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

const cabinetBucket = "SHARED"

// Cabinet holds the small things that the servers of one installation share besides the log: who does which part of the work (Shares), sealed keys, signs of
// life. It is a key-value bucket with as many copies as the log, read from its leader only: a copy that lags would show what has been replaced.
type Cabinet struct {
	s      *Store
	stream natsjs.Stream
	kv     natsjs.KeyValue
}

// Cabinet opens the cabinet, and makes it if absent; ErrNoLog if nothing is to be made.
func (s *Store) Cabinet(ctx context.Context) (*Cabinet, error) {
	const stream = "KV_" + cabinetBucket
	c := &Cabinet{s: s}
	var err error
	c.stream, err = s.streamNamed(ctx, stream)
	if errors.Is(err, natsjs.ErrStreamNotFound) && s.look {
		return nil, ErrNoLog
	}
	if errors.Is(err, natsjs.ErrStreamNotFound) {
		c.stream, err = s.js.CreateStream(ctx, natsjs.StreamConfig{
			Name: stream, Description: "Fieldpost: what several servers share", Subjects: []string{cabinetPrefix + ">"},
			Storage: natsjs.FileStorage, Replicas: s.stream.CachedInfo().Config.Replicas, MaxMsgsPerSubject: 1, MaxMsgs: -1, MaxBytes: -1,
			Discard: natsjs.DiscardNew, AllowRollup: true, DenyDelete: true,
		})
	}
	if err != nil {
		return nil, err
	}
	if config := c.stream.CachedInfo().Config; config.AllowDirect || config.Storage != natsjs.FileStorage || config.MaxAge != 0 {
		return nil, fmt.Errorf("jetstream: the stream %s is not as it was made: allow_direct must be off, storage file, max_age 0", stream)
	}
	c.kv, err = s.bucketNamed(ctx, cabinetBucket)
	return c, err
}

const cabinetPrefix = "$KV." + cabinetBucket + "."

// Get returns what lies under a name; events.ErrNotFound if nothing does.
func (c *Cabinet) Get(ctx context.Context, name string) ([]byte, error) {
	entry, err := c.get(ctx, name)
	if err != nil {
		return nil, err
	}
	return entry.Value(), nil
}

func (c *Cabinet) get(ctx context.Context, name string) (natsjs.KeyValueEntry, error) {
	entry, err := again(ctx, c.s.timeout, func(ctx context.Context) (natsjs.KeyValueEntry, error) { return c.kv.Get(ctx, name) })
	if errors.Is(err, natsjs.ErrKeyNotFound) {
		return nil, fmt.Errorf("%w: %s", events.ErrNotFound, name)
	}
	return entry, err
}

// Put lays something under a name, in place of what was there.
func (c *Cabinet) Put(ctx context.Context, name string, value []byte) error {
	ctx, cancel := context.WithTimeout(ctx, c.s.timeout)
	defer cancel()
	_, err := c.kv.Put(ctx, name, value)
	return err
}

// Create lays something under a name that has nothing yet; events.ErrConflict if it has.
func (c *Cabinet) Create(ctx context.Context, name string, value []byte) error {
	ctx, cancel := context.WithTimeout(ctx, c.s.timeout)
	defer cancel()
	_, err := c.swap(ctx, name, value, 0)
	return err
}

// swap replaces what has a revision, 0 for nothing, and returns the new revision. The error is events.ErrConflict if it has another by now.
func (c *Cabinet) swap(ctx context.Context, name string, value []byte, revision uint64) (uint64, error) {
	var next uint64
	var err error
	if revision == 0 {
		next, err = c.kv.Create(ctx, name, value) // over a mark of deletion, too
	} else {
		next, err = c.kv.Update(ctx, name, value, revision)
	}
	if isConflict(err) || errors.Is(err, natsjs.ErrKeyExists) {
		err = fmt.Errorf("%w: %s", events.ErrConflict, name)
	}
	return next, err
}

// Names lists the names that begin with a word and a dot, without these, in byte order.
func (c *Cabinet) Names(ctx context.Context, first string) ([]string, error) {
	prefix := cabinetPrefix + first + "."
	info, err := c.s.infoOf(ctx, c.stream, natsjs.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, err
	}
	var names []string
	for subject := range info.State.Subjects {
		names = append(names, strings.TrimPrefix(subject, prefix))
	}
	slices.Sort(names)
	return names, nil
}
