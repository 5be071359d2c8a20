package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"mime"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"fieldpost/mail/message"
)

// File is a part of a letter.
type File = message.File

// Outgoing is everything that a letter's bytes depend on.
type Outgoing struct {
	ID      string    // unique for ever, [A-Za-z0-9.-]: "cambrai-2.41.south.report"
	Date    time.Time // of the event that the letter reports
	Domain  string    // right side of message ids
	Game    string    // "" for a letter about no game
	From    message.Mailbox
	To      message.Mailbox
	ReplyTo message.Mailbox // the seat's plus-address, or zero
	Subject string

	Answers    string   // message id of the mail that it answers, or ""
	References []string // of that mail; the game's root is put first by Compose

	Unsubscribe string // mailto: URI that ends letters of this kind (RFC 2369), for those that answer no mail; or ""

	Text     string
	HTML     string // may be empty
	Pictures []File // shown in the HTML
	Files    []File // attached
}

// MessageID returns the id of the letter, without angle brackets.
func (o Outgoing) MessageID() string { return message.IDPrefix + o.ID + "@" + o.Domain }

// ThreadRoot returns the message id that all letters of a game refer to, so that mail programs show one thread.
func ThreadRoot(game, domain string) string { return message.IDPrefix + game + "@" + domain }

var (
	contentID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.@-]{0,150}$`) // RFC 2392: an addr-spec
	letterID  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]{0,150}$`)
	domain    = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$`)
	mimeType  = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+$`)
	mailtoURI = regexp.MustCompile(`^mailto:[A-Za-z0-9.+_@-]{3,250}(\?[A-Za-z0-9=%&._-]{1,200})?$`)
)

// mostReferences is how many ids References keeps: the root and the last ones.
const mostReferences = 12

// Compose returns the bytes of a letter: the same for the same Outgoing, on every machine. They are lines of at most 998 bytes
// that end with CRLF, 7 bit throughout (quoted-printable and base64), so that no host on the way needs to change them.
//
//	multipart/mixed
//	  multipart/related
//	    multipart/alternative: text/plain, text/html
//	    image/png (inline, cid)
//	  image/svg+xml, application/json ... (attached)
//
// A level that would hold one part only is left out.
func Compose(o Outgoing) ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(len(o.Text) + len(o.HTML) + 4096)
	if err := o.writeHeader(&b); err != nil {
		return nil, err
	}
	o.body().write(&b)
	return b.Bytes(), nil
}

// check refuses what would make a letter that another host could misread.
func (o Outgoing) check() error {
	switch {
	case !letterID.MatchString(o.ID):
		return message.Fault(message.CodeBadLetter, "id %q", o.ID)
	case !domain.MatchString(o.Domain):
		return message.Fault(message.CodeBadLetter, "domain %q", o.Domain)
	case o.Date.IsZero():
		return message.Fault(message.CodeBadLetter, "no date")
	case o.Game != "" && !message.IsGame(o.Game):
		return message.Fault(message.CodeBadLetter, "game %q", o.Game)
	case len(o.Subject) > 900:
		return message.Fault(message.CodeBadHeader, "subject of %d bytes", len(o.Subject))
	case o.Unsubscribe != "" && !mailtoURI.MatchString(o.Unsubscribe):
		return message.Fault(message.CodeBadHeader, "unsubscribe %q", o.Unsubscribe)
	case o.HTML == "" && len(o.Pictures) > 0:
		return message.Fault(message.CodeBadLetter, "pictures without HTML")
	}
	for _, value := range []string{o.Subject, o.From.Name, o.To.Name, o.ReplyTo.Name} {
		if strings.ContainsAny(value, "\r\n\x00") || !utf8.ValidString(value) {
			return message.Fault(message.CodeBadHeader, "%q", value)
		}
	}
	for _, box := range []message.Mailbox{o.From, o.To} {
		if !sendable(box.Address) {
			return message.Fault(message.CodeBadAddress, "%q", box.Address)
		}
	}
	if o.ReplyTo != (message.Mailbox{}) && !sendable(o.ReplyTo.Address) {
		return message.Fault(message.CodeBadAddress, "%q", o.ReplyTo.Address)
	}
	for _, f := range append(append([]File(nil), o.Pictures...), o.Files...) {
		if !mimeType.MatchString(f.Type) || strings.ContainsAny(f.Name, "\r\n\x00\"\\/") || !utf8.ValidString(f.Name) ||
			f.ID != "" && !contentID.MatchString(f.ID) {
			return message.Fault(message.CodeBadLetter, "part %q of type %q", f.Name, f.Type)
		}
	}
	for _, text := range []string{o.Text, o.HTML} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return message.Fault(message.CodeBadLetter, "text that is not UTF-8")
		}
	}
	return nil
}

// sendable reports whether an address can stand in a header and an envelope without quoting and without SMTPUTF8.
func sendable(address string) bool {
	if !message.PlainAddress(address) || len(address) > 254 {
		return false
	}
	local, host := cutAddress(address)
	for i := 0; i < len(address); i++ {
		if c := address[i]; c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(local) <= longestLocal && domain.MatchString(host) && !strings.Contains(local, "@") &&
		!strings.HasPrefix(local, ".") && !strings.HasSuffix(local, ".") && !strings.Contains(local, "..")
}

func (o Outgoing) writeHeader(b *bytes.Buffer) error {
	line := func(name, value string) { fmt.Fprintf(b, "%s: %s\r\n", name, value) }
	line("From", formatMailbox(o.From))
	line("To", formatMailbox(o.To))
	if o.ReplyTo.Address != "" {
		line("Reply-To", formatMailbox(o.ReplyTo))
	}
	line("Subject", encodeWords(len("Subject: "), o.Subject))
	line("Date", o.Date.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	line("Message-ID", "<"+o.MessageID()+">")
	var references []string
	if o.Game != "" {
		references = append(references, ThreadRoot(o.Game, o.Domain))
	}
	if o.Answers != "" {
		if !message.UsableID(o.Answers) {
			return message.Fault(message.CodeBadHeader, "message id %q", o.Answers)
		}
		line("In-Reply-To", "<"+o.Answers+">")
		references = append(references, o.References...)
		references = append(references, o.Answers)
	} else if len(references) > 0 {
		line("In-Reply-To", "<"+references[0]+">")
	}
	if references = dedupe(references); len(references) > 0 {
		line("References", "<"+strings.Join(references, ">\r\n <")+">")
	}
	if o.Answers != "" {
		line("Auto-Submitted", "auto-replied")
	} else {
		line("Auto-Submitted", "auto-generated")
	}
	game := o.Game
	if game == "" {
		game = "none"
	}
	line(message.HeaderGame, game)
	if o.Unsubscribe != "" {
		line("List-Unsubscribe", "<"+o.Unsubscribe+">")
	}
	line("MIME-Version", "1.0")
	return nil
}

// dedupe keeps each usable id once: the first (the root) and the last ones.
func dedupe(ids []string) []string {
	seen := map[string]bool{}
	var kept []string
	for _, id := range ids {
		if message.UsableID(id) && !seen[id] {
			seen[id] = true
			kept = append(kept, id)
		}
	}
	if len(kept) > mostReferences {
		kept = append(kept[:1:1], kept[len(kept)-mostReferences+1:]...)
	}
	return kept
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func formatMailbox(m message.Mailbox) string {
	if m.Name == "" {
		return m.Address
	}
	if isASCII(m.Name) && len(m.Name) < 60 {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(m.Name) + `" <` + m.Address + ">"
	}
	return encodeWords(10, m.Name) + "\r\n <" + m.Address + ">"
}

// encodeWords returns a header value: as it is if it is ASCII (folded at spaces), else in RFC 2047 words of at most 75 characters.
// used is how much of the first line is taken.
func encodeWords(used int, value string) string {
	value = norm.NFC.String(value)
	var b strings.Builder
	if isASCII(value) && !strings.Contains(value, "=?") {
		for i, word := range strings.Split(value, " ") {
			if i > 0 && used+1+len(word) > 76 && word != "" {
				b.WriteString("\r\n")
				used = 0
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(word)
			used += 1 + len(word)
		}
		return b.String()
	}
	for len(value) > 0 {
		n := 0
		for n < len(value) {
			_, size := utf8.DecodeRuneInString(value[n:])
			if n+size > 36 { // 36 bytes make at most 48 characters of base64
				break
			}
			n += size
		}
		if b.Len() > 0 {
			b.WriteString("\r\n ")
		}
		b.WriteString("=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(value[:n])) + "?=")
		value = value[n:]
	}
	return b.String()
}

// part is a node of the tree of parts.
type part struct {
	head     []string // header lines, Content-Type first
	data     []byte   // encoded body of a leaf
	children []part
	boundary string
}

// body builds the tree of parts.
func (o Outgoing) body() part {
	body := textPart("text/plain", o.Text)
	if o.HTML != "" {
		body = o.multipart("alternative", "a", body, textPart("text/html", o.HTML))
	}
	if len(o.Pictures) > 0 {
		parts := []part{body}
		for _, f := range o.Pictures {
			parts = append(parts, filePart(f, "inline"))
		}
		body = o.multipart("related", "r", parts...)
		body.head[0] = strings.Replace(body.head[0], "; boundary", `; type="multipart/alternative"; boundary`, 1)
	}
	if len(o.Files) > 0 {
		parts := []part{body}
		for _, f := range o.Files {
			parts = append(parts, filePart(f, "attachment"))
		}
		body = o.multipart("mixed", "m", parts...)
	}
	return body
}

// multipart makes a multipart whose boundary follows from the letter's id. "=_" cannot stand in quoted-printable or base64, so
// that it never occurs in a part.
func (o Outgoing) multipart(kind, level string, children ...part) part {
	sum := sha256.Sum256([]byte("boundary\x00" + level + "\x00" + o.MessageID()))
	boundary := "=_" + level + "_" + hex.EncodeToString(sum[:12])
	return part{
		head:     []string{"Content-Type: multipart/" + kind + "; boundary=\"" + boundary + "\""},
		children: children, boundary: boundary,
	}
}

func textPart(kind, text string) part {
	return part{
		head: []string{"Content-Type: " + kind + "; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"},
		data: quotePrintable(text),
	}
}

func filePart(f File, disposition string) part {
	kind := f.Type
	if strings.HasPrefix(kind, "text/") && !strings.Contains(kind, ";") { // what we write is in UTF-8; unsaid it would be read as ASCII (RFC 2046, 4.1.2)
		kind += "; charset=utf-8"
	}
	p := part{head: []string{"Content-Type: " + kind}}
	if f.Name != "" {
		name := mime.FormatMediaType(disposition, map[string]string{"filename": f.Name})
		p.head = append(p.head, "Content-Disposition: "+name)
	} else {
		p.head = append(p.head, "Content-Disposition: "+disposition)
	}
	if f.ID != "" {
		p.head = append(p.head, "Content-ID: <"+f.ID+">")
	}
	p.head = append(p.head, "Content-Transfer-Encoding: base64")
	p.data = base64Lines(f.Data)
	return p
}

// write writes a part: its header, an empty line, its body.
func (p part) write(b *bytes.Buffer) {
	for _, line := range p.head {
		b.WriteString(line + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(p.data)
	if p.boundary == "" {
		return
	}
	for _, child := range p.children {
		b.WriteString("--" + p.boundary + "\r\n")
		child.write(b)
		b.WriteString("\r\n")
	}
	b.WriteString("--" + p.boundary + "--\r\n")
}

// quotePrintable encodes text (RFC 2045 section 6.7) with lines of at most 76 characters. All line ends become CRLF; a dot or
// "From " at the start of a line is encoded too, because hosts on the way meddle with them.
func quotePrintable(text string) []byte {
	var b bytes.Buffer
	b.Grow(len(text) + len(text)/8)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	message.EachLine(text, func(line string) {
		used := 0
		for i := 0; i < len(line); i++ {
			c := line[i]
			last := i == len(line)-1
			plain := c >= '!' && c <= '~' && c != '=' || (c == ' ' || c == '\t') && !last
			if i == 0 && (c == '.' || strings.HasPrefix(line, "From ") || strings.HasPrefix(line, "--=_")) {
				plain = false
			}
			size := 1
			if !plain {
				size = 3
			}
			if used+size > 75 && !(last && used+size == 76) {
				b.WriteString("=\r\n")
				used = 0
			}
			if plain {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "=%02X", c)
			}
			used += size
		}
		b.WriteString("\r\n")
	})
	return b.Bytes()
}

// base64Lines encodes data in lines of 76 characters.
func base64Lines(data []byte) []byte {
	text := base64.StdEncoding.EncodeToString(data)
	var b bytes.Buffer
	b.Grow(len(text) + len(text)/38 + 2)
	for len(text) > 76 {
		b.WriteString(text[:76] + "\r\n")
		text = text[76:]
	}
	b.WriteString(text + "\r\n")
	return b.Bytes()
}
