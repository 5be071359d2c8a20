package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events/beacon"
	"fieldpost/mail/message"
	"fieldpost/mail/office/library"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
	"fieldpost/projections/hearing"
)

// exitNoAudit is the exit code of an audit that could not be made; 0 to 3 are its verdicts.
const exitNoAudit = exitFault

// AuditCmd decides whether a game was fair, from a player's own mail and an export.
type AuditCmd struct {
	File  string   `arg:"" optional:"" help:"Export of a game ('fieldpost game export'); the same as --log."`
	Log   string   `placeholder:"FILE" help:"Export of a game."`
	Mbox  []string `sep:"none" placeholder:"PATH" help:"Your mail: an mbox file, a Maildir, a folder of .eml or mbox files, or one of them. Repeat it for what you sent, and for mailboxes of others."`
	Game  string   `placeholder:"ID" help:"Which game, if the mail is about several."`
	Rules bool     `default:"true" negatable:"" help:"Replay every pass by the rules (needs a whole export)."`
	Proof string   `placeholder:"FILE" help:"Check an equivocation.proof that somebody shows you and, with --mbox or --log, whether its key is that of your host."`
	JSON  bool     `help:"Print the verdict for machines."`
	Out   string   `short:"O" placeholder:"DIR" help:"Also write verdict.json, and for each player a page in every language, as text and HTML."`
}

// Help says what the exit codes mean.
func (AuditCmd) Help() string {
	return `Offline and read-only: needs nothing but the files, no network, no server.

Exit codes:
  0  verified
  1  verified, with deeds of the game master, which are listed
  2  something could not be proven; what it was is listed
  3  proof of fraud: a false log, or two histories, that the host has signed; the latter are
     written to equivocation.proof, which convinces anybody. What an accident can bring about
     (damaged or lost papers, a lost key, a newer program) is 2
  5  the audit could not be made: a file is missing or unreadable

Examples:
  fieldpost audit palace.fieldpost
  fieldpost audit --mbox ~/Mail/palace.mbox
  fieldpost audit --mbox Inbox --mbox Sent
  fieldpost audit --mbox mine.mbox --mbox from-bo.mbox --log palace.fieldpost --out audit
  fieldpost audit --proof equivocation.proof --mbox mine.mbox`
}

// Run audits and prints the page.
func (a *AuditCmd) Run(_ context.Context, c *Console) error {
	if a.File != "" && a.Log == "" {
		a.Log = a.File
	}
	if a.Proof != "" {
		return a.contradiction(c)
	}
	if a.Log == "" && len(a.Mbox) == 0 {
		return withCode{exitNoAudit, errors.New("name an export, or your mail with --mbox")}
	}
	h, err := a.hearing(c)
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	ev, err := a.evidence(c, h)
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	v := audit.Run(ev, h.Means)
	if err := a.tell(c, h, ev, v); err != nil {
		return withCode{exitNoAudit, err}
	}
	if code := v.Exit(); code != audit.Fine {
		return withCode{code, fmt.Errorf("the audit ends with %d: see above", code)}
	}
	return nil
}

// hearing returns what this program checks with, and in which words it says what it found.
func (a *AuditCmd) hearing(c *Console) (hearing.Hearing, error) {
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return hearing.Hearing{}, err
	}
	return hearing.Hearing{
		Books: phrases.Book, Tongue: phrases.Language,
		Document: func(engine table.Engine, scenario string) []byte {
			document, err := library.Document(engine, scenario, c.Scenarios)
			if err != nil {
				return nil
			}
			return document
		},
		Means: audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: !a.Rules, Now: time.Now().UnixMilli()},
	}, nil
}

// evidence reads everything that was named.
func (a *AuditCmd) evidence(c *Console, h hearing.Hearing) (audit.Evidence, error) {
	var export *audit.Export
	if a.Log != "" {
		var err error
		if export, err = readExport(a.Log); err != nil {
			return audit.Evidence{}, err
		}
	}
	var given []hearing.Mails
	for _, path := range a.Mbox {
		mails, err := message.ReadMailbox(path)
		if err != nil {
			return audit.Evidence{}, err
		}
		given = append(given, hearing.Mails{Name: filepath.Base(path), Mails: mails})
	}
	ev, game, err := h.Evidence(a.Game, export, given)
	if several, ok := errors.AsType[*hearing.SeveralError](err); ok {
		return ev, fmt.Errorf("%s holds letters of the games %v: choose one with --game", several.Name, several.Games)
	}
	for _, box := range ev.Mailboxes {
		if len(box.Letters) == 0 {
			fmt.Fprintf(c.Err, "%s holds no letter about a game%s, and nothing that a reader of such letters sent\n", box.Name, called(game))
		}
	}
	return ev, err
}

// called returns a game's name after the word, or "" if none is known.
func called(game string) string {
	if game == "" {
		return ""
	}
	return " called " + game
}

// readExport reads an export; one that is not sound is evidence too.
func readExport(path string) (*audit.Export, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	x, err := hearing.Export(f)
	if errors.Is(err, archive.ErrNoExport) {
		return nil, fmt.Errorf("%s: %w; `fieldpost game export` writes one, and --mbox reads your mail", path, archive.ErrNoExport)
	}
	return x, err
}
