package trial

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// result reports what followed.
func (p *play) result() (*Result, error) {
	r := &Result{
		Game: p.engine.Name(), Scenario: p.file.Scenario, Faults: p.faults, Error: p.trouble,
		Spoken: p.spoken, Asks: p.allAsks(), Facts: []Fact{}, Rolls: []Roll{}, Refusals: []Refusal{}, Questions: []Question{},
	}
	if r.Faults == nil {
		r.Faults = []Fault{}
	}
	for i, f := range append(p.facts, p.now.Facts...) {
		r.Facts = append(r.Facts, p.fact(i+1, f))
		if f.Kind == table.FactRefused {
			r.Refusals = append(r.Refusals, p.refusal(f))
		}
	}
	r.Refusals = append(r.Refusals, p.late...)
	for _, roll := range append(p.rolls, p.now.Rolls...) {
		r.Rolls = append(r.Rolls, Roll{Label: roll.Key, Purpose: lastPart(roll.Key), By: string(roll.By), Sides: roll.Sides, Values: roll.Values, Draw: roll.Draw})
	}
	if v := p.now.Views; v != nil {
		r.Turn, r.State = v.Turn(), v.Describe()
	}
	if w := p.now.Open; w != nil {
		for _, q := range w.Questions {
			r.Questions = append(r.Questions, Question{Seat: string(q.Seat), Key: q.Key, Decision: q.Decision, Rule: q.Rule, Options: q.Options, Default: q.Default})
		}
	}
	if e := p.now.Ending; e != nil {
		r.Ending = &Ending{Winner: string(e.Winner), Rule: e.Rule, Why: e.Why, Text: p.book.Say(e.Why)}
	}
	if dice, draws := p.script.Unused(); r.Error == nil && len(dice)+len(draws) > 0 {
		r.Error = &Trouble{Code: table.CodeRollUnasked, Detail: fmt.Sprintf("nobody asked for the scripted dice %v and draws %v", dice, draws)}
	}
	for i, done := range p.answered {
		if a := p.file.Answers[i]; r.Error == nil && !done {
			r.Error = &Trouble{Code: table.CodeAnswer, Key: a.Question, Detail: p.unaskedFor(a)}
		}
	}
	r.Letters = p.letters()
	return r, p.compare(r)
}

// lastPart returns what a roll is for: the last part of its key, without the "#2" of a repetition.
func lastPart(key string) string {
	last := key[strings.LastIndexByte(key, '/')+1:]
	purpose, _, _ := strings.Cut(last, "#")
	return purpose
}

// fact makes a fact readable.
func (p *play) fact(seq int, f table.Fact) Fact {
	out := Fact{Seq: seq, Turn: f.Turn, Step: f.Step, Rule: f.Rule, Kind: f.Kind, Text: p.book.Fact(f)}
	if f.For != nil {
		out.For = []string{}
	}
	for _, s := range f.For {
		out.For = append(out.For, string(s))
	}
	for _, a := range f.Args {
		if out.Args == nil {
			out.Args = map[string]any{}
		}
		out.Args[a.Name] = a.Value
		if list, ok := a.Value.([]string); ok && list == nil {
			out.Args[a.Name] = []string{}
		}
		if s, ok := a.Value.(table.Sum); ok {
			if out.Arithmetic == nil {
				out.Arithmetic = map[string]string{}
			}
			out.Arithmetic[a.Name] = p.book.Sum(s)
		}
	}
	return out
}

// refusal reads a fact that a line was not allowed.
func (p *play) refusal(f table.Fact) Refusal {
	r := Refusal{Rule: f.Rule}
	if len(f.For) > 0 {
		r.Seat = string(f.For[0])
	}
	for _, a := range f.Args {
		switch v := a.Value.(type) {
		case int:
			if a.Name == "line" {
				r.Line = v
			}
		case string:
			switch a.Name {
			case "id":
				if x := p.written[v]; x != nil {
					r.In = x.name
				}
			case "text":
				r.Order = v
			case "code":
				r.Reason, r.Text = v, p.book.Say(v, f.Args...)
			}
		case []string:
			if a.Name == "legal" {
				r.Legal = p.reader(table.Seat(r.Seat)).Legal(v)
			}
		}
	}
	return r
}

// refuse notes that a line was in no program, and why.
func (p *play) refuse(s table.Seat, l table.Line, why *table.Refusal) {
	r := Refusal{
		Seat: string(s), Line: int(l.Number), Order: l.Text, Reason: why.Code, Rule: why.Rule, Text: p.book.Say(why.Code, why.Args...),
		Legal: p.reader(s).Legal(why.Legal),
	}
	if x := p.written[l.ID]; x != nil {
		r.In = x.name
	}
	p.late = append(p.late, r)
}

// fault says what was not understood of a text.
func (p *play) fault(seat table.Seat, x *text, f events.Fault) Fault {
	var args []table.FactArg
	for _, a := range f.Args {
		args = append(args, table.A(a.Name, a.Value))
	}
	return Fault{
		Seat: string(seat), In: x.name, Line: int(f.Number), Column: int(f.Column), Typed: f.Typed, Reason: f.Code, Text: p.book.Say(f.Code, args...),
		Suggestions: f.Suggestions,
	}
}
