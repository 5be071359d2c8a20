package main

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // deadlines in IANA zones on any machine

	"fieldpost/events"
)

// Deadline is when a window closes: the instant, and the wall clock that was meant.
type Deadline struct {
	Due  time.Time
	Zone string
	Wall string
}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// CheckSchedule tells what is wrong with a schedule.
func CheckSchedule(s events.Schedule) error {
	if _, err := time.LoadLocation(zoneOf(s)); err != nil {
		return fmt.Errorf("%q is no time zone: use a name such as Europe/Paris", s.Zone)
	}
	if s.Clock != "" {
		if _, err := time.Parse("15:04", s.Clock); err != nil {
			return fmt.Errorf("%q is no time of day: write 20:00", s.Clock)
		}
	}
	for _, d := range days(s) {
		if weekday(d) < 0 {
			return fmt.Errorf("%q is no weekday: use %s", d, strings.Join(weekdays, ", "))
		}
	}
	if s.Period < 0 || s.CoolOff < 0 || s.Remind < 0 {
		return fmt.Errorf("periods are not negative")
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

// NextDeadline gives when a window that opened then closes; false for a game without deadlines. With a time of day it is
// the first such time, on one of the weekdays if any are named, that is at least the period later and not the very
// moment of the opening; else it is the period later.
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

// nextClock is the first time of day of the schedule that is not before earliest.
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
