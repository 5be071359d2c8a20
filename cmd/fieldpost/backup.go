package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// A backup is a folder with an archive, as the installation has one, and its keys in one sealed file.
func backupArchive(dir string) string { return filepath.Join(dir, "archive") }
func backupKeys(dir string) string    { return filepath.Join(dir, "keys.sealed") }

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
func (b *BackupCmd) Run(ctx context.Context, c *Console) (err error) {
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
	marks, err := config.Keys().Files(keyring.IsMark) // before the events: how far a log was signed never goes beyond what is copied of it
	if err != nil {
		return err
	}
	from, err := archive.View(config.ArchiveDir())
	if err != nil {
		return err
	}
	to, err := archive.Open(backupArchive(b.Dir))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	done, err := archive.Backup(ctx, from, to)
	if err != nil {
		return err
	}
	keys, err := config.Keys().Files(func(name string) bool { return !keyring.IsMark(name) }) // after them: every game of the copy has its keys
	if err != nil {
		return err
	}
	sealed, err := keyring.Seal(append(keys, marks...), passphrase)
	if err != nil {
		return err
	}
	if err := durable.Replace(backupKeys(b.Dir), sealed); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s is up to date. New: events %d (games %d), mails and letters %d, bytes %d. Sealed key files: %d.\n",
		b.Dir, done.Events, done.Games, done.Blobs, done.Bytes, len(keys)+len(marks))
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
	kept, err := archive.View(backupArchive(r.Dir))
	if err != nil {
		return err
	}
	checked, err := archive.CheckAlone(ctx, kept)
	if err != nil {
		return withCode{exitDamaged, fmt.Errorf("the backup is not whole: %w", err)}
	}
	sealed, err := os.ReadFile(backupKeys(r.Dir))
	if err != nil {
		return err
	}
	keys, err := unsealed(sealed, passphrase)
	if err != nil {
		return err
	}
	missing := keysMissing(kept, keys)
	fmt.Fprintf(c.Out, "The backup reads well: logs %d, events %d, mails and letters %d.\n", checked.Games, checked.Events, checked.Blobs)
	switch lost := strings.Join(missing, ", "); {
	case lost == "":
		fmt.Fprintf(c.Out, "Its %d key files open, and every game has its own.\n", len(keys))
	case r.Check:
		return withCode{exitDamaged, fmt.Errorf("keys are missing in the backup: %s", lost)}
	default:
		fmt.Fprintf(c.Out, "Keys are missing in the backup: %s. Games without theirs will stand still.\n", lost)
	}
	if r.Check {
		return nil
	}
	return restoreInto(ctx, c, config, kept, keys)
}

// keysMissing names the key files that a backup should have.
func keysMissing(kept *archive.Archive, keys []keyring.File) (missing []string) {
	want := []string{"mail.key"}
	for _, game := range kept.Games() {
		if game != office.OwnLog && kept.Head(game).Seq > 0 {
			want = append(want, game+".dice", game+".log")
		}
	}
	for _, name := range want {
		if !slices.ContainsFunc(keys, func(k keyring.File) bool { return k.Name == name }) {
			missing = append(missing, name)
		}
	}
	return missing
}

// restoreInto makes an installation of a backup: archive, keys, and the log from the archive.
func restoreInto(ctx context.Context, c *Console, config host.Config, kept *archive.Archive, keys []keyring.File) (err error) {
	if config.NATS.URL != "" {
		return errors.New("restore makes an embedded log; leave out nats, and bring the games to an outside stream later")
	}
	logs := filepath.Join(config.Data, "log")
	for _, dir := range []string{logs, config.ArchiveDir(), string(config.Keys())} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if len(entries) > 0 {
			return fmt.Errorf("%s is not empty: a backup is restored into a new data folder, never over an old one", dir)
		}
	}
	if err := durable.MakeDir(config.Data); err != nil {
		return err
	}
	to, err := archive.Open(config.ArchiveDir())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	if _, err := archive.Backup(ctx, kept, to); err != nil {
		return err
	}
	if err := config.Keys().Write(keys); err != nil {
		return err
	}
	store, err := archive.Repair(ctx, to, func() (events.Store, error) { return jetstream.Open(ctx, jetstream.Options{Dir: logs}) })
	if err != nil {
		return err
	}
	if err := store.Close(); err != nil {
		return err
	}
	for _, game := range to.Games() {
		if game != office.OwnLog {
			fmt.Fprintf(c.Out, "%s: restored to event %d.\n", game, to.Head(game).Seq)
		}
	}
	fmt.Fprintf(c.Out, "%s is ready: fieldpost doctor checks it, fieldpost serve starts it. Letters written after the backup tell of events that are gone.\n", config.Data)
	return nil
}

// unsealed opens sealed keys; a command without the passphrase was given wrongly.
func unsealed(sealed []byte, passphrase string) ([]keyring.File, error) {
	keys, err := keyring.Unseal(sealed, passphrase)
	if errors.Is(err, keyring.ErrPassphrase) {
		err = withCode{exitUsage, err}
	}
	return keys, err
}
