package somme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/scenarios"
)

// Every rule that the sources cite, in what they tell or in a comment, is written down for players, and every ruling.
func TestEveryRuleCitedIsWrittenDown(t *testing.T) {
	rules, err := scenarios.Rules("somme-1918")
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{}
	for _, r := range rules {
		if written[r.ID] {
			t.Errorf("%s is written twice", r.ID)
		}
		written[r.ID] = true
		if r.EN == r.FR || strings.HasSuffix(r.EN, "..") {
			t.Errorf("%s: %q, %q", r.ID, r.EN, r.FR)
		}
	}
	if len(rules) < 392+67+18 {
		t.Errorf("%d rules are written down", len(rules))
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	cited := regexp.MustCompile(`\b(?:SO-(?:[0-9]+(?:\.[0-9]+)*[a-z]?|S[123]\.[0-9]+|(?:COOP|HUT|CAM)\.[0-9a-z]+|[A-P]\.[0-9]*[a-z]?)|RUL-[0-9]+|GAP-[0-9]+)\b`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range cited.FindAllString(string(text), -1) {
			if len(scenarios.FindRules(rules, id)) == 0 {
				t.Errorf("%s cites %s, which is not written down", file, id)
			}
		}
	}
}
