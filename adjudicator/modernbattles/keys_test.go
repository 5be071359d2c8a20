package modernbattles_test

import (
	"testing"

	"fieldpost/adjudicator/modernbattles"
	"fieldpost/adjudicator/table/tabletest"
)

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) { tabletest.Keys(t, modernbattles.Engine, "testdata/keys.txt") }
