package somme

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
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
	g.Campaign.Ready = []Hand{{allied, []string{"gunners"}}}
	g.Campaign.Penalty = []Count{{german, 1}, {allied, 2}}
	g.Campaign.Backs = []Captured{{Hex: "3329", Level: 2, Back: 12}}
	g.Campaign.Played, g.Campaign.Named, g.Campaign.Charges = []string{"refugees"}, failed, 1
	text, err := json.Marshal(map[string]any{"turn": 0, "campaign": g.campaignOf()})
	if err != nil {
		t.Fatal(err)
	}
	again, err := set(g, text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Campaign, g.Campaign) {
		t.Errorf("%+v is not %+v", again.Campaign, g.Campaign)
	}
}
