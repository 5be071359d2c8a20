package mail

import "time"

// File is a part of a letter.
type File struct {
	Name string // "cambrai-2-turn3.svg"
	Type string // "image/png"
	ID   string // for pictures of the HTML: it says <img src="cid:ID">
	Data []byte
}

// Outgoing is all that a letter's bytes follow from.
type Outgoing struct {
	ID      string    // unique for ever, [a-z0-9.-]: "cambrai-2.41.south.report"
	Date    time.Time // of the event that the letter tells of
	Domain  string    // right side of message ids
	Game    string    // "" for a letter about no game
	From    Mailbox
	To      Mailbox
	ReplyTo Mailbox // the seat's plus-address, or zero
	Subject string

	Answers    string   // message id of the mail that it answers, or ""
	References []string // of that mail; the game's root is put first by Compose

	Text     string
	HTML     string // may be empty
	Pictures []File // shown in the HTML
	Files    []File // attached
}

// MessageID gives the id of the letter, without angle brackets.
func (o Outgoing) MessageID() string { panic("mail: MessageID") }

// ThreadRoot gives the message id that all letters of a game refer to, so that mail programs show one thread.
func ThreadRoot(game, domain string) string { panic("mail: ThreadRoot") }

// Compose gives the bytes of a letter: the same for the same Outgoing, on every machine.
func Compose(o Outgoing) ([]byte, error) { panic("mail: Compose") }
