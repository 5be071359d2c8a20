package brushbrothers_test

import (
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table/tabletest"
)

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) { tabletest.Keys(t, brushbrothers.Engine, "testdata/keys.txt") }
