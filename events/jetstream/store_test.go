package jetstream_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/durable/durabletest"
	"fieldpost/events/jetstream"
	"fieldpost/events/logtest"
)

// childDir, when set, makes the test program append for ever in that folder: see TestNothingAcknowledgedIsLost.
const childDir = "FIELDPOST_TEST_APPENDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		appendForEver(dir)
	}
	durabletest.FilesInMemory()
	os.Exit(m.Run())
}

func open(t testing.TB, dir string) *jetstream.Store {
	t.Helper()
	s, err := jetstream.Open(context.Background(), jetstream.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStore(t testing.TB, s events.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestContractEmbedded(t *testing.T) {
	logtest.Run(t, func() events.Store { return open(t, t.TempDir()) })
}

func TestRestart(t *testing.T) {
	dir := t.TempDir()
	logtest.Restart(t, open(t, dir), func() events.Store { return open(t, dir) })
}

// external starts a server with a port of its own.
func external(t *testing.T, dir string, syncAlways bool) string {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, SyncAlways: syncAlways, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() { srv.Shutdown(); srv.WaitForShutdown() })
	if !srv.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return srv.ClientURL()
}

func connect(t *testing.T, url string) *jetstream.Store {
	t.Helper()
	s, err := jetstream.Connect(t.Context(), jetstream.External{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContractExternal(t *testing.T) {
	logtest.Run(t, func() events.Store { return connect(t, external(t, t.TempDir(), true)) })
}

// Two programs on one server: each sees at once what the other appends, and goes on from there.
func TestTwoProcessesShareALog(t *testing.T) {
	url := external(t, t.TempDir(), true)
	a, b := connect(t, url), connect(t, url)
	defer closeStore(t, a)
	defer closeStore(t, b)
	for n := range 20 {
		logtest.Extend(t, []*jetstream.Store{a, b}[n%2], "hill-7", 3)
	}
	for _, s := range []*jetstream.Store{a, b} {
		head, err := events.Walk("hill-7", s.Read(t.Context(), "hill-7", 1))
		if err != nil || head.Seq != 60 {
			t.Errorf("got %+v, %v", head, err)
		}
	}
}

func TestDoctor(t *testing.T) {
	s := connect(t, external(t, t.TempDir(), false))
	defer closeStore(t, s)
	found, err := s.Doctor(t.Context())
	if err != nil || len(found) != 1 || found[0].Code != "nats.sync" || found[0].Severity != jetstream.Doubtful {
		t.Errorf("got %+v, %v", found, err)
	}
	embedded := open(t, t.TempDir())
	defer closeStore(t, embedded)
	if found, err := embedded.Doctor(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("embedded: got %+v, %v", found, err)
	}
}

func TestAFolderIsOpenedOnce(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	defer closeStore(t, s)
	_, err := jetstream.Open(t.Context(), jetstream.Options{Dir: dir})
	var locked *durable.LockedError
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprintf("already running, pid %d", os.Getpid())) {
		t.Errorf("got %v", err)
	}
	if _, err := jetstream.MoveAside(dir); !errors.As(err, &locked) {
		t.Errorf("moved aside under a running program: %v", err)
	}
}

func TestAFolderOfANewerServerIsRefused(t *testing.T) {
	dir := t.TempDir()
	closeStore(t, open(t, dir))
	for version, says := range map[string]string{"fieldpost store 1\nnats-server 99.0.0\n": "cannot go back", "fieldpost store 2\n": "does not know"} {
		if err := os.WriteFile(filepath.Join(dir, "version"), []byte(version), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := jetstream.Open(t.Context(), jetstream.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v", version, err)
		}
	}
}

func TestALostStreamIsNotReplacedByAnEmptyOne(t *testing.T) {
	dir := t.TempDir()
	closeStore(t, open(t, dir))
	if err := os.RemoveAll(filepath.Join(dir, "nats")); err != nil {
		t.Fatal(err)
	}
	if _, err := jetstream.Open(t.Context(), jetstream.Options{Dir: dir}); !errors.Is(err, events.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

// A full store fails in bounded time, keeps what it had, and says that it is not a conflict.
func TestAFullStoreFailsWithoutHanging(t *testing.T) {
	dir := t.TempDir()
	s, err := jetstream.Open(t.Context(), jetstream.Options{Dir: dir, MaxDisk: 1 << 20, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var head events.Head
	for {
		r, err := events.Next(head, events.Event{Game: "hill-7", Actor: "master", Body: events.Amended{Reason: strings.Repeat("x", 100<<10)}})
		if err != nil {
			t.Fatal(err)
		}
		if err = s.Append(t.Context(), r); errors.Is(err, events.ErrConflict) {
			t.Fatal(err)
		} else if err != nil {
			break
		}
		if head, err = r.Head(); err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
	s = open(t, dir) // the disk has grown
	defer closeStore(t, s)
	if got, err := s.Head(t.Context(), "hill-7"); err != nil || got != head || head.Seq == 0 {
		t.Errorf("got %+v, %v, want %+v", got, err, head)
	}
	logtest.Extend(t, s, "hill-7", 3)
}

// appendForEver appends to three games in turn and prints each number once it is acknowledged, until it is killed.
func appendForEver(dir string) {
	ctx := context.Background()
	s, err := jetstream.Open(ctx, jetstream.Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for n := 0; ; n++ {
		game := fmt.Sprintf("game-%d", n%3)
		head, err := s.Head(ctx, game)
		if err == nil {
			var r events.Record
			if r, err = events.Next(head, events.Event{Game: game, Actor: "master", Body: events.Rewound{Reason: strings.Repeat("x", n*97%2000)}}); err == nil {
				err = s.Append(ctx, r)
			}
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("ack", game, head.Seq+1)
	}
}

// A process is killed with SIGKILL again and again while it appends: whatever it had acknowledged is there.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	dir := t.TempDir()
	acked := map[string]int64{}
	for range 8 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		left := 1 + rand.IntN(150)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var game string
			var seq int64
			if _, err := fmt.Sscanf(lines.Text(), "ack %s %d", &game, &seq); err != nil {
				t.Fatalf("the child says %q", lines.Text())
			}
			acked[game] = max(acked[game], seq)
			if left--; left == 0 {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, _ = io.Copy(io.Discard, out)
		_ = child.Wait() // it was killed
	}
	s := open(t, dir)
	defer closeStore(t, s)
	for game, seq := range acked {
		head, err := events.Walk(game, s.Read(t.Context(), game, 1))
		if err != nil || head.Seq < seq {
			t.Errorf("%s: event %d was acknowledged; found %+v, %v", game, seq, head, err)
		}
	}
	if len(acked) == 0 {
		t.Error("nothing was acknowledged")
	}
}

// TestAReadingThatIsCutOffIsNoDamage: a log whose next events do not come now is not said to be damaged.
func TestAReadingThatIsCutOffIsNoDamage(t *testing.T) {
	s := connect(t, external(t, t.TempDir(), true))
	defer closeStore(t, s)
	logtest.Extend(t, s, "hill-7", 200)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n, last := 0, error(nil)
	for _, err := range s.Read(ctx, "hill-7", 1) {
		cancel() // the rest is asked for in vain
		if last = err; err == nil {
			n++
		}
	}
	if n == 0 || n == 200 || !errors.Is(last, context.Canceled) || errors.Is(last, events.ErrDamaged) {
		t.Errorf("read %d of %d events, and then: %v", n, 200, last)
	}
}
