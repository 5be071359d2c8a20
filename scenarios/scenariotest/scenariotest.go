// Package scenariotest checks a game's data against its rules: every shipped scenario is sound, the check of documents finds what it must
// find, and every rule that the sources cite is written down for players.
//
//	d, r := scenariotest.Load[Document](t, "landships", "bocquet-trench")
//	names := scenariotest.Sound(t, Engine)
//	scenariotest.Written(t, Engine, cited, 658)
package scenariotest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios"
)

// Load loads a shipped scenario into a document of type D.
func Load[D any](t testing.TB, game, name string) (*D, *scenarios.Resolved) {
	t.Helper()
	d := new(D)
	r, err := scenarios.Load(game, name, d)
	if err != nil {
		t.Fatal(err)
	}
	return d, r
}

// Setup returns a game of a shipped scenario in a rhythm; "" is the default.
func Setup(t testing.TB, e table.Engine, name, rhythm string, options ...events.Option) table.Setup {
	t.Helper()
	r, err := scenarios.Load(e.Name(), name, e.Document())
	if err != nil {
		t.Fatal(err)
	}
	return table.Setup{Scenario: Read(t, e, r.Document), Revision: e.Revision(), Rhythm: rhythm, Options: options}
}

// Read reads a document as the games of its rulebook do.
func Read(t testing.TB, e table.Engine, document []byte) *table.Scenario {
	t.Helper()
	s, err := e.Scenario(document)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Sound asserts that the check of documents finds nothing in the shipped scenarios of a game, and returns their names.
func Sound(t *testing.T, e table.Engine) []string {
	t.Helper()
	list, err := scenarios.List(e.Name())
	if err != nil || len(list) == 0 {
		t.Fatal("no scenarios: ", err)
	}
	var names []string
	for _, entry := range list {
		names = append(names, entry.Name)
		d := e.Document()
		r, err := scenarios.Load(e.Name(), entry.Name, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Check(d) {
			t.Error(r.Problem(f.Path, f.Message))
		}
	}
	return names
}

// Flaws returns all that is wrong with a document, as Load and the check of documents tell it: the tags first.
func Flaws(e table.Engine, doc any) []table.Flaw {
	var out []table.Flaw
	for _, p := range scenarios.Check(doc) {
		out = append(out, table.Flaw{Path: p.Path, Message: p.Message})
	}
	if out == nil {
		out = e.Check(doc)
	}
	return out
}

// Flawed asserts that the check finds, in a document that was spoilt, a flaw whose path begins and whose message goes on
// as they should, and that it is told with its place in the file.
func Flawed(t *testing.T, flaws []table.Flaw, r *scenarios.Resolved, path, say string) {
	t.Helper()
	for _, f := range flaws {
		if strings.HasPrefix(f.Path, path) && strings.Contains(f.Message, say) {
			if r.Problem(f.Path, f.Message).Error() == "" {
				t.Error("an empty problem")
			}
			return
		}
	}
	t.Errorf("no flaw at %s that says %q; flaws: %v", path, say, flaws)
}

// Written asserts that every rule which the Go files of this folder cite is written down for players in the same languages,
// each once; or is a row of its table of decisions. cited matches one citation.
func Written(t *testing.T, e table.Engine, cited *regexp.Regexp, atLeast int) {
	t.Helper()
	rules, err := scenarios.Rules(e.Name())
	if err != nil {
		t.Fatal(err)
	}
	if len(rules) < atLeast {
		t.Errorf("%d rules are written down", len(rules))
	}
	decided := map[string]bool{} // rows of the table of decisions have their words there
	for _, d := range e.Decisions() {
		decided[d.ID] = true
	}
	written := map[string]bool{}
	for _, r := range rules {
		if written[r.ID] {
			t.Errorf("%s is written twice", r.ID)
		}
		written[r.ID] = true
		texts := r.Text.All()
		slices.Sort(texts)
		if len(texts) != len(rules[0].Text) || len(slices.Compact(texts)) != len(texts) || strings.HasSuffix(r.Text.In(orders.English), "..") {
			t.Errorf("%s is not said once in each language: %q", r.ID, r.Text)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	cites := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range cited.FindAllString(string(text), -1) {
			cites++
			if !decided[id] && len(scenarios.FindRules(rules, id)) == 0 {
				t.Errorf("%s cites %s, which is not written down", file, id)
			}
		}
	}
	if cites == 0 {
		t.Errorf("no rule is cited here that %s would match", cited)
	}
}
