package conflict

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// setUp returns the position before the first step (CH-1.0): VP 0, CAP at the scenario's number, boards and units as the
// sheet says, two piles of hit counters. The players make their choices in the step "set-up".
func setUp(d *Document, opt []events.Option) *Game {
	chosen := func(id string) string { return d.Scenario.Chosen(opt, id) }
	sc := d.Scenario
	g := &Game{doc: d, net: d.net, Rhythm: "pulse", Cautious: chosen("cautious") == "yes", Cards: chosen("cards") != "no"}
	if r := chosen("rhythm"); r != "" {
		g.Rhythm = r
	}
	if v := chosen("variable_ap"); v == "open" || v == "fog" {
		g.Vary = v
	}
	if v := chosen("solitaire"); v == "german" || v == "soviet" {
		g.AI = v
	}
	g.Layers = sc.Board.Layers
	g.Goals = slices.Clone(sc.Objectives)
	for _, f := range sc.Forces {
		g.enlist(f, chosen("handicap."+f.Side))
	}
	if o := chosen("order"); o != "" { // CH-20.0b: the players choose before play
		sc.Order = o
	}
	g.Order = turnOrder(sc)
	g.Owner = g.Order[0]
	for _, h := range d.Hits {
		for range h.Count {
			if h.Pile == "foot" {
				g.FootPile = append(g.FootPile, h.ID)
			} else {
				g.VehiclePile = append(g.VehiclePile, h.ID)
			}
		}
	}
	slices.Sort(g.FootPile)
	slices.Sort(g.VehiclePile)
	if g.Cards {
		g.stack()
	}
	if h := sc.Papers.Holder; h != "" {
		g.Satchel = Satchel{Holder: h}
		if u := g.unit(h); u != nil {
			g.Satchel.Side = u.Side
		}
	}
	return g
}

// stack makes the deck and the pile of objective cards (CH-8.0b).
func (g *Game) stack() {
	for _, id := range g.doc.Scenario.Deck.Cards {
		c, _ := g.doc.Card(id)
		for range c.Count {
			g.Deck = append(g.Deck, id)
		}
	}
	slices.Sort(g.Deck)
	if g.doc.Scenario.Deck.Objectives > 0 {
		for _, c := range g.doc.Cards {
			if c.Kind == "objective" {
				g.Secrets = append(g.Secrets, c.ID)
			}
		}
	}
}

// turnOrder is CH-20.0b: alternating, or by side; the force listed first begins.
func turnOrder(sc Scenario) []table.Seat {
	var out []table.Seat
	take := func(f Force) { out = append(out, table.Seat(f.ID)) }
	if sc.Order == "sides" {
		for _, side := range sc.Sides {
			for _, f := range sc.Forces {
				if f.Side == side.ID {
					take(f)
				}
			}
		}
		return out
	}
	for i := 0; len(out) < len(sc.Forces); i++ { // the first of each side, then the second of each
		for _, side := range sc.Sides {
			n := 0
			for _, f := range sc.Forces {
				if f.Side == side.ID {
					if n == i {
						take(f)
					}
					n++
				}
			}
		}
	}
	return out
}

// never is the round of units that come only with an event.
const never = 99

// enlist brings a force into play: its camp, its units in their default places, its works, its cards. The CAP of a side
// played by the doctrine are raised by a fifth, rounded up (CH-20.2h, A54).
func (g *Game) enlist(f Force, handicap string) {
	extra, _ := strconv.Atoi(handicap)
	c := Camp{Seat: table.Seat(f.ID), Side: f.Side, Initial: f.Cap + extra}
	if f.Side == g.AI {
		c.Initial = (c.Initial*g.doc.Tables.Solitaire.CapTenths + 9) / 10
	}
	c.Cap = c.Initial
	for _, s := range f.Strikes {
		c.Strikes = append(c.Strikes, Grant{Strike: s, Left: s.Uses})
	}
	for _, w := range f.Weapons {
		for range w.Count {
			c.Issued = append(c.Issued, Issued{Card: w.Card})
		}
	}
	g.Camps = append(g.Camps, c)
	for _, x := range f.Units {
		u := Unit{ID: x.ID, Side: f.Side, Seat: c.Seat, Type: x.Type, Hex: x.Hex, Facing: x.Facing, Status: fresh, Hidden: x.Hidden, Round: x.Round, Entry: x.Entry, In: x.In}
		if u.Facing == "" {
			u.Facing = "E"
		}
		if x.Event {
			u.Round = never
		}
		if u.Round > 0 || u.Hex == "" {
			u.Off, u.Hex = coming, ""
		}
		if x.Aboard != "" {
			u.Aboard = f.Side + "." + x.Aboard
		}
		g.Units = append(g.Units, u)
	}
	for _, w := range f.Works {
		t, _ := g.doc.Work(w.Type)
		g.Forts = append(g.Forts, Fort{Type: w.Type, Kind: t.Kind, Hex: w.Hex, Facing: w.Facing, Owner: c.Seat, Hidden: w.Hidden})
	}
}

// force returns the scenario's entry for a seat.
func (g *Game) force(s table.Seat) Force {
	f, _ := table.Find(g.doc.Scenario.Forces, func(f *Force) bool { return f.ID == string(s) })
	return f
}

// listed returns the scenario's entry for a unit.
func (g *Game) listed(u *Unit) Counter {
	x, _ := table.Find(g.force(u.Seat).Units, func(x *Counter) bool { return x.ID == u.ID })
	return x
}

// inZone reports whether a hex is in a list of hexes and rows.
func inZone(zone []string, hex string) bool {
	return slices.ContainsFunc(zone, func(z string) bool { return z == hex || len(z) == 1 && len(hex) > 0 && z[0] == hex[0] })
}
