package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// gunAim is a target that N has named for an anti-aircraft gun.
type gunAim struct{ gun, plane string }

// intercept is the second half of 4.7a: N places fighters where P's aircraft are (LS-11.11b). His orders send the
// fighters that they name. The others fly by his standing order or the default, each in turn (D-61), unless he ordered
// that no others do. It returns the targets that he named for his guns.
func (g *Game) intercept(t *table.Table, n table.Seat) (aims []gunAim) {
	never := false
	for l := range t.Orders(n, "4.7b") {
		switch l.Verb {
		case "flak":
			aim := gunAim{orders.Value(l.Args, "gun"), orders.Value(l.Args, "target")}
			if slices.ContainsFunc(aims, func(a gunAim) bool { return a.gun == aim.gun }) {
				t.Refuse(n, l, refuse("flak-aimed", "LS-11.21b", table.A("unit", aim.gun)))
				continue
			}
			aims = append(aims, aim)
		case "intercept":
			id := orders.Value(l.Args, "unit")
			if never = never || slices.Contains(orders.List(l.Args, "kinds"), "never"); id != "" {
				g.station(t, n, id, orders.Value(l.Args, "hex"), fighterRole(g, id), "LS-11.11b")
			}
		}
	}
	if never || len(g.sky("", g.other(n))) == 0 {
		return aims
	}
	for _, id := range g.hangar(n) {
		if hex := table.Decide(t, g.askIntercept(n, id)); hex != stayHome {
			g.station(t, n, id, hex, fighterRole(g, id), "LS-11.11b")
		}
	}
	return aims
}

// hangar returns a side's fighters that can be placed, by name: those of type F (D-65: others only if told to).
func (g *Game) hangar(s table.Seat) []string {
	out := table.NamesOf(g.Units, func(u *Piece) bool { return u.Side == s && idle(u) && g.plane(u).Type == "F" })
	slices.Sort(out)
	return out
}

// fighterRole returns the role that an aircraft needs to intercept; type F needs none.
func fighterRole(g *Game, id string) string {
	if u := g.unit(id); g.plane(u).Type == "F" && u.Mission == "" {
		return ""
	}
	return fighting
}

// stayHome is the answer of a fighter that does not intercept.
const stayHome = "home"

// airCombat is LS-11.12 in one hex: a round if both sides have aircraft there and at least one is a fighter
// (LS-11.12a). Fighters fight each other first (LS-4.7b). Only when a side has no fighter left do the enemy's fighters
// attack its bombers and close support aircraft, which fire back (LS-11.12e, A-49). A waiting observer is attacked
// like them.
func (g *Game) airCombat(t *table.Table, hex string) {
	p, n := g.Phasing, g.passive()
	first, second := g.squadron(p, hex, true), g.squadron(n, hex, true)
	if len(first) > 0 && len(second) > 0 {
		g.round(t, hex, first, second)
		first, second = g.squadron(p, hex, true), g.squadron(n, hex, true)
	}
	switch prey, guests := g.squadron(p, hex, false), g.squadron(n, hex, false); {
	case len(first) == 0 && len(second) > 0 && len(prey) > 0:
		g.round(t, hex, prey, second)
	case len(second) == 0 && len(first) > 0 && len(guests) > 0:
		g.round(t, hex, first, guests)
	}
}

// squadron returns a side's fighters over a hex, or its other aircraft.
func (g *Game) squadron(s table.Seat, hex string, fighters bool) []string {
	return slices.DeleteFunc(g.sky(hex, s), func(id string) bool { return g.fighters(g.unit(id)) != fighters })
}

// round is one round of air combat: a die for each aircraft, P's first; each hit shoots down one enemy (LS-11.12b).
// Losses are removed when both sides have rolled (LS-11.12c).
func (g *Game) round(t *table.Table, hex string, ours, theirs []string) {
	down := slices.Concat(g.airFire(t, hex, ours, theirs), g.airFire(t, hex, theirs, ours))
	for _, id := range down {
		t.At(id).Report("LS-11.12b", "shot-down", table.A("unit", id), table.A("side", g.unit(id).Side), table.A("hex", hex))
		g.shootDown(id)
	}
}

// shootDown takes an aircraft out of the game. A barrage that it was to observe is lost with it.
func (g *Game) shootDown(id string) {
	g.comeHome(g.unit(id))
	g.unit(id).Out = "destroyed"
}

// airFire is one side's fire in a round. It returns the aircraft shot down, which the owner of each hit chooses
// (D-62). By LS-16.43a each bomber fires at every fighter that attacks it.
func (g *Game) airFire(t *table.Table, hex string, firers, targets []string) (down []string) {
	free := 0
	for _, id := range firers {
		u := g.unit(id)
		if g.plane(u).Type == "B" && g.in("LS-16.43") {
			for _, at := range targets {
				if g.airDie(t, u, hex, at) && !slices.Contains(down, at) {
					down = append(down, at)
				}
			}
			continue
		}
		if g.airDie(t, u, hex, "") {
			free++
		}
	}
	for ; free > 0; free-- {
		left := slices.DeleteFunc(slices.Clone(targets), func(id string) bool { return slices.Contains(down, id) })
		if len(left) == 0 {
			break
		}
		down = append(down, table.Decide(t, g.askVictim(g.unit(firers[0]).Side, hex, left)))
	}
	return down
}

// airDie rolls the die of one aircraft (LS-11.12b): fighters in column 5-8, others in 2-4. A fighter with an air bonus
// subtracts one (LS-11.12d). Before July 1917 Allied fighters use the weaker column if that is agreed (LS-16.44a).
func (g *Game) airDie(t *table.Table, u *Piece, hex, at string) bool {
	fs, rule := g.constants().AirOtherFS.Value, "LS-11.12b"
	die := t.At(u.ID).Roll(u.Side, "air combat", 1, 6)
	if g.fighters(u) {
		fs = g.constants().AirFighterFS.Value
		if u.Side == "allied" && g.in("LS-16.44") && !g.dated("1917-07") {
			fs, rule = g.constants().AirOtherFS.Value, "LS-16.44a"
		}
		if g.plane(u).Bonus != 0 {
			die = with(die, g.modifiers().AirBonus.times(1))
		}
	}
	column, _ := g.column(fs)
	hit := die.Total() <= column.Hit
	t.At(u.ID).Report(rule, "air-combat", table.A("side", u.Side), table.A("unit", u.ID), table.A("hex", hex), table.A("at", at),
		table.A("column", column.name()), table.A("die", die), table.A("needed", column.Hit), table.A("hit", hit))
	return hit
}
