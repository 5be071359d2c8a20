package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/library"
	"fieldpost/projections/archive"
)

// Finding is one thing that the doctor looked at.
type Finding struct {
	Good bool
	Text string
}

// Examine looks at an installation without changing it: folders, keys, mail accounts, log against archive, games, an
// outside server's settings. It needs the server to be stopped, since the log belongs to one process at a time.
func Examine(ctx context.Context, c host.Config) []Finding {
	found := []Finding{settings(c), secrets(filepath.Join(c.Data, "keys")), roomOn(c.Data)}
	if err := c.Keys().MailFault(); err != nil {
		found = append(found, Finding{false, err.Error()})
	}
	if _, err := library.Phrases(c.Scenarios); err != nil {
		found = append(found, Finding{false, "words: " + err.Error()})
	}
	found = append(found, accountsOf(ctx, c)...)
	return append(found, logsOf(ctx, c)...)
}

// logsOf looks at log and archive, as far as no server holds them.
func logsOf(ctx context.Context, c host.Config) (found []Finding) {
	store, err := storeToExamine(ctx, c)
	if locked, running := errors.AsType[*durable.LockedError](err); running {
		return append(found, Finding{true, "the server is at work (" + locked.Error() + "); stop it to have the log examined"})
	}
	if errors.Is(err, jetstream.ErrNoLog) {
		return append(found, Finding{true, "log: " + err.Error() + "; it is made when a server first starts"})
	}
	if err != nil {
		return append(found, Finding{false, "log: " + err.Error()})
	}
	defer store.Close()
	if js, ok := store.(*jetstream.Store); ok && c.NATS.URL != "" {
		findings, err := js.Doctor(ctx)
		if err != nil {
			found = append(found, Finding{false, "nats: " + err.Error()})
		}
		for _, f := range findings {
			found = append(found, Finding{f.Severity != jetstream.Wrong, "nats: " + f.Text})
		}
	}
	lock, err := durable.Acquire(c.ArchiveDir())
	if locked, running := errors.AsType[*durable.LockedError](err); running {
		return append(found, Finding{true, "a server is at work (" + locked.Error() + "); stop it to have log and archive compared"})
	}
	if errors.Is(err, fs.ErrNotExist) {
		return append(found, Finding{true, "there is no archive yet; the next start of a server makes it from the log"})
	}
	if err != nil {
		return append(found, Finding{false, "archive: " + err.Error()})
	}
	defer func() { _ = lock.Release() }() // nothing was written under it
	kept, err := archive.View(c.ArchiveDir())
	if err != nil {
		return append(found, Finding{false, "archive: " + err.Error()})
	}
	return append(found, compared(ctx, c, store, kept)...)
}

// compared holds the log against the archive, and looks at mailboxes and games by what the two tell.
func compared(ctx context.Context, c host.Config, store events.Store, kept *archive.Archive) (found []Finding) {
	late, err := cluster.Late(ctx, store, kept)
	if err != nil {
		return append(found, Finding{false, "log: " + err.Error()})
	}
	for _, game := range late {
		found = append(found, Finding{true, game + ": its archive comes to what the others have with the next start of this server"})
	}
	store = archive.Shelved{Store: store, Archive: kept}
	stops := 0
	for _, f := range archive.Inspect(ctx, store, kept) {
		if slices.Contains(late, f.Game) {
			continue
		}
		found = append(found, Finding{!f.Stops, f.Text})
		if f.Stops {
			stops++
		}
	}
	games, err := store.Games(ctx)
	if err != nil {
		return append(found, Finding{false, "log: " + err.Error()})
	}
	if stops == 0 {
		found = append(found, Finding{true, fmt.Sprintf("log and archive tell the same of %d games", len(games))})
	}
	found = append(found, mailboxesOf(ctx, c, store)...)
	service := &adjudicator.Service{Store: store, Keys: c.Keys(), Engines: adjudicator.Game, Strict: true, Shelf: new(office.Shelf)}
	for _, g := range games {
		if g != office.OwnLog {
			found = append(found, keysOf(ctx, c, service, g)...)
		}
		m, err := service.Load(ctx, g)
		switch {
		case err != nil:
			found = append(found, Finding{false, fmt.Sprintf("game %s: %v", g, err)})
		default:
			found = append(found, Finding{true, fmt.Sprintf("game %s: %d events replayed, all dice proven", g, m.Head.Seq)})
		}
	}
	return found
}

// storeToExamine opens the log. Nothing is made for it.
func storeToExamine(ctx context.Context, c host.Config) (events.Store, error) {
	log := slog.New(slog.DiscardHandler)
	if c.NATS.URL == "" {
		if _, err := os.Stat(filepath.Join(c.Data, "log")); errors.Is(err, fs.ErrNotExist) {
			return nil, jetstream.ErrNoLog
		}
		return host.OpenStore(ctx, c, log)
	}
	store, err := c.NATS.Connect(ctx, log, true)
	if err != nil {
		return nil, err // not a nil *Store in an interface
	}
	return store, nil
}

// keysOf compares the keys of a game with its log.
func keysOf(ctx context.Context, c host.Config, service *adjudicator.Service, game string) (found []Finding) {
	head, err := service.Store.Head(ctx, game)
	if err != nil {
		return []Finding{{false, fmt.Sprintf("game %s: %v", game, err)}}
	}
	faults, err := office.KeyFaults(ctx, service, c.Keys(), game, head)
	if err != nil {
		return []Finding{{false, fmt.Sprintf("game %s: %v", game, err)}}
	}
	for _, f := range faults {
		found = append(found, Finding{false, fmt.Sprintf("game %s: %s", game, f)})
	}
	return found
}

func settings(c host.Config) Finding {
	if err := c.Check(); err != nil {
		return Finding{false, "configuration: " + err.Error()}
	}
	return Finding{true, "configuration reads well; data in " + c.Data}
}

// secrets must be readable only by their owner.
func secrets(dir string) Finding {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Finding{true, "no keys yet: they are made when the server first starts"}
	}
	if err != nil {
		return Finding{false, "keys: " + err.Error()}
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return Finding{false, "keys: " + err.Error()}
		}
		if info.Mode().Perm()&0o077 != 0 {
			return Finding{false, fmt.Sprintf("%s can be read by others: chmod 600", filepath.Join(dir, e.Name()))}
		}
	}
	return Finding{true, fmt.Sprintf("%d key files, readable by their owner alone; keep a copy of them elsewhere", len(entries))}
}

// roomOn tries to write durably where the data is.
func roomOn(dir string) Finding {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return Finding{true, "the data folder does not exist yet"}
	}
	path := filepath.Join(dir, ".doctor")
	begun := time.Now()
	err := durable.Replace(path, make([]byte, 1<<20))
	os.Remove(path)
	if err != nil {
		return Finding{false, "the data folder cannot be written: " + err.Error()}
	}
	return Finding{true, fmt.Sprintf("the data folder takes a synced megabyte in %s", time.Since(begun).Round(time.Millisecond))}
}
