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
	Seat      table.Seat // "" for somebody who wants a seat
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

// ConfirmedKey is the key under which a held mail has its effect, whichever mail confirms it: it has one effect at most.
func ConfirmedKey(held events.Hash) events.Hash {
	return sha256.Sum256(append([]byte("fieldpost-confirmed-v1"), held[:]...))
}

// ActKey is the key of the n-th thing that a mail does, from 0, when the mail does several: each of them is done once, and the last has the
// mail's own key, which says that all of it is done.
func ActKey(mail events.Hash, n int) events.Hash {
	return sha256.Sum256(append(append([]byte("fieldpost-act-v1"), mail[:]...), byte(n)))
}

// MostActs is how many commands of one mail are followed; whoever needs more writes a second mail. Besides them a mail may bring an OpenPGP key,
// which has the number MostActs, and give cause for a warning to the game master, which has the next.
const MostActs = 8

// Effects are the keys under which a mail may have had its effects: its own, those of the things that it did besides, and all of them again for
// a mail that had to be confirmed.
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

// Waiting lists the held mails that nobody has confirmed yet.
func (m *Match) Waiting() []Held {
	return slices.DeleteFunc(slices.Clone(m.Held), func(h Held) bool { return m.Seen(ConfirmedKey(h.Mail)) })
}

// Proven finds the proof of a mail's sender.
func (m *Match) Proven(mail events.Hash) (Proof, bool) {
	for _, p := range slices.Backward(m.Proofs) {
		if p.Mail == mail {
			return p, true
		}
	}
	return Proof{}, false
}

// Away reports whether a seat's player is away at an instant, and until when.
func (m *Match) Away(s table.Seat, at int64) (until int64, away bool) {
	for _, a := range m.Absences {
		if a.Seat == s && a.From <= at && at < a.Until {
			until, away = max(until, a.Until), true
		}
	}
	return until, away
}

// BankLeft is what is left of a seat's time bank, in minutes.
func (m *Match) BankLeft(s table.Seat) int64 {
	if p := m.Player(s); p != nil {
		return max(0, m.Terms.Bank-p.Banked)
	}
	return 0
}

// correspond folds in the events of correspondence; done is false for any other.
func (m *Match) correspond(e events.Event, r events.Record) (done bool, err error) {
	switch b := e.Body.(type) {
	case events.PostTermsSet:
		if m.Agreed {
			m.oweAll(e.Seq, "terms")
		}
		m.Terms, m.Agreed = b, true
	case events.SenderProven:
		m.Proofs = append(m.Proofs, Proof{Seq: e.Seq, SenderProven: b})
	case events.MailHeld:
		m.mails = append(m.mails, b.Mail)
		m.Held = append(m.Held, Held{Seq: e.Seq, Time: e.Time, Seat: table.Seat(b.Seat), Mail: b.Mail, Raw: b.Raw, Cause: b.Cause, Missing: b.Missing})
		if b.Seat != "" {
			m.owe(e.Seq, table.Seat(b.Seat), "confirm", b.Mail)
		}
	case events.AbsenceSet:
		m.mails = append(m.mails, b.Mail)
		m.absent(b)
		m.owe(e.Seq, table.Seat(b.Seat), "absence", b.Mail)
	case events.SeatVacated:
		return true, m.vacate(e, b)
	case events.PressHidden:
		return true, m.hiddenPress(e, b, r)
	case events.LettersChosen:
		m.mails = append(m.mails, b.Mail)
		p := m.Player(table.Seat(b.Seat))
		if p == nil {
			return true, fmt.Errorf("there is no seat %q", b.Seat)
		}
		p.Letters = Choice{Off: b.Off, On: b.On}
		m.owe(e.Seq, p.Seat, "letters", b.Mail)
	case events.KeyFiled:
		m.mails = append(m.mails, b.Mail)
		p := m.Player(table.Seat(b.Seat))
		if p == nil {
			return true, fmt.Errorf("there is no seat %q", b.Seat)
		}
		p.Key, p.Fingerprint = b.Key, b.Fingerprint
		m.owe(e.Seq, p.Seat, "key", b.Mail)
	default:
		return false, nil
	}
	return true, nil
}

func (m *Match) absent(b events.AbsenceSet) {
	m.Absences = slices.DeleteFunc(m.Absences, func(a Absence) bool { return string(a.Seat) == b.Seat && a.Slot == b.Slot })
	if b.Until > b.From {
		m.Absences = append(m.Absences, Absence{Seat: table.Seat(b.Seat), Slot: b.Slot, From: b.From, Until: b.Until})
	}
}

func (m *Match) vacate(e events.Event, b events.SeatVacated) error {
	p := m.Player(table.Seat(b.Seat))
	if p == nil {
		return fmt.Errorf("there is no seat %q", b.Seat)
	}
	if !b.Mail.IsZero() {
		m.mails = append(m.mails, b.Mail)
	}
	p.Vacant, p.GivenUp = true, b.Cause == "surrender"
	if d := m.Desk(p.Seat); d != nil { // what a player has saved who is gone is not carried out; standing orders are the seat's
		d.withdraw(e.Time, nil)
		d.Sent = false
	}
	m.oweAll(e.Seq, "vacated")
	return nil
}

// hiddenPress keeps a message whose writer only he himself and the operator know.
func (m *Match) hiddenPress(e events.Event, b events.PressHidden, r events.Record) error {
	m.mails = append(m.mails, b.Mail)
	text, _, err := events.Open[events.Press](r, b.TextSealed)
	if err != nil {
		return err
	}
	author, _, err := events.Open[events.Author](r, b.AuthorSealed)
	if err != nil {
		return err
	}
	m.delivers(Message{Seq: e.Seq, Time: e.Time, From: table.Seat(author.Seat), Hidden: true, To: table.Seat(b.To), Text: text.Text}, b.Mail)
	return nil
}

// Master is the seat of the game master where messages are concerned.
const Master table.Seat = "master"

// delivers keeps a message and owes it to those it is for; a copy to its writer is his receipt.
func (m *Match) delivers(x Message, mail events.Hash) {
	m.Press = append(m.Press, x)
	for _, p := range m.Players {
		own := p.Seat == x.From
		if own && p.Letters.Gets(CopiesOfMessages) || !own && x.For(p.Seat) && p.Letters.Gets(Messages) {
			m.owe(x.Seq, p.Seat, "press", mail)
		}
	}
	if x.For(Master) {
		m.owe(x.Seq, Master, "press", mail)
	}
}

// For reports whether a message is for a seat. One for everybody is not for the game master.
func (x Message) For(s table.Seat) bool {
	if x.To == "" {
		return s != Master
	}
	return slices.Contains(strings.Split(string(x.To), ","), string(s))
}

// silence counts the turns that seats have missed: a deadline passed, they were asked for orders, and nothing at all had come.
func (m *Match) silence(b events.Sealed, asked events.Window) {
	if asked.Asks {
		return
	}
	m.Missing = nil
	for _, s := range b.Seats {
		p := m.Player(table.Seat(s.Seat))
		if p == nil || !slices.Contains(asked.Seats, s.Seat) {
			continue
		}
		if s.Silent && b.Cause == "deadline" {
			p.Missed++
			m.Missing = append(m.Missing, p.Seat)
		} else if !s.Silent {
			p.Missed = 0
		}
	}
}

// heard notes that a player has written: his address works, whatever his host said.
func (m *Match) heard(s table.Seat) {
	if p := m.Player(s); p != nil {
		p.Bounces, p.Unreachable = 0, false
	}
}

// refused counts letters to a seat that its host has refused for good.
func (m *Match) refused(e events.Event, issue int64) {
	i := slices.IndexFunc(m.Letters, func(l Letter) bool { return l.Seq == issue })
	if i < 0 {
		return
	}
	p := m.Player(table.Seat(m.Letters[i].Issued.Seat))
	if p == nil || !strings.EqualFold(m.Letters[i].Address, p.Address) {
		return // of an address that he had before
	}
	p.Bounces++
	if p.Bounces < HardBounces || p.Unreachable {
		return
	}
	p.Unreachable = true
	for _, other := range m.Players {
		if other.Seat != p.Seat {
			m.owe(e.Seq, other.Seat, "unreachable", events.Hash{})
		}
	}
	m.owe(e.Seq, Master, "unreachable", events.Hash{})
}

// deadline notes when the open window closes. What was not so from its opening is told to everybody.
func (m *Match) deadline(e events.Event, b events.DeadlineSet) {
	if seat, ok := strings.CutPrefix(b.Cause, "bank "); ok && m.Due != nil {
		if p := m.Player(table.Seat(seat)); p != nil {
			p.Banked += (b.Due - m.Due.Due) / 60000
		}
	}
	m.Due, m.Overdue = &b, false
	if b.Cause == "opened" {
		m.Moved = 0
		return
	}
	m.Moved++
	m.Owed = slices.DeleteFunc(m.Owed, func(o Owed) bool { return o.Letter == "deadline" })
	for _, p := range m.Players { // one that the game master has moved is a deed, of which everybody is told
		if e.Actor == "master" || p.Letters.Gets(Deadlines) {
			m.owe(e.Seq, p.Seat, "deadline", events.Hash{})
		}
	}
}

// arrival owes those who want it the news that a seat's orders are in.
func (m *Match) arrival(e events.Event, from table.Seat) {
	if m.Open == nil || len(m.Open.Questions) > 0 || m.Sealed != nil {
		return
	}
	for _, p := range m.Players {
		if p.Seat != from && p.Letters.Gets(Arrivals) {
			m.owe(e.Seq, p.Seat, "arrival", events.Hash{})
		}
	}
}

// pastDue lets the running deadline be the one before the next.
func (m *Match) pastDue() {
	if m.Due != nil {
		m.LastDue = m.Due.Due
	}
	m.Due, m.Overdue = nil, false
	m.Owed = slices.DeleteFunc(m.Owed, func(o Owed) bool { return o.Letter == "deadline" })
}
