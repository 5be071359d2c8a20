package mail

import (
	"bytes"
	"io"

	"github.com/emersion/go-message"
	gomail "github.com/emersion/go-message/mail"
)

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
		data, err := io.ReadAll(io.LimitReader(part.Body, int64(DefaultLimits.Bytes)))
		if err == nil {
			files = append(files, File{Name: name, Type: kind, Data: data})
		}
		return nil
	})
	return files
}
