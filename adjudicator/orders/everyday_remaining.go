package orders

import (
	"slices"
	"strings"
)

// Of the others a line of its own may speak as well: "the others stay put". Who they are the other lines of the mail say.

// othersAlone reports whether a line says of all others that they stay as they are, and nothing else: "the others stay put", "everybody else: hold".
// plain is false where it says so of what was ordered before: "the rest as planned".
func (r *reader) othersAlone(i int) (plain, ok bool) {
	e := everyday{reader: r, words: &r.g.forms}
	end := len(r.atoms)
	for i < end && e.and(i) {
		i++
	}
	next, others := e.keyword(&e.g.others, i, end)
	if !others {
		return false, false
	}
	for next < end && !e.atoms[next].word && !e.is(next, "?") {
		next++
	}
	if behind, rests := e.staying(next, end); rests && behind == end {
		return true, true
	}
	behind, same := e.keyword(&e.g.unchanged, next, end)
	for same && behind < end && !e.atoms[behind].word && !e.is(behind, "?") {
		behind++
	}
	return false, same && behind == end
}

// others is a line about the others, which is read when all others are.
type others struct {
	typed  typed
	number int64
	plain  bool // it says that they stay as they are, not as they were ordered before
}

// resting is a line that says of units of one's own that they stay where they are, which is settled when all others are read.
type resting struct {
	Rest
	sentence sentence
}

// rests returns the units of which a line that is no order says that they stay where they are, and nothing else: "T-F1 keeps its place". Who can be
// given an order to stay is left to its readings, and so is a line with a number, which may take the place of an order to move.
func (s *sentence) rests() []string {
	r := &s.r
	if len(r.faults) != 1 || len(r.faults[0].Suggestions) > 0 || s.given > 0 || r.strict || r.judge == nil {
		return nil
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	end := len(r.atoms)
	ids, i := e.named(s.i, end)
	i, stays := e.keyword(&r.g.unmoving, i, end)
	if len(ids) == 0 || !stays {
		return nil
	}
	for next, skip := e.empty(i, end); skip || i < end && !e.atoms[i].word && !e.is(i, "?"); next, skip = e.empty(i, end) {
		i = max(next, i+1)
	}
	if i < end {
		return nil
	}
	for _, d := range e.words.deeds {
		if slices.Contains(e.words.resting, d.name()) && e.mayRest(d, ids) {
			return nil
		}
	}
	return ids
}

// quiet settles the lines about units that stay where they are: they need no order, unless another line has one for them.
func (m *mail) quiet() {
	var busy []string
	if len(m.resting) > 0 {
		busy = m.busy()
	}
	for _, o := range m.resting {
		if slices.ContainsFunc(o.Units, func(id string) bool { return slices.Contains(busy, id) }) {
			m.settle(o.sentence)
			continue
		}
		m.out.Needless = append(m.out.Needless, o.Rest)
	}
}

// remaining reads the lines about the others, when all lines of the mail are read: who has no order in it is given the one to stay, where there is one,
// and none where there is none. In a mail without other orders nobody knows who is meant.
func (m *mail) remaining() {
	if len(m.others) == 0 {
		return
	}
	busy := m.busy()
	for _, o := range m.others {
		if !o.plain || len(busy) == 0 {
			m.out.Faults = append(m.out.Faults, Fault{Number: o.number, Typed: o.typed.text, Code: "orders.others", Column: 1})
			continue
		}
		said, lines := strings.TrimSpace(o.typed.text), m.everyday(o.typed).keeping(busy)
		if lines == nil {
			m.out.Needless = append(m.out.Needless, Rest{Typed: said})
		}
		for k, l := range lines {
			if l.Number = o.number; k > 0 || m.taken[l.Number] {
				l.Number = m.next
			}
			m.taken[l.Number], m.next = true, max(m.next, l.Number+1)
			m.out.Lines, m.out.Given, m.out.Typed = append(m.out.Lines, l), append(m.out.Given, false), append(m.out.Typed, said)
		}
	}
}

// busy returns one's own units that a line of the mail has an order for, and those that are mentioned in a line that was not understood.
func (m *mail) busy() (ids []string) {
	for _, l := range m.out.Lines {
		v := m.g.verbOf(l.Verb)
		for k := 0; v != nil && k < len(v.params); k++ {
			if value := valueOf(&l, v.params[k].Name); v.params[k].Kind == KindOwn && value != "" {
				ids = append(ids, strings.Split(value, ",")...)
			}
		}
	}
	for _, f := range m.out.Faults {
		e := m.everyday(read(f.Typed))
		for i := range min(len(e.atoms), mostEveryday) {
			named, _ := e.units(i, len(e.atoms))
			ids = append(ids, named...)
			found, _ := e.describes(m.scene.ownDescribed(m.g), i, len(e.atoms))
			for _, d := range found {
				ids = append(ids, d.id)
			}
		}
	}
	return ids
}

// everyday reads words of a line in which nothing is sought.
func (m *mail) everyday(t typed) *everyday {
	r := m.reader(t, m.next)
	r.quiet = true
	return &everyday{reader: &r, words: &m.g.forms, steps: mostFillings}
}
