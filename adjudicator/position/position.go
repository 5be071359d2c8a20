// Package position writes a position with stable keys, and reads it back.
//
// What is hashed and stored of a position must not depend on how its Go types are written today, because logs are kept for ever. Every
// exported field of a position and of the structs in it therefore names its key in a tag, and the bytes are JSON by these rules alone:
//
//	struct   an object: the keys of its fields that are not zero, in the order of their bytes
//	list     an array; an empty one is zero, like nil; an array of fixed length is zero if all in it are
//	mapping  a list of structs of two fields, the first with key:"-": an object from the first to the second, in the order of
//	         the bytes of the first; what is zero is absent
//	number   decimal; text: as it is, only `"`, `\` and control characters escaped (\u001f); yes: true
//
// Further tags say how a field is written and what may stand in it:
//
//	key:",inline"             the keys of a struct are keys of what it is in, as if it were embedded
//	names:"N|NE|SE"           a number is written by its name: 1 is N, 2 is NE; 0 is left out
//	id:"hex by"               a list of structs: the keys by which entries are told from one another (Setting.Merge)
//	id:"seat,fixed"           the same, and no entry is ever added
//	oneof:"fresh|used"        a text that is set is one of these or empty
//	ref:"place"               a text that is set names what the game knows under this kind (Setting.Names)
//	part:"yes"                in a struct of keys that a game has beside those of its position (Setting.Own, Show): what is
//	                          in the field adds keys to what the position has under this key
//	like:"groups"             of such a part: to what the position has under that key
//
// A type whose values have a text of their own, such as a point in inches, is Written.
//
// A field may be added (absent in every old position), moved or renamed in Go without changing a byte of a position that does not use it. A
// key is never changed, and never used again for something else. A field that is not exported is not part of the position, and the fields
// of an embedded struct belong to the struct that embeds it. A position must not contain maps, floats, pointers or interfaces.
//
// Worked example: with
//
//	type Piece struct {
//		ID     string `key:"unit"`
//		Hex    string `key:"at"`
//		Pinned bool   `key:"pinned"`
//	}
//
// the bytes of Piece{ID: "B-1", Pinned: true} are
//
//	{"pinned":true,"unit":"B-1"}
//
// A Form is made once for a type by Of, which also finds fields without a key. It never changes and may serve any number of goroutines.
package position

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Tag is the name of the tag that gives a field its key.
const Tag = "key"

// Form is how positions of one type are written.
type Form struct {
	kind   kind
	typ    reflect.Type
	fields []field  // of an object, in the order of their keys
	elem   *Form    // of a list, or of what a mapping has under a name
	names  []string // of numbers from 1
}

// Written is implemented by a pointer to a type whose values are written as one text. ReadJSON is given the value in a setting, which may
// have other forms than the one that Text returns. The zero value has the text "".
type Written interface {
	Text() string
	ReadJSON(text []byte) error
}

var writtenType = reflect.TypeFor[Written]()

type kind uint8

const (
	object kind = iota
	list
	array
	mapping
	text
	number
	yes
	named   // a number that is written by name
	written // a type with a text of its own
)

type field struct {
	key   string
	head  []byte // `"key":`
	name  string // in Go
	index []int  // of the field, through what is embedded
	form  *Form

	id    []string // keys that identify the entries of a list
	fixed bool     // no entries are added
	part  bool
	like  string // key of the position's list to whose entries those of a part belong, if it is a different one
	oneof []string
	ref   string // what a text names: "place", "seats"
}

// of returns the field of a struct.
func (x *field) of(v reflect.Value) reflect.Value {
	if len(x.index) == 1 {
		return v.Field(x.index[0])
	}
	return v.FieldByIndex(x.index)
}

// Of returns the form of a type: a struct, or a pointer to one. The error names a field without a key, two with the same, or a
// type that cannot be part of a position.
func Of(sample any) (*Form, error) {
	t := reflect.TypeOf(sample)
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("position: a %T is no position", sample)
	}
	return formOf(t, t.Name(), nil)
}

func formOf(t reflect.Type, at string, above []reflect.Type) (*Form, error) {
	f := &Form{typ: t}
	if reflect.PointerTo(t).Implements(writtenType) {
		f.kind = written
		return f, nil
	}
	switch t.Kind() {
	case reflect.String:
		f.kind = text
	case reflect.Bool:
		f.kind = yes
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.kind = number
	case reflect.Slice, reflect.Array:
		f.kind = list
		var err error
		if isMapping(t) {
			f.kind = mapping
			f.elem, err = formOf(t.Elem().Field(1).Type, at+"[]", above)
			return f, err
		}
		if t.Kind() == reflect.Array {
			f.kind = array
		}
		f.elem, err = formOf(t.Elem(), at+"[]", above)
		return f, err
	case reflect.Struct:
		if slices.Contains(above, t) {
			return nil, fmt.Errorf("position: %s: a %s inside a %s has no end", at, t, t)
		}
		return f, f.object(at, append(slices.Clone(above), t))
	default:
		return nil, fmt.Errorf("position: %s: a %s has no place in a position", at, t)
	}
	return f, nil
}

// isMapping reports whether a list is written as a mapping.
func isMapping(t reflect.Type) bool {
	e := t.Elem()
	return t.Kind() == reflect.Slice && e.Kind() == reflect.Struct && e.NumField() == 2 && e.Field(0).Tag.Get(Tag) == "-" && e.Field(0).Type.Kind() == reflect.String
}

// named returns the entries of a mapping that are not blank, in the order of their names.
func (f *Form) named(v reflect.Value) []reflect.Value {
	var out []reflect.Value
	for i := range v.Len() {
		if e := v.Index(i); !f.elem.blank(e.Field(1)) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b reflect.Value) int { return strings.Compare(a.Field(0).String(), b.Field(0).String()) })
	return out
}

func (f *Form) object(at string, above []reflect.Type) error {
	if err := f.collect(f.typ, at, nil, above); err != nil {
		return err
	}
	slices.SortFunc(f.fields, func(a, b field) int { return strings.Compare(a.key, b.key) })
	for i := 1; i < len(f.fields); i++ {
		if a, b := f.fields[i-1], f.fields[i]; a.key == b.key {
			return fmt.Errorf("position: %s: %s and %s have the same key %q", at, a.name, b.name, a.key)
		}
	}
	return nil
}

// collect adds the fields of a struct and of those that are embedded or inline in it.
func (f *Form) collect(t reflect.Type, at string, index []int, above []reflect.Type) error {
	for i := range t.NumField() {
		sf := t.Field(i)
		key, more, _ := strings.Cut(sf.Tag.Get(Tag), ",")
		path := append(slices.Clone(index), i)
		if sf.Type.Kind() == reflect.Struct && (sf.Anonymous || more == "inline") {
			if err := f.collect(sf.Type, at+"."+sf.Name, path, above); err != nil {
				return err
			}
			continue
		}
		if !sf.IsExported() {
			continue
		}
		if key == "" {
			return fmt.Errorf("position: %s.%s: a field of a position needs a key", at, sf.Name)
		}
		form, err := formOf(sf.Type, at+"."+sf.Name, above)
		if err != nil {
			return err
		}
		x := field{key: key, head: append(appendText(nil, key), ':'), name: sf.Name, index: path, form: form, part: sf.Tag.Get("part") == "yes"}
		if err := x.tags(sf.Tag); err != nil {
			return fmt.Errorf("position: %s.%s: %w", at, sf.Name, err)
		}
		f.fields = append(f.fields, x)
	}
	return nil
}

// tags reads the other tags of a field.
func (x *field) tags(tag reflect.StructTag) error {
	if names := tag.Get("names"); names != "" {
		if x.form.kind != number {
			return errors.New("names are for numbers")
		}
		x.form = &Form{kind: named, typ: x.form.typ, names: strings.Split(names, "|")}
	}
	if words := tag.Get("oneof"); words != "" {
		x.oneof = strings.Split(words, "|")
	}
	x.ref, x.like = tag.Get("ref"), tag.Get("like")
	ids, fixed, _ := strings.Cut(tag.Get("id"), ",")
	x.id, x.fixed = strings.Fields(ids), fixed == "fixed"
	for _, id := range x.id {
		if x.form.kind != list || x.form.elem.kind != object || x.form.elem.field(id) == nil && !x.part {
			return fmt.Errorf("it is no list of structs with the key %q", id)
		}
	}
	return nil
}

// field returns the field of a key, or nil if the form has none.
func (f *Form) field(key string) *field {
	i, ok := slices.BinarySearchFunc(f.fields, key, func(x field, key string) int { return strings.Compare(x.key, key) })
	if !ok {
		return nil
	}
	return &f.fields[i]
}

// New returns a pointer to a position of the form's type in which everything is zero.
func (f *Form) New() any { return reflect.New(f.typ).Interface() }

// Append writes a position of the form's type, or a pointer to one. It panics for any other type: that is a fault of the
// program, like a wrong conversion.
func (f *Form) Append(b []byte, position any) []byte {
	v := reflect.ValueOf(position)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Type() != f.typ {
		panic(fmt.Sprintf("position: a %s is written by the form of %s", v.Type(), f.typ))
	}
	return f.append(b, v)
}

func (f *Form) append(b []byte, v reflect.Value) []byte {
	switch f.kind {
	case object:
		b = append(b, '{')
		first := true
		for i := range f.fields {
			x := f.fields[i].of(v)
			if f.fields[i].form.blank(x) {
				continue
			}
			if !first {
				b = append(b, ',')
			}
			first = false
			b = f.fields[i].form.append(append(b, f.fields[i].head...), x)
		}
		return append(b, '}')
	case list, array:
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = f.elem.append(b, v.Index(i))
		}
		return append(b, ']')
	case mapping:
		b = append(b, '{')
		for i, e := range f.named(v) {
			if i > 0 {
				b = append(b, ',')
			}
			b = f.elem.append(append(appendText(b, e.Field(0).String()), ':'), e.Field(1))
		}
		return append(b, '}')
	case text:
		return appendText(b, v.String())
	case number:
		return strconv.AppendInt(b, v.Int(), 10)
	case named:
		if n := v.Int(); n > 0 && n <= int64(len(f.names)) {
			return appendText(b, f.names[n-1])
		}
		return strconv.AppendInt(b, v.Int(), 10)
	case written:
		return appendText(b, f.textOf(v))
	}
	return strconv.AppendBool(b, v.Bool())
}

// textOf returns the text of a value that has one of its own.
func (f *Form) textOf(v reflect.Value) string {
	if v.CanAddr() {
		return v.Addr().Interface().(Written).Text()
	}
	c := reflect.New(f.typ) // Append was given a value
	c.Elem().Set(v)
	return c.Interface().(Written).Text()
}

// blank reports whether a value is left out: zero, or an empty list.
func (f *Form) blank(v reflect.Value) bool {
	switch f.kind {
	case object:
		return !slices.ContainsFunc(f.fields, func(x field) bool { return !x.form.blank(x.of(v)) })
	case list:
		return v.Len() == 0
	case mapping:
		return len(f.named(v)) == 0
	case array:
		for i := range v.Len() {
			if !f.elem.blank(v.Index(i)) {
				return false
			}
		}
		return true
	case text:
		return v.Len() == 0
	case number, named:
		return v.Int() == 0
	case written:
		return v.IsZero()
	}
	return !v.Bool()
}

const hexDigits = "0123456789abcdef"

// appendText writes a text with as few escapes as JSON allows. Bytes that are not UTF-8 become U+FFFD, as they would when read.
func appendText(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// Keys lists every key of the form with its path and what it holds, in order: "units[].at text". Whatever is listed once must be listed by
// every later program.
func (f *Form) Keys() []string {
	var out []string
	f.walk("", &out)
	return out
}

func (f *Form) walk(path string, out *[]string) {
	switch f.kind {
	case object:
		for _, x := range f.fields {
			x.form.walk(strings.TrimPrefix(path+"."+x.key, "."), out)
		}
	case list:
		f.elem.walk(path+"[]", out)
	case mapping:
		f.elem.walk(path+".*", out)
	case array:
		f.elem.walk(fmt.Sprintf("%s[%d]", path, f.typ.Len()), out)
	default:
		*out = append(*out, path+" "+[...]string{text: "text", number: "number", yes: "yes or no", named: "name", written: "text"}[f.kind])
	}
}
