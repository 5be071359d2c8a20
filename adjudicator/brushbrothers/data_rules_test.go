package brushbrothers_test

import (
	"regexp"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/scenarios/scenariotest"
)

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	scenariotest.Written(t, brushbrothers.Engine, regexp.MustCompile(`\bBB-(?:A?[0-9]+(?:\.[0-9]+)*[a-z]?|[DR][0-9]+)\b`), 340)
}
