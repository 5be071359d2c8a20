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

func (g *Game) mayFire(s table.Seat, phase string) bool { panic("E") } // 4.3, 4.5 or 4.9: some legal target
func (g *Game) mayStorm() bool                          { panic("E") } // 4.8

func (g *Game) antiTankPhase(t *table.Table) table.Then     { panic("E") } // 4.3
func (g *Game) smallArmsPhase(t *table.Table) table.Then    { panic("E") } // 4.5
func (g *Game) closeAssaultPhase(t *table.Table) table.Then { panic("E") } // 4.8
func (g *Game) offensivePhase(t *table.Table) table.Then    { panic("E") } // 4.9

// column gives the small arms column of a total, and whether an attack is possible (M-01).
func (g *Game) column(fs int) (FireColumn, bool) { panic("E") }

// cover gives the terrain terms of a small arms attack on a hex for a kind of target: "foot", "mounted" or "vehicle"
// (LS-8.64).
func (g *Game) cover(hex, kind string) []term { panic("E") }

// strike is a small arms hit on a hex: every soft target tests (LS-8.63a), with the cavalry's, armoured cars' and trucks'
// own consequences (LS-8.66c, 8.67). It tells whether somebody was eliminated or driven off (LS-5.11o).
func (g *Game) strike(t *table.Table, hex string, by table.Seat, mods ...term) bool { panic("E") }

// couldFire tells whether an enemy of a unit could make a small arms attack or a direct barrage at it where it is
// (LS-6.31b).
func (g *Game) couldFire(u *Piece) bool { panic("E") }
