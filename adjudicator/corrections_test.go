package adjudicator_test

import (
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/scenariotest"
)

// TestACorrectionOfTheSetUpDoesNotBeginPlay: a game master who corrects a unit while a game is set up leaves it there, unless he says that play begins.
// Games of earlier revisions keep what their logs say.
func TestACorrectionOfTheSetUpDoesNotBeginPlay(t *testing.T) {
	for _, c := range []struct {
		game, scenario, unit, begin string
		since                       int
	}{
		{"landships", "flesquette-ridge", `"units":[{"unit":"T-M1","facing":"N"}]`, `"turn":1`, 2},
		{"modern-battles", "mill-crossroads", `"units":[{"unit":"G-MO","facing":180}]`, `"turn":1`, 3},
		{"conflict-of-heroes", "hill-205", `"units":[{"unit":"soviet.H2","at":"D08"}]`, `"round":1`, 2},
		{"somme-1918", "operation-michael", `"weather":"fair"`, `"turn":1`, 3},
	} {
		t.Run(c.game, func(t *testing.T) {
			engine, _ := adjudicator.Game(c.game)
			for _, x := range []struct {
				revision int
				set      string
				begins   bool
			}{
				{c.since, "{" + c.unit + "}", false},
				{c.since, "{" + c.begin + "," + c.unit + "}", true},
				{c.since - 1, "{" + c.unit + "}", true},
			} {
				setup := scenariotest.Setup(t, engine, c.scenario, "")
				setup.Revision = x.revision
				g, err := engine.Open(setup)
				if err != nil {
					t.Fatal(err)
				}
				was := g.Play(&table.Recorded{}, 0, nil)
				amended, err := was.Boundary.Amend([]byte(x.set))
				if err != nil {
					t.Fatalf("revision %d, %s: %v", x.revision, x.set, err)
				}
				is := amended.Play(&table.Recorded{}, 0, nil)
				if was.Open == nil || is.Open == nil || was.Halt != nil || is.Halt != nil {
					t.Fatalf("revision %d, %s: %+v, then %+v", x.revision, x.set, was, is)
				}
				if begins := amended.Turn() > 0; begins != x.begins || (is.Open.Step == was.Open.Step) == x.begins {
					t.Errorf("revision %d, %s: turn %d, from %s to %s", x.revision, x.set, amended.Turn(), was.Open.Step, is.Open.Step)
				}
			}
		})
	}
}
