package message

import (
	"time"

	"fieldpost/events"
)

// Limits limit what one mail may cost. The zero value of a field means its default (DefaultLimits).
type Limits struct {
	Bytes        int // of the raw mail
	HeaderBytes  int // of its top header
	HeaderFields int
	Depth        int // of nested multiparts
	Parts        int
	Text         int // bytes of decoded text, all parts together
	Line         int // bytes of one line of decoded text
}

// DefaultLimits are generous for people and small for machines.
var DefaultLimits = Limits{
	Bytes: 5 << 20, HeaderBytes: 256 << 10, HeaderFields: 1000,
	Depth: 8, Parts: 64, Text: 256 << 10, Line: 8 << 10,
}

// Mailbox is a name and an address of RFC 5322 section 3.4. Address has its domain in lower case.
type Mailbox struct{ Name, Address string }

// Incoming is one mail, read. After an error of Read it holds what could be read.
type Incoming struct {
	Raw  events.Hash // SHA-256 of the raw bytes
	Key  events.Hash // the same for every copy of the same mail, however it travelled; see Key
	Size int         // of the raw mail in bytes

	From       Mailbox   // exactly one, or Read returned CodeNoSender
	ReplyTo    Mailbox   // where an answer is wanted, or zero
	Recipients []string  // addresses of Delivered-To, X-Original-To, Envelope-To, To and Cc, in this order, each once
	Subject    string    // decoded, one line
	MessageID  string    // without angle brackets, "" if there is none
	InReplyTo  []string  // message ids without angle brackets
	References []string  // message ids without angle brackets, oldest first
	Date       time.Time // as the sender claims, UTC; zero if unreadable

	Automatic string          // why this must not be answered ("auto-submitted", "list" ...), or ""; RFC 3834
	Claims    string          // the game that it says it is a letter of ours about, or ""
	Report    *DeliveryReport // what a delivery status report says (RFC 3464), or nil

	Lines       []Line       // all readable text in the order of the parts
	Attachments []Attachment // everything attached; only .txt is read
	Notes       []string     // what was repaired while reading: "charset x-foo unknown, read as utf-8"
}

// Provenance is where a line comes from.
type Provenance int

// Where lines come from.
const (
	Typed       Provenance = iota // by the sender, in this mail
	Quoted                        // from an earlier mail, with quote signs, in a blockquote or below a header block such as Outlook's
	Attribution                   // "On Friday X wrote:", "-----Original Message-----" and the like
	Signature                     // below "-- ", or a phone's advertisement of itself
	Forwarded                     // of a mail sent on
	Disclaimer                    // "This e-mail is confidential ..." and what list or virus software adds
	Struck                        // struck through, in HTML
	Hidden                        // not shown, or too small to be read, in HTML
	Doubtful                      // in a text that its sender may quote, and there is no telling whether he wrote it anew
)

// Doubt is why there is no telling whether a Doubtful line is its sender's own. It is a key of the words.
type Doubt string

// Why a line is doubtful.
const (
	DoubtCopied  Doubt = "mail.doubtful.copied"  // a small copy of a known text, below a quotation or what introduces one
	DoubtBeside  Doubt = "mail.doubtful.beside"  // a copy of a known text, beside other orders
	DoubtCut     Doubt = "mail.doubtful.cut"     // the beginning of a known line, at the end of the mail
	DoubtBetween Doubt = "mail.doubtful.between" // among quoted lines, in place of others
)

// Line is one line of text in NFC without CR, LF, zero-width characters or trailing space; no-break spaces are spaces.
type Line struct {
	Text  string
	From  Provenance
	Depth int // of quoting: 0 for typed lines, 1 for "> "
	Part  int // 0 for the body, 1 and up for attached texts

	Presumed bool // it is called quoted only because of the header above it, which adds one to its Depth
	Rest     bool // it is the rest of the line before it: a mail program broke a line of a text that is known
	Doubt    Doubt
}

// Attachment is a part that is not body text.
type Attachment struct {
	Name string // decoded file name, without folders, or ""
	Type string // "text/plain"
	Size int    // bytes after decoding, as far as read
	Part int    // Part of its lines if it was read, else 0
}

// DeliveryReport is what another host says about a letter of ours (RFC 3464).
type DeliveryReport struct {
	Action    string // "failed", "delayed", "delivered", "relayed", "expanded"
	Status    string // "5.1.1"
	Recipient string
	Detail    string // Diagnostic-Code
	MessageID string // of the letter, if the report holds its header
}
