package modernbattles_test

import (
	"testing"

	"fieldpost/adjudicator/modernbattles"
	"fieldpost/projections/trial/trialtest"
)

// TestTry plays the try files: the examples of the rulebook and cases by rule.
func TestTry(t *testing.T) { trialtest.Files(t, modernbattles.Engine, "testdata/try") }
