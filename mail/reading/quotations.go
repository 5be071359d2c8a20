package reading

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/message"
)

// What of a seat's letters and order mails is looked at for the sake of one mail.
const (
	MostNamed   = 3 // letters that the mail names
	mostLetters = 4 // letters with those, and the newest report besides: who writes all day goes back to it
	MostMails   = 3 // order mails
)

// MayQuote reports whether a mail can hold a quotation that its marks do not show. One order block, or one line, beside marked lines holds
// none; most mails are so, and cost nothing.
func MayQuote(in *message.Incoming, said message.Contents) bool {
	words := len(said.Loose) + len(said.Commands) + len(said.Blocks)
	return words > 1 || slices.ContainsFunc(said.Blocks, func(b message.Block) bool { return !b.Closed || b.Form != "" || b.From != message.Typed }) ||
		slices.ContainsFunc(in.Lines, func(l message.Line) bool { return l.Presumed })
}

// LettersOf returns the letters to its sender that a mail may quote: those that it names, then the newest.
func LettersOf(m *adjudicator.Match, in *message.Incoming, got func(adjudicator.Letter) bool) (letters []adjudicator.Letter) {
	named := slices.Concat(in.InReplyTo, in.References)
	for _, wanted := range []bool{true, false} {
		for _, l := range slices.Backward(m.Letters) {
			if !got(l) || slices.Contains(named, l.Issued.MessageID) != wanted {
				continue
			}
			if letters = append(letters, l); len(letters) == MostNamed && wanted || len(letters) == mostLetters {
				break
			}
		}
	}
	for _, l := range slices.Backward(m.Letters) {
		if l.Issued.Letter == "report" && got(l) {
			if !slices.ContainsFunc(letters, func(other adjudicator.Letter) bool { return other.Seq == l.Seq }) {
				letters = append(letters, l)
			}
			break
		}
	}
	return letters
}

// mailsOf returns the order mails of a seat that a mail may quote: the newest, but not itself when it is read once more.
func mailsOf(m *adjudicator.Match, seat table.Seat, in *message.Incoming) (mails []adjudicator.OrderMail) {
	for o := range m.OrderMails(seat) {
		if o.Mail == in.Key {
			continue
		}
		if mails = append(mails, o); len(mails) == MostMails {
			break
		}
	}
	return mails
}

// Recognized returns a mail of a seat and what it says, with what it quotes known by its text. whole reports that every text which it may
// quote could be read.
func Recognized(m *adjudicator.Match, seat table.Seat, in *message.Incoming, said message.Contents, letter func(adjudicator.Letter) *message.Quotable,
	own func(adjudicator.OrderMail) *message.Quotable) (_ *message.Incoming, _ message.Contents, whole bool) {
	if !MayQuote(in, said) {
		return in, said, true
	}
	var known []*message.Quotable
	whole = true
	add := func(q *message.Quotable) {
		if whole = whole && q != nil; q != nil {
			known = append(known, q)
		}
	}
	for _, l := range LettersOf(m, in, func(l adjudicator.Letter) bool { return l.Issued.Seat == string(seat) }) {
		add(letter(l))
	}
	for _, o := range mailsOf(m, seat, in) {
		add(own(o))
	}
	again := *in
	again.Recognize(known...)
	return &again, message.Find(&again), whole
}
