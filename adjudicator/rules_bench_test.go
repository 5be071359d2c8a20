package adjudicator_test

import (
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	spent "fieldpost/mail/office/reader"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// recordedWindows is how many windows of each game BenchmarkRules plays, most scenarios' whole game.
const recordedWindows = 160

// BenchmarkRules lets the rules alone play recorded games of the best bots again, by the orders and dice that were recorded: what an audit,
// a rebuild and every law pay. moves/s counts order lines and rolls in the processor time of the process.
//
//	go test ./adjudicator -run '^$' -bench Rules/landships -cpuprofile rules.prof
func BenchmarkRules(b *testing.B) {
	for _, e := range adjudicator.Games() {
		list, err := scenarios.List(e.Name())
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range list {
			b.Run(e.Name()+"/"+s.Name, func(b *testing.B) { benchmarkRules(b, e, s.Name) })
		}
	}
}

func benchmarkRules(b *testing.B, e table.Engine, scenario string) {
	setup := scenariotest.Setup(b, e, scenario, e.Rhythms()[0].Name)
	g, err := e.Open(setup)
	if err != nil {
		b.Fatal(err)
	}
	bots := e.BotNames()
	live := table.NewSelfPlay(1, bots[len(bots)-1], setup.Scenario.Seats())
	res := g.Play(live, 0, func(at table.At) bool { return at.Window != nil && at.Window.Number > recordedWindows })
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
	begun := spent.ProcessorTime()
	for b.Loop() {
		if again := g.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil); again.Halt != nil {
			b.Fatal(again.Halt)
		}
	}
	b.ReportMetric(float64(moves*b.N)/(spent.ProcessorTime()-begun).Seconds(), "moves/s")
}
