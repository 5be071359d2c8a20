package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/library"
	"fieldpost/scenarios"
	"fieldpost/scenarios/contest"
)

// SelfplayCmd lets bots play.
type SelfplayCmd struct {
	Game     string `short:"g" default:"brush-brothers" help:"Rulebook."`
	Scenario string `short:"s" help:"Scenario; all of them if empty."`
	Rhythm   string `help:"Rhythm; all of them if empty."`
	Games    int    `short:"n" default:"100" help:"How many games of each."`
	Bot      string `default:"" help:"Bot; each in turn if empty."`
	Against  string `placeholder:"BOT" help:"Another bot to play against: each seed is played twice, with the sides exchanged."`
	Gate     string `placeholder:"NOT:IS" help:"Stop the match when its games show, with 95 % certainty either way, that the share of --bot is rather IS percent than NOT; it is a failure if it is not. At most --games pairs."`
	Trials   int    `default:"64" help:"How many trials the machine strong plays before each of its orders, in the first round."`
	Rounds   int    `default:"1" help:"How many rounds of trials it plays, each of twice as many as the one before."`
	Seed     uint64 `default:"1" help:"Seed of the first game; the next has one more."`

	gate *contest.Gate // nil: all games are played
}

// Help says what is looked for.
func (SelfplayCmd) Help() string {
	return `Each game is played to its end by bots whose orders go through the parser and the
legality checks like a player's. It is a failure if a game breaks, never ends, or ends in
another state when it is played again from its own record. A failure names its seed.

Shares are told with their 95 % intervals (Wilson). In a match of two bots a draw counts
half, --games is the number of pairs, and what each side won shows the balance of the
scenario. With --gate a match ends as soon as it is decided (Wald's sequential test).

Examples:
  fieldpost selfplay --games 2000 --scenario clasico
  fieldpost selfplay --scenario clasico --bot sensible --against random --games 50
  fieldpost selfplay -g conflict-of-heroes --bot strong --against sensible --trials 256
  fieldpost selfplay -g landships --bot strong --against sensible --trials 16 --rounds 5 --gate 50:75`
}

// Run plays them all.
func (s *SelfplayCmd) Run(ctx context.Context, c *Console) error {
	engine, err := game(s.Game)
	if err != nil {
		return err
	}
	if (s.Trials < 1 || s.Rounds < 1) && slices.Contains([]string{s.Bot, s.Against}, opponent.Strong) {
		return withCode{exitUsage, fmt.Errorf("--trials %d --rounds %d: play at least one", s.Trials, s.Rounds)}
	}
	if s.Gate != "" {
		if s.Against == "" {
			return withCode{exitUsage, errors.New("--gate needs --against: whose share of what")}
		}
		gate, err := contest.ParseGate(s.Gate)
		if err != nil {
			return withCode{exitUsage, err}
		}
		s.gate = &gate
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
	names, err := s.names(c)
	if err != nil {
		return err
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

// names lists the scenarios that are played.
func (s *SelfplayCmd) names(c *Console) (names []string, err error) {
	if s.Scenario != "" {
		return []string{s.Scenario}, nil
	}
	dirs, err := c.Dirs()
	if err != nil {
		return nil, err
	}
	list, err := scenarios.List(s.Game, dirs...)
	for _, e := range list {
		names = append(names, e.Name)
	}
	return names, err
}

func (s *SelfplayCmd) many(ctx context.Context, c *Console, engine table.Engine, setup table.Setup, name string, bots []string) error {
	t := contest.New(s.Trials, s.Rounds)
	begun, told := time.Now(), time.Now()
	for i := range s.Games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := s.Seed + uint64(i)
		bot := bots[i%len(bots)]
		if _, err := t.Play(engine, setup, seed, func(int) string { return bot }); err != nil {
			return fmt.Errorf("%s, rhythm %s, seed %d, bot %s: %w", name, setup.Rhythm, seed, bots[i%len(bots)], err)
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(c.Err, "%s %s: %d of %d games\n", name, setup.Rhythm, i+1, s.Games)
		}
	}
	fmt.Fprintf(c.Out, "%-16s %-6s %d games in %.1f s: %d windows, %d facts, %d lines refused; won by%s\n", name, setup.Rhythm, t.Games, time.Since(begun).Seconds(), t.Windows, t.Facts, t.Mistakes, t.BySeat())
	return nil
}

// match lets one bot play against another, in pairs of games with the same seed and the sides exchanged. Seats of one camp have the same bot.
func (s *SelfplayCmd) match(ctx context.Context, c *Console, engine table.Engine, setup table.Setup, name string, bots []string) error {
	t := contest.New(s.Trials, s.Rounds)
	begun, told, points := time.Now(), time.Now(), 0.0
	wins, draws, verdict := 0, 0, contest.Open
	seats := setup.Scenario.Seats()
	if len(seats) < 2 {
		return nil // nobody to play against
	}
	for i := range 2 * s.Games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seed := s.Seed + uint64(i/2)
		camp := func(of table.Seat) int { return min(1, setup.Scenario.Camp(of)) }
		who := func(seat int) string { return []string{bots[0], s.Against}[(camp(seats[seat])+i)%2] }
		winner, err := t.Play(engine, setup, seed, who)
		if err != nil {
			return fmt.Errorf("%s, rhythm %s, seed %d, %s against %s: %w", name, setup.Rhythm, seed, bots[0], s.Against, err)
		}
		if at := camp(winner); at < 0 {
			draws++
			points += 0.5
		} else if (at+i)%2 == 0 {
			wins++
			points++
		}
		if s.gate != nil && i%2 == 1 {
			if verdict = s.gate.Ask(points, t.Games); verdict != contest.Open {
				break
			}
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(c.Err, "%s %s: %d of %d games, %.1f points\n", name, setup.Rhythm, i+1, 2*s.Games, points)
		}
	}
	share := table.ShareOf(2*wins+draws, t.Games)
	fmt.Fprintf(c.Out, "%-16s %-6s %s against %s: %d games in %.1f s: won %d, drawn %d, lost %d; share %d %% (%d to %d); %d lines refused",
		name, setup.Rhythm, bots[0], s.Against, t.Games, time.Since(begun).Seconds(), wins, draws, t.Games-wins-draws, share.Is, share.Low, share.High, t.Mistakes)
	if took, plans := t.Thinking(); plans > 0 {
		fmt.Fprintf(c.Out, "; %.1f s a plan of %d trials", took.Seconds()/float64(plans), s.Trials*(1<<s.Rounds-1))
	}
	fmt.Fprintf(c.Out, "; won by%s", t.BySeat())
	if s.gate != nil {
		fmt.Fprintf(c.Out, "; gate %s: %s", s.Gate, verdict)
	}
	fmt.Fprintln(c.Out)
	if verdict == contest.Failed {
		return fmt.Errorf("%s, rhythm %s: %s against %s is rather at %.0f %% than at %.0f %%", name, setup.Rhythm, bots[0], s.Against, 100*s.gate.Not, 100*s.gate.Is)
	}
	return nil
}
