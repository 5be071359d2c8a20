package main

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
)

// TestWhatWasTakenIsAnswered: a server that ends as soon as it has said that a mail is safe answers it after its next start, be it orders or a
// question, which no event of the log owes an answer; and once.
func TestWhatWasTakenIsAnswered(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	config, err := ReadConfig(in.config)
	if err != nil {
		t.Fatal(err)
	}
	st, err := host.OpenInstallation(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := st.OpenSpool(); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"CHECK\nORDERS hill turn 2\nG1: watch\nEND", "ORDERS hill turn 2\nG1: watch\nG2: watch\nEND", "STANDING"} {
		raw := strings.ReplaceAll(string(rawMail("ann", "taken "+itoa(i), text)), "ann@fieldpost.local", "ann@example.org")
		raw = strings.Replace(raw, "["+killGame+"]", "[hill]", 1)
		for range 2 { // its host did not hear the answer, and repeats it
			if err := st.Take(t.Context(), []byte(raw), mail.Envelope{Via: "smtp", Remote: "127.0.0.1:4711", From: "ann@example.org"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := st.Spool.Close(); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // starts
		server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Spool.AtRest(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := server.AtRest(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := server.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	in.at(func(st *office.Office) {
		if err := st.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			var got []string
			since := slices.IndexFunc(m.Letters, func(l adjudicator.Letter) bool { return l.Issued.Letter == "check" })
			for _, l := range m.Letters[max(since, 0):] {
				if l.Address == "ann@example.org" {
					got = append(got, l.Issued.Letter)
				}
			}
			slices.Sort(got)
			if want := []string{"check", "receipt", "standing"}; !slices.Equal(got, want) {
				t.Errorf("Ann was sent %v; want %v", got, want)
			}
			if n := m.Player("republic").Orders; n != 2 {
				t.Errorf("%d order mails of Ann count; want 2", n)
			}
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
