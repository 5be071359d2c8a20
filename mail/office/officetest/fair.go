package officetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events/beacon/beacontest"
	"fieldpost/mail/office"
)

// TestChain returns a beacon for tests: its holder knows every round in advance.
func TestChain(t testing.TB) *beacontest.Source {
	t.Helper()
	return beacontest.New(t, [32]byte{1, 2, 3}, Start.Unix()-100_000, 3)
}

// OtherChain returns another beacon, to switch to when the first has ended.
func OtherChain(t testing.TB) *beacontest.Source {
	t.Helper()
	return beacontest.New(t, [32]byte{7, 7, 7}, Start.Unix()-50_000, 30)
}

// FairGame returns a quick game of a profile.
func FairGame(t testing.TB, id, profile string) office.NewGame {
	g := Palace(id)
	g.Dice = office.DiceRequest{Profile: profile, CodeTime: 60}
	if profile == "D3" || profile == "D4" {
		chain := TestChain(t).Chain()
		g.Dice.Chain = &chain
	}
	return g
}

// Sheets are the players' own codes.
var Sheets = map[string][]dice.Code{"ann": dice.Sheet(dice.Code{1}), "bo": dice.Sheet(dice.Code{2}), "cid": dice.Sheet(dice.Code{3}), "dan": dice.Sheet(dice.Code{4})}

// Deliver lets every letter that was issued be taken by its host, now.
func (h *Hall) Deliver() {
	h.T.Helper()
	ctx := h.T.Context()
	out := h.Office.Outgoing()
	letters, err := out.Pending(ctx)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, l := range letters {
		if err := out.Sent(ctx, l); err != nil {
			h.T.Fatal(err)
		}
	}
}

// Seated has both players join a game of any profile, and opens it.
func (h *Hall) Seated(g office.NewGame) {
	h.T.Helper()
	h.Announce(g)
	for _, seat := range h.Seats(g.ID) {
		name := Player(seat)
		text := "JOIN " + g.ID + " " + string(seat) + " as " + strings.ToUpper(name[:1]) + name[1:]
		if p := g.Dice.Profile; p == "D2" || p == "D4" {
			text += "\nCODE " + Sheets[name][0].String()
		}
		h.Send(name, "join", text)
	}
	h.FinishSeal(g.ID)
	h.Look(g.ID, func(m *adjudicator.Match) {
		if m.Now == nil || m.Open == nil {
			h.T.Fatalf("%s is not open: %v, it needs %q", g.ID, m.Halt, m.Fair.Needs())
		}
	})
}

// Send hands in a mail and keeps a copy, as mail programs do.
func (h *Hall) Send(name, subject, text string) []adjudicator.Letter {
	h.T.Helper()
	raw := h.Plain(name, subject, text)
	h.Keep(name, raw)
	return h.Raw(raw)
}

// Keep keeps a copy of what a player sends.
func (h *Hall) Keep(name string, raw []byte) {
	if h.copies == nil {
		h.copies = make(map[string][][]byte)
	}
	h.copies[name] = append(h.copies[name], raw)
}

// Sent returns the copies.
func (h *Hall) Sent(name string) [][]byte { return h.copies[name] }

// Seats lists the seats of a game, in the rulebook's order.
func (h *Hall) Seats(game string) (list []table.Seat) {
	h.T.Helper()
	h.Look(game, func(m *adjudicator.Match) {
		for _, p := range m.Players {
			list = append(list, p.Seat)
		}
	})
	return list
}

// FinishSeal does what a seal needs before its dice: codes of both players, delivery of letters, the round.
func (h *Hall) FinishSeal(game string) {
	h.T.Helper()
	for range 10 {
		var need adjudicator.Need
		var number int64
		h.Look(game, func(m *adjudicator.Match) {
			if m.Halt != nil {
				h.T.Fatal(m.Halt)
			}
			need, number = m.Fair.Needs(), m.Fair.Codes+1
		})
		switch need {
		case adjudicator.NeedsNothing, adjudicator.NeedsPlayers:
			return
		case adjudicator.NeedsCodes:
			for _, s := range h.Seats(game) {
				h.Send(Player(s), "["+game+"] code", "CODE "+Sheets[Player(s)][number].String())
			}
		case adjudicator.NeedsStart, adjudicator.NeedsBeacon:
			h.Deliver()
			h.Round(game)
		default:
			h.Tend(game)
		}
	}
	h.T.Fatalf("the seal of %s is not finished", game)
}

// Round waits for the round that a game needs and mails it.
func (h *Hall) Round(game string) []adjudicator.Letter {
	h.T.Helper()
	var round int64
	source := TestChain(h.T)
	h.Look(game, func(m *adjudicator.Match) {
		w := m.Fair.Awaited()
		round = w.Round.Round
		if m.Fair.Beacon().Chain == OtherChain(h.T).Chain().Chain {
			source = OtherChain(h.T)
		}
		if at := time.UnixMilli(w.RoundTime); h.Now.Before(at) {
			h.Now = at.UTC()
		}
	})
	return h.Mail("carl", "a round", fmt.Sprintf("BEACON %s %d %x", game, round, source.Round(round)))
}

// Turn lets bots order for both players and finishes the seal.
func (h *Hall) Turn(game string) {
	h.T.Helper()
	for s, text := range InOrder(h.BotMails(game)) {
		if number := h.CodeBefore(game); number > 0 {
			text = "CODE " + Sheets[Player(s)][number].String() + "\n\n" + text
		}
		h.Send(Player(s), "["+game+"] orders", text)
	}
	sealed := false
	h.Look(game, func(m *adjudicator.Match) { sealed = m.Sealed != nil })
	if !sealed {
		h.Wait(20*time.Minute, game)
	}
	h.FinishSeal(game)
}

// CodeBefore returns the number of the code that goes with orders, or 0 if none does.
func (h *Hall) CodeBefore(game string) (number int64) {
	h.Look(game, func(m *adjudicator.Match) {
		if m.Fair.Profile() == adjudicator.Doubled {
			number = m.Fair.Codes + 1
		}
	})
	return number
}
