package events

// The vocabulary. A body holds only what may be shown to everyone. What must stay hidden for a while is a commitment (a Hash whose name
// ends in Sealed) that a Secret beside the record opens.

// GameAnnounced is the genesis: what is fixed before anyone joins, mailed to everyone who may join.
type GameAnnounced struct {
	Rulebook string   // "brush-brothers"
	Revision int64    // rules revision that the game plays by, for ever
	Layout   int64    // of positions, as the program that announced the game hashes them
	Scenario string   // name of the scenario
	Document Hash     // digest of the resolved scenario with all its tables; the text is in the store
	Rhythm   string   // how phases are grouped into mails, such as "plan"
	Options  []Option // choices of the game master, sorted by name
	Seats    []string // "south", "north": in the rulebook's order
	Dice     DiceTerms
	Schedule Schedule
	Language string // of letters to those who never chose: "en"
}

// Option is one named choice of a game.
type Option struct{ Name, Value string }

// DiceTerms fix how dice are made (adjudicator/dice).
type DiceTerms struct {
	Profile   string // "D1"
	PublicKey Hash   // ECVRF public key
}

// Schedule says when windows close. With Weekday or Clock empty a window closes Period minutes after it opened.
type Schedule struct {
	Period   int64  // minutes; 0 means no deadline: windows close when all are in
	Weekdays string // "mon,fri" or ""
	Clock    string // "20:00" or ""
	Zone     string // IANA name, "UTC" if empty
	CoolOff  int64  // seconds between the last orders and early processing
	Remind   int64  // minutes before the deadline; 0 for never
}

// SeatTaken puts a player on a seat. The address is personal and therefore sealed.
type SeatTaken struct {
	Seat         string
	Name         string // what others read
	Language     string
	Zone         string
	Anchor       [16]byte // the player's own contribution to the dice salt, zero if he gave none
	PlayerSealed Hash     // commits to Player
	Mail         Hash     // key of the mail that asked, zero for the command line
}

// Player is where a seat's mail goes.
type Player struct{ Address string }

// GameOpened is the first seal: all seats are taken, the salt is fixed, the first pass follows.
type GameOpened struct {
	GameSalt Hash // adjudicator/dice.GameSalt over key, seats and anchors
}

// OrdersReceived is one mail with orders of one seat. It edits that seat's desk.
type OrdersReceived struct {
	Seat         string
	Number       int64 // of this seat's order mails in this game, from 1: what its receipt calls it
	Mail         Hash  // key of the mail; the same key is never applied twice
	Raw          Hash  // digest of the raw mail in the store
	Window       int64 // window that was open when it came
	OrdersSealed Hash  // commits to Orders
}

// Orders is what was understood of an order mail. It is kept parsed: a later parser never reads the old text again.
type Orders struct {
	Lines    []Line   // lines and standing orders in the order written
	Phases   []string // the phases (or verbs of standing orders, "standing VERB") whose draft these lines replace
	Replaces []string // in step with Lines: the id of the line that it replaces, as "41.3", or ""
	Answers  []Answer
	Faults   []Fault // what was not understood, kept so that the receipt can be written again
	// Ignored holds remarks on the reading: what was passed over and how many lines of it ("mail.ignored.quoted 12"), lines that may be his or
	// quoted and why ("mail.doubtful.cut G2: hold"), and how the player wrote a line that he wrote in words of his own
	// ("orders.read-as 3 G1 goes to D5").
	Ignored []string
}

// Line is one order line: a guard, a verb with typed arguments, clauses that follow it, and what to do otherwise.
//
//	if F7 crushed then G3: assault F7 take; hold | otherwise: watch
type Line struct {
	ID        string   `msgpack:"-"` // "41.3": event 41, line 3; given by the fold, unique for ever
	Number    int64    // the player's number of the line in its mail, from 1
	Text      string   // canonical text: parsing it again gives this line
	Standing  bool     // in force until changed
	Phase     string   // the phase whose window it belongs to; "" for a standing order
	Guard     string   // "", "if" (false drops the line) or "when" (false leaves it waiting)
	When      [][]Term // any of all of
	Verb      string
	Args      []Arg
	Clauses   []Clause
	Otherwise []Clause
}

// Clause is a verb with its arguments inside a line.
type Clause struct {
	Verb string
	Args []Arg
}

// Arg is one typed argument in canonical text: "D5-D6" for a path, "3" for a number, "south.G1" for a unit.
type Arg struct {
	Name, Value string
	// Used, if not nil, is set when the argument is looked up by name. It tells the kernel which words of a line its rules have used. It
	// belongs to one run of the rules and is never stored.
	Used *bool `msgpack:"-" json:"-"`
}

// Term is one condition of a guard.
type Term struct {
	Not  bool
	Name string // name of the condition
	Args []Arg
}

// Answer is a reply to a question: the canonical text of the option chosen, never its number.
type Answer struct {
	ID       string `msgpack:"-"` // "43.a1"
	Question string // key of the question
	Text     string
}

// Fault is a line that was not understood or not allowed at first sight, with what the player needs to correct it.
type Fault struct {
	Number      int64
	Typed       string
	Column      int64 // 1-based, in characters; 0 when the whole line is meant
	Code        string
	Args        []Option // for the words of the message
	Suggestions []string
}

// OrdersRefused is a mail of which nothing was accepted; its reason has a stable code.
type OrdersRefused struct {
	Seat         string // "" if not even that is known
	Mail, Raw    Hash
	Code         string
	DetailSealed Hash // commits to Refusal
}

// Refusal is what the sender is told, and where.
type Refusal struct {
	Address string
	Subject string
	Args    []Option
	Faults  []Fault
}

// OrdersWithdrawn removes lines from the desk; no ids means the whole draft.
type OrdersWithdrawn struct {
	Seat  string
	Mail  Hash
	Lines []string
}

// Sealed closes a window: from here on nothing that counts for it changes.
type Sealed struct {
	Window int64
	Cause  string // "all in", "deadline", "master"
	Seats  []SeatSeal
}

// SeatSeal is what counts for one seat in a window.
type SeatSeal struct {
	Seat     string
	Lines    []string // ids of draft lines, in order
	Answers  []string // ids of answers
	Standing []string // ids of the standing orders in force
	Silent   bool     // sent nothing for this window
}

// DeadlineSet fixes the instant at which a window closes, with the wall clock that was meant: later zone rules never move it.
type DeadlineSet struct {
	Window int64
	Due    int64 // Unix ms
	Zone   string
	Wall   string // "2026-11-27 20:00"
	Cause  string // "opened", "extended", "early"
}

// DeadlinePassed says that the clock has reached the instant.
type DeadlinePassed struct {
	Window int64
	Due    int64
}

// Adjudicated is one pass: all that followed from one seal. It answers exactly that seal.
type Adjudicated struct {
	Window int64 // the window answered; 0 for the opening
	Rolls  []Roll
	Hidden []SeatHash // commits, per seat, to its Rolls that others may not see; of fixed size whether there are any or not
	Facts  Hash       // commits to the Digest of all facts
	State  Hash       // commits to the Digest of the position reached
	Known  []SeatHash // commit, per seat, to the Digest of what it knows
	Next   Window     // the window now open; Number 0 when the game is over
	Ending string     // "" or the words' key of how it ended
	Winner string     // seat, "draw" or ""
	Layout int64      // of the positions of which State and Known are digests: another program may have another
}

// Roll is one throw or draw with its proof.
type Roll struct {
	Key    string  // path key: 2/activation/south G1/fire/to hit
	Sides  int64   // of each die; the number of pieces for a draw
	Values []int64 // each 1..Sides; for a draw one index 0..Sides-1
	Draw   bool
	Proof  []byte // 80 bytes, RFC 9381
}

// Rolls is what a Hidden commitment opens to.
type Rolls struct{ Rolls []Roll }

// Digest is what a commitment to a hash opens to: a bare hash of a position could be guessed back into the position.
type Digest struct{ Hash Hash }

// SeatHash is a hash for one seat.
type SeatHash struct {
	Seat string
	Hash Hash
}

// Window is where play waits: for orders at a boundary, or for answers inside a step.
type Window struct {
	Number int64 // from 1
	Turn   int64
	Step   string
	Asks   bool // questions, not orders
	Seats  []string
}

// Rewound cuts the effective log at the seal of a window; play goes on from there with fresh dice.
type Rewound struct {
	Window int64
	Epoch  int64 // number of rewinds, this one included
	Reason string
}

// Amended corrects the position by hand. What it corrects may be hidden from a player, so the event holds only a commitment to it; only the
// operator sees it before the end.
type Amended struct {
	SetSealed Hash // Correction
	Reason    string
}

// Correction is what the game master sets, in the language of "set" of scenarios/README.md.
type Correction struct {
	Set string // JSON
}

// ReportIssued is a letter that we owe: its bytes are in the store, so that a repeat is byte-identical.
type ReportIssued struct {
	Seat          string // "" if it goes to someone without a seat
	Letter        string // "receipt", "report", "question", "reminder", "help", "welcome", "refusal", "map" ...
	About         int64  // seq of the event that it reports
	Mail          Hash   // key of the mail that it answers, or zero
	MessageID     string
	Digest        Hash // of the letter's bytes
	AddressSealed Hash // commits to Player
}

// MailSent says that a host took the letter.
type MailSent struct {
	Issue int64 // seq of the ReportIssued
}

// MailBounced says that a host refused it.
type MailBounced struct {
	Issue     int64
	Permanent bool
	Code      string
}

// PressSent is a message of a player.
type PressSent struct {
	From, To   string
	Mail       Hash
	TextSealed Hash // commits to Press
}

// Press is the text of a message.
type Press struct{ Text string }

// SeatReplaced hands a seat to another player.
type SeatReplaced struct {
	Seat         string
	Name         string
	Language     string
	Zone         string
	PlayerSealed Hash
	Reason       string
}

// GameClosed ends the game; nothing but letters follows.
type GameClosed struct {
	Cause  string // "over", "master", "surrender"
	Ending string
	Winner string
}
