package tabletest

import (
	"encoding/json"
	"testing"

	"fieldpost/adjudicator/table"
)

// Inspect looks at the position at each window of a self-played game and fails the test if such a position is impossible.
type Inspect func(t *testing.T, w table.Window, now table.Views)

// SelfPlay plays one game by bots. It asserts that it ends, that every line of the bots is accepted, and that the game has the same result
// when it is played again from its own record. see may be nil.
func SelfPlay(t *testing.T, e table.Engine, s table.Setup, bot string, seed uint64, see Inspect) table.Result {
	t.Helper()
	g, err := e.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	w := &inspector{SelfPlay: table.NewSelfPlay(seed, bot, s.Scenario.Seats()), t: t, see: see}
	r := g.Play(w, 0, nil)
	for i, m := range w.Mistakes {
		if i < 5 {
			t.Errorf("game %d (%s): a bot's line was not taken: %s", seed, bot, m)
		}
	}
	if r.Halt != nil {
		t.Fatalf("game %d (%s %s %v): %s %s %s\n%s", seed, bot, s.Rhythm, s.Options, r.Halt.Code, r.Halt.Key, r.Halt.Detail, r.Halt.Stack)
	}
	if r.Ending == nil {
		t.Fatalf("game %d (%s): no ending; open %v", seed, bot, r.Open)
	}
	again := g.Play(&table.Recorded{Seals: w.Given, Rolls: r.Rolls}, 0, nil)
	if again.Halt != nil || again.Views.Hash() != r.Views.Hash() || table.Digest(again.Facts) != table.Digest(r.Facts) {
		t.Fatalf("game %d (%s): played again from its record it comes out differently: %v", seed, bot, again.Halt)
	}
	return r
}

type inspector struct {
	*table.SelfPlay
	t   *testing.T
	see Inspect
}

// See makes it an Onlooker.
func (i *inspector) See(w table.Window, now table.Views) {
	i.SelfPlay.See(w, now)
	if i.see != nil {
		i.see(i.t, w, now)
	}
}

// Look reads what Describe returns for a position into the type that a test wants.
func Look[V any](t testing.TB, described any) V {
	t.Helper()
	var v V
	b, err := json.Marshal(described)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}
