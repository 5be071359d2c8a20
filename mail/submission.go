package mail

import (
	"bytes"
	"context"
	"net"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Submission is a Sender over SMTP. It is safe for concurrent use; letters go one after the other.
type Submission struct {
	server Server

	mutex  sync.Mutex
	client *smtp.Client
	used   time.Time
	sent   int // over this connection
}

// How long an idle connection is trusted, and how many letters go over one.
const (
	connectionIdle    = 30 * time.Second
	connectionLetters = 50
)

// NewSubmission makes a Sender that logs in to server. It keeps one connection for letters that follow closely.
func NewSubmission(server Server) (*Submission, error) {
	if err := server.check(); err != nil {
		return nil, err
	}
	return &Submission{server: server}, nil
}

// Send returns one letter to the server. The error, if any, is a *Failure. After a lost connection the outcome may be unknown: the
// letter is then sent again with the same Message-ID (RFC 1047).
func (s *Submission) Send(ctx context.Context, l Letter, data []byte) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if l.From != "" && !sendable(l.From) || !sendable(l.To) {
		return &Failure{Permanent: true, Enhanced: "5.1.3", Detail: "the address cannot be written in an envelope"}
	}
	if s.client != nil && (time.Since(s.used) > connectionIdle || s.sent >= connectionLetters || s.client.Reset() != nil) {
		s.drop()
	}
	if s.client == nil {
		if err := s.connect(ctx); err != nil {
			s.drop()
			return failureOf(err, false)
		}
	}
	stop := context.AfterFunc(ctx, func() { s.client.Close() })
	defer stop()
	err := s.client.SendMail(l.From, []string{l.To}, bytes.NewReader(data))
	s.used = time.Now()
	s.sent++
	if err != nil {
		f := failureOf(err, true)
		if f.Code == 0 || f.Code == 421 {
			s.drop()
		}
		return f
	}
	return nil
}

func (s *Submission) connect(ctx context.Context) error {
	conn, err := s.server.dial(ctx)
	if err != nil {
		return err
	}
	conn.SetDeadline(time.Now().Add(s.server.timeout()))
	var client *smtp.Client
	if s.server.TLS == TLSStart {
		if client, err = smtp.NewClientStartTLS(conn, s.server.tlsConfig()); err != nil {
			conn.Close()
			return err
		}
	} else {
		client = smtp.NewClient(conn)
	}
	client.CommandTimeout, client.SubmissionTimeout = s.server.timeout(), 2*s.server.timeout()
	s.client, s.sent = client, 0
	if s.server.Hello != "" {
		if err := client.Hello(s.server.Hello); err != nil {
			return err
		}
	}
	login, err := s.server.login(ctx)
	if err != nil {
		return err
	}
	if login != nil {
		if err := client.Auth(login); err != nil {
			return err
		}
	}
	return clearDeadline(conn)
}

// clearDeadline leaves the times to each command.
func clearDeadline(conn net.Conn) error { return conn.SetDeadline(time.Time{}) }

func (s *Submission) drop() {
	if s.client != nil {
		s.client.Close()
		s.client = nil
	}
}

// Close says QUIT if a connection is open. The goodbye is a courtesy: whatever was accepted had its answer before, so a host
// that has hung up already is no failure.
func (s *Submission) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.client == nil {
		return nil
	}
	if err := s.client.Quit(); err == nil {
		s.client = nil // Quit has closed the connection
	}
	s.drop()
	return nil
}
