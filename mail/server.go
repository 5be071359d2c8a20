package mail

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/emersion/go-sasl"

	"fieldpost/mail/message"
)

// TLSMode says how a connection is protected.
type TLSMode string

// Ways of protection.
const (
	TLSNone     TLSMode = "none"     // loopback addresses only
	TLSStart    TLSMode = "starttls" // plain connection, then STARTTLS, never without
	TLSImplicit TLSMode = "tls"      // TLS from the first byte; the default
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

// check refuses settings that cannot work or that would send passwords in clear over a network.
func (s Server) check() error {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil || port == "" {
		return &message.Error{Code: message.CodeConfig, Detail: fmt.Sprintf("%q is not host:port", s.Addr), Err: err}
	}
	switch s.TLS {
	case TLSNone:
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return message.Fault(message.CodeConfig, "no TLS is allowed to this machine only, not to %q", s.Addr)
		}
	case "", TLSStart, TLSImplicit:
	default:
		return message.Fault(message.CodeConfig, "unknown way of TLS %q", s.TLS)
	}
	switch s.Auth {
	case "", "plain", "login":
	case "oauthbearer", "xoauth2":
		if s.Token == nil {
			return message.Fault(message.CodeConfig, "%s needs access tokens", s.Auth)
		}
	default:
		return message.Fault(message.CodeConfig, "unknown way of login %q", s.Auth)
	}
	return nil
}

func (s Server) timeout() time.Duration {
	if s.Timeout <= 0 {
		return time.Minute
	}
	return s.Timeout
}

// tlsConfig returns the TLS settings with the server's name in them.
func (s Server) tlsConfig() *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.TLSConfig != nil {
		config = s.TLSConfig.Clone()
	}
	if config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(s.Addr)
	}
	return config
}

// dial connects, with TLS from the first byte if that is the way. The connection ends when ctx does.
func (s Server) dial(ctx context.Context) (net.Conn, error) {
	dialing, cancel := context.WithTimeout(ctx, s.timeout())
	defer cancel()
	dialer := &net.Dialer{}
	if s.TLS == TLSImplicit || s.TLS == "" {
		return (&tls.Dialer{NetDialer: dialer, Config: s.tlsConfig()}).DialContext(dialing, "tcp", s.Addr)
	}
	return dialer.DialContext(dialing, "tcp", s.Addr)
}

// login returns the SASL client for the account, or nil if it needs none.
func (s Server) login(ctx context.Context) (sasl.Client, error) {
	if s.Username == "" {
		return nil, nil
	}
	switch s.Auth {
	case "login":
		return sasl.NewLoginClient(s.Username, s.Password), nil
	case "oauthbearer", "xoauth2":
		token, err := s.Token(ctx)
		if err != nil {
			return nil, err
		}
		if s.Auth == "xoauth2" {
			return &xoauth2{username: s.Username, token: token}, nil
		}
		host, port, _ := net.SplitHostPort(s.Addr)
		number, _ := strconv.Atoi(port)
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: s.Username, Token: token, Host: host, Port: number}), nil
	}
	return sasl.NewPlainClient("", s.Username, s.Password), nil
}

// xoauth2 is the mechanism that Microsoft 365 and Gmail had before RFC 7628.
type xoauth2 struct{ username, token string }

// Start returns the one and only message of the mechanism.
func (x *xoauth2) Start() (mech string, ir []byte, err error) {
	return "XOAUTH2", []byte("user=" + x.username + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next is called when the server refused: its challenge is JSON that says why, and wants an empty answer.
func (x *xoauth2) Next(challenge []byte) ([]byte, error) {
	var why struct{ Status string }
	if json.Unmarshal(challenge, &why) == nil && why.Status != "" {
		return nil, fmt.Errorf("mail: XOAUTH2 refused with status %q", why.Status)
	}
	return []byte{}, nil
}
