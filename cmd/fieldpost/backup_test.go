package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail/office"
	"fieldpost/mail/office/upkeep"
	"fieldpost/projections/archive"
)

// passphrase is a file with a good one.
func passphrase(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "passphrase")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "--passphrase-file=" + path
}

// tree reads all files below a folder, but locks.
func tree(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "lock" {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			files[name], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestBackupAndRestore: a backup is made while the archive is held, brought up to date after another turn without changing what it had, checked,
// and restored into a new folder, where doctor finds nothing and the game goes on with the dice of its own keys.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in := install(t)
	in.play("hill")
	dir := filepath.Join(t.TempDir(), "backup")
	must := func(says string, args ...string) string {
		t.Helper()
		code, out, trouble := run(t, args...)
		if code != exitFine || !strings.Contains(out, says) {
			t.Fatalf("%s: exit %d\n%s%s", args, code, out, trouble)
		}
		return out
	}
	held, err := archive.Open(filepath.Join(in.dir, "archive")) // as a server at work does
	if err != nil {
		t.Fatal(err)
	}
	must("(games 1), mails", "backup", dir, secret, "--config", in.config)
	before := tree(t, upkeep.BackupArchive(dir))
	must("New: events 0 (games 0), mails and letters 0,", "backup", dir, secret, "--config", in.config)
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	in.at(func(st *office.Office) {
		for _, who := range []string{"ann", "bo"} {
			if err := in.send(st, who, "ORDERS hill turn 2\nG1: watch\nEND"); err != nil {
				t.Fatal(err)
			}
		}
	})
	must("(games 1), mails", "backup", dir, secret, "--config", in.config)
	after := tree(t, upkeep.BackupArchive(dir))
	for name, data := range before {
		if !bytes.HasPrefix(after[name], data) {
			t.Errorf("%s was changed", name)
		}
	}
	must("every game has its own", "restore", dir, "--check", secret)

	elsewhere := install(t)
	elsewhere.mails = in.mails
	must("hill: restored to event ", "restore", dir, secret, "--config", elsewhere.config)
	must("all dice proven", "doctor", "--config", elsewhere.config)
	elsewhere.at(func(st *office.Office) {
		for _, who := range []string{"ann", "bo"} {
			if err := elsewhere.send(st, who, "ORDERS hill turn 3\nG1: watch\nEND"); err != nil {
				t.Fatal(err)
			}
		}
	})
	if turn := elsewhere.turnOf("hill"); turn != 4 {
		t.Errorf("the restored game is at turn %d, want 4", turn)
	}
	if code, _, trouble := run(t, "restore", dir, secret, "--config", elsewhere.config); code != exitFailed || !strings.Contains(trouble, "is not empty") {
		t.Errorf("restored over an installation: exit %d, %s", code, trouble)
	}
	ahead := filepath.Join(t.TempDir(), "ahead")
	must("up to date", "backup", ahead, secret, "--config", elsewhere.config)
	if code, _, trouble := run(t, "backup", ahead, secret, "--config", in.config); code != exitFailed || !strings.Contains(trouble, "game hill: the backup holds more of it") {
		t.Errorf("a backup is overwritten by an older installation: exit %d, %s", code, trouble)
	}
}

// TestLaterLettersOfARestoredGame: if it is known that letters were signed beyond the backup, the restored game stands still instead of telling a
// second history.
func TestLaterLettersOfARestoredGame(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in, elsewhere := install(t), install(t)
	in.play("hill")
	dir := filepath.Join(t.TempDir(), "backup")
	if code, out, trouble := run(t, "backup", dir, secret, "--config", in.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	in.at(func(st *office.Office) {
		if err := in.send(st, "ann", "ORDERS hill turn 2\nG1: watch\nEND"); err != nil {
			t.Fatal(err)
		}
	})
	if code, out, trouble := run(t, "restore", dir, secret, "--config", elsewhere.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	mark, err := os.ReadFile(filepath.Join(in.dir, "keys", "hill.signed"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(elsewhere.dir, "keys", "hill.signed"), mark, 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere.at(func(st *office.Office) {
		s, err := st.Status(t.Context())
		if err != nil || len(s.Games) != 1 || s.Games[0].Halt != "E_BEHIND" {
			t.Errorf("%+v %v", s, err)
		}
		if err := st.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) { return m, nil }); err != nil {
			t.Error(err)
		}
	})
}

// TestABackupOfLostKeys: the check of a backup names a key that the installation had lost already; the rest of it can be restored all the same.
func TestABackupOfLostKeys(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in, elsewhere := install(t), install(t)
	in.play("hill")
	if err := os.Remove(filepath.Join(in.dir, "keys", "hill.log")); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "backup")
	if code, out, trouble := run(t, "backup", dir, secret, "--config", in.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	if code, _, trouble := run(t, "restore", dir, "--check", secret); code != exitDamaged || !strings.Contains(trouble, "keys are missing in the backup: hill.log") {
		t.Errorf("the check: exit %d, %s", code, trouble)
	}
	if code, out, trouble := run(t, "restore", dir, secret, "--config", elsewhere.config); code != exitFine || !strings.Contains(out, "hill: restored to event ") {
		t.Errorf("the restore: exit %d\n%s%s", code, out, trouble)
	}
	if code, out, _ := run(t, "doctor", "--config", elsewhere.config); code != exitFailed || !strings.Contains(out, "its log key is not in the keys folder") {
		t.Errorf("the doctor: exit %d\n%s", code, out)
	}
}

// TestBadBackups: a backup that lost something, was changed, or whose keys are sealed with another passphrase is found by its check, and no
// installation is made of it.
func TestBadBackups(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in := install(t)
	in.play("hill")
	good := filepath.Join(t.TempDir(), "backup")
	if code, _, trouble := run(t, "backup", good, passphrase(t, "short"), "--config", in.config); code != exitUsage || !strings.Contains(trouble, "at least 12") {
		t.Errorf("a short passphrase: exit %d, %s", code, trouble)
	}
	if code, out, trouble := run(t, "backup", good, secret, "--config", in.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	for _, c := range []struct {
		name   string
		harm   func(t *testing.T, dir string) error
		secret string
		code   int
		says   string
	}{
		{"another passphrase", nil, passphrase(t, "a mild winter of 1918"), exitFailed, "do not open"},
		{"a changed key", func(_ *testing.T, dir string) error { return flip(upkeep.BackupKeys(dir)) }, secret, exitFailed, "do not open"},
		{"no keys", func(_ *testing.T, dir string) error { return os.Remove(upkeep.BackupKeys(dir)) }, secret, exitFailed, "keys.sealed"},
		{"a changed event", func(_ *testing.T, dir string) error {
			return flip(filepath.Join(upkeep.BackupArchive(dir), "games", "hill.fpa"))
		}, secret, exitDamaged, "not whole"},
		{"a lost letter", func(t *testing.T, dir string) error {
			found, err := filepath.Glob(filepath.Join(upkeep.BackupArchive(dir), "blobs", "*", "*"))
			if err != nil || len(found) == 0 {
				t.Fatal(found, err)
			}
			return os.Remove(found[0])
		}, secret, exitDamaged, "not found"},
	} {
		dir := filepath.Join(t.TempDir(), "backup")
		if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
			t.Fatal(err)
		}
		if c.harm != nil {
			if err := c.harm(t, dir); err != nil {
				t.Fatal(err)
			}
		}
		if code, out, trouble := run(t, "restore", dir, "--check", c.secret); code != c.code || !strings.Contains(trouble, c.says) {
			t.Errorf("%s: exit %d\n%s%s", c.name, code, out, trouble)
		}
		elsewhere := install(t)
		if code, _, _ := run(t, "restore", dir, c.secret, "--config", elsewhere.config); code != c.code {
			t.Errorf("%s: restored with exit %d", c.name, code)
		}
		if _, err := os.Stat(elsewhere.dir); err == nil {
			t.Errorf("%s: a data folder was made", c.name)
		}
	}
}

// flip changes the middle byte of a file.
func flip(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	data[len(data)/2] ^= 1
	return os.WriteFile(path, data, 0o600)
}
