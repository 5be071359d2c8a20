package landships

import (
	"fieldpost/adjudicator/table"
)

// Types of barrage (LS-5.2a) and of ammunition (LS-5.3a).
const (
	drumfire  = "drumfire"
	hurricane = "hurricane"

	highExplosive = "he"
	shrapnel      = "shrapnel"
	smokeShell    = "smoke"
	gasShell      = "gas"
)

// stock returns what a side has left of a kind of ammunition: pieces, or barrages for gas; -1 for no limit (LS-3.3a).
func (c *Camp) stock(ammo string) *int {
	switch ammo {
	case shrapnel:
		return &c.Shrapnel
	case smokeShell:
		return &c.Smoke
	case gasShell:
		return &c.Gas
	}
	return &c.HE
}

// draws returns how much of the stock a barrage takes: one for each piece, or one for a whole gas barrage.
func draws(ammo string, pieces int) int {
	if ammo == gasShell {
		return 1
	}
	return pieces
}

// spend takes the ammunition of a barrage that is fired. A barrage that was not granted spends none.
func (c *Camp) spend(ammo string, pieces int) {
	if n := c.stock(ammo); *n > 0 {
		*n = max(0, *n-draws(ammo, pieces))
	}
}

// shells reports why a type of barrage with an ammunition is not legal against a hex (LS-5.3); a hex gets one of each
// (LS-5.11h).
func (g *Game) shells(s table.Seat, hex, kind, ammo string, pieces int) *table.Refusal {
	left := *g.camp(s).stock(ammo)
	screen := ammo == smokeShell || ammo == gasShell
	switch {
	case kind == hurricane && screen: // LS-5.22a, LS-5.33a, LS-5.34a
		return refuse("drumfire-only", "LS-5.22a", table.A("ammo", "ammo."+ammo))
	case screen && left == 0 && g.never(s, ammo):
		return refuse("ammo-not-allowed", ammoRule(ammo), table.A("ammo", "ammo."+ammo))
	case ammo == gasShell && !g.dated("1915"):
		return refuse("gas-too-early", "LS-5.34a")
	case left >= 0 && left < draws(ammo, pieces):
		return refuse("ammo-short", "LS-3.3a", table.A("ammo", "ammo."+ammo), table.A("left", left), table.A("asked", draws(ammo, pieces)))
	case ammo == shrapnel:
		return g.shrapnelRefusal(hex)
	}
	return nil
}

// never reports whether the scenario gave a side none of an ammunition from the start.
func (g *Game) never(s table.Seat, ammo string) bool {
	d := g.side(s)
	return ammo == smokeShell && d.Smoke == 0 || ammo == gasShell && d.Gas == 0
}

// ammoRule returns the rule by which a scenario must allow an ammunition.
func ammoRule(ammo string) string {
	if ammo == gasShell {
		return "LS-5.34a"
	}
	return "LS-5.33a"
}

// shrapnelRefusal is LS-5.32b: shrapnel may be fired only at clear hexes, woods, swamp or a river that hold three
// platoons or more and no trench or strongpoint. Road, wire, hills and rough ground do not matter.
func (g *Game) shrapnelRefusal(hex string) *table.Refusal {
	if g.town(hex) || g.trench(hex) != "" || g.strongpoint(hex) {
		return refuse("shrapnel-cover", "LS-5.32b", table.A("hex", hex))
	}
	groups, least := 0, g.constants().ShrapnelGroups.Value
	for _, s := range g.seats() {
		groups += len(g.of(s, hex, (*Piece).group))
	}
	if groups < least {
		return refuse("shrapnel-few", "LS-5.32b", table.A("hex", hex), table.A("groups", groups), table.A("least", least))
	}
	return nil
}
