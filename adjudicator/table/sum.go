package table

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Sum is a number that remembers its terms: the rules compute with it, the report prints it. It begins with dice
// (Table.Roll) or with a named value (Base), and never changes: Plus gives a new one.
type Sum struct {
	base  SumTerm   // the term of one that began with Base: most have no other, and nothing is allotted for them
	based bool      // there is one
	terms []SumTerm // those after it
	dice  []int
	sides int
	roll  string // key of the roll it began with: this is how the kernel knows that a fact reports it
}

// SumTerm is one part of a Sum.
type SumTerm struct {
	Name  string // words' key
	Value int
	Rule  string
}

// Base begins a Sum with a named value, such as the score needed at a range. A zero stays, for a base is always read.
func Base(name string, v int, rule string) Sum {
	return Sum{base: SumTerm{Name: name, Value: v, Rule: rule}, based: true}
}

// Plus adds a modifier with its name and rule; v may be negative. A zero leaves no trace.
func (s Sum) Plus(name string, v int, rule string) Sum {
	if v != 0 {
		s.terms = append(slices.Clip(s.terms), SumTerm{Name: name, Value: v, Rule: rule})
	}
	return s
}

// Total returns the dice and all terms together.
func (s Sum) Total() int {
	total := s.Natural() + s.base.Value
	for _, t := range s.terms {
		total += t.Value
	}
	return total
}

// Natural returns the sum of the dice alone, before any modifier, or 0 for a Sum that began with Base.
func (s Sum) Natural() int {
	natural := 0
	for _, d := range s.dice {
		natural += d
	}
	return natural
}

// Dice returns the values thrown, in the order thrown; Sides how many sides each die has; Terms the named parts in the order added. All
// three are for reading only.
func (s Sum) Dice() []int { return s.dice }
func (s Sum) Sides() int  { return s.sides }
func (s Sum) Terms() []SumTerm {
	if s.based {
		return append([]SumTerm{s.base}, s.terms...)
	}
	return s.terms
}

// Roll returns the key of the roll that the Sum began with, or "" for one that began with Base. The dice ledger uses it to find which fact
// reports which roll.
func (s Sum) Roll() string { return s.roll }

// String returns the whole arithmetic for operators and golden files: [7]+2(acquisition)-1(near)=8. What players read is built from Dice
// and Terms with the words of their language.
func (s Sum) String() string {
	var b strings.Builder
	if s.dice != nil {
		b.WriteByte('[')
		for i, d := range s.dice {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strconv.Itoa(d))
		}
		b.WriteByte(']')
	}
	terms := s.Terms()
	for i, t := range terms {
		if t.Value >= 0 && (i > 0 || s.dice != nil) {
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(t.Value) + "(" + t.Name + ")")
	}
	if len(terms) > 1 || len(s.dice) > 1 || len(terms) == 1 && s.dice != nil {
		b.WriteString("=" + strconv.Itoa(s.Total()))
	}
	return b.String()
}

// MarshalJSON returns dice, sides, terms and total, for try and machine reports.
func (s Sum) MarshalJSON() ([]byte, error) {
	type term struct {
		Name  string `json:"name"`
		Value int    `json:"value"`
		Rule  string `json:"rule,omitempty"`
	}
	out := struct {
		Dice  []int  `json:"dice,omitempty"`
		Sides int    `json:"sides,omitempty"`
		Terms []term `json:"terms,omitempty"`
		Total int    `json:"total"`
		Text  string `json:"text"`
	}{Dice: s.dice, Sides: s.sides, Total: s.Total(), Text: s.String()}
	for _, t := range s.Terms() {
		out.Terms = append(out.Terms, term(t))
	}
	return json.Marshal(out)
}
