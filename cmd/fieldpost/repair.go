package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/projections/archive"
)

// RepairCmd makes log and archive whole again, each from the other.
type RepairCmd struct{ Place }

// Help says what happens to what is damaged.
func (RepairCmd) Help() string {
	return `A damaged log is restored from the archive, a damaged archive from the log. What is damaged
is moved aside, never deleted. The server must be stopped.`
}

// Run repairs, if anything is to be repaired.
func (r *RepairCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	if config.NATS.URL != "" {
		return errors.New("repair works on the embedded log; restore an outside stream with its own tools, then import the archive")
	}
	kept, err := archive.Open(config.archiveDir())
	if err != nil {
		return err
	}
	done, err := repairArchive(ctx, c, config, kept)
	if err == nil && !done {
		err = restoreLog(ctx, c, config, kept)
	}
	return errors.Join(err, kept.Close())
}

// repairArchive writes damaged archive files anew where the log is sound. done is false when the log itself needs repair.
func repairArchive(ctx context.Context, c *Console, config Config, kept *archive.Archive) (done bool, err error) {
	store, err := openStore(ctx, config, nil)
	if _, running := errors.AsType[*durable.LockedError](err); running {
		return true, err
	}
	if err != nil {
		fmt.Fprintf(c.Out, "The log cannot be opened: %v\n", err)
		return false, nil
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var games []string
	for _, f := range archive.Check(ctx, store, kept) {
		fmt.Fprintln(c.Out, f.Text)
		switch {
		case f.Code == archive.ArchiveDamaged:
			games = append(games, f.Game)
		case f.Stops:
			return false, nil
		}
	}
	for _, g := range games {
		if err := archive.Rewrite(ctx, store, kept, g); err != nil {
			return true, err
		}
		fmt.Fprintf(c.Out, "%s: its archive is written anew from the log, to event %d.\n", g, kept.Head(g).Seq)
	}
	if len(games) == 0 {
		fmt.Fprintln(c.Out, "Log and archive agree: there is nothing to repair.")
	}
	return true, nil
}

// restoreLog makes a fresh log from the archive.
func restoreLog(ctx context.Context, c *Console, config Config, kept *archive.Archive) error {
	dir, aside := filepath.Join(config.Data, "log"), ""
	store, err := archive.Repair(ctx, kept, func() (events.Store, error) {
		var err error
		if aside, err = jetstream.MoveAside(dir); err != nil {
			return nil, err
		}
		return jetstream.Open(ctx, jetstream.Options{Dir: dir})
	})
	if err != nil {
		return err
	}
	if err := os.Remove(config.registerFile()); err != nil && !errors.Is(err, fs.ErrNotExist) { // it described the old log
		return errors.Join(err, store.Close())
	}
	fmt.Fprintf(c.Out, "The damaged log was moved to %s.\n", aside)
	for _, g := range kept.Games() {
		fmt.Fprintf(c.Out, "%s: restored to event %d.\n", g, kept.Head(g).Seq)
	}
	return store.Close()
}
