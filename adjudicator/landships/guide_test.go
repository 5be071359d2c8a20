package landships_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words/wordstest"
)

// saidBy gathers everything that the guide says to both sides at each window of a game, as if they were facts.
func saidBy(t *testing.T, s table.Setup, seed uint64, far int) []table.Fact {
	t.Helper()
	g, err := landships.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	var out []table.Fact
	say := func(list ...table.Remark) {
		for _, r := range list {
			out = append(out, table.Fact{Kind: r.Key, Rule: r.Rule, Args: r.Args})
		}
	}
	chapters := func(list []table.Chapter) {
		for _, c := range list {
			if c.Title != "" {
				say(table.Say(c.Title, ""))
			}
			say(c.Says...)
			for _, x := range c.Tables {
				if x.Title != "" {
					say(table.Say(x.Title, ""))
				}
				for _, h := range x.Heads {
					if strings.Contains(h, ".") {
						say(table.Say(h, ""))
					}
				}
				for _, row := range x.Rows {
					for _, cell := range row {
						if strings.Contains(cell, ".") && !strings.ContainsAny(cell, " ,") && !strings.HasPrefix(cell, "LS-") {
							say(table.Say(cell, ""))
						}
					}
				}
			}
		}
	}
	play := table.NewSelfPlay(seed, "sensible", s.Scenario.Seats())
	for n := range far {
		var open table.Window
		windows := 0
		res := g.Play(play, 0, func(at table.At) bool {
			if at.Window != nil {
				open = *at.Window
				windows++
			}
			return windows > min(3, n) // every third window
		})
		if res.Ending != nil || res.Halt != nil {
			break
		}
		g = res.Boundary
		for _, seat := range open.Seats {
			v := g.Knows(seat)
			chapters(v.Briefing())
			chapters(v.Card())
			for _, p := range v.Prospects(open.Phases) {
				say(p.Says)
				for _, c := range p.Chance {
					say(table.Say(c.Result, ""))
				}
			}
			own := v.Lexicon().Own()
			for i := 0; i < len(own); i += 7 {
				chapters(v.Reach(own[i]))
				say(v.Sight(own[i], own[len(own)-1-i])...)
			}
		}
	}
	return out
}

// Everything that the guide says in games of each scenario has words in both languages, with no place left empty and no key shown.
func TestGuideHasWords(t *testing.T) {
	books := wordstest.Books(t, "landships")
	var facts []table.Fact
	for n, name := range shipped {
		facts = append(facts, saidBy(t, setup(t, name, rhythms[n%3], everything(t, name)[:n%2*6]...), uint64(n+1), 6)...)
	}
	wordstest.Facts(t, facts, books...)
}
