package modernbattles

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
)

// ground is the table prepared for measuring: one area for each feature, in the same order.
type ground struct {
	areas []area
	hills []*area // those of them that are hills
}

// area is a feature as a shape. Lines (walls, hedges, ditches, banks) have no inside.
type area struct {
	id        string
	kind      TerrainType
	shape     Shape
	line      []Point
	level     int // of a hill: its height; of anything else: that of the ground below
	top       int // a unit overlooks it if it stands higher (MB-B5)
	fortified bool
	low       bool
	box       [4]int
}

// survey prepares the ground from the features; it is called whenever they change.
func (g *Game) survey() {
	n := &ground{}
	for _, f := range g.Features {
		n.areas = append(n.areas, g.areaOf(f))
	}
	g.ground = n
	n.hills = table.Those(n.areas, func(a *area) bool { return a.kind.ID == "hill" })
	for a := range table.All(n.areas) {
		if a.kind.ID == "hill" {
			a.top = a.level
			continue
		}
		a.level = g.height(a.middle())
		a.top += a.level
	}
}

func (g *Game) areaOf(f Feature) area {
	t, _ := g.doc.Ground(f.Kind)
	a := area{id: f.ID, kind: t, line: points(f.Line), fortified: f.Fortified, low: f.Low, level: f.Level}
	switch {
	case len(f.Polygon) > 0:
		a.shape = polygon(points(f.Polygon))
		a.shape.Centre = a.middle()
	case f.Circle.Radius > 0:
		a.shape = Shape{Centre: place(f.Circle.Center), Radius: f.Circle.Radius}
	}
	switch {
	case t.ID == "building":
		a.top = max(f.Storeys, 1)
	case t.Tall:
		a.top = 1
	}
	a.box = boxOf(append(slices.Clone(a.shape.Hull), a.line...))
	if a.shape.Radius > 0 {
		c, r := a.shape.Centre, a.shape.Radius
		a.box = [4]int{c.X - r, c.Y - r, c.X + r, c.Y + r}
	}
	return a
}

// middle returns a point inside the area: the mean of the corners or, if that lies in a bay of the outline, the middle of the
// largest of its triangles.
func (a *area) middle() Point {
	list := a.shape.Hull
	if len(list) == 0 {
		list = a.line
	}
	if len(list) == 0 {
		return a.shape.Centre
	}
	p := mean(list)
	if a.shape.Parts == nil || within(p, list) {
		return p
	}
	return nearest(mean(slices.MaxFunc(a.shape.Parts, func(x, y []Point) int { return cmp.Compare(twice(x), twice(y)) })), list)
}

// mean returns the middle of some points.
func mean(list []Point) Point {
	var sum Point
	for _, p := range list {
		sum.X, sum.Y = sum.X+p.X, sum.Y+p.Y
	}
	return Point{rounded(sum.X, len(list)), rounded(sum.Y, len(list))}
}

// holds reports whether a point lies in the area, edge included (MB-B4).
func (a *area) holds(p Point) bool {
	switch {
	case p.X < a.box[0] || p.Y < a.box[1] || p.X > a.box[2] || p.Y > a.box[3]:
		return false
	case a.shape.Hull != nil:
		return within(p, a.shape.Hull)
	case a.shape.Radius > 0:
		return span(p, a.shape.Centre) <= a.shape.Radius
	}
	return false
}

// near reports whether the bounding box of a way touches the area. If it does not, there is nothing to measure.
func (a *area) near(p, q Point) bool {
	return max(p.X, q.X) >= a.box[0] && min(p.X, q.X) <= a.box[2] && max(p.Y, q.Y) >= a.box[1] && min(p.Y, q.Y) <= a.box[3]
}

// crosses reports whether a way runs through the inside of the area.
func (a *area) crosses(p, q Point) bool {
	if !a.near(p, q) {
		return false
	}
	if a.shape.Hull != nil {
		return len(a.shape.passages(p, q)) > 0
	}
	return a.shape.Radius > 0 && touched(p, q, Shape{Centre: a.shape.Centre, Radius: a.shape.Radius - 1})
}

// crossings returns the places where a way crosses the area's line or, for a polygon, its edge.
func (a *area) crossings(p, q Point) []Point {
	if !a.near(p, q) {
		return nil
	}
	list := a.line
	if a.shape.Hull != nil {
		list = append(slices.Clone(a.shape.Hull), a.shape.Hull[0])
	}
	var out []Point
	for i := 1; i < len(list); i++ {
		if at, ok := crossing(p, q, list[i-1], list[i]); ok && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

func boxOf(list []Point) [4]int {
	if len(list) == 0 {
		return [4]int{}
	}
	b := [4]int{list[0].X, list[0].Y, list[0].X, list[0].Y}
	for _, p := range list {
		b = [4]int{min(b[0], p.X), min(b[1], p.Y), max(b[2], p.X), max(b[3], p.Y)}
	}
	return b
}

func points(list [][]int) []Point {
	var out []Point
	for _, p := range list {
		out = append(out, place(p))
	}
	return out
}

func place(p []int) Point {
	if len(p) != 2 {
		return Point{}
	}
	return Point{p[0], p[1]}
}

// height returns the level of the ground at a point (MB-B5.3).
func (g *Game) height(p Point) int {
	n := 0
	for _, a := range g.ground.hills {
		if a.level > n && a.holds(p) {
			n = a.level
		}
	}
	return n
}

// terrainAt lists the areas that hold a point.
func (g *Game) terrainAt(p Point) []*area {
	return table.Those(g.ground.areas, func(a *area) bool { return a.holds(p) })
}

// stands reports whether a point lies in a kind of terrain.
func (g *Game) stands(p Point, kind string) bool {
	return table.Any(g.ground.areas, func(a *area) bool { return a.kind.ID == kind && a.holds(p) })
}

// area returns a feature by its id, or nil.
func (g *Game) area(id string) *area {
	return table.First(g.ground.areas, func(a *area) bool { return a.id == id })
}

// building returns the building that holds a point, or nil.
func (g *Game) building(p Point) *area {
	return table.First(g.ground.areas, func(a *area) bool { return a.kind.ID == "building" && a.holds(p) })
}

// onTable reports whether a point lies on the table.
func (g *Game) onTable(p Point) bool {
	s := g.doc.Scenario.Table
	return p.X >= 0 && p.Y >= 0 && p.X <= s.Width && p.Y <= s.Height
}
