package somme

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// sheet is the map as a side sees it.
func sheet(k *Game, _ table.Seat, facts []table.Fact) board.Sheet {
	return board.Sheet{Grid: k.net.grid}
}
