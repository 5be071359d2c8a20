// Package modernbattles is Warhammer Modern Battles: units of single figures and vehicles of the twentieth century on a free
// table without any grid. Rule ids are those of the rules list (MB-6.1a); MB-Bn is the base procedure that stands in for the
// game that the text changes, MB-Rn a ruling on what it leaves open, MB-Dn a decision of the players.
//
// All places are whole tenths of an inch, bearings whole degrees clockwise from north, all measuring is done on whole numbers
// and fractions: two machines always agree (MB-B1). Distances run from base edge to base edge and are rounded to the
// nearest tenth (MB-B4).
//
// A game turn is two player turns. In each the active side rallies, declares charges, moves, shoots and fights (MB-B6);
// the other side answers by standing orders.
//
// Example: a Sherman at 33.5,13.0 facing north is fired at by a 75 mm gun at 50.5,34.5. From edge to edge it is 24.2 inches,
// beyond half of the gun's 48: -1; the tank is a large target: +1; so BS 3 needs a 4 (MB-6.1). The gun bears 38 degrees off the
// hull's front, so the front armour of 5 counts; 8-5 leaves a resistance of 3, and the tank saves on 4 or more (MB-21).
package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name:       "modern-battles",
	Prefix:     "MB",
	Revision:   1,
	Layout:     1,
	Sequence:   sequence,
	Rhythms:    rhythms,
	Language:   language(),
	Orders:     slices.Concat(setupOrders, moveOrders, combatOrders, commonOrders),
	Conditions: conditions,
	Decisions:  slices.Concat(moveDecisions, combatDecisions),
	Check:      checkDocument,
	Tells:      tells,
	Setup:      setUp,
	Attach:     attach,
	Correct:    (*Game).correct,
	Settings:   &correction{},
	Turn:       turnOf,
	Lexicon:    lexicon,
	Sheet:      sheet,
	Rosters:    rosters,
	Derived:    derive,
	Bots:       bots,
}

// Engine is the rulebook for programs that do not know its position.
var Engine = table.NewEngine(Rules)

// tells is what a document says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	return table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Sides)}
}
