package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Armour (MB-16, MB-21): zones, saves, and what a hit on a hull strikes.

// zones are the zones of a hull, in the order of their values (MB-16b).
var zones = []string{"front", "side", "rear", "top"}

// armour returns the armour of a hull in a zone: front, side, rear or top (MB-16b).
func (g *Game) armour(u *Unit, zone string) int {
	if len(u.Tank.Armour) == len(zones) {
		return u.Tank.Armour[slices.Index(zones, zone)]
	}
	t := g.vehicleOf(u)
	switch zone {
	case "front":
		return t.Front
	case "side":
		return t.Side
	case "rear":
		return t.Rear
	}
	return t.Top // MB-16d
}

// vehicleOf returns the type of a vehicle, an empty one for anything else.
func (g *Game) vehicleOf(u *Unit) *VehicleType {
	if t := g.doc.shelf.hulls[u.Type]; t != nil && u.vehicle() {
		return t
	}
	return g.doc.shelf.vehicles.Of("")
}

// spentHull reports whether no further hit can harm a hull.
func (g *Game) spentHull(u *Unit) bool { return u.Out != "" || u.Tank.Wreck || u.Tank.Inferno }

// hullHit resolves a direct hit on a vehicle. It strikes what the vehicle carries or tows (MB-34a); HE uses its template
// (MB-B11a); anything else strikes the armour of the zone from which it came (MB-16c, MB-B18a).
func (g *Game) hullHit(t *table.Table, b *blow, e *Unit, r round, firer *Unit) {
	zone := g.zone(e, firer.At)
	if g.loaded(e) && g.loadHit(t, b, e, r, zone) {
		return
	}
	if r.kind == shellHE && r.template != "" {
		g.shellBurst(t, b, r, e.At, e.ID)
		return
	}
	g.hullStruck(t, b.by, e, zone, r.strength, "MB-16c")
}

// strikeHull resolves one hit on a zone that needs no die to hit, with a bonus to the damage die: mines (MB-B21).
func (g *Game) strikeHull(t *table.Table, u *Unit, zone string, strength, bonus int, rule string) {
	g.damageBy(t, g.other(u.Side), u, hullStrike{zone: zone, strength: strength, plain: true, bonus: bonus, rule: rule})
}

// hullStruck resolves a hit on a zone, with the zone's modifier to the damage die.
func (g *Game) hullStruck(t *table.Table, by table.Seat, u *Unit, zone string, strength int, rule string) {
	g.damageBy(t, by, u, hullStrike{zone: zone, strength: strength, rule: rule})
}

// hullStrike is a hit on armour.
type hullStrike struct {
	zone     string
	strength int
	plain    bool // the zone does not modify the damage die
	bonus    int
	rule     string
}

// damageBy resolves a hit on armour (MB-21): the resistance, the owner's save and, if it fails, the damage.
func (g *Game) damageBy(t *table.Table, by table.Seat, u *Unit, h hullStrike) {
	t = t.At(u.ID)
	armour := g.armour(u, h.zone)
	resistance := table.Base("modifier.strength", h.strength, h.rule).Plus("modifier.armour", -armour, "MB-21a")
	need := g.saveScore(h.strength, armour)
	args := []table.FactArg{table.A("unit", u.ID), table.A("zone", "zone."+h.zone), table.A("strength", h.strength), table.A("armour", armour), table.A("resistance", resistance)}
	if need == 1 {
		t.Report("MB-21b", "save-automatic", args...)
		return
	}
	column := 0
	if need >= never { // MB-21c, MB-R23
		t.Report("MB-21c", "save-none", args...)
	} else {
		die := t.Roll(u.Side, "save", 1, 6)
		saved := die.Total() >= need
		t.Report("MB-21b", "save", append(args, table.A("needed", need), table.A("roll", die), table.A("result", result(saved, "saved", "pierced")))...)
		if saved {
			return
		}
		column = die.Total()
	}
	if g.detailed() {
		g.detailedDamage(t, by, u, column, h)
		return
	}
	g.simpleDamage(t, u, column)
}

// simpleDamage resolves damage by the simplified method (MB-22). The failed save die alone decides; without a save the last column applies.
func (g *Game) simpleDamage(t *table.Table, u *Unit, column int) {
	rows := g.doc.Combat.Simplified
	hit := rows[len(rows)-1]
	for _, r := range rows {
		if column >= r.From && (column <= r.To || r.To == 0) {
			hit = r
		}
	}
	t.Report("MB-22b", "impact", table.A("unit", u.ID), table.A("name", "impact."+hit.Name))
	switch hit.Result {
	case "panic":
		g.crewStays(t, u, "MB-22b") // failed: MB-R44
	case "shaken":
		if !g.crewPanic(t, u, "MB-22b") { // MB-R43
			g.daunt(u)
			t.Report("MB-R43", "crew-shaken", table.A("unit", u.ID))
		}
	default:
		g.destroyVehicle(t, u, "MB-22b")
	}
}
