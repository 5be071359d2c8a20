package brushbrothers_test

import (
	"flag"
	"fmt"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios"
)

var games = flag.Int("games", 200, "self-played games")

// setup loads a shipped scenario.
func setup(t testing.TB, name, rhythm string) table.Setup {
	t.Helper()
	r, err := scenarios.Load("brush-brothers", name, brushbrothers.NewDocument())
	if err != nil {
		t.Fatal(err)
	}
	return table.Setup{Document: r.Document, Revision: 1, Rhythm: rhythm}
}

var shipped = []string{"clasico", "ibarra-palace", "bench"}

// TestSelfPlay plays games by bots: no panic, no dead end, a bounded length, and at each window a position that the
// rules can bring about (BB-1.4a, BB-R68).
func TestSelfPlay(t *testing.T) {
	for n := 0; n < *games; n++ {
		name, rhythm, bot := shipped[n%3], []string{"plan", "run", "token"}[n/3%3], []string{"random", "sensible"}[n%2]
		s := setup(t, name, rhythm)
		g, err := brushbrothers.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats, _ := brushbrothers.Engine.Seats(s.Document)
		w := &watcher{SelfPlay: table.NewSelfPlay(uint64(n+1), bot, seats)}
		r := g.Play(w, 0, nil)
		if r.Halt != nil {
			t.Fatalf("game %d (%s, %s, %s): %s %s %s\n%s", n, name, rhythm, bot, r.Halt.Code, r.Halt.Key, r.Halt.Detail, r.Halt.Stack)
		}
		if r.Ending == nil {
			t.Fatalf("game %d: no ending; open %v", n, r.Open)
		}
	}
}

type watcher struct{ *table.SelfPlay }

func TestLaws(t *testing.T) {
	for _, name := range shipped {
		for _, rhythm := range []string{"plan", "token"} {
			t.Run(fmt.Sprint(name, " ", rhythm), func(t *testing.T) {
				tabletest.Laws(t, tabletest.Config{Engine: brushbrothers.Engine, Setup: setup(t, name, rhythm), Games: 1})
			})
		}
	}
}
