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
	key string
	of  reflect.Type
}

// membersOf returns the keys of a struct; those of embedded structs are its own. It returns nil for anything else, and for a struct that
// writes itself.
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
			out = append(out, membersOf(pointed(f.Type))...)
			continue
		}
		if key == "" {
			key = f.Name
		}
		out = append(out, member{key, f.Type})
	}
	return out
}

// pointed returns the type behind pointers.
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
func unknownState(where string, want any, state *position.State, path []string) error {
	switch w := want.(type) {
	case map[string]any:
		keys, ok := state.Keys(path)
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
