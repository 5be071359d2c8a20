package upkeep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// withArchive works on the archive of an installation while no server runs.
func withArchive(config host.Config, work func(kept *archive.Archive) error) error {
	kept, err := archive.Open(config.ArchiveDir())
	if err != nil {
		return err
	}
	return errors.Join(work(kept), kept.Close())
}

// freshLog writes the log anew from the archive, compares the two, and only then takes the former log away.
func freshLog(ctx context.Context, config host.Config, kept *archive.Archive) error {
	aside, err := rebuildLog(ctx, config, kept)
	if err != nil {
		return err
	}
	store, err := host.OpenStore(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	bad := archive.Alarm(archive.Compare(ctx, archive.Shelved{Store: store, Archive: kept}, kept))
	if err := store.Close(); err != nil || bad != "" {
		return errors.Join(err, fmt.Errorf("%w: the log that was written anew does not agree with the archive; the former one is in %s. %s", events.ErrDamaged, aside, bad))
	}
	return os.RemoveAll(aside)
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
