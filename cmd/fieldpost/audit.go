package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/events/durable"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
	"fieldpost/projections/ledger"
)

// exitNoAudit is the exit code of an audit that could not be made; 0 to 3 are its verdicts.
const exitNoAudit = exitFault

// AuditCmd decides whether a game was fair, from a player's own mail and an export.
type AuditCmd struct {
	File  string   `arg:"" optional:"" help:"Export of a game ('fieldpost game export'); the same as --log."`
	Log   string   `placeholder:"FILE" help:"Export of a game."`
	Mbox  []string `sep:"none" placeholder:"PATH" help:"Your mail: an mbox file, a Maildir, a folder of .eml files, or one of them. Repeat it for mailboxes of others."`
	Game  string   `placeholder:"ID" help:"Which game, when the mail is about several."`
	Rules bool     `default:"true" negatable:"" help:"Ask the rules again for every pass (a whole export is needed)."`
	JSON  bool     `help:"Print the verdict for machines."`
	Out   string   `short:"O" placeholder:"DIR" help:"Also write verdict.json, and for each player a page in English and French, as text and HTML."`
}

// Help says what the exit codes mean.
func (AuditCmd) Help() string {
	return `Offline and read-only: needs nothing but the files, no network, no server.

Exit codes:
  0  verified
  1  verified, with deeds of the game master, which are listed
  2  something could not be proven, and what
  3  proof of fraud: a false log, or two histories that the host has signed; the latter are
     written to equivocation.proof, which convinces anybody
  5  the audit could not be made: a file is missing or unreadable

Examples:
  fieldpost audit palace.fieldpost
  fieldpost audit --mbox ~/Mail/palace.mbox
  fieldpost audit --mbox mine.mbox --mbox from-bo.mbox --log palace.fieldpost --out audit`
}

// Run audits and prints the page.
func (a *AuditCmd) Run(_ context.Context, c *Console) error {
	if a.File != "" && a.Log == "" {
		a.Log = a.File
	}
	if a.Log == "" && len(a.Mbox) == 0 {
		return withCode{exitNoAudit, errors.New("name an export, or your mail with --mbox")}
	}
	ev, err := a.evidence(c)
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	v := audit.Run(ev, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: !a.Rules, Now: time.Now().UnixMilli()})
	if err := a.tell(c, ev, v); err != nil {
		return withCode{exitNoAudit, err}
	}
	if code := v.Exit(); code != audit.Fine {
		return withCode{code, fmt.Errorf("the audit ends with %d: see above", code)}
	}
	return nil
}

// evidence reads everything that was named.
func (a *AuditCmd) evidence(c *Console) (audit.Evidence, error) {
	var ev audit.Evidence
	game := a.Game
	if a.Log != "" {
		x, err := readExport(a.Log)
		if err != nil {
			return ev, err
		}
		ev.Export = x
		if game == "" {
			game = x.Game
		}
	}
	for _, path := range a.Mbox {
		mails, err := readMailbox(path)
		if err != nil {
			return ev, err
		}
		box, games := gatherMailbox(path, mails, game)
		if game == "" {
			if len(games) > 1 {
				return ev, fmt.Errorf("%s holds letters of the games %v: choose one with --game", path, games)
			}
			if len(games) == 1 {
				game = games[0]
				box, _ = gatherMailbox(path, mails, game)
			}
		}
		if len(box.Letters) == 0 {
			fmt.Fprintf(c.Err, "%s holds no letter of ours about %q\n", path, game)
		}
		ev.Mailboxes = append(ev.Mailboxes, box)
	}
	return ev, nil
}

// readExport reads an export; one that is not sound is evidence too.
func readExport(path string) (*audit.Export, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	x, err := archive.ReadExport(f)
	if errors.Is(err, archive.ErrNoExport) {
		return nil, fmt.Errorf("%s: %w; `fieldpost game export` writes one, and --mbox reads your mail", path, archive.ErrNoExport)
	}
	if errors.Is(err, events.ErrDamaged) {
		return &audit.Export{Broken: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &audit.Export{Game: x.Game, Records: x.Records, Blob: blobOf(x)}
	if x.Note != "" {
		note, err := checkpoint.Parse(x.Note)
		if err != nil {
			return &audit.Export{Broken: err.Error()}, nil
		}
		out.Checkpoint = &note
	}
	return out, nil
}

// tell prints the page, and writes the files that were asked for.
func (a *AuditCmd) tell(c *Console, ev audit.Evidence, v audit.Verdict) error {
	phrases, err := LoadPhrases(c.Scenarios)
	if err != nil {
		return err
	}
	rulebook := ""
	if v.Log != nil {
		rulebook = v.Log.Rulebook
	}
	if a.JSON {
		data, err := audit.JSON(v)
		if err == nil {
			_, err = c.Out.Write(append(data, '\n'))
		}
		if err != nil {
			return err
		}
	} else {
		book := phrases.Book(c.Lang, rulebook)
		numbers, close := statistics(v, book)
		fmt.Fprint(c.Out, audit.Describe(v, book, numbers, close).Text())
	}
	dir := a.Out
	if dir != "" {
		if err := a.pages(dir, ev, v, phrases, rulebook); err != nil {
			return err
		}
	}
	if v.Contradiction != nil {
		path := filepath.Join(dir, "equivocation.proof")
		if err := durable.Replace(path, []byte(v.Contradiction.String())); err != nil {
			return err
		}
		fmt.Fprintf(c.Err, "%s: two notes with one signature that cannot both be true\n", path)
	}
	return nil
}

// pages writes the verdict and a page a player in every language.
func (a *AuditCmd) pages(dir string, ev audit.Evidence, v audit.Verdict, phrases *Phrases, rulebook string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	data, err := audit.JSON(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "verdict.json"), append(data, '\n'), 0o644); err != nil {
		return err
	}
	for _, lang := range languages {
		book := phrases.Book(lang, rulebook)
		numbers, close := statistics(v, book)
		names := []string{"page"}
		for i := range ev.Mailboxes {
			if len(ev.Mailboxes) > 1 {
				names = append(names, fmt.Sprintf("page-%d", i+1))
			}
		}
		for i, name := range names {
			of := v
			if i > 0 { // one mailbox alone, with the export
				of = audit.Run(audit.Evidence{Mailboxes: ev.Mailboxes[i-1 : i], Export: ev.Export},
					audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: true, Now: time.Now().UnixMilli()})
			}
			page := audit.Describe(of, book, numbers, close)
			for suffix, text := range map[string]string{".txt": page.Text(), ".html": page.HTML(lang)} {
				if err := os.WriteFile(filepath.Join(dir, name+"."+lang+suffix), []byte(text), 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// statistics are the lines of step 8 and what is to be said below them.
func statistics(v audit.Verdict, book ledger.Words) (lines, close []string) {
	thrown := ledger.Throws(v.Rolled, nil, nil)
	if v.Log != nil && v.Log.Fault == nil {
		thrown = luckOf(v.Log)
	}
	s := ledger.Count(thrown)
	if s.Dice == 0 {
		return nil, nil
	}
	return ledger.Numbers(s, book), ledger.Honest(s, book)
}

// luckOf joins every roll of a game that still counts with whose it was and the fact that told it.
func luckOf(v *adjudicator.Verdict) []ledger.Thrown {
	var all []ledger.Thrown
	if v.Match != nil {
		for _, p := range v.Match.Everything() {
			all = append(all, ledger.Throws(p.Rolls, p.By, p.Facts)...)
		}
		return all
	}
	for _, m := range v.Made {
		all = append(all, ledger.Throws([]events.Roll{m.Roll}, nil, nil)...)
	}
	return all
}
