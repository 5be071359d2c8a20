package landships_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// TestFireThatIsToldAddsUp: in self-played games every shot, small arms attack and close assault tells enough to be
// checked against the charts and agrees with them, and nobody fires oftener than the rules let him.
func TestFireThatIsToldAddsUp(t *testing.T) {
	seen := map[string]int{}
	for n := range 8 {
		name := []string{"cachette-switch", "sombre-crossing", "flesquette-ridge", "bocquet-trench"}[n%4]
		s := setup(t, name, rhythms[n%3], everything(t, name)[:n/4*6]...)
		r, err := scenarios.Load("landships", name, landships.Engine.Document())
		if err != nil {
			t.Fatal(err)
		}
		var d landships.Document
		if err := json.Unmarshal(r.Document, &d); err != nil {
			t.Fatal(err)
		}
		g, err := landships.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		l := ledger{times: map[string]int{}}
		for _, x := range g.Play(table.NewSelfPlay(uint64(500+n), []string{"random", "sensible"}[n/2%2], seats), 0, nil).Facts {
			f := told{x}
			if want, have, ok := fireOutcome(f, d); ok {
				seen[f.Kind]++
				if want != have {
					t.Errorf("game %d: %s: %v", n, f.Kind, f.Args)
				}
			}
			if broken := l.enter(f); broken != "" {
				t.Errorf("game %d, turn %d, %s: %s: %v", n, f.Turn, f.Step, broken, f.Args)
			}
		}
	}
	for _, kind := range []string{"at-shot", "small-arms", "assault"} {
		if seen[kind] == 0 {
			t.Errorf("no %s was ever told", kind)
		}
	}
}

// fireOutcome tells what a fact of fire says came of the die, and what the charts say.
func fireOutcome(f told, d landships.Document) (want, have, ok bool) {
	switch f.Kind {
	case "at-shot":
		need := 0
		for _, c := range d.Tables.ToHit {
			if f.num("range") >= c.From {
				need = c.Value
			}
		}
		if need != f.num("needed") {
			return true, false, true
		}
		roll := f.sum("roll")
		return roll.Total() <= need || roll.Natural() == 1, f.text("result") == "result.hit", true
	case "small-arms":
		for _, c := range d.Tables.SmallArms {
			if fs := f.num("strength"); fs >= c.From && (c.To == 0 || fs <= c.To) {
				return c.Hit == f.num("needed") && (f.sum("roll").Total() <= c.Hit) == (f.text("result") == "result.hit"), true, true
			}
		}
		return true, false, true
	case "assault":
		for _, c := range d.Tables.CloseAssault {
			if fmt.Sprintf("+%d", c.Advantage) == f.text("column") {
				return c.Losses[max(0, min(f.sum("roll").Total(), len(c.Losses)-1))] == f.text("losses"), true, true
			}
		}
		return true, false, true
	}
	return false, false, false
}

// ledger counts what happened in a player-turn.
type ledger struct {
	times map[string]int
	half  int
}

// enter books a fact of fire and tells which rule it breaks, "" none.
func (l *ledger) enter(f told) string {
	if f.Kind == "player-turn" {
		l.half++
		return ""
	}
	weapon := f.text("unit") + "/" + f.text("weapon")
	count := func(key string) int {
		key = fmt.Sprintf("%d %s %s", l.half, f.Step, key)
		l.times[key]++
		return l.times[key]
	}
	fired := func(step string) bool {
		return l.times[fmt.Sprintf("%d %s fired %s", l.half, step, f.text("unit"))] > 0
	}
	switch f.Kind {
	case "at-shot":
		count("fired " + f.text("unit"))
		if !strings.Contains(f.text("weapon"), "mg") && count("shot "+weapon) > 3 {
			return "more than three shots (LS-8.54a)"
		}
		if f.Step == "4.5" {
			return "an anti-tank attack among small arms (LS-4.5a)"
		}
	case "firer":
		if f.text("weapon") == "weapon.flt" {
			break
		}
		count("fired " + f.text("unit"))
		if f.Step == "4.3" {
			return "small arms in the anti-tank phase (LS-8.31a)"
		}
		if f.Step == "4.5" && fired("4.3") {
			return "fire in both defensive phases (LS-8.3a)"
		}
	case "small-arms":
		if f.text("column") != "30+" && count("attack "+f.text("hex")+" "+f.text("kind")) > 1 && f.Step != "4.7b" {
			return "a second attack on a hex in one phase (LS-8.62a)"
		}
	}
	return ""
}

// TestFireOfItselfIsMarked: who fires although his side has ordered no fire for the phase does so of himself, and who fires in a phase for which
// nothing but his own side's line was there does not.
func TestFireOfItselfIsMarked(t *testing.T) {
	bidden, unbidden := 0, 0
	for seed := range uint64(4) {
		s := setup(t, "bocquet-trench", "faithful-5")
		g, err := landships.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		live := table.NewSelfPlay(seed, []string{"sensible", "random"}[seed%2], s.Scenario.Seats())
		facts := g.Play(live, 0, nil).Facts
		ordered := map[string]bool{} // by window and seat
		for _, seal := range live.Given {
			for _, of := range seal.Seats {
				for _, l := range of.Lines {
					if l.Verb == "fire" {
						ordered[fmt.Sprint(seal.Window, of.Seat)] = true
					}
				}
			}
		}
		for _, f := range facts {
			if f.Kind != "firer" && f.Kind != "at-shot" {
				continue
			}
			side := map[byte]string{'B': "allied", 'G': "central"}[f.Text("unit")[0]]
			switch {
			case f.Unbidden == "":
				bidden++
				if !ordered[fmt.Sprint(f.Window, side)] {
					t.Errorf("window %d, %s: %s fires by an order that nobody gave", f.Window, f.Step, f.Text("unit"))
				}
			case string(f.Unbidden) != side:
				t.Errorf("%s fires of itself, for %s", f.Text("unit"), f.Unbidden)
			default:
				unbidden++
			}
		}
	}
	if bidden == 0 || unbidden == 0 {
		t.Errorf("%d fired as ordered, %d of themselves", bidden, unbidden)
	}
}
