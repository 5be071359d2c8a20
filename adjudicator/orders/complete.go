package orders

import (
	"slices"
	"strings"
)

// mostCompletions is how many ways to go on are offered.
const mostCompletions = 50

// Completions returns the words by which a line begun with prefix may go on, in the language's order: verbs and units at the start, what
// the verb takes and the clauses that may follow it later. They replace the last word of prefix, or follow it if it ends with a blank.
func (g *Grammar) Completions(lex Lexicon, l Lang, prefix string) []string {
	guesses, work := 0, mostWork
	r := &reader{typed: read(clip(prefix, MostLine)), scene: newScene(lex, g), g: g, thorough: true, quiet: true, guesses: &guesses, work: &work}
	end := len(r.atoms)
	begun := ""
	if end > 0 && r.atoms[end-1].word && !strings.HasSuffix(prefix, " ") {
		end--
		begun = r.atoms[end].key
	}
	out := r.goOn(end, l, begun != "")
	var fit []string
	for _, w := range out {
		if strings.HasPrefix(Fold(w), begun) && !slices.Contains(fit, w) && len(fit) < mostCompletions {
			fit = append(fit, w)
		}
	}
	return fit
}

// goOn is everything that may stand at the end of the first atoms.
func (r *reader) goOn(end int, l Lang, begun bool) []string {
	i := r.bullets(0)
	if j, ok := r.keyword(&r.g.standingWords, i, end); ok {
		i = r.gap(j, end)
	}
	if guard, j := r.guardWord(i, end); guard != "" {
		_, next, ok := r.condition(j, end)
		if !ok {
			return r.conditionWords(l, begun)
		}
		if j, then := r.keyword(&r.g.thenWords, r.gap(next, end), end); then {
			next = j
		} else if next >= end {
			return []string{r.g.in(l).Then[0]}
		}
		i = r.gap(next, end)
	}
	v, at, implied := r.verb(i, end)
	if i >= end || v == nil {
		return r.openings(l)
	}
	start, c := at, v
	for j := at; j < end; j++ {
		if r.is(j, ":") || r.is(j, ";") || r.is(j, "|") {
			start, c = j+1, nil
			if n, k, ok := r.word(&v.names, j+1, end); ok {
				start, c = k, &v.subs[n]
			}
		}
	}
	if c == nil || c == v && implied != "" {
		return namesOf(v.subs, l)
	}
	return r.missing(c, start, end, l, begun)
}

// openings returns what a line may begin with.
func (r *reader) openings(l Lang) []string {
	out := namesOf(r.g.verbs, l)
	for k := range r.g.verbs {
		if v := &r.g.verbs[k]; v.Implicit && len(v.params) > 0 && v.params[0].Kind == KindOwn {
			for _, id := range r.own.ids {
				out = append(out, id+":")
			}
		}
	}
	t := r.g.in(l)
	return append(out, t.If[0], t.When[0], t.Standing[0])
}

func namesOf(verbs []verb, l Lang) []string {
	var out []string
	for i := range verbs {
		out = append(out, spoken(l, verbs[i].Name, verbs[i].Aliases))
	}
	return out
}

// conditionWords returns the words of all conditions, and the names that may stand in them.
func (r *reader) conditionWords(l Lang, begun bool) []string {
	var out []string
	for i := range r.g.conditions {
		c := &r.g.conditions[i]
		for _, w := range strings.Fields(spoken(l, c.Name, c.Aliases)) {
			if !strings.HasPrefix(w, "{") {
				out = append(out, w)
			}
		}
		for k := range c.params {
			out = append(out, r.values(&c.params[k], l, begun)...)
		}
	}
	return out
}

// missing returns the arguments that a clause may still take.
func (r *reader) missing(v *verb, i, end int, l Lang, begun bool) []string {
	e := explanation{r: r, verb: v, set: make([]bool, len(v.params)), end: end, last: -1}
	for i = r.gap(i, end); i < end; i = r.gap(i, end) {
		next, ok := e.step(i)
		if !ok || next <= i {
			break
		}
		i = next
	}
	var out []string
	if i == end && end > 0 { // the value after a prefix comes next
		for k := range v.params {
			if _, next, ok := r.full(&v.params[k].prefix, end-1, end); ok && next == end {
				return r.values(&v.params[k], l, true)
			}
		}
	}
	if e.last >= 0 {
		out = append(out, r.values(&v.params[e.last], l, begun)...)
	}
	for k := range v.params {
		p := &v.params[k]
		switch {
		case e.set[k]:
		case p.prefix.entries > 0:
			out = append(out, p.introduction(l))
		case k >= e.cur:
			out = append(out, r.values(p, l, begun)...)
		}
	}
	return out
}

// values returns what an argument may be. Places of a board are included only if part of the name is typed.
func (r *reader) values(p *param, l Lang, begun bool) []string {
	var out []string
	switch p.Kind {
	case KindWord:
		for _, c := range p.Words {
			out = append(out, spoken(l, c.Name, c.Aliases))
		}
	case KindPair:
		for _, c := range p.Words {
			out = append(out, spoken(l, c.Name, c.Aliases)+"=")
		}
	case KindOwn:
		out = append(out, r.own.ids...)
	case KindEnemy:
		out = append(out, r.enemy().ids...)
	case KindUnit:
		out = append(append(out, r.own.ids...), r.enemy().ids...)
	case KindSide:
		out = append(out, r.seats().ids...)
	case KindDir:
		out = append(out, r.compass().ids...)
	case KindPlace, KindPath, KindTarget:
		if p.Kind == KindTarget {
			out = append(out, r.enemy().ids...)
		}
		if begun {
			r.gazetteer()
			out = append(out, r.placeNames...)
		}
	}
	return out
}
