package mail

import (
	"context"
	"io"
	"log/slog"
	"time"
)

// Cursor says how far a mailbox was read. It is only a hint: what it misses is found by a rescan.
type Cursor struct {
	UIDValidity uint32
	UIDNext     uint32 // the first UID not yet handled
}

// Cursors keeps cursors for an intake. Losing them costs time only.
type Cursors interface {
	LoadCursor(ctx context.Context, mailbox string) (Cursor, error) // zero Cursor if there is none
	SaveCursor(ctx context.Context, mailbox string, c Cursor) error
}

// IMAPConfig says where an IMAPIntake reads.
type IMAPConfig struct {
	Server  Server
	Mailbox string        // "INBOX" if empty
	Move    string        // mailbox that handled mails are moved to; they stay if empty
	Poll    time.Duration // at least this often besides IDLE; 1 minute if 0
	Limits  Limits        // a mail larger than Limits.Bytes is handed on cut to one byte more
	Batch   int           // mails fetched at once; 50 if 0
	Log     *slog.Logger  // slog.Default if nil; never sees the text of mails
	Debug   io.Writer     // gets the wire, passwords included; nil for none
}

// IMAPIntake reads mails from an IMAP mailbox.
type IMAPIntake struct {
	config  IMAPConfig
	cursors Cursors
}

// NewIMAPIntake makes an intake; cursors may be nil.
func NewIMAPIntake(config IMAPConfig, cursors Cursors) *IMAPIntake {
	return &IMAPIntake{config: config, cursors: cursors}
}

// Run reads until ctx ends, connecting again after faults with growing pauses. It returns nil when ctx ended and an error only
// for settings that can never work.
func (in *IMAPIntake) Run(ctx context.Context, h Handler) error { panic("mail: Run") }

// Sweep connects, hands over all mails that the cursor has not passed, and disconnects. It returns how many were taken.
func (in *IMAPIntake) Sweep(ctx context.Context, h Handler) (int, error) { panic("mail: Sweep") }

// Rescan is Sweep over all mails that came since a day, whatever the cursor says.
func (in *IMAPIntake) Rescan(ctx context.Context, since time.Time, h Handler) (int, error) {
	panic("mail: Rescan")
}
