package somme

import (
	"regexp"
	"testing"

	"fieldpost/scenarios/scenariotest"
)

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	cited := regexp.MustCompile(`\b(?:SO-(?:D?[0-9]+(?:\.[0-9]+)*[a-z]?|S[123]\.[0-9]+|(?:COOP|HUT|CAM)\.[0-9a-z]+|[A-P]\.[0-9]*[a-z]?)|RUL-[0-9]+|GAP-[0-9]+)\b`)
	scenariotest.Written(t, Engine, cited, 392+67+18)
}
