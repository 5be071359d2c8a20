package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// Ground laid by dice (BB-A2.1a). If the players have agreed that nobody draws the map, dice are thrown for a road,
// then for a village on it, then for the features of the scenario's list one after another: each has a die for its
// column, one for its row and one for the direction in which it spreads. All of it is open and in the letter before
// anybody places anything.

// Lay says what is laid when the dice make the ground. Codes are those of the terrain.
type Lay struct {
	Road     string    `json:"road" check:"ref=terrain.code"`    // code of the road from edge to edge; "" if there is none
	Village  []string  `json:"village" check:"ref=terrain.code"` // codes along the middle of the road
	Features []Feature `json:"features"`
}

// Feature is one kind of terrain laid by dice.
type Feature struct {
	Code  string `json:"code" check:"required,ref=terrain.code"`
	Count int    `json:"count" check:"required,min=1,max=20"` // how many there are
	Size  int    `json:"size" check:"required,min=1,max=4"`   // sectors that each one takes
}

// drawsGround reports whether the dice lay the ground of this game.
func (g *Game) drawsGround() bool { return g.Laid && g.Number == 0 && len(g.Groups) == 0 }

// layGround throws for road, village and features. A feature stays clear of road, village and whatever was laid before.
// One that finds no room is left out.
func (g *Game) layGround(t *table.Table) {
	columns, rows := g.net.Size()
	lay := g.doc.Scenario.Lay
	for _, p := range g.net.Places() {
		g.become(p, g.doc.Terrain[0].Code)
	}
	if lay.Road != "" {
		die := t.Roll("", "road", 1, columns-2)
		x := die.Total()
		for y := range rows {
			g.become(g.net.Places()[y*columns+x], lay.Road)
		}
		t.Report("BB-A2.1a", "road-laid", table.A("die", die), table.A("from", g.net.Places()[x]), table.A("to", g.net.Places()[(rows-1)*columns+x]))
		for i, code := range lay.Village {
			p := g.net.Places()[((rows-len(lay.Village))/2+i)*columns+x]
			g.become(p, code)
			t.Report("BB-A2.1a", "ground-laid", table.A("terrain", g.terrain(p).ID), table.A("places", []string{p}))
		}
	}
	for i, f := range lay.Features {
		for n := range f.Count {
			g.layFeature(t.At(strconv.Itoa(i+1)+"-"+strconv.Itoa(n+1)), f)
		}
	}
}

// layFeature throws for column and row of one feature and grows it to its size into neighbouring sectors.
func (g *Game) layFeature(t *table.Table, f Feature) {
	columns, rows := g.net.Size()
	x, y, way := t.Roll("", "column", 1, columns), t.Roll("", "row", 1, rows), t.Roll("", "way", 1, 6)
	at := g.net.Places()[(y.Total()-1)*columns+x.Total()-1]
	var places []string
	if g.bare(at) {
		places = append(places, at)
	}
	for next := way.Total(); len(places) > 0 && len(places) < f.Size; next++ {
		around := g.net.Neighbours(places[len(places)-1])
		grown := ""
		for i := range around {
			if p := around[(i+next)%len(around)]; g.bare(p) && !slices.Contains(places, p) {
				grown = p
				break
			}
		}
		if grown == "" {
			break
		}
		places = append(places, grown)
	}
	for _, p := range places {
		g.become(p, f.Code)
	}
	terrain, _ := g.doc.TerrainAt(f.Code)
	dice := []table.FactArg{table.A("terrain", terrain.ID), table.A("column", x), table.A("row", y), table.A("way", way)}
	if len(places) == 0 {
		t.Report("BB-A2.1a", "ground-taken", append(dice, table.A("place", at))...)
		return
	}
	t.Report("BB-A2.1a", "ground-laid-by-dice", append(dice, table.A("places", places))...)
}

// bare reports whether nothing has been laid on a sector yet.
func (g *Game) bare(place string) bool { return g.terrain(place).Code == g.doc.Terrain[0].Code }
