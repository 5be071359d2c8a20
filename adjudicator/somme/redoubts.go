package somme

import (
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var setupOrders = []order{
	{Verb: orders.Verb{Name: "redoubts", Rule: "SO-S1.11", Phases: []string{"setup"}, Args: []orders.Param{hexesArg}}, Check: mayOrderRedoubts, Options: redoubtIdeas, Sure: true},
}

// mayOrderRedoubts allows as many redoubts as the scenario gives, in different hexes that Allied units hold.
func mayOrderRedoubts(k *Game, _ table.Seat, l table.Line) *table.Refusal {
	hexes := orders.List(l.Args, "hexes")
	if n := len(k.doc.Scenario.Redoubts); len(hexes) > n {
		return refuse("redoubts-most", "SO-S1.11", table.A("n", n))
	}
	for i, h := range hexes {
		if !k.has(allied, h, k.fights) {
			return refuse("redoubt-held", "SO-S1.11", table.A("hex", h))
		}
		for _, o := range hexes[:i] {
			if o == h {
				return refuse("redoubt-twice", "SO-S1.11", table.A("hex", h))
			}
		}
	}
	return nil
}

// redoubtIdeas proposes the scenario's own places.
func redoubtIdeas(k *Game, _ table.Seat, _ string) (out []string) {
	out = append(out, "redoubts "+strings.Join(k.doc.Scenario.Redoubts, " "))
	return out
}
