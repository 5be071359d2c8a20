package mail

// Block is one set of orders found in a mail: what stands between a line ORDERS (ORDRES) and a line END (FIN).
type Block struct {
	Game  string      // as the header names it, lower case; "" if it names none
	Words string      // the rest of the header, single spaces, as typed: "turn 3 foot"
	Lines []BlockLine // without empty lines and without the form's mark
	Form  string      // mark of the form that it was typed into, or ""

	From   Provenance // of the header line
	Part   int        // 0 for the body, 1 and up for attached texts
	Closed bool       // END was there
}

// BlockLine is one line of a block.
type BlockLine struct {
	Text   string // typographic quotes, dashes and full-width letters made plain, single spaces
	Typed  string // as it stood in the mail
	Number int    // counts the lines of the mail from 1
	Quoted bool   // it came back with a quote sign: it may be a line of our form as it went out
}

// Command is one command of a mail outside any block: STATUS, "RULE BB-4.4", PRESS with its text.
type Command struct {
	Word    string   // English, upper case, one of CommandWords
	Args    string   // the rest of the line, made plain, single spaces
	Text    []string // PRESS only: its lines, as typed
	Subject bool     // it stood in the Subject
}

// Ignored says what was left out, for the receipt.
type Ignored struct {
	Reason string // key of the words: "mail.ignored.signature", "mail.ignored.quoted" ...
	Lines  int
	Sample string // its first line that is not empty, at most 60 characters
}

// Contents is all that a mail says to us.
type Contents struct {
	Blocks   []Block
	Commands []Command
	Loose    []BlockLine // typed lines that are neither: answers such as "3a", a corrected line, greetings
	Ignored  []Ignored
}

// Find picks what a mail says to us from its lines.
//
// A block whose header was typed (or stands in an attached text) counts always. One whose header came back quoted counts
// if lines were typed into it, or if it carries a form's mark and differs from that form. A forwarded one counts if
// nothing else in the mail does and it is not an unfilled form. A block for a game of lower rank (typed, quoted,
// forwarded) gives way to one of higher rank, and the same block twice (text and attachment) counts once.
func Find(in *Incoming) Contents { panic("mail: Find") }

// Blocks is Find(in).Blocks.
func Blocks(in *Incoming) []Block { return Find(in).Blocks }

// Form gives the lines of a blank order form: header, mark, lines, END. header is "ORDERS cambrai-2 turn 3 foot" (or
// ORDRES), lines are what the player may fill in or leave. Every block that we print in a letter must be made by Form, else
// it would count as orders when it comes back.
func Form(header string, lines []string) []string { panic("mail: Form") }

// Added gives the lines of b that are not lines of the form as it went out: what the player typed or filled in.
func (b Block) Added(form []string) []BlockLine { panic("mail: Added") }
