package somme_test

import (
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/scenarios"
)

// TestShipped: every scenario loads against the shared data.
func TestShipped(t *testing.T) {
	for _, name := range []string{"hutier-strikes", "operation-michael", "final-push", "bloody-spring"} {
		if _, err := scenarios.Load("somme-1918", name, somme.Engine.Document()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
