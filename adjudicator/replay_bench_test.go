package adjudicator_test

import (
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// BenchmarkReplay lets the rules alone play recorded games of the best bots again, by the orders and dice that were recorded: what an audit,
// a rebuild and every law pay. moves/s counts order lines and rolls.
func BenchmarkReplay(b *testing.B) {
	for _, e := range adjudicator.Games() {
		b.Run(e.Name(), func(b *testing.B) {
			r, err := scenarios.Load(e.Name(), scenarios.ShowPiece(e.Name()), e.Document())
			if err != nil {
				b.Fatal(err)
			}
			scenario, err := e.Scenario(r.Document)
			if err != nil {
				b.Fatal(err)
			}
			g, err := e.Open(table.Setup{Scenario: scenario, Revision: e.Revision(), Rhythm: e.Rhythms()[0].Name})
			if err != nil {
				b.Fatal(err)
			}
			bots := e.BotNames()
			live := table.NewSelfPlay(1, bots[len(bots)-1], scenario.Seats())
			res := g.Play(live, 0, func(at table.At) bool { return at.Window != nil && at.Window.Number > 16 })
			if res.Halt != nil {
				b.Fatal(res.Halt)
			}
			moves := len(res.Rolls)
			for _, seal := range live.Given {
				for _, s := range seal.Seats {
					moves += len(s.Lines)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if again := g.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil); again.Halt != nil {
					b.Fatal(again.Halt)
				}
			}
			b.ReportMetric(float64(moves*b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
