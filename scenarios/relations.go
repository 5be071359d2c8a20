package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Check holds a document against the tags named check that speak of more than one value, and gives what is wrong with its
// path alone: for documents that were not read from files. Load does the same with the lines.
func Check(doc any) Problems {
	var found Problems
	relate(reflect.ValueOf(doc).Elem(), func(path, message string) {
		found = append(found, &Problem{Code: "E_VALUE", Path: path, Message: message})
	})
	return found
}

// Placed is a document with a board: what the tag place asks for is one of its places. Where it gives none, since its board
// cannot be made, nothing is said of places.
type Placed interface{ Places() []string }

// relations holds a finished document against its tags:
//
//	ref=weapons|vehicles  names an entry of one of these lists of the document, by its id; ref=weapons.class by another key
//	place                 names a place of the board
//	oneof=a|b, letters=ab each of a list is one of these; the text has no other letters
//	min=low, max=sides    not below or above another key of the same mapping
//	each=0..5             each number of a list lies between
//	unique, unique=hex    no two entries are the same, or have the same key
//	rising=at, falling=at each entry has more than the one before, or less
//	spans, spans=1        from and to follow one another without gaps, from the first number given; the last to is 0, and more
//	len=6                 so many entries or letters
type relations struct {
	root   reflect.Value
	lists  map[string][]string // what ref names, by path
	places map[string]bool     // nil: no board
	tell   func(path, message string)
}

func relate(root reflect.Value, tell func(path, message string)) {
	r := &relations{root: root, lists: map[string][]string{}, tell: tell}
	if p, ok := root.Addr().Interface().(Placed); ok {
		for _, name := range p.Places() {
			if r.places == nil {
				r.places = map[string]bool{}
			}
			r.places[name] = true
		}
	}
	r.value(root, limits{}, "")
}

func (r *relations) flaw(path, format string, args ...any) {
	r.tell(path, fmt.Sprintf(format, args...))
}

// value walks a value; what it holds is held against the tag that it stands under.
func (r *relations) value(v reflect.Value, l limits, path string) {
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			at, inner := join(path, f.key), limitsOf(f.check)
			r.beside(v, v.FieldByIndex(f.index), inner, at)
			r.value(v.FieldByIndex(f.index), inner, at)
		}
	case reflect.Slice:
		if v.Type() == rawType {
			return
		}
		r.list(v, l, path)
		for i := range v.Len() {
			r.value(v.Index(i), l.ofEntries(), fmt.Sprintf("%s[%d]", path, i))
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
	}
}

// ofEntries is what a tag says of the entries of its list.
func (l limits) ofEntries() limits {
	e := limits{ref: l.ref, place: l.place, oneof: l.oneof, letters: l.letters, entry: true}
	if l.each != nil {
		e.hasMin, e.hasMax, e.min, e.max = true, true, l.each[0], l.each[1]
	}
	return e
}

// text checks a string.
func (r *relations) text(s string, l limits, path string) {
	if s == "" && !l.entry {
		return // whether it may be left out is another question
	}
	if l.place && r.places != nil && !r.places[s] {
		r.flaw(path, "%q is no place of this board", shorten(s))
	}
	if l.oneof != nil && !slices.Contains(l.oneof, s) {
		r.flaw(path, "%s cannot be %q; it may be %s%s", path, shorten(s), strings.Join(l.oneof, ", "), suggest(s, l.oneof))
	}
	if i := strings.IndexFunc(s, func(c rune) bool { return !strings.ContainsRune(l.letters, c) }); l.letters != "" && i >= 0 {
		r.flaw(path, "%q has other letters than %s", shorten(s), strings.Join(strings.Split(l.letters, ""), " "))
	}
	if n := len([]rune(s)); !l.entry && (l.hasMin && n < l.min || l.hasMax && n > l.max) {
		r.flaw(path, "%q has %d letters; it may have %s", shorten(s), n, l.span())
	}
	if l.ref != nil && !slices.ContainsFunc(l.ref, func(list string) bool { return slices.Contains(r.names(list), s) }) {
		var all []string
		for _, list := range l.ref {
			all = append(all, r.names(list)...)
		}
		r.flaw(path, "there is no %q among %s%s", shorten(s), strings.Join(l.ref, " and "), suggest(s, all))
	}
}

// beside holds a number against others of its mapping.
func (r *relations) beside(in, v reflect.Value, l limits, path string) {
	if v.Kind() != reflect.Int {
		return
	}
	for _, f := range fieldsOf(in.Type()) {
		n := in.FieldByIndex(f.index)
		if f.key == l.notBelow && v.Int() < n.Int() {
			r.flaw(path, "%s is %d, below %s, which is %d", path, v.Int(), f.key, n.Int())
		}
		if f.key == l.notAbove && v.Int() > n.Int() {
			r.flaw(path, "%s is %d, above %s, which is %d", path, v.Int(), f.key, n.Int())
		}
	}
}

// list holds the entries of a list against one another.
func (r *relations) list(v reflect.Value, l limits, path string) {
	if n := v.Len(); l.hasMin && n < l.min || l.hasMax && n > l.max {
		r.flaw(path, "%s has %d entries; it may have %s", path, n, l.span())
	}
	if l.ids != nil {
		for i, id := range column(v, "id") {
			if !slices.Contains(l.ids, id) {
				r.flaw(fmt.Sprintf("%s[%d].id", path, i), "%q is none of %s%s", shorten(id), strings.Join(l.ids, ", "), suggest(id, l.ids))
			}
		}
	}
	if l.unique {
		said := column(v, l.uniqueKey)
		for i, s := range said {
			if s != "" && slices.Contains(said[:i], s) {
				at := fmt.Sprintf("%s[%d]", path, i)
				if l.uniqueKey != "" {
					at = join(at, l.uniqueKey)
				}
				r.flaw(at, "%s stands there twice", s)
			}
		}
	}
	if key := l.rising + l.falling; key != "" {
		for i := 1; i < v.Len(); i++ {
			if a, b := number(v.Index(i-1), key), number(v.Index(i), key); l.rising != "" && b <= a || l.falling != "" && b >= a {
				r.flaw(fmt.Sprintf("%s[%d].%s", path, i, key), "%d after %d: each must be %s than the one before", b, a, map[bool]string{true: "more", false: "less"}[l.rising != ""])
			}
		}
	}
	if l.spans {
		r.spans(v, l, path)
	}
}

// spans checks a chart that is read by a number.
func (r *relations) spans(v reflect.Value, l limits, path string) {
	next := l.first
	for i := range v.Len() {
		at, last := fmt.Sprintf("%s[%d]", path, i), i == v.Len()-1
		from, to := number(v.Index(i), "from"), number(v.Index(i), "to")
		switch {
		case i == 0 && l.hasFirst && from != next:
			r.flaw(at+".from", "the first span begins at %d, not at %d", next, from)
		case i > 0 && from != next:
			r.flaw(at+".from", "the span begins at %d; the one before it ends at %d", from, next-1)
		case last && to != 0:
			r.flaw(at+".to", "the last span is open: its end is 0")
		case !last && to < from:
			r.flaw(at+".to", "the span ends at %d, before it begins", to)
		}
		next = to + 1
	}
}

// number is the number under a key of an entry.
func number(v reflect.Value, key string) int {
	for _, f := range fieldsOf(v.Type()) {
		if f.key == key {
			return int(v.FieldByIndex(f.index).Int())
		}
	}
	panic("scenarios: tag check: " + v.Type().String() + " has no key " + key)
}

// column returns what the entries of a list have under a key, or the entries themselves for "".
func column(v reflect.Value, key string) []string {
	var out []string
	for i := range v.Len() {
		e := v.Index(i)
		if key != "" {
			for _, f := range fieldsOf(v.Type().Elem()) {
				if f.key == key {
					e = v.Index(i).FieldByIndex(f.index)
				}
			}
		}
		if e.Kind() == reflect.Int {
			out = append(out, strconv.FormatInt(e.Int(), 10))
		} else {
			out = append(out, e.String())
		}
	}
	return out
}

// names are what a tag ref may name: the ids in a list of the document, or what stands under another key of its entries.
func (r *relations) names(path string) []string {
	if names, ok := r.lists[path]; ok {
		return names
	}
	at := []reflect.Value{r.root}
	for key := range strings.SplitSeq(path, ".") {
		var next []reflect.Value
		for _, v := range at {
			for _, f := range fieldsOf(v.Type()) {
				if f.key != key {
					continue
				}
				in := v.FieldByIndex(f.index)
				if in.Kind() != reflect.Slice {
					next = append(next, in)
				}
				for i := 0; in.Kind() == reflect.Slice && i < in.Len(); i++ {
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
		names = append(names, v.String())
	}
	r.lists[path] = names
	return names
}
