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
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
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

// shortCommit is how many digits a commit has at least, where it is called by its first ones: they may all be decimal.
const shortCommit = 7

// pastCommits chooses commits evenly, the oldest first, from those since a kept game (adjudicator/testdata/games) was last written anew. Before that,
// on 23 November 2026, the bytes of positions changed under one layout, and no program promised to go on with them.
func pastCommits(t *testing.T, which string) (chosen []string) {
	t.Helper()
	n, err := strconv.Atoi(which)
	if err != nil || len(which) >= shortCommit {
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
	n = min(n, len(all))
	for i := range n {
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
}

// past is one game on it.
type past struct {
	*former
	t     *testing.T
	game  string
	mails int
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
func (p *past) post(seat table.Seat, text string) {
	p.t.Helper()
	p.mails++
	from := string(seat) + "@fieldpost.local"
	raw := fmt.Appendf(nil, "From: %s\r\nTo: orders@fieldpost.local\r\nMessage-ID: <past.%s.%d@fieldpost.local>\r\nSubject: [%s] orders\r\n\r\n%s\r\n", from, p.game, p.mails, p.game, strings.ReplaceAll(text, "\n", "\r\n"))
	if err := smtp.SendMail(p.smtp, nil, from, []string{"orders@fieldpost.local"}, raw); err != nil {
		p.t.Fatal(err)
	}
}

// seen plays the game again from the archive, with this program's rules, as far as it stands there.
func (p *past) seen() (*adjudicator.Match, error) {
	kept, err := archive.View(filepath.Join(p.dir, "archive"))
	if err != nil {
		return nil, err
	}
	return adjudicator.Fold(p.game, kept.Records(p.game), adjudicator.Source{
		Blob: func(h events.Hash) ([]byte, error) { return kept.Get(p.t.Context(), h) }, Engines: adjudicator.Game, Beacon: beacon.Verify,
	})
}

// written returns how much of the game is in the archive, in bytes.
func (p *past) written() (size int64) {
	files, err := filepath.Glob(filepath.Join(p.dir, "archive", "games", p.game+".*"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err == nil { // it is being moved otherwise
			size += info.Size()
		}
	}
	return size
}

// begin announces a game of a rulebook with the former program, seats both sides and plays two windows of it as far as the program goes along.
func (p *past) begin(rulebook string) (windows int) {
	p.t.Helper()
	if out, err := exec.CommandContext(p.t.Context(), p.program, "game", "new", p.game, "--game", rulebook, "--scenario", scenarios.ShowPiece(rulebook), "--cool-off", "0", "--config", p.config).CombinedOutput(); err != nil {
		p.t.Logf("%v %s", err, out)
		return 0
	}
	var m *adjudicator.Match
	read, number := int64(-1), 0
	window := func() int {
		size := p.written()
		if size == read {
			return number // it takes its time to play it again
		}
		var err error
		if m, err = p.seen(); err != nil || m.Open == nil {
			number = 0
		} else {
			number = m.Open.Number
		}
		read = size
		return number
	}
	window()
	for _, seat := range m.Announced.Seats {
		p.post(table.Seat(seat), "JOIN "+p.game+" "+seat)
	}
	within(40*time.Second, func() bool { return window() > 0 })
	for range 2 {
		at := window()
		if at == 0 {
			break
		}
		for seat, text := range officetest.InOrder(mailsOf(p.t, m)) {
			p.post(seat, text)
		}
		if !within(20*time.Second, func() bool { return window() != at }) {
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

// carryOn plays two further windows of the game with this program, unless the former one has played it to its end, and exports it.
func (p *past) carryOn(st *office.Office) (over bool, windows int, export []byte, halted error) {
	p.t.Helper()
	look := func() (mails map[table.Seat]string, at int) {
		err := st.With(p.t.Context(), p.game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if m.Halt != nil {
				halted = m.Halt
			} else if m.Open != nil {
				mails, at = mailsOf(p.t, m), m.Open.Number
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
		for seat, text := range officetest.InOrder(mails) {
			raw := fmt.Appendf(nil, "From: %s@fieldpost.local\r\nTo: orders@fieldpost.local\r\nMessage-ID: <now.%s.%d.%s@fieldpost.local>\r\nSubject: [%s] orders\r\n\r\n%s\r\n",
				seat, p.game, windows, seat, p.game, strings.ReplaceAll(text, "\n", "\r\n"))
			if err := st.Receive(p.t.Context(), raw, mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
				p.t.Fatal(err)
			}
		}
		at := 0
		if mails, at = look(); at > begun || at == 0 && begun > 0 { // or the game is over
			windows, begun = windows+1, at
		}
	}
	export, err := st.ExportGame(p.t.Context(), office.GameRequest{Game: p.game})
	if err != nil {
		p.t.Errorf("it is not exported: %v", err)
	}
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
	games := make(map[string]*past)
	begun := make(map[string]int)
	var mu sync.Mutex
	f.work(func() {
		t.Run("begin", func(t *testing.T) {
			for _, e := range adjudicator.Games() {
				t.Run(e.Name(), func(t *testing.T) {
					t.Parallel()
					p := &past{former: f, t: t, game: "past-" + e.Name()}
					if n := p.begin(e.Name()); n > 0 {
						mu.Lock()
						defer mu.Unlock()
						games[p.game], begun[p.game] = p, n
					}
				})
			}
		})
	})
	code, out, trouble := run(t, "upgrade", "--check", "--all", "--config", f.config)
	t.Logf("of %s: %d games begun; upgrade --check exits with %d\n%s%s", of, len(begun), code, out, trouble)
	if code != exitFine || len(begun) == 0 {
		t.Errorf("not every game goes on, or none was begun")
	}
	f.at(func(st *office.Office) {
		t.Run("go on", func(t *testing.T) {
			for game, p := range games {
				t.Run(game, func(t *testing.T) {
					t.Parallel()
					p.t = t
					over, windows, export, halted := p.carryOn(st)
					exit := -1
					if export != nil {
						exit = judged(t, export).Exit()
					}
					t.Logf("stood at window %d, then %d windows with this program; audit %d; halted: %v", begun[game], windows, exit, halted)
					if halted != nil || windows == 0 && !over || exit != audit.Fine {
						t.Errorf("it does not go on, or is not verified")
					}
				})
			}
		})
	})
}
