package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mail/office"
)

// TestDamagedKeys: a key that is damaged, lost or another, and a log that is older than what was signed, are found by the doctor and stop
// nothing but their own game: the server starts, and says which it is.
func TestDamagedKeys(t *testing.T) {
	t.Parallel()
	played := install(t)
	played.play("hill")
	played.play("bridge")
	for name, c := range map[string]struct {
		file  string
		spoil func(data []byte) []byte // nil takes the file away
		says  string
	}{
		"the dice key cannot be read": {"hill.dice", func(b []byte) []byte { return b[:7] }, "its dice key cannot be read"},
		"the dice key is lost":        {"hill.dice", nil, "its dice key is not in the keys folder"},
		"the dice key is another":     {"hill.dice", func([]byte) []byte { return bytes.Repeat([]byte("5a"), 32) }, "its dice key is not the one"},
		"the log key is damaged": {"hill.log", func(b []byte) []byte {
			b[3] = "0123456789abcdef1"[strings.IndexByte("0123456789abcdef", b[3])+1]
			return b
		}, "its log key is not the one"},
		"the log key is lost":       {"hill.log", nil, "its log key is not in the keys folder"},
		"log and archive are older": {"hill.signed", func(b []byte) []byte { return append([]byte("9"), b...) }, "log and archive are an older copy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t)
			in.mails = played.mails
			if err := os.CopyFS(in.dir, os.DirFS(played.dir)); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(in.dir, "keys", c.file)
			if err := os.Chmod(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.spoil == nil {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, c.spoil(data), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			code, out, trouble := run(t, "doctor", "--config", in.config)
			if said := flat(out + trouble); code == exitFine || !strings.Contains(said, "game hill: ") || !strings.Contains(said, c.says) {
				t.Errorf("the doctor says, exit %d:\n%s", code, said)
			}
			if code, said := in.serve(); code != exitFine || !strings.Contains(said, c.says) {
				t.Errorf("serve, exit %d:\n%s", code, said)
			}
			in.at(func(st *office.Office) {
				for _, who := range []string{"ann", "bo"} {
					if err := in.send(st, who, "ORDERS bridge turn 2\nG1: watch\nEND"); err != nil {
						t.Fatal(err)
					}
				}
			})
			if turn := in.turnOf("bridge"); turn != 3 {
				t.Errorf("the other game is at turn %d, want 3", turn)
			}
		})
	}
}
