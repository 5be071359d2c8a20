package main

import (
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/bench"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
	"fieldpost/mail/office/reader"
)

var (
	parked    = flag.Int("parked", 20, "how many games rest in the installation that TestAStartLoadsNoGame starts")
	parkedDir = flag.String("parked-dir", "", "where that installation is made, and kept")
)

// park fills an installation with games at rest: each has been opened and waits for its players, every letter sent.
func park(t *testing.T, config host.Config, n int) {
	t.Helper()
	h := newHall(t)
	h.Office.Settings.Trials.Receipt, h.Office.Painter = 1, nil
	g := officetest.Palace("hill")
	g.Schedule.Period, g.Schedule.CoolOff = 400*24*60, 1<<30
	h.Playing(g)
	h.Deliver()
	for length := int64(0); length < 28; h.Look("hill", func(m *adjudicator.Match) { length = m.Head.Seq }) {
		h.Turn("hill")
		h.Deliver()
	}
	if err := bench.LayOut(t.Context(), config, h.Store, "hill", n, func(int) {}); err != nil {
		t.Fatal(err)
	}
}

// resident is what the system says of the memory of this process, now and at most; "" where it does not say.
func resident() string {
	status, _ := os.ReadFile("/proc/self/status")
	var said []string
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
			said = append(said, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(said, ", ")
}

// TestAStartLoadsNoGame: the second start of an installation, which has a register, opens the mail without loading a game. Run it with
// -parked 10000 -parked-dir DIR for the figures.
func TestAStartLoadsNoGame(t *testing.T) {
	config := DefaultConfig()
	config.Data, config.Listen.SMTP, config.Listen.IMAP, config.Listen.HTTP = *parkedDir, "127.0.0.1:0", "127.0.0.1:0", ""
	if config.Data == "" {
		config.Data = t.TempDir()
	}
	if _, err := os.Stat(filepath.Join(config.Data, "log")); err != nil {
		begun := time.Now()
		park(t, config, *parked)
		t.Logf("%d games are parked after %s", *parked, time.Since(begun).Round(time.Millisecond))
	}
	for _, start := range []string{"first", "second"} {
		before, begun := reader.ProcessorTime(), time.Now()
		s, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		open, cost := time.Since(begun), reader.ProcessorTime()-before
		if err := s.AtRest(t.Context()); err != nil {
			t.Fatal(err)
		}
		tally, err := s.Tally(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if tally.Games != *parked || tally.Halted > 0 {
			t.Errorf("%+v", tally)
		}
		if start == "second" && tally.Loaded > 0 {
			t.Errorf("%d games were loaded", tally.Loaded)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%s start: mail opens after %s (%s of the processors), all is known after %s; %d loaded, %.1f MB of heap, %s", start, open.Round(time.Millisecond),
			cost.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond), tally.Loaded, float64(m.HeapAlloc)/1e6, resident())
		if err := s.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
