package orders

import (
	"slices"
	"strings"
)

// sentence is one typed line while it is read.
type sentence struct {
	m     *mail
	whole typed   // the line as it was typed
	r     reader  // of the line as it stands, or of the line with its verb put before its unit
	said  *reader // the line as it was typed, if its verb was put before its unit
	start int     // where it begins, behind its bullet
	i     int     // where it begins behind its number
	given int64   // the number that stands before it, or 0
	shift int64   // by how much the columns are moved where its verb was put first
	lines []Line
	typed string // what was typed, where it is not as the grammar has it
}

// line reads one typed line.
func (m *mail) line(text string) {
	t := read(text)
	s := sentence{m: m, whole: t, r: m.reader(t, m.next)}
	r := &s.r
	s.start = r.bullets(0)
	if s.start >= len(t.atoms) || strings.HasPrefix(t.raw(s.start, len(t.atoms)), "//") || t.atoms[s.start].key[0] == '#' {
		return
	}
	if s.given, s.i = r.ordinal(s.start); s.given > 0 {
		r.nr = s.given
	}
	if plain, alone := r.othersAlone(s.i); alone && !r.strict && r.judge != nil {
		m.others = append(m.others, others{typed: t, number: r.nr, plain: plain})
		m.next = max(m.next, r.nr+1)
		return
	}
	s.lines = r.lines(s.i)
	if len(r.faults) > 0 && s.inParts(t) {
		return
	}
	s.inOwnWords(t)
	if r.unfilled() {
		m.out.Unfilled = append(m.out.Unfilled, strings.TrimSpace(t.text))
		return
	}
	if len(r.faults) == 0 && m.taken[r.nr] {
		r.wrong("orders.number-twice", 0, 1, nil)
	}
	m.taken[r.nr] = true
	m.next = max(m.next, r.nr+1)
	if ids := s.rests(); ids != nil {
		m.resting = append(m.resting, resting{Rest: Rest{strings.TrimSpace(t.text), ids}, sentence: s})
		return
	}
	m.settle(s)
}

// settle files a line, or what is wrong with it and what it may mean.
func (m *mail) settle(s sentence) {
	s.mend(s.whole)
	s.file(s.whole)
}

// reader returns a reader of a line of the mail that is to have a number.
func (m *mail) reader(t typed, nr int64) reader {
	return reader{typed: t, scene: m.scene, g: m.g, guesses: &m.guesses, work: &m.work, spare: &m.spare, left: &m.left, nr: nr}
}

// inParts reads a line that is not as the grammar has it with its verb before its unit, or as several lines where it says something of several units.
// It reports whether it was read as several.
func (s *sentence) inParts(t typed) bool {
	m, r := s.m, &s.r
	parts := r.severally(s.i)
	if turned, by := r.verbFirst(s.i); turned != "" {
		said := m.reader(read(t.raw(s.i, len(t.atoms))), r.nr)
		said.thorough = true
		s.said = &said
		s.r = m.reader(read(turned), r.nr)
		s.i, s.shift = 0, by
		s.lines = r.lines(s.i)
	}
	if len(r.faults) == 0 || parts == nil {
		return false
	}
	m.next = r.nr
	if s.given > 0 {
		parts[0] = itoa(int(s.given)) + ". " + parts[0]
	}
	for _, part := range parts {
		m.line(part)
	}
	return true
}

// inOwnWords reads a line in everyday words where the grammar does not have it, and asks where more than one thing may be meant.
func (s *sentence) inOwnWords(t typed) {
	r := &s.r
	if len(r.faults) > 0 {
		r.thorough, r.faults, r.spans = true, nil, nil
		s.lines = r.lines(s.i)
	}
	if s.said != nil && len(r.faults) == 0 {
		if now := s.said.atOnce(s.lines); now != nil && s.said.noted() {
			r.ask(s.i, []reading{readingOf(now), readingOf(s.lines)}) // "B-A1: advance 0402" is short for either
			return
		} else if now != nil {
			s.lines, s.typed = now, strings.TrimSpace(t.text)
		} else if s.said.unsaid(s.lines) {
			s.typed = strings.TrimSpace(t.text) // the receipt says that it is a standing order
		}
	}
	if others, doubtful := r.unstanding(s.i, s.lines); doubtful {
		r.ask(s.i, append([]reading{readingOf(s.lines)}, others...))
		return
	}
	if meant := r.misnamed(s.i, s.lines); meant != nil {
		s.lines, s.typed = meant, strings.TrimSpace(t.text)
		return
	}
	if len(r.faults) == 0 && s.said == nil {
		if meant := r.kindred(s.i, s.lines); meant != nil {
			s.lines, s.typed = meant, strings.TrimSpace(t.text)
		}
	}
	if len(r.faults) == 0 || r.strict || r.curt || r.unfilled() {
		return
	}
	all := s.everyday()
	found := slices.DeleteFunc(slices.Clone(all), r.mistimed)
	if e := (everyday{reader: r, words: &r.g.forms}); len(found) < len(all) && slices.ContainsFunc(found, func(one reading) bool { return !e.allowed(one) }) {
		found = nil // what is left is no more likely than what was meant for another time
	}
	switch {
	case len(found) == 1:
		if meant := r.beside(s.i, found[0]); len(meant) > 1 || r.gaping(s.i) {
			r.ask(s.i, meant)
		} else {
			s.lines, s.typed, r.faults, r.spans = meant[0].lines, strings.TrimSpace(t.text), nil, nil
		}
	case len(found) > 1:
		r.ask(s.i, found)
	default:
		if !r.confirm(s.i) {
			r.doubt(s.i)
		}
		r.point(s.i)
	}
}

// everyday returns the readings of the line in everyday words. A number before it may belong to it: "2 groups hold".
func (s *sentence) everyday() []reading {
	r, from := &s.r, s.i
	if s.i == s.start+1 && (r.countsAt(s.start) || r.lists(s.start)) {
		from, s.given, r.nr = s.start, 0, s.m.next
	}
	if r.hasty && r.unended() {
		r.unsought = true
		return nil
	}
	found := r.inEverydayWords(from)
	if len(found) == 0 && s.said != nil { // "B-A3 storm 0512", where "storm" is a verb of its own too
		found = s.said.inEverydayWords(0)
	}
	return found
}

// mend looks for the order that a line that is not understood is but for one slip, or without some of its words.
func (s *sentence) mend(t typed) {
	r := &s.r
	if len(r.faults) == 0 || r.curt {
		return
	}
	s.m.guesses--
	if r.mourned(s.i) {
		return
	}
	r.correct()
	if corrected := r.repaired(s.i, r.slip()); corrected != nil {
		s.lines, s.typed, r.faults = corrected, strings.TrimSpace(t.text), nil
	} else if !r.namesNobody(s.i) && r.answerable(s.i) && (r.abridge(s.i) || !r.retell(s.i) && r.cutShort(s.i)) {
		r.correct()
	}
}

// file puts what was read, or what was not understood, into the mail.
func (s *sentence) file(t typed) {
	m, r := s.m, &s.r
	if len(r.faults) > 0 {
		if r.curt {
			m.out.Faults = append(m.out.Faults, r.faults...)
			return
		}
		r.choose()
		r.blameNoArticle(s.i)
		for k := range r.faults {
			r.faults[k].Typed, r.faults[k].Column = t.text, max(r.faults[k].Column+s.shift, 1)
		}
		m.out.Faults = append(m.out.Faults, r.faults...)
		return
	}
	for k := range s.lines {
		n := r.nr + int64(k)
		if k > 0 && (m.taken[n] || m.given[n]) { // "4 both tanks go to O1" is two lines, and the second is not the line below that is 5
			n = max(m.next, m.highest+1)
		}
		s.lines[k].Number = n
		m.taken[n] = true
		m.next = max(m.next, s.lines[k].Number+1)
		m.out.Lines, m.out.Given, m.out.Typed = append(m.out.Lines, s.lines[k]), append(m.out.Given, s.given > 0), append(m.out.Typed, s.typed)
	}
}
