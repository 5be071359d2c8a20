package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// kindWords are the kinds of terrain that players may put on the table (MB-1).
var kindWords = words("wood", "wheat", "swamp", "rocks", "pond", "house", "hill", "road")

var terrainOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "feature", Phases: []string{"terrain"}, Rule: "MB-1a",
		Args: []orders.Param{{Name: "kind", Kind: orders.KindWord, Words: kindWords},
			{Name: "at", Kind: orders.KindPlace, Prefix: "at"},
			{Name: "width", Kind: orders.KindNumber, Prefix: "width"},
			{Name: "depth", Kind: orders.KindNumber, Prefix: "depth"}, bearingParam, outlineParam}},
		Check: checkFeature, Options: featureIdeas, Sure: true},
	{Verb: orders.Verb{Name: "objective", Phases: []string{"terrain"}, Rule: "MB-B24",
		Args: []orders.Param{{Name: "at", Kind: orders.KindPlace, Prefix: "at"}}},
		Check: checkObjective, Options: objectiveIdeas, Sure: true},
}

// builders returns both sides if the players make the table themselves (MB-S2).
func (g *Game) builders() []table.Seat {
	return table.Only(g.Number == 0 && g.Opening == "" && g.doc.Scenario.Generator.Features != 0, g.seats()...)
}

// half reports whether a point lies in a side's half of the table, the middle included.
func (g *Game) half(s table.Seat, p Point) bool {
	t := g.doc.Scenario.Table
	switch g.camp(s).Edge {
	case "south":
		return 2*p.Y <= t.Height
	case "north":
		return 2*p.Y >= t.Height
	case "west":
		return 2*p.X <= t.Width
	}
	return 2*p.X >= t.Width
}

// readFeature builds the feature that a line describes.
func (g *Game) readFeature(s table.Seat, l table.Line) (Feature, Shape, *table.Refusal) {
	word := orders.Value(l.Args, "kind")
	kind := g.doc.laid(word).Terrain
	p, ok := g.fixed(s, orders.Value(l.Args, "at"))
	if !ok {
		return Feature{}, Shape{}, refuse("no-place", "MB-B1", table.A("unit", word), table.A("place", orders.Value(l.Args, "at")))
	}
	w, d := 10*orders.Int(l.Args, "width", 0), 10*orders.Int(l.Args, "depth", 0)
	largest := g.doc.Scenario.Generator.Largest
	if w < 10 || d < 10 || max(w, d) > largest {
		return Feature{}, Shape{}, refuse("feature-size", "MB-1a", table.A("most", largest/10))
	}
	h := hull(p, norm(orders.Int(l.Args, "bearing", 0)), d, w)
	if orders.Has(l.Args, "outline") {
		h.Hull = weathered(h.Hull)
	}
	f := Feature{Kind: kind}
	if kind == "hill" {
		f.Level = 1
	}
	for _, c := range h.Hull {
		f.Polygon = append(f.Polygon, []int{c.X, c.Y})
	}
	return f, h, nil
}

func checkFeature(k *Game, s table.Seat, l table.Line) *table.Refusal {
	_, h, r := k.readFeature(s, l)
	if r != nil {
		return r
	}
	gen := k.doc.Scenario.Generator
	if slices.ContainsFunc(h.Hull, func(p Point) bool { return !k.onTable(p) || !k.half(s, p) }) {
		return refuse("outside-half", "MB-1a", table.A("at", spotText(h.Centre)))
	}
	if n := k.builtBy(s); n >= gen.Features {
		return refuse("features-full", "MB-1a", table.A("most", gen.Features))
	}
	for i := range k.ground.areas {
		if a := &k.ground.areas[i]; a.shape.Hull != nil && apart(h, a.shape) < gen.Gap {
			return refuse("feature-near", "MB-1a", table.A("place", a.id), table.A("inches", inchText(apart(h, a.shape))), table.A("least", inchText(gen.Gap)))
		}
	}
	return nil
}

// builtBy counts the features that a side has put down: those in its half that are not the scenario's.
func (g *Game) builtBy(s table.Seat) int {
	n := 0
	for a := range table.All(g.ground.areas) {
		if g.half(s, a.middle()) && !g.half(g.other(s), a.middle()) && !slices.ContainsFunc(g.doc.Scenario.Features, func(f Feature) bool { return f.ID == a.id }) {
			n++
		}
	}
	return n
}

// laid returns the kind of feature that a word of the order means.
func (d *Document) laid(word string) LaidKind {
	k, _ := find(d.Laid.Features, func(k *LaidKind) string { return k.ID }, word)
	return *k
}

// christen names a feature that a player puts down by what it is and a number: WOOD1, the wood 1.
func (g *Game) christen(f *Feature, word string) {
	for n := 1; ; n++ {
		f.ID = strings.ToUpper(word) + strconv.Itoa(n)
		if g.area(f.ID) == nil {
			break
		}
	}
	number := strings.TrimPrefix(f.ID, strings.ToUpper(word))
	f.Name = g.doc.laid(word).Name.Followed(" " + number)
}

// laidOut is ground as a side might lay it out, on a table of six feet by four seen from its edge: all of it finds room together.
var laidOut = []struct {
	kind string
	at   Point
	size string
}{
	{"wood", Point{90, 150}, " width 10 depth 8 facing 15 natural"},
	{"house", Point{240, 180}, " width 5 depth 5 facing 10"},
	{"wheat", Point{370, 150}, " width 9 depth 7 facing 350"},
	{"hill", Point{520, 170}, " width 10 depth 8 facing 20 natural"},
	{"swamp", Point{650, 150}, " width 5 depth 7 natural"},
}

func featureIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if k.builders() == nil {
		return
	}
	t := k.doc.Scenario.Table
	for _, x := range laidOut {
		p := Point{x.at.X * t.Width / 720, x.at.Y * t.Height / 480}
		if k.camp(s).Edge == "north" {
			p = Point{t.Width - p.X, t.Height - p.Y}
		}
		out = append(out, "feature "+x.kind+" at "+pointText(p)+x.size)
	}
	return out
}

func checkObjective(k *Game, s table.Seat, l table.Line) *table.Refusal {
	p, ok := k.fixed(s, orders.Value(l.Args, "at"))
	if !ok {
		return refuse("no-place", "MB-B1", table.A("unit", "objective"), table.A("place", orders.Value(l.Args, "at")))
	}
	edge := k.doc.Scenario.Generator.Edge
	t := k.doc.Scenario.Table
	if k.builders() == nil || !k.half(k.other(s), p) || min(p.X, p.Y, t.Width-p.X, t.Height-p.Y) < edge {
		return refuse("objective-place", "MB-B24", table.A("at", spotText(p)), table.A("least", inchText(edge)))
	}
	return nil
}

func objectiveIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if k.builders() != nil {
		out = append(out, "objective at "+pointText(k.usualObjective(s)))
	}
	return out
}

// usualObjective returns the middle of the enemy's half, no nearer to an edge than allowed.
func (g *Game) usualObjective(s table.Seat) Point {
	t := g.doc.Scenario.Table
	p := Point{t.Width / 2, t.Height / 2}
	edge := g.doc.Scenario.Generator.Edge
	switch g.camp(g.other(s)).Edge {
	case "south":
		p.Y = max(t.Height/4, edge)
	case "north":
		p.Y = min(t.Height*3/4, t.Height-edge)
	case "west":
		p.X = max(t.Width/4, edge)
	default:
		p.X = min(t.Width*3/4, t.Width-edge)
	}
	return p
}

// terrainStep builds the table (MB-S2): features of both sides, then the objectives.
func (g *Game) terrainStep(t *table.Table) table.Then {
	if g.builders() == nil {
		return table.Next
	}
	var chosen []chosenObjective
	for _, s := range g.seats() {
		for l := range t.Orders(s, "terrain") {
			switch l.Verb {
			case "feature":
				f, h, r := g.readFeature(s, l)
				if r == nil {
					g.christen(&f, orders.Value(l.Args, "kind"))
					g.Features = append(g.Features, f)
					g.survey()
					t.Report("MB-1a", "feature", table.A("side", s), table.A("place", f.ID), table.A("terrain", "terrain."+f.Kind), table.A("at", spotText(h.Centre)))
				}
			case "objective":
				p, _ := g.fixed(s, orders.Value(l.Args, "at"))
				chosen = append(slices.DeleteFunc(chosen, func(w chosenObjective) bool { return w.seat == s }), chosenObjective{s, p})
			}
		}
	}
	c := g.doc.Scenario.Table
	g.Objectives = append(g.Objectives, Objective{ID: "O1", At: []int{c.Width / 2, c.Height / 2}, Name: g.doc.Laid.Centre})
	for _, s := range g.seats() {
		p := g.usualObjective(s)
		for _, w := range chosen {
			if w.seat == s {
				p = w.at
			}
		}
		id := "O" + strconv.Itoa(len(g.Objectives)+1)
		g.Objectives = append(g.Objectives, Objective{ID: id, At: []int{p.X, p.Y}, Name: g.doc.Laid.Objective.Followed(" " + id)})
		t.Report("MB-B24", "objective", table.A("side", s), table.A("place", id), table.A("at", spotText(p)))
	}
	return table.Next
}

// chosenObjective is an objective that a side has chosen.
type chosenObjective struct {
	seat table.Seat
	at   Point
}
