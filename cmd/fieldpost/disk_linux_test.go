package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"

	"fieldpost/adjudicator"
	"fieldpost/mail"
)

// smallDisk mounts a disk of 24 MB; the test is skipped where that is not allowed.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill leaves no room on a disk; the file that it writes can be removed again.
func fill(t *testing.T, dir string) (file string) {
	t.Helper()
	file = filepath.Join(dir, "ballast")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 4
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// TestFullDisk fills the disk of the log, then that of the archive, in the middle of a game. Mails that cannot be kept are refused meanwhile,
// what was acknowledged has its effect when there is room again, once, and the game goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, which := range []string{"log", "archive"} {
		t.Run(which, func(t *testing.T) {
			in := install(t)
			disk := smallDisk(t)
			text := "data: " + filepath.Join(disk, "data") + "\nlisten: {smtp: 127.0.0.1:0, imap: 127.0.0.1:0}\n"
			in.dir = filepath.Join(disk, "data")
			if which == "archive" {
				in.dir = filepath.Join(t.TempDir(), "data")
				text = "data: " + in.dir + "\narchive: " + filepath.Join(disk, "archive") + "\nlisten: {smtp: 127.0.0.1:0, imap: 127.0.0.1:0}\n"
			}
			if err := os.WriteFile(in.config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			in.play("hill")
			config, err := ReadConfig(in.config)
			if err != nil {
				t.Fatal(err)
			}
			server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
			if err != nil {
				t.Fatal(err)
			}
			stopped := false
			stop := func() {
				if !stopped {
					stopped = true
					_ = server.Stop(t.Context()) // what could not be written is found missing below
				}
			}
			defer stop()
			orders := rawMail("ann", "full", "ORDERS hill turn 2\nG1: watch\nG2: watch\nEND")
			orders = []byte(strings.ReplaceAll(string(orders), "ann@fieldpost.local", "ann@example.org"))
			send := func() error {
				s, err := mail.NewSubmission(mail.Server{Addr: server.PostOffice.SMTPAddr(), TLS: mail.TLSNone})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				return s.Send(t.Context(), mail.Letter{From: "ann@example.org", To: "orders@fieldpost.local"}, orders)
			}
			ballast := fill(t, disk)
			var failure *mail.Failure
			if err := send(); err == nil {
				if which == "log" { // where the spool lies too
					t.Error("a mail was acknowledged that could not be kept")
				}
			} else if !errors.As(err, &failure) || failure.Permanent {
				t.Errorf("a full disk is no reason to refuse for good: %v", err)
			}
			if err := os.Remove(ballast); err != nil {
				t.Fatal(err)
			}
			if err := send(); err != nil {
				t.Logf("with room again the running server still refuses: %v", err)
				stop()
				if server, err = host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil); err != nil {
					t.Fatalf("it does not start again: %v", err)
				}
				stopped = false
				if err := send(); err != nil {
					t.Fatalf("a server started anew refuses too: %v", err)
				}
			}
			stop()
			if server, err = host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil); err != nil {
				t.Fatal(err)
			}
			stopped = false
			if err := server.Spool.AtRest(t.Context()); err != nil {
				t.Fatal(err)
			}
			stop()
			in.at(func(st *office.Office) {
				if err := in.send(st, "bo", "ORDERS hill turn 2\nG1: watch\nEND"); err != nil {
					t.Fatal(err)
				}
				if err := st.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
					if m.Now.Turn() != 3 || m.Player("republic").Orders != 2 {
						t.Errorf("turn %d, %d order mails of Ann; want 3, 2", m.Now.Turn(), m.Player("republic").Orders)
					}
					return m, nil
				}); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}
