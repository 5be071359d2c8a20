package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
)

// TestDamagedMailboxesAreTold: the doctor names mails of the embedded post office that the disk has damaged, without mending anything; the next start gives a
// letter again as it was, and tells the game master of all and the reader of what is lost.
func TestDamagedMailboxesAreTold(t *testing.T) {
	t.Parallel()
	in := install(t)
	text, err := os.ReadFile(in.config)
	if err != nil {
		t.Fatal(err)
	}
	write(t, in.config, string(text)+"master: master@fieldpost.local\n")
	in.play("hill")
	start := func() *host.Server {
		t.Helper()
		config, err := ReadConfig(in.config)
		if err != nil {
			t.Fatal(err)
		}
		s, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := start()
	var letter []byte
	if err := s.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		var err error
		letter, err = s.Service.Store.Get(t.Context(), m.Letters[0].Issued.Digest)
		return m, err
	}); err != nil {
		t.Fatal(err)
	}
	for _, raw := range [][]byte{letter, []byte("From: bo@fieldpost.local\r\nSubject: Tea on Sunday\r\n\r\nAt five.\r\n")} {
		if err := s.PostOffice.Deliver(t.Context(), "bo@fieldpost.local", "ann@fieldpost.local", raw); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(in.dir, "mail", "users", "ann", "=INBOX", "cur", "*"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.Truncate(f, 60); err != nil {
			t.Fatal(err)
		}
	}
	code, out, _ := run(t, "doctor", "--config", in.config)
	if said := flat(out); code == exitFine || !strings.Contains(said, "the next start restores it") || !strings.Contains(said, `"Tea on Sunday" (altered): it cannot be restored`) {
		t.Errorf("the doctor, exit %d:\n%s", code, out)
	}
	if data, err := os.ReadFile(files[0]); err != nil || len(data) != 60 {
		t.Errorf("the doctor has changed something: %d bytes, %v", len(data), err)
	}
	s = start()
	told := map[string]string{}
	for end := time.Now().Add(time.Minute); len(told) < 2 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // the mailboxes are read beside all else
		if err := s.With(t.Context(), office.OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range own.Letters {
				if l.Issued.Letter == "installation" {
					data, err := s.Service.Store.Get(t.Context(), l.Issued.Digest)
					if err != nil {
						return own, err
					}
					told[l.Address] = string(data)
				}
			}
			return own, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(data, good) {
		t.Errorf("the letter is not as it was: %v\n%s", err, data)
	}
	if to := told["ann@fieldpost.local"]; !strings.Contains(to, "Tea on Sunday") {
		t.Errorf("the reader is told\n%s", to)
	}
	if to := told["master@fieldpost.local"]; !strings.Contains(to, "Tea on Sunday") || !strings.Contains(flat(to), "as they were again, 1 could not be restored") {
		t.Errorf("the game master is told\n%s", to)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := run(t, "doctor", "--config", in.config); code != exitFine || !strings.Contains(out, "as they came") {
		t.Errorf("afterwards the doctor, exit %d:\n%s", code, out)
	}
}
