package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/events"
)

// AskVerb is the standing order that the kernel gives to every game with a table of decisions: "standing ask BB-D17" puts decisions of that
// row to the player instead of settling them by default.
const AskVerb = "ask"

// engine is a checked rulebook together with what is looked up in it.
type engine[G State[G], D any] struct {
	rules    *Rules[G, D]
	language orders.Language // of the verbs and conditions
	grammar  *orders.Grammar
	form     *position.Form // how positions are written
}

// NewEngine checks a rulebook's data and makes its engine. It panics with a list of everything that is wrong, such as a verb whose phase is
// not a step, or a duplicate condition.
func NewEngine[G State[G], D any](r *Rules[G, D]) Engine {
	if faults := r.faults(); len(faults) > 0 {
		panic(fmt.Sprintf("table: the rulebook %q cannot be played:\n- %s", r.Name, strings.Join(faults, "\n- ")))
	}
	e := &engine[G, D]{rules: r}
	e.form, _ = position.Of(*new(G)) // faults has checked it
	for _, o := range r.Orders {
		e.language.Verbs = append(e.language.Verbs, o.Verb)
	}
	if ask, ok := r.askVerb(); ok {
		e.language.Verbs = append(e.language.Verbs, ask)
	}
	for _, c := range r.Conditions {
		e.language.Conditions = append(e.language.Conditions, c.Condition)
	}
	e.language.Terms = r.Terms
	for _, d := range r.Decisions {
		e.language.Decisions = append(e.language.Decisions, orders.Told{Name: d.ID})
	}
	for _, rhythm := range r.Rhythms {
		e.language.Rhythms = append(e.language.Rhythms, orders.Told{Name: rhythm.Name})
	}
	e.grammar = orders.NewGrammar(e.language)
	return e
}

// askVerb returns the verb "ask" with the decisions that may be asked, or false if there are none.
func (r *Rules[G, D]) askVerb() (orders.Verb, bool) {
	param := orders.Param{Name: "decision", Kind: orders.KindWord, Repeated: true}
	for _, d := range r.Decisions {
		if !d.Covert {
			param.Words = append(param.Words, orders.Choice{Name: d.ID})
		}
	}
	if len(param.Words) == 0 {
		return orders.Verb{}, false
	}
	return orders.Verb{Name: AskVerb, Args: []orders.Param{param}, Standing: true, Only: true, Rule: param.Words[0].Name}, true
}

// askedFor returns the decisions that a standing order of AskVerb names.
func askedFor(l Line) []string {
	var out []string
	for _, a := range l.Args {
		if a.Name == "decision" {
			out = append(out, strings.FieldsFunc(a.Value, func(r rune) bool { return r == ',' || r == ' ' })...)
		}
	}
	return out
}

// faults lists what is wrong with a rulebook.
func (r *Rules[G, D]) faults() []string {
	var out []string
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if r.Name == "" {
		wrong("it has no name")
	}
	if r.Revision < 1 {
		wrong("revision %d: the first is 1", r.Revision)
	}
	if r.Setup == nil || r.Attach == nil || r.Tells == nil || r.Turn == nil || r.Lexicon == nil {
		wrong("Setup, Attach, Tells, Turn and Lexicon must be there")
	}
	if _, err := position.Of(*new(G)); err != nil {
		wrong("%v", err)
	}
	if _, err := position.Of(r.Settings); r.Settings != nil && err != nil {
		wrong("settings: %v", err)
	}
	if len(r.Sequence) == 0 {
		wrong("the sequence of play is empty")
	}
	var steps []string
	for _, s := range r.Sequence {
		if s.Name == "" || strings.ContainsAny(s.Name, "/#@") || slices.Contains(steps, s.Name) {
			wrong("step %q: a name that is empty, used twice, or has one of / # @ in it", s.Name)
		}
		if s.Play == nil {
			wrong("step %q has no Play", s.Name)
		}
		steps = append(steps, s.Name)
	}
	phase := func(where, name string) {
		if !slices.Contains(steps, name) {
			wrong("%s: there is no step %q", where, name)
		}
	}
	for i, rhythm := range r.Rhythms {
		if slices.ContainsFunc(r.Rhythms[:i], func(o Rhythm) bool { return o.Name == rhythm.Name }) || rhythm.Name == "" {
			wrong("rhythm %q: a name that is empty or used twice", rhythm.Name)
		}
		var seen []string
		for _, m := range rhythm.Mails {
			for _, p := range m.Phases {
				phase("rhythm "+rhythm.Name, p)
				if slices.Contains(seen, p) {
					wrong("rhythm %s: two mails cover %q", rhythm.Name, p)
				}
				seen = append(seen, p)
			}
		}
	}
	for i, d := range r.Decisions {
		if d.ID == "" || slices.ContainsFunc(r.Decisions[:i], func(o Decision) bool { return o.ID == d.ID }) {
			wrong("decision %q: an id that is empty or used twice", d.ID)
		}
		if d.Covert && d.Ask {
			wrong("decision %s is covert and asked", d.ID)
		}
	}
	bots := slices.Concat(r.Bots, r.Manners)
	for i, b := range bots {
		if b.Name == "" || b.Name == RandomBot || b.Write == nil || slices.ContainsFunc(bots[:i], func(o Bot[G]) bool { return o.Name == b.Name }) {
			wrong("bot %q: a name that is empty, used twice or the kernel's own, or nothing that writes", b.Name)
		}
	}
	return append(out, r.languageFaults(phase)...)
}

// languageFaults lists what is wrong with the verbs and conditions.
func (r *Rules[G, D]) languageFaults(phase func(where, name string)) []string {
	var out []string
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for i, o := range r.Orders {
		if o.Name == AskVerb || slices.ContainsFunc(r.Orders[:i], func(p Order[G]) bool { return p.Name == o.Name }) {
			wrong("verb %q is there twice, or is the kernel's own", o.Name)
		}
		if o.Only && !o.Standing {
			wrong("verb %q is only a standing order, but may not be one", o.Name)
		}
		if o.Only && o.Options != nil {
			wrong("verb %q is only a standing order: nothing proposes it", o.Name)
		}
		if !o.Only && len(o.Phases) == 0 {
			wrong("verb %q belongs to no phase", o.Name)
		}
		for _, p := range o.Phases {
			phase("verb "+o.Name, p)
		}
	}
	for i, c := range r.Conditions {
		if slices.ContainsFunc(r.Conditions[:i], func(h Condition[G]) bool { return h.Name == c.Name }) {
			wrong("condition %q is there twice", c.Name)
		}
	}
	return out
}

func (e *engine[G, D]) Name() string              { return e.rules.Name }
func (e *engine[G, D]) Prefix() string            { return e.rules.Prefix }
func (e *engine[G, D]) Revision() int             { return e.rules.Revision }
func (e *engine[G, D]) Language() orders.Language { return e.language }
func (e *engine[G, D]) Rhythms() []Rhythm         { return slices.Clone(e.rules.Rhythms) }
func (e *engine[G, D]) Decisions() []Decision     { return slices.Clone(e.rules.Decisions) }

func (e *engine[G, D]) Steps() []string {
	var out []string
	for _, s := range e.rules.Sequence {
		out = append(out, s.Name)
	}
	return out
}

func (e *engine[G, D]) Opening(step string) bool {
	return slices.ContainsFunc(e.rules.Sequence, func(s Step[G]) bool { return s.Name == step && s.Opening })
}

func (e *engine[G, D]) Layout() int { return 1000*layout + e.rules.Layout }

func (e *engine[G, D]) Keys() []string { return e.form.Keys() }

func (e *engine[G, D]) BotNames() []string {
	out := []string{RandomBot}
	for _, b := range e.rules.Bots {
		out = append(out, b.Name)
	}
	return out
}

func (e *engine[G, D]) Foresight() bool { return e.rules.Foresight }

func (e *engine[G, D]) Horizon() int { return e.rules.Horizon }

func (e *engine[G, D]) Document() any { return new(D) }

func (e *engine[G, D]) Check(doc any) []Flaw {
	d, ok := doc.(*D)
	if !ok {
		return []Flaw{{Message: fmt.Sprintf("%T is no document of %s", doc, e.rules.Name)}}
	}
	var allowed []Allowed
	if e.rules.Allows != nil {
		allowed = e.rules.Allows(d)
	}
	scenario := e.rules.Tells(d)
	out := slices.Concat(scenario.flaws(e.rules.Allows == nil, allowed), scenario.Balance.flaws(scenario.Sides))
	if e.rules.Check != nil {
		out = append(out, e.rules.Check(d)...)
	}
	return out
}

func (e *engine[G, D]) Scenario(doc []byte) (*Scenario, error) {
	d := new(D)
	if err := json.Unmarshal(doc, d); err != nil {
		return nil, fmt.Errorf("%s: scenario: %w", e.rules.Name, err)
	}
	var s Scenario
	if h := Guard("scenario", func() {
		if e.rules.Survey != nil {
			e.rules.Survey(d)
		}
		position.Clip(d)
		s = e.rules.Tells(d)
	}); h != nil {
		return nil, h
	}
	s.document, s.text = d, doc
	return &s, nil
}

// Open puts the position before the first step.
func (e *engine[G, D]) Open(s Setup) (Game, error) {
	g, d, err := e.blank(s)
	if err != nil {
		return nil, err
	}
	seats := s.Scenario.Seats()
	if len(seats) == 0 || slices.Contains(seats, "") {
		return nil, errors.New("table: a game needs seats, each with a name")
	}
	opt := slices.Clip(s.Options)
	if g.rhythm.Name != "" { // rules whose Who depends on the rhythm read it from the options
		opt = append(opt, events.Option{Name: "rhythm", Value: g.rhythm.Name})
	}
	if h := Guard("open", func() { g.at.pos = e.rules.Setup(d, opt) }); h != nil {
		return nil, h
	}
	g.at.book = newBook(seats)
	return g, nil
}

// blank returns a game of a setup without a position yet, with the setup's document.
func (e *engine[G, D]) blank(s Setup) (*game[G, D], *D, error) {
	if s.Revision == 0 {
		s.Revision = e.rules.Revision
	}
	if s.Revision < 0 || s.Revision > e.rules.Revision {
		return nil, nil, fmt.Errorf("table: %s has no revision %d, the newest is %d", e.rules.Name, s.Revision, e.rules.Revision)
	}
	rhythm, err := e.rhythm(s.Rhythm)
	if err != nil {
		return nil, nil, err
	}
	if s.Scenario == nil {
		return nil, nil, errors.New("table: a game needs a scenario")
	}
	d, ok := s.Scenario.document.(*D)
	if !ok {
		return nil, nil, fmt.Errorf("table: %s cannot play a scenario of another rulebook", e.rules.Name)
	}
	return &game[G, D]{e: e, setup: s, rhythm: rhythm}, d, nil
}

func (e *engine[G, D]) rhythm(name string) (Rhythm, error) {
	for i, r := range e.rules.Rhythms {
		if r.Name == name || name == "" && i == 0 {
			return r, nil
		}
	}
	if name == "" {
		return Rhythm{}, nil
	}
	return Rhythm{}, fmt.Errorf("table: %s has no rhythm %q", e.rules.Name, name)
}

func (e *engine[G, D]) placeOf(step string) int {
	return slices.IndexFunc(e.rules.Sequence, func(s Step[G]) bool { return s.Name == step })
}

func (e *engine[G, D]) verb(name string) *orders.Verb {
	for i := range e.language.Verbs {
		if e.language.Verbs[i].Name == name {
			return &e.language.Verbs[i]
		}
	}
	return nil
}

func (e *engine[G, D]) isClause(verb, clause string) bool {
	v := e.verb(verb)
	return v != nil && slices.ContainsFunc(v.Clauses, func(c orders.Verb) bool { return c.Name == clause })
}

// phaseOf returns the first of some phases to which a verb belongs.
func (e *engine[G, D]) phaseOf(verb string, phases []string) string {
	if v := e.verb(verb); v != nil {
		for _, p := range phases {
			if slices.Contains(v.Phases, p) {
				return p
			}
		}
	}
	return ""
}

func (e *engine[G, D]) condition(name string) *Condition[G] {
	for i := range e.rules.Conditions {
		if e.rules.Conditions[i].Name == name {
			return &e.rules.Conditions[i]
		}
	}
	return nil
}

func (e *engine[G, D]) order(verb string) *Order[G] {
	for i := range e.rules.Orders {
		if e.rules.Orders[i].Name == verb {
			return &e.rules.Orders[i]
		}
	}
	return nil
}

// check tests a line on what its seat knows, and returns why it is not allowed, or nil.
func (e *engine[G, D]) check(known G, s Seat, l Line) *Refusal {
	o := e.order(l.Verb)
	if o == nil && e.verb(l.Verb) == nil {
		return &Refusal{Code: "table.no-such-verb", Args: []FactArg{A("verb", l.Verb)}}
	}
	if o == nil || o.Check == nil {
		return nil
	}
	return o.Check(known, s, l)
}

// filed tests a line that is to be filed.
func (e *engine[G, D]) filed(known G, s Seat, l Line) *Refusal {
	if r := e.check(known, s, l); r != nil {
		return r
	}
	if o := e.order(l.Verb); o != nil && o.Filed != nil {
		return o.Filed(known, s, l)
	}
	return nil
}
