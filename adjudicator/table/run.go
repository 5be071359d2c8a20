package table

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"

	"fieldpost/events"
)

// host is what a run needs from the game that it runs. Only the host knows the type of the position.
type host interface {
	known(s Seat) any
	hash(known any) events.Hash
	check(known any, s Seat, l Line) *Refusal
	vain(s Seat, l Line, before []Line) *Refusal
	condition(name string) (holds func(known any, s Seat, args []Arg) bool, told bool)
	isClause(verb, clause string) bool
	unused(l Line, used []bool) []string
	decision(id string) Decision
	turn() int
	views() Views
}

// run is one step being played. It ends with the step, or when play parks or halts.
type run struct {
	host     host
	world    World
	witness  Witness // may be nil
	book     *book
	revision int
	rhythm   string
	number   int // of the step, counted from the opening
	step     string
	windows  int // number of the last window whose seal was consumed
	consumed int // seals consumed inside the step
	used     map[string]int
	facts    []Fact // those of earlier steps come first: before counts them
	before   int
	rolls    []Roll
	tags     []result
	posted   []*post
	outcomes []outcome
	heard    []spoken
	fuel     *fuel
	open     *Window // where it parked
	dead     bool    // it parked or halted; the rules must not go on
	closed   bool    // the step is over
}

// parked and halted end a run. Only the kernel recovers them.
type parked struct{}
type halted struct{ why *Halt }

// fuel bounds the calls to the table for each seal.
type fuel struct {
	left, full int
	rest       func() bool // may be nil: see Game.Resting
}

// codeStopped halts a trial whose rest has said that it is to end. Nobody is told.
const codeStopped = "E_STOPPED"

// DefaultFuel is how many calls to the table may follow one seal.
const DefaultFuel = 2_000_000

// outcome is what happened to a line, for rehearsals.
type outcome struct {
	seat Seat
	id   string
	kind outcomeKind
	why  *Refusal
}

type outcomeKind int8

const (
	outPart outcomeKind = iota
	outDone
	outOther
	outDropped
	outRefused
	outPartRefused
)

func (r *run) prefix() string { return strconv.Itoa(r.number) + "/" + r.step }

// tick is the first thing that every call to the table does.
func (r *run) tick() {
	if r.closed {
		panic("table: a Table was used after its step")
	}
	if r.dead {
		panic(parked{})
	}
	if r.fuel.left--; r.fuel.left < 0 {
		r.halt(CodeRunaway, r.prefix(), fmt.Sprintf("more than %d calls to the table followed from one seal", r.fuel.full))
	}
	if r.fuel.rest != nil && !r.fuel.rest() {
		r.halt(codeStopped, r.prefix(), "the trial was stopped")
	}
}

func (r *run) refuel() { r.fuel.left = r.fuel.full }

func (r *run) halt(code, key, detail string) {
	r.dead = true
	panic(halted{&Halt{Code: code, Key: key, Detail: detail}})
}

func (r *run) outcome(s Seat, id string, kind outcomeKind, why *Refusal) {
	r.outcomes = append(r.outcomes, outcome{s, id, kind, why})
}

// reading returns a line for the code that carries it out: what that looks up counts as used.
func (r *run) reading(e *entry) Line {
	l := e.reading(r.host.isClause)
	return marked(l, e.marks(l))
}

// notion is what a seat knows for as long as the rules are not at work: until then nothing changes it, so it is made once for all the lines
// that are looked at, and not at all if none of them needs it.
type notion struct {
	host  host
	seat  Seat
	known any

	witnessed bool // a test looks whether it still holds
}

func (r *run) notion(s Seat) *notion { return &notion{host: r.host, seat: s} }

func (n *notion) get() any {
	if n.known == nil {
		n.known = n.host.known(n.seat)
	} else if n.witnessed && n.host.hash(n.known) != n.host.hash(n.host.known(n.seat)) {
		panic("table: the position has changed, and a table of Still was not told")
	}
	return n.known
}

// allowed tests a line of the seat whose notion it is given.
func (r *run) allowed(n *notion, l Line) *Refusal {
	s := n.seat
	refusal := r.host.check(n.get(), s, unmarked(l))
	if r.witness != nil {
		code := ""
		if refusal != nil {
			code = refusal.Code
		}
		r.settled(s, r.prefix()+"/allowed/"+l.ID, code)
	}
	return refusal
}

// holds evaluates a guard of the seat whose notion it is given: an "or" of "and"s of its terms.
func (r *run) holds(n *notion, l Line) bool {
	if l.Guard == "" || len(l.When) == 0 {
		return true
	}
	holds := slices.ContainsFunc(l.When, func(all []Term) bool {
		return !slices.ContainsFunc(all, func(term Term) bool { return r.term(n, term) == term.Not })
	})
	if r.witness != nil {
		r.settled(n.seat, r.prefix()+"/guard/"+l.ID, holds)
	}
	return holds
}

func (r *run) term(n *notion, term Term) bool {
	holds, told := r.host.condition(term.Name)
	if told {
		return r.book.told(n.seat, tagOf(term))
	}
	return holds(n.get(), n.seat, term.Args)
}

func (r *run) settled(s Seat, key string, answer any) {
	if r.witness != nil {
		w := &writer{}
		known := r.host.hash(r.host.known(s))
		w.bytes(known[:])
		w.book(r.book.known(s))
		r.witness.Settled(s, key, hashOf(w.b), fmt.Sprint(answer))
	}
}

// attempt calls the rules and catches what must not leave the kernel. A halt names where it was.
func (r *run) attempt(rules func()) (h *Halt) {
	defer func() {
		r.closed = true
		switch cause := recover().(type) {
		case nil:
		case parked:
			if r.open == nil {
				h = &Halt{Code: CodeSwallowed, Key: r.prefix(), Detail: "the rules went on after play had halted"}
			}
		case halted:
			h = cause.why
		default:
			h = &Halt{Code: CodeFault, Key: r.prefix(), Detail: fmt.Sprint(cause), Stack: string(debug.Stack())}
		}
	}()
	rules()
	if r.dead {
		return &Halt{Code: CodeSwallowed, Key: r.prefix(), Detail: "the rules went on after play had parked or halted"}
	}
	for _, p := range r.posted {
		if !p.read {
			return &Halt{Code: CodeUnread, Key: p.asked.Key, Detail: "the step ended without reading the answer to this question"}
		}
	}
	return nil
}

// untold finds a roll of the step that no fact reports to all who may know it.
func (r *run) untold() *Halt {
	for _, roll := range r.rolls {
		tells := func(f Fact) bool {
			return covers(f.For, roll.For) && slices.ContainsFunc(f.Args, func(a FactArg) bool { return mentions(a.Value, roll) })
		}
		if !slices.ContainsFunc(r.facts[r.before:], tells) {
			return &Halt{Code: CodeUntold, Key: roll.Key, Detail: fmt.Sprintf("the step ended and no fact tells of this roll (%v)", roll.Values)}
		}
	}
	return nil
}

func mentions(value any, roll Roll) bool {
	switch v := value.(type) {
	case Sum:
		return v.roll == roll.Key
	case string:
		return roll.Draw && v == roll.piece
	case []string:
		return roll.Draw && slices.Contains(v, roll.piece)
	}
	return false
}

// covers reports whether all of the audience may read what is for readers.
func covers(readers, audience []Seat) bool {
	if readers == nil {
		return true
	}
	return audience != nil && !slices.ContainsFunc(audience, func(s Seat) bool { return !slices.Contains(readers, s) })
}

// Guard calls rule code from outside a step (views, reports) and turns a panic into a Halt, so that a fault in one game never ends the
// program.
func Guard(where string, call func()) (h *Halt) {
	defer func() {
		if cause := recover(); cause != nil {
			h = &Halt{Code: CodeFault, Key: where, Detail: fmt.Sprint(cause), Stack: string(debug.Stack())}
		}
	}()
	call()
	return nil
}
