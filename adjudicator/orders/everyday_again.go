package orders

import "slices"

// onceMore reports whether the words from i to end say no more than that what was ordered is done again: "and once more".
func (e *everyday) onceMore(i, end int) bool {
	next, ok := e.keyword(&e.g.again, i, end)
	if !ok {
		return false
	}
	for next < end {
		if next, ok = e.empty(next, end); !ok {
			return false
		}
	}
	return true
}

// elsewhere gives an order another place, if it has just one.
func (e *everyday) elsewhere(l *Line, d *deed, place string) bool {
	at := -1
	for n, a := range l.Args {
		k := slices.IndexFunc(d.verb.params, func(p param) bool { return p.Name == a.Name })
		if k < 0 || !d.verb.params[k].Kind.place() {
			continue
		}
		if at >= 0 {
			return false
		}
		at = n
	}
	if at < 0 || len(l.Clauses) > 0 {
		return false
	}
	l.Args[at].Value = place
	return true
}

// thing reports whether the words from "from" to "to" are the name of a kind of unit behind an article, and no deed.
func (e *everyday) thing(from, to int) bool {
	if from == 0 {
		return false
	}
	_, article := e.g.articles.exact[e.atoms[from-1].key]
	if _, how, ok := e.full(&e.g.quantities, from-1, to); ok && how == from {
		article = true
	}
	if !article {
		return false
	}
	for _, k := range e.g.singular(phrase(e.key(from, to))) {
		if _, kind := e.g.kinds.exact[k]; kind {
			return true
		}
	}
	return false
}
