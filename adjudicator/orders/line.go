package orders

import (
	"slices"
	"strconv"
	"strings"
)

// reader reads one typed line.
type reader struct {
	typed
	*scene
	g        *Grammar
	thorough bool  // second reading, after a fault: names are looked up without case and accents, and suggestions are made
	quiet    bool  // it only counts whether there are faults
	guesses  *int  // number of faults of this mail for which suggestions may still be made
	work     *int  // values of this mail that may still be tried
	spare    *int  // the same for lines in everyday words
	left     *int  // and for what they are without some of their words
	nr       int64 // of the line
	faults   []Fault
	spans    [][2]int // of each fault, among the normalised characters; {0,0} for a point
	verbless [2]int   // of the last fault that names a unit without a verb: where the rest of its order begins and ends
}

func (r *reader) guessed() bool { return r.quiet || !r.thorough || *r.guesses <= 0 }

func (r *reader) fault(code string, column int64, args ...option) {
	r.faults = append(r.faults, Fault{Number: r.nr, Typed: r.text, Column: column, Code: code, Args: args})
	r.spans = append(r.spans, [2]int{})
}

// wrong reports a fault of the atoms from i up to, not including, next.
func (r *reader) wrong(code string, i, next int, suggestions []string, args ...option) {
	next = min(max(next, i+1), len(r.atoms))
	r.fault(code, r.column(i), append([]option{arg("word", r.raw(i, next))}, args...)...)
	r.faults[len(r.faults)-1].Suggestions = suggestions
	r.spans[len(r.spans)-1] = [2]int{r.atoms[i].from, r.atoms[next-1].to}
}

// bullets skips the marks that mail programs put before the items of a list.
func (r *reader) bullets(i int) int {
	for i < len(r.atoms) && (r.is(i, "-") || r.is(i, "*") || r.is(i, "•") || r.is(i, ">")) {
		i++
	}
	return i
}

// hexDigits is from how many digits on a number before ":" or a word that names a hex is the hex, and no line's number: "2433: attack with G-28".
const hexDigits = 4

// ordinal reads the line's own number: "3.", "3)", "3:", "[3]", or "3" before anything but the rest of a unit's name.
func (r *reader) ordinal(i int) (number int64, next int) {
	if (r.is(i, "[") && r.is(i+2, "]") || r.is(i, "(") && r.is(i+2, ")")) && i+3 < len(r.atoms) {
		if n, err := strconv.ParseInt(r.atoms[i+1].key, 10, 64); err == nil && n > 0 && len(r.atoms[i+1].key) <= 5 {
			return n, i + 3
		}
	}
	if i+1 >= len(r.atoms) || len(r.atoms[i].key) > 5 {
		return 0, i
	}
	n, err := strconv.ParseInt(r.atoms[i].key, 10, 64)
	if err != nil || n < 1 {
		return 0, i
	}
	_, j, unit := r.unit(&r.own, i, len(r.atoms))
	switch r.atoms[i+1].key {
	case ".", ")":
		return n, i + 2
	case ":":
		if _, _, place := r.placeAt(i, i+1); unit || place && len(r.atoms[i].key) >= hexDigits {
			return 0, i
		}
		return n, i + 2
	}
	if unit && (j > i+1 || r.tight(i+1)) || !r.atoms[i+1].word {
		return 0, i
	}
	if _, _, place := r.placeAt(i, i+1); place && len(r.atoms[i].key) >= hexDigits { // "5020 is attacked by G-28a"
		return 0, i
	}
	if v, _, _ := r.verb(i+1, len(r.atoms)); v == nil && slices.ContainsFunc(r.own.calls, func(c call) bool { return strings.HasPrefix(c.key, r.atoms[i].key+" ") }) {
		return 0, i // "18 Dvi": a unit's name mistyped
	}
	return n, i + 1
}

// countsAt reports whether the number at i may say how many of something there are, and not which line it is: "2 guns on 0805".
func (r *reader) countsAt(i int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	if _, ok := r.keyword(&r.g.counted, i+1, len(r.atoms)); ok {
		return true
	}
	word, _ := e.kindAt(e.ownDescribed(e.g), i+1, len(r.atoms))
	return word != "" || e.valued(i+1, len(r.atoms)) > i+1 && len(e.words.own.whole[phrase(r.atoms[i+1].key)]) == 0
}

// lists reports whether the number at i begins a list that an order consists of: "2 grenadiers, 1 Tiger I" is no second line.
func (r *reader) lists(i int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	return r.judge != nil && e.unsaidText(i, len(r.atoms)) != nil
}

// Counts reports whether a text begins by saying how many of something there are, "2 guns smoke at 0804", and not with the number of a line,
// which has a dot, a bracket or a colon behind it or else a word that nobody counts.
func (g *Grammar) Counts(text string) bool {
	t := read(text)
	if len(t.atoms) < 2 || !digits(t.atoms[0].key) {
		return false
	}
	r := reader{typed: t, scene: &scene{}, g: g}
	_, ok := r.keyword(&g.counted, 1, len(t.atoms))
	return ok
}

// section is a part of a line between bars.
type section struct{ from, to int }

// sections cuts a line at "|", and before "otherwise" where that word has no other use.
func (r *reader) sections(i int) []section {
	out := []section{{i, len(r.atoms)}}
	v, _, _ := r.verb(i, len(r.atoms))
	speech := v != nil && v.speech()
	for j := i; j < len(r.atoms); j++ {
		cut := r.is(j, "|")
		if !cut && !speech && j > i && r.atoms[j].word {
			if next, ok := r.keyword(&r.g.otherwiseWords, j, len(r.atoms)); ok {
				separated := r.is(j-1, ";") || r.is(j-1, ",") || r.is(next, ":")
				word := r.key(j, next)
				cut = separated && r.is(next, ":") || !r.g.prefixes[word] && !r.g.reserved[word]
			}
			cut = cut && !r.is(j-1, "|")
		}
		if !cut {
			continue
		}
		last := &out[len(out)-1]
		last.to = j
		for last.to > last.from && (r.is(last.to-1, ";") || r.is(last.to-1, ",")) {
			last.to--
		}
		if r.is(j, "|") {
			out = append(out, section{j + 1, len(r.atoms)})
		} else {
			out = append(out, section{j, len(r.atoms)})
		}
	}
	return out
}

// lines reads everything on one typed line from atom i: one order, or several standing ones.
func (r *reader) lines(i int) []Line {
	parts := r.sections(i)
	main := parts[0]
	standing := false
	if j, ok := r.keyword(&r.g.standingWords, main.from, main.to); ok {
		standing, main.from = true, r.gap(j, main.to)
	}
	var head Line
	if guard, j := r.guardWord(main.from, main.to); guard != "" {
		when, next, ok := r.condition(j, main.to)
		if ok {
			head.Guard, head.When = guard, when
		} else if next = r.thenBehind(j, main.to); next < 0 {
			return nil
		}
		main.from = r.gap(next, main.to)
		if j, ok := r.keyword(&r.g.thenWords, main.from, main.to); ok {
			main.from = r.gap(j, main.to)
		}
	}
	if head.Guard == "" {
		main.to = r.trailingGuard(&head, main)
	}
	if main.from >= main.to {
		r.fault("orders.missing-order", r.after(main.to))
		return nil
	}
	out, v := r.orders(standing, head, main)
	for _, s := range parts[1:] {
		r.part(out, v, s)
	}
	if len(r.faults) > 0 || len(out) == 0 {
		return nil
	}
	for k := range out {
		out[k].Text = r.g.text(&out[k])
	}
	return out
}

// mostTrailing is how many words "if" and "when" of one order are tried as the beginning of its condition.
const mostTrailing = 8

// trailingGuard reads a condition that follows the order without a bar, "G2: rally if assaulted", and returns where the order ends. If the
// line has several clauses, the condition could be meant for one of them and is a fault.
func (r *reader) trailingGuard(head *Line, s section) (end int) {
	several, tries := false, 0
	if v, _, _ := r.verb(s.from, s.to); v != nil && v.speech() {
		return s.to
	}
	for j := s.from + 1; j < s.to && tries < mostTrailing; j++ {
		if r.is(j, ";") {
			several = true
		}
		if !r.atoms[j].word {
			continue
		}
		guard, next := r.guardWord(j, s.to)
		if guard == "" || r.g.prefixes[r.atoms[j].key] && !r.thorough {
			continue
		}
		tries++
		when, n, ok := r.attempt(next, s.to)
		if !ok || n != s.to {
			continue
		}
		if several {
			r.wrong("orders.condition-place", j, next, []string{"| " + guard + ":"})
		}
		head.Guard, head.When = guard, when
		return j
	}
	return s.to
}

// guardWord reads the word that begins a condition.
func (r *reader) guardWord(i, end int) (guard string, next int) {
	if j, ok := r.keyword(&r.g.otherwiseWords, i, end); ok { // "if fail" is not "if"
		return "", j
	}
	if j, ok := r.keyword(&r.g.qualifying, i, end); ok { // nor is "if it needs 8", which is an argument
		return "", j
	}
	if j, ok := r.atMost(i, end); ok { // nor is "if 8 will do"
		return "", j
	}
	if j, ok := r.keyword(&r.g.whenWords, i, end); ok && (i == 0 || !r.counting(i, j, end)) { // "otherwise once" has no condition
		return "when", r.gap(j, end)
	}
	if j, ok := r.keyword(&r.g.ifWords, i, end); ok {
		return "if", r.gap(j, end)
	}
	return "", i
}

// thenBehind returns where "then" stands after a condition that cannot be read, or -1.
func (r *reader) thenBehind(i, end int) int {
	for j := i; j < end; j++ {
		if _, ok := r.keyword(&r.g.thenWords, j, end); ok {
			return j
		}
	}
	return -1
}

// part reads what follows a bar: "otherwise: ..." or another condition.
func (r *reader) part(out []Line, v *verb, s section) {
	if s.from >= s.to {
		return
	}
	var line Line
	l := &line
	if len(out) > 0 {
		l = &out[len(out)-1]
	}
	if next, ok := r.keyword(&r.g.otherwiseWords, s.from, s.to); ok {
		if l.Otherwise != nil {
			r.wrong("orders.twice", s.from, next, nil, arg("argument", "otherwise"))
			return
		}
		if r.gap(next, s.to) >= s.to {
			r.fault("orders.missing-clause", r.after(next))
			return
		}
		l.Otherwise, _ = r.clauses(v, true, false, next, s.to)
		return
	}
	guard, next := r.guardWord(s.from, s.to)
	if guard == "" {
		list := r.g.suggested(func(t *Tongue) [][]string { return [][]string{t.Otherwise, t.When[:1]} })
		texts, _ := r.nearest(r.atoms[s.from].key, list)
		r.wrong("orders.unknown-section", s.from, s.from+1, texts)
		return
	}
	if l.Guard != "" {
		r.wrong("orders.twice", s.from, next, nil, arg("argument", guard))
		return
	}
	if when, j, ok := r.condition(next, s.to); ok {
		if j < s.to {
			r.wrong("orders.trailing", j, s.to, nil, arg("verb", guard))
			return
		}
		l.Guard, l.When = guard, when
	}
}

// orders reads one order, or the several of a standing line, without what follows bars. v is the verb of the last one.
func (r *reader) orders(standing bool, head Line, s section) (out []Line, v *verb) {
	for i := s.from; i < s.to; {
		l := head
		l.Standing = standing
		var next int
		v, next = r.order(&l, i, s.to)
		if v == nil {
			return out, nil
		}
		if (l.Standing || v.Only) && len(r.faults) == 0 && !v.Standing {
			r.wrong("orders.not-standing", i, i+1, nil, arg("verb", v.Name))
		}
		if len(v.Phases) == 1 && !l.Standing {
			l.Phase = v.Phases[0]
		}
		out = append(out, l)
		if next <= i {
			break
		}
		i = next
	}
	return out, v
}

// order reads one order into l. next is where a further standing order of the line begins, or else end.
func (r *reader) order(l *Line, i, end int) (v *verb, next int) {
	v, at, implied := r.verb(i, end)
	if v == nil {
		r.noVerb(i, end)
		return nil, end
	}
	l.Verb = v.Name
	l.Standing = l.Standing || v.Only
	stop, colon := r.headEnd(v, at, end)
	if implied != "" {
		l.Args = []Arg{{Name: v.params[0].Name, Value: implied}}
		stop = at
	} else {
		stop, l.Args = r.head(v, at, stop, colon, end)
	}
	if stop >= end {
		if implied != "" {
			r.fault("orders.missing-clause", r.after(end), arg("verb", v.Name))
		}
		return v, end
	}
	l.Clauses, next = r.clauses(v, false, l.Standing, stop, end)
	if implied != "" && len(l.Clauses) == 0 && len(r.faults) == 0 {
		r.fault("orders.missing-clause", r.after(end), arg("verb", v.Name))
	}
	return v, next
}

// head reads the arguments of a line's verb up to stop.
func (r *reader) head(v *verb, at, stop int, colon bool, end int) (int, []Arg) {
	if colon && !r.fits(v, at, stop) && r.fits(v, at, r.semicolon(v, at, end)) {
		stop = r.semicolon(v, at, end)
	}
	args, _ := r.args(v, &v.names, at, stop)
	return stop, args
}

// attempt reads a condition without reporting faults.
func (r *reader) attempt(i, end int) (when [][]Term, next int, ok bool) {
	faults, spans, quiet := len(r.faults), len(r.spans), r.quiet
	r.quiet = true
	when, next, ok = r.condition(i, end)
	r.faults, r.spans, r.quiet = r.faults[:faults], r.spans[:spans], quiet
	return when, next, ok
}

// fits reports whether the atoms can be read as the arguments of a verb.
func (r *reader) fits(v *verb, i, end int) bool {
	f := fit{r: r, ps: v.params, got: make([]string, len(v.params)), set: make([]bool, len(v.params)), end: end, budget: search}
	return f.from(i, 0)
}

// headEnd returns where the arguments of a line's verb end: at ":" if clauses may follow, else at ";".
func (r *reader) headEnd(v *verb, i, end int) (stop int, colon bool) {
	if len(v.subs) == 0 {
		if v.speech() {
			return end, false
		}
		return r.semicolon(v, i, end), false
	}
	stop = r.semicolon(v, i, end)
	for j := i; j < stop; j++ {
		if r.is(j, ":") && (j > i || len(v.params) == 0) {
			return j, true
		}
	}
	return stop, false
}

// together reports whether two verbs may be ordered in the same phase, so that one may replace the other.
func (v *verb) together(other *verb) bool {
	return !v.Implicit && slices.ContainsFunc(v.Phases, func(p string) bool { return slices.Contains(other.Phases, p) })
}

// verb reads the verb of a line: written in full, implied by its first argument ("G2: ..."), or shortened. at is the atom after it; implied
// is the argument that implied it.
func (r *reader) verb(i, end int) (v *verb, at int, implied string) {
	if n, j, ok := r.full(&r.g.names, i, end); ok {
		return &r.g.verbs[n], j, ""
	}
	for k := range r.g.verbs {
		v := &r.g.verbs[k]
		if !v.Implicit || len(v.params) == 0 {
			continue
		}
		value, j, ok := r.item(&v.params[0], i, end)
		if !ok {
			continue
		}
		if j == end && r.open || r.is(j, ":") && j < end || j == end && j > i {
			return v, j, value
		}
		if _, _, ok := r.full(&v.names, j, end); ok {
			return v, j, value
		}
	}
	if n, j, ok := r.word(&r.g.names, i, end); ok {
		return &r.g.verbs[n], j, ""
	}
	return nil, i, ""
}

// noVerb reports that no order begins at i.
func (r *reader) noVerb(i, end int) {
	for k := range r.g.verbs {
		top := &r.g.verbs[k]
		if n, j, ok := r.full(&top.names, i, end); ok {
			code := "orders.needs-order"
			if top.Implicit {
				code = "orders.needs-unit"
			}
			r.wrong(code, i, j, nil, arg("verb", top.subs[n].Name), arg("of", top.Name))
			return
		}
		if top.Implicit && len(top.params) > 0 && top.params[0].Kind.unit() {
			next := r.chunk(i, end)
			for j := i; j < min(end, i+r.own.atoms+2); j++ {
				if r.is(j, ":") {
					next = j
				}
			}
			if !r.is(next, ":") || next == i {
				continue
			}
			p := &top.params[0]
			g := r.guess(p, i, next)
			if v, d := r.nearest(r.atoms[i].key, r.verbWords(&r.g.names)); len(v) > 0 && (len(g.texts) == 0 || d < g.distance) {
				r.wrong("orders.unknown-verb", i, i+1, v)
				return
			}
			r.wrong(r.codeFor(p, i, next), i, max(next, g.next), g.texts, r.wants(p)...)
			return
		}
	}
	if _, j, ok := r.unit(&r.own, i, end); ok {
		r.wrong("orders.verb-missing", i, j, nil)
		r.verbless = [2]int{j, end}
		return
	}
	if found := r.g.names.abbreviated(phrase(r.atoms[i].key)); len(found) > 1 && r.atoms[i].word {
		var texts []string
		for _, n := range found[:min(len(found), mostSuggestions)] {
			texts = append(texts, r.g.verbs[n].Name)
		}
		r.wrong("orders.ambiguous", i, i+1, texts, arg("argument", "verb"), arg("kind", "orders.kind.verb"))
		return
	}
	list := r.verbWords(&r.g.names)
	list = append(list, r.g.suggested(func(t *Tongue) [][]string { return [][]string{t.Standing[:1], t.When[:1]} })...)
	texts, _ := r.nearest(r.atoms[i].key, list)
	for k := range r.g.verbs {
		if texts == nil {
			texts, _ = r.nearest(r.atoms[i].key, r.verbWords(&r.g.verbs[k].names))
		}
	}
	if texts == nil && r.impliesUnit() {
		if g := r.guess(&r.firstImplicit().params[0], i, end); len(g.texts) > 0 {
			r.wrong("orders.unknown-unit", i, g.next, g.texts, r.wants(&r.firstImplicit().params[0])...)
			return
		}
	}
	r.wrong("orders.unknown-verb", i, i+1, texts)
}

func (r *reader) firstImplicit() *verb {
	for k := range r.g.verbs {
		if r.g.verbs[k].Implicit && len(r.g.verbs[k].params) > 0 {
			return &r.g.verbs[k]
		}
	}
	return nil
}

func (r *reader) impliesUnit() bool {
	v := r.firstImplicit()
	return v != nil && v.params[0].Kind.unit()
}

func (r *reader) verbWords(v *vocabulary) []candidate {
	list := make([]candidate, 0, len(v.keys))
	for _, k := range v.keys {
		list = append(list, candidate{k.text, k.spelled})
	}
	return list
}

// noClause reports that no clause of v begins at i, and returns where the next one may begin.
func (r *reader) noClause(v *verb, otherwise bool, i, end int) int {
	stop := end
	for j := i; j < end; j++ {
		if r.is(j, ";") {
			stop = j
			break
		}
	}
	if !r.atoms[i].word {
		r.wrong("orders.trailing", i, i+1, nil)
		return stop
	}
	name := ""
	if v != nil {
		name = v.Name
	}
	if _, j, implied := r.verb(i, end); implied != "" && r.is(j, ":") {
		r.wrong("orders.new-line-needed", i, j, nil)
		return end
	}
	if n, j, ok := r.full(&r.g.names, i, end); ok {
		code := "orders.not-a-clause-of"
		if v != nil && len(v.subs) == 0 {
			code = "orders.new-line-needed"
		}
		r.wrong(code, i, j, nil, arg("verb", r.g.verbs[n].Name), arg("of", name))
		return stop
	}
	names := &r.g.names
	if v != nil && len(v.subs) > 0 {
		names = &v.names
	}
	if found := names.abbreviated(phrase(r.atoms[i].key)); len(found) > 1 {
		var texts []string
		for _, n := range found[:min(len(found), mostSuggestions)] {
			if v != nil && len(v.subs) > 0 {
				texts = append(texts, v.subs[n].Name)
			} else {
				texts = append(texts, r.g.verbs[n].Name)
			}
		}
		r.wrong("orders.ambiguous", i, i+1, texts, arg("argument", "verb"), arg("kind", "orders.kind.verb"))
		return stop
	}
	if guard, _ := r.guardWord(i, end); guard != "" {
		r.wrong("orders.guard-inside", i, i+1, nil)
		return stop
	}
	texts, _ := r.nearest(r.atoms[i].key, r.verbWords(names))
	r.wrong("orders.unknown-verb", i, i+1, texts, arg("of", name))
	return stop
}
