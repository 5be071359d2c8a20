package mail

import (
	"bytes"
	"context"
	"net"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Submission is a Sender over SMTP. It is safe for concurrent use: letters sent at the same time each take their own connection.
type Submission struct {
	Condition *Condition // told how each login went; nil for none

	server Server

	mutex sync.Mutex
	idle  []*submitting
}

// submitting is one connection.
type submitting struct {
	client *smtp.Client
	used   time.Time
	sent   int
}

// How long an idle connection is trusted, and how many letters go over one.
const (
	connectionIdle    = 30 * time.Second
	connectionLetters = 50
)

// NewSubmission makes a Sender that logs in to server. It keeps connections for letters that follow closely.
func NewSubmission(server Server) (*Submission, error) {
	if err := server.check(); err != nil {
		return nil, err
	}
	return &Submission{server: server}, nil
}

// Send hands one letter to the server. The error, if any, is a *Failure. After a lost connection the outcome may be unknown: the
// letter is then sent again with the same Message-ID (RFC 1047).
func (s *Submission) Send(ctx context.Context, l Letter, data []byte) error {
	if l.From != "" && !sendable(l.From) || !sendable(l.To) {
		return &Failure{Permanent: true, Enhanced: "5.1.3", Detail: "the address cannot be written in an envelope"}
	}
	c, err := s.take(ctx)
	if err != nil {
		return failureOf(err, false)
	}
	stop := context.AfterFunc(ctx, func() { c.client.Close() })
	err = c.client.SendMail(l.From, []string{l.To}, bytes.NewReader(data))
	c.used = time.Now()
	c.sent++
	if stopped := stop(); err != nil {
		f := failureOf(err, true)
		if !stopped || f.Code == 0 || f.Code == 421 {
			c.client.Close()
		} else {
			s.keep(c)
		}
		return f
	} else if !stopped {
		c.client.Close()
		return nil
	}
	s.keep(c)
	return nil
}

// take returns a connection that is ready for a letter.
func (s *Submission) take(ctx context.Context) (*submitting, error) {
	for {
		s.mutex.Lock()
		last := len(s.idle) - 1
		if last < 0 {
			s.mutex.Unlock()
			return s.connect(ctx)
		}
		c := s.idle[last]
		s.idle = s.idle[:last]
		s.mutex.Unlock()
		if time.Since(c.used) <= connectionIdle && c.sent < connectionLetters && c.client.Reset() == nil {
			return c, nil
		}
		c.client.Close()
	}
}

func (s *Submission) keep(c *submitting) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.idle = append(s.idle, c)
}

// Probe connects, logs in and says goodbye: it shows whether letters could leave now.
func (s *Submission) Probe(ctx context.Context) error {
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	return c.client.Quit()
}

func (s *Submission) connect(ctx context.Context) (*submitting, error) {
	c, err := s.dial(ctx)
	if err != nil {
		s.Condition.Failed(ctx, err, time.Now())
		return nil, err
	}
	s.Condition.Worked()
	return c, nil
}

func (s *Submission) dial(ctx context.Context) (*submitting, error) {
	conn, err := s.server.dial(ctx)
	if err != nil {
		return nil, err
	}
	conn.SetDeadline(time.Now().Add(s.server.timeout()))
	var client *smtp.Client
	if s.server.TLS == TLSStart {
		if client, err = smtp.NewClientStartTLS(conn, s.server.tlsConfig()); err != nil {
			conn.Close()
			return nil, err
		}
	} else {
		client = smtp.NewClient(conn)
	}
	client.CommandTimeout, client.SubmissionTimeout = s.server.timeout(), 2*s.server.timeout()
	if err = s.greet(ctx, client); err == nil {
		err = clearDeadline(conn)
	}
	if err != nil {
		client.Close()
		return nil, err
	}
	return &submitting{client: client}, nil
}

// greet says who we are, and logs in where that is wanted.
func (s *Submission) greet(ctx context.Context, client *smtp.Client) error {
	if s.server.Hello != "" {
		if err := client.Hello(s.server.Hello); err != nil {
			return err
		}
	}
	login, err := s.server.login(ctx)
	if err == nil && login != nil {
		err = client.Auth(login)
	}
	return err
}

// clearDeadline leaves the times to each command.
func clearDeadline(conn net.Conn) error { return conn.SetDeadline(time.Time{}) }

// Close says QUIT on the connections that are open. The goodbye is a courtesy: whatever was accepted had its answer before, so a host that
// has already hung up is not a failure.
func (s *Submission) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, c := range s.idle {
		if c.client.Quit() != nil { // else Quit has closed the connection
			c.client.Close()
		}
	}
	s.idle = nil
	return nil
}
