package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail"
)

// testChain is a beacon of the tests' own: whoever holds it knows every round ahead.
func testChain(t testing.TB) *beacon.Source {
	t.Helper()
	s, err := beacon.NewSource([32]byte{1, 2, 3}, hallStart.Unix()-100_000, 3)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// otherChain is another beacon, to turn to when the first has ended.
func otherChain(t testing.TB) *beacon.Source {
	t.Helper()
	s, err := beacon.NewSource([32]byte{7, 7, 7}, hallStart.Unix()-50_000, 30)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fairGame is a quick game of a profile.
func fairGame(t testing.TB, id, profile string) NewGame {
	g := palace(id)
	g.Dice = DiceRequest{Profile: profile, CodeTime: 60}
	if profile == "D3" || profile == "D4" {
		chain := testChain(t).Chain()
		g.Dice.Chain = &chain
	}
	return g
}

// sheets are the players' own codes.
var sheets = map[string][]dice.Code{"ann": dice.Sheet(dice.Code{1}), "bo": dice.Sheet(dice.Code{2}), "cid": dice.Sheet(dice.Code{3}), "dan": dice.Sheet(dice.Code{4})}

// deliver lets every letter that was issued be taken by its host, now.
func (h *hall) deliver() {
	h.t.Helper()
	games, err := h.store.Games(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, g := range games {
		err := h.st.with(h.t.Context(), g, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range m.Letters {
				if l.Sent || l.Bounced {
					continue
				}
				var err error
				if m, _, err = h.st.append(h.t.Context(), m, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
					return "fieldpost", events.MailSent{Issue: l.Seq}, nil, nil
				}); err != nil {
					return m, err
				}
			}
			return m, nil
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

// seated lets both players join a game of any profile, and opens it.
func (h *hall) seated(g NewGame) {
	h.t.Helper()
	h.newGame(g)
	for _, seat := range h.seats(g.ID) {
		name := player(seat)
		text := "JOIN " + g.ID + " " + string(seat) + " as " + strings.ToUpper(name[:1]) + name[1:]
		if p := g.Dice.Profile; p == "D2" || p == "D4" {
			text += "\nCODE " + sheets[name][0].String()
		}
		h.send(name, "join", text)
	}
	h.finishSeal(g.ID)
	h.look(g.ID, func(m *adjudicator.Match) {
		if m.Now == nil || m.Open == nil {
			h.t.Fatalf("%s is not open: %v, it needs %q", g.ID, m.Halt, m.Fair.Needs())
		}
	})
}

// send hands in a mail and keeps a copy, as mail programs do.
func (h *hall) send(name, subject, text string) []adjudicator.Letter {
	h.t.Helper()
	raw := h.plain(name, subject, text)
	if h.copies == nil {
		h.copies = make(map[string][][]byte)
	}
	h.copies[name] = append(h.copies[name], raw)
	return h.raw(raw)
}

// sent gives the copies.
func (h *hall) sent(name string) [][]byte { return h.copies[name] }

// seats lists the seats of a game, in the rulebook's order.
func (h *hall) seats(game string) (list []table.Seat) {
	h.t.Helper()
	h.look(game, func(m *adjudicator.Match) {
		for _, p := range m.Players {
			list = append(list, p.Seat)
		}
	})
	return list
}

// finishSeal does what a seal needs before its dice: codes of both players, delivery of letters, the round.
func (h *hall) finishSeal(game string) {
	h.t.Helper()
	for range 10 {
		var need adjudicator.Need
		var number int64
		h.look(game, func(m *adjudicator.Match) {
			if m.Halt != nil {
				h.t.Fatal(m.Halt)
			}
			need, number = m.Fair.Needs(), m.Fair.Codes+1
		})
		switch need {
		case adjudicator.NeedsNothing, adjudicator.NeedsPlayers:
			return
		case adjudicator.NeedsCodes:
			for _, s := range h.seats(game) {
				h.send(player(s), "["+game+"] code", "CODE "+sheets[player(s)][number].String())
			}
		case adjudicator.NeedsStart, adjudicator.NeedsBeacon:
			h.deliver()
			h.round(game)
		default:
			h.tend(game)
		}
	}
	h.t.Fatalf("the seal of %s is not finished", game)
}

// round waits for the round that a game awaits and mails it.
func (h *hall) round(game string) []adjudicator.Letter {
	h.t.Helper()
	var round int64
	source := testChain(h.t)
	h.look(game, func(m *adjudicator.Match) {
		w := m.Fair.Awaited()
		round = w.Round.Round
		if m.Fair.Beacon().Chain == otherChain(h.t).Chain().Chain {
			source = otherChain(h.t)
		}
		if at := time.UnixMilli(w.RoundTime); h.now.Before(at) {
			h.now = at.UTC()
		}
	})
	return h.mail("carl", "a round", fmt.Sprintf("BEACON %s %d %x", game, round, source.Round(round)))
}

// turn lets both players order by their bots and finishes the seal.
func (h *hall) turn(game string) {
	h.t.Helper()
	for s, text := range h.botMails(game) {
		if number := h.codeBefore(game); number > 0 {
			text = "CODE " + sheets[player(s)][number].String() + "\n\n" + text
		}
		h.send(player(s), "["+game+"] orders", text)
	}
	sealed := false
	h.look(game, func(m *adjudicator.Match) { sealed = m.Sealed != nil })
	if !sealed {
		h.wait(20*time.Minute, game)
	}
	h.finishSeal(game)
}

// codeBefore is the number of the code that goes with orders, 0 where none does.
func (h *hall) codeBefore(game string) (number int64) {
	h.look(game, func(m *adjudicator.Match) {
		if m.Fair.Profile() == adjudicator.Doubled {
			number = m.Fair.Codes + 1
		}
	})
	return number
}

// Every profile is played through real mails: every seal gets what it needs, the dice fall, and the export verifies.
func TestEveryProfileIsPlayed(t *testing.T) {
	for _, profile := range adjudicator.Profiles() {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.seated(fairGame(t, "hill", profile))
			for range 3 {
				h.turn("hill")
			}
			h.look("hill", func(m *adjudicator.Match) {
				if m.Open == nil || m.Open.Number < 4 {
					t.Fatalf("the game came to %+v", m.Open)
				}
				if f := m.Fair; f.Profile() != profile || f.Terms == nil {
					t.Errorf("profile %s, terms %v", f.Profile(), f.Terms)
				}
			})
			data, err := h.st.exportGame(t.Context(), GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			x := opened(t, data)
			v := adjudicator.Auditor{Blob: blobOf(x), Engines: adjudicator.Game, Beacon: beacon.Verify}.Audit(x.Game, each(x))
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
	h.seated(fairGame(t, "hill", "D3"))
	h.turn("hill")
	h.mail("ann", "status", "STATUS hill")
	h.turn("hill")
	h.look("hill", func(m *adjudicator.Match) {
		last := map[string]checkpoint.Checkpoint{}
		papers := map[string]int{}
		for _, l := range m.Letters {
			seat := l.Issued.Seat
			if seat == "" {
				continue
			}
			var advance checkpoint.Advance
			for _, f := range mail.Files(h.bytesOf(l)) {
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
	h.seated(fairGame(t, "hill", "D3"))
	for s, text := range h.botMails("hill") {
		h.mail(player(s), "orders", text)
	}
	first := int64(0) // both are in: sealed, and nobody's host takes the letters
	h.look("hill", func(m *adjudicator.Match) { first = m.Fair.Awaited().Round.Round })
	letters := h.round("hill")
	h.look("hill", func(m *adjudicator.Match) {
		w := m.Fair.Awaited()
		if w.Round.Attempt != 2 || w.Round.Round <= first || w.Beacon != nil {
			t.Errorf("attempt %d, round %d after %d", w.Round.Attempt, w.Round.Round, first)
		}
	})
	if !slices.ContainsFunc(letters, func(l adjudicator.Letter) bool { return strings.Contains(h.text(l), "attempt 2") }) {
		t.Errorf("nobody was told: %s", kinds(letters))
	}
	h.finishSeal("hill")
	h.look("hill", func(m *adjudicator.Match) {
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
	h.seated(fairGame(t, "hill", "D1"))
	h.turn("hill")
	h.turn("hill")
	var before []events.Roll
	h.look("hill", func(m *adjudicator.Match) { before = m.Passes("republic")[2].Rolls })
	amend := func(r AmendRequest) error {
		r.Game, r.Reason = "hill", "a mail was read wrongly"
		_, err := h.st.amendGame(t.Context(), r)
		return err
	}
	if amend(AmendRequest{What: "rewind", Window: 9}) == nil {
		t.Error("a window that was never sealed can be rewound")
	}
	if err := amend(AmendRequest{What: "rewind", Window: 2}); err != nil {
		t.Fatal(err)
	}
	h.mail("ann", "[hill] yes", "AGREE")
	h.look("hill", func(m *adjudicator.Match) {
		if m.Epoch != 0 {
			t.Fatal("one player was enough")
		}
	})
	letters := h.mail("bo", "[hill] yes", "AGREE")
	told := 0
	for _, l := range letters {
		if l.Issued.Letter == "amended" && strings.Contains(h.text(l), "a mail was read wrongly") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d were told: %s", told, kinds(letters))
	}
	h.look("hill", func(m *adjudicator.Match) {
		if m.Epoch != 1 || m.Open.Number != 2 || len(m.Desk("republic").Draft()) == 0 {
			t.Fatalf("epoch %d, window %d, %d lines", m.Epoch, m.Open.Number, len(m.Desk("republic").Draft()))
		}
	})
	h.turn("hill")
	h.look("hill", func(m *adjudicator.Match) {
		passes := m.Passes("republic")
		after := passes[len(passes)-1].Rolls
		if m.Open.Number != 3 || len(after) == 0 || slices.EqualFunc(before, after, func(a, b events.Roll) bool { return string(a.Proof) == string(b.Proof) }) {
			t.Errorf("window %d, the same dice fell again", m.Open.Number)
		}
	})
	data, err := h.st.exportGame(t.Context(), GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	x := opened(t, data)
	v := adjudicator.Audit(x.Game, each(x), blobOf(x), adjudicator.Game)
	if !v.Sound() || len(v.Rewinds) != 1 {
		t.Errorf("%+v", v.Fault)
	}
}

// Orders that came after a seal count only while nobody can know its dice, and the seal is made again.
func TestLateOrders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.seated(fairGame(t, "hill", "D3"))
	mails := h.botMails("hill")
	h.mail("ann", "[hill] orders", mails["republic"])
	err := h.st.with(t.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) { // bo is late
		m, err := h.st.Service.Seal(t.Context(), m, h.now.UnixMilli(), "master", m.Open.Number)
		if err == nil {
			m, err = h.st.tend(t.Context(), m)
		}
		return m, err
	})
	if err != nil {
		t.Fatal(err)
	}
	h.mail("bo", "[hill] orders", mails["italian_ctv"])
	orders := int64(0)
	h.look("hill", func(m *adjudicator.Match) {
		last, _ := m.LastOrderMail("italian_ctv")
		orders = last.Seq
		if orders == 0 || m.Sealed == nil || !m.Sealed.Seats[1].Silent && !m.Sealed.Seats[0].Silent {
			t.Fatalf("orders %d, seal %+v", orders, m.Sealed)
		}
	})
	if _, err := h.st.amendGame(t.Context(), AmendRequest{Game: "hill", What: adjudicator.DeedLate, Orders: orders, Reason: "the host was down"}); err != nil {
		t.Fatal(err)
	}
	h.look("hill", func(m *adjudicator.Match) {
		for _, s := range m.Sealed.Seats {
			if s.Silent || len(s.Lines) == 0 {
				t.Errorf("%s: %+v", s.Seat, s)
			}
		}
	})
	h.finishSeal("hill")
	h.look("hill", func(m *adjudicator.Match) {
		if m.Open == nil || m.Open.Number != 2 {
			t.Fatalf("%+v", m.Open)
		}
	})
	if _, err := h.st.amendGame(t.Context(), AmendRequest{Game: "hill", What: adjudicator.DeedLate, Orders: orders, Reason: "again"}); err == nil {
		t.Error("they count once more")
	}
}

var _ = table.Seat("")
