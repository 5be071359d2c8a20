package conflict

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/scenariotest"
)

// TestFlaws: what is wrong with a document is told with its path.
func TestFlaws(t *testing.T) {
	for want, spoil := range map[string]func(d *Document){
		`scenario.forces[0].units[0].id: "a/b" is not like R1`:                                   func(d *Document) { d.Scenario.Forces[0].Units[0].ID = "a/b" },
		`scenario.forces[0].units[0].id: "R123456789ABCDEFG" has 17`:                             func(d *Document) { d.Scenario.Forces[0].Units[0].ID = "R123456789ABCDEFG" },
		`scenario.forces[0].units[0].type: there is no "tiger"`:                                  func(d *Document) { d.Scenario.Forces[0].Units[0].Type = "tiger" },
		`scenario.forces[0].units[0].hex: "Z99"`:                                                 func(d *Document) { d.Scenario.Forces[0].Units[0].Hex = "Z99" },
		`scenario.forces[0].units[0].hex: scenario.forces[0].units[0].hex is missing`:            func(d *Document) { d.Scenario.Forces[0].Units[0].Hex, d.Scenario.Forces[0].Units[0].Entry = "", nil },
		`scenario.forces[0].units[0].entry[0]: "Z99"`:                                            func(d *Document) { d.Scenario.Forces[0].Units[0].Entry = []string{"Z99"} },
		`scenario.forces[0].units[0].zone[1]: "Z"`:                                               func(d *Document) { d.Scenario.Forces[0].Units[0].Zone = []string{"A", "Z"} },
		`scenario.forces[0].units[0].aboard: there is no "Q"`:                                    func(d *Document) { d.Scenario.Forces[0].Units[0].Aboard = "Q" },
		`scenario.forces[0].units[0].in: there is no "moat"`:                                     func(d *Document) { d.Scenario.Forces[0].Units[0].In = "moat" },
		`scenario.forces[1].units[0].type: sov_maxim is`:                                         func(d *Document) { d.Scenario.Forces[1].Side = "german" },
		`scenario.forces[0].side: there is no "polish"`:                                          func(d *Document) { d.Scenario.Forces[0].Side = "polish" },
		`scenario.forces[1].id: german stands there twice`:                                       func(d *Document) { d.Scenario.Forces[1].ID = d.Scenario.Forces[0].ID },
		`scenario.board.map[0]: "?" is none of terrain.code`:                                     func(d *Document) { d.Scenario.Board.Map[0] = "??" + d.Scenario.Board.Map[0][2:] },
		`scenario.board.map[1]: row 2 has 2`:                                                     func(d *Document) { d.Scenario.Board.Map[1] = ".." },
		`scenario.board.map[0]: "." has 1 letters`:                                               func(d *Document) { d.Scenario.Board.Map = []string{".", "."} },
		`scenario.board.map: scenario.board.map has 1 entries`:                                   func(d *Document) { d.Scenario.Board.Map = d.Scenario.Board.Map[:1] },
		`scenario.board.roads[0][1]: A01 is not next to L10`:                                     func(d *Document) { d.Scenario.Board.Roads[0][1] = "A01" },
		`scenario.board.roads[0][0]: "Z99" is no place`:                                          func(d *Document) { d.Scenario.Board.Roads[0][0] = "Z99" },
		`scenario.board.levels: scenario.board.levels has 1 rows`:                                func(d *Document) { d.Scenario.Board.Levels = []string{"000000000000"} },
		`scenario.board.levels[0]: "4000" has other letters`:                                     func(d *Document) { d.Scenario.Board.Levels = []string{"4000"} },
		`scenario.board.walls[0].hex: "Z99"`:                                                     func(d *Document) { d.Scenario.Board.Walls = []Wall{{Hex: "Z99", Side: "E"}} },
		`scenario.board.labels[0].hex: "Z99"`:                                                    func(d *Document) { d.Scenario.Board.Labels = []Label{{Hex: "Z99"}} },
		`scenario.deck.cards[0]: there is no "99" among cards`:                                   func(d *Document) { d.Scenario.Deck.Cards[0] = "99" },
		`scenario.objectives[0].hex: "Z99"`:                                                      func(d *Document) { d.Scenario.Objectives = []Objective{{Hex: "Z99"}} },
		`scenario.scores[0].when: scenario.scores[0].when is now where for`:                      func(d *Document) { d.Scenario.Scores[0].When = "end" },
		`scenario.scores[0].hexes[0]: "Z99"`:                                                     func(d *Document) { d.Scenario.Scores[0].Hexes = []string{"Z99"} },
		`scenario.scores[3].rounds[0]: scenario.scores[3].rounds[0] is 9, above scenario.rounds`: func(d *Document) { d.Scenario.Scores[3].Rounds = []int{9} },
		`scenario.scores[3].rounds[0]: scenario.scores[3].rounds[0] is 0`:                        func(d *Document) { d.Scenario.Scores[3].Rounds = []int{0} },
		`scenario.papers.holder: there is no unit`:                                               func(d *Document) { d.Scenario.Papers.Holder = "soviet.Q" },
		`scenario.options[0].default: "maybe" is none`:                                           func(d *Document) { d.Scenario.Options[0].Default = "maybe" },
		`scenario.options[0].id: no option is called "gas"`:                                      func(d *Document) { d.Scenario.Options[0].ID = "gas" },
		`scenario.options[0].values[0]: "many" is no value`: func(d *Document) {
			d.Scenario.Options[0].ID, d.Scenario.Options[0].Values[0] = "handicap.german", "many"
		},
		`scenario.first: there is no "polish"`:                      func(d *Document) { d.Scenario.First = "polish" },
		`scenario.forces[0].wire[0]: there is no "M" among ^units`:  func(d *Document) { d.Scenario.Forces[0].Wire = []string{"M"} },
		`tables.sniper: tables.sniper has 1 entries; it may have 6`: func(d *Document) { d.Tables.Sniper = []int{1} },
		`terrain[0].code: "FF" has 2 letters`:                       func(d *Document) { d.Terrain[0].Code = "FF" },
		`terrain[1].code: . stands there twice`:                     func(d *Document) { d.Terrain[0].Code, d.Terrain[1].Code = ".", "." },
		`terrain[0].height: terrain[0].height is missing`:           func(d *Document) { d.Terrain[0].Blocks, d.Terrain[0].Height = true, 0 },
		`units[0].class: units[0].class is foot where kind is foot`: func(d *Document) { d.Units[0].Class = "tracked" },
		`units[0].fire: units[0].fire is missing`:                   func(d *Document) { d.Units[0].NoFire, d.Units[0].Fire = false, 0 },
		`units[0].min: units[0].min is 99, above range`:             func(d *Document) { d.Units[0].Min = 99 },
		`hits: the foot pile`: func(d *Document) {
			for i := range d.Hits {
				d.Hits[i].Pile = "vehicle"
			}
		},
		`scenario.forces[0].works[0].type: there is no "moat"`: func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "moat", Hex: "A01"}} },
		`scenario.forces[0].works[0].hex: "Z99"`:               func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "trench", Hex: "Z99"}} },
		`scenario.forces[0].works[0].zone[0]: "Z"`: func(d *Document) {
			d.Scenario.Forces[0].Works = []Work{{Type: "trench", Hex: "A01", Zone: []string{"Z"}}}
		},
		`scenario.forces[0].works[0].hidden: only mines`:                                 func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "trench", Hex: "A01", Hidden: true}} },
		`scenario.forces[0].works[0].facing: a bunker has a`:                             func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "bunker", Hex: "A01"}} },
		`scenario.forces[0].strikes[0].card: there is no "grenades" among weapons[area]`: func(d *Document) { d.Scenario.Forces[0].Strikes = []Strike{{Card: "grenades", Uses: 1}} },
		`scenario.forces[0].weapons[0].card: there is no "howitzers" among weapons[!area]`: func(d *Document) {
			d.Weapons[0].ID, d.Weapons[0].Area = "howitzers", true
			d.Scenario.Forces[0].Weapons = []Issue{{Card: "howitzers", Count: 1}}
		},
		`scenario.forces[0].exits[0].hexes[0]: "Z99"`: func(d *Document) { d.Scenario.Forces[0].Exits = []Exit{{Hexes: []string{"Z99"}}} },
	} {
		d := opened(t, "couriers-satchel").doc
		spoil(d)
		found := false
		var all []string
		for _, f := range scenariotest.Flaws(Engine, d) {
			found = found || strings.HasPrefix(f.Path+": "+f.Message, want)
			all = append(all, f.Path+": "+f.Message)
		}
		if !found {
			t.Errorf("%q is not told; there is %q", want, all)
		}
	}
}

// FuzzSet: no correction of a position, however strange, breaks the rules.
func FuzzSet(f *testing.F) {
	for _, text := range []string{`{}`, `{"round":2,"units":[{"unit":"german.PG1","at":"D05"}]}`, `{"units":[{"unit":"german.","type":"smg"}]}`, `{"works":[{"type":"mines","hex":"D05"}],"marks":["X"]}`, `{"seats":[{"seat":"german","active":["german.PG1"],"ap":3}]}`, `{"levels":[{"hex":"A01","level":9}]}`, `[]`} {
		f.Add(text)
	}
	g := opened(f, "couriers-satchel")
	f.Fuzz(func(t *testing.T, text string) {
		other := g.Clone()
		s, err := position.NewSetting([]byte(text))
		if err != nil || other.correct(s) != nil {
			return
		}
		for _, s := range append(other.seats(), "") {
			k := other.Known(s)
			sheet(k, s, nil)
			rosters(k, s)
			derive(k)
			if s != "" {
				sensibleBot(table.NewDraft(Engine, k, s, []string{"plan", "pulse"}, func(int) int { return 0 }))
			}
		}
	})
}
