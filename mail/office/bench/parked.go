package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"fieldpost/mail/office/host"
)

// parked starts an installation of games at rest, for the second time: then it has a register of them.
func (b *bench) parked(ctx context.Context) error {
	source, _, err := b.source(ctx, b.rulebook())
	if err != nil {
		return err
	}
	config := benchConfig(b.folder("parked"))
	if err := LayOut(ctx, config, source.Store, benchGame, b.Parked, func(done int) { b.say("  %d of %d games are laid out", done, b.Parked) }); err != nil {
		return err
	}
	ahead := source.ahead
	if err := b.closeSource(b.rulebook()); err != nil { // the memory must be the server's
		return err
	}
	b.say("  the first start looks at each game")
	var open time.Duration
	var memory float64
	for range 2 {
		begun := time.Now()
		s, err := host.StartServer(ctx, config, slog.New(slog.DiscardHandler), func(in *host.Installation) {
			in.Now = func() time.Time { return time.Now().Add(ahead) }
		})
		if err != nil {
			return err
		}
		open = time.Since(begun)
		err = s.AtRest(ctx)
		tally, fault := s.Tally(ctx)
		memory = residentMemory()
		if err = errors.Join(err, fault, s.Stop(ctx)); err != nil {
			return err
		}
		if tally.Games != b.Parked || tally.Halted > 0 {
			return fmt.Errorf("of %d games %d are there, and %d of those have stopped", b.Parked, tally.Games, tally.Halted)
		}
	}
	b.add(timed("parked.start", open, time.Second, b.Parked))
	b.add(figure{Key: "parked.memory", Value: memory / 1e6, Unit: "MB", Size: b.Parked})
	return nil
}

// residentMemory is the memory that the process holds, as the system counts it where it does, after everything that can be was given back.
func residentMemory() float64 {
	debug.FreeOSMemory()
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		var pages, resident int64
		if n, _ := fmt.Sscan(string(data), &pages, &resident); n == 2 {
			return float64(resident) * float64(os.Getpagesize())
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys - m.HeapReleased)
}
