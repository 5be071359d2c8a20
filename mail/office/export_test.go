package office

import (
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// What the tests of this package see of its inside.

const (
	MostAnswers  = mostAnswers
	MostOfSeat   = mostOfSeat
	MostUnproven = mostUnproven
)

var (
	ParsePhase   = parsePhase
	DeadlineFrom = deadlineFrom
	StatusOf     = statusOf
	Over         = MailTerms.over
)

// Absence is what a line ABSENT says.
type Absence struct {
	From, Until time.Time
	Cancel      bool
	Slot        int64
}

// ReadAbsence reads the days of an absence.
func ReadAbsence(said *orders.Speech, args string, now time.Time) (Absence, bool) {
	a, ok := readAbsence(said, args, now)
	return Absence{a.from, a.until, a.cancel, a.slot}, ok
}

// CountBy sets the machine's own count of time.
func (st *Office) CountBy(count func() time.Duration) { st.guard.count = count }

// At makes the office that of another address.
func (st *Office) At(address string) *Office {
	st.Settings.Address, st.Post.Orders = address, address
	_, st.domain, _ = strings.Cut(address, "@")
	return st
}

// HelpOn is what a seat is told of a topic.
func (st *Office) HelpOn(m *adjudicator.Match, seat table.Seat, lang, topic string) (letter.Help, bool) {
	w := st.writer(m, seat)
	w.in(lang)
	help, ok := w.help(w.topic(topic)).(letter.Help)
	return help, ok
}

// LineFor is a line as a seat is told it.
func (st *Office) LineFor(m *adjudicator.Match, seat table.Seat, l table.Line) string {
	return st.writer(m, seat).Line(l)
}
