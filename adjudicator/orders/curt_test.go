package orders

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A curt parser reads what the grammar has like any other, and nothing else: neither everyday words nor a slip of the pen becomes an order.
func TestCurtReadsTheGrammarAlone(t *testing.T) {
	g := NewGrammar(skirmish())
	curt, full := g.Parser(field{}).Curt(), g.Parser(field{})
	more := 0
	for _, c := range []struct {
		text    string
		grammar bool
	}{
		{"G2: move D5 D6", true},
		{"G2: move D5 D6; fire priority", true},
		{"G2 mvoes to D5 D6", false},
		{"the second group goes to D5", false},
		{"G2: move D5 D6", true},
	} {
		got, want := curt.Parse(c.text, 1), full.Parse(c.text, 1)
		if read := len(got.Lines) == 1 && len(got.Faults) == 0; read != c.grammar || !read && len(got.Faults) == 0 {
			t.Errorf("%s: %+v", c.text, got)
		} else if d := cmp.Diff(want.Lines, got.Lines); read && d != "" {
			t.Errorf("%s: %s", c.text, d)
		} else if !read && len(want.Lines) == 1 && len(want.Faults) == 0 {
			more++
		}
	}
	if more == 0 {
		t.Error("a player's line in everyday words is read by neither")
	}
}
