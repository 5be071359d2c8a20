package table

import (
	"iter"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/events"
)

// World answers what rules ask: the log, a script, bots. Sealed false parks the game; nothing else does.
type World interface {
	Roll(key string, n, sides int) ([]int, error)
	Draw(key string, pile []string) (int, error)
	Sealed(w Window) (Seal, bool)
}

// Window is where play waits.
type Window struct {
	Number    int // from 1; the opening seal is 0
	Turn      int
	Step      string
	Phases    []string // what an order mail for it covers; nil for questions
	Seats     []Seat
	Questions []Asked // of a question window
}

// Asked is one open question as its player may see it.
type Asked struct {
	Key      string
	Seat     Seat
	Decision string
	Rule     string
	Args     []FactArg
	Options  []string // at most 24, canonical
	More     bool     // there are more; any may be written
	Default  string
}

// Seal is what counts for a window.
type Seal struct {
	Window int
	Seats  []SeatSeal
}

// SeatSeal is one seat's part: its whole program for the phases of the window (lines already begun keep their ids and
// so their progress), all its standing orders, its answers.
type SeatSeal struct {
	Seat     Seat
	Lines    []Line
	Standing []Line
	Answers  []events.Answer
	Silent   bool
}

// Roll is one throw or draw that was made.
type Roll struct {
	Window int
	Key    string
	Sides  int
	Values []int
	Draw   bool
	For    []Seat
}

// Engine is a rulebook for programs that do not know its position type. NewEngine makes it from Rules.
type Engine interface {
	Name() string
	Title() orders.Words
	Prefix() string
	Revision() int
	Language() orders.Language
	Rhythms() []Rhythm
	Decisions() []Decision
	Steps() []string
	BotNames() []string
	Document() any
	Check(doc any) []Flaw
	Seats(doc []byte) ([]Seat, error)
	Open(s Setup) (Game, error) // at the boundary before the first step
	Restore(s Setup, snapshot []byte) (Game, error)
}

// Setup is what a game is opened with, for ever.
type Setup struct {
	Document []byte // canonical JSON of the resolved scenario
	Options  []events.Option
	Revision int
	Rhythm   string
}

// Game is a boundary: position, book, place in the sequence. It is a value: nothing changes it.
type Game interface {
	Views
	Engine() Engine
	// Play runs on until a window has no seal, the game is over, until says stop (it may be nil) or something breaks.
	// fuel bounds the calls to the table; 0 is the default.
	Play(w World, fuel int, until func(At) bool) Result
	Snapshot() []byte // of position, book and place
	Hash() events.Hash
	Set(set []byte) (Game, error)
	// Rehearse tries a draft for the open order window w on what the seat knows, n times with practice dice.
	Rehearse(w Window, s Seat, lines, standing []Line, n int) []Verdict
	// Odds gives the chances of the results of one line.
	Odds(w Window, s Seat, l Line, limit int) (chances []Chance, exact bool)
}

// At is a place in the sequence, for until.
type At struct {
	Turn   int
	Step   string
	Window *Window // the order window that opens here, if any
}

// Views is what may be seen at one moment, in the middle of a step too.
type Views interface {
	Turn() int
	Knows(s Seat) View
	Describe() any // the truth, for try
}

// View is all that one seat may see. Nothing in it depends on what the seat cannot know.
type View interface {
	Lexicon() orders.Lexicon
	Sheet(facts []Fact) board.Sheet
	Rosters() []board.Table
	Describe() any
	Hash() events.Hash
	Allowed(l Line) *Refusal
	Options(phase string) iter.Seq[string] // legal lines, as text
	Program() []Line                       // lines of the book that are not done
	Standing() []StandingLine
	Bot(name string, phases []string, pick func(n int) int) []string
}

// StandingLine is a standing order and whether it is armed.
type StandingLine struct {
	Line  Line
	Armed bool
	Why   string // words' key, when it is not
}

// Result is where play stopped.
type Result struct {
	Boundary Game    // the last boundary reached; play goes on from it with the seals since
	Seals    int     // how many of the seals given were consumed after Boundary
	Views    Views   // as things stand now
	Open     *Window // the window that waits; nil when over, halted or stopped by until
	Ending   *Ending
	Facts    []Fact // all since the boundary given to Play
	Rolls    []Roll
	Halt     *Halt
}

// Halt stops one game: a fault of the rules, a log that does not fit, dice that nobody scripted.
type Halt struct {
	Code   string // stable: E_ROLL_MISSING, E_ROLL_UNASKED, E_ROLL_DIFFERS, E_WINDOW, E_ANSWER, E_DIFFERS, E_RUNAWAY, E_SWALLOWED, E_UNREAD, E_FAULT
	Key    string
	Detail string
	Stack  string
}

// Verdict is what a rehearsal says of one line.
type Verdict struct {
	Line      Line
	Refusal   *Refusal // not allowed as things stand
	Carried   int      // in how many trials it was carried out
	Otherwise int      // in how many its otherwise was
	Never     int      // in how many it never came up
	Of        int
	Reasons   []Refusal // why not, the commonest first
}

// Chance is one result with its probability Num/Den.
type Chance struct {
	Result   string
	Num, Den int64
}
