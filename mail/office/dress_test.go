package office_test

import (
	"encoding/base64"
	"fieldpost/mail/office/officetest"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
)

// dressedOrders are the lines that every mail of the test orders; the name in the comment needs a charset.
var dressedOrders = []string{
	"G1: move C7 C6; fire priority | if_fail: hold",
	"G2: watch",
	"MG: setup # près de l'église, côté forêt",
	"standing ask BB-D17",
}

// TestOrdersInAnyDress sends the same orders as different mail programs would: the same is filed, and the same follows.
func TestOrdersInAnyDress(t *testing.T) {
	t.Parallel()
	want := ""
	for _, dress := range dresses {
		t.Run(dress.name, func(t *testing.T) {
			h := newHall(t)
			h.Playing(officetest.Palace("hill"))
			report := ""
			for _, l := range h.AllIssued() {
				if l.Issued.Letter == "report" && l.Issued.Seat == "republic" {
					report = h.Text(l)
				}
			}
			raw := "From: Ann <ann@example.org>\r\nTo: orders@fieldpost.local\r\nSubject: Re: [hill]\r\nMessage-ID: <dressed@example.org>\r\nDate: Mon, 23 Nov 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\n" +
				strings.ReplaceAll(dress.body(t, report), "\n", "\r\n")
			if got := officetest.Kinds(h.Raw([]byte(raw))); got != "receipt republic" {
				t.Fatalf("the mail was answered by %q:\n%s\n%s", got, raw, h.Log)
			}
			h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
			got := h.filed("hill", "republic") + h.passed("hill")
			if want == "" {
				want = got
			}
			if diff := gocmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("not the same orders or not the same play:\n%s", diff)
			}
		})
	}
}

// filed tells what the order mails of a seat came to.
func (h *hall) filed(game, seat string) string {
	h.T.Helper()
	var b strings.Builder
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			h.T.Fatal(err)
		}
		body, ok := e.Body.(events.OrdersReceived)
		if !ok || body.Seat != seat {
			continue
		}
		o, _, err := events.Open[events.Orders](r, body.OrdersSealed)
		if err != nil {
			h.T.Fatal(err)
		}
		fmt.Fprintf(&b, "mail %d of %s, window %d, replaces %v %v\n", body.Number, body.Seat, body.Window, o.Phases, o.Replaces)
		for _, l := range o.Lines {
			fmt.Fprintf(&b, "%+v\n", l)
		}
		fmt.Fprintf(&b, "faults %+v, answers %+v\n", o.Faults, o.Answers)
	}
	return b.String()
}

// passed tells what followed from the last seal, dice and all.
func (h *hall) passed(game string) string {
	var s string
	h.Look(game, func(m *adjudicator.Match) {
		s = fmt.Sprintf("window %d, turn %d\n", m.Last.Window, m.Now.Turn())
		for _, f := range officetest.WithoutIDs(m.Last.Facts) {
			s += fmt.Sprintf("%+v\n", f)
		}
		if m.Last.Window == 0 {
			h.T.Error("no turn was played")
		}
	})
	return s
}

func block() string { return "ORDERS hill turn 1\n" + strings.Join(dressedOrders, "\n") + "\nEND\n" }

// quoted puts "> " before every line.
func quoted(text string) string {
	return "> " + strings.Join(strings.Split(strings.TrimRight(text, "\n"), "\n"), "\n> ") + "\n"
}

const plainHead = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"

var dresses = []struct {
	name string
	body func(t *testing.T, report string) string
}{
	{"plain", func(*testing.T, string) string { return plainHead + block() }},
	{"html only", func(*testing.T, string) string {
		return "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n<html><body><div>" + strings.ReplaceAll(strings.TrimRight(block(), "\n"), "\n", "</div>\n<div>") + "</div></body></html>\n"
	}},
	{"html with breaks and entities", func(*testing.T, string) string {
		text := strings.NewReplacer("\n", "<br>\n", "é", "&eacute;", "ê", "&ecirc;", " ", "&nbsp;").Replace(block())
		return "Content-Type: text/html; charset=us-ascii\n\n<p>" + text + "</p>\n"
	}},
	{"both text and html", func(*testing.T, string) string {
		return "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + block() + "--b\nContent-Type: text/html; charset=utf-8\n\n<pre>" + block() + "</pre>\n--b--\n"
	}},
	{"quoted-printable windows-1252", func(t *testing.T, _ string) string {
		latin, err := charmap.Windows1252.NewEncoder().String(block())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		fmt.Fprint(w, latin)
		w.Close()
		return "Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.ReplaceAll(b.String(), "\r\n", "\n")
	}},
	{"base64 utf-8", func(*testing.T, string) string {
		return "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: base64\n\n" + wrapped(base64.StdEncoding.EncodeToString([]byte(block())))
	}},
	{"format=flowed", func(*testing.T, string) string {
		text := strings.Replace(block(), "G1: move C7 C6; fire priority |", "G1: move C7 C6; fire \npriority |", 1)
		return "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=no\nContent-Transfer-Encoding: 8bit\n\n" + text
	}},
	{"above the whole report", func(_ *testing.T, report string) string {
		return plainHead + block() + "\nOn Mon, 23 Nov 2026 at 12:00, Fieldpost <orders@fieldpost.local> wrote:\n" + quoted(report)
	}},
	{"below the whole report", func(_ *testing.T, report string) string {
		return plainHead + "On Mon, 23 Nov 2026 at 12:00, Fieldpost <orders@fieldpost.local> wrote:\n" + quoted(report) + "\n" + block() + "\n-- \nAnn\nG3: hold\n"
	}},
	{"between the lines of the report", func(_ *testing.T, report string) string {
		head, rest, _ := strings.Cut(report, "\n\n")
		return plainHead + "Fieldpost wrote:\n" + quoted(head) + "\n" + block() + "\n" + quoted(rest)
	}},
	{"in the form of the report", func(t *testing.T, report string) string {
		at := strings.Index(report, "ORDERS hill")
		end := at + strings.Index(report[at:], "\nEND")
		if at < 0 || end < at {
			t.Fatal("the report has no form")
		}
		return plainHead + "Fieldpost wrote:\n" + quoted(report[:end]) + "> " + strings.Join(dressedOrders, "\n> ") + "\n" + quoted(report[end+1:])
	}},
	{"in an attached file", func(*testing.T, string) string {
		return "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + plainHead + "See the file.\n--b\nContent-Type: text/plain; charset=utf-8; name=orders.txt\nContent-Disposition: attachment; filename=orders.txt\nContent-Transfer-Encoding: base64\n\n" +
			wrapped(base64.StdEncoding.EncodeToString([]byte(block()))) + "--b--\n"
	}},
}

// wrapped breaks base64 as mail programs do.
func wrapped(s string) string {
	var b strings.Builder
	for len(s) > 76 {
		b.WriteString(s[:76] + "\n")
		s = s[76:]
	}
	return b.String() + s + "\n"
}

// TestTheSameMailTwice hands in a mail again: by another way, with other trace headers. It counts once and is answered once.
func TestTheSameMailTwice(t *testing.T) {
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	raw := h.Plain("ann", "orders", block())
	if got := officetest.Kinds(h.Raw(raw)); got != "receipt republic" {
		t.Fatal(got)
	}
	for _, again := range [][]byte{raw, append([]byte("Received: from elsewhere by here; Mon, 23 Nov 2026 12:00:00 +0000\r\n"), raw...)} {
		if letters, err := h.Take(again, mail.Envelope{Via: "imap"}); err != nil || len(letters) != 0 {
			t.Errorf("taken again: %s, %v", officetest.Kinds(letters), err)
		}
	}
	h.Again()
	if letters, err := h.Take(raw, mail.Envelope{Via: "imap"}); err != nil || len(letters) != 0 {
		t.Errorf("taken again after a restart: %s, %v", officetest.Kinds(letters), err)
	}
	if n := strings.Count(h.filed("hill", "republic"), "mail "); n != 1 {
		t.Errorf("%d order mails filed", n)
	}
}
