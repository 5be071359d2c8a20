package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
	"fieldpost/projections/audit"
)

// evidenceIn reads an export as the audit does.
func evidenceIn(t *testing.T, data []byte) *audit.Export {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.fieldpost")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	x, err := readExport(file)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// audited is the verdict on some mailboxes, and an export unless it is nil.
func audited(x *audit.Export, boxes ...audit.Mailbox) audit.Verdict {
	return audit.Run(audit.Evidence{Mailboxes: boxes, Export: x}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
}

// found reports whether a verdict holds findings of exactly these codes, above the level of what is merely told.
func found(v audit.Verdict, codes ...string) bool {
	var all []string
	for _, f := range v.Findings {
		if f.Level > audit.Fine {
			all = append(all, f.Code)
		}
	}
	slices.Sort(all)
	return slices.Equal(slices.Compact(all), codes)
}

// TestOrdersThatWereNotGiven: a host leaves a line out of what a player wrote, and does everything else as he should: the receipt is signed, the
// log is sound, the game is played by it. Nothing but the player's own copy of his mail can tell.
func TestOrdersThatWereNotGiven(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	h.Turn("hill")
	mails := h.BotMails("hill")
	raw := h.Plain("ann", "[hill] orders", mails["republic"])
	h.Keep("ann", raw)
	h.misfile("republic", raw)
	h.Send("bo", "[hill] orders", mails["italian_ctv"])
	h.Wait(20*time.Minute, "hill")
	h.FinishSeal("hill")
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	x := evidenceIn(t, data)
	if v := audited(x, h.mailbox("italian_ctv")); v.Exit() != audit.Fine || v.Reread == 0 {
		t.Errorf("the other player: exit %d, %d read again: %+v", v.Exit(), v.Reread, v.Findings)
	}
	v := audited(x, h.mailbox("republic"))
	if v.Exit() != audit.Unproven || !found(v, "orders-differ") || v.Reread == 0 {
		t.Errorf("exit %d, %d read again: %+v", v.Exit(), v.Reread, v.Findings)
	}
	phrases, err := office.LoadPhrases()
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "orders were filed that you did not give", "fr": "des ordres que vous n'avez pas donnés"} {
		if page := flat(audit.Describe(v, v, phrases.Book(lang, "brush-brothers"), nil, nil).Text()); !strings.Contains(page, want) {
			t.Errorf("%s: %s", lang, page)
		}
	}
}

// flat is a text on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// misfile files the orders of a mail without their last line.
func (h *hall) misfile(seat table.Seat, raw []byte) {
	h.T.Helper()
	in, err := message.Read(raw, message.Limits{})
	if err != nil {
		h.T.Fatal(err)
	}
	digest, err := h.Office.Service.Put(h.T.Context(), raw)
	if err != nil {
		h.T.Fatal(err)
	}
	err = h.Office.With(h.T.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		r := m.Read(seat, h.Office.Phrases.Language(m.Announced.Rulebook), reading.Writing(in, message.Find(in)))
		o := r.Orders
		if !r.Took || r.Untimely != "" || len(o.Lines) < 2 {
			h.T.Fatalf("%d lines, %q", len(o.Lines), r.Untimely)
		}
		o.Lines = o.Lines[:len(o.Lines)-1]
		hash, secret, err := events.Conceal(string(seat), events.Hash{1}, o)
		if err != nil {
			return m, err
		}
		m, _, err = h.Office.Service.Append(h.T.Context(), m, h.Now.UnixMilli(), func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "seat:" + string(seat), events.OrdersReceived{
				Seat: string(seat), Number: m.Player(seat).Orders + 1, Mail: in.Key, Raw: digest, Window: int64(m.Open.Number), OrdersSealed: hash,
			}, []events.Secret{secret}, nil
		})
		if err != nil {
			return m, err
		}
		return h.Office.Tend(h.T.Context(), m)
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

// TestProofsThatWereNotSent: a host who leaves the proofs of a pass out of his letters is not taken at his word.
func TestProofsThatWereNotSent(t *testing.T) {
	t.Parallel()
	g := honest(t, "D1")
	box := g.box["republic"]
	box.Letters = slices.Clone(box.Letters)
	gone := 0
	for i, l := range box.Letters {
		box.Letters[i].Papers = slices.DeleteFunc(slices.Clone(l.Papers), func(p audit.Paper) bool {
			e, err := events.Decode(p.Event)
			a, ok := e.Body.(events.Adjudicated)
			if err == nil && ok && a.Window == 2 {
				gone++
				return true
			}
			return false
		})
	}
	if gone == 0 {
		t.Fatal("there was nothing to leave out")
	}
	if v := audited(nil, box); v.Exit() != audit.Unproven || !found(v, "pass-missing") {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if v := audited(evidenceIn(t, g.data), box); v.Exit() != audit.Fine {
		t.Errorf("with the export: exit %d: %+v", v.Exit(), v.Findings)
	}
}

// TestMailboxesThatCannotBeCompared: letters that are each led to by the one before, but hold no leaves, could tell two players two histories.
func TestMailboxesThatCannotBeCompared(t *testing.T) {
	t.Parallel()
	g := honest(t, "D1")
	var boxes []audit.Mailbox
	for _, seat := range []string{"republic", "italian_ctv"} {
		box := g.box[seat]
		box.Letters = slices.Clone(box.Letters)
		for i := range box.Letters {
			box.Letters[i].Leaves = nil
		}
		boxes = append(boxes, box)
		if v := audited(nil, box); v.Exit() != audit.Fine {
			t.Errorf("%s alone: exit %d: %+v", seat, v.Exit(), v.Findings)
		}
	}
	if v := audited(nil, boxes...); v.Exit() != audit.Unproven || !found(v, "not-compared") {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if v := audited(evidenceIn(t, g.data), boxes...); v.Exit() != audit.Fine {
		t.Errorf("with the export: exit %d: %+v", v.Exit(), v.Findings)
	}
}

// TestASubstituteCanAudit: who takes a seat in the middle of a game gets what he needs to check all of it, and nothing of who sat there before.
func TestASubstituteCanAudit(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"D0", "D1"} {
		h := newHall(t)
		h.Seated(officetest.FairGame(t, "hill", profile))
		h.Turn("hill")
		h.Turn("hill")
		if err := h.amend(office.AmendRequest{What: adjudicator.DeedReplace, Player: office.SeatedPlayer{Seat: "italian_ctv", Address: "carl@example.org", Name: "Carl"}}); err != nil {
			t.Fatal(err)
		}
		mails := h.BotMails("hill")
		h.Send("ann", "[hill] orders", mails["republic"])
		h.Send("carl", "[hill] orders", mails["italian_ctv"])
		h.Wait(20*time.Minute, "hill")
		h.FinishSeal("hill")
		data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
		if err != nil {
			t.Fatal(err)
		}
		var own, former []message.Kept
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Letters {
				received := "Received: from fieldpost.local by mx.example.org;\r\n\t" + time.UnixMilli(l.Time).Add(5*time.Second).UTC().Format(time.RFC1123Z) + "\r\n"
				raw := append([]byte(received), h.BytesOf(l)...)
				switch l.Address {
				case "carl@example.org":
					own = append(own, message.Kept{Name: itoa(int(l.Seq)), Raw: raw})
					if text := h.Text(l) + string(raw); strings.Contains(text, "bo@example.org") {
						t.Errorf("%s: letter %d tells the address of who sat there before", profile, l.Seq)
					}
				case "bo@example.org":
					former = append(former, message.Kept{Name: itoa(int(l.Seq)), Raw: raw})
				}
			}
		})
		for _, raw := range h.Sent("carl") {
			own = append(own, message.Kept{Name: "sent", Raw: raw})
		}
		for _, raw := range h.Sent("bo") {
			former = append(former, message.Kept{Name: "sent", Raw: raw})
		}
		box := reading.Open(h.Office.Phrases.Language, "of carl", own, "hill").Evidence("hill")
		v := audited(nil, box)
		if v.Exit() != audit.Amended || v.Rolls == 0 || v.Receipts == 0 || v.Boxes[0].Seat != "italian_ctv" {
			t.Errorf("%s, mail alone: exit %d, %d rolls, %d receipts, %+v: %+v", profile, v.Exit(), v.Rolls, v.Receipts, v.Boxes, v.Findings)
		}
		for _, list := range [][]message.Kept{own, former} {
			box := reading.Open(h.Office.Phrases.Language, "of a player", list, "hill").Evidence("hill")
			if v := audited(evidenceIn(t, data), box); v.Exit() != audit.Amended {
				t.Errorf("%s, with the export: exit %d: %+v", profile, v.Exit(), v.Findings)
			}
		}
	}
}

// twoHistories are an honest game, and the mailboxes of its two players if the host had told them two histories from the middle on.
func twoHistories(t *testing.T) (g *playedGame, one, two audit.Mailbox) {
	t.Helper()
	g = honest(t, "D1")
	other := newForger(t, g)
	other.events[len(other.events)/2].Time++
	two, ok := other.told(g.box["italian_ctv"], len(other.events)/2+1)
	if !ok {
		t.Fatal("nobody was told of it")
	}
	return g, g.box["republic"], two
}

// TestAPageOfOneMailbox: what a mailbox seems to say by itself does not hide what all of them together prove.
func TestAPageOfOneMailbox(t *testing.T) {
	t.Parallel()
	_, one, two := twoHistories(t)
	alone, together := audited(nil, one), audited(nil, one, two)
	if alone.Exit() != audit.Fine || together.Exit() != audit.Fraud {
		t.Fatalf("exits %d and %d: %+v", alone.Exit(), together.Exit(), together.Findings)
	}
	phrases, err := office.LoadPhrases()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range office.Languages {
		book := phrases.Book(lang, alone.Rulebook)
		page := audit.Describe(alone, together, book, nil, nil)
		for _, v := range []audit.Verdict{alone, together} {
			if sentence := audit.Describe(v, v, book, nil, nil).Verdict; !strings.Contains(page.Verdict, sentence) {
				t.Errorf("%s: %q does not say %q", lang, page.Verdict, sentence)
			}
		}
		if !slices.ContainsFunc(page.Facts, func(f string) bool { return strings.Contains(f, "equivocation.proof") }) {
			t.Errorf("%s: it does not say what the others prove: %q", lang, page.Facts)
		}
		if page.Level != audit.Fraud || !strings.Contains(page.HTML(lang), page.Title) {
			t.Errorf("%s: level %d", lang, page.Level)
		}
	}
}

// TestInboxAndSentAreOneMailbox: mail programs keep what came and what was sent in two files, and old mail in a third.
func TestInboxAndSentAreOneMailbox(t *testing.T) {
	t.Parallel()
	h, data := fairExport(t, "D1", 2)
	dir := t.TempDir()
	write := func(name string, mails ...[]byte) string {
		var b bytes.Buffer
		for _, raw := range mails {
			b.WriteString("From - Mon Nov 23 12:00:00 2026\r\n")
			b.Write(raw)
			b.WriteString("\r\n")
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	letters := h.kept(data).letters
	half := len(letters) / 2
	old, inbox, sent := write("ann/Old", letters[:half]...), write("ann/Inbox", letters[half:]...), write("ann/Sent", h.Sent("ann")...)
	if err := os.WriteFile(filepath.Join(dir, "ann", "Inbox.msf"), []byte("an index"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "audit")
	for _, args := range [][]string{{"--mbox", inbox, "--mbox", sent, "--mbox", old}, {"--mbox", filepath.Join(dir, "ann")}} {
		code, page, trouble := run(t, append([]string{"audit", "--out", out}, args...)...)
		if code != audit.Fine || trouble != "" || !strings.Contains(flat(page), itoa(len(letters))+" letters about this game, and "+itoa(len(h.Sent("ann")))+" mails of the player's own") {
			t.Errorf("%v: exit %d\n%s%s", args, code, page, trouble)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "page-1.en.txt")); err == nil {
		t.Error("one player has two pages")
	}
	if code, page, trouble := run(t, "audit", "--mbox", sent); code != audit.Unproven || trouble == "" {
		t.Errorf("what he sent alone: exit %d\n%s%s", code, page, trouble)
	}
}

// TestLettersAreKnownByLaterOnes: each letter about play names the bytes of those before it, so that a mailbox alone tells a letter that was
// changed since; of a game of many such letters the page tells the first few.
func TestLettersAreKnownByLaterOnes(t *testing.T) {
	t.Parallel()
	box := honest(t, "D1").box["republic"]
	v := audited(nil, box)
	if s := v.Steps[5]; v.Exit() != audit.Fine || s.Done != "part" || s.Count < len(box.Letters)/2 {
		t.Errorf("exit %d, step %+v of %d letters: %+v", v.Exit(), s, len(box.Letters), v.Findings)
	}
	known := v.Steps[5].Count
	changed := box
	changed.Letters = slices.Clone(box.Letters)
	for i := range changed.Letters {
		changed.Letters[i].Digests = nil
	}
	v = audited(nil, changed)
	if v.Exit() != audit.Unproven || !found(v, "letter-differs") || len(v.Findings) != known {
		t.Errorf("all letters changed: exit %d: %+v", v.Exit(), v.Findings)
	}
	phrases, err := office.LoadPhrases()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "fr"} {
		book := phrases.Book(lang, v.Rulebook)
		want := book.Say("audit.more", table.A("n", known-5))
		page := audit.Describe(v, v, book, nil, nil)
		told := page.Steps[5].Findings
		if known <= 5 { // how long a game is, its dice decide
			if len(told) != known {
				t.Errorf("%s, %d letters: %+v", lang, known, told)
			}
			continue
		}
		if len(told) != 6 || told[5].Text != want {
			t.Errorf("%s: %+v", lang, told)
		}
	}
}

// TestAProofForOthers: what the audit writes when it finds two histories is checked by whoever is shown it, in both verifiers, and the pages of
// those who laid their mail beside one another say it.
func TestAProofForOthers(t *testing.T) {
	t.Parallel()
	g, one, two := twoHistories(t)
	ev := audit.Evidence{Mailboxes: []audit.Mailbox{one, two}}
	dir := t.TempDir()
	a := AuditCmd{Out: dir, Rules: true}
	var page bytes.Buffer
	c := &Console{Out: &page, Err: io.Discard}
	h, err := a.hearing(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.tell(c, h, ev, audit.Run(ev, h.Means)); err != nil {
		t.Fatal(err)
	}
	if alone := audited(nil, one).Rolls; !strings.Contains(flat(page.String()), " "+itoa(alone)+" rolls with") {
		t.Errorf("rolls that both mailboxes show are not counted once: %d\n%s", alone, page.String())
	}
	for _, name := range []string{"page-republic.fr.html", "page-italian_ctv.en.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	proof := filepath.Join(dir, "equivocation.proof")
	data, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	mbox := filepath.Join(dir, "mail")
	if err := os.Mkdir(mbox, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(mbox, "1.eml"), g.letters[0], 0o600); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	lines[4], lines[5] = lines[5], lines[4]
	broken := filepath.Join(dir, "broken.proof")
	if err := os.WriteFile(broken, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want int
		says string
		args []string
	}{
		{audit.Fraud, "It is your host's if", []string{proof}},
		{audit.Fraud, "The key is that of your own host", []string{proof, "--mbox", mbox}},
		{audit.Unproven, "proves nothing", []string{broken}},
		{exitNoAudit, "", []string{filepath.Join(mbox, "1.eml")}},
	} {
		if code, out, trouble := run(t, append([]string{"audit", "--proof"}, c.args...)...); code != c.want || !strings.Contains(flat(out), c.says) {
			t.Errorf("%v: exit %d\n%s%s", c.args, code, out, trouble)
		}
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here")
	}
	for file, want := range map[string]int{proof: audit.Fraud, broken: audit.Unproven} {
		out, err := exec.CommandContext(t.Context(), python, filepath.Join("..", "..", "events", "testdata", "verify.py"), "--equivocation", file).Output()
		var exited *exec.ExitError
		if !errors.As(err, &exited) || exited.ExitCode() != want {
			t.Errorf("the second verifier of %s: %v\n%s", file, err, out)
		}
	}
}
