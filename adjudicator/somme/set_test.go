package somme

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
)

// What "set:" cannot be is refused, and told by its name: unknown keys, events of the other side, words that are none.
func TestSetIsStrict(t *testing.T) {
	for text, want := range map[string]string{
		`{"campaign": {"hand": {}}}`:                                          "hand",
		`{"campaign": {"hands": {"german": ["doullens"]}}}`:                   "doullens",
		`{"campaign": {"hands": {"both": []}}}`:                               "both",
		`{"campaign": {"played": ["mutiny"]}}`:                                "mutiny",
		`{"campaign": {"named": "haig"}}`:                                     "haig",
		`{"campaign": {"lifted": ["stacking"]}}`:                              "stacking",
		`{"campaign": {"gains": {"german": ["morale_7"]}}}`:                   "morale_7",
		`{"campaign": {"early": ["F-999"]}}`:                                  "F-999",
		`{"campaign": {"backs": [{"hex": "9999", "level": 1}]}}`:              "9999",
		`{"captured": [{"hex": "3329", "level": 4}]}`:                         "3329",
		`{"holds": [{"hex": "3329", "side": "french"}]}`:                      "french",
		`{"footbridges": [{"hex": "1632", "to": "1932", "owner": "german"}]}`: "1932",
		`{"offensive": {"side": "german", "guns": [{"unit": "G-34"}]}}`:       "G-34",
		`{"outcomes": [{"hex": "5020", "by": "nobody"}]}`:                     "nobody",
	} {
		if _, err := set(begun(t, "bloody-spring"), []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What a position tells of the campaign can be set again and changes nothing.
func TestSetTakesWhatIsTold(t *testing.T) {
	g := begun(t, "bloody-spring")
	g.Campaign.Pools = withEvent(g.Campaign.Pools, allied, "cooperation")
	g.Campaign.Ready = []Hand{{allied, []string{"gunners"}}}
	g.Campaign.Penalty = []Count{{german, 1}, {allied, 2}}
	g.Campaign.Backs = []Captured{{Hex: "3329", Level: 2, Back: 12}}
	g.Campaign.Played, g.Campaign.Named, g.Campaign.Charges = []string{"refugees"}, failed, 1
	form, err := position.Of(g)
	if err != nil {
		t.Fatal(err)
	}
	state, err := form.Show(g, derive(g))
	if err != nil {
		t.Fatal(err)
	}
	told, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	var part struct {
		Campaign json.RawMessage `json:"campaign"`
	}
	if err := json.Unmarshal(told, &part); err != nil {
		t.Fatal(err)
	}
	again, err := set(g, []byte(`{"turn": 0, "campaign": `+string(part.Campaign)+`}`))
	if err != nil {
		t.Fatal(err)
	}
	if now, was := form.Append(nil, again), form.Append(nil, g); !bytes.Equal(now, was) {
		t.Errorf("%s is not %s", now, was)
	}
}

// set corrects a copy of a position as the kernel does.
func set(g *Game, text []byte) (*Game, error) {
	g = g.Clone()
	s, err := position.NewSetting(text)
	if err == nil {
		err = g.correct(s)
	}
	return g, err
}
