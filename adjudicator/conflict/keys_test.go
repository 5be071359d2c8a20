package conflict_test

import (
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table/tabletest"
)

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) { tabletest.Keys(t, conflict.Engine, "testdata/keys.txt") }
