package landships

import (
	"fieldpost/adjudicator/table"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// resolved loads one of the shipped scenarios.
func resolved(t *testing.T, name string) (*Document, *scenarios.Resolved) {
	return scenariotest.Load[Document](t, "landships", name)
}

func TestShippedScenariosAreSound(t *testing.T) {
	names := scenariotest.Sound(t, Engine)
	if len(names) < 5 {
		t.Errorf("%d scenarios", len(names))
	}
	for _, name := range names {
		d, _ := resolved(t, name)
		if d.Scenario.ID != name {
			t.Errorf("scenario %s calls itself %s", name, d.Scenario.ID)
		}
		for _, id := range append([]string{"turns"}, optionIDs...) {
			if !slices.ContainsFunc(d.Scenario.Options, func(o table.Choice) bool { return o.ID == id }) {
				t.Errorf("%s leaves no choice of %s", name, id)
			}
		}
	}
}

// Whatever features the rules ask for by name are there, and the check of documents knows them.
func TestEveryFeatureAskedForIsThere(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var features []string
	d, _ := resolved(t, "bench")
	for _, x := range d.Terrain {
		if x.Kind == "feature" {
			features = append(features, x.ID)
		}
	}
	asks := regexp.MustCompile(`\bg\.feature\("([a-z0-9-]+)"`)
	asked := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asks.FindAllStringSubmatch(string(text), -1) {
			asked++
			if !slices.Contains(features, m[1]) {
				t.Errorf("%s asks for the feature %q, which the check of documents does not ask for", file, m[1])
			}
		}
	}
	if asked == 0 {
		t.Error("no question found in the sources")
	}
}

// hit is the small arms chart read for a strength.
func hit(d *Document, fs int) int {
	best := -99
	for _, c := range d.Tables.SmallArms {
		if c.From <= fs {
			best = c.Hit
		}
	}
	return best
}

// The constraints that any charts must satisfy, because the text states them or shows them in an example.
func TestChartsSatisfyTheText(t *testing.T) {
	d, _ := resolved(t, "bench")
	g := &Game{doc: d}
	feature := func(id string) Terrain {
		return d.Terrain[slices.IndexFunc(d.Terrain, func(t Terrain) bool { return t.ID == id })]
	}
	toHit := func(r int) int { n, _ := number(d.Tables.ToHit, r); return n }
	breaks := func(h int) int { n, _ := number(d.Tables.Breakdown, h); return n }
	fireOrder := func(n int) int { v, _ := number(d.Tables.FireOrder, n); return v }
	bomb := func(factor, die int) string {
		r := ""
		for _, b := range d.Tables.Bombing {
			if b.From <= factor {
				r = b.Results[die-1]
			}
		}
		return r
	}
	vehicle := func(id string) Vehicle {
		return d.Vehicles[slices.IndexFunc(d.Vehicles, func(v Vehicle) bool { return v.ID == id })]
	}
	last := d.Tables.Barrage[len(d.Tables.Barrage)-1]
	cases := []struct {
		rule, must string
		ok         bool
	}{
		{"LS-13.13f", "small arms column 30+ with +2 can miss", 6+2 > hit(d, 30)},
		{"LS-11.12b", "column 5-8 hits at least as often as 2-4", hit(d, 5) >= hit(d, 2)},
		{"LS-11.12b", "columns 2-4 and 5-8 can miss without a modifier, and can hit", hit(d, 4) < 6 && hit(d, 8) < 6 && hit(d, 2) >= 1},
		{"LS-8.63a", "a total of 15 with -5 hits nearly always", hit(d, 15)+5 >= 6},
		{"LS-8.57c", "to hit at range 3 is 7", toHit(3) == 7},
		{"LS-16.23a", "to hit has a number for every range to 40", toHit(40) >= 0 && toHit(20) > 0 && toHit(10) > 0},
		{"LS-8.53c", "nearer is never harder", toHit(0) >= toHit(1) && toHit(1) >= toHit(5) && toHit(5) >= toHit(10) && toHit(10) >= toHit(21)},
		{"LS-6.16c", "three hexes: 10 breaks down, 9 does not", breaks(3) == 10},
		{"LS-6.16c", "a Schneider that goes three hexes breaks down on a natural 8", 8+vehicle("schneider").Breakdown >= breaks(3)},
		{"LS-12.21b", "close assault at +1, die 4: each loses one", d.Tables.CloseAssault[1].Losses[4] == "1/1"},
		{"LS-11.32f", "bombing with 6: 1 is P, 5 nothing", bomb(6, 1) == "P" && bomb(6, 5) == "-"},
		{"LS-11.32f", "bombing with 12: 1 is E", bomb(12, 1) == "E"},
		{"LS-5.55a", "a natural 1 on the last barrage column still hits in the strongest cover", last.Results[min(1+d.Tables.BarrageCap, 5)] >= 0},
		{"LS-5.11p", "resistance 1 with an aircraft can be granted and can be refused", 0 <= fireOrder(1) && 5 > fireOrder(1)},
		{"LS-5.11p", "more resistance never makes a fire order harder", fireOrder(0) <= fireOrder(1) && fireOrder(1) <= fireOrder(2) && fireOrder(2) <= fireOrder(9)},
		{"LS-16.23b", "foot in the clear is spotted at 9", feature("clear").Soft == 9},
		{"LS-8.64a", "cover: town and strongpoint 2, trench and woods 1, river -1", feature("town").Fire == 2 && feature("strongpoint").Fire == 2 && feature("trench").Fire == 1 && feature("woods").Fire == 1 && feature("river").Fire == -1},
		{"LS-8.57a", "anti-tank fire: only the town counts", feature("town").AntiTank == 1 && feature("woods").AntiTank == 0 && feature("trench").AntiTank == 0},
		{"LS-6.32c", "cavalry: trench 3, wire 5, river 3 at the trot", feature("trench").Trot == 3 && feature("wire").Charge == 5 && feature("river").Trot == 3 && feature("river").Charge == 0},
		{"LS-6.15c", "tanks never enter woods, swamp, river", feature("woods").Tank == 0 && feature("swamp").Tank == 0 && feature("river").Tank == 0},
		{"LS-6.15e", "armoured cars: no trench, wire, woods, swamp, river; hills by road", feature("trench").Car == 0 && feature("wire").Car == 0 && feature("woods").Car == 0 && feature("swamp").Car == 0 && feature("river").Car == 0 && feature("hill_1").Car == -1 && feature("hill_2").Truck == -1},
		{"LS-6.35c", "no charge against a hill", feature("hill_1").Charge == 0 && feature("hill").Charge == 0},
		{"LS-2.22a", "crews have morale 4", g.constants().CrewMR.Value == 4},
	}
	for _, c := range cases {
		if !c.ok {
			t.Errorf("%s: %s", c.rule, c.must)
		}
	}
}

// The counters, as sections 2 and 16 describe them.
func TestCountersAreThoseOfTheText(t *testing.T) {
	d, _ := resolved(t, "bench")
	for _, k := range d.Counters {
		switch {
		case k.Class == "INF" && k.WR != 6: // LS-2.21c
			t.Errorf("LS-2.21c: %s has range %d", k.ID, k.WR)
		case k.Class == "MG" && k.WR != 9: // LS-2.21c
			t.Errorf("LS-2.21c: %s has range %d", k.ID, k.WR)
		case (k.Class == "CREW" || k.Class == "TL" || k.Class == "FO") && (k.FS != 0 || k.WR != 0): // LS-2.22a, LS-2.23a
			t.Errorf("LS-2.23a: %s fires", k.ID)
		case k.Class == "TL" && k.MR != 0: // LS-2.23b
			t.Errorf("LS-2.23b: a tank leader tests morale")
		case k.Class == "CREW" && k.MR != 4:
			t.Errorf("LS-2.22a: crews have %d", k.MR)
		case k.Class == "FO" && k.MR != 5:
			t.Errorf("LS-2.23c: observers have %d", k.MR)
		case k.Trot > 0 && (k.Trot != 10 || k.Charge != 20): // LS-2.24e, LS-6.32a
			t.Errorf("LS-2.24e: %s moves %d/%d", k.ID, k.Trot, k.Charge)
		}
	}
}

// The weapons, vehicles and aircraft, as sections 2, 6, 8, 13, 15 and 16 name them.
func TestMachinesAreThoseOfTheText(t *testing.T) {
	d, _ := resolved(t, "bench")
	weapon := func(class string) Weapon {
		return d.Weapons[slices.IndexFunc(d.Weapons, func(w Weapon) bool { return w.Class == class })]
	}
	plane := func(id string) Plane {
		return d.Aircraft[slices.IndexFunc(d.Aircraft, func(p Plane) bool { return p.ID == id })]
	}
	vehicle := func(id string) Vehicle {
		return d.Vehicles[slices.IndexFunc(d.Vehicles, func(v Vehicle) bool { return v.ID == id })]
	}
	flag := func(id, flag string) bool { return slices.Contains(vehicle(id).Flags, flag) }
	cases := []struct {
		rule, must string
		ok         bool
	}{
		{"LS-2.3c", "flamethrowers and artillery have a fire strength; AT, AA and rifles none", weapon("FLT").FS > 0 && weapon("ART").FS == 10 && weapon("AT").FS == 0 && weapon("AA").FS == 0 && weapon("ATR").FS == 0},
		{"LS-2.3d", "artillery and anti-aircraft guns have two ranges", weapon("ART").Other > weapon("ART").Range && weapon("AA").Other > 0 && weapon("AT").Other == 0},
		{"LS-2.3e", "personal weapons reach the adjacent hex", weapon("FLT").Range == 1 && weapon("ATR").Range == 1},
		{"LS-2.3h", "AT and artillery have a facing, AA none", weapon("AT").Facing && weapon("ART").Facing && !weapon("AA").Facing},
		{"LS-13.13e", "a flamethrower is used twice", weapon("FLT").Uses == 2 && weapon("FLT").Shots == 1},
		{"LS-8.54a", "three shots", weapon("AT").Shots == 3 && weapon("AA").Shots == 3 && weapon("ART").Shots == 3 && weapon("ATR").Shots == 3},
		{"LS-13.21a", "AT guns reach 10 hexes", weapon("AT").Range == 10},
		{"LS-13.23a", "AA guns reach 10 hexes on the ground", weapon("AA").Range == 10},
		{"LS-16.15f", "infantry guns fire directly to 10 hexes, no barrages", weapon("IG").Range == 10 && weapon("IG").Strength == 0},
		{"LS-5.42a", "ten points a piece, on the map or off it", weapon("ART").Strength == 10 && weapon("OBA").Strength == 10},
		{"LS-2.54a", "air combat bonus of SE5a, Spad XIII and Fokker D.VII", plane("se5a").Bonus == -1 && plane("spad_13").Bonus == -1 && plane("fokker_d7").Bonus == -1 && plane("camel").Bonus == 0},
		{"LS-11.32f", "bombers of 6 and of 12", plane("dh4").Bomb == 6 && plane("handley_page").Bomb == 12},
		{"LS-16.42a", "Salamander and DH5 may break off, the Bristol is a fighter at any time", slices.Contains(plane("salamander").Flags, "fighter_instead") && slices.Contains(plane("dh5").Flags, "no_observation") && slices.Contains(plane("bristol_fighter").Flags, "always_fighter")},
		{"LS-6.14a", "hard to steer: Mark I, Mark IV, Schneider, Vollmer", flag("mk_i_male", "hard_to_steer") && flag("mk_iv_female", "hard_to_steer") && flag("schneider", "hard_to_steer") && flag("vollmer", "hard_to_steer") && !flag("mk_v_male", "hard_to_steer")},
		{"LS-6.15b", "reverse: Mark V, Mark VIII, A7V", flag("mk_v_male", "may_reverse") && flag("mk_viii", "may_reverse") && flag("a7v", "may_reverse") && !flag("mk_iv_male", "may_reverse")},
		{"LS-6.15d", "FT-17s go through woods", flag("ft_17_gun", "may_enter_woods") && flag("ft_17_mg", "may_enter_woods") && flag("ft_17_bs", "may_enter_woods")},
		{"LS-6.14d", "Whippets run away", flag("whippet", "whippet_control")},
		{"LS-8.57b", "the Whippet is small: +1", vehicle("whippet").Size == 1},
		{"LS-6.16k", "from September 1918 the A7V is as reliable as the best", vehicle("a7v").Breakdown > 0 && vehicle("a7v").From == "1918-09" && vehicle("a7v").Then == 0},
		{"LS-15.11a", "German tanks have crews", flag("a7v", "german_crew") && flag("captured_mk_iv", "german_crew") && flag("vollmer", "german_crew") && !flag("ehrhardt_ac", "german_crew")},
		{"LS-2.45a", "trucks are vulnerable to small arms", flag("truck", "small_arms_vulnerable") && flag("truck_aa", "small_arms_vulnerable")},
		{"LS-2.42g", "most trucks are unarmed", len(vehicle("truck").Mounts) == 0 && len(vehicle("truck_aa").Mounts) == 1},
		{"LS-16.11a", "infantry ranges by nation", nationValue(d.Tables.Training, "british") == 6 && nationValue(d.Tables.Training, "french") == 3 && nationValue(d.Tables.Training, "german") == 4},
	}
	for _, c := range cases {
		if !c.ok {
			t.Errorf("%s: %s", c.rule, c.must)
		}
	}
	for _, v := range d.Vehicles {
		for _, m := range v.Mounts {
			if v.Kind == "armoured_car" && m.Kind != "mg" { // LS-2.42f
				t.Errorf("LS-2.42f: %s has a %s", v.ID, m.Kind)
			}
		}
		if v.Road < v.Cross { // LS-2.43b
			t.Errorf("LS-2.43b: %s is slower on the road", v.ID)
		}
	}
	mark := vehicle("mk_iv_male") // the example of LS-8.65: a gun and a machine gun on each flank, one machine gun ahead
	guns, mgs := 0, 0
	for _, m := range mark.Mounts {
		if m.Kind == "main" {
			guns += m.Count
		} else {
			mgs += m.Count
		}
	}
	if guns != 2 || mgs != 3 {
		t.Errorf("LS-8.65a: a Mark IV male has %d guns and %d machine guns", guns, mgs)
	}
}

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	scenariotest.Written(t, Engine, regexp.MustCompile(`\bLS-(?:[0-9]+\.[0-9]+[a-z]?|D[0-9]+|V)\b`), 570+88)
}
