package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

// edition counts how often the log of a cluster was written anew. Nothing can be taken out of a stream that denies it, so games that rest and what
// is erased are left out of the next edition, whose streams have other names.
type edition int

// of names a stream or a bucket of an edition: LOG, LOG_2, LOG_3 ...
func (e edition) of(name string) string {
	if e <= 1 {
		return name
	}
	return name + "_" + strconv.Itoa(int(e))
}

// editions is what the entry "log" of the cabinet says. Without an entry the first edition is in force.
type editions struct {
	Now    edition
	Next   edition `json:",omitempty"` // is being written, in place of Now
	Former edition `json:",omitempty"` // is to be removed
	Plan   string  `json:",omitempty"` // the file that says what the next one leaves out
}

const editionsName = "log"

// ErrAnew means that the log was written anew, or is being, since this process connected to it: it must connect again.
var ErrAnew = errors.New("the log is written anew")

// inForce says which edition is in force, also where there is no cabinet yet, and whether another is being written.
func (s *Store) inForce(ctx context.Context) (now edition, moving bool, err error) {
	if s.embedded {
		return 1, false, nil
	}
	kv, err := s.bucketNamed(ctx, cabinetBucket)
	if errors.Is(err, natsjs.ErrBucketNotFound) {
		return 1, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	x, _, err := (&Cabinet{s: s, kv: kv}).editions(ctx)
	return x.Now, x.Next > 0, err
}

// editions reads the entry with its revision.
func (c *Cabinet) editions(ctx context.Context) (x editions, revision uint64, err error) {
	entry, err := c.get(ctx, editionsName)
	if errors.Is(err, events.ErrNotFound) {
		return editions{Now: 1}, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(entry.Value(), &x)
	}
	if err == nil && x.Now < 1 {
		err = fmt.Errorf("%w: the entry %s of the bucket %s", events.ErrDamaged, editionsName, cabinetBucket)
	}
	if err != nil {
		return x, 0, err
	}
	return x, entry.Revision(), nil
}

// setEditions replaces an entry that still has a revision.
func (c *Cabinet) setEditions(ctx context.Context, x editions, revision uint64) error {
	data, err := json.Marshal(x)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.s.timeout)
	defer cancel()
	_, err = c.swap(ctx, editionsName, data, revision)
	return err
}

// UpToDate returns ErrAnew unless the log that this process has is the one in force.
func (c *Cabinet) UpToDate(ctx context.Context) error {
	x, _, err := c.editions(ctx)
	if err == nil && (x.Next > 0 || x.Now != c.s.edition) {
		err = ErrAnew
	}
	return err
}

// Renewing reports whether somebody has begun to write the log anew and has not ended it.
func (c *Cabinet) Renewing(ctx context.Context) (bool, error) {
	x, _, err := c.editions(ctx)
	return x.Next > 0 || x.Former > 0, err
}

// Renew says that the log is written anew, and in which file it stands what is left out. From now on no server begins to work before that is done:
// whoever comes goes on with it. events.ErrConflict if it has been begun already.
func (c *Cabinet) Renew(ctx context.Context, plan string) error {
	x, revision, err := c.editions(ctx)
	if err != nil {
		return err
	}
	if x.Next > 0 || x.Former > 0 || x.Now != c.s.edition {
		return fmt.Errorf("%w: %w already", events.ErrConflict, ErrAnew)
	}
	x.Next, x.Plan = x.Now+1, plan
	return c.setEditions(ctx, x, revision)
}

// Plan names the file that Renew was given, or "" if the log is not being written anew.
func (c *Cabinet) Plan(ctx context.Context) (string, error) {
	x, _, err := c.editions(ctx)
	return x.Plan, err
}

// Fresh takes the log in force out of use, so that nothing can be appended to it, and opens the next one, with what has been written to it so far.
// What was begun with Renew and has been broken off is gone on with. The caller closes it; its connection stays.
func (c *Cabinet) Fresh(ctx context.Context) (*Store, error) {
	x, _, err := c.editions(ctx)
	if err != nil {
		return nil, err
	}
	if x.Next == 0 || x.Now != c.s.edition {
		return nil, ErrAnew
	}
	limited, cancel := context.WithTimeout(ctx, c.s.timeout)
	defer cancel()
	info, err := c.s.stream.Info(limited)
	if err != nil {
		return nil, err
	}
	if former := "former." + info.Config.Name; len(info.Config.Subjects) != 1 || info.Config.Subjects[0] != former {
		info.Config.Subjects = []string{former}
		if _, err := c.s.js.UpdateStream(limited, info.Config); err != nil {
			return nil, err
		}
	}
	s := &Store{nc: c.s.nc, timeout: c.s.timeout, lent: true}
	if err := s.attach(ctx, info.Config.Replicas, attaching{edition: x.Next}); err != nil {
		_ = s.Close() // the first error is the one to tell
		return nil, err
	}
	return s, nil
}

// Replace puts the next edition in the place of the one in force.
func (c *Cabinet) Replace(ctx context.Context) error {
	x, revision, err := c.editions(ctx)
	if err != nil || x.Next == 0 {
		return err
	}
	return c.setEditions(ctx, editions{Now: x.Next, Former: x.Now, Plan: x.Plan}, revision)
}

// RemoveFormer removes the streams of the edition before the one in force, and the plan of that change.
func (c *Cabinet) RemoveFormer(ctx context.Context) error {
	x, revision, err := c.editions(ctx)
	if err != nil || x.Former == 0 {
		return err
	}
	for _, stream := range []string{x.Former.of(streamName), "OBJ_" + x.Former.of(blobBucket), "KV_" + x.Former.of(snapshotBucket)} {
		limited, cancel := context.WithTimeout(ctx, c.s.timeout)
		err := c.s.js.DeleteStream(limited, stream)
		cancel()
		if err != nil && !errors.Is(err, natsjs.ErrStreamNotFound) {
			return err
		}
	}
	if err := c.dropCold(ctx, x.Plan); err != nil {
		return err
	}
	return c.setEditions(ctx, editions{Now: x.Now}, revision)
}
