package landships_test

import (
	"encoding/json"
	"flag"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words/wordstest"
)

var games = flag.Int("games", 48, "self-played games")

// setup loads a shipped scenario.
func setup(t testing.TB, name, rhythm string, options ...events.Option) table.Setup {
	t.Helper()
	return scenariotest.Setup(t, landships.Engine, name, rhythm, options...)
}

var (
	shipped = []string{"bocquet-trench", "flesquette-ridge", "cachette-switch", "sombre-crossing"}
	rhythms = []string{"faithful-5", "doctrine-2", "one-mail"}
)

// everything puts all optional rules in force.
func everything(t testing.TB, name string) []events.Option {
	t.Helper()
	r, err := scenarios.Load("landships", name, landships.Engine.Document())
	if err != nil {
		t.Fatal(err)
	}
	var d landships.Document
	if err := json.Unmarshal(r.Document, &d); err != nil {
		t.Fatal(err)
	}
	var out []events.Option
	for _, c := range d.Scenario.Options {
		if slices.Contains(c.Values, "yes") {
			out = append(out, events.Option{Name: c.ID, Value: "yes"})
		}
	}
	return out
}

// TestSelfPlay plays games by bots: no panic, no dead end, at each window a position that the rules can bring about, and
// the same game again when it is played from its own record. Every fourth game has all optional rules in force.
func TestSelfPlay(t *testing.T) {
	n := *games
	if testing.Short() {
		n = min(n, 12)
	}
	for i, name := range shipped {
		for j, rhythm := range rhythms {
			t.Run(name+" "+rhythm, func(t *testing.T) {
				t.Parallel()
				for k := 3*i + j; k < n; k += 12 {
					var options []events.Option
					if k/12%4 == 3 {
						options = everything(t, name)
					}
					bot := []string{"random", "sensible"}[k/12%2]
					tabletest.SelfPlay(t, landships.Engine, setup(t, name, rhythm, options...), bot, uint64(k+1), inspect)
				}
			})
		}
	}
}

// seen is what the tests read of a position.
type seen struct {
	Units  []seenUnit
	Melees []string
}

type seenUnit struct {
	Unit, Side, Class, At, Out, Mission, Breakdown, Facing string
	Mounted, Pinned                                        bool
}

func (u seenUnit) broken() bool { return u.Breakdown != "" && u.Breakdown != "none" }

func look(t testing.TB, described any) seen { return tabletest.Look[seen](t, described) }

func (u seenUnit) group() bool {
	return slices.Contains([]string{"INF", "MG", "CAV", "CAVMG"}, u.Class)
}
func (u seenUnit) vehicle() bool { return slices.Contains([]string{"TNK", "AC", "TRK"}, u.Class) }

// inspect asserts what can never be otherwise: at most eight groups of one side in a hex that is no melee (LS-3.12a), never
// groups of both sides in one that is none (LS-7.12a, LS-12.1a), at most four working vehicles of both sides in a hex
// (LS-3.12b), every vehicle faces somewhere (LS-2.4).
func inspect(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	s := look(t, now.Describe())
	type crowd struct{ allied, central, vehicles int }
	hexes := map[string]crowd{}
	for _, u := range s.Units {
		if u.At == "" || u.Out != "" {
			continue
		}
		c := hexes[u.At]
		switch {
		case u.group() && u.Side == "allied":
			c.allied++
		case u.group():
			c.central++
		case u.vehicle() && !u.broken():
			c.vehicles++
		}
		if u.vehicle() && (u.Facing == "") {
			t.Errorf("window %d: %s faces nowhere", w.Number, u.Unit)
		}
		hexes[u.At] = c
	}
	for hex, c := range hexes {
		melee := slices.Contains(s.Melees, hex)
		if c.allied > 0 && c.central > 0 && !melee && !strings.HasPrefix(w.Step, "4.8") && !strings.HasPrefix(w.Step, "4.9") {
			t.Errorf("window %d (%s): groups of both sides at %s, and no melee", w.Number, w.Step, hex)
		}
		if c.vehicles > 4 || !melee && (c.allied > 8 || c.central > 8) {
			t.Errorf("window %d (%s): %+v at %s", w.Number, w.Step, c, hex)
		}
	}
}

// vary changes what a seat cannot know of its enemy: the missions of aircraft not yet flown (LS-11.1a), whether a
// breakdown is for good where that is kept secret (LS-6.16j), and until play begins who has been given grenades.
func vary(t testing.TB, secret bool) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		type change map[string]any
		var units []change
		known := look(t, g.Knows(s).Describe())
		for i, u := range look(t, g.Describe()).Units {
			if u.Side == string(s) || u.Out != "" {
				continue
			}
			if u.Class == "AIR" && u.Mission != "" && known.Units[i].Mission == "" {
				units = append(units, change{"unit": u.Unit, "mission": []string{"observation", "bombing"}[pick(2)]})
			}
			if g.Turn() == 0 && u.group() && u.At != "" {
				units = append(units, change{"unit": u.Unit, "grenades": pick(2) == 0})
			}
			if secret && u.broken() {
				units = append(units, change{"unit": u.Unit, "breakdown": []string{"temporary", "permanent"}[pick(2)]})
			}
		}
		if len(units) == 0 {
			return nil
		}
		set := change{"units": units}
		if g.Turn() == 0 {
			set["turn"] = 0 // else a set position is one in which play has begun
		}
		b, err := json.Marshal(set)
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.Set(b)
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
}

// TestLaws holds the laws of the kernel against the game.
func TestLaws(t *testing.T) {
	for _, c := range [][2]string{{"bocquet-trench", "one-mail"}, {"flesquette-ridge", "doctrine-2"}, {"cachette-switch", "faithful-5"}, {"sombre-crossing", "one-mail"}, {"sombre-crossing", "faithful-5"}} {
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			if testing.Short() && c[1] != "one-mail" {
				t.Skip("the laws of this rhythm take their time")
			}
			t.Parallel()
			var options []events.Option
			open := c[0] == "bocquet-trench" // of the standard game without aircraft nothing is secret
			if !open {
				options = everything(t, c[0])
			}
			tabletest.Laws(t, tabletest.Config{Engine: landships.Engine, Setup: setup(t, c[0], c[1], options...), Games: 1, Bot: "random", Vary: vary(t, !open), Open: open})
		})
	}
}

// TestWords: every fact of self-played games has its words in both languages, and no place in them stays empty.
func TestWords(t *testing.T) {
	books := wordstest.Books(t, "landships")
	wordstest.Literals(t, ".", "ls.", books...)
	var facts []table.Fact
	for n := range 16 {
		s := setup(t, shipped[n%4], rhythms[n%3], everything(t, shipped[n%4])[:n%3*4]...)
		g, err := landships.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		r := g.Play(table.NewSelfPlay(uint64(100+n), []string{"random", "sensible"}[n/4%2], seats), 0, nil)
		facts = append(facts, r.Facts...)
	}
	wordstest.Facts(t, facts, books...)
}
