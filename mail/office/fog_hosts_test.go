package office_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// TestDeedsAtTheEndShowNothingHidden is the law of TestDeedsShowNothingHidden for what changes who plays and who hosts, and for what brings the
// dice. One seat's orders are more or fewer lines, and the other side reads the same:
//
//   - a machine takes the seat: from the question to the players until it has ordered in its turn,
//   - the game moves to another host, with the last letter of the old one,
//   - a player hands in a round, as long as it is not the one that the seal waits for: another, a false one, one of the future,
//   - the game is closed: its letters and the exports for seats open nothing.
//
// Where the law ends both may see what comes: with the round that the seal waits for the dice fall and the orders are carried out, and the
// whole export of a closed game, which its master gives to all so that it can be audited, shows everything.
func TestDeedsAtTheEndShowNothingHidden(t *testing.T) {
	t.Parallel()
	for _, engine := range adjudicator.Games() {
		if name := engine.Name(); !*everyRulebook && name != "duel" && name != "brush-brothers" {
			continue
		}
		for name, play := range map[string]func(s *secretive) []string{"machine": machineSeen, "move": moveSeen, "round": roundSeen, "close": closeSeen} {
			t.Run(engine.Name()+" "+name, func(t *testing.T) {
				t.Parallel()
				var seen [2][]string
				for i := range seen {
					profile := "D2"
					if name == "round" {
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

// machineSeen: the hidden orders were sent, a machine takes the seat with the consent of the others, and orders something of its own.
func machineSeen(h *secretive) (seen []string) {
	h.hides()
	if err := h.interferes(office.AmendRequest{What: adjudicator.DeedReplace, Player: office.SeatedPlayer{Seat: h.hidden, Address: "bot"}}); err != nil {
		h.T.Fatal(err)
	}
	seen = append(seen, h.watched("a machine is proposed", h.watcher))
	for _, s := range h.Seats("hill") {
		if string(s) != h.hidden {
			h.Send(officetest.Player(s), "[hill] yes", "AGREE")
		}
	}
	h.Tend("hill")
	seated, ordered := "", int64(0)
	h.Look("hill", func(m *adjudicator.Match) {
		p := m.Player(table.Seat(h.hidden))
		seated, ordered = p.Bot, p.Orders
	})
	if seated == "" || ordered < 2 {
		h.T.Fatalf("the machine %q has ordered %d times", seated, ordered)
	}
	return append(seen, h.watched("a machine plays", h.watcher))
}

// moveSeen: another host goes on with the game.
func moveSeen(h *secretive) (seen []string) {
	h.hides()
	seen = append(seen, h.watched("before it moves", h.watcher))
	h.Deliver()
	if _, err := h.Office.MoveGame(h.T.Context(), office.MoveRequest{Game: "hill", Address: "orders@example.net", Reason: "a new machine", Now: true}); err != nil {
		h.T.Fatal(err)
	}
	return append(seen, h.watched("moved", h.watcher))
}

// roundSeen: the orders are sealed, and rounds are handed in for which the seal does not wait.
func roundSeen(h *secretive) (seen []string) {
	h.hides()
	if err := h.SealNow("hill"); err != nil {
		h.T.Fatal(err)
	}
	h.Deliver()
	h.Tend("hill")
	var round int64
	h.Look("hill", func(m *adjudicator.Match) { round = m.Fair.Awaited().Round.Round })
	chain := officetest.TestChain(h.T)
	for _, handed := range []struct {
		name          string
		round, signed int64
	}{{"another round", round - 1, round - 1}, {"a false round", round, round - 1}, {"a round before its time", round, round}} {
		mail := fmt.Sprintf("BEACON hill %d %x", handed.round, chain.Round(handed.signed))
		if got := h.Send(officetest.Player(table.Seat(h.watcher)), "[hill] a round", mail); len(got) == 0 {
			h.T.Fatalf("%s: nobody answers", handed.name)
		}
		seen = append(seen, h.watched(handed.name, h.watcher))
	}
	waits := false
	h.Look("hill", func(m *adjudicator.Match) { waits = m.Sealed != nil })
	if !waits {
		h.T.Fatal("the dice have fallen: both sides may see what happened")
	}
	return seen
}

// closeSeen: the game is closed. No letter and no export for a seat opens what was hidden; the whole export does, which the game master then
// gives to all.
func closeSeen(h *secretive) (seen []string) {
	h.hides()
	seen = append(seen, h.watched("before it is closed", h.watcher))
	if _, err := h.Office.CloseGame(h.T.Context(), office.GameRequest{Game: "hill", Reason: "the club house is closed"}); err != nil {
		h.T.Fatal(err)
	}
	seen = append(seen, h.watched("closed", h.watcher))
	whole, err := h.Office.ExportGame(h.T.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		h.T.Fatal(err)
	}
	if line := strings.Split(h.mail, "\n")[1]; !strings.Contains(exportSeen(h.T, whole), fmt.Sprintf("%x", line)) {
		h.T.Errorf("the whole export of a closed game does not show %q", line)
	}
	return seen
}
