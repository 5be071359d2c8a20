package modernbattles

import (
	"testing"

	"fieldpost/scenarios"
)

// TestShippedData: what we ship has no flaws; all prices follow from MB-B28.
func TestShippedData(t *testing.T) {
	list, err := scenarios.List("modern-battles")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		doc := Engine.Document()
		if _, err := scenarios.Load("modern-battles", e.Name, doc); err != nil {
			t.Fatal(err)
		}
		for _, f := range Engine.Check(doc) {
			t.Errorf("%s %s: %s", e.Name, f.Path, f.Message)
		}
	}
}
