package trial

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fieldpost/adjudicator/position"
)

// marshaler is what writes its JSON itself: nothing is known of its keys.
var marshaler = reflect.TypeFor[json.Marshaler]()

// member is a key of a struct as JSON writes it.
type member struct {
	key   string
	field int
	of    reflect.Type
}

// membersOf are the keys of a struct; those of embedded structs are its own. nil for what is no struct, or writes itself.
func membersOf(t reflect.Type) []member {
	if t.Kind() != reflect.Struct || t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		return nil
	}
	var out []member
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous && key == "" {
			for _, m := range membersOf(pointed(f.Type)) {
				out = append(out, member{m.key, -1, m.of}) // completed by the fields of the struct that has it
			}
			continue
		}
		if key == "" {
			key = f.Name
		}
		out = append(out, member{key, i, f.Type})
	}
	return out
}

// pointed is the type behind pointers.
func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// unknown finds the first key of a wanted part of a result that can never be in a value of type t.
func unknown(path string, want any, t reflect.Type) error {
	t = pointed(t)
	switch w := want.(type) {
	case map[string]any:
		if t.Kind() == reflect.Map {
			for _, k := range sorted(w) {
				if err := unknown(step(path, k), w[k], t.Elem()); err != nil {
					return err
				}
			}
			return nil
		}
		members := membersOf(t)
		if members == nil {
			return nil
		}
		keys := make([]string, len(members))
		for i, m := range members {
			keys[i] = m.key
		}
		for _, k := range sorted(w) {
			i := -1
			for j := range keys {
				if keys[j] == k {
					i = j
				}
			}
			if i < 0 {
				return fmt.Errorf("%s: there never is such a key%s; there are: %s", step(path, k), meant(k, keys), strings.Join(keys, ", "))
			}
			if err := unknown(step(path, k), w[k], members[i].of); err != nil {
				return err
			}
		}
	case []any:
		if t.Kind() != reflect.Slice && t.Kind() != reflect.Array {
			return nil
		}
		for i, x := range w {
			if err := unknown(fmt.Sprintf("%s[%d]", path, i), x, t.Elem()); err != nil {
				return err
			}
		}
	}
	return nil
}

// unknownState finds the first key of a wanted part of the state that can never be at a path of keys in it.
func unknownState(where string, want, state any, path []string) error {
	s, ok := state.(*position.State)
	if !ok {
		return unknown(where, want, reflect.TypeOf(state))
	}
	switch w := want.(type) {
	case map[string]any:
		keys, ok := s.Keys(path)
		for _, k := range sorted(w) {
			if ok && !slices.Contains(keys, k) {
				return fmt.Errorf("%s: there never is such a key%s; there are: %s", step(where, k), meant(k, keys), strings.Join(keys, ", "))
			}
			if err := unknownState(step(where, k), w[k], state, append(slices.Clip(path), k)); err != nil {
				return err
			}
		}
	case []any:
		for i, x := range w {
			if err := unknownState(fmt.Sprintf("%s[%d]", where, i), x, state, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// whole is the state with what is left out of its JSON because it is false, zero or empty.
func whole(state, have any) any {
	if s, ok := state.(*position.State); ok {
		return generic(json.RawMessage(s.Whole()))
	}
	return complete(reflect.ValueOf(state), have)
}

// complete puts back into the JSON of a value what was left out of it because it is false, zero or empty: what is not there can be
// asserted as well as what is.
func complete(v reflect.Value, have any) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return have
		}
		v = v.Elem()
	}
	switch h := have.(type) {
	case map[string]any:
		if v.Kind() == reflect.Map {
			for _, k := range v.MapKeys() {
				if x, ok := h[k.String()]; ok && k.Kind() == reflect.String {
					h[k.String()] = complete(v.MapIndex(k), x)
				}
			}
			return h
		}
		if v.Kind() != reflect.Struct || v.Type().Implements(marshaler) || reflect.PointerTo(v.Type()).Implements(marshaler) {
			return h
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Anonymous && f.Tag.Get("json") == "" {
				complete(v.Field(i), h)
			}
		}
		for _, m := range membersOf(v.Type()) {
			if m.field < 0 {
				continue
			}
			if x, ok := h[m.key]; ok {
				h[m.key] = complete(v.Field(m.field), x)
			} else {
				h[m.key] = nothing(m.of)
			}
		}
	case []any:
		if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
			for i := range min(v.Len(), len(h)) {
				h[i] = complete(v.Index(i), h[i])
			}
		}
	}
	return have
}

// nothing is what a value that is left out would be as JSON.
func nothing(t reflect.Type) any {
	switch t.Kind() {
	case reflect.Bool:
		return false
	case reflect.String:
		return ""
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return json.Number("0")
	case reflect.Slice, reflect.Array:
		return []any{}
	case reflect.Map, reflect.Struct:
		return map[string]any{}
	}
	return nil
}

// isNothing reports whether a value is false, zero or empty.
func isNothing(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case bool:
		return !x
	case string:
		return x == ""
	case json.Number:
		return x == "0"
	case []any:
		return len(x) == 0
	case map[string]any:
		for _, v := range x {
			if !isNothing(v) {
				return false
			}
		}
		return true
	}
	return false
}
