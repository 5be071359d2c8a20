package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// What is taken out of a log that several servers share is in the cabinet, so that all of them come to the same, also those that were away:
//
//	cold.GAME        the game rests: its file lies among those of cold games under GAME.SEQ, and the log no longer has it
//	tail.GAME.SEQ    an event that came to it since, such as the answer to a question
//	forgotten.GAME   what was erased from the game, by hashes that tell nothing of it
//
// Every server brings its archive to that before it compares it with the log, and so nothing comes back from an archive that did not know of it.
//
// A log takes nothing out: it is written anew, without what goes. One plan says what that is. It is laid down first; then the entry "log" says, by
// compare-and-set, that it is to be carried out, and from then on whoever connects does so before anything else, until the entry says that it is
// done. All steps may be done twice, also by two servers.
const (
	coldOf      = "cold"
	tailOf      = "tail"
	forgottenOf = "forgotten"
)

// coldEntry is what the entry of a game that rests says.
type coldEntry struct{ Seq int64 } // of the event up to which its file was laid down; the file may hold more

// renewal is what the next log leaves out.
type renewal struct {
	Cold      map[string]coldEntry
	Forgotten map[string]archive.Traces
}

// coldFile names the file of a game.
func coldFile(game string, c coldEntry) string { return game + "." + strconv.FormatInt(c.Seq, 10) }

// settle carries out what somebody has begun and not ended, and connects anew.
func (h *shared) settle(ctx context.Context) error {
	begun, err := h.cabinet.Renewing(ctx)
	if err != nil || !begun {
		return err
	}
	h.log.Info("the log is written anew; this server goes on with that")
	if err := h.leased(ctx, h.carryOut); err != nil {
		return fmt.Errorf("the log is to be written anew: %w", err)
	}
	return h.connect(ctx)
}

// leased does what one server at a time does to the log.
func (h *shared) leased(ctx context.Context, work func(context.Context) error) error {
	term, err := h.renewing.Acquire(ctx)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx), term.Release(context.WithoutCancel(ctx)))
}

// leaveOut writes the log anew, without what the plan says. All parts of the work must be this server's, and the archive up to date.
func (h *shared) leaveOut(ctx context.Context, plan renewal) error {
	return h.leased(ctx, func(ctx context.Context) error {
		for _, game := range slices.Sorted(maps.Keys(plan.Cold)) {
			if err := h.lay(ctx, game, plan.Cold[game]); err != nil {
				return err
			}
		}
		data, err := json.Marshal(plan)
		if err != nil {
			return err
		}
		number, err := keyring.FreshSecret()
		if err != nil {
			return err
		}
		name := fmt.Sprintf("plan.%x", number[:8])
		if err := h.cabinet.LayCold(ctx, name, bytes.NewReader(data)); err != nil {
			return err
		}
		if err := h.cabinet.Renew(ctx, name); err != nil {
			return err
		}
		return h.carryOut(ctx)
	})
}

// lay lays down the file of a game that rests.
func (h *shared) lay(ctx context.Context, game string, c coldEntry) error {
	in, out := io.Pipe()
	go func() { out.CloseWithError(archive.WriteWhole(ctx, out, h.archive, game, nil)) }() // its keys are handed over with all others
	err := h.cabinet.LayCold(ctx, coldFile(game, c), in)
	return errors.Join(err, in.Close())
}

// carryOut does what a plan says, as far as it is not done.
func (h *shared) carryOut(ctx context.Context) error {
	name, err := h.cabinet.Plan(ctx)
	if err != nil {
		return err
	}
	err = h.cabinet.UpToDate(ctx)
	if name != "" && errors.Is(err, jetstream.ErrAnew) {
		err = h.writeAnew(ctx, name)
	}
	if err != nil {
		return err
	}
	return h.cabinet.RemoveFormer(ctx)
}

// writeAnew writes the next log from the archive and puts it in force.
func (h *shared) writeAnew(ctx context.Context, name string) (err error) {
	plan, err := h.plan(ctx, name)
	if err == nil {
		err = h.enter(ctx, plan)
	}
	if err != nil {
		return err
	}
	next, err := h.cabinet.Fresh(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, next.Close()) }()
	if err := errors.Join(h.archive.Whole(), h.meetCold(ctx)); err != nil {
		return err
	}
	if err := h.gatherAll(ctx); err != nil {
		return err
	}
	if err := errors.Join(h.meetForgotten(ctx), h.forgetCold(ctx, plan)); err != nil {
		return err
	}
	if _, err := archive.Refill(ctx, h.archive, next); err != nil {
		return err
	}
	if bad := damaged(archive.Compare(ctx, archive.Shelved{Store: next, Archive: h.archive}, h.archive)); bad != "" {
		return fmt.Errorf("%w: the log that is written anew does not agree with the archive: %s", events.ErrDamaged, bad)
	}
	return h.cabinet.Replace(ctx)
}

// plan reads the plan of a renewal.
func (h *shared) plan(ctx context.Context, name string) (plan renewal, err error) {
	file, err := h.cabinet.FetchCold(ctx, name)
	if err != nil {
		return plan, err
	}
	err = json.NewDecoder(file).Decode(&plan)
	return plan, errors.Join(err, file.Close())
}

// enter notes what a plan says where every server finds it.
func (h *shared) enter(ctx context.Context, plan renewal) error {
	for game, c := range plan.Cold {
		data, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := h.cabinet.Create(ctx, coldOf+"."+game, data); err != nil && !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
	for game, traces := range plan.Forgotten {
		if err := jetstream.Change(ctx, h.cabinet, forgottenOf+"."+game, traces.With); err != nil {
			return err
		}
	}
	return nil
}

// gatherAll brings the archive up to the log that is given up, and fails where they do not agree.
func (h *shared) gatherAll(ctx context.Context) error {
	heads, err := h.store.Heads(ctx)
	if err != nil {
		return err
	}
	for _, game := range h.archive.Games() {
		if _, ok := heads[game]; !ok {
			heads[game] = events.Head{}
		}
	}
	for game := range heads {
		if h.archive.Cold(game) {
			continue
		}
		head, err := h.store.Head(ctx, game)
		if err != nil {
			return err
		}
		if _, err := archive.CatchUp(ctx, h.store, h.archive, game); err != nil {
			return err
		}
		if kept := h.archive.Head(game); kept != head {
			return fmt.Errorf("%w: game %s ends in the log with event %d and in the archive with event %d", events.ErrDamaged, game, head.Seq, kept.Seq)
		}
	}
	return nil
}

// meetShelf brings the archive to what the cabinet says of games that rest and of what was erased.
func (h *shared) meetShelf(ctx context.Context) error {
	if err := h.meetCold(ctx); err != nil {
		return err
	}
	return h.meetForgotten(ctx)
}

// meetCold lets games rest, and fetches those of which this archive does not have all.
func (h *shared) meetCold(ctx context.Context) error {
	games, err := h.cabinet.Names(ctx, coldOf)
	if err != nil {
		return err
	}
	for _, game := range games {
		if h.archive.Cold(game) {
			continue
		}
		c, err := h.coldEntry(ctx, game)
		if err != nil {
			return err
		}
		if h.archive.Head(game).Seq >= c.Seq {
			err = h.archive.Rest(game)
		} else {
			err = h.fetchCold(ctx, game, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *shared) coldEntry(ctx context.Context, game string) (c coldEntry, err error) {
	data, err := h.cabinet.Get(ctx, coldOf+"."+game)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	return c, err
}

func (h *shared) fetchCold(ctx context.Context, game string, c coldEntry) error {
	file, err := h.cabinet.FetchCold(ctx, coldFile(game, c))
	if err != nil {
		return err
	}
	return errors.Join(archive.Lay(ctx, file, h.archive, game), file.Close())
}

// meetForgotten erases from the archive what was erased.
func (h *shared) meetForgotten(ctx context.Context) error {
	games, err := h.cabinet.Names(ctx, forgottenOf)
	if err != nil {
		return err
	}
	for _, game := range games {
		var traces archive.Traces
		data, err := h.cabinet.Get(ctx, forgottenOf+"."+game)
		if err == nil {
			err = json.Unmarshal(data, &traces)
		}
		var n archive.Erased
		if err == nil {
			n, err = archive.Forget(ctx, h.archive, game, traces)
		}
		if err == nil && n != (archive.Erased{}) {
			err = dropRegister(h.config)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetCold replaces the files and later events of games that rest by those without what is erased.
func (h *shared) forgetCold(ctx context.Context, plan renewal) error {
	for game := range plan.Forgotten {
		if !h.archive.Cold(game) {
			continue
		}
		c, err := h.coldEntry(ctx, game)
		if err == nil {
			err = h.lay(ctx, game, c)
		}
		if err != nil {
			return err
		}
		seq := int64(0)
		for r, err := range h.archive.Records(game) {
			if err != nil {
				return err
			}
			if seq++; seq <= c.Seq {
				continue
			}
			data, err := events.EncodeRecord(r)
			if err != nil {
				return err
			}
			name := tailName(game, seq)
			if _, err := h.cabinet.Get(ctx, name); errors.Is(err, events.ErrNotFound) {
				continue // it came before the game rested
			}
			if err := h.cabinet.Put(ctx, name, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func tailName(game string, seq int64) string { return fmt.Sprintf("%s.%s.%d", tailOf, game, seq) }

// splitTail undoes tailName, without its first word.
func splitTail(name string) (game string, seq int64) {
	game, number, _ := strings.Cut(name, ".")
	seq, _ = strconv.ParseInt(number, 10, 64) // 0 is no event
	return game, seq
}

// late lists the games that rest, or of which something was erased, since this server's archive was last at work on a log that several share.
func late(ctx context.Context, store events.Store, kept *archive.Archive) (games []string, err error) {
	outside, ok := store.(*jetstream.Store)
	if !ok {
		return nil, nil
	}
	cabinet, err := outside.Cabinet(ctx)
	if errors.Is(err, jetstream.ErrNoLog) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	cold, err := cabinet.Names(ctx, coldOf)
	if err != nil {
		return nil, err
	}
	for _, game := range cold {
		if !kept.Cold(game) {
			games = append(games, game)
		}
	}
	forgotten, err := cabinet.Names(ctx, forgottenOf)
	if err != nil {
		return nil, err
	}
	for _, game := range forgotten {
		var traces archive.Traces
		data, err := cabinet.Get(ctx, forgottenOf+"."+game)
		if err == nil {
			err = json.Unmarshal(data, &traces)
		}
		var done bool
		if err == nil {
			done, err = archive.Forgotten(ctx, kept, game, traces)
		}
		if err != nil {
			return nil, err
		}
		if !done {
			games = append(games, game)
		}
	}
	return games, nil
}
