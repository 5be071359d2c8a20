package account

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// Briefing returns what a player has to know before his first order: what the rulebook tells his side, the sequence of play in a rhythm with what
// each of his mails decides, what units do without orders, and the standing orders worth having. Everything but the first comes from the
// game's words: guide.step.STEP, guide.idle.VERB, guide.habit.VERB.
func (r *Reader) Briefing(rhythm string) []table.Chapter {
	return slices.Concat(r.Cited(r.Now.Knows(r.Seat).Briefing()), r.balance(), r.sequence(rhythm), r.idle(), r.habits())
}

// balance tells which side the scenario favours, if anybody has measured it.
func (r *Reader) balance() []table.Chapter {
	if r.Scenario == nil || r.Scenario.Balance.Games == 0 {
		return nil
	}
	b := r.Scenario.Balance
	seat, favours := string(r.Seat), b.Favours()
	for _, w := range b.Won {
		if favours == "" && r.Scenario.Together(table.Seat(w.Seat), r.Seat) || w.Seat == favours {
			seat = w.Seat
		}
	}
	share := b.Share(seat)
	return []table.Chapter{{Title: "letter.guide.balance", Says: []table.Remark{table.Say("letter.guide.balance.share", "",
		table.A("seat", r.Side(table.Seat(seat))), table.A("favoured", favours != ""),
		table.A("is", share.Is), table.A("low", share.Low), table.A("high", share.High), table.A("games", b.Games))}}}
}

// Card returns the reference card of the reader's side, with the directions of the map.
func (r *Reader) Card() []table.Chapter {
	card := r.Cited(r.Now.Knows(r.Seat).Card())
	if len(card) == 0 {
		return nil
	}
	return append(card, r.compass()...)
}

// compass says which directions there are on a map of cells, by the neighbours of one in its middle: names of places do not show how the rows
// are staggered.
func (r *Reader) compass() []table.Chapter {
	grid := r.Now.Knows(r.Seat).Sheet(nil).Grid
	if grid == nil {
		return nil
	}
	places := grid.Places()
	middle := places[len(places)/2]
	for _, p := range places[len(places)/2:] {
		if len(grid.Neighbours(p)) == len(grid.Directions()) {
			middle = p
			break
		}
	}
	t := board.Table{Heads: []string{"letter.guide.direction", "letter.guide.neighbour"}}
	for _, dir := range grid.Directions() {
		if p, ok := grid.Neighbour(middle, dir); ok {
			t.Rows = append(t.Rows, []string{dir, p})
		}
	}
	return []table.Chapter{{Title: "letter.guide.compass", Says: []table.Remark{table.Say("letter.guide.compass.how", "", table.A("place", middle))}, Tables: []board.Table{t}}}
}

// Reach tells where a unit of the reader's can go.
func (r *Reader) Reach(unit string) []table.Chapter { return r.Cited(r.Now.Knows(r.Seat).Reach(unit)) }

// Cited returns chapters in which the rules that are only cited stand in the game's own words.
func (r *Reader) Cited(chapters []table.Chapter) []table.Chapter {
	chapters = slices.Clone(chapters)
	for i, c := range chapters {
		chapters[i].Says = slices.Clone(c.Says)
		for j, x := range c.Says {
			if x.Key == "" && r.RuleText != nil {
				chapters[i].Says[j] = table.Say("letter.guide.rule", x.Rule, table.A("text", r.Book.Tied(r.RuleText(x.Rule))))
			}
		}
	}
	return chapters
}

// sequence tells the steps of a turn, and in which of the reader's order mails he decides what happens in them.
func (r *Reader) sequence(rhythm string) []table.Chapter {
	c := table.Chapter{Title: "letter.guide.sequence"}
	view, mails, settled := r.Now.Knows(r.Seat), r.mails(rhythm), table.RhythmOf(r.Engine, rhythm).Settled
	type line struct {
		phase, text string
		mail        int
	}
	var lines []line
	var told []int // the mails in the order of their steps: those of the set-up are not counted
	for _, step := range r.Engine.Steps() {
		key := "guide.step." + step
		if !r.Book.Has(key) || !view.Holds(step) {
			continue
		}
		mail, text := 0, r.Book.Say(key)
		if wish := "guide.settled." + step; slices.Contains(settled, step) {
			if r.Book.Has(wish) {
				text += " " + r.Book.Say(wish)
			}
		} else if r.orders(step) {
			at := slices.IndexFunc(mails, func(m table.Mail) bool { return slices.Contains(m.Phases, step) })
			if at < 0 {
				at = len(mails)
				mails = append(mails, table.Mail{Phases: []string{step}})
			}
			if !slices.Contains(told, at) {
				told = append(told, at)
			}
			mail = slices.Index(told, at) + 1
		}
		phase := cmp.Or(r.Step(step), r.Phase(step))
		if last := len(lines) - 1; last >= 0 && lines[last].phase == phase && lines[last].mail == mail { // two steps of the rulebook have one name for players
			text = r.Book.Say("letter.guide.step.both", table.A("first", strings.TrimSuffix(lines[last].text, ".")), table.A("second", text))
			lines = lines[:last]
		}
		lines = append(lines, line{phase, text, mail})
	}
	for i, l := range lines {
		c.Says = append(c.Says, table.Say("letter.guide.step", "", table.A("number", i+1), table.A("phase", l.phase), table.A("text", l.text), table.A("mail", l.mail)))
	}
	if len(c.Says) == 0 {
		return nil
	}
	return []table.Chapter{c}
}

// mails returns what the order mails of a rhythm cover.
func (r *Reader) mails(rhythm string) []table.Mail {
	return slices.Clone(table.RhythmOf(r.Engine, rhythm).Mails)
}

// orders reports whether order lines belong to a step.
func (r *Reader) orders(step string) bool {
	return slices.ContainsFunc(r.Language.Verbs, func(v orders.Verb) bool { return !v.Only && slices.Contains(v.Phases, step) })
}

// idle tells what units do that are given no order.
func (r *Reader) idle() []table.Chapter {
	c := table.Chapter{Title: "letter.guide.idle"}
	for _, v := range r.Language.Verbs {
		if key := "guide.idle." + v.Name; r.Book.Has(key) && r.comes(v) {
			c.Says = append(c.Says, table.Say(key, ""))
		}
	}
	if len(c.Says) == 0 {
		return nil
	}
	return []table.Chapter{c}
}

// comes reports whether the scenario has a phase in which a verb is ordered: one without vehicles has none in which they drive.
func (r *Reader) comes(v orders.Verb) bool {
	view := r.Now.Knows(r.Seat)
	return len(v.Phases) == 0 || slices.ContainsFunc(v.Phases, view.Holds)
}

// habits tells the standing orders by which the game is played well.
func (r *Reader) habits() []table.Chapter {
	c := table.Chapter{Title: "letter.guide.habits"}
	for _, l := range r.Now.Knows(r.Seat).Habits() {
		text := ""
		if key := "guide.habit." + l.Verb; r.Book.Has(key) {
			text = r.Book.Say(key)
		}
		c.Says = append(c.Says, table.Say("letter.guide.habit", "", table.A("line", r.Line(l)), table.A("text", text)))
	}
	if len(c.Says) == 0 {
		return nil
	}
	return []table.Chapter{c}
}

// Doings returns what the reader's units can do in some phases, with the lines as he would write them.
func (r *Reader) Doings(phases []string) []letter.Doing {
	var out []letter.Doing
	for _, p := range r.Now.Knows(r.Seat).Prospects(phases) {
		out = append(out, letter.Doing{Prospect: p, Text: r.Phrase(p.Line)})
	}
	return out
}

// Options returns every line that the rules propose in some phases for a unit, or for all if unit is "": first the prospects, then the others
// that are allowed.
func (r *Reader) Options(phases []string, unit string) []letter.Doing {
	view := r.Now.Knows(r.Seat)
	own := func(d letter.Doing) bool { return unit == "" || d.Unit == unit || r.among(view, d.Line, unit) }
	out := slices.DeleteFunc(r.Doings(phases), func(d letter.Doing) bool { return !own(d) })
	for _, phase := range phases {
		for text := range view.Options(phase) {
			l, ok := view.Read(text)
			d := letter.Doing{Prospect: table.Prospect{Unit: r.firstUnit(view.Lexicon(), l), Line: text}, Text: r.Phrase(text)}
			if ok && own(d) && !slices.ContainsFunc(out, func(x letter.Doing) bool { return x.Line == text }) {
				out = append(out, d)
			}
		}
	}
	units := view.Lexicon().Own()
	slices.SortStableFunc(out, func(a, b letter.Doing) int { return slices.Index(units, a.Unit) - slices.Index(units, b.Unit) })
	return out
}

// OptionsOf returns the lines of Options that order one verb.
func (r *Reader) OptionsOf(phases []string, verb string) []letter.Doing {
	view := r.Now.Knows(r.Seat)
	return slices.DeleteFunc(r.Options(phases, ""), func(d letter.Doing) bool {
		l, ok := view.Read(d.Line)
		return !ok || l.Verb != verb
	})
}

// among reports whether a line is for a unit among others: a volley, a stack that marches.
func (r *Reader) among(view table.View, line, unit string) bool {
	l, _ := view.Read(line)
	return slices.ContainsFunc(r.naming(l), func(a table.Arg) bool { return slices.Contains(strings.Split(a.Value, ","), unit) })
}

// naming returns the arguments of a line that can name units of the player's. A place may have the name of a unit.
func (r *Reader) naming(l table.Line) []table.Arg {
	verb, _ := r.Language.Named(l.Verb)
	return slices.DeleteFunc(slices.Clone(l.Args), func(a table.Arg) bool {
		i := slices.IndexFunc(verb.Args, func(p orders.Param) bool { return p.Name == a.Name })
		return i >= 0 && verb.Args[i].Kind != orders.KindOwn && verb.Args[i].Kind != orders.KindUnit
	})
}

// firstUnit returns the unit of the player's that a line orders, or "".
func (r *Reader) firstUnit(lex orders.Lexicon, l table.Line) string {
	named := r.naming(l)
	for _, a := range named {
		if slices.Contains(lex.Own(), a.Value) {
			return a.Value
		}
	}
	for _, a := range named {
		for _, one := range orders.List(l.Args, a.Name) {
			if slices.Contains(lex.Own(), one) {
				return one
			}
		}
	}
	return ""
}

// Read reads order lines as the reader writes them.
func (r *Reader) Read(text string) orders.Parsed { return r.parser().Parse(text, 1) }

// Thing reads a name of a unit or a place as the reader would write it.
func (r *Reader) Thing(text string) (orders.Thing, bool) { return r.parser().Thing(text) }

// Later returns the names of the phases of this turn, or player turn, in which the reader orders after those of a window.
func (r *Reader) Later(rhythm string, open table.Window) []string {
	var out []string
	view, after, of := r.Now.Knows(r.Seat), false, table.RhythmOf(r.Engine, rhythm)
	for _, step := range r.Engine.Steps() {
		switch name := r.Step(step); {
		case slices.Contains(open.Phases, step):
			out, after = nil, true
		case after && name != "" && r.orders(step) && of.Due(view, open, step) && !slices.Contains(out, name):
			out = append(out, name)
		}
	}
	return out
}

// shortName is how long a phase's name may be to stand in a list or a subject.
const shortName = 34

// Step returns the short name of a step: the words of "step.STEP", else the name of the phase unless it is a whole sentence.
func (r *Reader) Step(step string) string {
	if key := "step." + step; r.Book.Has(key) {
		return r.Book.Say(key)
	}
	if name := r.Phase(step); columns.Width(name) <= shortName {
		return name
	}
	return ""
}
