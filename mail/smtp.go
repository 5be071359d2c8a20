package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"fieldpost/mail/message"
)

// ReceiverConfig says how a Receiver takes mail.
type ReceiverConfig struct {
	Domain    string                               // our name in the greeting; "localhost" if empty
	Accept    func(address string) bool            // which recipients are ours; others are refused with 550 5.7.1 (no relay). nil accepts none
	Check     func(from, to string) *Failure       // a further say on each recipient, or nil
	Login     func(username, password string) bool // offers AUTH PLAIN and LOGIN if not nil; no one needs to use it
	TLSConfig *tls.Config                          // offers STARTTLS if not nil
	LMTP      bool
	Limits    message.Limits   // Limits.Bytes is the largest mail
	Timeout   time.Duration    // of reading and writing a line; 5 minutes if 0
	Now       func() time.Time // time.Now if nil
	Log       *slog.Logger     // slog.Default if nil; never sees the text of mails
}

// Receiver is an SMTP (or LMTP) server that answers 250 to a mail only once the handler has taken it for good. An error of the handler
// becomes 451, so that the other side keeps the mail and tries again; only a *Failure that is Permanent becomes a refusal.
type Receiver struct {
	config  ReceiverConfig
	handler Handler
	server  *smtp.Server
	context context.Context
	cancel  context.CancelFunc
	once    sync.Once

	serving sync.WaitGroup // a Serve that has not returned; it is added to under mutex, and never once closed

	mutex     sync.Mutex
	closed    bool
	listeners []net.Listener
	conns     map[net.Conn]bool
}

// mostRecipients is how many recipients one mail may have (RFC 5321 section 4.5.3.1.8 asks for 100).
const mostRecipients = 100

// NewReceiver makes a receiver.
func NewReceiver(config ReceiverConfig, h Handler) *Receiver {
	config.Limits = config.Limits.OrDefault()
	if config.Domain == "" {
		config.Domain = "localhost"
	}
	if config.Timeout <= 0 {
		config.Timeout = 5 * time.Minute
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.Default()
	}
	r := &Receiver{config: config, handler: h, conns: map[net.Conn]bool{}}
	r.context, r.cancel = context.WithCancel(context.Background())
	s := smtp.NewServer(smtp.BackendFunc(r.session))
	s.Domain = config.Domain
	s.LMTP = config.LMTP
	s.TLSConfig = config.TLSConfig
	s.MaxMessageBytes = int64(config.Limits.Bytes)
	s.MaxRecipients = mostRecipients
	s.MaxLineLength = brokenLine * config.Limits.Bytes
	s.ReadTimeout, s.WriteTimeout = config.Timeout, config.Timeout
	s.AllowInsecureAuth = true // a Login function is given where that is right
	s.ErrorLog = smtpLog{config.Log}
	r.server = s
	return r
}

// smtpLog sends go-smtp's complaints to the operator's log.
type smtpLog struct{ log *slog.Logger }

// Printf logs the format without its values, which may hold what a stranger sent.
func (l smtpLog) Printf(format string, v ...interface{}) {
	l.log.Debug("smtp: " + strings.TrimSpace(format))
}

// Println logs that something went wrong.
func (l smtpLog) Println(v ...interface{}) { l.log.Debug("smtp: fault in a connection") }

// Serve takes connections until Close, then returns nil.
func (r *Receiver) Serve(l net.Listener) error {
	r.mutex.Lock()
	if r.closed {
		r.mutex.Unlock()
		return l.Close()
	}
	r.listeners = append(r.listeners, l)
	r.serving.Add(1)
	r.mutex.Unlock()
	defer r.serving.Done()
	err := r.server.Serve(l)
	if errors.Is(err, net.ErrClosed) || errors.Is(err, smtp.ErrServerClosed) {
		return nil
	}
	return err
}

// Close ends Serve: no new connections, then waits for connections to end until ctx ends, then cuts them. A mail whose handler
// has not returned by then was not taken.
func (r *Receiver) Close(ctx context.Context) error {
	var err error
	r.once.Do(func() {
		err = r.hangUp()
		_ = r.server.Shutdown(ctx) // it finds the listeners closed, or ctx at its end
		r.cancel()
		r.mutex.Lock()
		defer r.mutex.Unlock()
		for conn := range r.conns {
			conn.Close()
		}
	})
	return err
}

// hangUp ends every Serve. Shutdown comes only afterwards: it waits for the connections that the server has counted, and must not do so
// while one is being added.
func (r *Receiver) hangUp() error {
	var err error
	r.mutex.Lock()
	r.closed = true
	for _, l := range r.listeners {
		err = errors.Join(err, l.Close())
	}
	r.mutex.Unlock()
	r.serving.Wait()
	return err
}

func (r *Receiver) session(c *smtp.Conn) (smtp.Session, error) {
	s := &receiving{r: r, smtp: c, conn: c.Conn(), remote: c.Conn().RemoteAddr().String()}
	r.mutex.Lock()
	r.conns[s.conn] = true
	r.mutex.Unlock()
	if r.config.Login != nil {
		return &receivingLogin{receiving: s}, nil
	}
	return s, nil
}

// receiving is one connection.
type receiving struct {
	r      *Receiver
	smtp   *smtp.Conn
	conn   net.Conn
	remote string
	login  string
	from   string
	null   bool
	to     []string
}

var _ smtp.Session = (*receiving)(nil)

// Reset forgets the mail that was begun.
func (s *receiving) Reset() { s.from, s.null, s.to = "", false, nil }

// Logout ends the connection.
func (s *receiving) Logout() error {
	s.r.mutex.Lock()
	defer s.r.mutex.Unlock()
	delete(s.r.conns, s.conn)
	return nil
}

// Mail takes the return path.
func (s *receiving) Mail(from string, _ *smtp.MailOptions) error {
	s.Reset()
	if from != "" && (!message.PlainAddress(from) || len(from) > 320) {
		return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 7}, Message: "That sender's address cannot be answered"}
	}
	s.from, s.null = message.FoldDomain(from), from == ""
	return nil
}

// Rcpt takes a recipient if it is one of ours.
func (s *receiving) Rcpt(to string, _ *smtp.RcptOptions) error {
	to = message.FoldDomain(to)
	if s.r.config.Accept == nil || !message.PlainAddress(to) || !s.r.config.Accept(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "Nobody here has that address, and mail is not passed on"}
	}
	if s.r.config.Check != nil {
		if f := s.r.config.Check(s.from, to); f != nil {
			return f.reply()
		}
	}
	s.to = append(s.to, to)
	return nil
}

// longestLine is how many bytes a line of a mail may have: 32 times what RFC 5322 section 2.1.1 allows, for programs that do not care. A mail
// with a longer one is read to its end, refused, and the connection goes on with the next mail. Only a line of brokenLine times
// the largest mail ends it: no host that was told our SIZE sends one.
const (
	longestLine = 32_000
	brokenLine  = 2
)

// tooLongLine refuses for good: trying again would not help, and the sender would learn of it only when his host gives up.
var tooLongLine = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "A line of the mail is too long"}

// Data reads a mail and hands it on.
func (s *receiving) Data(reader io.Reader) error {
	raw, err := io.ReadAll(reader)
	if err != nil {
		if reply, ok := err.(*smtp.SMTPError); ok {
			return reply
		}
		if errors.Is(err, smtp.ErrTooLongLine) {
			return tooLongLine
		}
		return temporary
	}
	for line := range bytes.Lines(raw) {
		if len(line) > longestLine {
			return tooLongLine
		}
	}
	via := "smtp"
	if s.r.config.LMTP {
		via = "lmtp"
	}
	env := Envelope{
		Via: via, From: s.from, Null: s.null, To: s.to, Login: s.login, Remote: s.remote, Hello: s.smtp.Hostname(),
		Received: s.r.config.Now().UTC(), Size: int64(len(raw)),
	}
	if s.r.config.LMTP {
		env.Queued = queued(raw)
	}
	err = s.r.handle(raw, env)
	if err == nil {
		return nil
	}
	s.r.config.Log.Error("mail not taken", "via", "smtp", "remote", s.remote, "bytes", len(raw), "error", err)
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.reply()
	}
	return temporary
}

// queued returns when the host that hands a mail over by LMTP took it, by the topmost Received field, which is its own.
func queued(raw []byte) time.Time {
	head, _ := message.SplitHeader(raw)
	fields, _ := message.ParseFields(head[:min(len(head), message.DefaultLimits.HeaderBytes)], message.DefaultLimits.HeaderFields)
	top := fields.Get("received")
	return message.ParseDate(strings.TrimSpace(top[strings.LastIndexByte(top, ';')+1:]))
}

// temporary asks the other side to keep the mail.
var temporary = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Cannot take it now, please try again later"}

// handle calls the handler; its panic is an error like any other.
func (r *Receiver) handle(raw []byte, env Envelope) error {
	return guarded(r.context, r.handler, raw, env)
}

// guarded calls a handler so that its panic loses one mail's turn and not the server.
func guarded(ctx context.Context, h Handler, raw []byte, env Envelope) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = message.Fault("mail.handler-panic", "%v\n%s", p, debug.Stack())
		}
	}()
	return h(ctx, raw, env)
}

// receivingLogin is a connection that may log in.
type receivingLogin struct{ *receiving }

var _ smtp.AuthSession = (*receivingLogin)(nil)

// AuthMechanisms lists PLAIN and LOGIN.
func (s *receivingLogin) AuthMechanisms() []string { return []string{sasl.Plain, sasl.Login} }

// Auth begins a login.
func (s *receivingLogin) Auth(mech string) (sasl.Server, error) {
	check := func(username, password string) error {
		if !s.r.config.Login(username, password) {
			return smtp.ErrAuthFailed
		}
		s.login = username
		return nil
	}
	switch mech {
	case sasl.Plain:
		return sasl.NewPlainServer(func(identity, username, password string) error {
			if identity != "" && identity != username {
				return smtp.ErrAuthFailed
			}
			return check(username, password)
		}), nil
	case sasl.Login:
		return &loginServer{check: check}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

// loginServer is the server's side of LOGIN, an obsolete mechanism that Outlook still prefers.
type loginServer struct {
	check    func(username, password string) error
	username []byte
	step     int
}

// Next asks for the name, then for the password.
func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if l.step == 0 && response == nil {
		l.step = 1
		return []byte("Username:"), false, nil
	}
	if l.step <= 1 {
		l.step, l.username = 2, response
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(string(l.username), string(response))
}
