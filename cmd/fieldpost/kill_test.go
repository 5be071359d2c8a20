package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/durable/durabletest"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/archive"

	"github.com/google/go-cmp/cmp"
)

var kills = flag.Int("kills", 4, "how often the server is killed while a game is played by mail")

// serveChild makes the test binary a server that can be killed.
const serveChild = "FIELDPOST_TEST_SERVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveChild); dir != "" {
		os.Exit(serveForKill(dir))
	}
	if file := os.Getenv(realChild); file != "" {
		os.Exit(serveReal(file))
	}
	if file := os.Getenv(nodeChild); file != "" {
		os.Exit(runNode(file))
	}
	if len(os.Args) == 2 && os.Args[1] == "read-mail" { // a server started its own program to read mails
		os.Exit(Main{Args: os.Args[1:], Out: os.Stdout, Err: os.Stderr}.Run(context.Background()))
	}
	if file := os.Getenv(dutyChild); file != "" {
		os.Exit(runDuty(file))
	}
	flag.Parse()
	durabletest.FilesInMemory()
	debug.SetGCPercent(300) // halls leave much behind and keep little
	debug.SetMemoryLimit(2 << 30)
	os.Exit(m.Run())
}

// serveForKill runs a server on dir until it is killed; it tells its SMTP address in a file.
func serveForKill(dir string) int {
	config := DefaultConfig()
	config.Data = dir
	config.Listen = host.Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	server, err := host.StartServer(context.Background(), config, slog.New(slog.NewTextHandler(os.Stderr, nil)), nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.WriteFile(filepath.Join(dir, "smtp.addr"), []byte(server.PostOffice.SMTPAddr()), 0o600); err != nil {
		return 1
	}
	select {}
}

// killGame is the game that is played through kills.
const killGame = "killed"

var killSetup = office.NewGame{ID: killGame, Rulebook: "brush-brothers", Scenario: "ibarra-palace", Schedule: events.Schedule{Zone: "UTC"}}

// playedMail is one order mail of the uninterrupted game.
type playedMail struct {
	window int
	seat   table.Seat
	raw    []byte
}

// TestKill plays a game by mail without interruption, then sends the very same mails to a server that is killed at
// random moments, and expects the very same game: no order that was answered with 250 lost, none applied twice.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts servers and kills them")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	calm := t.TempDir()
	mails, want := playCalmly(t, calm)
	done := 0
	for game := 0; done < *kills; game++ {
		dir := t.TempDir()
		copyKeys(t, calm, dir)
		done += playThroughKills(t, dir, mails, want, chance, *kills-done)
	}
	t.Logf("%d kills", done)
}

// playCalmly plays a whole game in this process and gives its mails and its export.
func playCalmly(t *testing.T, dir string) ([]playedMail, *archive.Exported) {
	t.Helper()
	ctx := t.Context()
	config := DefaultConfig()
	config.Data = dir
	st, err := host.OpenInstallation(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.NewGame(ctx, killSetup); err != nil {
		t.Fatal(err)
	}
	var played []playedMail
	receive := func(p playedMail) {
		played = append(played, p)
		if err := st.Receive(ctx, p.raw, mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range seatsOf(t, st.Office) {
		receive(playedMail{0, s, rawMail(string(s), "join "+string(s), "JOIN "+killGame+" "+string(s))})
	}
	for {
		var next []playedMail
		err := st.With(ctx, killGame, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if m.Halt != nil {
				return m, m.Halt
			}
			if m.Open == nil {
				return m, nil
			}
			for _, s := range m.Open.Seats {
				chance := rand.New(rand.NewPCG(uint64(m.Open.Number), uint64(len(s))))
				text, err := m.BotMail(s, "sensible", chance.IntN)
				if err != nil {
					return m, err
				}
				next = append(next, playedMail{m.Open.Number, s, rawMail(string(s), fmt.Sprintf("window %d %s", m.Open.Number, s), strings.Join(text, "\n"))})
			}
			return m, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(next) == 0 {
			break
		}
		for _, p := range next {
			receive(p)
		}
	}
	return played, exported(t, st.Office)
}

func seatsOf(t *testing.T, st *office.Office) (seats []table.Seat) {
	t.Helper()
	if err := st.With(t.Context(), killGame, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, p := range m.Players {
			seats = append(seats, p.Seat)
		}
		return m, nil
	}); err != nil {
		t.Fatal(err)
	}
	return seats
}

func exported(t *testing.T, st *office.Office) *archive.Exported {
	t.Helper()
	data, err := st.ExportGame(t.Context(), office.GameRequest{Game: killGame})
	if err != nil {
		t.Fatal(err)
	}
	x, err := archive.ReadExport(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// rawMail is a mail whose bytes are the same whenever it is sent.
func rawMail(from, id, text string) []byte {
	text = strings.ReplaceAll(text, "\n", "\r\n")
	return fmt.Appendf(nil, "From: %s@fieldpost.local\r\nTo: orders@fieldpost.local\r\nMessage-ID: <%s@fieldpost.test>\r\nSubject: [%s]\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n%s\r\n",
		from, strings.ReplaceAll(id, " ", "."), killGame, text)
}

func copyKeys(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(to, "keys"), os.DirFS(filepath.Join(from, "keys"))); err != nil {
		t.Fatal(err)
	}
	marks, err := filepath.Glob(filepath.Join(to, "keys", "*.signed"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range marks { // they tell how far another log was signed
		if err := os.Remove(m); err != nil {
			t.Fatal(err)
		}
	}
}

// victim is a server process that is killed and started again.
type victim struct {
	t       *testing.T
	dir     string
	env     string        // what makes the test program the server
	listens func() string // its address, or "" before it listens
	cmd     *exec.Cmd
	chance  *rand.Rand
	kills   int
	left    int
	timer   *time.Timer
	said    *bytes.Buffer // what the present process wrote to standard error
}

func (v *victim) start() {
	v.t.Helper()
	os.Remove(filepath.Join(v.dir, "smtp.addr"))
	v.cmd = exec.Command(os.Args[0], "-test.run=XXX")
	v.cmd.Env = append(os.Environ(), v.env)
	v.said = new(bytes.Buffer)
	v.cmd.Stderr = v.said
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	if v.left > 0 {
		process := v.cmd.Process
		v.timer = time.AfterFunc(time.Duration(v.chance.IntN(1200))*time.Millisecond, func() { process.Kill() })
	}
}

// alive gives the address of the running server; a killed one is started again.
func (v *victim) alive() string {
	v.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		if v.cmd == nil {
			v.start()
		}
		if addr := v.listens(); addr != "" && v.running() {
			return addr
		}
		if !v.running() {
			v.bury()
			continue
		}
		v.pause()
	}
	v.t.Fatal("the server does not start any more")
	return ""
}

func (v *victim) running() bool {
	return v.cmd != nil && v.cmd.Process.Signal(nilSignal) == nil && !zombie(v.cmd.Process.Pid)
}

// pause lets the other process work: nothing of it can be waited for but its answers.
func (v *victim) pause() {
	select {
	case <-v.t.Context().Done():
	case <-time.After(5 * time.Millisecond):
	}
}

func (v *victim) bury() {
	if v.cmd == nil {
		return
	}
	if err := v.cmd.Wait(); v.cmd.ProcessState.ExitCode() != -1 {
		v.t.Fatalf("the server ended by itself, not killed: %v\n%s", err, v.said)
	}
	v.cmd = nil
	v.kills++
	v.left--
}

func playThroughKills(t *testing.T, dir string, mails []playedMail, want *archive.Exported, chance *rand.Rand, left int) int {
	t.Helper()
	v := &victim{t: t, dir: dir, env: serveChild + "=" + dir, chance: chance, left: left}
	v.listens = func() string {
		addr, _ := os.ReadFile(filepath.Join(dir, "smtp.addr"))
		return string(addr)
	}
	config := DefaultConfig()
	config.Data = dir
	if _, err := host.CallMaster(t.Context(), config, "new", killSetup); err != nil {
		t.Fatal(err)
	}
	for _, m := range mails {
		v.until(m)
		v.send(m.raw)
	}
	v.untilClosed()
	v.left = 0
	v.timer.Stop()
	v.cmd.Process.Kill()
	v.cmd.Wait()
	st, err := host.OpenInstallation(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	sameGame(t, exported(t, st.Office), want, len(mails))
	return v.kills
}

// status asks the running server where the game stands.
func (v *victim) status() (office.GameStatus, bool) {
	var s office.GameStatus
	v.alive()
	config := DefaultConfig()
	config.Data = v.dir
	request, _ := json.Marshal(office.GameRequest{Game: killGame, JSON: true})
	ctx, cancel := context.WithTimeout(v.t.Context(), 10*time.Second)
	defer cancel()
	data, err := host.CallRunning(ctx, config, "show", request)
	if err != nil || json.Unmarshal(data, &s) != nil {
		return s, false
	}
	if s.Halt != "" {
		v.t.Fatalf("the game stands still: %s", s.Halt)
	}
	return s, true
}

// until waits for the window of a mail.
func (v *victim) until(m playedMail) {
	v.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for time.Now().Before(deadline) {
		if s, ok := v.status(); ok && s.Window >= m.window {
			return
		}
		v.pause()
	}
	v.t.Fatalf("window %d does not open", m.window)
}

func (v *victim) untilClosed() {
	v.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for time.Now().Before(deadline) {
		if s, ok := v.status(); ok && s.Closed != "" && s.Owed == 0 && s.Unsent == 0 {
			return
		}
		v.pause()
	}
	v.t.Fatal("the game does not end, or its letters do not leave")
}

// send repeats a mail until a server has answered it with 250, as any mail host does.
func (v *victim) send(raw []byte) {
	v.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for time.Now().Before(deadline) {
		s, err := mail.NewSubmission(mail.Server{Addr: v.alive(), TLS: mail.TLSNone, Timeout: 10 * time.Second})
		if err != nil {
			v.t.Fatal(err)
		}
		err = s.Send(v.t.Context(), mail.Letter{From: "player@fieldpost.local", To: "orders@fieldpost.local"}, raw)
		s.Close()
		if err == nil {
			return
		}
		var failure *mail.Failure
		if errors.As(err, &failure) && failure.Permanent {
			v.t.Fatalf("the server refuses a mail for good: %v", err)
		}
		v.pause()
	}
	v.t.Fatal("no server takes the mail")
}

// sameGame compares what happened: the orders taken, each once, and all that followed from them.
func sameGame(t *testing.T, got, want *archive.Exported, mails int) {
	t.Helper()
	verdict := adjudicator.Audit(got.Game, got.All(), got.Blob, adjudicator.Game)
	if !verdict.Sound() {
		t.Fatalf("the log is not sound: %v", verdict.Fault)
	}
	gotOrders, gotPasses := historyOf(t, got)
	wantOrders, wantPasses := historyOf(t, want)
	slices.Sort(gotOrders)
	slices.Sort(wantOrders)
	if !slices.Equal(gotOrders, wantOrders) {
		t.Errorf("%d order mails were taken, want %d, each once", len(gotOrders), len(wantOrders))
	}
	if len(gotPasses) != len(wantPasses) {
		t.Fatalf("%d passes, want %d", len(gotPasses), len(wantPasses))
	}
	for i := range wantPasses {
		if gotPasses[i] != wantPasses[i] {
			t.Fatalf("pass %d came out differently: %s", i, cmp.Diff(strings.Split(wantPasses[i], "\n"), strings.Split(gotPasses[i], "\n")))
		}
	}
}

// historyOf gives the keys of the order mails, and what each pass came to: its rolls with their proofs, its facts, the
// whole position, the window it opened. The numbers of events differ from run to run, since letters leave when they can,
// and with them the ids of lines; nothing else may.
func historyOf(t *testing.T, x *archive.Exported) (orders, passes []string) {
	t.Helper()
	m := adjudicator.New(x.Game, adjudicator.Source{Blob: x.Blob, Engines: adjudicator.Game})
	for _, r := range x.Records {
		if err := m.Apply(r); err != nil {
			t.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		switch b := e.Body.(type) {
		case events.OrdersReceived:
			orders = append(orders, b.Mail.String())
		case events.Adjudicated:
			position, err := json.Marshal(m.Now.Describe())
			if err != nil {
				t.Fatal(err)
			}
			passes = append(passes, fmt.Sprintf("%d %v %v %s\n%v\n%s", b.Window, b.Rolls, b.Next, b.Winner, officetest.WithoutIDs(m.Last.Facts), position))
		}
	}
	return orders, passes
}
