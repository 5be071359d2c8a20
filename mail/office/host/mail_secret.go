package host

import (
	"context"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
)

// settleMailKey finishes a change of the secret that a crash has cut short: what the office's log says counts.
func (in *Installation) settleMailKey(ctx context.Context) error {
	keys := in.Config.Keys()
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
	keys := in.Config.Keys()
	if err := keys.UseMail(secret, in.Post.Secret, until); err != nil {
		return err
	}
	in.Post.Secret = secret
	if in.Post.Former, err = keys.StillCounting(func() time.Time { return in.Now() }); err != nil || in.Shared == nil {
		return err
	}
	return in.Shared.MeetMailKey(ctx)
}

// ChangeMailKey puts a new secret behind reply addresses, of which it returns the fingerprint. Letters of before count as proof for so many days.
func (in *Installation) ChangeMailKey(ctx context.Context, reason string, days int) (print events.Hash, err error) {
	secret, err := keyring.FreshSecret()
	if err != nil {
		return print, err
	}
	print = keyring.Print(secret)
	until := int64(0)
	if days > 0 {
		until = in.Now().AddDate(0, 0, days).UnixMilli()
	}
	keys := in.Config.Keys()
	if err := keys.Prepare(secret, until); err != nil {
		return print, err
	}
	if err := in.AnnounceMailKey(ctx, events.MailKeyRotated{Print: print, Until: until, Reason: reason}); err != nil {
		return print, err
	}
	if err := in.useMailKey(ctx, secret, until); err != nil {
		return print, err
	}
	return print, keys.Unprepare()
}
