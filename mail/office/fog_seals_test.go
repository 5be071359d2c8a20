package office_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// TestDeedsAroundASealShowNothingHidden is the law of TestDeedsShowNothingHidden for the deeds that need a seal: the dice come from players'
// codes that are not there yet, so that nothing has happened that both sides may see. One seat's orders are more or fewer lines, on its
// desk, sealed, let in late, sealed anew, taken back by a rewind; the other side reads the same.
func TestDeedsAroundASealShowNothingHidden(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(h *hall, hidden string) []string{
		"late": lateSeen, "reseal": resealSeen, "rewind": rewindSeen,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen [2][]string
			for i, text := range []string{"G1: hold\nstanding ask BB-D17\nstanding retreat: toward A8\nG2: hold", "G1: hold"} {
				h := newHall(t)
				g := officetest.FairGame(t, "hill", "D2")
				g.Schedule.Period, g.Schedule.CoolOff = 4*1440, 1<<30
				h.Seated(g)
				mails := h.BotMails("hill")
				for _, s := range h.Seats("hill") {
					h.Send(officetest.Player(s), "[hill] orders", mails[s])
				}
				if err := h.SealNow("hill"); err != nil {
					t.Fatal(err)
				}
				h.FinishSeal("hill")
				seen[i] = play(h, text)
				seen[i] = append(seen[i], h.lettersSeen("italian_ctv")...)
			}
			if len(seen[0]) < 6 {
				t.Errorf("only %d letters and exports were compared", len(seen[0]))
			}
			alike(t, seen[0], seen[1])
		})
	}
}

// hides sends the orders of the republic, and returns the number of the event.
func (h *hall) hides(lines string) (seq int64) {
	h.T.Helper()
	turn := 0
	h.Look("hill", func(m *adjudicator.Match) { turn = m.Now.Turn() })
	h.Send("ann", "[hill] orders", fmt.Sprintf("ORDERS hill turn %d\n%s\nEND", turn, lines))
	h.Look("hill", func(m *adjudicator.Match) {
		if mail, ok := m.LastOrderMail("republic"); ok {
			seq = mail.Seq
		}
	})
	return seq
}

// lateSeen: the hidden orders come after the seal, whose codes are awaited, and are let in.
func lateSeen(h *hall, lines string) (seen []string) {
	if err := h.SealNow("hill"); err != nil {
		h.T.Fatal(err)
	}
	late := h.hides(lines)
	seen = append(seen, h.watched("after the seal", "italian_ctv"))
	if err := h.interferes(office.AmendRequest{What: adjudicator.DeedLate, Orders: late}); err != nil {
		h.T.Fatal(err)
	}
	return append(seen, h.watched("late orders", "italian_ctv"))
}

// resealSeen: a faulty program has sealed what no mail holds beside the hidden orders, and the window is closed anew.
func resealSeen(h *hall, lines string) (seen []string) {
	h.hides(lines)
	var seal events.Sealed
	h.Look("hill", func(m *adjudicator.Match) { seal = m.NewSeal("deadline") })
	for i := range seal.Seats {
		if s := &seal.Seats[i]; s.Seat == "republic" {
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
	return append(seen, h.watched("reseal", "italian_ctv"))
}

// rewindSeen: the key of the dice changes, a restore is declared, and the game goes back behind the hidden orders, all with the consent of
// both where that is needed.
func rewindSeen(h *hall, lines string) (seen []string) {
	h.hides(lines)
	agreed := func() {
		for _, s := range []table.Seat{"republic", "italian_ctv"} {
			h.Send(officetest.Player(s), "[hill] yes", "AGREE")
		}
	}
	deed := func(r office.AmendRequest) {
		h.T.Helper()
		if err := h.interferes(r); err != nil {
			h.T.Fatalf("%s: %v", r.What, err)
		}
		seen = append(seen, h.watched(r.What, "italian_ctv"))
	}
	deed(office.AmendRequest{What: adjudicator.DeedKey})
	agreed()
	deed(office.AmendRequest{What: adjudicator.DeedKey})
	head := int64(0)
	h.Look("hill", func(m *adjudicator.Match) { head = m.Head.Seq })
	deed(office.AmendRequest{What: adjudicator.DeedRestored, Seen: head + 3})
	h.hides(strings.ReplaceAll(lines, "hold", "watch"))
	deed(office.AmendRequest{What: adjudicator.DeedRewind, Window: 1})
	agreed()
	return append(seen, h.watched("rewound", "italian_ctv"))
}
