package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// defaultEdge is taken by a side that has to choose its edge and does not (BB-D6).
const defaultEdge = "south"

// atEdge returns the position as it will be if the side that chooses its edge says nothing; the same if the edges are known.
func (k *Game) atEdge(s table.Seat) *Game {
	if k.camp(s).Edge != "" {
		return k
	}
	g := *k
	g.Camps = slices.Clone(k.Camps)
	g.camp(s).Edge = defaultEdge
	return &g
}

// edgeProspects returns the edges that a side may choose, with how many objectives lie nearer to each than to the other (BB-A3.6d).
func (k *Game) edgeProspects(s table.Seat) (out []table.Prospect) {
	if !slices.Contains(k.edgeChooser(), s) {
		return out
	}
	count := map[string]int{}
	for _, o := range k.Objectives {
		switch north, south := k.back("north", o.Place), k.back("south", o.Place); {
		case o.Place == "":
		case north < south:
			count["north"]++
		case south < north:
			count["south"]++
		}
	}
	for i, edge := range []string{"south", "north"} {
		out = append(out, table.Prospect{Line: "edge " + edge, Worth: 500 - i, Says: table.Say("prospect.edge", "BB-A3.6d", table.A("n", count[edge]), table.A("usual", edge == defaultEdge))})
	}
	return out
}

// supportProspects returns the supports that a side can pay, each as many times as its points allow, with what they do (BB-A2.4).
func (k *Game) supportProspects(s table.Seat) (out []table.Prospect) {
	points := k.camp(s).Points
	for i, x := range k.doc.Tables.Supports {
		if x.Cost > points {
			continue
		}
		call := k.doc.Tables.Calls[slices.IndexFunc(k.doc.Tables.Calls, func(c Call) bool { return c.Kind == x.Kind })]
		line := "buy " + x.ID
		if n := points / x.Cost; n > 1 {
			line += " " + strconv.Itoa(n)
		}
		out = append(out, table.Prospect{Line: line, Worth: 100 - i, Says: table.Say("prospect.buy", "BB-A2.4b", table.A("dice", x.Dice), table.A("at", x.AT), table.A("need", call.Needed), table.A("cost", x.Cost), table.A("points", points))})
	}
	return out
}

// zoneRemark tells a side that has still to deploy where it may (BB-A3.6d).
func (k *Game) zoneRemark(s table.Seat) []table.Remark {
	waits := slices.ContainsFunc(k.Groups, func(u Group) bool { return u.Side == s && u.Sector == "" && u.Aboard == "" })
	laid := slices.ContainsFunc(k.Objectives, func(o Objective) bool { return o.Place != "" })
	if !waits || !laid || k.doc.Scenario.Setup.Deployment != "players" || k.depth(s) == 0 {
		return nil
	}
	return []table.Remark{table.Say("short.zone", k.deployingRule(), table.A("depth", k.depth(s)), table.A("edge", k.camp(s).Edge), table.A("points", k.camp(s).Points))}
}
