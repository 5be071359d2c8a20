package landships

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// sheet is the map as a side sees it, with the barrages, moves, fires and losses of the facts that it may read.
func sheet(k *Game, _ table.Seat, _ []table.Fact) board.Sheet {
	return board.Sheet{Title: strconv.Itoa(k.Number) + "/" + strconv.Itoa(k.Length), Grid: k.net.grid}
}

func rosters(*Game, table.Seat) []board.Table { return nil }
