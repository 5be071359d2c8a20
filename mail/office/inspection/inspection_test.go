package inspection

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator/duel"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// halfDone is the teaching game as somebody might leave it.
type halfDone struct{ table.Engine }

func (halfDone) BotNames() []string { return []string{table.RandomBot} }

func (h halfDone) Language() orders.Language {
	l := h.Engine.Language()
	l.Verbs = append(slices.Clone(l.Verbs), orders.Verb{Name: "hide", Phases: []string{"hide"}})
	l.Decisions = append(slices.Clone(l.Decisions), orders.Told{Name: "DU-D9"})
	return l
}

func (h halfDone) Decisions() []table.Decision {
	return append(h.Engine.Decisions(), table.Decision{ID: "DU-D9", Ask: true})
}

func (halfDone) Check(any) []table.Flaw { return nil }

// TestAHalfDoneRulebook: of a rulebook that is not complete each thing that it lacks is told.
func TestAHalfDoneRulebook(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.MkdirAll(filepath.Join(source, "adjudicator", "duel"), 0o755); err != nil {
		t.Fatal(err)
	}
	i := Inspect(halfDone{duel.Engine}, source, fstest.MapFS{
		"duel/scenario-empty.yaml":   {Data: []byte("scenario: {id: empty, title: {en: Empty, fr: Vide}}\n")},
		"duel/words.more.en.yaml":    {Data: []byte("du.new: \"Said in English alone.\"\n")},
		"duel/scenario-endless.yaml": {Data: []byte("scenario: {id: endless, title: {en: Endless}}\n")},
	})
	for _, want := range []string{
		"bots: there is only random", `verbs.hide: there is no help`, `orders: "hide" has no example`, `orders: "hide" names no rule`,
		"decisions.DU-D9: there is no title", "decisions: DU-D9 has no default", `words: en has no "DU-D9"`, `words: fr has no "phase.hide"`, "du.new", "scenario empty:", "scenario endless:",
		"finds nothing wrong with an empty document", "no try file", "the keys of positions",
	} {
		if !slices.ContainsFunc(i.Lacks, func(l string) bool { return strings.Contains(l, want) }) {
			t.Errorf("nothing is said of %q:\n%s", want, strings.Join(i.Lacks, "\n"))
		}
	}
}
