package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/audit"
)

// closed opens a game, plays a turn, closes it, and delivers all its letters.
func (in *installation) closed(game string) {
	in.t.Helper()
	in.play(game)
	in.at(func(st *office.Office) {
		if _, err := st.CloseGame(in.t.Context(), office.GameRequest{Game: game, Reason: "the summer is over"}); err != nil {
			in.t.Fatal(err)
		}
		in.delivered(st)
	})
}

// delivered has all letters taken by their readers' hosts.
func (in *installation) delivered(st *office.Office) {
	in.t.Helper()
	if _, err := st.Tally(in.t.Context()); err != nil { // knows of all letters that wait
		in.t.Fatal(err)
	}
	out := st.Outgoing()
	letters, err := out.Pending(in.t.Context())
	if err != nil {
		in.t.Fatal(err)
	}
	for _, l := range letters {
		if err := out.Sent(in.t.Context(), l); err != nil {
			in.t.Fatal(err)
		}
	}
}

// holds lists the files below a folder that hold a text in any case.
func holds(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(data), []byte(text)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestClosedGamesRest: a game that is over leaves the log and its index; it is still shown, exported and audited, its players' questions are
// answered, repairs and backups know it, and the other games go on.
func TestClosedGamesRest(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in := install(t)
	in.closed("hill")
	in.play("bridge")
	must := func(says string, args ...string) string {
		t.Helper()
		code, out, trouble := run(t, append(args, "--config", in.config)...)
		if said := flat(out + trouble); code != exitFine || !strings.Contains(said, says) {
			t.Fatalf("%v: exit %d, without %q\n%s", args, code, says, said)
		}
		return out
	}
	shown, head := must("closed", "game", "show", "hill"), in.headOf("hill")
	whole := must("", "game", "export", "hill")
	must("nothing was changed", "retire")
	if code, _, trouble := run(t, "retire", "bridge", "--config", in.config); code != exitFailed || !strings.Contains(trouble, "bridge cannot rest") {
		t.Errorf("a running game is retired: %d %s", code, trouble)
	}
	must("Resting in the archive: hill.", "retire", "hill")
	if left := holds(t, filepath.Join(in.dir, "log"), "game.hill"); len(left) > 0 {
		t.Errorf("the log still holds the game: %s", left)
	}
	if again := must("closed", "game", "show", "hill"); again != shown {
		t.Errorf("it is shown as\n%s, was\n%s", again, shown)
	}
	if again := must("", "game", "export", "hill"); again != whole {
		t.Error("its export is another")
	}
	must("all dice proven", "doctor")
	must("nothing to repair", "repair")
	in.at(func(st *office.Office) {
		if err := in.send(st, "ann", "HISTORY hill"); err != nil {
			t.Fatal(err)
		}
		all := in.readsOf(st, "hill", "ann@example.org")
		if last := all[len(all)-1]; !strings.Contains(last, "[hill]") || !strings.Contains(strings.ToLower(last), "history") {
			t.Errorf("HISTORY is answered with\n%s", last)
		}
		in.delivered(st)
		for _, who := range []string{"ann", "bo"} {
			if err := in.send(st, who, "ORDERS bridge turn 2\nG1: watch\nEND"); err != nil {
				t.Fatal(err)
			}
		}
	})
	if turn := in.turnOf("bridge"); turn != 3 {
		t.Errorf("the other game is at turn %d, want 3", turn)
	}
	now := in.headOf("hill")
	if now.Seq <= head.Seq {
		t.Errorf("the answer is not in the log: %v after %v", now, head)
	}
	dir := filepath.Join(t.TempDir(), "backup")
	must("up to date", "backup", dir, secret)
	must("reads well", "restore", dir, "--check", secret)
	if err := os.RemoveAll(filepath.Join(in.dir, "log")); err != nil {
		t.Fatal(err)
	}
	must("bridge: restored to event", "repair")
	if again := in.headOf("hill"); again != now {
		t.Errorf("after a repair it ends with %v, not %v", again, now)
	}
	elsewhere := install(t)
	if code, out, trouble := run(t, "restore", dir, secret, "--config", elsewhere.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	if again := elsewhere.headOf("hill"); again != now {
		t.Errorf("restored it ends with %v, not %v", again, now)
	}
	if left := holds(t, filepath.Join(elsewhere.dir, "log"), "game.hill"); len(left) > 0 {
		t.Errorf("a restore puts it into the log: %s", left)
	}
}

// TestAnAddressIsForgotten: no file of an installation holds an erased address any more, and no chain, signature or audit is another.
func TestAnAddressIsForgotten(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	in := install(t)
	in.closed("hill")
	dir := filepath.Join(t.TempDir(), "backup")
	must := func(code int, says string, args ...string) string {
		t.Helper()
		got, out, trouble := run(t, append(args, "--config", in.config)...)
		if said := flat(out + trouble); got != code || !strings.Contains(said, says) {
			t.Fatalf("%v: exit %d, without %q\n%s", args, got, says, said)
		}
		return out
	}
	must(exitFine, "up to date", "backup", dir, secret)
	if len(holds(t, in.dir, "ann@example.org")) == 0 || len(holds(t, dir, "ann@example.org")) == 0 {
		t.Fatal("the address is nowhere from the beginning")
	}
	head := in.headOf("hill")
	in.play("bridge")
	must(exitFailed, "has a seat in bridge", "forget", "ANN@example.org")
	must(exitFine, "closed", "game", "close", "bridge", "--reason", "rain")
	must(exitFine, "ann@example.org is erased", "forget", "ann@example.org")
	if left := holds(t, in.dir, "ann@example.org"); len(left) > 0 {
		t.Errorf("it is still in %s", left)
	}
	if len(holds(t, in.dir, "bo@example.org")) == 0 {
		t.Error("another address is gone as well")
	}
	if now := in.headOf("hill"); now != head {
		t.Errorf("the log ends with %v, was %v", now, head)
	}
	log := filepath.Join(t.TempDir(), "hill.fieldpost")
	must(exitFine, "", "game", "export", "hill", "-O", log)
	code, out, trouble := run(t, "audit", "--log", log, "--out", t.TempDir())
	if code != audit.Amended || !strings.Contains(flat(out), "closed the game before its end") {
		t.Errorf("the audit: exit %d\n%s%s", code, out, trouble)
	}
	must(exitFine, "all dice proven", "doctor")
	must(exitFine, "nothing was changed", "forget", "ann@example.org")
	must(exitFine, "up to date", "backup", dir, secret)
	if left := holds(t, dir, "ann@example.org"); len(left) > 0 {
		t.Errorf("the backup still has it: %s", left)
	}
	must(exitFine, "reads well", "restore", dir, "--check", secret)
}

// TestAnotherMailKey: replies to letters of before still prove their writer until the day that was said, and a change that a crash cut short is
// finished, or undone, at the next start.
func TestAnotherMailKey(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	token := func(st *office.Office) string { return st.Post.Token("hill", "republic", 2) }
	proves := func(st *office.Office, token string) bool { return st.Post.Proves(token, "hill", "republic", 2) }
	var before, after string
	in.at(func(st *office.Office) { before = token(st) })
	change := func(args ...string) {
		t.Helper()
		if code, out, trouble := run(t, append([]string{"mailkey", "--reason", "a disk was sold", "--config", in.config}, args...)...); code != exitFine || !strings.Contains(out, "another secret") {
			t.Fatalf("exit %d\n%s%s", code, out, trouble)
		}
	}
	change()
	in.at(func(st *office.Office) {
		if after = token(st); after == before {
			t.Error("the addresses are the same")
		}
		if !proves(st, before) || !proves(st, after) {
			t.Error("an address of before, or of now, proves nothing")
		}
		err := st.With(t.Context(), office.OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
			if own.MailPrint != keyring.Print(st.Post.Secret) {
				t.Error("the log does not tell of the change")
			}
			return own, nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	change("--days", "0")
	in.at(func(st *office.Office) {
		if !proves(st, before) || proves(st, after) {
			t.Error("a stolen secret still counts, or one that was not stolen does not")
		}
	})
	keys := filepath.Join(in.dir, "keys")
	secret, err := os.ReadFile(filepath.Join(keys, keyring.MailKey))
	if err != nil {
		t.Fatal(err)
	}
	next := []byte(`{"Secret":"` + strings.Repeat("A", 43) + `=","Until":0}`)
	if err := os.WriteFile(filepath.Join(keys, keyring.MailNext), next, 0o600); err != nil { // of which the log knows nothing
		t.Fatal(err)
	}
	in.at(func(st *office.Office) {
		if !bytes.Equal(st.Post.Secret, secret) {
			t.Error("a change that was not made took place")
		}
	})
	if err := os.WriteFile(filepath.Join(keys, keyring.MailNext), next, 0o600); err != nil {
		t.Fatal(err)
	}
	in.at(func(st *office.Office) {
		_ = os.WriteFile(filepath.Join(keys, keyring.MailNext), next, 0o600)
		if err := st.AnnounceMailKey(t.Context(), events.MailKeyRotated{Print: keyring.Print(make([]byte, 32))}); err != nil {
			t.Fatal(err)
		}
	})
	in.at(func(st *office.Office) {
		if !bytes.Equal(st.Post.Secret, make([]byte, 32)) {
			t.Error("a change that the log tells of was not finished")
		}
	})
	if _, err := os.Stat(filepath.Join(keys, keyring.MailNext)); err == nil {
		t.Error("the secret lies about")
	}
	if err := os.WriteFile(filepath.Join(keys, keyring.MailKey), bytes.Repeat([]byte{1}, 32), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := run(t, "doctor", "--config", in.config); code == exitFine || !strings.Contains(flat(out), "mail.key is damaged") {
		t.Errorf("the doctor does not see that the secret is another:\n%s", out)
	}
	if code, said := in.serve(); code != exitFine || !strings.Contains(said, "mail.key is damaged") {
		t.Errorf("nor does the server: exit %d\n%s", code, said)
	}
}
