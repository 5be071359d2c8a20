package jetstream

import (
	"context"

	natsjs "github.com/nats-io/nats.go/jetstream"
)

// Count counts the records of a game, or of all games if none is named, with a consumer that looks at nothing. It is what readings are measured
// against: no reader of the whole log can be quicker, and a reader of one game must not be as slow.
func (s *Store) Count(ctx context.Context, game string) (int, error) {
	if game == "" {
		game = "*"
	}
	consumer, err := s.js.OrderedConsumer(ctx, s.edition.of(streamName), natsjs.OrderedConsumerConfig{
		DeliverPolicy: natsjs.DeliverAllPolicy, FilterSubjects: []string{subjectPrefix + game}})
	if err != nil {
		return 0, err
	}
	info, err := consumer.Info(ctx)
	if err != nil || info.NumPending == 0 {
		return 0, err
	}
	done, records := make(chan int, 1), 0
	running, err := consumer.Consume(func(m natsjs.Msg) {
		records++
		if meta, err := m.Metadata(); err == nil && meta.NumPending == 0 {
			select {
			case done <- records:
			default:
			}
		}
	}, natsjs.PullMaxMessages(5000))
	if err != nil {
		return 0, err
	}
	defer running.Stop()
	select {
	case n := <-done:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
