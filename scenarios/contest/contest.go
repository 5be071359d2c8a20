package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
)

// Tally is the outcome of many games.
type Tally struct {
	Games, Windows, Facts int
	Mistakes              int // lines of bots that were refused

	wins    []win
	trials  int           // of the first round of each plan of the machine strong
	rounds  int           // of each plan; each has twice as many trials as the one before
	plans   int           // that it made
	thought time.Duration // that these took
}

// New counts games. The machine strong plays so many trials in the first of so many rounds before each of its orders, and in each later round twice
// as many, as it does at an office (opponent.Effort).
func New(trials, rounds int) *Tally { return &Tally{trials: trials, rounds: rounds} }

// Thinking is how long the plans of the machine strong took, and how many there were.
func (t *Tally) Thinking() (took time.Duration, plans int) { return t.thought, t.plans }

// win is how often a seat won.
type win struct {
	seat  string
	count int
}

func (t *Tally) won(seat string) {
	for i := range t.wins {
		if t.wins[i].seat == seat {
			t.wins[i].count++
			return
		}
	}
	t.wins = append(t.wins, win{seat, 1})
}

// BySeat lists how many games each seat won, with the share and its interval: what the side is worth, whoever plays it.
func (t *Tally) BySeat() string {
	slices.SortFunc(t.wins, func(a, b win) int { return cmp.Compare(a.seat, b.seat) })
	var out strings.Builder
	for _, w := range t.wins {
		share := table.ShareOf(2*w.count, t.Games)
		fmt.Fprintf(&out, " %s %d (%d %%, %d to %d)", w.seat, w.count, share.Is, share.Low, share.High)
	}
	return out.String()
}

// think returns what the machine strong orders in a game: the same in each run of the same seed and the same trials.
func (t *Tally) think(seed uint64) func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
	return func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
		begun := time.Now()
		plan, err := opponent.Plans(at, open, s, opponent.Effort{Seed: seed<<16 + uint64(open.Number), Trials: t.trials}, func(played int) bool { return played < t.rounds })
		t.thought += time.Since(begun)
		t.plans++
		return plan.Lines, err
	}
}

// mostWindows is the limit for one game: a game with more mails than this will never end.
const mostWindows = 5000

// Play plays one game, then again from its record, compares, and returns who won it; who names the bot of each seat, by its place.
func (t *Tally) Play(engine table.Engine, setup table.Setup, seed uint64, who func(seat int) string) (winner table.Seat, err error) {
	game, err := engine.Open(setup)
	if err != nil {
		return "", err
	}
	live := table.NewSelfPlay(seed, "", setup.Scenario.Seats())
	for i := range live.Bots {
		if live.Bots[i].Bot = who(i); live.Bots[i].Bot == opponent.Strong {
			live.Bots[i].Think = t.think(seed)
		}
	}
	res := game.Play(live, 0, nil)
	if res.Halt != nil {
		return "", res.Halt
	}
	if res.Ending == nil || len(live.Seen) > mostWindows {
		return "", fmt.Errorf("the game does not end: %d windows", len(live.Seen))
	}
	again := game.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil)
	if again.Halt != nil {
		return "", fmt.Errorf("played again from its record: %w", again.Halt)
	}
	if again.Views.Hash() != res.Views.Hash() || table.Digest(again.Facts) != table.Digest(res.Facts) {
		return "", fmt.Errorf("played again from its record it ends in another state")
	}
	t.Games++
	t.Windows += len(live.Seen)
	t.Facts += len(res.Facts)
	t.Mistakes += len(live.Mistakes)
	t.won(cmp.Or(string(res.Ending.Winner), "draw"))
	return res.Ending.Winner, nil
}
