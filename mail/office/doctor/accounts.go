package doctor

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office/host"
	"fieldpost/mail/postoffice"
)

// doctorsPatience is how long the doctor waits for one account.
const doctorsPatience = 20 * time.Second

// accountsOf logs in to every mail account of a configuration, as the server does, and leaves the mails in them alone.
func accountsOf(ctx context.Context, c host.Config) (found []Finding) {
	if c.IMAP == nil && c.SMTP == nil {
		return nil
	}
	try := func(a *host.MailAccount, does string, probe func(ctx context.Context, server mail.Server) error) {
		server, err := a.Reach()
		if err == nil {
			server.Timeout = doctorsPatience
			limited, cancel := context.WithTimeout(ctx, doctorsPatience)
			defer cancel()
			err = probe(limited, server)
		}
		if err != nil {
			found = append(found, Finding{false, fmt.Sprintf("mail account %s, which %s: %v", a.Name(), does, err)})
			return
		}
		found = append(found, Finding{true, fmt.Sprintf("mail account %s, which %s: logged in", a.Name(), does)})
	}
	readers := c.Accounts
	if c.IMAP != nil {
		readers = append([]host.MailAccount{*c.IMAP}, readers...)
	}
	for _, a := range readers {
		try(&a, "is read", func(ctx context.Context, server mail.Server) error {
			return mail.NewIMAPIntake(mail.IMAPConfig{Server: server, Mailbox: a.Mailbox}, nil).Probe(ctx)
		})
	}
	if c.SMTP != nil {
		try(c.SMTP, "sends", func(ctx context.Context, server mail.Server) error {
			sender, err := mail.NewSubmission(server)
			if err != nil {
				return err
			}
			return sender.Probe(ctx)
		})
	}
	return found
}

// mailboxesOf looks at the mails of the embedded post office.
func mailboxesOf(ctx context.Context, c host.Config, store events.Store) (found []Finding) {
	if c.IMAP != nil || c.SMTP != nil {
		return nil
	}
	flaws, mails, err := postoffice.Examine(filepath.Join(c.Data, "mail"), host.LettersIn(ctx, store))
	if err != nil {
		return []Finding{{false, "mailboxes: " + err.Error()}}
	}
	for _, f := range flaws {
		then := "it cannot be restored; its reader is told at the next start"
		switch {
		case f.Mended:
			then = "the log has it, and the next start restores it"
		case f.Kind == postoffice.Register:
			then = "the next start makes it anew"
		}
		found = append(found, Finding{false, "mailbox " + host.FlawText(f) + ": " + then})
	}
	if len(flaws) == 0 {
		found = append(found, Finding{true, fmt.Sprintf("%d mails in the mailboxes, as they came", mails)})
	}
	return found
}
