package mail

import (
	"context"
	"crypto/tls"
	"time"
)

// TLSMode says how a connection is protected.
type TLSMode string

// Ways of protection.
const (
	TLSNone     TLSMode = "none"     // loopback addresses only
	TLSStart    TLSMode = "starttls" // plain connection, then STARTTLS, never without
	TLSImplicit TLSMode = "tls"      // TLS from the first byte
)

// Server is an account on an IMAP or SMTP server.
type Server struct {
	Addr      string // host:port
	TLS       TLSMode
	TLSConfig *tls.Config // nil for the usual checks of Addr's host
	Username  string      // "" for no login
	Password  string
	Auth      string                                    // "plain" (the default), "login", "oauthbearer", "xoauth2"
	Token     func(ctx context.Context) (string, error) // gives a fresh access token for the last two
	Hello     string                                    // our own host name for EHLO; "localhost" if empty
	Timeout   time.Duration                             // of connecting and of each command; 1 minute if 0
}
