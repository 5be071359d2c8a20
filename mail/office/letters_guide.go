package office

import (
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// briefing returns the briefing of the seat with its card, or nil before the game begins.
func (w *writer) briefing() (briefing []table.Chapter, card *letter.Paper) {
	if w.m.Now == nil {
		return nil, nil
	}
	if chapters := w.Card(); len(chapters) > 0 {
		card = &letter.Paper{Head: w.head(), Kind: "card", Chapters: chapters}
	}
	return w.Briefing(w.m.Announced.Rhythm), card
}

// doings returns what the seat's units can do in the open window.
func (w *writer) doings() []letter.Doing {
	if !w.orderable() {
		return nil
	}
	return w.Doings(w.m.Open.Phases)
}

// orderable reports whether the open window waits for order lines of the seat.
func (w *writer) orderable() bool {
	return w.m.Now != nil && w.m.Open != nil && w.m.Awaits(w.seat) && w.m.Sealed == nil && len(w.m.Open.Questions) == 0
}

// guide answers BRIEFING, CARD and the questions about what can be seen, reached, shot at and ordered.
func (w *writer) guide(kind string, c message.Command) letter.Letter {
	p := letter.Paper{Head: w.head(), Kind: kind, About: strings.TrimSpace(w.topic(c.Args))}
	if w.m.Now == nil {
		return w.unguided(p, "not-begun")
	}
	view := w.m.Now.Knows(w.seat)
	switch kind {
	case "briefing":
		p.Chapters, _ = w.briefing()
		return p
	case "card":
		p.Chapters = w.Card()
		return p
	case "los":
		from, to, ok := w.two(p.About)
		if !ok {
			return w.unguided(p, "two")
		}
		p.About = from + " - " + to
		if says := view.Sight(from, to); len(says) > 0 {
			p.Chapters = []table.Chapter{{Says: says}}
		}
		return p
	case "odds":
		return w.odds(p)
	}
	unit, verb := "", orders.Verb{}
	if p.About != "" || kind != "options" {
		thing, ok := w.Thing(p.About)
		if !ok || !thing.Own {
			if kind != "options" {
				return w.unguided(p, "unit")
			}
			if verb, ok = w.Language.Named(p.About); !ok {
				return w.unguided(p, "options")
			}
		}
		unit = thing.Name
	}
	if kind == "reach" {
		p.Chapters = w.Reach(unit)
		return p
	}
	if !w.orderable() {
		return w.unguided(p, "idle")
	}
	if verb.Name != "" {
		p.Doings = w.OptionsOf(w.m.Open.Phases, verb.Name)
	} else {
		p.Doings = w.Options(w.m.Open.Phases, unit)
	}
	if kind != "targets" {
		return p
	}
	aimed := func(list []letter.Doing) []letter.Doing {
		return slices.DeleteFunc(list, func(d letter.Doing) bool { return d.Target == "" || w.isWay(d.Line) })
	}
	if p.Doings = aimed(p.Doings); len(p.Doings) > 0 {
		return p
	}
	if p.Doings = aimed(w.Options(w.laterSteps(*w.m.Open), unit)); len(p.Doings) > 0 {
		p.Chapters = []table.Chapter{{Says: []table.Remark{table.Say("letter.guide.targets.later", "", table.A("unit", unit))}}}
	}
	return p
}

// laterSteps returns the steps of this turn, or player turn, in which the seat orders after those of a window.
func (w *writer) laterSteps(open table.Window) (later []string) {
	view, after := w.m.Now.Knows(w.seat), false
	for _, step := range w.m.Engine.Steps() {
		switch {
		case slices.Contains(open.Phases, step):
			later, after = nil, true
		case after && view.Orders(step) && view.MayOrder(step):
			later = append(later, step)
		}
	}
	return later
}

// isWay reports whether a line is a way to some place, whatever it is aimed at.
func (w *writer) isWay(line string) bool {
	l, _ := w.m.Now.Knows(w.seat).Read(line)
	i := slices.IndexFunc(w.Language.Verbs, func(v orders.Verb) bool { return v.Name == l.Verb })
	if i < 0 {
		return false
	}
	has := func(kind orders.Kind) bool {
		return slices.ContainsFunc(w.Language.Verbs[i].Args, func(p orders.Param) bool { return p.Kind == kind })
	}
	return has(orders.KindPath) && !has(orders.KindTarget)
}

// unguided says why there is no answer: a key below letter.guide.fault.
func (w *writer) unguided(p letter.Paper, why string) letter.Letter {
	var own []string
	if w.m.Now != nil {
		own = w.m.Now.Knows(w.seat).Lexicon().Own()
	}
	p.Fault = &letter.Note{Key: "letter.guide.fault." + why, Args: []table.FactArg{
		table.A("about", p.About), table.A("units", own), table.A("command", w.book.Say("letter.command.name."+p.Kind)),
	}}
	return p
}

// two reads the names of two units or places, one after the other; a word such as "to" may stand before each.
func (w *writer) two(text string) (from, to string, ok bool) {
	words := strings.Fields(strings.NewReplacer("-", " - ", ",", " ").Replace(text))
	for skip := range min(2, len(words)) {
		for end := skip + 1; end < len(words); end++ {
			for begin := end; begin <= end+1 && begin < len(words); begin++ {
				a, sure := w.Thing(strings.Join(words[skip:end], " "))
				b, also := w.Thing(strings.Join(words[begin:], " "))
				if sure && also {
					return a.Name, b.Name, true
				}
			}
		}
	}
	return "", "", false
}

// odds tries a single line as CHECK would, beside the standing orders of the seat.
func (w *writer) odds(p letter.Paper) letter.Letter {
	if !w.orderable() {
		return w.unguided(p, "idle")
	}
	if p.About == "" {
		return w.unguided(p, "line")
	}
	read := w.Read(p.About)
	if len(read.Lines) == 0 {
		return letter.CheckResult{Head: w.head(), Due: w.due(), Window: w.closing(), Faults: w.Faults(read.Faults)}
	}
	if phases := w.afterwards(read.Lines); phases != nil {
		return w.oddsAfterwards(p, read.Lines, phases)
	}
	for i, l := range read.Lines { // as when the line is given
		if !l.Standing {
			read.Lines[i].Phase = w.m.PhaseOf(w.seat, w.Language, l.Verb)
		}
	}
	return w.checked(w.checkTrial(read.Lines, w.m.Desk(w.seat).Standing()), read.Lines, adjudicator.Reading{Orders: events.Orders{Faults: read.Faults}})
}

// afterwards returns the phases of lines if all of them belong to phases other than those of the open window; nil if one can be tried in it.
func (w *writer) afterwards(lines []table.Line) []string {
	var out []string
	for _, l := range lines {
		phases := w.phasesOf(l.Text)
		if l.Standing || len(phases) == 0 || slices.ContainsFunc(phases, func(p string) bool { return slices.Contains(w.m.Open.Phases, p) }) {
			return nil
		}
		for _, p := range phases {
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// oddsAfterwards answers about lines that cannot be tried before their phases come: with what the rules propose there against the same targets,
// worked out as things stand.
func (w *writer) oddsAfterwards(p letter.Paper, lines []table.Line, phases []string) letter.Letter {
	p.Doings = slices.DeleteFunc(w.Doings(phases), func(d letter.Doing) bool {
		return d.Target == "" || !slices.ContainsFunc(lines, func(l table.Line) bool {
			return slices.ContainsFunc(l.Args, func(a table.Arg) bool { return slices.Contains(orders.List(l.Args, a.Name), d.Target) })
		})
	})
	names, later := []string(nil), w.Later(w.m.Announced.Rhythm, *w.m.Open)
	for _, phase := range phases {
		if name := w.Step(phase); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if coming := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(later, name) }); len(coming) > 0 {
		names = coming // in this turn
	}
	p.Chapters = []table.Chapter{{Says: []table.Remark{table.Say("letter.guide.odds.later", "", table.A("phases", names), table.A("proposed", len(p.Doings)))}}}
	return p
}

// ready returns the best lines of each unit that the draft of a form does not order: so many that the letter fits on two screens, but at least one
// for each phase in which the unit can do something. All of them come for OPTIONS. In second place it returns, for a few units, the best other line
// for a phase in which the draft does order some that it names, as it was left over from an earlier letter.
func (w *writer) ready(doings []letter.Doing, blank orders.Blank) (best, instead []orders.Ready, more []string) {
	var texts []string
	busy := map[string][]string{} // of whatever the draft names, the phases of its lines
	for _, l := range blank.Draft {
		texts = append(texts, orders.Canonical(l))
		for _, one := range named(l) {
			busy[one] = append(busy[one], l.Phase)
		}
	}
	var free, others []letter.Doing
	for _, d := range doings {
		l, _ := w.m.Now.Knows(w.seat).Read(d.Line)
		phases := w.phasesOf(d.Line)
		ordered := slices.ContainsFunc(append(named(l), d.Unit), func(u string) bool {
			return (u == d.Unit || slices.Contains(blank.Own, u)) && slices.ContainsFunc(busy[u], func(p string) bool { return p == "" || len(phases) == 0 || slices.Contains(phases, p) })
		})
		switch {
		case !ordered:
			free = append(free, d)
		case d.Unit != "" && len(others) < fewOthers && !slices.Contains(texts, d.Text) && !slices.ContainsFunc(others, func(o letter.Doing) bool { return o.Unit == d.Unit }):
			others = append(others, d)
		}
	}
	doings = free
	units := 0
	for i, d := range doings {
		if i == 0 || d.Unit != doings[i-1].Unit {
			units++
		}
	}
	few := max(1, min(3, readyLines/max(units, 1)))
	var first []letter.Doing
	count, served := map[string]int{}, map[string][]string{} // of each unit, its lines so far and their phases
	for _, d := range doings {
		phases := w.phasesOf(d.Line)
		if count[d.Unit] < few || d.Unit == "" && count[""] < sideLines || len(phases) > 0 && !slices.ContainsFunc(served[d.Unit], func(p string) bool { return slices.Contains(phases, p) }) {
			count[d.Unit]++
			served[d.Unit] = append(served[d.Unit], phases...)
			first = append(first, d)
		}
	}
	first, more = w.worthiest(first)
	slices.SortStableFunc(first, func(a, b letter.Doing) int { return w.place(a.Line) - w.place(b.Line) })
	return letter.Ready(first, w.head(), w.book, w.lang), letter.Ready(others, w.head(), w.book, w.lang), more
}

// named returns what a line names in its arguments.
func named(l table.Line) (names []string) {
	for _, a := range l.Args {
		names = append(names, orders.List(l.Args, a.Name)...)
	}
	return names
}

// worthiest leaves of the lines of each phase the phaseLines that are worth most, in their order, and names the units that are left without one.
func (w *writer) worthiest(doings []letter.Doing) (best []letter.Doing, more []string) {
	ranked := make([]int, len(doings))
	for i := range ranked {
		ranked[i] = i
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return doings[b].Worth - doings[a].Worth })
	taken, keep, served := map[string]int{}, map[int]bool{}, map[string]bool{}
	for _, i := range ranked {
		phase := strings.Join(w.phasesOf(doings[i].Line), ",")
		if taken[phase]++; taken[phase] <= phaseLines {
			keep[i], served[doings[i].Unit] = true, true
		}
	}
	for i, d := range doings {
		switch {
		case keep[i]:
			best = append(best, d)
		case !served[d.Unit]:
			more, served[d.Unit] = append(more, d.Unit), true
		}
	}
	return best, more
}

// readyLines is how many ready lines a form has, if no unit is to be without one.
const readyLines = 8

// sideLines is how many ready lines of the side itself, as of an edge or of supports, a form has at most.
const sideLines = 3

// phaseLines is how many ready lines of a phase a form has at most. It names the other units: OPTIONS lists theirs.
const phaseLines = 16

// fewOthers is how many units with an order have another line in the form.
const fewOthers = 4

// place says in which of the window's phases a line comes first: fire is not mixed with the moves after it.
func (w *writer) place(line string) int {
	of := w.phasesOf(line)
	return max(0, slices.IndexFunc(w.m.Open.Phases, func(p string) bool { return slices.Contains(of, p) }))
}

// phasesOf returns the phases to which a line belongs.
func (w *writer) phasesOf(line string) []string {
	l, _ := w.m.Now.Knows(w.seat).Read(line)
	if i := slices.IndexFunc(w.Language.Verbs, func(v orders.Verb) bool { return v.Name == l.Verb }); i >= 0 {
		return w.Language.Verbs[i].Phases
	}
	return nil
}
