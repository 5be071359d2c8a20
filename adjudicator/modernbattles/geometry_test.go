package modernbattles

import (
	"math"
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
)

// lcg is a source of test numbers.
type lcg uint64

func (l *lcg) n(most int) int {
	*l = *l*6364136223846793005 + 1442695040888963407
	return int(uint64(*l)>>33) % most
}

func (l *lcg) point() Point { return Point{l.n(721), l.n(481)} }

// TestMeasures: MB-0b, MB-B1, MB-B4: bearings, points ahead and distances are the nearest whole numbers.
func TestMeasures(t *testing.T) {
	r := lcg(1)
	for range 20000 {
		a, b := r.point(), r.point()
		if a == b {
			continue
		}
		dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
		if want := math.Hypot(dx, dy); math.Abs(float64(span(a, b))-want) > 0.5 {
			t.Fatalf("span %v %v = %d, %f", a, b, span(a, b), want)
		}
		deg := math.Mod(math.Atan2(dx, dy)*180/math.Pi+360, 360)
		if d := math.Abs(float64(bearing(a, b)) - deg); math.Min(d, 360-d) > 0.5000001 {
			t.Fatalf("bearing %v %v = %d, %f", a, b, bearing(a, b), deg)
		}
		if turned(bearing(a, b), bearing(b, a)) != 180 {
			t.Fatalf("bearings there and back %d %d", bearing(a, b), bearing(b, a))
		}
		p := ahead(a, bearing(a, b), span(a, b))
		if math.Abs(float64(p.X-b.X)) > 8 || math.Abs(float64(p.Y-b.Y)) > 8 {
			t.Fatalf("ahead %v to %v gives %v", a, b, p)
		}
	}
	for n := range uint64(3000) {
		if s := isqrt(n * n); s != n || n > 0 && isqrt(n*n-1) != n-1 {
			t.Fatalf("root of %d", n*n)
		}
	}
}

// TestTriangle: no way round is shorter than the straight one, but for the rounding of each leg (MB-B7a).
func TestTriangle(t *testing.T) {
	r := lcg(2)
	for range 20000 {
		a, b, c := r.point(), r.point(), r.point()
		if span(a, c) > span(a, b)+span(b, c)+1 {
			t.Fatalf("%v %v %v: %d > %d + %d", a, b, c, span(a, c), span(a, b), span(b, c))
		}
	}
}

// TestShapes: distances are symmetric, 0 exactly where shapes touch, and never more than from centre to centre (MB-B4).
func TestShapes(t *testing.T) {
	r := lcg(3)
	shape := func() Shape {
		p := r.point()
		if r.n(2) == 0 {
			return Shape{Centre: p, Radius: 5 + r.n(15)}
		}
		return hull(p, r.n(360), 32, 15)
	}
	for range 20000 {
		a, b := shape(), shape()
		if apart(a, b) != apart(b, a) || overlap(a, b) != overlap(b, a) {
			t.Fatalf("%v %v are not symmetric", a, b)
		}
		if overlap(a, b) && apart(a, b) > 0 {
			t.Fatalf("%v and %v overlap at a distance of %d", a, b, apart(a, b))
		}
		if apart(a, b) > span(a.Centre, b.Centre) {
			t.Fatalf("%v %v are %d apart, their centres %d", a, b, apart(a, b), span(a.Centre, b.Centre))
		}
	}
}

// TestSightIsMutual: of two units on one level each sees the other or neither does (MB-B5); nothing depends on the order in
// which units stand in the list.
func TestSightIsMutual(t *testing.T) {
	r := lcg(4)
	g := placed(t, "mill-crossroads")
	ground := len(g.Features)
	for round := range 60 {
		for i := range g.Units {
			u := &g.Units[i]
			if u.battery() {
				continue
			}
			formation := "open"
			if u.single() {
				formation = ""
			}
			for range 50 {
				if g.settle(u, r.point(), r.n(360), formation, true) {
					break
				}
			}
		}
		if round%3 == 0 {
			g.Smokes = append(g.Smokes[:0], Smoke{At: r.point()}, Smoke{At: r.point()})
		}
		if round%2 == 1 { // hollow woods and houses
			g.Features = slices.Clip(g.Features[:ground])
			for i, kind := range []string{"dense", "building", "hill", "dense", "building"} {
				f := Feature{ID: "X" + string(rune('1'+i)), Kind: kind, Level: i % 2}
				for _, p := range r.outline() {
					f.Polygon = append(f.Polygon, []int{p.X, p.Y})
				}
				g.Features = append(g.Features, f)
			}
			g.survey()
		}
		other := g.Clone()
		other.survey()
		slices.Reverse(other.Units)
		for i := range g.Units {
			for j := range g.Units {
				a, b := &g.Units[i], &g.Units[j]
				if i == j || a.battery() || b.battery() {
					continue
				}
				flat := func(u *Unit) bool {
					return !slices.ContainsFunc(u.members(), func(k int) bool { return g.level(u, k) > 0 })
				}
				if flat(a) && flat(b) && g.sees(a, b) != g.sees(b, a) {
					t.Fatalf("%s sees %s: %v, back %v", a.ID, b.ID, g.sees(a, b), g.sees(b, a))
				}
				x, y := other.unit(a.ID), other.unit(b.ID)
				if g.sees(a, b) != other.sees(x, y) || g.between(a, b) != other.between(x, y) || g.coverAgainst(a, b) != other.coverAgainst(x, y) {
					t.Fatalf("%s and %s: the order of units counts", a.ID, b.ID)
				}
			}
		}
	}
}

// TestMovesStayWithin: no move goes farther than its allowance, and none gains by way-points (MB-B7a, MB-2d).
func TestMovesStayWithin(t *testing.T) {
	r := lcg(5)
	g := placed(t, "mill-crossroads")
	for range 600 {
		u := g.unit([]string{"US-1", "US-2", "US-T1", "US-HQ", "US-MG"}[r.n(5)])
		m := march{gait: "normal", formation: u.Formation, facing: -1, path: []Point{r.point(), r.point()}}
		most, refusal := g.allowance(u, m.gait)
		if refusal != nil {
			t.Fatal(refusal)
		}
		tr := g.follow(u, &m, most, false)
		if tr.spent > most {
			t.Fatalf("%s spends %d of %d", u.ID, tr.spent, most)
		}
		at, sum := u.At, 0
		for _, p := range tr.path {
			sum += span(at, p)
			at = p
		}
		if sum > most+len(tr.path) || span(u.At, at) > most+1 {
			t.Fatalf("%s goes %d tenths over %v, allowed %d", u.ID, sum, tr.path, most)
		}
		if tr.whole == (tr.why != nil) {
			t.Fatalf("whole %v but %v", tr.whole, tr.why)
		}
	}
}

// TestFormations: MB-B3: slots, coherency, grouping (MB-B3a) and arcs (MB-B3e).
func TestFormations(t *testing.T) {
	g := placed(t, "mill-crossroads")
	u := g.unit("US-1")
	for _, c := range []struct {
		formation string
		grouped   bool
		half      int
		far       int // of the last man from the leader, tenths
	}{{"open", false, 180, 60}, {"grouped", true, 45, 30}, {"column", true, 45, 50}} {
		if !g.settle(u, Point{200, 60}, 0, c.formation, true) {
			t.Fatalf("%s cannot stand", c.formation)
		}
		if g.grouped(u) != c.grouped {
			t.Errorf("%s: grouped %v", c.formation, g.grouped(u))
		}
		if _, half := g.arc(u); half != c.half {
			t.Errorf("%s: arc of %d to a side", c.formation, half)
		}
		if u.Figures[u.leads()].At != u.At {
			t.Errorf("%s: the leader stands at %v, the anchor is %v", c.formation, u.Figures[0].At, u.At)
		}
		for i := range u.Figures {
			if d := span(u.At, u.Figures[i].At); d > c.far {
				t.Errorf("%s: figure %d is %d tenths away", c.formation, i+1, d)
			}
		}
	}
	u.Figures[0].Out = true
	if i := u.leads(); u.Figures[i].N != 2 { // MB-B3b
		t.Errorf("figure %d holds the anchor", u.Figures[i].N)
	}
}

// TestGenerated: MB-S2: a table, two armies and a deployment come about without a single order.
func TestGenerated(t *testing.T) {
	g, scene := open(t, "meeting-engagement")
	seats := scene.Seats()
	res := g.Play(silent{table.NewSelfPlay(7, "", seats)}, 0, nil)
	if res.Halt != nil || res.Ending == nil {
		t.Fatalf("no end: %v", res.Halt)
	}
}
