package conflict

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// TestFlaws: what is wrong with a document is told with its path.
func TestFlaws(t *testing.T) {
	for want, spoil := range map[string]func(d *Document){
		"scenario.forces[0].units[0].id: \"a/b\"":                func(d *Document) { d.Scenario.Forces[0].Units[0].ID = "a/b" },
		"scenario.forces[0].units[0].type: no counter":           func(d *Document) { d.Scenario.Forces[0].Units[0].Type = "tiger" },
		"scenario.forces[0].units[0].hex: \"Z99\"":               func(d *Document) { d.Scenario.Forces[0].Units[0].Hex = "Z99" },
		"scenario.forces[1].units[0].type: sov_maxim is":         func(d *Document) { d.Scenario.Forces[1].Side = "german" },
		"scenario.board.map[0]: no terrain":                      func(d *Document) { d.Scenario.Board.Map[0] = "??.........." },
		"scenario.board.map[1]: 2 hexes":                         func(d *Document) { d.Scenario.Board.Map[1] = ".." },
		"scenario.board.roads[0][1]: L10 and A01 are not":        func(d *Document) { d.Scenario.Board.Roads[0][1] = "A01" },
		"scenario.board.levels: 1 rows":                          func(d *Document) { d.Scenario.Board.Levels = []string{"000000000000"} },
		"scenario.deck.cards[0]: there is no card":               func(d *Document) { d.Scenario.Deck.Cards[0] = "99" },
		"scenario.scores[0].when: destroyed is not":              func(d *Document) { d.Scenario.Scores[0].When = "end" },
		"scenario.scores[3].rounds[0]: there is no round 9":      func(d *Document) { d.Scenario.Scores[3].Rounds = []int{9} },
		"scenario.papers.holder: there is no unit":               func(d *Document) { d.Scenario.Papers.Holder = "soviet.Q" },
		"scenario.options[0].default: \"maybe\" is none":         func(d *Document) { d.Scenario.Options[0].Default = "maybe" },
		"scenario.first: there is no side":                       func(d *Document) { d.Scenario.First = "polish" },
		"scenario.forces[0].wire[0]: there is no unit":           func(d *Document) { d.Scenario.Forces[0].Wire = []string{"M"} },
		"tables.sniper: there are 1 values":                      func(d *Document) { d.Tables.Sniper = []int{1} },
		"terrain[0].code: \"FF\" is no single":                   func(d *Document) { d.Terrain[0].Code = "FF" },
		"units[0].class: a foot unit does not move as tracked":   func(d *Document) { d.Units[0].Class = "tracked" },
		"scenario.forces[0].works[0].hidden: only mines":         func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "trench", Hex: "A01", Hidden: true}} },
		"scenario.forces[0].works[0].facing: a bunker has a":     func(d *Document) { d.Scenario.Forces[0].Works = []Work{{Type: "bunker", Hex: "A01"}} },
		"scenario.forces[0].strikes[0].card: \"grenades\" is no": func(d *Document) { d.Scenario.Forces[0].Strikes = []Strike{{Card: "grenades", Uses: 1}} },
	} {
		d := opened(t, "couriers-satchel").doc
		spoil(d)
		found := false
		var all []string
		for _, f := range Engine.Check(d) {
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
