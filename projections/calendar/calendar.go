// Package calendar writes deadlines for calendar programs: one event in the form of RFC 5545, as mails attach it. Instants are written in
// UTC, so that no table of time zones is needed and every program shows them in its owner's zone.
//
//	calendar.Event{UID: "hill.7.north@example.org", Sequence: 1, Stamp: now, At: due, Lasting: time.Hour,
//		Summary: "Orders for hill, turn 3", Alarm: 24 * time.Hour}.Bytes()
//
// gives "BEGIN:VCALENDAR ... END:VCALENDAR". A later event with the same UID and a higher Sequence replaces it: that is how a moved
// deadline moves in the calendar too. The same Event gives the same bytes.
package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Event is one entry of a calendar.
type Event struct {
	UID       string        // the same for ever for the same thing, without spaces
	Sequence  int64         // 0, and one more with each change
	Stamp     time.Time     // of writing
	At        time.Time     // when it ends: the deadline
	Lasting   time.Duration // how long before the deadline it begins; 0: a moment
	Summary   string        // one line
	Text      string        // may have several lines
	Organizer string        // mail address, or ""
	Alarm     time.Duration // before the deadline; 0 for none
	Cancelled bool
}

// Bytes writes the event: lines of at most 75 bytes that end with CRLF (RFC 5545 section 3.1).
func (e Event) Bytes() []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fold(&b, fmt.Sprintf(format, args...)) }
	line("BEGIN:VCALENDAR")
	line("VERSION:2.0")
	line("PRODID:-//Fieldpost//Deadlines//EN")
	line("CALSCALE:GREGORIAN")
	if e.Cancelled {
		line("METHOD:CANCEL")
	} else {
		line("METHOD:PUBLISH")
	}
	line("BEGIN:VEVENT")
	line("UID:%s", value(e.UID))
	line("SEQUENCE:%d", e.Sequence)
	line("DTSTAMP:%s", stamp(e.Stamp))
	line("DTSTART:%s", stamp(e.At.Add(-e.Lasting)))
	line("DTEND:%s", stamp(e.At))
	line("SUMMARY:%s", value(e.Summary))
	if e.Text != "" {
		line("DESCRIPTION:%s", value(e.Text))
	}
	if e.Organizer != "" {
		line("ORGANIZER:mailto:%s", value(e.Organizer))
	}
	line("TRANSP:TRANSPARENT")
	if e.Cancelled {
		line("STATUS:CANCELLED")
	}
	if e.Alarm > 0 && !e.Cancelled {
		line("BEGIN:VALARM")
		line("ACTION:DISPLAY")
		line("DESCRIPTION:%s", value(e.Summary))
		line("TRIGGER;RELATED=END:-PT%dM", int64(e.Alarm/time.Minute))
		line("END:VALARM")
	}
	line("END:VEVENT")
	line("END:VCALENDAR")
	return []byte(b.String())
}

func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// value escapes text (RFC 5545 section 3.3.11); control characters are left out.
func value(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\r\n", "\\n", "\n", "\\n", "\r", "\\n").Replace(s)
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s)
}

// longest is how many bytes a line may have without its end.
const longest = 75

// fold writes a line, broken where it is too long, never inside a character.
func fold(b *strings.Builder, s string) {
	room := longest
	for len(s) > room {
		n := room
		for !utf8.RuneStart(s[n]) {
			n--
		}
		b.WriteString(s[:n] + "\r\n ")
		s, room = s[n:], longest-1
	}
	b.WriteString(s + "\r\n")
}
