package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// BackupArchive is the folder of the archive in a backup, which is a folder with an archive, as the installation has one, and its keys in one sealed
// file.
func BackupArchive(dir string) string { return filepath.Join(dir, "archive") }

// BackupKeys is that file.
func BackupKeys(dir string) string { return filepath.Join(dir, "keys.sealed") }

// Backup brings a backup up to date, and returns what was new in it and how many files of keys it has. A server may be at work.
func Backup(ctx context.Context, config host.Config, dir, passphrase string) (done archive.Copied, keys int, err error) {
	marks, err := config.Keys().Files(keyring.IsMark) // before the events: how far a log was signed never goes beyond what is copied of it
	if err != nil {
		return done, 0, err
	}
	from, err := archive.View(config.ArchiveDir())
	if err != nil {
		return done, 0, err
	}
	to, err := archive.Open(BackupArchive(dir))
	if err != nil {
		return done, 0, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	done, err = archive.Backup(ctx, from, to)
	if err != nil {
		return done, 0, err
	}
	files, err := config.Keys().Files(func(name string) bool { return !keyring.IsMark(name) }) // after them: every game of the copy has its keys
	if err != nil {
		return done, 0, err
	}
	sealed, err := keyring.Seal(append(files, marks...), passphrase)
	if err != nil {
		return done, 0, err
	}
	if err := durable.Replace(BackupKeys(dir), sealed); err != nil {
		return done, 0, err
	}
	return done, len(files) + len(marks), nil
}

// Opened is a backup that was read to its end.
type Opened struct {
	Archive *archive.Archive
	Checked archive.Checked
	Keys    []keyring.File
	Missing []string // files of keys that it should have
}

// NotWholeError means that something in a backup is damaged or missing.
type NotWholeError struct{ error }

// Error says so.
func (e NotWholeError) Error() string { return "the backup is not whole: " + e.error.Error() }

// Unwrap returns what it is.
func (e NotWholeError) Unwrap() error { return e.error }

// Open reads all of a backup: every event, mail, letter and key.
func Open(ctx context.Context, dir, passphrase string) (*Opened, error) {
	kept, err := archive.View(BackupArchive(dir))
	if err != nil {
		return nil, err
	}
	checked, err := archive.CheckAlone(ctx, kept)
	if err != nil {
		return nil, NotWholeError{err}
	}
	sealed, err := os.ReadFile(BackupKeys(dir))
	if err != nil {
		return nil, err
	}
	keys, err := keyring.Unseal(sealed, passphrase)
	if err != nil {
		return nil, err
	}
	return &Opened{Archive: kept, Checked: checked, Keys: keys, Missing: keysMissing(kept, keys)}, nil
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

// Restore makes an installation of a backup in a new data folder: archive, keys, and the log from the archive. It tells to which event each game
// is restored.
func (b *Opened) Restore(ctx context.Context, config host.Config, out io.Writer) (err error) {
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
	if _, err := archive.Backup(ctx, b.Archive, to); err != nil {
		return err
	}
	if err := config.Keys().Write(b.Keys); err != nil {
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
			fmt.Fprintf(out, "%s: restored to event %d.\n", game, to.Head(game).Seq)
		}
	}
	fmt.Fprintf(out, "%s is ready: fieldpost doctor checks it, fieldpost serve starts it. Letters written after the backup tell of events that are gone.\n", config.Data)
	return nil
}
