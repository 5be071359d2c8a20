package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// What a side's weapons do when no order line mentions them: standing orders, otherwise the default column of the
// table of decisions. Every answer uses only what the side knows.

var fireDecisions = table.Decisions("LS-D30", "LS-D31", "LS-D32", "LS-D33", "LS-D50", "LS-D51", "LS-D52", "LS-D53", "LS-D54", "LS-D80", "LS-D81", "LS-D82", "LS-D83")

// speaksOf reports whether a standing order covers a counter: it is named, or the order names none. A group stands for
// what it carries.
func (g *Game) speaksOf(l table.Line, id string) bool {
	units := orders.List(l.Args, "units")
	if len(units) == 0 || slices.Contains(units, id) {
		return true
	}
	u := g.unit(id)
	return u != nil && u.Carrier != "" && slices.Contains(units, u.Carrier)
}

// vehicleTargets returns the vehicles at which a weapon may fire in a phase, in an area if one is given. If turned is
// true, it includes those at which a gun could fire after turning (LS-8.32a).
func (g *outlook) vehicleTargets(w weapon, phase, area string, turned bool) []string {
	if phase == "4.5" || !capable(g.weaponKind(w)) || g.ready(w, phase) != nil {
		return nil
	}
	if g.weaponKind(w) == aaGun && !g.levels(g.unit(w.unit)) {
		return nil
	}
	var out []string
	for _, v := range g.foes {
		if v.vehicle() && (area == "" || v.Hex == area) && g.inRange(w, v.Hex) && (g.bears(w, v) || turned && g.couldTurn(w, v, phase)) {
			out = append(out, v.ID)
		}
	}
	slices.Sort(out)
	return out
}

// couldTurn reports whether a gun that does not bear on a vehicle would bear on it after turning.
func (g *outlook) couldTurn(w weapon, v *Piece, phase string) bool {
	u := g.unit(w.unit)
	if phase != "4.3" || !u.gun() || g.weaponKind(w) == aaGun || g.trains(w, v.Hex, v) {
		return false
	}
	return g.inRange(w, v.Hex) && g.canPivot(u, g.turnTo(u, v), phase) == nil && g.spots(u, v)
}

// rank sorts the vehicles that a weapon may choose from (D-32): as preferred, then the nearest, then the best chance,
// then the lowest id.
func (g *Game) rank(w weapon, ids []string, phase, prefer string) []string {
	from := g.stand(g.unit(w.unit))
	out := slices.Clone(ids)
	liked := func(id string) int {
		if prefer != "" && g.isType(g.unit(id), prefer) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b string) int {
		near := g.distance(from, g.unit(a).Hex) - g.distance(from, g.unit(b).Hex)
		better := g.chance(w, b, phase) - g.chance(w, a, phase)
		if prefer == "best" {
			near, better = better, near
		}
		return cmp.Or(liked(a)-liked(b), near, better, strings.Compare(a, b))
	})
	return out
}

// asGood reports whether vehicle a is as good a target as b under a preference: of the same kind, as near, and as
// easily hurt.
func (g *Game) asGood(w weapon, a, b, phase, prefer string) bool {
	from := g.stand(g.unit(w.unit))
	same := prefer == "" || g.isType(g.unit(a), prefer) == g.isType(g.unit(b), prefer)
	return same && g.distance(from, g.unit(a).Hex) == g.distance(from, g.unit(b).Hex) && g.chance(w, a, phase) == g.chance(w, b, phase)
}

// isType reports whether a vehicle is of a kind or type that a player named: "tanks", "cars", "trucks", "mk-iv", "a7v".
func (g *Game) isType(v *Piece, word string) bool {
	switch word {
	case "tanks":
		return v.tank()
	case "cars":
		return v.Class == "AC"
	case "trucks":
		return v.Class == "TRK"
	}
	return strings.Contains(v.Type, strings.ReplaceAll(word, "-", "_"))
}

// askTarget is D-32: the vehicle at which a weapon fires, or "" for none. If an area is given it is D-81, the shots
// left in offensive fire.
func (*Game) askTarget(s table.Seat, w weapon, phase, area string) table.Question[*Game, string] {
	q := table.Question[*Game, string]{Decision: "LS-D32", Seat: s, About: w.unit + w.label(), Rule: "LS-8.51a", Verb: "guns", Args: []table.FactArg{table.A("unit", w.unit)}}
	if phase == "4.9" {
		q.Decision, q.Rule = "LS-D80", "LS-8.41a"
		if area != "" {
			q.Decision, q.Rule = "LS-D81", "LS-8.55c"
		}
	} else {
		area = ""
	}
	targets := func(k *Game) []string {
		in := area
		if k.weaponKind(w) == atRifle { // LS-8.55d
			in = ""
		}
		view := k.outlook(s)
		ids := view.vehicleTargets(w, phase, in, false)
		if len(ids) == 0 {
			ids = view.vehicleTargets(w, phase, in, true)
		}
		return ids
	}
	first := func(k *Game, prefer string) string {
		ids := targets(k)
		if len(ids) == 0 {
			return ""
		}
		if area != "" && prefer == "" {
			return ids[0] // D-81: all are in one hex; the lowest id
		}
		return k.rank(w, ids, phase, prefer)[0]
	}
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		prefer := orders.Value(l.Args, "prefer")
		if prefer == "" || !k.speaksOf(l, w.unit) {
			return "", table.Pass
		}
		return first(k, prefer), table.Use
	}
	q.Options = table.Each(targets)
	q.Default = func(k *Game) string { return first(k, "") }
	return q
}

// enough is the chance, in percent, from which artillery fires at vehicles by default (D-30).
const enough = 30

// askShoot is D-30: whether a weapon fires at a vehicle at all in this phase.
func (*Game) askShoot(s table.Seat, w weapon, target, phase string) table.Question[*Game, bool] {
	q := table.Question[*Game, bool]{Decision: "LS-D30", Seat: s, About: w.unit + w.label(), Rule: "LS-8.3a", Verb: "guns", Args: []table.FactArg{table.A("unit", w.unit), table.A("target", target)}, Options: table.Either[*Game]("fire", "hold")}
	if phase == "4.9" {
		q.Decision, q.Rule = "LS-D80", "LS-8.4a"
		q.About += " fire"
	}
	q.Policy = func(k *Game, l table.Line) (bool, table.Policy) {
		how := orders.Value(l.Args, "how")
		if k.speaksOf(l, w.unit) {
			switch {
			case how == "never":
				return false, table.Use
			case orders.Has(l.Args, "chance"): // always, from that chance up
				return k.chance(w, target, phase)*100 >= orders.Int(l.Args, "chance", 0)*chances, table.Use
			case how == "always":
				return true, table.Use
			}
		}
		return false, table.Pass
	}
	q.Default = func(k *Game) bool {
		return k.weaponKind(w) != artGun || k.chance(w, target, phase)*100 >= enough*chances
	}
	return q
}

// askFlameVehicle is D-30 for a flamethrower: whether it burns a vehicle.
func (*Game) askFlameVehicle(s table.Seat, w weapon, target string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D30", Seat: s, About: w.unit, Rule: "LS-13.13g", Verb: "flames", Args: []table.FactArg{table.A("unit", w.unit), table.A("target", target)}, Options: table.Either[*Game]("fire", "hold"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how != "never", table.UseIf(how != "" && k.speaksOf(l, w.unit))
		},
		Blind: true, Default: func(*Game) bool { return true },
	}
}

// askPivot is D-31, and D-54 for small arms: whether a gun turns when nothing is in its arc.
func (*Game) askPivot(s table.Seat, gun, phase string) table.Question[*Game, bool] {
	q := table.Question[*Game, bool]{Decision: "LS-D31", Seat: s, About: gun, Rule: "LS-8.32a", Verb: "pivot", Args: []table.FactArg{table.A("unit", gun)}, Options: table.Either[*Game]("pivot", "stay"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			how, named := orders.Value(l.Args, "how"), orders.Value(l.Args, "unit")
			return how == "needed", table.UseIf(how != "" && (named == gun || named == "" && k.speaksOf(l, gun)))
		},
		Blind: true, Default: func(*Game) bool { return true },
	}
	if phase == "4.5" {
		q.Decision, q.Rule = "LS-D54", "LS-8.32f"
	}
	return q
}

// askMends is D-82: whether a tank with a temporary breakdown fires in offensive fire, or is left to its mechanics.
func (*Game) askMends(s table.Seat, tank string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D82", Seat: s, About: tank, Rule: "LS-6.16g", Verb: "repair", Args: []table.FactArg{table.A("unit", tank)}, Options: table.Either[*Game]("fire", "repair"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how == "fire", table.UseIf(how != "" && k.speaksOf(l, tank))
		},
		Blind: true, Default: func(*Game) bool { return false },
	}
}
