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

func (g *Game) mayBarrage() bool               { panic("D") } // P has artillery and a hex that it may name
func (g *Game) mayFly(s table.Seat) bool       { panic("D") }
func (g *Game) mayIntercept(s table.Seat) bool { panic("D") }

func (g *Game) barragePhase(t *table.Table) table.Then   { panic("D") } // 4.1
func (g *Game) showFlights(t *table.Table) table.Then    { panic("D") } // P's aircraft that may be seen before 4.5
func (g *Game) placeAircraft(t *table.Table) table.Then  { panic("D") } // 4.7a
func (g *Game) airPhase(t *table.Table) table.Then       { panic("D") } // 4.7a N's fighters to 4.7e
func (g *Game) recoverPassive(t *table.Table) table.Then { panic("D") } // 4.6
func (g *Game) recoverPhasing(t *table.Table)            { panic("D") } // 4.11a, and rallies of LS-15.12c are C's
func (g *Game) clearClouds(t *table.Table)               { panic("D") } // 4.11b

// rating is the morale rating of a unit where it stands, with wire and the observers' rule (LS-9.12a, LS-2.23c); gas counts
// where again is true: another hit on a gassed unit (LS-5.56e).
func (g *Game) rating(u *Piece, again bool) table.Sum { panic("D") }

// testMorale is LS-9.11 for one unit hit: its own die, the terms of mods added. It tells the result: "pinned",
// "retreated", "eliminated" or "" where the unit never tests (LS-14.11f).
func (g *Game) testMorale(t *table.Table, id string, rule string, mods ...term) string { panic("D") }

// term is one modifier of a die, from the charts.
type term struct {
	Name  string
	Value int
	Rule  string
}

// modifier gives a row of the chart of modifiers as a term; times multiplies it.
func (g *Game) modifier(id string, times int) term { panic("D") }

// pin pins a unit, or makes one that is already pinned retreat two hexes (LS-9.11b): "pinned", "retreated" or "eliminated".
func (g *Game) pin(t *table.Table, id, rule string) string { panic("D") }

// retreat moves a unit back (LS-9.3): "retreated" or "eliminated".
func (g *Game) retreat(t *table.Table, id string, hexes int, rule string) string { panic("D") }

// eliminate takes a unit out: what it carried stays in its hex (LS-13.11c), a gun's crew leaves its gun behind.
func (g *Game) eliminate(t *table.Table, id, rule string) { panic("D") }

// dismount puts mounted cavalry on foot for good, pinned (LS-5.52b, LS-8.66c).
func (g *Game) loseHorses(t *table.Table, id, rule string) { panic("D") }
