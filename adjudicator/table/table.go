package table

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Next, Again, NextTurn, To and Over say where play goes after a step.
var (
	Next     = Then{kind: thenNext}     // the next step of the sequence; after the last one the next turn
	Again    = Then{kind: thenAgain}    // this step once more
	NextTurn = Then{kind: thenNextTurn} // the first step, with the book cleared of what was for the turn
)

const (
	thenNext int8 = iota
	thenAgain
	thenNextTurn
	thenTo
	thenOver
)

// To goes to a step by name.
func To(step string) Then { return Then{kind: thenTo, to: step} }

// Over ends the game.
func Over(e Ending) Then { return Then{kind: thenOver, ending: e} }

// Table is all that a step sees of the world. It has no state that a step could keep.
type Table struct {
	run      *run
	path     string // "/17 german/reaction"
	audience []Seat // nil means everyone
	mark     string // "@german": goes into the next name, so that secret names never count among public ones
	unbidden Seat   // whose units do what is reported of themselves
	still    *still // nil where what a seat knows is made anew for each look
}

// still is what seats know for as long as nothing changes the position.
type still struct{ notions []*notion }

// Still returns a table on which lines are looked at for as long as nothing changes the position: what a seat knows is made once for all of them,
// instead of once for each look. Whoever changes the position meanwhile calls Stirred before the next look. Questions do not depend on it.
func (t *Table) Still() *Table {
	c := *t
	c.still = &still{}
	return &c
}

// Stirred says on a table of Still that the position has changed, or is about to change.
func (t *Table) Stirred() { t.still.notions = nil }

// Knows returns what a seat knows, on a table of Still made only once.
func Knows[G State[G]](t *Table, s Seat) G {
	t.run.tick()
	return t.notion(s).get().(G)
}

func (t *Table) notion(s Seat) *notion {
	if t.still == nil {
		return t.run.notion(s)
	}
	for _, n := range t.still.notions {
		if n.seat == s {
			return n
		}
	}
	n := t.run.notion(s)
	n.witnessed = t.run.witness != nil
	t.still.notions = append(t.still.notions, n)
	return n
}

// Unbidden marks what is reported through the result as what units of a seat do of themselves, since no order told them what to do, and what comes of
// it.
func (t *Table) Unbidden(s Seat) *Table {
	c := *t
	c.unbidden = s
	return &c
}

// KeyLimit is the maximum length in bytes of the key of a roll, which is the stream of a proof.
const KeyLimit = 64

// At names what follows: rolls, facts and questions made through the result have the name in their path; a name used again gets an ordinal.
// A name stands for a unit's id, a shot or a fight. It must be short and contain no "/", "#" or "@".
func (t *Table) At(name string) *Table {
	t.run.tick()
	c := *t
	c.path, c.mark = t.name(name), ""
	return &c
}

// name returns a path that was not used before in this step.
func (t *Table) name(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '/' || r == '#' || r == '@' || r == 0x7f }) {
		t.run.halt(CodeKey, t.run.prefix()+t.path, fmt.Sprintf("%q cannot be a name in a key", name))
	}
	path := t.path + "/" + name + t.mark
	n := t.run.used[path] + 1
	t.run.used[path] = n
	if n > 1 {
		path += "#" + strconv.Itoa(n)
	}
	return path
}

// key returns the key of one roll or draw of this game.
func (t *Table) key(purpose string) string {
	key := t.run.prefix() + t.name(purpose)
	if len(key) > KeyLimit {
		t.run.halt(CodeKey, key, fmt.Sprintf("the key has %d bytes, %d are allowed: give shorter names", len(key), KeyLimit))
	}
	return key
}

// For makes what follows (facts, rolls, results) known only to the given seats. Without a seat, no one knows it before the end, as with a
// decoy shuffled face down.
func (t *Table) For(seats ...Seat) *Table {
	t.run.tick()
	c := *t
	c.audience = append([]Seat{}, seats...)
	slices.Sort(c.audience)
	c.audience = slices.Compact(c.audience)
	c.mark = "@" + strings.Join(texts(c.audience), "+")
	return &c
}

// Orders yields the lines of a seat for a phase, each when its turn has come: condition, Check, otherwise. A line is done once it is
// yielded. A line whose when is false stays and is looked at again after the next one.
func (t *Table) Orders(s Seat, phase string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for {
			l, ok := t.Next(s, phase)
			if !ok {
				return
			}
			t.Done(s, l)
			if !yield(l) {
				return
			}
		}
	}
}

// Next returns the current line of a program: it stays current until Done. Its condition is read once, when it becomes
// current; its legality each time. A line that is not allowed is dropped and its owner told why; its otherwise takes
// its place (see Otherwise).
func (t *Table) Next(s Seat, phase string) (Line, bool) {
	t.run.tick()
	sb := t.run.book.of(s)
	if !sb.has(phase) {
		return Line{}, false
	}
	n := t.notion(s)
	for i := range sb.lines {
		if e := &sb.lines[i]; e.Phase == phase && e.begun && !e.done && t.admit(n, e) {
			return t.run.reading(e), true
		}
	}
	for i := range sb.lines {
		e := &sb.lines[i]
		if e.Phase != phase || e.begun || e.done || !t.guard(n, e) {
			continue
		}
		if t.admit(n, e) {
			e.begun = true
			return t.run.reading(e), true
		}
	}
	return Line{}, false
}

// guard reads the condition of a line whose turn has come; false leaves it waiting or drops it.
func (t *Table) guard(n *notion, e *entry) bool {
	if e.other || t.run.holds(n, *e.Line) {
		return true
	}
	if e.Guard == "when" {
		return false
	}
	t.aside(n.seat, *e.Line, "", FactIfFalse)
	return t.instead(n.seat, e, &Refusal{Code: FactIfFalse})
}

// admit looks at the legality of a line, then of its otherwise.
func (t *Table) admit(n *notion, e *entry) bool {
	for {
		l := e.reading(t.run.host.isClause)
		r := t.run.allowed(n, l)
		if r == nil {
			return true
		}
		t.refused(n.seat, l, r)
		if !t.instead(n.seat, e, r) {
			return false
		}
	}
}

// instead replaces a line by its otherwise, or drops the line.
func (t *Table) instead(s Seat, e *entry, why *Refusal) bool {
	if e.other || len(e.Otherwise) == 0 {
		e.done = true
		e.settle()
		t.run.outcome(s, e.ID, outDropped, why)
		return false
	}
	e.other, e.used = true, nil
	t.aside(s, *e.Line, "", FactOtherwise)
	t.run.outcome(s, e.ID, outOther, why)
	return true
}

// Instead replaces a line by its otherwise at a moment that the rules themselves choose, as after a failed test. That answers the arguments
// of the line, and those of its otherwise are tracked separately. A line without an otherwise stays as it is.
func (t *Table) Instead(s Seat, l Line) Line {
	t.run.tick()
	e := t.run.book.of(s).entry(l.ID)
	if e.other || len(e.Otherwise) == 0 {
		return l
	}
	was := e.used
	e.other, e.used = true, nil
	t.run.outcome(s, e.ID, outOther, nil)
	o := t.run.reading(e)
	if n := len(o.Args); o.Verb == e.Verb && n <= len(was) { // clauses in place of clauses: what precedes them was looked up
		copy(e.used, was[:n])
	}
	return o
}

// Pending returns all lines of a phase that are not done, in order, without looking at their conditions.
func (t *Table) Pending(s Seat, phase string) []Line { return slices.Collect(t.Waiting(s, phase)) }

// Waiting yields the lines of Pending one by one, for those who may need only the first.
func (t *Table) Waiting(s Seat, phase string) iter.Seq[Line] {
	t.run.tick()
	sb := t.run.book.of(s)
	return func(yield func(Line) bool) {
		if !sb.has(phase) {
			return
		}
		for i := range sb.lines {
			if e := &sb.lines[i]; e.Phase == phase && !e.done && !yield(t.run.reading(e)) {
				return
			}
		}
	}
}

// Holds reports whether the guard of a line is true for the seat now. It is always true for a line without a guard.
func (t *Table) Holds(s Seat, l Line) bool {
	t.run.tick()
	return t.run.holds(t.notion(s), l)
}

// Part returns how many parts of a line are done. Advance adds one; Done ends the line.
func (t *Table) Part(s Seat, l Line) int {
	t.run.tick()
	return t.run.book.of(s).entry(l.ID).part
}

// Advance says that one more part of a line is carried out. The line has begun: it stays current until Done.
func (t *Table) Advance(s Seat, l Line) {
	t.run.tick()
	e := t.run.book.of(s).entry(l.ID)
	e.part++
	e.begun = true
	t.run.outcome(s, l.ID, outPart, nil)
}

// Done ends a line: it is carried out, or the rest of it has become pointless.
func (t *Table) Done(s Seat, l Line) {
	t.run.tick()
	t.run.book.of(s).entry(l.ID).done = true
	t.run.outcome(s, l.ID, outDone, nil)
}

// Standing yields the armed standing orders of a verb, in the order written, as of the last seal. One whose guard is false is skipped.
func (t *Table) Standing(s Seat, verb string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		t.run.tick()
		sb := t.run.book.of(s)
		n := t.notion(s)
		for i, standing := 0, sb.standing; i < len(standing); i++ { // a seal in between replaces them as a whole
			if standing[i].Verb != verb || !sb.armed(standing[i].ID) || !t.run.holds(n, standing[i]) {
				continue
			}
			l := standing[i]
			used := make([]bool, arguments(l))
			more := yield(marked(l, used))
			t.run.spoke(s, l, used)
			if !more {
				return
			}
			n = t.notion(s) // the rules were at work
		}
	}
}

func (s *seatBook) armed(id string) bool {
	return !slices.ContainsFunc(s.disarmed, func(d disarmed) bool { return d.id == id })
}

// Disarm takes a standing order out of force and tells its owner why (a words' key). When filed again, it is armed again.
func (t *Table) Disarm(s Seat, l Line, rule, why string) {
	t.run.tick()
	answered(l)
	if sb := t.run.book.of(s); sb.armed(l.ID) {
		sb.disarmed = append(sb.disarmed, disarmed{id: l.ID, why: why})
		t.aside(s, l, rule, FactDisarmed, A("why", why))
	}
}

// Sift looks at every armed standing order, whatever its guard, and disarms those in which Rules.Vain finds a fault. Their owners are
// told its code.
func (t *Table) Sift() {
	t.run.tick()
	for i := range t.run.book.seats {
		sb := &t.run.book.seats[i]
		var before []series
		for _, l := range sb.standing {
			if !sb.armed(l.ID) {
				continue
			}
			at := slices.IndexFunc(before, func(s series) bool { return s.verb == l.Verb })
			if at < 0 {
				at = len(before)
				before = append(before, series{verb: l.Verb})
			}
			s := &before[at]
			if r := t.run.host.vain(sb.seat, unmarked(l), slices.Clip(s.lines)); r != nil {
				t.Disarm(sb.seat, l, r.Rule, r.Code)
				continue
			}
			s.lines = append(s.lines, unmarked(l))
		}
	}
}

// series is the armed standing orders of one verb, as far as they were looked at.
type series struct {
	verb  string
	lines []Line
}

// Allowed tests a line on what the seat knows now, and returns why it is not allowed, or nil.
func (t *Table) Allowed(s Seat, l Line) *Refusal {
	t.run.tick()
	return t.run.allowed(t.notion(s), l)
}

// Refuse tells the owner that a line, or a part of it, was not carried out. Pass the whole line if nothing of it was;
// to refuse one clause, pass the line cut down to that clause.
func (t *Table) Refuse(s Seat, l Line, r *Refusal) {
	t.run.tick()
	if r == nil {
		panic("table: Refuse without a refusal")
	}
	t.refused(s, l, r)
	kind := outRefused
	if e := t.run.book.of(s).entry(l.ID); len(l.Clauses) < len(t.run.reading(e).Clauses) {
		kind = outPartRefused
	}
	t.run.outcome(s, l.ID, kind, r)
}

// RefuseRest tells the owner that a line, or the clause to which it is cut down, was carried out only in part, and why.
func (t *Table) RefuseRest(s Seat, l Line, r *Refusal) {
	t.run.tick()
	if r == nil {
		panic("table: RefuseRest without a refusal")
	}
	t.refused(s, l, r, A("part", true))
	t.run.outcome(s, l.ID, outPart, nil)
	t.run.outcome(s, l.ID, outPartRefused, r)
}

func (t *Table) refused(s Seat, l Line, r *Refusal, more ...FactArg) {
	answered(l)
	args := append([]FactArg{A("code", r.Code)}, r.Args...)
	if len(r.Legal) > 0 {
		args = append(args, A("legal", r.Legal))
	}
	t.aside(s, l, r.Rule, FactRefused, append(args, more...)...)
}

// aside reports a fact about a line only to its owner.
func (t *Table) aside(s Seat, l Line, rule, kind string, args ...FactArg) {
	c := *t
	c.audience = []Seat{s}
	c.report(rule, kind, append([]FactArg{A("line", int(l.Number)), A("id", l.ID), A("text", l.Text)}, args...))
}

// Told says that the rules have reported to the owner, with their own fact, what happened to the whole line or to the clauses to which it
// is cut down. Nothing of it is left for FactUnused.
func (t *Table) Told(s Seat, l Line) {
	t.run.tick()
	answered(l)
}

// Silent reports whether the seat sent nothing for the last order window that waited for it.
func (t *Table) Silent(s Seat) bool {
	t.run.tick()
	return t.run.book.of(s).silent
}

// Roll throws n dice (1 to 1000) of the given sides (2 to 1000). The Sum begins with them: its Total is their sum, Dice their values. by
// says whose dice they are: the ledger counts luck by it.
func (t *Table) Roll(by Seat, purpose string, n, sides int) Sum {
	r := t.run
	r.tick()
	if n < 1 || n > 1000 || sides < 2 || sides > 1000 {
		panic(fmt.Sprintf("table: Roll %q of %d dice with %d sides", purpose, n, sides))
	}
	key := t.key(purpose)
	values, err := r.world.Roll(key, n, sides)
	if err != nil {
		r.worldFault(key, err)
	}
	if len(values) != n || slices.ContainsFunc(values, func(v int) bool { return v < 1 || v > sides }) {
		r.halt(CodeRollDiffers, key, fmt.Sprintf("the rules throw %dd%d, the world gives %v", n, sides, values))
	}
	values = slices.Clone(values)
	r.rolls = append(r.rolls, Roll{Window: r.windows, Key: key, By: by, Sides: sides, Values: values, For: t.audience})
	return Sum{dice: values, sides: sides, roll: key}
}

// Draw takes one piece from a pile, lazily and uniformly; rest is a new slice.
func (t *Table) Draw(by Seat, purpose string, pile []string) (piece string, rest []string) {
	r := t.run
	r.tick()
	if len(pile) == 0 {
		panic(fmt.Sprintf("table: Draw %q from an empty pile", purpose))
	}
	key := t.key(purpose)
	i, err := r.world.Draw(key, slices.Clone(pile))
	if err != nil {
		r.worldFault(key, err)
	}
	if i < 0 || i >= len(pile) {
		r.halt(CodeRollDiffers, key, fmt.Sprintf("the rules draw from %d pieces, the world gives number %d", len(pile), i))
	}
	piece = pile[i]
	r.rolls = append(r.rolls, Roll{Window: r.windows, Key: key, By: by, Sides: len(pile), Values: []int{i}, Draw: true, For: t.audience, piece: piece})
	rest = make([]string, 0, len(pile)-1)
	return piece, append(append(rest, pile[:i]...), pile[i+1:]...)
}

// Report reports a fact; Result reports a tag that conditions and odds read ("granted 0714").
func (t *Table) Report(rule, kind string, args ...FactArg) {
	t.run.tick()
	t.report(rule, kind, slices.Clone(args))
}

func (t *Table) report(rule, kind string, args []FactArg) {
	r := t.run
	r.facts = append(r.facts, Fact{
		Window: r.windows, Turn: r.host.turn(), Step: r.step, At: strings.TrimPrefix(t.path, "/"),
		Rule: rule, Kind: kind, Args: args, For: t.audience, Unbidden: t.unbidden,
	})
}

// Result reports a tag for the rest of the turn. A condition of the language without a Holds is true while its words, with the arguments in
// their places, equal such a tag that the seat may read.
func (t *Table) Result(tag string) {
	t.run.tick()
	t.run.book.results = append(t.run.book.results, result{tag: tag, audience: t.audience})
	t.run.tags = append(t.run.tags, result{tag: tag, audience: t.audience})
}

// Since reports whether this game plays by revision rev or later.
func (t *Table) Since(rev int) bool {
	t.run.tick()
	return t.run.revision >= rev
}

// Rhythm returns the name of the game's rhythm, for sequences that differ by it.
func (t *Table) Rhythm() string {
	t.run.tick()
	return t.run.rhythm
}

func (r *run) worldFault(key string, err error) {
	var h *Halt
	if errors.As(err, &h) {
		r.halt(h.Code, key, h.Detail)
	}
	r.halt(CodeWorld, key, err.Error())
}
