// Package postoffice is a small mail server for one machine: SMTP and IMAP on localhost with mailboxes on disk.
package postoffice

import (
	"context"
	"log/slog"
	"time"

	"fieldpost/mail"
)

// Config says what an office serves.
type Config struct {
	Dir     string           // mailboxes live here; one office a folder
	SMTP    string           // listening address; "127.0.0.1:0" if empty
	IMAP    string           // listening address; "127.0.0.1:0" if empty
	Domains []string         // local domains, the first is ours by name; "localhost" if empty
	Users   []User           // accounts
	Anybody string           // if not "", every local name is an account with this password, made when first used
	Orders  []string         // local parts that are Fieldpost's own: "orders", "bounce"; with plus-addressing
	Handler mail.Handler     // takes mails to Orders; if nil they go to the mailbox of that name
	Limits  mail.Limits      // of one mail
	Now     func() time.Time // time.Now if nil
	Log     *slog.Logger     // slog.Default if nil
}

// User is one account: its mails go to Name@ every local domain, and Name+anything@.
type User struct{ Name, Password string }

// Office is a running post office.
type Office struct{}

// Open starts an office; a second one on the same folder is refused with ErrRunning.
func Open(config Config) (*Office, error) { panic("postoffice: Open") }

// SMTPAddr gives the address on which the office takes mail, with the port that was chosen.
func (o *Office) SMTPAddr() string { panic("postoffice: SMTPAddr") }

// IMAPAddr gives the address on which the office shows mail.
func (o *Office) IMAPAddr() string { panic("postoffice: IMAPAddr") }

// Deliver puts a mail in the INBOX of a local address as if it had come by SMTP.
func (o *Office) Deliver(ctx context.Context, from, to string, raw []byte) error {
	panic("postoffice: Deliver")
}

// Close stops both servers.
func (o *Office) Close() error { panic("postoffice: Close") }
