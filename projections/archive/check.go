package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"fieldpost/events"
	"fieldpost/events/durable"
)

// Codes of a Finding.
const (
	CaughtUp       = "archive.behind"  // the log was ahead after a crash; the archive has caught up
	TailCut        = "archive.torn"    // a record torn by a crash was written again from the log
	ArchiveDamaged = "archive.damaged" // the file of the game is not as it was written
	ArchiveFailed  = "archive.failed"  // the archive could not be read or written
	LogDamaged     = "log.damaged"     // an event of the log is missing, changed or unreadable
	LogRegression  = "log.regression"  // the log ends before the archive does
	LogDiffers     = "log.different"   // the log and the archive tell different histories
	BlobRestored   = "blob.restored"   // a document that the store had lost was put back
	BlobLost       = "blob.lost"       // neither the store nor the archive has a blob
)

// Finding is one thing that Check saw in a game.
type Finding struct {
	Game  string
	Seq   int64 // the event that it concerns
	Code  string
	Stops bool   // the game must not go on before a repair
	Text  string // a sentence for the operator
}

// Check compares the log of every game with its archive, event by event: chain, bytes and end. Where the log is merely
// ahead, as after a crash between the two writes, the archive catches up. Everything else is a finding that stops the
// game. It takes as long as there are events; games may go on meanwhile.
func Check(ctx context.Context, store events.Store, a *Archive) []Finding {
	return compare(ctx, store, a, false, func(*comparison, events.Head) bool { return false })
}

// Inspect finds what Check finds and changes nothing: what Check mends, its findings leave to the next start. An archive opened by View will do.
func Inspect(ctx context.Context, store events.Store, a *Archive) []Finding {
	return compare(ctx, store, a, true, func(*comparison, events.Head) bool { return false })
}

// Compare is Check for the games whose log and archive do not end with the same event; for all others the hash of that event proves that
// both were written alike. Call it at the start, before any game is touched: an event that has changed since then is found when its game is
// read, and by Check.
func Compare(ctx context.Context, store events.Store, a *Archive) []Finding {
	return compare(ctx, store, a, false, func(c *comparison, end events.Head) bool {
		return c.file.damage == nil && !c.torn() && end == a.Head(c.game)
	})
}

// compare compares those games whose ends do not show that they are alike; it mends nothing if it is only to look.
func compare(ctx context.Context, store events.Store, a *Archive, look bool, alike func(c *comparison, end events.Head) bool) []Finding {
	games, err := store.Games(ctx)
	if err != nil {
		return []Finding{{Code: LogDamaged, Stops: true, Text: fmt.Sprintf("The log does not tell which games it holds (%v). No game can go on.", err)}}
	}
	heads, err := store.Heads(ctx)
	if err != nil {
		return []Finding{{Code: LogDamaged, Stops: true, Text: fmt.Sprintf("The log does not tell where its games end (%v). No game can go on.", err)}}
	}
	games = append(games, a.Games()...)
	slices.Sort(games)
	var found []Finding
	for _, game := range slices.Compact(games) {
		c := comparison{store: store, archive: a, file: a.file(game), game: game, erased: a.erased(game), look: look}
		if !a.Cold(game) && !alike(&c, heads[game]) {
			c.run(ctx)
		}
		found = append(found, c.found...)
	}
	return found
}

// CatchUp writes what the log of one game has beyond the archive, with the blobs that it refers to. It is the step between an append and
// the letters that report it. It returns the head of the archive.
func CatchUp(ctx context.Context, store events.Store, a *Archive, game string) (events.Head, error) {
	head := a.Head(game)
	for r, err := range store.Read(ctx, game, head.Seq+1) {
		if err != nil {
			return a.Head(game), err
		}
		if err := keep(ctx, store, a, r); err != nil {
			return a.Head(game), err
		}
	}
	return a.Head(game), nil
}

// keep writes the blobs of an event, then the event.
func keep(ctx context.Context, store events.Blobs, a *Archive, r events.Record) error {
	e, err := events.Decode(r.Bytes)
	if err != nil {
		return err
	}
	for _, digest := range events.References(e.Body) {
		if err := copyBlob(ctx, store, a, digest); err != nil && !errors.Is(err, events.ErrNotFound) {
			return err
		}
	}
	return a.Write(r)
}

func copyBlob(ctx context.Context, from, to events.Blobs, digest events.Hash) error {
	if _, err := to.Get(ctx, digest); err == nil {
		return nil
	}
	data, err := from.Get(ctx, digest)
	if err != nil {
		return err
	}
	_, err = to.Put(ctx, data)
	return err
}

// comparison walks one game through log and archive side by side.
type comparison struct {
	store   events.Store
	archive *Archive
	file    *file
	game    string
	found   []Finding
	erased  []events.Hash // blobs that are gone on purpose
	look    bool          // nothing is mended
}

func (c *comparison) find(seq int64, code string, stops bool, format string, args ...any) {
	text := fmt.Sprintf("Game %s, event %d: %s", c.game, seq, fmt.Sprintf(format, args...))
	c.found = append(c.found, Finding{Game: c.game, Seq: seq, Code: code, Stops: stops, Text: text})
}

func (c *comparison) run(ctx context.Context) {
	archived, stop := iter.Pull2(c.archive.Records(c.game))
	defer stop()
	sound := c.archive.Head(c.game)
	if c.file.damage != nil {
		c.find(sound.Seq+1, ArchiveDamaged, true, "the archive is damaged from here on (%v). Run the repair to write it anew from the log.", c.file.damage)
	}
	chain := events.NewChain(c.game, events.Head{})
	written := int64(0)
	for r, err := range c.store.Read(ctx, c.game, 1) {
		var e events.Event
		if err == nil {
			e, err = chain.Add(r)
		}
		if err != nil {
			c.find(chain.Head().Seq+1, LogDamaged, true, "the log is damaged here (%v). The game is stopped; run the repair to restore it from the archive.", err)
			return
		}
		if e.Seq <= sound.Seq {
			if !c.compare(e.Seq, r, archived) {
				return
			}
		} else if c.file.damage == nil {
			if !c.extend(ctx, e.Seq, r) {
				return
			}
			written++
		}
		c.checkBlobs(ctx, e)
	}
	head := chain.Head()
	switch {
	case head.Seq < sound.Seq:
		c.find(head.Seq+1, LogRegression, true, "log regression: the log ends with event %d, but the archive holds %d events. The game is stopped; run the repair to restore it from the archive.", head.Seq, sound.Seq)
	case c.torn() && head.Seq == sound.Seq:
		c.find(sound.Seq+1, LogRegression, true, "log regression: the archive holds the beginning of this event, which the log no longer has. The game is stopped.")
	case written > 0 && c.look:
		c.find(head.Seq, CaughtUp, false, "the archive is %d events behind the log; the next start lets it catch up.", written)
	case written > 0:
		c.find(head.Seq, CaughtUp, false, "the archive was %d events behind the log and has caught up.", written)
	}
}

// compare holds one event of the log against the archive's.
func (c *comparison) compare(seq int64, r events.Record, archived func() (events.Record, error, bool)) bool {
	kept, err, ok := archived()
	if err != nil || !ok {
		c.find(seq, ArchiveFailed, true, "the archive cannot be read here (%v).", err)
		return false
	}
	ours, err := events.EncodeRecord(r)
	theirs, err2 := events.EncodeRecord(kept)
	if err != nil || err2 != nil || !bytes.Equal(ours, theirs) {
		c.find(seq, LogDiffers, true, "the log tells another history than the archive. The game is stopped; run the repair to restore it from the archive.")
		return false
	}
	return true
}

// extend writes an event that only the log has, after cutting off a torn one.
func (c *comparison) extend(ctx context.Context, seq int64, r events.Record) bool {
	err := error(nil)
	if c.look {
		if c.torn() && seq == c.archive.Head(c.game).Seq+1 {
			c.find(seq, TailCut, false, "a crash has torn it in the archive; the next start writes it again from the log.")
		}
		return true
	}
	if c.torn() {
		if err = c.file.cut(); err == nil {
			c.find(seq, TailCut, false, "a crash had torn it in the archive; it is written again from the log.")
		}
	}
	if err == nil {
		err = keep(ctx, c.store, c.archive, r)
	}
	if err != nil {
		c.find(seq, ArchiveFailed, true, "the archive could not be written (%v).", err)
	}
	return err == nil
}

func (c *comparison) torn() bool {
	c.file.mu.Lock()
	defer c.file.mu.Unlock()
	return c.file.damage == nil && c.file.size > c.file.end
}

// checkBlobs ensures that what an event refers to is in the archive, and its scenario document in the store as well. Whether a blob is
// intact shows when it is read.
func (c *comparison) checkBlobs(ctx context.Context, e events.Event) {
	for _, digest := range events.References(e.Body) {
		if !c.archive.holds(digest) && !slices.Contains(c.erased, digest) {
			if err := c.copy(ctx, c.store, c.archive, digest); err != nil {
				c.find(e.Seq, BlobLost, false, "the text with digest %s that belongs to it is neither in the store nor in the archive (%v).", digest, err)
				continue
			}
		}
		if _, isGenesis := e.Body.(events.GameAnnounced); !isGenesis {
			continue
		}
		if _, err := c.store.Get(ctx, digest); err == nil {
			continue
		}
		if err := c.copy(ctx, c.archive, c.store, digest); err != nil {
			c.find(e.Seq, BlobLost, true, "the scenario document %s could not be put back into the store (%v).", digest, err)
			continue
		}
		if c.look {
			c.find(e.Seq, BlobRestored, false, "the store has lost the scenario document; the next start puts it back from the archive.")
			continue
		}
		c.find(e.Seq, BlobRestored, false, "the store had lost the scenario document; it was put back from the archive.")
	}
}

// copy copies a blob, or only reports whether it could be had.
func (c *comparison) copy(ctx context.Context, from, to events.Blobs, digest events.Hash) error {
	if c.look {
		_, err := from.Get(ctx, digest)
		return err
	}
	return copyBlob(ctx, from, to, digest)
}

// cut removes a torn tail, after saving its bytes beside the file.
func (f *file) cut() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, err := os.Open(f.path)
	if err != nil {
		return err
	}
	tail, err := io.ReadAll(io.NewSectionReader(data, f.end, f.size-f.end))
	if err := errors.Join(err, data.Close()); err != nil {
		return err
	}
	for n := 1; ; n++ {
		path := fmt.Sprintf("%s.torn-%d", f.path, n)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		if err := durable.Replace(path, tail); err != nil {
			return err
		}
		break
	}
	if err := durable.Cut(f.path, f.end); err != nil {
		f.failed = err
		return err
	}
	f.size = f.end
	return nil
}

// Repair fills a fresh store from the archive, byte for byte, and returns it open. fresh is called once, after the archive was found sound
// as a whole: it moves the damaged store aside (jetstream.MoveAside) and opens an empty one. A tail torn by a crash was never reported to
// anyone; it is set aside and left out.
func Repair(ctx context.Context, a *Archive, fresh func() (events.Store, error)) (events.Store, error) {
	if err := a.Whole(); err != nil {
		return nil, err
	}
	store, err := fresh()
	if err != nil {
		return nil, err
	}
	for _, game := range a.Games() {
		if a.Cold(game) {
			continue
		}
		if err := restore(ctx, a, store, game, 0); err != nil {
			return nil, errors.Join(fmt.Errorf("restoring game %s: %w", game, err), store.Close())
		}
	}
	return store, nil
}

// Whole returns an error unless every game reads well from its beginning to its end. Tails that crashes have torn are cut off.
func (a *Archive) Whole() error {
	for _, game := range a.Games() {
		f := a.file(game)
		if f.damage != nil {
			return fmt.Errorf("%w: the archive of game %s, event %d: %w; nothing was changed", events.ErrDamaged, game, a.Head(game).Seq+1, f.damage)
		}
		if head, err := events.Walk(game, a.Records(game)); err != nil || head != a.Head(game) {
			return fmt.Errorf("%w: the archive of game %s, event %d (%v); nothing was changed", events.ErrDamaged, game, head.Seq+1, err)
		}
		if f.size > f.end {
			if err := f.cut(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Refill appends to a store what it lacks of the archive, byte for byte: everything but the games that rest to an empty one, and the rest to one that ends too early. It
// names the games that it added to. Where the log is not the beginning of the archive it fails, and changes nothing in that game.
func Refill(ctx context.Context, a *Archive, store events.Store) (filled []string, err error) {
	if err := a.Whole(); err != nil {
		return nil, err
	}
	for _, game := range a.Games() {
		if a.Cold(game) {
			continue
		}
		head, err := store.Head(ctx, game)
		if err != nil {
			return filled, err
		}
		if head.Seq >= a.Head(game).Seq {
			continue
		}
		if head.Seq > 0 {
			r, err := a.file(game).read(head.Seq)
			if err != nil {
				return filled, err
			}
			if events.LeafHash(r.Bytes) != head.Hash {
				return filled, fmt.Errorf("%w: log and archive of game %s differ at event %d", events.ErrDamaged, game, head.Seq)
			}
		}
		if err := restore(ctx, a, store, game, head.Seq); err != nil {
			return filled, fmt.Errorf("restoring game %s: %w", game, err)
		}
		filled = append(filled, game)
	}
	return filled, nil
}

// restore appends the events of a game that come behind a number.
func restore(ctx context.Context, a *Archive, store events.Store, game string, behind int64) error {
	for r, err := range a.Records(game) {
		if err != nil {
			return err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return err
		}
		if e.Seq <= behind {
			continue
		}
		for _, digest := range events.References(e.Body) {
			if err := copyBlob(ctx, a, store, digest); err != nil && !errors.Is(err, events.ErrNotFound) {
				return err
			}
		}
		if err := store.Append(ctx, r); err != nil {
			return err
		}
	}
	if head, err := store.Head(ctx, game); err != nil || head != a.Head(game) {
		return fmt.Errorf("it ends with event %d, not %d (%w)", head.Seq, a.Head(game).Seq, errors.Join(err, events.ErrDamaged))
	}
	return nil
}

// Rewrite writes a game's damaged archive anew from the log, which must hold a sound chain that goes at least as far as
// the sound part of the archive and through it. The damaged file is moved aside, never deleted.
func Rewrite(ctx context.Context, store events.Store, a *Archive, game string) error {
	f, sound := a.file(game), a.Head(game)
	chain := events.NewChain(game, events.Head{})
	for r, err := range store.Read(ctx, game, 1) {
		if err == nil {
			_, err = chain.Add(r)
		}
		if err != nil {
			return err
		}
		if head := chain.Head(); head.Seq == sound.Seq && head != sound {
			return fmt.Errorf("%w: log and archive of game %s differ at event %d", events.ErrDamaged, game, sound.Seq)
		}
	}
	if chain.Head().Seq < sound.Seq {
		return fmt.Errorf("%w: the log of game %s is shorter than its archive", events.ErrDamaged, game)
	}
	if _, err := durable.MoveAside(f.path); err != nil {
		return err
	}
	a.mu.Lock()
	delete(a.games, game)
	a.mu.Unlock()
	_, err := CatchUp(ctx, store, a, game)
	return err
}
