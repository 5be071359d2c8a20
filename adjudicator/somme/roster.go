package somme

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// rosters are the tables of a report.
func rosters(k *Game, s table.Seat) []board.Table { return nil }
