// Package somme is Somme 1918 - Bloody Spring, the operational game of the Kaiserschlacht: German divisions and
// Stosstruppen against British and French armies between Arras and the Oise, on hexes of 3 km. Rule ids are those of the
// list of rules (SO-11.2.2a is section 11.2.2, statement a; SO-S2.7 belongs to the second scenario, SO-G.b to advanced
// chapter G). GAP-n are proposed data in place of lost pictures and charts, RUL-n are rulings, SO-Dn decisions of the
// players.
//
// A turn is an administrative sequence and one operational sequence, or three if an offensive was declared. In each
// sequence first the initiative player and then the other moves, fights, disengages and exploits. Nothing on the map is
// hidden; only the hands of events and the backs of objective markers are.
//
// A line of orders may name several counters, whole divisions or stacks. Ways are filled in along the cheapest path, with
// preference for roads. What follows the dice (artillery of the defence, retreats, reserves, losses, advances) is settled
// by order lines and standing orders with conditions on results.
//
// Example: two German regiments of morale 6 (attack 5 each) with a division of attack 8 attack a British division
// (defence 12) in a trench in fog: 18 against 36 is 1/2. A Stosstruppe shifts one column, the offensive three, the lead's
// morale of 6 against 4 two: the column is 6 further to the right, 6/1, since "1/2, 1/1, 2/1 ..." (SO-12.2.4). The white
// dice show 7: A3/D6; fog makes it A2 (SO-10b). Green 4 with +1, +1, +3 is 9: total mastery, two units may exploit
// (SO-12.2.6g).
//
// # Where a rule is found
//
//	SO-2     map, hexes, charts                advance.go air.go arrival.go combat.go
//	SO-3     terms                             state.go document_check.go
//	SO-4     stacking                          tables.go zoc.go advance.go
//	SO-5     zones of control                  zoc.go survey.go
//	SO-6     steps and losses                  damage.go
//	SO-7     sequence                          sequence.go
//	SO-8     initiative and offensives         offensive.go sequence.go
//	SO-9     supply                            supply.go
//	SO-10    weather                           weather.go
//	SO-11    movement, aircraft, Stosstruppen  march.go bridge.go march_verbs.go markers.go paces.go tables.go
//	SO-12    combat                            odds.go combat.go tables.go advance.go combat_verbs.go erroneous.go
//	SO-13    disengagement                     disengagement.go tables.go
//	SO-14    exploitation                      advance.go sequence.go combat_verbs.go march_verbs.go artillery.go
//	SO-15    engineers, bridges                artillery.go damage.go attackers.go combat.go tables.go advance.go
//	SO-16    victory                           sequence.go victory.go march_verbs.go
//	SO-17    air superiority                   air.go tables.go
//	SO-A     campaign                          events.go
//	SO-B     administration                    sequence.go
//	SO-C     events                            events.go plays.go
//	SO-CAM   campaign set-up                   plays.go doullens.go petain.go special.go
//	SO-COOP  co-operation of nations           retreat.go artillery.go attackers.go march.go plays.go special.go
//	SO-D     decisions of the players          offensive.go decisions.go combat_decisions.go
//	SO-E     supply                            supply.go
//	SO-F     preparations                      replacement.go
//	SO-G     replacements                      replacement.go
//	SO-HUT   General v. Hutier                 offensive.go advance.go tables.go markers.go plays.go
//	SO-J     reinforcements                    arrival.go
//	SO-L     combat                            setup.go supply.go
//	SO-O     strategic reserve                 plays.go
//	SO-P     objective markers                 victory.go
//	SO-S     scenarios                         victory.go petain.go tables.go arrival.go
//
// The other files:
//
//	bot.go                      bots
//	bot_attack.go               bots
//	bot_manner.go               other ways in which the bot plays
//	bot_move.go                 bots
//	combat_conditions.go        conditions of order lines
//	conditions.go               conditions of order lines
//	defence_guns.go             SO-12, SO-15, SO-D
//	derived.go                  what is shown of a position
//	document.go                 the shape of the data and its tags
//	document_check.go           what the rules ask of the data beside its tags
//	document_check_scenario.go  what the rules ask of the data beside its tags
//	drawn.go                    SO-2
//	front.go                    reach is how far a hex is from the nearest of some hexes, an
//	ground.go                   SO-11, SO-CAM
//	guide.go                    what a player without the rulebook is told: task, special rules, how combats go
//	guide_field.go             fields of fire
//	guide_card.go               the reference card
//	guide_prospects.go          what units can do now, with odds
//	guide_defence.go            what units can do now: arrivals, unguarded places, bridges, disengagements
//	imagine.go                  what a seat cannot know, by lot
//	known.go                    what a seat knows
//	language.go                 verbs
//	march_decisions.go          decisions
//	mastery.go                  SO-12, SO-15, SO-S
//	names.go                    names is what a seat may call by name
//	overrun.go                  SO-11, SO-S, SO-P
//	reaction.go                 SO-12, SO-11, SO-D
//	redoubts.go                 SO-S
//	retreat_decisions.go        decisions
//	rear.go                     the ways back, looked up
//	roster.go                   tables of units in letters
//	rules.go                    the Rules value
//	seldom.go                   SO-F, SO-12, SO-11
//	set.go                      positions set by hand
//	set_campaign.go             positions set by hand
//	set_map.go                  positions set by hand
//	set_tracks.go               positions set by hand
//	set_unit.go                 positions set by hand
//	sheet.go                    the map
//	ways.go                     SO-11, SO-2
//	worth.go                    how well a side stands
package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name: "somme-1918", Prefix: "SO", Revision: 3, Layout: 1,
	Sequence: sequence, Rhythms: rhythms,
	Orders:     slices.Concat(setupOrders, offensiveOrders, eventOrders, airOrders, marchOrders, bridgeOrders, markerOrders, pursuitOrders, campaignOrders, combatOrders, policyOrders, surrenderOrders),
	Conditions: slices.Concat(conditions, combatConditions), Decisions: decisions,
	Check: checkDocument, Allows: allowed, Survey: func(d *Document) { d.net = newNet(d) }, Tells: tells, Setup: setUp, Attach: attach, Turn: func(g *Game) int { return g.Number },
	Correct: (*Game).correct, Settings: &correction{}, Derived: derive,
	Lexicon: lexicon, Sheet: sheet, Rosters: rosters, Guide: guide,
	Bots:      []table.Bot[*Game]{{Name: "plain", Write: plainBot}, {Name: "sensible", Write: sensibleBot}},
	Foresight: true, Imagine: imagine, Worth: worth, Manners: manners(), Horizon: 2,
}

// Engine is the rulebook for programs that do not know its position.
var Engine = table.NewEngine(Rules)

// tells returns what a document says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	return table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
}
