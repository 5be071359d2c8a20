package table

import (
	"encoding/json"
	"iter"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/events"
)

// World answers what rules ask: it is the log, a script or bots. The game parks if Sealed returns false, and only then. An error is a *Halt
// (see Fault) and stops the game. A World may also be an Onlooker, a Checker or a Witness.
type World interface {
	Roll(key string, n, sides int) ([]int, error)
	Draw(key string, pile []string) (int, error)
	Sealed(w Window) (Seal, bool)
}

// Onlooker is a World that wants to see how things stand before it is asked for a seal: bots do.
type Onlooker interface {
	See(w Window, now Views)
}

// Checker is a World for tests: a step that ends with a roll that no fact reports halts (E_UNTOLD). A fact reports a roll if one of its
// arguments is the Sum that began with it, and a draw if one is the piece. All who may know the roll must be allowed to read the fact.
type Checker interface {
	Checks() bool
}

// Witness is a World for the fog law. It is told everything that was settled for a seat from what the seat knows: key names the thing,
// known is the hash of what the seat knew, answer is the outcome. Equal key and known must give equal answers.
type Witness interface {
	Settled(s Seat, key string, known events.Hash, answer string)
}

// Window is where play waits.
type Window struct {
	Number    int // from 1; the opening seal is 0
	Turn      int
	Step      string
	Phases    []string // what an order mail for it covers; nil for questions
	Seats     []Seat
	Questions []Asked // for a question window
}

// Asked is one open question as its player may see it.
type Asked struct {
	Key      string
	Seat     Seat
	Decision string
	Rule     string
	Args     []FactArg
	Options  []string // at most 24, canonical
	More     bool     // there are more; any of them may be written
	Default  string
}

// Seal is what counts for a window. It covers every seat, not only those that the window waited for.
type Seal struct {
	Window int
	Seats  []SeatSeal
}

// SeatSeal is one seat's part. Lines count in an order window that waited for the seat and are its whole program for the phases of that
// window: lines already begun keep their ids and so their progress; lines of other phases are skipped and must stay on the desk, and so
// must all lines while a question is open. Standing is the complete set in every seal. Answers count in a question window, each for a
// question that it asks; any other answer there is E_ANSWER.
type SeatSeal struct {
	Seat     Seat
	Lines    []Line
	Standing []Line
	Answers  []events.Answer
	Silent   bool // sent nothing; the rest of its program continues nevertheless
}

// Roll is one throw or draw that was made.
type Roll struct {
	Window int    // the window whose seal it followed from; 0 is the opening
	Key    string // unique in its game, at most KeyLimit bytes: 12/fire/G1/to hit
	By     Seat   // whose dice they are, as the rules say
	Sides  int    // of each die; the number of pieces for a draw
	Values []int  // each 1..Sides; for a draw one index 0..Sides-1
	Draw   bool
	For    []Seat // who may know of it before the end; nil means everyone, an empty list no one

	piece string // what was drawn
}

// Engine is a rulebook for programs that do not know its position type. NewEngine makes it from Rules.
type Engine interface {
	Name() string
	Prefix() string
	Revision() int
	// Layout is the kernel's layout times 1000 plus the rulebook's. It is raised when equal play may give other bytes of a position. Digests
	// of different layouts cannot be compared.
	Layout() int
	Language() orders.Language // its grammar, without the words of any language of players
	Rhythms() []Rhythm
	Decisions() []Decision
	Steps() []string
	Opening(step string) bool // whether a step is one of the set-up
	BotNames() []string       // RandomBot first, the best last
	Foresight() bool          // plans can be tried on a SandTable and are worth following
	Horizon() int             // how many turns after the current one a plan is tried for; 0: to the end of the game
	Keys() []string           // all keys of a position, as position.Form lists them; a key once listed stays for ever
	// SettingSchema returns the JSON Schema of what Game.Set takes, for editors.
	SettingSchema() ([]byte, error)
	Document() any
	Check(doc any) []Flaw
	// Scenario reads a document and works out everything that follows from it alone. That is the expensive part of opening a game: to open
	// several games of one scenario, read it once.
	Scenario(doc []byte) (*Scenario, error)
	Open(s Setup) (Game, error) // at the boundary before the first step
	Restore(s Setup, snapshot []byte) (Game, error)
	// Seen returns the game as a seat knows it while the window w is open, from the bytes of its View. Everything for that seat comes out as
	// from the true position: view, legality, rehearsals, odds. It is no place to play on from.
	Seen(s Setup, seat Seat, w Window, known []byte) (Game, error)
}

// Setup is what a game is opened with. It never changes.
type Setup struct {
	Scenario *Scenario // of the same Engine
	Options  []events.Option
	Revision int
	Rhythm   string
}

// Scenario is a document that was read: what programs that do not know the game need from it and, only for the game's rules, the document
// itself with everything that follows from it. It never changes once made, so any number of games and goroutines may share one.
type Scenario struct {
	Header
	Sides  []Party  // those with a seat, in the rulebook's order
	Labels []Words  // names of places on the map; the sheet shows the English ones
	Camps  []string // of each of Sides: seats of one camp win together; nil: each is a camp of its own

	document any    // a *D
	text     []byte // as it was read
}

// Document returns the canonical JSON of the resolved scenario. The caller must not change it.
func (s *Scenario) Document() []byte { return s.text }

// Digest hashes the document as it stands in memory. With it the laws of package tabletest check that no game changes what all share.
func (s *Scenario) Digest() (events.Hash, error) {
	b, err := json.Marshal(s.document)
	return hashOf(b), err
}

// Seats returns the seats of the sides, in the rulebook's order.
func (s *Scenario) Seats() []Seat {
	var out []Seat
	for _, side := range s.Sides {
		out = append(out, Seat(side.ID))
	}
	return out
}

// Together reports whether two seats win together: they are one seat, or partners.
func (s *Scenario) Together(a, b Seat) bool { return s.Camp(a) >= 0 && s.Camp(a) == s.Camp(b) }

// Camp returns the number of the first of Sides that wins together with a seat, or -1 if nobody has that seat.
func (s *Scenario) Camp(of Seat) int {
	i := IndexOf(s.Sides, of)
	if i < 0 || s.Camps == nil {
		return i
	}
	return slices.Index(s.Camps, s.Camps[i])
}

// Game is a boundary: position, book, place in the sequence. It is a value: nothing changes it.
type Game interface {
	Views
	Engine() Engine
	// Play runs until a window has no seal, the game is over, until returns true (it may be nil) or something breaks. fuel limits the calls to
	// the table; 0 means the default.
	Play(w World, fuel int, until func(At) bool) Result
	Snapshot() []byte // of position, book and place
	Hash() events.Hash
	Led() int // number of the window whose seal led here; 0 for the opening
	// Set corrects the position by hand, in the rules' language of "set". It is allowed only if an order window is open, or before the first
	// step.
	Set(set []byte) (Game, error)
	// Amend is Set as a game master's correction of a game that is being played: it does not say where play begins.
	Amend(set []byte) (Game, error)
	// Stand returns the same boundary with the standing orders of these seats in force, as if the seal that led here had brought them. It is
	// for a position set by hand, before which there was no seal. In a real game, standing orders come only with a seal.
	Stand(seats []SeatSeal) (Game, error)
	// Revised returns the same boundary to be played on under another revision of the rules, for difference reports.
	Revised(revision int) Game
	// Rehearse tries a draft for the open order window w on what the seat knows, n times with practice dice. If more is not nil, it is called
	// with nothing before the first trial, and after each trial with what the seat would have read, until it returns false. From then on a
	// line is tried only as long as a further trial could change its Refusal or its Part, and a trial ends once it has shown that of all these:
	// the counts of each line are of the trials that it was in, and the facts of those trials are not whole.
	Rehearse(w Window, s Seat, lines, standing []Line, n int, more func(told []Fact) bool) Rehearsal
	// Odds returns the chances of the results of one line.
	Odds(w Window, s Seat, l Line, limit int) (chances []Chance, exact bool)
	// Resting returns the same boundary, whose Rehearse and Odds call rest all the time, so that their caller can do something else in
	// between. Once rest returns false, and it must go on doing so, they end, and what they return is not to be used.
	Resting(rest func() bool) Game
	// SandTable returns where a seat can play plans for the open order window w on, with a bot of the rulebook for everybody else; nil if no
	// order window waits for the seat, or there is no such bot.
	SandTable(w Window, s Seat, bot string) SandTable
}

// At is a place in the sequence, for until.
type At struct {
	Turn   int
	Step   string
	Window *Window // the order window that opens here, if any
}

// Views is what may be seen at one moment, even in the middle of a step.
type Views interface {
	Turn() int
	Knows(s Seat) View
	Describe() *position.State // the truth, for try
	Hash() events.Hash         // of position and book as they stand, even in the middle of a step
}

// View is everything that one seat may see. Nothing in it depends on what the seat cannot know. It is not safe for concurrent use.
type View interface {
	Lexicon() orders.Lexicon
	Sheet(facts []Fact) board.Sheet
	Rosters() []board.Table
	Called() []Named
	Describe() *position.State // for machine reports
	Hash() events.Hash         // the SHA-256 of Bytes
	// Bytes are what the seat knows of the position, in the keys of position.Form, and its own page of the book: all that the rest is made
	// from. Engine.Seen reads them.
	Bytes() []byte
	Allowed(l Line) *Refusal
	Read(text string) (Line, bool)         // one order line; false unless all of it was understood
	Options(phase string) iter.Seq[string] // legal lines, as text
	// Example returns one legal line of a verb in some phases. proposes is false if the rules propose no lines of the verb.
	Example(verb string, phases []string) (text string, proposes bool)
	// Deeds returns the verbs of the clauses of all lines that the rules propose in some phases: what units can do in them.
	Deeds(phases []string) []string
	Orders(step string) bool   // reports whether the seat would be asked for orders if the step came now
	MayOrder(step string) bool // reports whether lines of the step are for the seat at all
	Holds(step string) bool    // reports whether anything can ever happen in the step in this scenario
	// Prospects returns what the seat's units can do in some phases: unit by unit, the most useful first. Every line is allowed.
	Prospects(phases []string) []Prospect
	Briefing() []Chapter
	Card() []Chapter
	Sight(from, to string) []Remark // places or units
	Reach(unit string) []Chapter    // of the seat
	Field(unit string) []Covered    // of the seat: where its fire reaches as it stands
	Habits() []Line                 // standing orders that a form proposes
	// Instead returns lines that could stand in place of one that is refused, the nearest first; draft are all lines of the seat.
	Instead(l Line, draft []Line) []string
	Lasting() []Line // orders that are no standing orders and hold until another takes their place
	Score() []Remark // how the game would end if it ended now
	Stage() []Remark // the part of the turn that is being played, where its phases come again in a turn
	Program() []Line // lines of the book that are not done, in force or left over
	Standing() []StandingLine
	// Bot returns the lines of a bot for some phases. It returns an error if there is no bot of that name or the bot breaks.
	Bot(name string, phases []string, pick func(n int) int) ([]string, error)
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
	Seals    int     // how many of the given seals were consumed after Boundary
	Views    Views   // as things stand now
	Open     *Window // the waiting window; nil if over, halted or stopped by until
	Ending   *Ending
	Facts    []Fact // all since the boundary given to Play
	Rolls    []Roll
	Halt     *Halt
}

// Halt stops one game: a fault of the rules, a log that does not fit, dice that were not scripted. Nothing of the pass is appended. A Halt
// is also the error of a World.
type Halt struct {
	Code   string // stable
	Key    string // of the roll, question or step
	Detail string
	Stack  string // of a fault
}

// The codes of a Halt. CodeDiffers is for code that compares a run with a log.
const (
	CodeRollMissing = "E_ROLL_MISSING" // the rules ask for a roll that the log or script does not hold
	CodeRollUnasked = "E_ROLL_UNASKED" // the log or script holds a roll that the rules do not ask for
	CodeRollDiffers = "E_ROLL_DIFFERS" // another number of dice, of sides or of pieces
	CodeWindow      = "E_WINDOW"       // a seal of another window
	CodeAnswer      = "E_ANSWER"       // an answer that is not one of the options, or to a question that is not open
	CodeDiffers     = "E_DIFFERS"      // other facts or another position
	CodeRunaway     = "E_RUNAWAY"      // the rules go round in circles
	CodeSwallowed   = "E_SWALLOWED"    // the rules went on after play had parked
	CodeUnread      = "E_UNREAD"       // a step ended without reading the answer to a question that it asked
	CodeUntold      = "E_UNTOLD"       // a roll that no fact reports (tests only)
	CodeKey         = "E_KEY"          // a key of more than KeyLimit bytes, or a name that cannot be in one
	CodeFault       = "E_FAULT"        // the rules broke: nil, an index, a panic of their own
	CodeWorld       = "E_WORLD"        // the World broke
)

// Fault returns an error for a World to return.
func Fault(code, key, detail string) error { return &Halt{Code: code, Key: key, Detail: detail} }

// Error makes Halt an error.
func (h *Halt) Error() string {
	if h.Key == "" {
		return h.Code + ": " + h.Detail
	}
	return h.Code + " at " + h.Key + ": " + h.Detail
}

// Verdict is what a rehearsal says about one line. Of is in how many trials it was: 0 for a line that was not tried, which is one for a later
// window, or any line while a question is open.
type Verdict struct {
	Line      Line
	Refusal   *Refusal // not allowed as things stand, and in no trial did it become so; or refused in all of them (Order.Sure)
	Carried   int      // in how many trials it was carried out, wholly or in part
	Partly    int      // in how many of these only in part
	Otherwise int      // in how many its otherwise was carried out
	Never     int      // in how many it never came up
	Of        int
	Reasons   []Refusal // why not, or why not wholly, the commonest first
	Part      *Refusal  // why no trial carried it out in full, but only in part or (none Carried or Otherwise) not at all; else nil
}

// Rehearsal is the outcome of a draft in a number of trials: a verdict for each line, and for each trial the facts that the seat would have
// read.
type Rehearsal struct {
	Verdicts []Verdict
	Facts    [][]Fact
}

// Chance is one result with its probability Num/Den. Result is a tag that the rules reported (Table.Result) before the line was done, or
// the outcome of the line: "table.carried", "table.otherwise", "table.refused", "table.never".
type Chance struct {
	Result   string
	Num, Den int64
}
