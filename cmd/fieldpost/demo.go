package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fieldpost/scenarios"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/projections/audit"
)

// DemoCmd plays a whole game by mail.
type DemoCmd struct {
	Game     string `short:"g" default:"brush-brothers" help:"Rulebook."`
	Scenario string `short:"s" default:"" help:"Scenario; the game's show piece if empty."`
	Out      string `short:"O" default:"fieldpost-demo" help:"Folder for mailboxes, maps, export and verdict; it must be new or hold an earlier demo."`
	Bot      string `default:"" help:"Bot that plays both seats, such as random; the game's best one if empty."`
	Seed     uint64 `default:"1" help:"Other seeds make the bots play differently."`
	Codes    bool   `help:"Play with sheets of player codes (dice profile D2): after each seal both players send a code of their own."`
	Quiet    bool   `short:"q" help:"Print the verdict only."`
}

// Help says what it does.
func (DemoCmd) Help() string {
	return `An embedded log and an embedded post office are started on free ports of this machine.
Two players join by mail, read their reports over IMAP and send their orders over SMTP,
as any mail program would, until the game is over. Their mailboxes, the maps, the
exported log and the verdict of an audit are in the folder afterwards.

Example:
  fieldpost demo --out my-demo
  fieldpost demo --codes`
}

// demoGame is the name of the game played.
const demoGame = "demo-1"

// demo is one run.
type demo struct {
	cmd     *DemoCmd
	c       *Console
	server  *host.Server
	players []*correspondent
	started time.Time
	turn    int
}

// Run plays, audits and leaves everything in the folder.
func (d *DemoCmd) Run(ctx context.Context, c *Console) error {
	engine, err := game(d.Game)
	if err != nil {
		return err
	}
	if d.Scenario == "" {
		d.Scenario = scenarios.ShowPiece(d.Game)
	}
	if d.Bot, err = botOf(engine, d.Bot); err != nil {
		return err
	}
	if err := clearDemo(d.Out); err != nil {
		return err
	}
	config := DefaultConfig()
	config.Data, config.Scenarios, config.Language = filepath.Join(d.Out, "data"), c.Scenarios, c.lang()
	config.Listen = host.Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	config.Rates = office.Rates{Seat: 1 << 20, Game: 1 << 20} // a campaign is played in a minute
	log := slog.New(slog.NewTextHandler(c.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := host.StartServer(ctx, config, log, nil)
	if err != nil {
		return err
	}
	run := &demo{cmd: d, c: c, server: server, started: time.Now()}
	err = run.play(ctx, engine)
	err = errors.Join(err, run.keep(ctx))
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	if err = errors.Join(err, server.Stop(last)); err != nil {
		return err
	}
	return run.verdict()
}

// clearDemo makes room: an earlier demo is removed, anything else is left alone.
func clearDemo(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	if len(entries) > 0 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == demoMark }) {
		return fmt.Errorf("%s holds something that is not an earlier demo; choose another folder with --out", dir)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o755)
}

// demoMark marks a folder as a demo's.
const demoMark = "README.txt"

func (d *demo) say(format string, args ...any) {
	if !d.cmd.Quiet {
		fmt.Fprintf(d.c.Out, format+"\n", args...)
	}
}

// play lets both players correspond with the server until the game is over.
func (d *demo) play(ctx context.Context, engine table.Engine) error {
	note := "A demo of Fieldpost. Everything here may be deleted; the next demo does.\n"
	if err := os.WriteFile(filepath.Join(d.cmd.Out, demoMark), []byte(note), 0o644); err != nil {
		return err
	}
	game := office.NewGame{ID: demoGame, Rulebook: engine.Name(), Scenario: d.cmd.Scenario, Schedule: events.Schedule{Zone: "UTC"}}
	if d.cmd.Codes {
		game.Dice.Profile = adjudicator.Coded
	}
	if _, err := d.server.NewGame(ctx, game); err != nil {
		return err
	}
	d.say("%s, scenario %s, by mail: SMTP %s, IMAP %s", d.server.Phrases.Language(engine.Name()).Title.In("en"), d.cmd.Scenario, d.server.PostOffice.SMTPAddr(), d.server.PostOffice.IMAPAddr())
	d.say("The players: the bot %q on every seat.", d.cmd.Bot)
	if d.cmd.Codes {
		d.say("Dice of profile D2: each player has printed a sheet of codes, which nobody else knows.")
	}
	var seats []table.Seat
	err := d.server.With(ctx, demoGame, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, p := range m.Players {
			seats = append(seats, p.Seat)
		}
		return m, nil
	})
	if err != nil {
		return err
	}
	for i, s := range seats {
		p := newCorrespondent(d.server, demoGame, s, dice.NewPractice(d.cmd.Seed+uint64(i)*7919), d.cmd.Bot)
		if d.cmd.Codes {
			var secret dice.Code
			if _, err := rand.Read(secret[:]); err != nil {
				return err
			}
			p.sheet = dice.Sheet(secret)
		}
		if err := p.join(ctx); err != nil {
			return err
		}
		d.players = append(d.players, p)
	}
	return d.turns(ctx)
}

// patience is how long a demo waits for the next letter before it gives up.
const patience = 2 * time.Minute

// turns lets the players answer their letters until the game is over and every letter has arrived.
func (d *demo) turns(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	letters := make(chan delivery)
	for _, p := range d.players {
		go p.read(reading, letters)
	}
	for {
		select {
		case l := <-letters:
			if err := l.to.answer(ctx, l.raw); err != nil {
				return fmt.Errorf("the player of %s: %w", l.to.seat, err)
			}
		case <-time.After(patience):
			return errors.New("no letter came for two minutes, and the game is not over")
		case <-ctx.Done():
			return ctx.Err()
		}
		over, err := d.progress(ctx)
		if err != nil || over {
			return err
		}
	}
}

// progress prints that a turn has begun, and reports whether all is over.
func (d *demo) progress(ctx context.Context) (over bool, err error) {
	err = d.server.With(ctx, demoGame, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Halt != nil {
			return m, m.Halt
		}
		if m.Now != nil && m.Now.Turn() != d.turn {
			d.turn = m.Now.Turn()
			sent, got := 0, 0
			for _, p := range d.players {
				sent, got = sent+p.sent, got+len(p.letters)
			}
			d.say("turn %2d   %3d mails sent, %3d received   %5.1f s", d.turn, sent, got, time.Since(d.started).Seconds())
		}
		over = m.Closed != nil && len(m.Owed) == 0
		for _, p := range d.players {
			issued := 0
			for _, l := range m.Letters {
				if l.Issued.Seat == string(p.seat) {
					issued++
				}
			}
			over = over && len(p.letters) >= issued
		}
		return m, nil
	})
	return over, err
}

// keep writes mailboxes, maps and the export.
func (d *demo) keep(ctx context.Context) error {
	book, err := d.c.Book("")
	if err != nil {
		return err
	}
	for _, p := range d.players {
		if err := p.keep(d.cmd.Out, book); err != nil {
			return err
		}
	}
	data, err := d.server.ExportGame(ctx, office.GameRequest{Game: demoGame})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.cmd.Out, "export.fieldpost"), data, 0o644)
}

// verdict audits export and mailboxes as a stranger would, and keeps the pages.
func (d *demo) verdict() error {
	a := AuditCmd{Log: filepath.Join(d.cmd.Out, "export.fieldpost"), Rules: true, Out: filepath.Join(d.cmd.Out, "audit")}
	for _, p := range d.players {
		a.Mbox = append(a.Mbox, filepath.Join(d.cmd.Out, "mailbox-"+p.name))
	}
	h, err := a.hearing(d.c)
	if err != nil {
		return err
	}
	ev, err := a.evidence(d.c, h)
	if err != nil {
		return err
	}
	v := audit.Run(ev, h.Means)
	if err := a.tell(d.c, h, ev, v); err != nil {
		return err
	}
	if v.Exit() != audit.Fine {
		return withCode{v.Exit(), errors.New("the audit of the demo found something: see above")}
	}
	if !v.Closed {
		return errors.New("the game did not come to its end")
	}
	if !slices.ContainsFunc(d.players, func(p *correspondent) bool { return p.ordered > 0 }) {
		return fmt.Errorf("the bot %q wrote no order in the whole game: nothing was shown", d.cmd.Bot)
	}
	d.say("\nMailboxes (.eml), maps, export and the pages of the audit are in %s.", d.cmd.Out)
	return nil
}
