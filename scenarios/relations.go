package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
)

// Check checks a document against those check tags that concern more than one value, and returns what is wrong with only its path, for
// documents that were not read from files. Load does the same with line numbers.
func Check(doc any) Problems {
	var found Problems
	relate(reflect.ValueOf(doc).Elem(), func(path, message string) {
		found = append(found, &Problem{Code: "E_VALUE", Path: path, Message: message})
	})
	return found
}

// Placed is a document with a board: what the tag place asks for is one of its places, and those of the tags beside, chain and touching
// touch one another. If its grid cannot be made, places are not checked.
type Placed interface {
	Grid() (board.Grid, error)
}

// relations checks a finished document against its tags. A key that a tag names is one of the same mapping, or else of the nearest around
// it that has it, or below one of these: "turns", "board.rows"; of a list counts how long it is.
//
//	ref=weapons|vehicles  names an entry of one of these lists of the document, by its id; ref=weapons.class by another key
//	ref=units[kind:hq]    one of those entries alone, as with only; ref=^units of the nearest list of that key around it
//	codes=terrain.code    each letter is one of these names
//	place                 names a place of the board
//	touching=/            names two places that touch: "A1/A2"
//	beside=a              names a place that touches the one under another key
//	chain                 each place of a list touches the one before
//	oneof=a|b, letters=ab each of a list is one of these; the text has no other letters
//	like=r2 or R3~[rR].   looks like the examples, as the expression says
//	min=low, max=sides    not below or above another key, or a number; of a list or text how long it is
//	each=0..5, each=1..turns  each of a list lies between, or has so many letters
//	len=6, len=columns    so many entries or letters
//	unique, unique=hex    no two entries are the same, or have the same key, or keys: unique=side+sum
//	rising=at, falling=at each entry has more than the one before, or less
//	next=turn, next=die:0 each entry has one more than the one before, the first so many
//	spans, spans=1        from and to follow one another without gaps, from the first number given; the last to is 0, and more
//	spans=2..12           and the last ends there
//	last=eliminated       the list ends with this, which stands nowhere else
//	has=a|b, has=kind:a|b there is an entry for each of these ids, or of these under another key
//	grid, grid=map        all rows of a map are as long as the first; it is like another one
//	grid=columns*rows     it has so many columns and rows
//	needed=gun            must be given where another key is; needed=kind:gun|chief where that is one of these
//	only=!gun             may be given only where another key is not
//	goes=now/for:a|b      has this value, or this one among others, where the other key has that, and only there
type relations struct {
	root   reflect.Value
	in     []reflect.Value     // the mappings around a value
	lists  map[string][]string // what ref names, by path
	places board.Grid          // nil: no board
	tell   func(path, message string)
}

func relate(root reflect.Value, tell func(path, message string)) {
	r := &relations{root: root, lists: map[string][]string{}, tell: tell}
	if p, ok := root.Addr().Interface().(Placed); ok {
		if grid, err := p.Grid(); err == nil {
			r.places = grid
		}
	}
	r.value(root, limitsOf(""), "")
}

func (r *relations) flaw(path, format string, args ...any) {
	r.tell(path, fmt.Sprintf(format, args...))
}

// value walks a value and checks its contents against the tag of its key.
func (r *relations) value(v reflect.Value, l *limits, path string) {
	r.beside(v, l, path)
	switch v.Kind() {
	case reflect.Struct:
		if id, ok := idField(v.Type()); ok && l.ref != nil {
			r.text(v.FieldByIndex(id.index).String(), &limits{ref: l.ref}, join(path, "id"))
		}
		r.in = append(r.in, v)
		for _, f := range fieldsOf(v.Type()) {
			r.value(v.FieldByIndex(f.index), f.limits, join(path, f.key))
		}
		r.in = r.in[:len(r.in)-1]
	case reflect.Slice:
		if v.Type() == rawType {
			return
		}
		r.list(v, l, path)
		for i := range v.Len() {
			r.value(v.Index(i), l.entries, path+"["+strconv.Itoa(i)+"]")
		}
	case reflect.String:
		r.text(v.String(), l, path)
	case reflect.Int:
		n := int(v.Int())
		if l.hasMin && n < l.min && (n != 0 || l.entry) || l.hasMax && n > l.max {
			r.flaw(path, "%s is %d; it may be %s", path, n, l.span())
		}
		if l.oneof != nil && !slices.Contains(l.oneof, strconv.Itoa(n)) {
			r.flaw(path, "%s cannot be %d; it may be %s", path, n, strings.Join(l.oneof, ", "))
		}
		if n != 0 || l.entry {
			r.named(strconv.Itoa(n), l, path)
		}
	}
}

// text checks a string.
func (r *relations) text(s string, l *limits, path string) {
	if s == "" && !l.entry {
		return // whether it may be left out is another question
	}
	if l.place {
		r.place(s, path)
	}
	if a, b, ok := strings.Cut(s, l.touching); l.touching != "" && !ok {
		r.flaw(path, "%q does not name two places that touch, with %s between them", shorten(s), l.touching)
	} else if l.touching != "" && r.place(a, path) && r.place(b, path) && r.apart(a, b) {
		r.flaw(path, "%s and %s do not touch", a, b)
	}
	if l.oneof != nil && !slices.Contains(l.oneof, s) {
		r.flaw(path, "%s cannot be %q; it may be %s%s", path, shorten(s), strings.Join(l.oneof, ", "), suggest(s, l.oneof))
	}
	if l.like != nil && !l.like.MatchString(s) {
		r.flaw(path, "%q is not like %s", shorten(s), l.such)
	}
	if i := strings.IndexFunc(s, func(c rune) bool { return !strings.ContainsRune(l.letters, c) }); l.letters != "" && i >= 0 {
		r.flaw(path, "%q has other letters than %s", shorten(s), strings.Join(strings.Split(l.letters, ""), " "))
	}
	if n := len([]rune(s)); l.hasMin && n < l.min || l.hasMax && n > l.max {
		r.flaw(path, "%q has %d letters; it may have %s", shorten(s), n, l.span())
	}
	for _, code := range s {
		if l.codes != "" && !slices.Contains(r.names(l.codes), string(code)) {
			r.flaw(path, "%q is none of %s: %s", string(code), l.codes, strings.Join(r.names(l.codes), " "))
			break
		}
	}
	r.named(s, l, path)
}

// place checks the name of a place.
func (r *relations) place(s, path string) bool {
	ok := r.places == nil || r.places.Has(s)
	if !ok {
		r.flaw(path, "%q is no place of this board", shorten(s))
	}
	return ok
}

// apart reports whether two places of the board do not touch.
func (r *relations) apart(a, b string) bool {
	return r.places != nil && r.places.Has(a) && r.places.Has(b) && !slices.Contains(r.places.Neighbours(a), b)
}

// named checks a value that names an entry of a list.
func (r *relations) named(s string, l *limits, path string) {
	if l.ref == nil || slices.ContainsFunc(l.ref, func(list string) bool { return slices.Contains(r.names(list), s) }) {
		return
	}
	var all []string
	for _, list := range l.ref {
		all = append(all, r.names(list)...)
	}
	r.flaw(path, "there is no %q among %s%s", shorten(s), strings.Join(l.ref, " and "), suggest(s, all))
}

// beside checks a value against other keys.
func (r *relations) beside(v reflect.Value, l *limits, path string) {
	n := size(v)
	if least := 0; l.notBelow != "" {
		if least = size(r.find(l.notBelow)); n < least {
			r.flaw(path, "%s is %d, below %s, which is %d", path, n, l.notBelow, least)
		}
	}
	if most := 0; l.notAbove != "" {
		if most = size(r.find(l.notAbove)); n > most {
			r.flaw(path, "%s is %d, above %s, which is %d", path, n, l.notAbove, most)
		}
	}
	if l.sameAs != "" && n > 0 && n != size(r.find(l.sameAs)) {
		r.flaw(path, "%s has %d; as many as %s are wanted, %d", path, n, l.sameAs, size(r.find(l.sameAs)))
	}
	if l.beside != "" && r.apart(r.find(l.beside).String(), v.String()) {
		r.flaw(path, "%s and %s do not touch", r.find(l.beside), v)
	}
	for _, c := range l.needed {
		if v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
			if r.holds(c) {
				r.flaw(path, "%s is missing: it is needed where %s", path, c)
			}
		}
	}
	for _, c := range l.only {
		if given(v) && !r.holds(c) {
			r.flaw(path, "%s is given; it may be only where %s", path, c)
		}
	}
	if c := l.goes; c != nil && matches(v, l.goesWith) != r.holds(*c) {
		r.flaw(path, "%s is %s where %s, and only there", path, l.goesWith, *c)
	}
}

// condition is what a tag asks of another key: that it is given, or one of these values; or not.
type condition struct {
	key string
	is  []string
	not bool
}

func newCondition(text string) condition {
	rest, not := strings.CutPrefix(text, "!")
	key, values, ok := strings.Cut(rest, ":")
	c := condition{key: key, not: not}
	if ok {
		c.is = strings.Split(values, "|")
	}
	return c
}

func (c condition) String() string {
	verb := map[bool]string{false: " is ", true: " is not "}[c.not]
	if c.is == nil {
		return c.key + verb + "given"
	}
	return c.key + verb + strings.Join(c.is, " or ")
}

// of reports whether the condition holds of the value under its key.
func (c condition) of(v reflect.Value) bool {
	return (c.is == nil && given(v) || slices.ContainsFunc(c.is, func(s string) bool { return matches(v, s) })) != c.not
}

func (r *relations) holds(c condition) bool { return c.of(r.find(c.key)) }

// given reports whether there is a value.
func given(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() > 0
	}
	return !v.IsZero()
}

// matches reports whether a value is what a tag says, or has it among its entries.
func matches(v reflect.Value, s string) bool {
	if v.Kind() == reflect.Slice {
		return slices.Contains(column(v, ""), s)
	}
	return plainText(v) == s
}

// size returns a number, or how long a list or a text is.
func size(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Int:
		return int(v.Int())
	case reflect.Slice:
		return v.Len()
	case reflect.String:
		return len([]rune(v.String()))
	}
	return 0
}

// find returns the value of a key in the nearest surrounding mapping that has it. An unknown key is a fault in the program.
func (r *relations) find(key string) reflect.Value {
	first, rest, _ := strings.Cut(key, ".")
	for _, in := range slices.Backward(r.in) {
		v, ok := under(in, first)
		for ; ok && rest != ""; v, ok = under(v, first) {
			first, rest, _ = strings.Cut(rest, ".")
		}
		if ok {
			return v
		}
	}
	panic("scenarios: tag check: there is no key " + key)
}

// under returns what a mapping has under a key.
func under(in reflect.Value, key string) (reflect.Value, bool) {
	if in.Kind() == reflect.Struct {
		for _, f := range fieldsOf(in.Type()) {
			if f.key == key {
				return in.FieldByIndex(f.index), true
			}
		}
	}
	return reflect.Value{}, false
}

// list holds the entries of a list against one another.
func (r *relations) list(v reflect.Value, l *limits, path string) {
	n := v.Len()
	if n == 0 {
		if in := r.in[len(r.in)-1]; l.required && (len(r.in) == 1 || !in.IsZero()) {
			r.flaw(path, "%s is empty", path)
		}
		return
	}
	if l.hasMin && n < l.min || l.hasMax && n > l.max {
		r.flaw(path, "%s has %d entries; it may have %s", path, n, l.span())
	}
	if l.ids != nil {
		for i, id := range column(v, "id") {
			if !slices.Contains(l.ids, id) {
				r.flaw(fmt.Sprintf("%s[%d].id", path, i), "%q is none of %s%s", shorten(id), strings.Join(l.ids, ", "), suggest(id, l.ids))
			}
		}
	}
	for _, name := range l.has {
		if !slices.Contains(column(v, l.hasKey), name) {
			r.flaw(path, "%s is missing: there must be one with this %s", name, l.hasKey)
		}
	}
	if l.unique {
		r.unique(v, l, path)
	}
	if l.last != "" {
		for i, s := range column(v, "") {
			if (i == n-1) != (s == l.last) {
				r.flaw(fmt.Sprintf("%s[%d]", path, i), "%q cannot stand here: the list ends with %s, and only there", s, l.last)
			}
		}
	}
	r.steps(v, l, path)
	if l.spans {
		r.spans(v, l, path)
	}
	if l.grid {
		r.grid(column(v, ""), l.gridOf, path)
	}
	if l.chain && v.Type().Elem().Kind() == reflect.String {
		for i, place := range column(v, "") {
			if i > 0 && r.apart(v.Index(i-1).String(), place) {
				r.flaw(fmt.Sprintf("%s[%d]", path, i), "%s is not next to %s", place, v.Index(i-1))
			}
		}
	}
}

// unique reports entries that are the same.
func (r *relations) unique(v reflect.Value, l *limits, path string) {
	keys := strings.Split(l.uniqueKey, "+")
	said := make([]string, v.Len())
	for _, key := range keys {
		for i, s := range column(v, key) {
			said[i] = strings.TrimSpace(said[i] + " " + s)
		}
	}
	for i, s := range said {
		if s == "" || !slices.Contains(said[:i], s) {
			continue
		}
		at := fmt.Sprintf("%s[%d]", path, i)
		if len(keys) == 1 && keys[0] != "" {
			at = join(at, keys[0])
		}
		r.flaw(at, "%s stands there twice", s)
	}
}

// steps checks how each entry follows the one before.
func (r *relations) steps(v reflect.Value, l *limits, path string) {
	key := l.rising + l.falling + l.next
	if key == "" {
		return
	}
	if first := number(v.Index(0), key); l.hasFirst && l.next != "" && first != l.first {
		r.flaw(fmt.Sprintf("%s[0].%s", path, key), "the first is %d, not %d", l.first, first)
	}
	for i := 1; i < v.Len(); i++ {
		a, b := number(v.Index(i-1), key), number(v.Index(i), key)
		at := fmt.Sprintf("%s[%d].%s", path, i, key)
		switch {
		case l.rising != "" && b <= a:
			r.flaw(at, "%d after %d: each must be more than the one before", b, a)
		case l.falling != "" && b >= a:
			r.flaw(at, "%d after %d: each must be less than the one before", b, a)
		case l.next != "" && b != a+1:
			r.flaw(at, "%d does not follow %d: this is the one of %d", b, a, a+1)
		}
	}
}

// grid checks the rows of a map.
func (r *relations) grid(rows []string, like, path string) {
	wide, high := len([]rune(rows[0])), len(rows)
	if columns, count, ok := strings.Cut(like, "*"); ok {
		wide, high = size(r.find(columns)), size(r.find(count))
	} else if like != "" {
		other := column(r.find(like), "")
		if high = len(other); high > 0 {
			wide = len([]rune(other[0]))
		}
	}
	if len(rows) != high {
		r.flaw(path, "%s has %d rows; it needs %d", path, len(rows), high)
	}
	for i, row := range rows {
		if n := len([]rune(row)); n != wide {
			r.flaw(fmt.Sprintf("%s[%d]", path, i), "row %d has %d columns; it needs %d", i+1, n, wide)
		}
	}
}

// spans checks a chart that is read by a number.
func (r *relations) spans(v reflect.Value, l *limits, path string) {
	next := l.first
	for i := range v.Len() {
		at, last := fmt.Sprintf("%s[%d]", path, i), i == v.Len()-1
		from, to := number(v.Index(i), "from"), number(v.Index(i), "to")
		switch {
		case i == 0 && l.hasFirst && from != next:
			r.flaw(at+".from", "the first span begins at %d, not at %d", next, from)
		case i > 0 && from != next:
			r.flaw(at+".from", "the span begins at %d; the one before it ends at %d", from, next-1)
		case last && !l.closed && to != 0:
			r.flaw(at+".to", "the last span is open: its end is 0")
		case last && l.closed && to != l.until:
			r.flaw(at+".to", "the last span ends at %d, not at %d", l.until, to)
		case !last && to < from:
			r.flaw(at+".to", "the span ends at %d, before it begins", to)
		}
		next = to + 1
	}
}

// number returns the number under a key of an entry.
func number(v reflect.Value, key string) int {
	if n, ok := under(v, key); ok {
		return int(n.Int())
	}
	panic("scenarios: tag check: " + v.Type().String() + " has no key " + key)
}

// column returns what the entries of a list have under a key, or the entries themselves for "".
func column(v reflect.Value, key string) []string {
	var out []string
	for i := range v.Len() {
		e := v.Index(i)
		if key != "" {
			e, _ = under(e, key)
		}
		out = append(out, plainText(e))
	}
	return out
}

// plainText returns a string or a number as a tag would write it.
func plainText(v reflect.Value) string {
	if v.Kind() == reflect.Int {
		return strconv.FormatInt(v.Int(), 10)
	}
	return v.String()
}

// names returns what a tag ref may name: the ids in a list of the document, or what stands under another key of its entries.
func (r *relations) names(path string) []string {
	if names, ok := r.lists[path]; ok {
		return names
	}
	at := []reflect.Value{r.root}
	if near, ok := strings.CutPrefix(path, "^"); ok {
		key, _, _ := strings.Cut(near, "[")
		for _, in := range r.in {
			if _, ok := under(in, key); ok {
				at[0] = in
			}
		}
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "^"), ".") {
		key, filter, filtered := strings.Cut(strings.TrimSuffix(step, "]"), "[")
		var next []reflect.Value
		for _, v := range at {
			in, ok := under(v, key)
			if !ok {
				panic("scenarios: tag check: there is no list " + path)
			}
			if in.Kind() != reflect.Slice {
				next = append(next, in)
				continue
			}
			for i := range in.Len() {
				if !filtered || passes(in.Index(i), filter) {
					next = append(next, in.Index(i))
				}
			}
		}
		at = next
	}
	names := []string{}
	for _, v := range at {
		if id, ok := idField(v.Type()); ok {
			v = v.FieldByIndex(id.index)
		}
		names = append(names, plainText(v))
	}
	if path[0] != '^' {
		r.lists[path] = names
	}
	return names
}

// passes reports whether an entry is one of those that a tag ref means: "kind:hq&nation:german".
func passes(entry reflect.Value, filter string) bool {
	for part := range strings.SplitSeq(filter, "&") {
		c := newCondition(part)
		v, ok := under(entry, c.key)
		if !ok {
			panic("scenarios: tag check: " + entry.Type().String() + " has no key " + c.key)
		}
		if !c.of(v) {
			return false
		}
	}
	return true
}
