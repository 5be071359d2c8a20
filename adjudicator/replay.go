package adjudicator

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// adjudicated plays a pass again and compares it with what the log says followed.
func (m *Match) adjudicated(e events.Event, b events.Adjudicated, r events.Record) error {
	if m.Sealed == nil || b.Window != m.Sealed.Window {
		return fmt.Errorf("a pass for window %d, which is not sealed", b.Window)
	}
	number := int(b.Window)
	rolls, whole, err := rollsOf(b, r)
	if err != nil {
		return err
	}
	if !whole {
		return m.stop("E_REDACTED", fmt.Sprintf("event %d: rolls that not everybody may see were taken out of this log; it cannot be played again", e.Seq))
	}
	if m.strict {
		if err := m.proven(rolls); err != nil {
			return m.stop("E_DICE", fmt.Sprintf("event %d: %v", e.Seq, err))
		}
	}
	m.recorded = append(m.recorded, recording{window: number, seq: e.Seq, rolls: rolls})
	res, err := m.replay(number)
	if err != nil {
		return m.stop(err.(*Stopped).Code, err.(*Stopped).Detail)
	}
	if why := m.differs(b, r, res, rolls); why != nil {
		return m.stop(why.Code, fmt.Sprintf("event %d: %s", e.Seq, why.Detail))
	}
	m.settle(e, number, res, rolls)
	return nil
}

// replay plays the newest seal from the log, or takes the pass just made in this process.
func (m *Match) replay(number int) (table.Result, error) {
	if f := m.fresh; f != nil && f.window == number && !m.strict {
		m.fresh = nil
		return f.result, nil
	}
	m.fresh = nil
	res, _ := m.play(-1, nil)
	if res.Halt != nil {
		return res, halted(res.Halt)
	}
	return res, nil
}

// held is a roll of the log with those who may know of it before the end: nil means everyone, an empty list no one.
type held struct {
	events.Roll
	audience []table.Seat
	by       table.Seat // whose dice they are, once the rules have said so
}

// rollsOf gathers the open and the hidden rolls of a pass; whole is false when hidden ones were taken out.
func rollsOf(b events.Adjudicated, r events.Record) (rolls []held, whole bool, err error) {
	whole = true
	for _, roll := range b.Rolls {
		rolls = append(rolls, held{Roll: roll})
	}
	for _, h := range b.Hidden {
		own, ok, err := events.Open[events.Rolls](r, h.Hash)
		if err != nil {
			return nil, false, err
		}
		whole = whole && ok
		for _, roll := range own.Rolls {
			i := slices.IndexFunc(rolls, func(x held) bool { return x.Key == roll.Key })
			if i < 0 {
				i = len(rolls)
				rolls = append(rolls, held{Roll: roll, audience: []table.Seat{}})
			}
			if h.Seat != string(operator) {
				rolls[i].audience = append(rolls[i].audience, table.Seat(h.Seat))
			}
		}
	}
	return rolls, whole, nil
}

// proven verifies every roll against the key that was published before anyone joined.
func (m *Match) proven(rolls []held) error {
	plain := make([]events.Roll, len(rolls))
	for i, r := range rolls {
		plain[i] = r.Roll
	}
	return m.Fair.VerifyAll(plain)
}

// differs compares what followed with what the log says.
func (m *Match) differs(b events.Adjudicated, r events.Record, res table.Result, rolls []held) *Stopped {
	number := int(b.Window)
	asked := 0
	for _, roll := range res.Rolls {
		if roll.Window == number {
			asked++
		}
	}
	if asked != len(rolls) {
		return &Stopped{Code: table.CodeRollUnasked, Detail: fmt.Sprintf("the log holds %d rolls, the rules asked for %d", len(rolls), asked)}
	}
	next := nextWindow(res.Open)
	if next.Number != b.Next.Number || next.Turn != b.Next.Turn || next.Step != b.Next.Step || next.Asks != b.Next.Asks || !slices.Equal(next.Seats, b.Next.Seats) {
		return &Stopped{Code: table.CodeWindow, Detail: fmt.Sprintf("the log says that window %d (%s) opened, the rules now open %d (%s)", b.Next.Number, b.Next.Step, next.Number, next.Step)}
	}
	ending, winner := "", ""
	if res.Ending != nil {
		if ending, winner = res.Ending.Why, string(res.Ending.Winner); winner == "" {
			winner = "draw"
		}
	}
	if ending != b.Ending || winner != b.Winner {
		return &Stopped{Code: table.CodeDiffers, Detail: fmt.Sprintf("the log ends with %q for %q, the rules with %q for %q", b.Ending, b.Winner, ending, winner)}
	}
	same := func(what string, sealed, got events.Hash) *Stopped {
		told, ok, err := events.Open[events.Digest](r, sealed)
		if err != nil {
			return &Stopped{Code: "E_EVENT", Detail: err.Error()}
		}
		if ok && told.Hash != got {
			return &Stopped{Code: table.CodeDiffers, Detail: fmt.Sprintf("%s: the log says %s, the rules now give %s", what, told.Hash, got)}
		}
		return nil
	}
	if d := same("facts", b.Facts, table.Digest(factsOf(res.Facts, number))); d != nil {
		return d
	}
	if int(b.Layout) != m.Engine.Layout() { // the digests are of positions that another program writes differently; rolls and facts agree
		m.Unproven = append(m.Unproven, number)
		return nil
	}
	if d := same("position", b.State, res.Views.Hash()); d != nil {
		return d
	}
	for _, k := range b.Known {
		if d := same("what "+k.Seat+" knows", k.Hash, res.Views.Knows(table.Seat(k.Seat)).Hash()); d != nil {
			return d
		}
	}
	return nil
}

// settle makes the result of a pass the present.
func (m *Match) settle(e events.Event, number int, res table.Result, rolls []held) {
	m.from, m.through, m.thrown = m.boundary, m.since, res.Rolls
	m.since = slices.Clone(m.since[len(m.since)-res.Seals:])
	var phases []string
	var asked []table.Seat
	turn := 0
	if m.Open != nil {
		phases, asked, turn = m.Open.Phases, m.Open.Seats, m.Open.Turn
	}
	m.boundary, m.Now, m.Open, m.Ending = res.Boundary, res.Views, res.Open, res.Ending
	m.adoptRules(res.Open != nil && len(res.Open.Questions) == 0)
	m.Last = Pass{Seq: e.Seq, Time: e.Time, Window: number, Turn: turn, Facts: factsOf(res.Facts, number)}
	m.recorded[len(m.recorded)-1].facts = m.Last.Facts
	for i, r := range m.recorded[len(m.recorded)-1].rolls {
		if at := slices.IndexFunc(res.Rolls, func(x table.Roll) bool { return x.Window == number && x.Key == r.Key }); at >= 0 {
			m.recorded[len(m.recorded)-1].rolls[i].by = res.Rolls[at].By
		}
	}
	for _, d := range m.Desks {
		d.unseal(m.sealOf(d.Seat))
		own := phases
		if !slices.Contains(asked, d.Seat) {
			own = nil
			d.spare(m.sealOf(d.Seat), phases)
		}
		d.carryOver(res.Views.Knows(d.Seat).Program(), m.sealOf(d.Seat), e.Seq, m.sealSeq, own, res.Views.Turn() != turn)
	}
	m.Sealed, m.openedAt = nil, e.Time
}

func (m *Match) sealOf(s table.Seat) events.SeatSeal {
	for _, seal := range m.Sealed.Seats {
		if seal.Seat == string(s) {
			return seal
		}
	}
	return events.SeatSeal{}
}

// amend corrects the position. It works only while an order window is open: inside a step, local variables would be stale.
func (m *Match) amend(e events.Event, b events.Amended, r events.Record) error {
	if m.Open == nil || len(m.Open.Questions) > 0 || m.Sealed != nil {
		return fmt.Errorf("a position can be corrected only while orders are being collected")
	}
	set, ok, err := events.Open[events.Correction](r, b.SetSealed)
	if err != nil {
		return err
	}
	if !ok {
		return m.stop("E_REDACTED", fmt.Sprintf("event %d: what the game master corrected was left out of this log; it cannot be played again", e.Seq))
	}
	game, err := m.boundary.Amend([]byte(set.Set))
	if err != nil {
		return err
	}
	m.boundary, m.Now = game, game
	m.Amended = append(m.Amended, b)
	return nil
}

// rewind notes a rewind. Fold has already left out what it cut.
func (m *Match) rewind(b events.Rewound) error {
	if m.unopened != nil || m.Open == nil || int(b.Window) != m.Open.Number || m.Sealed != nil {
		return errRewound
	}
	m.Rewinds = append(m.Rewinds, b)
	m.Epoch = b.Epoch
	for _, d := range m.Desks {
		d.Sent = false // what is there may be sent again, or something else: no one is sealed by what he wrote before
	}
	return nil
}
