// Package landships is Landships!, the tactical game of the Great War: platoons, guns, tanks and aircraft on hexes of a
// hundred metres, in turns of five minutes (LS-1.0a, LS-1.11d). Rule ids are those of the rules list (LS-8.63 is section
// 8.63, with a letter for each statement); A-xx are rulings on what the text leaves open, M-xx the charts that had to be
// proposed, D-xx the players' decisions.
//
// A game turn is two player-turns. In each, the phasing player P and the other player N go through the phases of LS-4 in
// order: P's barrage (4.1), vehicles and cavalry (4.2), N's anti-tank fire (4.3), P's first foot movement (4.4), N's small
// arms (4.5), N's recovery (4.6), the air phase (4.7), close assault (4.8), P's fire (4.9), second foot movement (4.10), P's
// recovery and repairs (4.11). All charts come from the document; every die is reported with its modifiers and their rules.
//
// Example: a British MG platoon (FS 4) and an infantry platoon (FS 4) fire together at a trench hex with two German
// platoons of morale 4. Their 8 points are read in column 5-8, which hits on 2 or less (LS-8.63a). The trench adds 1 and
// the MG subtracts 1 (LS-8.64a, LS-8.65a), so a roll of 2 is a hit. Each platoon then tests morale with +1 for the MG
// (LS-8.65b): one that rolls a 3 has 4 and is pinned; one that rolls a 4 has 5 and is eliminated (LS-9.11).
//
// # Where a rule is found
//
//	LS-1   units, what they stand for          guns.go
//	LS-2   map, counters, values               morale.go tables.go weapons.go
//	LS-3   stacking, terrain, works            stacking.go vehicle_verbs.go setup_check.go
//	LS-4   sequence of play                    sequence.go targets.go air.go march.go assault.go pin.go
//	LS-5   artillery, barrages                 barrage.go shelling.go observation.go clouds.go tables.go ammunition.go
//	LS-6   vehicles and cavalry                breakdown.go way.go cavalry.go vehicle_verbs.go charge.go tables.go
//	LS-7   foot movement                       march.go march_way.go march_verbs.go arrival.go mines.go setup_check.go
//	LS-8   fire: sight, small arms, anti-tank  sight.go targets.go smallarms.go antitank.go fire_phase.go tables.go
//	LS-9   results of fire, morale             retreat.go morale.go pin.go
//	LS-10  recovery                            pin.go
//	LS-11  aircraft                            air.go bombing.go flak.go air_verbs.go aircombat.go tables.go
//	LS-12  close assault                       assault.go losses.go
//	LS-13  weapons units                       antitank.go targets.go entry.go smallarms.go tables.go
//	LS-14  leaders, observers, engineers       leader.go setup_check.go march_verbs.go entry.go
//	LS-15  crews, bullets on the plating       crew.go mgs.go tables.go
//	LS-16  optional rules                      weapons.go setup_check.go tables.go fire_plan.go setup.go
//	LS-D   decisions of the players            doctrine.go movement_decisions.go air_decisions.go
//	LS-V   victory                             rules.go
//
// The other files:
//
//	acquisition.go              LS-8
//	barrage_verbs.go            verbs
//	bot.go                      bots
//	bot_manner.go               other ways in which the bot can play
//	worth.go                    how well a side stands
//	card.go                     the chart card, computed from the charts
//	column.go                   LS-8
//	conditions.go               conditions of order lines
//	counter.go                  drawn is a counter on the map
//	cover.go                    LS-8, LS-16, LS-2
//	derived.go                  what is shown of a position
//	doctrine_soft.go            LS-D, LS-8, LS-4
//	document.go                 the shape of the data and its tags
//	document_check.go           what the rules ask of the data beside its tags
//	document_check_scenario.go  what the rules ask of the data beside its tags
//	document_check_units.go     what the rules ask of the data beside its tags
//	fire_verbs.go               verbs
//	ground.go                   LS-5, LS-6, LS-2
//	guide.go                    the briefing of a side
//	guide_field.go              fields of fire
//	guide_sight.go              answers about lines of sight and reach
//	known.go                    what a seat knows
//	language.go                 verbs
//	movement_options.go         lines that are proposed
//	net.go                      LS-8
//	plan.go                     LS-16, LS-5
//	prospects.go                what units can do now: lines and chances
//	prospects_assault.go        what units can do now: close assault
//	prospects_barrage.go        what units can do now: barrages
//	prospects_fire.go           what units can do now: fire
//	prospects_move.go           what units can do now: movement
//	prospects_setup.go          what units can do now: better posts in the set-up, missions of aircraft
//	quickest.go                 state of a vehicle on its way
//	resistance.go               LS-5
//	retarget.go                 LS-8, LS-13
//	roster.go                   tables of units in letters
//	set.go                      positions set by hand
//	set_unit.go                 positions set by hand
//	sheet.go                    the map
//	standing_vain.go            standing orders
//	standing_verbs.go           standing orders
//	state.go                    the position
//	term.go                     term is one modifier of a die, from the charts
//	trace.go                    told reads the arguments of a fact
//	vehicle.go                  LS-6, LS-8, LS-16
package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name: "landships", Prefix: "LS", Revision: 2, Layout: 1,
	Sequence: sequence, Rhythms: rhythms,
	Orders:     verbs,
	Conditions: conditions, Decisions: slices.Concat(movementDecisions, airDecisions, fireDecisions, assaultDecisions), Vain: vain,
	Check: checkDocument, Allows: offered, Survey: (*Document).survey, Tells: tells, Setup: setUp, Attach: attach, Turn: func(g *Game) int { return g.Number },
	Correct: (*Game).correct, Settings: &correction{}, Derived: derive,
	Lexicon: lexicon, Sheet: sheet, Rosters: rosters, Guide: guide,
	Bots: []table.Bot[*Game]{{Name: "sensible", Write: sensibleBot}}, Foresight: true, Worth: worth, Manners: manners(),
}

// Engine is the rulebook for programs that do not know its position.
var Engine = table.NewEngine(Rules)

// mayWish reports why "interrupt" is not legal: the side is asked in any case, or "never" comes with a measure.
func mayWish(k *Game, _ table.Seat, l table.Line) *table.Refusal {
	switch {
	case k.Rhythm == faithful:
		return refuse("asked-anyway", "LS-4.3a")
	case orders.Value(l.Args, "phase") == "never" && (orders.Has(l.Args, "more") || orders.Has(l.Args, "within")):
		return refuse("never-more", "LS-4.3a")
	}
	return nil
}

// tells returns what programs that do not know the game need of a document.
func tells(d *Document) table.Scenario {
	return table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
}

// setUp returns the position before the first step: the scenario's own deployment, which the players may change.
func setUp(d *Document, opt []events.Option) *Game {
	sc := d.Scenario
	g := &Game{doc: d, net: d.net, Rhythm: faithful, Length: sc.Turns}
	if sc.Switches.Acquisition == "erratum_strict" {
		g.choose("erratum_strict", "yes")
	}
	for _, o := range sc.Options {
		g.choose(o.ID, o.Default)
	}
	for _, o := range opt {
		g.choose(o.Name, o.Value)
	}
	g.Layers = sc.Map.Layers
	g.survey()
	for _, s := range sc.Sides {
		g.Camps = append(g.Camps, Camp{Seat: table.Seat(s.ID), OBA: s.OBA, Smoke: s.Smoke, Gas: s.Gas, HE: s.HE, Shrapnel: s.Shrapnel, Observed: s.Observed})
	}
	for _, u := range sc.Units {
		g.Units = append(g.Units, g.counter(u))
	}
	return g
}

// choose sets an option of the game; "no" takes back a rule that was chosen before.
func (g *Game) choose(id, value string) {
	switch id {
	case "rhythm":
		g.Rhythm = value
	case "turns":
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			g.Length = n
		}
	default:
		g.Optional = slices.DeleteFunc(g.Optional, func(r string) bool { return r == id })
		if value != "" && value != "no" {
			g.Optional = append(g.Optional, id)
		}
	}
}

// counter makes the piece for a unit of the scenario, with the values of its counter.
func (g *Game) counter(u Unit) Piece {
	p := Piece{ID: u.ID, Side: table.Seat(u.Side), Nation: u.Nation, Class: u.Class, Type: u.Type, Hex: u.Hex, Aboard: u.Aboard, Carrier: u.Carrier, Facing: u.Facing, Crew: u.Crew, Entry: u.EntryEdge}
	if p.Nation == "" {
		p.Nation = g.side(p.Side).Nation
	}
	for _, a := range g.doc.Scenario.Arrivals {
		p.Waiting = p.Waiting || slices.Contains(a.Units, u.ID)
	}
	for _, c := range g.doc.Counters {
		if c.ID != u.Type && (u.Type != "" || c.Class != u.Class || !p.lone()) { // all crews and individuals are alike
			continue
		}
		p.FS, p.WR, p.MR = c.FS, c.WR, c.MR
		if len(c.Dismounted) == 3 { // cavalry keeps its counter's values for when it is on foot; mounted, only the morale counts
			p.FS, p.WR, p.MR = c.Dismounted[0], c.Dismounted[1], c.MR
			p.Mounted, p.Horses = !u.Dismounted, true
		}
	}
	if len(u.Values) == 3 {
		p.FS, p.WR, p.MR = u.Values[0], u.Values[1], u.Values[2]
	}
	p.Uses = g.arm(&p).Uses
	if p.Class == "AIR" {
		p.Uses = g.constants().AircraftUses.Value // LS-11.1c
	}
	p.Storm = slices.Contains(g.doc.Scenario.Switches.Stosstruppen, u.ID) && g.in("LS-16.15")
	return p
}

// verdict counts the victory points. They are the scenario's; the rulebook has none.
func (g *Game) verdict(t *table.Table) table.Ending {
	v := g.doc.Scenario.Victory
	var totals []int
	for _, c := range g.Camps {
		total := 0
		for i, p := range v.Points {
			if p.Side != string(c.Seat) {
				continue
			}
			if n := g.earned(p); n != 0 {
				total += n * p.VP
				args := []table.FactArg{table.A("side", c.Seat), table.A("for", "points."+strconv.Itoa(i)), table.A("times", n), table.A("each", p.VP), table.A("total", n*p.VP)}
				t.Report("LS-V", "points", append(args, table.Said("name", p.Name)...)...)
			}
		}
		t.Report("LS-V", "score", table.A("side", c.Seat), table.A("points", total))
		totals = append(totals, total)
	}
	margin := totals[0] - totals[1]
	if g.Camps[0].Seat != table.Seat(v.Leader) {
		margin = -margin
	}
	for _, r := range v.Results {
		if margin >= r.Margin {
			t.Report("LS-V", "verdict", append([]table.FactArg{table.A("side", v.Leader), table.A("margin", margin)}, table.Said("name", r.Name)...)...)
			return table.Ending{Winner: table.Seat(r.Winner), Rule: "LS-V", Why: "ls.points"}
		}
	}
	return table.Ending{Rule: "LS-V", Why: "ls.points"}
}

// earned returns how many times a side has earned a kind of points.
func (g *Game) earned(p Points) int {
	n := 0
	if p.For == "control" {
		n += table.Count(p.Hexes, func(hex string) bool { return g.controls(table.Seat(p.Side), hex) })
		return n
	}
	for u := range table.All(g.Units) {
		first := u.Side
		if u.Owner != "" {
			first = u.Owner
		}
		if string(first) == p.Side || !slices.Contains(p.Class, u.Class) || len(p.Types) > 0 && !slices.Contains(p.Types, u.Type) {
			continue
		}
		ok := false
		switch p.For {
		case "eliminated", "destroyed":
			ok = u.Out == "eliminated" || u.Out == "destroyed"
		case "permanent":
			ok = u.Out == "" && u.Breakdown == "permanent"
		case "abandoned":
			ok = u.Out == "" && u.State == "bailed" || u.State == "fleeing"
		case "captured":
			ok = u.Out == "" && u.Owner != "" && u.Owner != u.Side
		case "exited":
			ok = u.Out == "exited"
		}
		if ok {
			n++
		}
	}
	return n
}

// controls reports whether a side holds a hex: it has a foot or cavalry group there, pinned or not, and the enemy has
// none.
func (g *Game) controls(s table.Seat, hex string) bool {
	return g.has(s, hex, (*Piece).group) && !g.has(g.other(s), hex, (*Piece).group)
}
