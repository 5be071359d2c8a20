package main

import (
	"flag"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/projections/audit"
)

var splits = flag.Int("splits", 2, "how many games are told to two players in two ways, at every event")

// varieties are scenarios of every rulebook. Before their first dice, some have more windows of set-up than others.
var varieties = []struct {
	rulebook, scenario string
	setup              int
}{
	{"brush-brothers", "ibarra-palace", 0}, {"landships", "bocquet-trench", 0}, {"conflict-of-heroes", "couriers-satchel", 0},
	{"somme-1918", "hutier-strikes", 4}, {"modern-battles", "mill-crossroads", 4},
	{"brush-brothers", "clasico", 0}, {"landships", "cachette-switch", 0}, {"conflict-of-heroes", "hill-205", 0},
	{"landships", "flesquette-ridge", 0}, {"modern-battles", "meeting-engagement", 5}, {"conflict-of-heroes", "strelka-crossroads", 0},
	{"landships", "sombre-crossing", 0}, {"conflict-of-heroes", "hill-205-four", 0},
}

// varied plays the n-th of many different games: other rulebooks and scenarios, other dice, other players. turns is how many windows are sealed after the set-up.
func varied(t *testing.T, n int, profile string, turns int) (*hall, []byte) {
	t.Helper()
	h := newHall(t)
	h.Seed = uint64(n)
	v := varieties[n%len(varieties)]
	g := officetest.FairGame(t, "hill", profile)
	g.Rulebook, g.Scenario = v.rulebook, v.scenario
	if v.scenario != "ibarra-palace" {
		g.Options = nil
	}
	h.Seated(g)
	for range v.setup + turns {
		h.Turn("hill")
	}
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	return h, data
}

// TestSplitViews (V3): a host tells two players different histories from some event on. Whatever that event is, in every one of many games, their
// mailboxes laid side by side give a proof that convinces anybody who knows his key.
func TestSplitViews(t *testing.T) {
	t.Parallel()
	games := officetest.Shorter(*splits, 1)
	forks, began := 0, time.Now()
	for n := range games {
		h, data := varied(t, n, []string{"D1", "D2", "D3", "D4"}[n%4], 1+n%2)
		seats := h.Seats("hill")
		forks += splitGame(t, n, h.kept(data), seats)
		h.Close()
	}
	if forks < 15*games {
		t.Errorf("only %d forks were tried", forks)
	}
	t.Logf("%d games, %d forks, each proven, in %v", games, forks, time.Since(began).Round(time.Second))
}

// splitGame forks a game at every event that both players were told something after, and tells how many those were.
func splitGame(t *testing.T, n int, g *playedGame, seats []table.Seat) (forks int) {
	t.Helper()
	f := newForger(t, g)
	one := g.box[string(seats[0])]
	for fork := 3; fork < len(f.events); fork++ {
		other := newForger(t, g)
		other.events[fork-1].Time++ // as small a difference as can be
		two, ok := other.told(g.box[string(seats[1])], fork)
		if !ok || last(one) < int64(fork) {
			continue // one of them got no letter since
		}
		forks++
		v := audit.Run(audit.Evidence{Mailboxes: []audit.Mailbox{one, two}}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
		if v.Exit() != audit.Fraud || v.Contradiction == nil {
			t.Errorf("game %d, fork at event %d: exit %d: %+v", n, fork, v.Exit(), v.Findings)
			continue
		}
		back, err := checkpoint.ParseContradiction(v.Contradiction.String())
		if err != nil || !back.Proves(f.log.Public()) {
			t.Errorf("game %d, fork at event %d: the proof does not convince: %v", n, fork, err)
		}
		if back.Proves(checkpoint.NewKey("x", [32]byte{1}).Public()) {
			t.Errorf("game %d, fork at event %d: it proves against anybody", n, fork)
		}
	}
	return forks
}

var different = flag.Int("varieties", 7, "how many games of all kinds must be different ones")

// TestVarietiesDiffer: many games are many different games.
func TestVarietiesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[events.Hash]int{}
	for n := range *different {
		h, data := varied(t, n, "D1", 1)
		v := judged(t, data)
		if v.Exit() != audit.Fine || v.Rolls == 0 && v.Log.Passes == 0 {
			t.Errorf("game %d: exit %d, %d rolls: %+v", n, v.Exit(), v.Rolls, v.Findings)
		}
		if before, twice := seen[v.Root]; twice {
			t.Errorf("game %d is game %d", n, before)
		}
		seen[v.Root] = n
		h.Close()
	}
}
