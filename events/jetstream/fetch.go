package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// window is how many records of a game are asked for at a time: at most 58 MB on the way, which is less than the server sends for one
// request.
const window = 64

// fetch returns the payloads at the stream sequences, in order. On an error it gives those before the first that failed.
func (s *Store) fetch(ctx context.Context, places []uint64) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	if s.direct {
		return s.fetchDirect(ctx, places)
	}
	return s.fetchFromLeader(ctx, places)
}

// fetchDirect asks for every run of neighbouring messages at once.
func (s *Store) fetchDirect(ctx context.Context, places []uint64) ([][]byte, error) {
	spans := spansOf(places)
	g, err := s.newGetter(len(spans))
	if err != nil {
		return nil, err
	}
	defer g.stop()
	for i, x := range spans {
		if err := g.ask(i, x, 0); err != nil {
			return nil, err
		}
	}
	payloads := make([][]byte, 0, len(places))
	for i, x := range spans {
		got, err := g.answer(ctx, i)
		payloads = append(payloads, got.payloads...)
		if err == nil && uint64(len(got.payloads)) < x.n {
			err = cmp.Or(got.err, fmt.Errorf("the stream no longer holds all messages from %d to %d", x.from, x.from+x.n-1))
		}
		if err != nil {
			return payloads, err
		}
	}
	return payloads, nil
}

// span is a run of neighbouring messages of the stream.
type span struct{ from, n uint64 }

func spansOf(places []uint64) (spans []span) {
	for _, place := range places {
		if last := len(spans) - 1; last >= 0 && spans[last].from+spans[last].n == place {
			spans[last].n++
			continue
		}
		spans = append(spans, span{place, 1})
	}
	return spans
}

// getter asks the server for spans of messages, each in a slot, and gathers what comes. It asks for bare messages: a record says itself which
// event it is, and headers would cost both sides more than all the rest.
type getter struct {
	s       *Store
	inbox   string
	sub     *nats.Subscription
	coming  []answer       // of each slot; touched by receive alone
	arrived chan arrival   // room for one of each slot
	waiting map[int]answer // those that nobody has asked for yet
}

// answer is what came for a span: fewer messages than were asked for if the server cut it short or no longer has them.
type answer struct {
	payloads [][]byte
	last     uint64 // stream sequence of the last of them, if several were asked for
	err      error
}

type arrival struct {
	slot int
	answer
}

func (s *Store) newGetter(slots int) (*getter, error) {
	g := &getter{s: s, inbox: s.nc.NewInbox(), coming: make([]answer, slots), arrived: make(chan arrival, slots), waiting: map[int]answer{}}
	var err error
	if g.sub, err = s.nc.Subscribe(g.inbox+".*", g.receive); err != nil {
		return nil, err
	}
	return g, g.sub.SetPendingLimits(-1, -1)
}

func (g *getter) stop() { _ = g.sub.Unsubscribe() } // fails only on a connection that is gone

// several marks the slot of a request for more than one message in the subject of its answers: they end with a message of their own.
const several = "+"

// ask asks for a span in a slot that is free, for at most so many bytes, or as many as the server likes if bytes is 0.
func (g *getter) ask(slot int, x span, bytes int) error {
	reply := g.inbox + "." + strconv.Itoa(slot)
	if x.n == 1 {
		return g.s.nc.PublishRequest(directGet+g.s.edition.of(streamName), reply, fmt.Appendf(nil, `{"seq":%d,"no_hdr":true}`, x.from))
	}
	return g.s.nc.PublishRequest(directGet+g.s.edition.of(streamName), reply+several, fmt.Appendf(nil, `{"seq":%d,"batch":%d,"max_bytes":%d,"no_hdr":true}`, x.from, x.n, bytes))
}

const directGet = "$JS.API.DIRECT.GET."

// receive takes one message of an answer.
func (g *getter) receive(msg *nats.Msg) {
	token := msg.Subject[strings.LastIndexByte(msg.Subject, '.')+1:]
	number, more := strings.CutSuffix(token, several)
	slot, err := strconv.Atoi(number)
	if err != nil || slot >= len(g.coming) {
		return // not one of ours
	}
	a := &g.coming[slot]
	switch status := msg.Header.Get("Status"); status {
	case "":
		a.payloads = append(a.payloads, msg.Data)
		if more {
			return
		}
	case "204": // the end of several
		a.last, a.err = lastSequence(msg)
	default:
		a.err = fmt.Errorf("the stream does not give the message (%s %s)", status, msg.Header.Get("Description"))
	}
	g.arrived <- arrival{slot, *a}
	*a = answer{}
}

func lastSequence(msg *nats.Msg) (uint64, error) {
	last, err := strconv.ParseUint(msg.Header.Get("Nats-Last-Sequence"), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the server does not say where its answer ends: %w", err)
	}
	return last, nil
}

// answer waits for the answer of a slot. The slot is free afterwards.
func (g *getter) answer(ctx context.Context, slot int) (answer, error) {
	for {
		if a, ok := g.waiting[slot]; ok {
			delete(g.waiting, slot)
			return a, nil
		}
		select {
		case a := <-g.arrived:
			g.waiting[a.slot] = a.answer
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
	}
}

// fetchFromLeader asks the leader of a replicated stream: a follower may lag behind what was acknowledged.
func (s *Store) fetchFromLeader(ctx context.Context, places []uint64) ([][]byte, error) {
	const workers = 16
	payloads, failed := make([][]byte, len(places)), make([]error, len(places))
	var wg sync.WaitGroup
	for w := range min(workers, len(places)) {
		wg.Go(func() {
			for i := w; i < len(places); i += workers {
				msg, err := again(ctx, s.timeout, func(ctx context.Context) (*natsjs.RawStreamMsg, error) { return s.stream.GetMsg(ctx, places[i]) })
				if err != nil {
					failed[i] = err
					continue
				}
				payloads[i] = msg.Data
			}
		})
	}
	wg.Wait()
	for i := range places {
		if payloads[i] == nil {
			return payloads[:i], cmp.Or(failed[i], errors.New("the message is empty"))
		}
	}
	return payloads, nil
}
