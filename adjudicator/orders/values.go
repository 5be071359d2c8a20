package orders

import (
	"slices"
	"strconv"
	"strings"
)

// longestPlace is how many atoms the name of a place may have: "Bois de l'Abbaye nord" are four, "20.0,10.0" three.
const longestPlace = 6

// item reads the longest value of an argument at atom i, no further than end.
func (r *reader) item(p *param, i, end int) (value string, next int, ok bool) {
	if value, next, ok = r.bare(p, i, end); ok || r.lenient {
		return value, next, ok
	}
	if j := r.filler(p.Kind, i, end); j > i {
		return r.bare(p, j, end)
	}
	return "", i, false
}

// filler returns the atom after the empty words that may stand before a value of the kind.
func (r *reader) filler(k Kind, i, end int) int {
	switch k {
	case KindText, KindNumber, KindPair:
		return i
	case KindDir: // "pivot the HMG to the NW"
		if j, ok := r.keyword(&r.g.towards, i, end); ok {
			i = j
		}
		if j, ok := r.keyword(&r.g.articles, i, end); ok {
			i = j
		}
		return i
	case KindPath:
		if j, ok := r.keyword(&r.g.onward, i, end); ok && j < end {
			i = j
		}
	}
	if j, ok := r.keyword(&r.g.with, i, end); ok && k == KindOwn {
		i = j
	} else if j, ok := r.keyword(&r.g.towards, i, end); ok {
		i = j
	}
	if j, ok := r.keyword(&r.g.from, i, end); ok && k == KindPath { // "from C5 to D5": we know where it stands
		if _, j, ok := r.placeAt(j, end); ok {
			return r.filler(KindPlace, j, end)
		}
	}
	if j, ok := r.keyword(&r.g.articles, i, end); ok {
		i = j
	}
	if j, ok := r.keyword(&r.g.nouns, i, end); ok && k != KindWord && k != KindSide {
		i = j
	}
	return i
}

// bare reads a value without an article.
func (r *reader) bare(p *param, i, end int) (value string, next int, ok bool) {
	if *r.work--; i >= end || *r.work < 0 {
		return "", i, false
	}
	r.rested(1)
	switch p.Kind {
	case KindOwn:
		return r.unit(&r.own, i, end)
	case KindEnemy:
		return r.unit(r.enemy(), i, end)
	case KindUnit:
		if v, n, ok := r.unit(&r.own, i, end); ok {
			return v, n, ok
		}
		return r.unit(r.enemy(), i, end)
	case KindPlace, KindPath:
		return r.placeAt(i, end)
	case KindTarget:
		return r.target(i, end)
	case KindNumber:
		return r.number(i, end)
	case KindWord:
		n, next, ok := r.word(&p.words, i, end)
		if !ok {
			n, next, ok = r.plural(&p.words, i, end)
		}
		if !ok && r.quiet {
			n, next, ok = r.elided(&p.words, i, end)
		}
		if !ok {
			return "", i, false
		}
		return p.Words[n].Name, next, true
	case KindSide:
		if r.lenient {
			return r.raw(i, i+1), i + 1, r.atoms[i].word
		}
		return r.unit(r.seats(), i, end)
	case KindDir:
		if r.lenient {
			return strings.ToUpper(r.raw(i, i+1)), i + 1, r.atoms[i].word && len(r.atoms[i].key) < 4
		}
		return r.unit(r.compass(), i, end)
	case KindText:
		text := strings.Join(strings.Fields(r.raw(i, end)), " ")
		if c, ok := r.scene.lex.(Composer); ok {
			text = c.ReadText(p.Name, text)
		}
		return text, end, true
	case KindPair:
		return r.pair(p, i, end)
	}
	return "", i, false
}

// key returns what stands from i to before j, folded.
func (r *reader) key(i, j int) string {
	if j == i+1 {
		return r.atoms[i].key
	}
	if r.ends == nil {
		r.folded, r.ends = foldAll(r.runes)
	}
	return strings.TrimPrefix(r.folded[r.ends[r.atoms[i].from]:r.ends[r.atoms[j-1].to]], " ")
}

func (r *reader) unit(n *names, i, end int) (string, int, bool) {
	if r.preposition(i) {
		return "", i, false
	}
	for j := min(i+max(n.atoms, 1)+1, end); j > i; j-- {
		id, ok, twice := n.find(r.key(i, j))
		if twice {
			id, ok = n.spelt(r.raw(i, j))
		}
		if ok && r.atoms[i].word && r.atoms[j-1].word {
			return id, j, true
		}
	}
	if r.lenient && r.atoms[i].word {
		return r.plausible(i, end)
	}
	if j := i + 3; j <= end && r.is(i+1, "-") && r.tight(i+1) && r.tight(i+2) { // "T-34", whose name has no hyphen
		if id, ok, _ := n.find(r.key(i, j)); ok && r.atoms[i].word && r.atoms[j-1].word {
			return id, j, true
		}
	}
	return "", i, false
}

// preposition reports whether a word in small letters is a preposition behind others, although a unit may be called so: "fire at F5", where
// AT is a gun.
func (r *reader) preposition(i int) bool {
	if i == 0 || i >= len(r.atoms) {
		return false
	}
	key := r.atoms[i].key
	if len(key) < 2 || r.raw(i, i+1) != key {
		return false
	}
	for _, v := range []*vocabulary{&r.g.towards, &r.g.aim, &r.g.with, &r.g.from} {
		if _, ok := v.exact[key]; ok {
			return true
		}
	}
	return false
}

// plausible accepts as a unit whatever may be one: words joined by hyphens, with a capital or a digit.
func (r *reader) plausible(i, end int) (string, int, bool) {
	j := i + 1
	for j+1 < end && r.is(j, "-") && r.tight(j) && r.tight(j+1) {
		j += 2
	}
	raw := r.raw(i, j)
	return raw, j, strings.ContainsAny(raw, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.")
}

func (r *reader) placeAt(i, end int) (string, int, bool) {
	if i >= end || !r.atoms[i].word {
		return "", i, false
	}
	for j := min(i+longestPlace, end); j > i; j-- {
		if !r.atoms[j-1].word {
			continue
		}
		if c, ok := r.scene.place(r.raw(i, j), r.thorough); ok {
			return c, j, true
		}
	}
	if r.lenient && strings.ContainsAny(r.atoms[i].key, "0123456789") {
		return r.raw(i, i+1), i + 1, true
	}
	if r.thorough && r.is(i+1, "-") && r.tight(i+1) && i+2 < end && r.tight(i+2) && twoDigits(r.atoms[i].key) && twoDigits(r.atoms[i+2].key) {
		if c, ok := r.scene.place(r.atoms[i].key+r.atoms[i+2].key, true); ok { // "06-13"
			return c, i + 3, true
		}
	}
	return "", i, false
}

func twoDigits(word string) bool { return len(word) == 2 && digits(word) }

// target reads an enemy unit in full ("north.G1"), else a place, else an enemy by its short name: a bare G1 that is
// both is the place, but not if the lexicon knows that no enemy stands there.
func (r *reader) target(i, end int) (string, int, bool) {
	id, n, ok := r.unit(r.enemy(), i, end)
	if ok && strings.Contains(r.key(i, n), " ") || ok && strings.Contains(r.key(i, n), ".") {
		return id, n, true
	}
	if c, m, found := r.placeAt(i, end); found && !(ok && n > m) {
		if ok && !r.occupied(c) {
			return id, n, true
		}
		if ok && n == m && Fold(c) != r.key(i, m) { // "I1" is the enemy's I1 rather than short for the hex I01
			return id, n, true
		}
		if _, own := r.own.exact[r.key(i, m)]; own && Fold(c) != r.key(i, m) { // nor is one's own I2 short for the hex I02
			return "", i, false
		}
		return c, m, true
	}
	return id, n, ok
}

// largest is the greatest number that an order may hold.
const largest = 1_000_000_000

func (r *reader) number(i, end int) (string, int, bool) {
	sign := ""
	if r.is(i, "-") && i+1 < end && r.tight(i+1) {
		sign, i = "-", i+1
	}
	if i >= end || !r.atoms[i].word {
		return "", i, false
	}
	n, err := strconv.Atoi(sign + strings.TrimPrefix(r.atoms[i].key, "+"))
	if err != nil || n > largest || n < -largest {
		return "", i, false
	}
	return strconv.Itoa(n), i + 1, true
}

// word reads a word of a vocabulary, in full or shortened to an unambiguous beginning.
func (r *reader) word(v *vocabulary, i, end int) (entry, next int, ok bool) {
	if entry, next, ok := r.full(v, i, end); ok {
		return entry, next, true
	}
	if i >= end || !r.atoms[i].word {
		return 0, i, false
	}
	if _, kind := r.g.kinds.exact[phrase(r.atoms[i].key)]; kind { // « char » is a tank before it is short for « charge creuse »
		return 0, i, false
	}
	if k := phrase(r.atoms[i].key); r.g.reserved[k] || r.g.prefixes[k] { // "plus" is "also" before it is short for « plus proche »
		return 0, i, false
	}
	k := phrase(r.atoms[i].key)
	if _, particle := r.g.particles.exact[k]; particle { // "for" is short for no "force"
		return 0, i, false
	}
	if found := v.abbreviated(k); len(found) == 1 && (v.clips(k, found[0]) || len(r.g.forms.own.whole[k])+len(r.g.forms.wide.whole[k]) == 0) {
		return found[0], i + 1, true
	}
	return 0, i, false // "barrage" is what is done before it is short for « barrage ouragan »
}

// plural reads a word of a vocabulary with a plural ending, which is not a typing error: "4 rifles", "2 MMGs", "3 canons".
func (r *reader) plural(v *vocabulary, i, end int) (entry, next int, ok bool) {
	if i >= end || !r.atoms[i].word || !v.plurals[firstWord(r.atoms[i].key)] {
		return 0, i, false
	}
	for j := min(i+v.atoms*2, end); j > i; j-- {
		if !r.atoms[j-1].word {
			continue
		}
		if k := phrase(r.key(i, j)); len(k) >= shortest {
			if n, ok := v.plural[k]; ok {
				return n, j, true
			}
		}
	}
	return 0, i, false
}

// full reads a word of a vocabulary written in full: the longest.
func (r *reader) full(v *vocabulary, i, end int) (entry, next int, ok bool) {
	if i >= end || v.atoms == 0 || !r.atoms[i].word {
		return 0, i, false
	}
	longest := v.first[firstWord(r.atoms[i].key)]
	for j := min(i+longest*2, end); j > i; j-- { // twice, since "counter-battery" as typed has one more mark
		if !r.atoms[j-1].word {
			continue
		}
		if n, ok := v.exact[phrase(r.key(i, j))]; ok {
			return n, j, true
		}
	}
	return 0, i, false
}

// elided reads a word of a vocabulary in full behind an article that is tied to it: « l'artillerie lourde ».
func (r *reader) elided(v *vocabulary, i, end int) (entry, next int, ok bool) {
	bare := r.g.unelided(r.atoms[i].key)
	if bare == r.atoms[i].key {
		return 0, i, false
	}
	longest := v.first[firstWord(bare)]
	for j := min(i+longest*2, end); j > i; j-- {
		if n, ok := v.exact[phrase(r.g.unelided(r.key(i, j)))]; ok && r.atoms[j-1].word {
			return n, j, true
		}
	}
	return 0, i, false
}

// has reports whether one of the words is among others too.
func (v *vocabulary) has(others *vocabulary) bool {
	return slices.ContainsFunc(v.keys, func(w key) bool { _, ok := others.exact[w.text]; return ok })
}

func comparison(mark string) bool {
	switch mark {
	case "=", "==", "<", ">", "<=", ">=", "!=", "=<", "=>":
		return true
	}
	return false
}

// pair reads one setting: "entry=fire", "bases>=3".
func (r *reader) pair(p *param, i, end int) (string, int, bool) {
	if !r.atoms[i].word || i+2 >= end {
		return "", i, false
	}
	name, values, next, setting := phrase(r.atoms[i].key), (*vocabulary)(nil), i+1, 0
	if len(p.Words) > 0 {
		n, j, ok := r.word(&p.words, i, end)
		if !ok {
			return "", i, false
		}
		name, next, setting = p.Words[n].Name, j, n
		if p.values[n].entries > 0 {
			values = &p.values[n]
		}
	}
	name = strings.ReplaceAll(name, " ", "_")
	if next+1 >= end || !comparison(r.atoms[next].key) {
		return "", i, false
	}
	op := r.atoms[next].key
	switch op {
	case "==":
		op = "="
	case "=<":
		op = "<="
	case "=>":
		op = ">="
	}
	next++
	if v, j, ok := r.number(next, end); ok && values == nil {
		return name + op + v, j, true
	}
	if !r.atoms[next].word {
		return "", i, false
	}
	if values != nil {
		n, j, ok := r.word(values, next, end)
		if !ok {
			return "", i, false
		}
		return name + op + p.Words[setting].Values[n].Name, j, true
	}
	return name + op + strings.ReplaceAll(r.atoms[next].key, " ", "_"), next + 1, true
}

// many reports whether an argument may be a list.
func (p *param) many() bool { return p.Repeated || p.Kind == KindPath || p.Kind == KindPair }

// within reports whether what ends at next is only the beginning of the name of an own unit at i.
func (r *reader) within(i, next, end int) bool {
	if r.scene == nil {
		return false
	}
	_, to, ok := r.unit(&r.own, i, end)
	return ok && to > next
}

// list reads all values of an argument at atom i, and where each ends. others are the arguments whose prefixes end a list.
func (r *reader) list(p *param, others []param, i, end int) (values []string, ends []int) {
	v, n, ok := r.item(p, i, end)
	if !ok {
		return nil, nil
	}
	values, ends = append(values, v), append(ends, n)
	if !p.many() || p.Kind == KindText {
		return values, ends
	}
	for last := i; len(values) < mostItems; {
		j := r.between(p, n, end)
		if r.introduces(others, j, end) {
			return values, ends
		}
		if behind, ok := r.keyword(&r.g.through, j, end); ok && p.Kind == KindPath { // "to E2 via F1": first F1
			if first, stops := r.list(p, others, behind, end); len(first) > 0 {
				return []string{p.join(append(first, values...))}, stops[len(stops)-1:]
			}
		}
		v, n, ok = r.item(p, j, end)
		if !ok || p.Kind.place() && !r.is(j-1, "-") && r.within(j, n, end) { // "to O1 and N-2" does not go on northwards
			return values, ends
		}
		if p.Kind.place() && v == values[len(values)-1] && hasDigit(r.key(last, ends[len(ends)-1])) != hasDigit(r.key(j, n)) {
			ends[len(ends)-1] = n // "Holnon 5020" is one place
			continue
		}
		if p.once && p.Kind == KindOwn && slices.Contains(values, v) {
			if j == ends[len(ends)-1] && v == values[len(values)-1] && r.key(last, j) != r.key(j, n) { // "the HQ N-HQ"
				ends[len(ends)-1] = n
				continue
			}
			return values, ends
		}
		last = j
		values, ends = append(values, v), append(ends, n)
	}
	return values, ends
}

// mostItems is the length of the longest list that an order may hold.
const mostItems = 200

// between skips what may stand between two values of a list.
func (r *reader) between(p *param, i, end int) int {
	for i < end {
		switch r.atoms[i].key {
		case ",":
		case "/": // "C3/C4"
			if p.Kind != KindOwn || i+1 >= end || !r.atoms[i+1].word {
				return i
			}
		case "-", ">", "=":
			if p.Kind != KindPath || r.is(i, "=") && !r.is(i+1, ">") {
				return i
			}
		default:
			if r.and(i) || r.is(i, "&") || r.is(i, "+") {
				if i+1 >= end || p.Kind == KindPair && comparison(r.atoms[i+1].key) { // a setting of that name
					return i
				}
				return i + 1
			}
			if next, ok := r.keyword(&r.g.thenWords, i, end); ok && p.Kind == KindPath {
				return next
			}
			return i
		}
		i++
	}
	return i
}

// introduces reports whether the prefix of an argument, or "name=" of one, stands at i.
func (r *reader) introduces(others []param, i, end int) bool {
	for k := range others {
		if _, _, ok := r.full(&others[k].prefix, i, end); ok {
			return true
		}
	}
	return r.named(others, i, end) >= 0
}

// named returns the argument whose name and "=" stand at i, or -1.
func (r *reader) named(ps []param, i, end int) int {
	if i+1 >= end || !r.atoms[i].word || r.atoms[i+1].key != "=" {
		return -1
	}
	for k := range ps {
		if phrase(Fold(ps[k].Name)) == phrase(r.atoms[i].key) {
			return k
		}
	}
	return -1
}

func (p *param) join(values []string) string {
	if p.Kind == KindPath {
		return strings.Join(values, "-")
	}
	return strings.Join(values, ",")
}
