package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office/doctor"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/library"
	"fieldpost/mail/office/reader"
	"fieldpost/projections/archive"
	"fieldpost/scenarios/words"
)

// ServeCmd runs the server.
type ServeCmd struct {
	Place
	Verbose bool `short:"v" help:"Log more."`
}

// Help shows examples.
func (ServeCmd) Help() string {
	return `Without a configuration file everything runs on this machine: mail programs find the
post office on 127.0.0.1, SMTP port 2525 and IMAP port 2143, any user name, password
"fieldpost". Your address is then NAME@fieldpost.local; orders go to orders@fieldpost.local.
That post office is for one person, or for friends who trust each other: whoever knows the
password can read everybody's letters and write in everybody's name, but for users with a
password of their own (fieldpost mailbox password USER).

Examples:
  fieldpost serve
  fieldpost serve --config /etc/fieldpost.yaml`
}

// Run serves until it is interrupted.
func (s *ServeCmd) Run(ctx context.Context, c *Console) error {
	config, err := s.read(c)
	if err != nil {
		return withCode{exitUsage, err}
	}
	level := slog.LevelWarn
	if s.Verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(c.Err, &slog.HandlerOptions{Level: level}))
	if config.NATS.URL != "" {
		return serveShared(ctx, c, config, log)
	}
	server, err := host.StartServer(ctx, config, log, func(in *host.Installation) { in.Reader = reader.Own(log) })
	if errors.Is(err, events.ErrDamaged) {
		return withCode{exitDamaged, err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "Fieldpost is at work. Data: %s\n", config.Data)
	if server.PostOffice != nil {
		fmt.Fprintf(c.Out, "Post office: SMTP %s, IMAP %s, any user name, password %q.\n", server.PostOffice.SMTPAddr(), server.PostOffice.IMAPAddr(), host.OpenAnybody)
		if owners, err := server.PostOffice.Owners(); err != nil {
			fmt.Fprintf(c.Err, "Nobody can open a mailbox: %v\n", err)
		} else if len(owners) > 0 {
			fmt.Fprintf(c.Out, "Passwords of their own have: %s.\n", strings.Join(owners, ", "))
		} else {
			fmt.Fprintln(c.Out, "It is for one person, or for friends: whoever knows that password reads all letters. `fieldpost mailbox password USER` gives a user his own.")
		}
	}
	if server.Signer != nil {
		if name, text, err := server.Signer.Record(); err == nil {
			fmt.Fprintf(c.Out, "Letters are signed. DNS must say: %s. TXT %q\n", name, text)
		}
	}
	fmt.Fprintf(c.Out, "Players write to %s. Ctrl-C stops.\n", server.Post.Orders)
	<-ctx.Done()
	fmt.Fprintln(c.Out, "Stopping ...")
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return server.Stop(last)
}

// serveShared serves on an outside log, which other servers may share, until it is interrupted or cannot go on.
func serveShared(ctx context.Context, c *Console, config host.Config, log *slog.Logger) error {
	duty, err := host.StartDuty(ctx, config, log, func(in *host.Installation) { in.Reader = reader.Own(log) }, func(news string) { fmt.Fprintln(c.Out, news) })
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "Players write to %s. Ctrl-C stops.\n", config.Address)
	ended := duty.Wait(ctx)
	if ctx.Err() != nil {
		fmt.Fprintln(c.Out, "Stopping ...")
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	if err := errors.Join(ended, duty.Stop(last)); errors.Is(err, events.ErrDamaged) {
		return withCode{exitDamaged, err}
	} else if err != nil {
		return err
	}
	return nil
}

// ReplayCmd plays an export again.
type ReplayCmd struct {
	File string `arg:"" type:"existingfile" help:"Export of a game."`
	Lang string `help:"Language of the story: ${enum}." enum:"${languages}" default:"en"`
	Seat string `help:"Tell only what this seat may know; the whole truth if empty."`
	With int    `placeholder:"N" help:"Instead of the game, tell what revision N of the rules would have played differently, step by step with the recorded dice."`
}

// Run prints the game turn by turn.
func (r *ReplayCmd) Run(ctx context.Context, c *Console) error {
	f, err := os.Open(r.File)
	if err != nil {
		return err
	}
	defer f.Close()
	x, err := archive.ReadExport(f)
	if err != nil {
		return withCode{exitFraud, err}
	}
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return err
	}
	differences := 0
	m, err := adjudicator.FoldPasses(x.Game, x.All(), adjudicator.Source{Blob: x.Blob, Engines: adjudicator.Game}, func(m *adjudicator.Match) error {
		book := phrases.Book(r.Lang, m.Announced.Rulebook)
		switch {
		case m.Last.Seq == 0: // it opens
		case r.With > 0:
			differences, err = r.compare(c, book, m, differences)
			return err
		default:
			tellPass(c, book, m, r.Seat)
		}
		return nil
	})
	if err != nil {
		return withCode{exitFraud, err}
	}
	fmt.Fprintf(c.Out, "Replayed %d events: every pass is as the log says.\n", m.Head.Seq)
	if r.With > 0 {
		fmt.Fprintf(c.Out, "Revision %d would have played %d steps differently.\n", r.With, differences)
	}
	return nil
}

// compare reports what another revision would have done in the last pass.
func (r *ReplayCmd) compare(c *Console, book *words.Book, m *adjudicator.Match, n int) (int, error) {
	found, err := m.Differences(r.With)
	for _, d := range found {
		n++
		fmt.Fprintf(c.Out, "turn %d, %s, after window %d\n", d.Turn, d.Step, d.Window)
		for _, f := range d.Was {
			fmt.Fprintf(c.Out, "  - %s %s\n", f.Rule, book.Fact(f))
		}
		for _, f := range d.Is {
			fmt.Fprintf(c.Out, "  + %s %s\n", f.Rule, book.Fact(f))
		}
		if d.Halt != nil {
			fmt.Fprintf(c.Out, "  it cannot go on: %s %s\n", d.Halt.Code, d.Halt.Key)
		}
	}
	return n, err
}

// DoctorCmd checks an installation.
type DoctorCmd struct {
	Place
	MX string `name:"mx" placeholder:"HOST:PORT" help:"Hand a mail with forged Authentication-Results to the host that takes our mail from the world, and see whether they survive."`
}

// Help says what is looked at.
func (DoctorCmd) Help() string {
	return `It looks at settings, keys, room on the disk and mail accounts, and if the server is stopped at log, archive
and games. Nothing is changed.

With --mx one mail is sent from outside to our own address, as a forger would send it, and taken out of the
mailbox again: a host named in verdicts must have taken the forged fields off. Stop the server before.

Example:
  fieldpost doctor --config /etc/fieldpost.yaml --mx mx.example.org:25`
}

// Run prints findings; it fails if one of them is bad.
func (d *DoctorCmd) Run(ctx context.Context, c *Console) error {
	config, err := d.read(c)
	if err != nil {
		return err
	}
	bad := 0
	found := doctor.Examine(ctx, config)
	if d.MX != "" {
		found = append(found, doctor.Forged(ctx, config, d.MX))
	}
	for _, f := range found {
		mark := "ok  "
		if !f.Good {
			mark, bad = "BAD ", bad+1
		}
		fmt.Fprintf(c.Out, "%s %s\n", mark, f.Text)
	}
	if bad > 0 {
		return fmt.Errorf("%d of the checks failed", bad)
	}
	return nil
}
