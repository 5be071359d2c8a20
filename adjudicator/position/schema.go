package position

import (
	"encoding/json"
	"fmt"
	"strings"
)

// SettingSchema returns the JSON Schema (2020-12) of the settings of a position of the form's type, for editors: its keys and those that a
// game adds. own is as for Setting.Own, or nil. Keys are written as they are declared; a setting may be written in upper case too.
func (f *Form) SettingSchema(title string, own any) ([]byte, error) {
	form := f
	if own != nil {
		over, err := Of(own)
		if err != nil {
			return nil, err
		}
		form = f.with(over)
	}
	top := form.schema(&field{})
	top["$schema"], top["title"] = "https://json-schema.org/draft/2020-12/schema", title
	b, err := json.MarshalIndent(top, "", "  ") // keys of maps are sorted: the same form gives the same bytes
	return append(b, '\n'), err
}

// schema describes the values that a field's key may have, or those of a list there.
func (f *Form) schema(x *field) map[string]any {
	switch f.kind {
	case object:
		properties := map[string]any{}
		for i := range f.fields {
			properties[f.fields[i].key] = f.fields[i].form.schema(&f.fields[i])
		}
		return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	case list, array:
		entry := f.elem.schema(x)
		all := map[string]any{"type": "array", "items": entry}
		if f.kind == array {
			all["maxItems"] = f.typ.Len()
		}
		if f.elem.kind != object || len(x.id) == 0 && !x.part {
			return all
		}
		if len(x.id) > 0 {
			all["description"] = "Entries are told apart by " + strings.Join(x.id, " and ") + "."
		}
		return map[string]any{"anyOf": []any{all, map[string]any{"type": "object", "additionalProperties": entry}}}
	case mapping:
		return map[string]any{"type": "object", "additionalProperties": f.elem.schema(&field{})}
	case text:
		out := map[string]any{"type": "string"}
		if x.oneof != nil {
			out["enum"] = append([]string{""}, x.oneof...)
		}
		if x.ref != "" {
			out["description"] = fmt.Sprintf("One of the %s of the game.", strings.TrimSuffix(x.ref, "s")+"s")
		}
		return out
	case number:
		return map[string]any{"type": "integer"}
	case named:
		numbers := map[string]any{"type": "integer", "minimum": 0, "maximum": len(f.names)}
		return map[string]any{"anyOf": []any{map[string]any{"enum": append([]string{""}, f.names...)}, numbers}}
	case written:
		return map[string]any{"type": []string{"string", "integer", "boolean", "array"}}
	}
	return map[string]any{"type": "boolean"}
}
