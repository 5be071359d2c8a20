package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/audit"
)

// installAt is install with an orders address of its own.
func installAt(t *testing.T, address string) *installation {
	t.Helper()
	in := install(t)
	in.address = address
	text, err := os.ReadFile(in.config)
	if err == nil {
		err = os.WriteFile(in.config, append(text, "address: "+address+"\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// readsOf returns the decoded texts of a log's letters to an address, each with its header.
func (in *installation) readsOf(st *office.Office, game, address string) (texts []string) {
	in.t.Helper()
	err := st.With(in.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, l := range m.Letters {
			if l.Address != address {
				continue
			}
			raw, err := st.Service.Store.Get(in.t.Context(), l.Issued.Digest)
			if err != nil {
				return m, err
			}
			head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
			texts = append(texts, head+"\n"+readable(in.t, raw))
		}
		return m, nil
	})
	if err != nil {
		in.t.Fatal(err)
	}
	return texts
}

// readable is the text of a letter.
func readable(t *testing.T, raw []byte) string {
	t.Helper()
	in, err := message.Read(raw, message.Limits{})
	if err != nil && message.ErrorCode(err) != message.CodeNoText {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range in.Lines {
		b.WriteString(line.Text + "\n")
	}
	return b.String()
}

// TestAGameMovesToAnotherHost: a game is handed over with its keys. The former host says where it went and appends nothing more; the other goes
// on with the same chain, tells each player in his language where to write, plays a turn, and every audit shows the move and nothing else.
func TestAGameMovesToAnotherHost(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	here, wrong, there := install(t), installAt(t, "orders@example.com"), installAt(t, "orders@example.net")
	here.knowDice("hill")
	here.at(func(st *office.Office) {
		g := gameWithRules(officetest.Palace("hill"))
		g.Schedule.Period = 3 * 1440
		if _, err := st.NewGame(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		for _, m := range [][2]string{
			{"ann", "JOIN hill republic"}, {"bo", "REJOINDRE hill italian_ctv"},
			{"ann", "ORDERS hill turn 1\nG1: watch\nEND"}, {"bo", "ORDERS hill turn 1\nG1: watch\nEND"},
		} {
			if err := here.send(st, m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
	})
	file := filepath.Join(t.TempDir(), "hill.game")
	export := func(more ...string) []string {
		return append([]string{"game", "export", "hill", "--whole", "--reason", "a new machine", "-O", file, secret, "--config", here.config}, more...)
	}
	says := func(code int, text string, args ...string) {
		t.Helper()
		got, out, trouble := run(t, args...)
		if said := flat(out + trouble); got != code || !strings.Contains(said, text) {
			t.Fatalf("%v: exit %d, want %d and %q:\n%s", args, got, code, text, said)
		}
	}
	says(exitFailed, "not sent yet", export("--to", "orders@example.net")...)
	says(exitFine, "players write to orders@example.net", export("--to", "orders@example.net", "--now")...)
	says(exitFailed, "is played by another host", export("--to", "orders@example.com", "--now")...)
	says(exitFine, "players write to orders@example.net", export("--to", "orders@example.net")...) // the file was lost
	ends := here.headOf("hill")
	here.at(func(st *office.Office) {
		for _, m := range [][2]string{{"ann", "ORDERS hill turn 2\nG1: watch\nEND"}, {"bo", "ORDRES hill tour 2\nG1: guet\nFIN"}, {"cid", "JOIN hill republic"}} {
			if err := here.send(st, m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
		for who, text := range map[string]string{"ann": "Please send it to orders@example.net", "bo": "Envoyez-le à orders@example.net", "cid": "Please send it to orders@example.net"} {
			if all := here.readsOf(st, office.OwnLog, who+"@example.org"); len(all) == 0 || !strings.Contains(flat(all[len(all)-1]), text) {
				t.Errorf("%s is not told where the game went: %s", who, all)
			}
		}
		if _, err := st.ExtendGame(t.Context(), office.GameRequest{Game: "hill", Hours: 24}); err == nil {
			t.Error("the former host moves a deadline")
		}
	})
	if head := here.headOf("hill"); head != ends {
		t.Errorf("the former host goes on: %v after %v", head, ends)
	}

	says(exitFailed, "this one has orders@example.com", "game", "import", file, secret, "--config", wrong.config)
	says(exitFailed, "the passphrase is another", "game", "import", file, passphrase(t, "another cold winter"), "--config", there.config)
	says(exitFine, "hill goes on here after event", "game", "import", file, secret, "--config", there.config)
	says(exitFailed, "is here already", "game", "import", file, secret, "--config", there.config)
	there.mails = 100
	there.at(func(st *office.Office) {
		for who, text := range map[string]string{"ann": "Write to orders@example.net", "bo": "Écrivez à orders@example.net"} {
			all := there.readsOf(st, "hill", who+"@example.org")
			if !slices.ContainsFunc(all, func(l string) bool {
				return strings.Contains(l, "Reply-To: \"Fieldpost\" <orders+hill") && strings.Contains(flat(l), text)
			}) {
				t.Errorf("%s reads:\n%s", who, strings.Join(all, "\n\n"))
			}
		}
		for _, m := range [][2]string{{"ann", "ORDERS hill turn 2\nG1: watch\nEND"}, {"bo", "ORDRES hill tour 2\nG1: guet\nFIN"}} {
			if err := there.send(st, m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
	})
	if turn := there.turnOf("hill"); turn != 3 {
		t.Errorf("the game is at turn %d there, want 3", turn)
	}
	log := filepath.Join(t.TempDir(), "hill.fieldpost")
	says(exitFine, "", "game", "export", "hill", "-O", log, "--config", there.config)
	says(audit.Amended, "handed the game to another host", "audit", "--log", log, "--out", t.TempDir())
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if exit, told, ok := python(t, data); ok && (exit != 0 || told["deeds"] == float64(0)) {
		t.Errorf("the second verifier: %d %v", exit, told)
	}
	says(exitFine, "all dice proven", "doctor", "--config", there.config)
}

// TestAHandedOverGameIsWhole: no bit of the file can change without being seen before anything is written.
func TestAHandedOverGameIsWhole(t *testing.T) {
	t.Parallel()
	secret := passphrase(t, "a cold winter of 1918")
	here, there := install(t), installAt(t, "orders@example.net")
	here.play("hill")
	file := filepath.Join(t.TempDir(), "hill.game")
	if code, out, trouble := run(t, "game", "export", "hill", "--whole", "--to", "orders@example.net", "--reason", "a new machine", "--now", "-O", file, secret, "--config", here.config); code != exitFine {
		t.Fatal(out, trouble)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 24 {
		at := 5 + i*(len(data)-6)/23
		spoilt := append([]byte(nil), data...)
		spoilt[at] ^= 1 << (i % 8)
		if i%4 == 3 {
			spoilt = spoilt[:at]
		}
		if err := os.WriteFile(file, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, _ := run(t, "game", "import", file, secret, "--config", there.config); code == exitFine {
			t.Errorf("a file that is spoilt at byte %d is taken: %s", at, out)
		}
	}
	there.at(func(st *office.Office) {
		if games, err := st.Games(t.Context()); err != nil || len(games) > 0 {
			t.Errorf("something was written: %v %v", games, err)
		}
	})
}
