package modernbattles

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

func CheckDocument(any) []table.Flaw { return nil }

func sheet(*Game, table.Seat, []table.Fact) board.Sheet { return board.Sheet{} }
func rosters(*Game, table.Seat) []board.Table           { return nil }
