package somme_test

import (
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table/tabletest"
)

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) { tabletest.Keys(t, somme.Engine, "testdata/keys.txt") }
