package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// window is how many records are asked for at a time: at most 58 MB on the way.
const window = 64

// fetch returns the payloads at the stream sequences, in order. On an error it gives those before the first that failed.
func (s *Store) fetch(ctx context.Context, places []uint64) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	payloads := make([][]byte, len(places))
	failed := make([]error, len(places))
	var err error
	if s.direct {
		err = s.fetchDirect(ctx, places, payloads, failed)
	} else {
		s.fetchFromLeader(ctx, places, payloads, failed)
	}
	for i := range places {
		if payloads[i] == nil {
			return payloads[:i], errors.Join(failed[i], err)
		}
	}
	return payloads, nil
}

// fetchDirect sends all requests at once and sorts the answers by the last token of their subject.
func (s *Store) fetchDirect(ctx context.Context, places []uint64, payloads [][]byte, failed []error) error {
	inbox := s.nc.NewInbox()
	sub, err := s.nc.SubscribeSync(inbox + ".*")
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only on a connection that is gone
	if err := sub.SetPendingLimits(-1, -1); err != nil {
		return err
	}
	for i, place := range places {
		err := s.nc.PublishRequest("$JS.API.DIRECT.GET."+streamName, inbox+"."+strconv.Itoa(i), fmt.Appendf(nil, `{"seq":%d}`, place))
		if err != nil {
			return err
		}
	}
	for range places {
		msg, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return err
		}
		i, err := strconv.Atoi(msg.Subject[strings.LastIndexByte(msg.Subject, '.')+1:])
		if err != nil {
			// The server answers on the inbox itself if no one serves the request.
			return fmt.Errorf("jetstream: nobody answers for the stream %s", streamName)
		}
		payloads[i], failed[i] = directPayload(msg, places[i])
	}
	return nil
}

func directPayload(msg *nats.Msg, place uint64) ([]byte, error) {
	if status := msg.Header.Get("Status"); status != "" {
		return nil, fmt.Errorf("the stream no longer holds message %d (%s)", place, status)
	}
	if got := msg.Header.Get(natsjs.SequenceHeader); got != strconv.FormatUint(place, 10) {
		return nil, fmt.Errorf("the stream gave message %s for %d", got, place)
	}
	return msg.Data, nil
}

// fetchFromLeader asks the leader of a replicated stream: a follower may lag behind what was acknowledged.
func (s *Store) fetchFromLeader(ctx context.Context, places []uint64, payloads [][]byte, failed []error) {
	const workers = 16
	var wg sync.WaitGroup
	for w := range min(workers, len(places)) {
		wg.Go(func() {
			for i := w; i < len(places); i += workers {
				msg, err := s.stream.GetMsg(ctx, places[i])
				if err != nil {
					failed[i] = err
					continue
				}
				payloads[i] = msg.Data
			}
		})
	}
	wg.Wait()
}
