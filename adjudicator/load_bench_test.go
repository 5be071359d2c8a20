package adjudicator_test

import (
	"runtime"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/scenarios"
)

// onShelf keeps the scenarios of a benchmark.
type onShelf map[events.Hash]*table.Scenario

// Scenario keeps the contract of adjudicator.Shelf.
func (s onShelf) Scenario(_ string, document events.Hash, read func() (*table.Scenario, error)) (*table.Scenario, error) {
	if s[document] == nil {
		made, err := read()
		if err != nil {
			return nil, err
		}
		s[document] = made
	}
	return s[document], nil
}

// BenchmarkLoad loads games of one scenario that have just begun, as a host of many games does, and keeps them: B/game is the heap that each
// holds, once where it is alone and once where it is one of 200.
func BenchmarkLoad(b *testing.B) {
	for _, e := range adjudicator.Games() {
		p := pairing{engine: e, scenario: scenarios.ShowPiece(e.Name())}
		if rhythms := e.Rhythms(); len(rhythms) > 0 {
			p.rhythm = rhythms[0].Name
		}
		r, err := scenarios.Load(e.Name(), p.scenario, e.Document())
		if err != nil {
			b.Fatal(err)
		}
		g := &remade{game: "load", store: memlog.New()}
		o := &office{t: b, g: g, s: serviceOf(g.store), now: 1_790_000_000_000, picks: dice.NewPractice(1)}
		o.open(p, r.Document)
		for _, games := range []int{1, 200} {
			name := map[int]string{1: "alone", 200: "of 200"}[games]
			b.Run(e.Name()+"/"+name, func(b *testing.B) {
				var held float64
				for b.Loop() {
					held = loaded(b, o, games)
				}
				b.ReportMetric(held/float64(games), "B/game")
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*games), "us/game")
			})
		}
	}
}

// loaded loads a game so many times and reports how much of the heap the matches hold.
func loaded(b *testing.B, o *office, games int) float64 {
	var before, after runtime.MemStats
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&before)
	b.StartTimer()
	s := serviceOf(o.g.store)
	s.Shelf = onShelf{}
	kept := make([]*adjudicator.Match, games)
	for i := range kept {
		m, err := s.Load(b.Context(), o.g.game)
		if err != nil {
			b.Fatal(err)
		}
		kept[i] = m
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	b.StartTimer()
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}
