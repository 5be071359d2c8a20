package landships

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// trace draws one fact.
func (k *Game) trace(*board.Sheet, table.Fact) {}
