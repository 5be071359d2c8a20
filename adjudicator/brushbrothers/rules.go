// Package brushbrothers is Groupe Franc, the section-level figure game of the club The Brush Brothers, in full: infantry
// (sections 1 to 8), vehicles, transport and guns (9 to 14), national characteristics and armies of the players' own (annex
// 1), the scenario generator and immediate supports (annex 2), the Spanish civil war and the Clasico (annex 3) and the Chaco
// with its undiscovered ground and its water (annex 4), on the gridded board of BB-1.4. Rule ids are those of the rules list
// (BB-4.6 is section 4, statement 6); BB-R are rulings on what the text leaves open, BB-D the players' decisions.
//
// A turn: every GC puts a token into the cup; tokens are drawn one by one; each activates one GC of its colour, which
// rolls its test and spends up to three points base by base. All charts come from the document.
//
// Example: a standard GC of three rifles (G1 at D2) is activated beside its chief. Its test needs 3 or more (BB-3.1b);
// it rolls 4. "G1: fire north.G1 times 2" spends two points of each rifle: at 3 UD and at the priority target each
// action throws 3d6 that hit on 5 or more (BB-4.6b). Two hits on a veteran GC in a wood that has not moved: its
// arguments are cover, quality and "still", 3 in all (BB-4.9c), so each hit is saved on 1, 2 or 3. One save fails: heads
// down (BB-5.2).
//
// # Where a rule is found
//
//	BB-1   groups, bases, board                    army.go sight.go drive.go
//	BB-2   the cup and activation                  sequence.go activation.go rules.go stress.go
//	BB-3   activation test, watch, ambush, search  activation.go ambush.go tables.go move.go watch.go
//	BB-4   fire and saves                          aim.go fire.go sight.go save.go
//	BB-5   stress                                  stress.go
//	BB-6   assault                                 assault.go
//	BB-7   mortars                                 smoke.go mortar.go tables.go
//	BB-8   rally                                   rally.go activation.go tables.go
//	BB-9   vehicles                                vehicle.go army.go
//	BB-10  movement and transport of vehicles      drive.go vehicle.go
//	BB-11  anti-tank fire                          armour.go vehicle.go drive.go assault.go grenades.go
//	BB-12  armoured vehicles                       army.go
//	BB-13  transport                               transport.go deployment.go
//	BB-14  men against armour                      gun.go assault.go fire.go army.go
//	BB-A1  national characteristics, armies        army.go rally.go points.go
//	BB-A2  scenario generator, supports            support.go generator.go budget.go
//	BB-A3  Spanish war                             setup_clasico.go objectives.go sequence.go army.go
//	BB-A4  Chaco                                   water.go chaco.go army.go discovery.go setup_clasico.go
//	BB-D   decisions of the players                decisions.go
//	BB-R   rulings                                 vehicle.go move.go transport.go activation.go assault.go
//	BB-S   snipers                                 fire.go
//
// The other files:
//
//	army_options.go             lines that are proposed
//	bot.go                      bots
//	bot_manner.go               bots
//	worth.go                    how well a side stands
//	bot_sensible.go             bots
//	conditions.go               conditions of order lines
//	derived.go                  what is shown of a position
//	document.go                 the shape of the data and its tags
//	document_check.go           what the rules ask of the data beside its tags
//	document_generator.go       the shape of the data and its tags
//	document_vehicles.go        the shape of the data and its tags
//	ground.go                   BB-A2
//	guide.go                    the briefing
//	guide_field.go             fields of fire
//	guide_setup.go             edges, supports and zones of the set-up, for players (BB-A3.6d, BB-A2.4)
//	guide_aid.go                what units can do now
//	guide_card.go               the reference card
//	guide_lists.go              the choice of army lists and troops (BB-A1, BB-A3.3)
//	guide_odds.go               chances
//	guide_prospects.go          what units can do now
//	guide_ways.go               ways, reach and sight
//	imagine.go                  worlds in which a machine tries plans
//	known.go                    what a seat knows
//	language.go                 verbs
//	options.go                  lines that are proposed
//	priority.go                 BB-R, BB-4, BB-11
//	retreat.go                  BB-R, BB-6, BB-1
//	set.go                      positions set by hand
//	set_sides.go                positions set by hand
//	set_vehicles.go             positions set by hand
//	sheet.go                    the map
//	sheet_armies.go             the map
//	sheet_vehicles.go           the map
//	standing.go                 standing orders
//	state.go                    the position
package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name: "brush-brothers", Prefix: "BB", Revision: 1,
	Sequence: sequence, Rhythms: rhythms,
	Orders:     slices.Concat(lineOrders, armyOrders, standingOrders, vehicleStanding),
	Conditions: slices.Concat(conditions, vehicleConditions), Decisions: slices.Concat(decisions, vehicleDecisions), Vain: vain,
	Check: checkDocument, Allows: allowed, Survey: (*Document).survey, Tells: tells, Setup: setUp, Attach: attach, Turn: func(g *Game) int { return g.Number },
	Correct: (*Game).correct, Settings: &correction{}, Derived: derive,
	Lexicon: lexicon, Sheet: sheet, Rosters: reported, Guide: guide,
	Bots: []table.Bot[*Game]{{Name: "sensible", Write: sensibleBot}}, Foresight: true, Worth: worth, Imagine: imagine,
	Manners: manners(),
}

// Engine is the rulebook for programs that do not know its position.
var Engine = table.NewEngine(Rules)

// tells returns what a document says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	s := table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
	for _, l := range d.Scenario.Board.Labels {
		s.Labels = append(s.Labels, l.Text)
	}
	return s
}

// mayActivate refuses what can never come true: a GC that is not there or has been activated already, bases that it
// does not have, a way that does not begin where it stands.
func mayActivate(k *Game, s table.Seat, l table.Line) *table.Refusal {
	u := k.own(s, orders.Value(l.Args, "unit"))
	if u == nil {
		return refuse("gone", "BB-2.2", table.A("unit", orders.Value(l.Args, "unit")))
	}
	if u.Activated {
		return refuse("already-activated", "BB-2.3", table.A("unit", u.ID))
	}
	for _, clauses := range [][]table.Clause{l.Clauses, l.Otherwise} {
		at := u.Sector
		for _, c := range clauses {
			for _, word := range orders.List(c.Args, "with") {
				known := word == "all" || slices.ContainsFunc(u.Bases, func(b Stand) bool {
					return u.means(slices.IndexFunc(u.Bases, func(o Stand) bool { return o.ID == b.ID }), word)
				})
				if !known {
					return refuse("no-such-base", "BB-1.2a", table.A("base", word), table.A("unit", u.ID))
				}
			}
			if u.vehicle() && !u.onlyDrives(c.Verb) {
				return refuse("drives-only", "BB-10.4", table.A("unit", u.ID))
			}
			switch c.Verb {
			case "disembark":
				if at = orders.Value(c.Args, "place"); at == "" {
					at = u.Sector
				}
			case "embark":
				at = ""
			case "support":
				if u.Kind != "chief" {
					return refuse("no-chief", "BB-A2.4d", table.A("unit", u.ID))
				}
				for _, id := range orders.List(c.Args, "types") {
					if k.held(u.Side, id) == 0 {
						return refuse("no-support", "BB-A2.4a", table.A("support", id))
					}
				}
			case "move":
				if orders.Value(c.Args, "with") != "" || at == "" {
					continue
				}
				walker := *u
				walker.Sector = at
				if u.vehicle() {
					way, r := k.roads(&walker, orders.Path(c.Args, "path"))
					if r != nil {
						return r
					}
					at = way[len(way)-1]
					continue
				}
				way, r := k.fill(&walker, orders.Path(c.Args, "path"))
				if r != nil {
					return r
				}
				at = way[len(way)-1]
			case "fire":
				if r := twoTargets(c); r != nil {
					return r
				}
			case "boost":
				if !u.Charismatic {
					return refuse("not-charismatic", "BB-A1.4", table.A("unit", u.ID))
				}
			case "ambush":
				if !u.has("stealthy") {
					return refuse("not-stealthy", "BB-A1.3g", table.A("unit", u.ID))
				}
			case "assault":
				at = "" // where it stands afterwards is open
			}
		}
	}
	return nil
}

func mayOrderDeployment(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if u := k.own(s, orders.Value(l.Args, "unit")); u != nil && orders.Value(l.Args, "carrier") != "" {
		return k.mayBoard(u, l)
	}
	return k.mayDeploy(s, orders.Value(l.Args, "unit"), orders.Value(l.Args, "place"), orders.Value(l.Args, "how"))
}

func mayTakeForce(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if want := orders.Value(l.Args, "force"); !slices.Contains(k.choices(s), want) {
		r := refuse("no-such-force", "BB-A1.6", table.A("force", want))
		for _, id := range k.choices(s) {
			r.Legal = append(r.Legal, "force "+id)
		}
		return r
	}
	return nil
}

// mayTakeTraits implements BB-A1.2: the mandatory characteristic, one of the two optional ones, and perhaps a third
// from the list. For types of troops none is mandatory.
func mayTakeTraits(k *Game, s table.Seat, l table.Line) *table.Refusal {
	n := k.nation(s)
	want := orders.List(l.Args, "traits")
	if n == nil {
		return mayTakeOptional(k, s, want)
	}
	optional := 0
	for _, o := range n.Optional {
		optional += count(want, o)
	}
	if len(want) < 2 || len(want) > 3 || !slices.Contains(want, n.Mandatory) || optional == 0 || len(slices.Compact(slices.Sorted(slices.Values(want)))) != len(want) {
		return refuse("traits", "BB-A1.2", table.A("mandatory", n.Mandatory), table.A("optional", n.Optional))
	}
	return nil
}

func mayPlace(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, p := range orders.List(l.Args, "places") {
		if r := k.mayBear(p); r != nil {
			return r
		}
	}
	return nil
}

// lexicon returns what a side may call by name.
func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &table.Lexicon{Grid: k.net.Grid, Spell: func(s string) (string, bool) { return upper(s), k.net.Has(upper(s)) }}
	n.Held = func(place string) bool { h := k.holds(place); return h != "" && h != s }
	for _, l := range k.doc.Scenario.Board.Labels {
		n.Call(l.Place, l.Text.All()...)
	}
	for _, o := range k.Objectives {
		if !k.net.Has(o.ID) {
			n.Call(o.Place, o.ID)
		}
	}
	n.About = func(unit string) (place string, kinds []string) {
		u := k.own(s, unit)
		if u == nil {
			u = k.group(unit)
		}
		if u == nil {
			return "", nil
		}
		if kinds = append(kinds, u.Kind); u.Kind == "chief" {
			kinds = append(kinds, "leader")
		}
		if v, ok := k.doc.Vehicle(u.Model); ok {
			kinds = append(append(kinds, v.family()), v.Also...)
			if v.Armoured {
				kinds = append(kinds, "armour")
			}
		} else {
			kinds = append(kinds, u.Model)
		}
		if u.Mounts {
			kinds = append(kinds, "cyclists")
		}
		for i := range u.Bases {
			kinds = append(kinds, u.Bases[i].Weapon, u.Bases[i].Model)
		}
		if u.Kind == "autonomous" && u.Side == s {
			kinds = append(kinds, k.nameOf(s, u.ID)...)
		}
		if mounted := func(b Stand) bool { return b.Weapon == "mmg" || b.Weapon == "hmg" }; len(u.Bases) > 0 && !slices.ContainsFunc(u.Bases, func(b Stand) bool { return !mounted(b) }) {
			kinds = append(kinds, "machine gun")
		}
		return u.Sector, kinds
	}
	for i := range k.Groups {
		if u := &k.Groups[i]; u.Side == s {
			n.Units = append(n.Units, u.ID)
		} else {
			n.Foes = append(n.Foes, u.name())
		}
	}
	if len(k.Groups) == 0 || len(n.Units) == 0 {
		n.Units = append(n.Units, k.listed(s)...)
	}
	n.Parties = k.seats()
	return n
}

// listed returns the GCs of a side's list before the army is raised, so that its deployment can be written early.
func (k *Game) listed(s table.Seat) []string {
	var out []string
	if c := k.camp(s); c != nil && k.Number == 0 {
		for _, gc := range k.list(s).GCs {
			out = append(out, gc.ID)
		}
	}
	return out
}

// nameOf returns what the list of a side calls one of its units, in all languages.
func (k *Game) nameOf(s table.Seat, id string) (names []string) {
	for _, gc := range k.list(s).GCs {
		for _, name := range gc.Name {
			if gc.ID == id {
				names = append(names, name.Text)
			}
		}
	}
	return names
}
