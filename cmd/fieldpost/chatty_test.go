package main

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
)

// chatty plays whole games of all rulebooks in TestATalkativeGameComesToItsEnd.
var chatty = flag.Bool("chatty", false, "play a game of each rulebook to its end with players who ask, take back and correct between their orders")

// longestGame bounds a game that does not end.
const longestGame = 400

// TestATalkativeGameComesToItsEnd plays games by mail whose players ask for something before each order mail, take orders back, send them again and
// correct single lines by their numbers: the game comes to its end, the log alone gives the same game, and the audit finds nothing.
func TestATalkativeGameComesToItsEnd(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game")
	}
	games := quickGames
	if !*chatty {
		games = games[2:3] // a Conflict of Heroes is over soonest
	}
	for i, g := range games {
		t.Run(g.rulebook, func(t *testing.T) {
			game := office.NewGame{Rulebook: g.rulebook, Scenario: g.scenario}
			game.Schedule.Period, game.Schedule.CoolOff = 24*60, 3600
			h := quickGame(t, game)
			talkToTheEnd(t, h, rand.New(rand.NewPCG(uint64(i), 1917)))
			h.Close()
		})
	}
}

func talkToTheEnd(t *testing.T, h *hall, chance *rand.Rand) {
	t.Helper()
	began, sent, asks := time.Now(), 0, 0
	for window := 0; ; window++ {
		meant := h.BotMails("hill")
		if len(meant) == 0 {
			break
		}
		if window == longestGame {
			t.Fatal("the game does not end")
		}
		for _, s := range h.Seats("hill") {
			if meant[s] == "" {
				continue
			}
			c := chatter{"hill", s, chance}
			var mails []string
			h.Look("hill", func(m *adjudicator.Match) {
				for _, text := range c.orders(m, meant[s]) {
					if c.often(1, 2) {
						mails = append(mails, c.ask(m, meant[s]))
						asks++
					}
					mails = append(mails, text)
				}
			})
			for _, text := range mails {
				h.Mail(officetest.Player(s), "Re: [hill]", text)
				h.Now = h.Now.Add(time.Minute)
				sent++
			}
		}
		h.Wait(25*time.Hour, "hill")
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Ending == nil || m.Closed == nil || m.Halt != nil {
			t.Fatalf("the game is not over: %v", m.Halt)
		}
	})
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	if v := judged(t, data); v.Exit() != 0 {
		t.Errorf("the audit says %d: %+v", v.Exit(), v.Findings)
	}
	t.Logf("%d mails, %d of them questions, %v", sent, asks, time.Since(began).Round(time.Millisecond))
}
