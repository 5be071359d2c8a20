package main

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/keyring"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
)

var thorough = flag.Bool("thorough", false, "break and play more than a quick run does")

// installation is a data folder with a configuration, as an operator has it.
type installation struct {
	t      *testing.T
	dir    string
	config string
	now    time.Time
	mails  int

	address string // to which players write
}

func install(t *testing.T) *installation {
	t.Helper()
	dir := t.TempDir()
	in := &installation{t: t, dir: filepath.Join(dir, "data"), config: filepath.Join(dir, "fieldpost.yaml"), now: officetest.Start, address: "orders@fieldpost.local"}
	text := "data: " + in.dir + "\nlisten: {smtp: 127.0.0.1:0, imap: 127.0.0.1:0, http: \"\"}\n"
	if err := os.WriteFile(in.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return in
}

// at works on the installation's office while no server runs.
func (in *installation) at(work func(st *office.Office)) {
	in.t.Helper()
	config, err := ReadConfig(in.config)
	if err != nil {
		in.t.Fatal(err)
	}
	st, err := host.OpenInstallation(in.t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		in.t.Fatal(err)
	}
	work(st.Office)
	if err := st.Close(); err != nil {
		in.t.Error(err)
	}
}

// send hands a mail in.
func (in *installation) send(st *office.Office, from, text string) error {
	return in.sendFrom(st, from+"@example.org", text)
}

// sendFrom hands in a mail from an address.
func (in *installation) sendFrom(st *office.Office, address, text string) error {
	in.mails++
	raw := "From: " + address + "\r\nTo: " + in.address + "\r\nMessage-ID: <" + itoa(in.mails) + "@example.org>\r\nSubject: orders\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n") + "\r\n"
	return st.Receive(in.t.Context(), []byte(raw), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711"})
}

// knowDice gives a game that is not open yet the dice key of every test. With a drawn key one run in hundreds loses the unit that the next mail
// orders, and its turn is never played.
func (in *installation) knowDice(game string) {
	in.t.Helper()
	key := keyring.File{Name: game + ".dice", Data: []byte(strings.Repeat("c3", 32) + "\n")}
	if err := keyring.Folder(filepath.Join(in.dir, "keys")).Write([]keyring.File{key}); err != nil {
		in.t.Fatal(err)
	}
}

// play opens a game and plays a turn of it.
func (in *installation) play(game string) {
	in.t.Helper()
	in.knowDice(game)
	in.at(func(st *office.Office) {
		if _, err := st.NewGame(in.t.Context(), gameWithRules(officetest.Palace(game))); err != nil {
			in.t.Fatal(err)
		}
		for _, m := range [][2]string{
			{"ann", "JOIN " + game + " republic"}, {"bo", "JOIN " + game + " italian_ctv"},
			{"ann", "ORDERS " + game + " turn 1\nG1: watch\nEND"}, {"bo", "ORDERS " + game + " turn 1\nG1: watch\nEND"},
		} {
			if err := in.send(st, m[0], m[1]); err != nil {
				in.t.Fatal(err)
			}
		}
	})
}

func gameWithRules(g office.NewGame) office.NewGame {
	g.Rulebook, g.Scenario = "brush-brothers", "ibarra-palace"
	return g
}

// turnOf reads where a game stands.
func (in *installation) turnOf(game string) (turn int) {
	in.t.Helper()
	in.at(func(st *office.Office) {
		if err := st.With(in.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			turn = m.Now.Turn()
			if m.Halt != nil {
				in.t.Error(m.Halt)
			}
			return m, nil
		}); err != nil {
			in.t.Fatal(err)
		}
	})
	return turn
}

// headOf reads where a log ends.
func (in *installation) headOf(game string) (head events.Head) {
	in.t.Helper()
	in.at(func(st *office.Office) {
		var err error
		if head, err = st.Service.Store.Head(in.t.Context(), game); err != nil {
			in.t.Fatal(err)
		}
	})
	return head
}

// untilReady ends a server as soon as it says that it is at work.
type untilReady struct {
	bytes.Buffer
	stop context.CancelFunc
}

func (u *untilReady) Write(p []byte) (int, error) {
	n, err := u.Buffer.Write(p)
	if strings.Contains(u.String(), "Ctrl-C") {
		u.stop()
	}
	return n, err
}

// serve starts the server by its command line and stops it once it is at work.
func (in *installation) serve() (code int, said string) {
	in.t.Helper()
	ctx, stop := context.WithCancel(in.t.Context())
	defer stop()
	out := &untilReady{stop: stop}
	var trouble bytes.Buffer
	code = Main{Args: []string{"serve", "--config", in.config}, Out: out, Err: &trouble}.Run(ctx)
	return code, out.String() + trouble.String()
}

// blocks lists the files in which the log keeps its records, with what they hold.
func (in *installation) blocks() map[string][]byte {
	in.t.Helper()
	files := make(map[string][]byte)
	err := filepath.WalkDir(filepath.Join(in.dir, "log"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".blk" {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("ann@example.org")) {
			files[path] = data
		}
		return err
	})
	if err != nil || len(files) == 0 {
		in.t.Fatalf("the log has no blocks: %v", err)
	}
	return files
}

// TestDamagedLog breaks the stored log in several ways: the server does not start, says so plainly, and after a repair
// the game goes on.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	played := install(t)
	played.play("hill")
	ways := map[string]func(data []byte) []byte{
		"a bit flipped in the middle": func(d []byte) []byte { d[len(d)/2] ^= 4; return d },
		"a few bytes cut":             func(d []byte) []byte { return d[:len(d)-7] },
	}
	if *thorough {
		ways["a bit flipped at the begin"] = func(d []byte) []byte { d[len(d)/10] ^= 4; return d }
		ways["a bit flipped near the end"] = func(d []byte) []byte { d[len(d)-40] ^= 4; return d }
		ways["half of it cut"] = func(d []byte) []byte { return d[:len(d)/2] }
		ways["nothing left"] = func([]byte) []byte { return nil }
	}
	for name, damage := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t)
			in.mails = played.mails
			if err := os.CopyFS(in.dir, os.DirFS(played.dir)); err != nil {
				t.Fatal(err)
			}
			for path, data := range in.blocks() {
				if err := os.WriteFile(path, damage(data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			code, said := in.serve()
			if code != exitDamaged {
				t.Fatalf("serve exits with %d, want %d:\n%s", code, exitDamaged, said)
			}
			if !strings.Contains(said, "hill") || !strings.Contains(said, "fieldpost repair") || strings.Contains(said, "goroutine") {
				t.Errorf("the message is not plain:\n%s", said)
			}
			if code, out, trouble := run(t, "doctor", "--config", in.config); code == exitFine {
				t.Errorf("the doctor finds nothing: %s%s", out, trouble)
			}
			if code, out, trouble := run(t, "repair", "--config", in.config); code != exitFine || !strings.Contains(out, "hill") {
				t.Fatalf("repair exits with %d: %s%s", code, out, trouble)
			}
			if code, said := in.serve(); code != exitFine {
				t.Fatalf("after the repair serve exits with %d:\n%s", code, said)
			}
			in.at(func(st *office.Office) {
				for _, who := range []string{"ann", "bo"} {
					if err := in.send(st, who, "ORDERS hill turn 2\nG1: watch\nEND"); err != nil {
						t.Fatal(err)
					}
				}
			})
			if turn := in.turnOf("hill"); turn != 3 {
				t.Errorf("after the repair the game is at turn %d, want 3", turn)
			}
		})
	}
}

// TestTwoServers starts a second server on the same folder.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	in.at(func(*office.Office) {
		code, said := in.serve()
		if code == exitFine || !strings.Contains(said, "already running") || !strings.Contains(said, itoa(os.Getpid())) {
			t.Errorf("exit %d: %s", code, said)
		}
	})
	if code, said := in.serve(); code != exitFine {
		t.Errorf("exit %d after the first has gone: %s", code, said)
	}
}
