package modernbattles

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// blow is one fire, one salvo or one round of combat. It remembers how many figures each unit had just before, for the panic
// tests that follow (MB-10b, MB-R13).
type blow struct {
	g     *Game
	t     *table.Table
	by    table.Seat // the side that strikes and throws the dice
	firer string     // the unit that fires; "" none
	away  Point      // where it came from, and what they run from
	salvo bool       // indirect: each salvo counts separately (MB-R13)
	far   bool       // not fired from the table: they run from the nearest enemy (MB-B16a)
	hurt  []harm
}

// harm is what a blow did to a unit.
type harm struct {
	unit   string
	before int
	cover  Cover   // against this blow
	stood  []Shape // where its figures stood
	aboard string  // vehicle in which, or behind which, its men rode when they were struck (MB-34f)
}

// strikes begins a blow by a unit.
func (g *Game) strikes(t *table.Table, u *Unit) *blow {
	return &blow{g: g, t: t, by: u.Side, firer: u.ID, away: u.At}
}

// dread returns what a unit hurt by a blow runs from: the firer or, if none stands on the table, the nearest enemy (MB-B16a).
func (b *blow) dread(u *Unit) Point {
	if b.far {
		return b.g.threat(u)
	}
	return b.away
}

// touch notes how many figures a unit has before it is first hurt, and its cover.
func (b *blow) touch(u *Unit, c Cover) {
	if !slices.ContainsFunc(b.hurt, func(h harm) bool { return h.unit == u.ID }) {
		b.hurt = append(b.hurt, harm{unit: u.ID, before: u.alive(), cover: c, stood: b.g.shapes(u)})
	}
}

// woundDice throws the wound dice for hits of one strength and returns how many wound (MB-B10).
func (b *blow) woundDice(t *table.Table, u *Unit, hits, strength, toughness int, rule string) int {
	need := b.g.woundScore(strength, toughness)
	if hits == 0 {
		return 0
	}
	if need >= never {
		t.Report(rule, "no-wound", table.A("unit", u.ID), table.A("strength", strength), table.A("toughness", toughness))
		return 0
	}
	roll := t.Roll(b.by, "wound", hits, 6)
	n := table.Count(roll.Dice(), func(d int) bool { return d >= need })
	t.Report(rule, "wounds", table.A("unit", u.ID), table.A("strength", strength), table.A("toughness", toughness), table.A("needed", need), table.A("roll", roll), table.A("wounds", n))
	return n
}

// kill puts a figure out of action.
func (b *blow) kill(t *table.Table, u *Unit, i int, rule string) {
	b.g.putFigureOut(u, i)
	f := u.Figures[i]
	t.Report(rule, "casualty", table.A("unit", u.ID), table.A("figure", f.N), table.A("role", "role."+cmp.Or(f.Role, "man")), table.A("weapon", cmp.Or(f.Weapon, "none")))
	if f.Role == "radio" { // MB-5f
		for _, kit := range []string{"radio", "wire"} {
			if u.has(kit) && !u.led("radio") {
				u.Kit = slices.DeleteFunc(slices.Clone(u.Kit), func(k string) bool { return k == kit })
				t.Report("MB-5f", "equipment-lost", table.A("unit", u.ID), table.A("kit", "kit."+kit))
				if kit == "wire" {
					b.g.cutWires(u)
				}
			}
		}
	}
	b.g.lessened(t, u)
}

// putFigureOut marks a figure as out of action.
func (g *Game) putFigureOut(u *Unit, i int) { u.Figures[i].Out = true }

// lessened applies the loss of a figure to its unit: with the last figure the unit is gone (MB-B2).
func (g *Game) lessened(t *table.Table, u *Unit) {
	if u.alive() > 0 || u.Out != "" || u.vehicle() {
		return
	}
	t.Report("MB-B2", "unit-destroyed", table.A("unit", u.ID))
	g.takeOff(t, u, "destroyed")
}

// takeOff takes a unit out of play; the caller reports why.
func (g *Game) takeOff(_ *table.Table, u *Unit, why string) {
	u.Out, u.State = why, ""
	id := u.ID
	g.Markers = slices.DeleteFunc(g.Markers, func(m Marker) bool { return m.Unit == id })
	g.cutWires(u)
}

// casualties puts out n of the figures of a unit that are seen, in the order of MB-B10a.
func (b *blow) casualties(t *table.Table, u *Unit, n int, seen []int, rule string) {
	for k := range n {
		list := b.g.order(u, seen)
		if len(list) == 0 {
			b.spared(t, u, n-k)
			return
		}
		b.kill(t, u, b.g.chooseLoss(t, u, list), rule)
	}
}

// spared reports wounds that have no victim: only men that a firer sees can be put out (MB-B10a), and none of a unit that is gone.
func (b *blow) spared(t *table.Table, u *Unit, wounds int) {
	why := "spared.unseen"
	if u.alive() == 0 {
		why = "spared.nobody"
	}
	t.Report("MB-B10a", "spared", table.A("unit", u.ID), table.A("wounds", wounds), table.A("why", why))
}

// order lists the living figures among some in the order in which they are put out: rank and file first, then specialists,
// then leaders; among equals the plainest weapons first, then the highest numbers (MB-B10a, MB-B17b, MB-D19).
func (g *Game) order(u *Unit, seen []int) []int {
	out := table.Keep(u.living(), func(i int) bool { return seen == nil || slices.Contains(seen, i) })
	slices.SortStableFunc(out, func(a, b int) int {
		x, y := &u.Figures[a], &u.Figures[b]
		return cmp.Or(rank(x.Role)-rank(y.Role), g.worth(x)-g.worth(y), y.N-x.N)
	})
	return out
}

// rank orders the roles: rank and file, specialists, leaders.
func rank(role string) int {
	switch role {
	case "", "crew":
		return 0
	case "leader", "officer":
		return 2
	}
	return 1
}

// worth returns what the weapons of a figure cost beyond a rifle: plain rifles are the first to go (MB-D19).
func (g *Game) worth(f *Figure) int {
	n := 0
	for _, p := range g.doc.Prices.Weapons {
		if p.ID == f.Weapon || slices.Contains(f.Also, p.ID) {
			n += p.Cost
		}
	}
	return n
}

// chooseLoss decides which of several equally eligible figures is lost (MB-D19, MB-D34). The owner's standing order names
// weapons and numbers of figures; the first named is lost first.
func (g *Game) chooseLoss(t *table.Table, u *Unit, list []int) int {
	equal := list[:1]
	for _, i := range list[1:] {
		if rank(u.Figures[i].Role) == rank(u.Figures[list[0]].Role) {
			equal = append(equal[:len(equal):len(equal)], i)
		}
	}
	id := u.ID
	return table.Decide(t, table.Question[*Game, int]{Decision: "MB-D19", Seat: u.Side, About: id, Rule: "MB-B10a", Verb: "casualties", Args: []table.FactArg{table.A("unit", id)},
		Policy: func(k *Game, l table.Line) (int, table.Policy) {
			if !concerns(l, id) {
				return 0, table.Pass
			}
			u := k.unit(id)
			for _, word := range orders.List(l.Args, "order") {
				for _, i := range equal {
					if f := &u.Figures[i]; f.Weapon == word || word == "rifles" && k.worth(f) <= 2 || slices.Contains(f.Also, word) || word == "leader" && rank(f.Role) == 2 {
						return i, table.Use
					}
				}
			}
			for _, n := range orders.List(l.Args, "figures") {
				for _, i := range equal {
					if strconv.Itoa(u.Figures[i].N) == n {
						return i, table.Use
					}
				}
			}
			return 0, table.Pass
		},
		Options: func(k *Game) iter.Seq2[string, int] {
			return func(yield func(string, int) bool) {
				for _, i := range equal {
					if !yield(strconv.Itoa(k.unit(id).Figures[i].N), i) {
						return
					}
				}
			}
		},
		Blind: true, Default: func(*Game) int { return equal[0] },
	})
}

// concerns reports whether a standing order applies to a unit: it names the unit, or no unit at all.
func concerns(l table.Line, id string) bool {
	units := orders.List(l.Args, "units")
	return len(units) == 0 || slices.Contains(units, id)
}

// dealt adds losses to what a unit has cost another so far in this phase. It returns the number of figures before the first
// loss, and the total of losses.
func (g *Game) dealt(by, unit string, before, lost int) (first, sum int) {
	i := slices.IndexFunc(g.Dealt, func(d Dealt) bool { return d.By == by && d.Unit == unit })
	if i < 0 {
		g.Dealt = append(g.Dealt, Dealt{By: by, Unit: unit, Before: before})
		i = len(g.Dealt) - 1
	}
	g.Dealt[i].Lost += lost
	return g.Dealt[i].Before, g.Dealt[i].Lost
}

// unshaken returns why a unit that lost a quarter of its men takes no panic test (MB-B15b).
func (g *Game) unshaken(u *Unit) string {
	switch {
	case u.State == fleeing:
		return "untested.flees"
	case g.inCombat(u):
		return "untested.fights"
	}
	return "untested.again"
}

// finish takes the panic tests of the units that lost a quarter or more to this blow (MB-B9.5, MB-10b, MB-10g, MB-R13).
func (b *blow) finish() {
	g := b.g
	for _, h := range b.hurt {
		u := g.unit(h.unit)
		lost := h.before - u.alive()
		if u.Out != "" {
			if lost > 0 && h.aboard == "" {
				g.shakenBy(b.t, u, h.before, h.stood)
			}
			continue
		}
		if h.aboard != "" || lost == 0 || !u.foot() || u.alive() == 0 || u.Side == b.by {
			continue
		}
		before := h.before
		if b.firer != "" && !b.salvo {
			before, lost = g.dealt(b.firer, u.ID, before, lost)
		}
		due := 100*lost >= g.constants().PanicPercent.Value*before
		args := []table.FactArg{table.A("unit", u.ID), table.A("lost", lost), table.A("before", before), table.A("percent", 100*lost/before)}
		if due && !g.mayPanic(u, "fire") { // one test per phase, none in flight (MB-B15b)
			due, args = false, append(args, table.A("why", g.unshaken(u)))
		}
		b.t.Report("MB-R13", "losses", append(args, table.A("due", due))...)
		if due {
			g.panicTest(b.t, u, scare{cause: "fire", cover: h.cover, known: true, away: b.dread(u)})
		}
	}
	b.finishAboard()
}
