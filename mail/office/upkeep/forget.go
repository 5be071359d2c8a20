package upkeep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"fieldpost/events"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

// Gone is what Forget has erased; nothing if the address was in no game.
type Gone struct {
	Games  int // logs in which it was, the office's own among them
	Places int // in them
	Blobs  int // mails and letters
}

// Forget erases an address, in small letters or not, from all logs and the archive, with the mails and letters that hold it. Whoever has a seat cannot
// be forgotten.
func Forget(ctx context.Context, config host.Config, address string) (gone Gone, err error) {
	in, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return gone, err
	}
	open := true
	defer func() {
		if open {
			err = errors.Join(err, in.Close())
		}
	}()
	playing, err := in.SeatsOf(ctx, address)
	if err != nil {
		return gone, err
	}
	if len(playing) > 0 {
		return gone, fmt.Errorf("%s has a seat in %s: game vacate, or game address, first", address, strings.Join(playing, ", "))
	}
	found, err := allTraces(ctx, in.Archive, address)
	if err != nil {
		return gone, err
	}
	if len(found) == 0 {
		return gone, nil
	}
	if in.Shared != nil {
		err = in.Shared.LeaveOut(ctx, cluster.Renewal{Forgotten: found})
	} else {
		open = false
		if err = in.Close(); err == nil {
			err = forget(ctx, config, found)
		}
	}
	gone.Games = len(found)
	for _, traces := range found {
		gone.Places, gone.Blobs = gone.Places+len(traces.Secrets), gone.Blobs+len(traces.Blobs)
	}
	return gone, err
}

// TracesOf finds what of an event leads to an address: secrets and blobs.
func TracesOf(ctx context.Context, kept *archive.Archive, address string) func(events.Event, events.Record) (gone func(events.Secret) bool, blobs []events.Hash, err error) {
	return trace{ctx, kept, strings.ToLower(address)}.in
}

// allTraces finds what leads to an address, by game. What was found before and is gone already is no trace.
func allTraces(ctx context.Context, kept *archive.Archive, address string) (map[string]archive.Traces, error) {
	found := map[string]archive.Traces{}
	for _, g := range kept.Games() {
		traces, err := archive.Trace(ctx, kept, g, TracesOf(ctx, kept, address))
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
