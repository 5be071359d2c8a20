package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"fieldpost/events"
)

// The whole log is asked for in stretches of so many messages and about so many bytes, of which several are on the way at a time: while one
// is decoded, the server reads the next.
const (
	stretchLength = 1000
	stretchBytes  = 4 << 20
	stretchesOut  = 3
)

// ReadAll yields the records of all games in the order in which they were appended, as they stood when the reading began. It is one pass
// over the stream and the quickest way to read all of it: see events.Log.
func (s *Store) ReadAll(ctx context.Context) iter.Seq2[events.Record, error] {
	if !s.direct {
		return s.readEach(ctx)
	}
	return func(yield func(events.Record, error) bool) {
		links, stopped := map[string]*link{}, false
		err := s.stretches(ctx, func(_ span, payloads [][]byte) bool {
			for _, payload := range payloads {
				r, l, err := linked(links, payload)
				if l == nil || !l.broken {
					stopped = !yield(r, err) || l == nil
				}
				if stopped {
					return false
				}
				if err != nil {
					l.broken = true
				}
			}
			return true
		})
		if err != nil && !stopped {
			yield(events.Record{}, err)
		}
	}
}

// linked decodes a record and checks it against the one before it in its game. What is no record belongs to no game.
func linked(links map[string]*link, payload []byte) (events.Record, *link, error) {
	r, err := events.DecodeRecord(payload)
	if err != nil {
		return r, nil, fmt.Errorf("%w: a message of the stream is no record: %w", events.ErrDamaged, err)
	}
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return r, nil, fmt.Errorf("%w: a message of the stream is no event: %w", events.ErrDamaged, err)
	}
	l := links[h.Game]
	if l == nil {
		l = &link{game: h.Game, next: 1}
		links[h.Game] = l
	}
	return r, l, l.follow(h, r)
}

// stretches hands the payloads of the stream on, stretch by stretch and with the places that they cover, until take has enough.
func (s *Store) stretches(ctx context.Context, take func(covered span, payloads [][]byte) bool) error {
	info, err := s.infoOf(ctx, s.stream)
	if err != nil {
		return err
	}
	g, err := s.newGetter(stretchesOut)
	if err != nil {
		return err
	}
	defer g.stop()
	next, end := max(info.State.FirstSeq, 1), info.State.LastSeq
	asked := make([]span, stretchesOut)
	ask := func(slot int) error {
		asked[slot] = span{next, min(stretchLength, end+1-min(next, end+1))}
		next += asked[slot].n
		if asked[slot].n == 0 {
			return nil
		}
		return g.ask(slot, asked[slot], stretchBytes)
	}
	for slot := range asked {
		if err := ask(slot); err != nil {
			return err
		}
	}
	for slot := 0; asked[slot].n > 0; slot = (slot + 1) % stretchesOut {
		for x := asked[slot]; x.n > 0; {
			got, err := s.stretch(ctx, g, slot)
			if err != nil {
				return err
			}
			rest := x.after(got)
			if !take(span{x.from, x.n - rest.n}, got.payloads) {
				return nil
			}
			if x = rest; x.n > 0 { // it was cut short: the rest comes before the next stretch
				if err := g.ask(slot, x, stretchBytes); err != nil {
					return err
				}
			}
		}
		if err := ask(slot); err != nil {
			return err
		}
	}
	return nil
}

// stretch waits for the answer of a slot as long as one exchange with the server may take.
func (s *Store) stretch(ctx context.Context, g *getter, slot int) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	got, err := g.answer(ctx, slot)
	return got, errors.Join(err, got.err)
}

// after returns what is left of a span after an answer.
func (x span) after(got answer) span {
	read := uint64(len(got.payloads))
	if x.n > 1 {
		read = got.last + 1 - x.from
	}
	return span{x.from + read, x.n - min(read, x.n)}
}

// readEach reads one game after the other.
func (s *Store) readEach(ctx context.Context) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		games, err := s.Games(ctx)
		if err != nil {
			yield(events.Record{}, err)
			return
		}
		for _, game := range games {
			for r, err := range s.Read(ctx, game, 1) {
				if !yield(r, err) {
					return
				}
			}
		}
	}
}
