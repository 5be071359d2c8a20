package office_test

import (
	"strings"
	"testing"

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
