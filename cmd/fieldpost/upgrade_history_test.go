package main

import (
	"bytes"
	"flag"
	"fmt"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
	"fieldpost/scenarios"
)

var (
	history  = flag.String("history", "", "with how many earlier programs of this repository TestUpgradesFromHistory begins games, or with those of which commits, such as 8 or 6350c4d1,2d199102; it is left out if empty")
	programs = flag.String("programs", "", "folder in which TestUpgradesFromHistory keeps and finds the programs that it builds; a new one if empty")
)

// gitSays runs git in this repository.
func gitSays(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", args...).Output()
	if err != nil {
		t.Skipf("git %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// pastCommits chooses commits evenly, the oldest first, from those since a kept game (adjudicator/testdata/games) was last written anew. Before that,
// on 23 November 2026, the bytes of positions changed under one layout, and no program promised to go on with them.
func pastCommits(t *testing.T, which string) (chosen []string) {
	t.Helper()
	n, err := strconv.Atoi(which)
	if err != nil {
		for _, name := range strings.Split(which, ",") {
			chosen = append(chosen, gitSays(t, "rev-parse", "--verify", name+"^{commit}"))
		}
		return chosen
	}
	root := gitSays(t, "rev-parse", "--show-toplevel")
	first := strings.Fields(gitSays(t, "-C", root, "log", "--first-parent", "-1", "--diff-filter=M", "--format=%H", "--", "adjudicator/testdata/games"))
	if len(first) == 0 {
		t.Skip("the history does not reach back to the games that are kept")
	}
	all := strings.Fields(gitSays(t, "rev-list", "--first-parent", "--reverse", first[0]+"^..HEAD"))
	for i := range min(n, len(all)) {
		chosen = append(chosen, all[i*(len(all)-1)/n])
	}
	return chosen
}

// programOf builds the program of a commit, unless it is there already.
func programOf(t *testing.T, dir, commit string) string {
	t.Helper()
	program := filepath.Join(dir, commit+".bin")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	source := t.TempDir()
	root := gitSays(t, "rev-parse", "--show-toplevel")
	packed, err := exec.CommandContext(t.Context(), "git", "-C", root, "archive", commit).Output()
	if err != nil {
		t.Fatal(err)
	}
	unpack := exec.CommandContext(t.Context(), "tar", "-x", "-C", source)
	unpack.Stdin = bytes.NewReader(packed)
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", program, "./cmd/fieldpost")
	build.Dir = source
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// former is an installation on which a program of former days is at work.
type former struct {
	*installation
	program, smtp string
	mails         int
}

// work starts the former program's server, lets work go on beside it, and stops it.
func (f *former) work(work func()) {
	f.t.Helper()
	var said bytes.Buffer
	server := exec.CommandContext(f.t.Context(), f.program, "serve", "--config", f.config)
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		f.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	if !within(time.Minute, func() bool {
		c, err := net.Dial("tcp", f.smtp)
		if err == nil {
			c.Close()
		}
		return err == nil
	}) {
		_ = server.Process.Kill()
		<-ended
		f.t.Fatalf("the former program does not start:\n%s", &said)
	}
	work()
	if err := server.Process.Signal(os.Interrupt); err != nil {
		f.t.Fatal(err)
	}
	if err := <-ended; err != nil {
		f.t.Fatalf("the former program stops with %v\n%s", err, &said)
	}
}

// within asks until the answer is yes, and reports whether it was in time.
func within(most time.Duration, ask func() bool) bool {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(most); time.Now().Before(end); <-tick.C {
		if ask() {
			return true
		}
	}
	return ask()
}

// post sends a mail to the former program.
func (f *former) post(game string, seat table.Seat, text string) {
	f.t.Helper()
	f.mails++
	from := string(seat) + "@fieldpost.local"
	raw := fmt.Appendf(nil, "From: %s\r\nTo: orders@fieldpost.local\r\nMessage-ID: <past.%d@fieldpost.local>\r\nSubject: [%s] orders\r\n\r\n%s\r\n", from, f.mails, game, strings.ReplaceAll(text, "\n", "\r\n"))
	if err := smtp.SendMail(f.smtp, nil, from, []string{"orders@fieldpost.local"}, raw); err != nil {
		f.t.Fatal(err)
	}
}

// seen plays a game again from the archive, with this program's rules, as far as it stands there.
func (f *former) seen(game string) (*adjudicator.Match, error) {
	kept, err := archive.View(filepath.Join(f.dir, "archive"))
	if err != nil {
		return nil, err
	}
	return adjudicator.Fold(game, kept.Records(game), adjudicator.Source{
		Blob: func(h events.Hash) ([]byte, error) { return kept.Get(f.t.Context(), h) }, Engines: adjudicator.Game, Beacon: beacon.Verify,
	})
}

// begin announces a game of a rulebook with the former program, seats both sides and plays two windows of it as far as the program goes along.
func (f *former) begin(game, rulebook string) (windows int) {
	f.t.Helper()
	if out, err := exec.CommandContext(f.t.Context(), f.program, "game", "new", game, "--game", rulebook, "--scenario", scenarios.ShowPiece(rulebook), "--cool-off", "0", "--config", f.config).CombinedOutput(); err != nil {
		f.t.Logf("%s: %v %s", game, err, out)
		return 0
	}
	var m *adjudicator.Match
	window := func() int {
		var err error
		if m, err = f.seen(game); err != nil || m.Open == nil {
			return 0
		}
		return m.Open.Number
	}
	window()
	for _, seat := range m.Announced.Seats {
		f.post(game, table.Seat(seat), "JOIN "+game+" "+seat)
	}
	within(20*time.Second, func() bool { return window() > 0 })
	for range 2 {
		at := window()
		if at == 0 {
			break
		}
		for seat, text := range mailsOf(f.t, m) {
			f.post(game, seat, text)
		}
		if !within(10*time.Second, func() bool { return window() != at }) {
			break // it does not understand all that is written today, and waits for a correction
		}
	}
	return window()
}

// mailsOf returns what a bot writes for each seat that the open window waits for.
func mailsOf(t *testing.T, m *adjudicator.Match) map[table.Seat]string {
	t.Helper()
	mails := make(map[table.Seat]string)
	for _, s := range m.Open.Seats {
		bots := m.Engine.BotNames()
		text, err := m.BotMail(s, bots[len(bots)-1], func(n int) int { return (m.Open.Number * 7) % n })
		if err != nil {
			t.Fatal(err)
		}
		mails[s] = strings.Join(text, "\n")
	}
	return mails
}

// carryOn plays two further windows of a game with this program, unless the former one has played it to its end, and exports it.
func (f *former) carryOn(game string) (over bool, windows int, export []byte, halted error) {
	f.t.Helper()
	f.at(func(st *office.Office) {
		look := func() (mails map[table.Seat]string, at int) {
			err := st.With(f.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
				if m.Halt != nil {
					halted = m.Halt
				} else if m.Open != nil {
					mails, at = mailsOf(f.t, m), m.Open.Number
				}
				return m, nil
			})
			if err != nil {
				halted = err
			}
			return mails, at
		}
		mails, begun := look()
		over = begun == 0 && halted == nil
		for range 2 {
			for seat, text := range mails {
				raw := fmt.Appendf(nil, "From: %s@fieldpost.local\r\nTo: orders@fieldpost.local\r\nMessage-ID: <now.%s.%d.%s@fieldpost.local>\r\nSubject: [%s] orders\r\n\r\n%s\r\n",
					seat, game, windows, seat, game, strings.ReplaceAll(text, "\n", "\r\n"))
				if err := st.Receive(f.t.Context(), raw, mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
					f.t.Fatal(err)
				}
			}
			at := 0
			if mails, at = look(); at > begun || at == 0 && begun > 0 { // or the game is over
				windows, begun = windows+1, at
			}
		}
		var err error
		if export, err = st.ExportGame(f.t.Context(), office.GameRequest{Game: game}); err != nil {
			f.t.Errorf("%s is not exported: %v", game, err)
		}
	})
	return over, windows, export, halted
}

// TestUpgradesFromHistory begins a game of every rulebook with programs of former days and puts today's in their place: the check before the
// upgrade calls every game good, each goes on, and each is verified.
func TestUpgradesFromHistory(t *testing.T) {
	if *history == "" {
		t.Skip("no -history")
	}
	dir := *programs
	if dir == "" {
		dir = t.TempDir()
	}
	for _, commit := range pastCommits(t, *history) {
		t.Run(commit[:8], func(t *testing.T) {
			upgradeFrom(t, programOf(t, dir, commit), gitSays(t, "log", "-1", "--format=%ci", commit))
		})
	}
}

func upgradeFrom(t *testing.T, program, of string) {
	f := &former{installation: install(t), program: program, smtp: freePort(t)}
	config := fmt.Sprintf("data: %s\nlisten: {smtp: %s, imap: %s, http: \"\"}\n", f.dir, f.smtp, freePort(t))
	if err := os.WriteFile(f.config, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	begun := make(map[string]int)
	f.work(func() {
		for _, e := range adjudicator.Games() {
			if n := f.begin("past-"+e.Name(), e.Name()); n > 0 {
				begun["past-"+e.Name()] = n
			}
		}
	})
	code, out, trouble := run(t, "upgrade", "--check", "--all", "--config", f.config)
	t.Logf("of %s: %d games begun; upgrade --check exits with %d\n%s%s", of, len(begun), code, out, trouble)
	if code != exitFine || len(begun) == 0 {
		t.Errorf("not every game goes on, or none was begun")
	}
	for game, before := range begun {
		over, windows, export, halted := f.carryOn(game)
		exit := -1
		if export != nil {
			exit = judged(t, export).Exit()
		}
		t.Logf("%s: stood at window %d, then %d windows with this program; audit %d; halted: %v", game, before, windows, exit, halted)
		if halted != nil || windows == 0 && !over || exit != audit.Fine {
			t.Errorf("%s does not go on, or is not verified", game)
		}
	}
}
