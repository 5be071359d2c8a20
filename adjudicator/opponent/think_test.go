package opponent_test

import (
	"iter"
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/scenariotest"
)

// sand is a sand table on which the worth of a draft is set by hand.
type sand struct {
	seen  table.View
	worth func(draft []string, trial int) int
	tried [][]string
}

func (s *sand) View() table.View     { return s.seen }
func (s *sand) Bot() string          { return "sensible" }
func (s *sand) Window() table.Window { return table.Window{Phases: []string{"move"}} }

func (s *sand) World(int) (table.Game, error) { return nil, nil }

func (s *sand) Manners() []string { return nil }

func (s *sand) Try(draft table.Course, trial, _ int) table.Outlook {
	s.tried = append(s.tried, draft.Lines)
	worth := s.worth(draft.Lines, trial)
	return table.Outlook{Worth: worth, Stands: worth}
}

// seen is what the seat of the sand table knows.
type seen struct{ table.View }

func (*seen) Options(string) iter.Seq[string] {
	return slices.Values([]string{"A: hold", "A: charge", "B: hold", "B: charge", "C: hold"})
}

func (*seen) Bot(string, []string, func(int) int) ([]string, error) {
	return []string{"A: hold", "B: hold"}, nil
}

func think(t *testing.T, trials int, more func(int) bool, worth func(draft []string, trial int) int) (opponent.Plan, *sand) {
	t.Helper()
	s := &sand{seen: &seen{}, worth: worth}
	plan, err := opponent.Think(s, opponent.Effort{Seed: 3, Trials: trials}, more)
	if err != nil {
		t.Fatal(err)
	}
	return plan, s
}

// What wins is ordered, although the bot would not have thought of it.
func TestWhatWinsIsOrdered(t *testing.T) {
	plan, _ := think(t, 200, func(rounds int) bool { return rounds < 4 }, func(draft []string, trial int) int {
		worth := trial % 3 * 10 // luck, the same for all
		for _, l := range draft {
			if l == "A: charge" || l == "B: charge" {
				worth += 200
			}
		}
		return worth
	})
	if got := slices.Sorted(slices.Values(plan.Lines)); !slices.Equal(got, []string{"A: charge", "B: charge"}) || plan.Stayed || plan.Rounds != 4 {
		t.Errorf("%+v", plan)
	}
}

// What only luck makes look better is not ordered: the bot's own draft stands.
func TestLuckChangesNothing(t *testing.T) {
	for seed := range 20 {
		plan, _ := think(t, 200, nil, func(draft []string, trial int) int {
			h := seed
			for _, l := range draft {
				for _, c := range []byte(l) {
					h = h*31 + int(c)
				}
			}
			if (trial+h)%2 == 0 { // each draft wins every second trial
				return 1000
			}
			return 0
		})
		if !plan.Stayed || !slices.Equal(plan.Lines, []string{"A: hold", "B: hold"}) {
			t.Errorf("seed %d: %+v", seed, plan)
		}
	}
}

// Trials go to the drafts that are close: the bot's own and its last rival have more of them than any that was dropped.
func TestTrialsGoWhereItIsClose(t *testing.T) {
	plan, s := think(t, 256, nil, func(draft []string, _ int) int { return 100 * len(draft) })
	if len(plan.Best) < 4 || plan.Best[0].Trials <= plan.Best[len(plan.Best)-1].Trials || plan.Trials != len(s.tried) || plan.Trials > 2*256 {
		t.Errorf("%d trials: %+v", len(s.tried), plan)
	}
}

// The same seed and number of rounds give the same plan from the same boundary of a real game, and its lines can be ordered.
func TestAPlanCanBeMadeAgain(t *testing.T) {
	engine, _ := adjudicator.Game("conflict-of-heroes")
	g, err := engine.Open(scenariotest.Setup(t, engine, "couriers-satchel", "pulse"))
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	self := table.NewSelfPlay(5, "sensible", []table.Seat{"german", "soviet"})
	self.Bots[0].Think = func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
		if played++; played > 3 {
			return nil, nil
		}
		var plans [2]opponent.Plan
		for i := range plans {
			var err error
			if plans[i], err = opponent.Plans(at, open, s, opponent.Effort{Seed: 9, Trials: 16}, func(rounds int) bool { return rounds < 2 }); err != nil {
				return nil, err
			}
		}
		if !reflect.DeepEqual(plans[0], plans[1]) || plans[0].Rounds != 2 || plans[0].Trials == 0 || plans[0].Broken > 0 {
			t.Errorf("%+v\n%+v", plans[0], plans[1])
		}
		return plans[0].Lines, nil
	}
	if res := g.Play(self, 0, nil); res.Halt != nil || played < 3 || len(self.Mistakes) > 0 {
		t.Errorf("halted %v, %d plans, refused %q", res.Halt, played, self.Mistakes)
	}
}
