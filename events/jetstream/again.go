package jetstream

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// firstTry is how long a question waits for its answer before it is asked once more.
const firstTry = time.Second

// again asks something that changes nothing, or nothing the second time, until it is answered, or most or ctx is over. A question that was given to a
// node which then fell, or that is about a stream without a leader, is never answered, and the same question would be a moment later. So no try takes
// all the time that there is; each waits twice as long as the one before, because a busy cluster answers late. Where a node says at once that nobody is
// there to answer, as while its copies agree on a leader after another has come back, the next try waits a quarter of that.
func again[T any](ctx context.Context, most time.Duration, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for patience := firstTry; ; patience *= 2 {
		try, end := context.WithTimeout(ctx, patience)
		answer, err := ask(try)
		silent := try.Err() != nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout))
		end()
		if absent(err) {
			select {
			case <-ctx.Done():
			case <-time.After(patience / 4):
				continue
			}
		}
		if !silent || ctx.Err() != nil {
			return answer, err
		}
	}
}

// absent reports whether an error says that nobody is there just now who could answer. A server without JetStream will not have it a moment later.
func absent(err error) bool {
	if errors.Is(err, natsjs.ErrJetStreamNotEnabled) || errors.Is(err, natsjs.ErrJetStreamNotEnabledForAccount) {
		return false
	}
	return errors.Is(err, nats.ErrNoResponders) || unavailable(err)
}

// unavailable knows what is said of a stream without a leader.
func unavailable(err error) bool {
	api, ok := errors.AsType[*natsjs.APIError](err)
	return ok && api.Code == http.StatusServiceUnavailable
}

// streamNamed finds a stream; natsjs.ErrStreamNotFound if there is none.
func (s *Store) streamNamed(ctx context.Context, name string) (natsjs.Stream, error) {
	return again(ctx, s.timeout, func(ctx context.Context) (natsjs.Stream, error) { return s.js.Stream(ctx, name) })
}

// bucketNamed finds a key-value bucket; natsjs.ErrBucketNotFound if there is none.
func (s *Store) bucketNamed(ctx context.Context, name string) (natsjs.KeyValue, error) {
	return again(ctx, s.timeout, func(ctx context.Context) (natsjs.KeyValue, error) { return s.js.KeyValue(ctx, name) })
}

// objectsNamed finds an object store; natsjs.ErrBucketNotFound if there is none.
func (s *Store) objectsNamed(ctx context.Context, name string) (natsjs.ObjectStore, error) {
	return again(ctx, s.timeout, func(ctx context.Context) (natsjs.ObjectStore, error) { return s.js.ObjectStore(ctx, name) })
}

// infoOf asks how a stream is, and where it ends.
func (s *Store) infoOf(ctx context.Context, stream natsjs.Stream, filter ...natsjs.StreamInfoOpt) (*natsjs.StreamInfo, error) {
	return again(ctx, s.timeout, func(ctx context.Context) (*natsjs.StreamInfo, error) { return stream.Info(ctx, filter...) })
}

// unanswered reports whether an error says that the cluster has not answered, or cannot now: nothing is known by it of what was asked for.
func unanswered(err error) bool {
	for _, silence := range []error{context.DeadlineExceeded, context.Canceled, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrDisconnected, nats.ErrConnectionReconnecting} {
		if errors.Is(err, silence) {
			return true
		}
	}
	return unavailable(err)
}
