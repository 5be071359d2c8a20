package landships

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/scenarios"
)

// position is a scenario with a setting, as a try file would have it.
func placed(t interface {
	Helper()
	Fatal(...any)
}, scenario, setting string) *Game {
	t.Helper()
	doc, err := shipped(scenario)
	if err != nil {
		t.Fatal(err)
	}
	d := new(Document)
	if err := json.Unmarshal(doc, d); err != nil {
		t.Fatal(err)
	}
	Rules.Survey(d)
	g, err := set(setUp(d, nil), []byte(setting))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// shipped resolves each scenario once: many positions are made of few.
var shipped = func() func(name string) ([]byte, error) {
	var mu sync.Mutex
	kept := map[string][]byte{}
	return func(name string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		if doc, ok := kept[name]; ok {
			return doc, nil
		}
		r, err := scenarios.Load("landships", name, new(Document))
		if err == nil {
			kept[name] = r.Document
			return r.Document, nil
		}
		return nil, err
	}
}()

// The checks of M-17.
func TestWhatALineMeets(t *testing.T) {
	g := placed(t, "bench", `{}`)
	for _, c := range []struct{ from, to, crossed, grazed string }{
		{"0505", "0905", "0705", "0604 0605 0804 0805"},
		{"0505", "0510", "0506 0507 0508 0509", ""},
		{"0505", "0605", "", ""},
		{"0101", "0301", "", "0201"}, // the side of a hex at the edge of the map
	} {
		p := g.path(c.from, c.to)
		slices.Sort(p.grazed)
		if strings.Join(p.crossed, " ") != c.crossed || strings.Join(p.grazed, " ") != c.grazed {
			t.Errorf("%s to %s crosses %v and runs beside %v", c.from, c.to, p.crossed, p.grazed)
		}
	}
}

// byFormula finds the hexes that a line crosses and grazes by the formula of M-17, with coordinates of its own.
func byFormula(g *Game, from, to string) (crossed, grazed []string) {
	type v struct{ a, b int }
	at := func(hex string) v { q, r := axis(hex); return v{3 * q, 3 * r} }
	sub := func(x, y v) v { return v{x.a - y.a, x.b - y.b} }
	cross := func(x, y v) int { return x.a*y.b - x.b*y.a }
	form := func(x, y v) int { return 2*x.a*y.a + 2*x.b*y.b + x.a*y.b + x.b*y.a }
	d := []v{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}
	a, b := at(from), at(to)
	ab := sub(b, a)
	for _, hex := range g.net.Places() {
		c := sub(at(hex), a)
		if along := form(c, ab); hex == from || hex == to || along <= 0 || along >= form(ab, ab) {
			continue
		}
		left, right, zero := 0, 0, 0
		for i := range d {
			n := d[(i+1)%6]
			switch s := cross(ab, v{c.a + d[i].a + n.a, c.b + d[i].b + n.b}); {
			case s > 0:
				left++
			case s < 0:
				right++
			default:
				zero++
			}
		}
		if left > 0 && right > 0 {
			crossed = append(crossed, hex)
		} else if zero == 2 {
			grazed = append(grazed, hex)
		}
	}
	return crossed, grazed
}

func TestLinesAgreeWithTheFormula(t *testing.T) {
	g := placed(t, "bench", `{}`)
	rapid.Check(t, func(t *rapid.T) {
		hex := rapid.SampledFrom(g.net.Places())
		from, to := hex.Draw(t, "from"), hex.Draw(t, "to")
		p := g.path(from, to)
		crossed, grazed := byFormula(g, from, to)
		slices.Sort(p.crossed)
		slices.Sort(p.grazed)
		slices.Sort(crossed)
		slices.Sort(grazed)
		if !slices.Equal(p.crossed, crossed) || !slices.Equal(p.grazed, grazed) {
			t.Fatalf("%s to %s: crosses %v, beside %v; the formula says %v and %v", from, to, p.crossed, p.grazed, crossed, grazed)
		}
	})
}

// M-12: hexes per ring, the rotation, and that six sectors cover everything.
func TestArcs(t *testing.T) {
	g := placed(t, "bench", `{}`)
	for ring, want := range map[int]int{1: 1, 2: 3, 3: 3, 4: 5, 5: 5} {
		n := 0
		for _, hex := range g.net.Places() {
			if g.distance("0707", hex) == ring && g.inArc("0707", 1, []int{0}, hex) {
				n++
			}
		}
		if n != want {
			t.Errorf("ring %d of a forward arc has %d hexes, not %d", ring, n, want)
		}
	}
	for _, c := range []struct {
		facing int
		to     string
		in     bool
	}{{1, "0703", true}, {1, "0605", true}, {1, "0604", true}, {1, "0505", false}, {1, "0711", false}, {4, "0711", true}, {4, "0703", false}, {2, "0806", true}, {2, "0905", true}, {2, "0907", true}, {3, "0907", true}, {3, "0908", true}, {6, "0606", true}, {5, "0607", true}, {1, "0707", true}} {
		if got := g.inArc("0707", c.facing, []int{0}, c.to); got != c.in {
			t.Errorf("facing %d: %s in arc is %v", c.facing, c.to, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		hex := rapid.SampledFrom(g.net.Places())
		from, to, facing, sector := hex.Draw(t, "from"), hex.Draw(t, "to"), rapid.IntRange(1, 6).Draw(t, "facing"), rapid.IntRange(0, 5).Draw(t, "sector")
		if !g.inArc(from, facing, []int{0, 1, 2, 3, 4, 5}, to) {
			t.Fatalf("%s sees %s in no sector", from, to)
		}
		if g.inArc(from, facing, []int{sector}, to) != g.inArc(from, turned(facing, sector), []int{0}, to) {
			t.Fatal("a sector is the front of whoever faces there")
		}
	})
}

// The box of page R-10 as M-23 rebuilds it: ranges, lines and arcs (EX-24 to EX-29).
const boxR10 = `{"turn": 1, "remove": ["allied", "central"], "units": [
	{"unit": "T1", "side": "allied", "type": "mk_iv_male", "at": "0604", "facing": "SE"},
	{"unit": "T2", "side": "allied", "type": "mk_iv_male", "at": "0306", "facing": "NE"},
	{"unit": "MG3", "side": "allied", "class": "MG", "values": [2, 9, 5], "at": "0105"},
	{"unit": "MG4", "side": "allied", "class": "MG", "values": [2, 9, 5], "at": "0101"},
	{"unit": "MG5", "side": "allied", "class": "MG", "values": [2, 9, 5], "at": "0202"},
	{"unit": "A", "side": "central", "class": "INF", "values": [4, 6, 4], "at": "0705"},
	{"unit": "B", "side": "central", "class": "INF", "values": [5, 6, 4], "at": "0601"},
	{"unit": "C", "side": "central", "class": "INF", "values": [4, 6, 4], "at": "0506"}]}`

func TestBoxR10(t *testing.T) {
	g := placed(t, "bench", boxR10)
	if g.distance("0604", "0705") != 1 || g.distance("0306", "0705") != 4 {
		t.Error("ranges of EX-29")
	}
	for _, c := range []struct {
		by, at, what string
	}{
		{"A", "0105", ""}, {"B", "0105", ""}, // EX-24: A and B fire at MG 3
		{"C", "0105", "tank"},      // EX-24: tank 2 stands between C and MG 3
		{"MG3", "0506", "tank"},    // in both directions
		{"MG4", "0506", "friends"}, // EX-28: MG 5 stands between
		{"MG3", "0705", ""}, {"MG4", "0601", ""}, {"MG5", "0601", ""},
	} {
		u := g.unit(c.by)
		got := ""
		if o := g.line(u.Side, u.Hex, c.at); o != nil {
			got = o.What
		}
		if got != c.what {
			t.Errorf("%s at %s: %q, not %q", c.by, c.at, got, c.what)
		}
	}
	g.unit("MG5").Pinned = true // EX-28
	if o := g.line("allied", "0101", "0506"); o != nil {
		t.Error("a pinned friend blocks", *o)
	}
	for _, c := range []struct{ tank, mount, at string }{
		{"T1", "left-gun", "0705"}, {"T2", "left-gun", "0705"}, // EX-25
		{"T1", "left-mg", "0601"}, {"T2", "front-mg", "0601"}, // EX-26
		{"T2", "right-gun", "0506"}, {"T2", "right-mg", "0506"}, // EX-27
	} {
		u := g.unit(c.tank)
		i := slices.IndexFunc(g.vehicle(u).Mounts, func(m Mount) bool { return m.ID == c.mount })
		if i < 0 {
			t.Errorf("%s has no %s", c.tank, c.mount)
		} else if m := g.vehicle(u).Mounts[i]; !g.inArc(u.Hex, u.Facing, m.Sectors, c.at) {
			t.Errorf("%s of %s does not bear on %s", c.mount, c.tank, c.at)
		}
	}
}

// Lines from 0707 north to 0703, with what stands on them, by rule.
func TestLinesOfSight(t *testing.T) {
	const allied = `{"unit": "%s", "at": "%s"}`
	unit := func(id, at string, more ...string) string {
		return fmt.Sprintf(allied[:len(allied)-1], id, at) + strings.Join(more, "") + "}"
	}
	for _, c := range []struct{ name, setting, from, to, what, rule string }{
		{"clear ground", `{}`, "0707", "0703", "", ""},
		{"an unpinned friend", `{"units": [` + unit("B-1", "0705") + `]}`, "0707", "0703", "friends", "LS-8.23b"},
		{"friends in a trench in front", `{"trenches": [{"side": "allied", "hexes": ["0706"]}], "units": [` + unit("B-1", "0706") + `]}`, "0707", "0703", "friends", "LS-8.23b"},
		{"mounted friends", `{"units": [` + unit("C-1", "0705") + `]}`, "0707", "0703", "friends", "LS-8.23b"},
		{"a pinned friend", `{"units": [` + unit("B-1", "0705", `, "pinned": true`) + `]}`, "0707", "0703", "", ""},
		{"an enemy platoon", `{"units": [` + unit("G-1", "0705") + `]}`, "0707", "0703", "", ""},
		{"a friendly crew", `{"units": [` + unit("B-CR0", "0705") + `]}`, "0707", "0703", "", ""},
		{"a tank of one's own", `{"units": [` + unit("T-M1", "0705") + `]}`, "0707", "0703", "tank", "LS-8.23c"},
		{"an enemy tank, broken down", `{"units": [` + unit("A7V-1", "0705", `, "breakdown": "permanent"`) + `]}`, "0707", "0703", "tank", "LS-8.23c"},
		{"an armoured car, a truck, a gun", `{"units": [` + unit("AC-1", "0706") + `,` + unit("TR-1", "0705") + `,` + unit("B-AT1", "0704") + `]}`, "0707", "0703", "", ""},
		{"smoke between", `{"smoke": [{"hex": "0605", "owner": "allied"}]}`, "0707", "0703", "smoke", "LS-8.23d"},
		{"smoke on the firer", `{"smoke": [{"hex": "0707", "owner": "central"}]}`, "0707", "0703", "smoke", "LS-8.23d"},
		{"smoke on the target", `{"smoke": [{"hex": "0702", "owner": "central"}]}`, "0707", "0703", "smoke", "LS-8.23d"},
		{"within one smoke hex", `{"smoke": [{"hex": "0707", "owner": "central"}]}`, "0707", "0707", "", ""},
		{"smoke beside", `{"smoke": [{"hex": "0505", "owner": "central"}]}`, "0707", "0703", "", ""},
		{"woods between", `{"terrain": [{"hex": "0705", "code": "w"}]}`, "0707", "0703", "terrain", "LS-8.23e"},
		{"a town between", `{"terrain": [{"hex": "0705", "code": "t"}]}`, "0707", "0703", "terrain", "LS-8.23e"},
		{"a hill between", `{"terrain": [{"hex": "0705", "code": "h"}]}`, "0707", "0703", "terrain", "LS-8.23e"},
		{"a strongpoint between", `{"strongpoints": ["0705"]}`, "0707", "0703", "terrain", "LS-8.23e"},
		{"wire and trench between", `{"wire": ["0705"], "trenches": [{"side": "central", "hexes": ["0704"]}]}`, "0707", "0703", "", ""},
		{"woods of the target and of the firer", `{"terrain": [{"hex": "0703", "code": "w"}, {"hex": "0707", "code": "w"}]}`, "0707", "0703", "", ""},
		{"swamp and river", `{"terrain": [{"hex": "0705", "code": "s"}, {"hex": "0704", "code": "r"}]}`, "0707", "0703", "", ""},
		{"a barrage that fell", `{"impacts": [{"hex": "0705", "owner": "central"}]}`, "0707", "0703", "barrage", "LS-8.23m"},
		{"a hex marked by an aircraft", `{"impacts": [{"hex": "0705", "owner": "central", "plane": "HAL-1"}]}`, "0707", "0703", "", ""},
		{"the barrage of the target's own hex", `{"impacts": [{"hex": "0703", "owner": "allied"}]}`, "0707", "0703", "", ""},
		// LS-8.23j: from 0505 to 0905 the line runs between 0604 and 0605, then between 0804 and 0805.
		{"beside one wood", `{"terrain": [{"hex": "0604", "code": "w"}]}`, "0505", "0905", "", ""},
		{"between two woods", `{"terrain": [{"hex": "0604", "code": "w"}, {"hex": "0605", "code": "w"}]}`, "0505", "0905", "terrain", "LS-8.23j"},
		{"beside two woods", `{"terrain": [{"hex": "0604", "code": "w"}, {"hex": "0805", "code": "w"}]}`, "0505", "0905", "terrain", "LS-8.23j"},
		{"beside one tank", `{"units": [` + unit("T-M1", "0604") + `]}`, "0505", "0905", "", ""},
		{"between two tanks (A-52)", `{"units": [` + unit("T-M1", "0604") + `,` + unit("T-F1", "0605") + `]}`, "0505", "0905", "tank", "LS-8.23j"},
		{"between a wood and a friend (A-52)", `{"terrain": [{"hex": "0605", "code": "w"}], "units": [` + unit("B-1", "0804") + `]}`, "0505", "0905", "terrain", "LS-8.23j"},
		{"inside a wood on the way", `{"terrain": [{"hex": "0705", "code": "w"}]}`, "0505", "0905", "terrain", "LS-8.23e"},
		// LS-8.23f, 8.23g, EX-18, A-22
		{"EX-18: target higher, woods at its height beside it", `{"terrain": [{"hex": "0703", "code": "h"}, {"hex": "0704", "code": "k"}]}`, "0707", "0703", "terrain", "LS-8.23f"},
		{"EX-18: heights exchanged, woods beside the low target", `{"terrain": [{"hex": "0707", "code": "h"}, {"hex": "0704", "code": "w"}]}`, "0707", "0703", "terrain", "LS-8.23f"},
		{"woods below, on the way up", `{"terrain": [{"hex": "0703", "code": "h"}, {"hex": "0705", "code": "w"}]}`, "0707", "0703", "", ""},
		{"woods below, beside a higher target", `{"terrain": [{"hex": "0703", "code": "h"}, {"hex": "0704", "code": "w"}]}`, "0707", "0703", "", ""},
		{"a lower slope before the crest", `{"terrain": [{"hex": "0703", "code": "H"}, {"hex": "0704", "code": "h"}]}`, "0707", "0703", "", ""},
		{"the higher firer's own crest", `{"terrain": [{"hex": "0707", "code": "h"}, {"hex": "0706", "code": "h"}]}`, "0707", "0703", "terrain", "LS-8.23g"},
		{"the lower firer's side of it", `{"terrain": [{"hex": "0707", "code": "h"}, {"hex": "0706", "code": "h"}]}`, "0703", "0707", "terrain", "LS-8.23f"},
		{"the higher firer's lower slope", `{"terrain": [{"hex": "0707", "code": "H"}, {"hex": "0706", "code": "h"}]}`, "0707", "0703", "", ""},
		{"woods beside the lower firer", `{"terrain": [{"hex": "0703", "code": "h"}, {"hex": "0706", "code": "w"}]}`, "0707", "0703", "", ""},
		{"a hill far from both ends, heights different", `{"terrain": [{"hex": "0703", "code": "h"}, {"hex": "0705", "code": "H"}]}`, "0707", "0703", "", ""},
		{"a tank on the slope", `{"terrain": [{"hex": "0703", "code": "h"}], "units": [` + unit("T-M1", "0705") + `]}`, "0707", "0703", "tank", "LS-8.23c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := placed(t, "bench", c.setting)
			what, rule := "", ""
			if o := g.line("allied", c.from, c.to); o != nil {
				what, rule = o.What, o.Rule
			}
			if what != c.what || rule != c.rule {
				t.Errorf("%s to %s: %q by %q, expected %q by %q", c.from, c.to, what, rule, c.what, c.rule)
			}
		})
	}
}

// The spotting chart (M-09, LS-8.21b), and what is seen by its fire (LS-8.22).
func TestSpotting(t *testing.T) {
	for _, c := range []struct {
		name, unit, setting string
		want                int
	}{
		{"foot in clear", "G-1", `{"units": [{"unit": "G-1", "at": "0703"}]}`, 9},
		{"a tank in clear", "A7V-1", `{"units": [{"unit": "A7V-1", "at": "0703"}]}`, 10},
		{"mounted cavalry counts as a vehicle", "GC-1", `{"units": [{"unit": "GC-1", "at": "0703"}]}`, 10},
		{"cavalry on foot does not", "GC-1", `{"units": [{"unit": "GC-1", "at": "0703", "mounted": false}]}`, 9},
		{"a gun in woods", "G-AT1", `{"terrain": [{"hex": "0703", "code": "w"}], "units": [{"unit": "G-AT1", "at": "0703"}]}`, 2},
		{"a truck in a town", "GT-1", `{"terrain": [{"hex": "0703", "code": "t"}], "units": [{"unit": "GT-1", "at": "0703"}]}`, 3},
		{"foot on a hill", "G-1", `{"terrain": [{"hex": "0703", "code": "H"}], "units": [{"unit": "G-1", "at": "0703"}]}`, 6},
		{"foot on a wooded hill: the hill's line (A-20)", "G-1", `{"terrain": [{"hex": "0703", "code": "k"}], "units": [{"unit": "G-1", "at": "0703"}]}`, 6},
		{"foot in a town on a hill: the lower line", "G-1", `{"terrain": [{"hex": "0703", "code": "u"}], "units": [{"unit": "G-1", "at": "0703"}]}`, 2},
		{"foot in a trench", "G-1", `{"trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "G-1", "at": "0703"}]}`, 4},
		{"foot in a strongpoint in a trench", "G-1", `{"strongpoints": ["0703"], "trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "G-1", "at": "0703"}]}`, 3},
		{"a tank in a trench", "A7V-1", `{"trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "A7V-1", "at": "0703"}]}`, 10},
		{"foot in a trench on a hill", "G-1", `{"terrain": [{"hex": "0703", "code": "h"}], "trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "G-1", "at": "0703"}]}`, 4},
		// LS-16.23 with
		{"flat: doubled in clear", "G-1", `{"optional": ["LS-16.23"], "units": [{"unit": "G-1", "at": "0703"}]}`, 18},
		{"flat: not in a trench", "G-1", `{"optional": ["LS-16.23"], "trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "G-1", "at": "0703"}]}`, 4},
		{"height: two levels, EX-43", "G-1", `{"optional": ["LS-16.23"], "terrain": [{"hex": "0714", "code": "H"}], "units": [{"unit": "G-1", "at": "0703"}]}`, 29},
		{"height: the lower one sees as far", "G-1", `{"optional": ["LS-16.23"], "terrain": [{"hex": "0703", "code": "h"}], "units": [{"unit": "G-1", "at": "0703"}]}`, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := placed(t, "bench", c.setting)
			if n := g.spotting(g.unit(c.unit), "0714"); n.Total() != c.want {
				t.Errorf("seen at %s, expected %d", n, c.want)
			}
		})
	}
}

func TestSeen(t *testing.T) {
	for _, c := range []struct{ name, setting, by, target, code string }{
		{"nine hexes", `{"units": [{"unit": "B-1", "at": "0712"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", ""},
		{"ten hexes", `{"units": [{"unit": "B-1", "at": "0713"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", "ls.not-spotted"},
		{"ten hexes, it fired (LS-8.22)", `{"units": [{"unit": "B-1", "at": "0713"}, {"unit": "G-1", "at": "0703", "seen": true}]}`, "B-1", "G-1", ""},
		{"eleven hexes, it fired", `{"units": [{"unit": "B-1", "at": "0714"}, {"unit": "G-1", "at": "0703", "seen": true}]}`, "B-1", "G-1", "ls.not-spotted"},
		{"eleven hexes, it fired, flat ground (LS-16.23a)", `{"optional": ["LS-16.23"], "trenches": [{"side": "central", "hexes": ["0703"]}], "units": [{"unit": "B-1", "at": "0714"}, {"unit": "G-1", "at": "0703", "seen": true}]}`, "B-1", "G-1", ""},
		{"its fire is forgotten (A-71)", `{"turn": 3, "units": [{"unit": "B-1", "at": "0713"}, {"unit": "G-1", "at": "0703", "seen": 4}]}`, "B-1", "G-1", "ls.not-spotted"},
		{"in a wood, three hexes away", `{"terrain": [{"hex": "0703", "code": "w"}], "units": [{"unit": "B-1", "at": "0706"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", "ls.not-spotted"},
		{"in a wood, two hexes away", `{"terrain": [{"hex": "0703", "code": "w"}], "units": [{"unit": "B-1", "at": "0705"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", ""},
		{"in one hex, in smoke (A-86)", `{"smoke": [{"hex": "0703", "owner": "allied"}], "units": [{"unit": "B-1", "at": "0703"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", ""},
		{"in the next hex, in smoke", `{"smoke": [{"hex": "0702", "owner": "allied"}], "units": [{"unit": "B-1", "at": "0704"}, {"unit": "G-1", "at": "0703"}]}`, "B-1", "G-1", "ls.no-line"},
		{"through friends", `{"units": [{"unit": "B-MG1", "at": "0707"}, {"unit": "B-1", "at": "0705"}, {"unit": "G-1", "at": "0703"}]}`, "B-MG1", "G-1", "ls.no-line"},
		{"through friends, LS-8.23l", `{"optional": ["LS-8.23l"], "units": [{"unit": "B-MG1", "at": "0707"}, {"unit": "B-1", "at": "0705"}, {"unit": "G-1", "at": "0703"}]}`, "B-MG1", "G-1", ""},
		{"through friends, LS-8.23l, infantry", `{"optional": ["LS-8.23l"], "units": [{"unit": "B-2", "at": "0707"}, {"unit": "B-1", "at": "0705"}, {"unit": "G-1", "at": "0703"}]}`, "B-2", "G-1", "ls.no-line"},
		{"through friends, LS-8.23l, Germans", `{"optional": ["LS-8.23l"], "units": [{"unit": "G-MG1", "at": "0707"}, {"unit": "G-1", "at": "0705"}, {"unit": "B-1", "at": "0703"}]}`, "G-MG1", "B-1", "ls.no-line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := placed(t, "bench", c.setting)
			code := ""
			if r := g.sees(g.unit(c.by), g.unit(c.target)); r != nil {
				code = r.Code
			}
			if code != c.code {
				t.Errorf("%q, expected %q", code, c.code)
			}
		})
	}
	g := placed(t, "bench", `{"optional": ["LS-8.23l"], "units": [{"unit": "B-MG1", "at": "0707"}, {"unit": "B-1", "at": "0705"}]}`)
	if u := g.unit("B-MG1"); !g.through(u, "0703") || g.through(u, "0710") {
		t.Error("the MG fires through friends northward alone")
	}
}

// EX-43, LS-16.23a-c: observers and direct guns.
func TestFarSight(t *testing.T) {
	for _, c := range []struct {
		name, setting     string
		sees, art, aa, at int
	}{
		{"as written", `{}`, 10, 10, 10, 10},
		{"flat", `{"optional": ["LS-16.23"]}`, 20, 20, 20, 10},
		{"two levels", `{"optional": ["LS-16.23"], "terrain": [{"hex": "0714", "code": "H"}]}`, 30, 30, 30, 10},
	} {
		g := placed(t, "bench", strings.Replace(strings.Replace(c.setting, "{", `{"units": [{"unit": "B-ART1", "at": "0714"}, {"unit": "B-AA1", "at": "0714"}, {"unit": "B-AT1", "at": "0714"}], `, 1), `, }`, `}`, 1))
		if n := g.observation("0714", "0701").Total(); n != c.sees {
			t.Errorf("%s: observed at %d", c.name, n)
		}
		for id, want := range map[string]int{"B-ART1": c.art, "B-AA1": c.aa, "B-AT1": c.at} {
			if n := g.gunRange(g.unit(id), "0701"); n.Total() != want {
				t.Errorf("%s: range of %s is %s", c.name, id, n)
			}
		}
	}
}

// Laws of lines: where no friends stand and the heights are equal they run both ways; a higher firer who has a line is
// seen by whom he sees; within a hex and to the next one only smoke blocks.
func TestLawsOfSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGround(t)
		hex := rapid.SampledFrom(g.net.Places())
		from, to := hex.Draw(t, "from"), hex.Draw(t, "to")
		there, back := g.line("allied", from, to), g.line("allied", to, from)
		switch {
		case g.level(from) == g.level(to) && (there == nil) != (back == nil):
			t.Fatalf("%s to %s: %v, and back %v", from, to, there, back)
		case g.level(from) > g.level(to) && there == nil && back != nil:
			t.Fatalf("%s looks down on %s and is not seen: %v", from, to, *back)
		case g.distance(from, to) <= 1 && there != nil && there.What != "smoke":
			t.Fatalf("%s to %s: %v", from, to, *there)
		}
	})
}

// anyGround draws a map with terrain, tanks, smoke and barrages, without foot.
func anyGround(t *rapid.T) *Game {
	g := placed(t, "bench", `{"remove": ["allied", "central"]}`)
	for range rapid.IntRange(0, 60).Draw(t, "features") {
		hex := rapid.SampledFrom(g.net.Places()).Draw(t, "hex")
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0:
			g.Units = append(g.Units, Piece{ID: fmt.Sprint("T", len(g.Units)), Side: "allied", Class: "TNK", Type: "whippet", Hex: hex, Facing: 1})
		case 1:
			g.Smoke = append(g.Smoke, Cloud{hex, "allied"})
		case 2:
			g.Impacts = append(g.Impacts, Impact{Place: hex, Owner: "central"})
		case 3:
			g.Strongpoints = append(g.Strongpoints, hex)
		default:
			g.Ground, _ = g.net.Recode(g.Ground, hex, "wthHkuU.s"[rapid.IntRange(0, 8).Draw(t, "code")])
		}
	}
	return g
}
