package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/keyring"
)

// natsServer starts a NATS server with a port of its own.
func natsServer(t *testing.T) (url string) {
	t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
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

// shares gives an installation an outside log, with a passphrase for its keys unless that is empty.
func (in *installation) shares(url, passphrase string) *installation {
	in.t.Helper()
	line := fmt.Sprintf("nats: {url: %q}\n", url)
	if passphrase != "" {
		file := filepath.Join(filepath.Dir(in.config), "passphrase")
		write(in.t, file, passphrase+"\n")
		line = fmt.Sprintf("nats: {url: %q, passphrase_file: %q}\n", url, file)
	}
	text, err := os.ReadFile(in.config)
	if err != nil {
		in.t.Fatal(err)
	}
	write(in.t, in.config, string(text)+line)
	return in
}

const sharedPassphrase = "twelve letters and more"

// TestGamesMoveToACluster: repair fills an outside log from the archive of an embedded one; a second server with the passphrase gets the keys and
// goes on with the game, and the first one sees what it did. Whoever lacks the keys, or has others, is refused.
func TestGamesMoveToACluster(t *testing.T) {
	t.Parallel()
	first, second := install(t), install(t)
	first.play("hill")
	url := natsServer(t)
	first.shares(url, sharedPassphrase)
	second.shares(url, sharedPassphrase)
	second.mails = 100
	if code, out, trouble := run(t, "repair", "--config", first.config); code != exitFine || !strings.Contains(out, "hill: restored to event") {
		t.Fatalf("repair, exit %d:\n%s%s", code, out, trouble)
	}
	if code, out, trouble := run(t, "repair", "--config", first.config); code != exitFine || !strings.Contains(out, "nothing to repair") {
		t.Fatalf("a second repair, exit %d:\n%s%s", code, out, trouble)
	}
	before := first.turnOf("hill")
	second.at(func(st *office.Office) {
		for _, who := range []string{"ann", "bo"} {
			if err := second.send(st, who, fmt.Sprintf("ORDERS hill turn %d\nG1: watch\nEND", before)); err != nil {
				t.Fatal(err)
			}
		}
	})
	if turn := first.turnOf("hill"); turn != before+1 {
		t.Errorf("the first server sees turn %d, want %d", turn, before+1)
	}
	for _, name := range []string{"mail.key", "hill.dice", "hill.log"} {
		a, err := os.ReadFile(filepath.Join(first.dir, "keys", name))
		b, err2 := os.ReadFile(filepath.Join(second.dir, "keys", name))
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is not handed over: %v", name, err)
		}
	}
	strange := install(t)
	strange.play("other") // with a mail key of its own
	for name, c := range map[string]struct {
		in   *installation
		says string
	}{
		"no passphrase":      {install(t).shares(url, ""), "does not have the keys"},
		"another passphrase": {install(t).shares(url, "another passphrase"), "the passphrase is another"},
		"other keys":         {strange.shares(url, sharedPassphrase), "is not the one of the installation"},
		"short passphrase":   {install(t).shares(url, "short"), "at least"},
	} {
		if code, out, trouble := run(t, "game", "list", "--config", c.in.config); code == exitFine || !strings.Contains(flat(out+trouble), c.says) {
			t.Errorf("%s: exit %d:\n%s%s", name, code, out, trouble)
		}
	}
}

// TestNewKeysGoAlong: what changes the keys of a game or of the installation is known to the other servers too: another log key, a game that comes
// from another host, another secret behind reply addresses. Each server goes on with the games as they are, and letters of before can be answered.
func TestNewKeysGoAlong(t *testing.T) {
	t.Parallel()
	url, secret := natsServer(t), passphrase(t, "a cold winter of 1918")
	first, second, elsewhere := install(t).shares(url, sharedPassphrase), install(t).shares(url, sharedPassphrase), installAt(t, "orders@example.com")
	must := func(says string, args ...string) {
		t.Helper()
		if code, out, trouble := run(t, args...); code != exitFine || !strings.Contains(flat(out+trouble), says) {
			t.Fatalf("%v: exit %d, without %q:\n%s%s", args, code, says, out, trouble)
		}
	}
	first.play("hill")
	var before string
	second.at(func(st *office.Office) { before = st.Post.Token("hill", "republic", 2) })
	must("", "game", "amend", "logkey", "hill", "--reason", "a disk was sold", "--config", first.config)
	elsewhere.play("bridge")
	file := filepath.Join(t.TempDir(), "bridge.game")
	must("", "game", "export", "bridge", "--whole", "--to", "orders@fieldpost.local", "--reason", "a cluster", "--now", "-O", file, secret, "--config", elsewhere.config)
	must("bridge goes on here", "game", "import", file, secret, "--config", first.config)
	must("another secret", "mailkey", "--reason", "a disk was sold", "--config", first.config)

	second.mails = 100
	for _, game := range []string{"hill", "bridge"} {
		turn := second.turnOf(game)
		second.at(func(st *office.Office) {
			for _, who := range []string{"ann", "bo"} {
				if err := second.send(st, who, fmt.Sprintf("ORDERS %s turn %d\nG1: watch\nEND", game, turn)); err != nil {
					t.Fatal(err)
				}
			}
			if !st.Post.Proves(before, "hill", "republic", 2) {
				t.Error("a letter of before can no longer be answered")
			}
		})
		if now := first.turnOf(game); now != turn+1 {
			t.Errorf("%s is at turn %d, want %d", game, now, turn+1)
		}
	}
	must("another secret", "mailkey", "--reason", "and another", "--config", second.config)
	must("hill", "game", "list", "--config", install(t).shares(url, sharedPassphrase).config)
	must("all dice proven", "doctor", "--config", first.config)
	names, err := filepath.Glob(filepath.Join(first.dir, "keys", "*"))
	if err != nil || len(names) < 9 {
		t.Fatalf("the keys of the first server: %v, %v", names, err)
	}
	first.at(func(*office.Office) {})
	for _, path := range names {
		if keyring.IsMark(path) {
			continue // each server's own
		}
		a, err := os.ReadFile(path)
		b, err2 := os.ReadFile(filepath.Join(second.dir, "keys", filepath.Base(path)))
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v", filepath.Base(path), err)
		}
	}
}

// crew are servers that share an outside log in this process.
type crew struct{ t *testing.T }

func (c crew) start(in *installation) *host.Duty {
	c.t.Helper()
	config, err := ReadConfig(in.config)
	if err != nil {
		c.t.Fatal(err)
	}
	d, err := host.StartDuty(c.t.Context(), config, slog.New(slog.DiscardHandler), func(in *host.Installation) { in.Patience = time.Second }, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

func (c crew) stop(d *host.Duty) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := d.Stop(ctx); err != nil {
		c.t.Error(err)
	}
}

func (c crew) until(what string, done func() bool) {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(20 * time.Millisecond) { // what several servers do can only be waited for
		if time.Now().After(end) {
			c.t.Fatalf("never: %s", what)
		}
	}
}

// workParts is how many parts of the work a server does.
func workParts(d *host.Duty) int {
	if s := d.Server(); s != nil {
		return len(s.Hands.Parts())
	}
	return 0
}

// TestServersShareTheWork: the first server does all, and gives half of it to the second. A command and a mail may be given to either: the one that
// works on the game carries it out. When one ends the other goes on with all at once, and what an outdated part of the first one still wants to
// append is refused.
func TestServersShareTheWork(t *testing.T) {
	t.Parallel()
	c, url := crew{t}, natsServer(t)
	a, b := install(t).shares(url, sharedPassphrase), install(t).shares(url, sharedPassphrase)
	first := c.start(a)
	c.until("the first server does all", func() bool { return workParts(first) == len(cluster.Parts()) })
	second := c.start(b)
	c.until("the two share", func() bool { return workParts(first) == 5 && workParts(second) == 4 })
	old := first.Server()
	games := map[*host.Server]string{} // one of each
	for n := 1; len(games) < 2; n++ {
		name := fmt.Sprintf("hill-%d", n)
		for _, s := range []*host.Server{old, second.Server()} {
			if games[s] == "" && s.Hands.Mine(name) {
				games[s] = name
			}
		}
	}
	for _, name := range games {
		if code, out, trouble := run(t, "game", "new", name, "--scenario", "ibarra-palace", "--config", b.config); code != exitFine {
			t.Fatalf("a game of either is opened at the second: exit %d:\n%s%s", code, out, trouble)
		}
		if code, out, trouble := run(t, "game", "show", name, "--config", a.config); code != exitFine {
			t.Errorf("and shown at the first: exit %d:\n%s%s", code, out, trouble)
		}
		raw := fmt.Sprintf("From: ann@example.org\r\nTo: orders@fieldpost.local\r\nMessage-ID: <%s@example.org>\r\nSubject: join\r\n\r\nJOIN %s republic\r\n", name, name)
		if err := second.Take(t.Context(), []byte(raw), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
			t.Fatal(err)
		}
	}
	seated := func(s *host.Server, game string) bool {
		taken := false
		if err := s.With(t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			taken = m.Player("republic").Taken
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
		return taken
	}
	for s, game := range games {
		c.until("a mail has its effect", func() bool { return seated(s, game) })
		head, err := s.Shared.Store.Head(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []*host.Duty{first, second} {
			c.until("both archives have it", func() bool { return d.Shared.Archive.Head(game).Seq >= head.Seq })
		}
	}
	if err := second.Take(t.Context(), []byte("From: eve@example.org\r\nTo: orders@fieldpost.local\r\nMessage-ID: <eve@example.org>\r\nSubject: join\r\n\r\nJOIN nowhere\r\n"), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
		t.Fatal(err)
	}
	c.until("a mail about no game is answered", func() bool {
		head, err := old.Shared.Store.Head(t.Context(), office.OwnLog)
		return err == nil && head.Seq >= 2 // refused, and told so
	})
	var record events.Record
	for r, err := range old.Shared.Store.Read(t.Context(), games[old], 1) {
		if record = r; err != nil {
			t.Fatal(err)
		}
	}
	late := cluster.FenceLog(old.Shared.Store, old.Hands)
	c.stop(first)
	c.until("the second server does all", func() bool { return workParts(second) == len(cluster.Parts()) })
	if err := late.Append(t.Context(), record); !errors.Is(err, cluster.ErrNotAtWork) {
		t.Errorf("a server that has ended appends: %v", err)
	}
	if !seated(second.Server(), games[old]) {
		t.Error("the other server does not know the player")
	}
	c.stop(second)
}

// TestWhatAServerCannotDoAnotherDoes: a server that cannot bring mails into its spool leaves the part to the other one after a while, which does its
// work, and the game master is told once. A mail that waited in vain has its effect there.
func TestWhatAServerCannotDoAnotherDoes(t *testing.T) {
	t.Parallel()
	c, url := crew{t}, natsServer(t)
	a, b := install(t).shares(url, sharedPassphrase), install(t).shares(url, sharedPassphrase)
	for _, in := range []*installation{a, b} {
		text, err := os.ReadFile(in.config)
		if err != nil {
			t.Fatal(err)
		}
		write(t, in.config, string(text)+"master: master@example.org\n")
	}
	first := c.start(a)
	c.until("the first server does all", func() bool { return workParts(first) == len(cluster.Parts()) })
	second := c.start(b)
	c.until("the two share", func() bool { return workParts(first) == 5 && workParts(second) == 4 })
	game := ""
	for n := 1; game == ""; n++ {
		if name := fmt.Sprintf("hill-%d", n); second.Server().Hands.Mine(name) {
			game = name
		}
	}
	if code, out, trouble := run(t, "game", "new", game, "--scenario", "ibarra-palace", "--config", b.config); code != exitFine {
		t.Fatalf("exit %d:\n%s%s", code, out, trouble)
	}
	if err := second.Server().Spool.Close(); err != nil { // as if the disk took nothing more
		t.Fatal(err)
	}
	raw := fmt.Sprintf("From: ann@example.org\r\nTo: orders@fieldpost.local\r\nMessage-ID: <join@example.org>\r\nSubject: join\r\n\r\nJOIN %s republic\r\n", game)
	if err := first.Take(t.Context(), []byte(raw), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"}); err != nil {
		t.Fatal(err)
	}
	c.until("the first server has the game", func() bool { return first.Server().Hands.Mine(game) })
	c.until("the mail has its effect there", func() bool {
		taken := false
		if err := first.Server().With(t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			taken = m.Player("republic").Taken
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
		return taken
	})
	told := func() (n int) {
		if err := first.Server().With(t.Context(), office.OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range own.Letters {
				data, err := first.Server().Service.Store.Get(t.Context(), l.Issued.Digest)
				if err != nil {
					return own, err
				}
				if l.Issued.Letter == "installation" && l.Address == "master@example.org" && bytes.Contains(data, []byte("cannot do its part")) && bytes.Contains(data, []byte(cluster.PartOf(game))) {
					n++
				}
			}
			return own, nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	c.until("the game master is told", func() bool { return told() == 1 })
	if second.Server() == nil {
		t.Error("the other server has ended: it could still do other things")
	}
	c.stop(second)
	c.stop(first)
}
