package main

import (
	"os"
	"path/filepath"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/audit"
)

// TestAnotherLogKey: the log key is changed while a game is played. Letters alone, and with the export, are verified across the change; and
// whoever has the former key afterwards can sign nothing that makes an honest host a fraud.
func TestAnotherLogKey(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	h.Turn("hill")
	former, err := h.Keys.Log("hill")
	if err != nil {
		t.Fatal(err)
	}
	changed, origin := int64(0), ""
	h.Look("hill", func(m *adjudicator.Match) { changed, origin = m.Head.Seq+1, m.Fair.Terms.Origin })
	if err := h.amend(office.AmendRequest{What: adjudicator.DeedLogKey}); err != nil {
		t.Fatal(err)
	}
	h.Turn("hill")
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	one, two := h.mailbox("republic"), h.mailbox("italian_ctv")
	x := evidenceIn(t, data)
	for _, x := range []*audit.Export{nil, x} {
		if v := audited(x, one, two); v.Exit() != audit.Amended || len(v.LogKeys) != 1 || v.LogKey != checkpoint.VerifierKey(origin, former.Public()) {
			t.Errorf("export %v: exit %d, keys %s %s: %+v", x != nil, v.Exit(), v.LogKey, v.LogKeys, v.Findings)
		}
	}
	if exit, told, ok := python(t, data); ok && (exit != 0 || told["signed"] != true) {
		t.Errorf("the second verifier: %d %v", exit, told)
	}

	false1, false2 := events.Hash{1}, events.Hash{2}
	forge := func(box audit.Mailbox, size int64) audit.Mailbox { // a letter that only the former key signs
		l := audit.Letter{Name: "forged", MessageID: "<forged@example.org>", Advance: &checkpoint.Advance{Signed: former.Sign(size, false1)}}
		box.Letters = append(append([]audit.Letter(nil), box.Letters...), l)
		return box
	}
	if v := audited(x, forge(one, int64(len(x.Records))), two); v.Exit() != audit.Unproven || !foundIn(v, "bad-signature") {
		t.Errorf("a letter signed with the former key: exit %d: %+v", v.Exit(), v.Findings)
	}
	before := func(box audit.Mailbox) audit.Mailbox { // as it was when the key changed
		var kept []audit.Letter
		for _, l := range box.Letters {
			if l.Advance == nil || l.Advance.Size < changed {
				kept = append(kept, l)
			}
		}
		box.Letters = kept
		return box
	}
	if v := audited(nil, forge(before(one), changed-1), two); v.Exit() != audit.Unproven || !foundIn(v, "differ-keys") {
		t.Errorf("a checkpoint just before the change: exit %d: %+v", v.Exit(), v.Findings)
	}

	dir := t.TempDir()
	export := filepath.Join(dir, "hill.fieldpost")
	if err := os.WriteFile(export, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]int{changed - 1: audit.Fraud, changed: audit.Unproven, changed + 5: audit.Unproven} {
		c := checkpoint.Contradiction{Key: checkpoint.VerifierKey(origin, former.Public()), First: former.Sign(size, false1), Second: former.Sign(size, false2)}
		file := filepath.Join(dir, "equivocation.proof")
		if err := os.WriteFile(file, []byte(c.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, trouble := run(t, "audit", "--proof", file, "--log", export); code != want {
			t.Errorf("two histories of %d events, signed with the key that was given up with event %d: exit %d, want %d\n%s%s", size, changed, code, want, out, trouble)
		}
		if exit, ok := secondOfProof(t, file, export); ok && exit != want {
			t.Errorf("the second verifier says of %d events: %d, want %d", size, exit, want)
		}
	}
}
