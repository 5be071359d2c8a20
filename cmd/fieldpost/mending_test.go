package main

import (
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
)

// A mail with lines to be corrected does not close its window early: its receipt says which lines play waits for, in every receipt until they
// are mended, and the deadline holds.
func TestALineToMendClosesNoWindowEarly(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period, g.Schedule.CoolOff = 24*60, 900
	h.Playing(g)
	played := func() (turns int) {
		h.Look("hill", func(m *adjudicator.Match) { turns = m.Now.Turn() - 1 })
		return turns
	}
	says := func(letters []adjudicator.Letter, wanted ...string) {
		t.Helper()
		text := ""
		for _, l := range letters {
			if l.Issued.Letter == "receipt" {
				text = strings.Join(strings.Fields(h.Text(l)), " ")
			}
		}
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("the receipt does not say %q:\n%s", w, text)
			}
		}
	}
	h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
	says(h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: mvoee C7\nG2: hold\nG3: hoddl\nEND"), "Due Tue 24 Nov 12:00", "Play waits for lines 1, 3", "only after the deadline")
	h.Wait(time.Hour, "hill")
	says(h.Mail("ann", "mended", "ORDERS hill turn 1\n3 G3: hold\nEND"), "1 line needs your attention", "Play waits for line 1:")
	h.Wait(time.Hour, "hill")
	if played() != 0 {
		t.Fatal("the turn was played with a line to mend")
	}
	says(h.Mail("ann", "done", "WITHDRAW 1"), "Withdrawn as you asked")
	if h.Wait(20*time.Minute, "hill"); played() != 1 {
		t.Fatal("all is said, and the turn is not played when the cool-off has passed")
	}

	h.Mail("bo", "orders", "ORDERS hill turn 2\nG1: watch\nEND")
	h.Mail("ann", "orders", "ORDERS hill turn 2\nG2: hold\nEND")
	says(h.Mail("ann", "no", "WITHDRAW"), "play waits for you again")
	if h.Wait(time.Hour, "hill"); played() != 1 {
		t.Fatal("the turn was played without the orders that were taken back")
	}
	says(h.Mail("ann", "orders", "ORDERS hill turn 2\nG1: mvoee C7\nG2: hold\nEND"), "Play waits for line 1:")
	if h.Wait(25*time.Hour, "hill"); played() != 2 {
		t.Fatal("the deadline has passed, and the turn is not played")
	}
	for _, s := range h.seals("hill")[1].Seats {
		if s.Silent {
			t.Errorf("%s counts as silent", s.Seat)
		}
	}
}

// A game may set how long a turn that everybody else has finished waits for lines to be corrected. Every receipt and STATUS says until when, and
// whose orders or corrections are awaited.
func TestPlayWaitsForLinesAsLongAsTheGameSays(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period, g.Schedule.CoolOff = 24*60, 900
	g.Terms.Mending = 6 * 60
	h.Playing(g)
	played := func() (turns int) {
		h.Look("hill", func(m *adjudicator.Match) { turns = m.Now.Turn() - 1 })
		return turns
	}
	says := func(letters []adjudicator.Letter, wanted ...string) {
		t.Helper()
		text := ""
		for _, l := range letters {
			text += strings.Join(strings.Fields(h.Text(l)), " ")
		}
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("the letter does not say %q:\n%s", w, text)
			}
		}
	}
	says(h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: mvoee C7\nG2: hold\nEND"),
		"Due Tue 24 Nov 12:00", "15 min after the last orders", "Awaited: the orders of", "wait to be corrected; play waits for them until Mon 23 Nov 18:00")
	h.Wait(time.Hour, "hill")
	says(h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch\nEND"), "play waits for them until Mon 23 Nov 18:00")
	says(h.Mail("bo", "where", "STATUS"), "play waits for them until Mon 23 Nov 18:00")
	if h.Wait(4*time.Hour, "hill"); played() != 0 {
		t.Fatal("the turn was played although the time for mending had not passed")
	}
	if h.Wait(65*time.Minute, "hill"); played() != 1 {
		t.Fatal("the time for mending has passed, and the turn is not played")
	}
}
