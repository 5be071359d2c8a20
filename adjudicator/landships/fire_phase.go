package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var (
	fireVerbs        []orders.Verb // fire, hold, pivot
	fireOrders       []table.Order[*Game]
	standingVerbs    []orders.Verb // doctrine
	fireDecisions    []table.Decision
	assaultVerbs     []orders.Verb // assault, spare
	assaultOrders    []table.Order[*Game]
	assaultDecisions []table.Decision
)

func (g *Game) mayFire(s table.Seat, phase string) bool { return false } // 4.3, 4.5 or 4.9: some legal target
func (g *Game) mayStorm() bool                          { return false } // 4.8

func (g *Game) antiTankPhase(t *table.Table) table.Then     { return table.Next } // 4.3
func (g *Game) smallArmsPhase(t *table.Table) table.Then    { return table.Next } // 4.5
func (g *Game) closeAssaultPhase(t *table.Table) table.Then { return table.Next } // 4.8
func (g *Game) offensivePhase(t *table.Table) table.Then    { return table.Next } // 4.9

// couldFire tells whether an enemy of a unit could make a small arms attack or a direct barrage at it where it is
// (LS-6.31b).
func (g *Game) couldFire(u *Piece) bool { return false }
