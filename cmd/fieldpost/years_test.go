package main

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
)

var (
	months    = flag.Int("months", 0, "how many simulated months TestYears lasts; 0 leaves it out")
	campaigns = flag.Int("campaigns", 4, "how many campaigns of two players last through TestYears")
	beside    = flag.Int("beside", 200, "how many short games are played beside them")
)

// turnsBy returns how many turns of a campaign are played by the end of a month: 520 in ten years.
func turnsBy(month int) int { return month * 13 / 3 }

// years is an installation that is used for years, with a clock of its own.
type years struct {
	*installation
	clock  time.Time
	domain string            // of the players' addresses
	former                   // what is needed where former programs serve by turns
	opens  int               // short games so far
	left   map[string]string // what is ordered of the units that are left, by game
}

// clubhouse is what a month is played on: this program's office, or a former program's server.
type clubhouse interface {
	// open begins a game with two players of its own.
	open(game string)

	// turns plays one turn of each game by mails of both players.
	turns(games ...string)

	// ends closes a game.
	ends(game string)
}

// month starts the server's office, works, and stops it.
func (y *years) month(work func(st *host.Installation)) {
	y.t.Helper()
	config, err := ReadConfig(y.config)
	if err != nil {
		y.t.Fatal(err)
	}
	st, err := host.OpenInstallation(y.t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		y.t.Fatal(err)
	}
	if y.program == "" {
		st.Now = func() time.Time { return y.clock }
	}
	st.Documents = func(table.Engine, string) ([]byte, error) { return endless(y.t, 10_000), nil }
	work(st)
	if err := st.Close(); err != nil {
		y.t.Fatal(err)
	}
}

// startOf names the configuration that TestYearsStart opens.
const startOf = "FIELDPOST_YEARS_CONFIG"

// start opens the installation in a process of its own, as a restart does, and returns how long that took and what memory it then holds.
func (y *years) start() (took time.Duration, heap int64) {
	y.t.Helper()
	c := exec.CommandContext(y.t.Context(), os.Args[0], "-test.run", "^TestYearsStart$", "-test.v")
	c.Env = append(os.Environ(), startOf+"="+y.config)
	out, err := c.CombinedOutput()
	_, said, _ := strings.Cut(string(out), "started: ")
	if _, scan := fmt.Sscan(said, (*int64)(&took), &heap); err != nil || scan != nil {
		y.t.Fatalf("%v %v\n%s", err, scan, out)
	}
	return took, heap
}

// TestYearsStart is the other process.
func TestYearsStart(t *testing.T) {
	path := os.Getenv(startOf)
	if path == "" {
		t.Skip("only as a part of TestYears")
	}
	config, err := ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	st, err := host.OpenInstallation(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := st.CheckKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Tally(t.Context()); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begun)
	runtime.GC()
	runtime.GC() // what lies in a pool for somebody to take is gone only after the second time
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Println("started:", int64(took), m.HeapAlloc)
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

// here is a clubhouse whose office this process has.
type here struct {
	*years
	st *host.Installation
}

func (h here) open(game string) {
	h.t.Helper()
	if _, err := h.st.NewGame(h.t.Context(), gameWithRules(officetest.Palace(game))); err != nil {
		h.t.Fatal(err)
	}
	for _, who := range pairOf(game) {
		h.mail(who, "JOIN "+game+" "+seatOf(who))
	}
}

// pairOf names the players of a game, who are called after it and their seats.
func pairOf(game string) []string { return []string{game + ".republic", game + ".italian_ctv"} }

func seatOf(who string) string {
	_, seat, _ := strings.Cut(who, ".")
	return seat
}

func (h here) mail(who, text string) {
	h.t.Helper()
	h.clock = h.clock.Add(time.Minute)
	if err := h.sendFrom(h.st.Office, who+"@"+h.domain, text); err != nil {
		h.t.Fatal(err)
	}
}

func (h here) turns(games ...string) {
	h.t.Helper()
	for _, game := range games {
		turn, window := h.at(game)
		for _, lines := range []string{cmp.Or(h.left[game], bothUnits), "G1: watch", "G2: hold"} {
			for _, who := range pairOf(game) {
				h.mail(who, yearsOrders(game, turn, lines))
			}
			if _, now := h.at(game); now > window {
				h.left[game] = lines
				break
			}
		}
		if _, now := h.at(game); now == window {
			h.t.Fatalf("%s does not go on", game)
		}
	}
}

// at tells the turn and the open window of a game.
func (h here) at(game string) (turn, window int) {
	h.t.Helper()
	if err := h.st.With(h.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Open == nil {
			return m, fmt.Errorf("%s does not go on: %v %v", game, m.Halt, m.Ending)
		}
		turn, window = m.Now.Turn(), m.Open.Number
		return m, nil
	}); err != nil {
		h.t.Fatal(err)
	}
	return turn, window
}

// bothUnits is what players order as long as they have both of their units. Who orders one that is lost is asked what he means; he orders the
// other one, then and from then on.
const bothUnits = "G1: watch\nG2: hold"

func yearsOrders(game string, turn int, lines string) string {
	return fmt.Sprintf("ORDERS %s turn %d\n%s\nEND", game, turn, lines)
}

func (h here) ends(game string) {
	h.t.Helper()
	if _, err := h.st.CloseGame(h.t.Context(), office.GameRequest{Game: game, Reason: "it was a short one"}); err != nil {
		h.t.Fatal(err)
	}
}

// tally counts what is in the log.
func (y *years) tally() (tally office.Tally) {
	y.t.Helper()
	y.month(func(st *host.Installation) {
		var err error
		if tally, err = st.Tally(y.t.Context()); err != nil {
			y.t.Fatal(err)
		}
	})
	return tally
}

// sizeOf adds up the files below a folder.
func sizeOf(t *testing.T, dir string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestYears uses an installation as a club does for ten years: campaigns that never end, a restart every month, short games that come and are
// over, and once a year the check of an upgrade, a backup, and the retirement of what is over. Start, memory and log must not grow with what
// is over. With -years-former every other month is served by another program, by its own server and the clock on the wall.
func TestYears(t *testing.T) {
	if *months == 0 {
		t.Skip("no -months")
	}
	y := newYears(t)
	var names []string
	for i := range *campaigns {
		names = append(names, fmt.Sprintf("campaign-%d", i+1))
	}
	y.month(func(st *host.Installation) {
		for _, g := range names {
			here{y, st}.open(g)
		}
	})
	secret := passphrase(t, "a cold winter of 1918")
	backup := filepath.Join(t.TempDir(), "backup")
	must := func(says string, args ...string) {
		t.Helper()
		code, out, trouble := run(t, append(args, "--config", y.config)...)
		if said := flat(out + trouble); code != exitFine || !strings.Contains(said, says) {
			t.Fatalf("%v: exit %d, without %q\n%s", args, code, says, said)
		}
	}
	var retired []string
	var firstHeap, firstEvents int64
	played := 0
	var running []string // the short games
	for month := 1; month <= *months; month++ {
		y.clock = officetest.Start.AddDate(0, month, 0)
		y.served(month, func(c clubhouse) {
			c.turns(running...)
			for _, g := range running {
				c.ends(g)
			}
			retired, running = append(retired, running...), nil
			for y.opens*(*months) < *beside*month && month < *months {
				y.opens++
				g := fmt.Sprintf("short-%d", y.opens)
				c.open(g)
				running = append(running, g)
			}
			for ; played < turnsBy(month); played++ {
				c.turns(names...)
			}
		})
		if firstHeap == 0 {
			_, firstHeap = y.start()
			firstEvents = y.tally().Events
		}
		if month%12 != 0 && month != *months {
			continue
		}
		must("", "upgrade", "--check")
		must("up to date", "backup", backup, secret)
		if len(retired) > 0 {
			must("Resting in the archive", append([]string{"retire"}, retired...)...)
			retired = nil
		}
		start, heap := y.start()
		tally, log := y.tally(), sizeOf(t, filepath.Join(y.dir, "log"))
		t.Logf("month %d: %d turns, %d games, %d events; start %d ms, heap %.1f MiB; log %.1f MiB, archive %.1f MiB, backup %.1f MiB", month, played, tally.Games, tally.Events,
			start.Milliseconds(), float64(heap)/(1<<20), float64(log)/(1<<20), float64(sizeOf(t, filepath.Join(y.dir, "archive")))/(1<<20), float64(sizeOf(t, backup))/(1<<20))
		if left := holds(t, filepath.Join(y.dir, "log"), "short-1/"); len(left) > 0 {
			t.Errorf("the log holds what is over: %s", left)
		}
	}
	start, heap := y.start()
	tally := y.tally()
	y.month(func(st *host.Installation) {
		if tally.Games != *campaigns+y.opens {
			t.Errorf("%d games are known, want %d", tally.Games, *campaigns+y.opens)
		}
		if y.opens > 0 {
			if _, err := st.ShowGame(t.Context(), office.GameRequest{Game: "short-1"}); err != nil {
				t.Errorf("the first game is no longer shown: %v", err)
			}
		}
	})
	t.Logf("at the end: start %d ms, heap %.1f MiB", start.Milliseconds(), float64(heap)/(1<<20))
	if most := firstHeap + (tally.Events-firstEvents)*256 + int64(y.opens)*4096 + 24<<20; heap > most {
		t.Errorf("memory grows with what is over: %d MiB, want %d at most", heap>>20, most>>20)
	}
	must("all dice proven", "doctor")
	if code, out, trouble := run(t, "restore", backup, "--check", secret); code != exitFine {
		t.Errorf("the backup: %s%s", out, trouble)
	}
	if err := os.RemoveAll(backup); err != nil {
		t.Error(err)
	}
}
