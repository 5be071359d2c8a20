package main

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
)

// Every profile is played through real mails: every seal gets what it needs, the dice fall, and the export verifies.
func TestEveryProfileIsPlayed(t *testing.T) {
	for _, profile := range adjudicator.Profiles() {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.Seated(officetest.FairGame(t, "hill", profile))
			for range 3 {
				h.Turn("hill")
			}
			h.Look("hill", func(m *adjudicator.Match) {
				if m.Open == nil || m.Open.Number < 4 {
					t.Fatalf("the game came to %+v", m.Open)
				}
				if f := m.Fair; f.Profile() != profile || f.Terms == nil {
					t.Errorf("profile %s, terms %v", f.Profile(), f.Terms)
				}
			})
			data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			x := opened(t, data)
			v := adjudicator.Auditor{Blob: x.Blob, Engines: adjudicator.Game, Beacon: beacon.Verify}.Audit(x.Game, x.All())
			if !v.Sound() || !v.Played || v.Dice == 0 {
				t.Errorf("%+v", v)
			}
			if profile == "D2" || profile == "D4" {
				roots := map[events.Hash]bool{}
				for _, r := range x.Records {
					if e, err := events.Decode(r.Bytes); err == nil {
						if b, ok := e.Body.(events.EntropyFixed); ok {
							roots[b.Root] = true
							for _, s := range b.Seats {
								if s.Status != dice.Revealed {
									t.Errorf("window %d: %s is absent", b.Window, s.Seat)
								}
							}
						}
					}
				}
				if len(roots) < 3 {
					t.Errorf("%d roots of codes", len(roots))
				}
			}
		})
	}
}

// Every letter to a seat carries a checkpoint that grew out of the one before and covers every event before the letter;
// every paper stands in the log under it, and its secrets open its commitments.
func TestEveryLetterCarriesItsProof(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D3"))
	h.Turn("hill")
	h.Mail("ann", "status", "STATUS hill")
	h.Turn("hill")
	h.Look("hill", func(m *adjudicator.Match) {
		last := map[string]checkpoint.Checkpoint{}
		papers := map[string]int{}
		for _, l := range m.Letters {
			seat := l.Issued.Seat
			if seat == "" {
				continue
			}
			var advance checkpoint.Advance
			for _, f := range message.Files(h.BytesOf(l)) {
				if strings.HasSuffix(f.Name, ".checkpoint") {
					var err error
					if advance, err = checkpoint.ParseAdvance(string(f.Data)); err != nil {
						t.Fatal(err)
					}
				}
				if strings.HasSuffix(f.Name, "-papers.json") {
					papers[seat]++
				}
			}
			if advance.Size != l.Seq-1 || advance.Root != m.Fair.Tree.Root(int(l.Seq-1)) {
				t.Fatalf("the %s of event %d carries a checkpoint of %d events", l.Issued.Letter, l.Seq, advance.Size)
			}
			if err := advance.Verify(m.Fair.Terms.LogKey); err != nil {
				t.Error(err)
			}
			before := last[seat]
			if advance.Old != before.Size || before.Size > 0 && !advance.Follows(before.Root) {
				t.Errorf("the %s of event %d leads from %d, the last was %d", l.Issued.Letter, l.Seq, advance.Old, before.Size)
			}
			last[seat] = advance.Checkpoint
		}
		if len(last) != 2 || papers["republic"] < 4 {
			t.Errorf("%d seats, %d papers", len(last), papers["republic"])
		}
	})
}

// With a beacon, letters that come out too late give the seal another round; only one is ever used.
func TestLateLettersGiveAnotherRound(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D3"))
	for s, text := range officetest.InOrder(h.BotMails("hill")) {
		h.Mail(officetest.Player(s), "orders", text)
	}
	first := int64(0) // both are in: sealed, and nobody's host takes the letters
	h.Look("hill", func(m *adjudicator.Match) { first = m.Fair.Awaited().Round.Round })
	letters := h.Round("hill")
	h.Look("hill", func(m *adjudicator.Match) {
		w := m.Fair.Awaited()
		if w.Round.Attempt != 2 || w.Round.Round <= first || w.Beacon != nil {
			t.Errorf("attempt %d, round %d after %d", w.Round.Attempt, w.Round.Round, first)
		}
	})
	if !slices.ContainsFunc(letters, func(l adjudicator.Letter) bool { return strings.Contains(h.Text(l), "attempt 2") }) {
		t.Errorf("nobody was told: %s", officetest.Kinds(letters))
	}
	h.FinishSeal("hill")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Open.Number != 2 {
			t.Errorf("window %d", m.Open.Number)
		}
		if n := len(m.Fair.Deeds); n != 1 || m.Fair.Deeds[0].What != adjudicator.DeedRound {
			t.Errorf("%+v", m.Fair.Deeds)
		}
	})
}

// A rewind needs every player's yes; then the window is open again with fresh dice, and the orders of before lie there.
func TestARewindNeedsEverybody(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	h.Turn("hill")
	h.Turn("hill")
	var before []events.Roll
	h.Look("hill", func(m *adjudicator.Match) { before = m.Passes("republic")[2].Rolls })
	amend := func(r office.AmendRequest) error {
		r.Game, r.Reason = "hill", "a mail was read wrongly"
		_, err := h.Office.AmendGame(t.Context(), r)
		return err
	}
	if amend(office.AmendRequest{What: "rewind", Window: 9}) == nil {
		t.Error("a window that was never sealed can be rewound")
	}
	if err := amend(office.AmendRequest{What: "rewind", Window: 2}); err != nil {
		t.Fatal(err)
	}
	h.Mail("ann", "[hill] yes", "AGREE")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Epoch != 0 {
			t.Fatal("one player was enough")
		}
	})
	letters := h.Mail("bo", "[hill] yes", "AGREE")
	told := 0
	for _, l := range letters {
		if l.Issued.Letter == "amended" && strings.Contains(h.Text(l), "a mail was read wrongly") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d were told: %s", told, officetest.Kinds(letters))
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Epoch != 1 || m.Open.Number != 2 || len(m.Desk("republic").Draft()) == 0 {
			t.Fatalf("epoch %d, window %d, %d lines", m.Epoch, m.Open.Number, len(m.Desk("republic").Draft()))
		}
	})
	h.Turn("hill")
	h.Look("hill", func(m *adjudicator.Match) {
		passes := m.Passes("republic")
		after := passes[len(passes)-1].Rolls
		if m.Open.Number != 3 || len(after) == 0 || slices.EqualFunc(before, after, func(a, b events.Roll) bool { return string(a.Proof) == string(b.Proof) }) {
			t.Errorf("window %d, the same dice fell again", m.Open.Number)
		}
	})
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	x := opened(t, data)
	v := adjudicator.Audit(x.Game, x.All(), x.Blob, adjudicator.Game)
	if !v.Sound() || len(v.Rewinds) != 1 {
		t.Errorf("%+v", v.Fault)
	}
}

// Orders that came after a seal count only while nobody can know its dice, and the seal is made again.
func TestLateOrders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D3"))
	mails := h.BotMails("hill")
	h.Mail("ann", "[hill] orders", mails["republic"])
	err := h.Office.With(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) { // bo is late
		m, err := h.Office.Service.Seal(t.Context(), m, h.Now.UnixMilli(), "master", m.Open.Number)
		if err == nil {
			m, err = h.Office.Tend(t.Context(), m)
		}
		return m, err
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Mail("bo", "[hill] orders", mails["italian_ctv"])
	orders := int64(0)
	h.Look("hill", func(m *adjudicator.Match) {
		last, _ := m.LastOrderMail("italian_ctv")
		orders = last.Seq
		if orders == 0 || m.Sealed == nil || !m.Sealed.Seats[1].Silent && !m.Sealed.Seats[0].Silent {
			t.Fatalf("orders %d, seal %+v", orders, m.Sealed)
		}
	})
	if _, err := h.Office.AmendGame(t.Context(), office.AmendRequest{Game: "hill", What: adjudicator.DeedLate, Orders: orders, Reason: "the host was down"}); err != nil {
		t.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		for _, s := range m.Sealed.Seats {
			if s.Silent || len(s.Lines) == 0 {
				t.Errorf("%s: %+v", s.Seat, s)
			}
		}
	})
	h.FinishSeal("hill")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Open == nil || m.Open.Number != 2 {
			t.Fatalf("%+v", m.Open)
		}
	})
	if _, err := h.Office.AmendGame(t.Context(), office.AmendRequest{Game: "hill", What: adjudicator.DeedLate, Orders: orders, Reason: "again"}); err == nil {
		t.Error("they count once more")
	}
}
