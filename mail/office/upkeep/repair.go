package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"fieldpost/events/durable"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// ErrBeyondRepair means that an outside log is damaged or tells another history.
var ErrBeyondRepair = errors.New("the log cannot be mended in place: save the stream LOG, remove it with NATS's own tools, and run this again")

// Repair makes log and archive whole again, each from the other, if anything is to be repaired, and tells what it finds and does. What is damaged is
// moved aside, never deleted.
func Repair(ctx context.Context, config host.Config, out io.Writer) error {
	if config.NATS.URL != "" {
		return repairOutside(ctx, out, config)
	}
	kept, err := archive.Open(config.ArchiveDir())
	if err != nil {
		return err
	}
	done, err := repairArchive(ctx, out, config, kept)
	if err == nil && !done {
		err = restoreLog(ctx, out, config, kept)
	}
	return errors.Join(err, kept.Close())
}

// repairArchive writes damaged archive files anew where the log is sound. done is false when the log itself needs repair.
func repairArchive(ctx context.Context, out io.Writer, config host.Config, kept *archive.Archive) (done bool, err error) {
	store, err := host.OpenStore(ctx, config, nil)
	if _, running := errors.AsType[*durable.LockedError](err); running {
		return true, err
	}
	if err != nil {
		fmt.Fprintf(out, "The log cannot be opened: %v\n", err)
		return false, nil
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var games []string
	for _, f := range archive.Check(ctx, store, kept) {
		fmt.Fprintln(out, f.Text)
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
		fmt.Fprintf(out, "%s: its archive is written anew from the log, to event %d.\n", g, kept.Head(g).Seq)
	}
	if len(games) == 0 {
		fmt.Fprintln(out, "Log and archive agree: there is nothing to repair.")
	}
	return true, nil
}

// restoreLog makes a fresh log from the archive.
func restoreLog(ctx context.Context, out io.Writer, config host.Config, kept *archive.Archive) error {
	aside, err := rebuildLog(ctx, config, kept)
	if err == nil {
		err = config.DropRegister()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The damaged log was moved to %s.\n", aside)
	for _, g := range kept.Games() {
		if !kept.Cold(g) {
			fmt.Fprintf(out, "%s: restored to event %d.\n", g, kept.Head(g).Seq)
		}
	}
	return nil
}

// repairOutside makes an outside log and this server's archive whole again, while no server is at work.
func repairOutside(ctx context.Context, out io.Writer, config host.Config) (err error) {
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
		fmt.Fprintln(out, f.Text)
		switch {
		case f.Code == archive.ArchiveDamaged:
			if err := archive.Rewrite(ctx, store, h.Archive, f.Game); err != nil {
				return err
			}
			repaired++
			fmt.Fprintf(out, "%s: its archive is written anew from the log, to event %d.\n", f.Game, h.Archive.Head(f.Game).Seq)
		case f.Code == archive.LogRegression:
			short = true
		case f.Stops:
			return ErrBeyondRepair
		}
	}
	if short {
		games, err := archive.Refill(ctx, h.Archive, store)
		for _, g := range games {
			fmt.Fprintf(out, "%s: restored to event %d.\n", g, h.Archive.Head(g).Seq)
		}
		if err != nil {
			return err
		}
		repaired += len(games)
	}
	if repaired == 0 {
		fmt.Fprintln(out, "Log and archive agree: there is nothing to repair.")
	}
	return nil
}
