package adjudicator

import (
	"errors"
	"iter"

	"fieldpost/events"
)

// errRewound asks for the fold to begin again: a rewind cuts what was folded already.
var errRewound = errors.New("the log rewinds to an earlier window: fold it again from its start")

// cut is a stretch of events that a rewind has taken out of the effective log.
type cut struct{ from, to int64 }

// Fold builds a match from a whole log. Rewinds are resolved first: what was sealed and played after the seal of the window rewound to, and
// the orders since then, no longer count. Letters, seats and mail keys always count.
func Fold(game string, records iter.Seq2[events.Record, error], s Source) (*Match, error) {
	var all []events.Record
	var cuts []cut
	seals := make(map[int64]int64) // window -> event of its newest seal
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		all = append(all, r)
		e, err := events.Decode(r.Bytes)
		if err != nil {
			continue // Apply will report it with the event's place
		}
		switch b := e.Body.(type) {
		case events.Sealed:
			seals[b.Window] = e.Seq
		case events.Rewound:
			if from, ok := seals[b.Window]; ok {
				cuts = append(cuts, cut{from: from, to: e.Seq})
			}
		}
	}
	m := New(game, s)
	m.cuts = cuts
	for _, r := range all {
		if s.Watch != nil {
			if e, err := events.Decode(r.Bytes); err == nil && !m.isCut(e) {
				s.Watch(m, e, r)
			}
		}
		if err := m.Apply(r); err != nil && m.unopened == nil {
			return m, err
		}
	}
	if m.unopened != nil {
		return m, m.Halt
	}
	return m, nil
}

// FoldPasses folds a game and hands it on at each moment that counts for play: as it opens, and after each pass, when m.Last tells what followed.
// What was rewound is left out. An error of told ends it.
func FoldPasses(game string, records iter.Seq2[events.Record, error], s Source, told func(m *Match) error) (*Match, error) {
	var failed error
	opened, last := false, int64(0)
	look := func(m *Match) {
		if failed == nil && m.Opened && (!opened || m.Last.Seq != last) {
			opened, last = true, m.Last.Seq
			failed = told(m)
		}
	}
	s.Watch = func(m *Match, _ events.Event, _ events.Record) { look(m) }
	m, err := Fold(game, records, s)
	if err == nil {
		look(m)
		err = failed
	}
	return m, err
}

// isCut reports whether an event no longer counts for play.
func (m *Match) isCut(e events.Event) bool {
	for _, c := range m.cuts {
		if e.Seq >= c.from && e.Seq < c.to {
			switch e.Body.(type) {
			case events.Sealed, events.Adjudicated, events.DeadlineSet, events.DeadlinePassed, events.OrdersReceived, events.OrdersWithdrawn, events.Amended,
				events.OrdersVoided, events.LateAccepted, events.RulesChanged, events.Resealed:
				return true
			}
		}
	}
	return false
}
