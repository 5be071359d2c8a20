package somme

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var setupOrders, offensiveOrders, eventOrders, airOrders, bridgeOrders, markerOrders, pursuitOrders, surrenderOrders []order

var marchOrders = []order{{Verb: orders.Verb{Name: "move", Aliases: also("", "bouger"), Rule: "SO-11.1.1a", Phases: []string{"move", "pursue"}, Help: tr("move", "bouger"), Example: tr("move 5120 to 5018", "bouger 5120 vers 5018"), Args: []orders.Param{unitsArg, pathArg}}}}

type condition struct {
	orders.Condition
	holds func(k *Game, s table.Seat, args []table.Arg) bool
}

var conditions []condition

func none0(*Game) []table.Seat { return nil }

func (g *Game) schemers() []table.Seat                      { return nil }
func (g *Game) firstDeclarer() []table.Seat                 { return nil }
func (g *Game) secondDeclarer() []table.Seat                { return nil }
func (g *Game) preparers() []table.Seat                     { return nil }
func (g *Game) rebuilders() []table.Seat                    { return nil }
func (g *Game) pilots() []table.Seat                        { return nil }
func (g *Game) drawEvents(t *table.Table) table.Then        { return table.Next }
func (g *Game) eventPhase(t *table.Table) table.Then        { return table.Next }
func (g *Game) firstOffensive(t *table.Table) table.Then    { return table.Next }
func (g *Game) secondOffensive(t *table.Table) table.Then   { return table.Next }
func (g *Game) preparePhase(t *table.Table) table.Then      { return table.Next }
func (g *Game) rollReplacements(t *table.Table) table.Then  { return table.Next }
func (g *Game) replacementPhase(t *table.Table) table.Then  { return table.Next }
func (g *Game) airSuperiority(t *table.Table) table.Then    { return table.Next }
func (g *Game) missionPhase(t *table.Table) table.Then      { return table.Next }
func (g *Game) exploitationMoves(t *table.Table) table.Then { return table.Next }
func (g *Game) airReinforcements(t *table.Table)            {}
func (g *Game) callReinforcements(t *table.Table)           {}
func (g *Game) reluctance(t *table.Table)                   {}
func (g *Game) artilleryArrives(t *table.Table)             {}
func (g *Game) aircraftReturn(t *table.Table)               {}
func (g *Game) endCampaignTurn(t *table.Table)              {}
func (g *Game) openCampaign()                               {}
func (g *Game) atOnce(t *table.Table) (table.Then, bool)    { return table.Then{}, false }
func (g *Game) verdict(t *table.Table) table.Ending {
	return table.Ending{Rule: "SO-16a", Why: "ending.draw"}
}
func (g *Game) late(u *Formation) bool { return false }

func (g *Game) movementPhase(t *table.Table) table.Then {
	for l := range t.Orders(g.Phasing, "move") {
		if why := g.travel(t, g.unitsOf(g.Phasing, l.Args, "units"), orders.Path(l.Args, "path"), ""); why != nil {
			t.Refuse(g.Phasing, l, why)
		}
	}
	g.checkStacks(t)
	return table.Next
}
