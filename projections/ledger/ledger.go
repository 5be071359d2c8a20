// Package ledger lists the dice of a game: every roll that a seat may see, in the order in which they were made, as text
// for a letter and as CSV for a spreadsheet.
//
// An entry joins what the log keeps of a roll (its key, sides, values, proof) with the fact that reports it (turn, step, rule, words). A
// fact reports a roll if one of its sums began with it, or else if its path is the longest one that begins the roll's key. Rolls that no
// fact reports are listed only with their key. A roll made for certain seats may be seen only by those, not by the public.
//
//	Turn Step Roll                           Dice  Values        Odds   Rule
//	3    2    G1 fires at F7 with rifles     2d6   5 2           1.0/2  BB-4.5
//
// # Odds
//
// Odds are those before the roll: for a check the chance of success, for several dice the expected number of successes. They follow from
// the need that the fact states. Which way a kind of fact reads its dice (the total at least or at most the need, or each die) is found
// from the whole game: the one reading under which every outcome of that kind comes out as reported. A kind without one has no odds here;
// nothing is guessed.
//
// Luck of a seat is the sum over its rolls of u - 1/2, divided by its standard deviation, where u is the share of outcomes
// worse than the one that came, with half of those equal to it. Numbers and Honest say it in words, with the tests whether
// dice look even (Statistics), and what such numbers can and cannot show.
//
// The CSV has one header line: window, turn, step, key, purpose, rule, kind, sides, values (joined with blanks), proof (hexadecimal,
// empty where none is kept), odds, seat. Cells that a spreadsheet would take for a formula begin with an apostrophe.
package ledger

import (
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Words puts facts and headings into words: scenarios/words.Book.
type Words interface {
	Say(key string, args ...table.FactArg) string
	Fact(f table.Fact) string
}

// Entry is one roll or draw.
type Entry struct {
	Window  int64
	Turn    int
	Step    string
	Key     string
	Purpose string // as the reader reads it
	Rule    string
	Draw    bool
	Sides   int64 // pieces, for a draw
	Values  []int64
	Proof   []byte
	Odds    string     // before the roll; "" if the report does not say
	Seat    table.Seat // whose dice; "" if no one's
}

// Pass is what one seal led to: the log's Adjudicated with those of its hidden rolls that the caller may open for this reader, and the
// facts.
type Pass struct {
	Adjudicated events.Adjudicated
	Hidden      []events.Rolls // of the reader's own seat only; of all once the game is over
	By          []table.Seat   // whose dice, in step with the open rolls and then the hidden ones; may be nil
	Facts       []table.Fact   // of this pass, before filtering
}

// Of lists the rolls of some passes for a seat; "" is the public.
func Of(passes []Pass, seat table.Seat, book Words) []Entry {
	out, thrown := join(passes, seat, book)
	read := readings(thrown)
	for i, t := range thrown {
		if t.told {
			r, _ := t.read(read)
			out[i].Odds = t.odds(r)
		}
	}
	return out
}

// Whole lists all rolls of a game that is over, no matter who could see them.
func Whole(passes []Pass, book Words) []Entry {
	open := make([]Pass, len(passes))
	for i, p := range passes {
		open[i] = p
		open[i].Facts = slices.Clone(p.Facts)
		for k := range open[i].Facts {
			open[i].Facts[k].For = nil
		}
	}
	return Of(open, "", book)
}

// join returns the entries without their odds, and beside each the throw that they follow from.
func join(passes []Pass, seat table.Seat, book Words) (out []Entry, all []Thrown) {
	for _, p := range passes {
		rolls := slices.Clone(p.Adjudicated.Rolls)
		for _, h := range p.Hidden {
			rolls = append(rolls, h.Rolls...)
		}
		facts := readable(p.Facts, seat)
		thrown := Throws(rolls, p.By, facts)
		for i, r := range rolls {
			e := Entry{Window: p.Adjudicated.Window, Key: r.Key, Purpose: r.Key, Draw: r.Draw, Sides: r.Sides, Values: r.Values, Proof: r.Proof, Seat: thrown[i].Seat}
			if at, _, ok := tellerOf(facts, r.Key); ok {
				f := facts[at]
				e.Turn, e.Step, e.Rule = f.Turn, f.Step, f.Rule
				e.Purpose = strings.Replace(book.Fact(f), " ... ", " ", 1)
			}
			out = append(out, e)
		}
		all = append(all, thrown...)
	}
	return out, all
}

func readable(facts []table.Fact, seat table.Seat) []table.Fact {
	var out []table.Fact
	for _, f := range facts {
		if f.For == nil || slices.Contains(f.For, seat) {
			out = append(out, f)
		}
	}
	return out
}

// nearest finds the fact whose path is the longest that begins a key; of several the first, -1 for none. A key is the number
// of the step, its name, the path, and what the roll is for: "10/activate/G2/fire/G2/lmg".
func nearest(facts []table.Fact, key string) int {
	_, rest, _ := strings.Cut(key, "/")
	best := -1
	for i, f := range facts {
		path := f.At
		if f.Step != "" {
			path = f.Step + "/" + f.At
		}
		if f.At != "" && (rest == path || strings.HasPrefix(rest, path+"/")) && (best < 0 || len(f.At) > len(facts[best].At)) {
			best = i
		}
	}
	return best
}

// dice writes what was thrown: "2d6", or "1 of 14" for a draw.
func (e Entry) dice() string {
	if e.Draw {
		return fmt.Sprintf("1/%d", e.Sides)
	}
	if len(e.Values) > 1 {
		return fmt.Sprintf("%dd%d", len(e.Values), e.Sides)
	}
	return fmt.Sprintf("d%d", e.Sides)
}

// values writes the results; a draw counts its pieces from 1.
func (e Entry) values() string {
	var parts []string
	for _, v := range e.Values {
		if e.Draw {
			v++
		}
		parts = append(parts, strconv.FormatInt(v, 10))
	}
	return strings.Join(parts, " ")
}

// Text writes the ledger in lines of at most 78 columns; long descriptions of a roll continue in the next line.
func Text(entries []Entry, book Words) []string {
	head := row(book.Say("letter.ledger.turn"), book.Say("letter.ledger.step"), book.Say("letter.ledger.purpose"), book.Say("letter.ledger.dice"), book.Say("letter.ledger.values"), book.Say("letter.ledger.odds"), book.Say("letter.ledger.rule"))
	lines := []string{head, strings.Repeat("-", 78)}
	for _, e := range entries {
		turn := ""
		if e.Turn > 0 {
			turn = strconv.Itoa(e.Turn)
		}
		said, values := columns.Lines(e.Purpose, 30, "", ""), columns.Lines(e.values(), 13, "", "")
		lines = append(lines, row(turn, e.Step, said[0], e.dice(), values[0], e.Odds, e.Rule))
		for i := 1; i < max(len(said), len(values)); i++ {
			lines = append(lines, row("", "", at(said, i), "", at(values, i), "", ""))
		}
	}
	return lines
}

func at(s []string, i int) string {
	if i < len(s) {
		return s[i]
	}
	return ""
}

func row(turn, step, purpose, dice, values, odds, rule string) string {
	return strings.TrimRight(cell(turn, 5)+cell(step, 6)+cell(purpose, 31)+cell(dice, 6)+cell(values, 14)+cell(odds, 7)+columns.Cut(rule, 9), " ")
}

func cell(s string, w int) string { return columns.Left(columns.Cut(s, w-1), w) }

// CSV writes the ledger for a spreadsheet.
func CSV(entries []Entry) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// Writes to a Builder do not fail.
	_ = w.Write([]string{"window", "turn", "step", "key", "purpose", "rule", "kind", "sides", "values", "proof", "odds", "seat"})
	for _, e := range entries {
		kind := "roll"
		if e.Draw {
			kind = "draw"
		}
		_ = w.Write([]string{strconv.FormatInt(e.Window, 10), strconv.Itoa(e.Turn), safe(e.Step), safe(e.Key), safe(e.Purpose), safe(e.Rule), kind, strconv.FormatInt(e.Sides, 10), e.values(), hex.EncodeToString(e.Proof), e.Odds, safe(string(e.Seat))})
	}
	w.Flush()
	return []byte(b.String())
}

// safe keeps a spreadsheet from reading text as a formula.
func safe(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
