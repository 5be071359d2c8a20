package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
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
	ev, err := a.evidence(c)
	if err != nil {
		return withCode{exitNoAudit, err}
	}
	v := audit.Run(ev, a.means())
	if err := a.tell(c, ev, v); err != nil {
		return withCode{exitNoAudit, err}
	}
	if code := v.Exit(); code != audit.Fine {
		return withCode{code, fmt.Errorf("the audit ends with %d: see above", code)}
	}
	return nil
}

// means returns what this program checks with.
func (a *AuditCmd) means() audit.Means {
	return audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: !a.Rules, Now: time.Now().UnixMilli()}
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
	phrases, err := loadPhrases(c.Scenarios)
	if err != nil {
		return ev, err
	}
	var read [][]message.Kept
	for _, path := range a.Mbox {
		mails, err := message.ReadMailbox(path)
		if err != nil {
			return ev, err
		}
		read = append(read, mails)
		if game != "" {
			continue
		}
		games := reading.Open(phrases.Language, filepath.Base(path), mails, "").Games()
		if len(games) > 1 {
			return ev, fmt.Errorf("%s holds letters of the games %v: choose one with --game", path, games)
		}
		if len(games) == 1 {
			game = games[0]
		}
	}
	var all []*reading.Mailbox
	for i, mails := range read {
		all = append(all, reading.Open(phrases.Language, filepath.Base(a.Mbox[i]), mails, game))
	}
	ev.Mailboxes = reading.Together(all, game)
	for _, box := range ev.Mailboxes {
		if len(box.Letters) == 0 {
			fmt.Fprintf(c.Err, "%s holds no letter about a game%s, and nothing that a reader of such letters sent\n", box.Name, called(game))
		}
	}
	return ev, nil
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
	x, err := archive.ReadExport(f)
	if errors.Is(err, archive.ErrNoExport) {
		return nil, fmt.Errorf("%s: %w; `fieldpost game export` writes one, and --mbox reads your mail", path, archive.ErrNoExport)
	}
	if errors.Is(err, events.ErrNewer) {
		return &audit.Export{Later: err.Error()}, nil
	}
	if errors.Is(err, events.ErrDamaged) {
		return &audit.Export{Broken: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &audit.Export{Game: x.Game, Records: x.Records, Shown: x.Shown, Blob: blobOf(x)}
	if x.Note != "" {
		note, err := checkpoint.Parse(x.Note)
		if err != nil {
			return &audit.Export{Broken: err.Error()}, nil
		}
		out.Checkpoint = &note
	}
	return out, nil
}
