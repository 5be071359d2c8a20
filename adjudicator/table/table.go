package table

import "iter"

// Next, Again, NextTurn, To and Over say where play goes after a step.
var (
	Next     = Then{kind: 0} // the next step of the sequence; after the last one the next turn
	Again    = Then{kind: 1} // this step once more
	NextTurn = Then{kind: 2} // the first step, the book cleared of what was for the turn
)

// To goes to a step by name.
func To(step string) Then { return Then{kind: 3, to: step} }

// Over ends the game.
func Over(e Ending) Then { return Then{kind: 4, ending: e} }

// Table is all that a step sees of the world. It holds no state of its own that a step could keep.
type Table struct{ run *run }

type run struct{}

// At names what follows: rolls, facts and questions made through the result have the name in their path; a name used
// again gets an ordinal.
func (t *Table) At(name string) *Table { panic("table") }

// For makes what follows (facts, rolls, results) known to the given seats alone.
func (t *Table) For(seats ...Seat) *Table { panic("table") }

// Orders yields the lines of a seat for a phase, each when its turn has come: condition, Check, otherwise.
func (t *Table) Orders(s Seat, phase string) iter.Seq[Line] { panic("table") }

// Next gives the current line of a program: it stays current until Done.
func (t *Table) Next(s Seat, phase string) (Line, bool) { panic("table") }

// Pending gives all lines of a phase that are not done, in order, without looking at their conditions.
func (t *Table) Pending(s Seat, phase string) []Line { panic("table") }

// Holds tells whether the guard of a line is true for the seat now.
func (t *Table) Holds(s Seat, l Line) bool { panic("table") }

// Part is how many parts of a line are done; Advance adds one; Done ends the line.
func (t *Table) Part(s Seat, l Line) int { panic("table") }
func (t *Table) Advance(s Seat, l Line)  { panic("table") }
func (t *Table) Done(s Seat, l Line)     { panic("table") }

// Standing yields the armed standing orders of a verb, in the order written, as of the last seal.
func (t *Table) Standing(s Seat, verb string) iter.Seq[Line] { panic("table") }

// Disarm takes a standing order out of force and tells its owner why; filed again it is armed again.
func (t *Table) Disarm(s Seat, l Line, rule, why string) { panic("table") }

// Allowed is the legality test of a line now, on what the seat knows.
func (t *Table) Allowed(s Seat, l Line) *Refusal { panic("table") }

// Refuse tells the owner that a line (or a part of it) was not carried out.
func (t *Table) Refuse(s Seat, l Line, r *Refusal) { panic("table") }

// Silent tells whether the seat sent nothing for the last window.
func (t *Table) Silent(s Seat) bool { panic("table") }

// Roll throws n dice. The Sum begins with them: its Total is their sum, Dice their values.
func (t *Table) Roll(by Seat, purpose string, n, sides int) Sum { panic("table") }

// Draw takes one piece from a pile, lazily and uniformly; rest is a new slice.
func (t *Table) Draw(by Seat, purpose string, pile []string) (piece string, rest []string) {
	panic("table")
}

// Report tells a fact; Result tells a tag that conditions and odds read ("granted 0714").
func (t *Table) Report(rule, kind string, args ...FactArg) { panic("table") }
func (t *Table) Result(tag string)                         { panic("table") }

// Since tells whether this game plays by revision rev or later.
func (t *Table) Since(rev int) bool { panic("table") }

// Question is one decision. Every function gets what the seat knows. V is an id or a number, never a pointer.
type Question[G, V any] struct {
	Decision string
	Seat     Seat
	About    string // tells it from others at the same place
	Rule     string
	Args     []FactArg // for the words of the question
	Covert   bool
	Verb     string                                   // order lines and standing orders of this verb speak to it
	Policy   func(known G, l Line) (V, Policy)        // what a line says to it
	Options  func(known G) iter.Seq2[string, V]       // canonical text and value
	Read     func(known G, text string) (V, *Refusal) // answers too many to list; may be nil
	Default  func(known G) V
}

// Policy is what a line says to a question.
type Policy int8

// The policies.
const (
	Pass  Policy = iota // nothing: ask the next line
	Use                 // take this value
	AskMe               // put it to the player
)

// Put settles a question (order line, standing order, default) or posts it to be asked.
func Put[G State[G], V any](t *Table, q Question[G, V]) *Pending[V] { panic("table") }

// Pending is a question that was put.
type Pending[V any] struct{ _ V }

// Get gives the answer; the first Get waits once for everything posted: one mail a seat.
func (a *Pending[V]) Get() V { panic("table") }

// Decide is Put and Get.
func Decide[G State[G], V any](t *Table, q Question[G, V]) V { panic("table") }

// Sum is a number that remembers its terms: the rules compute with it, the report prints it.
type Sum struct {
	terms []SumTerm
	dice  []int
	sides int
}

// SumTerm is one part of a Sum.
type SumTerm struct {
	Name  string // words' key
	Value int
	Rule  string
}

func Base(name string, v int, rule string) Sum         { panic("table") }
func (s Sum) Plus(name string, v int, rule string) Sum { panic("table") } // a zero leaves no trace
func (s Sum) Total() int                               { panic("table") }
func (s Sum) Dice() []int                              { return s.dice }
func (s Sum) Sides() int                               { return s.sides }
func (s Sum) Terms() []SumTerm                         { return s.terms }
func (s Sum) Natural() int                             { panic("table") } // sum of the dice alone

// Fact is what happened, with its rule and arithmetic.
type Fact struct {
	Window int // the window whose seal it followed from
	Turn   int
	Step   string
	At     string // path
	Rule   string
	Kind   string // words' key within the game: "fire"
	Args   []FactArg
	For    []Seat // who may read it; nil is everybody
}

// FactArg is one named part of a fact. Value is a string, int, bool, Sum or []string.
type FactArg struct {
	Name  string
	Value any
}

// A makes a FactArg. It takes string, Seat, int, bool, Sum and []string, and panics for anything else.
func A(name string, v any) FactArg { panic("table") }
