package position_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
)

// inches is a place that is written "3.5" and may be set as 35.
type inches int

func (p *inches) Text() string {
	return fmt.Sprintf("%d.%d", *p/10, *p%10)
}

func (p *inches) ReadJSON(text []byte) error {
	if json.Unmarshal(text, (*int)(p)) == nil {
		return nil
	}
	var whole, tenth int
	if _, err := fmt.Sscanf(string(text), `"%d.%d"`, &whole, &tenth); err != nil {
		return fmt.Errorf("%s is no place", text)
	}
	*p = inches(10*whole + tenth)
	return nil
}

type board struct {
	Turn   int      `key:"turn"`
	Owner  seat     `key:"owner" ref:"seats"`
	Wire   []string `key:"wire" ref:"place"`
	Pieces []piece  `key:"units" id:"unit"`
	Camps  []camp   `key:"camps" id:"seat,fixed"`
	Counts []count  `key:"counts" id:"hex by"`
	Papers struct {
		Hex    string `key:"hex"`
		Holder string `key:"holder"`
	} `key:"papers"`
}

type piece struct {
	ID     string   `key:"unit"`
	At     string   `key:"at"`
	Facing int      `key:"facing" names:"N|NE|SE|S|SW|NW"`
	Status string   `key:"status" oneof:"fresh|used"`
	Fired  []string `key:"fired"`
	Spot   inches   `key:"spot"`
	Hull   hull     `key:",inline"`
}

type hull struct {
	Hatches string `key:"hatches"`
	Armour  [4]int `key:"armour"`
}

type camp struct {
	Seat seat `key:"seat"`
	Guns int  `key:"guns"`
	Lost int  `key:"lost"`
}

type count struct {
	Hex string `key:"hex"`
	By  seat   `key:"by"`
	N   int    `key:"n"`
}

type boardKeys struct {
	Phase  string      `key:"phase" oneof:"4.1|4.2"`
	Remove []string    `key:"remove"`
	Units  []pieceKeys `key:"units" part:"yes"`
}

type pieceKeys struct {
	Unit string `key:"unit"`
	Seen inches `key:"seen"`
}

func began() *board {
	b := &board{Turn: 1, Owner: "south", Wire: []string{"A1"}, Pieces: []piece{{ID: "B-1", At: "A1", Facing: 4, Fired: []string{"4.3"}, Spot: 35}}, Camps: []camp{{Seat: "south", Guns: 2, Lost: 1}, {Seat: "north"}}}
	b.Papers.Hex, b.Papers.Holder = "A1", "B-1"
	b.Pieces[0].Hull = hull{"open", [4]int{1, 2, 3, 4}}
	return b
}

func knows(kind, name string) bool {
	return kind == "place" && len(name) == 2 || kind == "seats" && (name == "south" || name == "north")
}

func merged(text string) (*board, error) {
	b := began()
	s, err := position.NewSetting([]byte(text))
	if err == nil {
		s.Names(knows)
		err = s.Merge(b)
	}
	return b, err
}

func TestSettingsChangeWhatTheyName(t *testing.T) {
	f := form(t, board{})
	before := string(f.Append(nil, began()))
	for text, want := range map[string]string{
		`{}`:                      before,
		`{"turn":null}`:           before,
		`{"turn":0}`:              strings.Replace(before, `"turn":1,`, ``, 1),
		`{"Turn":7}`:              strings.Replace(before, `"turn":1`, `"turn":7`, 1),
		`{"wire":["B1","B2"]}`:    strings.Replace(before, `"wire":["A1"]`, `"wire":["B1","B2"]`, 1),
		`{"wire":[]}`:             strings.Replace(before, `,"wire":["A1"]`, ``, 1),
		`{"papers":{"hex":"B2"}}`: strings.Replace(before, `"papers":{"hex":"A1"`, `"papers":{"hex":"B2"`, 1),
		`{"units":[{"unit":"B-1","facing":"NE","fired":[]}]}`: strings.Replace(before, `"facing":"S","fired":["4.3"]`, `"facing":"NE"`, 1),
		`{"units":[{"unit":"B-1","facing":6}]}`:               strings.Replace(before, `"facing":"S"`, `"facing":"NW"`, 1),
		`{"units":{"B-1":{"status":"used"}}}`:                 strings.Replace(before, `"spot":"3.5"`, `"spot":"3.5","status":"used"`, 1),
		`{"units":[{"unit":"B-1","spot":42,"hatches":""}]}`:   strings.NewReplacer(`"spot":"3.5"`, `"spot":"4.2"`, `"hatches":"open",`, ``).Replace(before),
		`{"units":[{"unit":"B-2","at":"A2"}]}`:                strings.Replace(before, `"unit":"B-1"}`, `"unit":"B-1"},{"at":"A2","unit":"B-2"}`, 1),
		`{"camps":{"south":{"guns":5}}}`:                      strings.Replace(before, `"guns":2`, `"guns":5`, 1),
		`{"camps":[{"seat":"north","lost":3}]}`:               strings.Replace(before, `{"seat":"north"}`, `{"lost":3,"seat":"north"}`, 1),
		`{"counts":[{"hex":"A1","by":"south","n":1},{"hex":"A1","by":"north"},{"hex":"A1","by":"south","n":2}]}`: strings.Replace(before, `"owner"`, `"counts":[{"by":"south","hex":"A1","n":2},{"by":"north","hex":"A1"}],"owner"`, 1),
	} {
		b, err := merged(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := string(f.Append(nil, b)); got != want {
			t.Errorf("%s gives %s\nwant %s", text, got, want)
		}
		var back board
		if err := f.Read(f.Append(nil, b), &back); err != nil || string(f.Append(nil, back)) != string(f.Append(nil, b)) {
			t.Errorf("%s: read back it is %+v (%v)", text, back, err)
		}
	}
}

func TestSettingsTellTheirMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                   "a mapping belongs",
		`{"tunr":1}`:                           `has no "tunr"; did you mean "turn"; there are camps, counts`,
		`{"turn":"x"}`:                         "turn: x stands where a whole number belongs",
		`{"turn":1.5}`:                         "turn: 1.5 stands where a whole number belongs",
		`{"owner":"west"}`:                     `owner: there is no seat "west"`,
		`{"wire":["A1","A99"]}`:                `wire[1]: there is no place "A99"`,
		`{"wire":"A1"}`:                        "a list belongs",
		`{"units":[{"unit":"B-1","facng":1}]}`: `units[B-1] has no "facng"; did you mean "facing"`,
		`{"units":[{"unit":"B-1","facing":"X"}]}`:         "units[B-1].facing: X stands where one of N, NE",
		`{"units":[{"unit":"B-1","status":"usd"}]}`:       `units[B-1].status: "usd" is none of fresh, used; did you mean "used"`,
		`{"units":[{"unit":"B-1","spot":"far"}]}`:         `units[B-1].spot: "far" is no place`,
		`{"units":[{"unit":"B-1","armour":[1,2,3,4,5]}]}`: "more than 4 entries",
		`{"camps":{"west":{"guns":5}}}`:                   "camps[west] is not there, and none can be added",
		`{"turn":1} {}`:                                   "something follows",
	} {
		if _, err := merged(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}

// A game reads keys of its own, and goes through the entries that have such keys.
func TestAGameHasKeysOfItsOwn(t *testing.T) {
	b := began()
	s, err := position.NewSetting([]byte(`{"phase":"4.2","remove":["x"],"turn":5,"units":[{"unit":"B-1","seen":"1.2","at":"B2"},{"unit":"B-9","Seen":7}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var own boardKeys
	var seen []string
	if err := s.Own(&own); err != nil {
		t.Fatal(err)
	}
	if err := s.Merge(b); err != nil || b.Turn != 5 || len(b.Pieces) != 1 || b.Pieces[0].At != "A1" {
		t.Errorf("merged: %v %+v", err, b)
	}
	err = s.Each("units", "unit", func(e *position.Setting) error {
		var mine pieceKeys
		if err := e.Own(&mine); err != nil {
			return err
		}
		seen = append(seen, mine.Unit+mine.Seen.Text())
		if e.Has("at") {
			return e.Merge(&b.Pieces[0])
		}
		return nil
	})
	if err != nil || own.Phase != "4.2" || own.Remove[0] != "x" || b.Pieces[0].At != "B2" || strings.Join(seen, " ") != "B-11.2 B-90.7" {
		t.Errorf("%v %+v %+v %q", err, own, b.Pieces, seen)
	}
	for text, want := range map[string]string{
		`{"phase":"4.3"}`: `phase: "4.3" is none of 4.1, 4.2`,
		`{"fase":"4.1"}`:  `did you mean "phase"`,
		`{"units":[7]}`:   "units[0]: 7 stands where a mapping belongs",
	} {
		s, err := position.NewSetting([]byte(text))
		if err == nil {
			err = s.Own(&own)
		}
		if err == nil {
			err = s.Merge(began())
		}
		if err == nil {
			err = s.Each("units", "unit", func(*position.Setting) error { return nil })
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", text, err, want)
		}
	}
}

func TestStatesHaveTheKeysOfThePosition(t *testing.T) {
	type paper struct {
		Holder string `key:"holder"`
		Age    int    `key:"age"`
	}
	type strength struct {
		Name     string `key:"name"`
		Strength int    `key:"strength"`
		At       string `key:"at"`
	}
	more := struct {
		Wire   int        `key:"wire"`
		Papers paper      `key:"papers" part:"yes"`
		Units  []strength `key:"units" part:"yes"`
	}{3, paper{"nobody", 0}, []strength{{"first", 9, ""}}}
	s, err := form(t, board{}).Show(began(), &more)
	if err != nil {
		t.Fatal(err)
	}
	short, err := json.Marshal(s)
	const want = `{"camps":[{"guns":2,"lost":1,"seat":"south"},{"seat":"north"}],"owner":"south","papers":{"hex":"A1","holder":"nobody"},"turn":1,` +
		`"units":[{"armour":[1,2,3,4],"facing":"S","fired":["4.3"],"hatches":"open","name":"first","spot":"3.5","strength":9,"unit":"B-1"}],"wire":3}`
	if string(short) != want || err != nil {
		t.Errorf("%s %v", short, err)
	}
	if whole := string(s.Whole()); !strings.Contains(whole, `"counts":[]`) || !strings.Contains(whole, `"age":0`) || !strings.Contains(whole, `"at":"","facing":"S"`) || !strings.Contains(whole, `{"guns":0,"lost":0,"seat":"north"}`) {
		t.Errorf("whole it is %s", whole)
	}
	if keys, ok := s.Keys([]string{"units"}); !ok || strings.Join(keys, " ") != "armour at facing fired hatches name spot status strength unit" {
		t.Errorf("a unit has %q", keys)
	}
	if keys, ok := s.Keys([]string{"turn"}); ok || len(keys) > 0 {
		t.Errorf("a number has keys %q", keys)
	}
}

// What is printed on a counter is picked out of what else is said of it, and what is left stays to be merged.
func TestPickTakesTheKeysThatItHas(t *testing.T) {
	b := began()
	s, err := position.NewSetting([]byte(`{"seat":"north","guns":4,"at":"B2","facing":"N"}`))
	if err != nil {
		t.Fatal(err)
	}
	var c camp
	if err := s.Pick(&c); err != nil || c != (camp{Seat: "north", Guns: 4}) {
		t.Errorf("picked %+v: %v", c, err)
	}
	if err := s.Merge(&b.Pieces[0]); err != nil || b.Pieces[0].At != "B2" || b.Pieces[0].Facing != 1 {
		t.Errorf("%+v: %v", b.Pieces[0], err)
	}
}

func TestTheSchemaHasTheKeysOfBoth(t *testing.T) {
	own := struct {
		Phase string      `key:"phase" oneof:"4.1|4.2"`
		More  []pieceKeys `key:"pieces" part:"yes" like:"units"`
	}{}
	text, err := form(t, board{}).SettingSchema("set of a test", own)
	if err != nil {
		t.Fatal(err)
	}
	type properties map[string]struct {
		Type  any
		Enum  []string
		AnyOf []struct {
			Items struct{ Properties map[string]json.RawMessage }
		}
	}
	var schema struct {
		Title      string
		Properties properties
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	p := schema.Properties
	if schema.Title != "set of a test" || p["turn"].Type != "integer" || strings.Join(p["phase"].Enum, " ") != " 4.1 4.2" {
		t.Errorf("%+v", p)
	}
	for key, has := range map[string][]string{"pieces": {"seen", "facing", "hatches", "unit"}, "units": {"facing", "hatches", "unit"}, "camps": {"seat", "guns"}} {
		for _, want := range has {
			if len(p[key].AnyOf) != 2 || p[key].AnyOf[0].Items.Properties[want] == nil {
				t.Errorf("an entry of %s has no %q", key, want)
			}
		}
	}
}
