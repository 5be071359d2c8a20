package office_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// alone opens a quick game in which Ann has the republic and a machine the Italians.
func (h *hall) alone(id string) {
	h.T.Helper()
	g := officetest.Palace(id)
	g.Players = []office.SeatedPlayer{{Seat: "italian_ctv", Address: "bot:sensible"}}
	h.Announce(g)
	h.Mail("ann", "join", "JOIN "+id+" republic as Ann")
}

// ordered returns the orders of a seat, window by window, as the log holds them.
func (h *hall) ordered(game, seat string) (windows []int64, all [][]table.Line) {
	h.T.Helper()
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			h.T.Fatal(err)
		}
		b, ok := e.Body.(events.OrdersReceived)
		if !ok || b.Seat != seat {
			continue
		}
		o, ok, err := events.Open[events.Orders](r, b.OrdersSealed)
		if !ok || err != nil {
			h.T.Fatalf("event %d does not open: %v", e.Seq, err)
		}
		windows, all = append(windows, b.Window), append(all, o.Lines)
	}
	return windows, all
}

func texts(orders [][]table.Line) (list []string) {
	for _, o := range orders {
		for _, l := range o {
			list = append(list, l.Text)
		}
	}
	return list
}

// A game against a machine that a crash interrupts after each of its events goes on with the same orders of the machine, one mail a window.
func TestAMachineOrdersOnce(t *testing.T) {
	t.Parallel()
	calm := newHall(t)
	calm.alone("palace")
	calm.Mail("ann", "orders", "ORDERS palace turn 1\nEND")
	windows, want := calm.ordered("palace", "italian_ctv")
	if !slices.Equal(windows, []int64{1, 2}) || len(texts(want)) < 5 {
		t.Fatalf("the machine ordered in windows %v: %q", windows, texts(want))
	}
	for cut := int64(0); ; cut++ {
		h := newHall(t)
		log := h.Store.(officetest.Keeping).Log
		h.alone("palace")
		raw := h.Plain("ann", "orders", "ORDERS palace turn 1\nEND")
		first, faults := log.Appends(), 0
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
		h.Raw(raw)
		h.Tend("palace")
		windows, got := h.ordered("palace", "italian_ctv")
		if !slices.Equal(windows, []int64{1, 2}) || !slices.Equal(texts(got), texts(want)) {
			t.Errorf("cut after %d events: in windows %v the machine ordered %q, want %q", cut, windows, texts(got), texts(want))
		}
		if faults == 0 {
			return
		}
	}
}

// The machine that tries plans orders once a window too, and says how many rounds of trials it had time for: one, if it has none.
func TestTheStrongMachineOrders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Office.Settings.Thinking = 1
	g := officetest.Palace("palace")
	g.Players = []office.SeatedPlayer{{Seat: "italian_ctv", Address: "bot:strong"}}
	h.Announce(g)
	h.Mail("ann", "join", "JOIN palace republic as Ann")
	h.Mail("ann", "orders", "ORDERS palace turn 1\nEND")
	windows, all := h.ordered("palace", "italian_ctv")
	if !slices.Equal(windows, []int64{1, 2}) || len(texts(all)) == 0 {
		t.Fatalf("in windows %v the machine ordered %q", windows, texts(all))
	}
	h.Look("palace", func(m *adjudicator.Match) {
		if bot := m.Player("italian_ctv").Bot; bot != "strong" {
			t.Errorf("%q plays", bot)
		}
	})
	mails := 0
	for r, err := range h.Store.Read(t.Context(), "palace", 1) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		b, ok := e.Body.(events.OrdersReceived)
		if !ok || b.Seat != "italian_ctv" {
			continue
		}
		mails++
		raw, err := h.Store.Get(t.Context(), b.Raw)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "\r\nX-Fieldpost-Rounds: 1\r\n") {
			t.Errorf("its mail does not say how long it thought:\n%s", raw)
		}
	}
	if mails != 2 {
		t.Errorf("%d mails of the machine", mails)
	}
}

// Nobody writes to a machine, and a stranger's audit finds nothing against a game that it plays.
func TestAGameAgainstAMachineVerifies(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.alone("palace")
	for range 3 {
		h.Mail("ann", "orders", h.BotMails("palace")["republic"])
	}
	h.Look("palace", func(m *adjudicator.Match) {
		if m.Now.Turn() != 4 {
			t.Errorf("after three turns of Ann's the game is at turn %d", m.Now.Turn())
		}
		for _, l := range m.Letters {
			if l.Issued.Seat != "republic" {
				t.Errorf("a %s was written to %s", l.Issued.Letter, l.Issued.Seat)
			}
		}
	})
	a := adjudicator.Auditor{Blob: func(d events.Hash) ([]byte, error) { return h.Store.Get(t.Context(), d) }, Engines: adjudicator.Game}
	if v := a.Audit("palace", h.Store.Read(t.Context(), "palace", 1)); !v.Played || v.Passes != 4 || v.Orders != 7 {
		t.Errorf("the audit says %+v", v)
	}
}

// A machine takes the place of an absent player once all others have agreed, and gives it back.
func TestAMachineStandsIn(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("palace"))
	amend := func(address string) error {
		_, err := h.Office.AmendGame(t.Context(), office.AmendRequest{
			Game: "palace", What: adjudicator.DeedReplace, Reason: "Bo is in hospital", Player: office.SeatedPlayer{Seat: "italian_ctv", Address: address},
		})
		return err
	}
	if err := amend("bot"); err != nil {
		t.Fatal(err)
	}
	plays := func() (bot string) {
		h.Look("palace", func(m *adjudicator.Match) { bot = m.Player("italian_ctv").Bot })
		return bot
	}
	if plays() != "" {
		t.Fatal("a machine plays although Ann was not asked")
	}
	var proposal int64
	h.Look("palace", func(m *adjudicator.Match) { proposal = m.Fair.Proposals()[0].Seq })
	told := h.Mail("ann", "yes", fmt.Sprintf("AGREE %d", proposal))
	if plays() != "sensible" {
		t.Fatalf("Ann has agreed, and was told %s", officetest.Kinds(told))
	}
	if windows, _ := h.ordered("palace", "italian_ctv"); !slices.Equal(windows, []int64{1}) {
		t.Errorf("the machine ordered in windows %v", windows)
	}
	if got := officetest.Kinds(h.Mail("bo", "orders", "ORDERS palace turn 1\nEND")); got != "refusal" {
		t.Errorf("Bo, whose seat a machine plays, got %s", got)
	}
	if err := amend("bo@example.org"); err != nil {
		t.Fatal(err)
	}
	if plays() != "" {
		t.Fatal("the machine plays on although Bo is back")
	}
	h.Mail("ann", "orders", "ORDERS palace turn 1\nEND")
	got := h.Mail("bo", "orders", "ORDERS palace turn 2\nEND")
	windows, _ := h.ordered("palace", "italian_ctv")
	if !slices.Equal(windows, []int64{1, 2}) {
		t.Errorf("orders came for windows %v; Bo's mail caused %s", windows, officetest.Kinds(got))
	}
}

// TestAGameIsCalledInWords: the scenario of a game that is asked for may be named in words, and by one of them that no other name has.
func TestAGameIsCalledInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ asked, scenario, seat string }{
		{"palace", "ibarra-palace", "republic"},
		{"Ibarra tanks, fr", "ibarra-tanks", "republic"},
		{"brush brothers palace", "ibarra-palace", "republic"},
		{"duel", "old-mill", "south"},
		{"old mill north", "old-mill", "north"},
		{"ibarra", "", ""},
		{"palace tanks", "", ""},
		{"landships palace", "", ""},
	} {
		h := newHall(t)
		h.Wire = func(st *office.Office) {
			st.Settings.Solo = 1
			st.Shelves = func(rulebook string) []string {
				return map[string][]string{"brush-brothers": {"ibarra-palace", "ibarra-tanks"}, "duel": {"old-mill"}, "landships": {"bocquet-trench"}}[rulebook]
			}
		}
		h.Wire(h.Office)
		h.Mail("ann", "orders", "NEW GAME "+c.asked)
		games, err := h.Office.Games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if c.scenario == "" {
			if len(games) > 0 {
				t.Errorf("%q opened %v", c.asked, games)
			}
			continue
		}
		if len(games) != 1 || !strings.HasPrefix(games[0], c.scenario) {
			t.Errorf("%q opened %v, want a game of %s", c.asked, games, c.scenario)
			continue
		}
		h.Look(games[0], func(m *adjudicator.Match) {
			if p := m.Player(table.Seat(c.seat)); p == nil || p.Address != "ann@example.org" {
				t.Errorf("%q gave Ann another seat than %s: %+v", c.asked, c.seat, m.Players)
			}
		})
	}
}

// A letter that opens a game opens one, wherever a crash interrupts it, and the game begins.
func TestANewGameIsOpenedOnce(t *testing.T) {
	t.Parallel()
	for cut := int64(0); ; cut++ {
		h := newHall(t)
		h.Wire = func(st *office.Office) {
			st.Settings.Solo, st.Shelves = 1, func(string) []string { return []string{"ibarra-palace"} }
		}
		h.Wire(h.Office)
		raw := h.Plain("ann", "a game", "NEW GAME ibarra-palace")
		log, faults := h.Store.(officetest.Keeping).Log, 0
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
		for range 2 {
			h.Raw(raw)
		}
		games, err := h.Office.Games(t.Context())
		if err != nil || len(games) != 1 {
			t.Fatalf("cut after %d events: the games %v, %v", cut, games, err)
		}
		h.Tend(games[0])
		h.Look(games[0], func(m *adjudicator.Match) {
			if m.Open == nil || !m.Awaits("republic") || !m.Desk("italian_ctv").Ready() || m.Player("republic").Address != "ann@example.org" {
				t.Errorf("cut after %d events: the game is not open for Ann, or the machine has not ordered", cut)
			}
		})
		if faults == 0 {
			return
		}
	}
}
