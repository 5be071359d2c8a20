package mail

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"time"
)

// ReceiverConfig says how a Receiver takes mail.
type ReceiverConfig struct {
	Domain    string                    // our name in the greeting
	Accept    func(address string) bool // which recipients are ours; others are refused with 550 5.7.1 (no relay)
	TLSConfig *tls.Config               // offers STARTTLS if not nil
	LMTP      bool
	Limits    Limits           // Limits.Bytes is the largest mail
	Timeout   time.Duration    // of reading and writing a line; 5 minutes if 0
	Now       func() time.Time // time.Now if nil
	Log       *slog.Logger     // slog.Default if nil
}

// Receiver is an SMTP (or LMTP) server that answers 250 to a mail only after the handler took it for good, else 451.
type Receiver struct {
	config  ReceiverConfig
	handler Handler
}

// NewReceiver makes a receiver.
func NewReceiver(config ReceiverConfig, h Handler) *Receiver {
	return &Receiver{config: config, handler: h}
}

// Serve takes connections until Close.
func (r *Receiver) Serve(l net.Listener) error { panic("mail: Serve") }

// Close ends Serve: no new connections, then waits for mails under way until ctx ends, then cuts.
func (r *Receiver) Close(ctx context.Context) error { panic("mail: Close") }
