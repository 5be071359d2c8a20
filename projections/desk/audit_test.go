package desk_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/audit"
	"fieldpost/projections/desk"
	"fieldpost/scenarios"
)

// mailboxes returns the mailbox of a player of two turns, as he kept it and with one letter altered.
func mailboxes(t *testing.T) (honest, altered []byte) {
	t.Helper()
	h := officetest.New(t)
	g := office.NewGame{ID: "game", Rulebook: "duel", Scenario: scenarios.ShowPiece("duel")}
	h.Announce(g)
	seats := h.Seats(g.ID)
	var letters []adjudicator.Letter
	for _, s := range seats {
		letters = append(letters, h.Send(string(s), "join", "JOIN game "+string(s)+" as "+string(s))...)
	}
	for range 2 {
		for s, text := range officetest.InOrder(h.BotMails(g.ID)) {
			letters = append(letters, h.Send(string(s), "[game] orders", text)...)
		}
	}
	var box [][]byte
	for _, l := range letters {
		if l.Issued.Seat == string(seats[0]) {
			box = append(box, h.BytesOf(l))
		}
	}
	if len(box) < 4 {
		t.Fatalf("%d letters", len(box))
	}
	box = append(box, h.Sent(string(seats[0]))...)
	honest = mbox(box)
	changed := false
	for i, raw := range box { // a word of a report
		if at := bytes.Index(raw, []byte("Content-Type: text/plain")); at >= 0 && !changed && i > 1 && bytes.Contains(raw, []byte("X-Fieldpost-Game")) {
			box[i] = append(bytes.Clone(raw[:at+200]), bytes.Replace(raw[at+200:], []byte("e"), []byte("a"), 1)...)
			changed = true
		}
	}
	if !changed {
		t.Fatal("no letter was altered")
	}
	return honest, mbox(box)
}

// forked returns the mailbox of a player whose host went back behind letters that were out and played on otherwise: two histories under one key.
func forked(t *testing.T) []byte {
	t.Helper()
	h := officetest.New(t)
	g := office.NewGame{ID: "game", Rulebook: "duel", Scenario: scenarios.ShowPiece("duel")}
	h.Announce(g)
	seats := h.Seats(g.ID)
	var box [][]byte
	keep := func(letters []adjudicator.Letter) {
		for _, l := range letters {
			if l.Issued.Seat == string(seats[0]) {
				box = append(box, h.BytesOf(l))
			}
		}
	}
	for _, s := range seats {
		keep(h.Send(string(s), "join", "JOIN game "+string(s)+" as "+string(s)))
	}
	before, err := h.Copied()
	if err != nil {
		t.Fatal(err)
	}
	mails := h.BotMails(g.ID)
	keep(h.Send(string(seats[0]), "[game] orders", mails[seats[0]]))
	h.Now = h.Now.Add(time.Minute)
	h.Office, h.Store = h.OfficeOn(before, &h.Now), before
	keep(h.Send(string(seats[0]), "[game] orders", mails[seats[0]]))
	return mbox(box)
}

// mbox writes mails as a mailbox.
func mbox(mails [][]byte) []byte {
	var b bytes.Buffer
	for _, raw := range mails {
		b.WriteString("From fieldpost Thu Jan  1 00:00:00 1970\r\n")
		for line := range bytes.Lines(raw) {
			if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
				b.WriteByte('>')
			}
			b.Write(line)
		}
		b.WriteString("\r\n\r\n")
	}
	return b.Bytes()
}

// TestTwoHistoriesAreFraud asserts that two histories under one key are called what they are, with a proof that convinces others.
func TestTwoHistoriesAreFraud(t *testing.T) {
	d := desk.New()
	d.Open("mail.mbox", forked(t))
	v, err := d.Audit("", "en")
	if err != nil || v.Page.Level != audit.Fraud || !strings.Contains(v.Verdict, `"exit": 3`) || v.Proof == "" {
		t.Fatalf("two histories are judged as %+v %q %v", v.Page, v.Proof, err)
	}
	if _, err := checkpoint.ParseContradiction(v.Proof); err != nil {
		t.Errorf("the proof is none: %v", err)
	}
}

// TestAMailboxIsAudited asserts that a mailbox as it was kept holds, that an altered letter is found and nothing is called fraud for it, and that
// mails dropped twice count once.
func TestAMailboxIsAudited(t *testing.T) {
	honest, altered := mailboxes(t)
	d := desk.New()
	d.Open("mail.mbox", honest)
	good, err := d.Audit("", "en")
	if err != nil || good.Game != "game" || good.Page.Level != audit.Fine {
		t.Fatalf("%v %+v", err, good.Page)
	}
	d.Open("mail.mbox", honest)
	if again, err := d.Audit("game", "en"); err != nil || again.Verdict != good.Verdict {
		t.Errorf("the same mails twice are audited as\n%s\nnot\n%s %v", again.Verdict, good.Verdict, err)
	}
	d = desk.New()
	d.Open("mail.mbox", altered)
	bad, err := d.Audit("", "fr")
	if err != nil || bad.Page.Level != audit.Unproven || bad.Proof != "" {
		t.Errorf("an altered letter is judged as %+v %v", bad.Page, err)
	}
	if got := d.Open("x.fieldpost", []byte("fieldpost export 1\nrubbish")); got[0].Kept != 1 {
		t.Errorf("a damaged export is %+v", got)
	}
	if broken, err := d.Audit("game", "en"); err != nil || broken.Page.Level != audit.Unproven || !strings.Contains(broken.Verdict, `"exit": 2`) {
		t.Errorf("a damaged export is judged as %+v %v", broken.Page, err)
	}
}
