package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Desk is what one seat has lying ready: the draft of its order lines, its standing orders, its replies to open
// questions. Mails edit it until the seal; the rules never see it.
type Desk struct {
	Seat     table.Seat
	Draft    []table.Line
	Standing []table.Line
	Answers  []events.Answer
	Sent     bool  // sent orders for the window now open
	Last     int64 // Unix ms of the last mail that changed it

	inBook      []string    // ids of the draft's lines that the rules have in their book already
	lastSeq     int64       // event of that mail
	corrections [][2]string // ids: what a line was corrected by, oldest first
}

// LineID names a line for ever: event 41, line 3.
func LineID(seq, number int64) string { return fmt.Sprintf("%d.%d", seq, number) }

// answerID names an answer for ever: event 43, second answer.
func answerID(seq int64, i int) string { return fmt.Sprintf("%d.a%d", seq, i+1) }

// slot is the place of a line in the draft: by the mail that first wrote it, then by its number there.
func slot(id string) (seq, number int64) {
	a, b, _ := strings.Cut(id, ".")
	seq, _ = strconv.ParseInt(a, 10, 64)
	number, _ = strconv.ParseInt(b, 10, 64)
	return seq, number
}

// Receive edits the desk by one order mail: a block replaces the draft of the phases that it names, a standing order
// the standing orders of its verb, and a line that names an older one takes its place.
func (d *Desk) Receive(seq, when int64, o events.Orders) {
	d.Draft = slices.DeleteFunc(d.Draft, func(l table.Line) bool { return slices.Contains(o.Phases, l.Phase) })
	d.Standing = slices.DeleteFunc(d.Standing, func(l table.Line) bool { return slices.Contains(o.Phases, "standing "+l.Verb) })
	for i, l := range o.Lines {
		l.ID = LineID(seq, l.Number)
		list := &d.Draft
		if l.Standing {
			list = &d.Standing
		}
		if i < len(o.Replaces) && o.Replaces[i] != "" {
			d.correct(list, l, o.Replaces[i])
		} else {
			*list = append(*list, l)
		}
	}
	for i, a := range o.Answers {
		a.ID = answerID(seq, i)
		d.Answers = slices.DeleteFunc(d.Answers, func(b events.Answer) bool { return b.Question == a.Question })
		d.Answers = append(d.Answers, a)
	}
	d.Last, d.lastSeq = when, seq
	if len(o.Lines)+len(o.Answers) > 0 || len(o.Faults) == 0 {
		d.Sent = true // a mail of which nothing was understood ends nobody's turn
	}
}

// answers tells whether a question has a reply.
func (d *Desk) answers(question string) bool {
	return slices.ContainsFunc(d.Answers, func(a events.Answer) bool { return a.Question == question })
}

// correct puts a line where the line that it corrects stands, or would stand had it been understood.
func (d *Desk) correct(list *[]table.Line, l table.Line, old string) {
	for _, c := range d.corrections {
		if c[0] == old {
			old = c[1]
		}
	}
	d.corrections = append(d.corrections, [2]string{old, l.ID})
	seq, number := slot(old)
	at := 0
	for i, other := range *list {
		if other.ID == old {
			(*list)[i] = l
			return
		}
		if s, n := slot(other.ID); s < seq || s == seq && n < number {
			at = i + 1
		}
	}
	*list = slices.Insert(*list, at, l)
}

// Numbered finds the line that a player means by a number: the one of the mail that he answers if it still lies there,
// else the newest line with that number. Where there is none, the id names nothing.
func (d *Desk) Numbered(seq, number int64) string {
	id := LineID(seq, number)
	if _, ok := d.LineByID(id); ok {
		return id
	}
	newest := int64(-1)
	for _, list := range [][]table.Line{d.Draft, d.Standing} {
		for _, l := range list {
			if s, _ := slot(l.ID); l.Number == number && s > newest {
				newest, id = s, l.ID
			}
		}
	}
	return id
}

// withdraw takes lines off the desk; without ids the whole draft.
func (d *Desk) withdraw(seq, when int64, ids []string) {
	gone := func(l table.Line) bool { return slices.Contains(ids, l.ID) }
	if len(ids) == 0 {
		d.Draft = nil
	}
	d.Draft = slices.DeleteFunc(d.Draft, gone)
	d.Standing = slices.DeleteFunc(d.Standing, gone)
	d.Last, d.lastSeq = when, seq
}

// carryOver is the desk after a pass: what the rules have not done yet, then lines that wait for a later phase of the
// same turn, then what came after the seal. Waiting lines whose turn has ended are struck and given back. Answers were
// for the window that is gone.
func (d *Desk) carryOver(program []table.Line, sealed events.SeatSeal, sealSeq int64, phases []string, newTurn bool) (struck []table.Line) {
	left := slices.Clone(program)
	for _, l := range d.Draft {
		wasSealed := slices.Contains(sealed.Lines, l.ID)
		inBook := slices.Contains(d.inBook, l.ID) || wasSealed && slices.Contains(phases, l.Phase)
		switch {
		case inBook: // the program says what is left of it
		case wasSealed && newTurn:
			struck = append(struck, l)
		default:
			left = append(left, l)
		}
	}
	d.Draft, d.Answers, d.inBook = left, nil, ids(program)
	d.Sent = d.Sent && d.lastSeq > sealSeq
	return struck
}

// seal is what counts of the desk for a window.
func (d *Desk) seal() events.SeatSeal {
	s := events.SeatSeal{Seat: string(d.Seat), Silent: !d.Sent}
	for _, l := range d.Draft {
		s.Lines = append(s.Lines, l.ID)
	}
	for _, l := range d.Standing {
		s.Standing = append(s.Standing, l.ID)
	}
	for _, a := range d.Answers {
		s.Answers = append(s.Answers, a.ID)
	}
	return s
}

// filing keeps every line and answer ever received, found by id: a seal names nothing else.
type filing struct {
	lines   []table.Line
	answers []events.Answer
	mails   []OrderMail
}

// OrderMail is one order mail as it was understood.
type OrderMail struct {
	Seq    int64 // of its event
	Time   int64 // Unix ms
	Seat   table.Seat
	Number int64 // of this seat's order mails
	Orders events.Orders
}

// OrderMail finds the order mail of an event.
func (m *Match) OrderMail(seq int64) (OrderMail, bool) {
	i := slices.IndexFunc(m.filed.mails, func(o OrderMail) bool { return o.Seq == seq })
	if i < 0 {
		return OrderMail{}, false
	}
	return m.filed.mails[i], true
}

// LastOrderMail finds the newest order mail of a seat.
func (m *Match) LastOrderMail(s table.Seat) (OrderMail, bool) {
	for _, o := range slices.Backward(m.filed.mails) {
		if o.Seat == s {
			return o, true
		}
	}
	return OrderMail{}, false
}

func (a *filing) file(o OrderMail) {
	seq := o.Seq
	a.mails = append(a.mails, o)
	for _, l := range o.Orders.Lines {
		l.ID = LineID(seq, l.Number)
		a.lines = append(a.lines, l)
	}
	for i, answer := range o.Orders.Answers {
		answer.ID = answerID(seq, i)
		a.answers = append(a.answers, answer)
	}
}

// open turns the ids of a seal into what they name; ids that name nothing are a damaged log.
func (a *filing) open(s events.SeatSeal) (table.SeatSeal, error) {
	out := table.SeatSeal{Seat: table.Seat(s.Seat), Silent: s.Silent}
	var err error
	if out.Lines, err = a.find(s.Lines); err != nil {
		return out, err
	}
	if out.Standing, err = a.find(s.Standing); err != nil {
		return out, err
	}
	for _, id := range s.Answers {
		i := slices.IndexFunc(a.answers, func(x events.Answer) bool { return x.ID == id })
		if i < 0 {
			return out, fmt.Errorf("the seal of %s names answer %s, which no mail holds", s.Seat, id)
		}
		out.Answers = append(out.Answers, a.answers[i])
	}
	return out, nil
}

func (a *filing) find(ids []string) ([]table.Line, error) {
	var found []table.Line
	for _, id := range ids {
		i, ok := slices.BinarySearchFunc(a.lines, id, func(l table.Line, id string) int {
			s, n := slot(l.ID)
			s2, n2 := slot(id)
			return cmp.Or(cmp.Compare(s, s2), cmp.Compare(n, n2))
		})
		if !ok {
			return nil, fmt.Errorf("the seal names line %s, which no mail holds", id)
		}
		found = append(found, a.lines[i])
	}
	return found, nil
}
