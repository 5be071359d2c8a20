package orders

import (
	"slices"
	"testing"
)

// TestTheRestOfALineIsItsAnswer: a line that is an order but for its last or first words is answered by that order, and never taken; where the words
// deny it, put it in doubt or make it depend on something, and where the rules do not allow the rest, it is not.
func TestTheRestOfALineIsItsAnswer(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	for _, c := range []struct {
		text, order string
		judge       Judge
	}{
		{"G1: hold xyzzy", "G1: hold", allow},
		{"G3 heads for C5, for whatever glory", "G3: move C5", allow},
		{"with glory G3 heads for C5", "G3: move C5", allow},
		{"G3 heads for C5 unless glory", "", allow},
		{"G3 never heads for C5 xyzzy", "", allow},
		{"if glory, G3 heads for C5", "", allow},
		{"G3 heads for C5, for whatever glory", "", func(l Line) Verdict { return Refused }},
	} {
		p := NewGrammar(skirmish()).Parse(field{}, c.judge, c.text, 1)
		if len(p.Lines) > 0 || len(p.Faults) == 0 {
			t.Errorf("%q is taken: %+v", c.text, p)
			continue
		}
		f := p.Faults[0]
		if f.Code == "orders.rest" != (c.order != "") || c.order != "" && !slices.Equal(f.Suggestions, []string{c.order}) {
			t.Errorf("%q, meant as %q: %s %q", c.text, c.order, f.Code, f.Suggestions)
		}
	}
}
