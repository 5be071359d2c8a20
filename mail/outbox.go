package mail

import (
	"context"
	"log/slog"
	"time"
)

// Letter is one letter on its way to one recipient.
type Letter struct {
	Game   string
	Issue  int64     // seq of its ReportIssued; with Game its name
	Issued time.Time // from here on the five days run
	From   string    // envelope sender (Post.BounceAddress), "" for null
	To     string    // envelope recipient
}

// Failure is why a host did not take a letter. It is an error.
type Failure struct {
	Permanent bool
	Code      int    // SMTP reply code, 0 if there was no reply
	Enhanced  string // "5.1.1", "" if there was none
	Detail    string
	Err       error
}

// Error gives the reply for the operator.
func (f *Failure) Error() string { panic("mail: Error") }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Sender gives letters to a mail server.
type Sender interface {
	// Send returns nil when the server took the letter, else a *Failure.
	Send(ctx context.Context, l Letter, data []byte) error
}

// Pending is what an Outbox needs of the log.
type Pending interface {
	// Pending lists the letters that were issued and neither sent nor given up, oldest first.
	Pending(ctx context.Context) ([]Letter, error)
	// Bytes gives a letter's bytes.
	Bytes(ctx context.Context, l Letter) ([]byte, error)
	// Sent records that a server took the letter. If it fails the letter is sent again: the same bytes with the same Message-ID.
	Sent(ctx context.Context, l Letter) error
	// Bounced records that the letter was given up.
	Bounced(ctx context.Context, l Letter, why Failure) error
}

// Clock is the time as an Outbox sees it.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

// Retry gives the pause after the nth failed attempt (from 1): 5, 10, 20, 40 minutes, then an hour.
func Retry(n int) time.Duration { panic("mail: Retry") }

// GiveUp is how long after its issue a letter is tried.
const GiveUp = 5 * 24 * time.Hour

// Outbox sends what is pending.
type Outbox struct {
	Source Pending
	Sender Sender
	Clock  Clock        // the machine's if nil
	Log    *slog.Logger // slog.Default if nil; never sees the text of letters
}

// Run sends letters until ctx ends, then returns nil. Call Wake when a letter has been issued.
func (o *Outbox) Run(ctx context.Context) error { panic("mail: Run") }

// Wake makes Run look at the pending letters now.
func (o *Outbox) Wake() { panic("mail: Wake") }

// Pass tries every pending letter that is due and tells when the next one will be; zero if none waits.
func (o *Outbox) Pass(ctx context.Context) (next time.Time, err error) { panic("mail: Pass") }

// Submission is a Sender over SMTP.
type Submission struct {
	server Server
}

// NewSubmission makes a Sender that logs in to server. It keeps one connection for letters that follow closely.
func NewSubmission(server Server) (*Submission, error) { panic("mail: NewSubmission") }

// Send gives one letter to the server.
func (s *Submission) Send(ctx context.Context, l Letter, data []byte) error { panic("mail: Send") }

// Close says QUIT if a connection is open.
func (s *Submission) Close() error { panic("mail: Close") }
