package modernbattles

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// What the chapters of combat add to the steps.

var combatVerbs []orders.Verb

var combatStanding []orders.Verb

var combatOrders []table.Order[*Game]

var combatDecisions []table.Decision

func (g *Game) startTurn(*table.Table) {}

func (g *Game) declareCharges(*table.Table) {}

func (g *Game) chargeMoves(*table.Table) {}

func (g *Game) airLine(*table.Table, table.Line) {}

func (g *Game) shootingPhase(*table.Table) (bool, table.Then) { return false, table.Next }

func (g *Game) combatPhase(*table.Table) {}

func (g *Game) fireAmbush(*table.Table, Marker, *Unit) {}

func (g *Game) panic(*table.Table, *Unit, string) bool { return true }

func (g *Game) rallyInCover(*table.Table, *Unit) bool { return false }

func (g *Game) strike(*table.Table, *Unit, int, int, string) {}

func (g *Game) strikeHull(*table.Table, *Unit, string, int, int, string) {}

func (g *Game) mayGo(*table.Table, *Unit, []Point) bool { return true }

func (g *Game) bailOut(*table.Table, *Unit, string) {}

func (g *Game) ambushScore(Marker, *Unit) (int, bool) { return 4, true }

func (g *Game) engaged(a, b *Unit) bool { return g.between(a, b) == 0 }

func (g *Game) manOrder(*table.Table, *Unit, table.Line) {}
