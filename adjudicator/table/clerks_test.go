package table

import (
	"testing"

	"fieldpost/adjudicator/orders"
)

// A clerk reads for another moment only if all names are the same then, and only where nothing else makes a line.
func TestAClerkReadsWhereTheNamesAreTheSame(t *testing.T) {
	g := orders.NewGrammar(orders.Language{})
	lexicon := func() *Lexicon {
		n := &Lexicon{Units: []string{"A", "B"}, Foes: []string{"C"}, Lost: []string{"D"}, Parties: []Seat{"east"}, Plain: true}
		n.Call("0101", "mill")
		return n
	}
	var c clerks
	first := c.sent(g, lexicon())
	if c.sent(g, lexicon()) != first {
		t.Error("another clerk reads by the same names")
	}
	for name, change := range map[string]func(n *Lexicon){
		"a unit is lost":          func(n *Lexicon) { n.Units, n.Lost = n.Units[:1], append(n.Lost, "B") },
		"a unit is an enemy":      func(n *Lexicon) { n.Units, n.Foes = n.Units[:1], append([]string{"B"}, n.Foes...) },
		"an enemy is seen":        func(n *Lexicon) { n.Foes = append(n.Foes, "E") },
		"a side is named":         func(n *Lexicon) { n.Parties = append(n.Parties, "west") },
		"a place has a name more": func(n *Lexicon) { n.Call("0202", "wood") },
		"a name has moved":        func(n *Lexicon) { n.called[0].place = "0102" },
		"more makes a line":       func(n *Lexicon) { n.Plain = false },
		"who stands where does":   func(n *Lexicon) { n.Held = func(string) bool { return false } },
	} {
		n := lexicon()
		if change(n); c.sent(g, n) == first {
			t.Errorf("%s, and the same clerk reads", name)
		}
	}
}
