package landships_test

import (
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table/tabletest"
)

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) { tabletest.Keys(t, landships.Engine, "testdata/keys.txt") }
