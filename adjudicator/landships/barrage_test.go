package landships

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Laws of cover (M-02): terrain never takes more than the cap from a barrage, whatever lies in a hex, and never helps
// mounted cavalry but in woods and towns (LS-5.52a).
func TestLawsOfShellCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGround(t)
		hex := rapid.SampledFrom(g.net.Places()).Draw(t, "at")
		if rapid.Bool().Draw(t, "dug") {
			g.Trenches = []Trench{{Side: "central", Hexes: []string{hex}}}
		}
		if rapid.Bool().Draw(t, "strong") {
			g.Strongpoints = append(g.Strongpoints, hex)
		}
		if rapid.Bool().Draw(t, "improved") {
			g.Optional = append(g.Optional, "LS-16.24")
		}
		total := func(kind string) int {
			n := 0
			for _, m := range g.shellCover(hex, kind) {
				n += m.Value
			}
			return n
		}
		if n := total(onFoot); n < 0 || n > g.doc.Tables.BarrageCap {
			t.Fatalf("cover of %d at %s", n, hex)
		}
		kind := g.ground(hex).Kind
		if n := total(onHorse); kind != "woods" && kind != "town" && n != -1 || n > 0 {
			t.Fatalf("cover of %d for cavalry in %s", n, kind)
		}
	})
}

// Laws of retreats (LS-9.3, A-36): steps are to adjacent hexes without enemy groups that are not of the way; the first is
// the nearest to the rear edge of all; the map is left at the rear edge alone, and never while there is a hex along it.
func TestLawsOfRetreat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGround(t)
		hex := rapid.SampledFrom(g.net.Places())
		s := rapid.SampledFrom(g.seats()).Draw(t, "side")
		u := Piece{ID: "U", Side: s, Class: "INF", Hex: hex.Draw(t, "from"), Pinned: true}
		for i := range rapid.IntRange(0, 40).Draw(t, "others") {
			g.Units = append(g.Units, Piece{ID: fmt.Sprint("P", i), Side: rapid.SampledFrom(g.seats()).Draw(t, "of"), Class: rapid.SampledFrom([]string{"INF", "MG", "CREW", "FO", "TNK"}).Draw(t, "class"), Hex: hex.Draw(t, "at")})
		}
		g.Units = append(g.Units, u)
		way := []string{u.Hex}
		if around := g.neighbours(u.Hex); rapid.Bool().Draw(t, "came") {
			way = append([]string{around[0]}, way...)
		}
		open := g.backward(&u, way, 2)
		for i, to := range open {
			switch {
			case to == offMap && g.rear(s, u.Hex) > g.rearmost(s):
				t.Fatalf("off the map from %s", u.Hex)
			case to == offMap && i > 0 && g.rear(s, open[i-1]) > g.rearmost(s):
				t.Fatalf("forward to %s before off the map", open[i-1])
			case to == offMap:
			case g.distance(u.Hex, to) != 1 || slices.Contains(way, to):
				t.Fatalf("from %s to %s on %v", u.Hex, to, way)
			case g.has(g.other(s), to, (*Piece).group):
				t.Fatalf("into the enemy at %s", to)
			case i > 0 && open[i-1] != offMap && g.rear(s, open[i-1]) > g.rear(s, to):
				t.Fatalf("%s before %s", open[i-1], to)
			}
		}
	})
}

// A mission lies hidden until it has been flown, from the enemy and from the public; the owner knows it (LS-11.1a).
func TestMissionsAreHidden(t *testing.T) {
	g := placed(t, "bench", `{"turn": 2, "units": [{"unit": "BF-1", "at": "0705", "mission": "observation", "posted": true}, {"unit": "DH5-1", "at": "0705", "mission": "strafing", "posted": true, "shown": true}, {"unit": "CAM-1", "at": "0705", "posted": true, "role": "strafing"}]}`)
	for _, c := range []struct {
		seat              table.Seat
		unit, knows, acts string
	}{
		{"allied", "BF-1", "observation", ""}, {"central", "BF-1", "", ""}, {"", "BF-1", "", ""},
		{"central", "DH5-1", "strafing", ""}, {"allied", "CAM-1", "", "strafing"}, {"central", "CAM-1", "", ""},
	} {
		u := g.Known(c.seat).unit(c.unit)
		if u.Mission != c.knows || u.Role != c.acts || u.Hex != "0705" {
			t.Errorf("%q knows of %s: mission %q, role %q, at %q", c.seat, c.unit, u.Mission, u.Role, u.Hex)
		}
	}
	if k := g.Known("central"); k.kindOf(k.unit("BF-1")) != "" || !k.listed("BF-1", []string{"observers"}) || !k.listed("BF-1", []string{"strafers"}) || k.listed("BF-1", []string{"fighters"}) {
		t.Error("an unknown close support aircraft may be on any mission of such aircraft, and is no fighter")
	}
}

// What is within three hexes of a gas marker is in it, whatever lies between (LS-5.34c); smoke covers the hexes around
// (LS-5.33d).
func TestClouds(t *testing.T) {
	g := placed(t, "bench", `{"turn": 2, "gas": [{"hex": "0705", "owner": "allied"}], "smoke": [{"hex": "0705", "owner": "allied"}]}`)
	gas, smoke := 0, 0
	for _, hex := range g.net.Places() {
		if g.gassed(hex, "central") {
			gas++
		}
		if g.gassed(hex, "allied") {
			t.Errorf("the owner is gassed at %s", hex)
		}
		if g.smoked(hex) {
			smoke++
		}
	}
	if gas != 37 || smoke != 7 || g.distance("0705", "off") != board.Far {
		t.Errorf("gas on %d hexes, smoke on %d", gas, smoke)
	}
}
