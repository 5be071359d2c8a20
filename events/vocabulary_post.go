package events

// The vocabulary of correspondence: what a game has agreed about its mail, what is known about senders, and what players do besides
// ordering.

// PostTermsSet fixes how a game is corresponded. The last one counts; a game without any takes what the program does
// by default.
type PostTermsSet struct {
	Proof    string       // how mails prove their sender: "casual", "standard", "strict" (mail.Policy)
	Press    string       // "named", "anonymous" (a writer may hide his name), "none"
	Phases   []PhaseClock // deadlines by kind of window, in the order in which they are looked up; the first that fits counts
	Bank     int64        // minutes of the time bank that each seat begins with
	Missed   int64        // turns missed in a row after which others may take the seat over; 0: never
	Absences int64        // how many absences a seat may have on the calendar at once
	Mending  int64        // minutes for which early processing waits for lines to be corrected; 0: until the deadline
}

// PhaseClock is a Schedule for one kind of window.
type PhaseClock struct {
	Step     string // a step of the rulebook, "questions", or "" for every window
	Clock    string // "20:00", or "" for a period
	Weekdays string // "mon,fri", or "" for every day
	Minimum  int64  // minutes from the opening of the window to its deadline, at least
	Next     int64  // minutes from the deadline before, at least; 0 if that does not matter
	Grace    int64  // minutes after the deadline in which silent seats are waited for
	CoolOff  int64  // seconds between the last orders and early processing; negative: never early
	Remind   int64  // minutes before the deadline; 0 for never
}

// SenderProven says how a mail proved its sender. It precedes what the mail did, so that even years later an order can be shown to have
// come from the player's own provider.
type SenderProven struct {
	Seat      string
	Mail      Hash
	Sent      int64  // Unix ms: the mail's own Date as far as it is proven, else when it came
	Dated     bool   // Sent is the mail's own Date
	Token     string // "pass", "fail", "unchecked", as are the next three
	Domain    string
	Path      string
	Signature string
	Records   Hash // digest of the DNS records that the proof rests on (text, in the store), or zero
}

// MailHeld is a mail that waits for its sender's confirmation. A letter with its own token asks him for it. Until then nothing of the mail
// counts; once he has confirmed, the raw mail is read again.
type MailHeld struct {
	Seat    string
	Mail    Hash
	Raw     Hash
	Cause   string // "unproven", "surrender", "key"
	Missing string // what the proof lacked: "domain", "token" ... (mail.Policy.Accepts), or ""
}

// AbsenceSet says when a player is away. It does not move a running deadline.
type AbsenceSet struct {
	Seat  string
	Slot  int64 // from 1; setting a slot again replaces it
	From  int64 // Unix ms
	Until int64 // Unix ms; not after From: the slot is free again
	Mail  Hash
}

// SeatVacated frees a seat for anyone to take: its player has given it up, or has missed too many turns.
type SeatVacated struct {
	Seat   string
	Cause  string // "surrender", "missed", "master"
	Mail   Hash
	Reason string
}

// PressHidden is a message whose writer is not told.
type PressHidden struct {
	To           string // seats with commas between, "" for all
	Mail         Hash
	AuthorSealed Hash // commits to Author
	TextSealed   Hash // commits to Press
}

// Author is who wrote a hidden message.
type Author struct{ Seat string }

// KeyFiled keeps the OpenPGP key that a player signs his orders with.
type KeyFiled struct {
	Seat        string
	Fingerprint string
	Key         Hash // digest of the key, in the store
	Mail        Hash
}

// MailKeyRotated says, in the log of an office, that the secret behind its reply addresses is another. It holds no part of the secret.
type MailKeyRotated struct {
	Print  Hash  // tells the new secret from others: SHA-256("fieldpost mail key" || 00 || secret)
	Until  int64 // Unix ms until which addresses made with the former secret still prove their mails; 0: they prove nothing any more
	Reason string
}

// LettersChosen says which letters a player does not want, and which he wants besides the usual ones. It replaces what he chose before. The
// letters of play itself (reports, questions, receipts, seals, deeds of the game master) cannot be declined.
type LettersChosen struct {
	Seat string
	Mail Hash
	Off  []string // usual kinds that he does not want, in byte order
	On   []string // unusual kinds that he wants, in byte order
}

// postVocabulary is the part of the vocabulary that this file holds.
var postVocabulary = []entry{
	entryOf[PostTermsSet](),
	entryOf[SenderProven](),
	entryOf[MailHeld](),
	entryOf[AbsenceSet](),
	entryOf[SeatVacated](),
	entryOf[PressHidden](),
	entryOf[KeyFiled](),
	entryOf[LettersChosen](),
}

// Kind names what a game has agreed about its mail.
func (PostTermsSet) Kind() Kind { return "PostTermsSet" }

// Kind names the proof of a sender.
func (SenderProven) Kind() Kind { return "SenderProven" }

// Kind names a mail that waits for its sender's confirmation.
func (MailHeld) Kind() Kind { return "MailHeld" }

// Kind names an absence.
func (AbsenceSet) Kind() Kind { return "AbsenceSet" }

// Kind names a seat that was left.
func (SeatVacated) Kind() Kind { return "SeatVacated" }

// Kind names a message without its writer's name.
func (PressHidden) Kind() Kind { return "PressHidden" }

// Kind names an OpenPGP key.
func (KeyFiled) Kind() Kind { return "KeyFiled" }

// Kind names a change of the secret behind reply addresses.
func (MailKeyRotated) Kind() Kind { return "MailKeyRotated" }

// Kind names a player's choice of letters.
func (LettersChosen) Kind() Kind { return "LettersChosen" }

// postCommitments lists the commitments of this file's events.
func postCommitments(b Body) []Hash {
	if b, ok := b.(PressHidden); ok {
		return []Hash{b.AuthorSealed, b.TextSealed}
	}
	return nil
}

// postReferences lists the blobs that this file's events point to.
func postReferences(b Body) []Hash {
	switch b := b.(type) {
	case SenderProven:
		return []Hash{b.Records}
	case MailHeld:
		return []Hash{b.Raw}
	case KeyFiled:
		return []Hash{b.Key}
	}
	return nil
}
