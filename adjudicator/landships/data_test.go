package landships

import (
	"testing"

	"fieldpost/scenarios"
)

// load resolves one of the shipped scenarios.
func load(t *testing.T, name string) *Document {
	t.Helper()
	d := new(Document)
	if _, err := scenarios.Load("landships", name, d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestShippedScenariosLoad(t *testing.T) {
	list, err := scenarios.List("landships")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		d := load(t, e.Name)
		if d.Scenario.ID != e.Name {
			t.Errorf("scenario %s calls itself %s", e.Name, d.Scenario.ID)
		}
	}
}
