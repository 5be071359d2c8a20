package landships_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
)

// TestFactsAreListed: whatever self-played games tell stands in the list of facts for writers of try files, with its
// arguments.
func TestFactsAreListed(t *testing.T) {
	readme, err := os.ReadFile("../../scenarios/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "### Landships!: dice, defaults, facts")
	_, section, _ = strings.Cut(section, "```text\n")
	section, _, found := strings.Cut(section, "```")
	listed := map[string][]string{}
	for line := range strings.Lines(section) {
		if kind, args, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			listed[kind] = strings.Split(args, ", ")
		}
	}
	if !found || len(listed) < 100 {
		t.Fatalf("%d kinds of facts are listed", len(listed))
	}
	for n := range 4 {
		s := setup(t, shipped[n], rhythms[n%3], everything(t, shipped[n])[:n*6]...)
		g, err := landships.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		for _, f := range g.Play(table.NewSelfPlay(uint64(300+n), []string{"random", "sensible"}[n%2], seats), 0, nil).Facts {
			args, ok := listed[f.Kind]
			if strings.HasPrefix(f.Kind, "table.") {
				continue
			}
			if !ok {
				t.Errorf("%s is not listed", f.Kind)
				listed[f.Kind] = nil
			}
			for _, a := range f.Args {
				if ok && !slices.Contains(args, a.Name) && !slices.Contains(args, a.Name+"?") && !slices.Contains(args, "and those of the reason") {
					t.Errorf("%s has an argument %s that is not listed", f.Kind, a.Name)
				}
			}
		}
	}
}
