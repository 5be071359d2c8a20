package landships

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

func sheet(k *Game, s table.Seat, facts []table.Fact) board.Sheet { panic("B") }

func rosters(k *Game, s table.Seat) []board.Table { panic("B") }

func describe(k *Game) any { panic("B") }
