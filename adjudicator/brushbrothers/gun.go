package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// gun reports whether a group is a gun (BB-14.3): it has one base, and its weapon is a gun (BB-R29).
func (g *Game) gun(u *Group) bool {
	if len(u.Bases) == 0 || u.vehicle() {
		return false
	}
	w, _ := g.doc.Arm(u.Bases[0].Base)
	return w.Gun
}

// heavy reports whether "has not moved" and "single base" have no effect for a group. This holds for guns, except very
// small ones without a shield (BB-4.9e, BB-14.3f).
func (g *Game) heavy(u *Group) bool {
	if !g.gun(u) {
		return false
	}
	m, _ := g.doc.GunModel(u.Bases[0].Model)
	return !m.Small || m.Shield
}

// shielded reports whether a gun's shield covers it against fire from a sector: it does in the front arc (BB-14.3e).
func (g *Game) shielded(u *Group, from string) bool {
	if !g.gun(u) || g.Habits.NoShields || from == "" {
		return false
	}
	m, _ := g.doc.GunModel(u.Bases[0].Model)
	return m.Shield && g.ahead(u, from)
}

// placeGun implements BB-14.3a: one action puts a gun into firing position after a move, or turns it. A gun that hangs
// on a tractor is unhitched by the same action.
func (g *Game) placeGun(t *table.Table, facing string) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	u := g.group(name)
	if u.Aboard != "" && g.room(u.Side, u.Sector) < len(u.Bases) {
		return refuse("no-room", "BB-1.4a", table.A("to", u.Sector), table.A("room", max(0, g.room(u.Side, u.Sector))))
	}
	if u.Bases[0].Ready && (facing == "" || facing == u.Facing) {
		return refuse("in-position", "BB-14.3a", table.A("unit", u.ID))
	}
	price := g.cost(u, "gun", "gun")
	if r := g.payAll(u.team(), price, false); r != nil {
		return r
	}
	_ = g.payAll(u.team(), price, true)
	if u.Aboard != "" {
		g.getOff(t, name, string(u.Side)+"."+u.Aboard, u.Sector, "BB-14.3a")
		u = g.group(name)
	}
	if facing == "" {
		if facing = g.Known(u.Side).nearest(name, u.Sector); facing == "" {
			facing = u.Facing
		}
	}
	u.Facing, u.Watch = facing, false
	u.Bases[0].Ready = true
	g.tell(t, u).Report("BB-14.3a", "gun-placed", table.A("unit", name), table.A("at", u.Sector), table.A("facing", facing))
	return nil
}
