package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var setupVerbs []orders.Verb

var setupOrders []table.Order[*Game]

// deployers: who may still set up (D-02 to D-05).
func (g *Game) deployers() []table.Seat { panic("B") }

// deployment is the set-up: both sides at once, each unseen by the other.
func (g *Game) deployment(t *table.Table) table.Then { panic("B") }

func set(g *Game, text []byte) (*Game, error) { panic("B") }
