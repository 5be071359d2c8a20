package table

import (
	"fmt"
	"slices"
)

// book is what is sealed and in force: the programs with their progress, the phases in hand, the standing orders of the last seal, the
// results of the turn. It is part of a boundary; rules reach it only through Table.
type book struct {
	seats   []seatBook // in the rulebook's order
	results []result
}

type seatBook struct {
	seat     Seat
	silent   bool // sent nothing for its last order window
	hand     []inHand
	lines    []entry
	standing []Line
	disarmed []disarmed
}

// inHand is a phase whose orders are sealed: for its next time, or for all its times of the turn.
type inHand struct {
	phase string
	turn  bool
}

// entry is a line of a program with its progress.
type entry struct {
	*Line // never written again: boundaries share it
	part  int
	begun bool   // its condition was read and true: it is current until done
	done  bool   // carried out, dropped or refused
	other bool   // its otherwise has taken its place
	spoke bool   // it has answered a question
	used  []bool // which of its arguments were used, clause by clause: see use.go
	told  bool   // its owner was told which of its words were unused
}

type disarmed struct{ id, why string }

type result struct {
	tag      string
	audience []Seat
}

func newBook(seats []Seat) book {
	b := book{}
	for _, s := range seats {
		b.seats = append(b.seats, seatBook{seat: s})
	}
	return b
}

func (b book) clone() *book {
	c := book{seats: slices.Clone(b.seats), results: slices.Clone(b.results)}
	for i := range c.seats {
		s := &c.seats[i]
		s.hand, s.lines = slices.Clone(s.hand), slices.Clone(s.lines)
		for j := range s.lines {
			s.lines[j].used = slices.Clone(s.lines[j].used)
		}
		s.disarmed = slices.Clone(s.disarmed) // standing orders are only ever replaced as a whole
	}
	return &c
}

// find returns the page of a seat, or nil if no one sits there.
func (b *book) find(s Seat) *seatBook {
	for i := range b.seats {
		if b.seats[i].seat == s {
			return &b.seats[i]
		}
	}
	return nil
}

// of is find for the rules, for which naming a seat that does not exist is a fault.
func (b *book) of(s Seat) *seatBook {
	if sb := b.find(s); sb != nil {
		return sb
	}
	panic(fmt.Sprintf("table: there is no seat %q", s))
}

func (s *seatBook) has(phase string) bool {
	return slices.ContainsFunc(s.hand, func(h inHand) bool { return h.phase == phase })
}

// all reports whether every seat has the orders for a phase.
func (b *book) all(phase string) bool {
	for i := range b.seats {
		if !b.seats[i].has(phase) {
			return false
		}
	}
	return true
}

// entry finds a line by its id. The rules can only name lines that they were given.
func (s *seatBook) entry(id string) *entry {
	for i := range s.lines {
		if s.lines[i].ID == id {
			return &s.lines[i]
		}
	}
	panic(fmt.Sprintf("table: %s has no line %q in its program", s.seat, id))
}

// program returns the lines that are not done, each as it now reads.
func (s *seatBook) program(isClause func(verb, clause string) bool) []Line {
	var out []Line
	for _, e := range s.lines {
		if !e.done {
			out = append(out, e.reading(isClause))
		}
	}
	return out
}

// reading returns the line as it is to be carried out: itself, or what its otherwise says.
func (e entry) reading(isClause func(verb, clause string) bool) Line {
	if !e.other {
		return *e.Line
	}
	return Otherwise(*e.Line, isClause)
}

// Otherwise returns the line that takes the place of l when its if is false or it is not allowed. Clauses that may stand in a line of l's
// verb replace its clauses ("G3: assault F7 | otherwise: watch" gives "G3: watch"); otherwise the first of them becomes the verb with its
// arguments and the rest become its clauses. Number, id, text and phase stay; guard and otherwise are used up.
func Otherwise(l Line, isClause func(verb, clause string) bool) Line {
	o := l.Otherwise
	l.Guard, l.When, l.Otherwise = "", nil, nil
	switch {
	case len(o) == 0:
		l.Clauses = nil
	case isClause(l.Verb, o[0].Verb):
		l.Clauses = o
	default:
		l.Verb, l.Args, l.Clauses = o[0].Verb, o[0].Args, o[1:]
	}
	return l
}

// stand puts the standing orders of a seal into force, for every seat in it.
func (b *book) stand(window int, seats []SeatSeal) *Halt {
	for _, ss := range seats {
		sb := b.find(ss.Seat)
		if sb == nil {
			return &Halt{Code: CodeWindow, Detail: fmt.Sprintf("the seal of window %d names seat %q, which does not exist", window, ss.Seat)}
		}
		sb.standing = slices.Clone(ss.Standing)
		for i := range sb.standing {
			if l := &sb.standing[i]; l.ID == "" {
				l.ID = fmt.Sprintf("%d.%s.s%d", window, ss.Seat, i+1)
			}
		}
		sb.disarmed = slices.DeleteFunc(sb.disarmed, func(d disarmed) bool {
			return !slices.ContainsFunc(sb.standing, func(l Line) bool { return l.ID == d.id })
		})
	}
	return nil
}

// consume takes over what a seal brings. Standing orders are those of the seal, for every seat in it. Lines count for the phases of an
// order window and the seats that it waited for; those already known by id keep their progress. If the window waited for a seat that the
// seal does not name, the seat counts as silent and goes on with the lines it had left.
func (b *book) consume(w Window, mail Mail, seal Seal, phaseOf func(verb string, phases []string) string) *Halt {
	if h := b.stand(w.Number, seal.Seats); h != nil {
		return h
	}
	if len(w.Questions) > 0 {
		return nil
	}
	for _, s := range w.Seats {
		sb := b.of(s)
		i := slices.IndexFunc(seal.Seats, func(ss SeatSeal) bool { return ss.Seat == s })
		for _, p := range w.Phases {
			if !sb.has(p) {
				sb.hand = append(sb.hand, inHand{phase: p, turn: mail.Turn})
			}
		}
		if i < 0 {
			sb.silent = true
			continue
		}
		sb.silent = seal.Seats[i].Silent
		sb.file(w, seal.Seats[i].Lines, phaseOf)
	}
	return nil
}

// file replaces the lines of the window's phases.
func (s *seatBook) file(w Window, lines []Line, phaseOf func(verb string, phases []string) string) {
	var stay, came []entry
	for _, e := range s.lines {
		if !slices.Contains(w.Phases, e.Phase) {
			stay = append(stay, e)
		}
	}
	for i, l := range lines {
		if l.Phase == "" {
			l.Phase = phaseOf(l.Verb, w.Phases)
		}
		if l.ID == "" {
			l.ID = fmt.Sprintf("%d.%s.%d", w.Number, s.seat, i+1)
		}
		known := func(e entry) bool { return e.ID == l.ID }
		if l.Standing || !slices.Contains(w.Phases, l.Phase) || slices.ContainsFunc(came, known) || slices.ContainsFunc(stay, known) {
			continue
		}
		if j := slices.IndexFunc(s.lines, known); j >= 0 {
			came = append(came, s.lines[j])
		} else {
			came = append(came, entry{Line: &l})
		}
	}
	s.lines = append(stay, came...)
}

// played ends a phase: what was sealed for its next time is used up. Lines that are not done stay as the draft for the next time.
func (b *book) played(phase string) {
	for i := range b.seats {
		s := &b.seats[i]
		s.hand = slices.DeleteFunc(s.hand, func(h inHand) bool { return h.phase == phase && !h.turn })
	}
}

// clearTurn removes from the book what was valid for the turn only.
func (b *book) clearTurn() {
	b.results = nil
	for i := range b.seats {
		b.seats[i].hand, b.seats[i].lines = nil, nil
	}
}

// known returns the book as one seat may see it: its own page, and the results told to it.
func (b book) known(s Seat) book {
	k := book{}
	for _, sb := range b.seats {
		if sb.seat != s {
			sb = seatBook{seat: sb.seat}
		}
		k.seats = append(k.seats, sb)
	}
	for _, r := range b.results {
		if reads(r.audience, s) {
			k.results = append(k.results, result{tag: r.tag})
		}
	}
	return k
}

// told reports whether a result was told to a seat this turn.
func (b *book) told(s Seat, tag string) bool {
	return slices.ContainsFunc(b.results, func(r result) bool { return r.tag == tag && reads(r.audience, s) })
}

func (w *writer) book(b book) {
	w.int(len(b.seats))
	for _, s := range b.seats {
		w.string(string(s.seat))
		w.bool(s.silent)
		w.int(len(s.hand))
		for _, h := range s.hand {
			w.string(h.phase)
			w.bool(h.turn)
		}
		w.int(len(s.lines))
		for _, e := range s.lines {
			w.line(*e.Line)
			w.int(e.part)
			w.bool(e.begun)
			w.bool(e.done)
			w.bool(e.other)
			w.bool(e.spoke)
			w.bools(e.used)
			w.bool(e.told)
		}
		w.lines(s.standing)
		w.int(len(s.disarmed))
		for _, d := range s.disarmed {
			w.strings(d.id, d.why)
		}
	}
	w.int(len(b.results))
	for _, r := range b.results {
		w.string(r.tag)
		w.seats(r.audience)
	}
}

func (r *reader) book() book {
	var b book
	for range r.count() {
		s := seatBook{seat: Seat(r.string()), silent: r.bool()}
		for range r.count() {
			s.hand = append(s.hand, inHand{phase: r.string(), turn: r.bool()})
		}
		for range r.count() {
			l := r.line()
			s.lines = append(s.lines, entry{Line: &l, part: r.int(), begun: r.bool(), done: r.bool(), other: r.bool(), spoke: r.bool(), used: r.bools(), told: r.bool()})
		}
		s.standing = r.lines()
		for range r.count() {
			s.disarmed = append(s.disarmed, disarmed{id: r.string(), why: r.string()})
		}
		b.seats = append(b.seats, s)
	}
	for range r.count() {
		b.results = append(b.results, result{tag: r.string(), audience: r.seats()})
	}
	return b
}
