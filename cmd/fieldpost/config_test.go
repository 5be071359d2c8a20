package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// The key that signs letters is read at the start; a server does not start without the one that it shall sign with.
func TestTheSigningKeyIsRead(t *testing.T) {
	t.Parallel()
	config := DefaultConfig()
	config.Data = t.TempDir()
	config.DKIM = &DKIMConfig{KeyFile: filepath.Join(t.TempDir(), "dkim.pem")}
	pem := "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"
	if err := os.WriteFile(config.DKIM.KeyFile, []byte(pem), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := newInstallation(config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if s := in.Signer; s == nil || s.Domain != "fieldpost.local" || s.Selector != "fieldpost" {
		t.Errorf("signed by %+v", s)
	}
	config.DKIM.KeyFile = filepath.Join(t.TempDir(), "none")
	if _, err := newInstallation(config, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a server starts without the key that it shall sign with")
	}
}
