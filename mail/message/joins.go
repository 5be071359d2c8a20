package message

import (
	"strings"
	"unicode/utf8"
)

// join notes which lines may be the rest of the line before them, and drops the open lines of a form.
func (c *candidate) join() {
	labels := map[string]bool{}
	for _, l := range c.Lines {
		if unfilled(l.Text) {
			labels[labelOf(l.Text)] = true
		}
	}
	kept := c.Lines[:0:0]
	for i, l := range c.Lines {
		if i > 0 && !l.Quoted {
			before := c.Lines[i-1]
			l.Joins = unfilled(before.Text) && !labels[labelOf(l.Text)] && !begins(l.Text, labelOf(before.Text)) || broken(before, l)
		}
		if l.Joins && unfilled(c.Lines[i-1].Text) && c.Form != "" {
			kept = append(kept, c.Lines[i-1])
		}
		if c.Form == "" || !unfilled(l.Text) {
			kept = append(kept, l)
		}
	}
	c.Lines = kept
}

// labelOf returns what stands before the first colon of a line.
func labelOf(text string) string {
	label, _, _ := strings.Cut(text, ":")
	return strings.ToLower(label)
}

func begins(text, label string) bool { return strings.HasPrefix(strings.ToLower(text), label+" ") }

// Mail programs break lines where the next word would go beyond some column between these.
const leastBreak, mostBreak = 62, 80

// broken reports whether a mail program may have broken one line into these two.
func broken(before, l BlockLine) bool {
	n := utf8.RuneCountInString(before.Typed)
	word := strings.IndexAny(l.Typed, " -")
	if word < 0 {
		word = len(l.Typed)
	}
	return l.Number == before.Number+1 && n <= mostBreak && n+1+word >= leastBreak && !unfilled(before.Text)
}

// loose keeps a line outside any block: together with the open line of a form that was quoted above it, if it may belong there.
func (f *finder) loose(i int) {
	line := f.in.Lines[i]
	l := BlockLine{Text: plainText(line.Text), Typed: line.Text, Number: i + 1}
	above := i - 1
	for above >= 0 && f.in.Lines[above].Text == "" {
		above--
	}
	if above >= 0 && f.in.Lines[above].Part == 0 {
		before := BlockLine{Text: plainText(f.in.Lines[above].Text), Typed: f.in.Lines[above].Text, Number: above + 1}
		switch from := f.in.Lines[above].From; {
		case from == Quoted && len(before.Text) <= longestLabel && unfilled(before.Text) && !strings.Contains(l.Text, ":") && !begins(l.Text, labelOf(before.Text)):
			before.Quoted, l.Joins = true, true
			f.out.Loose = append(f.out.Loose, before)
		case from == Typed && !f.used[above]:
			l.Joins = broken(before, l)
		}
	}
	f.out.Loose = append(f.out.Loose, l)
}

// longestLabel is how long an open line of a form is at most.
const longestLabel = 40
