package scenarios_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/scenarios"
)

// atlas is a document that uses every word of a tag that speaks of more than one value.
type atlas struct {
	Columns int        `json:"columns"`
	Rows    int        `json:"rows"`
	Ground  []string   `json:"ground" check:"required,grid=columns*rows,codes=terrain.code"`
	Levels  []string   `json:"levels" check:"grid=ground,each=2..3"`
	Terrain []kind     `json:"terrain" check:"has=open|wood"`
	Roads   [][]string `json:"roads" check:"place,chain"`
	Rivers  []string   `json:"rivers" check:"touching=/"`
	Fences  []fence    `json:"fences"`
	First   []int      `json:"first" check:"len=columns,each=1..rows"`
	Turns   []turn     `json:"turns" check:"next=number"`
	Dice    []turn     `json:"dice" check:"next=number:0"`
	Weather []span     `json:"weather" check:"spans=2..12"`
	Morale  []string   `json:"morale" check:"last=gone"`
	Units   []soldier  `json:"units" check:"unique=side+number"`
	Flies   []string   `json:"flies" check:"ref=units[kind:air&!gun]"`
	When    int        `json:"when" check:"ref=turns.number"`
}

type fence struct {
	A string `json:"a" check:"place"`
	B string `json:"b" check:"place,beside=a"`
}

type kind struct {
	ID   string `json:"id"`
	Code string `json:"code"`
}

type turn struct {
	Number int `json:"number"`
}

type span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

type soldier struct {
	ID     string `json:"id" check:"max=4,like=A1 or B2~[A-Z][0-9]+"`
	Side   string `json:"side"`
	Number int    `json:"number"`
	Kind   string `json:"kind" check:"oneof=foot|air|gun"`
	Gun    string `json:"gun" check:"needed=kind:gun|piece,only=!kind:foot"`
	Chief  string `json:"chief" check:"ref=^units[kind:foot]"`
	Pace   string `json:"pace" check:"goes=slow/gun"`
}

// Grid has the places A1, A2, B1, B2; those of a row or a column touch.
func (*atlas) Grid() (board.Grid, error) {
	return board.NewSquare(2, 2, board.Options{Diagonals: board.NoDiagonal})
}

func sound() *atlas {
	return &atlas{Columns: 2, Rows: 2, Ground: []string{".w", "w."}, Levels: []string{"00", "01"}, Terrain: []kind{{"open", "."}, {"wood", "w"}},
		Roads: [][]string{{"A1", "A2", "B2"}, {"B1"}}, Rivers: []string{"A1/B1"}, Fences: []fence{{"A1", "A2"}}, First: []int{1, 2}, Turns: []turn{{3}, {4}}, Dice: []turn{{0}, {1}},
		Weather: []span{{2, 6}, {7, 12}}, Morale: []string{"shaken", "gone"}, Flies: []string{"C3"}, When: 4,
		Units: []soldier{{"A1", "red", 1, "foot", "", "", ""}, {"B2", "red", 2, "gun", "mauser", "A1", "slow"}, {"C3", "blue", 1, "air", "", "", ""}}}
}

// Each word of a tag finds what it is there for, and nothing in a sound document.
func TestRelations(t *testing.T) {
	if found := scenarios.Check(sound()); len(found) > 0 {
		t.Fatal(found)
	}
	for want, spoil := range map[string]func(d *atlas){
		`ground: ground is empty`:                                                    func(d *atlas) { d.Ground, d.Levels = nil, nil },
		`ground: ground has 1 rows; it needs 2`:                                      func(d *atlas) { d.Ground = d.Ground[:1] },
		`ground[1]: row 2 has 3 columns; it needs 2`:                                 func(d *atlas) { d.Ground[1] = "w.." },
		`ground[0]: "x" is none of terrain.code`:                                     func(d *atlas) { d.Ground[0] = ".x" },
		`levels: levels has 1 rows`:                                                  func(d *atlas) { d.Levels = d.Levels[:1] },
		`levels[1]: "0" has 1 letters; it may have 2 to 3`:                           func(d *atlas) { d.Levels[1] = "0" },
		`terrain: wood is missing`:                                                   func(d *atlas) { d.Terrain = d.Terrain[:1] },
		`roads[0][2]: B1 is not next to A2`:                                          func(d *atlas) { d.Roads[0][2] = "B1" },
		`roads[1][0]: "C7" is no place`:                                              func(d *atlas) { d.Roads[1][0] = "C7" },
		`rivers[0]: "A1-B1" does not name two places`:                                func(d *atlas) { d.Rivers[0] = "A1-B1" },
		`rivers[0]: "C7" is no place`:                                                func(d *atlas) { d.Rivers[0] = "A1/C7" },
		`rivers[0]: A1 and B2 do not touch`:                                          func(d *atlas) { d.Rivers[0] = "A1/B2" },
		`fences[0].b: A1 and B2 do not touch`:                                        func(d *atlas) { d.Fences[0].B = "B2" },
		`fences[0].b: A1 and A1 do not touch`:                                        func(d *atlas) { d.Fences[0].B = "A1" },
		`first: first has 1; as many as columns are wanted, 2`:                       func(d *atlas) { d.First = d.First[:1] },
		`first[0]: first[0] is 3, above rows, which is 2`:                            func(d *atlas) { d.First[0] = 3 },
		`first[1]: first[1] is 0; it may be 1 or more`:                               func(d *atlas) { d.First[1] = 0 },
		`turns[1].number: 5 does not follow 3`:                                       func(d *atlas) { d.Turns[1].Number, d.When = 5, 3 },
		`dice[0].number: the first is 0, not 1`:                                      func(d *atlas) { d.Dice = d.Dice[1:] },
		`weather[0].from: the first span begins at 2`:                                func(d *atlas) { d.Weather[0].From = 1 },
		`weather[1].to: the last span ends at 12, not at 11`:                         func(d *atlas) { d.Weather[1].To = 11 },
		`morale[1]: "shaken" cannot stand here: the list ends with gone`:             func(d *atlas) { d.Morale[1] = "shaken" },
		`morale[0]: "gone" cannot stand here`:                                        func(d *atlas) { d.Morale[0] = "gone" },
		`units[1]: red 1 stands there twice`:                                         func(d *atlas) { d.Units[1].Number = 1 },
		`flies[0]: there is no "A1" among units[kind:air&!gun]`:                      func(d *atlas) { d.Flies[0] = "A1" },
		`flies[0]: there is no "C3"`:                                                 func(d *atlas) { d.Units[2].Gun, d.Units[2].Pace = "vickers", "slow" },
		`when: there is no "7" among turns.number`:                                   func(d *atlas) { d.When = 7 },
		`units[0].id: "first" is not like A1 or B2`:                                  func(d *atlas) { d.Units[0].ID = "first" },
		`units[0].id: "A1234" has 5 letters`:                                         func(d *atlas) { d.Units[0].ID = "A1234" },
		`units[1].gun: units[1].gun is missing: it is needed where kind is`:          func(d *atlas) { d.Units[1].Gun, d.Units[1].Pace = "", "" },
		`units[0].gun: units[0].gun is given; it may be only where kind is not foot`: func(d *atlas) { d.Units[0].Gun, d.Units[0].Pace = "rifle", "slow" },
		`units[1].chief: there is no "C3" among ^units[kind:foot]`:                   func(d *atlas) { d.Units[1].Chief = "C3" },
		`units[1].pace: units[1].pace is slow where gun is given, and only there`:    func(d *atlas) { d.Units[1].Pace = "fast" },
		`units[0].pace: units[0].pace is slow where gun is given, and only there`:    func(d *atlas) { d.Units[0].Pace = "slow" },
	} {
		d := sound()
		spoil(d)
		found := scenarios.Check(d)
		if !slices.ContainsFunc(found, func(p *scenarios.Problem) bool { return strings.HasPrefix(p.Path+": "+p.Message, want) }) {
			t.Errorf("%s is not told; there is %v", want, found)
		}
	}
}
