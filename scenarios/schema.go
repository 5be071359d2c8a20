package scenarios

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
)

// Schema makes the JSON Schema (2020-12) of a game's files from its document struct: keys, types and the tags named check. about returns
// the description of a field of a struct type, or "" for none; it may be nil. At the top level nothing is required, since the data of a
// game is spread over several files.
//
// Worked example: struct{ Turns int `json:"turns" check:"required,min=1"` } gives a property turns of type integer with
// minimum 1.
func Schema(doc any, about func(structure, field string) string) ([]byte, error) {
	t := reflect.TypeOf(doc)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("scenarios: no schema of a %T", doc)
	}
	s := &schemas{about: about, defs: map[string]any{}}
	top, err := s.structure(t.Elem(), false)
	if err != nil {
		return nil, err
	}
	top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	top["title"] = t.Elem().Name()
	top["$defs"] = s.defs
	properties, _ := top["properties"].(map[string]any)
	if _, ok := properties["game"]; !ok {
		properties["game"] = map[string]any{"type": "string", "description": "Name of the game, for files outside its folder."}
	}
	b, err := json.Marshal(top) // keys of maps are sorted: the same struct gives the same bytes
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// schemas collects the definitions of struct types.
type schemas struct {
	about func(structure, field string) string
	defs  map[string]any
}

// structure describes a struct.
func (s *schemas) structure(t reflect.Type, strict bool) (map[string]any, error) {
	properties := map[string]any{}
	var required []string
	for _, f := range fieldsOf(t) {
		l := f.limits
		p, err := s.value(f.in.Type, l)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", f.of.Name(), f.in.Name, err)
		}
		if s.about != nil {
			if text := s.about(f.of.Name(), f.in.Name); text != "" {
				p["description"] = text
			}
		}
		properties[f.key] = p
		if l.required && strict {
			required = append(required, f.key)
		}
	}
	out := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if required != nil {
		out["required"] = required
	}
	return out, nil
}

// rows describes a list whose entries are the fields of a struct.
func (s *schemas) rows(t reflect.Type) (map[string]any, error) {
	fields := fieldsOf(t)
	items, err := s.value(fields[0].in.Type, limitsOf(""))
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		if f.in.Type != fields[0].in.Type {
			return nil, fmt.Errorf("%s: the rows of a chart are alike, but %s is a %s", t.Name(), f.in.Name, f.in.Type)
		}
	}
	items["properties"] = map[string]any{"id": map[string]any{"enum": keysOf(fields)}}
	return map[string]any{"type": "array", "items": items, "minItems": 1}, nil
}

// named describes a mapping by names. A named type is described once.
func (s *schemas) named(list reflect.Type) (map[string]any, error) {
	ref := map[string]any{"$ref": "#/$defs/" + list.Name()}
	if s.defs[list.Name()] != nil {
		return ref, nil
	}
	t := list.Elem()
	of, l := t, limitsOf("")
	if t.NumField() == 2 {
		of, l = t.Field(1).Type, limitsOf(t.Field(1).Tag.Get("check"))
	}
	entry, err := s.value(of, l)
	out := map[string]any{"type": "object", "additionalProperties": entry}
	if with := limitsOf(t.Field(0).Tag.Get("check")).with; with != "" {
		out["required"] = []string{with}
	}
	if list.Name() == "" || err != nil {
		return out, err
	}
	s.defs[list.Name()] = out
	return ref, nil
}

// value describes a field.
func (s *schemas) value(t reflect.Type, l *limits) (map[string]any, error) {
	if t == rawType {
		return map[string]any{}, nil
	}
	switch t.Kind() {
	case reflect.String:
		p := map[string]any{"type": "string"}
		if l.oneof != nil {
			p["enum"] = l.oneof
		}
		if l.required || l.hasMin {
			p["minLength"] = max(l.min, 1)
		}
		if l.hasMax {
			p["maxLength"] = l.max
		}
		if l.letters != "" {
			p["pattern"] = "^[" + regexp.QuoteMeta(l.letters) + "]*$"
		}
		if l.like != nil {
			p["pattern"] = l.like.String()
		}
		return p, nil
	case reflect.Int:
		p := map[string]any{"type": "integer"}
		if l.oneof != nil {
			var numbers []int
			for _, s := range l.oneof {
				n, err := strconv.Atoi(s)
				if err != nil {
					return nil, err
				}
				numbers = append(numbers, n)
			}
			p["enum"] = numbers
		}
		if l.hasMin {
			p["minimum"] = l.min
		}
		if l.hasMax {
			p["maximum"] = l.max
		}
		return p, nil
	case reflect.Bool:
		return map[string]any{"type": "boolean"}, nil
	case reflect.Slice:
		if isNamed(t.Elem()) {
			return s.named(t)
		}
		items, err := s.value(t.Elem(), l.entries)
		if err != nil {
			return nil, err
		}
		p := map[string]any{"type": "array", "items": items, "maxItems": maxEntries}
		if l.unique && l.uniqueKey == "" {
			p["uniqueItems"] = true
		}
		if l.required {
			p["minItems"] = max(l.min, 1)
		}
		if l.hasMax {
			p["maxItems"] = l.max
		}
		return p, nil
	case reflect.Struct:
		if l.rows {
			return s.rows(t)
		}
		if _, done := s.defs[t.Name()]; !done {
			s.defs[t.Name()] = nil // before its fields: a struct may hold itself in a list
			def, err := s.structure(t, true)
			if err != nil {
				return nil, err
			}
			s.defs[t.Name()] = def
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}, nil
	}
	return nil, fmt.Errorf("a %s cannot be in a document", t)
}
