package somme_test

import (
	"encoding/json"
	"flag"
	"slices"
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words/wordstest"
)

var games = flag.Int("games", 8, "self-played games of the small scenarios; a quarter of the large ones")

// setup loads a shipped scenario.
func setup(t testing.TB, name, rhythm string) table.Setup {
	t.Helper()
	return scenariotest.Setup(t, somme.Engine, name, rhythm)
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
	rhythms = []string{"together", "phases", "merged"}
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
				playOne(t, setup(t, name, rhythms[k%len(rhythms)]), players[(k+k/3+i)%3], k+1)
			}
		})
	}
}

// playOne plays a game, and asks the words for all that it tells.
func playOne(t *testing.T, s table.Setup, bot string, n int) {
	t.Helper()
	books := wordstest.Books(t, "somme-1918")
	r := tabletest.SelfPlay(t, somme.Engine, s, bot, uint64(n), inspect)
	wordstest.Facts(t, r.Facts, books...)
	wordstest.Has(t, []string{r.Ending.Why}, books...)
}

// seen is what the tests read of a position.
type seen struct {
	Turn  int
	Units []struct {
		Unit, Side, Nation, Kind, At, With string
		Lost, Left                         int
	}
}

func look(t testing.TB, described any) seen { return tabletest.Look[seen](t, described) }

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

// inspect asserts what can never be otherwise where orders are asked for: at most four stacking points in a hex (SO-4a), never
// both sides in one, a regiment for every Stosstruppe of a hex (SO-11.3.2a), no unit on the map without a step.
func inspect(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	s := look(t, now.Describe())
	at := map[string]string{}
	stack, storm := map[string]int{}, map[string]int{}
	for _, u := range s.Units {
		if u.At == "" || u.Kind == "air" {
			continue
		}
		if o := at[u.At]; o != "" && o != u.Side {
			t.Errorf("window %d (%s): both sides at %s", w.Number, w.Step, u.At)
		}
		at[u.At] = u.Side
		stack[u.At] += points(u.Kind, u.Lost)
		if points(u.Kind, u.Lost) > 0 && u.Left < 1 {
			t.Errorf("window %d (%s): %s stands at %s without a step", w.Number, w.Step, u.Unit, u.At)
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
			t.Errorf("window %d (%s): %d Stosstruppen without a regiment at %s", w.Number, w.Step, -n, hex)
		}
	}
	for hex, n := range stack {
		if n > 4 {
			t.Errorf("window %d (%s): %d points at %s", w.Number, w.Step, n, hex)
		}
	}
}

// TestLaws: the laws that every game of the table obeys, in all scenarios.
func TestLaws(t *testing.T) {
	for i, name := range slices.Concat(small, large) {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && i > 0 {
				t.Skip("the large scenarios take a while")
			}
			t.Parallel()
			tabletest.Laws(t, tabletest.Config{Engine: somme.Engine, Setup: setup(t, name, rhythms[i%len(rhythms)]), Bot: "sensible", Games: 1, Vary: vary(t), Open: name != "bloody-spring"})
		})
	}
}

// vary changes what a seat cannot know: the backs of the objective markers that still lie on the map, and an event of the
// other side's hand for one of its pool, for one that it has laid ready, and for one that it has thrown away.
func vary(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		b, err := json.Marshal(g.Describe())
		if err != nil {
			t.Fatal(err)
		}
		var d struct{ Campaign *campaign }
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
		if hand := eventsOf(&c.Hands, s); len(hand) > 0 {
			for _, unseen := range [][]string{eventsOf(&c.Pools, s), eventsOf(c.Ready, s)} {
				if len(unseen) == 0 {
					continue
				}
				x, y := pick(len(hand)), pick(len(unseen))
				hand[x], unseen[y] = unseen[y], hand[x]
			}
			if thrown := eventsOf(c.Thrown, s); len(thrown) > 0 {
				x, y := pick(len(hand)), pick(len(thrown))
				c.Gone[slices.Index(c.Gone, thrown[y])] = hand[x]
				hand[x], thrown[y] = thrown[y], hand[x]
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

// campaign is what the state tells of it, to be set again.
type campaign struct {
	Hands, Pools         sides  // also where they are empty
	Ready, Thrown, Gains *sides `json:",omitempty"`
	Played, Gone, Lifted []string
	Delayed, Early       []string
	Named                string
	Backs                []struct {
		Hex         string
		Level, Back int
		Drawn       bool
	}
	Bound   []struct{ Event, Hex string }
	Penalty *struct{ German, Allied int } `json:",omitempty"`
	Charges int
}

type sides struct {
	German []string `json:",omitempty"`
	Allied []string `json:",omitempty"`
}

// eventsOf are the events of a list that belong to the other side than s.
func eventsOf(l *sides, s table.Seat) []string {
	switch {
	case l == nil:
		return nil
	case s == "german":
		return l.Allied
	}
	return l.German
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
