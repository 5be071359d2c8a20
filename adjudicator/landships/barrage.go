package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var (
	barrageVerbs  []orders.Verb
	barrageOrders []table.Order[*Game]
	airVerbs      []orders.Verb
	airOrders     []table.Order[*Game]
	airDecisions  []table.Decision
)

func (g *Game) mayBarrage() bool               { return false } // P has artillery and a hex that it may name
func (g *Game) mayFly(s table.Seat) bool       { return false }
func (g *Game) mayIntercept(s table.Seat) bool { return false }

func (g *Game) barragePhase(t *table.Table) table.Then  { return table.Next } // 4.1
func (g *Game) showFlights(t *table.Table) table.Then   { return table.Next } // P's aircraft that may be seen before 4.5
func (g *Game) placeAircraft(t *table.Table) table.Then { return table.Next } // 4.7a
func (g *Game) airPhase(t *table.Table) table.Then      { return table.Next } // 4.7a N's fighters to 4.7e

// clearClouds is 4.11b: N's gas and smoke go (LS-5.33h, LS-5.34e). Units that were gassed are free to recover in their
// owner's next pin removal.
func (g *Game) clearClouds(t *table.Table) {}

// The missions (LS-11.1a).
const (
	observing = "observation"
	bombing   = "bombing"
	strafing  = "strafing"
)
