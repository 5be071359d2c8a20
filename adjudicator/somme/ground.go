package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
)

// net is the part of a map that never changes: its grid, hexsides, roads and rails, and the counters by id.
type net struct {
	grid   *board.Ground[terrain]
	cells  []cell   // in the order of grid.Places
	hexes  []string // grid.Places
	somme  []int    // by column: the first row south of the Somme
	stands []bool   // hexes that can be occupied: in the area, not sea
	fees   fees
	units  []Unit         // of the document
	ids    map[string]int // of units
	cards  []card         // of units
	ranks  map[string]int // index of each counter in Game.Units at the start
	// divisions are the names of divisions with regiments; looked up only
	divisions map[string]bool
	called    map[string]string // hexes by their folded names; looked up only
	// further are other names of counters and divisions by id; looked up only
	further map[string][]string
}

// cell is a hex with its six sides, in the order of the grid's directions (N, NE, SE, S, SW, NW).
type cell struct {
	terrain string // clear, wood, village, town, meadow, sea
	kind    int    // its index in terrains
	holes   bool   // shell holes
	trench  bool
	fort    bool
	outside bool // outside the scenario's area
	sides   [6]side
}

// side describes what lies on a hexside, seen from one hex.
type side struct {
	to    string
	at    int    // index of that hex; -1 off the map
	water string // "", riviere, canal or fleuve (RUL-64)
	up    bool   // crossing it climbs a crest
	down  bool
	road  bool
	rail  bool
	line  bool // a railway that is not precarious
	somme bool // the river that divides the armies' sectors (SO-CAM.12c)
}

// theSomme is the name of that watercourse in the data; sommeBend is the column of Péronne, where it turns south.
const (
	theSomme  = "Somme"
	sommeBend = 43
)

// waters are the classes of water from the lowest to the highest (RUL-64).
var waters = []string{"", "riviere", "canal", "fleuve"}

// terrain is a code of the map, with its look on the sheet.
type terrain struct {
	code       byte
	name, look string
}

var terrains = []terrain{{'.', "clear", "clear"}, {'w', "wood", "wood"}, {'v', "village", "buildings"}, {'V', "town", "town"}, {'m', "meadow", "marsh"}, {'~', "sea", "water"}}

// Sign says how a terrain is written and drawn.
func (t terrain) Sign() board.Terrain {
	code := string(t.code)
	return board.Terrain{Code: code, Look: t.look, Name: "terrain." + t.name, Speak: code}
}

// newNet works out the map of a document.
func newNet(d *Document) *net {
	grid, err := d.Grid()
	if err != nil {
		panic("somme-1918: " + err.Error()) // checkDocument has refused such a map
	}
	n := &net{grid: board.NewGround(grid, terrains), hexes: grid.Places(), units: d.Units, further: map[string][]string{}, ids: map[string]int{}, ranks: map[string]int{}, called: map[string]string{}, divisions: map[string]bool{}}
	for i := range d.Units {
		n.ids[d.Units[i].ID] = i
		n.cards = append(n.cards, newCard(&d.Units[i]))
		n.further[d.Units[i].ID] = further(d.Units[i].ID, d.Units[i].Name)
	}
	for i := range d.Units {
		if division := d.Units[i].Division; division != "" {
			n.further[division] = further(division, "")
			n.divisions[division] = true
		}
	}
	for _, p := range n.hexes {
		n.cells = append(n.cells, newCell(d, grid, p))
	}
	for i := range n.cells {
		n.stands = append(n.stands, !n.cells[i].outside && n.cells[i].terrain != "sea")
		for j := range n.cells[i].sides {
			s := &n.cells[i].sides[j]
			s.at = -1
			if at, ok := n.grid.Number(s.to); ok {
				s.at = at
			}
		}
	}
	for i, id := range d.inPlay() {
		n.ranks[id] = i
	}
	for _, l := range d.Map.Names {
		for _, part := range strings.Split(l.Text, " / ") {
			if name := orders.Fold(part); n.called[name] == "" {
				n.called[name] = l.Hex
			}
		}
	}
	n.fees = newFees(&d.Tables.Movement)
	n.waters(d.Map.Waters)
	n.banks(d.Map.Columns)
	for _, c := range d.Map.Crests {
		for _, s := range c.Sides {
			low, high, _ := strings.Cut(s, ">")
			n.mark(low, high, func(s *side) { s.up = true })
			n.mark(high, low, func(s *side) { s.down = true })
		}
	}
	for _, w := range d.Map.Roads {
		n.way(w, func(s *side) { s.road = true })
	}
	for _, w := range d.Map.Rails {
		n.way(w, func(s *side) { s.rail = true; s.line = s.line || !w.Precarious })
	}
	return n
}

// works returns the trenches and forts in play: the map's, or the scenario's in their place.
func (d *Document) works() *[]Works {
	if d.Scenario.OwnWorks {
		return &d.Scenario.Works
	}
	return &d.Map.Works
}

// newCell reads a hex of the map; column and row start at 1 in the north-west.
func newCell(d *Document, grid board.Grid, place string) cell {
	column, row := digits(place[:2]), digits(place[2:])
	c := cell{terrain: "clear", holes: grid.Code(d.Map.Ground, place) == 'e'}
	for i, t := range terrains {
		if t.code == grid.Code(d.Map.Terrain, place) {
			c.terrain, c.kind = t.name, i
		}
	}
	for _, w := range *d.works() {
		if slices.Contains(w.Hexes, place) {
			c.trench, c.fort = c.trench || w.Kind == "trench", c.fort || w.Kind == "fort"
		}
	}
	area := d.Scenario.Area
	first := area.FirstRow
	if column <= len(area.ByColumn) {
		first = area.ByColumn[column-1]
	}
	c.outside = row < first
	for i, dir := range grid.Directions() {
		c.sides[i].to, _ = grid.Neighbour(place, dir)
	}
	return c
}

// mark changes the side between two adjacent hexes, as seen from the first.
func (n *net) mark(from, to string, change func(*side)) {
	i, ok := n.grid.Number(from)
	if !ok {
		return
	}
	for j := range n.cells[i].sides {
		if s := &n.cells[i].sides[j]; s.to == to && to != "" {
			change(s)
		}
	}
}

// waters puts the highest class on each side.
func (n *net) waters(list []Water) {
	for _, w := range list {
		for _, s := range w.Sides {
			a, b, _ := strings.Cut(s, "/")
			raise := func(s *side) {
				if slices.Index(waters, w.Class) > slices.Index(waters, s.water) {
					s.water = w.Class
				}
				s.somme = s.somme || w.Name == theSomme
			}
			n.mark(a, b, raise)
			n.mark(b, a, raise)
		}
	}
}

// banks records, for each column as far as Péronne, the first row on the southern bank of the Somme.
func (n *net) banks(columns int) {
	n.somme = make([]int, min(columns, sommeBend)+1)
	for i, h := range n.hexes {
		column, row := digits(h[:2]), digits(h[2:])
		for _, j := range [3]int{0, 1, 5} { // its sides to the north
			if column < len(n.somme) && n.cells[i].sides[j].somme && (n.somme[column] == 0 || row < n.somme[column]) {
				n.somme[column] = row
			}
		}
	}
	for c := len(n.somme) - 2; c > 0; c-- { // west of the mouth
		if n.somme[c] == 0 {
			n.somme[c] = n.somme[c+1]
		}
	}
}

// way joins consecutive hexes of a road or a railway, in both directions.
func (n *net) way(w Way, change func(*side)) {
	for i := 1; i < len(w.Hexes); i++ {
		n.mark(w.Hexes[i-1], w.Hexes[i], change)
		n.mark(w.Hexes[i], w.Hexes[i-1], change)
	}
}

// beyond stands for everything off the map; it never changes.
var beyond = cell{terrain: "sea", outside: true}

// cell returns a hex of the map, to be read only. A hex that is not on the map cannot be entered.
func (n *net) cell(hex string) *cell {
	if i, ok := n.grid.Number(hex); ok {
		return &n.cells[i]
	}
	return &beyond
}

// side returns what lies between two adjacent hexes, seen from the first.
func (n *net) side(from, to string) (side, bool) {
	c := n.cell(from)
	for i := range c.sides {
		if c.sides[i].to == to && to != "" {
			return c.sides[i], true
		}
	}
	return side{}, false
}

// number returns the index of a hex that is known to be on the map, in the order of the grid.
func (n *net) number(hex string) int {
	i, _ := n.grid.Number(hex)
	return i
}

// distance returns the distance in hexes (X-2, SO-2.1b), or board.Far if either hex is not on the map.
func (g *Game) distance(a, b string) int { return g.net.grid.Distance(a, b) }

// open reports whether a hex can be occupied: on the map, in the area, not sea.
func (n *net) open(hex string) bool {
	i, ok := n.grid.Number(hex)
	return ok && n.stands[i]
}

// index returns the index of a counter in the document.
func (n *net) index(id string) int {
	i, ok := n.ids[id]
	if !ok {
		panic("somme-1918: no counter " + id)
	}
	return i
}

// around returns the hexes next to another that are on the map and in the area.
func (g *Game) around(hex string) []string {
	var out []string
	c := g.net.cell(hex)
	for i := range c.sides {
		if s := &c.sides[i]; s.to != "" && s.at >= 0 && g.net.stands[s.at] {
			if out == nil {
				out = make([]string, 0, len(c.sides))
			}
			out = append(out, s.to)
		}
	}
	return out
}

// within reports whether a counter of a side that satisfies is stands at most n hexes away.
func (g *Game) within(s seat, hex string, n int, is func(*Formation) bool) bool {
	at, ok := g.net.grid.Number(hex)
	return g.any(func(u *Formation) bool {
		if u.Side != s || u.Hex == "" || !is(u) {
			return false
		}
		from, on := g.net.grid.Number(u.Hex)
		return ok && on && g.net.grid.Apart(from, at) <= n
	})
}

// town reports whether a hex is a town; connected, whether it is a town that a road reaches (SO-11.1.3b).
func (g *Game) town(hex string) bool { return g.net.cell(hex).terrain == "town" }

// between returns the name of a side, the lower hex number first.
func between(a, b string) string {
	if b < a {
		a, b = b, a
	}
	return a + "/" + b
}

// fleuve reports whether a side's water is a fleuve for the rules; every other water is a rivière (RUL-26).
func (s side) fleuve() bool  { return s.water == "fleuve" }
func (s side) riviere() bool { return s.water == "riviere" || s.water == "canal" }

// bridged reports whether a side has an intact road or rail bridge (SO-11.1.3c, SO-11.1.4b, SO-11.2.5).
func (g *Game) bridged(from, to string) (road, rail bool) {
	s, ok := g.net.side(from, to)
	if !ok || s.water == "" || slices.Contains(g.Broken, between(from, to)) {
		return false, false
	}
	return s.road, s.rail
}

// footbridge reports whether a side's footbridge may be crossed by its owner (SO-11.2.4.1f).
func (g *Game) footbridge(s seat, from, to string) bool {
	return slices.ContainsFunc(g.Footbridges, func(f Footbridge) bool {
		return f.Owner == s && (f.Hex == from && f.To == to || f.Hex == to && f.To == from)
	})
}
