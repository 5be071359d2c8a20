package office_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/scenarios"
)

// TestDeedsAroundASealShowNothingHidden is the law of TestDeedsShowNothingHidden for the deeds that need a seal: the dice come from players'
// codes that are not there yet, so that nothing has happened that both sides may see. One seat's orders are more or fewer lines, on its
// desk, sealed, let in late, sealed anew, taken back by a rewind; the other side reads the same.
func TestDeedsAroundASealShowNothingHidden(t *testing.T) {
	t.Parallel()
	for _, engine := range adjudicator.Games() {
		if name := engine.Name(); !*everyRulebook && name != "duel" && name != "brush-brothers" {
			continue
		}
		for name, play := range map[string]func(s *secretive) []string{"late": lateSeen, "reseal": resealSeen, "rewind": rewindSeen, "beacon": beaconSeen} {
			t.Run(engine.Name()+" "+name, func(t *testing.T) {
				t.Parallel()
				var seen [2][]string
				for i := range seen {
					profile := "D2"
					if name == "beacon" {
						profile = "D3"
					}
					s := newSecretive(t, engine.Name(), profile, i == 1)
					seen[i] = play(s)
					seen[i] = append(seen[i], s.lettersSeen(s.watcher)...)
				}
				t.Logf("%d letters and exports are alike", len(seen[0]))
				if len(seen[0]) < 6 {
					t.Errorf("only %d letters and exports were compared", len(seen[0]))
				}
				alike(t, seen[0], seen[1])
			})
		}
	}
}

// secretive is a game in whose open window one seat is about to order what nobody else may see.
type secretive struct {
	*hall
	hidden, watcher string
	mail            string // of the hidden orders
}

// richest are orders with all that a player may write, where bots write less.
var richest = map[string][2]string{
	"brush-brothers": {"G1: hold\nstanding ask BB-D17\nstanding retreat: toward A8\nG2: hold", "G1: hold"},
}

// newSecretive plays a game to a window in which some seat orders several things.
func newSecretive(t *testing.T, rulebook, profile string, fewer bool) *secretive {
	s := &secretive{hall: newHall(t)}
	g := officetest.FairGame(t, "hill", profile)
	g.Dice.Fallback = map[string]string{"D3": "consent"}[profile]
	if _, rich := richest[rulebook]; !rich {
		g.Rulebook, g.Scenario, g.Rhythm, g.Options = rulebook, scenarios.ShowPiece(rulebook), "", nil
	}
	if rulebook == "conflict-of-heroes" {
		g.Scenario = "hill-205" // with hidden squads and mines
	}
	g.Schedule.Period, g.Schedule.CoolOff = 4*1440, 1<<30
	s.Seated(g)
	seats := s.Seats("hill")
	slices.Reverse(seats) // the defender hides most
	several := func(seat table.Seat, mail string) bool {
		_, rich := richest[rulebook]
		return rich && seat == "republic" || !rich && strings.Count(mail, "\n") >= 3
	}
	for window := 1; ; window++ {
		mails := s.BotMails("hill")
		if at := slices.IndexFunc(seats, func(x table.Seat) bool { return several(x, mails[x]) }); at >= 0 && window > 1 {
			s.hidden, s.watcher = string(seats[at]), string(seats[(at+1)%len(seats)])
			lines := strings.Split(mails[seats[at]], "\n")
			if fewer {
				lines = slices.Delete(lines, len(lines)-2, len(lines)-1)
			}
			if rich, ok := richest[rulebook]; ok {
				text := rich[0]
				if fewer {
					text = rich[1]
				}
				lines = []string{lines[0], text, "END"}
			}
			s.mail = strings.Join(lines, "\n")
			t.Logf("%s hides in window %d:\n%s", s.hidden, window, s.mail)
			return s
		}
		if window > 12 {
			t.Fatalf("nobody hides anything: %v", mails)
		}
		for _, x := range s.Seats("hill") { // in the same order in both games
			if mails[x] != "" {
				s.Send(officetest.Player(x), "[hill] orders", mails[x])
			}
		}
		open, over := false, false
		s.Look("hill", func(m *adjudicator.Match) { open, over = m.Sealed == nil, m.Over() })
		if over {
			t.Fatalf("the game is over after window %d, and nobody has hidden anything", window)
		}
		if open {
			if err := s.SealNow("hill"); err != nil {
				t.Fatal(err)
			}
		}
		s.FinishSeal("hill")
	}
}

// hides sends the hidden orders, and returns the number of the event.
func (s *secretive) hides() (seq int64) {
	s.T.Helper()
	s.Send(officetest.Player(table.Seat(s.hidden)), "[hill] orders", s.mail)
	s.Look("hill", func(m *adjudicator.Match) {
		if mail, ok := m.LastOrderMail(table.Seat(s.hidden)); ok {
			seq = mail.Seq
		}
	})
	if seq == 0 {
		s.T.Fatal("the orders were not taken")
	}
	return seq
}

// lateSeen: the hidden orders come after the seal, whose codes are awaited, and are let in.
func lateSeen(h *secretive) (seen []string) {
	if err := h.SealNow("hill"); err != nil {
		h.T.Fatal(err)
	}
	late := h.hides()
	seen = append(seen, h.watched("after the seal", h.watcher))
	if err := h.interferes(office.AmendRequest{What: adjudicator.DeedLate, Orders: late}); err != nil {
		h.T.Fatal(err)
	}
	return append(seen, h.watched("late orders", h.watcher))
}

// resealSeen: a faulty program has sealed what no mail holds beside the hidden orders, and the window is closed anew.
func resealSeen(h *secretive) (seen []string) {
	h.hides()
	var seal events.Sealed
	h.Look("hill", func(m *adjudicator.Match) { seal = m.NewSeal("deadline") })
	for i := range seal.Seats {
		if s := &seal.Seats[i]; s.Seat == h.hidden {
			s.Standing = append(s.Standing, "0.0")
		}
	}
	head, err := h.Store.Head(h.T.Context(), "hill")
	if err != nil {
		h.T.Fatal(err)
	}
	r, err := events.Next(head, events.Event{Game: "hill", Time: h.Now.UnixMilli(), Actor: "fieldpost", Body: seal})
	if err == nil {
		err = h.Store.Append(h.T.Context(), r)
	}
	if err == nil {
		err = h.Archive.Write(r)
	}
	if err != nil {
		h.T.Fatal(err)
	}
	h.Again()
	h.Tend("hill")
	if err := h.interferes(office.AmendRequest{What: adjudicator.DeedReseal}); err != nil {
		h.T.Fatal(err)
	}
	return append(seen, h.watched("reseal", h.watcher))
}

// rewindSeen: the key of the dice changes, a restore is declared, and the game goes back behind the hidden orders, all with the consent of
// both where that is needed.
func rewindSeen(h *secretive) (seen []string) {
	h.hides()
	agreed := func() {
		for _, s := range h.Seats("hill") {
			h.Send(officetest.Player(s), "[hill] yes", "AGREE")
		}
	}
	deed := func(r office.AmendRequest) {
		h.T.Helper()
		if err := h.interferes(r); err != nil {
			h.T.Fatalf("%s: %v", r.What, err)
		}
		seen = append(seen, h.watched(r.What, h.watcher))
	}
	deed(office.AmendRequest{What: adjudicator.DeedKey})
	agreed()
	deed(office.AmendRequest{What: adjudicator.DeedKey})
	head, window := int64(0), int64(0)
	h.Look("hill", func(m *adjudicator.Match) { head, window = m.Head.Seq, int64(m.Open.Number) })
	deed(office.AmendRequest{What: adjudicator.DeedRestored, Seen: head + 3})
	h.hides()
	deed(office.AmendRequest{What: adjudicator.DeedRewind, Window: window - 1})
	agreed()
	return append(seen, h.watched("rewound", h.watcher))
}

// beaconSeen: the round that the dice come from is late. Another chain is asked for, then to go on without one, and both players agree.
func beaconSeen(h *secretive) (seen []string) {
	h.hides()
	if err := h.SealNow("hill"); err != nil {
		h.T.Fatal(err)
	}
	seen = append(seen, h.watched("after the seal", h.watcher))
	h.Deliver()
	h.Tend("hill")
	chain := officetest.OtherChain(h.T).Chain()
	for _, deed := range []office.AmendRequest{{What: adjudicator.DeedNoBeacon}, {What: adjudicator.DeedBeacon, Chain: &chain}} {
		if err := h.interferes(deed); err != nil {
			h.T.Fatalf("%s: %v", deed.What, err)
		}
		seen = append(seen, h.watched(deed.What, h.watcher))
	}
	for _, s := range h.Seats("hill") {
		h.Send(officetest.Player(s), "[hill] yes", "AGREE")
		seen = append(seen, h.watched("agreed", h.watcher))
	}
	waits := false
	h.Look("hill", func(m *adjudicator.Match) { waits = m.Sealed != nil })
	if !waits {
		h.T.Fatal("the round is here: both sides may see what happened")
	}
	return seen
}
