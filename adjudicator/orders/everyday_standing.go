package orders

import (
	"slices"
	"strings"
)

// People say of an order that it stands in many ways: "from now on", "always", "standing: ...", "never play card 12", "whenever an enemy moves, MG1
// fires at it", "2 CAP on attacks and 1 on rallies". Such a line means a standing order of the game or nothing.

// lasting reads a line that says somewhere that its order stands from now on, and that the game has as a standing order: "B-D4 presses on
// towards 0806 every turn". What is left without these words is read as any line.
func (r *reader) lasting(i int) (found []reading, any bool) {
	end := len(r.atoms)
	e := everyday{reader: r, words: &r.g.forms}
	for j := i; j < end; j++ {
		if to := e.beyond(j, end); to > j+1 { // "always retreat" says how, not when
			j = to - 1
			continue
		}
		next, always := r.keyword(&r.g.lasting, j, end)
		if ok := always; !ok {
			if next, ok = r.keyword(&r.g.standingWords, j, end); !ok {
				continue
			}
		}
		stop := j
		for stop > i && (r.is(stop-1, ",") || r.is(stop-1, "-") && r.parting(stop-1)) {
			stop--
		}
		rest := r.rewritten(r.raw(i, stop) + " " + strings.TrimLeft(r.raw(next, end), " ,:-"))
		found = rest.stated(rest.bullets(0), false)
		if always && len(found) == 1 {
			found = r.asValue(i, found)
		}
		return found, true
	}
	return nil, false
}

// asValue returns what a line says in which the words that say that its order stands are told to the order itself, "always sacrifice a base" is
// "sacrifice always", or what it says without them.
func (r *reader) asValue(i int, without []reading) []reading {
	end := len(r.atoms)
	if _, _, doubtful := r.doubtful(i); doubtful || r.conditional(i, end) || len(without[0].lines) != 1 {
		return without
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings, stands: true}
	found := e.parts(i, end, before{verb: noDeed}, 1)
	if e.steps < 0 || len(found) != 1 || len(found[0].lines) != 1 {
		return without
	}
	bare, told := without[0].lines[0], found[0].lines[0]
	if bare.Verb != told.Verb || len(told.Args) != len(bare.Args)+1 || slices.ContainsFunc(bare.Args, func(a Arg) bool { return !slices.Contains(told.Args, a) }) {
		return without
	}
	return found
}

// rewritten returns a reader of a text that stands for the line.
func (r *reader) rewritten(text string) *reader {
	return &reader{typed: read(strings.TrimSpace(text)), scene: r.scene, g: r.g, guesses: r.guesses, work: r.work, spare: r.spare, nr: r.nr, quiet: true}
}

// stated reads what is said to stand. sentence is set where only its own words say so: then it is one that can mean nothing else.
func (r *reader) stated(i int, sentence bool) (found []reading) {
	end := len(r.atoms)
	if i >= end {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings, stands: true}
	if lines := e.strictly(r.g.in(English).Standing[0] + " " + r.raw(i, end)); lines != nil && !sentence {
		return []reading{readingOf(lines)}
	}
	if found, any := r.never(i, !sentence); any {
		return found
	}
	if found, any := e.set(i, end); any {
		return found
	}
	if found, any := r.reacting(i, !sentence); any {
		return found
	}
	if sentence || r.conditional(i, end) {
		return nil
	}
	if text := r.unranked(i); text != "" {
		if found := r.rewritten(text).stated(0, false); len(found) > 0 {
			return found
		}
	}
	if _, _, doubtful := r.doubtful(i); doubtful {
		return nil
	}
	found = e.parts(i, end, before{verb: noDeed}, 1)
	if e.steps < 0 {
		return nil
	}
	return found
}

// standingSentence reads a line that says that its order stands, or one that can mean nothing else though no word says so: "never stop for hits",
// "2 CAP on attacks".
func (r *reader) standingSentence(i int) (found []reading, any bool) {
	if found, any = r.lasting(i); any {
		return found, true
	}
	found = r.stated(i, true)
	return found, len(found) > 0
}

// never reads what is never done, "never use luck", as the standing order that has a word for that: "luck never". "Don't use
// luck" says the same.
func (r *reader) never(i int, stands bool) (found []reading, any bool) {
	end := len(r.atoms)
	from, to := -1, -1
	for j := i; j < end && from < 0; j++ {
		if next, ok := r.keyword(&r.g.never, j, end); ok {
			from, to = j, next
		}
	}
	before := i // « ne jouez jamais »
	for before < max(from, i+1) {
		if next, ok := r.keyword(&r.g.denying, before, end); ok && (from >= 0 || before == i) {
			text := r.raw(i, before) + " " + r.raw(next, end)
			if from >= next {
				text = r.raw(i, before) + " " + r.raw(next, from) + " " + r.raw(to, end)
			} else if from >= 0 {
				text = r.raw(i, before) + " " + r.raw(to, end)
			}
			return r.rewritten(text).undone(stands), true
		}
		before++
	}
	if from < 0 {
		return nil, false
	}
	return r.rewritten(r.raw(i, from) + " " + r.raw(to, end)).undone(stands), true
}

// undone reads a line without its "never" as a standing order that says so.
func (r *reader) undone(stands bool) (found []reading) {
	end := len(r.atoms)
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings, stands: true, denies: true, lasts: stands}
	i, end := e.trimmed(r.bullets(0), end)
	if i >= end {
		return nil
	}
	if found, any := e.set(i, end); any {
		return found
	}
	found, _ = e.worded(e.words.own, i, end, before{verb: noDeed})
	if e.steps < 0 {
		return nil
	}
	return e.judged(found)
}

// negative returns the argument of a deed that may be told that it is never done, with the word for that: it is -1 if there is none.
func (f *filling) negative() (k int, value string) {
	if !f.deed.verb.Only && !(f.deed.verb.Standing && f.e.lasts) {
		return -1, ""
	}
	for k := range f.params {
		p := &f.params[k]
		if p.Kind != KindWord {
			continue
		}
		for n, c := range p.Words {
			if slices.ContainsFunc(p.words.keys, func(w key) bool {
				_, never := f.e.g.never.exact[w.text]
				_, denies := f.e.g.denying.exact[w.text]
				return (never || denies) && w.entry == n
			}) {
				return k, c.Name
			}
		}
	}
	return -1, ""
}

// reacting reads what is done each time that something happens, for a game that has a standing order for that: "if an enemy moves, MG1 fires at it".
// Where no word says that the order stands, that is so if the condition is none of a unit.
func (r *reader) reacting(i int, stands bool) (found []reading, any bool) {
	react := r.g.reaction()
	if react == nil || r.judge == nil {
		return nil, false
	}
	end := len(r.atoms)
	guard, next := r.guardWord(i, end)
	if guard == "" {
		return nil, false
	}
	when, behind, ok := r.attempt(next, end)
	if !ok || !stands && !passing(when) {
		return nil, false
	}
	for behind < end && !r.atoms[behind].word {
		behind++
	}
	if to, then := r.keyword(&r.g.thenWords, behind, end); then {
		behind = to
	}
	wrapped := func(l Line) Line {
		return Line{Verb: react.Name, Standing: true, Guard: r.g.in(English).If[0], When: when, Clauses: []Clause{{Verb: l.Verb, Args: l.Args}}}
	}
	scene := *r.scene
	scene.judge = func(l Line) Verdict {
		if sub := slices.IndexFunc(react.subs, func(v verb) bool { return v.Name == l.Verb }); sub < 0 || len(l.Clauses) > 0 || l.Text == "" {
			return r.judge(l)
		}
		w := wrapped(l)
		w.Text = r.g.text(&w)
		return r.judge(w)
	}
	within := r.rewritten(r.raw(behind, end))
	within.scene = &scene
	e := everyday{reader: within, words: &r.g.forms, steps: mostFillings, reacts: react}
	from, to := 0, len(within.atoms)
	said := before{verb: noDeed}
	if next, ok := e.keyword(&e.g.pronouns, 0, to); ok {
		from, said.unit = next, e.conditioned(when)
	}
	if from >= to || within.conditional(from, to) {
		return nil, true
	}
	if _, _, doubtful := within.doubtful(from); doubtful {
		return nil, true
	}
	for _, one := range e.judged(e.parts(from, to, said, 1)) {
		if len(one.lines) == 1 && !one.lines[0].Standing && len(one.lines[0].Clauses) == 0 {
			found = e.whole(found, wrapped(one.lines[0]), one.several)
		}
	}
	if e.steps < 0 {
		return nil, true
	}
	return found, true
}

// passing reports whether a condition is of what happens and of no unit: "enemy moved".
func passing(when [][]Term) bool {
	return !slices.ContainsFunc(when, func(all []Term) bool {
		return slices.ContainsFunc(all, func(t Term) bool { return len(t.Args) > 0 || t.Not })
	})
}

// reaction returns the game's verb for what is done each time that a condition comes true: a standing order without arguments, whose clauses
// are verbs of their own too. It is nil if there is none.
func (g *Grammar) reaction() *verb {
	for i := range g.verbs {
		if v := &g.verbs[i]; v.Only && len(v.params) == 0 && len(v.subs) > 0 {
			return v
		}
	}
	return nil
}

// paramsOf returns the arguments of a deed, which are fewer where it is done each time that something happens.
func (e *everyday) paramsOf(d deed) []param {
	if e.reacts == nil || d.sub != nil {
		return d.params()
	}
	for k := range e.reacts.subs {
		if e.reacts.subs[k].Name == d.verb.Name {
			return e.reacts.subs[k].params
		}
	}
	return d.params()
}

// plainly reads a line without doubt in it: as an order with what stands around it, or as what it says.
func (e *everyday) plainly(i int) (found []reading) {
	r := e.reader
	found, any := e.around(i, len(r.atoms))
	if any || r.conditional(i, len(r.atoms)) {
		return found
	}
	if found = e.judged(e.parts(i, len(r.atoms), before{verb: noDeed}, mostParts)); len(found) == 0 {
		found = r.onlyStanding(i)
	}
	return found
}

// unranked returns what is said from i on without the words that only say what comes first and what then, where their order says the same: "lose pinned
// ones first, then infantry". It is "" if it has none.
func (r *reader) unranked(i int) string {
	var words []string
	ranked := false
	for j := i; j < len(r.atoms); {
		if next, ok := r.keyword(&r.g.priority, j, len(r.atoms)); ok {
			j, ranked = next, true
		} else if next, ok := r.keyword(&r.g.thenWords, j, len(r.atoms)); ok && ranked {
			j = next
		} else {
			words = append(words, r.raw(j, j+1))
			j++
		}
	}
	if !ranked {
		return ""
	}
	return strings.Join(words, " ")
}

// ranked makes one instruction of two that differ only in the units that they are for, of which the first is named first: "28a leads, then 34".
func (e *everyday) ranked(left, right reading) (whole reading, ok bool) {
	if len(left.lines) != 1 || len(right.lines) != 1 {
		return left, false
	}
	a, b := &left.lines[0], &right.lines[0]
	v := e.g.verbOf(a.Verb)
	if v == nil || b.Verb != a.Verb || !v.Standing || len(v.params) == 0 || v.params[0].Kind != KindOwn || !v.params[0].Repeated || len(a.Args) == 0 ||
		len(a.Args) != len(b.Args) || !slices.Equal(a.Args[1:], b.Args[1:]) || a.Args[0].Name != v.params[0].Name || b.Args[0].Name != a.Args[0].Name ||
		len(a.Clauses)+len(b.Clauses) > 0 || a.Guard+b.Guard != "" {
		return left, false
	}
	l := *a
	l.Args = slices.Clone(a.Args)
	l.Args[0].Value += "," + b.Args[0].Value
	l.Text = e.g.text(&l)
	lines := e.strictly(l.Text)
	if len(lines) != 1 || lines[0].Text != l.Text {
		return left, false
	}
	return readingOf(lines), true
}
