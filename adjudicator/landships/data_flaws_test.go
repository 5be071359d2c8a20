package landships

import (
	"testing"

	"fieldpost/scenarios/scenariotest"
)

// unitOf gives a unit of the scenario, to spoil it.
func unitOf(d *Document, id string) *Unit {
	for i := range d.Scenario.Units {
		if d.Scenario.Units[i].ID == id {
			return &d.Scenario.Units[i]
		}
	}
	panic("no unit " + id)
}

// spoilt are what a scenario author can get wrong: what is spoilt in which scenario, where the flaw is and what it says.
var spoilt = []struct {
	name     string
	scenario string
	spoil    func(d *Document)
	path     string
	say      string
}{
	{"gap in a chart", "bench", func(d *Document) { d.Tables.FireOrder[1].To = 3 }, "tables.fire_order[2].from", "the one before it ends at 3"},
	{"closed end", "bench", func(d *Document) { d.Tables.ToHit[len(d.Tables.ToHit)-1].To = 30 }, "tables.to_hit[11].to", "open"},
	{"weaker column", "bench", func(d *Document) { d.Tables.SmallArms[3].Hit = 0 }, "tables.small_arms[3].hit", "less often"},
	{"row too short", "bench", func(d *Document) { d.Tables.Barrage[0].Results = d.Tables.Barrage[0].Results[1:] }, "tables.barrage[0].results", "5 entries"},
	{"losses unreadable", "bench", func(d *Document) { d.Tables.CloseAssault[1].Losses[2] = "1-1" }, "tables.close_assault[1].losses[2]", `"1-1"`},
	{"bomb unreadable", "bench", func(d *Document) { d.Tables.Bombing[1].Results[0] = "X" }, "tables.bombing[1].results[0]", `"X"`},
	{"scatter twice north", "bench", func(d *Document) { d.Tables.Scatter[1] = 1 }, "tables.scatter[1]", "1 stands there twice"},
	{"mark unknown", "bench", func(d *Document) { d.Tables.Rolls.Communication.Mark = "X" }, "tables.rolls.communication.mark", `"X"`},
	{"others missing", "bench", func(d *Document) { d.Tables.Training = d.Tables.Training[:4] }, "tables.training", "others"},
	{"two terrains of one code", "bench", func(d *Document) { d.Terrain[1].Code = "." }, "terrain[1].code", ". stands there twice"},
	{"feature missing", "bench", func(d *Document) { d.Terrain = d.Terrain[:len(d.Terrain)-1] }, "terrain", "smoke is missing"},
	{"unknown symbol", "bench", func(d *Document) { d.Vehicles[0].Flags[0] = "fast" }, "vehicles[0].flags[0]", `"fast"`},
	{"sector twice", "bench", func(d *Document) { d.Vehicles[0].Mounts[0].Sectors = []int{0, 0} }, "vehicles[0].mounts[0].sectors[1]", "twice"},
	{"fighter with bombs", "bench", func(d *Document) { d.Aircraft[0].Bomb = 2 }, "aircraft[0].bomb", "only where type is not F"},
	{"cavalry without horses", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].Trot = 0 }, "counters[", "trot is missing"},
	{"another war", "bench", func(d *Document) { d.Scenario.Date = "1940-05-10" }, "scenario.date", `"1940-05-10"`},
	{"no day", "bench", func(d *Document) { d.Scenario.Date = "1917-13-01" }, "scenario.date", "1917-13-01"},
	{"gas too early", "bench", func(d *Document) { d.Scenario.Date = "1914-10-01" }, "scenario.sides[0].gas", "LS-5.34a"},
	{"one side", "bench", func(d *Document) { d.Scenario.Sides = d.Scenario.Sides[:1] }, "scenario.sides", "1 entries"},
	{"same rear", "bench", func(d *Document) { d.Scenario.Sides[1].RearEdge = "S" }, "scenario.sides[1].rear_edge", "S stands there twice"},
	{"observed off the map", "bench", func(d *Document) { d.Scenario.Sides[0].Observed = []string{"1501"} }, "scenario.sides[0].observed[0]", `"1501" is no place`},
	{"row of ground too short", "bench", func(d *Document) { d.Scenario.Map.Ground[2] = "......" }, "scenario.map.ground[2]", "row 3 has 6 columns"},
	{"unknown ground", "bench", func(d *Document) { d.Scenario.Map.Ground[0] = "x............." }, "scenario.map.ground[0]", `"x"`},
	{"town without a name", "bocquet-trench", func(d *Document) { d.Scenario.Map.Towns = nil }, "scenario.map.ground[4]", "1205 belongs to no named town"},
	{"named town in the fields", "bocquet-trench", func(d *Document) { d.Scenario.Map.Towns[0].Hexes[0] = "0505" }, "scenario.map.towns[0].hexes[0]", "0505 is no town hex"},
	{"trench dug twice", "bocquet-trench", func(d *Document) { d.Scenario.Map.Trenches[2].Hexes[0] = "0801" }, "scenario.map.trenches[2].hexes[0]", "another trench"},
	{"road with a gap", "bocquet-trench", func(d *Document) { d.Scenario.Map.Roads[0].Hexes[1] = "0101" }, "scenario.map.roads[0].hexes[1]", "0101 is not next to 0105"},
	{"no bridge", "sombre-crossing", func(d *Document) { d.Scenario.Map.Bridges = nil }, "scenario.map.roads[0].hexes[8]", "0907 without a bridge"},
	{"bridge on land", "sombre-crossing", func(d *Document) { d.Scenario.Map.Bridges = append(d.Scenario.Map.Bridges, "0707") }, "scenario.map.bridges[1]", "0707 is no river hex"},
	{"junction off the road", "bocquet-trench", func(d *Document) { d.Scenario.Map.Junctions[0] = "0101" }, "scenario.map.junctions[0]", "among scenario.map.roads.hexes"},
	{"rough wood", "sombre-crossing", func(d *Document) { d.Scenario.Map.Rough[0] = "0602" }, "scenario.map.rough[0]", "LS-6.23a"},
	{"mined twice", "sombre-crossing", func(d *Document) { d.Scenario.Map.Mines[1].Hexes[0] = "0704" }, "scenario.map.mines[1].hexes[0]", "mined twice"},
	{"name that no order can use", "bench", func(d *Document) { d.Scenario.Units[0].ID = "first platoon" }, "scenario.units[0].id", "is not like T-M1"},
	{"name like a hex", "bench", func(d *Document) { d.Scenario.Units[0].ID = "0304" }, "scenario.units[0].id", "is not like T-M1"},
	{"off the map", "bench", func(d *Document) { d.Scenario.Units[0].Hex = "1515" }, "scenario.units[0].hex", `"1515" is no place`},
	{"nowhere", "bench", func(d *Document) { d.Scenario.Units[0].Hex = "" }, "scenario.units[0]", "nowhere"},
	{"two places", "bench", func(d *Document) { unitOf(d, "TL-1").Hex = "0814" }, "scenario.units[", "several places"},
	{"unknown counter", "bench", func(d *Document) { d.Scenario.Units[0].Type = "guards" }, "scenario.units[0].type", `"guards"`},
	{"counter of another class", "bench", func(d *Document) { d.Scenario.Units[0].Type = "british_mg" }, "scenario.units[0].type", "class MG"},
	{"no values", "bench", func(d *Document) { d.Scenario.Units[0].Type = "" }, "scenario.units[0]", "type is missing"},
	{"tank without facing", "bench", func(d *Document) { unitOf(d, "T-M1").Facing = 0 }, "scenario.units[", "facing is missing"},
	{"enemy's tank", "bench", func(d *Document) { unitOf(d, "T-M1").Type = "vollmer" }, "scenario.units[", "other side"},
	{"truck called a tank", "bench", func(d *Document) { unitOf(d, "T-M1").Type = "truck" }, "scenario.units[", "kind truck"},
	{"German tank without crew", "bench", func(d *Document) { unitOf(d, "A7V-1").Crew = "" }, "scenario.units[", "LS-15.11a"},
	{"German tank from nowhere", "bench", func(d *Document) { unitOf(d, "A7V-1").EntryEdge = "" }, "scenario.units[", "LS-15.11d"},
	{"rider in a truck", "bench", func(d *Document) { unitOf(d, "TL-1").Aboard = "TR-1" }, "scenario.units[", "LS-14.11a"},
	{"crew elsewhere", "bench", func(d *Document) { unitOf(d, "B-CR1").Hex = "0514" }, "scenario.units[", "LS-13.2a"},
	{"AA gun with a facing", "bench", func(d *Document) { unitOf(d, "B-AA1").Facing = 1 }, "scenario.units[", "LS-2.3h"},
	{"rifle with the British", "bench", func(d *Document) { u := unitOf(d, "ATR-1"); u.Side, u.Carrier = "allied", "B-1" }, "scenario.units[", "LS-13.11a"},
	{"rifle carried by a crew", "bench", func(d *Document) { unitOf(d, "ATR-1").Carrier = "G-CR0" }, "scenario.units[", "class:INF|MG"},
	{"four flamethrowers", "bench", func(d *Document) {
		for _, id := range []string{"FLT-3", "FLT-4"} {
			d.Scenario.Units = append(d.Scenario.Units, Unit{ID: id, Side: "central", Class: "FLT", Carrier: "S-2"})
		}
	}, "scenario.units[", "4 flamethrowers"},
	{"aircraft on the ground", "bench", func(d *Document) { unitOf(d, "DH4-1").Hex = "0114" }, "scenario.units[", "hex is given"},
	{"bomber observing", "bench", func(d *Document) { unitOf(d, "DH4-1").Missions = []string{"observation"} }, "scenario.units[", "LS-11.1b"},
	{"strafing in 1916", "bench", func(d *Document) {
		d.Scenario.Date = "1916-07-01"
		unitOf(d, "BF-1").Missions = []string{"strafing"}
	}, "scenario.units[", "LS-11.33a"},
	{"enemies together", "bench", func(d *Document) { unitOf(d, "G-1").Hex = "0114" }, "scenario.units[", "one hex"},
	{"nine groups", "bench", func(d *Document) {
		for _, id := range []string{"C-1", "C-2", "C-3"} {
			unitOf(d, id).Hex = "0114"
		}
	}, "scenario.units[", "LS-3.12a"},
	{"five vehicles", "bench", func(d *Document) { unitOf(d, "W-1").Hex, unitOf(d, "W-2").Hex = "0814", "0814" }, "scenario.units[", "LS-3.12b"},
	{"tank in the woods", "flesquette-ridge", func(d *Document) { unitOf(d, "T-M1").Hex = "0316" }, "scenario.units[0].hex", "woods"},
	{"truck in a trench", "sombre-crossing", func(d *Document) { unitOf(d, "GT-1").Hex = "1009" }, "scenario.units[", "trench"},
	{"armoured car in wire", "sombre-crossing", func(d *Document) { unitOf(d, "AC-1").Hex = "1109" }, "scenario.units[", "wire"},
	{"storm tank", "bench", func(d *Document) { d.Scenario.Switches.Stosstruppen = []string{"A7V-1"} }, "scenario.switches.stosstruppen[0]", "class:INF"},
	{"arrival after the end", "cachette-switch", func(d *Document) { d.Scenario.Arrivals[1].Turn = 20 }, "scenario.arrivals[1].turn", "above scenario.turns"},
	{"arrival inland", "cachette-switch", func(d *Document) { d.Scenario.Arrivals[0].Hexes[0] = "0505" }, "scenario.arrivals[0].hexes[0]", "edge"},
	{"tanks in the foot phase", "cachette-switch", func(d *Document) { d.Scenario.Arrivals[0].Phase = "4.4" }, "scenario.arrivals[0].units[0]", "LS-6.0a"},
	{"tanks without facing", "cachette-switch", func(d *Document) { d.Scenario.Arrivals[0].Facing = 0 }, "scenario.arrivals[0]", "facing is missing"},
	{"arriving twice", "cachette-switch", func(d *Document) { d.Scenario.Arrivals[1].Units[0] = "T-F1" }, "scenario.arrivals[1].units[0]", "arrives twice"},
	{"area of strangers", "bocquet-trench", func(d *Document) { d.Scenario.Deployments[1].Units[0] = "B-A1" }, "scenario.deployments[1].units[0]", "other side"},
	{"outside the area", "bocquet-trench", func(d *Document) { unitOf(d, "G-1").Hex = "0902" }, "scenario.deployments[1].hexes", "G-1 stands at 0902"},
	{"control of nothing", "bocquet-trench", func(d *Document) { d.Scenario.Victory.Points[0].Hexes = nil }, "scenario.victory.points[0]", "hexes is missing"},
	{"loss of nobody", "bocquet-trench", func(d *Document) { d.Scenario.Victory.Points[3].Class = nil }, "scenario.victory.points[3]", "class is missing"},
	{"unknown class", "bocquet-trench", func(d *Document) { d.Scenario.Victory.Points[3].Class[0] = "ELEPHANT" }, "scenario.victory.points[3].class[0]", `"ELEPHANT"`},
	{"unknown type", "cachette-switch", func(d *Document) { d.Scenario.Victory.Points[4].Types[0] = "a8v" }, "scenario.victory.points[4].types[0]", `"a8v"`},
	{"results upside down", "bocquet-trench", func(d *Document) { d.Scenario.Victory.Results[0].Margin = -5 }, "scenario.victory.results[1].margin", "must be less"},
	{"no result for defeat", "bocquet-trench", func(d *Document) { d.Scenario.Victory.Results = d.Scenario.Victory.Results[:2] }, "scenario.victory.results[1].margin", "below 0"},
	{"default none of the values", "bench", func(d *Document) { d.Scenario.Options[0].Default = "99" }, "scenario.options[0].default", `"99"`},
	{"unknown option", "bench", func(d *Document) { d.Scenario.Options[1].ID = "weather" }, "scenario.options[1].id", `"weather"`},
	{"turns in words", "bench", func(d *Document) { d.Scenario.Options[0].Values[0] = "ten" }, "scenario.options[0].values[0]", `"ten"`},
	{"switch against option", "bench", func(d *Document) { d.Scenario.Switches.Acquisition = "erratum_strict" }, "scenario.options[5].default", "A-27"},
	{"assault column left out", "bench", func(d *Document) { d.Tables.CloseAssault[1].Advantage = 2 }, "tables.close_assault[1].advantage", "this is the one of 1"},
	{"assault from the middle", "bench", func(d *Document) { d.Tables.CloseAssault = d.Tables.CloseAssault[1:] }, "tables.close_assault[0].advantage", "the first is 0"},
	{"range of no other tank", "bench", func(d *Document) { d.Tables.TankRanges[0].Types = nil }, "tables.tank_ranges[0].types", "LS-16.31a"},
	{"feature of the ground", "bench", func(d *Document) { d.Terrain[len(d.Terrain)-1].Kind = "clear" }, "terrain[", "kind is feature where id is"},
	{"feature with a code", "bench", func(d *Document) { d.Terrain[len(d.Terrain)-1].Code = "x" }, "terrain[", "code is given"},
	{"ground without a code", "bench", func(d *Document) { d.Terrain[0].Code = "" }, "terrain[0].code", "needed where kind is not feature"},
	{"code of two letters", "bench", func(d *Document) { d.Terrain[0].Code = "xy" }, "terrain[0].code", "2 letters"},
	{"code that is not plain", "bench", func(d *Document) { d.Terrain[0].Code = "é" }, "terrain[0].code", "one plain character"},
	{"ground that hides nobody", "bench", func(d *Document) { d.Terrain[0].Soft = 0 }, "terrain[0].soft", "soft is missing"},
	{"ground that hides no tank", "bench", func(d *Document) { d.Terrain[0].Hard = 0 }, "terrain[0].hard", "hard is missing"},
	{"month of no war", "bench", func(d *Document) { d.Vehicles[0].From = "1918" }, "vehicles[0].from", "is not like 1918-09"},
	{"class of weapons missing", "bench", func(d *Document) { d.Weapons = d.Weapons[1:] }, "weapons", "with this class"},
	{"bomber that strafes", "bench", func(d *Document) { d.Aircraft[0].Type, d.Aircraft[0].Strafe = "B", 2 }, "aircraft[0].strafe", "only where type is CS"},
	{"bomber that fights", "bench", func(d *Document) { d.Aircraft[0].Type, d.Aircraft[0].Bonus = "B", -1 }, "aircraft[0].bonus", "only where type is F"},
	{"cavalry that cannot charge", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].Charge = 0 }, "counters[", "charge is missing"},
	{"cavalry that cannot dismount", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].Dismounted = nil }, "counters[", "dismounted is missing"},
	{"half a cavalry", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].Dismounted = []int{1} }, "counters[", "1 entries"},
	{"cavalry that fires", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].FS = 1 }, "counters[", "fs is given"},
	{"cavalry that fires far", "bench", func(d *Document) { d.Counters[len(d.Counters)-4].WR = 1 }, "counters[", "wr is given"},
	{"infantry without fire", "bench", func(d *Document) { d.Counters[0].FS = 0 }, "counters[0].fs", "fs is missing"},
	{"infantry without range", "bench", func(d *Document) { d.Counters[0].WR = 0 }, "counters[0].wr", "wr is missing"},
	{"infantry without morale", "bench", func(d *Document) { d.Counters[0].MR = 0 }, "counters[0].mr", "mr is missing"},
	{"infantry at a trot", "bench", func(d *Document) { d.Counters[0].Trot = 2 }, "counters[0].trot", "trot is given"},
	{"rows of ground missing", "bench", func(d *Document) { d.Scenario.Map.Ground = d.Scenario.Map.Ground[1:] }, "scenario.map.ground", "rows; it needs"},
	{"rough off the map", "sombre-crossing", func(d *Document) { d.Scenario.Map.Rough[0] = "9999" }, "scenario.map.rough[0]", "9999"},
	{"rough twice", "sombre-crossing", func(d *Document) { d.Scenario.Map.Rough[1] = d.Scenario.Map.Rough[0] }, "scenario.map.rough[1]", "named twice"},
	{"name too long", "bench", func(d *Document) { d.Scenario.Units[0].ID = "B-1234567" }, "scenario.units[0].id", "9 letters"},
	{"name of a direction", "bench", func(d *Document) { d.Scenario.Units[0].ID = "NE" }, "scenario.units[0].id", "direction"},
	{"aboard nothing", "bench", func(d *Document) { unitOf(d, "TL-1").Aboard = "B-1" }, "scenario.units[", "class:TNK|AC|TRK"},
	{"infantry aboard", "bench", func(d *Document) { d.Scenario.Units[0].Aboard = "TR-1" }, "scenario.units[0].aboard", "only where class is TL or CREW"},
	{"aboard the enemy", "bench", func(d *Document) { unitOf(d, "TL-1").Aboard = "A7V-1" }, "scenario.units[", "no vehicle of this side"},
	{"two values", "bench", func(d *Document) { d.Scenario.Units[0].Values = []int{1, 2} }, "scenario.units[0].values", "2 entries"},
	{"values of a tank", "bench", func(d *Document) { unitOf(d, "T-M1").Values = []int{1, 2, 3} }, "scenario.units[", "values is given"},
	{"infantry dismounted", "bench", func(d *Document) { d.Scenario.Units[0].Dismounted = true }, "scenario.units[0].dismounted", "dismounted is given"},
	{"infantry in the air", "bench", func(d *Document) { d.Scenario.Units[0].Missions = []string{"bombing"} }, "scenario.units[0].missions", "missions is given"},
	{"infantry that faces", "bench", func(d *Document) { d.Scenario.Units[0].Facing = 1 }, "scenario.units[0].facing", "facing is given"},
	{"unknown tank", "bench", func(d *Document) { unitOf(d, "T-M1").Type = "maus" }, "scenario.units[", `"maus"`},
	{"unknown aircraft", "bench", func(d *Document) { unitOf(d, "DH4-1").Type = "zeppelin" }, "scenario.units[", `"zeppelin"`},
	{"option in words", "bench", func(d *Document) { d.Scenario.Options[1].Values[0] = "perhaps" }, "scenario.options[1].values[0]", `"perhaps"`},
	{"unknown suggestion", "cachette-switch", func(d *Document) { d.Scenario.Suggested[0] = "LS-99" }, "scenario.suggested[0]", `"LS-99"`},
}

// The check of documents finds what a scenario author can get wrong, and says where.
func TestCheckDocumentFindsFlaws(t *testing.T) {
	for _, c := range spoilt {
		t.Run(c.name, func(t *testing.T) {
			d, r := resolved(t, c.scenario)
			c.spoil(d)
			scenariotest.Flawed(t, scenariotest.Flaws(Engine, d), r, c.path, c.say)
		})
	}
}
