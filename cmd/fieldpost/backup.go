package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"fieldpost/mail/office/keyring"
	"fieldpost/mail/office/upkeep"
)

// Passphrase is what seals the keys of a backup.
type Passphrase struct {
	File string `name:"passphrase-file" type:"path" placeholder:"FILE" help:"File whose first line is the passphrase of the keys; or set FIELDPOST_PASSPHRASE."`
}

// read returns the passphrase, or "" if none is given.
func (p Passphrase) read() (string, error) {
	if p.File == "" {
		return os.Getenv("FIELDPOST_PASSPHRASE"), nil
	}
	return keyring.ReadPassphrase(p.File)
}

// BackupCmd brings a backup up to date.
type BackupCmd struct {
	Place
	Passphrase
	Dir string `arg:"" type:"path" help:"Folder of the backup, best on another machine's disk; made if it is not there."`
}

// Help says what a backup holds.
func (BackupCmd) Help() string {
	return `The server may be at work. The first backup copies everything, later ones only what is new: events, mails and
letters are added, and nothing in a backup is ever changed. The keys are sealed with a passphrase (AES-256-GCM, PBKDF2).
Not in it: the configuration file, the password and DKIM files that it names, and the mailboxes of the embedded post office.

Example, each night:
  fieldpost backup /mnt/other/fieldpost --config /etc/fieldpost.yaml --passphrase-file /etc/fieldpost/passphrase`
}

// Run makes the backup.
func (b *BackupCmd) Run(ctx context.Context, c *Console) error {
	config, err := b.Place.read(c)
	if err != nil {
		return err
	}
	passphrase, err := b.Passphrase.read()
	if err != nil {
		return err
	}
	if len([]rune(passphrase)) < keyring.ShortestPassphrase {
		return withCode{exitUsage, fmt.Errorf("the keys need a passphrase of at least %d characters: --passphrase-file, or FIELDPOST_PASSPHRASE", keyring.ShortestPassphrase)}
	}
	done, keys, err := upkeep.Backup(ctx, config, b.Dir, passphrase)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s is up to date. New: events %d (games %d), mails and letters %d, bytes %d. Sealed key files: %d.\n",
		b.Dir, done.Events, done.Games, done.Blobs, done.Bytes, keys)
	return nil
}

// RestoreCmd checks a backup, or makes an installation of it.
type RestoreCmd struct {
	Place
	Passphrase
	Dir   string `arg:"" type:"existingdir" help:"Folder of the backup."`
	Check bool   `help:"Only read all of it: every event, mail, letter and key."`
}

// Help says what to do.
func (RestoreCmd) Help() string {
	return `The data folder must hold no log, archive or keys. Every game then stands where it stood when the backup was made;
mails that came later have to be read again, which a server with an outside mailbox does by itself for a month.

If the files GAME.signed of the lost installation's folder keys are left, put them into the new folder before the start:
a game of which letters tell more than the backup holds then stands still, and its players are told, instead of beginning
a second history. "fieldpost game amend restored" declares the restore of a game and lets it go on.`
}

// Run checks or restores.
func (r *RestoreCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.Place.read(c)
	if err != nil {
		return err
	}
	passphrase, err := r.Passphrase.read()
	if err != nil {
		return err
	}
	backup, err := upkeep.Open(ctx, r.Dir, passphrase)
	_, damaged := errors.AsType[upkeep.NotWholeError](err)
	switch {
	case damaged:
		return withCode{exitDamaged, err}
	case errors.Is(err, keyring.ErrPassphrase):
		return withCode{exitUsage, err}
	case err != nil:
		return err
	}
	fmt.Fprintf(c.Out, "The backup reads well: logs %d, events %d, mails and letters %d.\n", backup.Checked.Games, backup.Checked.Events, backup.Checked.Blobs)
	switch lost := strings.Join(backup.Missing, ", "); {
	case lost == "":
		fmt.Fprintf(c.Out, "Its %d key files open, and every game has its own.\n", len(backup.Keys))
	case r.Check:
		return withCode{exitDamaged, fmt.Errorf("keys are missing in the backup: %s", lost)}
	default:
		fmt.Fprintf(c.Out, "Keys are missing in the backup: %s. Games without theirs will stand still.\n", lost)
	}
	if r.Check {
		return nil
	}
	return backup.Restore(ctx, config, c.Out)
}
