package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/audit"
)

// spoiling is something that happens to a mailbox, and what the audit of it alone must find.
type spoiling struct {
	name    string
	profile string
	export  bool // the honest export lies beside it
	do      func(t *testing.T, g *playedGame, b *audit.Mailbox)
	code    string
	want    int // level of the finding, and exit
}

// ownLetters gives a mailbox letters and papers that may be changed.
func ownLetters(b audit.Mailbox) audit.Mailbox {
	b.Letters, b.Sent = slices.Clone(b.Letters), slices.Clone(b.Sent)
	for i, l := range b.Letters {
		if l.Advance != nil {
			a := *l.Advance
			a.Proof = slices.Clone(a.Proof)
			b.Letters[i].Advance = &a
		}
		b.Letters[i].Leaves, b.Letters[i].Papers = slices.Clone(l.Leaves), slices.Clone(l.Papers)
		for k, p := range l.Papers {
			b.Letters[i].Papers[k].Secrets = slices.Clone(p.Secrets)
			if p.Proof != nil {
				proof := *p.Proof
				proof.Path = slices.Clone(proof.Path)
				b.Letters[i].Papers[k].Proof = &proof
			}
		}
	}
	return b
}

// withoutPapers takes the papers of some kind out of all letters.
func withoutPapers(t *testing.T, b *audit.Mailbox, gone func(events.Body) bool) {
	t.Helper()
	n := 0
	for i, l := range b.Letters {
		b.Letters[i].Papers = slices.DeleteFunc(l.Papers, func(p audit.Paper) bool {
			e, err := events.Decode(p.Event)
			if err != nil || !gone(e.Body) {
				return false
			}
			n++
			return true
		})
	}
	if n == 0 {
		t.Fatal("there is no such paper")
	}
}

// letterWith returns the last letter but one of which something is true.
func letterWith(t *testing.T, b *audit.Mailbox, is func(l *audit.Letter) bool) *audit.Letter {
	t.Helper()
	for i := len(b.Letters) - 2; i > 0; i-- {
		if b.Letters[i].Advance != nil && is(&b.Letters[i]) {
			return &b.Letters[i]
		}
	}
	t.Fatal("there is no such letter")
	return nil
}

// bareLeaf returns the place of a leaf that no paper of a mailbox belongs to; ok is false if the letter has none.
func bareLeaf(b *audit.Mailbox, l *audit.Letter) (at int, ok bool) {
	for i := range l.Leaves {
		paper := slices.ContainsFunc(b.Letters, func(x audit.Letter) bool {
			return slices.ContainsFunc(x.Papers, func(p audit.Paper) bool { return p.Seq == l.From+int64(i) })
		})
		if !paper {
			return i, true
		}
	}
	return 0, false
}

var spoilings = []spoiling{
	{"nothing", "D1", false, func(*testing.T, *playedGame, *audit.Mailbox) {}, "", audit.Fine},
	{"the welcome's terms are lost", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		withoutPapers(t, b, func(e events.Body) bool { _, ok := e.(events.TermsSet); return ok })
	}, "no-key", audit.Unproven},
	{"a checkpoint's signature is damaged", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		l := letterWith(t, b, func(*audit.Letter) bool { return true })
		l.Advance.Root[3] ^= 1
	}, "bad-signature", audit.Unproven},
	{"a leaf is not that of the paper", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		l := letterWith(t, b, func(l *audit.Letter) bool { return len(l.Papers) > 0 && l.Papers[0].Seq >= l.From && len(l.Leaves) > 0 })
		l.Leaves[l.Papers[0].Seq-l.From][0]++
	}, "leaf-differs", audit.Unproven},
	{"a leaf is damaged", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		l := letterWith(t, b, func(l *audit.Letter) bool { _, ok := bareLeaf(b, l); return ok })
		i, _ := bareLeaf(b, l)
		l.Leaves[i][0]++
	}, "leaves-differ", audit.Unproven},
	{"a leaf and the proof of growth are damaged", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		l := letterWith(t, b, func(l *audit.Letter) bool { _, ok := bareLeaf(b, l); return ok && len(l.Advance.Proof) > 0 })
		i, _ := bareLeaf(b, l)
		l.Leaves[i][0]++
		l.Advance.Proof[0][0]++
	}, "no-growth", audit.Unproven},
	{"a paper's proof is damaged", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		l := letterWith(t, b, func(l *audit.Letter) bool { return len(l.Papers) > 0 && len(l.Papers[0].Proof.Path) > 0 })
		l.Papers[0].Proof.Path[0][0]++
	}, "paper-unproven", audit.Unproven},
	{"a letter is lost", "D1", false, func(_ *testing.T, _ *playedGame, b *audit.Mailbox) {
		b.Letters = slices.Delete(b.Letters, 3, 4)
	}, "gap", audit.Unproven},
	{"a letter of which the log knows nothing", "D1", true, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		letterWith(t, b, func(*audit.Letter) bool { return true }).MessageID = "<fieldpost.other@fieldpost.local>"
	}, "letter-unknown", audit.Unproven},
	{"receipts without the keys to their orders", "D1", false, func(_ *testing.T, _ *playedGame, b *audit.Mailbox) {
		for _, l := range b.Letters { // the paper comes again with the report
			for i, p := range l.Papers {
				e, err := events.Decode(p.Event)
				if err != nil {
					continue
				}
				if _, ok := e.Body.(events.OrdersReceived); ok {
					l.Papers[i].Secrets = nil
				}
			}
		}
	}, "receipt-closed", audit.Unproven},
	{"orders that nobody received", "D1", true, func(_ *testing.T, _ *playedGame, b *audit.Mailbox) {
		b.Sent = append(b.Sent, audit.Sent{Key: events.Hash{7}, MessageID: "lost@players.example.org", Subject: "[hill] orders", Orders: true})
	}, "no-receipt", audit.Unproven},
	{"the paper with the salt of all dice is lost", "D1", false, func(t *testing.T, _ *playedGame, b *audit.Mailbox) {
		withoutPapers(t, b, func(e events.Body) bool { _, ok := e.(events.GameOpened); return ok })
	}, "input-missing", audit.Unproven},
}

// TestFindingsOfMailboxes: each thing that an accident can do to a mailbox has its finding, and none of them calls anybody a fraud.
func TestFindingsOfMailboxes(t *testing.T) {
	t.Parallel()
	for _, s := range spoilings {
		g := honest(t, s.profile)
		box := ownLetters(g.box["republic"])
		s.do(t, g, &box)
		var x *audit.Export
		if s.export {
			x = evidenceIn(t, g.data)
		}
		v := audited(x, box)
		if v.Exit() != s.want || s.code != "" && !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == s.code && f.Level == s.want }) {
			t.Errorf("%s: exit %d, want %d (%s): %+v", s.name, v.Exit(), s.want, s.code, v.Findings)
		}
	}
}

// TestFindingsAboutRounds: a host whose letters, all of them there, tell of a false round or of one before its time has signed a fraud; a reader
// without the means to verify a round is told so, and accuses nobody.
func TestFindingsAboutRounds(t *testing.T) {
	t.Parallel()
	g := honest(t, "D3")
	for code, edit := range map[string]func(f *forger){
		"round-wrong": func(f *forger) {
			change(f, 2, func(b *events.BeaconObserved) { b.Signature = bytes.Clone(b.Signature); b.Signature[9] ^= 1 })
		},
		"round-early": func(f *forger) { change(f, 2, func(b *events.RoundFixed) { b.From += 3_600_000 }) },
	} {
		f := newForger(t, g)
		edit(f)
		box, covers := f.told(g.box["republic"], 1)
		if v := audited(nil, box); !covers || v.Exit() != audit.Fraud || !slices.ContainsFunc(v.Findings, func(x audit.Finding) bool { return x.Code == code && x.Level == audit.Fraud }) {
			t.Errorf("%s: exit %d: %+v", code, v.Exit(), v.Findings)
		}
		box.Letters = slices.Delete(slices.Clone(box.Letters), 2, 3) // one missing: it might tell of another key, or another round
		if v := audited(nil, box); v.Exit() != audit.Unproven {
			t.Errorf("%s, and a letter is missing: exit %d: %+v", code, v.Exit(), v.Findings)
		}
	}
	v := audit.Run(audit.Evidence{Mailboxes: []audit.Mailbox{g.box["republic"]}, Export: evidenceIn(t, g.data)}, audit.Means{Engines: adjudicator.Game})
	if v.Exit() != audit.Unproven || !found(v, "no-means") {
		t.Errorf("without the means: exit %d: %+v", v.Exit(), v.Findings)
	}
}

// TestAFalseWitness: the log tells of a witness whose signature is not his. The host has signed it.
func TestAFalseWitness(t *testing.T) {
	t.Parallel()
	f := newForger(t, honest(t, "D3"))
	var tree events.Tree
	var head events.Head
	for i, e := range f.events {
		r, err := events.Next(head, e, f.secrets[i]...)
		if err != nil {
			t.Fatal(err)
		}
		if head, err = r.Head(); err != nil {
			t.Fatal(err)
		}
		tree.Add(head.Hash)
	}
	f.insert(len(f.events), "fieldpost", events.CheckpointWitnessed{
		Size: int64(tree.Size()), Root: tree.Root(tree.Size()), Witness: "witness.example.org", Key: events.Hash{1}, Time: f.events[len(f.events)-1].Time / 1000, Signature: make([]byte, 64),
	})
	data := f.export()
	if v := judged(t, data); v.Exit() != audit.Fraud || !slices.ContainsFunc(v.Findings, func(x audit.Finding) bool { return x.Code == "witness-wrong" && x.Level == audit.Fraud }) {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if exit, told, ok := python(t, data); ok && exit != audit.Fraud {
		t.Errorf("the second verifier says %d: %v", exit, told)
	}
}

// TestOlderAndMixedExports: an export of an earlier day is true as far as it goes, and a mailbox that knows more says so; one whose events are not
// those that its checkpoint signs proves nothing against anybody.
func TestOlderAndMixedExports(t *testing.T) {
	t.Parallel()
	g := honest(t, "D1")
	has := func(v audit.Verdict, code string) bool {
		return slices.ContainsFunc(v.Findings, func(x audit.Finding) bool { return x.Code == code && x.Level == audit.Unproven })
	}
	f := newForger(t, g)
	n := f.at("Adjudicated", 2) + 1
	f.events, f.secrets = f.events[:n], f.secrets[:n]
	older := f.export()
	if exit, told, ok := python(t, older); judged(t, older).Exit() != audit.Fine || ok && exit != audit.Fine {
		t.Errorf("an earlier day alone: %+v; the second verifier %d %v", judged(t, older).Findings, exit, told)
	}
	if v := audited(evidenceIn(t, older), g.box["republic"]); v.Exit() != audit.Unproven || !has(v, "export-older") {
		t.Errorf("an earlier day: exit %d: %+v", v.Exit(), v.Findings)
	}
	var note []byte
	for _, p := range partsOf(t, g.data) {
		if p.kind == 'C' {
			note = p.content
		}
	}
	f = newForger(t, g)
	f.events[len(f.events)/2].Time++
	mixed := noted(t, f.export(), note)
	if v := audited(evidenceIn(t, mixed), g.box["republic"]); v.Exit() != audit.Unproven || !has(v, "differ-unproven") {
		t.Errorf("another checkpoint: exit %d: %+v", v.Exit(), v.Findings)
	}
	if exit, told, ok := python(t, mixed); ok && exit != audit.Unproven {
		t.Errorf("another checkpoint: the second verifier says %d: %v", exit, told)
	}
}

// TestPositionsOfAnotherProgram: positions that another program wrote in another layout cannot be compared. Whoever asks the rules is told; whoever
// does not ask them sees nothing that is wrong.
func TestPositionsOfAnotherProgram(t *testing.T) {
	t.Parallel()
	f := newForger(t, honest(t, "D1"))
	change(f, 2, func(b *events.Adjudicated) { b.Layout++ })
	data := f.export()
	if v := judged(t, data); v.Exit() != audit.Unproven || !found(v, "another-program") {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if exit, told, ok := python(t, data); ok && exit != audit.Fine {
		t.Errorf("the second verifier says %d: %v", exit, told)
	}
}

// TestAFalseDieInPractice: the seed of a practice game is known to all, and its dice can be thrown again as well.
func TestAFalseDieInPractice(t *testing.T) {
	t.Parallel()
	g := honest(t, "D0")
	for name, data := range map[string][]byte{"true": g.data, "false": loaded(t, g)} {
		want := map[string]int{"true": audit.Fine, "false": audit.Fraud}[name]
		if v := judged(t, data); v.Exit() != want {
			t.Errorf("%s dice: exit %d: %+v", name, v.Exit(), v.Findings)
		}
		if exit, told, ok := python(t, data); ok && exit != want {
			t.Errorf("%s dice: the second verifier says %d: %v", name, exit, told)
		}
	}
}

// TestACodeThatDidNotCome: a player who does not send his code in time is named, and nobody is accused.
func TestACodeThatDidNotCome(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D2"))
	h.Turn("hill")
	mails := h.BotMails("hill")
	for _, seat := range slices.Sorted(maps.Keys(mails)) {
		h.Send(officetest.Player(seat), "[hill] orders", mails[seat])
	}
	h.Wait(20*time.Minute, "hill")
	h.Deliver()
	number := int64(0)
	h.Look("hill", func(m *adjudicator.Match) { number = m.Fair.Codes + 1 })
	if number == 0 {
		t.Fatal("no code is asked for")
	}
	h.Send("ann", "[hill] code", fmt.Sprintf("CODE %s", officetest.Sheets["ann"][number]))
	h.Wait(3*time.Hour, "hill")
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	v := audit.Run(audit.Evidence{Export: evidenceIn(t, data), Mailboxes: []audit.Mailbox{h.mailbox("republic")}}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
	i := slices.IndexFunc(v.Findings, func(x audit.Finding) bool { return x.Code == "code-absent" })
	if v.Exit() != audit.Fine || i < 0 || !slices.Contains(v.Findings[i].Args, table.A("seat", "italian_ctv")) {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if exit, told, ok := python(t, data); ok && exit != audit.Fine {
		t.Errorf("the second verifier says %d: %v", exit, told)
	}
}
