package table

import "slices"

// Listener is a World for tests. Each time a standing order settles something or the rules go through it, the Listener is told which of its
// arguments were used. used lists the arguments of the line and then those of its clauses.
type Listener interface {
	Spoke(s Seat, l Line, used []bool)
}

// arguments counts the arguments of a line and its clauses.
func arguments(l Line) int {
	n := len(l.Args)
	for _, c := range l.Clauses {
		n += len(c.Args)
	}
	return n
}

// marked returns a line each of whose arguments sets its mark when it is looked up.
func marked(l Line, used []bool) Line {
	at := 0
	mark := func(args []Arg) []Arg {
		if len(args) == 0 {
			return args
		}
		out := slices.Clone(args)
		for i := range out {
			out[i].Used = &used[at]
			at++
		}
		return out
	}
	l.Args = mark(l.Args)
	if len(l.Clauses) > 0 {
		l.Clauses = slices.Clone(l.Clauses)
		for i := range l.Clauses {
			l.Clauses[i].Args = mark(l.Clauses[i].Args)
		}
	}
	return l
}

// unmarked returns a line in which looking up an argument does not count as use.
func unmarked(l Line) Line {
	strip := func(args []Arg) []Arg {
		if !slices.ContainsFunc(args, func(a Arg) bool { return a.Used != nil }) {
			return args
		}
		out := slices.Clone(args)
		for i := range out {
			out[i].Used = nil
		}
		return out
	}
	l.Args = strip(l.Args)
	if slices.ContainsFunc(l.Clauses, func(c Clause) bool { return len(c.Args) > 0 && c.Args[0].Used != nil }) {
		l.Clauses = slices.Clone(l.Clauses)
		for i := range l.Clauses {
			l.Clauses[i].Args = strip(l.Clauses[i].Args)
		}
	}
	return l
}

// answered marks all arguments of a line, or of the part of it that was refused.
func answered(l Line) {
	answer := func(args []Arg) {
		for _, a := range args {
			if a.Used != nil {
				*a.Used = true
			}
		}
	}
	answer(l.Args)
	for _, c := range l.Clauses {
		answer(c.Args)
	}
}

// marks returns the marks of an entry, one for each argument of the line that now stands in its place.
func (e *entry) marks(l Line) []bool {
	if n := arguments(l); len(e.used) != n {
		e.used = make([]bool, n)
	}
	return e.used
}

// settle marks everything in a line as used, so that nothing is left to report.
func (e *entry) settle() {
	for i := range e.used {
		e.used[i] = true
	}
	e.told = true
}

// passedOver tells the owners which words were not used of lines that are done or that the end of the turn strikes.
func (r *run) passedOver(turnEnds bool) {
	t := &Table{run: r}
	for i := range r.book.seats {
		s := &r.book.seats[i]
		for j := range s.lines {
			e := &s.lines[j]
			if e.told || !e.done && (!turnEnds || !e.spoke && e.part == 0) {
				continue
			}
			l := e.reading(r.host.isClause)
			if what := r.host.unused(l, e.marks(l)); len(what) > 0 {
				t.aside(s.seat, l, "", FactUnused, A("what", what))
				r.outcome(s.seat, e.ID, outPartRefused, &Refusal{Code: CodeUnusedWords, Args: []FactArg{A("text", l.Text), A("what", what)}})
			}
			e.settle()
		}
	}
}

// unused returns the words of a line that have no mark and are not a mere claim, as canonical text.
func (e *engine[G, D]) unused(l Line, used []bool) []string {
	if !slices.Contains(used, false) {
		return nil
	}
	claims := e.grammar.Claims(l)
	var out []string
	for i, part := range e.grammar.Parts(l, "en") {
		if !used[i] && !claims[i] {
			out = append(out, part)
		}
	}
	return out
}

// spoken is a standing order that the rules went through in a step, with the marks of its words. The rules may keep the line and look at it
// later in the step.
type spoken struct {
	seat Seat
	line Line
	used []bool
}

func (r *run) spoke(s Seat, l Line, used []bool) {
	if _, ok := r.world.(Listener); ok {
		r.heard = append(r.heard, spoken{s, l, used})
	}
}

// tellListener tells a test, at the end of a step, which arguments of standing orders were used in it.
func (r *run) tellListener() {
	if ear, ok := r.world.(Listener); ok {
		for _, s := range r.heard {
			ear.Spoke(s.seat, s.line, s.used)
		}
	}
}
