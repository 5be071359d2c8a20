package conflict_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
)

var hostileGames = flag.Int("hostile-games", 12, "games played by bots that mean the rules harm")

// TestHostileGames plays whole games with lines that nobody would write in good faith: every position is sound, and so is the
// course of play as its facts tell it.
func TestHostileGames(t *testing.T) {
	lines, taken := 0, 0
	for n := range *hostileGames {
		s := setup(t, shipped[n%len(shipped)], []string{"pulse", "blitz"}[n/4%2], append([]string{"cards=yes"}, dresses[n%4]...)...)
		g, err := conflict.Hostile.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		w := &watcher{SelfPlay: table.NewSelfPlay(uint64(n)+500, "hostile", seats), t: t}
		r := g.Play(w, 0, nil)
		if r.Halt != nil || r.Ending == nil {
			t.Fatalf("game %d: %v, open %v", n, r.Halt, r.Open)
		}
		for _, seal := range w.Given {
			for _, x := range seal.Seats {
				taken += len(x.Lines)
			}
		}
		lines += len(w.Mistakes)
		if err := course(r.Facts); err != nil {
			t.Errorf("game %d of %s: %v", n, shipped[n%len(shipped)], err)
		}
	}
	t.Logf("%d lines tried, %d of them taken", lines+taken, taken)
}

// TestCourse holds the same of the games of good players.
func TestCourse(t *testing.T) {
	for n := range 12 {
		s := setup(t, shipped[n%len(shipped)], "pulse", append([]string{"cards=yes"}, dresses[n%4]...)...)
		r := tabletest.SelfPlay(t, conflict.Engine, s, []string{"random", "sensible"}[n/4%2], uint64(n)+900, inspect)
		if err := course(r.Facts); err != nil {
			t.Errorf("game %d: %v", n, err)
		}
	}
}

// TestHostileOrders holds the kernel's law: no argument of any verb is idle.
func TestHostileOrders(t *testing.T) {
	for _, c := range []struct{ scenario, rhythm, bot, options string }{
		{"couriers-satchel", "pulse", "sensible", "cautious=yes"}, {"strelka-crossroads", "pulse", "random", "cards=yes"}, {"hill-205", "blitz", "random", "cards=yes"}, {"hill-205-four", "pulse", "sensible", "cautious=yes"},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			tabletest.HostileOrders(t, tabletest.Hostile{
				Engine: conflict.Engine, Setup: setup(t, c.scenario, c.rhythm, c.options), Bot: c.bot, Games: 1, Lines: 24,
				Sound: func(_, after table.Game) error { return sound(look(t, after.Describe())) },
				Idle:  map[string]string{},
			})
		})
	}
}

// watcher looks at the position at each window of a hostile game.
type watcher struct {
	*table.SelfPlay
	t *testing.T
}

// See makes it an Onlooker.
func (w *watcher) See(open table.Window, now table.Views) {
	w.SelfPlay.See(open, now)
	inspect(w.t, open, now)
}

// sound tells what can never be so in a position: CAP, AP and VP below zero or beyond what the rules give, active units without
// an activation, a destroyed unit on the map, a load without its vehicle, hit counters and markers out of nothing.
func sound(s seen) error {
	var wrong []error
	no := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	at := map[string]seenUnit{}
	hits, dug := 0, 0
	for _, u := range s.Units {
		if _, twice := at[u.Unit]; twice {
			no("%s is there twice", u.Unit)
		}
		at[u.Unit] = u
		if u.Off != "" && u.Hex != "" {
			no("%s is %s and at %s", u.Unit, u.Off, u.Hex)
		}
		if u.Hit != "" {
			hits++
		}
		if u.Dug {
			dug++
		}
	}
	if n := s.Foot + s.Vehs + hits; n != 40 {
		no("%d hit counters", n)
	}
	if dug > 12 || len(s.Smoke) > 12 {
		no("%d hasty defences, %d smoke markers", dug, len(s.Smoke))
	}
	riders := map[string]int{}
	for _, u := range s.Units {
		if c, ok := at[u.Aboard]; u.Aboard != "" && u.Off == "" {
			if riders[u.Aboard]++; !ok || c.Hex != u.Hex || c.Aboard != "" || riders[u.Aboard] > 2 {
				no("%s at %s is aboard %s at %s", u.Unit, u.Hex, u.Aboard, c.Hex)
			}
		}
		active := slices.ContainsFunc(s.Seats, func(c seenSeat) bool { return slices.Contains(c.Active, u.Unit) })
		if active != (u.Status == "active") {
			no("%s is %s, in an activation %v", u.Unit, u.Status, active)
		}
	}
	for _, c := range s.Seats {
		if c.Cap < 0 || c.AP < 0 || c.VP < 0 || c.Cap > c.Initial+12 || c.AP > 12+12 || c.Activation != (len(c.Active) > 0) {
			no("%+v", c)
		}
	}
	return errors.Join(wrong...)
}

// course tells what can never be so in the facts of a game: a unit that leaves a hex in which it is not, or reaches one that is
// not beside it; two actions in one turn but by card 10; a unit that fires twice in one action, or moves beyond its bonus;
// points that do not add up; a unit that is lost twice.
func course(facts []table.Fact) error {
	at, total, lost := map[string]string{}, map[string]int{}, map[string]bool{}
	turn, paid, steps := "", 0, map[string]int{}
	for _, f := range facts {
		if i := strings.Index(f.At, "/"); f.Step == "pulse" {
			if here := fmt.Sprint(f.Turn, f.At[:max(i, 0)]); here != turn {
				turn, paid, steps = here, 0, map[string]int{}
			}
		}
		unit := arg(f, "unit")
		switch f.Kind {
		case "pays": // of a group that is hidden in part the other side is told apart
			if f.For != nil && !slices.Contains(f.For, table.Seat(arg(f, "side"))) {
				continue
			}
			if paid++; paid > 1 {
				return fmt.Errorf("%s: a second action in one turn: %v", turn, f.Args)
			}
		case "set-up", "enters", "hides", "revealed", "set-up-hidden", "unmasked":
			at[unit] = arg(f, "at")
		case "moves", "moves-hidden":
			from, to := arg(f, "from"), arg(f, "to")
			if at[unit] != "" && at[unit] != from {
				return fmt.Errorf("%s: %s leaves %s and was at %s", turn, unit, from, at[unit])
			}
			if !beside(from, to) {
				return fmt.Errorf("%s: %s jumps %s-%s", turn, unit, from, to)
			}
			if steps[unit]++; steps[unit] > 3 {
				return fmt.Errorf("%s: %s moves %d hexes in one action", turn, unit, steps[unit])
			}
			at[unit] = to
		case "boards", "gets-off":
			delete(at, unit)
		case "fires":
			if steps["fires "+unit]++; steps["fires "+unit] > 1 {
				return fmt.Errorf("%s: %s fires twice in one action", turn, unit)
			}
		case "destroyed":
			if lost[unit] {
				return fmt.Errorf("%s: %s is lost twice", turn, unit)
			}
			lost[unit] = true
		case "scores":
			side := arg(f, "side")
			total[side] += number(f, "points")
			if n := number(f, "total"); n != total[side] {
				return fmt.Errorf("%s: %s has %d VP by its scores and is told %d", turn, side, total[side], n)
			}
		}
	}
	return nil
}

func number(f table.Fact, name string) int {
	for _, a := range f.Args {
		if n, ok := a.Value.(int); ok && a.Name == name {
			return n
		}
	}
	return 0
}

// beside tells of two hexes of a board whose rows B, D, F lie half a hex east.
func beside(a, b string) bool {
	var ra, rb rune
	var ca, cb int
	if n, _ := fmt.Sscanf(a+" "+b, "%c%d %c%d", &ra, &ca, &rb, &cb); n != 4 {
		return false
	}
	switch rb - ra {
	case 0:
		return ca-cb == 1 || cb-ca == 1
	case 1, -1:
		if (ra-'A')%2 == 1 {
			return cb == ca || cb == ca+1
		}
		return cb == ca || cb == ca-1
	}
	return false
}
