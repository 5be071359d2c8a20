package desk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Policies are the standing orders of a seat: those that will be in force once a text is sent, and those that could be given now.
type Policies struct {
	Stands     []Stand  `json:"stands"`
	Verbs      []Policy `json:"verbs"`
	Conditions []Policy `json:"conditions"` // that may guard one
}

// Stand is one standing order.
type Stand struct {
	Text  string `json:"text"`
	Row   int    `json:"row"`   // in the text; -1 for one that is in force and not in it
	Out   bool   `json:"out"`   // the text withdraws or replaces it
	Fixed bool   `json:"fixed"` // no number takes it back: another line has the same, or it has none
	Armed bool   `json:"armed"`
	Why   string `json:"why"`  // it is not armed
	Form  *Given `json:"form"` // as fields; nil if the form cannot hold it: two conditions, another line if it fails
}

// Given is a standing order as the fields of a form. Values are canonical where they were read from a line and may be whatever a player types.
type Given struct {
	Verb    string     `json:"verb"`
	Args    []Value    `json:"args"`
	Guard   string     `json:"guard"` // "if", "when" or ""
	Not     bool       `json:"not"`
	When    string     `json:"when"` // name of the condition
	Of      []Value    `json:"of"`   // its arguments
	Clauses []ClauseOf `json:"clauses"`
}

// ClauseOf is a clause of a standing order.
type ClauseOf struct {
	Verb string  `json:"verb"`
	Args []Value `json:"args"`
}

// Value is an argument by its name; those of a list are joined with commas.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Policy is a verb that may be a standing order, a clause of one, or a condition.
type Policy struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"` // as the reader writes it
	Says    string   `json:"says"`
	Rule    string   `json:"rule"`
	Example string   `json:"example"`
	Fields  []Field  `json:"fields"`
	Clauses []Policy `json:"clauses"`
}

// Field is an argument.
type Field struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"` // the word that introduces it, and what it is
	Says     string   `json:"says"`
	Kind     string   `json:"kind"` // "choice", "place", "number", "text", "settings"
	Optional bool     `json:"optional"`
	Repeated bool     `json:"repeated"`
	Choices  []Choice `json:"choices"`
}

// Choice is what an argument may be: a word, a unit, or a setting with what it may be set to, which is anything if Values is empty.
type Choice struct {
	Value  string   `json:"value"`
	Title  string   `json:"title"`
	Values []Choice `json:"values"`
}

// Standing lists the standing orders of a letter's seat, as they will be once a text is sent, and those that could be given.
func (d *Desk) Standing(id, lang, text string) (Policies, error) {
	l, err := d.find(id)
	if err != nil {
		return Policies{}, err
	}
	f, err := d.form(l, lang, false)
	if err != nil {
		return Policies{}, err
	}
	rows, _, err := d.rows(l, lang, text, nil)
	if err != nil {
		return Policies{}, err
	}
	out := Policies{Stands: f.inForce(rows), Verbs: []Policy{}, Conditions: []Policy{}}
	for _, w := range rows {
		for _, x := range w.lines {
			if x.Standing {
				out.Stands = append(out.Stands, Stand{Text: f.r.Line(x), Row: w.Row.Row, Armed: true, Form: given(x)})
			}
		}
	}
	for _, v := range f.r.Language.Verbs {
		if !v.Standing {
			continue
		}
		stands := func(s Stand) bool { return s.Form != nil && s.Form.Verb == v.Name }
		if p := f.policy(v); p.possible() || slices.ContainsFunc(out.Stands, stands) {
			out.Verbs = append(out.Verbs, p)
		}
	}
	if len(out.Verbs) > 0 {
		for _, c := range f.r.Language.Conditions {
			if p := f.policy(orders.Verb{Name: c.Name, Args: c.Args, Rule: c.Rule, Aliases: c.Aliases, Help: c.Help}); p.possible() {
				out.Conditions = append(out.Conditions, p)
			}
		}
	}
	return out, nil
}

// possible reports whether each argument that must be there has something that it can be: nothing can be said of a unit before the armies are there.
func (p Policy) possible() bool {
	return !slices.ContainsFunc(p.Fields, func(f Field) bool { return f.Kind == "choice" && !f.Optional && len(f.Choices) == 0 })
}

// inForce lists what the letter has in force, and whether the rows leave it so: a standing order replaces those of its verb.
func (f *form) inForce(rows []written) []Stand {
	lines := f.view.Standing()
	out := []Stand{}
	for _, s := range lines {
		number := s.Line.Number
		x := Stand{Text: f.r.Line(s.Line), Row: -1, Armed: s.Armed, Form: given(s.Line), Fixed: !f.single(number)}
		if s.Why != "" {
			x.Why = f.r.Word(s.Why)
		}
		for _, w := range rows {
			x.Out = x.Out || slices.Contains(w.takes, number) || slices.ContainsFunc(w.lines, func(l table.Line) bool { return l.Standing && l.Verb == s.Line.Verb })
		}
		out = append(out, x)
	}
	return out
}

// single reports whether a number means one standing order, and no order that waits.
func (f *form) single(number int64) bool {
	n := 0
	for _, s := range f.view.Standing() {
		if s.Line.Number == number {
			n++
		}
	}
	return n == 1 && number > 0 && !slices.ContainsFunc(f.view.Program(), func(l table.Line) bool { return l.Number == number })
}

// given puts a line into the fields of a form, or returns nil if it has no room there.
func given(l table.Line) *Given {
	if len(l.Otherwise) > 0 || len(l.When) > 1 || len(l.When) == 1 && len(l.When[0]) > 1 {
		return nil
	}
	g := &Given{Verb: l.Verb, Args: values(l.Args), Guard: l.Guard, Of: []Value{}, Clauses: []ClauseOf{}}
	if len(l.When) == 1 && len(l.When[0]) == 1 {
		t := l.When[0][0]
		g.When, g.Not, g.Of = t.Name, t.Not, values(t.Args)
	}
	for _, c := range l.Clauses {
		g.Clauses = append(g.Clauses, ClauseOf{c.Verb, values(c.Args)})
	}
	return g
}

func values(args []orders.Arg) []Value {
	out := []Value{}
	for _, a := range args {
		out = append(out, Value{a.Name, a.Value})
	}
	return out
}

// policy describes a verb.
func (f *form) policy(v orders.Verb) Policy {
	lang := orders.Lang(f.r.Lang)
	p := Policy{Name: v.Name, Title: v.Spoken(lang), Says: v.Help.In(lang), Rule: v.Rule, Example: v.Example.In(lang), Fields: []Field{}, Clauses: []Policy{}}
	for _, a := range v.Args {
		p.Fields = append(p.Fields, f.field(a))
	}
	for _, c := range v.Clauses {
		p.Clauses = append(p.Clauses, f.policy(c))
	}
	return p
}

// field describes an argument.
func (f *form) field(a orders.Param) Field {
	lang := orders.Lang(f.r.Lang)
	x := Field{Name: a.Name, Says: a.Help.In(lang), Kind: "choice", Optional: a.Optional, Repeated: a.Repeated, Choices: []Choice{}}
	if a.Prefix != "" {
		x.Title = a.Introduction(lang) + " "
	}
	switch a.Kind {
	case orders.KindOwn:
		x.Choices = f.units(f.lex.Own())
	case orders.KindEnemy:
		x.Choices = f.units(f.lex.Enemies())
	case orders.KindUnit:
		x.Choices = f.units(slices.Concat(f.lex.Own(), f.lex.Enemies()))
	case orders.KindSide:
		for _, s := range f.lex.Sides() {
			x.Choices = append(x.Choices, Choice{Value: s, Title: f.r.Side(table.Seat(s))})
		}
	case orders.KindDir:
		x.Choices = f.units(f.lex.Directions())
	case orders.KindWord:
		x.Choices = f.words(a.Words)
	case orders.KindPair:
		x.Kind, x.Choices = "settings", f.words(a.Words)
	case orders.KindNumber:
		x.Kind = "number"
	case orders.KindPlace, orders.KindPath, orders.KindTarget:
		x.Kind = "place"
	default:
		x.Kind = "text"
	}
	if a.Kind == orders.KindWord && len(a.Words) > 0 {
		x.Title += cmp.Or(x.Says, a.Name)
	} else {
		x.Title += f.r.Word(a.Kind.Key())
	}
	return x
}

func (f *form) units(ids []string) []Choice {
	out := []Choice{}
	for _, id := range ids {
		out = append(out, Choice{Value: id, Title: f.r.Word(id)})
	}
	return out
}

func (f *form) words(list []orders.Choice) []Choice {
	out := []Choice{}
	for _, c := range list {
		title := c.Spoken(orders.Lang(f.r.Lang))
		if name := f.r.Decision(c.Name); name != c.Name {
			title += ": " + name
		}
		out = append(out, Choice{Value: c.Name, Title: title, Values: f.words(c.Values)})
	}
	return out
}

// Edit is a change to the standing orders of a text.
type Edit struct {
	Stand int    `json:"stand"` // of Policies.Stands; -1 gives a new one
	Given *Given `json:"given"` // nil takes it away
}

// Stand writes a change of standing orders into the text of a form, as lines that the player may edit. Because a standing order replaces all of its
// verb, those of the same verb that are to stay are given again with it. One that goes alone is withdrawn by its number.
func (d *Desk) Stand(id, lang, text string, e Edit) (string, error) {
	p, err := d.Standing(id, lang, text)
	if err != nil {
		return "", err
	}
	l, err := d.find(id)
	if err != nil {
		return "", err
	}
	f, err := d.form(l, lang, false)
	if err != nil {
		return "", err
	}
	var old *Stand
	if e.Stand >= 0 && e.Stand < len(p.Stands) {
		old = &p.Stands[e.Stand]
	}
	line := ""
	if e.Given != nil {
		line = f.line(*e.Given)
	}
	rows := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if old != nil && old.Row >= 0 { // it stands in the text
		if line == "" {
			return strings.Join(slices.Delete(rows, old.Row, old.Row+1), "\n"), nil
		}
		rows[old.Row] = line
		return strings.Join(rows, "\n"), nil
	}
	var lines []string
	verb := ""
	switch {
	case e.Given != nil:
		verb = e.Given.Verb
	case old != nil && old.Form != nil:
		verb = old.Form.Verb
	}
	for i, s := range p.Stands { // what stays of its verb, in its order
		switch {
		case i == e.Stand:
			if line != "" {
				lines = append(lines, line)
			}
		case s.Row < 0 && !s.Out && s.Form != nil && s.Form.Verb == verb:
			lines = append(lines, s.Text)
		}
	}
	if e.Stand < 0 && line != "" {
		lines = append(lines, line)
	}
	if len(lines) == 0 && old != nil && !old.Fixed {
		if number := f.view.Standing()[e.Stand].Line.Number; number > 0 {
			return f.r.Book.Say("letter.command.name.withdraw") + " " + strconv.FormatInt(number, 10) + "\n" + text, nil
		}
	}
	return insert(rows, lines, f), nil
}

// insert puts lines before the end of a form.
func insert(rows, lines []string, f *form) string {
	at := len(rows)
	for i, r := range rows {
		if f.speech.IsEnd(strings.TrimSpace(r)) {
			at = i
			break
		}
	}
	for at > 1 && strings.TrimSpace(rows[at-1]) == "" {
		at--
		rows = slices.Delete(rows, at, at+1)
	}
	return strings.Join(slices.Insert(rows, at, lines...), "\n")
}

// line writes what a form holds as an order line in the reader's words. What is not understood stays as it was typed: the line is checked like any
// other.
func (f *form) line(g Given) string {
	x := table.Line{Standing: true, Verb: g.Verb, Args: args(g.Args)}
	if g.When != "" {
		x.Guard = cmp.Or(g.Guard, "if")
		x.When = [][]orders.Term{{{Name: g.When, Not: g.Not, Args: args(g.Of)}}}
	}
	for _, c := range g.Clauses {
		x.Clauses = append(x.Clauses, orders.Clause{Verb: c.Verb, Args: args(c.Args)})
	}
	typed := f.grammar.Text(x)
	read := f.parser.Parse(typed, 1)
	if len(read.Faults) > 0 || len(read.Lines) != 1 {
		return typed
	}
	return f.r.Line(read.Lines[0])
}

func args(list []Value) []orders.Arg {
	var out []orders.Arg
	for _, v := range list {
		if value := strings.TrimSpace(v.Value); value != "" {
			out = append(out, orders.Arg{Name: v.Name, Value: value})
		}
	}
	return out
}
