// Package modernbattles implements Warhammer Modern Battles: units of individual figures and vehicles of the twentieth century
// on an open table without a grid. Rule ids are those of the rules list (MB-6.1a). MB-Bn is the base procedure that stands in
// for the game that the text changes, MB-Rn is a ruling on something that the text leaves open, and MB-Dn is a decision of the
// players.
//
// All places are in whole tenths of an inch and all bearings in whole degrees clockwise from north. All measuring uses whole
// numbers and fractions, so two machines always agree (MB-B1). Distances run from base edge to base edge and are rounded to
// the nearest tenth (MB-B4).
//
// A game turn consists of two player turns. In each, the active side rallies, declares charges, moves, shoots and fights
// (MB-B6); the other side responds through standing orders.
//
// Example: a Sherman at 33.5,13.0 facing north is fired at by a 75 mm gun at 50.5,34.5. The range from edge to edge is 24.2
// inches, beyond half of the gun's 48: -1. The tank is a large target: +1. So BS 3 needs a 4 (MB-6.1). The gun bears 38 degrees
// off the hull's front, so the front armour of 5 counts. 8-5 leaves a resistance of 3, and the tank saves on 4 or more (MB-21).
//
// # Where a rule is found
//
//	MB-1    terrain                   terrain_setup.go cover.go path.go
//	MB-2    movement of men           march.go
//	MB-3    movement of vehicles      march.go moving.go path.go
//	MB-4    weapons on foot           march.go path.go ready.go
//	MB-5    line of fire              combat_verbs.go arcs.go score.go wounds.go indirect.go
//	MB-6    direct fire               score.go cover.go combat_tables.go shooting.go shot.go
//	MB-7    saves                     combat_tables.go shells.go weapons.go
//	MB-8    ambush markers            ambush.go
//	MB-9    initiative tests          moving.go initiative.go hidden.go
//	MB-10   psychology                morale.go
//	MB-11   panic                     morale.go damage.go burning.go combat_standing.go
//	MB-12   rally                     morale.go
//	MB-13   melee                     melee.go
//	MB-14   cover in assault          melee.go combat_tables.go
//	MB-15   outcome of melee          pursuit.go morale.go combat_standing.go
//	MB-16   large targets             armour.go air.go
//	MB-17   turrets and arcs          turret.go turret_order.go
//	MB-18   crews under test          crew.go damage.go morale.go
//	MB-19   groups of vehicles        crew.go
//	MB-20   height of vehicles        cover.go
//	MB-21   armour                    armour.go shooting.go
//	MB-22   simple damage             armour.go
//	MB-23   detailed damage           damage.go combat_tables.go
//	MB-24   ricochets, fire           burning.go damage.go combat_tables.go crew.go march.go
//	MB-25   assault on tanks          tanks_assault.go combat_tables.go
//	MB-26   men riding on tanks       score.go shells.go cargo_hit.go cover.go loading.go
//	MB-27   guns as targets           shells.go cargo_hit.go combat_tables.go shot.go
//	MB-28   indirect fire             indirect.go combat_tables.go
//	MB-29   correction                indirect.go
//	MB-30   mortars                   indirect.go
//	MB-31   contact with observers    indirect.go deploy.go
//	MB-32   observers                 indirect.go
//	MB-33   pre-registered fire       army.go
//	MB-34   loads of carriers         cargo_hit.go
//	MB-35   encirclement and exits    encirclement.go
//	MB-B1   measuring                 angles.go march_verbs.go loading.go path.go terrain_setup.go
//	MB-B2   bases                     sight.go wounds.go
//	MB-B3   formations                moving.go place.go march.go deploy.go march_verbs.go arcs.go
//	MB-B4   distances                 shapes.go sight.go ground.go score.go
//	MB-B5   sight                     sight.go cover.go
//	MB-B6   player turn               sequence.go deploy.go
//	MB-B7   way-points, loading       loading.go march_verbs.go path.go moving.go march.go combat_tables.go
//	MB-B8   charges                   charge.go
//	MB-B9   who may fire              ready.go combat_verbs.go score.go shot.go
//	MB-B10  wounds                    shells.go wounds.go shot.go air.go cargo_hit.go combat_tables.go
//	MB-B11  templates                 shells.go combat_tables.go
//	MB-B12  indirect fire             indirect.go
//	MB-B13  melee                     melee.go combat_tables.go
//	MB-B14  pursuit                   pursuit.go
//	MB-B15  tests                     morale.go combat_tables.go flight.go wounds.go
//	MB-B16  flight                    flight.go crew.go morale.go wounds.go
//	MB-B17  leadership                morale.go combat_tables.go ready.go
//	MB-B18  arcs of a hull            ready.go combat_tables.go arcs.go crew.go morale.go turret.go
//	MB-B19  smoke                     smoke.go combat_tables.go weapons.go indirect.go shot.go
//	MB-B20  snipers                   shot.go combat_standing.go combat_tables.go score.go targets.go
//	MB-B21  minefields                hidden.go combat_tables.go
//	MB-B22  air attacks               air.go combat_tables.go
//	MB-B23  crews who get out         crew.go
//	MB-B24  victory points            victory.go combat_tables.go sequence.go terrain_setup.go
//	MB-B25  profiles                  combat_tables.go encirclement.go
//	MB-B26  weapons                   army.go combat_standing.go combat_verbs.go score.go shot.go
//	MB-B27  vehicles                  loading.go combat_tables.go deploy.go setup.go
//	MB-B28  points                    army.go army_list.go
//	MB-D    decisions of the players  combat_decisions.go targets.go army.go deploy.go indirect.go combat_tables.go
//	MB-R    rulings                   damage.go moving.go score.go march.go morale.go cargo_hit.go
//	MB-S    scenarios                 terrain_setup.go army.go sequence.go
//	MB-X    generated terrain         deploy.go
//
// The other files:
//
//	ambush_fire.go              MB-R, MB-8
//	bot.go                      bots
//	bot_manner.go               other ways in which the bot plays
//	worth.go                    how well a side stands
//	derived.go                  what is shown of a position
//	document.go                 the shape of the data and its tags
//	document_arms.go            the shape of the data and its tags
//	document_check.go           what the rules ask of the data beside its tags
//	document_combat.go          the shape of the data and its tags
//	exit.go                     MB-B7, MB-35
//	guide.go                    the briefing
//	guide_field.go             fields of fire
//	guide_card.go               the reference card
//	guide_prospects.go          what units can do now
//	guide_instead.go            the nearest place that has room (MB-B3c)
//	guide_setup.go              ready lines for the ground, the armies and the places of units
//	guide_answers.go            lines of sight, ways and standing orders that are told
//	hollow.go                   MB-B5
//	known.go                    what a seat knows
//	language.go                 verbs
//	lexicon.go                  names in play
//	lookup.go                   Lookups in the data by id; false where nothing bears it
//	pace.go                     MB-B7
//	roster.go                   tables of units in letters
//	rules.go                    the Rules value
//	set.go                      positions set by hand
//	sheet.go                    the map
//	startturn.go                MB-B6
//	state.go                    the position
package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Rules is the rulebook for the kernel to play.
var Rules = &table.Rules[*Game, Document]{
	Name: "modern-battles", Prefix: "MB", Revision: 3, Layout: 1,
	Sequence: sequence, Rhythms: rhythms,
	Orders:     slices.Concat(terrainOrders, armyOrders, deployOrders, moveOrders, combatOrders, commonOrders, []table.Order[*Game]{triggerOrder}, combatStanding),
	Conditions: conditions, Decisions: slices.Concat(moveDecisions, combatDecisions), Terms: terms,
	Check: checkDocument, Allows: allowed, Survey: (*Document).survey, Tells: tells, Setup: setUp, Attach: attach, Turn: func(g *Game) int { return g.Number },
	Correct: (*Game).correct, Settings: &correction{}, Derived: derive,
	Lexicon: lexicon, Sheet: sheet, Rosters: rosters, Called: called, Guide: guide,
	Bots: []table.Bot[*Game]{{Name: "sensible", Write: sensibleBot}}, Foresight: true, Worth: worth, Manners: manners(),
}

// Engine is the rulebook for programs that do not know its type of position.
var Engine = table.NewEngine(Rules)

// tells returns what a document says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	return table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
}
