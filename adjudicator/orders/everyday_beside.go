package orders

import (
	"slices"
	"strings"
)

// What is named twice, or told in other words beside its name, is one thing: "Bocquet (1205)", "both tanks (T1, T2)", "for the HQ: G11, G10,
// H08", where the HQ is H08. Whatever stands beside must be the same; else the line is not read.

// behind goes on behind a value of argument k that ends at i, and behind its other name if one follows.
func (f *filling) behind(k int, value string, i int) {
	f.step(i, anything)
	p := &f.params[k]
	if next := f.e.limited(i, f.bound(i)); p.Kind == KindNumber && next > i {
		f.step(next, anything)
	}
	if p.Kind == KindWord && !p.Repeated {
		if next := f.e.sameWord(p, value, i, f.bound(i)); next > i {
			f.step(next, anything)
		}
	}
	if !p.Kind.place() || strings.HasPrefix(value, steps) {
		return
	}
	end := f.bound(i)
	last := value[strings.LastIndexAny(value, "-,")+1:]
	if next := f.e.same(last, i, end); next > i {
		f.step(next, anything)
	}
	if p.Kind == KindPath && last == value {
		if way, next := f.wayTo(value, i, end); next > i {
			f.with(k, way, func() { f.step(next, anything) })
			f.set[k], f.got[k] = true, value
		}
	}
}

// sameWord returns where another word for a value ends that stands beside it: "card 13, the sniper". It is i if none does.
func (e *everyday) sameWord(p *param, value string, i, end int) int {
	j := i
	for j < end && (e.is(j, "(") || e.is(j, ",") || e.is(j, ":")) {
		j++
	}
	if j == i || j >= end {
		return i
	}
	for next, ok := e.keyword(&e.g.articles, j, end); ok && next < end; next, ok = e.keyword(&e.g.articles, j, end) {
		j = next
	}
	n, next, ok := e.full(&p.words, j, end)
	if !ok || p.Words[n].Name != value {
		return i
	}
	if e.is(next, ")") {
		next++
	}
	return next
}

// same returns where another name of a place ends that stands beside it: "(1205)", ", at E6", "5020". It is i if none does.
func (e *everyday) same(place string, i, end int) int {
	j := i
	for j < end && (e.is(j, "(") || e.is(j, ",") || e.is(j, ":")) {
		j++
	}
	for k := j; k < end; {
		if next, ok := e.keyword(&e.g.towards, k, end); ok {
			k = next
		} else if next, ok := e.keyword(&e.g.scenery, k, end); ok {
			k = next
		} else if next, ok := e.keyword(&e.g.articles, k, end); ok {
			k = next
		} else if next, ok := e.keyword(&e.g.bodies, k, end); ok {
			k = next
		} else {
			break
		}
		j = k
	}
	if j >= end {
		return i
	}
	at, next, ok := e.placeAt(j, end)
	if !ok {
		at, next, ok = e.spelt(j, end)
	}
	if !ok || at != place {
		return i
	}
	if e.is(next, ")") {
		next++
	}
	return next
}

// wayTo reads the way to a place that was named before it: "to Matigny: 4421-4522-4524", « vers le village par D9 et E6 ». It must end there.
func (f *filling) wayTo(place string, i, end int) (way string, next int) {
	e, j := f.e, i
	for j < end && (e.is(j, "(") || e.is(j, ",") || e.is(j, ":")) {
		j++
	}
	if next, ok := e.keyword(&e.g.through, j, end); ok {
		j = next
	}
	if j == i || j >= end {
		return "", i
	}
	path := param{Param: &Param{Kind: KindPath}}
	values, ends := e.list(&path, nil, j, end)
	if n := len(values); n < 2 || values[n-1] != place {
		return "", i
	}
	next = ends[len(ends)-1]
	if e.is(next, ")") {
		next++
	}
	return path.join(values), next
}

// lettered reads a formation by its letter, which all its units bear: "D company", « toute la compagnie D ».
func (e *everyday) lettered(i, end int) (ids []string, next int) {
	j := i
	for k := i; k < end; k = j {
		behind, ok := e.keyword(&e.g.quantities, k, end)
		if !ok {
			behind, ok = e.keyword(&e.g.articles, k, end)
		}
		if crowd, all := e.keyword(&e.g.crowds, k, end); all && crowd > behind { // "every man of D company", "everyone of D company"
			if behind, ok = crowd, true; e.letterAt(crowd, end) == "" {
				if of, tied := e.keyword(&e.g.of, crowd, end); tied {
					behind = of
				}
			}
		}
		if !ok || behind == k || e.letterAt(k, end) != "" {
			break
		}
		j = behind
	}
	letter := e.letterAt(j, end)
	if letter != "" {
		if j++; e.is(j, "-") {
			j++
		}
		if next, _ = e.keyword(&e.g.bodies, j, end); next == j && !e.wholly(i, j-1, end) {
			return nil, i
		}
	} else {
		body, ok := e.keyword(&e.g.bodies, j, end)
		if letter = e.letterAt(body, end); !ok || letter == "" {
			return nil, i
		}
		next = body + 1
	}
	for _, id := range e.own.ids {
		if lettersOf(id) == letter && hasDigit(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) < 2 || len(ids) > mostDescribed {
		return nil, i
	}
	if named, behind := e.units(next+1, end); len(named) > 1 && e.is(next, "(") && e.is(behind, ")") { // "D company (D1 to D4)"
		if slices.ContainsFunc(named, func(id string) bool { return !slices.Contains(ids, id) }) {
			return nil, i
		}
		return named, behind + 1
	}
	return ids, next
}

// wholly reports whether the words from i to the letter at j say that all of a formation is meant, so that the letter needs no other word: "all of A".
func (e *everyday) wholly(i, j, end int) bool {
	for ; i < j; i++ {
		n, next, ok := e.full(&e.g.quantities, i, end)
		if _, of := e.g.of.exact[e.atoms[j-1].key]; ok && of && n == 0 && next == j {
			return true
		}
	}
	return false
}

// letterAt returns the single capital letter at i, folded, or "".
func (e *everyday) letterAt(i, end int) string {
	if i >= end || len(e.atoms[i].key) != 1 || !e.atoms[i].word || digits(e.atoms[i].key) || e.raw(i, i+1) == e.atoms[i].key {
		return ""
	}
	return e.atoms[i].key
}

// severalAt reports whether the word with which a description ends at end is a plural, though it is not so that one of the units is called:
// "the squads", but not "the grenadiers", which one squad is.
func (e *everyday) severalAt(found []description, end int, many bool) bool {
	word := e.g.unelided(e.atoms[end-1].key)
	_, body := e.keyword(&e.g.bodies, end-1, end)
	for from := end - 1; many && from >= 0 && from > end-1-e.g.kinds.atoms && !body; from-- { // "the machine guns", where several do it together
		for _, kind := range e.g.singular(phrase(e.key(from, end))) {
			_, is := e.g.kinds.exact[kind]
			body = body || is && kind != phrase(e.key(from, end))
		}
	}
	return body && len(e.g.singular(word)) > 1 && !slices.ContainsFunc(found, func(d description) bool { return slices.Contains(d.named, word) })
}

// more reports whether the article before a description from i to end says that several are meant, though its word is no plural: « les Sherman ».
// If only one unit bears that name, it is not certain which the others are.
func (e *everyday) more(i, end int) bool {
	if i == 0 || end <= i {
		return false
	}
	word := e.atoms[end-1].key
	next, several := e.keyword(&e.g.manifold, i-1, end)
	return several && next == i && e.atoms[end-1].word && !hasDigit(word) && len(e.g.singular(word)) == 1
}

// manyAt reports whether a description from i to end is of several units: "the Shermans", « les Sherman », "two Shermans".
func (e *everyday) manyAt(found []description, i, end int) bool {
	n, counted := 0, false
	if i > 0 {
		n, counted = e.count(i - 1)
	}
	return e.severalAt(found, end, true) || e.more(i, end) || counted && n > 1
}

// spelled reads the names of units that were described before them: "both tanks (T1, T2)". They must be among those that were described.
func (e *everyday) spelled(found []description, i, end int) (ids []string, next int) {
	j := i
	for j < end && (e.is(j, "(") || e.is(j, ",") || e.is(j, ":")) {
		j++
	}
	if j == i || j >= end {
		return nil, i
	}
	ids, next = e.units(j, end)
	for _, id := range ids {
		if !slices.ContainsFunc(found, func(d description) bool { return d.id == id }) {
			return nil, i
		}
	}
	if e.is(next, ")") {
		next++
	}
	return ids, next
}

// saidAgain returns where other words for the deed end that close the line: "fights PG1 hand to hand", "stay where you are (hold)". It is i if
// none do.
func (f *filling) saidAgain(i int) int {
	e := f.e
	if f.mended || i == f.to || e.is(i-1, ",") || slices.ContainsFunc(e.atoms[f.to:i], func(a atom) bool { return a.key == ";" }) {
		return i // it is done once more: "rallies rally"
	}
	to, deeds := e.longest(i, f.end)
	if to == i || !slices.ContainsFunc(deeds, func(n int) bool { return e.words.deeds[n] == f.deed }) || e.key(i, to) == e.key(f.from, f.to) {
		return i
	}
	for k := range f.params { // what says how it is done is a value
		if _, _, ok := e.word(&f.params[k].words, i, f.end); ok && f.params[k].Kind == KindWord {
			return i
		}
	}
	next := to
	for next < f.end {
		behind, ok := e.empty(next, f.end)
		if !ok {
			return i
		}
		next = behind
	}
	return to
}

// likelier leaves those of the units that a description fits whose very name tells what was said: "the MG" is S-MG and not another team with
// a machine gun; "second infantry" is I2 and not PG2, "squad 1" S-1 and not S-T1.
func (e *everyday) likelier(found []description, kinds []string, number string, i, end int) []description {
	var by []description
	for _, d := range found {
		letters := lettersOf(d.id)
		kind, _ := "", 0
		if letters != "" {
			kind, _ = e.g.kind([]string{letters})
		}
		switch {
		case len(kinds) > 0 && kind != "" && slices.Contains(kinds, kind):
			by = append(by, d)
		case number == "":
		case letters == "":
			by = append(by, d)
		case slices.ContainsFunc(e.atoms[i:end], func(a atom) bool { return a.word && strings.HasPrefix(a.key, letters) && a.key != letters }):
			by = append(by, d)
		}
	}
	if len(by) == 0 {
		return found
	}
	return by
}

// prolongs reports whether a place at i goes on with the way with which a reading ends: "to D2 and D3, and C3".
func (e *everyday) prolongs(r reading, i, end int) bool {
	n := e.deedOf(r)
	if n == noDeed {
		return false
	}
	l := &r.lines[len(r.lines)-1]
	args := l.Args
	if len(l.Clauses) > 0 {
		args = l.Clauses[len(l.Clauses)-1].Args
	}
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1].Name
	if !slices.ContainsFunc(e.words.deeds[n].params(), func(p param) bool { return p.Name == last && p.Kind == KindPath }) {
		return false
	}
	_, _, place := e.placeAt(i, end)
	return place && !e.mine(i)
}

// oneWay makes one order of two that let a unit go on from where the first one ends: "over 5321, and ends at 5222".
func (e *everyday) oneWay(left, right reading) (whole reading, ok bool) {
	n := e.deedOf(left)
	if n == noDeed || len(right.lines) != 1 || e.deedOf(right) != n || !slices.Contains(e.words.going, n) {
		return left, false
	}
	last, next := left.lines[len(left.lines)-1], right.lines[0]
	if e.words.deeds[n].sub != nil {
		return e.oneClause(left, next)
	}
	if len(last.Args) != 2 || len(next.Args) != 2 || last.Args[0] != next.Args[0] || last.Args[1].Name != next.Args[1].Name || len(last.Clauses)+len(next.Clauses) > 0 {
		return left, false
	}
	params := e.words.deeds[n].params()
	k := slices.IndexFunc(params, func(p param) bool { return p.Name == last.Args[1].Name && p.Kind == KindPath })
	if k < 0 {
		return left, false
	}
	last.Args = []Arg{last.Args[0], {Name: last.Args[1].Name, Value: last.Args[1].Value + "-" + next.Args[1].Value}}
	last.Text = e.g.text(&last)
	lines := e.strictly(last.Text)
	if len(lines) != 1 || lines[0].Text != last.Text {
		return left, false
	}
	return readingOf(append(slices.Clip(left.lines[:len(left.lines)-1]), lines[0])), true
}

// oneClause is oneWay for a unit that is given all that it does in a turn in one line.
func (e *everyday) oneClause(left reading, next Line) (whole reading, ok bool) {
	last := left.lines[len(left.lines)-1]
	if last.Verb != next.Verb || !slices.Equal(last.Args, next.Args) || len(last.Clauses) == 0 || len(next.Clauses) == 0 || last.Guard+next.Guard != "" {
		return left, false
	}
	a, b := last.Clauses[len(last.Clauses)-1], next.Clauses[0]
	if a.Verb != b.Verb || len(a.Args) != 1 || len(b.Args) != 1 || a.Args[0].Name != b.Args[0].Name {
		return left, false
	}
	way := Clause{Verb: a.Verb, Args: []Arg{{Name: a.Args[0].Name, Value: a.Args[0].Value + "-" + b.Args[0].Value}}}
	last.Clauses = slices.Concat(last.Clauses[:len(last.Clauses)-1], []Clause{way}, next.Clauses[1:])
	last.Text = e.g.text(&last)
	lines := e.strictly(last.Text)
	if len(lines) != 1 || lines[0].Text != last.Text {
		return left, false
	}
	return readingOf(append(slices.Clip(left.lines[:len(left.lines)-1]), lines[0])), true
}

// foe reports whether a unit is an enemy.
func (e *everyday) foe(id string) bool { return slices.Contains(e.enemy().ids, id) }

// ground reports whether the word at i is one for the ground, or for how a unit is.
func (e *everyday) ground(i, end int) bool {
	_, ground := e.keyword(&e.g.scenery, i, end)
	_, state := e.keyword(&e.g.states, i, end)
	return ground || state
}

// longerDescribed reports whether the words at i describe a unit and go on behind next, where its mere name would end: "MG 42".
func (e *everyday) longerDescribed(p *param, i, next, end int) bool {
	all := e.ownDescribed
	switch p.Kind {
	case KindOwn:
	case KindEnemy, KindTarget, KindUnit:
		all = e.foesDescribed
	default:
		return false
	}
	found, ends := e.describes(all(e.g), i, end)
	return len(found) > 0 && ends[0] > next
}

// between reports whether the verb is told two places, that something lies between.
func (f *filling) between() bool {
	n := 0
	for k := range f.params {
		if p := &f.params[k]; p.Kind == KindPlace && !p.Optional && !p.Repeated {
			n++
		}
	}
	return n == 2
}

// arrivesAgain reports whether who has arrived would do so once more, or would have to go on by an order of its own where the arrival itself is
// told the way.
func (e *everyday) arrivesAgain(left, right reading) bool {
	n, m := e.deedOf(left), e.deedOf(right)
	if n == noDeed || m == noDeed || !slices.Contains(e.words.arriving, n) || left.subject() != right.subject() {
		return false
	}
	onward := slices.ContainsFunc(e.words.deeds[n].params(), func(p param) bool { return p.Kind == KindPath })
	return slices.Contains(e.words.arriving, m) || onward && slices.Contains(e.words.going, m)
}

// arrivesOnward makes one order of an arrival and of where it goes on, if the arrival itself is told the way: "comes on at 0516, then 0515".
func (e *everyday) arrivesOnward(left, right reading) (whole reading, ok bool) {
	if !e.arrivesAgain(left, right) || len(right.lines) != 1 {
		return left, false
	}
	d, next := e.words.deeds[e.deedOf(left)], right.lines[0]
	k := slices.IndexFunc(d.params(), func(p param) bool { return p.Kind == KindPath })
	last := left.lines[len(left.lines)-1]
	if k < 0 || d.sub != nil || len(next.Args) != 2 || len(next.Clauses) > 0 || valueOf(&last, d.verb.params[k].Name) != "" {
		return left, false
	}
	last.Args = append(slices.Clone(last.Args), Arg{Name: d.verb.params[k].Name, Value: next.Args[1].Value})
	last.Text = e.g.text(&last)
	lines := e.strictly(last.Text)
	if len(lines) != 1 || lines[0].Text != last.Text {
		return left, false
	}
	return readingOf(append(slices.Clip(left.lines[:len(left.lines)-1]), lines[0])), true
}

// stacked reads further enemies who stand where the one does that ends at i, for a verb that is given one target, and returns that place:
// "fires at S-3 and S-5", which are one target. next is 0 if none follows.
func (f *filling) stacked(p *param, foe string, i, end int) (place string, next int) {
	e := f.e
	if p.Kind != KindTarget || p.Repeated || !e.foe(foe) || e.where(foe) == "" {
		return "", 0
	}
	place = e.where(foe)
	many := param{Param: &Param{Kind: KindEnemy, Repeated: true}}
	for j := e.between(&many, i, end); j > i && j < end; j = e.between(&many, i, end) {
		for to, ok := e.empty(j, end); ok; to, ok = e.empty(j, end) {
			j = to
		}
		id, behind, ok := e.unit(e.enemy(), j, end)
		if !ok || e.where(id) != place {
			break
		}
		i, next = behind, behind
	}
	return place, next
}

// inhabited reports whether a reading names an area in which an enemy is known to stand.
func (e *everyday) inhabited(r reading) bool {
	area, ok := e.lex.(Container)
	return ok && slices.ContainsFunc(r.lines, func(l Line) bool {
		return slices.ContainsFunc(l.Args, func(a Arg) bool {
			return slices.ContainsFunc(e.enemy().ids, func(foe string) bool { return area.Within(foe, a.Value) })
		})
	})
}

// foeStands reports whether a reading names a place where an enemy is known to stand.
func (e *everyday) foeStands(r reading) bool {
	foes := e.foesDescribed(e.g)
	at := func(a Arg) bool {
		return slices.ContainsFunc(foes, func(d description) bool { return d.place != "" && d.place == a.Value })
	}
	return slices.ContainsFunc(r.lines, func(l Line) bool {
		return slices.ContainsFunc(l.Args, at) || slices.ContainsFunc(l.Clauses, func(c Clause) bool { return slices.ContainsFunc(c.Args, at) })
	})
}

// numbered reports whether the word at i says how many, where the verb can be told so: "one shell".
func (f *filling) numbered(i int) bool {
	if _, ok := f.e.count(i); !ok || i+1 >= f.end {
		return false
	}
	if _, ok := f.e.keyword(&f.e.g.counted, i+1, f.end); !ok {
		return false
	}
	for k := range f.params {
		if f.params[k].Kind == KindNumber && !f.set[k] && f.often() != k {
			return true
		}
	}
	return false
}

// arms reports whether the word at i is one that the verb can be told in full: a weapon, a mode.
func (f *filling) arms(i, end int) bool { return f.armed(i, end) > i }

// armed returns where the words end that the verb can be told in full, or i.
func (f *filling) armed(i, end int) int {
	for k := range f.params {
		if f.params[k].Kind == KindWord {
			if _, next, ok := f.e.full(&f.params[k].words, i, end); ok {
				return next
			}
		}
	}
	return i
}
