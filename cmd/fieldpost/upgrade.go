package main

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

// UpgradeCmd asks this program, before it is installed, whether it can go on with every game.
type UpgradeCmd struct {
	Place
	Check bool `required:"" help:"Play every game again and compare. Nothing else is done: to upgrade is to put this program in the old one's place."`
	All   bool `help:"List the games with which nothing is wrong too."`
}

// Help says what it does and what to do about what it finds.
func (UpgradeCmd) Help() string {
	return `Run the new program's upgrade --check on the data folder of the old one; the server may be at work, since only the
archive is read, and nothing is written. Every pass of every game is played again with its recorded dice.

  exit 0   this program plays every game as its log says
  exit 3   at least one game differs: it would stand still, or could not be audited again; each is named with the reason
  exit 4   the archive of a game is damaged: fieldpost doctor, fieldpost repair
  exit 1   the check could not be made

A game that differs stands still alone under the new program; its players are told, and the master can close it or go
back to the old program, which goes on with it.`
}

// Run plays all games.
func (u *UpgradeCmd) Run(ctx context.Context, c *Console) error {
	config, err := u.read(c)
	if err != nil {
		return err
	}
	kept, err := archive.View(config.ArchiveDir())
	if err != nil {
		return err
	}
	rehearsal := rehearsal{kept: kept, shelf: new(office.Shelf)}
	worst, differ, running, games := replayed, 0, 0, 0
	for _, game := range kept.Games() {
		if game == office.OwnLog {
			continue
		}
		r := rehearsal.of(ctx, game)
		if err := ctx.Err(); err != nil {
			return err
		}
		games++
		worst = max(worst, r.outcome)
		if r.outcome != replayed {
			differ++
			if !r.over {
				running++
			}
		}
		if r.outcome != replayed || u.All {
			fmt.Fprintf(c.Out, "%s %s: %s\n", r.outcome, game, r.said)
		}
	}
	if differ == 0 {
		fmt.Fprintf(c.Out, "Played again %d games: each goes as its log says. This program can take the old one's place.\n", games)
		return nil
	}
	err = fmt.Errorf("%d of %d games do not go as their log says; %d of these are still played and would stand still", differ, games, running)
	return withCode{map[outcome]int{differs: exitFraud, damagedArchive: exitDamaged}[worst], err}
}

// outcome is what playing a game again came to, from good to bad.
type outcome int

const (
	replayed outcome = iota
	differs
	damagedArchive
)

// String marks a line.
func (o outcome) String() string { return [...]string{"ok  ", "DIFF", "BAD "}[o] }

// rehearsal plays games again from an archive.
type rehearsal struct {
	kept  *archive.Archive
	shelf *office.Shelf
}

// rehearsed is how a game went.
type rehearsed struct {
	outcome outcome
	over    bool
	said    string
}

// of plays a game again with the rules of this program and compares every pass.
func (r rehearsal) of(ctx context.Context, game string) rehearsed {
	blob := func(h events.Hash) ([]byte, error) { return r.kept.Get(ctx, h) }
	over, err := r.walk(game)
	if err != nil {
		return rehearsed{damagedArchive, over, err.Error()}
	}
	m, err := adjudicator.Fold(game, r.kept.Records(game), adjudicator.Source{
		Blob: blob, Engines: adjudicator.Game, Strict: true, Beacon: beacon.Verify, Shelf: r.shelf,
	})
	var stopped *adjudicator.Stopped
	switch {
	case errors.As(err, &stopped):
		return rehearsed{differs, over, r.reason(m, stopped)}
	case errors.Is(err, events.ErrDamaged), errors.Is(err, events.ErrNotFound):
		return rehearsed{damagedArchive, over, err.Error()}
	case err != nil:
		return rehearsed{differs, over, err.Error()}
	}
	said := []string{fmt.Sprintf("%d events", m.Head.Seq)}
	if m.Engine != nil && m.Setup.Revision < m.Engine.Revision() {
		said = append(said, fmt.Sprintf("goes on by revision %d of its rules (this program has %d)", m.Setup.Revision, m.Engine.Revision()))
	}
	if n := len(m.Unproven); n > 0 {
		said = append(said, fmt.Sprintf("%d windows were written in another layout: their dice and facts are the same", n))
	}
	return rehearsed{replayed, over, strings.Join(said, "; ")}
}

// walk checks the chain of a game, as far as this program can read it, and reports whether the game was closed.
func (r rehearsal) walk(game string) (over bool, err error) {
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
func (r rehearsal) reason(m *adjudicator.Match, why *adjudicator.Stopped) string {
	if why.Code == adjudicator.CodeNewer {
		return "a newer program than this wrote it: " + why.Detail
	}
	at := ""
	if m != nil && m.Head.Seq > 0 {
		at = fmt.Sprintf(" (%s, revision %d, %d events)", m.Announced.Rulebook, m.Announced.Revision, m.Head.Seq)
	}
	return why.Code + ": " + why.Detail + at
}
