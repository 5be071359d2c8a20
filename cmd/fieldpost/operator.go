package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/projections/archive"
	"fieldpost/projections/words"
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
	server, err := StartServer(ctx, config, log, func(st *Station) { st.Reader = ownReader(log) })
	if errors.Is(err, events.ErrDamaged) {
		return withCode{exitDamaged, err}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "Fieldpost is at work. Data: %s\n", config.Data)
	if server.Office != nil {
		fmt.Fprintf(c.Out, "Post office: SMTP %s, IMAP %s, any user name, password %q.\n", server.Office.SMTPAddr(), server.Office.IMAPAddr(), openAnybody)
	}
	fmt.Fprintf(c.Out, "Players write to %s. Ctrl-C stops.\n", server.Post.Orders)
	<-ctx.Done()
	fmt.Fprintln(c.Out, "Stopping ...")
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return server.Stop(last)
}

// AuditCmd verifies an export.
type AuditCmd struct {
	File string `arg:"" type:"existingfile" help:"Export of a game ('fieldpost game export')."`
	JSON bool   `help:"Print the verdict for machines."`
}

// Help says what the exit codes mean.
func (AuditCmd) Help() string {
	return `Needs nothing but the file: no network, no server.
Exit 0: all is sound. Exit 3: something is not what it should be, and what.`
}

// Run audits and prints the verdict.
func (a *AuditCmd) Run(ctx context.Context, c *Console) error {
	v, err := auditFile(a.File)
	if err != nil {
		return err
	}
	if a.JSON {
		enc := json.NewEncoder(c.Out)
		enc.SetIndent("", "  ")
		err = enc.Encode(v)
	} else {
		printVerdict(c, v)
	}
	if err == nil && !v.Sound() {
		return withCode{exitFraud, v.Fault}
	}
	return err
}

func auditFile(path string) (adjudicator.Verdict, error) {
	f, err := os.Open(path)
	if err != nil {
		return adjudicator.Verdict{}, err
	}
	defer f.Close()
	x, err := archive.ReadExport(f)
	if errors.Is(err, events.ErrDamaged) {
		return adjudicator.Verdict{Fault: &adjudicator.Stopped{Code: "E_EXPORT", Detail: err.Error()}}, nil
	}
	if err != nil {
		return adjudicator.Verdict{}, err
	}
	return adjudicator.Audit(x.Game, each(x), blobOf(x), adjudicator.Game), nil
}

// each gives the records of an export in order.
func each(x *archive.Exported) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		for _, r := range x.Records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func blobOf(x *archive.Exported) func(events.Hash) ([]byte, error) {
	return func(h events.Hash) ([]byte, error) {
		if b, ok := x.Blobs[h]; ok {
			return b, nil
		}
		return nil, events.ErrNotFound
	}
}

func printVerdict(c *Console, v adjudicator.Verdict) {
	fmt.Fprintf(c.Out, "Game %s (%s): %d events, unbroken chain, head %s\n", v.Game, v.Rulebook, v.Events, v.Head)
	fmt.Fprintf(c.Out, "Orders: %d mails. Passes: %d.\n", v.Orders, v.Passes)
	fmt.Fprintf(c.Out, "Dice: %d values in %d rolls.\n", v.Dice, v.Rolls)
	for _, x := range v.Amended {
		fmt.Fprintf(c.Out, "The game master corrected the position: %s\n", x.Reason)
	}
	for _, x := range v.Rewinds {
		fmt.Fprintf(c.Out, "The game was taken back to window %d: %s\n", x.Window, x.Reason)
	}
	if v.Closed != nil {
		fmt.Fprintf(c.Out, "It is over (%s); winner: %s.\n", v.Closed.Cause, v.Closed.Winner)
	}
	switch {
	case v.Fault != nil:
		fmt.Fprintf(c.Out, "VERDICT: not sound. %s\n", v.Fault)
	case v.Hidden:
		fmt.Fprintln(c.Out, "VERDICT: sound as far as this export shows: chain and open dice are proven; hidden parts were left out, so the rules were not asked again.")
	default:
		fmt.Fprintln(c.Out, "VERDICT: sound. Every die is the only one that the published key could give, and the rules, asked again, did the same.")
	}
}

// ReplayCmd plays an export again.
type ReplayCmd struct {
	File string `arg:"" type:"existingfile" help:"Export of a game."`
	Lang string `help:"Language of the story: en or fr." enum:"en,fr" default:"en"`
	Seat string `help:"Tell only what this seat may know; the whole truth if empty."`
	With int    `placeholder:"N" help:"Do not tell the game, but what revision N of the rules would have played otherwise, step by step with the recorded dice."`
}

// Run tells the game turn by turn.
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
	phrases, err := LoadPhrases(c.Scenarios)
	if err != nil {
		return err
	}
	m := adjudicator.New(x.Game, adjudicator.Source{Blob: blobOf(x), Engines: adjudicator.Game})
	differences := 0
	for record, err := range each(x) {
		if err != nil {
			return withCode{exitFraud, err}
		}
		before := m.Last.Seq
		if err := m.Apply(record); err != nil {
			return withCode{exitFraud, err}
		}
		if m.Last.Seq != before && r.With > 0 {
			if differences, err = r.compare(c, phrases.Book(r.Lang, m.Announced.Rulebook), m, differences); err != nil {
				return withCode{exitFraud, err}
			}
		} else if m.Last.Seq != before {
			tellPass(c, phrases.Book(r.Lang, m.Announced.Rulebook), m, r.Seat)
		}
	}
	fmt.Fprintf(c.Out, "Replayed %d events: every pass is as the log says.\n", m.Head.Seq)
	if r.With > 0 {
		fmt.Fprintf(c.Out, "Revision %d would have played %d steps otherwise.\n", r.With, differences)
	}
	return nil
}

// compare tells what another revision would have done with the last pass.
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
type DoctorCmd struct{ Place }

// Run prints findings; it fails if one of them is bad.
func (d *DoctorCmd) Run(ctx context.Context, c *Console) error {
	config, err := d.read(c)
	if err != nil {
		return err
	}
	bad := 0
	for _, f := range examine(ctx, config) {
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
