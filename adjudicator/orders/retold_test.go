package orders

import (
	"slices"
	"testing"
)

// TestALineIsToldAnew: a line that is not understood is answered by the orders that can be made of what it names, if few can; where it denies them,
// puts them in doubt or makes them depend on something, and where the rules allow none, it is not. None is ever taken.
func TestALineIsToldAnew(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	only := func(text string) Judge {
		return func(l Line) Verdict {
			if l.Text == "" || l.Text == text {
				return Allowed
			}
			return Refused
		}
	}
	for _, c := range []struct {
		text   string
		orders []string
		judge  Judge
	}{
		{"glory moving of G3 xyzzy C5", []string{"G3: move C5"}, allow},
		{"the job xyzzy of G3 is glory C5", []string{"G3: move C5"}, only("G3: move C5")},
		{"the job xyzzy of G3 is glory C5", nil, only("G1: hold")},
		{"glory moving never of G3 xyzzy C5", nil, allow},
		{"if glory, moving of G3 xyzzy C5", nil, allow},
		{"perhaps glory moving of G3 xyzzy C5", nil, allow},
		{"glory xyzzy", nil, allow},
	} {
		p := NewGrammar(skirmish()).Parse(field{}, c.judge, c.text, 1)
		if len(p.Lines) > 0 || len(p.Faults) == 0 {
			t.Errorf("%q is taken: %+v", c.text, p)
			continue
		}
		f := p.Faults[0]
		if (f.Code == LikelyFault) != (c.orders != nil) || c.orders != nil && !slices.Equal(f.Suggestions, c.orders) {
			t.Errorf("%q, meant as %q: %s %q", c.text, c.orders, f.Code, f.Suggestions)
		}
	}
}
