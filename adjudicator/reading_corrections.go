package adjudicator

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// loose reads typed lines outside any block: answers to questions, and corrections of lines of a receipt. It returns those that are neither.
func (r *reader) loose(lines []string, of OrderMail) (rest []string) {
	r.claimed = r.numbersOf(lines)
	for _, l := range lines {
		switch {
		case len(r.m.Open.Questions) > 0 && r.answer(l, true):
			r.out.Took = true
		case of.Seq > 0 && r.take(l, of):
		case of.Seq == 0 || !r.correct(l, of, len(lines) == 1):
			rest = append(rest, l)
		}
	}
	return rest
}

// correct reads a line sent alone in answer to a receipt: "6 attack 2217 with 18 Div", or without its number when only
// one line of that mail was not understood. It reports whether the line is one of these.
func (r *reader) correct(text string, of OrderMail, only bool) bool {
	typed, line := r.cutLine(r.unlettered(text))
	number := typed
	if number == 0 {
		number = r.mended(line, of)
	} else {
		line = r.language.Speech.Amending(line)
	}
	first := r.fresh()
	if number > 0 && !r.uses(number) {
		first = number // a corrected line keeps its number
	}
	parsed := orders.Parse(r.language, r.lex, line, first)
	if len(parsed.Faults) > 0 && number > 0 { // it is meant as an order, so it may be in everyday words
		parsed = r.grammar.Parse(r.lex, r.allowed, line, first)
	}
	if len(parsed.Lines) == 0 && typed > 0 {
		if again, ok := r.amended(line, int64(typed), of); ok {
			parsed = again
		}
	}
	switch {
	case len(parsed.Lines) > 0 && number > 0:
		r.replace(parsed, number, of, "")
	case len(parsed.Lines) > 0:
		for i, l := range parsed.Lines {
			r.file(l, parsed.Typed[i])
			r.out.Orders.Replaces = append(r.out.Orders.Replaces, "") // an added line
		}
	case len(parsed.Needless) > 0:
		r.rest(parsed.Needless)
	case typed > 0 || (number > 0 || only) && r.attempt(line):
		r.proposed(parsed.Faults)
		r.out.Orders.Faults = append(r.out.Orders.Faults, parsed.Faults...)
	default: // "Thank you!" is no order that failed
		return false
	}
	r.out.Took = true
	return true
}

// replace files lines that take the place of the one that a number means in answer to an order mail. typed is what the player wrote instead of them, or
// "" if the lines themselves say.
func (r *reader) replace(parsed orders.Parsed, number int, of OrderMail, typed string) {
	for i, l := range parsed.Lines {
		if i > 0 && (r.uses(int(l.Number)) || r.claims(l.Number)) {
			l.Number = int64(r.fresh()) // "4 both tanks go to O1" is two lines, and the second is not line 5
		}
		r.file(l, cmp.Or(typed, parsed.Typed[i]))
		replaces := "" // the others are added to the line that takes its place
		if i == 0 {
			replaces = cmp.Or(r.m.uncorrected(r.seat, int64(number)), r.m.Desk(r.seat).meant(of.Seq, int64(number)))
		}
		r.out.Orders.Replaces = append(r.out.Orders.Replaces, replaces)
	}
}

// arrange has the corrections of a mail in the order in which a desk needs them, the last of the block first: each is put before all that came
// with later mails, the corrections of this one among them.
func (r *reader) arrange() {
	out := &r.out.Orders
	var at []int // those lines that take the place of others
	for i, old := range out.Replaces {
		if old != "" {
			at = append(at, i)
		}
	}
	sorted := slices.Clone(at)
	slices.SortStableFunc(sorted, func(a, b int) int {
		seq, number := slot(out.Replaces[a])
		s, n := slot(out.Replaces[b])
		return cmp.Or(cmp.Compare(s, seq), cmp.Compare(n, number))
	})
	lines, replaces := slices.Clone(out.Lines), slices.Clone(out.Replaces)
	for i, from := range sorted {
		out.Lines[at[i]], out.Replaces[at[i]] = lines[from], replaces[from]
	}
}

// numbersOf returns the numbers that the lines of a mail begin with.
func (r *reader) numbersOf(lines []string) (numbers []int64) {
	for _, l := range lines {
		if n, _ := r.cutLine(l); n > 0 && n <= orders.MostLines {
			numbers = append(numbers, int64(n))
		}
	}
	return numbers
}

// claims reports whether a number is that of a line on the desk, of one that waits to be corrected, or of one that this mail has yet to correct.
func (r *reader) claims(number int64) bool {
	desk := r.m.Desk(r.seat)
	return slices.Contains(r.claimed, number) || slices.Contains(desk.unmended, number) ||
		slices.ContainsFunc(slices.Concat(desk.draft, desk.standing), func(l table.Line) bool { return l.Number == number })
}

// mended returns the number of the line of an order mail that a line without a number corrects, or 0 if it is an order of its own: the only one
// that was not understood, unless this mail has corrected it already or its unit was understood and is another.
func (r *reader) mended(line string, of OrderMail) int {
	if len(of.Orders.Faults) != 1 || r.uses(int(of.Orders.Faults[0].Number)) {
		return 0
	}
	fault := of.Orders.Faults[0]
	wrong, _, named := strings.Cut(fault.Typed, ":")
	unit, _, ordered := strings.Cut(line, ":")
	if !(named && ordered) && !slices.Contains(r.m.Desk(r.seat).unmended, fault.Number) {
		return 0 // corrected long ago
	}
	if named && ordered && int(fault.Column) > utf8.RuneCountInString(wrong)+1 && !strings.EqualFold(strings.TrimSpace(wrong), strings.TrimSpace(unit)) {
		return 0
	}
	return int(fault.Number)
}

// mends reports whether a block only corrects lines: all its lines have numbers, the first above 1, of lines that are on the desk or were
// not understood. A player who puts only the corrected line, with its number, between ORDERS and END means that line, not all of his
// orders.
func (r *reader) mends(lines []string) bool {
	if len(lines) > 0 && !slices.ContainsFunc(lines, func(l string) bool { _, takes := r.takings(l, r.last); return !takes }) {
		for _, l := range lines {
			r.take(l, r.last)
		}
		return true
	}
	desk, before := r.m.Desk(r.seat), 1
	var ids []string
	for _, l := range lines {
		n, _ := r.cutLine(l)
		id := desk.meant(r.last.Seq, int64(n))
		_, lies := desk.LineByID(id)
		wrong := slices.ContainsFunc(r.last.Orders.Faults, func(f events.Fault) bool { return f.Number == int64(n) }) && len(desk.Draft()) > 0 ||
			slices.Contains(desk.unmended, int64(n)) // of any mail of this window
		if n <= before || !lies && !wrong {
			return false
		}
		before, ids = n, append(ids, id)
	}
	r.claimed = r.numbersOf(lines)
	for i, l := range lines {
		first := len(r.out.Orders.Replaces)
		r.correct(l, r.last, true)
		if first < len(r.out.Orders.Replaces) {
			r.out.Orders.Replaces[first] = ids[i]
		}
	}
	return len(lines) > 0
}

// free returns a number above those of all lines of this mail.
func (r *reader) free() int {
	n := int64(len(r.out.Orders.Lines) + len(r.out.Orders.Faults))
	for _, l := range r.out.Orders.Lines {
		n = max(n, l.Number)
	}
	for _, f := range r.out.Orders.Faults {
		n = max(n, f.Number)
	}
	return int(n) + 1
}

// fresh returns a number above those of all lines of this mail, of the desk and of what waits to be corrected: a line that is added to others must
// not have the number of one of them.
func (r *reader) fresh() int {
	desk := r.m.Desk(r.seat)
	n := int64(r.free())
	for _, l := range slices.Concat(desk.draft, desk.standing) {
		n = max(n, l.Number+1)
	}
	for _, waiting := range slices.Concat(desk.unmended, r.claimed) {
		n = max(n, waiting+1)
	}
	return int(n)
}

// uses reports whether a line of this mail has a number already.
func (r *reader) uses(number int) bool {
	return slices.ContainsFunc(r.out.Orders.Lines, func(l table.Line) bool { return l.Number == int64(number) }) ||
		slices.ContainsFunc(r.out.Orders.Faults, func(f events.Fault) bool { return f.Number == int64(number) })
}
