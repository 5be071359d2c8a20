package main

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mail/office/host"
)

// The key that signs letters is read at the start; a server does not start without the one that it shall sign with.
func TestTheSigningKeyIsRead(t *testing.T) {
	t.Parallel()
	config := DefaultConfig()
	config.Data = t.TempDir()
	config.DKIM = &host.DKIMConfig{KeyFile: filepath.Join(t.TempDir(), "dkim.pem")}
	pem := "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"
	if err := os.WriteFile(config.DKIM.KeyFile, []byte(pem), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := host.New(config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if s := in.Signer; s == nil || s.Domain != "fieldpost.local" || s.Selector != "fieldpost" {
		t.Errorf("signed by %+v", s)
	}
	config.DKIM.KeyFile = filepath.Join(t.TempDir(), "none")
	if _, err := host.New(config, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a server starts without the key that it shall sign with")
	}
}

// Profiles of the program are for whoever sits at its machine, and only where they are asked for.
func TestProfilesAreForThisMachine(t *testing.T) {
	t.Parallel()
	config := DefaultConfig()
	config.Listen = host.Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	for address, shown := range map[string]bool{"127.0.0.1:0": true, "localhost:0": true, "": false, "0.0.0.0:0": false, ":0": false, "192.0.2.7:0": false} {
		config.Data, config.Debug = t.TempDir(), address
		s, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
		if refused := err != nil; refused == (shown || address == "") {
			t.Errorf("%q: %v", address, err)
		}
		if err != nil {
			continue
		}
		if shown {
			got, err := http.Get("http://" + s.Profiles.String() + "/debug/pprof/heap")
			if err != nil {
				t.Fatal(err)
			}
			if got.Body.Close(); got.StatusCode != http.StatusOK {
				t.Errorf("%q: %s", address, got.Status)
			}
		} else if s.Profiles != nil {
			t.Errorf("profiles are shown on %s", s.Profiles)
		}
		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestMistakesShowNoPasswords: a message about a mistake in a configuration shows the lines around it, but no password.
func TestMistakesShowNoPasswords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"imap:\n  server: a:1\n  password: s3cret\n  usr: x\n",
		"imap: {server: \"a:1\", password: \"s3cret\", usr: x}\n",
		"nats: {url: \"nats://ann:s3cret@host:4222,nats://s3cret@host\", replica: 3}\n",
		"nats:\n  password: 's3cret'\n  url: nats://ann:s3cret@host\n  replica: 3\n",
	} {
		path := filepath.Join(t.TempDir(), "fieldpost.yaml")
		write(t, path, text)
		if _, err := ReadConfig(path); err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "***") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
