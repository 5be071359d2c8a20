// Package hearing makes the audit of a game from what a player has at hand, his mail and an export, and puts the verdict into words. It needs no
// network and no file: `fieldpost audit` and the page of the desk are this code.
package hearing

import (
	"errors"
	"fmt"
	"io"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
	"fieldpost/scenarios/words"
)

// Hearing is what an audit needs besides the evidence.
type Hearing struct {
	Books    func(lang, rulebook string) *words.Book // "" is the rulebook of letters about no game
	Tongue   reading.Tongue
	Document func(engine table.Engine, scenario string) []byte // the resolved scenario, for the names of its sides; nil if it is not at hand
	Means    audit.Means
}

// Mails is a mailbox, or a part of one, as it was handed in.
type Mails struct {
	Name  string // by which findings speak of it
	Mails []message.Kept
}

// SeveralError reports that mails are about several games, of which none was chosen.
type SeveralError struct {
	Name  string // of the mailbox
	Games []string
}

func (e *SeveralError) Error() string {
	return fmt.Sprintf("hearing: %s holds letters of the games %v", e.Name, e.Games)
}

// Evidence returns what was handed in as evidence about a game. Without a name it is the game of the export, or else the one that the mails
// are about. Mailboxes of one player are joined. It fails only with a SeveralError.
func (h Hearing) Evidence(game string, export *audit.Export, given []Mails) (ev audit.Evidence, about string, err error) {
	ev.Export = export
	if export != nil && game == "" {
		game = export.Game
	}
	for _, g := range given {
		if game != "" {
			break
		}
		games := reading.Open(h.Tongue, g.Name, g.Mails, "").Games()
		if len(games) > 1 {
			return ev, "", &SeveralError{g.Name, games}
		}
		if len(games) == 1 {
			game = games[0]
		}
	}
	var all []*reading.Mailbox
	for _, g := range given {
		all = append(all, reading.Open(h.Tongue, g.Name, g.Mails, game))
	}
	ev.Mailboxes = reading.Together(all, game)
	return ev, game, nil
}

// Export reads an export as evidence; one that is not sound is evidence too. It fails with archive.ErrNoExport for anything else, and with the
// reader's own errors.
func Export(r io.Reader) (*audit.Export, error) {
	x, err := archive.ReadExport(r)
	switch {
	case errors.Is(err, archive.ErrNoExport):
		return nil, err
	case errors.Is(err, events.ErrNewer):
		return &audit.Export{Later: err.Error()}, nil
	case errors.Is(err, events.ErrDamaged):
		return &audit.Export{Broken: err.Error()}, nil
	case err != nil:
		return nil, err
	}
	out := &audit.Export{Game: x.Game, Records: x.Records, Shown: x.Shown, Blob: x.Blob}
	if x.Note != "" {
		note, err := checkpoint.Parse(x.Note)
		if err != nil {
			return &audit.Export{Broken: err.Error()}, nil
		}
		out.Checkpoint = &note
	}
	return out, nil
}
