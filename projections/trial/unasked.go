package trial

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// pass is a place that play went through.
type pass struct {
	index int // of the places since the position was set
	at    table.At
}

// watched is a stop that notes the places which play goes through.
func (p *play) watched(stop func(table.At) bool) func(table.At) bool {
	p.passed, p.places = nil, 0
	return func(a table.At) bool {
		if stop != nil && stop(a) {
			return true
		}
		p.passed = append(p.passed, pass{p.places, a})
		p.places++
		return false
	}
}

// unasked refuses the lines of phases that went by because nothing at all could be done in them: nobody was asked, so
// nobody has said yet what was wrong with the line. Why, is told of the position in which the phase began.
func (p *play) unasked() {
	for _, d := range p.desks {
		view := p.now.Views.Knows(d.seat)
		lines := slices.Clone(d.draft)
		if len(d.mails) > 0 {
			parsed := orders.Parse(p.engine.Language(), view.Lexicon(), block(d.mails[0]), 1)
			late := slices.ContainsFunc(parsed.Lines, func(l table.Line) bool { return len(p.missed(d.seat, l)) > 0 })
			for _, f := range parsed.Faults {
				if late || len(parsed.Lines) == 0 {
					p.faults = append(p.faults, p.fault(d.seat, f))
				}
			}
			lines = append(lines, parsed.Lines...)
		}
		for _, l := range lines {
			if l.Standing {
				continue
			}
			for _, at := range p.missed(d.seat, l) {
				then := p.from.Play(p, 0, p.again(at.index)).Views
				if why := then.Knows(d.seat).Allowed(l); why != nil {
					p.late = append(p.late, Refusal{Seat: string(d.seat), Line: int(l.Number), Order: l.Text, Reason: why.Code, Rule: why.Rule, Text: p.book.Say(why.Code, why.Args...)})
					break
				}
			}
		}
	}
}

// mostTried bounds the places at which a line is tried.
const mostTried = 40

// missed lists the places of a line's phases that play went through without asking its seat, the last one first.
func (p *play) missed(s table.Seat, l table.Line) []pass {
	var out []pass
	for _, at := range slices.Backward(p.passed) {
		if w := at.at.Window; w != nil && slices.Contains(w.Seats, s) || len(out) == mostTried {
			continue
		}
		if p.speaksTo(table.Window{Phases: []string{at.at.Step}}, l) {
			out = append(out, at)
		}
	}
	return out
}

// again stops at a place by its number.
func (p *play) again(index int) func(table.At) bool {
	n := 0
	return func(table.At) bool {
		n++
		return n > index
	}
}
