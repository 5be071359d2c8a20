package cluster

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
	TailOf      = "tail" // of entries with events
	forgottenOf = "forgotten"
)

// Cold is what the entry of a game that rests says.
type Cold struct{ Seq int64 } // of the event up to which its file was laid down; the file may hold more

// Renewal is what the next log leaves out.
type Renewal struct {
	Cold      map[string]Cold
	Forgotten map[string]archive.Traces
}

// ColdFile names the file of a game.
func ColdFile(game string, c Cold) string { return game + "." + strconv.FormatInt(c.Seq, 10) }

// settle carries out what somebody has begun and not ended, and connects anew.
func (h *Shared) settle(ctx context.Context) error {
	begun, err := h.Cabinet.Renewing(ctx)
	if err != nil || !begun {
		return err
	}
	h.Log.Info("the log is written anew; this server goes on with that")
	if err := h.leased(ctx, h.carryOut); err != nil {
		return fmt.Errorf("the log is to be written anew: %w", err)
	}
	return h.connect(ctx)
}

// leased does what one server at a time does to the log.
func (h *Shared) leased(ctx context.Context, work func(context.Context) error) error {
	term, err := h.renewing.Acquire(ctx)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx), term.Release(context.WithoutCancel(ctx)))
}

// LeaveOut writes the log anew, without what the plan says. All parts of the work must be this server's, and the archive up to date.
func (h *Shared) LeaveOut(ctx context.Context, plan Renewal) error {
	return h.leased(ctx, func(ctx context.Context) error {
		for _, game := range slices.Sorted(maps.Keys(plan.Cold)) {
			if err := h.Lay(ctx, game, plan.Cold[game]); err != nil {
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
		if err := h.Cabinet.LayCold(ctx, name, bytes.NewReader(data)); err != nil {
			return err
		}
		if err := h.Cabinet.Renew(ctx, name); err != nil {
			return err
		}
		return h.carryOut(ctx)
	})
}

// Lay lays down the file of a game that rests.
func (h *Shared) Lay(ctx context.Context, game string, c Cold) error {
	in, out := io.Pipe()
	go func() { out.CloseWithError(archive.WriteWhole(ctx, out, h.Archive, game, nil)) }() // its keys are handed over with all others
	err := h.Cabinet.LayCold(ctx, ColdFile(game, c), in)
	return errors.Join(err, in.Close())
}

// carryOut does what a plan says, as far as it is not done.
func (h *Shared) carryOut(ctx context.Context) error {
	name, err := h.Cabinet.Plan(ctx)
	if err != nil {
		return err
	}
	err = h.Cabinet.UpToDate(ctx)
	if name != "" && errors.Is(err, jetstream.ErrAnew) {
		err = h.WriteAnew(ctx, name)
	}
	if err != nil {
		return err
	}
	return h.Cabinet.RemoveFormer(ctx)
}

// WriteAnew writes the next log from the archive and puts it in force.
func (h *Shared) WriteAnew(ctx context.Context, name string) (err error) {
	plan, err := h.plan(ctx, name)
	if err == nil {
		err = h.Enter(ctx, plan)
	}
	if err != nil {
		return err
	}
	next, err := h.Cabinet.Fresh(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, next.Close()) }()
	if err := errors.Join(h.Archive.Whole(), h.meetCold(ctx)); err != nil {
		return err
	}
	if err := h.gatherAll(ctx); err != nil {
		return err
	}
	if err := errors.Join(h.meetForgotten(ctx), h.forgetCold(ctx, plan)); err != nil {
		return err
	}
	if _, err := archive.Refill(ctx, h.Archive, next); err != nil {
		return err
	}
	if bad := archive.Alarm(archive.Compare(ctx, archive.Shelved{Store: next, Archive: h.Archive}, h.Archive)); bad != "" {
		return fmt.Errorf("%w: the log that is written anew does not agree with the archive: %s", events.ErrDamaged, bad)
	}
	return h.Cabinet.Replace(ctx)
}

// plan reads the plan of a renewal.
func (h *Shared) plan(ctx context.Context, name string) (plan Renewal, err error) {
	file, err := h.Cabinet.FetchCold(ctx, name)
	if err != nil {
		return plan, err
	}
	err = json.NewDecoder(file).Decode(&plan)
	return plan, errors.Join(err, file.Close())
}

// Enter notes what a plan says where every server finds it.
func (h *Shared) Enter(ctx context.Context, plan Renewal) error {
	for game, c := range plan.Cold {
		data, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := h.Cabinet.Create(ctx, coldOf+"."+game, data); err != nil && !errors.Is(err, events.ErrConflict) {
			return err
		}
	}
	for game, traces := range plan.Forgotten {
		if err := jetstream.Change(ctx, h.Cabinet, forgottenOf+"."+game, traces.With); err != nil {
			return err
		}
	}
	return nil
}

// gatherAll brings the archive up to the log that is given up, and fails where they do not agree.
func (h *Shared) gatherAll(ctx context.Context) error {
	heads, err := h.Store.Heads(ctx)
	if err != nil {
		return err
	}
	for _, game := range h.Archive.Games() {
		if _, ok := heads[game]; !ok {
			heads[game] = events.Head{}
		}
	}
	for game := range heads {
		if h.Archive.Cold(game) {
			continue
		}
		head, err := h.Store.Head(ctx, game)
		if err != nil {
			return err
		}
		if _, err := archive.CatchUp(ctx, h.Store, h.Archive, game); err != nil {
			return err
		}
		if kept := h.Archive.Head(game); kept != head {
			return fmt.Errorf("%w: game %s ends in the log with event %d and in the archive with event %d", events.ErrDamaged, game, head.Seq, kept.Seq)
		}
	}
	return nil
}

// MeetShelf brings the archive to what the cabinet says of games that rest and of what was erased.
func (h *Shared) MeetShelf(ctx context.Context) error {
	if err := h.meetCold(ctx); err != nil {
		return err
	}
	return h.meetForgotten(ctx)
}

// meetCold lets games rest, and fetches those of which this archive does not have all.
func (h *Shared) meetCold(ctx context.Context) error {
	games, err := h.Cabinet.Names(ctx, coldOf)
	if err != nil {
		return err
	}
	for _, game := range games {
		if h.Archive.Cold(game) {
			continue
		}
		c, err := h.ColdEntry(ctx, game)
		if err != nil {
			return err
		}
		if h.Archive.Head(game).Seq >= c.Seq {
			err = h.Archive.Rest(game)
		} else {
			err = h.fetchCold(ctx, game, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ColdEntry returns what the cabinet says of a game that rests; events.ErrNotFound if it does not.
func (h *Shared) ColdEntry(ctx context.Context, game string) (c Cold, err error) {
	data, err := h.Cabinet.Get(ctx, coldOf+"."+game)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	return c, err
}

func (h *Shared) fetchCold(ctx context.Context, game string, c Cold) error {
	file, err := h.Cabinet.FetchCold(ctx, ColdFile(game, c))
	if err != nil {
		return err
	}
	return errors.Join(archive.Lay(ctx, file, h.Archive, game), file.Close())
}

// meetForgotten erases from the archive what was erased.
func (h *Shared) meetForgotten(ctx context.Context) error {
	games, err := h.Cabinet.Names(ctx, forgottenOf)
	if err != nil {
		return err
	}
	for _, game := range games {
		var traces archive.Traces
		data, err := h.Cabinet.Get(ctx, forgottenOf+"."+game)
		if err == nil {
			err = json.Unmarshal(data, &traces)
		}
		var n archive.Erased
		if err == nil {
			n, err = archive.Forget(ctx, h.Archive, game, traces)
		}
		if err == nil && n != (archive.Erased{}) {
			err = h.forgot()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *Shared) forgot() error {
	if h.Settings.Forgotten == nil {
		return nil
	}
	return h.Settings.Forgotten()
}

// forgetCold replaces the files and later events of games that rest by those without what is erased.
func (h *Shared) forgetCold(ctx context.Context, plan Renewal) error {
	for game := range plan.Forgotten {
		if !h.Archive.Cold(game) {
			continue
		}
		c, err := h.ColdEntry(ctx, game)
		if err == nil {
			err = h.Lay(ctx, game, c)
		}
		if err != nil {
			return err
		}
		seq := int64(0)
		for r, err := range h.Archive.Records(game) {
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
			if _, err := h.Cabinet.Get(ctx, name); errors.Is(err, events.ErrNotFound) {
				continue // it came before the game rested
			}
			if err := h.Cabinet.Put(ctx, name, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func tailName(game string, seq int64) string { return fmt.Sprintf("%s.%s.%d", TailOf, game, seq) }

// splitTail undoes tailName, without its first word.
func splitTail(name string) (game string, seq int64) {
	game, number, _ := strings.Cut(name, ".")
	seq, _ = strconv.ParseInt(number, 10, 64) // 0 is no event
	return game, seq
}

// Late lists the games that rest, or of which something was erased, since this server's archive was last at work on a log that several share.
func Late(ctx context.Context, store events.Store, kept *archive.Archive) (games []string, err error) {
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
