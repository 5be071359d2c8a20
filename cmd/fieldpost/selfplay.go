package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/library"
	"fieldpost/scenarios"
)

// SelfplayCmd lets bots play.
type SelfplayCmd struct {
	Game     string `short:"g" default:"brush-brothers" help:"Rulebook."`
	Scenario string `short:"s" help:"Scenario; all of them if empty."`
	Rhythm   string `help:"Rhythm; all of them if empty."`
	Games    int    `short:"n" default:"100" help:"How many games of each."`
	Bot      string `default:"" help:"Bot; each in turn if empty."`
	Against  string `placeholder:"BOT" help:"Another bot to play against: each seed is played twice, with the sides exchanged."`
	Trials   int    `default:"64" help:"How many trials the machine strong plays before each of its orders."`
	Seed     uint64 `default:"1" help:"Seed of the first game; the next has one more."`
}

// Help says what is looked for.
func (SelfplayCmd) Help() string {
	return `Each game is played to its end by bots whose orders go through the parser and the
legality checks like a player's. It is a failure if a game breaks, never ends, or ends in
another state when it is played again from its own record. A failure names its seed.

Shares are told with their 95 % intervals (Wilson). In a match of two bots a draw counts
half, --games is the number of pairs, and what each side won shows the balance of the
scenario.

Examples:
  fieldpost selfplay --games 2000 --scenario clasico
  fieldpost selfplay --scenario clasico --bot sensible --against random --games 50
  fieldpost selfplay -g conflict-of-heroes --bot strong --against sensible --trials 256`
}

// tally is the outcome of many games.
type tally struct {
	games, windows, facts, mistakes int
	wins                            []win

	trials  int           // of each plan of the machine strong
	plans   int           // that it made
	thought time.Duration // that these took
}

type win struct {
	seat  string
	count int
}

// wilson returns the 95 % interval of Wilson's, in percent, of a share in so many games.
func wilson(share float64, games int) (low, high float64) {
	const z = 1.96
	n := float64(games)
	middle, half := share+z*z/(2*n), z*math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return 100 * (middle - half) / (1 + z*z/n), 100 * (middle + half) / (1 + z*z/n)
}

func (t *tally) won(seat string) {
	for i := range t.wins {
		if t.wins[i].seat == seat {
			t.wins[i].count++
			return
		}
	}
	t.wins = append(t.wins, win{seat, 1})
}

// Run plays them all.
func (s *SelfplayCmd) Run(ctx context.Context, c *Console) error {
	engine, err := game(s.Game)
	if err != nil {
		return err
	}
	if s.Trials < 1 && slices.Contains([]string{s.Bot, s.Against}, opponent.Strong) {
		return withCode{exitUsage, fmt.Errorf("--trials %d: play at least one", s.Trials)}
	}
	if os.Getenv("GOGC") == "" { // games leave much behind and keep little: the collector would run all the time
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	if s.Games < 1 {
		return withCode{exitUsage, fmt.Errorf("--games %d: play at least one", s.Games)}
	}
	bots := engine.BotNames()
	if s.Bot != "" {
		bot, err := botOf(engine, s.Bot)
		if err != nil {
			return err
		}
		bots = []string{bot}
	}
	if s.Against != "" {
		if s.Against, err = botOf(engine, s.Against); err != nil {
			return err
		}
		if len(bots) != 1 {
			return withCode{exitUsage, errors.New("--against needs --bot: who plays against whom")}
		}
	}
	names := []string{s.Scenario}
	if s.Scenario == "" {
		dirs, err := c.Dirs()
		if err != nil {
			return err
		}
		list, err := scenarios.List(s.Game, dirs...)
		if err != nil {
			return err
		}
		names = nil
		for _, e := range list {
			names = append(names, e.Name)
		}
	}
	played := 0
	for _, name := range names {
		document, err := library.Document(engine, name, c.Scenarios)
		if err != nil {
			return err
		}
		scenario, err := engine.Scenario(document)
		if err != nil {
			return err
		}
		for _, r := range engine.Rhythms() {
			if s.Rhythm != "" && s.Rhythm != r.Name {
				continue
			}
			setup := table.Setup{Scenario: scenario, Revision: engine.Revision(), Rhythm: r.Name}
			played++
			run := s.many
			if s.Against != "" {
				run = s.match
			}
			if err := run(ctx, c, engine, setup, name, bots); err != nil {
				return err
			}
		}
	}
	if played == 0 {
		return withCode{exitUsage, fmt.Errorf("nothing was played: %s has no rhythm %q, or no scenario", s.Game, s.Rhythm)}
	}
	return nil
}

func (s *SelfplayCmd) many(ctx context.Context, c *Console, engine table.Engine, setup table.Setup, name string, bots []string) error {
	t := tally{trials: s.Trials}
	begun, told := time.Now(), time.Now()
	for i := range s.Games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := s.Seed + uint64(i)
		bot := bots[i%len(bots)]
		if _, err := t.play(engine, setup, seed, func(int) string { return bot }); err != nil {
			return fmt.Errorf("%s, rhythm %s, seed %d, bot %s: %w", name, setup.Rhythm, seed, bots[i%len(bots)], err)
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(c.Err, "%s %s: %d of %d games\n", name, setup.Rhythm, i+1, s.Games)
		}
	}
	fmt.Fprintf(c.Out, "%-16s %-6s %d games in %.1f s: %d windows, %d facts, %d lines refused; won by%s\n", name, setup.Rhythm, t.games, time.Since(begun).Seconds(), t.windows, t.facts, t.mistakes, t.bySeat())
	return nil
}

// bySeat lists how many games each seat won, with the share and its interval: what the side is worth, whoever plays it.
func (t *tally) bySeat() string {
	slices.SortFunc(t.wins, func(a, b win) int { return cmp.Compare(a.seat, b.seat) })
	var out strings.Builder
	for _, w := range t.wins {
		low, high := wilson(float64(w.count)/float64(t.games), t.games)
		fmt.Fprintf(&out, " %s %d (%d %%, %.0f to %.0f)", w.seat, w.count, 100*w.count/t.games, low, high)
	}
	return out.String()
}

// match lets one bot play against another, in pairs of games with the same seed and the sides exchanged. With more than two seats they take
// every second one.
func (s *SelfplayCmd) match(ctx context.Context, c *Console, engine table.Engine, setup table.Setup, name string, bots []string) error {
	t := tally{trials: s.Trials}
	begun, told, points := time.Now(), time.Now(), 0.0
	wins, draws := 0, 0
	seats := setup.Scenario.Seats()
	if len(seats) < 2 {
		return nil // nobody to play against
	}
	for i := range 2 * s.Games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := s.Seed + uint64(i/2)
		who := func(seat int) string { return []string{bots[0], s.Against}[(seat+i)%2] }
		winner, err := t.play(engine, setup, seed, who)
		if err != nil {
			return fmt.Errorf("%s, rhythm %s, seed %d, %s against %s: %w", name, setup.Rhythm, seed, bots[0], s.Against, err)
		}
		if at := slices.Index(seats, winner); at < 0 {
			draws++
			points += 0.5
		} else if (at+i)%2 == 0 {
			wins++
			points++
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(c.Err, "%s %s: %d of %d games, %.1f points\n", name, setup.Rhythm, i+1, 2*s.Games, points)
		}
	}
	low, high := wilson(points/float64(t.games), t.games)
	fmt.Fprintf(c.Out, "%-16s %-6s %s against %s: %d games in %.1f s: won %d, drawn %d, lost %d; share %.0f %% (%.0f to %.0f); %d lines refused",
		name, setup.Rhythm, bots[0], s.Against, t.games, time.Since(begun).Seconds(), wins, draws, t.games-wins-draws, 100*points/float64(t.games), low, high, t.mistakes)
	if t.plans > 0 {
		fmt.Fprintf(c.Out, "; %.1f s a plan of %d trials", t.thought.Seconds()/float64(t.plans), t.trials)
	}
	fmt.Fprintf(c.Out, "; won by%s\n", t.bySeat())
	return nil
}

// think returns what the machine strong orders in a game: the same in each run of the same seed and the same trials.
func (t *tally) think(seed uint64) func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
	return func(at table.Game, open table.Window, s table.Seat) ([]string, error) {
		begun := time.Now()
		plan, err := opponent.Plans(at, open, s, opponent.Effort{Seed: seed<<16 + uint64(open.Number), Trials: t.trials}, nil)
		t.thought += time.Since(begun)
		t.plans++
		return plan.Lines, err
	}
}

// mostWindows is the limit for one game: a game with more mails than this will never end.
const mostWindows = 5000

// play plays one game, then again from its record, compares, and returns who won it; who names the bot of each seat, by its place.
func (t *tally) play(engine table.Engine, setup table.Setup, seed uint64, who func(seat int) string) (winner table.Seat, err error) {
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
	t.games++
	t.windows += len(live.Seen)
	t.facts += len(res.Facts)
	t.mistakes += len(live.Mistakes)
	t.won(cmp.Or(string(res.Ending.Winner), "draw"))
	return res.Ending.Winner, nil
}
