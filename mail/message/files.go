// Package message reads mails: which mails a file holds, of a mail its header, its text as Lines with their provenance (Read), what it says
// (Find), what of it is quoted (Recognize), and its files. Package mail describes the whole. It knows no network and no keys, so that it can be
// built into a page of a browser.
package message

import (
	"bytes"
	"io"

	"github.com/emersion/go-message"
	gomail "github.com/emersion/go-message/mail"
)

// File is a part of a letter.
type File struct {
	Name string // "cambrai-2-turn3.svg"
	Type string // "image/png"
	ID   string // for pictures of the HTML: it says <img src="cid:ID">
	Data []byte
}

// mostFile is how many bytes of a file are read.
const mostFile = 5 << 20

// Files returns the pictures and attachments of a mail that is known to be well-formed, such as a letter of ours from a mailbox. Unreadable
// parts are left out.
func Files(raw []byte) []File {
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) {
		return nil
	}
	var files []File
	_ = entity.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil || part == nil {
			return nil
		}
		kind, _, _ := part.Header.ContentType()
		name, _ := (&gomail.AttachmentHeader{Header: part.Header}).Filename()
		if name == "" {
			return nil
		}
		data, err := io.ReadAll(io.LimitReader(part.Body, mostFile))
		if err == nil {
			files = append(files, File{Name: name, Type: kind, Data: data})
		}
		return nil
	})
	return files
}

// Top is what the top header of a letter of ours says.
type Top struct {
	ID      string // of the message, without the brackets
	Subject string
	ReplyTo string // address
	Date    int64  // Unix ms; 0 if there is none
}

// Header reads the top header of a mail; what cannot be read is left empty.
func Header(raw []byte) Top {
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) {
		return Top{}
	}
	h := gomail.Header{Header: entity.Header}
	var t Top
	t.ID, _ = h.MessageID()
	t.Subject, _ = h.Subject()
	if to, err := h.AddressList("Reply-To"); err == nil && len(to) == 1 {
		t.ReplyTo = to[0].Address
	}
	if at, err := h.Date(); err == nil && !at.IsZero() {
		t.Date = at.UnixMilli()
	}
	return t
}
