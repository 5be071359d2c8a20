package adjudicator_test

import (
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// drafted is an order mail of a bot at the boundary where it would be rehearsed.
type drafted struct {
	game   table.Game
	window table.Window
	seal   table.SeatSeal
}

// drafts collects what the best bots of a rulebook order in the first windows of a scenario.
func drafts(t testing.TB, e table.Engine, scenario, rhythm string, windows int) (out []drafted) {
	setup := scenariotest.Setup(t, e, scenario, rhythm)
	g, err := e.Open(setup)
	if err != nil {
		t.Fatal(err)
	}
	bots := e.BotNames()
	world := table.NewSelfPlay(1, bots[len(bots)-1], setup.Scenario.Seats())
	last := 0
	for len(world.Seen) < windows {
		var open *table.Window
		r := g.Play(world, 0, func(at table.At) bool {
			if at.Window == nil || at.Window.Number == last {
				return false
			}
			open = at.Window
			return true
		})
		if r.Halt != nil {
			t.Fatal(r.Halt)
		}
		if open == nil {
			break
		}
		g, last = r.Boundary, open.Number
		// What the bots write there, of a world of its own, so that its dice move none of the game's.
		trial := table.NewSelfPlay(uint64(last), bots[len(bots)-1], setup.Scenario.Seats())
		trial.See(*open, g)
		seal, _ := trial.Sealed(*open)
		for _, s := range seal.Seats {
			if len(s.Lines) > 0 && slices.Contains(open.Seats, s.Seat) {
				out = append(out, drafted{g, *open, s})
			}
		}
	}
	return out
}

// TestShortTrialsSayTheSame: a rehearsal that tries each line no longer than its verdict is open refuses the same lines as one that plays
// everything to its end, and says the same of those that are done in part. So it is for the lines of the best bot, and for lines that make no
// sense any more: each seat's of another window.
func TestShortTrialsSayTheSame(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			all := drafts(t, e, scenarios.ShowPiece(e.Name()), e.Rhythms()[0].Name, 8)
			short, whole := 0, 0
			for i, d := range all {
				for _, of := range []drafted{d, all[(i+len(all)/2)%len(all)]} {
					if of.seal.Seat != d.seal.Seat {
						continue
					}
					quick := d.game.Rehearse(d.window, d.seal.Seat, of.seal.Lines, d.seal.Standing, 12, func([]table.Fact) bool { return false })
					full := d.game.Rehearse(d.window, d.seal.Seat, of.seal.Lines, d.seal.Standing, 12, nil)
					for j, v := range quick.Verdicts {
						want := full.Verdicts[j]
						if !reflect.DeepEqual(v.Refusal, want.Refusal) || !reflect.DeepEqual(v.Part, want.Part) {
							t.Errorf("window %d: %q: refused for %v, in part for %v; want %v and %v", d.window.Number, v.Line.Text, v.Refusal, v.Part, want.Refusal, want.Part)
						}
						if want.Part != nil && (v.Of != want.Of || v.Carried != want.Carried || v.Otherwise != want.Otherwise) {
							t.Errorf("window %d: %q: %d and %d of %d, want %d and %d of %d", d.window.Number, v.Line.Text, v.Carried, v.Otherwise, v.Of, want.Carried, want.Otherwise, want.Of)
						}
					}
					short, whole = short+told(quick), whole+told(full)
				}
			}
			t.Logf("facts of trials: %d instead of %d", short, whole)
			if len(all) == 0 || short*10 > whole*9 {
				t.Errorf("of %d drafts the trials tell %d facts instead of %d", len(all), short, whole)
			}
		})
	}
}

// told is how much the trials of a rehearsal tell.
func told(r table.Rehearsal) (n int) {
	for _, facts := range r.Facts {
		n += len(facts)
	}
	return n
}

// BenchmarkRehearsal is what a receipt asks of the rules: at most twelve trials of an order mail of the best bot, over the first windows
// of each rulebook's show piece.
func BenchmarkRehearsal(b *testing.B) {
	for _, e := range adjudicator.Games() {
		b.Run(e.Name(), func(b *testing.B) {
			all := drafts(b, e, scenarios.ShowPiece(e.Name()), e.Rhythms()[0].Name, 12)
			if len(all) == 0 {
				b.Fatal("nobody orders anything")
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				d := all[i%len(all)]
				d.game.Rehearse(d.window, d.seal.Seat, d.seal.Lines, d.seal.Standing, 12, func([]table.Fact) bool { return false })
				i++
			}
		})
	}
}
