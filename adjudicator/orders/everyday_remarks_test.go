package orders

import "testing"

// TestRemarks: what people say beside an order is passed over, unless it may have to do with the order.
func TestRemarks(t *testing.T) {
	const none = ""
	allow := func(Line) Verdict { return Allowed }
	for _, c := range []struct{ text, order string }{
		{"G3 goes to C5, he's no use to anybody back there", "G3: move C5"},
		{"Hello there, G3 goes to C5. That's all, over.", "G3: move C5"},
		{"G3 goes to C5 and good luck to them", "G3: move C5"},
		{"oui, G3 va en C5, il n'y a pas grand monde par là", "G3: move C5"},
		{"G3 va en C5, et qu'on n'en parle plus !", "G3: move C5"},
		{"could G3 please move to C5?", "G3: move C5"},
		{"would you kindly move G3 to C5?", "G3: move C5"},
		{"Pourriez-vous amener G3 en C5, s'il vous plaît ?", "G3: move C5"},

		{"could G3 move to C5?", none},        // a question
		{"please, does G3 move to C5?", none}, // another
		{"G3 goes to C5, right?", none},       // he is not certain
		{"G3 goes to C5, it's not certain", none},
		{"don't move G3 to C5, it's no good there", none},
		{"G3 goes to C5, he's not to fire", none},
		{"G3 goes to C5, we'll see if it rains", none},
		{"G3 goes to C5, that's for G2", none},
		{"G3 goes to C5, that's the plan for later", none},
		{"G3 goes to C5, they're five", none},
		{"G3 va en C5, c'est peut-être loin", none},
		{"he's no use back there", none}, // a remark alone
	} {
		p := NewGrammar(skirmish()).Parse(field{}, allow, c.text, 1)
		got := none
		for _, l := range p.Lines {
			got += Canonical(l)
		}
		if got != c.order {
			t.Errorf("%q is read as %q, not %q", c.text, got, c.order)
		}
	}
}
