package modernbattles

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// TestSaves: MB-21, MB-21a, MB-21b, MB-21c, MB-R23 and the examples MB-E-12, MB-E-13 and MB-E-14: the printed table of saves, 1 for an
// automatic save and never for none, and that it follows from strength less armour.
func TestSaves(t *testing.T) {
	g := placed(t, "mill-crossroads")
	for strength, row := range map[int][]int{
		1:  {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		8:  {never, never, 6, 5, 4, 3, 2, 1, 1, 1},
		12: {never, never, never, never, never, never, 6, 5, 4, 3},
	} {
		for i, want := range row {
			if got := g.saveScore(strength, i+1); got != want {
				t.Errorf("strength %d against armour %d: saved on %d, printed %d", strength, i+1, got, want)
			}
		}
	}
	for strength := 1; strength <= 12; strength++ {
		for armour := 1; armour <= 10; armour++ {
			want := strength - armour + 1
			switch {
			case strength <= armour:
				want = 1
			case strength-armour >= 6:
				want = never
			}
			if got := g.saveScore(strength, armour); got != want {
				t.Errorf("strength %d, armour %d: %d, not %d", strength, armour, got, want)
			}
		}
	}
}

// TestFiguresComeByWays: MB-B3c, MB-B7a, MB-B7g: wherever a squad is sent on a table with water, a house and a wreck, each man who
// went has a way that nothing bars: straight, in the leader's track or beside it; and he stands in coherency on legal ground.
func TestFiguresComeByWays(t *testing.T) {
	box := func(id, kind string, x0, y0, x1, y1 int) Feature {
		return Feature{ID: id, Kind: kind, Polygon: [][]int{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
	}
	features := []Feature{box("RIVER", "water", 300, 100, 310, 300), box("HOUSE", "building", 340, 180, 380, 230)}
	r, moved := lcg(7), 0
	for range 150 {
		g := bench(t, features, Unit{ID: "W", Side: "us", Type: "us_m4_sherman", At: Point{330, 260}, Facing: 90}, Unit{ID: "A", Side: "us", Type: "us_rifle_squad", At: Point{220 + 110*r.n(2) + r.n(30), 130}, Facing: 0})
		g.unit("W").Tank.Wreck = true
		u := g.unit("A")
		old, start := spotsOf(u), u.At
		m := march{gait: "double", formation: "open", facing: -1, path: []Point{{210 + r.n(180), 140 + r.n(140)}}}
		tr := g.follow(u, &m, 80, false)
		if len(tr.path) == 0 {
			continue
		}
		g.arrive(nil, u, &m, tr, tr.path[len(tr.path)-1], start, old, 80)
		moved++
		c := g.crowd(u, false)
		free := func(way ...Point) bool {
			for k := 1; k < len(way); k++ {
				if way[k-1] != way[k] && g.bars(u, &m, &trip{}, way[k-1], way[k], &c) != nil {
					return false
				}
			}
			return true
		}
		for _, i := range u.living() {
			at, was := u.Figures[i].At, old[i]
			near := false
			for _, j := range u.living() {
				near = near || i != j && span(at, u.Figures[j].At)-10 <= coherency
			}
			switch {
			case g.barred(u, at):
				t.Fatalf("figure %d stands at %v", i, at)
			case !near:
				t.Fatalf("figure %d at %v is out of coherency", i, at)
			case span(at, was) > 80:
				t.Fatalf("figure %d went from %v to %v", i, was, at)
			case !free(was, at) && !free(was, start, u.At, at) && !free(was, Point{was.X + u.At.X - start.X, was.Y + u.At.Y - start.Y}, at):
				t.Fatalf("figure %d has no way from %v to %v: the leader went from %v to %v", i, was, at, start, u.At)
			}
		}
	}
	if moved < 100 {
		t.Errorf("only %d moves", moved)
	}
}

// TestGroupsForm: MB-19a, MB-B18f: where groups of vehicles are played, those set up within 6 inches of one another are one group.
func TestGroupsForm(t *testing.T) {
	for _, c := range []struct {
		value string
		want  string
	}{{"yes", "US-T1"}, {"no", ""}} {
		g, scene := open(t, "mill-crossroads", events.Option{Name: "MB-19", Value: c.value})
		seats := scene.Seats()
		res := g.Play(silent{table.NewSelfPlay(1, "", seats)}, 0, nil)
		told := slices.ContainsFunc(res.Facts, func(f table.Fact) bool { return f.Kind == "vehicle-group" })
		if told != (c.want != "") {
			t.Errorf("groups %s: told %v", c.value, told)
		}
	}
}
