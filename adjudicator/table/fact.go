package table

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"fieldpost/events"
)

// Fact is what happened, with its rule and arithmetic.
type Fact struct {
	Window int // the window whose seal it followed from; 0 is the opening
	Turn   int
	Step   string
	At     string // the names given to Table.At, joined with "/"
	Rule   string // "BB-4.4"
	Kind   string // words' key within the game: "fire"; the kernel's own begin with "table."
	Args   []FactArg
	For    []Seat // who may read it; nil means everyone, an empty list no one before the end

	// Unbidden is the seat whose units did it of themselves, since no order told them what to do (Table.Unbidden); "" if it was ordered. It is for
	// letters and no part of the digest.
	Unbidden Seat
}

// The kernel's own kinds of fact. All are told only to the owner of the line.
const (
	FactRefused     = "table.refused"       // a line was not allowed when its turn came; args line, id, text, code, then those of the refusal
	FactIfFalse     = "table.if-false"      // its if was false; args line, id, text
	FactOtherwise   = "table.otherwise"     // its otherwise is carried out instead; args line, id, text
	FactDisarmed    = "table.disarmed"      // a standing order is out of force; args line, id, text, why (a words' key)
	FactUnused      = "table.unused"        // a line is done and some of its words were not used; args line, id, text, what (the words)
	FactNeverCameUp = "table.never-came-up" // the turn ended before its turn came; args line, id, text
)

// CodeUnusedWords is the code of the refusal with which a rehearsal says what FactUnused says in play; args text, what.
const CodeUnusedWords = "table.not-used"

// FactArg is one named part of a fact. Value is a string, int, bool, Sum or []string.
type FactArg struct {
	Name  string
	Value any
}

// A makes a FactArg. It takes string, Seat, int, bool, Sum, []string and []Seat, and panics for anything else.
func A(name string, v any) FactArg {
	switch v := v.(type) {
	case string, int, bool, Sum:
		return FactArg{name, v}
	case []string:
		return FactArg{name, slices.Clone(v)}
	case Seat:
		return FactArg{name, string(v)}
	case []Seat:
		return FactArg{name, texts(v)}
	}
	panic(fmt.Sprintf("table: a fact cannot hold %q: it is a %T", name, v))
}

// Said returns the arguments of a fact for a name given by a document, one for each language: "name.en", "name.fr".
func Said(name string, w Words) []FactArg {
	var out []FactArg
	for _, t := range w {
		out = append(out, A(name+"."+string(t.Lang), t.Text))
	}
	return out
}

func texts(seats []Seat) []string {
	out := make([]string, len(seats))
	for i, s := range seats {
		out[i] = string(s)
	}
	return out
}

// Text, List and Int return what a fact says under a name, or "", nil or 0 if it says nothing of that kind.
func (f Fact) Text(name string) string   { return said[string](f, name) }
func (f Fact) List(name string) []string { return said[[]string](f, name) } // as Text
func (f Fact) Int(name string) int       { return said[int](f, name) }      // as Text

// Holds reports whether a fact says that something is so.
func (f Fact) Holds(name string) bool { return said[bool](f, name) }

func said[V any](f Fact, name string) (v V) {
	for _, a := range f.Args {
		if v, ok := a.Value.(V); ok && a.Name == name {
			return v
		}
	}
	return v
}

// Reads reports whether a seat may read the fact.
func (f Fact) Reads(s Seat) bool { return reads(f.For, s) }

func reads(audience []Seat, s Seat) bool { return audience == nil || slices.Contains(audience, s) }

// Readable returns the facts that a seat may read, in order.
func Readable(facts []Fact, s Seat) []Fact {
	n := 0
	for i := range facts {
		if facts[i].Reads(s) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]Fact, 0, n)
	for i := range facts {
		if facts[i].Reads(s) {
			out = append(out, facts[i])
		}
	}
	return out
}

// Digest returns the hash of facts in order: two runs with the same facts have the same digest.
func Digest(facts []Fact) events.Hash {
	w := &writer{}
	for _, f := range facts {
		w.fact(f)
	}
	return sha256.Sum256(w.b)
}

func (w *writer) fact(f Fact) {
	w.int(f.Window)
	w.int(f.Turn)
	w.strings(f.Step, f.At, f.Rule, f.Kind)
	w.int(len(f.Args))
	for _, a := range f.Args {
		w.string(a.Name)
		w.value(a.Value)
	}
	w.seats(f.For)
}

func (w *writer) value(v any) {
	switch v := v.(type) {
	case string:
		w.strings("s", v)
	case int:
		w.string("i")
		w.int(v)
	case bool:
		w.string("b")
		w.bool(v)
	case []string:
		w.string("l")
		w.list(v)
	case Sum:
		w.string("n")
		w.ints(v.dice)
		w.int(v.sides)
		terms := v.Terms()
		w.int(len(terms))
		for _, t := range terms {
			w.strings(t.Name, t.Rule)
			w.int(t.Value)
		}
	default:
		panic(fmt.Sprintf("table: a fact holds a %T", v))
	}
}
