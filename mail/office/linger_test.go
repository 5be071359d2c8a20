package office_test

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// A player whose mail closed the window, and who has nothing to do, is written to when the others have answered, or else a moment later: one letter
// with the receipt of his mail and the news.
func TestAReportToSomebodyIdleWaitsForMoreNews(t *testing.T) {
	h := newHall(t)
	h.Office.Settings.Linger = 30 * time.Second
	h.Announce(office.NewGame{ID: "hill", Rulebook: "landships", Scenario: "bocquet-trench", Schedule: events.Schedule{Zone: "UTC"}})
	names := map[table.Seat]string{"allied": "ann", "central": "bo"}
	for s, name := range names {
		h.Mail(name, "join", "JOIN hill "+string(s)+" as "+name)
	}
	lingered, joined := 0, 0
	for range 24 {
		for s, text := range officetest.InOrder(h.BotMails("hill")) {
			letters := h.Mail(names[s], "orders", text)
			idle := false
			h.Look("hill", func(m *adjudicator.Match) {
				idle = m.Last.Window > 0 && !m.Awaits(s) && len(m.Unreceipted(s, m.Head.Seq+1)) > 0
			})
			for _, l := range letters {
				if idle && l.Issued.Seat == string(s) && l.Issued.Letter == "report" {
					t.Fatalf("%s is written to at once, and has nothing to do", s)
				}
			}
			if !idle {
				continue
			}
			lingered++
			if lingered%2 == 0 { // the others answer first
				joined++
				continue
			}
			if got := h.Wait(29*time.Second, "hill"); len(got) > 0 {
				t.Fatalf("after 29 seconds there are %d letters", len(got))
			}
			got := h.Wait(2*time.Second, "hill")
			if len(got) != 1 || got[0].Issued.Letter != "report" || got[0].Issued.Seat != string(s) || !strings.Contains(h.Text(got[0]), "order mail") {
				t.Fatalf("after 31 seconds %s gets %v", s, got)
			}
		}
	}
	if lingered < 4 || joined < 2 {
		t.Fatalf("nobody was idle: %d, %d", lingered, joined)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		for s := range names {
			if left := m.Unreceipted(s, m.Head.Seq+1); len(left) > 1 {
				t.Errorf("%s waits for %d receipts", s, len(left))
			}
		}
	})
}
