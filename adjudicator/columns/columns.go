// Package columns lays out text for a fixed-width font: letters, help, the ledger, maps in words. What counts is how many
// columns a text takes on a screen, not how many bytes or characters it has: an East Asian character takes two, a combining
// accent none.
//
//	columns.Wrap("Fire: the wall is held.", 12, "- ", "  ") // "- Fire: the\n  wall is\n  held.\n"
//
// Text breaks at blanks, tabs and ends of lines alone. A no-break space holds its words together, and so does a blank that
// French puts before a colon or inside quotation marks: no line begins with ":" or ends with "«".
package columns

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width is the number of columns that a text takes.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += ofRune(r)
	}
	return n
}

func ofRune(r rune) int {
	switch {
	case r >= ' ' && r < 0x7f:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Wrap breaks text into lines that end in "\n" each. The first begins with first, the others with next; none is wider than
// limit unless a single word is. Text without a word is one line, which holds first.
func Wrap(text string, limit int, first, next string) string {
	return strings.Join(Lines(text, limit, first, next), "\n") + "\n"
}

// Lines is Wrap with the lines apart.
func Lines(text string, limit int, first, next string) []string {
	var out []string
	line, used, empty := first, Width(first), true
	for _, w := range words(text) {
		n := Width(w)
		if !empty && used+1+n > limit {
			out = append(out, line)
			line, used, empty = next, Width(next), true
		}
		if !empty {
			line += " "
			used++
		}
		line += w
		used += n
		empty = false
	}
	return append(out, strings.TrimRight(line, " "))
}

// words splits a text at its blanks, but keeps with its word the punctuation that French sets off by one.
func words(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }) {
		n := len(out)
		if n > 0 && (strings.HasSuffix(out[n-1], "«") || strings.Trim(w, ":;?!»%,.)") == "" && !strings.HasPrefix(w, ".")) {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// Left puts a text at the left of a field of n columns, the rest of which is blank.
func Left(s string, n int) string { return s + blank(n-Width(s)) }

// Right puts a text at the right of a field of n columns.
func Right(s string, n int) string { return blank(n-Width(s)) + s }

func blank(n int) string { return strings.Repeat(" ", max(n, 0)) }

// Split cuts a text so that the head takes at most n columns and at least one character.
func Split(s string, n int) (head, tail string) {
	used := 0
	for i, r := range s {
		used += ofRune(r)
		if used > n && i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// Cut shortens a text that takes more than n columns; an ellipsis shows where.
func Cut(s string, n int) string {
	if Width(s) <= n {
		return s
	}
	head, _ := Split(s, n-1)
	return head + "…"
}
