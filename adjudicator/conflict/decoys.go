package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Hidden units of the side that nobody plays (CH-20.3a): for each of them two hexes are marked on the map for all to see,
// and the unit and a dummy go into a cup. Where a hidden unit would be revealed at a mark, one is drawn from the cup. If
// it is a unit, it stands there; if it is a dummy, it and the mark are removed.

// inCup says of a unit of the doctrine's side that it is in the cup and not on the board.
const inCup = "cup"

// dummy is a blank draw from the cup.
const dummy = "dummy"

// fillCup marks the hexes and fills the cup. A unit's first mark is its own hex, its second a random hex of its zone.
func (g *Game) fillCup(t *table.Table) {
	if g.AI == "" {
		return
	}
	for u := range table.All(g.Units) {
		if u.Side != g.AI || !u.Hidden || !u.on() {
			continue
		}
		g.Cup = append(g.Cup, u.name(), dummy)
		g.mark(t, u.Hex)
		var free []string
		for _, hex := range g.net.Places() {
			x := g.listed(u)
			if c := g.terrain(hex); inZone(x.Zone, hex) && (!x.Cover || c.Cover) && !c.Water && !slices.Contains(g.Blips, hex) {
				free = append(free, hex)
			}
		}
		if len(free) > 0 {
			hex, _ := t.At(u.ID).Draw("", "mark", free)
			g.mark(t, hex)
		} else {
			g.mark(t, u.Hex)
		}
		u.Off, u.Hex = inCup, ""
	}
	slices.Sort(g.Cup)
}

func (g *Game) mark(t *table.Table, hex string) {
	g.Blips = append(g.Blips, hex)
	t.Report("CH-20.3a", "marked", table.A("at", hex))
}

// drawMark takes one mark off a hex and draws from the cup. It returns the name of the unit that now stands there, or "".
func (g *Game) drawMark(t *table.Table, hex, rule string) string {
	i := slices.Index(g.Blips, hex)
	if i < 0 || len(g.Cup) == 0 {
		return ""
	}
	g.Blips = slices.Delete(g.Blips, i, i+1)
	var what string
	what, g.Cup = t.Draw("", "cup", g.Cup)
	if what == dummy {
		t.Report("CH-20.3a", "dummy", table.A("at", hex), table.A("is", dummy))
		return ""
	}
	u := g.unit(what)
	u.Off, u.Hex = "", hex
	t.Report("CH-20.3a", "unmasked", table.A("unit", what), table.A("at", hex))
	g.reveal(t, hex, u.Side, rule)
	return what
}

// sweepMarks draws for every mark at which a hidden unit would have to show itself: with an enemy in the hex or, if the
// hex gives no cover, with an enemy within two hexes that sees it.
func (g *Game) sweepMarks(t *table.Table) {
	for _, hex := range slices.Clone(g.Blips) {
		for o := range table.All(g.Units) {
			if !o.on() || o.Hidden || o.Side == g.AI {
				continue
			}
			if o.Hex == hex {
				g.drawMark(t, hex, "CH-10.0c")
				break
			}
			if !g.terrain(hex).Cover && g.distance(o.Hex, hex) <= g.doc.Tables.Spotted && g.los(o.Hex, hex).clear {
				g.drawMark(t, hex, "CH-10.0g")
				break
			}
		}
	}
}
