package orders

import "fieldpost/events"

// Fault is a line that was not understood: number, column, code, words for the message and suggestions.
type Fault = events.Fault

// Parsed is what was understood of the text between ORDERS and END.
type Parsed struct {
	Lines  []Line
	Faults []Fault
}

// Parse reads order lines, each by itself: a bad one never spoils the others. first is the number of the first line.
func Parse(lang Language, lex Lexicon, text string, first int) Parsed {
	panic("orders: Parse")
}

// Canonical gives the text of a line which, parsed again, gives the same line.
func Canonical(l Line) string { panic("orders: Canonical") }
