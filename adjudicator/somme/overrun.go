package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// overrun eliminates enemy artilleries and HQs that are alone in hexes next to a combat unit that has arrived
// (SO-11.3.1b, SO-11.3.3b, RUL-57). British gunners may sell themselves dearly (an event).
func (g *Game) overrun(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || !g.fights(u) {
		return
	}
	around := g.around(u.Hex)
	if !g.any(func(e *Formation) bool { return e.Side != u.Side && g.support(e) && slices.Contains(around, e.Hex) }) {
		return
	}
	for _, hex := range around {
		if g.has(other(u.Side), hex, g.fights) {
			continue
		}
		for _, lone := range g.of(other(u.Side), hex, g.support) {
			rule := "SO-11.3.1b"
			if g.hq(g.unit(lone)) {
				rule = "SO-11.3.3b"
			}
			g.gunners(t, id, lone)
			t.Report(rule, "overrun", table.A("unit", lone), table.A("side", other(u.Side)), table.A("hex", hex), table.A("by", id))
			g.destroy(t, lone, rule)
		}
	}
}

// seize gives a hex that matters to the side of the combat unit that enters it (RUL-38), and takes objective markers
// (SO-P.1b) and redoubts (SO-S1.11).
func (g *Game) seize(t *table.Table, id string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" || !g.fights(u) {
		return
	}
	for i := range g.Holds {
		if h := &g.Holds[i]; h.Hex == u.Hex && h.Side != u.Side {
			h.Side = u.Side
			t.Report("RUL-38", "captured", table.A("hex", h.Hex), table.A("side", u.Side), table.A("unit", id))
			g.marker(t, h.Hex, u.Side)
		}
	}
	g.razeRedoubts(t)
}

// razeRedoubts removes the redoubts in hexes without an Allied unit (SO-S1.11).
func (g *Game) razeRedoubts(t *table.Table) {
	for _, hex := range slices.Clone(g.Redoubts) {
		if !g.has(allied, hex, g.ground) {
			g.Redoubts = slices.DeleteFunc(g.Redoubts, func(h string) bool { return h == hex })
			t.Report("SO-S1.11", "redoubt-lost", table.A("hex", hex))
		}
	}
}
