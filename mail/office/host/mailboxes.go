package host

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/postoffice"
)

// loggedLetters are the letters of an installation's games, for a post office whose disk has damaged some.
type loggedLetters struct {
	ctx   context.Context
	store events.Store
}

// LettersIn are the letters of all games in a log.
func LettersIn(ctx context.Context, store events.Store) postoffice.Letters {
	return loggedLetters{ctx, store}
}

// Letter returns the letter of a digest.
func (l loggedLetters) Letter(digest [sha256.Size]byte) ([]byte, error) {
	return l.store.Get(l.ctx, events.Hash(digest))
}

// Written lists the digests of all letters.
func (l loggedLetters) Written() (map[string][sha256.Size]byte, error) {
	games, err := l.store.Games(l.ctx)
	if err != nil {
		return nil, err
	}
	all := map[string][sha256.Size]byte{}
	for _, game := range games {
		for r, err := range l.store.Read(l.ctx, game, 1) {
			if err != nil {
				return nil, err
			}
			e, err := events.Decode(r.Bytes)
			if err != nil {
				return nil, err
			}
			if issued, ok := e.Body.(events.ReportIssued); ok {
				all[strings.Trim(issued.MessageID, "<> ")] = [sha256.Size]byte(issued.Digest)
			}
		}
	}
	return all, nil
}

// tellFlaws is how often the post office is asked for damage that it met while mails were read.
const tellFlaws = time.Minute

// watchMailboxes reads all mailboxes of the embedded post office once after the start, and tells of damage that was found.
func (s *Server) watchMailboxes(ctx context.Context) error {
	if err := s.PostOffice.Sweep(ctx); err != nil && ctx.Err() == nil {
		s.Log.Error("the mailboxes could not be looked through", "error", err)
	}
	tick := time.NewTicker(tellFlaws)
	defer tick.Stop()
	for {
		if err := s.PostOffice.Reports(func(flaws []postoffice.Flaw) error { return s.tellFlaws(ctx, flaws) }); err != nil && ctx.Err() == nil {
			s.Log.Error("damage in mailboxes could not be told yet", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// tellFlaws tells the game master of all damage, and readers of what could not be restored.
func (s *Server) tellFlaws(ctx context.Context, flaws []postoffice.Flaw) error {
	mended, lost, about := 0, 0, s.Now().UTC().Format(time.RFC3339)
	var all []string
	readers := map[string][]string{}
	for _, f := range flaws {
		text := FlawText(f)
		switch {
		case f.Kind == postoffice.Register:
		case f.Mended:
			mended++
			text += ": restored"
		default:
			lost++
			text += ": could not be restored"
			readers[f.User] = append(readers[f.User], FlawText(f))
		}
		all = append(all, text)
	}
	for user, lines := range readers {
		err := s.Notify(ctx, user+"@"+s.Domain(), office.Notice{About: about, Code: "mail-lost", Values: []table.FactArg{table.A("lost", len(lines))}, Details: lines})
		if err != nil {
			return err
		}
	}
	return s.NotifyMaster(ctx, office.Notice{About: about, Code: "mail-damage", Values: []table.FactArg{table.A("mended", mended), table.A("lost", lost)}, Details: all})
}

// FlawText names a flaw for people.
func FlawText(f postoffice.Flaw) string {
	if f.Kind == postoffice.Register {
		return fmt.Sprintf("%s/%s: the register of mails is damaged; whether mails are missing cannot be known", f.User, f.Mailbox)
	}
	return fmt.Sprintf("%s/%s: %s, %q (%s)", f.User, f.Mailbox, f.At.Format("2006-01-02 15:04"), f.Subject, f.Kind)
}
