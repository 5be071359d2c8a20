package office_test

import (
	"bytes"
	"fieldpost/mail/office/officetest"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail"
)

// rubbish is what comes through a mail server's door, with how it is dealt with: the letters that answer it, or what the
// log says.
var rubbish = []struct {
	name   string
	raw    string
	answer string // kinds of letters
	log    string // part of a line of the log, when nobody can be answered
}{
	{"nothing at all", "", "", "without a sender"},
	{"no header", "hello\r\n", "", "without a sender"},
	{"no sender", "To: orders@fieldpost.local\r\nSubject: x\r\n\r\nORDERS hill turn 1\r\nEND\r\n", "", "without a sender"},
	{"two senders in one line", "From: ann@example.org, bo@example.org\r\n\r\nORDERS hill turn 1\r\nEND\r\n", "", "without a sender"},
	{"two From lines", "From: ann@example.org\r\nFrom: bo@example.org\r\nMessage-ID: <a@b>\r\n\r\nORDERS hill turn 1\r\nEND\r\n", "", "without a sender"},
	{"cut in its header", "From: Ann <ann@example.org>\r\nSubject: or", "refusal", ""},
	{"cut in its body", "From: Ann <ann@example.org>\r\nMessage-ID: <1@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nORDERS hill turn 1\r\nG1: ho", "receipt republic", ""},
	{"empty", "From: Ann <ann@example.org>\r\nTo: orders@fieldpost.local\r\nMessage-ID: <2@x>\r\n\r\n", "refusal", ""},
	{"NUL bytes", "From: Ann <ann@example.org>\r\nMessage-ID: <3@x>\r\n\r\nORDERS hill turn 1\r\nG1: \x00hold\x00\r\nEND\r\n", "receipt republic", ""},
	{"binary", "From: Ann <ann@example.org>\r\nMessage-ID: <4@x>\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("AAECAwQF\r\n", 500), "refusal", ""},
	{"a wrong charset", "From: Ann <ann@example.org>\r\nMessage-ID: <5@x>\r\nContent-Type: text/plain; charset=x-klingon\r\n\r\nORDERS hill turn 1\r\nG1: hold # \xe9\xff\r\nEND\r\n", "receipt republic", ""},
	{"bytes that are no UTF-8", "From: Ann <ann@example.org>\r\nMessage-ID: <6@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nORDERS hill turn 1\r\nG1: h\xffld\r\nEND\r\n", "receipt republic", ""},
	{"deeply nested", "From: Ann <ann@example.org>\r\nMessage-ID: <7@x>\r\n" + nested(60), "refusal", ""},
	{"too many parts", "From: Ann <ann@example.org>\r\nMessage-ID: <8@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 1000) + "--b--\r\n", "refusal", ""},
	{"one endless line", "From: Ann <ann@example.org>\r\nMessage-ID: <9@x>\r\n\r\nORDERS hill turn 1\r\nG1: " + strings.Repeat("move C7 ", 40_000) + "\r\nEND\r\n", "refusal", ""},
	{"twenty megabytes", "From: Ann <ann@example.org>\r\nMessage-ID: <10@x>\r\n\r\nORDERS hill turn 1\r\nEND\r\n" + strings.Repeat("x\r\n", 7<<20), "refusal", ""},
	{"a huge header", "From: Ann <ann@example.org>\r\nMessage-ID: <11@x>\r\nX-Big: " + strings.Repeat("x", 300_000) + "\r\n\r\nORDERS hill turn 1\r\nEND\r\n", "refusal", ""},
	{"a thousand orders", "From: Ann <ann@example.org>\r\nMessage-ID: <12@x>\r\n\r\nORDERS hill turn 1\r\n" + strings.Repeat("G1: hold\r\n", 1000) + "END\r\n", "receipt republic", ""},
	{"broken base64", "From: Ann <ann@example.org>\r\nMessage-ID: <13@x>\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!! not base64 at all ????\r\n", "refusal", ""},
	{"orders full of signs", "From: Ann <ann@example.org>\r\nMessage-ID: <14@x>\r\n\r\nORDERS hill turn 1\r\n" + "((((|||;;;:::,,, if when otherwise then\r\nG1: G1: G1: |\r\nEND\r\n", "receipt republic", ""},
	{"a header injected by the subject", "From: Ann <ann@example.org>\r\nMessage-ID: <15@x>\r\nSubject: =?utf-8?q?x=0D=0ABcc:_all@example.org?=\r\n\r\nwhat\r\n", "refusal", ""},
	{"an automatic answer", "From: Ann <ann@example.org>\r\nMessage-ID: <16@x>\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n", "", "must not be answered"},
	{"a list", "From: Ann <ann@example.org>\r\nMessage-ID: <17@x>\r\nList-Id: <games.example.org>\r\n\r\nORDERS hill turn 1\r\nEND\r\n", "", "must not be answered"},
	{"a daemon", "From: MAILER-DAEMON@example.org\r\nMessage-ID: <18@x>\r\n\r\nNo such user.\r\n", "", "must not be answered"},
	{"precedence bulk", "From: Ann <ann@example.org>\r\nMessage-ID: <19@x>\r\nPrecedence: bulk\r\n\r\nBuy!\r\n", "", "must not be answered"},
}

func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	b.WriteString("Content-Type: text/plain\r\n\r\nORDERS hill turn 1\r\nEND\r\n")
	for i := range depth {
		fmt.Fprintf(&b, "\r\n--b%d--", depth-1-i)
	}
	return b.String() + "\r\n"
}

// TestRubbish sends rubbish to one office in the middle of a game: each piece gets an answer or a line in the log, what
// was ordered before still stands afterwards, and the game goes on.
func TestRubbish(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 400 * 24 * 3600
	h.Playing(g)
	h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch\nG2: watch\nEND")
	want := h.filed("hill", "italian_ctv")
	for _, r := range rubbish {
		h.Log.Reset()
		h.Now = h.Now.Add(25 * time.Hour) // what is too much is said once a day
		letters, err := h.Take([]byte(r.raw), mail.Envelope{Via: "smtp", Received: h.Now})
		if err != nil {
			t.Errorf("%s: not taken: %v", r.name, err)
			continue
		}
		var got []string
		for _, l := range letters {
			got = append(got, strings.TrimSuffix(officetest.Kinds([]adjudicator.Letter{l}), " italian_ctv"))
			if text := h.Text(l); len(strings.Fields(text)) < 10 || strings.Contains(text, "{") {
				t.Errorf("%s: the letter says little or has holes:\n%s", r.name, text)
			}
			if strings.Contains(string(h.BytesOf(l)), "\nBcc:") {
				t.Errorf("%s: a header was smuggled in", r.name)
			}
		}
		answer := strings.Join(got, ", ")
		if answer != r.answer && answer != r.answer+" republic" {
			t.Errorf("%s: answered by %q, want %q\n%s", r.name, answer, r.answer, h.Log)
		}
		if r.log != "" && !strings.Contains(h.Log.String(), r.log) {
			t.Errorf("%s: the log does not say %q: %s", r.name, r.log, h.Log)
		}
		if again, err := h.Take([]byte(r.raw), mail.Envelope{Via: "smtp", Received: h.Now}); err != nil || len(again) != 0 {
			t.Errorf("%s: offered again it caused %q, %v", r.name, officetest.Kinds(again), err)
		}
	}
	if got := h.filed("hill", "italian_ctv"); got != want {
		t.Errorf("what Bo ordered has changed:\n%s\n%s", want, got)
	}
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND")
	h.Again()
	h.Wait(401*24*time.Hour, "hill")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Now.Turn() != 2 {
			t.Errorf("the game does not go on: turn %d, %v", m.Now.Turn(), m.Halt)
		}
	})
}

// TestOwnLettersComeBack sends every letter of a turn back to us, as a clumsy forwarder would: nothing answers itself.
func TestOwnLettersComeBack(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nG9: what\nEND")
	h.Mail("bo", "help", "HELP")
	h.Mail("stranger", "what", "what is this?")
	for _, l := range h.AllIssued() {
		raw := h.BytesOf(l)
		for _, env := range []mail.Envelope{{Via: "smtp", From: "ann@example.org"}, {Via: "smtp", Null: true}, {Via: "imap"}} {
			if letters, err := h.Take(raw, env); err != nil || len(letters) != 0 {
				t.Errorf("%s: %q, %v", l.Issued.Letter, officetest.Kinds(letters), err)
			}
		}
		// a mailbox that answers every letter by itself, without saying so, from a daemon's null path
		reply := fmt.Appendf(nil, "From: Ann <ann@example.org>\r\nTo: orders@fieldpost.local\r\nMessage-ID: <away.%d@x>\r\nSubject: Out of office\r\n\r\nI am away.\r\n", l.Seq)
		if letters, err := h.Take(reply, mail.Envelope{Via: "smtp", Null: true}); err != nil || len(letters) != 0 {
			t.Errorf("an automatic answer was answered: %q, %v", officetest.Kinds(letters), err)
		}
	}
}

// TestABounceEndsALetter takes in a report of a letter that could not be delivered.
func TestABounceEndsALetter(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	var report adjudicator.Letter
	for _, l := range h.AllIssued() {
		if l.Issued.Letter == "report" {
			report = l
		}
	}
	to := h.Office.Post.BounceAddress("hill", report.Seq)
	dsn := "From: MAILER-DAEMON@example.org\r\nTo: " + to + "\r\nMessage-ID: <dsn@x>\r\nMIME-Version: 1.0\r\nAuto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.org\r\n\r\nFinal-Recipient: rfc822; bo@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
	for range 2 {
		if letters, err := h.Take([]byte(dsn), mail.Envelope{Via: "smtp", Null: true, To: []string{to}}); err != nil || len(letters) != 0 {
			t.Fatalf("%q, %v", officetest.Kinds(letters), err)
		}
	}
	bounced := 0
	h.Look("hill", func(m *adjudicator.Match) {
		for _, l := range m.Letters {
			if l.Bounced {
				bounced++
			}
		}
	})
	if bounced != 1 {
		t.Errorf("%d letters bounced, want 1", bounced)
	}
	forged := bytes.Replace([]byte(dsn), []byte(to), []byte("orders+bounce.hill.3.aaaaaaaaaaaaaaaa@fieldpost.local"), 1)
	if letters, err := h.Take(forged, mail.Envelope{Via: "smtp", Null: true}); err != nil || len(letters) != 0 {
		t.Errorf("a forged bounce: %q, %v", officetest.Kinds(letters), err)
	}
}
