package position

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"fieldpost/adjudicator/spelling"
)

// Setting is the "set:" of a try file or of a correction by hand, or a mapping in one. It names keys of a position and keys that a game
// adds. Whatever it does not name or sets to null stays as it is. Keys are case-insensitive.
//
// A game first reads its own keys (Own), merges all others into the position (Merge), and goes through the lists whose entries also have
// keys of the game (Each).
type Setting struct {
	at     string
	keys   []string
	values []json.RawMessage
	used   []bool
	own    *Form // of the keys that the game adds to its position's
	knows  Knows
	rules  int // see Amends
}

// Knows reports whether the thing that a text names exists. The kind is that of the field's tag: "place", "seats".
type Knows func(kind, name string) bool

// NewSetting reads a JSON object.
func NewSetting(text []byte) (*Setting, error) { return newSetting(text, "", nil) }

// Amends makes it a correction of a game that is being played, if only set up, by this revision of its rules. The "set:" of a try file is none: it
// says where play begins.
func (s *Setting) Amends(revision int) { s.rules = revision }

// Since reports whether it corrects a game that is being played by a revision rev of its rules or later.
func (s *Setting) Since(rev int) bool { return s.rules >= rev }

// Names makes the setting check all names that are read from here on.
func (s *Setting) Names(knows Knows) { s.knows = knows }

func newSetting(text []byte, at string, knows Knows) (*Setting, error) {
	s := &Setting{at: at, knows: knows}
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, fmt.Errorf("%s: %s stands where a mapping belongs", name(at), text)
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name(at), err)
		}
		if text, _ := key.(string); string(value) != "null" {
			s.keys, s.values = append(s.keys, text), append(s.values, value)
		}
	}
	s.used = make([]bool, len(s.keys))
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("%s: %w", name(at), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: something follows it", name(at))
	}
	return s, nil
}

// find returns the place of a key, or -1 if it is not named.
func (s *Setting) find(key string) int {
	if i := slices.Index(s.keys, key); i >= 0 {
		return i
	}
	return slices.IndexFunc(s.keys, func(k string) bool { return strings.EqualFold(k, key) })
}

// Has reports whether one of the keys is named.
func (s *Setting) Has(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return s.find(key) >= 0 })
}

// Text returns the text under a key, or "" where there is none.
func (s *Setting) Text(key string) string {
	var text string
	if i := s.find(key); i >= 0 && json.Unmarshal(s.values[i], &text) != nil {
		return ""
	}
	return text
}

// Own reads the keys that a game adds to those of its position into a struct. They count as used. Own and Merge leave keys of fields with
// the tag part to Each and Part.
func (s *Setting) Own(into any) error {
	form, err := Of(into)
	if err != nil {
		return err
	}
	s.own = form
	v := reflect.ValueOf(into).Elem()
	for i := range form.fields {
		x := &form.fields[i]
		if j := s.find(x.key); j >= 0 && !x.part {
			s.used[j] = true
			if err := s.value(x, x.form, s.values[j], x.of(v), s.path(x.key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// part reports whether a key belongs to a field with the tag part.
func (f *Form) part(key string) bool {
	return slices.ContainsFunc(f.fields, func(x field) bool { return x.part && strings.EqualFold(x.key, key) })
}

// Part returns the mapping under a key, or nil if the key is not named. The key counts as used.
func (s *Setting) Part(key string) (*Setting, error) {
	i := s.find(key)
	if i < 0 {
		return nil, nil
	}
	s.used[i] = true
	return newSetting(s.values[i], s.path(key), s.knows)
}

// Each calls do for every entry of a list of mappings and stops at the first error, to which it adds the path of the entry. The path names
// the entry by its value of the key id. A mapping from such ids to entries may stand in place of the list. The key counts as used.
func (s *Setting) Each(key, id string, do func(*Setting) error) error {
	i := s.find(key)
	if i < 0 {
		return nil
	}
	s.used[i] = true
	all, err := s.entries(s.values[i], s.path(key), []string{id})
	for _, e := range all {
		if err != nil {
			break
		}
		if err = do(e); err != nil && !strings.HasPrefix(err.Error(), e.at) {
			err = fmt.Errorf("%s: %w", e.at, err)
		}
	}
	return err
}

// entries reads a list of mappings, or a mapping from their ids to them.
func (s *Setting) entries(text []byte, at string, id []string) ([]*Setting, error) {
	var out []*Setting
	if trimmed := bytes.TrimSpace(text); len(id) == 1 && len(trimmed) > 0 && trimmed[0] == '{' {
		byID, err := newSetting(text, at, s.knows)
		if err != nil {
			return nil, err
		}
		for i, name := range byID.keys {
			e, err := newSetting(byID.values[i], fmt.Sprintf("%s[%s]", at, name), s.knows)
			if err != nil {
				return nil, err
			}
			quoted := appendText(nil, name)
			e.keys, e.values, e.used = append(e.keys, id[0]), append(e.values, quoted), append(e.used, false)
			out = append(out, e)
		}
		return out, nil
	}
	texts, err := listOf(text, at)
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		e, err := newSetting(text, fmt.Sprintf("%s[%d]", at, i), s.knows)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, key := range id {
			names = append(names, e.Text(key))
		}
		if called := strings.Join(names, " "); strings.Trim(called, " ") != "" {
			e.at = fmt.Sprintf("%s[%s]", at, called)
		}
		out = append(out, e)
	}
	return out, nil
}

func listOf(text []byte, at string) ([]json.RawMessage, error) {
	var texts []json.RawMessage
	if json.Unmarshal(text, &texts) != nil {
		return nil, fmt.Errorf("%s: %s stands where a list belongs", at, text)
	}
	return texts, nil
}

// Pick merges only the keys that a value has, such as what is printed on a counter, and leaves all others.
func (s *Setting) Pick(into any) error {
	form, err := Of(into)
	if err != nil {
		return err
	}
	s.own = form
	v := reflect.ValueOf(into).Elem()
	for i, key := range s.keys {
		if x := form.field(key); x != nil && !s.used[i] {
			s.used[i] = true
			if err := s.value(x, x.form, s.values[i], x.of(v), s.path(key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Read reads all that the setting names into a value of its own, without using it up.
func (s *Setting) Read(into any) error { return s.clone().Merge(into) }

// Merge changes, in a position or a part of one, everything that the setting names and that was not used yet: mappings key by key, lists of
// structs with the tag id entry by entry, other lists as a whole, anything else by its value.
func (s *Setting) Merge(into any) error {
	form, err := Of(into)
	if err != nil {
		return err
	}
	return s.merge(form, reflect.ValueOf(into).Elem())
}

func (s *Setting) merge(form *Form, v reflect.Value) error {
	for i, key := range s.keys {
		if s.used[i] || s.own != nil && s.own.part(key) {
			continue
		}
		s.used[i] = true
		x := form.field(key)
		if x == nil {
			j := slices.IndexFunc(form.fields, func(x field) bool { return strings.EqualFold(x.key, key) })
			if j < 0 {
				return s.unknown(key, form)
			}
			x = &form.fields[j]
		}
		if err := s.value(x, x.form, s.values[i], x.of(v), s.path(x.key)); err != nil {
			return err
		}
	}
	return nil
}

// value reads the value under the key of a field, or one in a list there.
func (s *Setting) value(x *field, form *Form, said []byte, v reflect.Value, at string) error {
	switch form.kind {
	case object:
		part, err := newSetting(said, at, s.knows)
		if err != nil {
			return err
		}
		return part.merge(form, v)
	case list:
		if len(x.id) > 0 {
			return s.byID(x, form, said, v, at)
		}
		texts, err := listOf(said, at)
		if err != nil {
			return err
		}
		fresh := reflect.MakeSlice(form.typ, len(texts), len(texts)) // never into what others may share
		for i, one := range texts {
			if err := s.value(x, form.elem, one, fresh.Index(i), fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		v.Set(fresh)
		return nil
	case mapping:
		return s.byName(form, said, v, at)
	case text:
		if err := form.read(decoder(said), v, at); err != nil {
			return err
		}
		return s.allowed(x, v.String(), at)
	}
	return form.read(decoder(said), v, at)
}

func decoder(text []byte) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d
}

// allowed checks a text against the tag of its field.
func (s *Setting) allowed(x *field, text, at string) error {
	switch {
	case text == "":
	case x.oneof != nil && !slices.Contains(x.oneof, text):
		return fmt.Errorf("%s: %q is none of %s%s", at, text, strings.Join(x.oneof, ", "), meant(text, x.oneof))
	case x.ref != "" && s.knows != nil && !s.knows(x.ref, text):
		return fmt.Errorf("%s: there is no %s %q", at, strings.TrimSuffix(x.ref, "s"), text)
	}
	return nil
}

// byName changes the entries of a mapping that have the given names, and leaves the rest.
func (s *Setting) byName(form *Form, said []byte, v reflect.Value, at string) error {
	part, err := newSetting(said, at, s.knows)
	if err != nil {
		return err
	}
	fresh := reflect.AppendSlice(reflect.MakeSlice(form.typ, 0, v.Len()+len(part.keys)), v)
	for i, key := range part.keys {
		j := 0
		for j < fresh.Len() && fresh.Index(j).Field(0).String() != key {
			j++
		}
		if j == fresh.Len() {
			fresh = reflect.Append(fresh, reflect.Zero(form.typ.Elem()))
			fresh.Index(j).Field(0).SetString(key)
		}
		if err := s.value(&field{}, form.elem, part.values[i], fresh.Index(j).Field(1), part.path(key)); err != nil {
			return err
		}
	}
	v.Set(fresh)
	return nil
}

// byID changes the existing entries of a list and adds the missing ones.
func (s *Setting) byID(x *field, form *Form, text []byte, v reflect.Value, at string) error {
	all, err := s.entries(text, at, x.id)
	if err != nil {
		return err
	}
	fresh := reflect.MakeSlice(form.typ, 0, v.Len()+len(all))
	fresh = reflect.AppendSlice(fresh, v)
	for _, e := range all {
		as := reflect.New(form.elem.typ).Elem() // the entry's own keys, to find it by
		if err := e.clone().merge(form.elem, as); err != nil {
			return err
		}
		i := 0
		for i < fresh.Len() && slices.ContainsFunc(x.id, func(key string) bool {
			id := form.elem.field(key)
			return !id.of(fresh.Index(i)).Equal(id.of(as))
		}) {
			i++
		}
		if i == fresh.Len() {
			if x.fixed {
				return fmt.Errorf("%s is not there, and none can be added", e.at)
			}
			fresh = reflect.Append(fresh, reflect.Zero(form.elem.typ))
		}
		if err := e.merge(form.elem, fresh.Index(i)); err != nil {
			return err
		}
	}
	v.Set(fresh)
	return nil
}

func (s *Setting) clone() *Setting {
	c := *s
	c.used = slices.Clone(s.used)
	return &c
}

func (s *Setting) path(key string) string { return strings.TrimPrefix(s.at+"."+key, ".") }

// unknown suggests what may have been meant by an unknown key.
func (s *Setting) unknown(key string, form *Form) error {
	keys := form.keys()
	if s.own != nil {
		keys = append(keys, s.own.keys()...)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return fmt.Errorf("%s has no %q%s; there are %s", name(s.at), key, meant(key, keys), strings.Join(keys, ", "))
}

// meant returns the known word nearest to a misspelt one, or "" if none is near.
func meant(word string, known []string) string {
	best, near := spelling.Nearest(word, known)
	if !near {
		return ""
	}
	return fmt.Sprintf("; did you mean %q", best)
}
