package table

import (
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/events"
)

// Seat is a player's place at the table, such as "south"; "" is the public.
type Seat string

// Line, Clause, Arg and Term are parsed orders, Answer a reply to a question.
type (
	Line   = orders.Line
	Clause = orders.Clause
	Arg    = orders.Arg
	Term   = orders.Term
	Answer = events.Answer
)

// State is a position: a plain struct, no maps, no pointers between its parts (ids instead). What never changes during
// play (charts, map, unit types) may be attached in unexported fields, which Clone shares. Every exported field has
// a stable key: what is hashed and kept in snapshots is written by them (package position).
type State[G any] interface {
	Clone() G
	// Known returns a position of the same type without what the seat cannot know; "" is the public. It may share with this one whatever both
	// have in common, so it is valid until this one changes, and is only read: to change it, clone it.
	Known(s Seat) G
}

// Recycler is a State that can be cloned into the memory of a position that nobody looks at any more, instead of anew.
type Recycler[G any] interface{ CloneInto(old G) G }

// Rules is a rulebook: everything that never changes during play. Each game has one as a package variable; every field is data or a
// function without state. What players read is in the files of its languages (orders.Wording). Functions that take known must answer from
// that alone. G is the position, D the scenario document: a plain struct with the keys of the scenario files in its json tags.
type Rules[G State[G], D any] struct {
	Name     string // "brush-brothers": folder of the scenarios, name on the command line
	Prefix   string // of rule ids: "BB"
	Revision int    // of the rules, from 1: raised with every change of a result (Table.Since)
	Layout   int    // of a position: raised when positions change so that the same play gives other bytes

	Sequence   []Step[G]
	Rhythms    []Rhythm       // the first is the default
	Orders     []Order[G]     // the verbs of the order language, as help and forms list them
	Conditions []Condition[G] // the words after if and when
	Decisions  []Decision
	Terms      []orders.Choice // words that its Lexicon reads in places and texts

	// Vain returns what is wrong with an armed standing order, whatever the position: it can never apply, or something else in the same line,
	// or in an earlier one of the same verb, always comes first. Table.Sift calls it; g is looked at only for what s knows.
	Vain func(g G, s Seat, l Line, before []Line) *Refusal

	// The kernel decodes documents. All games of a scenario share one, even in several goroutines, so only Survey may change it.
	Check  func(d *D) []Flaw                 // what is wrong with a document beyond its form
	Allows func(d *D) []Allowed              // the options that its scenario may offer; nil: any
	Survey func(d *D)                        // works out what follows from a sound document alone, into its unexported fields; may be nil
	Tells  func(d *D) Scenario               // what it tells programs that do not know the game
	Setup  func(d *D, opt []events.Option) G // the position before the first step
	Attach func(g G, d *D)                   // attaches to a position read back what never changes during play
	Turn   func(g G) int                     // the number of the game turn

	// Correct changes a position by hand: "set:" of try and Amended. It reads the game's own keys, merges the others into g and works out what
	// follows from them. Settings is an empty struct of the game's own keys.
	Correct  func(g G, s *position.Setting) error
	Settings any

	Lexicon func(known G, s Seat) orders.Lexicon
	Sheet   func(known G, s Seat, facts []Fact) board.Sheet // facts: those of the last pass that s may read, for arrows and losses
	Rosters func(known G, s Seat) []board.Table             // own units, objectives, tracks, the enemy as seen
	Called  func(known G) []Named                           // names of what the position and facts call by ids; nil: none
	Guide   Guide[G]                                        // for players who do not own the rulebook
	Bots    []Bot[G]                                        // besides the random bot, which every rulebook has; the best is last

	// Foresight says that a machine may try plans on what a seat knows: so much of a game is open, or filled in by Imagine, that what wins there
	// is worth ordering.
	Foresight bool
	// Imagine returns a whole position that the seat cannot tell from the truth: what it cannot know is filled in by lot from what its rulebook
	// and scenario let it expect. It must not change known. nil: what is known is played on as it is.
	Imagine func(known G, s Seat, pick func(n int) int) G
	// Horizon is how many turns after the current one a trial of a plan is played on, where whole games take too long; 0: to the end of the game.
	Horizon int
	// Worth returns how well a seat stands by what decides the game, in thousandths of a victory: what a trial is worth that ends before the game
	// does, and which of two plans is better that win as often. nil: every position is worth as much as a draw.
	Worth func(g G, s Seat) int
	// Manners are other ways in which the best bot can play. A machine that tries plans tries these too, and in a trial it keeps to them in the
	// windows that follow; nobody else can ask for one.
	Manners []Bot[G]

	// Derived returns a struct of the keys that the state has besides those of the position (position.Form.Show), for try and machine reports.
	Derived func(known G) any
}

// Named is a name in several languages for what a game calls by an id, such as an objective.
type Named struct {
	ID   string
	Name Words
}

// Step is one phase: straight-line code from one boundary to the next. Only at boundaries are orders collected and
// snapshots taken; questions may lie inside.
type Step[G any] struct {
	Name string               // the rulebook's number or the phase's name; Verb.Phases name it
	Who  func(G) []Seat       // who orders in it, from public knowledge only; if nil or empty, it begins without a mail
	Play func(G, *Table) Then // changes the position it gets
	// Whose reports whether lines of the phase are proposed to a seat; nil means to every seat. It matters if a mail covers phases in which
	// not all of its readers can do anything.
	Whose func(known G, s Seat) bool
	// In reports whether anything can ever happen in the phase in this scenario, from what all players know; nil means that it can. Players are
	// not told of a phase for vehicles where nobody has any.
	In func(known G) bool
	// Opening says that the phase is one of the set-up, which never comes again once the first turn has begun.
	Opening bool
}

// Then says where play goes after a step.
type Then struct {
	to     string
	kind   int8
	ending Ending
}

// Ending is how a game ended.
type Ending struct {
	Winner Seat   // "" for a draw
	Rule   string // "BB-A3.6h"
	Why    string // words' key
}

// Rhythm says which phases one order mail covers.
type Rhythm struct {
	Name    string
	Mails   []Mail
	Settled []string // steps for which no mail comes in this rhythm, or only at a player's wish: his standing orders and the defaults settle them
}

// Mail is what one order mail covers. If Turn is set, it is in force all turn, however often the phases come (a plan); otherwise for the
// next time of each. The window opens at the first of its phases that is reached. A phase in no Mail has a mail of its own.
type Mail struct {
	Phases []string
	Turn   bool
}

// Order is a verb of the order language, for order lines or only for standing orders: its grammar and the rules about it.
type Order[G any] struct {
	orders.Verb
	// Check is the only legality test: CHECK, adjudication and bots all use it. nil means allowed.
	Check func(known G, s Seat, l Line) *Refusal
	// Filed refuses a line when it is filed that a program may have already and that is then played as before: a Check that became stricter would
	// change the results of games that have such a line. nil means allowed.
	Filed func(known G, s Seat, l Line) *Refusal
	// Options proposes lines; the kernel passes on those that parse and that Check allows. It may be nil.
	Options func(known G, s Seat, phase string) []string
	// Sure says that the outcome of a line depends only on its seat's own lines, as with an army list or a deployment. A line refused in every
	// trial of a rehearsal is then not allowed, and the receipt says so.
	Sure bool
}

// Condition is a word after if and when. A nil Holds is a result told by Table.Result.
type Condition[G any] struct {
	orders.Condition
	Holds func(known G, s Seat, args []Arg) bool
}

// Decision is one row of the table of decisions: what "standing ask BB-D17" may name.
type Decision struct {
	ID     string
	Covert bool // its existence is secret: never asked by mail
	Ask    bool // asked by mail unless a standing order answers; otherwise only if a player wishes it
}

// Decisions returns rows of the table that are open to all and asked only if a player wishes it, which most are.
func Decisions(ids ...string) []Decision {
	out := make([]Decision, len(ids))
	for i, id := range ids {
		out[i].ID = id
	}
	return out
}

// Refusal is a line that is understood but not allowed.
type Refusal struct {
	Code  string // words' key: "bb.too-far"
	Rule  string
	Args  []FactArg
	Legal []string // what would be allowed instead
}

// Refusals makes refusals whose codes begin with a prefix: "bb." of the rulebook's words.
func Refusals(prefix string) func(code, rule string, args ...FactArg) *Refusal {
	return func(code, rule string, args ...FactArg) *Refusal {
		return &Refusal{Code: prefix + code, Rule: rule, Args: args}
	}
}

// Flaw is a mistake in a scenario document: where (a path such as sides.south.force) and what.
type Flaw struct{ Path, Message string }

// Flaws collects what is wrong with a document.
type Flaws []Flaw

// Add notes a flaw.
func (f *Flaws) Add(path, format string, args ...any) {
	*f = append(*f, Flaw{path, fmt.Sprintf(format, args...)})
}

// Bot answers order windows with order lines, through the parser and Check like a player.
type Bot[G any] struct {
	Name  string // "sensible"
	Write func(d *Draft[G])
}
