package main

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office/host"
	"fieldpost/mail/postoffice"
)

// untilSaid is what a page of the server says, as soon as it says as much.
func untilSaid(t *testing.T, says string, page func(w *httptest.ResponseRecorder)) *httptest.ResponseRecorder {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	late := time.After(30 * time.Second)
	for {
		w := httptest.NewRecorder()
		page(w)
		if strings.Contains(w.Body.String(), says) {
			return w
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("%q is not said:\n%s", says, w.Body)
		}
	}
}

// TestAccountsThatDoNotWork: a wrong password for the mailbox, and nobody at home where letters leave, are said by the health page, by the
// figures, by the status, by the doctor, and to the game master; a server whose accounts work says nothing of them.
func TestAccountsThatDoNotWork(t *testing.T) {
	t.Parallel()
	provider, err := postoffice.Open(postoffice.Config{Dir: t.TempDir(), Domains: []string{"example.org"}, Anybody: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := provider.Close(); err != nil {
			t.Error(err)
		}
	})
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	stranger := httptest.NewTLSServer(nil) // its certificate is nobody's that this machine trusts
	t.Cleanup(stranger.Close)
	for name, c := range map[string]struct {
		password, smtp, login string
		health, says, figures string
		status                int
	}{
		"a wrong password":     {"guess", provider.SMTPAddr(), "", "No mail can be read from games@", "which is read: ", `does="reads"} 0`, 503},
		"nobody at home":       {"secret", nobody, "", "No letter can leave by " + nobody, "which sends: ", `does="sends"} 0`, 503},
		"a refused login":      {"secret", provider.SMTPAddr(), ", user: games, password: guess", "No letter can leave by games@" + provider.SMTPAddr(), "which sends: ", `does="sends"} 0`, 503},
		"no trusted authority": {"secret", provider.SMTPAddr(), "", "No mail can be read from games@", "certificate signed by unknown authority", `does="reads"} 0`, 503},
		"all is well":          {"secret", provider.SMTPAddr(), ", user: games, password: secret", "ok", "which sends: logged in", `does="reads"} 1`, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t)
			reads := provider.IMAPAddr() + "', tls: none"
			if name == "no trusted authority" {
				reads = stranger.Listener.Addr().String() + "'"
			}
			text := "data: " + in.dir + "\naddress: games@example.org\nmaster: master@example.org\nproof: casual\n" +
				"imap: {server: '" + reads + ", user: games, password: " + c.password + "}\nsmtp: {server: '" + c.smtp + "', tls: none" + c.login + "}\n"
			if err := os.WriteFile(in.config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, trouble := run(t, "doctor", "--config", in.config)
			if (code == exitFine) != (c.status == 200) || !strings.Contains(out, c.says) {
				t.Errorf("the doctor says, exit %d:\n%s%s", code, out, trouble)
			}
			config, err := ReadConfig(in.config)
			if err != nil {
				t.Fatal(err)
			}
			server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
					t.Error(err)
				}
			}()
			if w := untilSaid(t, c.health, func(w *httptest.ResponseRecorder) { server.Health(w, nil) }); w.Code != c.status {
				t.Errorf("the health page has status %d:\n%s", w.Code, w.Body)
			}
			untilSaid(t, c.figures, func(w *httptest.ResponseRecorder) { server.Metrics(w, httptest.NewRequest("GET", "/metrics", nil)) })
			status, err := server.Status(t.Context())
			if err != nil || (len(status.Mail) == 0) != (c.status == 200) || strings.Contains(status.String(), "secret") {
				t.Errorf("%v: %s", err, status)
			}
		})
	}
}
