package adjudicator

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Ledger is the correspondence of one game: who writes from where, which letters were issued, sent and refused, what is owed to whom, when
// the open window closes, who is away. It is a separate fold over the same events as play, and the rules never see it.
type Ledger struct {
	Players   []Player
	Letters   []Letter
	Press     []Message
	Owed      []Owed              // letters that events of the log require and that are not issued yet
	Refusals  []Refused           // those that no one was told of yet
	Due       *events.DeadlineSet // that of the window now open
	DueSince  int64               // Unix ms at which that deadline was set
	Overdue   bool                // its instant has passed
	Moved     int64               // how often the deadline of the open window was moved
	LastDue   int64               // Unix ms: the deadline before the running one; 0 if there was none
	Terms     events.PostTermsSet // what is agreed about the game's mail
	Agreed    bool                // it was agreed explicitly
	Held      []Held
	Proofs    []Proof
	Absences  []Absence
	Missing   []table.Seat // those who sent nothing for the last order window that a deadline closed
	MailPrint events.Hash  // of the secret behind reply addresses, in the log of an office that has changed it

	mails []events.Hash // keys of every mail that had an effect
}

// played is what an event did in play, as far as letters depend on it and the event alone does not show it.
type played struct {
	cut    bool           // a rewind has taken the event out of play
	read   bool           // the orders of the event could be opened
	first  bool           // they are the first of their seat for an open window of orders
	closed *events.Sealed // the seal by which it closed a window; nil if it closed none
	asked  events.Window  // that window
	over   bool           // the rules have ended the game
	next   []table.Seat   // who is awaited in the window that opened, or whom it asks; nil if that is not known
}

// apply folds in an event, after play has.
func (l *Ledger) apply(e events.Event, r events.Record, did played) error {
	if did.cut {
		l.noteCut(e)
		return nil
	}
	switch b := e.Body.(type) {
	case events.GameAnnounced:
		for _, s := range b.Seats {
			l.Players = append(l.Players, Player{Seat: table.Seat(s), Language: b.Language, Zone: b.Schedule.Zone})
		}
	case events.SeatTaken:
		l.owe(e.Seq, table.Seat(b.Seat), "welcome", b.Mail)
		return l.seat(b.Seat, b.Name, b.Language, b.Zone, b.Anchor, b.PlayerSealed, b.Mail, r)
	case events.SeatReplaced:
		return l.replace(e, b, r)
	case events.MachineSeated:
		return l.seatMachine(b)
	case events.SeatVacated:
		return l.vacate(e, b)
	case events.OrdersReceived:
		return l.ordered(e, b, did)
	case events.OrdersWithdrawn:
		l.mails = append(l.mails, b.Mail)
		l.heard(table.Seat(b.Seat))
		l.owe(e.Seq, table.Seat(b.Seat), "receipt", b.Mail)
	case events.OrdersRefused:
		l.turnAway(e, b, r)
	case events.PressSent:
		return l.press(e, b, r)
	case events.PressHidden:
		return l.hiddenPress(e, b, r)
	case events.Sealed, events.Resealed:
		if did.closed != nil {
			l.silence(*did.closed, did.asked)
			l.pastDue()
		}
	case events.DeadlineSet:
		l.deadline(e, b)
	case events.DeadlinePassed:
		l.Overdue = l.Due != nil && l.Due.Window == b.Window && l.Due.Due == b.Due
	case events.Adjudicated:
		l.oweReports(e, b, did)
		l.Due, l.Overdue = nil, false
	case events.Rewound:
		l.Overdue = false
	case events.ReportIssued:
		return l.issued(e, b, r)
	case events.MailSent:
		l.letter(b.Issue, func(x *Letter) { x.Sent, x.SentAt = true, e.Time })
	case events.MailBounced:
		l.letter(b.Issue, func(x *Letter) { x.Bounced = x.Bounced || b.Permanent })
		if b.Permanent {
			l.refused(e, b.Issue)
		}
	case events.MailKeyRotated:
		l.MailPrint = b.Print
	case events.GameClosed:
		l.pastDue()
		if b.Cause != "over" {
			l.oweAll(e.Seq, "ended")
		}
	default:
		return l.arrange(e)
	}
	return nil
}

// arrange folds in what was agreed and noted about the mail of the game and its seats.
func (l *Ledger) arrange(e events.Event) error {
	switch b := e.Body.(type) {
	case events.PostTermsSet:
		if l.Agreed {
			l.oweAll(e.Seq, "terms")
		}
		l.Terms, l.Agreed = b, true
	case events.SenderProven:
		l.Proofs = append(l.Proofs, Proof{Seq: e.Seq, SenderProven: b})
	case events.MailHeld:
		l.mails = append(l.mails, b.Mail)
		l.Held = append(l.Held, Held{Seq: e.Seq, Time: e.Time, Seat: table.Seat(b.Seat), Mail: b.Mail, Raw: b.Raw, Cause: b.Cause, Missing: b.Missing})
		if b.Seat != "" {
			l.owe(e.Seq, table.Seat(b.Seat), "confirm", b.Mail)
		}
	case events.AbsenceSet:
		l.mails = append(l.mails, b.Mail)
		l.absent(b)
		l.owe(e.Seq, table.Seat(b.Seat), "absence", b.Mail)
	case events.LettersChosen:
		l.mails = append(l.mails, b.Mail)
		p := l.Player(table.Seat(b.Seat))
		if p == nil {
			return fmt.Errorf("there is no seat %q", b.Seat)
		}
		p.Letters = Choice{Off: b.Off, On: b.On}
		l.owe(e.Seq, p.Seat, "letters", b.Mail)
	case events.AdviceAsked:
		l.mails = append(l.mails, b.Mail)
		l.heard(table.Seat(b.Seat))
		l.owe(e.Seq, table.Seat(b.Seat), "advice", b.Mail)
	case events.KeyFiled:
		l.mails = append(l.mails, b.Mail)
		p := l.Player(table.Seat(b.Seat))
		if p == nil {
			return fmt.Errorf("there is no seat %q", b.Seat)
		}
		p.Key, p.Fingerprint = b.Key, b.Fingerprint
		l.owe(e.Seq, p.Seat, "key", b.Mail)
	}
	return nil
}

// ordered notes an order mail. Its sender is owed a receipt, and those who asked for it are owed the news.
func (l *Ledger) ordered(e events.Event, b events.OrdersReceived, did played) error {
	l.mails = append(l.mails, b.Mail)
	p := l.Player(table.Seat(b.Seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	p.Orders = b.Number
	if !did.read {
		return nil
	}
	if proof, ok := l.Proven(b.Mail); ok && proof.Dated {
		p.Adopted = max(p.Adopted, proof.Sent)
	}
	l.heard(p.Seat)
	l.owe(e.Seq, p.Seat, "receipt", b.Mail)
	if did.first {
		l.arrival(e, p.Seat)
	}
	return nil
}

// Player is who sits on a seat.
type Player struct {
	Seat     table.Seat
	Taken    bool
	Name     string
	Language string
	Zone     string
	Address  string // empty if the personal part was removed
	Orders   int64  // how many order mails he has sent
	Anchor   [16]byte

	Vacant      bool        // anyone may take the seat
	GivenUp     bool        // its player has surrendered
	Missed      int         // turns missed in a row
	Bounces     int         // letters that his host has refused since he was last heard from
	Unreachable bool        // there were HardBounces of them
	Banked      int64       // minutes of his time bank that are used up
	Key         events.Hash // his OpenPGP key, in the store
	Fingerprint string      // of that key
	Letters     Choice      // which letters he wants
	Bot         string      // the machine that plays the seat; "" for a player. Nobody writes to a machine
	Adopted     int64       // Unix ms: the Date of the newest order mail taken, as far as dates are proven
}

// Letter is a letter that we owe or have sent.
type Letter struct {
	Seq     int64
	Time    int64
	Issued  events.ReportIssued
	Address string
	Sent    bool
	SentAt  int64 // Unix ms
	Bounced bool  // for good
}

// Message is a piece of press. To is "" if it is for everyone.
type Message struct {
	Seq, Time int64
	From, To  table.Seat // To: one seat or several with commas between
	Hidden    bool       // its readers do not learn who wrote it
	Text      string
}

// Owed is a letter that someone must get because of an event. It follows from the log, so a crash loses none.
type Owed struct {
	Seq    int64 // of the event
	Seat   table.Seat
	Letter string // "welcome", "receipt", "report", "ended"
	Mail   events.Hash
}

// owe records that a seat is owed a letter, unless a machine plays it or its player has declined letters of that kind.
func (l *Ledger) owe(seq int64, seat table.Seat, letter string, mail events.Hash) {
	if p := l.Player(seat); p != nil && (p.Bot != "" || !p.Letters.Gets(topics[letter])) {
		return
	}
	l.Owed = append(l.Owed, Owed{Seq: seq, Seat: seat, Letter: letter, Mail: mail})
}

// oweReports records who is owed a report of a pass: those who have something to do now, those whose last mail has no receipt yet, and those who
// want to be told at once. The others are told when one of these comes true, of everything since their last report. The first report and the
// last go to everybody.
func (l *Ledger) oweReports(e events.Event, b events.Adjudicated, did played) {
	l.Owed = slices.DeleteFunc(l.Owed, func(o Owed) bool { return o.Letter == "report" })
	for _, p := range l.Players {
		waits := slices.ContainsFunc(l.Owed, func(o Owed) bool { return o.Seat == p.Seat && o.Letter == "receipt" })
		if b.Window == 0 || did.over || did.next == nil || slices.Contains(did.next, p.Seat) || waits || p.Letters.Gets(Progress) {
			l.owe(e.Seq, p.Seat, "report", events.Hash{})
		}
	}
}

// Reported returns the event of the last pass that a seat has had a report of, or 0.
func (l *Ledger) Reported(s table.Seat) int64 {
	for _, x := range slices.Backward(l.Letters) {
		if x.Issued.Letter == "report" && x.Issued.Seat == string(s) {
			return x.Issued.About
		}
	}
	return 0
}

// Unreceipted returns the mails of a seat before an event for which it is owed a receipt, oldest first.
func (l *Ledger) Unreceipted(s table.Seat, before int64) []Owed {
	var list []Owed
	for _, o := range l.Owed {
		if o.Letter == "receipt" && o.Seat == s && o.Seq < before {
			list = append(list, o)
		}
	}
	return list
}

// oweAll records that every seat is owed a letter.
func (l *Ledger) oweAll(seq int64, letter string) {
	for _, p := range l.Players {
		l.owe(seq, p.Seat, letter, events.Hash{})
	}
}

// Player returns who sits on a seat, or nil if there is no such seat.
func (l *Ledger) Player(s table.Seat) *Player {
	for i := range l.Players {
		if l.Players[i].Seat == s {
			return &l.Players[i]
		}
	}
	return nil
}

// Seen reports whether a mail has had its effect already.
func (l *Ledger) Seen(mail events.Hash) bool { return !mail.IsZero() && slices.Contains(l.mails, mail) }

// Full reports whether every seat is taken.
func (l *Ledger) Full() bool {
	return len(l.Players) > 0 && !slices.ContainsFunc(l.Players, func(p Player) bool { return !p.Taken })
}

// noteCut keeps the part of an event that still counts after a rewind has cut it: a mail is never processed twice.
func (l *Ledger) noteCut(e events.Event) {
	switch b := e.Body.(type) {
	case events.OrdersReceived:
		l.mails = append(l.mails, b.Mail)
		if p := l.Player(table.Seat(b.Seat)); p != nil {
			p.Orders = b.Number
		}
	case events.OrdersWithdrawn:
		l.mails = append(l.mails, b.Mail)
	case events.AdviceAsked:
		l.mails = append(l.mails, b.Mail)
	}
}

func (l *Ledger) anchor(seat string) [16]byte {
	if p := l.Player(table.Seat(seat)); p != nil {
		return p.Anchor
	}
	return [16]byte{}
}

func (l *Ledger) seat(seat, name, language, zone string, anchor [16]byte, sealed, mail events.Hash, r events.Record) error {
	p := l.Player(table.Seat(seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", seat)
	}
	who, _, err := events.Open[events.Player](r, sealed)
	if err != nil {
		return err
	}
	p.Taken, p.Name, p.Language, p.Zone, p.Anchor, p.Address = true, name, language, zone, anchor, who.Address
	p.Vacant, p.GivenUp, p.Missed, p.Bounces, p.Unreachable, p.Adopted, p.Bot = false, false, 0, 0, false, 0, ""
	if !mail.IsZero() {
		l.mails = append(l.mails, mail)
	}
	return nil
}

// turnAway notes a mail of which nothing was accepted. If the mail is kept, it must be answered; the log itself says so.
func (l *Ledger) turnAway(e events.Event, b events.OrdersRefused, r events.Record) {
	l.mails = append(l.mails, b.Mail)
	if detail, ok, err := events.Open[events.Refusal](r, b.DetailSealed); ok && err == nil && !b.Raw.IsZero() { // without the secret no letter can be written
		l.Refusals = append(l.Refusals, Refused{Seq: e.Seq, Time: e.Time, OrdersRefused: b, Detail: detail})
	}
}

// Refused is a refusal whose letter is not issued yet.
type Refused struct {
	Seq, Time int64
	events.OrdersRefused
	Detail events.Refusal
}

// press keeps a message and records that its receivers are owed it; its writer gets a copy as his receipt.
func (l *Ledger) press(e events.Event, b events.PressSent, r events.Record) error {
	l.mails = append(l.mails, b.Mail)
	text, _, err := events.Open[events.Press](r, b.TextSealed)
	if err != nil {
		return err
	}
	l.heard(table.Seat(b.From))
	l.delivers(Message{Seq: e.Seq, Time: e.Time, From: table.Seat(b.From), To: table.Seat(b.To), Text: text.Text}, b.Mail)
	return nil
}

// replace gives a seat to another player, who does not inherit his predecessor's key.
func (l *Ledger) replace(e events.Event, b events.SeatReplaced, r events.Record) error {
	if err := l.seat(b.Seat, b.Name, b.Language, b.Zone, l.anchor(b.Seat), b.PlayerSealed, events.Hash{}, r); err != nil {
		return err
	}
	p := l.Player(table.Seat(b.Seat))
	p.Key, p.Fingerprint = events.Hash{}, ""
	l.owe(e.Seq, p.Seat, "welcome", events.Hash{})
	return nil
}

// seatMachine puts a machine on a seat, whose player, if it had one, is owed nothing any more.
func (l *Ledger) seatMachine(b events.MachineSeated) error {
	p := l.Player(table.Seat(b.Seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	*p = Player{Seat: p.Seat, Taken: true, Bot: b.Bot, Language: p.Language, Zone: p.Zone, Orders: p.Orders, Anchor: p.Anchor}
	l.Owed = slices.DeleteFunc(l.Owed, func(o Owed) bool { return o.Seat == p.Seat })
	return nil
}

func (l *Ledger) issued(e events.Event, b events.ReportIssued, r events.Record) error {
	who, _, err := events.Open[events.Player](r, b.AddressSealed)
	if err != nil {
		return err
	}
	if !b.Mail.IsZero() {
		l.mails = append(l.mails, b.Mail)
	}
	l.Owed = slices.DeleteFunc(l.Owed, func(o Owed) bool { // a receipt answers the mails before its own too, and so does a report those before its pass
		receipts := o.Letter == "receipt" && o.Seq < b.About && (b.Letter == "receipt" || b.Letter == "report")
		return string(o.Seat) == b.Seat && (receipts || o.Letter == b.Letter && o.Seq == b.About)
	})
	l.Refusals = slices.DeleteFunc(l.Refusals, func(r Refused) bool { return r.Seq == b.About && b.Letter == "refusal" })
	l.Letters = append(l.Letters, Letter{Seq: e.Seq, Time: e.Time, Issued: b, Address: who.Address})
	return nil
}

func (l *Ledger) letter(issue int64, change func(*Letter)) {
	for i := range l.Letters {
		if l.Letters[i].Seq == issue {
			change(&l.Letters[i])
		}
	}
}

// Issued reports whether a letter about an event was issued to a seat.
func (l *Ledger) Issued(letter string, s table.Seat, about int64) bool {
	return slices.ContainsFunc(l.Letters, func(x Letter) bool {
		return x.Issued.Letter == letter && x.Issued.Seat == string(s) && x.Issued.About == about
	})
}
