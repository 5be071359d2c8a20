package letter

import (
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Lines words what is said of single order lines, as receipts and checks do, for programs that say it while a player writes.
type Lines struct{ v *voice }

// NewLines returns the words for the reader of a head.
func NewLines(head Head, book Words) Lines {
	return Lines{&voice{book: book, side: head.Side, sides: head.Sides, called: head.Called}}
}

// Fault says why a line was not understood, and what may have been meant.
func (l Lines) Fault(f events.Fault) string { return l.v.fault(f) }

// Refusal says why a line is not allowed, and what would be.
func (l Lines) Refusal(r table.Refusal) string { return l.v.refusal(r) }

// Verdict says how a line fared in a rehearsal, and names the rule that it broke, if any.
func (l Lines) Verdict(x table.Verdict) (says, rule string) {
	h := l.v.verdict(x)
	return h.right, h.rule
}

// Chances lists the results of a line with their chances, the likeliest first: "hit 42%".
func (l Lines) Chances(chances []table.Chance) []string {
	var out []string
	for _, x := range chances {
		key := "letter.check.done." + strings.TrimPrefix(x.Result, "table.")
		if l.v.book.Has(key) {
			out = append(out, l.v.book.Say(key)+" "+l.v.percent(x))
		}
	}
	return out
}

// Doing says what a player wants to know of a ready line before he gives it, with its chances.
func (l Lines) Doing(x Doing) string { return l.v.promise(x) }

// Cell says a cell of a table: keys of words in it are worded.
func (l Lines) Cell(text string) string { return l.v.cell(text) }

// Remark says a sentence of a briefing or an answer.
func (l Lines) Remark(r table.Remark) string { return l.v.remark(r) }

// Happening is one line of what happened, for who sets it otherwise than a letter does.
type Happening struct {
	Text    string
	Plain   string // Text without its arithmetic; "" if it has none
	Outcome string // in a column of its own; "" for none
	Rule    string
	Head    bool // a step or an activation that the next lines belong to
	Level   int  // how far below its head it stands, 0 to 2
}

// Happenings tells facts as a report does.
func (l Lines) Happenings(facts []table.Fact) []Happening {
	if len(facts) == 0 {
		return nil
	}
	var out []Happening
	for _, r := range l.v.withPlain(facts) {
		out = append(out, Happening{Text: quiet(r.left), Plain: quiet(r.plain), Outcome: quiet(r.right), Rule: quiet(r.rule), Head: r.head, Level: r.level})
	}
	return out
}

// Note says a sentence of a short account.
func (l Lines) Note(n Note) string { return quiet(l.v.note(n)) }
