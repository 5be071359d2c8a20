package brushbrothers_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/scenarios"
)

// bench loads the drill ground.
func bench(t *testing.T) (*brushbrothers.Document, *scenarios.Resolved) {
	t.Helper()
	doc := new(brushbrothers.Document)
	r, err := scenarios.Load("brush-brothers", "bench", doc)
	if err != nil {
		t.Fatal(err)
	}
	return doc, r
}

func TestShippedScenariosAreSound(t *testing.T) {
	list, err := scenarios.List("brush-brothers")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		doc := new(brushbrothers.Document)
		r, err := scenarios.Load("brush-brothers", e.Name, doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range brushbrothers.Engine.Check(doc) {
			t.Error(r.Problem(f.Path, f.Message))
		}
		if doc.Scenario.ID != e.Name {
			t.Errorf("scenario %s calls itself %s", e.Name, doc.Scenario.ID)
		}
	}
}

// The rulebook's printed lists and the lists made from them cost what BB-A1.6 says: 100 points (BB-E-23 to 27).
func TestListsCostWhatTheRulebookSays(t *testing.T) {
	doc := new(brushbrothers.Document)
	if _, err := scenarios.Load("brush-brothers", "clasico", doc); err != nil {
		t.Fatal(err)
	}
	want := map[string][]int{
		"es_navarrese_division":         {14, 19, 19, 19, 19, 10},
		"es_international_brigade_foot": {13, 23, 23, 23, 4, 10, 4},
		"es_workers_militia_foot":       {13, 13, 13, 13, 14, 14, 14, 6},
		"es_tercio_section_foot":        {13, 23, 23, 23, 10, 8},
		"es_black_flames_foot":          {14, 14, 23, 23, 23, 3},
		"es_international_brigade":      {13, 23, 23, 23, 14, 4},
		"es_workers_militia":            {13, 13, 13, 13, 14, 14, 14, 6},
		"es_workers_militia_slings":     {13, 13, 13, 13, 14, 14, 14, 6},
		"es_tercio_section":             {13, 23, 23, 23, 8, 10},
		"es_black_flames":               {14, 14, 14, 19, 13, 8, 8, 10},
		"ch_paraguay":                   {12, 22, 17, 17, 8, 8, 8, 8},
		"ch_bolivia":                    {13, 17, 17, 17, 8, 8, 8, 12},
		"us_platoon_1944":               {14, 20, 20, 20, 20, 6},
		"german_platoon_1944":           {14, 21, 21, 17, 16, 7},
	}
	handicap := map[string]int{"german_platoon_1944": 4} // our own list, against which the Americans had a third of the games
	for _, f := range doc.Forces {
		costs, ok := want[f.ID]
		if !ok {
			t.Errorf("list %s is not in this test", f.ID)
			continue
		}
		total := 0
		for i, g := range f.GCs {
			c := doc.Cost(g)
			total += c
			if i >= len(costs) || c != costs[i] {
				t.Errorf("%s %s costs %d", f.ID, g.ID, c)
			}
		}
		if total != 100-handicap[f.ID] || len(f.GCs) != len(costs) {
			t.Errorf("%s: %d points in %d groups", f.ID, total, len(f.GCs))
		}
	}
}

// Spain has its own weapons, and models stand in for their class.
func TestWeaponsOfPeriodAndModel(t *testing.T) {
	spain, general := new(brushbrothers.Document), new(brushbrothers.Document)
	if _, err := scenarios.Load("brush-brothers", "clasico", spain); err != nil {
		t.Fatal(err)
	}
	if _, err := scenarios.Load("brush-brothers", "bench", general); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name   string
		doc    *brushbrothers.Document
		base   brushbrothers.Base
		dice   int
		reach  int
		reroll string
	}{
		{"mortar in general", general, brushbrothers.Base{Weapon: "medium_mortar"}, 2, 6, "none"},
		{"mortar in Spain (BB-A3.2a)", spain, brushbrothers.Base{Weapon: "medium_mortar"}, 2, 6, "global"},
		{"LMG", general, brushbrothers.Base{Weapon: "lmg"}, 2, 8, "global"},
		{"MG42 (BB-A1.5)", general, brushbrothers.Base{Weapon: "lmg", Model: "mg42"}, 2, 8, "partial"},
		{"Breda Mlo30", general, brushbrothers.Base{Weapon: "lmg", Model: "breda_30"}, 2, 6, "global"},
		{"LMG without re-roll (BB-R49)", spain, brushbrothers.Base{Weapon: "lmg", Reroll: "none"}, 2, 8, "none"},
		{"HMG", general, brushbrothers.Base{Weapon: "hmg"}, 3, 12, "partial"},
	}
	for _, c := range cases {
		w, ok := c.doc.Arm(c.base)
		if !ok || w.Dice != c.dice || w.Range != c.reach || w.Reroll != c.reroll {
			t.Errorf("%s: %d dice, %d UD, re-roll %s", c.name, w.Dice, w.Range, w.Reroll)
		}
	}
	if _, ok := general.Weapon("sling"); ok {
		t.Error("slings outside Spain")
	}
}

func TestCheckDocumentFindsFlaws(t *testing.T) {
	type doc = brushbrothers.Document
	cases := []struct {
		name   string
		break_ func(d *doc)
		path   string
		say    string
	}{
		{"unknown list", func(d *doc) { d.Scenario.Sides[0].Force = "nobody" }, "scenario.sides[0].force", `"nobody"`},
		{"row too short", func(d *doc) { d.Scenario.Board.Map[2] = "......." }, "scenario.board.map[2]", "row 6 has 7 sectors"},
		{"row missing", func(d *doc) { d.Scenario.Board.Map = d.Scenario.Board.Map[1:] }, "scenario.board.map", "7 rows"},
		{"unknown terrain", func(d *doc) { d.Scenario.Board.Map[0] = "...x...." }, "scenario.board.map[0]", `"x"`},
		{"token off the map", func(d *doc) { d.Scenario.Tokens[0].Place = "J9" }, "scenario.tokens[0].place", `"J9"`},
		{"two tokens on one sector", func(d *doc) { d.Scenario.Tokens[1].Place = "A4" }, "scenario.tokens[1].place", "J1 lies at A4"},
		{"more decoys than tokens", func(d *doc) { d.Scenario.Decoys = 3 }, "scenario.decoys", "3 decoys among 2"},
		{"wrong cost", func(d *doc) { d.Forces[len(d.Forces)-1].GCs[1].Cost++ }, "].gcs[1].cost", "G1 costs 16 points by BB-A1.6, not 17"},
		{"wrong total", func(d *doc) { d.Forces[len(d.Forces)-1].Total = 100 }, "].total", "add up to 96"},
		{"over budget", func(d *doc) { d.Scenario.Budget = 90 }, "scenario.sides[0].force", "96 points; the budget is 90"},
		{"two NCO bases", func(d *doc) { d.Forces[len(d.Forces)-1].GCs[1].Bases[1].NCO = true }, "].gcs[1].bases", "2 NCO bases"},
		{"too deep", func(d *doc) { d.Forces[len(d.Forces)-1].GCs[1].Depth = 3 }, "scenario.sides[0].force", "3 rows deep"},
		{"over capacity", func(d *doc) {
			gcs := d.Forces[len(d.Forces)-1].GCs
			for i := range gcs {
				gcs[i].Column, gcs[i].Depth = "D", 1
			}
		}, "scenario.sides[0].force", "into D1; a sector holds 6"},
		{"model of another weapon", func(d *doc) { d.Forces[len(d.Forces)-1].GCs[4].Bases[0].Model = "mg42" }, "].model", "not of mmg"},
		{"same edge", func(d *doc) { d.Scenario.Sides[1].Edge = "south" }, "scenario.sides[1].edge", "south edge"},
		{"even number of tokens to place", func(d *doc) { d.Scenario.Setup.Edges = "players" }, "scenario.tokens", "BB-A3.6d"},
		{"default none of the values", func(d *doc) { d.Scenario.Options[0].Default = "9" }, "scenario.options[0].default", `"9"`},
		{"unknown option", func(d *doc) { d.Scenario.Options[0].ID = "weather" }, "scenario.options[0].id", `"weather"`},
		{"unknown characteristic", func(d *doc) { d.Scenario.Sides[0].Characteristics = []string{"brave"} }, "scenario.sides[0].characteristics", `"brave"`},
		{"argument missing", func(d *doc) { d.Tables.Saves = d.Tables.Saves[1:] }, "tables.saves", "cover is missing"},
		{"list of another war", func(d *doc) { d.Scenario.Sides[0].Force = "es_navarrese_division" }, "scenario.sides[0].force", "period spain"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, r := bench(t)
			c.break_(d)
			flaws := brushbrothers.Engine.Check(d)
			for _, f := range flaws {
				if strings.Contains(f.Path, c.path) && strings.Contains(f.Message, c.say) {
					if p := r.Problem(f.Path, f.Message); p.File == "" || p.Line == 0 {
						t.Errorf("no line for %s: %v", f.Path, p)
					}
					return
				}
			}
			t.Errorf("not found; flaws: %v", flaws)
		})
	}
}

// A user's folder overrides data, adds scenarios and is pinned with them.
func TestUsersFolderLiesOverTheShippedFiles(t *testing.T) {
	own := fstest.MapFS{
		"brush-brothers/house-rules.yaml":    {Data: []byte("weapons:\n  - {id: rifle, range: 5}\n")},
		"brush-brothers/scenario-bench.yaml": {Data: []byte("scenario:\n  id: bench\n")},
	}
	doc := new(brushbrothers.Document)
	if _, err := scenarios.Load("brush-brothers", "clasico", doc, own); err != nil {
		t.Fatal(err)
	}
	doc.Scenario.Period = ""
	w, _ := doc.Weapon("rifle")
	if w.Range != 5 || w.Dice != 1 || w.CC != 2 {
		t.Errorf("rifle %+v", w)
	}
	plain := new(brushbrothers.Document)
	a, err := scenarios.Load("brush-brothers", "clasico", plain)
	if err != nil {
		t.Fatal(err)
	}
	b, err := scenarios.Load("brush-brothers", "clasico", new(brushbrothers.Document), own)
	if err != nil {
		t.Fatal(err)
	}
	if string(a.Document) == string(b.Document) {
		t.Error("the pinned document does not show the changed table")
	}
	var ps scenarios.Problems
	if _, err := scenarios.Load("brush-brothers", "bench", new(brushbrothers.Document), own); !errors.As(err, &ps) {
		t.Errorf("the user's bench, which lacks nearly all, is not the one loaded: %v", err)
	}
	if !json.Valid(a.Document) {
		t.Error("document is no JSON")
	}
}

// Every rule has its sentence in both languages, and none stands twice.
func TestRulesOfBrushBrothers(t *testing.T) {
	rules, err := scenarios.Rules("brush-brothers")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if seen[r.ID] || r.Text.In("en") == r.Text.In("fr") || !strings.HasPrefix(r.ID, "BB-") {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
	for _, id := range []string{"BB-1.4e", "BB-2.2", "BB-3.1b", "BB-4.9c", "BB-5.5b", "BB-6.3e", "BB-7.2c", "BB-8.4a", "BB-S.3", "BB-A1.3m", "BB-A3.6h"} {
		if len(scenarios.FindRules(rules, id)) == 0 {
			t.Errorf("no sentence for %s", id)
		}
	}
}
