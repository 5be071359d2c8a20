package adjudicator_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/events"
	"fieldpost/scenarios/words"
)

// A line without a verb is answered with verbs that have their time now, before any that come in another phase.
func TestLikelyVerbsAreTimely(t *testing.T) {
	engine, _ := adjudicator.Game("landships")
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	asked := 0
	lines := []naturalLine{{seat: "allied", after: 4}, {seat: "allied", after: 6}, {seat: "allied", after: 9}}
	eachNatural(t, "testdata/natural/landships.gz", lines, func(m *adjudicator.Match, i int) {
		got := m.Read("allied", lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: []string{"B-A1 blorps 0402"}}}})
		for _, f := range got.Orders.Faults {
			k := slices.IndexFunc(f.Args, func(a events.Option) bool { return a.Name == "choices" })
			if f.Code != "orders.verb-missing" || k < 0 {
				continue
			}
			asked++
			var now, later []string
			for verb := range strings.SplitSeq(f.Args[k].Value, ", ") {
				if adjudicator.Timely(*m.Open, lang, verb) {
					now = append(now, verb)
				} else {
					later = append(later, verb)
				}
			}
			open := 0
			for _, verb := range lang.Verbs {
				if len(verb.Args) > 0 && verb.Args[0].Kind == orders.KindOwn && adjudicator.Timely(*m.Open, lang, verb.Name) {
					open++
				}
			}
			if len(later) > 0 && len(now) < open {
				t.Errorf("after letter %d only %v of what is named has its time now, and %v has not", lines[i].after, now, later)
			}
		}
	})
	if asked == 0 {
		t.Error("nowhere is a verb missed")
	}
}
