package adjudicator

import (
	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/duel"
	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/modernbattles"
	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table"
)

// Games lists the rulebooks that can be played. A new game is registered here, in one line.
func Games() []table.Engine {
	return []table.Engine{
		brushbrothers.Engine,
		landships.Engine,
		conflict.Engine,
		somme.Engine,
		modernbattles.Engine,
		duel.Engine,
	}
}

// Game finds a rulebook by its name.
func Game(name string) (table.Engine, bool) {
	for _, g := range Games() {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}
