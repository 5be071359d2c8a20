package modernbattles

import (
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

// open begins a game of a scenario.
func open(t testing.TB, scenario string, options ...events.Option) (table.Game, *table.Scenario) {
	t.Helper()
	r, err := scenarios.Load("modern-battles", scenario, Engine.Document())
	if err != nil {
		t.Fatal(err)
	}
	scene := scenariotest.Read(t, Engine, r.Document)
	g, err := Engine.Open(table.Setup{Scenario: scene, Revision: Rules.Revision, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return g, scene
}

// placed is that of a scenario before the first step.
func placed(t testing.TB, scenario string) *Game {
	t.Helper()
	d := new(Document)
	if _, err := scenarios.Load("modern-battles", scenario, d); err != nil {
		t.Fatal(err)
	}
	Rules.Survey(d)
	return setUp(d, nil)
}

// silent answers every window with nothing.
type silent struct{ *table.SelfPlay }

func (s silent) Sealed(w table.Window) (table.Seal, bool) { return table.Seal{Window: w.Number}, true }

// TestEmptyTurns: a game in which nobody orders anything comes to its end.
func TestEmptyTurns(t *testing.T) {
	g, scene := open(t, "mill-crossroads")
	seats := scene.Seats()
	res := g.Play(silent{table.NewSelfPlay(1, "", seats)}, 0, nil)
	if res.Halt != nil || res.Ending == nil {
		t.Fatalf("no end: %v %v", res.Halt, res.Open)
	}
	if n := len(res.Facts); n < 16 {
		t.Errorf("%d facts", n)
	}
}

// TestSelfPlay plays games by bots: no panic, no dead end, and the same game again from its own record.
func TestSelfPlay(t *testing.T) {
	_, scene := open(t, "mill-crossroads")
	for _, bot := range Engine.BotNames() {
		for seed := range uint64(3) {
			tabletest.SelfPlay(t, Engine, table.Setup{Scenario: scene, Revision: Rules.Revision}, bot, seed+1, nil)
		}
	}
}
