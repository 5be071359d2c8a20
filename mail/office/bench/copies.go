package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/mail/office/copies"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
	"fieldpost/scenarios"
)

// source is a game of a rulebook in which bots have played some windows, and what they write in the one that is open.
func (b *bench) source(ctx context.Context, rulebook string) (*club, []draft, error) {
	k := b.sources[rulebook]
	if k == nil {
		var err error
		if k, err = b.openClub(ctx, b.folder("source-"+rulebook), 0); err != nil {
			return nil, nil, err
		}
		b.sources[rulebook] = k
		k.Painter = nil // nobody reads these letters
		if err := k.begin(ctx, rulebook, scenarios.ShowPiece(rulebook), coolOff); err != nil {
			return nil, nil, err
		}
		for range 2 {
			if _, _, err := k.window(ctx); err != nil {
				return nil, nil, err
			}
		}
	}
	for {
		k.chance = dice.NewPractice(2) // the same mails each time
		drafts, number, err := k.drafts(ctx)
		if err != nil {
			return nil, nil, err
		}
		if number == 0 {
			return nil, nil, fmt.Errorf("%s: no bot gave any orders", rulebook)
		}
		for i, d := range drafts {
			if d.orders() > 0 {
				drafts[0], drafts[i] = d, drafts[0]
				return k, drafts, nil
			}
		}
		if _, _, err := k.window(ctx); err != nil {
			return nil, nil, err
		}
	}
}

// closeSource ends a source; if it is needed later, another is made.
func (b *bench) closeSource(rulebook string) error {
	k := b.sources[rulebook]
	delete(b.sources, rulebook)
	return errors.Join(k.Close(), os.RemoveAll(k.Config.Data))
}

// closeSources ends them all.
func (b *bench) closeSources() (err error) {
	for rulebook := range b.sources {
		err = errors.Join(err, b.closeSource(rulebook))
	}
	return err
}

// LayOut lays copies of a game into a new data folder, log and archive, as if an installation had always had them.
func LayOut(ctx context.Context, config host.Config, from events.Store, game string, n int, say func(done int)) (err error) {
	log, err := host.OpenStore(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	kept, err := archive.Open(config.ArchiveDir())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if err := copyBlobs(ctx, from, game, log, kept); err != nil {
		return err
	}
	var wait sync.WaitGroup
	var next atomic.Int64
	faults := make(chan error, n)
	for range 16 * runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := int(next.Add(1)); i <= n && len(faults) == 0; i = int(next.Add(1)) {
				if err := copies.Lay(ctx, from, twofold{log, kept}, game, i, config.Keys()); err != nil {
					faults <- err
				} else if i%500 == 0 {
					say(i)
				}
			}
		})
	}
	wait.Wait()
	close(faults)
	return <-faults
}

// copyBlobs copies everything that a game refers to.
func copyBlobs(ctx context.Context, from events.Store, game string, to ...events.Blobs) error {
	for r, err := range from.Read(ctx, game, 1) {
		if err != nil {
			return err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for _, digest := range events.References(e.Body) {
			data, err := from.Get(ctx, digest)
			for _, t := range to {
				if err == nil {
					_, err = t.Put(ctx, data)
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// twofold is a log with its archive.
type twofold struct {
	events.Log
	kept *archive.Archive
}

// Append writes to both.
func (f twofold) Append(ctx context.Context, r events.Record) error {
	if err := f.Log.Append(ctx, r); err != nil {
		return err
	}
	return f.kept.Write(r)
}

// filled is a club with copies of the source's game, each known to the office and in memory as far as there is room.
func (b *bench) filled(ctx context.Context, name string, source *club, n int) (*club, error) {
	dir := b.folder(name)
	if err := LayOut(ctx, benchConfig(dir), source.Store, benchGame, n, func(done int) { b.say("  %d of %d games are laid out", done, n) }); err != nil {
		return nil, err
	}
	k, err := b.openClub(ctx, dir, source.ahead)
	if err != nil {
		return nil, err
	}
	_, err = k.Tally(ctx)
	return k, err
}
