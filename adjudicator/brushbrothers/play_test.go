package brushbrothers_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words/wordstest"
)

var games = flag.Int("games", 36, "self-played games")

// setup loads a shipped scenario.
func setup(t testing.TB, name, rhythm string) table.Setup {
	t.Helper()
	return scenariotest.Setup(t, brushbrothers.Engine, name, rhythm)
}

var shipped = []string{"clasico", "ibarra-palace", "bench", "crossroads", "maca-bano", "ibarra-tanks"}

// TestSelfPlay plays games by bots: no panic, no dead end, a bounded length, at each window a position that the rules
// can bring about (BB-1.4a, BB-R68), and the same game again when it is played from its own record. The bots change from
// rhythm to rhythm and from round to round: 18 games show every scenario to each bot, 36 every rhythm too. The bridge road
// is TestVehicleSelfPlay's.
func TestSelfPlay(t *testing.T) {
	n := *games
	if testing.Short() {
		n = min(n, 3*len(shipped))
	}
	for i, name := range shipped {
		for j, rhythm := range []string{"plan", "run", "token"} {
			t.Run(name+" "+rhythm, func(t *testing.T) {
				t.Parallel()
				s := setup(t, name, rhythm)
				for k := 3*i + j; k < n; k += 3 * len(shipped) {
					bot := []string{"random", "sensible"}[(i+j+k/(3*len(shipped)))%2]
					tabletest.SelfPlay(t, brushbrothers.Engine, s, bot, uint64(k+1), inspect)
				}
			})
		}
	}
}

// inspect asserts what can never be otherwise: at most six bases of one side in a sector (BB-1.4a), never both sides in one
// (BB-R68), a GC of one base at least (BB-1.3a), and no marker on a GC in ambush.
func inspect(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	type hold struct {
		side  string
		bases int
	}
	sectors := map[string]hold{}
	for _, u := range look(t, now.Describe()).Groups {
		if u.Sector == "" {
			continue
		}
		side, _, _ := strings.Cut(u.Unit, ".")
		if u.Aboard != "" { // carried: no room of its own (BB-R41)
			continue
		}
		h := sectors[u.Sector]
		if h.side != "" && h.side != side {
			t.Errorf("window %d: both sides at %s", w.Number, u.Sector)
		}
		h.side, h.bases = side, h.bases+len(u.Bases)
		if h.bases > 6 || len(u.Bases) == 0 {
			t.Errorf("window %d: %d bases at %s", w.Number, h.bases, u.Sector)
		}
		sectors[u.Sector] = h
		if u.Ambush && u.Stress != "none" {
			t.Errorf("window %d: %s is in ambush and %s", w.Number, u.Unit, u.Stress)
		}
	}
}

// seen is what the tests read of a position.
type seen struct {
	Groups     []seenGroup
	Objectives []seenGoal
}

type seenGroup struct {
	Unit, Sector, Quality, Stress, Vehicle, Aboard string

	Ambush bool
	Bases  []string
}

type seenGoal struct {
	ID, Place string
	Decoy     bool
	Seen      []string
}

func look(t testing.TB, described any) seen { return tabletest.Look[seen](t, described) }

// vary changes all that a seat cannot know of its enemy (BB-R51): quality and characteristics, place and contents of
// whoever lies in ambush, which token is the decoy.
func vary(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	cover := "ABCDEFGHI"
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		truth, known := look(t, g.Describe()), look(t, g.Knows(s).Describe())
		shown := func(unit string) bool {
			return slices.ContainsFunc(known.Groups, func(u seenGroup) bool {
				return u.Unit == unit
			})
		}
		type change map[string]any
		var units, goals []change
		for _, u := range truth.Groups {
			if strings.HasPrefix(u.Unit, string(s)+".") || u.Sector == "" {
				continue
			}
			c := change{"unit": u.Unit, "quality": []string{"green", "standard", "veteran"}[pick(3)], "traits": []string{[]string{"stoic", "bold", "tenacious"}[pick(3)]}}
			if !shown(u.Unit) {
				c["at"] = fmt.Sprintf("%c%d", cover[pick(9)], 1+pick(8))
				c["bases"] = []change{{"weapon": []string{"rifle", "lmg", "sniper_rifle"}[pick(3)]}}
			}
			units = append(units, c)
		}
		unseen := slices.DeleteFunc(slices.Clone(truth.Objectives), func(o seenGoal) bool {
			return slices.Contains(o.Seen, string(s))
		})
		if slices.ContainsFunc(unseen, func(o seenGoal) bool {
			return o.Decoy
		}) {
			at := pick(len(unseen))
			for i, o := range unseen {
				goals = append(goals, change{"id": o.ID, "decoy": i == at})
			}
		}
		b, err := json.Marshal(change{"units": units, "objectives": goals})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if other, err := g.Set(b); err == nil {
				return other
			}
		}
		return nil
	}
}

// varyRanging changes what the enemy's mortars remember of their targets (BB-R26).
func varyRanging(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		type change map[string]any
		type stand struct {
			Weapon, Target string
			NCO, Packed    bool
		}
		truth := tabletest.Look[struct {
			Groups []struct {
				Unit   string
				Stands []stand
			}
		}](t, g.Describe())
		var units []change
		for _, u := range truth.Groups {
			if !strings.HasPrefix(u.Unit, string(s)+".") && len(u.Stands) == 1 && strings.HasSuffix(u.Stands[0].Weapon, "mortar") && u.Stands[0].Target != "" {
				b := u.Stands[0]
				units = append(units, change{"unit": u.Unit, "bases": []change{{"weapon": b.Weapon, "nco": b.NCO, "packed": b.Packed, "target": b.Target, "attempts": 2 + pick(3)}}})
			}
		}
		if len(units) == 0 {
			return nil
		}
		b, err := json.Marshal(change{"units": units})
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

// TestLaws holds the laws of the kernel against the game; on the face-up bench only what mortars remember is hidden.
func TestLaws(t *testing.T) {
	for _, c := range [][2]string{{"clasico", "plan"}, {"clasico", "run"}, {"ibarra-palace", "token"}, {"ibarra-palace", "plan"}, {"bench", "plan"}} {
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			if testing.Short() && c[1] != "plan" {
				t.Skip("the laws of this rhythm take their time")
			}
			t.Parallel()
			cfg := tabletest.Config{Engine: brushbrothers.Engine, Setup: setup(t, c[0], c[1]), Games: 1, Bot: "random", Vary: vary(t)}
			if c[0] == "bench" {
				cfg.Vary = varyRanging(t)
			}
			tabletest.Laws(t, cfg)
		})
	}
}

// TestWords: every fact of self-played games has its words in both languages, and no place in them stays empty.
func TestWords(t *testing.T) {
	books := wordstest.Books(t, "brush-brothers")
	wordstest.Literals(t, ".", "bb.", books...)
	var facts []table.Fact
	for n := 0; n < 18; n++ {
		s := setup(t, shipped[n%len(shipped)], "plan")
		g, err := brushbrothers.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		r := g.Play(table.NewSelfPlay(uint64(100+n), []string{"random", "sensible"}[n/3%2], seats), 0, nil)
		facts = append(facts, r.Facts...)
	}
	wordstest.Facts(t, facts, books...)
}
