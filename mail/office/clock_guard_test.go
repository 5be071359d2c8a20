package office_test

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/officetest"
)

// The clock: small corrections are taken, a jump stops all sealing until it is undone or confirmed, and then what ran is moved by it.
func TestClockGuard(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = 60
	h.Playing(g)
	var count time.Duration
	h.Office.CountBy(func() time.Duration { return count })
	pass := func(wall, machine time.Duration) string {
		count += machine
		return officetest.Kinds(h.Wait(wall, "hill"))
	}
	pass(0, 0)
	if got := pass(30*time.Minute+5*time.Second, 30*time.Minute); got != "" {
		t.Errorf("half an hour: %q", got)
	}
	if got := pass(365*24*time.Hour, time.Minute); got != "" {
		t.Errorf("a clock a year ahead: %q", got)
	}
	if got := pass(-365*24*time.Hour, time.Minute); got != "" {
		t.Errorf("set right again: %q", got)
	}
	if got := pass(10*time.Minute, 10*time.Minute); got != "" {
		t.Errorf("before the deadline: %q", got)
	}
	if got := pass(10*time.Hour, time.Minute); got != "" {
		t.Errorf("ten hours ahead: %q", got)
	}
	letters, err := h.During(func() error {
		_, err := h.Office.TrustClock(t.Context(), struct{}{})
		h.Tend("hill")
		return err
	})
	if err != nil || officetest.Kinds(letters) != "deadline republic, deadline italian_ctv" {
		t.Errorf("the clock is trusted: %q, %v", officetest.Kinds(letters), err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		left := time.UnixMilli(m.Due.Due).Sub(h.Now).Round(time.Minute)
		if left < 15*time.Minute || left > 20*time.Minute {
			t.Errorf("%s left of the hour", left)
		}
	})
	if got := pass(20*time.Minute, 20*time.Minute); got != "report republic, report italian_ctv" {
		t.Errorf("the deadline: %q", got)
	}
}

// The time of an outage is given back game by game, when the game's turn comes: to each deadline that was running, once, before anything is
// closed, wherever other starts and other outages come in between.
func TestAnOutageIsGivenBackGameByGame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	games := []string{"first", "second", "third"}
	for _, id := range games {
		g := officetest.Palace(id)
		g.Schedule.Period = 60
		h.Playing(g)
	}
	gone := func(d time.Duration) {
		t.Helper()
		h.Again()
		if err := h.Outage(d); err != nil {
			t.Fatal(err)
		}
	}
	look := func(game string) { // as somebody's mail does
		t.Helper()
		h.Look(game, func(m *adjudicator.Match) {
			if left := time.UnixMilli(m.Due.Due).Sub(h.Now).Round(time.Minute); m.Sealed != nil || m.Last.Turn > 0 || left != time.Hour {
				t.Errorf("%s: %s left of an hour, turn %d", game, left, m.Last.Turn)
			}
		})
	}
	gone(3 * time.Hour)
	look("first")
	h.Again() // before the others had their turn
	if err := h.Office.Awake(); err != nil {
		t.Fatal(err)
	}
	gone(2 * time.Hour)
	look("second")
	look("first")
	h.Again()
	h.Tend("third")
	for _, id := range games {
		look(id)
	}
	if got := officetest.Kinds(h.Wait(time.Hour, "third")); strings.Count(got, "report") != 2*len(games) {
		t.Errorf("when the hour is over, two reports of each game are issued; got %q", got)
	}
}

// A server that was away gives the time back; one whose clock has gone back does not start; a first start is no outage.
func TestOutage(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = 60
	h.Playing(g)
	awake := func() (string, error) {
		var err error
		letters, _ := h.During(func() error { err = h.Office.Awake(); h.Tend("hill"); return nil })
		return officetest.Kinds(letters), err
	}
	if got, err := awake(); got != "" || err != nil {
		t.Errorf("the first start: %q, %v", got, err)
	}
	h.Now = h.Now.Add(5 * time.Minute)
	if got, err := awake(); got != "" || err != nil {
		t.Errorf("a short absence: %q, %v", got, err)
	}
	h.Now = h.Now.Add(3 * time.Hour)
	h.Again()
	if got, err := awake(); got != "deadline republic, deadline italian_ctv" || err != nil {
		t.Errorf("three hours: %q, %v", got, err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if left := time.UnixMilli(m.Due.Due).Sub(h.Now); left < 54*time.Minute || left > 56*time.Minute {
			t.Errorf("%s left of an hour of which five minutes were gone", left)
		}
	})
	h.Now = h.Now.Add(-time.Hour)
	h.Again()
	if _, err := awake(); err == nil {
		t.Error("started with a clock that has gone back")
	}
	h.Now = h.Now.Add(2 * 366 * 24 * time.Hour)
	if _, err := awake(); err == nil {
		t.Error("started two years later without a word")
	}
}
