package office

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/account"
	"fieldpost/projections/letter"
	"fieldpost/projections/machine"
)

// issueOwed issues every letter that the log requires, up to one that must wait for a trial.
func (st *Office) issueOwed(ctx context.Context, m *adjudicator.Match, ahead *trials) (*adjudicator.Match, error) {
	for {
		o, ok := st.nextOwed(m)
		if !ok {
			return m, nil
		}
		if o.Letter == "report" && (m.Halt != nil || m.Sealed != nil) {
			return m, nil // the next pass will report it
		}
		if o.Seat == adjudicator.Master && st.Settings.Master == "" {
			st.Log.Warn("news for the game master, who has no address in the settings", "game", m.Game, "about", o.Letter, "event", o.Seq)
			m.Owed = slices.DeleteFunc(m.Owed, func(other adjudicator.Owed) bool { return other == o })
			continue
		}
		w := st.writer(m, o.Seat)
		if o.Letter == "receipt" && ahead.lacks(w.receiptTrial(o.Seq)) {
			return m, nil
		}
		w.tried = ahead.last()
		var dress letter.Dress
		if halt := table.Guard("letter to "+string(o.Seat), func() { dress = w.dress(w.owed(ctx, o)) }); halt != nil {
			return m, m.Stop(halt)
		}
		if w.unproven != nil {
			return m, fmt.Errorf("the %s about event %d of %s cannot be proven now and waits: %w", o.Letter, o.Seq, m.Game, w.unproven)
		}
		e := w.toSeat(o.Letter, o.Seq, events.Hash{})
		e.answers, e.thread = st.answersTo(ctx, o.Mail, rawOf(m, o.Seq))
		if o.Letter == "report" {
			for _, r := range m.Unreceipted(o.Seat, o.Seq) {
				e.mails = append(e.mails, r.Seq)
				if id, thread := st.answersTo(ctx, r.Mail, rawOf(m, r.Seq)); id != "" {
					e.answers, e.thread = id, thread
				}
			}
		}
		if o.Letter == "confirm" {
			e.reply = st.Post.ConfirmAddress(m.Game, o.Seq)
		}
		before := m.Head.Seq
		var err error
		if m, err = st.issue(ctx, m, e, dress); err != nil {
			return m, err
		}
		if m.Head.Seq == before {
			return m, fmt.Errorf("the %s about event %d of %s was not issued", o.Letter, o.Seq, m.Game)
		}
		st.counsels.drop(m.Game, o.Seq)
	}
}

// nextOwed returns the oldest letter that is owed and may leave now. Of a seat's receipts that had to wait, or that one mail is owed, it is the newest,
// which stands for all of them.
func (st *Office) nextOwed(m *adjudicator.Match) (o adjudicator.Owed, ok bool) {
	for _, o := range m.Owed {
		if st.considers(m, o) || o.Letter == "report" && st.lingersUntil(m, o) > st.Now().UnixMilli() {
			continue
		}
		if o.Letter != "receipt" {
			return o, true
		}
		if m.Halt == nil && (st.closesNow(m) || slices.ContainsFunc(m.Owed, func(r adjudicator.Owed) bool {
			return r.Letter == "report" && r.Seat == o.Seat && r.Seq > o.Seq
		})) {
			continue // the report says what was understood
		}
		at := st.receiptTime(m, o.Seat)
		if at > st.Now().UnixMilli() {
			continue
		}
		for _, newer := range m.Owed {
			if newer.Letter == o.Letter && newer.Seat == o.Seat && (at > 0 || partOf(o.Mail, newer.Mail)) {
				o = newer
			}
		}
		return o, true
	}
	return o, false
}

// partOf reports whether a key is that of a mail, or of one of the deeds that it brings.
func partOf(key, mail events.Hash) bool { return slices.Contains(adjudicator.Effects(mail), key) }

// lingersUntil returns 0, or until when (Unix ms) a report waits for more news because its reader, whose mail closed the window, has nothing to do.
func (st *Office) lingersUntil(m *adjudicator.Match, o adjudicator.Owed) int64 {
	p := m.Player(o.Seat)
	if st.Settings.Linger <= 0 || p == nil || p.Letters.Gets(adjudicator.Progress) || m.Last.Window == 0 || m.Ending != nil || m.Open == nil || m.Awaits(o.Seat) {
		return 0
	}
	since := m.Last.Time
	for _, r := range m.Unreceipted(o.Seat, o.Seq) {
		if of, ok := m.OrderMail(r.Seq); ok {
			since = min(since, of.Time)
		}
	}
	return since + min(st.Settings.Linger, time.Minute).Milliseconds()
}

// owed writes the letter that an event requires.
func (w *writer) owed(ctx context.Context, o adjudicator.Owed) letter.Letter {
	if l, ok := w.notice(o); ok {
		return l
	}
	switch o.Letter {
	case "welcome":
		return w.welcome(o.Seq)
	case "receipt":
		return w.receiptAndAnswers(ctx, o.Seq)
	case "report":
		return w.report(ctx, o.Seq)
	case "press":
		return w.press(o.Seq)
	case "ended":
		return w.ended()
	case "confirm":
		return w.confirmLetter(ctx, o.Seq)
	case "advice":
		return w.advised(o.Seq)
	}
	return w.told(o)
}

// welcome greets a player; one who takes over a seat in a running game gets what he needs to play on.
func (w *writer) welcome(seq int64) letter.Letter {
	l := letter.Welcome{
		Head: w.head(), Stage: "joined", Rules: w.Language.Title.In(langOf(w.lang)), Dice: w.m.Announced.Dice.PublicKey, Due: w.due(),
		Seats: w.seats(), Period: w.period(), About: w.book.Tied(w.Names().About.In(langOf(w.lang))),
	}
	if w.m.Now != nil && w.m.Last.Seq < seq {
		l.Stage, l.Form, l.Map = "takeover", w.form(), w.chart(nil, true)
		l.Briefing, l.Card = w.briefing()
		l.Head = w.dated()
	}
	return l
}

// seats lists who sits where and whether play waits for him.
func (w *writer) seats() []letter.Seat {
	var list []letter.Seat
	for _, p := range w.m.Players {
		s := letter.Seat{Name: w.Side(p.Seat), Yours: p.Seat == w.seat, Ready: !w.m.Awaits(p.Seat) || w.m.Desk(p.Seat).Ready()}
		if p.Taken {
			s.Player = p.Name
		}
		if p.Bot != "" {
			s.Player = w.book.Say("letter.seats.machine", table.A("bot", p.Bot))
		}
		until, away := w.m.Away(p.Seat, w.st.Now().UnixMilli())
		switch {
		case !p.Taken:
			s.Note = w.book.Say("letter.seats.open")
		case p.Vacant:
			s.Note = w.book.Say("letter.seats.vacant")
		case p.Unreachable:
			s.Note = w.book.Say("letter.seats.unreachable")
		case away:
			s.Note = w.book.Say("letter.seats.away", table.A("until", w.dayOf(until-1)))
		}
		list = append(list, s)
	}
	return list
}

// period says how often windows close.
func (w *writer) period() string {
	s := w.m.Announced.Schedule
	if phases := w.m.Terms.Phases; len(phases) == 1 && phases[0].Step == "" {
		s = schedule(phases[0], s.Zone)
	} else if len(phases) > 0 {
		return w.book.Say("letter.period.terms")
	}
	switch {
	case s.Clock != "" && s.Weekdays != "":
		return w.book.Say("letter.period.days", table.A("clock", s.Clock), table.A("days", s.Weekdays), table.A("zone", zoneOf(s)))
	case s.Clock != "":
		return w.book.Say("letter.period.daily", table.A("clock", s.Clock), table.A("zone", zoneOf(s)))
	case s.Period > 0:
		return w.book.Say("letter.period.minutes", table.A("period", letter.Span(w.book, 60*s.Period)))
	}
	return w.book.Say("letter.period.none")
}

// How often a draft is tried if the settings do not say. The falls of the dice are shared by all lines of a CHECK, but one line gets at
// least all falls of two dice: a long draft is told its chances less exactly, so that no CHECK keeps the others waiting.
const (
	usualRehearsals = 12
	usualChecks     = 200
	usualLeaves     = 1200
	fewestLeaves    = 36
)

// report reports what followed from the last seal, and asks for what is needed next.
func (w *writer) report(ctx context.Context, seq int64) letter.Letter {
	w.Before = w.m.Told(w.seat)
	facts := w.Facts(table.Readable(w.news(ctx), w.seat))
	l := w.followed(facts)
	if r, ok := l.(letter.Report); ok && r.Machine != nil && w.st.Settings.Desk != "" {
		r.Desk = w.st.deskLink(w.m.Game, string(w.seat), seq)
		l = r
	}
	mails := w.m.Unreceipted(w.seat, seq)
	if len(mails) == 0 {
		return l
	}
	t := letter.Together{Head: w.head(), First: l}
	for _, o := range mails {
		t.Receipts = append(t.Receipts, w.acknowledged(ctx, o.Seq))
	}
	v, asks := w.asked(ctx, mails[len(mails)-1].Seq)
	if v != nil {
		t.Parts, t.Names, t.More = v.answers(ctx, w, asks), asks.names(), asks.more
	}
	return t
}

// acknowledged is the receipt of a mail whose window is closed: what was understood. What became of it is in the report.
func (w *writer) acknowledged(ctx context.Context, seq int64) letter.Receipt {
	r := letter.Receipt{Head: w.head(), Number: w.p.Orders, Received: w.st.Now().UnixMilli(), TakenBack: true, Fingerprint: fingerprintOf(w.m)}
	of, ok := w.m.OrderMail(seq)
	if !ok {
		return r
	}
	r.TakenBack, r.Number, r.Received, r.Faults = false, of.Number, of.Time, w.Faults(of.Orders.Faults)
	r.Ignored, r.Doubtful = remarks(of.Orders.Ignored)
	r.Fingerprint, r.Proof, w.unproven = w.st.proof(ctx, w.m.Game, seq, string(w.seat))
	own := adjudicator.OwnWords(of.Orders)
	for _, l := range of.Lines() {
		line := letter.Line{Number: int(l.Number), Text: w.Line(l), Note: w.readAs(own[l.Number])}
		if l.Standing {
			r.Standing = append(r.Standing, line)
		} else {
			r.Understood = append(r.Understood, line)
		}
	}
	for i, a := range of.Orders.Answers {
		r.Answers = append(r.Answers, letter.Line{Number: i + 1, Text: w.Word(a.Text)})
	}
	return r
}

// news returns what happened since the seat's last report.
func (w *writer) news(ctx context.Context) []table.Fact {
	told, m := w.m.Reported(w.seat), w.m
	if slices.ContainsFunc(m.Passes(w.seat), func(p adjudicator.SeenPass) bool { return p.Seq > told && p.Facts == nil }) {
		whole, err := w.st.Service.LoadWhole(ctx, w.m.Game) // a snapshot has no facts
		if err != nil {
			w.st.Log.Error("a report tells of the last pass alone", "game", w.m.Game, "seat", w.seat, "error", err)
			return w.m.Last.Facts
		}
		m = whole
	}
	var facts []table.Fact
	for _, p := range m.Passes(w.seat) {
		if p.Seq > told {
			facts = append(facts, p.Facts...)
		}
	}
	return facts
}

// followed writes the report itself: a question, the verdict, or what happened with what is needed next.
func (w *writer) followed(facts []table.Fact) letter.Letter {
	if w.m.Open != nil && len(w.m.Open.Questions) > 0 && w.m.Awaits(w.seat) {
		return w.question(facts)
	}
	if e := w.m.Ending; e != nil {
		return w.victory(*e, facts)
	}
	r := w.Report(w.dated(), facts)
	told := w.m.Told(w.seat)
	if told != nil {
		known := told.Knows(w.seat)
		r.Told, r.Held = known.Rosters(), append(known.Standing(), w.lasting(known)...)
	}
	for _, l := range w.m.Desk(w.seat).Struck(w.m.Reported(w.seat)) {
		r.Struck = append(r.Struck, letter.Line{Number: int(l.Number), Text: w.Line(l)})
	}
	r.Number, r.Due, r.Short = w.m.Last.Window+1, w.due(), slices.Concat(w.missing(), r.Short, w.futile())
	r.Standing, r.Program, r.Fingerprint, r.Form = w.inForce(), w.program(), fingerprintOf(w.m), w.formFor(r.Number > letter.Taught && told != nil && told.Turn() > 0) // the first form of a game is that of its first turn
	r.Map = w.chart(facts, w.m.Last.Window == 0 || account.NewTurn(facts))
	r.Machine, r.Idle = w.machine(facts), w.m.Open != nil && !w.m.Awaits(w.seat)
	r.Later = w.Later(w.m.Announced.Rhythm, *w.m.Open)
	switch {
	case w.m.Last.Window == 0:
		r.Briefing, r.Card = w.briefing()
	case told != nil && told.Turn() == 0 && w.m.Now.Turn() > 0 && !reflect.DeepEqual(told.Knows(w.seat).Card(), w.m.Now.Knows(w.seat).Card()):
		_, r.Card = w.briefing() // of the armies that the set-up has brought
	}
	return r
}

func (w *writer) question(facts []table.Fact) letter.Letter {
	q := w.Question(w.dated(), facts, *w.m.Open)
	q.Due, q.Map = w.due(), w.chart(facts, false)
	return q
}

func (w *writer) victory(e table.Ending, facts []table.Fact) letter.Letter {
	v := w.Victory(w.head(), facts, e)
	v.Fingerprint, v.Map = fingerprintOf(w.m), w.chart(facts, true)
	return v
}

// ended reports that a game was closed before its end.
func (w *writer) ended() letter.Letter {
	winner := w.m.Closed.Winner
	if winner == "draw" {
		winner = ""
	}
	l := letter.Victory{Head: w.head(), Ending: w.Ending(winner, w.m.Closed.Ending, ""), Fingerprint: fingerprintOf(w.m)}
	if w.m.Now != nil {
		l.Revealed, l.Map = w.m.Now.Knows(w.seat).Rosters(), w.chart(nil, true)
	}
	return l
}

func (w *writer) machine(facts []table.Fact) []byte {
	if !w.p.Letters.Gets(adjudicator.Machine) {
		return nil
	}
	view := w.m.Now.Knows(w.seat)
	data, err := machine.JSON(machine.Report{
		Game: w.m.Game, Seat: w.seat, Turn: w.m.Now.Turn(), Number: w.m.Last.Window, Facts: facts, State: view.Describe(),
		Window: w.window(), Due: w.due().At, Program: w.m.Desk(w.seat).Draft(), Standing: w.standing(), Known: view.Hash(), Desk: w.desk(view),
	}, w.book)
	if err != nil {
		w.st.Log.Error("a machine report could not be made", "game", w.m.Game, "error", err)
		return nil
	}
	return data
}

// desk returns what a program with the rules needs to stand where the seat stands, or nil while no orders are open.
func (w *writer) desk(view table.View) *machine.Desk {
	if w.m.Open == nil || len(w.m.Open.Questions) > 0 {
		return nil
	}
	setup := w.m.Setup
	d := &machine.Desk{
		Rulebook: w.m.Announced.Rulebook, Scenario: w.m.Announced.Scenario, Document: w.m.Announced.Document, Revision: setup.Revision,
		Layout: w.m.Engine.Layout(), Rhythm: setup.Rhythm, Options: setup.Options, Seats: w.Seats, Awaited: w.m.Awaits(w.seat), Language: w.lang,
		Known: view.Bytes(), Reply: machine.Reply{Address: w.replyTo(), Form: w.form()},
	}
	head, _, _ := strings.Cut(d.Reply.Form, "\n")
	d.Reply.Subject = strings.TrimSpace("[" + w.m.Game + "] " + head)
	return d
}

// window returns the open window with the seat's own questions alone.
func (w *writer) window() *table.Window {
	if w.m.Open == nil {
		return nil
	}
	own := *w.m.Open
	own.Questions = nil
	for _, q := range w.m.Open.Questions {
		if q.Seat == w.seat {
			own.Questions = append(own.Questions, q)
		}
	}
	return &own
}

// press passes on a message; its writer gets a copy.
func (w *writer) press(seq int64) letter.Letter {
	for _, p := range w.m.Press {
		if p.Seq != seq {
			continue
		}
		from := w.Side(p.From)
		if p.Hidden && p.From != w.seat {
			from = w.book.Say("letter.press.unnamed")
		}
		var to []string
		for _, s := range strings.FieldsFunc(string(p.To), func(r rune) bool { return r == ',' }) {
			if s == string(adjudicator.Master) {
				to = append(to, w.book.Say("letter.press.master"))
			} else {
				to = append(to, w.Side(table.Seat(s)))
			}
		}
		if len(to) == 0 {
			to = []string{w.book.Say("letter.press.all")}
		}
		return letter.Press{Head: w.head(), From: from, To: strings.Join(to, ", "), Hidden: p.Hidden, Text: p.Text}
	}
	return letter.Press{Head: w.head()}
}

// issueReminder tells a seat that its window closes soon.
func (st *Office) issueReminder(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, error) {
	w := st.writer(m, seat)
	l := letter.Reminder{Head: w.dated(), Due: w.due(), Program: w.program(), Form: w.form()}
	return st.issue(ctx, m, w.toSeat("reminder", m.Last.Seq, events.Hash{}), w.dress(l))
}

// issueOverdue tells a seat that its deadline has passed and that it can still order.
func (st *Office) issueOverdue(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, error) {
	w := st.writer(m, seat)
	l := letter.Told{Head: w.head(), Code: "overdue", Alarm: true, Form: w.form()}
	l.Due = letter.Due{Now: st.Now().UnixMilli(), At: m.Due.Due + clockFor(m).Grace*60000}
	return st.issue(ctx, m, w.toSeat("overdue", m.Last.Seq, events.Hash{}), w.dress(l))
}
