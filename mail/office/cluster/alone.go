package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fieldpost/events/jetstream"
)

// aloneWithin is how long a single command waits for servers that may be gone.
const aloneWithin = 12 * time.Second

// TakeAll connects for a single command, if no other server lives.
func TakeAll(ctx context.Context, s Settings) (h *Shared, shift *jetstream.Shift, err error) {
	if h, err = Open(ctx, s); err != nil {
		return nil, nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, aloneWithin)
	defer cancel()
	if shift, err = h.Shares.Begin(waiting); err != nil {
		return nil, nil, errors.Join(err, h.Close())
	}
	for {
		all, err := shift.TakeAll(waiting)
		if all && err == nil {
			return h, shift, nil
		}
		select {
		case <-waiting.Done():
			if others := shift.Others(); others != "" {
				err = fmt.Errorf("another server is at work on this log (%s): give the command there", others)
			}
			return nil, nil, errors.Join(err, shift.End(context.WithoutCancel(ctx)), h.Close())
		case <-time.After(LookEvery):
		}
	}
}
