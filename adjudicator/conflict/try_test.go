package conflict_test

import (
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/projections/trial/trialtest"
)

// TestTry plays the try files: the examples of the rulebook and cases by rule.
func TestTry(t *testing.T) { trialtest.Files(t, conflict.Engine, "testdata/try") }
