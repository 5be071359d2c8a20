package folder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fieldpost/events/durable"
	"fieldpost/mail"
)

// Cursors keeps how far each mailbox of an outside account was read: one small file a mailbox. It is only a hint.
type Cursors struct {
	dir     string
	account string // "orders@imap.example.org:993": every account has an INBOX
}

// NewCursors keeps the cursors of an account in a folder, which need not be there.
func NewCursors(dir, account string) Cursors { return Cursors{dir, account} }

// Path returns the file of a mailbox.
func (c Cursors) Path(mailbox string) string {
	h := sha256.Sum256([]byte(c.account + "\x00" + mailbox))
	return filepath.Join(c.dir, hex.EncodeToString(h[:8]))
}

// LoadCursor reads the hint, or the zero cursor if there is none.
func (c Cursors) LoadCursor(_ context.Context, mailbox string) (mail.Cursor, error) {
	var cursor mail.Cursor
	data, err := os.ReadFile(c.Path(mailbox))
	if errors.Is(err, fs.ErrNotExist) {
		return cursor, nil
	}
	if err != nil || json.Unmarshal(data, &cursor) != nil {
		return mail.Cursor{}, err
	}
	return cursor, nil
}

// SaveCursor writes the hint.
func (c Cursors) SaveCursor(_ context.Context, mailbox string, cursor mail.Cursor) error {
	if err := durable.MakeDir(c.dir); err != nil {
		return err
	}
	data, err := json.Marshal(cursor)
	if err != nil {
		return err
	}
	return durable.Replace(c.Path(mailbox), data)
}
