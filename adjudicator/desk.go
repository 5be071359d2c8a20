package adjudicator

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Desk is what one seat has prepared: the draft of its order lines, its standing orders, its replies to open questions. Mails edit it until
// the seal; the rules never see it.
//
// A desk owns its contents. It returns copies and never edits a list in place: a list held elsewhere does not change, and nothing outside
// can change what is sealed.
type Desk struct {
	Seat table.Seat
	Sent bool  // sent orders for the window now open
	Last int64 // Unix ms of the last mail that changed it

	draft       []table.Line
	standing    []table.Line
	answers     []events.Answer
	spared      []string    // ids of the draft's lines for phases that the other side alone has had since
	inBook      []string    // ids of the draft's lines that are already in the rules' book
	sentSeq     int64       // event of the last mail by which he is in
	corrections [][2]string // ids: a line and its correction, oldest first
	unmended    []int64     // numbers of lines that were not understood and have not been corrected, withdrawn or rewritten since
	replaced    []Replaced  // what mails for the open window took off the desk without putting it back
	struck      []Replaced  // lines for phases that did not come any more in their turn, by the pass that ended it
	takenBack   bool        // the whole draft was withdrawn and nothing has been sent since
}

// Draft returns the prepared order lines, in order.
func (d *Desk) Draft() []table.Line { return copies(d.draft) }

// Standing returns the standing orders.
func (d *Desk) Standing() []table.Line { return copies(d.standing) }

// Answers returns the replies to open questions.
func (d *Desk) Answers() []events.Answer { return slices.Clone(d.answers) }

// Unmended returns the numbers of the lines that were not understood and that the player has not corrected yet.
func (d *Desk) Unmended() []int64 { return slices.Clone(d.unmended) }

// Replaced is what one mail took off the desk, by ordering something else instead or by withdrawing it.
type Replaced struct {
	Mail  int64 // its event
	Lines []table.Line
}

// Replaced returns the order lines that a mail for the open window took off the desk and that it does not hold again.
func (d *Desk) Replaced(seq int64) []table.Line {
	for _, r := range d.replaced {
		if r.Mail == seq {
			return copies(r.Lines)
		}
	}
	return nil
}

// Struck returns the lines whose phases did not come any more in their turn, of the turns that ended after an event.
func (d *Desk) Struck(since int64) []table.Line {
	var out []table.Line
	for _, r := range d.struck {
		if r.Mail > since {
			out = append(out, copies(r.Lines)...)
		}
	}
	return out
}

// Ready reports whether the player is finished with the open window: he has sent orders, none of his lines waits for a correction, and he
// has not withdrawn what he sent. The window does not close before its deadline while a player it waits for is not ready.
func (d *Desk) Ready() bool { return d.Sent && len(d.unmended) == 0 && !d.takenBack }

// Trial returns the desk as an order mail would leave it. The desk itself does not change.
func (d *Desk) Trial(seq int64, o events.Orders) *Desk {
	trial := *d
	trial.draft, trial.standing, trial.answers = d.Draft(), d.Standing(), d.Answers()
	trial.inBook, trial.corrections, trial.unmended, trial.replaced = slices.Clone(d.inBook), slices.Clone(d.corrections), d.Unmended(), slices.Clone(d.replaced)
	trial.receive(seq, d.Last, o)
	return &trial
}

// copies returns lines that share nothing with those given.
func copies(lines []table.Line) []table.Line {
	lines = slices.Clone(lines)
	for i := range lines {
		l := &lines[i]
		l.Args, l.Clauses, l.Otherwise, l.When = slices.Clone(l.Args), clauses(l.Clauses), clauses(l.Otherwise), slices.Clone(l.When)
		for j, all := range l.When {
			l.When[j] = slices.Clone(all)
			for k, term := range l.When[j] {
				l.When[j][k].Args = slices.Clone(term.Args)
			}
		}
	}
	return lines
}

func clauses(list []events.Clause) []events.Clause {
	list = slices.Clone(list)
	for i, c := range list {
		list[i].Args = slices.Clone(c.Args)
	}
	return list
}

// without returns a list without the entries that are gone. The given list does not change.
func without[T any](list []T, gone func(T) bool) []T {
	var left []T
	for _, x := range list {
		if !gone(x) {
			left = append(left, x)
		}
	}
	return left
}

// LineID returns the permanent name of a line: event 41, line 3.
func LineID(seq, number int64) string { return fmt.Sprintf("%d.%d", seq, number) }

// answerID returns the permanent name of an answer: event 43, second answer.
func answerID(seq int64, i int) string { return fmt.Sprintf("%d.a%d", seq, i+1) }

// slot returns the place of a line in the draft: by the mail that first wrote it, then by its number there.
func slot(id string) (seq, number int64) {
	a, b, _ := strings.Cut(id, ".")
	seq, _ = strconv.ParseInt(a, 10, 64)
	number, _ = strconv.ParseInt(b, 10, 64)
	return seq, number
}

// receive edits the desk by one order mail: a block replaces the draft of the phases that it names, a standing order the standing orders of
// its verb, and a line that names an older one replaces it.
func (d *Desk) receive(seq, when int64, o events.Orders) {
	if gone := without(d.draft, func(l table.Line) bool {
		return !slices.Contains(o.Phases, l.Phase) || slices.ContainsFunc(o.Lines, func(n table.Line) bool { return n.Text == l.Text })
	}); len(gone) > 0 {
		d.replaced = append(slices.Clip(d.replaced), Replaced{Mail: seq, Lines: copies(gone)})
	}
	d.draft = without(d.draft, func(l table.Line) bool { return slices.Contains(o.Phases, l.Phase) })
	d.standing = without(d.standing, func(l table.Line) bool { return slices.Contains(o.Phases, "standing "+l.Verb) })
	for i, l := range copies(o.Lines) {
		l.ID = LineID(seq, l.Number)
		list := &d.draft
		if l.Standing {
			list = &d.standing
		}
		if i < len(o.Replaces) && o.Replaces[i] != "" {
			*list = d.corrected(*list, l, o.Replaces[i])
		} else {
			*list = append(slices.Clip(*list), l)
		}
	}
	for i, a := range o.Answers {
		a.ID = answerID(seq, i)
		d.answers = append(without(d.answers, func(b events.Answer) bool { return b.Question == a.Question }), a)
	}
	d.Last = when
	if len(o.Lines)+len(o.Answers) > 0 || len(o.Faults) == 0 {
		d.Sent, d.sentSeq, d.takenBack = true, seq, false // a mail of which nothing was understood does not end a player's turn
	}
	d.mend(o)
}

// mend notes which lines wait for a correction. A player who rewrites his orders has dealt with all of them; a line sent again with its
// number corrects that line.
func (d *Desk) mend(o events.Orders) {
	if slices.ContainsFunc(o.Phases, func(p string) bool { return !strings.HasPrefix(p, "standing ") }) {
		d.unmended = nil
	}
	for _, old := range o.Replaces {
		_, number := slot(old)
		d.unmended = without(d.unmended, func(n int64) bool { return old != "" && n == number })
	}
	for _, f := range o.Faults {
		if f.Code != FaultyAnswer && !slices.Contains(d.unmended, f.Number) {
			d.unmended = append(slices.Clip(d.unmended), f.Number)
		}
	}
}

// FaultyAnswer is the code of a reply that its question does not allow. The question goes on waiting for a valid one.
const FaultyAnswer = "orders.answer"

// replied reports whether a question has a reply.
func (d *Desk) replied(question string) bool {
	return slices.ContainsFunc(d.answers, func(a events.Answer) bool { return a.Question == question })
}

// corrected returns a list in which a line has the place of the line that it corrects, or the place that line would have if it had been
// understood.
func (d *Desk) corrected(list []table.Line, l table.Line, old string) []table.Line {
	for _, c := range d.corrections {
		if c[0] == old {
			old = c[1]
		}
	}
	d.corrections = append(slices.Clip(d.corrections), [2]string{old, l.ID})
	list = slices.Clone(list)
	seq, number := slot(old)
	at := 0
	for i, other := range list {
		if other.ID == old {
			list[i] = l
			return list
		}
		if s, n := slot(other.ID); s < seq || s == seq && n < number {
			at = i + 1
		}
	}
	return slices.Insert(list, at, l)
}

// Numbered finds the line that a player means by a number: the one from the mail that he answers if it is still on the desk, else the
// newest line with that number. If there is none, the id names nothing.
func (d *Desk) Numbered(seq, number int64) string {
	id := LineID(seq, number)
	if _, ok := d.LineByID(id); ok {
		return id
	}
	newest := int64(-1)
	for _, list := range [][]table.Line{d.draft, d.standing} {
		for _, l := range list {
			if s, _ := slot(l.ID); l.Number == number && s > newest {
				newest, id = s, l.ID
			}
		}
	}
	return id
}

// meant returns the id of the line that a player means by a number in answer to the receipt of a mail: that mail's own, or one that waits to be
// corrected, or else the newest line with that number.
func (d *Desk) meant(seq, number int64) string {
	id := LineID(seq, number)
	if _, lies := d.LineByID(id); lies || slices.Contains(d.unmended, number) {
		return id
	}
	return d.Numbered(seq, number)
}

// LineByID finds a line on a seat's desk.
func (d *Desk) LineByID(id string) (table.Line, bool) {
	for _, list := range [][]table.Line{d.draft, d.standing} {
		if i := slices.IndexFunc(list, func(l table.Line) bool { return l.ID == id }); i >= 0 {
			return copies(list[i : i+1])[0], true
		}
	}
	return table.Line{}, false
}

// withdraw takes lines off the desk; without ids the whole draft.
func (d *Desk) withdraw(seq, when int64, ids []string) {
	gone := func(l table.Line) bool { return slices.Contains(ids, l.ID) }
	off := slices.Concat(d.draft, d.standing)
	if len(ids) == 0 {
		off = d.draft
		d.draft, d.unmended, d.takenBack = nil, nil, true
	} else {
		off = without(off, func(l table.Line) bool { return !gone(l) })
	}
	if len(off) > 0 {
		d.replaced = append(slices.Clip(d.replaced), Replaced{Mail: seq, Lines: copies(off)})
	}
	for _, id := range ids {
		_, number := slot(id)
		d.unmended = without(d.unmended, func(n int64) bool { return n == number })
	}
	d.draft, d.standing = without(d.draft, gone), without(d.standing, gone)
	d.Last = when
}

// carryOver returns the desk after a pass: the lines that the rules have not carried out yet, then those that wait for a later phase of the
// same turn, then those that came after the seal. Waiting lines whose turn has ended are struck. Answers are dropped: their window is closed.
//
// Phases are those of the window if it waited for this seat, else none: what the other side orders in a phase takes nothing off this desk.
func (d *Desk) carryOver(program []table.Line, sealed events.SeatSeal, passSeq, sealSeq int64, phases []string, newTurn bool) {
	left, struck := copies(program), []table.Line(nil)
	for _, l := range d.draft {
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
	d.draft, d.answers, d.inBook = left, nil, ids(program)
	d.replaced = without(d.replaced, func(r Replaced) bool { return r.Mail <= sealSeq })
	if d.sentSeq <= sealSeq {
		d.unmended, d.takenBack = nil, false
	}
	d.Sent = d.Sent && d.sentSeq > sealSeq // he counts as in for the next window if he ordered after the seal, but not if he withdrew something
	if len(struck) > 0 {
		d.struck = append(slices.Clip(d.struck), Replaced{Mail: passSeq, Lines: copies(struck)})
		d.struck = d.struck[max(0, len(d.struck)-longestStruck):]
	}
}

// spare notes the sealed lines for the phases of a window that did not wait for this seat. They stay; programs before this one took them off.
func (d *Desk) spare(sealed events.SeatSeal, phases []string) {
	for _, l := range d.draft {
		if slices.Contains(phases, l.Phase) && slices.Contains(sealed.Lines, l.ID) && !slices.Contains(d.spared, l.ID) {
			d.spared = append(slices.Clip(d.spared), l.ID)
		}
	}
}

// unseal takes those lines off that were spared and that a later seal does not have: it was made by a program that did not spare them.
func (d *Desk) unseal(sealed events.SeatSeal) {
	if sealed.Seat == "" {
		return // it says nothing of this seat
	}
	d.draft = without(d.draft, func(l table.Line) bool {
		return slices.Contains(d.spared, l.ID) && !slices.Contains(sealed.Lines, l.ID)
	})
	d.spared = without(d.spared, func(id string) bool {
		return !slices.ContainsFunc(d.draft, func(l table.Line) bool { return l.ID == id })
	})
}

// longestStruck is of how many turns a desk keeps what was struck: a report tells it, and none is longer in coming.
const longestStruck = 8

// seal returns the part of the desk that counts for a window.
func (d *Desk) seal() events.SeatSeal {
	s := events.SeatSeal{Seat: string(d.Seat), Silent: !d.Sent}
	for _, l := range d.draft {
		s.Lines = append(s.Lines, l.ID)
	}
	for _, l := range d.standing {
		s.Standing = append(s.Standing, l.ID)
	}
	for _, a := range d.answers {
		s.Answers = append(s.Answers, a.ID)
	}
	return s
}

// filing keeps every line and answer ever received, by id. A seal names only these ids.
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
	Number int64       // of this seat's order mails
	Mail   events.Hash // its key
	Raw    events.Hash // the blob of its bytes
	Orders events.Orders
}

// Lines returns the lines that a mail was understood to order, by their numbers.
func (o OrderMail) Lines() []table.Line {
	lines := copies(o.Orders.Lines)
	slices.SortStableFunc(lines, func(a, b table.Line) int { return cmp.Compare(a.Number, b.Number) })
	return lines
}

// OrderMails yields the order mails of a seat, the newest first.
func (m *Match) OrderMails(s table.Seat) iter.Seq[OrderMail] {
	return func(yield func(OrderMail) bool) {
		for _, o := range slices.Backward(m.filed.mails) {
			if o.Seat == s && !yield(o) {
				return
			}
		}
	}
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
	for o := range m.OrderMails(s) {
		return o, true
	}
	return OrderMail{}, false
}

// Unmended returns the lines that were not understood and wait for their player, as he typed them last.
func (m *Match) Unmended(s table.Seat) (faults []events.Fault) {
	for _, n := range m.Desk(s).unmended {
		for _, o := range slices.Backward(m.filed.mails) {
			i := slices.IndexFunc(o.Orders.Faults, func(f events.Fault) bool { return f.Number == n && f.Code != FaultyAnswer })
			if o.Seat == s && i >= 0 {
				faults = append(faults, o.Orders.Faults[i])
				break
			}
		}
	}
	return faults
}

func (a *filing) file(o OrderMail) {
	seq := o.Seq
	a.mails = append(a.mails, o)
	lines := copies(o.Orders.Lines)
	for i := range lines {
		lines[i].ID = LineID(seq, lines[i].Number)
	}
	slices.SortStableFunc(lines, byPlace) // corrected lines keep their old numbers, so they may be in any order
	a.lines = append(a.lines, lines...)
	for i, answer := range o.Orders.Answers {
		answer.ID = answerID(seq, i)
		a.answers = append(a.answers, answer)
	}
}

// openAll turns the ids of the seal of a window into what they name.
func (a *filing) openAll(b events.Sealed) (table.Seal, error) {
	seal := table.Seal{Window: int(b.Window)}
	for _, s := range b.Seats {
		opened, err := a.open(s)
		if err != nil {
			return seal, err
		}
		seal.Seats = append(seal.Seats, opened)
	}
	return seal, nil
}

// open turns the ids of a seal into what they name. Ids that name nothing mean a damaged log.
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
		i, ok := slices.BinarySearchFunc(a.lines, table.Line{ID: id}, byPlace)
		if !ok || a.lines[i].ID != id {
			return nil, fmt.Errorf("the seal names line %q, which no mail holds", id)
		}
		found = append(found, a.lines[i])
	}
	return copies(found), nil
}

// byPlace orders lines by the mail that brought them, then by their numbers there.
func byPlace(a, b table.Line) int {
	s, n := slot(a.ID)
	s2, n2 := slot(b.ID)
	return cmp.Or(cmp.Compare(s, s2), cmp.Compare(n, n2))
}
