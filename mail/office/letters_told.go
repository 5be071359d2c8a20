package office

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/calendar"
	"fieldpost/projections/letter"
)

// told writes news about the correspondence: what the words of letter.told say about an event.
func (w *writer) told(o adjudicator.Owed) letter.Letter {
	l := letter.Told{Head: w.head(), Code: o.Letter, Due: w.due()}
	switch o.Letter {
	case "deadline":
		l.Head = w.dated()
		l.Code, l.Values = w.movedBy()
	case "unreachable":
		l.Values = []table.FactArg{table.A("who", w.names(func(p adjudicator.Player) bool { return p.Unreachable }))}
	case "vacated":
		l.Values = []table.FactArg{table.A("who", w.names(func(p adjudicator.Player) bool { return p.Vacant })), table.A("address", w.st.Post.Orders), table.A("reason", w.deedReason(o.Seq))}
		if slices.ContainsFunc(w.m.Players, func(p adjudicator.Player) bool { return p.Vacant && p.GivenUp }) {
			l.Code = "given-up"
		}
	case "terms":
		t := w.st.terms(w.m)
		l.Values = []table.FactArg{table.A("proof", w.book.Say("letter.proof."+t.Proof)), table.A("press", w.book.Say("letter.press."+t.Press))}
	case "absence":
		l.Notes = w.absences()
		if len(l.Notes) == 0 {
			l.Code = "no-absence"
		}
	case "letters":
		l.Notes = w.wanted()
	case "arrival":
		of, _ := w.m.OrderMail(o.Seq)
		l.Values = []table.FactArg{table.A("who", w.Side(of.Seat))}
	case "key":
		l.Values = []table.FactArg{table.A("fingerprint", w.p.Fingerprint)}
	}
	return l
}

// deedReason returns the game master's reason for an event, or "" if it is not one of his deeds.
func (w *writer) deedReason(seq int64) string {
	for _, d := range w.m.Fair.Deeds {
		if d.Seq == seq {
			return d.Reason
		}
	}
	return ""
}

// movedBy says why the running deadline was moved.
func (w *writer) movedBy() (code string, values []table.FactArg) {
	if w.m.Due == nil {
		return "deadline", nil
	}
	values = []table.FactArg{table.A("reason", w.m.Fair.ReasonOf(adjudicator.DeedDeadline, int64(w.m.Due.Window)))}
	switch cause, seat, _ := strings.Cut(w.m.Due.Cause, " "); cause {
	case "outage":
		return "outage", nil
	case "bank":
		left := w.m.BankLeft(table.Seat(seat))
		return "bank", []table.FactArg{table.A("who", w.Side(table.Seat(seat))), table.A("left", letter.Span(w.book, 60*left))}
	}
	return "deadline", values
}

// names lists the sides of players of a kind.
func (w *writer) names(which func(adjudicator.Player) bool) string {
	var list []string
	for _, p := range w.m.Players {
		if which(p) {
			list = append(list, w.Side(p.Seat))
		}
	}
	return strings.Join(list, ", ")
}

// absences lists when the reader is away, from now on.
func (w *writer) absences() []letter.Note {
	var notes []letter.Note
	now := w.st.Now().UnixMilli()
	for _, a := range w.m.Absences {
		if a.Seat != w.seat || a.Until <= now {
			continue
		}
		notes = append(notes, letter.Note{Key: "letter.absence.slot", Args: []table.FactArg{
			table.A("slot", int(a.Slot)), table.A("from", w.dayOf(a.From)), table.A("until", w.dayOf(a.Until-1)), table.A("zone", w.zone.String()),
		}})
	}
	return notes
}

// dayOf returns a day in the reader's zone and language.
func (w *writer) dayOf(ms int64) string {
	t := time.UnixMilli(ms).In(w.zone)
	return w.book.Say("letter.day", table.A("weekday", w.book.Say("letter.weekday."+strconv.Itoa(int(t.Weekday())))), table.A("day", t.Day()),
		table.A("month", w.book.Say("letter.month."+strconv.Itoa(int(t.Month())))), table.A("year", strconv.Itoa(t.Year())))
}

// dated returns the head of a letter that brings the deadline for the reader's calendar, if he is awaited.
func (w *writer) dated() letter.Head {
	h := w.head()
	if w.m.Due == nil || !w.m.Awaits(w.seat) || !w.p.Letters.Gets(adjudicator.Calendar) {
		return h
	}
	h.Calendar = calendar.Event{
		UID:      strings.Join([]string{w.m.Game, strconv.Itoa(w.m.Open.Number), string(w.seat)}, ".") + "@" + w.st.domain,
		Sequence: w.m.Moved, Stamp: w.st.Now(), At: time.UnixMilli(w.m.Due.Due), Lasting: time.Hour,
		Summary:   w.book.Say("letter.calendar.summary", table.A("game", w.m.Game), table.A("turn", h.Turn), table.A("seat", h.Seat)),
		Text:      w.book.Say("letter.calendar.text", table.A("title", h.Title), table.A("address", h.Reply)),
		Organizer: w.st.Post.Orders, Alarm: 24 * time.Hour,
	}.Bytes()
	return h
}

// missing lists who sent nothing for the turn that the report is about.
func (w *writer) missing() []letter.Note {
	if len(w.m.Missing) == 0 {
		return nil
	}
	var list []string
	for _, s := range w.m.Missing {
		list = append(list, w.Side(s))
	}
	return []letter.Note{{Key: "letter.missed", Args: []table.FactArg{table.A("n", len(list)), table.A("who", strings.Join(list, ", "))}}}
}
