package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var (
	vehicleVerbs      []orders.Verb
	vehicleOrders     []table.Order[*Game]
	marchVerbs        []orders.Verb
	marchOrders       []table.Order[*Game]
	movementDecisions []table.Decision
)

func (g *Game) mayRide() bool                              { return false }
func (g *Game) cavalryPhase(*table.Table) table.Then       { return table.Next }
func (g *Game) due(*Piece) bool                            { return false }
func (g *Game) flights(*table.Table)                       {}
func (g *Game) enterOrder(*table.Table, table.Line)        {}
func (g *Game) driveOrder(*table.Table, table.Line)        {}
func (g *Game) standingDrives(*table.Table)                {}
func (g *Game) tankFright(*table.Table)                    {}
func (g *Game) whippet(*table.Table, string, way)          {}
func (g *Game) breakdownTest(*table.Table, string, tested) {}
func (g *Game) trenchTest(*table.Table, string) bool       { return false }
func (g *Game) breakDown(*table.Table, string, string)     {}
func (g *Game) wheelHit(*table.Table, string)              {}
func (g *Game) mineAttack(*table.Table, string) bool       { return true }
func (g *Game) overstacked(table.Seat, string) int         { return 0 }
func (g *Game) panicCrew(*table.Table, string)             {}
func (g *Game) enterHex(*table.Table, string, string)      {}
func (g *Game) mayMarch(bool) bool                         { return false }
func (g *Game) firstMarch(*table.Table) table.Then         { return table.Next }
func (g *Game) secondMarch(*table.Table) table.Then        { return table.Next }
func (g *Game) repairs(*table.Table)                       {}
