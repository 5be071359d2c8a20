package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// checkLoad judges boarding and hitching (CH-17.0a, 17.0b): vehicle and unit are in one hex, and it is a group action for
// the unit's open-ground cost. A vehicle is towed if it is immobilised or stunned (CH-14.5c).
func checkLoad(k *Game, o *order) (price, *table.Refusal) {
	v := k.unit(k.side(o.seat) + "." + orders.Value(o.args, "on"))
	if v == nil || !v.on() || !k.vehicle(v) || v.Aboard != "" {
		return price{}, refuse("no-vehicle", "CH-17.0a", table.A("unit", orders.Value(o.args, "on")))
	}
	if len(o.units) == 1 && o.units[0] == v.name() {
		return price{}, refuse("not-together", "CH-17.0b", table.A("unit", v.name()), table.A("on", v.name()))
	}
	if k.hit(v).Only { // the vehicle takes part in the action
		return price{}, refuse("stunned", "CH-7.5g", table.A("unit", v.name()))
	}
	riders := k.load(v.name())
	var p price
	for _, name := range o.units {
		u := k.unit(name)
		if name == v.name() {
			continue
		}
		if u.Hex != v.Hex {
			return p, refuse("not-together", "CH-17.0b", table.A("unit", name), table.A("on", v.name()))
		}
		if r := k.mayBoard(u, v, riders); r != nil {
			return p, r
		}
		riders = append(riders, name)
		if cost := k.moveCost(u); !k.vehicle(u) && (p.sum.Terms() == nil || cost.Total() > p.sum.Total()) {
			p.sum = cost
		}
	}
	if p.sum.Terms() == nil { // hitching a wreck costs the towing vehicle's own move
		p.sum = k.moveCost(v)
	}
	return p, nil
}

// mayBoard judges one unit. A vehicle takes one foot unit, one gun or one immobilised vehicle; a rifle squad and an LMG
// may ride together.
func (k *Game) mayBoard(u, v *Unit, riders []string) *table.Refusal {
	no := func(code, rule string) *table.Refusal {
		return refuse(code, rule, table.A("unit", u.name()), table.A("on", v.name()))
	}
	switch {
	case u.Aboard != "":
		return no("aboard", "CH-17.0a")
	case k.foot(u) && k.hit(u).NoMove:
		return no("immobilised", "CH-7.5f")
	case k.vehicle(u):
		if !u.Bogged && !u.Mired && !k.hit(u).NoMove && !k.hit(u).Only {
			return no("not-immobile", "CH-14.5c")
		}
		if k.print(u).Class == "tracked" && k.print(v).Class != "tracked" {
			return no("no-tow", "CH-14.5c")
		}
	}
	for _, name := range riders {
		a, b := k.print(k.unit(name)).Squad, k.print(u).Squad
		if len(riders) > 1 || a == "" || b == "" || a == b {
			return no("full", "CH-17.0a")
		}
	}
	return nil
}

func load(g *Game, t *table.Table, o *order) {
	v := g.unit(g.side(o.seat) + "." + orders.Value(o.args, "on"))
	for _, name := range o.units {
		u := g.unit(name)
		if name == v.name() {
			continue
		}
		g.undig(t, u)
		u.Aboard, u.In, u.Facing = v.name(), "", v.Facing
		t.Report("CH-17.0b", "boards", table.A("unit", name), table.A("on", v.name()), table.A("at", u.Hex))
	}
	for _, name := range o.units {
		if u := g.unit(name); u.on() {
			g.mineAct(t.At(u.ID), u)
		}
	}
}

// checkUnload judges getting off: it costs the unit's open-ground cost, or the highest of several units' costs
// (CH-17.0f).
func checkUnload(k *Game, o *order) (price, *table.Refusal) {
	var p price
	on := ""
	for _, name := range o.units {
		u := k.unit(name)
		if k.vehicle(u) && len(k.load(name)) > 0 && u.Aboard == "" {
			on = name
			continue
		}
		if u.Aboard == "" {
			return p, refuse("not-aboard", "CH-17.0f", table.A("unit", name))
		}
		if k.foot(u) && k.hit(u).NoMove {
			return p, refuse("immobilised", "CH-7.5f", table.A("unit", name))
		}
		if on != "" && u.Aboard != on {
			return p, refuse("not-together", "CH-17.0f", table.A("unit", name), table.A("on", on))
		}
		on = u.Aboard
		if cost := k.moveCost(u); p.sum.Terms() == nil || cost.Total() > p.sum.Total() {
			p.sum = cost
		}
	}
	if p.sum.Terms() == nil {
		return p, refuse("not-aboard", "CH-17.0f", table.A("unit", on))
	}
	return p, nil
}

func unload(g *Game, t *table.Table, o *order) {
	for _, name := range o.units {
		u := g.unit(name)
		if u.Aboard == "" {
			continue
		}
		v := g.unit(u.Aboard)
		u.Aboard, u.Facing = "", v.Facing
		if f := orders.Value(o.args, "facing"); f != "" {
			u.Facing = f
		}
		g.freed(u)
		t.Report("CH-17.0f", "gets-off", table.A("unit", name), table.A("from", v.name()), table.A("at", u.Hex), table.A("facing", u.Facing))
	}
	for _, name := range o.units {
		if u := g.unit(name); u.on() {
			g.mineAct(t.At(u.ID), u)
		}
	}
}

// freed lets a vehicle that was towed out of the terrain that held it move again (CH-14.5d, A22), once it is unhitched in
// a hex without such terrain.
func (g *Game) freed(u *Unit) {
	if u.Bogged && !g.terrain(u.Hex).Bogs {
		u.Bogged = false
	}
}

// partners returns the units that take part in an action besides those named: the vehicle that is boarded or left, and
// the units that a moving vehicle carries, unless they are used (CH-17.0d, CH-17.0g, A39).
func (g *Game) partners(o *order) []string {
	out := slices.Clone(o.units)
	add := func(name string) {
		u := g.unit(name)
		if u != nil && u.Seat == o.seat && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	switch o.verb {
	case "load":
		add(g.side(o.seat) + "." + orders.Value(o.args, "on"))
	case "unload":
		for _, name := range o.units {
			if u := g.unit(name); u != nil && u.Aboard != "" {
				add(u.Aboard)
			}
		}
	case "move", "enter":
		for _, name := range o.units {
			for i := range g.Units {
				if u := &g.Units[i]; u.Aboard == name && u.Status != used && u.Off != destroyed {
					add(u.name())
				}
			}
		}
	}
	return out
}
