package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// smokeAt puts a disc of smoke on the table (MB-B19).
func (g *Game) smokeAt(t *table.Table, by table.Seat, at Point) {
	g.Smokes = append(g.Smokes, Smoke{Side: by, At: at, Turn: g.moment()})
	t.Report("MB-B19", "smoke", table.A("at", spotText(at)), table.A("side", by))
}

// smokeClears throws for each disc of smoke: at the start of each later turn of its owner it clears on 4+ (MB-B19).
func (g *Game) smokeClears(t *table.Table) {
	if !slices.ContainsFunc(g.Smokes, func(s Smoke) bool { return s.Side == g.Phasing }) {
		return
	}
	die := g.dice().SmokeClears
	var left []Smoke
	for _, s := range g.Smokes {
		if s.Side != g.Phasing || s.Turn >= g.moment() {
			left = append(left, s)
			continue
		}
		roll := t.At("smoke").Roll(s.Side, "clears", 1, die.Sides)
		gone := die.comes(roll.Total())
		t.Report("MB-B19", "smoke-die", table.A("at", spotText(s.At)), table.A("roll", roll), table.A("result", result(gone, "clears", "stays")))
		if !gone {
			left = append(left, s)
		}
	}
	g.Smokes = left
}
