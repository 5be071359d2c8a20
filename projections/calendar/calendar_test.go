package calendar_test

import (
	"flag"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/projections/calendar"

	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

func TestDeadline(t *testing.T) {
	zone := time.FixedZone("CET", 3600)
	got := string(calendar.Event{
		UID: "hill.7.north@example.org", Sequence: 2, Stamp: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC),
		At: time.Date(2026, 11, 27, 20, 0, 0, 0, zone), Lasting: time.Hour, Summary: "Orders for hill; turn 3, Élise",
		Text: "Reply to the report.\nC:\\ stays", Organizer: "orders@example.org", Alarm: 24 * time.Hour,
	}.Bytes())
	want := strings.ReplaceAll(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Fieldpost//Deadlines//EN
CALSCALE:GREGORIAN
METHOD:PUBLISH
BEGIN:VEVENT
UID:hill.7.north@example.org
SEQUENCE:2
DTSTAMP:20261123T120000Z
DTSTART:20261127T180000Z
DTEND:20261127T190000Z
SUMMARY:Orders for hill\; turn 3\, Élise
DESCRIPTION:Reply to the report.\nC:\\ stays
ORGANIZER:mailto:orders@example.org
TRANSP:TRANSPARENT
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Orders for hill\; turn 3\, Élise
TRIGGER;RELATED=END:-PT1440M
END:VALARM
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever the text: lines are short, whole characters, and unfold to what was said.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.Rune()).Draw(t, "text")
		out := string(calendar.Event{UID: "x", Summary: text, Text: text}.Bytes())
		for line := range strings.SplitSeq(strings.TrimSuffix(out, "\r\n"), "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\x00") {
				t.Fatalf("line %q", line)
			}
		}
		unfolded := strings.ReplaceAll(out, "\r\n ", "")
		lines := 16
		if text == "" {
			lines = 15
		}
		if n := strings.Count(unfolded, "\r\n"); n != lines {
			t.Fatalf("%d lines: %q", n, unfolded)
		}
	})
}
