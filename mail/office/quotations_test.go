package office_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
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
