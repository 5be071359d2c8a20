package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/mail/office"
)

// The secret behind reply addresses is keys/mail.key. Beside it are mail.check, by which damage to it is found, mail.former with the secrets of
// before whose addresses still count, and for a moment mail.next: the secret that takes its place as soon as the office's log says so.
const (
	mailKey    = "mail.key"
	mailCheck  = "mail.check"
	mailFormer = "mail.former"
	mailNext   = "mail.next"
)

// formerSecret is a secret whose addresses count until an instant.
type formerSecret struct {
	Secret []byte
	Until  int64 // Unix ms
}

// printOf tells a secret from others, and nothing about it.
func printOf(secret []byte) events.Hash {
	return sha256.Sum256(append([]byte("fieldpost mail key\x00"), secret...))
}

// mailSecret reads the secret, or makes one.
func (c Config) mailSecret() ([]byte, error) {
	dir := string(c.keys())
	secret, err := privateFile(filepath.Join(dir, mailKey), freshSecret)
	if err != nil {
		return nil, err
	}
	_, err = privateFile(filepath.Join(dir, mailCheck), func() ([]byte, error) { return []byte(printOf(secret).String() + "\n"), nil })
	return secret, err
}

// mailKeyFault says what is wrong with the secret, or returns nil. Letters go out all the same, but older ones cannot be answered with proof.
func (c Config) mailKeyFault() error {
	dir := string(c.keys())
	secret, err := os.ReadFile(filepath.Join(dir, mailKey))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is made at the first start
	}
	if err != nil {
		return err
	}
	check, err := os.ReadFile(filepath.Join(dir, mailCheck))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && string(check) != printOf(secret).String()+"\n" {
		err = fmt.Errorf("%s is damaged, or not the one that %s was made for: answers to letters of before need to be confirmed. Put it back from a copy, or make another: fieldpost mailkey", mailKey, mailCheck)
	}
	return err
}

// formerSecrets returns the secrets that still count. The file is read at the start; it changes only while no server runs.
func (c Config) formerSecrets(now func() time.Time) (func() [][]byte, error) {
	list, err := c.keys().former()
	return func() (still [][]byte) {
		for _, f := range list {
			if now().UnixMilli() < f.Until {
				still = append(still, f.Secret)
			}
		}
		return still
	}, err
}

func (k keyFolder) former() (list []formerSecret, err error) {
	data, err := os.ReadFile(filepath.Join(string(k), mailFormer))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mailFormer, err)
	}
	return list, nil
}

// settleMailKey finishes a change of the secret that a crash has cut short: what the office's log says counts.
func (in *Installation) settleMailKey(ctx context.Context) error {
	path := filepath.Join(string(in.Config.keys()), mailNext)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var next formerSecret // Until is that of the secret that it replaces
	if err == nil {
		err = json.Unmarshal(data, &next)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", mailNext, err)
	}
	announced := false
	if err := in.With(ctx, office.OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
		announced = own.MailPrint == printOf(next.Secret)
		return own, nil
	}); err != nil {
		return err
	}
	if announced {
		if err := in.useMailKey(ctx, next); err != nil {
			return err
		}
	}
	return os.Remove(path)
}

// useMailKey puts a secret in the place of the one in force, on all servers of the installation.
func (in *Installation) useMailKey(ctx context.Context, next formerSecret) error {
	dir := string(in.Config.keys())
	former, err := in.Config.keys().former()
	if err != nil {
		return err
	}
	if string(in.Post.Secret) != string(next.Secret) {
		former = append(former, formerSecret{in.Post.Secret, next.Until})
	}
	data, err := json.Marshal(former)
	if err != nil {
		return err
	}
	if err := durable.Replace(filepath.Join(dir, mailFormer), data); err != nil {
		return err
	}
	if err := durable.Replace(filepath.Join(dir, mailKey), next.Secret); err != nil {
		return err
	}
	if err := durable.Replace(filepath.Join(dir, mailCheck), []byte(printOf(next.Secret).String()+"\n")); err != nil {
		return err
	}
	in.Post.Secret = next.Secret
	if in.Post.Former, err = in.Config.formerSecrets(func() time.Time { return in.Now() }); err != nil || in.shared == nil {
		return err
	}
	return in.shared.safe.meetMailKey(ctx)
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
	secret, err := freshSecret()
	if err != nil {
		return err
	}
	now := in.Now()
	next := formerSecret{Secret: secret}
	if days > 0 {
		next.Until = now.AddDate(0, 0, days).UnixMilli()
	}
	data, err := json.Marshal(next)
	if err != nil {
		return err
	}
	path := filepath.Join(string(in.Config.keys()), mailNext)
	if err := durable.Replace(path, data); err != nil {
		return err
	}
	if err := in.AnnounceMailKey(ctx, events.MailKeyRotated{Print: printOf(secret), Until: next.Until, Reason: reason}); err != nil {
		return err
	}
	if err := in.useMailKey(ctx, next); err != nil {
		return err
	}
	print := printOf(secret)
	fmt.Fprintf(c.Out, "Reply addresses are made with another secret from now on (fingerprint %s).\n", hex.EncodeToString(print[:8]))
	return os.Remove(path)
}
