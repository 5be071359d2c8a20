package officetest

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail/office"
)

// Layered is a log whose blobs may be in another log's store.
type Layered struct {
	*memlog.Log
	below events.Blobs
}

// Get looks here first.
func (l Layered) Get(ctx context.Context, digest events.Hash) ([]byte, error) {
	data, err := l.Log.Get(ctx, digest)
	if errors.Is(err, events.ErrNotFound) {
		return l.below.Get(ctx, digest)
	}
	return data, err
}

// Copied returns a copy of the hall's log.
func (h *Hall) Copied() (Layered, error) {
	store := Layered{memlog.New(), h.Store}
	ctx := context.Background()
	games, err := h.Store.Games(ctx)
	if err != nil {
		return store, err
	}
	for _, g := range games {
		for r, err := range h.Store.Read(ctx, g, 1) {
			if err != nil {
				return store, err
			}
			if err := store.Append(ctx, r); err != nil {
				return store, err
			}
		}
	}
	return store, nil
}

// Fork returns an office on a copy of another's log: what thousands of histories begin with.
func (h *Hall) Fork(clock *time.Time) (*office.Office, error) {
	store, err := h.Copied()
	return h.OfficeOn(store, clock), err
}

// OfficeOn returns an office like the hall's on another log, without archive, pictures or disk. It tries drafts as rarely as possible.
func (h *Hall) OfficeOn(store events.Store, clock *time.Time) *office.Office {
	settings := h.Office.Settings
	settings.Trials = office.Trials{Receipt: 1, Check: 2, Falls: 1}
	st := office.New(settings, h.Office.Post.Secret, h.Office.Phrases, slog.New(slog.DiscardHandler))
	st.Witnesses, st.Keys, st.Documents = h.Office.Witnesses, h.Office.Keys, h.Office.Documents
	st.Now = func() time.Time { return *clock }
	st.Service = &adjudicator.Service{Store: store, Keys: h.Office.Service.Keys, Engines: h.Office.Service.Engines, Beacon: h.Office.Service.Beacon, Shelf: h.Office.Service.Shelf}
	return st
}
