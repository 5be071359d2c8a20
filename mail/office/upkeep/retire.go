package upkeep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// Retire takes games that are over out of the log, and returns which: those that are named, else all in which nothing has happened for so many days.
// They rest in the archive alone.
func Retire(ctx context.Context, config host.Config, named []string, quiet int) ([]string, error) {
	if config.NATS.URL != "" {
		return retireShared(ctx, config, named, quiet)
	}
	return retire(ctx, config, named, quiet)
}

// retire takes games out of the embedded log. The installation is opened first, so that log and archive are known to agree.
func retire(ctx context.Context, config host.Config, named []string, quiet int) ([]string, error) {
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	games, err := resting(ctx, in, named, quiet)
	if err := errors.Join(err, in.Close()); err != nil || len(games) == 0 {
		return nil, err
	}
	return games, withArchive(config, func(kept *archive.Archive) error {
		for _, g := range games {
			if err := kept.Rest(g); err != nil {
				return err
			}
		}
		return freshLog(ctx, config, kept)
	})
}

// retireShared takes games out of the log of several servers.
func retireShared(ctx context.Context, config host.Config, named []string, quiet int) (games []string, err error) {
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	games, err = resting(ctx, in, named, quiet)
	if err != nil || len(games) == 0 {
		return nil, err
	}
	plan := cluster.Renewal{Cold: map[string]cluster.Cold{}}
	for _, g := range games {
		plan.Cold[g] = cluster.Cold{Seq: in.Archive.Head(g).Seq}
	}
	return games, in.Shared.LeaveOut(ctx, plan)
}

// resting lists the games to retire.
func resting(ctx context.Context, in *host.Installation, named []string, quiet int) (games []string, err error) {
	over, err := in.Finished(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range named {
		if !slices.Contains(over, g) || in.Archive.Cold(g) {
			return nil, fmt.Errorf("%s cannot rest: it is not over, letters about it still wait, or it rests already", g)
		}
	}
	for _, g := range over {
		if in.Archive.Cold(g) || len(named) > 0 && !slices.Contains(named, g) {
			continue
		}
		last, err := in.Archive.Last(g)
		if err != nil {
			return nil, err
		}
		if len(named) > 0 || last.Time < in.Now().AddDate(0, 0, -quiet).UnixMilli() {
			games = append(games, g)
		}
	}
	return games, nil
}
