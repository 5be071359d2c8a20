package somme

import (
	"slices"
	"testing"

	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// resolved loads one of the shipped scenarios.
func resolved(t *testing.T, name string) (*Document, *scenarios.Resolved) {
	return scenariotest.Load[Document](t, "somme-1918", name)
}

func TestShippedScenariosAreSound(t *testing.T) {
	names := scenariotest.Sound(t, Engine)
	if len(names) != 4 {
		t.Errorf("%d scenarios", len(names))
	}
	for _, name := range names {
		if d, _ := resolved(t, name); d.Scenario.ID != name {
			t.Errorf("scenario %s calls itself %s", name, d.Scenario.ID)
		}
	}
}

// placed gives the placement of a unit, to spoil it.
func placed(d *Document, id string) *Placement {
	for i := range d.Scenario.Start {
		if d.Scenario.Start[i].Unit == id {
			return &d.Scenario.Start[i]
		}
	}
	panic("no unit " + id)
}

// counter gives a counter, to spoil it.
func counter(d *Document, id string) *Unit {
	for i := range d.Units {
		if d.Units[i].ID == id {
			return &d.Units[i]
		}
	}
	panic("no counter " + id)
}

const (
	hutier   = "hutier-strikes"
	michael  = "operation-michael"
	push     = "final-push"
	campaign = "bloody-spring"
)

// spoilt are what a scenario author can get wrong: what is spoilt in which scenario, where the flaw is and what it says.
var spoilt = []struct {
	name     string
	scenario string
	spoil    func(d *Document)
	path     string
	say      string
}{
	{"gap in the weather", hutier, func(d *Document) { d.Tables.Weather[1].From = 8 }, "tables.weather[1].from", "begins at 8; the one before it ends at 6"},
	{"weather ends early", hutier, func(d *Document) { d.Tables.Weather = d.Tables.Weather[:3] }, "tables.weather[2].to", "ends at 12, not at 8"},
	{"air backwards", hutier, func(d *Document) { d.Tables.Air[2].To = 1 }, "tables.air[2].to", "before it begins"},
	{"column out of order", hutier, func(d *Document) { d.Tables.Combat[3].ID = "4/1" }, "tables.combat[3].id", "the column is 3/1"},
	{"eleven sums", hutier, func(d *Document) { d.Tables.Combat[0].Cells = d.Tables.Combat[0].Cells[1:] }, "tables.combat[0].cells", "10 entries"},
	{"cell unreadable", hutier, func(d *Document) { d.Tables.Combat[2].Cells[4] = "A4" }, "tables.combat[2].cells[4]", `"A4"`},
	{"bombardment row", hutier, func(d *Document) { d.Tables.Bombardment[3].Die = 4 }, "tables.bombardment[3].die", "this is the one of 3"},
	{"weaker bombardment", hutier, func(d *Document) { d.Tables.Bombardment[3].Points[2] = 0 }, "tables.bombardment[3].points[2]", "may not do less"},
	{"diamonds unreadable", hutier, func(d *Document) { d.Tables.Bombardment[0].Diamonds = "...." }, "tables.bombardment[0].diamonds", "4 letters"},
	{"seven bombardments", hutier, func(d *Document) { d.Tables.Bombardment = d.Tables.Bombardment[:7] }, "tables.bombardment", "7 entries"},
	{"disengagement unreadable", hutier, func(d *Document) { d.Tables.Disengagement[3] = "x2" }, "tables.disengagement[3]", `"x2"`},
	{"mastery upside down", hutier, func(d *Document) { d.Tables.Mastery[1].From = 7 }, "tables.mastery[1].from", "total begins above"},
	{"no mastery of the attacker", hutier, func(d *Document) { d.Tables.Mastery = d.Tables.Mastery[:3] }, "tables.mastery", "3 entries"},
	{"limited further", hutier, func(d *Document) { d.Tables.Mastery[0].Limited = 4 }, "tables.mastery[0].limited", "above retreat"},
	{"replacement missing", campaign, func(d *Document) { d.Tables.Replacements = d.Tables.Replacements[1:] }, "tables.replacements", "21 entries"},
	{"replacement of nobody", campaign, func(d *Document) { d.Tables.Replacements[0].Gives[0] = "morale_7" }, "tables.replacements[0].gives[0]", "morale_7"},
	{"free wood", hutier, func(d *Document) { d.Tables.Movement.Enter.Wood.MP = 0 }, "tables.movement.enter.wood.mp", "at least one"},
	{"open sea", hutier, func(d *Document) { d.Tables.Movement.Enter.Sea.MP = 0 }, "tables.movement.enter.sea.mp", "SO-2.1c"},
	{"factor upside down", hutier, func(d *Document) { d.Tables.Odds.Factors.DefenderTown.Per = -1 }, "tables.odds.factors.defender_town.per", "1 or more"},
	{"name no order can use", hutier, func(d *Document) { counter(d, "G-34").ID = "34th Division" }, "units[", "is not like G-28a"},
	{"name like a hex", hutier, func(d *Document) { counter(d, "G-34").ID = "5423" }, "units[", "is not like G-28a"},
	{"counter twice", hutier, func(d *Document) { counter(d, "G-34").ID = "G-37" }, "units[", "G-37 stands there twice"},
	{"steps of morale", hutier, func(d *Document) { counter(d, "G-34").Steps = 2 }, "units[", "SO-6a"},
	{"no morale", hutier, func(d *Document) { counter(d, "G-34").Morale = 1 }, "units[", "2 to 6"},
	{"stronger reduced", hutier, func(d *Document) { counter(d, "G-34").Reduced[0] = 12 }, "units[", "reduced face"},
	{"regiment of nobody", hutier, func(d *Document) { counter(d, "G-28a").Division = "" }, "units[", "division is missing"},
	{"tank without protection", hutier, func(d *Document) { counter(d, "B-MK1").Protection = 0 }, "units[", "protection is missing"},
	{"German tank that drives", hutier, func(d *Document) { counter(d, "G-A7V1").Movement = 3 }, "units[", "movement is given"},
	{"French Stosstruppen", hutier, func(d *Document) { counter(d, "G-ST1").Nation = "french" }, "units[", "SO-6d"},
	{"guns without a radius", hutier, func(d *Document) { counter(d, "G-CA1").Radius = 0 }, "units[", "radius is missing"},
	{"headquarters without a radius", hutier, func(d *Document) { counter(d, "G-HQ18").Radius = 0 }, "units[", "radius is missing"},
	{"unarmed aircraft", hutier, func(d *Document) { counter(d, "G-AIR1").Potential = 0 }, "units[", "potential is missing"},
	{"baron on foot", hutier, func(d *Document) { counter(d, "G-34").Baron = true }, "units[", "baron is given; it may be only where kind is air"},
	{"event missing", campaign, func(d *Document) { d.Events = d.Events[1:] }, "events", "michael_1 is missing"},
	{"event of no rule", campaign, func(d *Document) { d.Events[0].ID = "peace" }, "events[0].id", `"peace"`},
	{"code unknown", campaign, func(d *Document) { d.Events[0].Codes = "!" }, "events[0].codes", "other letters than"},
	{"offensive without bonuses", campaign, func(d *Document) { d.Events[4].Modifiers = nil }, "events[4].modifiers", "needed where guns is given"},
	{"event with strangers", campaign, func(d *Document) { d.Events[2].Units[0] = "B-24" }, "events[2].units[0]", "other side"},
	{"row too short", hutier, func(d *Document) { d.Map.Terrain[2] = "..." }, "map.terrain[2]", "row 3 has 3 columns"},
	{"rows missing", hutier, func(d *Document) { d.Map.Ground = d.Map.Ground[1:] }, "map.ground", "35 rows"},
	{"unknown terrain", hutier, func(d *Document) { d.Map.Terrain[20] = "x" + d.Map.Terrain[20][1:] }, "map.terrain[20]", "other letters than"},
	{"trench off the map", hutier, func(d *Document) { d.Map.Works[0].Hexes[0] = "9999" }, "map.works[0].hexes[0]", `"9999" is no place`},
	{"trench in the sea", hutier, func(d *Document) { d.Map.Works[0].Hexes[0] = "0101" }, "map.works[0].hexes[0]", "sea"},
	{"trench dug twice", hutier, func(d *Document) { d.Map.Works[0].Hexes[1] = d.Map.Works[0].Hexes[0] }, "map.works[0].hexes[1]", "stands there twice"},
	{"source inland", hutier, func(d *Document) { d.Map.Sources[0].Hexes[0] = "3020" }, "map.sources[0].hexes[0]", "SO-9.1c"},
	{"no source", hutier, func(d *Document) { d.Map.Sources = d.Map.Sources[:1] }, "map.sources", "allied is missing"},
	{"river between strangers", hutier, func(d *Document) { d.Map.Waters[1].Sides[3] = "0510/0810" }, "map.waters[1].sides[3]", "do not touch"},
	{"river unreadable", hutier, func(d *Document) { d.Map.Waters[1].Sides[3] = "0510-0609" }, "map.waters[1].sides[3]", "two places that touch"},
	{"crest both ways", hutier, func(d *Document) { d.Map.Crests[0].Sides[1] = "3901>4001" }, "map.crests[0].sides[1]", "both ways"},
	{"road with a gap", hutier, func(d *Document) { d.Map.Roads[0].Hexes[4] = "3535" }, "map.roads[0].hexes[4]", "not next to"},
	{"railway at sea", hutier, func(d *Document) { d.Map.Rails[0].Hexes = []string{"0101", "0102"} }, "map.rails[0].hexes[0]", "sea"},
	{"one side", hutier, func(d *Document) { d.Scenario.Sides = d.Scenario.Sides[:1] }, "scenario.sides", "1 entries"},
	{"turn left out", michael, func(d *Document) { d.Scenario.Turns[2].Number = 5 }, "scenario.turns[2].number", "does not follow"},
	{"area of another map", push, func(d *Document) { d.Scenario.Area.ByColumn = d.Scenario.Area.ByColumn[1:] }, "scenario.area.by_column", "as many as map.columns are wanted, 58"},
	{"unknown special rule", hutier, func(d *Document) { d.Scenario.Rules[0] = "gas" }, "scenario.rules[0]", `"gas"`},
	{"redoubt outside", hutier, func(d *Document) { d.Scenario.Redoubts[0] = "5010" }, "scenario.redoubts[0]", "outside the area"},
	{"general with the guns", hutier, func(d *Document) { d.Scenario.Hutier = "G-AA18" }, "scenario.hutier", "units[kind:hq&nation:german]"},
	{"flying division", hutier, func(d *Document) { d.Scenario.Air[0].Missions[0] = "G-34" }, "scenario.air[0].missions[0]", "units[kind:air]"},
	{"unknown unit", hutier, func(d *Document) { d.Scenario.Start[0].Unit = "G-99" }, "scenario.start[0].unit", `"G-99"`},
	{"placed twice", hutier, func(d *Document) { placed(d, "G-34").Unit = "G-37" }, "scenario.start[", "G-37 stands there twice"},
	{"outside the area", hutier, func(d *Document) { placed(d, "G-34").Hex = "5410" }, "scenario.start[", "outside the area"},
	{"aircraft on the ground", hutier, func(d *Document) { placed(d, "G-AIR1").Hex = "5421" }, "scenario.start[", "SO-17.1a"},
	{"enemies together", hutier, func(d *Document) { placed(d, "G-34").Hex = "5324" }, "scenario.start[", "one hex"},
	{"too high a stack", hutier, func(d *Document) { placed(d, "G-37").Hex = "5423" }, "scenario.start[", "6 points are stacked at 5423; 4 is the limit"},
	{"nations mixed", hutier, func(d *Document) { placed(d, "B-2C").Hex = "5432" }, "scenario.start[", "SO-COOP.a"},
	{"guns at the front", hutier, func(d *Document) { placed(d, "G-CA1").Hex = "5120" }, "scenario.start[", "zone of control"},
	{"storm troops without a regiment", hutier, func(d *Document) { placed(d, "G-ST1").Hex = "5423" }, "scenario.start[", "SO-11.3.2c"},
	{"more lost than there is", push, func(d *Document) { placed(d, "G-ST1").Lost = 1 }, "scenario.start[", "cannot have lost 1"},
	{"arrival after the end", michael, func(d *Document) { d.Scenario.Arrivals[0].Turn = 9 }, "scenario.arrivals[0].turn", `no "9" among scenario.turns.number`},
	{"arrival of the other side", michael, func(d *Document) { d.Scenario.Arrivals[1].Units[0] = "G-12" }, "scenario.arrivals[1].units[0]", "other side"},
	{"arriving twice", michael, func(d *Document) { d.Scenario.Arrivals[2].Units[0] = "F-35" }, "scenario.arrivals[2].units[0]", "arrives already"},
	{"edge inland", michael, func(d *Document) { d.Scenario.Arrivals[1].Hexes[0] = "3020" }, "scenario.arrivals[1].hexes[0]", "edge of the map"},
	{"road of fields", campaign, func(d *Document) { road(d).Hexes[0] = "1510" }, "scenario.arrivals[", "no road"},
	{"arriving nowhere", michael, func(d *Document) { d.Scenario.Arrivals[1].Hexes = nil }, "scenario.arrivals[1].hexes", "hexes is missing"},
	{"aircraft by road", michael, func(d *Document) { d.Scenario.Arrivals[0].At, d.Scenario.Arrivals[0].Sequence = "headquarters", 1 }, "scenario.arrivals[0]", "SO-17.1a"},
	{"two bonuses", hutier, func(d *Document) { d.Scenario.Offensives[0].Modifiers = []int{3, 2} }, "scenario.offensives[0].modifiers", "2 entries"},
	{"bonus of nothing", hutier, func(d *Document) { d.Scenario.Offensives[0].MustBeGives = []int{1, 0, 0} }, "scenario.offensives[0].must_be_gives", "only where must_be is given"},
	{"offensive of no event", campaign, func(d *Document) { d.Scenario.Offensives[0].Event = "peace" }, "scenario.offensives[0].event", `"peace"`},
	{"initiative given twice", hutier, func(d *Document) { d.Scenario.Offensives[0].Initiative = true }, "scenario.offensives[0].initiative", "already"},
	{"German doctrine", hutier, func(d *Document) { d.Scenario.Doctrine[0].Nation = "german" }, "scenario.doctrine[0]", "SO-3h"},
	{"bridge on land", hutier, func(d *Document) { d.Scenario.Victory.Bridges[0] = "4520/4620" }, "scenario.victory.bridges[0]", "no bridge"},
	{"victory of nothing", michael, func(d *Document) { d.Scenario.Victory.Hexes = nil }, "scenario.victory.hexes", "needed where kind is points"},
	{"outcomes upside down", michael, func(d *Document) { d.Scenario.Victory.Levels[1].From = 20 }, "scenario.victory.levels[1].from", "must be less than the one before"},
	{"marker twice", push, func(d *Document) { d.Scenario.Markers[1].Hexes[0] = "4219" }, "scenario.markers[1].hexes[0]", "marker already"},
	{"markers without backs", campaign, func(d *Document) { d.Scenario.Markers[0].Hexes = d.Scenario.Markers[0].Hexes[1:] }, "scenario.markers[0].hexes", "9 markers"},
	{"held by both", push, func(d *Document) { d.Scenario.Control[1].Hexes[0] = "4219" }, "scenario.control[1].hexes[0]", "already"},
	{"held by nobody", push, func(d *Document) { d.Scenario.Control[1].Hexes = d.Scenario.Control[1].Hexes[1:] }, "scenario.control", "3733"},
	{"default none of the values", hutier, func(d *Document) { d.Scenario.Options[0].Default = "maybe" }, "scenario.options[0].default", `"maybe"`},
	{"unknown option", hutier, func(d *Document) { d.Scenario.Options[0].ID = "gas" }, "scenario.options[0].id", `"gas"`},
	{"option neither yes nor no", hutier, func(d *Document) { d.Scenario.Options[0].Values[1] = "perhaps" }, "scenario.options[0].values[1]", `"perhaps"`},
	{"headquarters that stands still", hutier, func(d *Document) { counter(d, "G-HQ18").Movement = 0 }, "units[", "movement is missing"},
	{"guns without a potential", hutier, func(d *Document) { counter(d, "G-CA1").Potential = 0 }, "units[", "potential is missing"},
	{"tank without coordination", hutier, func(d *Document) { counter(d, "B-MK1").Coordination = 0 }, "units[", "coordination is missing"},
	{"tank without attack", hutier, func(d *Document) { counter(d, "B-MK1").Attack = 0 }, "units[", "attack is missing"},
	{"tank of two steps", hutier, func(d *Document) { counter(d, "B-MK1").Steps = 2 }, "units[", "SO-15.4.1d"},
	{"German tank of the Allies", hutier, func(d *Document) { counter(d, "G-A7V1").Nation = "french" }, "units[", "SO-15.4.2a"},
	{"division without attack", hutier, func(d *Document) { counter(d, "G-34").Attack = 0 }, "units[", "attack is missing"},
	{"division without defence", hutier, func(d *Document) { counter(d, "G-34").Defence = 0 }, "units[", "defence is missing"},
	{"one face", hutier, func(d *Document) { counter(d, "G-34").Reduced = nil }, "units[", "reduced is missing"},
	{"half a face", hutier, func(d *Document) { counter(d, "G-34").Reduced = []int{1} }, "units[", "1 entries"},
	{"division of a division", hutier, func(d *Document) { counter(d, "G-34").Division = "G-37" }, "units[", "division is given"},
	{"name too long", hutier, func(d *Document) { counter(d, "G-34").ID = "G-123456789" }, "units[", "11 letters"},
	{"name with a hyphen at its end", hutier, func(d *Document) { counter(d, "G-34").ID = "G-34-" }, "units[", "is not like"},
	{"mastery twice", hutier, func(d *Document) { d.Tables.Mastery[1].Result = "total" }, "tables.mastery[1]", "defender total stands there twice"},
	{"replacement twice", campaign, func(d *Document) { d.Tables.Replacements[1].Sum = 2 }, "tables.replacements[1]", "german 2 stands there twice"},
	{"event twice", campaign, func(d *Document) { d.Events[1].ID = "michael_1" }, "events", "michael_2 is missing"},
	{"event without counters", campaign, func(d *Document) { d.Events[0].Copies = -1 }, "events[0].copies", "1 to 9"},
	{"bonuses of no offensive", campaign, func(d *Document) { d.Events[0].Modifiers = []int{1, 1, 1} }, "events[0].modifiers", "only where guns is given"},
	{"event with nobody", campaign, func(d *Document) { d.Events[2].Units[0] = "B-99" }, "events[2].units[0]", `"B-99"`},
	{"event with one twice", campaign, func(d *Document) { d.Events[2].Units = append(d.Events[2].Units, d.Events[2].Units[0]) }, "events[2].units", "stands there twice"},
	{"name off the map", hutier, func(d *Document) { d.Map.Names[0].Hex = "9999" }, "map.names[0].hex", `"9999"`},
	{"source off the map", hutier, func(d *Document) { d.Map.Sources[0].Hexes[0] = "9999" }, "map.sources[0].hexes[0]", `"9999"`},
	{"river twice", hutier, func(d *Document) { d.Map.Waters[1].Sides[3] = d.Map.Waters[1].Sides[2] }, "map.waters[1].sides[3]", "stands there twice"},
	{"crest unreadable", hutier, func(d *Document) { d.Map.Crests[0].Sides[1] = "3901/4001" }, "map.crests[0].sides[1]", "two places that touch"},
	{"road of one hex", hutier, func(d *Document) { d.Map.Roads[0].Hexes = d.Map.Roads[0].Hexes[:1] }, "map.roads[0].hexes", "1 entries"},
	{"general with nobody", hutier, func(d *Document) { d.Scenario.Hutier = "" }, "scenario.hutier", "needed where rules is hutier"},
	{"weather after the end", hutier, func(d *Document) { d.Scenario.Weather = []Fixed{{Turn: 9, Sequence: 1, Weather: "fog"}} }, "scenario.weather[0].turn", `"9"`},
	{"fourth sequence", hutier, func(d *Document) { d.Scenario.Weather = []Fixed{{Turn: 1, Sequence: 4, Weather: "fog"}} }, "scenario.weather[0].sequence", "3 or less"},
	{"aircraft of the other side", hutier, func(d *Document) { d.Scenario.Air[0].Side = "allied" }, "scenario.air[0].", "other side"},
	{"aircraft twice", hutier, func(d *Document) { d.Scenario.Air[0].Missions = []string{"G-AIR1", "G-AIR1"} }, "scenario.air[0].missions[1]", "stands there twice"},
	{"arrival of nobody", michael, func(d *Document) { d.Scenario.Arrivals[1].Units[0] = "G-99" }, "scenario.arrivals[1].units[0]", `"G-99"`},
	{"arrival out of time", michael, func(d *Document) { d.Scenario.Arrivals[1].Sequence = 0 }, "scenario.arrivals[1].sequence", "0 where at is available"},
	{"headquarters in a hex", michael, func(d *Document) { d.Scenario.Arrivals[0].Hexes = []string{"0101"} }, "scenario.arrivals[0].hexes", "hexes is given"},
	{"offensive after the end", hutier, func(d *Document) { d.Scenario.Offensives[0].Turn = 9 }, "scenario.offensives[0].turn", `"9"`},
	{"guns that give nothing", hutier, func(d *Document) { d.Scenario.Offensives[0].MustBe = "5120" }, "scenario.offensives[0].must_be_gives", "needed where must_be"},
	{"tanks of nobody", hutier, func(d *Document) { d.Scenario.Offensives[0].Tanks = []string{"F-T99"} }, "scenario.offensives[0].tanks[0]", `"F-T99"`},
	{"offensive of the other side's event", campaign, func(d *Document) { d.Scenario.Offensives[0].Event = foreign(d) }, "scenario.offensives[0].event", "that side has no event"},
	{"bridge unreadable", hutier, func(d *Document) { d.Scenario.Victory.Bridges[0] = "4520" }, "scenario.victory.bridges[0]", "two places that touch"},
	{"no bridge to win", hutier, func(d *Document) { d.Scenario.Victory.Bridges = nil }, "scenario.victory.bridges", "needed where kind is bridges"},
	{"no crosses to win", push, func(d *Document) { d.Scenario.Markers = nil }, "scenario.markers", "needed where victory.kind is"},
}

// foreign is an event of the side that does not make the first offensive.
func foreign(d *Document) string {
	return d.Events[slices.IndexFunc(d.Events, func(e Event) bool { return e.Side != d.Scenario.Offensives[0].Side })].ID
}

// road gives the first group that arrives on a road.
func road(d *Document) *Arrival {
	return &d.Scenario.Arrivals[slices.IndexFunc(d.Scenario.Arrivals, func(a Arrival) bool { return a.At == "road" })]
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
