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
	Revision int64 // of the rules, as the log says last
	Events   int64
	Head     events.Hash
	Root     events.Hash // of the tree over all events (RFC 6962)
	Orders   int         // order mails
	Passes   int
	Rolls    int // proven, hidden ones that could be opened included
	Dice     int // single dice and draws
	Hidden   bool
	Lost     bool   // the scenario document is missing: the rules cannot be asked
	Played   bool   // the rules were asked again, for every pass
	Newer    bool   // it plays by rules that this program does not have: they could not be asked
	Later    string // why the log could not be read to its end (a newer program wrote there); "" if it could
	Foreign  int    // passes whose positions another program wrote in another layout: rolls and facts agree, digests cannot be compared
	Amended  []events.Amended
	Rewinds  []events.Rewound
	Closed   *events.GameClosed
	Fault    *Stopped // the first thing that is wrong, or nil

	Fair *Fairness `json:"-"` // as far as the log is sound
	Made []Made    `json:"-"` // every roll that could be read, in order, those of cut passes included
	// Match is the game as the rules, asked again, played it; nil where they were not asked.
	Match *Match `json:"-"`
}

// Made is a roll and the pass that it belongs to.
type Made struct {
	Seq    int64 // of the Adjudicated
	Window int64
	Epoch  int64
	Open   bool // everyone may see it
	events.Roll
}

// Sound reports whether nothing is wrong.
func (v Verdict) Sound() bool { return v.Fault == nil }

// Auditor is what an audit needs besides the log.
type Auditor struct {
	Blob    func(events.Hash) ([]byte, error)
	Engines func(string) (table.Engine, bool)
	Beacon  BeaconCheck // nil: the signatures of rounds are not checked
	NoRules bool        // leave the rules out
	Each    func(e events.Event, r events.Record, f *Fairness) error
	Watch   Watch // if not nil, looks on while the rules are asked again
}

// Audit checks a whole game with nothing but its log: that the chain is unbroken, that every secret opens its commitment, that every roll
// is the only one that the published key could give, and that the rules, asked again, do exactly what the log says followed. A log without
// its hidden parts is checked as far as possible: chain, seals and open dice, without playing it again.
func Audit(game string, records iter.Seq2[events.Record, error], blob func(events.Hash) ([]byte, error), engines func(string) (table.Engine, bool)) Verdict {
	return Auditor{Blob: blob, Engines: engines}.Audit(game, records)
}

// Audit checks one game; see the function of that name. Each, if not nil, sees every event once it has been found sound.
func (a Auditor) Audit(game string, records iter.Seq2[events.Record, error]) Verdict {
	v := Verdict{Game: game, Fair: NewFairness(game)}
	var all []events.Record
	chain := events.NewChain(game, events.Head{})
	for r, err := range records {
		var e events.Event
		if err == nil {
			e, err = chain.Add(r)
		}
		if errors.Is(err, events.ErrNewer) {
			v.Later = err.Error()
			break
		}
		if err != nil {
			v.Fault = &Stopped{Code: "E_CHAIN", Detail: err.Error()}
			break
		}
		all = append(all, r)
		if v.Fault = v.event(a, e, r); v.Fault != nil {
			break
		}
	}
	v.Events, v.Head = chain.Head().Seq, chain.Head().Hash
	v.Root = v.Fair.Tree.Root(v.Fair.Tree.Size())
	v.Rulebook = v.Fair.Announced.Rulebook
	if v.Fault == nil && v.Later == "" && v.Events == 0 {
		v.Fault = &Stopped{Code: "E_CHAIN", Detail: "there is no event"}
	}
	if v.Fault == nil && a.Blob != nil && !v.Fair.Announced.Document.IsZero() {
		_, err := a.Blob(v.Fair.Announced.Document)
		v.Lost = errors.Is(err, events.ErrNotFound)
	}
	if v.Fault == nil && v.Later == "" && !v.Hidden && !v.Lost && !a.NoRules {
		v.play(a, game, all)
	}
	return v
}

// event checks one event without the rules.
func (v *Verdict) event(a Auditor, e events.Event, r events.Record) *Stopped {
	if err := v.rounds(a, e); err != nil {
		return &Stopped{Code: "E_BEACON", Detail: fmt.Sprintf("event %d: %v", e.Seq, err)}
	}
	for _, s := range r.Secrets {
		if seat, known := events.Audience(e.Body, s.Opens()); known && seat != s.Seat {
			return &Stopped{Code: "E_EVENT", Detail: fmt.Sprintf("event %d: a secret for %q is labelled for %q", e.Seq, seat, s.Seat)}
		}
	}
	v.Hidden = v.Hidden || !r.Whole.IsZero()
	switch b := e.Body.(type) {
	case events.GameAnnounced:
		v.Revision = b.Revision
	case events.RulesChanged:
		v.Revision = b.Revision
	case events.OrdersReceived:
		v.Orders++
		if _, ok, _ := events.Open[events.Orders](r, b.OrdersSealed); !ok {
			v.Hidden = true
		}
	case events.Amended:
		v.Amended = append(v.Amended, b)
		if _, ok, _ := events.Open[events.Correction](r, b.SetSealed); !ok {
			v.Hidden = true
		}
	case events.Rewound:
		v.Rewinds = append(v.Rewinds, b)
	case events.GameClosed:
		v.Closed = &b
	case events.Adjudicated:
		v.Passes++
		if err := v.dice(e, b, r); err != nil {
			return &Stopped{Code: "E_DICE", Detail: fmt.Sprintf("event %d: %v", e.Seq, err)}
		}
	}
	if err := v.Fair.Apply(e, r.Leaf()); err != nil {
		return &Stopped{Code: "E_EVENT", Detail: fmt.Sprintf("event %d: %v", e.Seq, err)}
	}
	if a.Each != nil {
		if err := a.Each(e, r, v.Fair); err != nil {
			return &Stopped{Code: "E_EVENT", Detail: fmt.Sprintf("event %d: %v", e.Seq, err)}
		}
	}
	return nil
}

func (v *Verdict) rounds(a Auditor, e events.Event) error {
	if a.Beacon == nil {
		return nil
	}
	switch b := e.Body.(type) {
	case events.BeaconObserved:
		return a.Beacon(v.Fair.Beacon(), b.Round, b.Signature)
	case events.RoundFixed:
		if b.Seen > 0 {
			return a.Beacon(v.Fair.Beacon(), b.Seen, b.SeenSignature)
		}
	}
	return nil
}

// dice verifies the rolls of a pass that can be read.
func (v *Verdict) dice(e events.Event, b events.Adjudicated, r events.Record) error {
	rolls, whole, err := rollsOf(b, r)
	if err != nil {
		return err
	}
	v.Hidden = v.Hidden || !whole
	plain := make([]events.Roll, len(rolls))
	for i, roll := range rolls {
		plain[i] = roll.Roll
		v.Rolls++
		v.Dice += len(roll.Values)
		v.Made = append(v.Made, Made{Seq: e.Seq, Window: b.Window, Epoch: v.Fair.Epoch, Open: roll.audience == nil, Roll: roll.Roll})
	}
	return v.Fair.VerifyAll(plain)
}

// play asks the rules again.
func (v *Verdict) play(a Auditor, game string, all []events.Record) {
	m, err := Fold(game, func(yield func(events.Record, error) bool) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}, Source{Blob: a.Blob, Engines: a.Engines, Watch: a.Watch})
	if err != nil {
		var stopped *Stopped
		if !errors.As(err, &stopped) {
			stopped = &Stopped{Code: "E_EVENT", Detail: err.Error()}
		}
		switch stopped.Code {
		case "E_REDACTED":
			v.Hidden = true
		case CodeNewer:
			v.Newer = true
		default:
			v.Fault = stopped
		}
	}
	v.Match, v.Played = m, err == nil
	if m != nil {
		v.Foreign = len(m.Unproven)
	}
}
