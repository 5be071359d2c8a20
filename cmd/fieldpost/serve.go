package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/postoffice"
	"fieldpost/projections/archive"
)

// Server is an installation with its mail: the embedded post office, or outside accounts.
type Server struct {
	*Installation
	PostOffice *postoffice.Office // nil with outside accounts
	Direct     net.Addr           // of the direct SMTP intake, if there is one
	Local      net.Addr           // of the LMTP intake, if there is one

	Profiles net.Addr // of the debug listener, if there is one

	stop   context.CancelFunc
	done   chan error
	parts  int
	close  []func() error
	direct *mail.Receiver

	accounts []watchedAccount // on outside mail servers; all are known before anything runs that looks at them
}

// askOwnOffice is how long a letter waits that the embedded post office could not take, as when its disk is full: it arrives within a minute of
// there being room again.
const askOwnOffice = 30 * time.Second

// openAnybody is the password of every mailbox of the embedded post office: it listens on localhost only.
const openAnybody = "fieldpost"

// StartServer opens an installation and starts everything that works by itself. Stop ends it.
func StartServer(ctx context.Context, c Config, log *slog.Logger, adjust func(*Installation)) (*Server, error) {
	st, err := OpenInstallation(ctx, c, log)
	if err != nil {
		return nil, err
	}
	if adjust != nil {
		adjust(st)
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{Installation: st, stop: stop, done: make(chan error, 16)}
	if err := s.start(run); err != nil {
		stop()
		return nil, errors.Join(err, s.closeAll(), st.Close())
	}
	go debug.FreeOSMemory() // reading the whole log once takes as much memory again as a host of games at rest needs ever after
	return s, nil
}

func (s *Server) start(ctx context.Context) error {
	control, err := s.openControl()
	if err != nil {
		return err
	}
	s.close = append(s.close, func() error {
		if err := control.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	if err := s.Awake(); err != nil {
		return err
	}
	if err := s.CheckKeys(ctx); err != nil {
		return err
	}
	if closer, ok := s.Reader.(io.Closer); ok {
		s.close = append(s.close, closer.Close)
	}
	outbox := &mail.Outbox{Source: s.Outgoing(), Log: s.Log, Late: s.LateLetter}
	s.MailTroubles = s.mailTroubles
	s.Issued = outbox.Wake // before the mails that were taken in last time are handed to the office
	if err := s.openSpool(ctx); err != nil {
		return err
	}
	if outbox.Sender, err = s.openMail(ctx); err != nil {
		return err
	}
	if s.PostOffice != nil {
		outbox.Pause = func(int) time.Duration { return askOwnOffice }
	}
	s.goRun(ctx, "outbox", outbox.Run)
	s.goRun(ctx, "clock", s.RunClock)
	s.goRun(ctx, "check", s.checkDaily)
	s.goRun(ctx, "control", func(ctx context.Context) error { return s.serveControl(ctx, control) })
	if s.Config.Inbound != "" {
		if err := s.openDirect(ctx); err != nil {
			return err
		}
	}
	if s.Config.LMTP != "" {
		if err := s.openLMTP(); err != nil {
			return err
		}
	}
	if s.Config.Listen.HTTP != "" {
		if err := s.openHTTP(ctx); err != nil {
			return err
		}
	}
	if s.Config.Debug != "" {
		return s.openDebug(ctx)
	}
	return nil
}

func (s *Server) goRun(ctx context.Context, name string, run func(context.Context) error) {
	s.parts++
	go func() {
		err := run(ctx)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			s.Log.Error("a part of the server has stopped", "part", name, "error", err)
		}
		s.done <- err
	}()
}

// checkEvery is how often log and archive are compared event by event. The start compares where they end.
const checkEvery = 24 * time.Hour

// checkDaily looks once a day for what has been damaged since it was written. Damage stops only the game itself, as soon as it is read.
func (s *Server) checkDaily(ctx context.Context) error {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		for _, f := range archive.Check(ctx, s.store, s.archive) {
			if ctx.Err() != nil {
				return nil
			}
			if f.Stops {
				s.Log.Error("log and archive must be repaired: stop the server and run `fieldpost repair`", "game", f.Game, "code", f.Code, "finding", f.Text)
			} else {
				s.Log.Info("log and archive were compared", "game", f.Game, "code", f.Code, "finding", f.Text)
			}
		}
	}
}

// openSpool lets the office work on the mails that wait for their effect. It ends after the intakes.
func (s *Server) openSpool(ctx context.Context) error {
	if err := s.OpenSpool(); err != nil {
		return err
	}
	ended := make(chan struct{})
	s.close = append(s.close, func() error {
		<-ended
		return s.spool.Close()
	})
	s.goRun(ctx, "spool", func(ctx context.Context) error {
		defer close(ended)
		return s.spool.Run(ctx, s.Receive)
	})
	return nil
}

// openMail connects the office to its mail, and says how letters leave.
func (s *Server) openMail(ctx context.Context) (mail.Sender, error) {
	c := s.Config
	if c.IMAP == nil && c.SMTP == nil {
		return s.openOffice()
	}
	accounts := c.Accounts
	if c.IMAP != nil {
		accounts = append([]MailAccount{*c.IMAP}, accounts...)
	}
	for _, a := range accounts {
		if err := s.openAccount(ctx, a); err != nil {
			return nil, err
		}
	}
	smtp, err := c.SMTP.server()
	if err != nil {
		return nil, err
	}
	smtp.Hello = s.Domain()
	sender, err := mail.NewSubmission(smtp)
	if err != nil {
		return nil, err
	}
	sender.Condition = new(mail.Condition)
	s.accounts = append(s.accounts, watchedAccount{name: c.SMTP.name(), sends: true, condition: sender.Condition, probe: sender.Probe})
	s.close = append(s.close, sender.Close)
	s.goRun(ctx, "accounts", s.watchAccounts)
	return sender, nil
}

// openAccount reads one account: its mailbox all the time, the whole last month every night, and suspected spam every hour.
func (s *Server) openAccount(ctx context.Context, a MailAccount) error {
	server, err := a.server()
	if err != nil {
		return err
	}
	cursors := cursorFile{dir: filepath.Join(s.Config.Data, "cursors"), account: a.User + "@" + a.Server}
	condition := new(mail.Condition)
	s.accounts = append(s.accounts, watchedAccount{name: a.name(), condition: condition})
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: server, Mailbox: a.Mailbox, Move: a.Move, Log: s.Log, Condition: condition}, cursors)
	s.goRun(ctx, "imap intake", func(ctx context.Context) error { return intake.Run(ctx, s.Take) })
	s.goRun(ctx, "imap rescan", func(ctx context.Context) error { return s.rescan(ctx, intake) })
	if a.Junk != "-" {
		s.goRun(ctx, "imap junk", func(ctx context.Context) error { return s.watchJunk(ctx, server, a.Junk, cursors) })
	}
	return nil
}

// How often and how far back a mailbox is read once more: cursors are only hints, and filters move mails about.
const (
	rescanEvery = 24 * time.Hour
	rescanBack  = 30 * 24 * time.Hour
	junkEvery   = time.Hour
)

// rescan hands over every mail of the last weeks again, once a day; mails that had an effect do not have a second one.
func (s *Server) rescan(ctx context.Context, intake *mail.IMAPIntake) error {
	tick := time.NewTicker(rescanEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if n, err := intake.Rescan(ctx, s.Now().Add(-rescanBack), s.Take); err != nil {
			s.Log.Warn("the daily look through the mailbox failed; it will be made tomorrow", "error", err)
		} else {
			s.Log.Info("looked through the mailbox once more", "mails", n)
		}
	}
}

// watchJunk looks into the mailbox of suspected spam, if the account has one.
func (s *Server) watchJunk(ctx context.Context, server mail.Server, name string, cursors mail.Cursors) error {
	tick := time.NewTicker(junkEvery)
	defer tick.Stop()
	for {
		if err := s.lookIntoJunk(ctx, server, name, cursors); err != nil && ctx.Err() == nil {
			s.Log.Warn("the mailbox of suspected spam could not be looked into; trying again in an hour", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (s *Server) lookIntoJunk(ctx context.Context, server mail.Server, name string, cursors mail.Cursors) error {
	if name == "" {
		var err error
		if name, err = mail.JunkMailbox(ctx, server); err != nil || name == "" {
			return err
		}
	}
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: server, Mailbox: name, Log: s.Log}, cursors)
	_, err := intake.Sweep(ctx, s.ReceiveJunk)
	return err
}

// openOffice starts the embedded post office: the orders address is ours, every other local name is a mailbox.
func (s *Server) openOffice() (mail.Sender, error) {
	local, _, _ := strings.Cut(s.Config.Address, "@")
	office, err := postoffice.Open(postoffice.Config{
		Dir: filepath.Join(s.Config.Data, "mail"), SMTP: s.Config.Listen.SMTP, IMAP: s.Config.Listen.IMAP,
		Domains: []string{s.Domain(), "localhost"}, Anybody: openAnybody,
		Orders: []string{local, "bounce"}, Handler: s.Take, Now: s.Now, Log: s.Log,
	})
	if err != nil {
		return nil, err
	}
	s.PostOffice = office
	s.close = append(s.close, office.Close)
	sender, err := mail.NewSubmission(mail.Server{Addr: office.SMTPAddr(), TLS: mail.TLSNone, Hello: s.Domain()})
	if err != nil {
		return nil, err
	}
	s.close = append(s.close, sender.Close)
	return sender, nil
}

// openDirect takes mail for our addresses straight from other hosts.
func (s *Server) openDirect(context.Context) error {
	l, err := net.Listen("tcp", s.Config.Inbound)
	if err != nil {
		return err
	}
	s.Direct = l.Addr()
	s.direct = mail.NewReceiver(mail.ReceiverConfig{
		Domain: s.Domain(), Now: s.Now, Log: s.Log,
		Accept: s.Ours,
	}, s.Take)
	s.goRun(context.Background(), "direct intake", func(context.Context) error { return s.direct.Serve(l) })
	return nil
}

// openLMTP takes mail from the mail server of this machine, which has looked at where it comes from.
func (s *Server) openLMTP() error {
	network := "tcp"
	if strings.HasPrefix(s.Config.LMTP, "/") {
		network = "unix"
		if err := os.Remove(s.Config.LMTP); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	} else if !loopback(s.Config.LMTP) {
		return fmt.Errorf("lmtp: %q is not an address of this machine: mail delivered there is believed", s.Config.LMTP)
	}
	l, err := net.Listen(network, s.Config.LMTP)
	if err != nil {
		return err
	}
	s.Local = l.Addr()
	receiver := mail.NewReceiver(mail.ReceiverConfig{Domain: s.Domain(), Now: s.Now, Log: s.Log, LMTP: true, Accept: s.Ours}, s.Take)
	s.close = append(s.close, func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		return receiver.Close(ctx)
	})
	s.goRun(context.Background(), "lmtp intake", func(context.Context) error { return receiver.Serve(l) })
	return nil
}

// openHTTP shows health and figures to the operator's tools.
func (s *Server) openHTTP(ctx context.Context) error {
	l, err := net.Listen("tcp", s.Config.Listen.HTTP)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /metrics", s.metrics)
	mux.HandleFunc("GET /status", s.showStatus)
	s.serveHTTP(ctx, "http", l, mux)
	return nil
}

func (s *Server) serveHTTP(ctx context.Context, name string, l net.Listener, handler http.Handler) {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	s.close = append(s.close, server.Close)
	s.goRun(ctx, name, func(context.Context) error {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
}

// openDebug serves profiles of the program, as `go tool pprof` reads them, to users of this machine.
func (s *Server) openDebug(ctx context.Context) error {
	if !loopback(s.Config.Debug) {
		return fmt.Errorf("debug: %q is not an address of this machine: profiles are for nobody else", s.Config.Debug)
	}
	l, err := net.Listen("tcp", s.Config.Debug)
	if err != nil {
		return err
	}
	s.Profiles = l.Addr()
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	s.serveHTTP(ctx, "debug", l, mux)
	return nil
}

// loopback reports whether an address is one of this machine that no other can reach.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// metrics writes counters in the text form that Prometheus reads.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	t, err := s.Tally(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "fieldpost_games %d\nfieldpost_events %d\nfieldpost_letters_pending %d\nfieldpost_games_halted %d\nfieldpost_games_loaded %d\nfieldpost_mails_parsed_total %d\nfieldpost_mails_waiting %d\n",
		t.Games, t.Events, t.Waiting, t.Halted, t.Loaded, t.Parsed, s.spool.Waiting())
	s.accountFigures(w)
}

// Stop ends all parts in order: no more mail is taken in, work in progress is finished, the log is flushed.
func (s *Server) Stop(ctx context.Context) error {
	var errs []error
	if s.direct != nil {
		errs = append(errs, s.direct.Close(ctx))
	}
	s.stop()
	errs = append(errs, s.closeAll())
	for range s.parts {
		select {
		case <-s.done:
		case <-ctx.Done():
			errs = append(errs, errors.New("some part of the server did not stop in time"))
			return errors.Join(append(errs, s.Installation.Close())...)
		}
	}
	return errors.Join(append(errs, s.Installation.Close())...)
}

func (s *Server) closeAll() error {
	var errs []error
	for _, c := range slices.Backward(s.close) {
		errs = append(errs, c())
	}
	s.close = nil
	return errors.Join(errs...)
}

func (a *MailAccount) server() (mail.Server, error) {
	password, err := a.password()
	if err != nil {
		return mail.Server{}, err
	}
	mode := mail.TLSMode(a.TLS)
	if mode == "" {
		mode = mail.TLSImplicit
	}
	return mail.Server{
		Addr: a.Server, TLS: mode, Username: a.User, Password: password, Auth: a.Auth,
		Token: func(context.Context) (string, error) { return a.password() },
	}, nil
}
