package landships_test

import (
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/projections/trial/trialtest"
)

// TestTry plays the try files: the examples of the rulebook and cases by rule.
func TestTry(t *testing.T) { trialtest.Files(t, landships.Engine, "testdata/try") }
