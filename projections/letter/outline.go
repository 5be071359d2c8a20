package letter

import (
	"strings"
	"time"
)

// Section is the part of a letter below one heading, for callers who look for something in it.
type Section struct {
	Heading string   // as the reader reads it; "" for what stands before the first
	Lines   []string // paragraphs, happenings and list entries, not broken at the end of the page
	Heads   []string // of a table
	Rows    [][]string
}

// Outline returns the sections of a letter in order, taken from the document that Render dresses.
func Outline(l Letter, book Words, lang string, zone *time.Location) []Section {
	d, _ := document(l, book, lang, zone)
	out := []Section{{}}
	for _, k := range d.blocks {
		s := &out[len(out)-1]
		switch k.kind {
		case heading:
			out = append(out, Section{Heading: k.text})
		case para, banner, small:
			s.Lines = append(s.Lines, quiet(k.text))
		case fixed:
			s.Lines = append(s.Lines, k.lines...)
		case happenings, items:
			for _, r := range k.rows {
				s.Lines = append(s.Lines, r.told())
			}
		case grid:
			s.Heads, s.Rows = k.heads, append(s.Rows, k.cells...)
		}
	}
	return out
}

// told returns a happening in one line, its rule last.
func (h happened) told() string {
	line := quiet(h.left)
	if h.right != "" {
		line += " ... " + quiet(h.right)
	}
	if h.rule != "" {
		line += " " + h.rule
	}
	return strings.TrimSpace(line)
}
