package landships_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/scenariotest"
)

// TestWhoWasSentStopsInAStillManner: units that a bot has told to advance stay where they are once it plays in the manner "still".
func TestWhoWasSentStopsInAStillManner(t *testing.T) {
	g, err := landships.Engine.Open(scenariotest.Setup(t, landships.Engine, "flesquette-ridge", "one-mail"))
	if err != nil {
		t.Fatal(err)
	}
	self := table.NewSelfPlay(5, "sensible", []table.Seat{"allied", "central"})
	mails, stopped := 0, map[string]string{}
	self.Bots[0].Think = func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
		view := at.SandTable(open, s, "sensible").View()
		where := view.Lexicon().(orders.Describer)
		mails++
		for unit, hex := range stopped {
			if now, _ := where.Describe(unit); now != hex && now != "" {
				t.Errorf("%s was to stay at %s and is at %s", unit, hex, now)
			}
		}
		if mails < 3 || len(stopped) > 0 {
			return view.Bot("sensible", open.Phases, self.Dice.Pick)
		}
		lines, err := view.Bot("still", open.Phases, self.Dice.Pick)
		for _, l := range lines {
			if f := strings.Fields(l); strings.HasPrefix(l, "standing advance ") {
				if now, _ := where.Describe(f[2]); now != f[4] {
					t.Errorf("%q, but it is at %s", l, now)
				}
				stopped[f[2]] = f[4]
			}
		}
		return lines, err
	}
	res := g.Play(self, 0, func(at table.At) bool { return mails > 3 })
	if res.Halt != nil || len(self.Mistakes) > 0 || len(stopped) < 3 {
		t.Errorf("halted %v, refused %q, stopped %v", res.Halt, self.Mistakes, stopped)
	}
}
