package upkeep

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
)

// Outcome is what playing a game again came to, from good to bad.
type Outcome int

const (
	Replayed       Outcome = iota // this program goes on with it
	Differs                       // it would stand still, or could not be audited again
	DamagedArchive                // it cannot be read
)

// String marks a line.
func (o Outcome) String() string { return [...]string{"ok  ", "DIFF", "BAD "}[o] }

// Rehearsal plays games again from an archive.
type Rehearsal struct {
	kept  *archive.Archive
	shelf *office.Shelf
}

// NewRehearsal plays games of an archive.
func NewRehearsal(kept *archive.Archive) Rehearsal { return Rehearsal{kept, new(office.Shelf)} }

// Rehearsed is how a game went.
type Rehearsed struct {
	Outcome Outcome
	Over    bool   // it was closed
	Said    string // in words, for the operator
}

// Of plays a game again with the rules of this program and compares every pass.
func (r Rehearsal) Of(ctx context.Context, game string) Rehearsed {
	blob := func(h events.Hash) ([]byte, error) { return r.kept.Get(ctx, h) }
	over, err := r.walk(game)
	if err != nil {
		return Rehearsed{DamagedArchive, over, err.Error()}
	}
	m, err := adjudicator.Fold(game, r.kept.Records(game), adjudicator.Source{
		Blob: blob, Engines: adjudicator.Game, Strict: true, Beacon: beacon.Verify, Shelf: r.shelf,
	})
	var stopped *adjudicator.Stopped
	switch {
	case errors.As(err, &stopped):
		return Rehearsed{Differs, over, r.reason(m, stopped)}
	case errors.Is(err, events.ErrDamaged), errors.Is(err, events.ErrNotFound):
		return Rehearsed{DamagedArchive, over, err.Error()}
	case err != nil:
		return Rehearsed{Differs, over, err.Error()}
	}
	said := []string{fmt.Sprintf("%d events", m.Head.Seq)}
	if m.Engine != nil && m.Setup.Revision < m.Engine.Revision() {
		said = append(said, fmt.Sprintf("goes on by revision %d of its rules (this program has %d)", m.Setup.Revision, m.Engine.Revision()))
	}
	if n := len(m.Unproven); n > 0 {
		said = append(said, fmt.Sprintf("%d windows were written in another layout: their dice and facts are the same", n))
	}
	return Rehearsed{Replayed, over, strings.Join(said, "; ")}
}

// walk checks the chain of a game, as far as this program can read it, and reports whether the game was closed.
func (r Rehearsal) walk(game string) (over bool, err error) {
	chain := events.NewChain(game, events.Head{})
	for record, err := range r.kept.Records(game) {
		var e events.Event
		if err == nil {
			e, err = chain.Add(record)
		}
		if errors.Is(err, events.ErrNewer) {
			return over, nil // playing it says so, with its place
		}
		if err != nil {
			return over, err
		}
		if _, closed := e.Body.(events.GameClosed); closed {
			over = true
		}
	}
	return over, r.kept.Damage(game)
}

// reason says where and why a game does not go on with this program.
func (r Rehearsal) reason(m *adjudicator.Match, why *adjudicator.Stopped) string {
	if why.Code == adjudicator.CodeNewer {
		return "a newer program than this wrote it: " + why.Detail
	}
	at := ""
	if m != nil && m.Head.Seq > 0 {
		at = fmt.Sprintf(" (%s, revision %d, %d events)", m.Announced.Rulebook, m.Announced.Revision, m.Head.Seq)
	}
	return why.Code + ": " + why.Detail + at
}
