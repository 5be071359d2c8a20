package somme_test

import (
	"encoding/json"
	"flag"
	"slices"
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/projections/words"
	"fieldpost/scenarios"
)

var games = flag.Int("games", 4, "self-played games of the small scenarios; a quarter of the large ones")

// setup loads a shipped scenario.
func setup(t testing.TB, name, rhythm string) table.Setup {
	t.Helper()
	r, err := scenarios.Load("somme-1918", name, somme.NewDocument())
	if err != nil {
		t.Fatal(err)
	}
	return table.Setup{Document: r.Document, Revision: 1, Rhythm: rhythm}
}

// open gives a scenario's position before the first step.
func open(t testing.TB, name string) table.Game {
	t.Helper()
	g, err := somme.Engine.Open(setup(t, name, "phases"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	small   = []string{"hutier-strikes", "final-push"}
	large   = []string{"operation-michael", "bloody-spring"}
	rhythms = []string{"phases", "merged"}
	players = []string{"random", "plain", "sensible"}
)

// TestSilence: a game in which nobody says a word comes to its end in every scenario.
func TestSilence(t *testing.T) {
	for _, name := range slices.Concat(small, large) {
		w := table.NewSelfPlay(1, "", nil)
		r := open(t, name).Play(w, 0, nil)
		if r.Halt != nil || r.Ending == nil {
			t.Errorf("%s: %+v %+v", name, r.Halt, r.Open)
		}
	}
}

// TestSelfPlay plays games by bots: no panic, no dead end, no line that is not taken, at each window a position that the
// rules can bring about, all that is told in words, and the same game again when it is played from its own record.
func TestSelfPlay(t *testing.T) {
	for i, name := range slices.Concat(small, large) {
		n := *games
		if i >= len(small) {
			n = max(1, n/4)
		}
		if testing.Short() {
			n = 1
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for k := range n {
				playOne(t, setup(t, name, rhythms[k%2]), players[(k+i)%3], k+1)
			}
		})
	}
}

// playOne plays a game, and plays it again.
func playOne(t *testing.T, s table.Setup, bot string, n int) {
	t.Helper()
	g, err := somme.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	seats, _ := somme.Engine.Seats(s.Document)
	w := &inspector{SelfPlay: table.NewSelfPlay(uint64(n), bot, seats), t: t}
	r := g.Play(w, 0, nil)
	for i, m := range w.Mistakes {
		if i < 5 {
			t.Errorf("game %d: a bot's line was not taken: %s", n, m)
		}
	}
	if r.Halt != nil {
		t.Fatalf("game %d (%s): %s %s %s\n%s", n, bot, r.Halt.Code, r.Halt.Key, r.Halt.Detail, r.Halt.Stack)
	}
	if r.Ending == nil {
		t.Fatalf("game %d: no ending; open %v", n, r.Open)
	}
	for _, b := range booksOf(t) {
		for _, f := range r.Facts {
			if !b.Has(f.Kind) && f.Kind[:min(6, len(f.Kind))] != "table." {
				t.Errorf("%s: no words for the fact %s", b.Lang(), f.Kind)
			}
		}
		if !b.Has(r.Ending.Why) {
			t.Errorf("%s: no words for the ending %s", b.Lang(), r.Ending.Why)
		}
	}
	again := g.Play(&table.Recorded{Seals: w.Given, Rolls: r.Rolls}, 0, nil)
	if again.Halt != nil || again.Views.Hash() != r.Views.Hash() || table.Digest(again.Facts) != table.Digest(r.Facts) {
		t.Fatalf("game %d: played again from its record it comes out differently: %v", n, again.Halt)
	}
}

// booksOf are the words of the game in both languages.
func booksOf(t testing.TB) []*words.Book {
	t.Helper()
	var out []*words.Book
	for _, lang := range []string{"en", "fr"} {
		files, err := scenarios.WordFiles("somme-1918", lang)
		if err != nil {
			t.Fatal(err)
		}
		b, err := words.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// seen is what the tests read of a position.
type seen struct {
	Turn  int
	Units []struct {
		Unit, Side, Nation, Kind, At, With string
		Lost, Left                         int
	}
}

func look(t testing.TB, v any) seen {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var s seen
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// inspector looks at the position at each window.
type inspector struct {
	*table.SelfPlay
	t *testing.T
}

// points are what a counter counts in stacking (SO-4a).
func points(kind string, lost int) int {
	switch {
	case kind == "regiment" || kind == "brigade" || kind == "tank":
		return 1
	case kind != "division" && kind != "cavalry_division" && kind != "dismounted_cavalry_division":
		return 0
	case lost > 0:
		return 2
	}
	return 3
}

// See asserts what can never be otherwise where orders are asked for: at most four stacking points in a hex (SO-4a), never
// both sides in one, a regiment for every Stosstruppe of a hex (SO-11.3.2a), no unit on the map without a step.
func (i *inspector) See(w table.Window, now table.Views) {
	s := look(i.t, now.Describe())
	at := map[string]string{}
	stack, storm := map[string]int{}, map[string]int{}
	for _, u := range s.Units {
		if u.At == "" || u.Kind == "air" {
			continue
		}
		if o := at[u.At]; o != "" && o != u.Side {
			i.t.Errorf("window %d (%s): both sides at %s", w.Number, w.Step, u.At)
		}
		at[u.At] = u.Side
		stack[u.At] += points(u.Kind, u.Lost)
		if points(u.Kind, u.Lost) > 0 && u.Left < 1 {
			i.t.Errorf("window %d (%s): %s stands at %s without a step", w.Number, w.Step, u.Unit, u.At)
		}
		switch u.Kind {
		case "stosstruppen":
			storm[u.At]--
		case "regiment", "brigade":
			storm[u.At]++
		}
	}
	for hex, n := range storm {
		if n < 0 {
			i.t.Errorf("window %d (%s): %d Stosstruppen without a regiment at %s", w.Number, w.Step, -n, hex)
		}
	}
	for hex, n := range stack {
		if n > 4 {
			i.t.Errorf("window %d (%s): %d points at %s", w.Number, w.Step, n, hex)
		}
	}
	i.SelfPlay.See(w, now)
}

// TestLaws: the laws that every game of the table obeys, in all scenarios.
func TestLaws(t *testing.T) {
	for i, name := range slices.Concat(small, large) {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("the large scenarios take a while")
			}
			t.Parallel()
			tabletest.Laws(t, tabletest.Config{Engine: somme.Engine, Setup: setup(t, name, rhythms[i%2]), Bot: "sensible", Games: 1, Vary: vary(t)})
		})
	}
}

// vary changes what a seat cannot know: the backs of the objective markers that still lie on the map, and one event of the
// other side's hand for one of its pool.
func vary(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		b, err := json.Marshal(g.Describe())
		if err != nil {
			t.Fatal(err)
		}
		var d struct{ Campaign *somme.Campaign }
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		c := d.Campaign
		if c == nil || g.Turn() == 0 {
			return nil
		}
		for i := range c.Backs {
			if j := pick(i + 1); c.Backs[i].Level == c.Backs[j].Level {
				c.Backs[i].Back, c.Backs[j].Back = c.Backs[j].Back, c.Backs[i].Back
			}
		}
		for i, h := range c.Hands {
			if h.Side == s || len(h.Events) == 0 {
				continue
			}
			for j, p := range c.Pools {
				if p.Side == h.Side && len(p.Events) > 0 {
					x, y := pick(len(h.Events)), pick(len(p.Events))
					c.Hands[i].Events[x], c.Pools[j].Events[y] = p.Events[y], h.Events[x]
				}
			}
		}
		set, err := json.Marshal(map[string]any{"campaign": c})
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.Set(set)
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
}

// TestSetupsAreLegal: whatever a scenario puts on the map is in supply, every headquarters included (SO-9.1), and the front
// that is drawn parts the sides.
func TestSetupsAreLegal(t *testing.T) {
	for _, name := range slices.Concat(small, large) {
		b, err := json.Marshal(open(t, name).Describe())
		if err != nil {
			t.Fatal(err)
		}
		var d struct {
			Units []struct {
				Unit, Side, Kind, At string
				InRadius             bool `json:"in_radius"`
			}
			Front [][2]string
		}
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, u := range d.Units {
			if u.At == "" || u.Kind == "air" {
				continue
			}
			n++
			if !u.InRadius {
				t.Errorf("%s: %s at %s is out of supply at the start", name, u.Unit, u.At)
			}
		}
		if n < 50 || len(d.Front) < 30 {
			t.Errorf("%s: %d units, %d hexsides of front", name, n, len(d.Front))
		}
	}
}
