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
		{"G3 heads for C5, then G1 cheers there", "G3: move C5", allow}, // and not by way of a sector G1
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

// bereaved is a player of the skirmish who has lost two groups.
type bereaved struct{ field }

func (bereaved) Departed() []string { return []string{"G8", "K-2"} }

// TestWhoIsOutOfPlayIsMourned: whatever a unit that is out of play is to do, the answer is that it is.
func TestWhoIsOutOfPlayIsMourned(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	for text, mourned := range map[string]bool{
		"G8: move D5": true, "G8 keeps firing at north.G1": true, "K-2 goes on as before": true,
		"G2 keeps firing xyzzy": false, "cheers, G8": false,
	} {
		p := NewGrammar(skirmish()).Parse(bereaved{}, allow, text, 1)
		if len(p.Lines) > 0 || len(p.Faults) == 0 || p.Faults[0].Code == "orders.departed-unit" != mourned {
			t.Errorf("%q: %+v", text, p)
		}
	}
}

// TestSpeaks: a line that names units or has words of orders is told from what people say beside it.
func TestSpeaks(t *testing.T) {
	g := NewGrammar(skirmish())
	for text, speaks := range map[string]bool{
		"the men with the mortar hold their ground": true, "what about north.G5": true, "only ever with explosive": true, "the second group, perhaps": true,
		"see you on Sunday": false, "Best, Ann": false, "thank you, and good luck": false,
	} {
		if g.Speaks(field{}, text) != speaks {
			t.Errorf("%q: %v", text, !speaks)
		}
	}
}
