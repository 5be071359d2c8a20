package orders

import "slices"

// preferring joins orders of one line that name in turn whom a standing order prefers: "28a leads, then 34" is one order of two units, where the
// second of two orders would take the first one's place.
func (g *Grammar) preferring(lines []Line) []Line {
	var out []Line
	for _, l := range lines {
		if n := len(out); n > 0 && g.prefers(l) && g.prefers(out[n-1]) && out[n-1].Verb == l.Verb && out[n-1].Args[0].Name == l.Args[0].Name {
			args := slices.Clone(out[n-1].Args)
			args[0].Value += "," + l.Args[0].Value
			out[n-1].Args = args
			out[n-1].Text = g.text(&out[n-1])
			continue
		}
		out = append(out, l)
	}
	return out
}

// prefers reports whether a line says nothing but which units come first in what may stand as an order.
func (g *Grammar) prefers(l Line) bool {
	v := g.verbOf(l.Verb)
	return v != nil && v.Standing && l.Guard == "" && len(l.Args) == 1 && len(l.Clauses) == 0 && len(l.Otherwise) == 0 &&
		slices.ContainsFunc(v.params, func(p param) bool {
			return p.Name == l.Args[0].Name && p.Repeated && (p.Kind == KindOwn || p.Kind == KindUnit)
		})
}
