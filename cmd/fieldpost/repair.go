package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// RepairCmd makes log and archive whole again, each from the other.
type RepairCmd struct{ Place }

// Help says what happens to what is damaged.
func (RepairCmd) Help() string {
	return `A damaged log is restored from the archive, a damaged archive from the log. What is damaged
is moved aside, never deleted. The server must be stopped.

An outside log (nats) that ends before the archive gets the rest from it, and an empty one all of it: this is also how
games move from an embedded log to a cluster. A log that is damaged, or tells another history, is left alone: save
the stream LOG and remove it with NATS's own tools, then repair fills a new one.`
}

// Run repairs, if anything is to be repaired.
func (r *RepairCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	if config.NATS.URL != "" {
		return repairOutside(ctx, c, config)
	}
	kept, err := archive.Open(config.ArchiveDir())
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
func repairArchive(ctx context.Context, c *Console, config host.Config, kept *archive.Archive) (done bool, err error) {
	store, err := host.OpenStore(ctx, config, nil)
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
func restoreLog(ctx context.Context, c *Console, config host.Config, kept *archive.Archive) error {
	aside, err := rebuildLog(ctx, config, kept)
	if err == nil {
		err = config.DropRegister()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "The damaged log was moved to %s.\n", aside)
	for _, g := range kept.Games() {
		if !kept.Cold(g) {
			fmt.Fprintf(c.Out, "%s: restored to event %d.\n", g, kept.Head(g).Seq)
		}
	}
	return nil
}

// rebuildLog moves the log aside and makes a fresh one from the archive, without the games that rest there.
func rebuildLog(ctx context.Context, config host.Config, kept *archive.Archive) (aside string, err error) {
	dir := filepath.Join(config.Data, "log")
	store, err := archive.Repair(ctx, kept, func() (events.Store, error) {
		var err error
		if aside, err = jetstream.MoveAside(dir); err != nil {
			return nil, err
		}
		return jetstream.Open(ctx, jetstream.Options{Dir: dir})
	})
	if err != nil {
		return aside, err
	}
	return aside, store.Close()
}

// repairOutside makes an outside log and this server's archive whole again, while no server is at work.
func repairOutside(ctx context.Context, c *Console, config host.Config) (err error) {
	h, shift, err := cluster.TakeAll(ctx, config.Cluster(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shift.End(ctx), h.Close()) }()
	if err := h.MeetShelf(ctx); err != nil {
		return err
	}
	hands := cluster.NewHands()
	hands.Holds(shift)
	store := cluster.FenceLog(h.Store, hands)
	repaired, short := 0, false
	for _, f := range archive.Check(ctx, store, h.Archive) {
		fmt.Fprintln(c.Out, f.Text)
		switch {
		case f.Code == archive.ArchiveDamaged:
			if err := archive.Rewrite(ctx, store, h.Archive, f.Game); err != nil {
				return err
			}
			repaired++
			fmt.Fprintf(c.Out, "%s: its archive is written anew from the log, to event %d.\n", f.Game, h.Archive.Head(f.Game).Seq)
		case f.Code == archive.LogRegression:
			short = true
		case f.Stops:
			return withCode{exitDamaged, errors.New("the log cannot be mended in place: save the stream LOG, remove it with NATS's own tools, and run this again")}
		}
	}
	if short {
		games, err := archive.Refill(ctx, h.Archive, store)
		for _, g := range games {
			fmt.Fprintf(c.Out, "%s: restored to event %d.\n", g, h.Archive.Head(g).Seq)
		}
		if err != nil {
			return err
		}
		repaired += len(games)
	}
	if repaired == 0 {
		fmt.Fprintln(c.Out, "Log and archive agree: there is nothing to repair.")
	}
	return nil
}
