package position

import (
	"reflect"
	"slices"
	"strings"
)

// State is a position as it is shown to readers and programs: its keys, and keys that a game derives from it, such as a counter's current
// strength.
type State struct {
	form *Form // of both
	top  *node
}

// node is a value of JSON.
type node struct {
	kind    kind
	keys    []string // of an object, in their order
	members []*node  // of an object or a list
	text    []byte   // of anything else
	blank   bool     // zero or empty
}

// Show returns the state of a position of the form's type. more is a struct with the keys that the game adds, or nil. If the position has
// the same key, the value of more is shown. If the field has the tag part, its value is added to the position's mapping, or entry by entry
// to its list.
func (f *Form) Show(position, more any) (*State, error) {
	s := &State{form: f, top: f.node(behind(position))}
	if more == nil {
		return s, nil
	}
	over, err := Of(more)
	if err != nil {
		return nil, err
	}
	s.form = f.with(over)
	s.top.lay(over, behind(more))
	return s, nil
}

// behind follows pointers to the value.
func behind(x any) reflect.Value {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

func (f *Form) node(v reflect.Value) *node {
	n := &node{kind: f.kind, blank: f.blank(v)}
	switch f.kind {
	case object:
		for i := range f.fields {
			x := &f.fields[i]
			n.keys, n.members = append(n.keys, x.key), append(n.members, x.form.node(x.of(v)))
		}
	case mapping:
		n.kind = object
		for _, e := range f.named(v) {
			n.keys, n.members = append(n.keys, e.Field(0).String()), append(n.members, f.elem.node(e.Field(1)))
		}
	case list, array:
		for i := range v.Len() {
			n.members = append(n.members, f.elem.node(v.Index(i)))
		}
	default:
		if n.text = f.append(nil, v); n.blank && (f.kind == named || f.kind == written) {
			n.text = []byte(`""`)
		}
	}
	return n
}

// lay lays the fields of a struct over an object.
func (n *node) lay(over *Form, v reflect.Value) {
	for i := range over.fields {
		x := &over.fields[i]
		at, there := slices.BinarySearch(n.keys, x.key)
		switch {
		case !there:
			n.keys = slices.Insert(n.keys, at, x.key)
			n.members = slices.Insert(n.members, at, x.form.node(x.of(v)))
		case x.part && x.form.kind == object:
			n.members[at].lay(x.form, x.of(v))
		case x.part:
			for j := range min(x.of(v).Len(), len(n.members[at].members)) {
				n.members[at].members[j].lay(x.form.elem, x.of(v).Index(j))
			}
		default:
			n.members[at] = x.form.node(x.of(v))
		}
		n.blank = n.blank && n.members[at].blank
	}
}

// MarshalJSON writes the state as the position itself is written, without zero values.
func (s *State) MarshalJSON() ([]byte, error) { return s.top.append(nil, false), nil }

// Whole writes the state including zero and empty values.
func (s *State) Whole() []byte { return s.top.append(nil, true) }

func (n *node) append(b []byte, whole bool) []byte {
	switch n.kind {
	case object:
		b = append(b, '{')
		first := true
		for i, m := range n.members {
			if m.blank && !whole {
				continue
			}
			if !first {
				b = append(b, ',')
			}
			first = false
			b = m.append(append(appendText(b, n.keys[i]), ':'), whole)
		}
		return append(b, '}')
	case list, array:
		b = append(b, '[')
		for i, m := range n.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = m.append(b, whole)
		}
		return append(b, ']')
	}
	return append(b, n.text...)
}

// Keys lists the keys of the mapping at a path of keys; lists on the way stand for their entries. ok is false where there is
// no mapping.
func (s *State) Keys(path []string) (keys []string, ok bool) {
	f := s.form
	for _, key := range append(path, "") {
		for f.kind == list || f.kind == array {
			f = f.elem
		}
		if key == "" || f.kind != object {
			break
		}
		x := f.field(key)
		if x == nil {
			return nil, false
		}
		f = x.form
	}
	return f.keys(), f.kind == object
}

// with returns the form of all keys of two objects. If both have a key, the second one's counts, unless its field is a part.
func (f *Form) with(over *Form) *Form {
	all := &Form{kind: object, fields: slices.Clone(f.fields)}
	for _, x := range over.fields {
		i, there := slices.BinarySearchFunc(all.fields, x.key, func(y field, key string) int { return strings.Compare(y.key, key) })
		if like := all.field(x.like); like != nil {
			x.form = &Form{kind: list, elem: like.form.elem.with(x.form.elem)}
		}
		switch {
		case !there:
			all.fields = slices.Insert(all.fields, i, x)
		case x.part && x.form.kind == object:
			all.fields[i].form = all.fields[i].form.with(x.form)
		case x.part:
			all.fields[i].form = &Form{kind: list, elem: all.fields[i].form.elem.with(x.form.elem)}
		default:
			all.fields[i] = x
		}
	}
	return all
}
