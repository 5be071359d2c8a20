package adjudicator

import (
	"errors"
	"fmt"
	"iter"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Verdict is what an audit of one game's log found.
type Verdict struct {
	Game     string
	Rulebook string
	Events   int64
	Head     events.Hash
	Root     events.Hash // of the tree over all events (RFC 6962)
	Orders   int         // order mails
	Passes   int
	Rolls    int // proven, hidden ones that could be opened included
	Dice     int // single dice and draws
	Hidden   bool
	Amended  []events.Amended
	Rewinds  []events.Rewound
	Closed   *events.GameClosed
	Fault    *Stopped // the first thing that is wrong, or nil
}

// Sound tells whether nothing is wrong.
func (v Verdict) Sound() bool { return v.Fault == nil }

// Audit checks a whole game with nothing but its log: that the chain is unbroken, that every secret opens its
// commitment, that every roll is the one and only that the published key could give, and that the rules, asked again,
// do exactly what the log says followed. A log from which hidden parts were taken out is checked as far as it goes:
// chain and open dice, without playing it again.
func Audit(game string, records iter.Seq2[events.Record, error], blob func(events.Hash) ([]byte, error), engines func(string) (table.Engine, bool)) Verdict {
	v := Verdict{Game: game}
	var all []events.Record
	var leaves []events.Hash
	chain := events.NewChain(game, events.Head{})
	for r, err := range records {
		if err == nil {
			_, err = chain.Add(r)
		}
		if err != nil {
			v.Fault = &Stopped{Code: "E_CHAIN", Detail: err.Error()}
			return v
		}
		all = append(all, r)
		leaves = append(leaves, events.LeafHash(r.Bytes))
	}
	v.Events, v.Head, v.Root = chain.Head().Seq, chain.Head().Hash, events.Root(leaves)
	m, err := Fold(game, func(yield func(events.Record, error) bool) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}, Source{Blob: blob, Engines: engines, Strict: true})
	if err != nil {
		var stopped *Stopped
		if !errors.As(err, &stopped) {
			stopped = &Stopped{Code: "E_EVENT", Detail: err.Error()}
		}
		if stopped.Code != "E_REDACTED" {
			v.Fault = stopped
		}
		v.Hidden = stopped.Code == "E_REDACTED"
	}
	v.Rulebook, v.Closed, v.Amended, v.Rewinds = m.Announced.Rulebook, m.Closed, m.Amended, m.Rewinds
	v.count(m, all)
	return v
}

// count counts what was verified. In a redacted log, whose passes were not played, the open dice are verified here.
func (v *Verdict) count(m *Match, all []events.Record) {
	for _, r := range all {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			continue
		}
		switch b := e.Body.(type) {
		case events.OrdersReceived:
			v.Orders++
		case events.GameClosed:
			v.Closed = &b
		case events.Adjudicated:
			v.Passes++
			rolls, _, err := rollsOf(b, r)
			if err == nil && v.Hidden {
				err = m.proven(int(b.Window), rolls)
			}
			if err != nil && v.Fault == nil {
				v.Fault = &Stopped{Code: "E_DICE", Detail: fmt.Sprintf("event %d: %v", e.Seq, err)}
			}
			v.Rolls += len(rolls)
			for _, roll := range rolls {
				v.Dice += len(roll.Values)
			}
		}
	}
}
