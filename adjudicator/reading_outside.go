package adjudicator

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// What a player typed beside his orders, or without ORDERS and END, may be meant as orders. It is never taken for them, and never passed over.

// outside says of lines that a player typed beside his orders that they were not read. Play waits until he says whether he meant those that look
// like order lines; the others are counted, and so are all where questions are asked, since nothing else is awaited then.
func (r *reader) outside(lines []string) {
	others := 0
	for i, l := range lines {
		faults := []events.Fault{{Typed: l, Code: FaultyPlace}}
		if _, text := cutNumber(l); !r.parses(l) {
			strict := orders.Parse(r.language, r.lex, text, 1).Faults
			switch {
			case len(strict) > 0 && strings.Contains(l, ":") && r.attempt(text):
				faults = strict // with what may be meant
			case !r.grammar.Mentions(r.lex, text) || !r.reads(text):
				faults = nil
			}
		}
		if len(faults) == 0 || i >= mostOutside || len(r.m.Open.Questions) > 0 {
			others++
			continue
		}
		if faults[0].Number = int64(r.free()); len(r.out.Orders.Phases) == 0 {
			faults[0].Number = int64(r.fresh())
		}
		r.out.Orders.Faults = append(r.out.Orders.Faults, faults[0])
	}
	if others > 0 {
		r.out.Orders.Ignored = append(r.out.Orders.Ignored, "mail.ignored.loose "+strconv.Itoa(others))
	}
}

// FaultyPlace is the code of a line that looks like an order and stands outside ORDERS and END.
const FaultyPlace = "orders.outside"

// mostOutside is how many lines outside a player's orders are looked at.
const mostOutside = 50

// What is told of doubtful lines: so many are looked at, and so many of those that look like orders are told whole.
const (
	mostDoubtful     = 200
	mostDoubtfulTold = 20
)

// Remarks returns what was left out of a mail: what the mail itself has beside its orders, and orders for another game. Doubtful lines that look like orders are told one by one, since a player who meant them must know
// of each: "mail.doubtful.cut G2: hold". Others are counted.
func (m *Match) Remarks(s table.Seat, language orders.Language, w Writing) []string {
	remarks := slices.Clone(w.Ignored)
	for _, b := range w.Blocks {
		if b.Game != "" && b.Game != m.Game {
			remarks = append(remarks, "mail.ignored.other-game "+strconv.Itoa(len(b.Lines))+" "+b.Game)
		}
	}
	if len(w.Doubtful) == 0 {
		return remarks
	}
	var lines []string
	for _, d := range w.Doubtful[:min(len(w.Doubtful), mostDoubtful)] {
		lines = append(lines, d.Line)
	}
	like := m.orderLike(s, language, lines)
	told := 0
	for i, d := range w.Doubtful {
		if told < mostDoubtfulTold && i < len(like) && like[i] {
			remarks = append(remarks, d.Why+" "+d.Line)
			told++
		}
	}
	if rest := len(w.Doubtful) - told; rest > 0 {
		remarks = append(remarks, "mail.ignored.doubtful "+strconv.Itoa(rest))
	}
	return remarks
}

// OrderLike returns those of the lines that look like order lines of a seat, right or wrong, rather than like what people say. Beside one of them
// any line that speaks of units or of what can be ordered, or is nearly an order, is one, and whatever stands between two. A line with several
// sentences of which one is an order is given sentence by sentence.
func (m *Match) OrderLike(s table.Seat, language orders.Language, lines []string) []string {
	if m.Now == nil || m.Open == nil {
		return nil
	}
	r := m.reader(s, language)
	lines = r.sentences(lines[:min(len(lines), mostDoubtful)])
	like := r.like(lines)
	first, last := slices.Index(like, true), len(like)-1
	if first < 0 {
		return nil
	}
	for !like[last] {
		last--
	}
	return slices.Clone(lines[first : last+1])
}

// Heard is what a line is that a player typed without ORDERS and END.
type Heard struct {
	Lines    []table.Line // what it orders if he may give that as things stand, perhaps in everyday words; the first has the number before it, or 0
	Needless bool         // it says of units what they do without an order
	Meant    []string     // where it is no order, what it may mean as order lines, if that is known
}

// Heard says of each of the lines what it is to a seat as things stand.
func (m *Match) Heard(s table.Seat, language orders.Language, lines []string) []Heard {
	out := make([]Heard, len(lines))
	if m.Now == nil || m.Open == nil {
		return out
	}
	r := m.reader(s, language)
	for i, l := range lines {
		n, text := cutNumber(l)
		parsed := r.read(text)
		if r.reads(text) {
			out[i].Lines = slices.Clone(parsed.Lines)
			out[i].Lines[0].Number = int64(n)
		}
		out[i].Needless = len(parsed.Needless) > 0
		for _, f := range parsed.Faults {
			if line, ok := orders.Correction(f); ok {
				out[i].Meant = append(out[i].Meant, line)
			} else if f.Code == orders.SeveralFault {
				out[i].Meant = append(out[i].Meant, f.Suggestions...)
			}
		}
	}
	return out
}

// sentences returns lines, those that are no order but have one among their sentences as a line for each sentence.
func (r *reader) sentences(lines []string) (out []string) {
	for _, l := range lines {
		said := strings.Split(l, ". ")
		reads := func(line string) bool {
			_, text := cutNumber(line)
			return r.reads(text)
		}
		if len(said) == 1 || reads(l) || !slices.ContainsFunc(said, reads) {
			out = append(out, l)
			continue
		}
		out = append(out, said...)
	}
	return out
}

// orderLike says of each of the lines whether it looks like an order line of a seat.
func (m *Match) orderLike(s table.Seat, language orders.Language, lines []string) []bool {
	if m.Now == nil || m.Open == nil {
		return make([]bool, len(lines))
	}
	return m.reader(s, language).like(lines)
}

// like says of each of the lines whether it looks like an order line.
func (r *reader) like(lines []string) []bool {
	like := make([]bool, len(lines))
	for i, l := range lines {
		_, text := cutNumber(l)
		like[i] = r.attempt(text)
	}
	if !slices.Contains(like, true) {
		return like
	}
	for i, l := range lines {
		like[i] = like[i] || r.grammar.Speaks(r.lex, l) || r.nearly(l)
	}
	return like
}

// read returns what a line is that stands by itself: all such lines of a mail share the means that one text has, and none is read twice.
func (r *reader) read(text string) orders.Parsed {
	if r.sitting == nil {
		r.sitting, r.sat = r.grammar.Sit(r.lex, r.allowed), map[string]orders.Parsed{}
	}
	parsed, ok := r.sat[text]
	if !ok {
		parsed = r.sitting.Parse(text)
		r.sat[text] = parsed
	}
	return parsed
}

// nearly reports whether a line is an order that is allowed now but for some of its words.
func (r *reader) nearly(line string) bool {
	_, text := cutNumber(line)
	return slices.ContainsFunc(r.read(text).Faults, func(f events.Fault) bool { return f.Code == orders.RestFault })
}

// reads reports whether a line is an order that is allowed now, perhaps in everyday words.
func (r *reader) reads(text string) bool {
	parsed := r.read(text)
	return len(parsed.Faults) == 0 && len(parsed.Lines) > 0
}

// attempt reports whether a line was meant as an order: it can be read, or its beginning can, or one change corrects it, or it could be read if
// the unit that it begins with were one of his.
func (r *reader) attempt(text string) bool {
	if r.reads(text) {
		return true
	}
	parsed := orders.Parse(r.language, r.lex, text, 1)
	if len(parsed.Faults) == 0 {
		return len(parsed.Lines) > 0
	}
	f := parsed.Faults[0]
	if f.Column > 1 || slices.ContainsFunc(f.Args, func(o events.Option) bool { return o.Name == "correction" }) {
		return true
	}
	if _, rest, ok := strings.Cut(text, ":"); ok && len(r.lex.Own()) > 0 {
		parsed = orders.Parse(r.language, r.lex, r.lex.Own()[0]+":"+rest, 1)
		return len(parsed.Lines) > 0 && len(parsed.Faults) == 0
	}
	return false
}
