package somme_test

import (
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/projections/trial/trialtest"
)

// TestTry plays the try files: the examples of the rulebook and cases by rule.
func TestTry(t *testing.T) { trialtest.Files(t, somme.Engine, "testdata/try") }
