package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
)

// settleMailKey finishes a change of the secret that a crash has cut short: what the office's log says counts.
func (in *Installation) settleMailKey(ctx context.Context) error {
	keys := in.Config.keys()
	next, until, prepared, err := keys.Prepared()
	if err != nil || !prepared {
		return err
	}
	announced := false
	if err := in.With(ctx, office.OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
		announced = own.MailPrint == keyring.Print(next)
		return own, nil
	}); err != nil {
		return err
	}
	if announced {
		if err := in.useMailKey(ctx, next, until); err != nil {
			return err
		}
	}
	return keys.Unprepare()
}

// useMailKey puts a secret in the place of the one in force, which counts until an instant, on all servers of the installation.
func (in *Installation) useMailKey(ctx context.Context, secret []byte, until int64) (err error) {
	keys := in.Config.keys()
	if err := keys.UseMail(secret, in.Post.Secret, until); err != nil {
		return err
	}
	in.Post.Secret = secret
	if in.Post.Former, err = keys.StillCounting(func() time.Time { return in.Now() }); err != nil || in.shared == nil {
		return err
	}
	return in.shared.MeetMailKey(ctx)
}

// MailKeyCmd changes the secret behind reply addresses.
type MailKeyCmd struct {
	Place
	Reason string `required:"" help:"Why; it stands in the log of the office for ever."`
	Days   int    `default:"30" help:"How many days letters of before can still be answered as proof of the player; 0 if the old secret was stolen."`
}

// Help says what it is for.
func (MailKeyCmd) Help() string {
	return `A reply to a letter goes to an address of its own, which proves that the writer has the letter. Whoever knows the
secret in keys/mail.key can make such addresses. The server must be stopped. Only the fingerprint of the new secret
goes into the log, never the secret.`
}

// Run changes it.
func (k *MailKeyCmd) Run(ctx context.Context, c *Console) error {
	config, err := k.read(c)
	if err != nil {
		return err
	}
	in, err := OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(in.changeMailKey(ctx, c, k.Reason, k.Days), in.Close())
}

func (in *Installation) changeMailKey(ctx context.Context, c *Console, reason string, days int) error {
	secret, err := keyring.FreshSecret()
	if err != nil {
		return err
	}
	until := int64(0)
	if days > 0 {
		until = in.Now().AddDate(0, 0, days).UnixMilli()
	}
	keys, print := in.Config.keys(), keyring.Print(secret)
	if err := keys.Prepare(secret, until); err != nil {
		return err
	}
	if err := in.AnnounceMailKey(ctx, events.MailKeyRotated{Print: print, Until: until, Reason: reason}); err != nil {
		return err
	}
	if err := in.useMailKey(ctx, secret, until); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "Reply addresses are made with another secret from now on (fingerprint %s).\n", hex.EncodeToString(print[:8]))
	return keys.Unprepare()
}
