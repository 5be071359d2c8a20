package table_test

import (
	"fmt"
	"testing"

	"fieldpost/adjudicator/table"
)

// A whole game of bots: about 14 windows.
func BenchmarkSelfPlay(b *testing.B) {
	g := open(b, start(), "phases")
	b.ReportAllocs()
	for b.Loop() {
		if res := g.Play(table.NewSelfPlay(1, "random", seats), 0, nil); res.Ending == nil {
			b.Fatal(res.Halt)
		}
	}
}

// One boundary run: a step with one roll, one decision by default and two facts.
func BenchmarkStep(b *testing.B) {
	g := toyGame(b, func(g *toy, t *table.Table) table.Then {
		if g.Turns++; g.Turns == 1000 {
			return over
		}
		t = t.At("G1")
		q := question("a", "b")
		q.Covert = true
		t.Report("T-1", "fire", table.A("roll", t.Roll(south, "to hit", 1, 6).Plus("cover", 1, "T-2")), table.A("to", table.Decide(t, q)))
		return table.NextTurn
	})
	b.ReportAllocs()
	for b.Loop() {
		if res := g.Play(table.NewSelfPlay(1, "", seats), 0, nil); res.Ending == nil {
			b.Fatal(res.Halt)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/step")
}

// A step with many asked decisions, answered one by one: each answer plays the step again.
func BenchmarkAskedDecisions(b *testing.B) {
	for _, n := range []int{1, 10, 50} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := toyGame(b, func(_ *toy, t *table.Table) table.Then {
				for range n {
					table.Decide(t, question("a", "b"))
				}
				return over
			})
			b.ReportAllocs()
			for b.Loop() {
				var seals []table.Seal
				for {
					res := g.Play(&table.Recorded{Seals: seals}, 0, nil)
					if res.Open == nil {
						break
					}
					seals = append(seals, table.Seal{Window: res.Open.Number, Seats: []table.SeatSeal{
						{Seat: south, Answers: []table.Answer{{Question: res.Open.Questions[0].Key, Text: "b"}}}}})
				}
				if len(seals) != n {
					b.Fatal(len(seals))
				}
			}
		})
	}
}

func BenchmarkRehearsal(b *testing.B) {
	g := open(b, start(), "plan")
	draft, _ := lines(b, g, south, "1", "advance S3 A4-A5", "shoot S1 at north.N1", "shoot S2 at north.N2")
	b.ReportAllocs()
	for b.Loop() {
		g.Rehearse(table.Window{Number: 1}, south, draft, nil, 32, nil)
	}
}

func BenchmarkOdds(b *testing.B) {
	g := open(b, start(), "plan")
	draft, _ := lines(b, g, south, "1", "shoot S1 at north.N1")
	for b.Loop() {
		g.Odds(table.Window{Number: 1}, south, draft[0], 1000)
	}
}

func BenchmarkSnapshot(b *testing.B) {
	g := open(b, start(), "plan")
	setup := table.Setup{Scenario: scene(b, start()), Rhythm: "plan"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Restore(setup, g.Snapshot()); err != nil {
			b.Fatal(err)
		}
	}
}
