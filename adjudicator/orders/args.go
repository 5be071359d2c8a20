package orders

import (
	"slices"
	"strings"
)

// search is how many ways to read the arguments of one clause are tried. Beyond it the first way counts.
const search = 600

// fit looks for a way to read the atoms from i up to, not including, end as the arguments ps, with all required ones present. Arguments
// with a prefix may stand in any order. The others keep theirs, and optional ones may be left out.
type fit struct {
	r      *reader
	ps     []param
	got    []string
	set    []bool
	end    int
	budget int
}

func (f *fit) from(i, cur int) bool {
	i = f.r.gap(i, f.end)
	if i >= f.end {
		for k := range f.ps {
			if !f.set[k] && !f.ps[k].Optional {
				return false
			}
		}
		return true
	}
	if f.budget--; f.budget < 0 {
		return false
	}
	if k := f.r.named(f.ps, i, f.end); k >= 0 && !f.set[k] {
		if f.take(k, i+2, cur) {
			return true
		}
	}
	for k := range f.ps {
		if _, next, ok := f.r.full(&f.ps[k].prefix, i, f.end); ok && !f.set[k] && f.take(k, next, cur) {
			return true
		}
	}
	for k := cur; k < len(f.ps); k++ {
		if f.ps[k].prefix.entries > 0 || f.set[k] {
			continue
		}
		if !f.r.glued(&f.ps[k], i) && f.take(k, i, k+1) {
			return true
		}
		if !f.ps[k].Optional {
			break
		}
	}
	for k := range f.ps { // an unmistakable prefix may be left out
		if f.ps[k].prefix.entries > 0 && (!f.ps[k].Optional || onlyEnemy(f.ps, k)) && !f.set[k] && f.take(k, i, cur) {
			return true
		}
	}
	for k := range min(cur, len(f.ps)) { // one that was left out may still follow
		if f.ps[k].prefix.entries == 0 && !f.set[k] && !f.r.glued(&f.ps[k], i) && f.take(k, i, cur) {
			return true
		}
	}
	if j, ok := f.r.keyword(&f.r.g.counted, i, f.end); ok && i > 0 && f.r.isNumber(i-1) {
		return f.from(j, cur)
	}
	return false
}

// onlyEnemy reports whether an argument is the only one of its verb that is an enemy: its prefix may then be left out without ambiguity.
func onlyEnemy(ps []param, k int) bool {
	for j := range ps {
		if kind := ps[j].Kind; j != k && (kind == KindEnemy || kind == KindUnit || kind == KindTarget || kind == KindText) {
			return false
		}
	}
	return ps[k].Kind == KindEnemy
}

// isNumber reports whether the atom is one.
func (r *reader) isNumber(i int) bool {
	_, _, ok := r.number(i, i+1)
	return ok
}

// take tries the values of argument k at i, the longest list first.
func (f *fit) take(k, i, cur int) bool {
	values, ends := f.r.list(&f.ps[k], f.ps, i, f.end)
	f.set[k] = true
	for n := len(values); n > 0; n-- {
		f.got[k] = f.ps[k].join(values[:n])
		if f.from(ends[n-1], cur) {
			return true
		}
		if f.budget < 0 {
			break
		}
	}
	f.set[k], f.got[k] = false, ""
	return false
}

// glued reports whether what would be aimed at hangs by a comma without a blank on one's own unit, as its list would go on: "PG1,G2" is no fire
// at G2, but rather "PG1,PG2" with a letter missing.
func (r *reader) glued(p *param, i int) bool {
	return (p.Kind == KindTarget || p.Kind == KindEnemy) && i >= 2 && i < len(r.atoms) && r.is(i-1, ",") && r.tight(i-1) && r.tight(i) && r.unitEnds(i-1)
}

// unitEnds reports whether the name of an own unit ends before atom i.
func (r *reader) unitEnds(i int) bool {
	for j := max(0, i-r.own.atoms); j < i; j++ {
		if _, next, ok := r.unit(&r.own, j, i); ok && next == i {
			return true
		}
	}
	return false
}

// gap skips what may stand between two arguments.
func (r *reader) gap(i, end int) int {
	for i < end && (r.atoms[i].key == "," || r.atoms[i].key == ":") {
		i++
	}
	return i
}

// args reads the arguments of a verb between i and end. What cannot be read becomes faults; ok is false then.
func (r *reader) args(v *verb, siblings *vocabulary, i, end int) (args []Arg, ok bool) {
	f := fit{r: r, ps: v.params, got: make([]string, len(v.params)), set: make([]bool, len(v.params)), end: end, budget: search}
	if !f.from(i, 0) {
		if r.quiet { // nobody is told what is wrong
			r.fault("orders.trailing", r.after(i))
			return nil, false
		}
		e := explanation{r: r, verb: v, siblings: siblings, set: make([]bool, len(v.params)), end: end, last: -1}
		e.walk(i)
		if e.told == 0 {
			e.again(i)
		}
		return nil, false
	}
	for k := range v.params {
		if f.set[k] {
			args = append(args, Arg{Name: v.params[k].Name, Value: f.got[k]})
		}
	}
	return args, true
}

// faultsPerClause is how many faults of one clause are reported; more would hide the first.
const faultsPerClause = 3

// explanation finds what is wrong with the arguments of a clause that does not fit.
type explanation struct {
	r        *reader
	verb     *verb
	siblings *vocabulary
	set      []bool
	end      int
	last     int // the list that was read last and may continue; -1 for none
	cur      int
	told     int
}

func (e *explanation) walk(i int) {
	for e.told < faultsPerClause {
		i = e.r.gap(i, e.end)
		if i >= e.end {
			break
		}
		next, ok := e.step(i)
		if !ok {
			next = e.wrong(e.behindFiller(i))
		}
		if next <= i { // cannot happen, but the loop must end all the same
			return
		}
		i = next
	}
	if e.told > 0 { // what is missing is then what was not understood
		return
	}
	for k, p := range e.verb.params {
		if !e.set[k] && !p.Optional && e.told < faultsPerClause {
			e.told++
			e.r.fault("orders.missing-argument", e.r.after(e.end), arg("verb", e.verb.Name), arg("argument", p.Name), arg("kind", p.Kind.word()))
		}
	}
}

// again reports what does not fit although each word of it can be read: a unit that is named twice.
func (e *explanation) again(i int) {
	r, said := e.r, map[string]bool{}
	for j := i; j < e.end; j++ {
		id, next, ok := r.unit(&r.own, j, e.end)
		if !ok {
			continue
		}
		if said[id] {
			e.tell("orders.twice", j, next, nil, arg("argument", id))
			return
		}
		said[id] = true
	}
	e.tell("orders.trailing", i, e.end, nil, arg("verb", e.verb.Name))
}

// behindFiller returns the atom to report as wrong: it skips a word that may stand before any value.
func (e *explanation) behindFiller(i int) int {
	if j := e.r.filler(KindPlace, i, e.end); j < e.end {
		return j
	}
	return i
}

// step reads one argument where one can be read.
func (e *explanation) step(i int) (next int, ok bool) {
	r, ps := e.r, e.verb.params
	if k := r.named(ps, i, e.end); k >= 0 {
		return e.introduced(k, i, i+2), true
	}
	for k := range ps {
		if _, next, ok := r.full(&ps[k].prefix, i, e.end); ok {
			return e.introduced(k, i, next), true
		}
	}
	if e.last >= 0 {
		if j := r.between(&ps[e.last], i, e.end); j < e.end {
			if _, ends := r.list(&ps[e.last], ps, j, e.end); len(ends) > 0 {
				return ends[len(ends)-1], true
			}
		}
	}
	for k := e.cur; k < len(ps); k++ {
		if ps[k].prefix.entries > 0 || e.set[k] {
			continue
		}
		if _, ends := r.list(&ps[k], ps, i, e.end); len(ends) > 0 {
			e.mark(k)
			e.cur = k + 1
			return ends[len(ends)-1], true
		}
		if !ps[k].Optional {
			break
		}
	}
	missing := func(k int) bool { return !ps[k].Optional && !e.set[k] }
	for k := range ps { // an unmistakable prefix may be left out, after arguments without one
		if ps[k].prefix.entries == 0 && missing(k) {
			break
		}
		if ps[k].prefix.entries == 0 || !missing(k) {
			continue
		}
		if _, ends := r.list(&ps[k], ps, i, e.end); len(ends) > 0 {
			e.mark(k)
			return ends[len(ends)-1], true
		}
	}
	return i, false
}

func (e *explanation) mark(k int) {
	e.set[k], e.last = true, -1
	if e.verb.params[k].many() {
		e.last = k
	}
}

// introduced reads the value after a prefix. Giving the argument twice is a fault.
func (e *explanation) introduced(k, i, next int) int {
	r, p := e.r, &e.verb.params[k]
	if e.set[k] && !e.r.and(i) {
		e.tell("orders.twice", i, next, nil, arg("argument", p.Name))
	}
	e.mark(k)
	if next >= e.end {
		e.told++
		r.fault("orders.missing-argument", r.after(next), arg("verb", e.verb.Name), arg("argument", p.Name), arg("kind", p.Kind.word()))
		return next
	}
	if _, ends := r.list(p, e.verb.params, next, e.end); len(ends) > 0 {
		return ends[len(ends)-1]
	}
	return max(e.unread([]int{k}, next, true), next+1)
}

// wrong reports what is wrong at i, where no argument fits, and returns the atom where reading goes on.
func (e *explanation) wrong(i int) int {
	r, ps := e.r, e.verb.params
	if j := i; e.last >= 0 && !r.atoms[i].word {
		if j = r.between(&ps[e.last], i, e.end); j > i && j < e.end {
			return e.unread([]int{e.last}, j, true)
		}
	}
	if e.siblings != nil {
		if _, _, ok := r.full(e.siblings, i, e.end); ok {
			e.tell("orders.missing-separator", i, i+1, []string{"; " + r.raw(i, i+1)})
			return e.end // what follows is another clause
		}
	}
	if r.and(i) {
		if _, next, ok := r.full(&r.g.names, i+1, e.end); ok { // "move D5 and fire ...", where each is an order of its own
			e.tell("orders.new-line-needed", i+1, next, nil)
			return e.end
		}
	}
	var may []int
	if e.last >= 0 {
		may = append(may, e.last)
	}
	for k := e.cur; k < len(ps); k++ {
		if ps[k].prefix.entries > 0 || e.set[k] {
			continue
		}
		may = append(may, k)
		if !ps[k].Optional {
			break
		}
	}
	return e.unread(may, i, false)
}

// unread reports that none of the arguments in may can be read at i. It names the one with the nearest suggestion, else the required one,
// else the list that might have continued; if sure is set, the first of them. It returns the atom after the unread word.
func (e *explanation) unread(may []int, i int, sure bool) int {
	r, ps := e.r, e.verb.params
	for _, k := range may {
		if next, ok := r.departed(i, e.end); ok && ps[k].Kind.unit() {
			e.mark(k)
			e.tell("orders.departed-unit", i, next, nil)
			return next
		}
		if ps[k].Kind == KindPair {
			if next, ok := e.setting(k, i); ok {
				return next
			}
		}
	}
	best, found := -1, guess{}
	for _, k := range may {
		if g := r.guess(&ps[k], i, e.end); len(g.texts) > 0 && (best < 0 || g.distance < found.distance) {
			best, found = k, g
		}
	}
	if found, ok := e.prefixMeant(i, best >= 0, found); ok {
		return found
	}
	if best < 0 {
		for _, k := range may {
			if !ps[k].Optional && !e.set[k] || k == e.last && hasDigit(r.atoms[i].key) || sure {
				best = k
				break
			}
		}
	}
	if best < 0 {
		e.tell("orders.trailing", i, r.chunk(i, e.end), nil, arg("verb", e.verb.Name))
		return e.end // what follows a word that makes no sense would only be misread
	}
	p := &ps[best]
	next := max(found.next, i+1)
	if found.next == 0 && p.Kind.unit() {
		next = r.chunk(i, e.end)
	}
	if !e.set[best] {
		e.mark(best)
		e.cur = best + 1
	}
	e.tell(r.codeFor(p, i, next), i, next, found.texts, r.wants(p)...)
	if p.Kind == KindPair && next+1 < e.end && comparison(r.atoms[next].key) {
		next += 2
	}
	return next
}

// setting reports what is wrong after the name of a setting: its value, or that "=" is missing.
func (e *explanation) setting(k, i int) (next int, ok bool) {
	r, p := e.r, &e.verb.params[k]
	n, j, ok := r.word(&p.words, i, e.end)
	if !ok {
		return i, false
	}
	e.mark(k)
	name, values := p.Words[n].Name, &p.values[n]
	signed := j < e.end && comparison(r.atoms[j].key)
	at := j
	if signed {
		at++
	}
	if at >= e.end {
		e.told++
		r.fault("orders.setting-value", r.after(e.end), arg("setting", name))
		return e.end, true
	}
	value, behind, reads := r.word(values, at, e.end)
	if reads && !signed {
		e.tell("orders.setting-sign", i, behind, []string{name + "=" + p.Words[n].Values[value].Name}, arg("setting", name))
		return behind, true
	}
	list, _ := r.wordsOf(values, func(v int) string { return p.Words[n].Values[v].Name })
	texts, _ := r.nearest(r.atoms[at].key, list)
	e.tell("orders.bad-setting", at, at+1, texts, arg("setting", name), arg("choices", named(p.Words[n].Values)))
	return at + 1, true
}

// prefixMeant reports whether the word at i is a mistyped prefix of an argument ("wiht") and is nearer to it than to any value.
func (e *explanation) prefixMeant(i int, other bool, g guess) (next int, ok bool) {
	r, ps := e.r, e.verb.params
	var list []candidate
	for k := range ps {
		if e.set[k] {
			continue
		}
		for _, w := range ps[k].prefix.keys {
			list = append(list, candidate{w.text, w.text})
		}
	}
	texts, distance := r.nearest(r.atoms[i].key, list)
	if len(texts) == 0 || other && g.distance <= distance || len(r.atoms[i].key) < shortest {
		return i, false
	}
	e.tell("orders.trailing", i, i+1, texts, arg("verb", e.verb.Name))
	for k := range ps {
		if _, ok := ps[k].prefix.exact[texts[0]]; ok && !e.set[k] {
			e.mark(k)
			if _, ends := r.list(&ps[k], ps, i+1, e.end); len(ends) > 0 {
				return ends[len(ends)-1], true
			}
			break
		}
	}
	return i + 1, true
}

func (e *explanation) tell(code string, i, next int, suggestions []string, args ...option) {
	e.told++
	e.r.wrong(code, i, next, suggestions, args...)
}

// departed reads the name of a unit that is out of play.
func (r *reader) departed(i, end int) (next int, ok bool) {
	m, ok := r.lex.(Mourner)
	if !ok || i >= end {
		return i, false
	}
	for _, id := range m.Departed() {
		for next := min(i+marks(id), end); next > i; next-- {
			if k := r.key(i, next); k == Fold(id) {
				return next, true
			}
		}
	}
	return i, false
}

// mourned says of a line that is not understood and that begins with a unit out of play just that.
func (r *reader) mourned(i int) bool {
	next, ok := r.departed(i, len(r.atoms))
	if !ok || !slices.Contains([]string{"orders.unknown-unit", "orders.unknown-verb", "orders.verb-missing"}, r.faults[0].Code) {
		return false
	}
	r.faults, r.spans = nil, nil
	r.wrong("orders.departed-unit", i, next, nil)
	return true
}

// chunk returns the end of the run of atoms at i without a blank between them.
func (r *reader) chunk(i, end int) int {
	i++
	for i < end && r.tight(i) && r.atoms[i].key != "," && r.atoms[i].key != ":" {
		i++
	}
	return i
}

// codeFor returns the code of a value that cannot be read, by what was wanted and what is there.
func (r *reader) codeFor(p *param, i, next int) string {
	twice := false
	switch p.Kind {
	case KindOwn:
		if _, _, ok := r.unit(r.enemy(), i, next); ok {
			return "orders.not-your-unit"
		}
		_, _, twice = r.own.find(r.key(i, next))
	case KindEnemy, KindTarget, KindUnit:
		if _, _, ok := r.unit(&r.own, i, next); ok && p.Kind != KindUnit {
			return "orders.not-an-enemy"
		}
		_, _, twice = r.enemy().find(r.key(i, next))
	case KindWord:
		twice = len(p.words.abbreviated(phrase(r.atoms[i].key))) > 1
	}
	if twice {
		return "orders.ambiguous"
	}
	return p.Kind.fault()
}

// wants returns the words of a message about an argument that cannot be read.
func (r *reader) wants(p *param) []option {
	out := []option{arg("argument", p.Name), arg("kind", p.Kind.word())}
	if p.Kind == KindWord || p.Kind == KindPair && len(p.Words) > 0 {
		out = append(out, arg("choices", named(p.Words)))
	}
	if p.Kind == KindDir {
		out = append(out, arg("choices", strings.Join(r.scene.lex.Directions(), ", ")))
	}
	return out
}

// named returns the names of choices, as a message lists them.
func named(list []Choice) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// unit reports whether arguments of the kind name units.
func (k Kind) unit() bool { return k == KindOwn || k == KindEnemy || k == KindUnit || k == KindTarget }

// fault returns the code of a value of the kind that cannot be read.
func (k Kind) fault() string {
	switch k {
	case KindOwn, KindEnemy, KindUnit:
		return "orders.unknown-unit"
	case KindPlace, KindPath:
		return "orders.unknown-place"
	case KindTarget:
		return "orders.unknown-target"
	case KindNumber:
		return "orders.bad-number"
	case KindSide:
		return "orders.unknown-side"
	case KindDir:
		return "orders.unknown-direction"
	case KindPair:
		return "orders.unknown-setting"
	}
	return "orders.unknown-word"
}

// word returns the words' key that names the kind in messages and help.
func (k Kind) word() string {
	switch k {
	case KindOwn:
		return "orders.kind.own"
	case KindEnemy:
		return "orders.kind.enemy"
	case KindUnit:
		return "orders.kind.unit"
	case KindPlace:
		return "orders.kind.place"
	case KindPath:
		return "orders.kind.path"
	case KindTarget:
		return "orders.kind.target"
	case KindNumber:
		return "orders.kind.number"
	case KindSide:
		return "orders.kind.side"
	case KindDir:
		return "orders.kind.direction"
	case KindText:
		return "orders.kind.text"
	case KindPair:
		return "orders.kind.setting"
	}
	return "orders.kind.word"
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}
