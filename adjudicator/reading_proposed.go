package adjudicator

import (
	"slices"
	"unicode"

	"fieldpost/adjudicator/orders"
	"fieldpost/events"
)

// Limits of what is proposed for a line that is not understood.
const (
	mostSearched = 400 // proposed lines that are compared with it
	mostProposed = 3
	leastShared  = 2 // words that a proposed line must have in common with it
)

// proposed gives lines that are not understood, and for which nothing better is known, the lines that the rules propose now and that have most words
// in common with them, if these are few: "we take the International Brigade on foot" is answered by "force es_international_brigade_foot". They are
// shown and never taken.
func (r *reader) proposed(faults []events.Fault) {
	var lines []string
	for i := range faults {
		f := &faults[i]
		if _, corrected := orders.Correction(*f); corrected || len(f.Suggestions) > 0 || !slices.Contains([]string{"orders.unknown-verb", "orders.verb-missing", "orders.trailing", orders.UnreadFault}, f.Code) {
			continue
		}
		if _, plain := r.grammar.Gist(f.Typed); !plain {
			continue
		}
		if lines == nil {
			lines = r.options()
		}
		if near := nearestProposed(lines, f.Typed); len(near) > 0 {
			f.Code, f.Suggestions = orders.LikelyFault, near
		}
	}
}

// options returns lines that the rules propose to the seat for the phases of the window.
func (r *reader) options() (lines []string) {
	view := r.m.Now.Knows(r.seat)
	for _, phase := range r.m.Open.Phases {
		for line := range view.Options(phase) {
			if lines = append(lines, line); len(lines) == mostSearched {
				return lines
			}
		}
	}
	return lines
}

// nearestProposed returns the lines that have most words in common with what was typed, and all that have a digit; none if they are many.
func nearestProposed(lines []string, typed string) (near []string) {
	said := telling(typed)
	most := leastShared
	for _, line := range lines {
		words, n := telling(line), 0
		for _, word := range said {
			if slices.Contains(words, word) {
				n++
			} else if slices.ContainsFunc([]rune(word), unicode.IsDigit) { // another unit, or elsewhere
				n = -len(said)
			}
		}
		if n > most {
			most, near = n, nil
		}
		if n == most {
			near = append(near, line)
		}
	}
	if len(near) > mostProposed {
		return nil
	}
	return near
}

// telling returns the words of a line that are long enough to tell it from others, or have a digit, each once.
func telling(line string) []string {
	words := slices.DeleteFunc(wordsIn(line), func(w string) bool {
		return len(w) < 4 && !slices.ContainsFunc([]rune(w), unicode.IsDigit)
	})
	slices.Sort(words)
	return slices.Compact(words)
}
