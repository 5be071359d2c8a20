package office

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"fieldpost/adjudicator/orders"
)

// absence is what an ABSENT line says. until is the first instant after it.
type absence struct {
	from, until time.Time
	cancel      bool
	slot        int64 // for cancel; 0: not said
}

// months are the meanings of the words with which the names of months begin.
var months = [12]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// readAbsence reads the days of an absence in the player's own zone, which is that of now. Days without a year are the next ones to
// come. "24/12" is the 24th of December: the receipt says it in words.
func readAbsence(said *orders.Speech, args string, now time.Time) (a absence, ok bool) {
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(args, "’", "'")), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '(' || r == ')' })
	if len(words) > 0 && said.Means("cancel", words[0]) {
		a.cancel = true
		if len(words) > 1 {
			a.slot, _ = strconv.ParseInt(strings.Trim(words[1], ".#"), 10, 64)
		}
		return a, len(words) <= 2
	}
	var days []time.Time
	until := false
	for len(words) > 0 {
		if said.Means("since", words[0]) {
			words = words[1:]
			continue
		}
		if said.Means("until", words[0]) {
			until = until || len(days) == 0
			words = words[1:]
			continue
		}
		after := now
		if len(days) > 0 {
			after = days[len(days)-1]
		}
		day, n := readDay(said, words, after)
		if n == 0 || len(days) == 2 {
			return a, false
		}
		days = append(days, day)
		words = words[n:]
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case len(days) == 1 && until:
		a.from, a.until = today, nextDay(days[0])
	case len(days) == 1:
		a.from, a.until = days[0], nextDay(days[0])
	case len(days) == 2:
		a.from, a.until = days[0], nextDay(days[1])
	default:
		return a, false
	}
	return a, a.until.After(a.from) && a.until.After(now)
}

func nextDay(d time.Time) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day()+1, 0, 0, 0, 0, d.Location())
}

// readDay reads a day at the beginning of words and returns how many of them it took, or 0 if there is none.
func readDay(said *orders.Speech, words []string, after time.Time) (day time.Time, n int) {
	first := strings.TrimSuffix(words[0], ".")
	for _, layout := range []string{"2006-01-02", "2.1.2006", "2/1/2006"} {
		if t, err := time.ParseInLocation(layout, first, after.Location()); err == nil {
			return t, 1
		}
	}
	for _, layout := range []string{"2.1", "2/1"} {
		if t, err := time.Parse(layout, first); err == nil {
			return coming(t.Day(), t.Month(), after), 1
		}
	}
	if len(words) < 2 {
		return day, 0
	}
	d, m := dayNumber(said, words[0]), month(said, words[1])
	if d == 0 { // "Dec 24"
		d, m = dayNumber(said, words[1]), month(said, words[0])
	}
	if d == 0 || m == 0 {
		return day, 0
	}
	if len(words) > 2 {
		if year, err := strconv.Atoi(words[2]); err == nil && year > 2000 && year < 3000 {
			return realDay(year, m, d, after.Location()), 3
		}
	}
	return coming(d, m, after), 2
}

func dayNumber(said *orders.Speech, word string) int {
	word = strings.TrimRight(word, ".")
	for _, end := range said.Asides("ordinal") {
		word = strings.TrimSuffix(word, end)
	}
	d, err := strconv.Atoi(word)
	if err != nil || d < 1 || d > 31 {
		return 0
	}
	return d
}

func month(said *orders.Speech, word string) time.Month {
	for i, meaning := range months {
		for _, name := range said.Asides(meaning) {
			if strings.HasPrefix(orders.Fold(word), name) {
				return time.Month(i + 1)
			}
		}
	}
	return 0
}

// coming returns the first such day that is not before a day, at midnight.
func coming(d int, m time.Month, after time.Time) time.Time {
	floor := time.Date(after.Year(), after.Month(), after.Day(), 0, 0, 0, 0, after.Location())
	t := realDay(after.Year(), m, d, after.Location())
	if t.Before(floor) {
		t = realDay(after.Year()+1, m, d, after.Location())
	}
	return t
}

// realDay returns the day, or the last one of its month if that is shorter.
func realDay(year int, m time.Month, d int, zone *time.Location) time.Time {
	t := time.Date(year, m, d, 0, 0, 0, 0, zone)
	for t.Month() != m {
		d--
		t = time.Date(year, m, d, 0, 0, 0, 0, zone)
	}
	return t
}

// zoneNamed reads the time zone that a newcomer names ("JOIN hill north Europe/Paris"), or "" if he names none: then the game's zone
// counts. The offset in his mail's Date is not a zone, since it changes in summer.
func zoneNamed(args string) string {
	for _, word := range strings.Fields(args) {
		if strings.Contains(word, "/") {
			if _, err := time.LoadLocation(word); err == nil {
				return word
			}
		}
	}
	return ""
}
