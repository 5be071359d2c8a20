// Package machine writes the JSON that goes with a report, for players' own programs.
//
// It holds what the seat may see and nothing else: facts with their arithmetic, what stands on the board, the window now open, the lines
// and standing orders of the seat. Schema "fieldpost/report/1":
//
//	schema   "fieldpost/report/1"; a change that a reader could trip over raises the number
//	game     id of the game
//	seat     seat whose view this is; "" for the public
//	turn     number of the game turn
//	report   number of this seat's report
//	facts    in order: window, turn, step, at (path), rule, kind (key of the words), text (in the language of the
//	         letter), args (by name: string, number, true or false, list, or an arithmetic with total, dice, sides, terms)
//	state    what the seat knows of the position, in the keys that "set:" of a try file has, and what the game works out from it
//	         (position.State): keys in the order of their bytes, what is false, zero or empty is left out
//	window   the window now open: number, turn, step, phases, seats, questions (key, decision, rule, options, default, more); null when over
//	due      Unix milliseconds of the deadline, 0 for none
//	program  order lines not done yet, canonical text
//	standing standing orders: text, armed, why
//	known    hash of what the seat knows, hexadecimal: two reports with the same hash show the same position
//	desk     what a program that has the rules needs to stand where the seat stands: see desk; absent where no orders are open
//
// The same report gives the same bytes: objects are written in this order and arguments in the order in which the rules give them. Facts
// that are not for the seat are left out here even when the caller passes them.
package machine

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Schema is the name and version of the format.
const Schema = "fieldpost/report/1"

// Words puts facts into words.
type Words interface{ Fact(f table.Fact) string }

// Report is what is written.
type Report struct {
	Game     string
	Seat     table.Seat
	Turn     int
	Number   int
	Facts    []table.Fact
	State    *position.State // table.View.Describe
	Window   *table.Window
	Due      int64
	Program  []table.Line
	Standing []table.StandingLine
	Known    events.Hash
	Desk     *Desk // may be nil
}

// HashOf returns the SHA-256 of some bytes.
func HashOf(b []byte) events.Hash { return sha256.Sum256(b) }

type fact struct {
	Window int    `json:"window"`
	Turn   int    `json:"turn"`
	Step   string `json:"step"`
	At     string `json:"at"`
	Rule   string `json:"rule"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Args   args   `json:"args"`
}

// args is an object whose members keep the order in which the rules told them.
type args []table.FactArg

// MarshalJSON writes the object; of arguments with the same name the last one counts.
func (a args) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range a {
		if slices.ContainsFunc(a[i+1:], func(y table.FactArg) bool { return y.Name == x.Name }) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(x.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(plain(x.Value))
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type sum struct {
	Total int    `json:"total"`
	Dice  []int  `json:"dice"`
	Sides int    `json:"sides"`
	Terms []term `json:"terms"`
}

type term struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Rule  string `json:"rule"`
}

func plain(v any) any {
	s, ok := v.(table.Sum)
	if !ok {
		return v
	}
	out := sum{Total: s.Total(), Dice: append([]int{}, s.Dice()...), Sides: s.Sides(), Terms: []term{}}
	for _, t := range s.Terms() {
		out.Terms = append(out.Terms, term(t))
	}
	return out
}

type window struct {
	Number    int          `json:"number"`
	Turn      int          `json:"turn"`
	Step      string       `json:"step"`
	Phases    []string     `json:"phases"`
	Seats     []table.Seat `json:"seats"`
	Questions []question   `json:"questions"`
}

type question struct {
	Key      string   `json:"key"`
	Decision string   `json:"decision"`
	Rule     string   `json:"rule"`
	Args     args     `json:"args"`
	Options  []string `json:"options"`
	More     bool     `json:"more"`
	Default  string   `json:"default"`
}

type standing struct {
	Text  string `json:"text"`
	Armed bool   `json:"armed"`
	Why   string `json:"why"`
}

// JSON writes the report. Only State can cause an error: that of a game which describes what JSON cannot hold.
func JSON(r Report, book Words) ([]byte, error) {
	out := struct {
		Schema   string          `json:"schema"`
		Game     string          `json:"game"`
		Seat     table.Seat      `json:"seat"`
		Turn     int             `json:"turn"`
		Report   int             `json:"report"`
		Facts    []fact          `json:"facts"`
		State    *position.State `json:"state"`
		Window   *window         `json:"window"`
		Due      int64           `json:"due"`
		Program  []string        `json:"program"`
		Standing []standing      `json:"standing"`
		Known    string          `json:"known"`
		Desk     *desk           `json:"desk,omitempty"`
	}{Schema: Schema, Game: r.Game, Seat: r.Seat, Turn: r.Turn, Report: r.Number, Facts: []fact{}, State: r.State,
		Window: openWindow(r.Window, r.Seat), Due: r.Due, Program: []string{}, Standing: []standing{}, Known: r.Known.String()}
	for _, f := range r.Facts {
		if f.For == nil || slices.Contains(f.For, r.Seat) {
			out.Facts = append(out.Facts, fact{f.Window, f.Turn, f.Step, f.At, f.Rule, f.Kind, book.Fact(f), f.Args})
		}
	}
	for _, l := range r.Program {
		out.Program = append(out.Program, l.Text)
	}
	for _, s := range r.Standing {
		out.Standing = append(out.Standing, standing{s.Line.Text, s.Armed, s.Why})
	}
	var err error
	if out.Desk, err = deskPart(r.Desk); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// openWindow shows only the seat's own questions: a player must not read that another seat is asked something.
func openWindow(w *table.Window, seat table.Seat) *window {
	if w == nil {
		return nil
	}
	out := &window{Number: w.Number, Turn: w.Turn, Step: w.Step, Phases: append([]string{}, w.Phases...), Seats: append([]table.Seat{}, w.Seats...), Questions: []question{}}
	for _, q := range w.Questions {
		if q.Seat == seat {
			out.Questions = append(out.Questions, question{q.Key, q.Decision, q.Rule, q.Args, append([]string{}, q.Options...), q.More, q.Default})
		}
	}
	return out
}
