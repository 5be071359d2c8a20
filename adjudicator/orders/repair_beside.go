package orders

import (
	"slices"
	"strings"
)

// beside returns a reading of a line in everyday words, with the repairs of the line that say something else and count as much. A repair that
// says the same is taken for it.
func (r *reader) beside(i int, found reading) []reading {
	out := []reading{found}
	e := everyday{reader: r, words: &r.g.forms}
	unsaid := e.unsaid(i, found) || e.foreign(i, found)
	for _, other := range r.repairs(i) {
		if e.meaning(readingOf(other.lines)) == e.meaning(found) {
			out[0] = readingOf(other.lines)
			continue
		}
		if (unsaid || !e.exact(other) || e.recast(i, found, other)) && (r.judge == nil || other.allowed || !e.allowed(found)) {
			out = append(out, readingOf(other.lines))
		}
	}
	return out
}

// foreign reports whether the word for a reading's deed is of another language than the words that introduce what it is told: "deverse S-T1 to
// back/2" is rather "reverse" with a letter wrong than « déverser ».
func (e *everyday) foreign(i int, found reading) bool {
	of := e.words.spoken[phrase(found.verb)]
	if len(of) == 0 {
		return false
	}
	for j := i; j < len(e.atoms); j++ {
		if said := e.g.introducedIn(e.atoms[j].key); len(said) > 0 && !slices.ContainsFunc(said, func(l Lang) bool { return slices.Contains(of, l) }) {
			return true
		}
	}
	return false
}

// introducedIn returns the languages in which a folded word stands before values.
func (s *Speech) introducedIn(word string) (in []Lang) {
	for i := range s.tongues {
		t := &s.tongues[i]
		for _, list := range [][]string{t.Towards, t.Articles, t.With, t.From, t.Through} {
			if slices.ContainsFunc(list, func(w string) bool { return Fold(w) == word }) && !slices.Contains(in, t.Language) {
				in = append(in, t.Language)
			}
		}
	}
	return in
}

// recast reports whether a reading gives another part in the line to a word of the grammar that a repair leaves as it was typed and takes at its
// word: the verb in "deploy F2 at F10", which is rather "deploy T2 at F10" than a mine field, or what introduces a value in "tries f3". So it is
// where the repair names another number of units: none of them becomes a place, and no "to" a mortar, in silence.
func (e *everyday) recast(i int, found reading, other repair) bool {
	same, turned, introduced := !slices.ContainsFunc(other.lines, func(l Line) bool { return !does(found.lines, l.Verb) }), false, false
	for j := i; j < len(e.atoms); j++ {
		if a := e.atoms[j]; !a.word || a.to > other.from && a.from < other.to {
			continue
		}
		if n, _, ok := e.full(&e.g.names, j, len(e.atoms)); ok && e.written(j) {
			turned = turned || does(other.lines, e.g.verbs[n].Name) && !does(found.lines, e.g.verbs[n].Name)
		}
		introduced = introduced || e.introducing(j, other.lines) && !e.introducing(j, found.lines)
	}
	return turned || same && (introduced || e.musters(other.lines) != e.musters(found.lines))
}

// musters returns how many own units the lines name.
func (e *everyday) musters(lines []Line) (n int) {
	for _, l := range lines {
		for _, a := range l.Args {
			for id := range strings.SplitSeq(a.Value, ",") {
				if slices.Contains(e.own.ids, id) {
					n++
				}
			}
		}
	}
	return n
}

// written reports whether the word at j is a verb's whole name: "with" is no "withdraw", of which it is the beginning.
func (e *everyday) written(j int) bool { _, ok := e.g.names.exact[e.atoms[j].key]; return ok }

// does reports whether one of the lines is of a verb.
func does(lines []Line, verb string) bool {
	return slices.ContainsFunc(lines, func(l Line) bool { return l.Verb == verb })
}

// introducing reports whether the words at j are those before an argument that the lines have.
func (e *everyday) introducing(j int, lines []Line) bool {
	said := func(params []param, args []Arg) bool {
		return slices.ContainsFunc(params, func(p param) bool {
			_, _, ok := e.full(&p.prefix, j, len(e.atoms))
			return ok && slices.ContainsFunc(args, func(a Arg) bool { return a.Name == p.Name })
		})
	}
	return slices.ContainsFunc(lines, func(l Line) bool {
		v := e.g.verbOf(l.Verb)
		return v != nil && (said(v.params, l.Args) || slices.ContainsFunc(l.Clauses, func(c Clause) bool {
			sub := v.clause(c.Verb)
			return sub != nil && said(sub.params, c.Args)
		}))
	})
}

// unsaid reports whether a reading gives a place to an argument that may be left out, without the word that introduces it: "fire G1 PG2 soviet.MG1"
// is rather "PG1 PG2" with a letter missing than a fire that is observed from G1.
func (e *everyday) unsaid(i int, found reading) bool {
	for _, l := range found.lines {
		k := slices.IndexFunc(e.g.verbs, func(v verb) bool { return v.Name == l.Verb })
		if k < 0 {
			continue
		}
		if !slices.ContainsFunc(e.g.verbs[k].params, func(p param) bool {
			return (p.Kind == KindTarget || p.Kind == KindEnemy) && slices.ContainsFunc(l.Args, func(a Arg) bool { return a.Name == p.Name })
		}) {
			continue // the place is what the order is about
		}
		for n := range e.g.verbs[k].params {
			p := &e.g.verbs[k].params[n]
			if p.Kind != KindPlace || !p.Optional || len(p.prefix.keys) == 0 || !slices.ContainsFunc(l.Args, func(a Arg) bool { return a.Name == p.Name }) {
				continue
			}
			said := false
			for j := i; j < len(e.atoms); j++ {
				_, ok := e.keyword(&p.prefix, j, len(e.atoms))
				said = said || ok
			}
			if !said {
				return true
			}
		}
	}
	return false
}

// exact reports whether what a repair changes is written without a slip: a name, a place or a longer word that everyday speech has too, as in
// « LT file en E6 », which is no "fire".
func (e *everyday) exact(p repair) bool {
	for k, a := range e.atoms {
		if a.to < p.from || a.from > p.to || !a.word {
			continue
		}
		if e.verbal(k, p) {
			return false
		}
		tied := e.is(k+1, "-") && e.tight(k+1) // "shootS-1"
		if !tied && !hasDigit(a.key) && len(a.key) >= shortestSlip && e.known(k) > k {
			continue
		}
		if _, ok := e.scene.place(e.raw(k, k+1), true); ok && !(tied && !hasDigit(a.key)) || e.unitAround(k) { // "W-2" may be a way, but also a unit
			continue
		}
		return false
	}
	return true
}

// verbal reports whether a repair makes a verb of the grammar of the word at k, which is none of the game's own, though people say it: "race US-1
// NE" may be "face" with a letter wrong, as "wire R2 at PZ1" may be "fire". What is written with words of another language than the verb is not.
func (e *everyday) verbal(k int, p repair) bool {
	a := e.atoms[k]
	if p.from < a.from || p.to > a.to || len(a.key) < shortestSlip || hasDigit(a.key) || len(e.words.own.whole[a.key]) > 0 {
		return false
	}
	verb := phrase(Fold(string(e.runes[a.from:p.from]) + p.by + string(e.runes[p.to:a.to])))
	of := e.words.spoken[verb]
	if said := e.words.spoken[a.key]; !e.g.named(verb) || len(said) > 0 && !slices.ContainsFunc(said, func(l Lang) bool { return slices.Contains(of, l) }) {
		return false
	}
	return !slices.ContainsFunc(e.atoms, func(a atom) bool {
		said := e.g.introducedIn(a.key)
		return len(said) > 0 && !slices.ContainsFunc(said, func(l Lang) bool { return slices.Contains(of, l) })
	})
}

// named reports whether a folded word is the whole name of a verb.
func (g *Grammar) named(word string) bool {
	_, ok := g.names.exact[word]
	for k := range g.verbs {
		if !ok {
			_, ok = g.verbs[k].names.exact[word]
		}
	}
	return ok
}

// unitAround reports whether the word at k belongs to the name of a unit.
func (e *everyday) unitAround(k int) bool {
	for j := max(0, k-e.own.atoms); j <= k; j++ {
		for _, n := range []*names{&e.own, e.enemy()} {
			if _, next, ok := e.unit(n, j, len(e.atoms)); ok && next > k {
				return true
			}
		}
	}
	return false
}
