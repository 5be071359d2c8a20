package brushbrothers_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
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

// chief and group are the first chief and the first group of a list, to spoil them.
func chief(d *brushbrothers.Document) *brushbrothers.GC { return ofKind(d, "chief") }
func group(d *brushbrothers.Document) *brushbrothers.GC { return ofKind(d, "group") }

func ofKind(d *brushbrothers.Document, kind string) *brushbrothers.GC {
	gcs := d.Forces[0].GCs
	return &gcs[slices.IndexFunc(gcs, func(g brushbrothers.GC) bool { return g.Kind == kind })]
}

// What a scenario author can get wrong is told with its line.
func TestCheckDocumentFindsFlaws(t *testing.T) {
	type doc = brushbrothers.Document
	cases := []struct {
		name   string
		break_ func(d *doc)
		path   string
		say    string
	}{
		{"unknown list", func(d *doc) { d.Scenario.Sides[0].Force = "nobody" }, "scenario.sides[0].force", `"nobody"`},
		{"row too short", func(d *doc) { d.Scenario.Board.Map[2] = "......." }, "scenario.board.map[2]", "row 3 has 7 columns"},
		{"row missing", func(d *doc) { d.Scenario.Board.Map = d.Scenario.Board.Map[1:] }, "scenario.board.map", "7 rows"},
		{"unknown terrain", func(d *doc) { d.Scenario.Board.Map[0] = "...x...." }, "scenario.board.map[0]", `"x"`},
		{"token off the map", func(d *doc) { d.Scenario.Tokens[0].Place = "J9" }, "scenario.tokens[0].place", `"J9"`},
		{"two tokens on one sector", func(d *doc) { d.Scenario.Tokens[1].Place = "A4" }, "scenario.tokens[1].place", "A4 stands there twice"},
		{"more decoys than tokens", func(d *doc) { d.Scenario.Decoys = 3 }, "scenario.decoys", "is 3, above tokens, which is 2"},
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
		{"same edge", func(d *doc) { d.Scenario.Sides[1].Edge = "south" }, "scenario.sides[1].edge", "south stands there twice"},
		{"even number of tokens to place", func(d *doc) { d.Scenario.Setup.Edges = "players" }, "scenario.tokens", "BB-A3.6d"},
		{"default none of the values", func(d *doc) { d.Scenario.Options[0].Default = "9" }, "scenario.options[0].default", `"9"`},
		{"unknown option", func(d *doc) { d.Scenario.Options[0].ID = "weather" }, "scenario.options[0].id", `"weather"`},
		{"unknown characteristic", func(d *doc) { d.Scenario.Sides[0].Characteristics = []string{"brave"} }, "scenario.sides[0].characteristics", `"brave"`},
		{"argument missing", func(d *doc) { d.Tables.Saves = d.Tables.Saves[1:] }, "tables.saves", "cover is missing"},
		{"marker missing", func(d *doc) { d.Tables.Stress = d.Tables.Stress[1:] }, "tables.stress", "none is missing"},
		{"markers without an end", func(d *doc) { d.Tables.Progression.Green = []string{"crushed"} }, "tables.progression.green[0]", "ends with eliminated"},
		{"end among markers", func(d *doc) { d.Tables.Progression.Green = []string{"eliminated", "eliminated"} }, "tables.progression.green[0]", "only there"},
		{"unknown marker", func(d *doc) { d.Tables.Progression.Veteran[0] = "happy" }, "tables.progression.veteran[0]", `"happy"`},
		{"five turns of smoke", func(d *doc) { d.Tables.Smoke.Turns = d.Tables.Smoke.Turns[1:] }, "tables.smoke.turns", "5 entries"},
		{"nearer and nearer", func(d *doc) { d.Tables.Location.Needed[1].UD = 1 }, "tables.location.needed[1].ud", "more than the one before"},
		{"nearer to hit", func(d *doc) { d.Tables.ToHit.Needed[1].UD = 1 }, "tables.to_hit.needed[1].ud", "more than the one before"},
		{"end of the game before its beginning", func(d *doc) { d.Tables.GameEnd[1].Turn = 1 }, "tables.game_end[1].turn", "more than the one before"},
		{"support that nobody calls", func(d *doc) { d.Tables.Supports[0].Kind = "naval" }, "tables.supports[0].kind", `"naval"`},
		{"weapon without range", func(d *doc) { d.Weapons[0].Beyond = d.Weapons[0].Range }, "weapons[0].beyond", "leaves no range"},
		{"no score far away", func(d *doc) { d.Weapons[0].Effective, d.Weapons[0].FarScore = 2, 0 }, "weapons[0].far_score", "needed where effective"},
		{"also another weapon", func(d *doc) { d.Weapons[0].Also = "bow" }, "weapons[0].also", `"bow"`},
		{"model of no weapon", func(d *doc) { d.Models[0].Weapon = "bow" }, "models[0].weapon", `"bow"`},
		{"terrain of two characters", func(d *doc) { d.Terrain[1].Code = "xy" }, "terrain[1].code", "2 letters"},
		{"code of two terrains", func(d *doc) { d.Terrain[1].Code = d.Terrain[0].Code }, "terrain[1].code", "stands there twice"},
		{"dense without cover", func(d *doc) { d.Terrain[0].Dense, d.Terrain[0].Cover = true, false }, "terrain[0].cover", "needed where dense"},
		{"nation without character", func(d *doc) { d.Nations[0].Mandatory = "brave" }, "nations[0].mandatory", `"brave"`},
		{"nation of no character", func(d *doc) { d.Nations[0].Optional[0] = "brave" }, "nations[0].optional[0]", `"brave"`},
		{"troops of three characters", func(d *doc) {
			c := d.Characteristics
			d.Troops[0].Characteristics = []string{c[0].ID, c[1].ID, c[2].ID}
		}, "troops[0].characteristics", "3 entries"},
		{"troops of no character", func(d *doc) { d.Troops[0].Characteristics = []string{"brave"} }, "troops[0].characteristics[0]", `"brave"`},
		{"troops of no war", func(d *doc) { d.Troops[0].Period = "peace" }, "troops[0].period", `"peace"`},
		{"list of no war", func(d *doc) { d.Forces[0].Period = "peace" }, "forces[0].period", `"peace"`},
		{"list of no troops", func(d *doc) { d.Forces[0].Troop = "elves" }, "forces[0].troop", `"elves"`},
		{"list of no nation", func(d *doc) { d.Forces[0].Nation = "atlantis" }, "forces[0].nation", `"atlantis"`},
		{"group of no troops", func(d *doc) { d.Forces[0].GCs[1].Troop = "elves" }, "forces[0].gcs[1].troop", `"elves"`},
		{"seven bases", func(d *doc) {
			g := &d.Forces[0].GCs[1]
			for len(g.Bases) < 7 {
				g.Bases = append(g.Bases, g.Bases[0])
			}
		}, "forces[0].gcs[1].bases", "above tables.capacity"},
		{"no bases", func(d *doc) { d.Forces[0].GCs[1].Bases = nil }, "forces[0].gcs[1].bases", "needed where vehicle is not given"},
		{"no quality", func(d *doc) { d.Forces[0].GCs[1].Quality = "" }, "forces[0].gcs[1].quality", "needed where vehicle is not given"},
		{"nobody's chief", func(d *doc) { d.Forces[0].GCs[1].Chief = "X9" }, "forces[0].gcs[1].chief", `"X9"`},
		{"chief of a chief", func(d *doc) { g := chief(d); g.Chief = g.ID }, "].chief", "only where kind is not chief"},
		{"chief who pays nothing", func(d *doc) { chief(d).Surcharges = nil }, "].surcharges", "chief where kind is chief"},
		{"unknown surcharge", func(d *doc) { d.Forces[0].GCs[1].Surcharges = []string{"nco", "lucky"} }, "forces[0].gcs[1].surcharges[1]", `"lucky"`},
		{"group without its surcharge", func(d *doc) { group(d).Surcharges = nil }, "].surcharges", "BB-R64"},
		{"charismatic group", func(d *doc) { group(d).Surcharges = []string{"nco", "charismatic"} }, "].surcharges", "BB-A1.4"},
		{"unknown second weapon", func(d *doc) { d.Forces[0].GCs[1].Bases[0].Second = "bow" }, "forces[0].gcs[1].bases[0].second", `"bow"`},
		{"unknown weapon", func(d *doc) { d.Forces[0].GCs[1].Bases[0].Weapon = "bow" }, "forces[0].gcs[1].bases[0].weapon", `"bow"`},
		{"unknown model", func(d *doc) { d.Forces[0].GCs[1].Bases[0].Model = "bow" }, "forces[0].gcs[1].bases[0].model", `"bow"`},
		{"list without a chief", func(d *doc) {
			for i := range d.Forces[0].GCs {
				d.Forces[0].GCs[i].Kind, d.Forces[0].GCs[i].Chief, d.Forces[0].GCs[i].Surcharges = "group", "", []string{"nco"}
			}
		}, "forces[0].gcs", "BB-1.5a"},
		{"label off the map", func(d *doc) { d.Scenario.Board.Labels = []brushbrothers.Label{{Place: "J9"}} }, "scenario.board.labels[0].place", `"J9"`},
		{"hedge off the map", func(d *doc) { d.Scenario.Board.Edges = []brushbrothers.Edge{{A: "A1", B: "J9", Kind: "hedge"}} }, "scenario.board.edges[0].b", `"J9"`},
		{"hedge around nothing", func(d *doc) { d.Scenario.Board.Edges = []brushbrothers.Edge{{A: "A1", B: "A1", Kind: "hedge"}} }, "scenario.board.edges[0].b", "do not touch"},
		{"hedge between sectors far apart", func(d *doc) { d.Scenario.Board.Edges = []brushbrothers.Edge{{A: "A1", B: "A3", Kind: "hedge"}} }, "scenario.board.edges[0].b", "A1 and A3 do not touch"},
		{"scenario of no war", func(d *doc) { d.Scenario.Period = "peace" }, "scenario.period", `"peace"`},
		{"set-up too deep", func(d *doc) { d.Scenario.Setup.Depth = 5 }, "scenario.setup.depth", "do not fit"},
		{"first of nobody", func(d *doc) { d.Scenario.Setup.First = "east" }, "scenario.setup.first", `"east"`},
		{"troops of nobody", func(d *doc) { d.Scenario.Sides[0].Troops = []string{"elves"} }, "scenario.sides[0].troops[0]", `"elves"`},
		{"placing of nobody", func(d *doc) { d.Scenario.Sides[0].Deployment = []brushbrothers.Placing{{GC: "X9", Column: "A"}} }, "scenario.sides[0].deployment[0].gc", "has no X9"},
		{"no number of turns", func(d *doc) { d.Scenario.Options[0].ID, d.Scenario.Options[0].Values[0] = "turns", "31" }, "scenario.options[0].values[0]", `"31"`},
		{"option of no list", func(d *doc) {
			d.Scenario.Options[0].ID, d.Scenario.Options[0].Values[0] = "force."+d.Scenario.Sides[0].ID, "nobody"
		}, "scenario.options[0].values[0]", `"nobody"`},
		{"generator without a budget", func(d *doc) { d.Scenario.System, d.Scenario.Budget = "generator", 0 }, "scenario.budget", "needed where system"},
		{"generator without fronts", func(d *doc) { d.Scenario.System, d.Tables.Fronts = "generator", nil }, "tables.fronts", "needed where scenario.system"},
		{"generator without an end", func(d *doc) { d.Scenario.System, d.Tables.GameEnd = "generator", nil }, "tables.game_end", "needed where scenario.system"},
		{"scores of nobody", func(d *doc) { d.Scenario.System, d.Scenario.Budget, d.Scenario.Sides[0].Score = "generator", 100, 1 }, "scenario.sides[1].score", "BB-A2.2a"},
		{"wilds without terrain", func(d *doc) { d.Scenario.System = "chaco" }, "scenario.wilds.codes", "needed where system is chaco"},
		{"five wilds", func(d *doc) { d.Scenario.Wilds.Codes = []string{".", ".", ".", ".", "."} }, "scenario.wilds.codes", "5 entries"},
		{"unknown wilds", func(d *doc) { d.Scenario.Wilds.Marker = "x" }, "scenario.wilds.marker", `"x"`},
		{"wilds off the map", func(d *doc) { d.Scenario.Wilds.Zone = []int{9} }, "scenario.wilds.zone[0]", "above board.rows"},
		{"unknown road", func(d *doc) { d.Scenario.Lay.Road = "x" }, "scenario.lay.road", `"x"`},
		{"unknown village", func(d *doc) { d.Scenario.Lay.Village = []string{"x"} }, "scenario.lay.village[0]", `"x"`},
		{"unknown feature", func(d *doc) { d.Scenario.Lay.Features = []brushbrothers.Feature{{Code: "x", Count: 1, Size: 1}} }, "scenario.lay.features[0].code", `"x"`},
		{"machine of no size", func(d *doc) { d.Tables.Vehicles.Sizes = d.Tables.Vehicles.Sizes[1:] }, "].size", `"S"`},
		{"machine of no pace", func(d *doc) { d.Tables.Vehicles.Moves = d.Tables.Vehicles.Moves[1:] }, "].mobility", `"low"`},
		{"size of nothing", func(d *doc) { d.Tables.Vehicles.Sizes[0].Value = 0 }, "tables.vehicles", "1 or more"},
		{"dice without range", func(d *doc) { d.Vehicles[0].Front, d.Vehicles[0].Range = 2, 0 }, "vehicles[0].range", "needed where front"},
		{"dice to the rear without range", func(d *doc) { d.Vehicles[0].Front, d.Vehicles[0].Rear, d.Vehicles[0].Range = 0, 2, 0 }, "vehicles[0].range", "needed where rear"},
		{"range of no gun", func(d *doc) { d.Periods[0].Guns = []brushbrothers.Amount{{ID: "bow", Value: 3}} }, "periods[0].guns[0].id", `"bow"`},
		{"gun that is none", func(d *doc) { d.Guns[0].Weapon = "rifle" }, "guns[0].weapon", "weapons[gun]"},
		{"list of another war", func(d *doc) { d.Scenario.Sides[0].Force = "es_navarrese_division" }, "scenario.sides[0].force", "period spain"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, r := bench(t)
			c.break_(d)
			flaws := scenariotest.Flaws(brushbrothers.Engine, d)
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
