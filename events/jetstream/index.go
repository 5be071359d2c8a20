package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

// index keeps, for each game, where its events stand in the stream: 8 bytes an event. One pass over the
// stream builds it; a consumer then brings what this and other processes append.
type index struct {
	mu      sync.Mutex
	games   map[string]*positions
	seen    uint64        // last stream sequence that the consumer brought
	missing uint64        // last stream sequence that was waited for in vain
	moved   chan struct{} // closed and replaced whenever something came
	consume natsjs.ConsumeContext
}

// positions are the stream sequences of events 1, 2, 3 ... of one game, as far as they are without a gap.
type positions struct {
	at   []uint64
	head events.Head // of the last in at
	last uint64      // last stream sequence of the game, counting those behind a gap
}

// atStart is how long the pass at the start waits for the next message: unreadable ones never come. Too short a wait does no harm, since
// readings wait for the index themselves.
const atStart = time.Second

func newIndex(ctx context.Context, s *Store) (*index, error) {
	x := &index{games: map[string]*positions{}, moved: make(chan struct{})}
	config := natsjs.OrderedConsumerConfig{DeliverPolicy: natsjs.DeliverAllPolicy, HeadersOnly: true}
	if s.direct && x.build(ctx, s) == nil {
		config.DeliverPolicy, config.OptStartSeq = natsjs.DeliverByStartSequencePolicy, x.seen+1
	} else {
		x.games, x.seen = map[string]*positions{}, 0
	}
	info, err := s.infoOf(ctx, s.stream)
	if err != nil {
		return nil, err
	}
	consumer, err := s.js.OrderedConsumer(ctx, s.edition.of(streamName), config)
	if err != nil {
		return nil, err
	}
	x.consume, err = consumer.Consume(func(m natsjs.Msg) { x.take(m) }, natsjs.PullMaxMessages(5000))
	if err != nil {
		return nil, err
	}
	if err := x.catchUp(ctx, info.State.LastSeq, atStart); err != nil {
		x.stop()
		return nil, err
	}
	return x, nil
}

// build makes the index from the records themselves, in one reading of the whole stream, which is twice as quick as its headers. It fails where
// the stream has gaps or holds what is no record: the headers tell what belongs where.
func (x *index) build(ctx context.Context, s *Store) error {
	var odd error
	last := map[string][]byte{} // each game's last event: the others' hashes are not needed
	err := s.stretches(ctx, func(covered span, payloads [][]byte) bool {
		if uint64(len(payloads)) != covered.n {
			odd = errors.New("the stream has gaps")
		}
		for i := 0; i < len(payloads) && odd == nil; i++ {
			var r events.Record
			var h events.Header
			if r, odd = events.DecodeRecord(payloads[i]); odd == nil {
				h, odd = events.Peek(r.Bytes)
			}
			if odd == nil {
				x.seen = covered.from + uint64(i)
				x.add(h.Game, x.seen, events.Head{Seq: h.Seq}, true)
				if p := x.games[h.Game]; p.head.Seq != h.Seq {
					odd = errors.New("an event stands in another's place")
				}
				last[h.Game] = r.Bytes
			}
		}
		return odd == nil
	})
	for game, bytes := range last {
		x.games[game].head.Hash = events.LeafHash(bytes)
	}
	return cmp.Or(err, odd)
}

// catchUp waits until the index has reached a message of the stream, or until nothing more comes for a while: what is missing then is damage, which
// readings report game by game, and it is not waited for again.
func (x *index) catchUp(ctx context.Context, end uint64, patience time.Duration) error {
	for {
		x.mu.Lock()
		seen, moved := max(x.seen, x.missing), x.moved
		x.mu.Unlock()
		if seen >= end {
			return nil
		}
		select {
		case <-moved:
		case <-time.After(patience):
			x.mu.Lock()
			if patience > atStart {
				x.missing = max(x.missing, end)
			}
			x.mu.Unlock()
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (x *index) take(m natsjs.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return // not a message of a stream
	}
	game, head, ok := parseMessageID(m.Headers().Get(natsjs.MsgIDHeader))
	if !ok || subjectPrefix+game != m.Subject() {
		// Someone else wrote into our stream: it counts as a place, which readings then find not to be a record.
		game, head = strings.TrimPrefix(m.Subject(), subjectPrefix), events.Head{}
	}
	x.add(game, meta.Sequence.Stream, head, true)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seen = meta.Sequence.Stream
	close(x.moved)
	x.moved = make(chan struct{})
}

// add notes that the event of head stands at a stream sequence. The consumer (inOrder) reports every message once and in order, so a
// missing number is a gap. An append reports only its own event: if another process's earlier event has not arrived yet, the consumer will
// bring both.
func (x *index) add(game string, at uint64, head events.Head, inOrder bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.games[game]
	if p == nil {
		p = &positions{}
		x.games[game] = p
	}
	if at <= p.last {
		return
	}
	if head.Seq == int64(len(p.at))+1 {
		p.at, p.head = append(p.at, at), head
		p.last = at
		return
	}
	if inOrder {
		p.last = at
	}
}

// tail returns the place and head of a game's last event, as far as this process has heard.
func (x *index) tail(game string) (uint64, events.Head) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p := x.games[game]; p != nil && len(p.at) > 0 {
		return p.at[len(p.at)-1], p.head
	}
	return 0, events.Head{}
}

// heads returns the ends of all games.
func (x *index) heads() map[string]events.Head {
	x.mu.Lock()
	defer x.mu.Unlock()
	heads := make(map[string]events.Head, len(x.games))
	for game, p := range x.games {
		heads[game] = p.head
	}
	return heads
}

// upTo returns the places of a game's events once the index has heard of the message at the stream sequence.
func (x *index) upTo(ctx context.Context, game string, at uint64, timeout time.Duration) ([]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		x.mu.Lock()
		p, moved := x.games[game], x.moved
		if p != nil && p.last >= at || x.seen >= at {
			var places []uint64
			if p != nil {
				places = p.at // only ever appended to
			}
			x.mu.Unlock()
			return places, nil
		}
		x.mu.Unlock()
		select {
		case <-moved:
		case <-ctx.Done():
			return nil, fmt.Errorf("jetstream: waiting for the index of game %s: %w", game, ctx.Err())
		}
	}
}

func (x *index) stop() {
	if x.consume != nil {
		x.consume.Stop()
	}
}
