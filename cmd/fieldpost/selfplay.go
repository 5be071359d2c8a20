package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// SelfplayCmd lets bots play.
type SelfplayCmd struct {
	Game     string `short:"g" default:"brush-brothers" help:"Rulebook."`
	Scenario string `short:"s" help:"Scenario; all of them if empty."`
	Rhythm   string `help:"Rhythm; all of them if empty."`
	Games    int    `short:"n" default:"100" help:"How many games of each."`
	Bot      string `default:"" help:"Bot; each in turn if empty."`
	Seed     uint64 `default:"1" help:"Seed of the first game; the next has one more."`
}

// Help says what is looked for.
func (SelfplayCmd) Help() string {
	return `Each game is played to its end by bots whose orders go through the parser and the
legality checks like a player's. It is a failure if a game breaks, never ends, or ends in
another state when it is played again from its own record. A failure names its seed.

Example:
  fieldpost selfplay --games 2000 --scenario clasico`
}

// tally is the outcome of many games.
type tally struct {
	games, windows, facts, mistakes int
	wins                            []win
}

type win struct {
	seat  string
	count int
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
		document, err := loadDocument(engine, name, c.Scenarios)
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
			if err := s.many(ctx, c, engine, setup, name, bots); err != nil {
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
	var t tally
	begun, told := time.Now(), time.Now()
	for i := range s.Games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := s.Seed + uint64(i)
		if err := t.play(engine, setup, seed, bots[i%len(bots)]); err != nil {
			return fmt.Errorf("%s, rhythm %s, seed %d, bot %s: %w", name, setup.Rhythm, seed, bots[i%len(bots)], err)
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(c.Err, "%s %s: %d of %d games\n", name, setup.Rhythm, i+1, s.Games)
		}
	}
	fmt.Fprintf(c.Out, "%-16s %-6s %d games in %.1f s: %d windows, %d facts, %d lines refused; won by", name, setup.Rhythm, t.games, time.Since(begun).Seconds(), t.windows, t.facts, t.mistakes)
	slices.SortFunc(t.wins, func(a, b win) int { return cmp.Compare(a.seat, b.seat) })
	for _, w := range t.wins {
		fmt.Fprintf(c.Out, " %s %d (%d %%)", w.seat, w.count, 100*w.count/t.games)
	}
	fmt.Fprintln(c.Out)
	return nil
}

// mostWindows is the limit for one game: a game with more mails than this will never end.
const mostWindows = 5000

// play plays one game, then again from its record, and compares.
func (t *tally) play(engine table.Engine, setup table.Setup, seed uint64, bot string) error {
	game, err := engine.Open(setup)
	if err != nil {
		return err
	}
	live := table.NewSelfPlay(seed, bot, setup.Scenario.Seats())
	res := game.Play(live, 0, nil)
	if res.Halt != nil {
		return res.Halt
	}
	if res.Ending == nil || len(live.Seen) > mostWindows {
		return fmt.Errorf("the game does not end: %d windows", len(live.Seen))
	}
	again := game.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil)
	if again.Halt != nil {
		return fmt.Errorf("played again from its record: %w", again.Halt)
	}
	if again.Views.Hash() != res.Views.Hash() || table.Digest(again.Facts) != table.Digest(res.Facts) {
		return fmt.Errorf("played again from its record it ends in another state")
	}
	t.games++
	t.windows += len(live.Seen)
	t.facts += len(res.Facts)
	t.mistakes += len(live.Mistakes)
	t.won(cmp.Or(string(res.Ending.Winner), "draw"))
	return nil
}
