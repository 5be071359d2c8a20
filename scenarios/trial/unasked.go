package trial

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// pass is a place that play went through.
type pass struct {
	index int // of the places since the position was set
	at    table.At
}

// watched returns a stop that notes the places which play goes through.
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

// unasked reports what happened to lines that no window took: nothing in a file is silently ignored.
func (p *play) unasked() {
	for _, d := range p.desks {
		for _, l := range d.draft {
			if why, _ := p.untaken(d.seat, l); why != nil {
				p.refuse(d.seat, l, why)
			}
		}
		for _, x := range d.texts {
			if !x.read && x.first(p.language.Speech) != "" {
				p.unread(d, x)
			}
		}
		if d.wishes != nil && !d.wishes.read {
			p.stranded(d, d.wishes)
		}
	}
}

// unread reports a text that was not asked for: for each line whose phase went by without asking, why not. If there is no such line, the
// text is a mistake in the file.
func (p *play) unread(d *desk, x *text) {
	parsed := p.parse(x, p.now.Views.Knows(d.seat))
	late := false
	whys := make([]*table.Refusal, len(parsed.Lines))
	for i, l := range parsed.Lines {
		if l.Standing {
			continue
		}
		var gone bool
		whys[i], gone = p.untaken(d.seat, l)
		late = late || gone
	}
	if !late {
		p.stranded(d, x)
		return
	}
	p.faults = append(p.faults, p.understood(d, x, parsed)...)
	for i, l := range parsed.Lines {
		l.ID = fmt.Sprintf("%s-%s.%d", d.seat, x.name, l.Number)
		p.written[l.ID] = x
		if whys[i] != nil {
			p.refuse(d.seat, l, whys[i])
		}
	}
}

// untaken says why a line was in no program, judged by the position in which its phase began; gone reports whether the phase went by.
func (p *play) untaken(s table.Seat, l table.Line) (why *table.Refusal, gone bool) {
	places := p.missed(s, l)
	for _, at := range places {
		then := p.from.Play(p, 0, p.again(at.index)).Views
		if why := then.Knows(s).Allowed(l); why != nil {
			return why, true
		}
	}
	if len(places) > 0 {
		return &table.Refusal{Code: "try.not-asked", Args: []table.FactArg{table.A("phase", places[0].at.Step)}}, true
	}
	return &table.Refusal{Code: "try.not-reached", Args: []table.FactArg{table.A("phases", p.phasesOf(l))}}, false
}

// phasesOf returns the phases in which a line may be carried out.
func (p *play) phasesOf(l table.Line) []string {
	for _, v := range p.engine.Language().Verbs {
		if v.Name == l.Verb && l.Phase == "" {
			return v.Phases
		}
	}
	return []string{l.Phase}
}

// stranded ends the trial with the mistake that a text was never asked for.
func (p *play) stranded(d *desk, x *text) {
	if p.trouble != nil {
		return
	}
	var asked []string
	for _, a := range p.asks {
		if slices.Contains(a.Seats, string(d.seat)) && len(a.Questions) == 0 {
			asked = append(asked, fmt.Sprintf("turn %d step %s", a.Turn, a.Step))
		}
	}
	detail := fmt.Sprintf("%s was never asked for %s", d.seat, x.name)
	switch {
	case x.name == standingText:
		detail = fmt.Sprintf("no window was sealed that could bring the standing orders of %s; a position that is set has them from the beginning", d.seat)
	case len(asked) == 0:
		detail += "; it was asked for no orders"
	default:
		detail += "; it was asked for orders at " + strings.Join(asked, ", ")
	}
	p.trouble = &Trouble{Code: CodeText, Key: fmt.Sprintf("%s.%s", d.seat, x.name), Detail: detail}
}

// mostTried is how many places a line is tried at.
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
