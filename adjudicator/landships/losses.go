package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// takeLosses takes a side's losses in a close assault: groups, pinned ones too (LS-12.33a), as their owner chooses;
// armoured cars last and tanks never (LS-12.22b); crews, leaders and observers never (LS-12.21c). Surplus losses are
// ignored (LS-12.21e). If tanks is true, because morale 5 foot engages tanks in a town, tanks are lost for losses that
// no group takes.
func (g *Game) takeLosses(t *table.Table, s table.Seat, hex string, n int, tanks bool) {
	for range n {
		if g.has(s, hex, (*Piece).group) {
			id := table.Decide(t, g.askLoss(s, hex))
			t.Report("LS-12.21b", "assault-loss", table.A("unit", id), table.A("hex", hex), table.A("side", s))
			g.remove(id)
			continue
		}
		if cars := sorted(g.of(s, hex, func(u *Piece) bool { return u.Class == "AC" })); len(cars) > 0 {
			t.Report("LS-12.22b", "assault-loss", table.A("unit", cars[0]), table.A("hex", hex), table.A("side", s))
			g.destroyVehicle(t, cars[0], "LS-12.22b")
			continue
		}
		if fallen := sorted(g.of(s, hex, (*Piece).tank)); tanks && len(fallen) > 0 {
			t.Report("LS-12.2a", "assault-loss", table.A("unit", fallen[0]), table.A("hex", hex), table.A("side", s))
			g.destroyVehicle(t, fallen[0], "LS-12.2a")
			continue
		}
		return
	}
}

// askLoss is D-72: which group is lost.
func (*Game) askLoss(s table.Seat, hex string) table.Question[*Game, string] {
	groups := func(k *Game) []string {
		ids := k.of(s, hex, (*Piece).group)
		slices.SortFunc(ids, func(a, b string) int { return k.cheaper(a, b) })
		return ids
	}
	return table.Question[*Game, string]{Decision: "LS-D72", Seat: s, About: hex, Rule: "LS-12.21b", Verb: "losses", Args: []table.FactArg{table.A("hex", hex)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			ids := groups(k)
			for _, id := range orders.List(l.Args, "units") {
				if slices.Contains(ids, id) {
					return id, table.Use
				}
			}
			for _, word := range orders.List(l.Args, "order") {
				for _, id := range ids {
					if u := k.unit(id); word == "pinned" && u.Pinned || isKind(u, word) {
						return id, table.Use
					}
				}
			}
			return "", table.Pass
		},
		Options: table.Each(groups),
		Default: func(k *Game) string { return groups(k)[0] },
	}
}

// cheaper is the default order of D-72: pinned groups first, MGs last, then the lowest fire strength and the lowest
// id.
func (g *Game) cheaper(a, b string) int {
	u, v := g.unit(a), g.unit(b)
	count := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	mg := func(p *Piece) bool { return p.Class == "MG" || p.Class == "CAVMG" }
	return cmp.Or(count(v.Pinned)-count(u.Pinned), count(mg(u))-count(mg(v)), u.FS-v.FS, strings.Compare(a, b))
}

// clearLone is LS-12.21d: when a side has no group left in a hex with enemy groups, its observers, leaders and crews
// are eliminated and its weapons units lost, as are its trucks (LS-12.24a).
func (g *Game) clearLone(t *table.Table, hex string) {
	for _, s := range g.seats() {
		if g.has(s, hex, (*Piece).group) || !g.has(g.other(s), hex, func(u *Piece) bool { return u.group() || crewed(u) }) {
			continue
		}
		alone := g.has(g.other(s), hex, (*Piece).group) && !g.has(s, hex, crewed)
		for _, id := range sorted(g.of(s, hex, func(u *Piece) bool { return u.lone() || alone && u.Class == "TRK" })) {
			g.eliminate(t, id, "LS-12.21d")
		}
		for _, id := range sorted(g.of(s, hex, func(u *Piece) bool { return u.gun() || u.personal() })) {
			t.Report("LS-12.21d", "weapon-lost", table.A("unit", id), table.A("side", g.unit(id).Side), table.A("hex", hex))
			g.scrap(id)
		}
	}
}

// vehiclesAlone is LS-12.23a: P's tanks and armoured cars are alone with enemy foot or cavalry. Each enemy unit tests,
// and is either pinned where it stands or goes back two hexes and is pinned there. Vehicles that are to fire instead
// take no part (LS-12.1f, A-42, D-71).
func (a *storm) vehiclesAlone(hex string) {
	g, t := a.g, a.t.At(hex)
	var in []string
	for _, id := range sorted(g.of(a.s, hex, crewed)) {
		if !slices.Contains(a.spared, id) && table.Decide(t, g.askLone(a.s, id)) {
			in = append(in, id)
			g.unit(id).Fired = append(g.unit(id).Fired, "4.8")
		}
	}
	if len(in) == 0 {
		return
	}
	t.Report("LS-12.23a", "vehicles-alone", table.A("units", in), table.A("hex", hex))
	for _, id := range sorted(g.of(g.other(a.s), hex, (*Piece).soft)) {
		g.faceVehicles(t, id)
	}
	word := "fails"
	if !g.has(g.other(a.s), hex, (*Piece).group) {
		word = "wins"
	}
	t.For(a.s).Result("assault on " + hex + " " + word)
}

// faceVehicles is the test of one unit against lone vehicles. A unit that was already pinned is driven back even if it
// passes, because that is its second pin.
func (g *Game) faceVehicles(t *table.Table, id string) {
	u := g.unit(id)
	die, rating := t.At(id).Roll(u.Side, "morale", 1, 6), g.rating(u, true)
	word := "result." + wasPinned
	if die.Total() > rating.Total() || u.Pinned {
		word = "result." + wasRetreated
	}
	t.Report("LS-12.23a", "faces-vehicles", table.A("unit", id), table.A("hex", u.Hex), table.A("die", die), table.A("rating", rating), table.A("result", word))
	if die.Total() > rating.Total() {
		g.retreat(t, id, g.constants().Retreat.Value, "LS-12.23a")
		return
	}
	g.pin(t, id, "LS-12.23a")
}

// askLone is D-71: whether lone vehicles make the enemy test or keep their fire for 4.9.
func (*Game) askLone(s table.Seat, id string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "LS-D71", Seat: s, About: id, Rule: "LS-12.1f", Verb: "spare", Args: []table.FactArg{table.A("unit", id)}, Options: table.Either[*Game]("assault", "fire"),
		Policy: func(k *Game, l table.Line) (bool, table.Policy) { return false, table.UseIf(k.speaksOf(l, id)) },
		Blind:  true, Default: func(*Game) bool { return true },
	}
}

// assaulters returns the units of an assault order: those named, or all that can go in if none are (D-70). It returns
// none if the order demands a greater superiority than there is.
func (g *Game) assaulters(s table.Seat, l table.Line) []string {
	hex := orders.Value(l.Args, "hex")
	ids := unitsOf(l)
	if len(ids) == 0 {
		ids = sorted(g.of(s, "", func(u *Piece) bool { return u.group() && u.Hex != hex && g.canAssault(u.ID, hex) == nil }))
	}
	able := table.Count(ids, func(id string) bool { return g.canAssault(id, hex) == nil })
	able += len(g.of(s, hex, strong))
	if orders.Has(l.Args, "more") && able < len(g.of(g.other(s), hex, strong))+orders.Int(l.Args, "more", 0) {
		return nil
	}
	return ids
}

// mayAssault reports why an assault order is not legal, or returns nil if at least one unit may go in.
func (g *Game) mayAssault(s table.Seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	ids := g.assaulters(s, l)
	if len(ids) == 0 {
		if orders.Has(l.Args, "more") {
			return refuse("too-few", "LS-12.0a", table.A("hex", hex), table.A("more", orders.Int(l.Args, "more", 0)))
		}
		return refuse("nobody-near", "LS-12.11a", table.A("hex", hex))
	}
	var why *table.Refusal
	for _, id := range ids {
		r := g.canAssault(id, hex)
		if r == nil {
			return nil
		}
		if why == nil {
			why = r
		}
	}
	return why
}

// canAssault reports why a unit cannot go into a hex to fight, or returns nil if it can.
func (g *Game) canAssault(id, hex string) *table.Refusal {
	u := g.unit(id)
	if u == nil || u.Out != "" || u.Hex == "" || !u.group() {
		return refuse("no-assaulter", "LS-12.11a", table.A("unit", id))
	}
	foe := g.other(u.Side)
	switch {
	case u.Pinned:
		return refuse("pinned", "LS-9.2a", table.A("unit", id))
	case u.Gassed:
		return refuse("gassed", "LS-5.56c", table.A("unit", id))
	case u.Hex != hex && g.locked(u.Hex):
		return refuse("locked", "LS-12.1b", table.A("unit", id), table.A("hex", u.Hex))
	case u.Hex != hex && g.distance(u.Hex, hex) != 1:
		return refuse("not-adjacent", "LS-12.11a", table.A("unit", id), table.A("hex", hex))
	case !g.has(foe, hex, func(e *Piece) bool { return anyone(e) || e.gun() }):
		return refuse("nobody-there", "LS-12.11a", table.A("hex", hex))
	case u.cavalry() && u.Charge == 0:
		return refuse("not-charging", "LS-6.33a", table.A("unit", id))
	case u.cavalry() && !slices.Contains(g.chargeHexes(u), hex):
		return refuse("not-ahead", "LS-6.33d", table.A("unit", id), table.A("hexes", g.chargeHexes(u)))
	case !g.footing(u, hex):
		return refuse("no-footing", "LS-7.11d", table.A("unit", id), table.A("hex", hex))
	}
	return g.againstArmour(u, hex)
}

// againstArmour is LS-12.12b: foot and cavalry do not begin a close assault against tanks and armoured cars alone. In
// towns, units of morale 5 may do so against tanks (LS-12.2a).
func (g *Game) againstArmour(u *Piece, hex string) *table.Refusal {
	foe := g.other(u.Side)
	groups, armour := g.has(foe, hex, (*Piece).group), g.has(foe, hex, (*Piece).armoured)
	if groups && u.Hex != hex || !armour && u.Hex != hex {
		return nil
	}
	tanks := g.has(foe, hex, (*Piece).tank)
	if !groups && tanks && g.town(hex) && g.printed(u).Total() >= g.constants().EngageMR.Value {
		return nil
	}
	if u.Hex == hex {
		return refuse("already-there", "LS-12.11a", table.A("unit", u.ID), table.A("hex", hex))
	}
	return refuse("against-armour", "LS-12.12b", table.A("unit", u.ID), table.A("hex", hex))
}

// mayStorm reports whether P has anything to order in 4.8: a group that may go in, or lone vehicles to hold back.
func (g *Game) mayStorm() bool {
	s := g.Phasing
	for _, hex := range g.shared() {
		if g.has(s, hex, crewed) && !g.has(s, hex, (*Piece).group) {
			return true
		}
	}
	return len(g.assaultHexes(s)) > 0
}

// assaultHexes returns the hexes that some group of a side may go into, in numerical order.
func (g *Game) assaultHexes(s table.Seat) []string {
	var out []string
	for _, id := range g.of(s, "", func(u *Piece) bool { return u.group() && !u.Pinned }) {
		u := g.unit(id)
		for _, hex := range slices.Concat(g.neighbours(u.Hex), []string{u.Hex}) {
			if !slices.Contains(out, hex) && g.canAssault(id, hex) == nil {
				out = append(out, hex)
			}
		}
	}
	slices.Sort(out)
	return out
}
