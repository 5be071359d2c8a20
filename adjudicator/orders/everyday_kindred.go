package orders

import "slices"

// kindred returns what a line orders that reads well but is refused, where the same words mean another verb for the same units and the same target, and
// the rules allow that one: "shoot at DH4-1 with G-AA1" is flak where the plane is in the air and nobody can fire at it. Nil if there is no such verb.
func (r *reader) kindred(i int, lines []Line) []Line {
	if r.judge == nil || r.strict || len(lines) != 1 || len(r.atoms)-i > mostEveryday || *r.spare <= 0 {
		return nil
	}
	l := &lines[0]
	if l.Standing || l.Guard != "" || len(l.Clauses)+len(l.Otherwise) > 0 || r.judge(*l) > Refused {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	if !e.replaced(l.Verb) {
		return nil
	}
	quiet, work, faults, spans := r.quiet, r.work, r.faults, r.spans
	r.quiet, r.work = true, r.spare
	found := e.judged(e.spoken(i, len(r.atoms), before{verb: noDeed}))
	r.quiet, r.work, r.faults, r.spans = quiet, work, faults, spans
	if e.steps < 0 || len(found) != 1 || len(found[0].lines) != 1 || !e.allowed(found[0]) {
		return nil
	}
	other := &found[0].lines[0]
	if other.Verb == l.Verb || len(other.Args) != len(l.Args) || slices.ContainsFunc(other.Args, func(a Arg) bool {
		return !slices.ContainsFunc(l.Args, func(b Arg) bool { return a.Value == b.Value })
	}) {
		return nil
	}
	return found[0].lines
}

// replaced reports whether the words for a verb of aiming may mean another verb where it is not allowed.
func (e *everyday) replaced(verb string) bool {
	return len(e.words.besides) > 0 && slices.ContainsFunc(e.words.aiming, func(n int) bool { return e.words.deeds[n].verb.Name == verb })
}
