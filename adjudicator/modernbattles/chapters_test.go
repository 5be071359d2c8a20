package modernbattles

import (
	"slices"
	"testing"
)

// TestProfiles: MB-0a, MB-2b, MB-2c, MB-3a, MB-3d, MB-R61: printed speeds, and that those who move five inches wear no helmets.
func TestProfiles(t *testing.T) {
	g := placed(t, "mill-crossroads")
	for _, u := range g.doc.Units {
		p, ok := g.doc.Profile(u.Profile)
		if !ok || u.Kind == "battery" {
			continue
		}
		move := p.Move
		if u.M > 0 {
			move = u.M
		}
		if helmets := slices.Contains(u.Kit, "helmets"); helmets != (move == 4) && u.ID != "su_maxim_team" {
			t.Errorf("%s moves %d inches, helmets %v", u.ID, move, helmets)
		}
	}
	for id, want := range map[string]int{"m4_sherman": 8, "tiger_i": 6, "bt7": 10, "truck": 6} {
		if v, _ := g.doc.Vehicle(id); v.Move != want {
			t.Errorf("%s moves %d, printed %d", id, v.Move, want)
		}
	}
}

// bench is an empty table with a few units on it.
func bench(t *testing.T, features []Feature, units ...Unit) *Game {
	t.Helper()
	g := placed(t, "mill-crossroads")
	g.Features, g.Units, g.Objectives = features, nil, nil
	g.survey()
	for _, u := range units {
		n := g.raise(u.ID, u.Side, u.Type)
		n.State, n.Tank.Hatches = u.State, "open"
		formation := ""
		if !n.single() {
			formation = "open"
		}
		if !g.settle(n, u.At, u.Facing, formation, true) {
			t.Fatalf("%s cannot stand at %v", u.ID, u.At)
		}
		g.Units = append(g.Units, *n)
	}
	return g
}

func line(a, b Point) [][]int { return [][]int{{a.X, a.Y}, {b.X, b.Y}} }

// TestThroughFriends: MB-5a, MB-6a, MB-B5.4: no line through a friend, unless the firer stands a level higher.
func TestThroughFriends(t *testing.T) {
	units := []Unit{{ID: "A", Side: "us", Type: "us_m4_sherman", At: Point{200, 100}}, {ID: "B", Side: "us", Type: "us_m4_sherman", At: Point{200, 200}}, {ID: "C", Side: "german", Type: "ge_tiger_i", At: Point{200, 300}, Facing: 180}}
	g := bench(t, nil, units...)
	if l := g.line(g.unit("A"), 0, g.unit("C"), 0); l.Clear || l.By != "B" {
		t.Errorf("a line through a friend: %+v", l)
	}
	hill := []Feature{{ID: "HILL", Kind: "hill", Level: 1, Polygon: [][]int{{150, 50}, {250, 50}, {250, 150}, {150, 150}}}}
	g = bench(t, hill, units...)
	if l := g.line(g.unit("A"), 0, g.unit("C"), 0); !l.Clear {
		t.Errorf("from the hill: %+v", l)
	}
	if l := g.line(g.unit("C"), 0, g.unit("A"), 0); l.Clear {
		t.Error("up the hill the tank between blocks")
	}
}

// TestLines: MB-B5.1, B5.2, B5.3, B5.5: buildings, two inches of wood, higher ground, two smokes.
func TestLines(t *testing.T) {
	units := []Unit{{ID: "A", Side: "us", Type: "us_m4_sherman", At: Point{200, 100}}, {ID: "C", Side: "german", Type: "ge_tiger_i", At: Point{200, 300}, Facing: 180}}
	box := func(kind string, y0, y1, x0 int) []Feature {
		return []Feature{{ID: "F", Kind: kind, Level: 1, Polygon: [][]int{{x0, y0}, {260, y0}, {260, y1}, {x0, y1}}}}
	}
	for _, c := range []struct {
		name     string
		features []Feature
		clear    bool
	}{
		{"a house", box("building", 180, 220, 150), false},
		{"the outline of a house", box("building", 180, 220, 200), true},
		{"two inches of wood", box("dense", 180, 200, 150), true},
		{"more than two inches of wood", box("dense", 180, 201, 150), false},
		{"wheat", box("scattered", 120, 280, 150), true},
		{"a hill between", box("hill", 180, 220, 150), false},
	} {
		g := bench(t, c.features, units...)
		if l := g.line(g.unit("A"), 0, g.unit("C"), 0); l.Clear != c.clear {
			t.Errorf("%s: %+v", c.name, l)
		}
	}
	low := box("dense", 120, 280, 150)
	low[0].Low = true
	g := bench(t, low, units...)
	if !g.sees(g.unit("A"), g.unit("C")) {
		t.Error("a bog blocks")
	}
	g = bench(t, nil, units...)
	g.Smokes = []Smoke{{At: Point{200, 180}}}
	if l := g.line(g.unit("A"), 0, g.unit("C"), 0); !l.Clear || l.Smoke != 1 {
		t.Errorf("one smoke: %+v", l)
	}
	if c := g.coverAgainst(g.unit("C"), g.unit("A")); c.Level != 1 || c.Rule != "MB-6.2e" {
		t.Errorf("cover of one smoke: %+v", c)
	}
	g.Smokes = append(g.Smokes, Smoke{At: Point{200, 240}})
	if g.sees(g.unit("A"), g.unit("C")) {
		t.Error("two smokes do not block")
	}
}

// TestVehicleCover: MB-6.2b, MB-6.2c, MB-20a to MB-20d, MB-B5b: banks, ditches and slopes hide a tank, walls, fences and
// corners do not, and one that is too tall is never hidden.
func TestVehicleCover(t *testing.T) {
	units := []Unit{{ID: "A", Side: "us", Type: "us_m4_sherman", At: Point{200, 100}}, {ID: "C", Side: "german", Type: "ge_tiger_i", At: Point{200, 300}, Facing: 180}}
	for _, c := range []struct {
		name    string
		feature Feature
		want    int
	}{
		{"bank", Feature{ID: "F", Kind: "bank", Line: line(Point{150, 270}, Point{250, 270})}, 1},
		{"ditch", Feature{ID: "F", Kind: "ditch", Line: line(Point{150, 270}, Point{250, 270})}, 1},
		{"a bank far off", Feature{ID: "F", Kind: "bank", Line: line(Point{150, 240}, Point{250, 240})}, 0},
		{"wall", Feature{ID: "F", Kind: "wall", Line: line(Point{150, 270}, Point{250, 270})}, 0},
		{"fence", Feature{ID: "F", Kind: "fence", Line: line(Point{150, 270}, Point{250, 270})}, 0},
		{"the slope of a hill", Feature{ID: "F", Kind: "hill", Level: 1, Polygon: [][]int{{100, 270}, {300, 270}, {300, 400}, {100, 400}}}, 1},
		{"a corner", Feature{ID: "F", Kind: "building", Polygon: [][]int{{201, 200}, {300, 200}, {300, 270}, {201, 270}}}, 0},
	} {
		g := bench(t, []Feature{c.feature}, units...)
		if got := g.coverAgainst(g.unit("C"), g.unit("A")); got.Level != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	g := bench(t, []Feature{{ID: "F", Kind: "bank", Line: line(Point{150, 270}, Point{250, 270})}}, units...)
	for i := range g.doc.Vehicles {
		if g.doc.Vehicles[i].ID == "tiger_i" {
			g.doc.Vehicles[i].Flags = append(g.doc.Vehicles[i].Flags, "tall")
		}
	}
	if got := g.coverAgainst(g.unit("C"), g.unit("A")); got.Level != 0 {
		t.Errorf("a tall vehicle: %+v", got)
	}
	g = bench(t, nil, units...)
	g.unit("C").Tank.Prepared = true
	if got := g.coverAgainst(g.unit("C"), g.unit("A")); got.Level != 1 || got.Rule != "MB-6.2b" {
		t.Errorf("prepared: %+v", got)
	}
	if !g.large(g.unit("C")) || g.large(&Unit{}) { // MB-16a
		t.Error("great size")
	}
}

// TestAllRound: MB-5c: the Flak 88, the 2-pounder and the Vickers fire all round, other pieces do not.
func TestAllRound(t *testing.T) {
	g := placed(t, "mill-crossroads")
	u := g.unit("G-PAK")
	for weapon, half := range map[string]int{"flak_88": 180, "gun_2pdr": 180, "vickers": 180, "gun_75_l48": 45, "mmg": 45, "mortar_light": 180, "mortar_heavy": 45} {
		u.Figures[0].Weapon = weapon
		if _, got := g.arc(u); got != half {
			t.Errorf("%s: %d to a side", weapon, got)
		}
	}
}
