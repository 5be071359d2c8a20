package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// compare notes where the result is not what the file expects. expect is a part of the result: a mapping must be there with at least its
// keys, the entries of a list must be there in that order with others between them (in the state, entries that have names are found by them
// in any order), a text that begins with ~ must be contained, anything else must be equal. never is the opposite: none of the entries of
// its lists, and none of its values, may be there. What the state leaves out because it is false, zero or empty counts as such. The error
// is for a key that no result has.
func (p *play) compare(r *Result) error {
	if len(p.file.Expect) == 0 && len(p.file.Never) == 0 {
		return nil
	}
	want, never := generic(p.file.Expect), generic(p.file.Never)
	for _, part := range []struct {
		name string
		of   any
	}{{"expect", want}, {"never", never}} {
		if err := unknown(part.name, part.of, reflect.TypeFor[Result]()); err != nil {
			return err
		}
		if m, ok := part.of.(map[string]any); ok && r.State != nil {
			if err := unknownState(part.name+".state", m["state"], r.State, nil); err != nil {
				return err
			}
		}
	}
	have := generic(r)
	if m, ok := have.(map[string]any); ok && r.State != nil {
		m["state"] = generic(json.RawMessage(r.State.Whole())) // with what is false, zero or empty
	}
	if len(p.file.Expect) > 0 {
		r.Mismatch = append(r.Mismatch, differences("", want, have)...)
		if m, ok := want.(map[string]any); ok && m["error"] != nil && len(r.Mismatch) == 0 {
			r.Error = nil // it was expected
		}
	}
	if len(p.file.Never) > 0 {
		r.Mismatch = append(r.Mismatch, appearances("", never, have)...)
	}
	return nil
}

// generic returns a value as JSON has it, numbers as they are written.
func generic(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("no JSON: %v", err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var out any
	if err := d.Decode(&out); err != nil {
		return fmt.Sprintf("no JSON: %v", err)
	}
	return out
}

// differences reports where have lacks what want has.
func differences(path string, want, have any) []string {
	switch w := want.(type) {
	case map[string]any:
		h, ok := have.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: expected a mapping, there is %s", name(path), show(have))}
		}
		var out []string
		for _, k := range sorted(w) {
			v, there := h[k]
			if !there && w[k] != nil {
				out = append(out, fmt.Sprintf("%s: not there; there are %s", step(path, k), strings.Join(sorted(h), ", ")))
				continue
			}
			out = append(out, differences(step(path, k), w[k], v)...)
		}
		return out
	case []any:
		if text, ok := have.(string); ok { // every one of several parts of a text
			var out []string
			for _, x := range w {
				if !same(x, text) {
					out = append(out, fmt.Sprintf("%s: expected %s, there is %s", name(path), show(x), show(have)))
				}
			}
			return out
		}
		h, ok := have.([]any)
		if have == nil && len(w) == 0 {
			return nil
		}
		if !ok {
			return []string{fmt.Sprintf("%s: expected a list, there is %s", name(path), show(have))}
		}
		return missing(path, w, h)
	}
	if !same(want, have) {
		return []string{fmt.Sprintf("%s: expected %s, there is %s", name(path), show(want), show(have))}
	}
	return nil
}

// missing looks for the entries of a list in their order. An empty list must be empty.
func missing(path string, want, have []any) []string {
	if len(want) == 0 && len(have) > 0 {
		return []string{fmt.Sprintf("%s: expected nothing, there is %s", name(path), show(have))}
	}
	at := 0
	key := nameKey(path, have)
	for i, w := range want {
		if j := byName(key, w, have); j >= 0 {
			if d := differences(fmt.Sprintf("%s[%s]", path, nameOf(key, w)), w, have[j]); d != nil {
				return d
			}
			continue
		}
		found := slices.IndexFunc(have[at:], func(h any) bool { return len(differences("", w, h)) == 0 })
		if found >= 0 {
			at += found + 1
			continue
		}
		best, least := "nothing is left in the list", -1
		for j, h := range have[at:] {
			d := differences(fmt.Sprintf("%s[%d]", path, at+j), w, h)
			if least < 0 || len(d) < least {
				best, least = "nearest: "+strings.Join(d, "; "), len(d)
			}
		}
		return []string{fmt.Sprintf("%s: expected entry %d, %s, is not there in this order; %s", name(path), i+1, show(w), best)}
	}
	return nil
}

// nameKeys are the keys by which things of a position are told from one another.
var nameKeys = []string{"unit", "id", "seat", "side", "name", "hex", "place", "owner", "title"}

// nameKey returns the key that identifies the entries of a list of things in the state, or "" if there is none. Happenings have no names:
// they are in order.
func nameKey(path string, have []any) string {
	if !strings.HasPrefix(path, "state.") {
		return ""
	}
	for _, key := range nameKeys {
		seen := map[string]bool{}
		for _, h := range have {
			if n := nameOf(key, h); n != "" {
				seen[n] = true
			}
		}
		if len(have) > 0 && len(seen) == len(have) {
			return key
		}
	}
	return ""
}

// nameOf returns the name of an entry, or "" where it has none.
func nameOf(key string, entry any) string {
	m, _ := entry.(map[string]any)
	n, _ := m[key].(string)
	return n
}

// byName finds the entry with the name of the one that is wanted, or -1 where there is none.
func byName(key string, want any, have []any) int {
	n := ""
	if key != "" {
		n = nameOf(key, want)
	}
	if n == "" {
		return -1
	}
	return slices.IndexFunc(have, func(h any) bool { return nameOf(key, h) == n })
}

// appearances reports where have contains what must never be there.
func appearances(path string, never, have any) []string {
	switch n := never.(type) {
	case map[string]any:
		h, _ := have.(map[string]any)
		var out []string
		for _, k := range sorted(n) {
			if v, there := h[k]; there {
				out = append(out, appearances(step(path, k), n[k], v)...)
			}
		}
		return out
	case []any:
		list, _ := have.([]any)
		var out []string
		for _, entry := range n {
			if text, ok := have.(string); ok && same(entry, text) {
				out = append(out, fmt.Sprintf("%s: %s must never be there", path, show(entry)))
			}
			for i, h := range list {
				if len(differences("", entry, h)) == 0 {
					out = append(out, fmt.Sprintf("%s[%d]: %s must never be there", path, i, show(entry)))
				}
			}
		}
		return out
	}
	if same(never, have) {
		return []string{fmt.Sprintf("%s: must never be %s", name(path), show(have))}
	}
	return nil
}

// same compares plain values; of blanks it does not matter whether a line may be broken there.
func same(want, have any) bool {
	if h, ok := have.(string); ok {
		have = breakable.Replace(h)
	}
	if w, ok := want.(string); ok {
		w = breakable.Replace(w)
		want = w
		if part, contained := strings.CutPrefix(w, "~"); contained {
			h, isText := have.(string)
			return isText && (strings.Contains(h, part) || strings.Contains(h, "\n") && strings.Contains(flowing(h), flowing(part)))
		}
	}
	return want == have || want == nil && isNothing(have)
}

var breakable = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// flowing returns a text whose lines are not broken: letters break them where the page ends.
func flowing(text string) string { return strings.Join(strings.Fields(text), " ") }

// sorted returns the keys of a mapping.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// step appends a key to a path.
func step(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// name calls the top level by its name.
func name(path string) string {
	if path == "" {
		return "the result"
	}
	return path
}

// show writes a value short enough for a line.
func show(v any) string {
	b, _ := json.Marshal(v)
	if len(b) > 300 {
		return string(b[:300]) + "..."
	}
	return string(b)
}
