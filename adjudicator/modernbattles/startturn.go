package modernbattles

import "fieldpost/adjudicator/table"

// startTurn opens a player turn: fires on board, smoke, the size check and the rallies (MB-B6).
func (g *Game) startTurn(t *table.Table) {
	g.burns(t)
	g.smokeClears(t)
	g.rallies(t)
	g.groupRallies(t)
}
