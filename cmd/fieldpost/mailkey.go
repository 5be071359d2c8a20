package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"

	"fieldpost/mail/office/host"
)

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
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	print, err := in.ChangeMailKey(ctx, k.Reason, k.Days)
	if err == nil {
		fmt.Fprintf(c.Out, "Reply addresses are made with another secret from now on (fingerprint %s).\n", hex.EncodeToString(print[:8]))
	}
	return errors.Join(err, in.Close())
}
