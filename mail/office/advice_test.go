package office_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// advised opens a game in which each side may ask a machine once in a window.
func advised(t *testing.T) *hall {
	h := newHall(t)
	h.Office.Settings.Thinking = 1
	h.Wire = func(st *office.Office) { st.Settings.Thinking = 1 }
	g := officetest.Palace("palace")
	g.Advice = 1
	h.Playing(g)
	return h
}

// A player who asks gets plans that he can send as they stand, once a window; every letter says who has asked, and no one else sees the plans.
func TestAdviceIsOrderedAsItStands(t *testing.T) {
	t.Parallel()
	h := advised(t)
	got := h.Mail("ann", "what now", "ADVICE")
	if officetest.Kinds(got) != "advice republic" {
		t.Fatalf("Ann's question was answered by %s", officetest.Kinds(got))
	}
	text := h.Text(got[0])
	for _, want := range []string{"PLAN 1", "of 100 trials", "You may not ask again in this window", "ORDERS palace turn 1", "once in a window (ADVICE). Asked so far: Republic (1)"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the letter lacks %q:\n%s", want, text)
		}
	}
	_, form, _ := strings.Cut(text, "\nORDERS palace turn 1\n")
	form, _, _ = strings.Cut(form, "\nEND")
	var lines []string // of the first plan
	for _, l := range strings.Split(form, "\n") {
		if strings.HasPrefix(l, "# Plan 2") {
			break
		}
		if strings.HasPrefix(l, "# ") && !strings.HasPrefix(l, "# Plan") {
			lines = append(lines, strings.TrimPrefix(l, "# "))
		}
	}
	if len(lines) == 0 {
		t.Fatalf("the form has no plan:\n%s", form)
	}
	if got := h.Mail("ann", "more", "ADVICE"); officetest.Kinds(got) != "refusal republic" || !strings.Contains(h.Text(got[0]), "No more advice") && !strings.Contains(h.Text(got[0]), "once in a window, and you have") {
		t.Errorf("a second question in a window got %s", officetest.Kinds(got))
	}
	receipt := h.Mail("ann", "orders", "ORDERS palace turn 1\n"+strings.Join(lines, "\n")+"\nEND")
	if said := h.Text(receipt[0]); officetest.Kinds(receipt) != "receipt republic" || !strings.Contains(said, "All understood") || strings.Contains(said, "not carried out") {
		t.Errorf("the plan was not taken as it stands:\n%s", said)
	}
	if said := strings.Join(strings.Fields(h.Text(h.Mail("bo", "status", "STATUS")[0])), " "); !strings.Contains(said, "Asked so far: Republic (1)") || strings.Contains(said, lines[0]) {
		t.Errorf("Bo is told:\n%s", said)
	}
}

// Where the players have not agreed to it there is no advice.
func TestNoAdviceUnlessAgreed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("palace"))
	got := h.Mail("ann", "what now", "ADVICE")
	if officetest.Kinds(got) != "refusal republic" || !strings.Contains(h.Text(got[0]), "No machine gives advice in this game") {
		t.Errorf("the question was answered by %s", officetest.Kinds(got))
	}
}

// Advice can be allowed where a trial of a plan ends before the game does, too.
func TestAdviceInALargeGame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	if _, err := h.Office.NewGame(t.Context(), office.NewGame{ID: "canal", Rulebook: "somme-1918", Scenario: "hutier-strikes", Advice: 1}); err != nil {
		t.Fatal(err)
	}
	h.Look("canal", func(m *adjudicator.Match) {
		if m.Fair.Advice != 1 || m.Engine.Horizon() == 0 {
			t.Errorf("%d questions a window, played on for %d turns", m.Fair.Advice, m.Engine.Horizon())
		}
	})
}

// A crash between question and answer loses neither, and the machine comes to the same plans; a window that closes meanwhile is owned up to.
func TestAdviceSurvivesACrash(t *testing.T) {
	t.Parallel()
	calm := advised(t)
	want := calm.Text(calm.Mail("ann", "what now", "ADVICE")[0])
	plans := func(text string) string {
		_, form, _ := strings.Cut(text, "\nORDERS palace turn 1\n")
		return form
	}
	asked := func(cut int64) (h *hall, raw []byte, faults int) { // whose log takes only so many events of the question
		h = advised(t)
		log := h.Store.(officetest.Keeping).Log
		raw = h.Plain("ann", "what now", "ADVICE")
		first := log.Appends()
		log.Inject(func(n int64, _ events.Record) memlog.Fault {
			if n > first+cut {
				faults++
				return memlog.Refused
			}
			return memlog.None
		})
		_, _ = h.Take(raw, mail.Envelope{Via: "smtp", Received: h.Now}) // whether it is taken depends on where it is cut
		log.Inject(nil)
		h.Again()
		return h, raw, faults
	}
	advice := func(h *hall) (list []adjudicator.Letter) {
		return slices.DeleteFunc(h.AllIssued(), func(l adjudicator.Letter) bool { return l.Issued.Letter != "advice" })
	}
	owed := int64(-1) // the cut after which the log owes the letter
	for cut := int64(0); ; cut++ {
		h, raw, faults := asked(cut)
		h.Look("palace", func(m *adjudicator.Match) {
			if owed < 0 && len(m.Fair.Advised) == 1 {
				owed = cut
			}
		})
		h.Raw(raw)
		h.Tend("palace")
		if list := advice(h); len(list) != 1 || plans(h.Text(list[0])) != plans(want) {
			t.Errorf("cut after %d events: %d letters of advice, want one like\n%s", cut, len(list), want)
		}
		if faults == 0 {
			break
		}
	}
	h, _, _ := asked(owed)
	if err := h.SealNow("palace"); err != nil {
		t.Fatal(err)
	}
	h.Tend("palace")
	if list := advice(h); len(list) != 1 || !strings.Contains(h.Text(list[0]), "The window closed before") {
		t.Errorf("the window closed, and letters went: %s", officetest.Kinds(h.AllIssued()))
	}
}

// When the game is over its players read how the machines played: every window's orders, what was expected of them, and the surprises.
func TestMachinesExplainThemselves(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Wire = func(st *office.Office) { st.Settings.Thinking = 1 }
	h.Wire(h.Office)
	g := officetest.Palace("courier")
	g.Rulebook, g.Scenario, g.Options = "conflict-of-heroes", "couriers-satchel", nil
	g.Players = []office.SeatedPlayer{{Seat: "soviet", Address: "bot:strong"}}
	h.Announce(g)
	h.Mail("ann", "join", "JOIN courier german as Ann")
	over := false
	for range 200 {
		if h.Look("courier", func(m *adjudicator.Match) { over = m.Over() }); over {
			break
		}
		for seat, text := range officetest.InOrder(h.BotMails("courier")) {
			if seat == "german" {
				h.Mail("ann", "orders", text)
			}
		}
	}
	if !over {
		t.Fatal("the game does not end")
	}
	letters := h.AllIssued()
	last := h.BytesOf(letters[len(letters)-1])
	files := message.Files(last)
	i := slices.IndexFunc(files, func(f message.File) bool { return f.Name == "courier-machine.txt" })
	if i < 0 {
		t.Fatal("the last report brings no account of the machine")
	}
	account := string(files[i].Data)
	said := strings.Join(strings.Fields(account), " ")
	windows, _ := h.ordered("courier", "soviet")
	if n := strings.Count(said, "Expected to win"); n != len(windows) || !strings.Contains(said, "SOVIET (STRONG)") {
		t.Errorf("of %d windows the account tells %d:\n%s", len(windows), n, account)
	}
}
