package conflict_test

import (
	"regexp"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/scenarios/scenariotest"
)

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	scenariotest.Written(t, conflict.Engine, regexp.MustCompile(`\bCH-(?:[0-9]+(?:\.[0-9]+)*[a-z]?|[CD][0-9]+)\b`), 410)
}
