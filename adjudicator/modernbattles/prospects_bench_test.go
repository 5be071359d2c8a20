package modernbattles

import (
	"testing"

	"fieldpost/adjudicator/table"
)

// What a letter costs that says what units can do: of the side whose turn it is, in a game some windows on.
func BenchmarkProspects(b *testing.B) {
	var at table.Game
	var open table.Window
	windows(b, "mill-crossroads", 5, func(g table.Game, w table.Window) { at, open = g, w })
	b.ReportAllocs()
	for b.Loop() {
		at.Knows(open.Seats[0]).Prospects(open.Phases)
	}
}
