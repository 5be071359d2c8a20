package office_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// A JOIN that only stands in a quotation is nobody's wish, although the mail program marked nothing and its header is in a language that we do
// not know; one that is typed above the same quotation takes the seat.
func TestAQuotedJoinIsNobodysWish(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Announce(officetest.Palace("hill"))
	taken := func() (n int) {
		h.Look("hill", func(m *adjudicator.Match) {
			for _, p := range m.Players {
				if p.Taken {
					n++
				}
			}
		})
		return n
	}
	help := ""
	for _, l := range h.Mail("cy", "question", "HELP") {
		help = h.Text(l)
	}
	if !strings.Contains(help, "\nJOIN") {
		t.Fatalf("no line of the letter begins with JOIN:\n%s", help)
	}
	quoted := "\n\nFra: Fieldpost\nSendt: 23. november 2026 13:00\nTil: Cy\nEmne: Help\n\n" + help
	for _, l := range h.Mail("cy", "tak", "Tak, det laeser jeg i aften."+quoted) {
		if text := h.Text(l); strings.Contains(text, "then write JOIN") {
			t.Errorf("the quoted JOIN was taken for his:\n%s", text)
		}
	}
	if taken() != 0 {
		t.Fatal("a quoted JOIN took a seat")
	}
	if h.Mail("cy", "ja", "JOIN hill republic"+quoted); taken() != 1 {
		t.Fatal("the JOIN above the quotation took no seat")
	}
}

// danish is how a mail program that marks nothing puts an older mail below a new one, under a header that we do not know.
func danish(text, older string) string {
	return text + "\n\nFra: Fieldpost\nSendt: 23. november 2026 13:00\nTil: Ann\nEmne: hill\n\n" + older
}

// A consent that only stands in the letter that asks for it is nobody's word; one that is typed above it is.
func TestAQuotedConsentIsNobodysWish(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	asked, err := h.During(func() error {
		_, err := h.Office.AmendGame(t.Context(), office.AmendRequest{
			Game: "hill", What: adjudicator.DeedReplace, Reason: "Bo is in hospital", Player: office.SeatedPlayer{Seat: "italian_ctv", Address: "bot"},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	letter := ""
	for _, l := range asked {
		if l.Issued.Seat == "republic" {
			letter = h.Text(l)
		}
	}
	line := ""
	for l := range strings.Lines(letter) {
		if strings.HasPrefix(strings.TrimSpace(l), "AGREE ") {
			line = strings.TrimSpace(l)
		}
	}
	if line == "" {
		t.Fatalf("no line of the letter is a consent:\n%s", letter)
	}
	plays := func() (bot string) {
		h.Look("hill", func(m *adjudicator.Match) { bot = m.Player("italian_ctv").Bot })
		return bot
	}
	if h.Mail("ann", "nej", danish("No, let us wait for Bo.", letter)); plays() != "" {
		t.Fatal("a quoted consent was taken for hers")
	}
	if h.Mail("ann", "ja", danish(line, letter)); plays() == "" {
		t.Fatal("the consent above the quotation was not taken")
	}
}

// The newest report and the newest receipt are known by their text, in mails that name no letter, below a header in a language that we do not
// know: what the player typed above, between and below their lines counts, and none of theirs. The report is older than the letters that are
// looked at without being named.
func TestTheNewestLettersAreKnown(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 400 * 24 * 3600
	h.Playing(g)
	last := func(kind string) (text string) {
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Letters {
				if l.Issued.Letter == kind && l.Issued.Seat == "republic" {
					text = h.Text(l)
				}
			}
		})
		return text
	}
	draft := func() (lines []string) {
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Desk("republic").Draft() {
				lines = append(lines, l.Text)
			}
		})
		return lines
	}
	for range 6 {
		h.Mail("ann", "orders", "ORDERS hill turn 1\nG3: watch\nMG: watch\nSC: hold\nEND")
	}
	report := last("report")
	if !strings.Contains(report, "\nORDERS hill turn 1\n") {
		t.Fatalf("nothing of the report could be taken for orders:\n%s", report)
	}
	orders := map[string][]string{ // some of them stood in older letters and mails
		"report above": {"G1: hold", "G2: watch\nDI: hold"}, "report between": {"G1: hold", "G2: watch\nSC: hold"}, "report below": {"CH: hold", "DI: watch\nSC: hold"},
		"receipt above": {"G1: hold", "G2: watch\nDI: hold"}, "receipt between": {"G1: hold", "G2: watch\nDI: hold", "MG: hold"}, "receipt below": {"SC: hold", "CH: watch\nG1: hold"},
	}
	for _, kind := range []string{"report", "receipt"} {
		for _, place := range []string{"above", "between", "below"} {
			for _, typed := range orders[kind+" "+place] {
				quoted := last(kind)
				if kind == "receipt" && !strings.Contains(quoted, ": watch\n") {
					t.Fatalf("no line of the receipt is an order:\n%s", quoted)
				}
				lines := strings.Split(strings.TrimRight(danish("", quoted), "\n"), "\n")
				at := map[string]int{"above": 0, "between": len(lines) / 2, "below": len(lines)}[place]
				block := "ORDERS hill turn 1\n" + typed + "\nEND"
				sent := strings.Join(slices.Concat(lines[:at], []string{"", block, ""}, lines[at:]), "\n")
				h.Now = h.Now.Add(10 * time.Minute) // more mails than these are too many for an hour
				letters := h.Mail("ann", "hill", sent)
				if got := strings.Join(draft(), "\n"); got != typed {
					t.Errorf("%s %s the %s: in force is\n%s\nwant\n%s\nfrom\n%s\nanswered by\n%s", typed, place, kind, got, typed, sent, h.Text(letters[0]))
				}
				if len(letters) != 1 || letters[0].Issued.Letter != "receipt" || !strings.Contains(h.Text(letters[0]), "\nIgnored: ") {
					t.Errorf("%s the %s: what was passed over is not named: %s", place, kind, officetest.Kinds(letters))
				}
				h.Mail("ann", "orders", "ORDERS hill turn 1\nG3: watch\nEND")
			}
		}
	}
}
