package bench

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"fieldpost/events"
	"fieldpost/events/jetstream"
)

// recordSize is the average size of a game's event in bytes.
const recordSize = 300

// fsyncs writes 300 bytes that many times, each time until they are safe: what the disk can do, and no log can do better one by one.
func (b *bench) fsyncs(n int) ([]time.Duration, error) {
	f, err := os.Create(b.folder("fsync"))
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	var times []time.Duration
	for range n {
		begun := time.Now()
		if _, err := f.Write(make([]byte, recordSize)); err != nil {
			return nil, err
		}
		if err := f.Sync(); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begun))
	}
	return times, nil
}

// rate is how many of them there were in a second.
func rate(times []time.Duration) float64 {
	var sum time.Duration
	for _, t := range times {
		sum += t
	}
	return float64(len(times)) / sum.Seconds()
}

const (
	appendsMeasured = 400
	appendingGames  = 8
)

// appends holds durable appends against bare writes with fsync on the same disk.
func (b *bench) appends(ctx context.Context) error {
	store, err := jetstream.Open(ctx, jetstream.Options{Dir: b.folder("append")})
	if err != nil {
		return err
	}
	defer store.Close()
	bare, err := b.fsyncs(appendsMeasured)
	if err != nil {
		return err
	}
	alone, err := appending(ctx, store, "alone", appendsMeasured)
	if err != nil {
		return err
	}
	again, err := b.fsyncs(appendsMeasured) // half of the baseline before, half after
	if err != nil {
		return err
	}
	bare = append(bare, again...)
	begun := time.Now()
	var wait sync.WaitGroup
	faults := make(chan error, appendingGames)
	for i := range appendingGames {
		wait.Go(func() {
			_, err := appending(ctx, store, fmt.Sprint("several-", i), appendsMeasured/appendingGames)
			faults <- err
		})
	}
	wait.Wait()
	several := appendsMeasured / time.Since(begun).Seconds()
	for range appendingGames {
		if err := <-faults; err != nil {
			return err
		}
	}
	one := rate(alone)
	b.add(figure{Key: "append.one", Value: one, Unit: "/s", Baseline: rate(bare), Beside: "fsyncs/s", Least: true})
	half, _ := median(bare)
	_, late := median(alone)
	const us = float64(time.Microsecond)
	b.add(figure{Key: "append.late", Value: float64(late) / us, Unit: "us", Baseline: float64(half) / us, Beside: "us, the median fsync"})
	b.add(figure{Key: "append.several", Value: several, Unit: "/s", Baseline: one, Beside: "/s of one game"})
	return nil
}

// appending appends events to one game, one after the other.
func appending(ctx context.Context, store events.Log, game string, n int) (times []time.Duration, err error) {
	var head events.Head
	for i := range n {
		r, err := events.Next(head, events.Event{Game: game, Time: int64(i + 1), Actor: "bench", Body: events.Rewound{Reason: string(make([]byte, recordSize-100))}})
		if err != nil {
			return nil, err
		}
		begun := time.Now()
		if err := store.Append(ctx, r); err != nil {
			return nil, err
		}
		times = append(times, time.Since(begun))
		if head, err = r.Head(); err != nil {
			return nil, err
		}
	}
	return times, nil
}

// rebuild reads a log of real games: all of it, decoded, against a consumer that counts, and one game against a filtered read.
func (b *bench) rebuild(ctx context.Context) error {
	source, _, err := b.source(ctx, b.rulebook())
	if err != nil {
		return err
	}
	config := benchConfig(b.folder("rebuild"))
	if err := LayOut(ctx, config, source.Store, benchGame, b.Games, func(done int) { b.say("  %d of %d games are laid out", done, b.Games) }); err != nil {
		return err
	}
	store, err := jetstream.Open(ctx, jetstream.Options{Dir: filepath.Join(config.Data, "log")})
	if err != nil {
		return err
	}
	defer store.Close()
	games, err := store.Games(ctx)
	if err != nil {
		return err
	}
	const rounds = 5
	var whole, counted, one, filtered []time.Duration
	total := 0
	for range rounds {
		begun := time.Now()
		if total, err = store.Count(ctx, ""); err != nil {
			return err
		}
		counted = append(counted, time.Since(begun))
		begun = time.Now()
		read, err := decoded(store.ReadAll(ctx))
		if err != nil {
			return err
		}
		whole = append(whole, time.Since(begun))
		if read != total {
			return fmt.Errorf("%w: %d of %d events were read", io.ErrUnexpectedEOF, read, total)
		}
		for _, g := range games[:min(len(games), 3)] {
			begun = time.Now()
			if _, err := store.Count(ctx, g); err != nil {
				return err
			}
			filtered = append(filtered, time.Since(begun))
			begun = time.Now()
			if _, err := decoded(store.Read(ctx, g, 1)); err != nil {
				return err
			}
			one = append(one, time.Since(begun))
		}
	}
	wholeTime, _ := median(whole)
	countTime, _ := median(counted)
	b.add(figure{Key: "rebuild.read", Value: float64(total) / wholeTime.Seconds(), Unit: "events/s", Baseline: float64(total) / countTime.Seconds(), Beside: "events/s, counting only", Size: total})
	oneTime, _ := median(one)
	filterTime, _ := median(filtered)
	const ms = float64(time.Millisecond)
	b.add(figure{Key: "rebuild.one", Value: float64(oneTime) / ms, Unit: "ms", Baseline: float64(filterTime) / ms, Beside: "ms, by a filter", Size: total})
	return nil
}

// decoded reads records, decodes the event of each and counts them.
func decoded(records iter.Seq2[events.Record, error]) (n int, err error) {
	for r, err := range records {
		if err != nil {
			return n, err
		}
		if _, err := events.Decode(r.Bytes); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
