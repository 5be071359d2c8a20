package office_test

import (
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

func TestNextDeadline(t *testing.T) {
	for _, c := range []struct {
		name         string
		s            events.Schedule
		opened, want string // RFC 3339, wall time of the zone
		wall         string
	}{
		{"a day later", events.Schedule{Period: 1440}, "2026-11-23T12:00:00Z", "2026-11-24T12:00:00Z", "2026-11-24 12:00"},
		{"this evening", events.Schedule{Clock: "20:00", Zone: "Europe/Paris"}, "2026-11-23T12:00:00Z", "2026-11-23T19:00:00Z", "2026-11-23 20:00"},
		{"at the very hour", events.Schedule{Clock: "20:00", Zone: "Europe/Paris"}, "2026-11-23T19:00:00Z", "2026-11-24T19:00:00Z", "2026-11-24 20:00"},
		{"at the very hour, a day later", events.Schedule{Period: 1440, Clock: "20:00", Zone: "Europe/Paris"}, "2026-11-23T19:00:00Z", "2026-11-24T19:00:00Z", "2026-11-24 20:00"},
		{"just missed", events.Schedule{Clock: "20:00", Zone: "Europe/Paris"}, "2026-11-23T19:00:01Z", "2026-11-24T19:00:00Z", "2026-11-24 20:00"},
		{"never sooner than a day", events.Schedule{Period: 1440, Clock: "20:00", Zone: "Europe/Paris"}, "2026-11-23T19:30:00Z", "2026-11-25T19:00:00Z", "2026-11-25 20:00"},
		{"Thursday", events.Schedule{Clock: "20:00", Weekdays: "mon,thu", Zone: "Europe/Madrid"}, "2026-11-24T00:00:00Z", "2026-11-26T19:00:00Z", "2026-11-26 20:00"},
		{"over the week's end", events.Schedule{Clock: "20:00", Weekdays: "Monday Thursday", Zone: "Europe/Madrid"}, "2026-11-27T00:00:00Z", "2026-11-30T19:00:00Z", "2026-11-30 20:00"},
		{"once a week, just missed", events.Schedule{Clock: "20:00", Weekdays: "mon", Zone: "UTC"}, "2026-11-23T20:00:01Z", "2026-11-30T20:00:00Z", "2026-11-30 20:00"},
		{"the player's day is not UTC's", events.Schedule{Clock: "01:00", Weekdays: "tue", Zone: "Asia/Tokyo"}, "2026-11-23T12:00:00Z", "2026-11-23T16:00:00Z", "2026-11-24 01:00"},
		{"summer time begins: the wall clock counts", events.Schedule{Clock: "20:00", Zone: "Europe/Paris"}, "2026-03-28T20:00:00Z", "2026-03-29T18:00:00Z", "2026-03-29 20:00"},
		{"summer time ends: the wall clock counts", events.Schedule{Clock: "20:00", Zone: "Europe/Paris"}, "2026-10-24T20:00:00Z", "2026-10-25T19:00:00Z", "2026-10-25 20:00"},
		{"an hour that is skipped", events.Schedule{Clock: "02:30", Zone: "Europe/Paris"}, "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z", "2026-03-29 03:30"},
		{"an hour that comes twice: the later one", events.Schedule{Clock: "02:30", Zone: "Europe/Paris"}, "2026-10-24T12:00:00Z", "2026-10-25T01:30:00Z", "2026-10-25 02:30"},
		{"a period is elapsed time, over a change too", events.Schedule{Period: 1440, Zone: "America/New_York"}, "2026-03-07T17:00:00Z", "2026-03-08T17:00:00Z", "2026-03-08 13:00"},
		{"half hours from Greenwich", events.Schedule{Clock: "18:00", Zone: "Asia/Kolkata"}, "2026-11-23T12:00:00Z", "2026-11-23T12:30:00Z", "2026-11-23 18:00"},
		{"over the year's end", events.Schedule{Clock: "06:00", Weekdays: "fri", Zone: "Pacific/Auckland"}, "2026-12-31T12:00:00Z", "2026-12-31T17:00:00Z", "2027-01-01 06:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := office.CheckSchedule(c.s); err != nil {
				t.Fatal(err)
			}
			opened, err := time.Parse(time.RFC3339, c.opened)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := office.NextDeadline(c.s, opened)
			if !ok || got.Due.UTC().Format(time.RFC3339) != c.want || got.Wall != c.wall {
				t.Errorf("due %s, wall %s; want %s, %s", got.Due.UTC().Format(time.RFC3339), got.Wall, c.want, c.wall)
			}
			if got.Due.Before(opened) {
				t.Error("a window closes before it opens")
			}
		})
	}
	if _, ok := office.NextDeadline(events.Schedule{Zone: "UTC"}, time.Now()); ok {
		t.Error("a game without deadlines has one")
	}
}

func TestBadSchedulesAreRefused(t *testing.T) {
	for want, s := range map[string]events.Schedule{
		"not a time zone":    {Zone: "Europe/Atlantis"},
		"not a time of day":  {Clock: "25:00"},
		"not a weekday":      {Clock: "20:00", Weekdays: "mon,someday"},
		"cannot be negative": {Period: -1},
		"need a time":        {Weekdays: "mon"},
	} {
		if err := office.CheckSchedule(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

// state is what the tests of deadlines look at.
func (h *hall) state(game string) (s office.GameStatus, turn int) {
	h.Look(game, func(m *adjudicator.Match) {
		s = office.StatusOf(m)
		if m.Now != nil {
			turn = m.Now.Turn()
		}
	})
	return s, turn
}

func TestASilentPlayerIsRemindedOnceAndThenPlayedByDefault(t *testing.T) {
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule = events.Schedule{Clock: "20:00", Zone: "UTC", Remind: 120, CoolOff: 900}
	h.Playing(g)
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
	steps := []struct {
		clock string
		want  string
	}{
		{"17:59", ""}, {"18:00", "reminder italian_ctv"}, {"18:01", ""}, {"19:59", ""},
		{"20:00", "report republic, report italian_ctv"}, {"20:01", ""},
	}
	for _, s := range steps {
		at, err := time.Parse("15:04", s.clock)
		if err != nil {
			t.Fatal(err)
		}
		h.Now = time.Date(2026, 11, 23, at.Hour(), at.Minute(), 0, 0, time.UTC)
		if s.clock == "18:01" {
			h.Again() // a restart reminds nobody again
		}
		if got := officetest.Kinds(h.Tend("hill")); got != s.want {
			t.Errorf("%s: %q, want %q", s.clock, got, s.want)
		}
	}
	if _, turn := h.state("hill"); turn != 2 {
		t.Errorf("turn %d", turn)
	}
}

func TestATurnIsPlayedEarlyAfterTheCoolOff(t *testing.T) {
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule = events.Schedule{Clock: "20:00", Zone: "UTC", CoolOff: 900}
	h.Playing(g)
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
	h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
	if got := officetest.Kinds(h.Wait(14*time.Minute, "hill")); got != "" {
		t.Errorf("before the cool-off is over: %q", got)
	}
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG2: watch\nEND") // the cool-off begins again
	if got := officetest.Kinds(h.Wait(14*time.Minute, "hill")); got != "" {
		t.Errorf("changed orders have no time to cool: %q", got)
	}
	if got := officetest.Kinds(h.Wait(time.Minute, "hill")); got != "report republic, report italian_ctv" {
		t.Errorf("after the cool-off: %q", got)
	}
}

func TestADeadlineOnceRecordedStands(t *testing.T) {
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule = events.Schedule{Clock: "20:00", Zone: "Europe/Madrid"}
	h.Playing(g)
	before, _ := h.state("hill")
	if want := time.Date(2026, 11, 23, 19, 0, 0, 0, time.UTC).UnixMilli(); before.Due != want {
		t.Fatalf("due %d, want %d", before.Due, want)
	}
	if _, err := h.Office.ExtendGame(t.Context(), office.GameRequest{Game: "hill", Hours: 24}); err != nil {
		t.Fatal(err)
	}
	// the zone's rules or the schedule's data change between two runs of the program: the log's instant counts
	h.Look("hill", func(m *adjudicator.Match) { m.Announced.Schedule.Zone = "Asia/Tokyo" })
	h.Tend("hill")
	h.Again()
	after, _ := h.state("hill")
	if after.Due != before.Due+24*3_600_000 {
		t.Errorf("due %d, extended by a day from %d", after.Due, before.Due)
	}
	if got := officetest.Kinds(h.Wait(time.Duration(before.Due-h.Now.UnixMilli())*time.Millisecond, "hill")); got != "" {
		t.Errorf("the old deadline counts: %q", got)
	}
	if got := officetest.Kinds(h.Wait(24*time.Hour, "hill")); got != "report republic, report italian_ctv" {
		t.Errorf("the new deadline does not count: %q", got)
	}
	if _, err := h.Office.ExtendGame(t.Context(), office.GameRequest{Game: "hill", Hours: 0}); err == nil {
		t.Error("extended by nothing")
	}
}

// TestTheClockSetBack: a clock that is set back neither closes nor reopens anything, and the log goes on.
func TestTheClockSetBack(t *testing.T) {
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule = events.Schedule{Period: 60, Zone: "UTC"}
	h.Playing(g)
	h.Wait(61*time.Minute, "hill")
	if _, turn := h.state("hill"); turn != 2 {
		t.Fatalf("turn %d", turn)
	}
	h.Now = h.Now.Add(-24 * time.Hour)
	if got := officetest.Kinds(h.Tend("hill")); got != "" {
		t.Errorf("a day earlier: %q", got)
	}
	if got := officetest.Kinds(h.Mail("ann", "orders", "ORDERS hill turn 2\nG1: watch\nEND")); got != "receipt republic" {
		t.Errorf("a mail a day earlier: %q", got)
	}
}
