package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// compare notes where the result is not what the file expects. expect is a part of the result: a mapping must be there
// with at least its keys, the entries of a list must be there in that order with others between them, a text that
// begins with ~ must be contained, anything else must be equal. never is the same the other way round: none of the
// entries of its lists, and none of its values, may be there.
func (p *play) compare(r *Result) {
	if len(p.file.Expect) == 0 && len(p.file.Never) == 0 {
		return
	}
	have := generic(r)
	if len(p.file.Expect) > 0 {
		want := generic(p.file.Expect)
		r.Mismatch = append(r.Mismatch, differences("", want, have)...)
		if m, ok := want.(map[string]any); ok && m["error"] != nil && len(r.Mismatch) == 0 {
			r.Error = nil // it was expected
		}
	}
	if len(p.file.Never) > 0 {
		r.Mismatch = append(r.Mismatch, appearances("", generic(p.file.Never), have)...)
	}
}

// generic gives a value as JSON has it, numbers as they are written.
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

// differences tells where have lacks what want has.
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
		h, ok := have.([]any)
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
	for i, w := range want {
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

// appearances tells where have has what never may be.
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

// same compares plain values.
func same(want, have any) bool {
	if w, ok := want.(string); ok {
		if part, contained := strings.CutPrefix(w, "~"); contained {
			h, isText := have.(string)
			return isText && strings.Contains(h, part)
		}
	}
	return want == have
}

// sorted are the keys of a mapping.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// step puts a key behind a path.
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
