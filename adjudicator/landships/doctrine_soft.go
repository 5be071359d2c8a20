package landships

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// softTargets returns the hexes at which a weapon may fire small arms in a phase, in numerical order, except those
// taken: one attack for each hex and phase.
func (g *outlook) softTargets(w weapon, phase string, taken []string) []string {
	return slices.Collect(g.softTargetsOf(w, phase, taken))
}

// hasSoftTarget reports whether there is any such hex.
func (g *outlook) hasSoftTarget(w weapon, phase string, taken []string) bool {
	for range g.softTargetsOf(w, phase, taken) {
		return true
	}
	return false
}

// softTargetsOf yields them one by one, for those who may need only the first.
func (g *outlook) softTargetsOf(w weapon, phase string, taken []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if g.canJoin(w, phase) != nil || !g.served(w, phase) {
			return
		}
		hex, open := "", false
		from, far, gun := g.bearer(w).Hex, g.weaponRange(w, "").Total(), g.unit(w.unit).gun()
		for _, v := range g.foes {
			if v.Hex != hex {
				hex = v.Hex
				open = (gun && g.inRange(w, hex) || !gun && g.distance(from, hex) <= far) && !slices.Contains(taken, hex) && !g.locked(hex)
			}
			if open && g.targetKind(v) != "" && g.bears(w, v) {
				if !yield(hex) {
					return
				}
				open = false
			}
		}
	}
}

// enemyHexes returns the hexes that hold small arms targets among a side's enemies, in numerical order.
func (g *Game) enemyHexes(s table.Seat) []string {
	out := table.Once(g.Units, func(u *Piece) (string, bool) {
		return u.Hex, u.Side != s && u.Out == "" && u.Hex != "" && g.targetKind(u) != ""
	})
	slices.Sort(out)
	return out
}

// expected returns the hits to be expected from a weapon alone at a hex, in thirty-sixths. A soft target that is hit
// counts in full, an armoured car by the chance of losing a wheel (LS-8.67b).
func (g *Game) expected(w weapon, hex, phase string) int {
	u := g.unit(w.unit)
	c, ok := g.column(g.strength(w, g.distance(g.stand(u), hex)).Total())
	if !ok {
		return 0
	}
	v := volley{by: u.Side, phase: phase, hex: hex, weapons: []weapon{w}}
	there := table.Those(g.Units, func(e *Piece) bool { return e.counts(g.other(u.Side), hex) && g.targetKind(e) != "" })
	sum, kind, low := 0, "", 0 // low: faces of the die that hit this kind
	for _, e := range there {
		if k := g.targetKind(e); k != kind {
			kind, low = k, c.Hit
			for _, m := range g.againstKind(v, kind) {
				low -= m.Value
			}
			low = max(0, min(6, low))
		}
		if e.Class == "AC" {
			sum += low * faces(g.rolls().Wheel)
		} else {
			sum += low * 6
		}
	}
	return sum
}

// bestHex is the default of D-50: the most expected hits, then the nearest hex, then the lowest number. A preference
// comes first: "nearest", "densest", "best", or a kind of target.
func (g *Game) bestHex(w weapon, hexes []string, phase, prefer string) string {
	if len(hexes) == 0 {
		return ""
	}
	u := g.unit(w.unit)
	from := g.stand(u)
	crowd := func(hex string) int {
		return len(g.of(g.other(u.Side), hex, func(e *Piece) bool { return e.group() }))
	}
	liked := func(hex string) int {
		if g.has(g.other(u.Side), hex, func(e *Piece) bool { return isKind(e, prefer) }) {
			return 0
		}
		return 1
	}
	type choice struct {
		hex        string
		near, hits int
	}
	var few [16]choice
	choices := few[:0]
	for _, hex := range hexes {
		choices = append(choices, choice{hex: hex, near: g.distance(from, hex)})
	}
	for i := range choices {
		if len(choices) > 1 {
			choices[i].hits = g.expected(w, choices[i].hex, phase)
		}
	}
	return slices.MinFunc(choices, func(a, b choice) int {
		near, hits := a.near-b.near, b.hits-a.hits
		switch prefer {
		case "nearest":
			return cmp.Or(near, hits, strings.Compare(a.hex, b.hex))
		case "densest":
			return cmp.Or(crowd(b.hex)-crowd(a.hex), hits, near, strings.Compare(a.hex, b.hex))
		}
		return cmp.Or(liked(a.hex)-liked(b.hex), hits, near, strings.Compare(a.hex, b.hex))
	}).hex
}

// isKind reports whether a counter is of a kind that a player may prefer as a small arms target.
func isKind(u *Piece, word string) bool {
	switch word {
	case "infantry":
		return u.infantry()
	case "mgs":
		return u.gunners()
	case "cavalry":
		return u.cavalry()
	case "crews":
		return u.Class == "CREW"
	case "observers":
		return u.Class == "FO"
	case "trucks":
		return u.Class == "TRK"
	case "cars":
		return u.Class == "AC"
	}
	return false
}

// askHex is D-50 with D-51: the hex at which a weapon fires, or "" if it holds its fire.
func (*Game) askHex(s table.Seat, w weapon, phase string, taken []string) table.Question[*Game, string] {
	taken = slices.Clone(taken)
	q := table.Question[*Game, string]{Decision: "LS-D50", Seat: s, About: w.unit + w.label() + " hex", Rule: "LS-8.61a", Verb: "rifles", Args: []table.FactArg{table.A("unit", w.unit)}}
	if phase == "4.9" {
		q.Decision, q.Rule = "LS-D80", "LS-8.41b"
	}
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		prefer, hold, column := orders.Value(l.Args, "prefer"), orders.Int(l.Args, "hold", -1), orders.Int(l.Args, "column", 0)
		if !k.speaksOf(l, w.unit) || prefer == "" && hold < 0 && column == 0 {
			return "", table.Pass
		}
		hexes := k.outlook(s).softTargets(w, phase, taken)
		if hold >= 0 { // D-51: nothing beyond that distance
			from := k.stand(k.unit(w.unit))
			hexes = slices.DeleteFunc(hexes, func(hex string) bool { return k.distance(from, hex) > hold })
		}
		if column > 0 {
			if hex := k.concentrate(l, s, w, phase, taken, column); slices.Contains(hexes, hex) {
				return hex, table.Use
			}
		}
		return k.bestHex(w, hexes, phase, prefer), table.Use
	}
	q.Options = table.Each(func(k *Game) []string { return k.outlook(s).softTargets(w, phase, taken) }, "hold")
	q.Default = func(k *Game) string { return k.bestHex(w, k.outlook(s).softTargets(w, phase, taken), phase, "") }
	return q
}

// concentrate allots the weapons that a standing order covers so that attacks reach a total. It goes hex by hex, those
// with the most groups first, and takes MGs first, then the strongest, until the total is reached. It passes over
// hexes where it cannot be reached. It returns the hex for one weapon, or "" for none.
func (g *Game) concentrate(l table.Line, s table.Seat, w weapon, phase string, taken []string, total int) string {
	view := g.outlook(s)
	free := table.Keep(g.arsenal(s), func(o weapon) bool {
		return g.speaksOf(l, o.unit) && g.weaponKind(o) != flamer && view.hasSoftTarget(o, phase, taken)
	})
	hexes := g.enemyHexes(s)
	slices.SortStableFunc(hexes, func(a, b string) int {
		return len(g.of(g.other(s), b, (*Piece).group)) - len(g.of(g.other(s), a, (*Piece).group))
	})
	for _, hex := range hexes {
		able := table.Keep(free, func(o weapon) bool { return !slices.Contains(taken, hex) && g.canVolley(o, hex, phase) == nil })
		fs := func(o weapon) int { return g.strength(o, g.distance(g.stand(g.unit(o.unit)), hex)).Total() }
		slices.SortStableFunc(able, func(a, b weapon) int {
			mg := func(o weapon) int {
				if g.weaponKind(o) == platoonMG {
					return 0
				}
				return 1
			}
			return cmp.Or(mg(a)-mg(b), fs(b)-fs(a), strings.Compare(a.name(), b.name()))
		})
		n, sum := 0, 0
		for n < len(able) && sum < total {
			sum += fs(able[n])
			n++
		}
		if sum < total {
			continue
		}
		if slices.Contains(able[:n], w) {
			return hex
		}
		free = slices.DeleteFunc(free, func(o weapon) bool { return slices.Contains(able[:n], o) })
	}
	return ""
}

// askMG is D-53: what a machine gun fires at: "soft" targets, a "tank" or a "car".
func (*Game) askMG(s table.Seat, w weapon, phase string, taken []string) table.Question[*Game, string] {
	taken = slices.Clone(taken)
	kinds := func(k *Game) []string {
		var out []string
		view := k.outlook(s)
		hexes := view.softTargets(w, phase, taken)
		if len(hexes) > 0 {
			out = append(out, "soft")
		}
		if len(view.rakeTargets(w, phase)) > 0 {
			out = append(out, "tanks")
		}
		if slices.ContainsFunc(hexes, func(hex string) bool { return k.kindAt(s, hex, onWheels) }) {
			out = append(out, "cars")
		}
		return out
	}
	return table.Question[*Game, string]{Decision: "LS-D53", Seat: s, About: w.unit + w.label(), Rule: "LS-4.5b", Verb: "mgs", Args: []table.FactArg{table.A("unit", w.unit)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how, table.UseIf(k.speaksOf(l, w.unit) && slices.Contains(kinds(k), how))
		},
		Options: table.Each(kinds),
		Default: func(k *Game) string {
			if all := kinds(k); len(all) > 0 {
				return all[0]
			}
			return ""
		},
	}
}

// rakeTargets returns the tanks at which a machine gun may fire, the nearest first. It leaves out a weak tank whose
// breakdown is known to be permanent.
func (g *outlook) rakeTargets(w weapon, phase string) []string {
	if kind := g.weaponKind(w); kind != platoonMG && kind != mountedMG || phase == "4.3" || g.ready(w, phase) != nil {
		return nil
	}
	var out []string
	for _, v := range g.foes {
		worth := g.nervous(v) && v.State != "fleeing" || g.weak(v) && (v.Breakdown != "permanent" || g.in("LS-6.16j")) // a secret breakdown does not count
		if worth && g.inRange(w, v.Hex) && g.bears(w, v) {
			out = append(out, v.ID)
		}
	}
	from := g.stand(g.unit(w.unit))
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(g.distance(from, g.unit(a).Hex)-g.distance(from, g.unit(b).Hex), strings.Compare(a, b))
	})
	return out
}

// flameGroups is the number of groups at which a flamethrower fires by default (D-52).
const flameGroups = 2

// askFlame is D-52: the hex that a flamethrower attacks, or "" for none.
func (*Game) askFlame(s table.Seat, w weapon, phase string) table.Question[*Game, string] {
	crowded := func(k *Game, least int) string {
		best, most := "", least-1
		for _, hex := range k.outlook(s).softTargets(w, phase, nil) {
			if n := len(k.of(k.other(s), hex, (*Piece).group)); n > most {
				best, most = hex, n
			}
		}
		return best
	}
	return table.Question[*Game, string]{Decision: "LS-D52", Seat: s, About: w.unit, Rule: "LS-13.13c", Verb: "flames", Args: []table.FactArg{table.A("unit", w.unit)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if !k.speaksOf(l, w.unit) {
				return "", table.Pass
			}
			switch how := orders.Value(l.Args, "how"); {
			case how == "never" || how == "vehicles":
				return "", table.Use
			case orders.Has(l.Args, "groups"): // always, against that many
				return crowded(k, orders.Int(l.Args, "groups", flameGroups)), table.Use
			case how == "always":
				return crowded(k, 0), table.Use
			}
			return "", table.Pass
		},
		Options: table.Each(func(k *Game) []string { return k.outlook(s).softTargets(w, phase, nil) }, "hold"),
		Default: func(k *Game) string { return crowded(k, flameGroups) },
	}
}
