package desk_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/desk"
	"fieldpost/scenarios"
)

var whole = flag.Bool("whole", false, "order from the desk in a game of every rulebook")

// begun is a game of a rulebook's show piece whose first window for orders is open.
func begun(t testing.TB, rulebook string) (*officetest.Hall, []adjudicator.Letter) {
	t.Helper()
	h := officetest.New(t)
	g := office.NewGame{ID: "game", Rulebook: rulebook, Scenario: scenarios.ShowPiece(rulebook)}
	h.Announce(g)
	var seats []table.Seat
	h.Look(g.ID, func(m *adjudicator.Match) {
		for _, p := range m.Players {
			seats = append(seats, p.Seat)
		}
	})
	var letters []adjudicator.Letter
	for _, s := range seats {
		letters = append(letters, h.Mail(string(s), "join", "JOIN game "+string(s)+" as "+string(s))...)
	}
	return h, letters
}

// shown plays on with bots until a report asks a seat for orders, opens it, and returns what the desk shows of it. With ready it must have ready
// lines, which set-ups lack.
func shown(t testing.TB, h *officetest.Hall, letters []adjudicator.Letter, ready bool) (d *desk.Desk, seat string, view desk.View, raw []byte) {
	t.Helper()
	for range 12 {
		for _, l := range letters {
			raw := h.BytesOf(l)
			d := desk.New()
			opened := d.Open("report.eml", raw)[0]
			if opened.Fault != "" && opened.Fault != desk.FaultNoLetter {
				t.Fatalf("a letter was opened as %+v", opened)
			}
			if !opened.Asked {
				continue
			}
			view, err := d.Show(opened.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if opened.Seat != l.Issued.Seat {
				t.Fatalf("a letter to %s is one to %s", l.Issued.Seat, opened.Seat)
			}
			if !ready || slices.ContainsFunc(view.Units, func(u desk.Unit) bool { return len(u.Can) > 0 }) {
				return d, opened.Seat, view, raw
			}
		}
		letters = nil
		for s, text := range officetest.InOrder(h.BotMails("game")) {
			letters = append(letters, h.Mail(string(s), "orders", text)...)
		}
	}
	t.Fatal("no report asks for orders that can be pointed at")
	return nil, "", desk.View{}, nil
}

// TestOrdersOfTheDeskAreTaken opens the first report of a game of every rulebook, orders for every unit one of its ready lines, and mails what the
// desk writes: the server takes every line, as the desk said.
func TestOrdersOfTheDeskAreTaken(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run opens one game")
			}
			t.Parallel()
			h, letters := begun(t, e.Name())
			d, seat, view, _ := shown(t, h, letters, true)
			id := view.ID
			if !strings.HasPrefix(view.Map, "<svg") || len(view.Units) == 0 || len(view.Spots.Places) == 0 && view.Spots.Table == nil {
				t.Fatalf("%d units, %d places, map %.40q", len(view.Units), len(view.Spots.Places), view.Map)
			}
			text := chosen(t, d, id, view)
			rows, err := d.Try(id, "", text, nil)
			if err != nil {
				t.Fatal(err)
			}
			mail, err := d.Reply(id, text)
			if err != nil {
				t.Fatal(err)
			}
			ordered := 0
			for _, r := range rows {
				if r.State == "order" || r.State == "standing" {
					ordered++
				}
			}
			if ordered == 0 {
				t.Fatalf("nothing was ordered:\n%s", text)
			}
			answer := h.Raw(h.Plain(seat, mail.Subject, mail.Text))
			h.Look("game", func(m *adjudicator.Match) {
				o, ok := m.LastOrderMail(table.Seat(seat))
				if !ok || len(o.Orders.Faults) > 0 || len(o.Orders.Lines) < ordered {
					t.Errorf("%d lines were ordered; of the mail\n%s\nthe server took %d and did not understand %v (%s)", ordered, mail.Text, len(o.Orders.Lines), o.Orders.Faults, officetest.Kinds(answer))
				}
			})
		})
	}
}

// chosen is a form with a ready line of every unit, those that the desk allows together.
func chosen(t testing.TB, d *desk.Desk, id string, view desk.View) string {
	t.Helper()
	var lines []string
	form := func(lines []string) string {
		return strings.Replace(view.Form, "\n\n", "\n"+strings.Join(lines, "\n")+"\n", 1)
	}
	for _, u := range view.Units {
		for _, c := range u.Can {
			rows, err := d.Check(id, "", form([]string{c.Line}), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(rows, func(r desk.Row) bool { return r.State == "order" || r.State == "standing" }) {
				t.Errorf("the ready line %q is read as %+v", c.Line, rows)
			}
		}
		if len(u.Can) > 0 && len(lines) < 6 {
			lines = append(lines, u.Can[0].Line)
		}
	}
	return form(lines)
}

// TestAGlanceSaysWhatACheckSays types orders key by key: what a glance does not leave open is what a check says, and the keys of an order that is
// complete leave nothing open.
func TestAGlanceSaysWhatACheckSays(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run opens one game")
			}
			h, letters := begun(t, e.Name())
			d, _, view, raw := shown(t, h, letters, true)
			other := desk.New() // what a desk has read once it does not read again
			other.Open("report.eml", raw)
			open := 0
			for _, line := range strings.Split(chosen(t, d, view.ID, view), "\n") {
				for n := 1; n <= len(line); n++ {
					glance, err := other.Glance(view.ID, "", line[:n])
					if err != nil {
						t.Fatal(err)
					}
					check, err := d.Check(view.ID, "", line[:n], nil)
					if err != nil {
						t.Fatal(err)
					}
					for i, r := range glance {
						if r.Open {
							open++
							if n == len(line) {
								t.Errorf("the order %q is left open", line)
							}
						} else if diff := cmp.Diff(check[i], r); diff != "" {
							t.Errorf("%q is seen otherwise at a glance:\n%s", line[:n], diff)
						}
					}
				}
			}
			if open == 0 {
				t.Error("no key leaves anything open: glances are checks")
			}
		})
	}
}

func TestWhatIsWrongIsSaidAtOnce(t *testing.T) {
	h, letters := begun(t, "duel")
	d, _, _, raw := shown(t, h, letters, true)
	id := d.Open("report.eml", raw)[0].ID
	view, err := d.Show(id, "fr")
	if err != nil || view.Lang != "fr" {
		t.Fatal(view.Lang, err)
	}
	rows, err := d.Check(id, "", view.Form+"\n", nil)
	if err != nil || rows[0].State+" "+rows[1].State != "head end" {
		t.Fatalf("the blank form is read as %+v %v", rows, err)
	}
	unit := view.Units[0].ID
	rows, _ = d.Check(id, "", unit+": mvoe nowhere", nil)
	if rows[0].State != "fault" || rows[0].Says == "" {
		t.Errorf("a line that means nothing is read as %+v", rows[0])
	}
	if got := d.Open("x.msg", []byte{0xd0, 0xcf, 0x11, 0xe0, 0}); got[0].Fault != desk.FaultOutlook {
		t.Errorf("a file of Outlook is %+v", got)
	}
	if got := d.Open("x.txt", []byte("hello")); got[0].Fault != desk.FaultNoLetter {
		t.Errorf("a text is %+v", got)
	}
	if again := d.Open("report.eml", raw); again[0].ID != id {
		t.Errorf("the same letter is another: %+v", again)
	}
	if got := d.Open("box.mbox", append([]byte("From x\r\n"), raw...)); len(got) != 1 || got[0].ID != id {
		t.Errorf("in an mbox the letter is %+v", got)
	}
	for _, f := range message.Files(raw) {
		if strings.HasSuffix(f.Name, ".json") && strings.Contains(string(f.Data), `"known"`) {
			if got := d.Open(f.Name, f.Data); got[0].ID != id {
				t.Errorf("the attached file is %+v", got)
			}
			altered := strings.Replace(string(f.Data), `"known": "`, `"known": "00`, 1)
			if got := d.Open(f.Name, []byte(altered)); got[0].Fault != desk.FaultAltered {
				t.Errorf("an altered file is %+v", got)
			}
		}
	}
}

// TestLinksAreNeverCut asserts that a mail that does not fit into a link is begun by one without its lines.
func TestLinksAreNeverCut(t *testing.T) {
	h, letters := begun(t, "duel")
	d, _, view, _ := shown(t, h, letters, false)
	id := view.ID
	short, err := d.Reply(id, view.Form)
	if err != nil || !short.Whole || !strings.Contains(short.Mailto, "%0D%0A") || strings.ContainsAny(short.Mailto, "+ ") && !strings.Contains(short.To, "+") {
		t.Fatalf("%+v %v", short, err)
	}
	long, err := d.Reply(id, strings.Replace(view.Form, "\n\n", "\n"+strings.Repeat("a line of many\n", 200), 1))
	if err != nil || long.Whole || len(long.Mailto) > 1500 || strings.Count(long.Text, "a line of many") != 200 {
		t.Errorf("the link has %d bytes, the text %d: %v", len(long.Mailto), len(long.Text), err)
	}
	if !strings.Contains(long.EML, "X-Unsent: 1\r\n") || !strings.Contains(long.EML, "In-Reply-To: <") {
		t.Errorf("the draft is\n%.500s", long.EML)
	}
}
