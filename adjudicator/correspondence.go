package adjudicator

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Held is a mail that waits for its sender's word.
type Held struct {
	Seq, Time int64
	Seat      table.Seat // "" for someone who wants a seat
	Mail, Raw events.Hash
	Cause     string
	Missing   string
}

// Proof is what was known of a mail's sender.
type Proof struct {
	Seq int64
	events.SenderProven
}

// Absence is when a player is away.
type Absence struct {
	Seat        table.Seat
	Slot        int64
	From, Until int64 // Unix ms
}

// HardBounces is how many letters in a row a player's host must refuse before he counts as unreachable.
const HardBounces = 3

// ConfirmedKey returns the key under which a held mail has its effect. It is the same whichever mail confirms it, so there is at most one
// effect.
func ConfirmedKey(held events.Hash) events.Hash {
	return sha256.Sum256(append([]byte("fieldpost-confirmed-v1"), held[:]...))
}

// ActKey returns the key of the n-th thing, from 0, that a mail does if it does several. Each is done once. The last has the mail's own
// key, which says that all of it is done.
func ActKey(mail events.Hash, n int) events.Hash {
	return sha256.Sum256(append(append([]byte("fieldpost-act-v1"), mail[:]...), byte(n)))
}

// MostActs is how many commands of one mail are carried out; a player who needs more writes a second mail. A mail may also bring an OpenPGP
// key, which has the number MostActs, and cause a warning to the game master, which has the next number.
const MostActs = 8

// Effects returns the keys under which a mail may have had its effects: its own, those of the other things that it did, and all of them
// again as a confirmed mail.
func Effects(mail events.Hash) []events.Hash {
	var keys []events.Hash
	for _, key := range []events.Hash{mail, ConfirmedKey(mail)} {
		keys = append(keys, key)
		for n := range MostActs + 2 {
			keys = append(keys, ActKey(key, n))
		}
	}
	return keys
}

// Waiting lists the held mails that have not been confirmed yet.
func (l *Ledger) Waiting() []Held {
	return slices.DeleteFunc(slices.Clone(l.Held), func(h Held) bool { return l.Seen(ConfirmedKey(h.Mail)) })
}

// Proven finds the proof of a mail's sender.
func (l *Ledger) Proven(mail events.Hash) (Proof, bool) {
	for _, p := range slices.Backward(l.Proofs) {
		if p.Mail == mail {
			return p, true
		}
	}
	return Proof{}, false
}

// Away reports whether a seat's player is away at an instant, and if so until when.
func (l *Ledger) Away(s table.Seat, at int64) (until int64, away bool) {
	for _, a := range l.Absences {
		if a.Seat == s && a.From <= at && at < a.Until {
			until, away = max(until, a.Until), true
		}
	}
	return until, away
}

// BankLeft returns what is left of a seat's time bank, in minutes.
func (l *Ledger) BankLeft(s table.Seat) int64 {
	if p := l.Player(s); p != nil {
		return max(0, l.Terms.Bank-p.Banked)
	}
	return 0
}

func (l *Ledger) absent(b events.AbsenceSet) {
	l.Absences = slices.DeleteFunc(l.Absences, func(a Absence) bool { return string(a.Seat) == b.Seat && a.Slot == b.Slot })
	if b.Until > b.From {
		l.Absences = append(l.Absences, Absence{Seat: table.Seat(b.Seat), Slot: b.Slot, From: b.From, Until: b.Until})
	}
}

func (l *Ledger) vacate(e events.Event, b events.SeatVacated) error {
	p := l.Player(table.Seat(b.Seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	if !b.Mail.IsZero() {
		l.mails = append(l.mails, b.Mail)
	}
	p.Vacant, p.GivenUp = true, b.Cause == "surrender"
	l.oweAll(e.Seq, "vacated")
	return nil
}

// hiddenPress keeps a message whose writer is known only to himself and the operator.
func (l *Ledger) hiddenPress(e events.Event, b events.PressHidden, r events.Record) error {
	l.mails = append(l.mails, b.Mail)
	text, _, err := events.Open[events.Press](r, b.TextSealed)
	if err != nil {
		return err
	}
	author, _, err := events.Open[events.Author](r, b.AuthorSealed)
	if err != nil {
		return err
	}
	l.delivers(Message{Seq: e.Seq, Time: e.Time, From: table.Seat(author.Seat), Hidden: true, To: table.Seat(b.To), Text: text.Text}, b.Mail)
	return nil
}

// Master stands for the game master as the sender or receiver of messages.
const Master table.Seat = "master"

// delivers keeps a message and records that its receivers are owed it; its writer gets a copy as his receipt.
func (l *Ledger) delivers(x Message, mail events.Hash) {
	l.Press = append(l.Press, x)
	for _, p := range l.Players {
		own := p.Seat == x.From
		if own && p.Letters.Gets(CopiesOfMessages) || !own && x.For(p.Seat) && p.Letters.Gets(Messages) {
			l.owe(x.Seq, p.Seat, "press", mail)
		}
	}
	if x.For(Master) {
		l.owe(x.Seq, Master, "press", mail)
	}
}

// For reports whether a message is for a seat. A message for everyone is not for the game master.
func (x Message) For(s table.Seat) bool {
	if x.To == "" {
		return s != Master
	}
	return slices.Contains(strings.Split(string(x.To), ","), string(s))
}

// silence counts the turns that seats have missed: a deadline passed, they were asked for orders, and nothing at all had come.
func (l *Ledger) silence(b events.Sealed, asked events.Window) {
	if asked.Asks {
		return
	}
	l.Missing = nil
	for _, s := range b.Seats {
		p := l.Player(table.Seat(s.Seat))
		if p == nil || !slices.Contains(asked.Seats, s.Seat) {
			continue
		}
		if s.Silent && b.Cause == "deadline" {
			p.Missed++
			l.Missing = append(l.Missing, p.Seat)
		} else if !s.Silent {
			p.Missed = 0
		}
	}
}

// heard notes that a player has written: his address works, whatever his mail host reported.
func (l *Ledger) heard(s table.Seat) {
	if p := l.Player(s); p != nil {
		p.Bounces, p.Unreachable = 0, false
	}
}

// refused counts the letters to a seat that its mail host has permanently refused.
func (l *Ledger) refused(e events.Event, issue int64) {
	i := slices.IndexFunc(l.Letters, func(x Letter) bool { return x.Seq == issue })
	if i < 0 {
		return
	}
	p := l.Player(table.Seat(l.Letters[i].Issued.Seat))
	if p == nil || !strings.EqualFold(l.Letters[i].Address, p.Address) {
		return // from an address that he used before
	}
	p.Bounces++
	if p.Bounces < HardBounces || p.Unreachable {
		return
	}
	p.Unreachable = true
	for _, other := range l.Players {
		if other.Seat != p.Seat {
			l.owe(e.Seq, other.Seat, "unreachable", events.Hash{})
		}
	}
	l.owe(e.Seq, Master, "unreachable", events.Hash{})
}

// deadline notes when the open window closes. Everyone is told of a change made after the window opened.
func (l *Ledger) deadline(e events.Event, b events.DeadlineSet) {
	if seat, ok := strings.CutPrefix(b.Cause, "bank "); ok && l.Due != nil {
		if p := l.Player(table.Seat(seat)); p != nil {
			p.Banked += (b.Due - l.Due.Due) / 60000
		}
	}
	l.Due, l.DueSince, l.Overdue = &b, e.Time, false
	if b.Cause == "opened" {
		l.Moved = 0
		return
	}
	l.Moved++
	l.Owed = slices.DeleteFunc(l.Owed, func(o Owed) bool { return o.Letter == "deadline" })
	for _, p := range l.Players { // a deadline moved by the game master is a deed, of which everyone is told
		if e.Actor == "master" || p.Letters.Gets(Deadlines) {
			l.owe(e.Seq, p.Seat, "deadline", events.Hash{})
		}
	}
}

// arrival records that the seats that want to know are owed the news that a seat's orders are in.
func (l *Ledger) arrival(e events.Event, from table.Seat) {
	for _, p := range l.Players {
		if p.Seat != from && p.Letters.Gets(Arrivals) {
			l.owe(e.Seq, p.Seat, "arrival", events.Hash{})
		}
	}
}

// pastDue makes the running deadline the previous one.
func (l *Ledger) pastDue() {
	if l.Due != nil {
		l.LastDue = l.Due.Due
	}
	l.Due, l.Overdue = nil, false
	l.Owed = slices.DeleteFunc(l.Owed, func(o Owed) bool { return o.Letter == "deadline" })
}
