package office_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// TestReadyLines: a player takes the "#" away from a ready line of the form and sends the letter back, quoted in one way or another: that line is
// his order, and nothing else in the letter is, though what is said of each line stands in the form too.
func TestReadyLines(t *testing.T) {
	t.Parallel()
	base := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	base.Playing(g)
	var report adjudicator.Letter
	for _, l := range base.AllIssued() {
		if l.Address == "ann@example.org" && l.Issued.Letter == "report" {
			report = l
		}
	}
	text := strings.ReplaceAll(base.Text(report), "\r\n", "\n")
	form := text[strings.Index(text, "\nORDERS ")+1:]
	form = form[:strings.Index(form, "\nEND")+5]
	var ready []string
	for _, line := range strings.Split(form, "\n") {
		if rest, ok := strings.CutPrefix(line, "# "); ok && strings.HasPrefix(rest, "G") {
			ready = append(ready, rest)
		}
	}
	if len(ready) < 2 {
		t.Fatalf("no ready lines in\n%s", form)
	}
	filled := strings.Replace(text, "# "+ready[0]+"\n", ready[0]+"\n", 1)
	marked := func(s, mark string) string { return mark + strings.ReplaceAll(s, "\n", "\n"+mark) }
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"form alone":                {strings.Replace(form, "# "+ready[0]+"\n", ready[0]+"\n", 1), 1},
		"form untouched":            {form, 0},
		"unmarked":                  {"Here you are.\n\nLe dim. 22 nov. 2026, Fieldpost a écrit :\n" + filled, 1},
		"unmarked, untouched":       {"Here you are.\n\nOn Sunday Fieldpost wrote:\n" + text, 0},
		"marked":                    {"Here you are.\n\nOn Sunday Fieldpost wrote:\n" + marked(filled, "> "), 1},
		"marked, untouched":         {"Here you are.\n\nOn Sunday Fieldpost wrote:\n" + marked(text, "> "), 0},
		"unmarked, cut to the form": {"Orders:\n" + strings.Replace(form, "# "+ready[0]+"\n", ready[0]+"\n", 1), 1},
	} {
		h := base.branch()
		h.Raw([]byte(strings.ReplaceAll(fmt.Sprintf("From: Ann <ann@example.org>\nTo: %s\nSubject: Re: orders\nMessage-ID: <%d@example.org>\nIn-Reply-To: <%s>\n\n%s\n",
			h.Office.Post.Orders, len(c.text), report.Issued.MessageID, c.text), "\n", "\r\n")))
		var got []string
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Desk("republic").Draft() {
				got = append(got, l.Text)
			}
		})
		if len(got) != c.want || len(got) == 1 && !strings.HasPrefix(got[0], strings.SplitN(ready[0], ":", 2)[0]) {
			t.Errorf("%s: %q, want %d of %q", name, got, c.want, ready[0])
		}
	}
}

// TestABarredVerbIsNotOffered: who is asked for his small arms in any case has no use for the order to be asked, which is refused. He who plays by
// doctrine is offered it.
func TestABarredVerbIsNotOffered(t *testing.T) {
	t.Parallel()
	for rhythm, offered := range map[string]bool{"faithful-5": false, "doctrine-2": true} {
		h := newHall(t)
		h.Announce(office.NewGame{ID: "hill", Rulebook: "landships", Scenario: "bocquet-trench", Rhythm: rhythm, Schedule: events.Schedule{Zone: "UTC"}})
		h.Mail("ann", "join", "JOIN hill allied as Ann")
		h.Mail("bo", "join", "JOIN hill central as Bo")
		reports := 0
		for _, l := range h.AllIssued() {
			if l.Issued.Letter == "report" {
				reports++
				if text := h.Text(l); strings.Contains(text, "interrupt") != offered {
					t.Errorf("%s, %s: interrupt is offered: %v in\n%s", rhythm, l.Issued.Seat, !offered, text)
				}
			}
		}
		if reports == 0 {
			t.Errorf("%s: no report", rhythm)
		}
	}
}
