package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"fieldpost/events"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// RetireCmd takes games that are over out of the log.
type RetireCmd struct {
	Place
	Games []string `arg:"" optional:"" help:"Games to retire; all that are over and quiet if none is named."`
	Quiet int      `default:"90" placeholder:"DAYS" help:"How many days nothing must have happened in a game that is not named."`
}

// Help says what stays.
func (RetireCmd) Help() string {
	return `The server must be stopped, on a cluster every one. The log is written anew from the archive, without the games that are
retired; for a moment it needs its room twice. A retired game stays in the archive and in every backup. HISTORY, DICE,
"game show", "game export" and audits answer as before; only a start no longer reads it, and memory no longer holds it.

On a cluster each retired game lies beside the log as one file, from which a server that lacks it takes it. If this is
cut short, give it again, or start a server: whoever comes first goes on with it.`
}

// Run retires them.
func (r *RetireCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	retire := r.retire
	if config.NATS.URL != "" {
		retire = r.retireShared
	}
	games, err := retire(ctx, config)
	switch {
	case err != nil:
		return err
	case len(games) == 0:
		fmt.Fprintln(c.Out, "No game is over and quiet: nothing was changed.")
	default:
		fmt.Fprintf(c.Out, "Resting in the archive: %s.\n", strings.Join(games, ", "))
	}
	return nil
}

// retire takes games out of the embedded log. The installation is opened first, so that log and archive are known to agree.
func (r *RetireCmd) retire(ctx context.Context, config host.Config) ([]string, error) {
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	games, err := r.resting(ctx, in)
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
func (r *RetireCmd) retireShared(ctx context.Context, config host.Config) (games []string, err error) {
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	games, err = r.resting(ctx, in)
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
func (r *RetireCmd) resting(ctx context.Context, in *host.Installation) (games []string, err error) {
	over, err := in.Finished(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range r.Games {
		if !slices.Contains(over, g) || in.Archive.Cold(g) {
			return nil, fmt.Errorf("%s cannot rest: it is not over, letters about it still wait, or it rests already", g)
		}
	}
	for _, g := range over {
		if in.Archive.Cold(g) || len(r.Games) > 0 && !slices.Contains(r.Games, g) {
			continue
		}
		last, err := in.Archive.Last(g)
		if err != nil {
			return nil, err
		}
		if len(r.Games) > 0 || last.Time < in.Now().AddDate(0, 0, -r.Quiet).UnixMilli() {
			games = append(games, g)
		}
	}
	return games, nil
}

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

// ForgetCmd erases an address.
type ForgetCmd struct {
	Place
	Address string `arg:"" help:"The address. It must have no seat in a game that is played."`
}

// Help says what goes and what cannot.
func (ForgetCmd) Help() string {
	return `The server must be stopped, on a cluster every one; the log is written anew from the archive. What goes: the address
itself, every mail from it, every letter to it, and a filed OpenPGP key with it, in all games and in the office's own
log. The events stay, so every chain, signature and audit stays what it was. What cannot go: the name that a player
gave himself, the domain that vouched for his mails, his orders, and the letters that he and others were sent. Run
"fieldpost backup" afterwards, which erases the same there; copies made otherwise, and the mailboxes of the embedded
post office, are yours to delete.

On a cluster the archives of the other servers lose it when they next start. If this is cut short, give it again.`
}

// Run erases it.
func (f *ForgetCmd) Run(ctx context.Context, c *Console) (err error) {
	config, err := f.read(c)
	if err != nil {
		return err
	}
	if !strings.Contains(f.Address, "@") || strings.EqualFold(f.Address, config.Address) || strings.EqualFold(f.Address, config.Master) {
		return withCode{exitUsage, fmt.Errorf("%q is not the address of a player", f.Address)}
	}
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	open := true
	defer func() {
		if open {
			err = errors.Join(err, in.Close())
		}
	}()
	playing, err := in.SeatsOf(ctx, f.Address)
	if err != nil {
		return err
	}
	if len(playing) > 0 {
		return fmt.Errorf("%s has a seat in %s: game vacate, or game address, first", f.Address, strings.Join(playing, ", "))
	}
	found, err := tracesOf(ctx, in.Archive, f.Address)
	if err != nil {
		return err
	}
	secrets, blobs := 0, 0
	for _, traces := range found {
		secrets, blobs = secrets+len(traces.Secrets), blobs+len(traces.Blobs)
	}
	switch {
	case len(found) == 0:
		fmt.Fprintf(c.Out, "%s is not in any game: nothing was changed.\n", f.Address)
		return nil
	case in.Shared != nil:
		err = in.Shared.LeaveOut(ctx, cluster.Renewal{Forgotten: found})
	default:
		open = false
		if err = in.Close(); err == nil {
			err = forget(ctx, config, found)
		}
	}
	if err == nil {
		fmt.Fprintf(c.Out, "%s is erased: places in logs %d (games %d), mails and letters %d.\n", f.Address, secrets, len(found), blobs)
	}
	return err
}

// tracesOf finds what leads to an address, by game. What was found before and is gone already is no trace.
func tracesOf(ctx context.Context, kept *archive.Archive, address string) (map[string]archive.Traces, error) {
	found := map[string]archive.Traces{}
	for _, g := range kept.Games() {
		traces, err := archive.Trace(ctx, kept, g, trace{ctx, kept, strings.ToLower(address)}.in)
		if err != nil {
			return nil, err
		}
		if !traces.None() {
			found[g] = traces
		}
	}
	return found, nil
}

// forget erases what was found, and writes the embedded log anew.
func forget(ctx context.Context, config host.Config, found map[string]archive.Traces) error {
	return withArchive(config, func(kept *archive.Archive) error {
		for _, g := range slices.Sorted(maps.Keys(found)) {
			if _, err := archive.Forget(ctx, kept, g, found[g]); err != nil {
				return err
			}
		}
		return errors.Join(freshLog(ctx, config, kept), config.DropRegister())
	})
}

// trace finds what of an event leads to an address.
type trace struct {
	ctx     context.Context
	kept    *archive.Archive
	address string // in small letters
}

func (t trace) in(e events.Event, r events.Record) (gone func(events.Secret) bool, blobs []events.Hash, err error) {
	if _, isGenesis := e.Body.(events.GameAnnounced); !isGenesis {
		for _, digest := range events.References(e.Body) {
			data, err := t.kept.Get(t.ctx, digest)
			if errors.Is(err, events.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			if bytes.Contains(bytes.ToLower(data), []byte(t.address)) {
				blobs = append(blobs, digest)
			}
		}
	}
	var hash events.Hash
	switch b := e.Body.(type) {
	case events.SeatTaken:
		hash = t.addressIn(r, b.PlayerSealed)
	case events.SeatReplaced:
		hash = t.addressIn(r, b.PlayerSealed)
	case events.ReportIssued:
		hash = t.addressIn(r, b.AddressSealed)
	case events.OrdersRefused:
		if x, ok, err := events.Open[events.Refusal](r, b.DetailSealed); err == nil && ok && strings.EqualFold(x.Address, t.address) {
			hash = b.DetailSealed
		}
	}
	if hash.IsZero() {
		return nil, blobs, nil
	}
	return func(s events.Secret) bool { return s.Opens() == hash }, blobs, nil
}

// addressIn returns the commitment if the address is what it hides.
func (t trace) addressIn(r events.Record, sealed events.Hash) events.Hash {
	if x, ok, err := events.Open[events.Player](r, sealed); err == nil && ok && strings.EqualFold(x.Address, t.address) {
		return sealed
	}
	return events.Hash{}
}
