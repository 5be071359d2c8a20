package brushbrothers_test

import (
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/projections/trial/trialtest"
)

// TestTry plays the try files: the examples of the rulebook and cases by rule.
func TestTry(t *testing.T) { trialtest.Files(t, brushbrothers.Engine, "testdata/try") }
