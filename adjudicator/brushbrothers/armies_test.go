package brushbrothers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
)

// rich is what the tests of annexes 2 and 4 read of a position.
type rich struct {
	Groups     []machine
	Objectives []marker
	Sides      []struct {
		Side     string
		Supports []string
	}
	Strikes []struct{ Side, Kind, Support, At, From, To string }
}

// marker is an objective with its face.
type marker struct {
	ID          string
	Decoy, Open bool
}

// varyAnnex changes all that a seat cannot know in the games of annexes 2 and 4: quality and characteristics, who hides
// where, machines out of sight, what supports the enemy holds, which marker is the water (BB-R51, BB-A4.4c). What stands
// on undiscovered ground is in no position at all (BB-A4.4d).
func varyAnnex(t testing.TB, columns, rows int) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		var truth, known rich
		decode(t, g.Describe(), &truth)
		decode(t, g.Knows(s).Describe(), &known)
		type change map[string]any
		var units, goals []change
		for _, u := range truth.Groups {
			if strings.HasPrefix(u.Unit, string(s)+".") || u.Sector == "" || u.Aboard != "" {
				continue
			}
			c := change{"unit": u.Unit}
			shown := slices.IndexFunc(known.Groups, func(o machine) bool { return o.Unit == u.Unit })
			switch {
			case u.Vehicle != "":
				c["traits"] = []string{[]string{"bold", "expert"}[pick(2)]}
			default:
				c["quality"], c["traits"] = []string{"green", "standard", "veteran"}[pick(3)], []string{[]string{"stoic", "bold", "tenacious"}[pick(3)]}
			}
			if shown < 0 {
				c["at"] = fmt.Sprintf("%c%d", 'A'+rune(pick(columns)), 1+pick(rows))
				c["bases"] = []change{{"weapon": []string{"rifle", "lmg", "mmg"}[pick(3)]}}
			}
			units = append(units, c)
		}
		water := func(o marker) bool { return o.Open && !o.Decoy }
		if slices.ContainsFunc(truth.Objectives, func(o marker) bool { return o.Decoy }) && !slices.ContainsFunc(truth.Objectives, water) {
			var closed []string
			for _, o := range truth.Objectives {
				if !o.Open {
					closed = append(closed, o.ID)
				}
			}
			at := pick(len(closed))
			for i, id := range closed {
				goals = append(goals, change{"id": id, "decoy": i != at})
			}
		}
		held, strikes := varySupports(truth, known, s, pick)
		b := encode(t, change{"units": units, "objectives": goals, "supports": held, "strikes": strikes})
		for range 20 {
			if other, err := g.Set(b); err == nil {
				return other
			}
		}
		return nil
	}
}

// varySupports leaves a seat its own supports and gives the enemy others: in hand, and of the same kind under each marker that
// lies on the table (BB-R51, BB-A2.4h, BB-A2.4k).
func varySupports(truth, known rich, s table.Seat, pick func(int) int) (held, strikes []map[string]any) {
	held, strikes = []map[string]any{}, []map[string]any{}
	for _, side := range truth.Sides {
		if side.Side != string(s) {
			held = append(held, map[string]any{"side": side.Side, "support": []string{"strafing", "assault_aircraft", "field_artillery", "heavy_artillery"}[pick(4)], "count": 1 + pick(2)})
		}
	}
	for _, side := range known.Sides {
		for _, x := range side.Supports {
			n, id := 0, ""
			if _, err := fmt.Sscanf(x, "%d %s", &n, &id); err == nil {
				held = append(held, map[string]any{"side": side.Side, "support": id, "count": n})
			}
		}
	}
	for _, x := range truth.Strikes {
		if x.Side != string(s) {
			x.Support = map[string][]string{"air": {"strafing", "assault_aircraft"}, "artillery": {"field_artillery", "heavy_artillery"}}[x.Kind][pick(2)]
		}
		strikes = append(strikes, map[string]any{"side": x.Side, "support": x.Support, "at": x.At, "from": x.From, "to": x.To})
	}
	return held, strikes
}

// TestAnnexLaws holds the laws of the kernel against the generator and the Chaco, on hexagons and on squares (BB-1.4), with
// ground laid by dice, armies of the players' own and supports.
func TestAnnexLaws(t *testing.T) {
	for _, c := range []struct {
		scenario, rhythm string
		columns, rows    int
		options          []events.Option
	}{
		{"crossroads", "plan", 9, 12, []events.Option{{Name: "ground", Value: "dice"}, {Name: "supports", Value: "40"}}},
		{"crossroads", "plan", 9, 12, []events.Option{{Name: "board", Value: "square"}, {Name: "armies", Value: "lists"}}},
		{"maca-bano", "plan", 9, 12, []events.Option{{Name: "supports", Value: "15"}}},
		{"maca-bano", "plan", 9, 12, []events.Option{{Name: "board", Value: "square"}}},
	} {
		t.Run(fmt.Sprint(c.scenario, " ", c.rhythm, " ", c.options[0]), func(t *testing.T) {
			if testing.Short() && c.rhythm != "plan" {
				t.Skip("the laws of this rhythm take their time")
			}
			t.Parallel()
			s := setup(t, c.scenario, c.rhythm)
			s.Options = c.options
			tabletest.Laws(t, tabletest.Config{Engine: brushbrothers.Recruiting, Setup: s, Games: 1, Bot: "recruiter", Vary: varyAnnex(t, c.columns, c.rows)})
		})
	}
}

// TestBothGrids plays every scenario on hexagons and on squares to its end (BB-1.4, BB-1.4e), replayed from its record.
func TestBothGrids(t *testing.T) {
	for _, name := range shipped {
		for n, shape := range []string{"hex", "square"} {
			t.Run(name+" "+shape, func(t *testing.T) {
				t.Parallel()
				s := setup(t, name, "plan")
				s.Options = []events.Option{{Name: "board", Value: shape}}
				tabletest.SelfPlay(t, brushbrothers.Recruiting, s, []string{"recruiter", "sensible"}[n], uint64(n*3*len(shipped)+1), inspect)
			})
		}
	}
}

// TestReceiptRefusesAnArmy: what a rehearsal refuses in every trial of an army list or a deployment is not allowed, with
// its arithmetic, so that the receipt of the mail says so (BB-A1.6).
func TestReceiptRefusesAnArmy(t *testing.T) {
	g, err := brushbrothers.Engine.Open(setup(t, "crossroads", "plan"))
	if err != nil {
		t.Fatal(err)
	}
	r := g.Play(&table.Recorded{Rolls: []table.Roll{{Key: "1/lot/first", Sides: 2, Values: []int{0}, Draw: true}}}, 0, nil)
	if r.Open == nil || r.Halt != nil {
		t.Fatal(r.Halt)
	}
	view := r.Boundary.Knows("south")
	var lines []table.Line
	for _, text := range []string{"troops germany", "raise chief veteran smg", "raise group veteran 4 rifle mg42", "raise group veteran 4 rifle mg42", "vehicle Königtiger"} {
		l, ok := view.Read(text)
		if !ok {
			t.Fatalf("%q is not understood", text)
		}
		l.Phase = "forces"
		lines = append(lines, l)
	}
	verdicts := r.Boundary.Rehearse(*r.Open, "south", lines, nil, 4, nil).Verdicts
	for i, v := range verdicts[:4] {
		if v.Refusal != nil {
			t.Errorf("line %d is refused: %v", i+1, v.Refusal.Code)
		}
	}
	if last := verdicts[4].Refusal; last == nil || last.Code != "bb.over-budget" {
		t.Errorf("the Königtiger is not refused: %+v", verdicts[4])
	}
}

// TestPublicSeesOpenMarkers: a marker that lies open is open to those too who only watch: a decoy is no water to them
// (BB-A4.4c).
func TestPublicSeesOpenMarkers(t *testing.T) {
	g, err := brushbrothers.Engine.Open(setup(t, "maca-bano", "plan"))
	if err != nil {
		t.Fatal(err)
	}
	type change = map[string]any
	g, err = g.Set(encode(t, change{"turn": 2, "objectives": []change{
		{"id": "W1", "place": "B6", "decoy": true, "open": true}, {"id": "W2", "place": "E7", "decoy": true}, {"id": "W3", "place": "H6", "decoy": false, "open": true}}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []table.Seat{"", "paraguay", "bolivia"} {
		var known rich
		decode(t, g.Knows(s).Describe(), &known)
		for _, o := range known.Objectives {
			if want := o.ID == "W1"; o.Decoy != want || o.Open != (o.ID != "W2") {
				t.Errorf("%q sees %+v", s, o)
			}
		}
	}
}
