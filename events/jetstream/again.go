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

// again asks something that changes nothing until it is answered, or most or ctx is over. A question that was given to a node which then fell, or that is
// about a stream without a leader, is never answered, and the same question would be a moment later. So no try takes all the time that there is; each
// waits twice as long as the one before, because a busy cluster answers late.
func again[T any](ctx context.Context, most time.Duration, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for patience := firstTry; ; patience *= 2 {
		try, end := context.WithTimeout(ctx, patience)
		answer, err := ask(try)
		silent := try.Err() != nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout))
		end()
		if !silent || ctx.Err() != nil {
			return answer, err
		}
	}
}

// unanswered reports whether an error says that the cluster has not answered, or cannot now: nothing is known by it of what was asked for.
func unanswered(err error) bool {
	for _, silence := range []error{context.DeadlineExceeded, context.Canceled, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrDisconnected, nats.ErrConnectionReconnecting} {
		if errors.Is(err, silence) {
			return true
		}
	}
	api, ok := errors.AsType[*natsjs.APIError](err)
	return ok && api.Code == http.StatusServiceUnavailable // a stream without a leader
}
