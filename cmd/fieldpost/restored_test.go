package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
	"fieldpost/mail/reading"
	"fieldpost/projections/audit"
)

// lettersTo returns every letter of game hill to a seat, from a number on, as its player's host would keep them.
func (in *installation) lettersTo(seat, name string, from int64) (kept []message.Kept) {
	in.t.Helper()
	in.at(func(st *office.Office) {
		err := st.With(in.t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range m.Letters {
				if l.Issued.Seat != seat || l.Seq < from {
					continue
				}
				raw, err := st.Service.Store.Get(in.t.Context(), l.Issued.Digest)
				if err != nil {
					return m, err
				}
				kept = append(kept, message.Kept{Name: fmt.Sprintf("%s %d", name, l.Seq), Raw: raw})
			}
			return m, nil
		})
		if err != nil {
			in.t.Fatal(err)
		}
	})
	return kept
}

func (in *installation) order(lines ...string) {
	in.t.Helper()
	in.at(func(st *office.Office) {
		for _, l := range lines {
			who, text, _ := strings.Cut(l, ": ")
			if err := in.send(st, who, strings.ReplaceAll(text, "|", "\n")); err != nil {
				in.t.Fatal(err)
			}
		}
	})
}

func seenBy(st *office.Office, seat string, kept []message.Kept) audit.Mailbox {
	return reading.Open(st.Phrases.Language, "mailbox of "+seat, kept, "hill").Evidence("hill")
}

func foundIn(v audit.Verdict, code string) bool {
	return slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == code })
}

// secondOfProof asks the second verifier about a proof of two histories.
func secondOfProof(t *testing.T, args ...string) (exit int, ok bool) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		return 0, false
	}
	out, _ := exec.CommandContext(t.Context(), python, append([]string{filepath.Join("..", "..", "events", "testdata", "verify.py"), "--equivocation"}, args...)...).Output()
	var told struct{ Exit int }
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return told.Exit, true
}

// TestARestoreIsDeclared: a backup that is older than the letters is restored; the game stands still until the game master declares it, then
// everybody is told, and it goes on differently. No evidence that holds the declaration calls the host a fraud or verified, and none excuses
// a lie about what the restore has kept.
func TestARestoreIsDeclared(t *testing.T) {
	t.Parallel()
	for _, mark := range []bool{true, false} {
		t.Run(fmt.Sprintf("mark %v", mark), func(t *testing.T) {
			t.Parallel()
			restoreDeclared(t, mark)
		})
	}
}

func restoreDeclared(t *testing.T, mark bool) {
	t.Helper()
	secret := passphrase(t, "a cold winter of 1918")
	in, elsewhere := install(t), install(t)
	in.play("hill")
	dir := filepath.Join(t.TempDir(), "backup")
	must := func(args ...string) string {
		t.Helper()
		code, out, trouble := run(t, args...)
		if code != exitFine {
			t.Fatalf("%s: exit %d\n%s%s", args, code, out, trouble)
		}
		return out
	}
	must("backup", dir, secret, "--config", in.config)
	in.order("ann: ORDERS hill turn 2|G1: watch|END", "bo: ORDERS hill turn 2|G1: watch|END", "ann: ORDERS hill turn 3|G1: watch|END")
	boxes := map[string][]message.Kept{"republic": in.lettersTo("republic", "before", 0), "italian_ctv": in.lettersTo("italian_ctv", "before", 0)}
	must("restore", dir, secret, "--config", elsewhere.config)
	declare := []string{"game", "amend", "restored", "hill", "--reason", "the disk was lost", "--config", elsewhere.config}
	if mark {
		data, err := os.ReadFile(filepath.Join(in.dir, "keys", "hill.signed"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(elsewhere.dir, "keys", "hill.signed"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		elsewhere.at(func(st *office.Office) {
			if err := elsewhere.send(st, "ann", "STATUS hill"); err == nil || !strings.Contains(err.Error(), "E_BEHIND") {
				t.Errorf("before the declaration the game answers: %v", err)
			}
		})
	} else {
		if code, _, trouble := run(t, declare...); code != exitFailed || !strings.Contains(trouble, "--seen") {
			t.Fatalf("declared for no reason: exit %d, %s", code, trouble)
		}
		declare = append(declare, "--seen", "1000")
	}
	must(declare...)
	if code, _, _ := run(t, declare[:7]...); code == exitFine {
		t.Error("declared a second time, with nothing lost")
	}
	elsewhere.mails = 100
	elsewhere.order("ann: ORDERS hill turn 2|G1: hold|END", "bo: ORDERS hill turn 2|G1: watch|END")
	if turn := elsewhere.turnOf("hill"); turn != 3 {
		t.Fatalf("the game did not go on: turn %d", turn)
	}
	var restore adjudicator.Restore
	elsewhere.at(func(st *office.Office) {
		s, err := st.Status(t.Context())
		if err != nil || len(s.Games) != 1 || s.Games[0].Halt != "" {
			t.Errorf("%+v %v", s, err)
		}
		if err := st.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			restore = m.Fair.Restores[0]
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
	})
	if (restore.Lost.Signed > 0) != mark || restore.Lost.Root.IsZero() == mark {
		t.Errorf("what was lost is committed to by %+v", restore.Lost)
	}
	names := map[string]bool{}
	for seat, kept := range boxes {
		after, told := elsewhere.lettersTo(seat, "after", restore.Seq), 0
		for _, k := range append(slices.Clone(kept), after...) {
			x, err := message.Read(k.Raw, message.Limits{})
			if err != nil || names[x.MessageID] {
				t.Errorf("%s: the name %s is another letter's: %v", k.Name, x.MessageID, err)
			}
			names[x.MessageID] = true
			text := ""
			for _, line := range x.Lines {
				text += line.Text + " "
			}
			if strings.HasPrefix(k.Name, "after") && strings.Contains(flat(text), "it is turn 2 again") && strings.Contains(flat(text), "is void") {
				told++
			}
		}
		if told != 1 {
			t.Errorf("%s was told %d times", seat, told)
		}
		boxes[seat] = append(kept, after...)
	}
	checkRestored(t, elsewhere, boxes, restore)
}

// checkRestored audits what players hold after a restore.
func checkRestored(t *testing.T, elsewhere *installation, boxes map[string][]message.Kept, restore adjudicator.Restore) {
	t.Helper()
	var data []byte
	var mine, theirs audit.Mailbox
	elsewhere.at(func(st *office.Office) {
		var err error
		if data, err = st.ExportGame(t.Context(), office.GameRequest{Game: "hill"}); err != nil {
			t.Fatal(err)
		}
		mine, theirs = seenBy(st, "republic", boxes["republic"]), seenBy(st, "italian_ctv", boxes["italian_ctv"])
	})
	file := filepath.Join(t.TempDir(), "x.fieldpost")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	x, err := readExport(file)
	if err != nil {
		t.Fatal(err)
	}
	means := audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify}
	for name, ev := range map[string]audit.Evidence{
		"export":                    {Export: x},
		"mailbox":                   {Mailboxes: []audit.Mailbox{mine}},
		"both mailboxes":            {Mailboxes: []audit.Mailbox{mine, theirs}},
		"mailbox and export":        {Export: x, Mailboxes: []audit.Mailbox{theirs}},
		"both mailboxes and export": {Export: x, Mailboxes: []audit.Mailbox{mine, theirs}},
	} {
		v := audit.Run(ev, means)
		if v.Exit() != audit.Unproven || !foundIn(v, "deed.restored") || len(ev.Mailboxes) > 0 && !foundIn(v, "restored-letters") {
			t.Errorf("%s: exit %d: %+v", name, v.Exit(), v.Findings)
		}
		for _, f := range v.Findings {
			if f.Level == audit.Unproven && f.Code != "deed.restored" && f.Code != "restored-letters" {
				t.Errorf("%s: what is played since is doubted: %+v", name, f)
			}
		}
	}
	if exit, told, ok := python(t, data); ok && (exit != audit.Unproven || told["sound"] != true || told["restored"] == nil) {
		t.Errorf("the second verifier: %d %v", exit, told)
	}
	key, err := keyring.Folder(filepath.Join(elsewhere.dir, "keys")).Log("hill")
	if err != nil {
		t.Fatal(err)
	}
	lie := audit.Letter{Name: "lie", Advance: &checkpoint.Advance{Signed: key.Sign(restore.Seq-2, events.Hash{7})}}
	mine.Letters = append(mine.Letters, lie)
	for name, ev := range map[string]audit.Evidence{"lied to, with the export": {Export: x, Mailboxes: []audit.Mailbox{mine}}, "lied to, with another mailbox": {Mailboxes: []audit.Mailbox{mine, theirs}}} {
		if v := audit.Run(ev, means); v.Exit() != audit.Fraud || v.Contradiction == nil {
			t.Errorf("%s: exit %d: %+v", name, v.Exit(), v.Findings)
		}
	}
	proofOfRestored(t, x, file, key, restore)
}

// proofOfRestored: a proof of two histories is none for whoever has the export that declares the restore between them, and stays one for a lie
// about what was kept.
func proofOfRestored(t *testing.T, x *audit.Export, file string, key checkpoint.Key, restore adjudicator.Restore) {
	t.Helper()
	var leaves []events.Hash
	for _, r := range x.Records {
		leaves = append(leaves, events.LeafHash(r.Bytes))
	}
	last := x.Checkpoint
	for size, want := range map[int64]int{restore.Seq + 1: audit.Unproven, restore.Seq - 2: audit.Fraud} {
		c := checkpoint.Contradiction{Key: checkpoint.VerifierKey(last.Origin, key.Public()), First: key.Sign(size, events.Hash{7}), Second: *last, Leaves: leaves}
		proof := filepath.Join(t.TempDir(), "equivocation.proof")
		if err := os.WriteFile(proof, []byte(c.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, trouble := run(t, "audit", "--proof", proof); code != audit.Fraud {
			t.Errorf("the proof by itself: exit %d\n%s%s", code, out, trouble)
		}
		if code, out, trouble := run(t, "audit", "--proof", proof, "--log", file); code != want {
			t.Errorf("size %d, with the export: exit %d, want %d\n%s%s", size, code, want, out, trouble)
		}
		if exit, ok := secondOfProof(t, proof, file); ok && exit != want {
			t.Errorf("size %d: the second verifier says %d, want %d", size, exit, want)
		}
	}
}
