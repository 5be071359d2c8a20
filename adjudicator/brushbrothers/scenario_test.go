package brushbrothers_test

import (
	"encoding/json"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
)

// TestPrintedListsCost is BB-E-23 to BB-E-26 (BB-A1.6): what the lists of annex 3 print for each GC. The vehicles of the
// lists stand with their printed cost.
func TestPrintedListsCost(t *testing.T) {
	s := setup(t, "clasico", "plan")
	var d brushbrothers.Document
	if err := json.Unmarshal(s.Scenario.Document(), &d); err != nil {
		t.Fatal(err)
	}
	gc := func(quality string, surcharges []string, weapons ...string) brushbrothers.GC {
		g := brushbrothers.GC{Quality: quality, Surcharges: surcharges}
		for _, w := range weapons {
			g.Bases = append(g.Bases, brushbrothers.Base{Weapon: w})
		}
		return g
	}
	chief, nco := []string{"chief"}, []string{"nco"}
	for _, c := range []struct {
		id      string
		vehicle int
		gcs     []brushbrothers.GC
		costs   []int
	}{
		{"BB-E-23", 14, []brushbrothers.GC{gc("veteran", chief, "pistol"), gc("veteran", nco, "rifle", "rifle", "rifle", "lmg"), gc("veteran", nil, "sling")}, []int{13, 23, 4}},
		{"BB-E-24", 6, []brushbrothers.GC{gc("standard", chief, "rifle"), gc("green", nco, "rifle", "rifle", "rifle", "rifle"), gc("veteran", chief, "smg"), gc("standard", nco, "smg", "rifle", "rifle")}, []int{13, 13, 14, 14}},
		{"BB-E-25", 8, []brushbrothers.GC{gc("veteran", chief, "pistol"), gc("veteran", nco, "rifle", "rifle", "rifle", "lmg"), gc("veteran", nil, "medium_mortar")}, []int{13, 23, 10}},
		{"BB-E-26", 0, []brushbrothers.GC{gc("veteran", chief, "rifle"), gc("standard", nco, "rifle", "rifle", "rifle", "lmg"), gc("veteran", nil, "mmg")}, []int{14, 19, 10}},
	} {
		for i, g := range c.gcs {
			if have := d.Cost(g); have != c.costs[i] {
				t.Errorf("%s: GC %d costs %d, not %d", c.id, i+1, have, c.costs[i])
			}
		}
	}
	if 13+3*23+14+4 != 100 || 13+3*13+14+2*14+6 != 100 || 13+3*23+8+10 != 100 || 14+4*19+10 != 100 {
		t.Error("the printed lists have 100 points")
	}
}

// TestClasicoSetUp is BB-A3.6b, BB-A3.6c and BB-A3.6d: the decoy is known to nobody, the sides place in turn, the one with fewer tokens
// chooses the edge and deploys first, at most 1 UD from it; GCs in cover lie in ambush (BB-3.7a).
func TestClasicoSetUp(t *testing.T) {
	s := setup(t, "clasico", "plan")
	g, err := brushbrothers.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	seats := s.Scenario.Seats()
	var at table.Game
	r := g.Play(table.NewSelfPlay(7, "sensible", seats), 0, func(a table.At) bool { return a.Turn == 1 && a.Step == "plan" })
	if r.Halt != nil {
		t.Fatal(*r.Halt)
	}
	at = r.Boundary
	truth := look(t, at.Describe())
	decoys := 0
	for _, o := range truth.Objectives {
		if o.Place == "" {
			t.Errorf("%s was not placed", o.ID)
		}
		if o.Decoy {
			decoys++
		}
	}
	if decoys != 1 || len(truth.Objectives) != 5 {
		t.Errorf("%d decoys among %d tokens", decoys, len(truth.Objectives))
	}
	for _, seat := range append(seats, "") {
		for _, o := range look(t, at.Knows(seat).Describe()).Objectives {
			if o.Decoy && len(o.Seen) == 0 {
				t.Errorf("%q knows the decoy", seat)
			}
		}
	}
	placed := map[string]int{}
	for _, f := range r.Facts {
		if f.Kind == "objective-placed" {
			placed[arg(f, "side")]++
		}
	}
	if placed[string(seats[0])]+placed[string(seats[1])] != 5 || placed[string(seats[0])]*placed[string(seats[1])] != 6 {
		t.Errorf("tokens placed: %v", placed)
	}
	rows := map[string]bool{}
	for _, u := range truth.Groups {
		rows[u.Sector[1:]] = true
		if u.Unit[len(u.Unit)-2:] == "CH" && u.Ambush {
			t.Errorf("%s, a chief, lies in ambush (BB-D8)", u.Unit)
		}
	}
	if len(rows) != 2 || !rows["1"] || !rows["8"] {
		t.Errorf("deployed in rows %v", rows)
	}
	for _, seat := range seats {
		for _, u := range look(t, at.Knows(seat).Describe()).Groups {
			if u.Ambush && u.Unit[:len(seat)] != string(seat) {
				t.Errorf("%s sees %s in ambush", seat, u.Unit)
			}
			if u.Quality != "" && u.Unit[:len(seat)] != string(seat) {
				t.Errorf("%s knows the quality of %s (BB-R51)", seat, u.Unit)
			}
		}
	}
}

func arg(f table.Fact, name string) string {
	for _, a := range f.Args {
		if s, ok := a.Value.(string); ok && a.Name == name {
			return s
		}
	}
	return ""
}
