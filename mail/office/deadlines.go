package office

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // deadlines in IANA zones on any machine

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// Deadline is when a window closes: the instant, and the wall clock that was meant.
type Deadline struct {
	Due  time.Time
	Zone string
	Wall string
}

// clockFor returns how long the open window of a game lasts: what its terms say about this kind of window, else its schedule.
func clockFor(m *adjudicator.Match) events.PhaseClock {
	step, asks := "", false
	if m.Open != nil {
		step, asks = m.Open.Step, len(m.Open.Questions) > 0
	}
	for _, p := range m.Terms.Phases {
		if p.Step == "" || p.Step == "questions" && asks || p.Step == step && !asks {
			return p
		}
	}
	s := m.Announced.Schedule
	return events.PhaseClock{Clock: s.Clock, Weekdays: s.Weekdays, Minimum: s.Period, CoolOff: s.CoolOff, Remind: s.Remind}
}

// closesEarly returns when the open window of a game is closed before its deadline (Unix ms), or false if somebody is still awaited or the
// game never closes windows early.
func closesEarly(m *adjudicator.Match) (at int64, early bool) {
	p := clockFor(m)
	at, early = m.ClosesEarly(p.CoolOff*1000, m.Terms.Mending*60000)
	return at, early && p.CoolOff >= 0
}

// schedule returns the clock of a phase in the game's zone.
func schedule(p events.PhaseClock, zone string) events.Schedule {
	return events.Schedule{Period: p.Minimum, Clock: p.Clock, Weekdays: p.Weekdays, Zone: zone, Remind: p.Remind, CoolOff: max(0, p.CoolOff)}
}

// DeadlineOf returns when the open window of a game closes, or false for none. It is the schedule's next time that is at least Minimum
// after the opening and at least Next after the deadline before, and after the return of any asked player who is away then. An absence
// never moves a running deadline, only the next one.
func DeadlineOf(m *adjudicator.Match) (Deadline, bool) {
	return deadlineFrom(m, time.UnixMilli(m.OpenedAt()))
}

// deadlineFrom is DeadlineOf for a window that opened at an instant.
func deadlineFrom(m *adjudicator.Match, earliest time.Time) (Deadline, bool) {
	p := clockFor(m)
	s := schedule(p, m.Announced.Schedule.Zone)
	if p.Next > 0 && m.LastDue > 0 {
		if next := time.UnixMilli(m.LastDue).Add(time.Duration(p.Next-p.Minimum) * time.Minute); next.After(earliest) {
			earliest = next
		}
	}
	due, ok := NextDeadline(s, earliest)
	for range 3 * len(m.Players) {
		until, away := awayAt(m, due.Due)
		if !ok || !away {
			break
		}
		s.Period = 0
		if s.Clock == "" {
			due = Deadline{Due: time.UnixMilli(until).In(due.Due.Location()).Add(time.Duration(p.Minimum) * time.Minute), Zone: due.Zone}
			due.Wall = due.Due.Format("2006-01-02 15:04")
			continue
		}
		due, ok = NextDeadline(s, time.UnixMilli(until))
	}
	return due, ok
}

// awayAt reports whether anyone whom the open window asks is away at an instant, and until when.
func awayAt(m *adjudicator.Match, at time.Time) (until int64, away bool) {
	for _, s := range m.Open.Seats {
		if u, is := m.Away(s, at.UnixMilli()); is {
			until, away = max(until, u), true
		}
	}
	return until, away
}

// CheckPhases reports what is wrong with the clocks of kinds of windows.
func CheckPhases(phases []events.PhaseClock, steps []string) error {
	for i, p := range phases {
		if p.Step != "" && p.Step != "questions" && !slices.Contains(steps, p.Step) {
			return fmt.Errorf("there is no phase %q; there are: questions, %s", p.Step, strings.Join(steps, ", "))
		}
		if p.Step == "" && i < len(phases)-1 {
			return errors.New("the clock of every phase comes last: what stands after it never counts")
		}
		if p.Next < 0 || p.Grace < 0 {
			return errors.New("periods cannot be negative")
		}
		if err := CheckSchedule(schedule(p, "")); err != nil {
			return fmt.Errorf("phase %q: %w", p.Step, err)
		}
	}
	return nil
}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// CheckSchedule reports what is wrong with a schedule.
func CheckSchedule(s events.Schedule) error {
	if _, err := time.LoadLocation(zoneOf(s)); err != nil {
		return fmt.Errorf("%q is not a time zone: use a name such as Europe/Paris", s.Zone)
	}
	if s.Clock != "" {
		if _, err := time.Parse("15:04", s.Clock); err != nil {
			return fmt.Errorf("%q is not a time of day: write 20:00", s.Clock)
		}
	}
	for _, d := range days(s) {
		if weekday(d) < 0 {
			return fmt.Errorf("%q is not a weekday: use %s", d, strings.Join(weekdays, ", "))
		}
	}
	if s.Period < 0 || s.CoolOff < 0 || s.Remind < 0 {
		return fmt.Errorf("periods cannot be negative")
	}
	if s.Weekdays != "" && s.Clock == "" {
		return fmt.Errorf("weekdays need a time of day")
	}
	return nil
}

func zoneOf(s events.Schedule) string {
	if s.Zone == "" {
		return "UTC"
	}
	return s.Zone
}

func days(s events.Schedule) []string {
	return strings.FieldsFunc(strings.ToLower(s.Weekdays), func(r rune) bool { return r == ',' || r == ' ' })
}

func weekday(name string) int {
	for i, d := range weekdays {
		if strings.HasPrefix(name, d) {
			return i
		}
	}
	return -1
}

// NextDeadline returns when a window that opened then closes, or false for a game without deadlines. With a time of day it is the first
// such time, on one of the weekdays if any are named, that is at least the period later and not the very moment of the opening. Without
// one, it is the period later.
func NextDeadline(s events.Schedule, opened time.Time) (Deadline, bool) {
	if s.Period == 0 && s.Clock == "" {
		return Deadline{}, false
	}
	zone, err := time.LoadLocation(zoneOf(s))
	if err != nil {
		zone = time.UTC
	}
	due := opened.Add(time.Duration(s.Period) * time.Minute).In(zone)
	if s.Clock != "" {
		if s.Period == 0 {
			due = due.Add(time.Millisecond) // a window that opens at 20:00 does not close at 20:00
		}
		due = nextClock(s, due)
	}
	return Deadline{Due: due, Zone: zone.String(), Wall: due.Format("2006-01-02 15:04")}, true
}

// nextClock returns the first time of day of the schedule that is not before earliest.
func nextClock(s events.Schedule, earliest time.Time) time.Time {
	at, err := time.Parse("15:04", s.Clock)
	if err != nil {
		return earliest
	}
	wanted := days(s)
	for add := range 15 {
		day := time.Date(earliest.Year(), earliest.Month(), earliest.Day()+add, at.Hour(), at.Minute(), 0, 0, earliest.Location())
		if day.Before(earliest) || !onDay(day, wanted) {
			continue
		}
		return day
	}
	return earliest
}

func onDay(day time.Time, wanted []string) bool {
	if len(wanted) == 0 {
		return true
	}
	for _, d := range wanted {
		if weekday(d) == int(day.Weekday()) {
			return true
		}
	}
	return false
}
