package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"

	gocmp "github.com/google/go-cmp/cmp"
)

// answering is a mail that answers a letter.
func (h *hall) answering(l adjudicator.Letter, plain []byte) []byte {
	return append([]byte("In-Reply-To: <"+l.Issued.MessageID+">\r\n"), plain...)
}

// seals gives the seals of a game's log.
func (h *hall) seals(game string) (seals []events.Sealed) {
	h.T.Helper()
	for _, r := range h.records(game) {
		e, err := events.Decode([]byte(r))
		if err != nil {
			h.T.Fatal(err)
		}
		if b, ok := e.Body.(events.Sealed); ok {
			seals = append(seals, b)
		}
	}
	return seals
}

// A CHECK of standing orders is tried on a desk of its own: the standing orders given before are those that are sealed.
func TestACheckOfStandingOrdersLeavesThoseGivenAlone(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = 60
	h.Playing(g)
	h.Mail("ann", "orders", "ORDERS hill turn 1\nstanding ask BB-D17\nstanding retreat: toward A8\nG1: hold\nEND")
	h.Mail("ann", "try", "CHECK\nORDERS hill turn 1\nstanding ask BB-D17\nG1: watch\nEND")
	h.Look("hill", func(m *adjudicator.Match) {
		if lines := m.Desk("republic").Standing(); len(lines) != 2 || lines[0].ID == "" || lines[1].ID == "" {
			t.Errorf("after a CHECK the standing orders are %+v", lines)
		}
	})
	h.Wait(2*time.Hour, "hill")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Now.Turn() != 2 {
			t.Fatalf("the turn was not played: %v", m.Halt)
		}
	})
	for _, s := range h.seals("hill")[0].Seats {
		if s.Seat == "republic" && len(s.Standing) != 2 {
			t.Errorf("sealed: %v", s.Standing)
		}
	}
}

// Two lines of a receipt mended in one answer, the later one first, and a line added behind them: each is a line of its own, and the game goes on.
func TestLinesMendedInAnyOrderAreSealed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = 60
	h.Playing(g)
	receipt := h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: mvoe C7\nG2: hold\nG3: hodl\nEND")
	if len(receipt) == 0 {
		t.Fatal("no receipt")
	}
	h.Raw(h.answering(receipt[0], h.Plain("ann", "mended", "3 G3: hold\n1 G1: hold\nstanding ask BB-D17")))
	ids := map[string]bool{}
	h.Look("hill", func(m *adjudicator.Match) {
		draft := append(m.Desk("republic").Draft(), m.Desk("republic").Standing()...)
		for _, l := range draft {
			ids[l.ID] = true
		}
		if len(draft) != 4 || len(ids) != 4 {
			t.Errorf("%d lines, %d names: %+v", len(draft), len(ids), draft)
		}
	})
	h.Wait(2*time.Hour, "hill")
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Halt != nil || m.Now.Turn() != 2 {
			t.Fatalf("the turn was not played: %v", m.Halt)
		}
	})
}

// asked is how many windows of each game TestWhatIsAskedChangesNothing plays, after those in which little happens, and with how many seeds. More
// of both find more, at seconds a window.
var asked = flag.String("asked", "", "windows and seeds of each game that are played with questions between the orders, such as 2,5; one of each, of the quickest games, if empty")

// TestWhatIsAskedChangesNothing is the law that whatever is asked changes nothing that is sealed later: a game whose players ask for trials of
// orders, for maps, rules and lists between any two of their order mails is, seal for seal and die for die, the game that they play without a
// question. And what the office has in its hands is at any time what the log alone would give.
func TestWhatIsAskedChangesNothing(t *testing.T) {
	t.Parallel()
	windows, seeds := 1, 1
	if *asked != "" {
		if _, err := fmt.Sscanf(*asked, "%d,%d", &windows, &seeds); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range quickGames {
		if *asked == "" && g.first > 2 {
			continue
		}
		t.Run(g.rulebook, func(t *testing.T) {
			for seed := range uint64(seeds) {
				lawOfAsking(t, office.NewGame{Rulebook: g.rulebook, Scenario: g.scenario}, g.first+windows, seed+1)
			}
		})
	}
}

func lawOfAsking(t *testing.T, g office.NewGame, windows int, seed uint64) {
	g.Schedule.Period, g.Schedule.CoolOff = 24*60, 1<<30
	quiet, talks := quickGame(t, g), quickGame(t, g)
	chance := rand.New(rand.NewPCG(seed, 1916))
	asks, mails, began := 0, 0, time.Now()
	ask := func(seats []table.Seat, meant map[table.Seat]string) {
		for range chance.IntN(5) {
			c := chatter{"hill", seats[chance.IntN(len(seats))], chance}
			text := ""
			talks.Look("hill", func(m *adjudicator.Match) { text = c.ask(m, meant[c.seat]) })
			raw := talks.Plain(officetest.Player(c.seat), "Re: [hill]", text)
			talks.Raw([]byte(strings.Replace(string(raw), "Message-ID: <", "Message-ID: <ask.", 1)))
			asks++
		}
	}
	for range windows {
		meant := quiet.BotMails("hill")
		if len(meant) == 0 {
			break
		}
		seats := quiet.Seats("hill")
		for _, s := range seats {
			if meant[s] == "" {
				continue
			}
			var texts []string
			quiet.Look("hill", func(m *adjudicator.Match) { texts = chatter{"hill", s, chance}.orders(m, meant[s]) })
			for _, text := range texts {
				ask(seats, meant)
				raw := quiet.Plain(officetest.Player(s), "Re: [hill]", text)
				quiet.Raw(raw)
				talks.Raw(raw)
				mails++
			}
		}
		ask(seats, meant)
		talks.asTheLogSays("hill")
		quiet.Wait(25*time.Hour, "hill")
		talks.Wait(25*time.Hour, "hill")
	}
	want, got := quiet.account("hill"), talks.account("hill")
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("seed %d: %d questions have changed the game (-without +with):\n%.6000s", seed, asks, diff)
	}
	t.Logf("%s, seed %d: %d order mails, %d questions, %v", g.Scenario, seed, mails, asks, time.Since(began).Round(time.Millisecond))
	quiet.Close()
	talks.Close()
}

// asTheLogSays compares the game in the office's hands with what its whole log gives.
func (h *hall) asTheLogSays(game string) {
	h.T.Helper()
	whole, err := h.Office.Service.LoadWhole(h.T.Context(), game)
	if err != nil {
		h.T.Fatal(err)
	}
	h.Look(game, func(m *adjudicator.Match) {
		if a, b := told(m), told(whole); a != b {
			h.T.Errorf("the office has another game in its hands than the log (-log +office):\n%s", gocmp.Diff(strings.Split(b, "\n"), strings.Split(a, "\n")))
		}
	})
}
