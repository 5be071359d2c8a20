package modernbattles

import (
	"slices"
	"testing"

	"fieldpost/scenarios/scenariotest"
)

// What a scenario author can get wrong is told with its place.
func TestCheckDocumentFindsFlaws(t *testing.T) {
	kind := func(d *Document, kind string) *UnitType {
		return &d.Units[slices.IndexFunc(d.Units, func(u UnitType) bool { return u.Kind == kind })]
	}
	for _, c := range []struct {
		name  string
		spoil func(d *Document)
		path  string
		say   string
	}{
		{"vehicle of no row", func(d *Document) { kind(d, "vehicle").Vehicle = "" }, "units[", "vehicle is missing"},
		{"infantry without profile", func(d *Document) { kind(d, "squad").Profile = "" }, "units[", "profile is missing"},
		{"infantry without men", func(d *Document) { kind(d, "squad").Men = nil }, "units[", "men is missing"},
		{"gun without gunner", func(d *Document) { kind(d, "gun").Men = kind(d, "squad").Men }, "units[", "needs a gunner"},
		{"ground missing", func(d *Document) {
			d.Terrain = slices.DeleteFunc(d.Terrain, func(g TerrainType) bool { return g.ID == "hill" })
		}, "terrain", "hill is missing"},
		{"base missing", func(d *Document) {
			d.Bases = slices.DeleteFunc(d.Bases, func(b Base) bool { return b.ID == "gun_heavy" })
		}, "bases", "gun_heavy is missing"},
		{"base that is not round", func(d *Document) {
			d.Bases[slices.IndexFunc(d.Bases, func(b Base) bool { return b.ID == "infantry" })].Radius = 0
		}, "bases[", "radius is missing"},
		{"wrong price of a vehicle", func(d *Document) { d.Vehicles[0].Points++ }, "vehicles[0].points", "MB-B28"},
		{"wrong price of a unit", func(d *Document) { d.Units[0].Points++ }, "units[0].points", "MB-B28"},
		{"side of nobody", func(d *Document) {
			d.Scenario.Sides[0].Points, d.Scenario.Units, d.Scenario.Wire, d.Scenario.Radio = 0, nil, nil, nil
		}, "scenario.sides[0].points", "neither points nor units"},
		{"zone of two corners", func(d *Document) { d.Scenario.Sides[0].Zone = [][]int{{0, 0}, {9, 9}} }, "scenario.sides[0].zone", "three corners"},
		{"zone off the table", func(d *Document) { d.Scenario.Sides[0].Zone = [][]int{{0, 0}, {9999, 0}, {9, 9}} }, "scenario.sides[0].zone[1]", "on the table"},
		{"zone that meets itself", func(d *Document) { d.Scenario.Sides[0].Zone = [][]int{{0, 0}, {9, 9}, {9, 0}, {0, 9}} }, "scenario.sides[0].zone", "meets itself"},
		{"feature without shape", func(d *Document) { f := &d.Scenario.Features[0]; f.Polygon, f.Line, f.Circle = nil, nil, Circle{} }, "scenario.features[0]", "one shape"},
		{"round house", func(d *Document) {
			d.Scenario.Features[0] = Feature{ID: "x", Kind: "building", Circle: Circle{Center: []int{9, 9}, Radius: 5}}
		}, "scenario.features[0].circle", "by its edges"},
		{"objective off the table", func(d *Document) { d.Scenario.Objectives[0].At = []int{-1, 0} }, "scenario.objectives[0].at", "on the table"},
		{"option of no rule", func(d *Document) { d.Scenario.Options[0].ID = "weather" }, "scenario.options[0].id", `"weather"`},
		{"list of nobody", func(d *Document) {
			d.Scenario.Options[0].ID, d.Scenario.Options[0].Values = "list."+d.Scenario.Sides[0].ID, []string{"martians"}
		}, "scenario.options[0].values[0]", `"martians"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, r := scenariotest.Load[Document](t, "modern-battles", "mill-crossroads")
			c.spoil(d)
			scenariotest.Flawed(t, scenariotest.Flaws(Engine, d), r, c.path, c.say)
		})
	}
}
