package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

// coldBucket holds the games that are over and are no longer in the log, each as one file.
const coldBucket = "COLD"

// wholeGame bounds how long the file of a game, which may be a gigabyte, is on its way.
const wholeGame = 10 * time.Minute

// fetched is a file on its way.
type fetched struct {
	natsjs.ObjectResult
	cancel context.CancelFunc
}

// Close ends the reading.
func (f fetched) Close() error {
	defer f.cancel()
	return f.ObjectResult.Close()
}

// LayCold keeps the file of a whole game that is no longer in the log, in place of one of that name. It returns once all of it is there.
func (c *Cabinet) LayCold(ctx context.Context, name string, file io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, wholeGame)
	defer cancel()
	store, err := c.s.js.CreateOrUpdateObjectStore(ctx, natsjs.ObjectStoreConfig{
		Bucket: coldBucket, Description: "Fieldpost: games that are over, each as one file", Storage: natsjs.FileStorage, Replicas: c.s.stream.CachedInfo().Config.Replicas})
	if err == nil {
		_, err = store.Put(ctx, natsjs.ObjectMeta{Name: name}, file)
	}
	return err
}

// FetchCold opens a file that LayCold has kept; events.ErrNotFound if there is none. What is read to its end is what was laid down,
// or ends in an error.
func (c *Cabinet) FetchCold(ctx context.Context, name string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, wholeGame)
	store, err := c.s.objectsNamed(ctx, coldBucket)
	if err == nil {
		var file natsjs.ObjectResult
		if file, err = store.Get(ctx, name); err == nil {
			return fetched{file, cancel}, nil
		}
	}
	cancel()
	if errors.Is(err, natsjs.ErrBucketNotFound) || errors.Is(err, natsjs.ErrObjectNotFound) {
		err = fmt.Errorf("%w: the file %s", events.ErrNotFound, name)
	}
	return nil, err
}

// dropCold takes a file out.
func (c *Cabinet) dropCold(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, c.s.timeout)
	defer cancel()
	store, err := c.s.objectsNamed(ctx, coldBucket)
	if err == nil && name != "" {
		err = store.Delete(ctx, name)
	}
	if errors.Is(err, natsjs.ErrBucketNotFound) || errors.Is(err, natsjs.ErrObjectNotFound) {
		return nil
	}
	return err
}

// Change replaces what lies under a name, in JSON, by what a function makes of it, which is given the zero value if there is nothing. Of two who do
// so at once, the second is given what the first has made.
func Change[T any](ctx context.Context, c *Cabinet, name string, change func(T) T) error {
	for {
		var value T
		var revision uint64
		entry, err := c.get(ctx, name)
		switch {
		case errors.Is(err, events.ErrNotFound):
		case err != nil:
			return err
		default:
			if revision, err = entry.Revision(), json.Unmarshal(entry.Value(), &value); err != nil {
				return fmt.Errorf("%w: the entry %s of the bucket %s: %v", events.ErrDamaged, name, cabinetBucket, err)
			}
		}
		data, err := json.Marshal(change(value))
		if err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, c.s.timeout)
		_, err = c.swap(limited, name, data, revision)
		cancel()
		if !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
}
