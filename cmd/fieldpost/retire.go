package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"fieldpost/events"
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
	return `The server must be stopped. The log is written anew from the archive, without the games that are retired; for a moment
it needs its room twice. A retired game stays in the archive and in every backup. HISTORY, DICE, "game show",
"game export" and audits answer as before; only a start no longer reads it, and memory no longer holds it.`
}

// Run retires them.
func (r *RetireCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	games, err := r.resting(ctx, config)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		fmt.Fprintln(c.Out, "No game is over and quiet: nothing was changed.")
		return nil
	}
	err = withArchive(config, func(kept *archive.Archive) error {
		for _, g := range games {
			if err := kept.Rest(g); err != nil {
				return err
			}
		}
		return freshLog(ctx, config, kept)
	})
	if err == nil {
		fmt.Fprintf(c.Out, "Resting in the archive: %s.\n", strings.Join(games, ", "))
	}
	return err
}

// resting lists the games to retire. It opens the installation, so that log and archive are known to agree.
func (r *RetireCmd) resting(ctx context.Context, config Config) (games []string, err error) {
	if config.NATS.URL != "" {
		return nil, errors.New("retire writes the embedded log anew; in an outside stream games stay")
	}
	in, err := OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	over, err := in.Finished(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range r.Games {
		if !slices.Contains(over, g) || in.archive.Cold(g) {
			return nil, fmt.Errorf("%s cannot rest: it is not over, letters about it still wait, or it rests already", g)
		}
	}
	for _, g := range over {
		if in.archive.Cold(g) || len(r.Games) > 0 && !slices.Contains(r.Games, g) {
			continue
		}
		last, err := in.archive.Last(g)
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
func withArchive(config Config, work func(kept *archive.Archive) error) error {
	kept, err := archive.Open(config.archiveDir())
	if err != nil {
		return err
	}
	return errors.Join(work(kept), kept.Close())
}

// freshLog writes the log anew from the archive, compares the two, and only then takes the former log away.
func freshLog(ctx context.Context, config Config, kept *archive.Archive) error {
	aside, err := rebuildLog(ctx, config, kept)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	bad := damaged(archive.Compare(ctx, archive.Shelved{Store: store, Archive: kept}, kept))
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
	return `The server must be stopped; the log is written anew from the archive. What goes: the address itself, every mail from it, every
letter to it, and a filed OpenPGP key with it, in all games and in the office's own log. The events stay, so
every chain, signature and audit stays what it was. What cannot go: the name that a player gave himself, the domain
that vouched for his mails, his orders, and the letters that he and others were sent. Run "fieldpost backup" afterwards,
which erases the same there; copies made otherwise, and the mailboxes of the embedded post office, are yours to delete.`
}

// Run erases it.
func (f *ForgetCmd) Run(ctx context.Context, c *Console) error {
	config, err := f.read(c)
	if err != nil {
		return err
	}
	if config.NATS.URL != "" {
		return errors.New("forget writes the embedded log anew; in an outside stream nothing can be erased")
	}
	if !strings.Contains(f.Address, "@") || strings.EqualFold(f.Address, config.Address) || strings.EqualFold(f.Address, config.Master) {
		return withCode{exitUsage, fmt.Errorf("%q is not the address of a player", f.Address)}
	}
	in, err := OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	playing, err := in.SeatsOf(ctx, f.Address)
	if err := errors.Join(err, in.Close()); err != nil {
		return err
	}
	if len(playing) > 0 {
		return fmt.Errorf("%s has a seat in %s: game vacate, or game address, first", f.Address, strings.Join(playing, ", "))
	}
	return withArchive(config, func(kept *archive.Archive) error {
		total, games := archive.Erased{}, 0
		for _, g := range kept.Games() {
			n, err := archive.Erase(ctx, kept, g, trace{ctx, kept, strings.ToLower(f.Address)}.in)
			if err != nil {
				return err
			}
			if n != (archive.Erased{}) {
				total.Secrets, total.Blobs, games = total.Secrets+n.Secrets, total.Blobs+n.Blobs, games+1
			}
		}
		if games == 0 {
			fmt.Fprintf(c.Out, "%s is not in any game: nothing was changed.\n", f.Address)
			return nil
		}
		if err := errors.Join(freshLog(ctx, config, kept), dropRegister(config)); err != nil {
			return err
		}
		fmt.Fprintf(c.Out, "%s is erased: places in logs %d (games %d), mails and letters %d.\n", f.Address, total.Secrets, games, total.Blobs)
		return nil
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
