package modernbattles_test

import (
	"regexp"
	"testing"

	"fieldpost/adjudicator/modernbattles"
	"fieldpost/scenarios/scenariotest"
)

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	scenariotest.Written(t, modernbattles.Engine, regexp.MustCompile(`\bMB-(?:[0-9]+[a-z]?(?:\.[0-9]+)*[a-z]?|[BDR][0-9]+(?:\.[0-9]+)?[a-z]?)\b`), 320)
}
