package message

// Block is one set of orders found in a mail: what stands between a line ORDERS and a line END, in any language.
type Block struct {
	Game  string      // as the header names it, lower case; "" if it names none
	Words string      // the rest of the header, single spaces, as typed: "turn 3 foot"
	Lines []BlockLine // without empty lines, without the form's mark and without its open lines, unless what stands below may belong there
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
	Quoted bool   // it came back with a quote sign: it may be an unchanged line of our form
	Joins  bool   // it may be the rest of the line before it: that is an open line of our form, or a mail program may have broken it there
}

// Command is one command of a mail outside any block: STATUS, "RULE BB-4.4", PRESS with its text.
type Command struct {
	Word    string   // its English name: STATUS
	Lang    string   // the first language that has the word which was written: "fr" for ÉTAT
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

// DoubtfulLine is a line that its sender may have written or quoted.
type DoubtfulLine struct {
	Text string // made plain, as that of a BlockLine
	Why  Doubt
}

// Contents is everything that a mail says to us.
type Contents struct {
	Blocks   []Block
	Commands []Command
	Loose    []BlockLine // typed lines that are neither: answers such as "3a", a corrected line, greetings
	Ignored  []Ignored
	Doubtful []DoubtfulLine
}

// What one mail may order at most.
const (
	MostOrders     = 64 << 10 // bytes
	MostOrderLines = 2000
)

// Check returns CodeOrdersTooBig if there are more orders than any game could ask for.
func (c Contents) Check() error {
	bytes, lines := 0, 0
	for _, b := range c.Blocks {
		for _, l := range b.Lines {
			bytes += len(l.Text)
			lines++
		}
	}
	if bytes > MostOrders || lines > MostOrderLines {
		return Fault(CodeOrdersTooBig, "orders of %d bytes in %d lines", bytes, lines)
	}
	return nil
}
