package mail

import (
	"context"
	"time"
)

// Envelope is what is known about a mail's transport besides its bytes.
type Envelope struct {
	Via      string    // "smtp", "lmtp", "imap", "file"
	From     string    // return path; "" if it is null or unknown
	Null     bool      // the return path is known to be null: a report or an automatic answer
	To       []string  // recipients of the envelope; nil over IMAP
	Login    string    // who had logged in to send it, or ""
	Remote   string    // address of the host that gave it, or ""
	Hello    string    // the name by which that host called itself, or ""
	Received time.Time // UTC, by the clock of the server that took it
	Queued   time.Time // when our own mail host had taken it, if it handed the mail over later (LMTP), else zero
	Size     int64     // of the whole mail; larger than what the handler got if it was cut at the limit

	Place uint64 `json:",omitempty"` // where it lies in a queue that several servers share, or 0
	Queue string `json:",omitempty"` // which queue that is
}

// Handler takes in a mail. It returns nil only when the mail can no longer be lost, whatever happens: then the intake tells the other side
// that it may forget the mail. It must expect the same mail again (same message.Incoming.Key) and do nothing the second time. An error means "not
// taken": the mail is offered again later. It must not keep raw.
type Handler func(ctx context.Context, raw []byte, envelope Envelope) error
