package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/projections/chart"
	"fieldpost/scenarios"
)

// BenchCmd measures this machine.
type BenchCmd struct {
	Game  string `short:"g" default:"brush-brothers" help:"Rulebook."`
	Turns int    `default:"20" help:"Games adjudicated."`
	Games int    `default:"20" help:"Games in which everybody orders in the same minute."`
	Dir   string `default:"" help:"Folder on the disk to measure; a temporary one if empty."`
}

// Help says how to read the figures.
func (BenchCmd) Help() string {
	return "Durable appends and mails are given beside the bare fsync of the same disk in the same run: only their ratio\ncan be compared between machines. The mails are those of bots for real turns, sent over SMTP to a server with\nmany games; a receipt counts when it lies in its reader's mailbox."
}

// Run prints a line for each thing measured.
func (b *BenchCmd) Run(ctx context.Context, c *Console) error {
	dir, err := os.MkdirTemp(b.Dir, "fieldpost-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	engine, err := game(b.Game)
	if err != nil {
		return err
	}
	document, err := loadDocument(engine, scenarios.ShowPiece(b.Game), c.Scenarios)
	if err != nil {
		return err
	}
	scenario, err := engine.Scenario(document)
	if err != nil {
		return err
	}
	setup := table.Setup{Scenario: scenario, Revision: engine.Revision(), Rhythm: engine.Rhythms()[0].Name}
	for _, measure := range []func() error{
		func() error { return benchAppend(ctx, c, dir) },
		func() error { return benchRules(c, engine, setup, b.Turns) },
		func() error { return benchMaps(c, engine, setup) },
		func() error { return benchBurst(ctx, c, filepath.Join(dir, "burst"), b.Game, b.Games) },
	} {
		if err := measure(); err != nil {
			return err
		}
	}
	return nil
}

// median sorts and gives the middle and the 99th of a hundred.
func median(times []time.Duration) (p50, p99 time.Duration) {
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*99/100]
}

const benchAppends = 2000

// benchAppend holds a durable append against a bare write with fsync on the same disk.
func benchAppend(ctx context.Context, c *Console, dir string) error {
	f, err := os.Create(filepath.Join(dir, "fsync"))
	if err != nil {
		return err
	}
	defer f.Close()
	var bare []time.Duration
	for range benchAppends {
		begun := time.Now()
		if _, err := f.Write(make([]byte, 300)); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
		bare = append(bare, time.Since(begun))
	}
	store, err := jetstream.Open(ctx, jetstream.Options{Dir: filepath.Join(dir, "log")})
	if err != nil {
		return err
	}
	defer store.Close()
	var appends []time.Duration
	var head events.Head
	for i := range benchAppends {
		r, err := events.Next(head, events.Event{Game: "bench", Time: int64(i + 1), Actor: "bench", Body: events.MailSent{Issue: int64(i + 1)}})
		if err != nil {
			return err
		}
		begun := time.Now()
		if err := store.Append(ctx, r); err != nil {
			return err
		}
		appends = append(appends, time.Since(begun))
		if head, err = r.Head(); err != nil {
			return err
		}
	}
	begun := time.Now()
	n := 0
	for _, err := range store.Read(ctx, "bench", 1) {
		if err != nil {
			return err
		}
		n++
	}
	replay := time.Since(begun)
	b50, b99 := median(bare)
	a50, a99 := median(appends)
	fmt.Fprintf(c.Out, "fsync of 300 bytes        p50 %8s  p99 %8s\n", b50, b99)
	fmt.Fprintf(c.Out, "durable append            p50 %8s  p99 %8s  %.2f times the fsync\n", a50, a99, float64(a50)/float64(b50))
	fmt.Fprintf(c.Out, "read and check the log    %8.0f events/s\n", float64(n)/replay.Seconds())
	return nil
}

// benchRules plays whole games in memory.
func benchRules(c *Console, engine table.Engine, setup table.Setup, games int) error {
	turns, facts := 0, 0
	var rules, thinking time.Duration
	for i := range games {
		game, err := engine.Open(setup)
		if err != nil {
			return err
		}
		live := table.NewSelfPlay(uint64(i+1), engine.BotNames()[0], setup.Scenario.Seats())
		begun := time.Now()
		res := game.Play(live, 0, nil)
		thinking += time.Since(begun)
		if res.Halt != nil {
			return res.Halt
		}
		begun = time.Now()
		game.Play(&table.Recorded{Seals: live.Given, Rolls: res.Rolls}, 0, nil)
		rules += time.Since(begun)
		turns += res.Views.Turn()
		facts += len(res.Facts)
	}
	fmt.Fprintf(c.Out, "adjudication              %8.0f turns/s, %.0f facts/s (bots included: %.1f turns/s)\n", float64(turns)/rules.Seconds(), float64(facts)/rules.Seconds(), float64(turns)/thinking.Seconds())
	return nil
}

// benchMaps draws the map of the first position.
func benchMaps(c *Console, engine table.Engine, setup table.Setup) error {
	game, err := engine.Open(setup)
	if err != nil {
		return err
	}
	sheet := game.Knows(setup.Scenario.Seats()[0]).Sheet(nil)
	var svg, png []time.Duration
	var svgSize, pngSize int
	painter := chart.NewPainter(4)
	for range 20 {
		begun := time.Now()
		list := chart.Draw(sheet, chart.Style{})
		svgSize = len(list.SVG())
		svg = append(svg, time.Since(begun))
		begun = time.Now()
		picture, err := painter.PNG(list)
		if err != nil {
			return err
		}
		png, pngSize = append(png, time.Since(begun)), len(picture)
	}
	s50, _ := median(svg)
	p50, _ := median(png)
	fmt.Fprintf(c.Out, "map as SVG                %8s  %d bytes\nmap as PNG                %8s  %d bytes\n", s50, svgSize, p50, pngSize)
	return nil
}
