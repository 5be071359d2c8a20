package landships

import (
	"encoding/json"
	"testing"

	"fieldpost/scenarios"
)

// FuzzCheckDocument: whatever stands in a document, the check ends with flaws or none, and what it passes can be set up.
func FuzzCheckDocument(f *testing.F) {
	d := new(Document)
	r, err := scenarios.Load("landships", "sombre-crossing", d)
	if err != nil {
		f.Fatal(err)
	}
	var whole struct{ Scenario json.RawMessage }
	if err := json.Unmarshal(r.Document, &whole); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(whole.Scenario))
	f.Add([]byte(`{"date":"1917-11-20","map":{"columns":2,"rows":2,"ground":["..","é."],"roads":[{"hexes":["0101","9999"]}]},"units":[{"id":"","class":"CAV","hex":"0101"},{"id":"A","class":"TNK","hex":"01"}]}`))
	f.Add([]byte(`{"map":{"columns":60,"rows":-1},"arrivals":[{"units":["X"],"hexes":[""]}],"victory":{"points":[{"for":"control"}]}}`))
	f.Fuzz(func(t *testing.T, scenario []byte) {
		broken := *d
		broken.Scenario = Scenario{}
		if json.Unmarshal(scenario, &broken.Scenario) != nil || broken.Scenario.Map.Columns > 60 || broken.Scenario.Map.Rows > 60 || len(scenarios.Check(&broken)) > 0 {
			return // the loader does not let it through
		}
		flaws := Engine.Check(&broken)
		for _, f := range flaws {
			if f.Message == "" {
				t.Errorf("a flaw at %q says nothing", f.Path)
			}
		}
		if len(flaws) > 0 {
			return
		}
		Rules.Survey(&broken)
		setUp(&broken, nil) // does not break
	})
}
