package table

import (
	"encoding/binary"
	"errors"

	"fieldpost/adjudicator/orders"
)

// errShort means that stored bytes end too early or hold an impossible length.
var errShort = errors.New("table: the bytes are cut short")

// writer makes canonical bytes: signed varints, and strings and lists prefixed with their length.
type writer struct{ b []byte }

func (w *writer) int(v int) { w.b = binary.AppendVarint(w.b, int64(v)) }

func (w *writer) bool(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

func (w *writer) bytes(v []byte) {
	w.int(len(v))
	w.b = append(w.b, v...)
}

func (w *writer) string(v string) {
	w.int(len(v))
	w.b = append(w.b, v...)
}

func (w *writer) strings(all ...string) {
	for _, v := range all {
		w.string(v)
	}
}

func (w *writer) list(all []string) {
	w.int(len(all))
	w.strings(all...)
}

func (w *writer) ints(all []int) {
	w.int(len(all))
	for _, v := range all {
		w.int(v)
	}
}

func (w *writer) bools(all []bool) {
	w.int(len(all))
	for _, v := range all {
		w.bool(v)
	}
}

// seats keeps nil (everyone) distinct from an empty list.
func (w *writer) seats(all []Seat) {
	if all == nil {
		w.int(-1)
		return
	}
	w.int(len(all))
	for _, s := range all {
		w.string(string(s))
	}
}

func (w *writer) args(all []Arg) {
	w.int(len(all))
	for _, a := range all {
		w.strings(a.Name, a.Value)
	}
}

func (w *writer) clauses(all []Clause) {
	w.int(len(all))
	for _, c := range all {
		w.string(c.Verb)
		w.args(c.Args)
	}
}

func (w *writer) line(l Line) {
	w.string(l.ID)
	w.int(int(l.Number))
	w.string(l.Text)
	w.bool(l.Standing)
	w.strings(l.Phase, l.Guard)
	w.int(len(l.When))
	for _, all := range l.When {
		w.int(len(all))
		for _, t := range all {
			w.bool(t.Not)
			w.string(t.Name)
			w.args(t.Args)
		}
	}
	w.string(l.Verb)
	w.args(l.Args)
	w.clauses(l.Clauses)
	w.clauses(l.Otherwise)
}

func (w *writer) lines(all []Line) {
	w.int(len(all))
	for _, l := range all {
		w.line(l)
	}
}

// reader reads what writer wrote. The first fault stays; everything read after it is zero.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail() { r.b, r.err = nil, errShort }

func (r *reader) int() int {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) bools() []bool {
	var out []bool
	for range r.count() {
		out = append(out, r.bool())
	}
	return out
}

func (r *reader) bool() bool {
	if len(r.b) == 0 || r.b[0] > 1 {
		r.fail()
		return false
	}
	v := r.b[0] == 1
	r.b = r.b[1:]
	return v
}

// count reads the length of a list whose elements take at least one byte each.
func (r *reader) count() int {
	n := r.int()
	if n < 0 || n > len(r.b) {
		r.fail()
		return 0
	}
	return n
}

func (r *reader) bytes() []byte {
	n := r.count()
	v := r.b[:n:n]
	r.b = r.b[n:]
	return v
}

func (r *reader) string() string { return string(r.bytes()) }

func (r *reader) seats() []Seat {
	n := r.int()
	if n == -1 {
		return nil
	}
	if n < 0 || n > len(r.b) {
		r.fail()
		return nil
	}
	out := make([]Seat, 0, n)
	for range n {
		out = append(out, Seat(r.string()))
	}
	return out
}

func (r *reader) args() []Arg {
	var out []Arg
	for range r.count() {
		out = append(out, Arg{Name: r.string(), Value: r.string()})
	}
	return out
}

func (r *reader) clauses() []Clause {
	var out []Clause
	for range r.count() {
		out = append(out, Clause{Verb: r.string(), Args: r.args()})
	}
	return out
}

func (r *reader) line() Line {
	l := Line{ID: r.string(), Number: int64(r.int()), Text: r.string(), Standing: r.bool(), Phase: r.string(), Guard: r.string()}
	for range r.count() {
		var all []orders.Term
		for range r.count() {
			all = append(all, orders.Term{Not: r.bool(), Name: r.string(), Args: r.args()})
		}
		l.When = append(l.When, all)
	}
	l.Verb, l.Args, l.Clauses, l.Otherwise = r.string(), r.args(), r.clauses(), r.clauses()
	return l
}

func (r *reader) lines() []Line {
	var out []Line
	for range r.count() {
		out = append(out, r.line())
	}
	return out
}
