package main

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

// checkup is one thing that the doctor looked at.
type checkup struct {
	Good bool
	Text string
}

// examine looks at an installation without changing it: folders, keys, mail accounts, log against archive, games, an
// outside server's settings. It needs the server to be stopped, since the log belongs to one process at a time.
func examine(ctx context.Context, c host.Config) []checkup {
	found := []checkup{settings(c), secrets(filepath.Join(c.Data, "keys")), roomOn(c.Data)}
	if err := c.Keys().MailFault(); err != nil {
		found = append(found, checkup{false, err.Error()})
	}
	if _, err := library.Phrases(c.Scenarios); err != nil {
		found = append(found, checkup{false, "words: " + err.Error()})
	}
	found = append(found, accountsOf(ctx, c)...)
	store, err := storeToExamine(ctx, c)
	if locked, running := errors.AsType[*durable.LockedError](err); running {
		return append(found, checkup{true, "the server is at work (" + locked.Error() + "); stop it to have the log examined"})
	}
	if errors.Is(err, jetstream.ErrNoLog) {
		return append(found, checkup{true, "log: " + err.Error() + "; it is made when a server first starts"})
	}
	if err != nil {
		return append(found, checkup{false, "log: " + err.Error()})
	}
	defer store.Close()
	if js, ok := store.(*jetstream.Store); ok && c.NATS.URL != "" {
		findings, err := js.Doctor(ctx)
		if err != nil {
			found = append(found, checkup{false, "nats: " + err.Error()})
		}
		for _, f := range findings {
			found = append(found, checkup{f.Severity != jetstream.Wrong, "nats: " + f.Text})
		}
	}
	lock, err := durable.Acquire(c.ArchiveDir())
	if locked, running := errors.AsType[*durable.LockedError](err); running {
		return append(found, checkup{true, "a server is at work (" + locked.Error() + "); stop it to have log and archive compared"})
	}
	if errors.Is(err, fs.ErrNotExist) {
		return append(found, checkup{true, "there is no archive yet; the next start of a server makes it from the log"})
	}
	if err != nil {
		return append(found, checkup{false, "archive: " + err.Error()})
	}
	defer func() { _ = lock.Release() }() // nothing was written under it
	kept, err := archive.View(c.ArchiveDir())
	if err != nil {
		return append(found, checkup{false, "archive: " + err.Error()})
	}
	late, err := cluster.Late(ctx, store, kept)
	if err != nil {
		return append(found, checkup{false, "log: " + err.Error()})
	}
	for _, game := range late {
		found = append(found, checkup{true, game + ": its archive comes to what the others have with the next start of this server"})
	}
	store = archive.Shelved{Store: store, Archive: kept}
	stops := 0
	for _, f := range archive.Inspect(ctx, store, kept) {
		if slices.Contains(late, f.Game) {
			continue
		}
		found = append(found, checkup{!f.Stops, f.Text})
		if f.Stops {
			stops++
		}
	}
	games, err := store.Games(ctx)
	if err != nil {
		return append(found, checkup{false, "log: " + err.Error()})
	}
	if stops == 0 {
		found = append(found, checkup{true, fmt.Sprintf("log and archive tell the same of %d games", len(games))})
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
			found = append(found, checkup{false, fmt.Sprintf("game %s: %v", g, err)})
		default:
			found = append(found, checkup{true, fmt.Sprintf("game %s: %d events replayed, all dice proven", g, m.Head.Seq)})
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
func keysOf(ctx context.Context, c host.Config, service *adjudicator.Service, game string) (found []checkup) {
	head, err := service.Store.Head(ctx, game)
	if err != nil {
		return []checkup{{false, fmt.Sprintf("game %s: %v", game, err)}}
	}
	faults, err := office.KeyFaults(ctx, service, c.Keys(), game, head)
	if err != nil {
		return []checkup{{false, fmt.Sprintf("game %s: %v", game, err)}}
	}
	for _, f := range faults {
		found = append(found, checkup{false, fmt.Sprintf("game %s: %s", game, f)})
	}
	return found
}

func settings(c host.Config) checkup {
	if err := c.Check(); err != nil {
		return checkup{false, "configuration: " + err.Error()}
	}
	return checkup{true, "configuration reads well; data in " + c.Data}
}

// secrets must be readable only by their owner.
func secrets(dir string) checkup {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return checkup{true, "no keys yet: they are made when the server first starts"}
	}
	if err != nil {
		return checkup{false, "keys: " + err.Error()}
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return checkup{false, "keys: " + err.Error()}
		}
		if info.Mode().Perm()&0o077 != 0 {
			return checkup{false, fmt.Sprintf("%s can be read by others: chmod 600", filepath.Join(dir, e.Name()))}
		}
	}
	return checkup{true, fmt.Sprintf("%d key files, readable by their owner alone; keep a copy of them elsewhere", len(entries))}
}

// roomOn tries to write durably where the data is.
func roomOn(dir string) checkup {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return checkup{true, "the data folder does not exist yet"}
	}
	path := filepath.Join(dir, ".doctor")
	begun := time.Now()
	err := durable.Replace(path, make([]byte, 1<<20))
	os.Remove(path)
	if err != nil {
		return checkup{false, "the data folder cannot be written: " + err.Error()}
	}
	return checkup{true, fmt.Sprintf("the data folder takes a synced megabyte in %s", time.Since(begun).Round(time.Millisecond))}
}
