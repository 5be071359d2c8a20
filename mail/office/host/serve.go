package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/pprof"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/folder"
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

	hindered     cluster.Hindered // on a cluster: parts that could not be taken over yet
	unlooked     map[string]bool  // parts whose games have not all been looked at since they were taken over; touched by Duty.share alone
	toldDeclined map[string]bool  // what the game master was told of, likewise

	stop  context.CancelFunc
	done  chan string // the names of parts that have ended
	parts map[string]int
	close []func() error

	accounts []watchedAccount // on outside mail servers; all are known before anything runs that looks at them
}

// askOwnOffice is how long a letter waits that the embedded post office could not take, as when its disk is full: it arrives within a minute of
// there being room again.
const askOwnOffice = 30 * time.Second

// OpenAnybody is the password of every mailbox of the embedded post office: it listens on localhost only.
const OpenAnybody = "fieldpost"

// StartServer opens an installation and starts everything that works by itself. Stop ends it.
func StartServer(ctx context.Context, c Config, log *slog.Logger, adjust func(*Installation)) (*Server, error) {
	st, err := OpenInstallation(ctx, c, log)
	if err != nil {
		return nil, err
	}
	return startServer(ctx, st, adjust)
}

// startServer starts everything on an installation that is open. It closes it if there is trouble.
func startServer(ctx context.Context, st *Installation, adjust func(*Installation)) (*Server, error) {
	if adjust != nil {
		adjust(st)
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{Installation: st, stop: stop, done: make(chan string, 16), parts: map[string]int{}, unlooked: map[string]bool{}, toldDeclined: map[string]bool{}}
	if err := s.start(run); err != nil {
		stop()
		return nil, errors.Join(err, s.closeAll(), st.Close())
	}
	go debug.FreeOSMemory() // reading the whole log once takes as much memory again as a host of games at rest needs ever after
	return s, nil
}

func (s *Server) start(ctx context.Context) error {
	if s.Shared == nil { // of several servers each has its own, whoever is at work
		if err := s.openControl(ctx); err != nil {
			return err
		}
	}
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
	var err error
	if outbox.Sender, err = s.openMail(ctx); err != nil {
		return err
	}
	if s.Hands != nil {
		outbox.Sender = cluster.FenceSender(outbox.Sender, s.Hands)
	}
	if s.PostOffice != nil {
		outbox.Pause = func(int) time.Duration { return askOwnOffice }
	}
	s.goRun(ctx, "outbox", outbox.Run)
	s.goRun(ctx, "clock", s.RunClock)
	s.goRun(ctx, "check", s.checkDaily)
	if s.Shared == nil {
		if err := s.openDoors(ctx); err != nil {
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

// openControl takes game masters' commands.
func (s *Server) openControl(ctx context.Context) error {
	l, err := openControl(s.Config)
	if err != nil {
		return err
	}
	s.close = append(s.close, func() error {
		if err := l.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	s.goRun(ctx, "control", func(ctx context.Context) error {
		return serveControl(ctx, l, s.control)
	})
	return nil
}

// openDoors lets other mail servers hand in mail.
func (s *Server) openDoors(ctx context.Context) error {
	d := doors{config: s.Config, log: s.Log, now: s.Now, accept: s.Ours, take: s.Take, run: func(name string, run func() error) {
		s.goRun(ctx, name, func(context.Context) error { return run() })
	}}
	err := d.open()
	s.Direct, s.Local, s.close = d.direct, d.local, append(s.close, d.close...)
	return err
}

func (s *Server) goRun(ctx context.Context, name string, run func(context.Context) error) {
	s.parts[name]++
	go func() {
		err := run(ctx)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			s.Log.Error("a part of the server has stopped", "part", name, "error", err)
		}
		s.done <- name
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
		for _, f := range archive.Check(ctx, s.Store, s.Archive) {
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
		return s.Spool.Close()
	})
	receive := mail.Handler(s.Receive)
	if s.fetched != nil {
		receive = s.fetched.Handler(receive)
	}
	s.goRun(ctx, "spool", func(ctx context.Context) error {
		defer close(ended)
		return s.Spool.Run(ctx, receive)
	})
	if s.fetched != nil {
		s.goRun(ctx, "shared mails", func(ctx context.Context) error { return s.fetched.Run(ctx, s.Spool.Take) })
	}
	return nil
}

// openMail connects the office to its mail, and says how letters leave.
func (s *Server) openMail(ctx context.Context) (mail.Sender, error) {
	c := s.Config
	if c.IMAP == nil && c.SMTP == nil {
		return s.openOffice(ctx)
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
	smtp, err := c.SMTP.Reach()
	if err != nil {
		return nil, err
	}
	smtp.Hello = s.Domain()
	sender, err := mail.NewSubmission(smtp)
	if err != nil {
		return nil, err
	}
	sender.Condition = new(mail.Condition)
	s.accounts = append(s.accounts, watchedAccount{name: c.SMTP.Name(), sends: true, condition: sender.Condition, probe: sender.Probe})
	s.close = append(s.close, sender.Close)
	s.goRun(ctx, "accounts", s.watchAccounts)
	return sender, nil
}

// openAccount reads one account: its mailbox all the time, the whole last month every night, and suspected spam every hour.
func (s *Server) openAccount(ctx context.Context, a MailAccount) error {
	server, err := a.Reach()
	if err != nil {
		return err
	}
	file := folder.NewCursors(filepath.Join(s.Config.Data, "cursors"), a.User+"@"+a.Server)
	cursors, take := mail.Cursors(file), mail.Handler(s.Take)
	if s.Shared != nil {
		cursors, take = cluster.NewCursors(s.Shared.Cabinet, file, s.Hands), cluster.FenceTake(s.Take, s.Hands)
	}
	condition := new(mail.Condition)
	s.accounts = append(s.accounts, watchedAccount{name: a.Name(), condition: condition})
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: server, Mailbox: a.Mailbox, Move: a.Move, Log: s.Log, Condition: condition}, cursors)
	s.goRun(ctx, "imap intake", s.withOffice(func(ctx context.Context) error {
		defer condition.Rests() // of several servers only the one that reads the account knows whether it works
		return intake.Run(ctx, take)
	}))
	s.goRun(ctx, "imap rescan", s.withOffice(func(ctx context.Context) error { return s.rescan(ctx, intake, take) }))
	if a.Junk != "-" {
		s.goRun(ctx, "imap junk", s.withOffice(func(ctx context.Context) error { return s.watchJunk(ctx, server, a.Junk, cursors) }))
	}
	return nil
}

// withOffice runs something while this server has the office, and again whenever it has it again: of several servers one reads the mailboxes.
func (s *Server) withOffice(run func(context.Context) error) func(context.Context) error {
	if s.Hands == nil {
		return run
	}
	return func(ctx context.Context) error {
		for {
			spell, ok := s.Hands.During(ctx, cluster.OfficePart)
			if !ok {
				return nil
			}
			spell, end := context.WithCancel(spell)
			context.AfterFunc(ctx, end)
			err := run(spell)
			if err != nil && spell.Err() == nil {
				return err
			}
			<-spell.Done()
		}
	}
}

// How often and how far back a mailbox is read once more: cursors are only hints, and filters move mails about.
const (
	rescanEvery = 24 * time.Hour
	RescanBack  = 30 * 24 * time.Hour
	junkEvery   = time.Hour
)

// rescan hands over every mail of the last weeks again, once a day; mails that had an effect do not have a second one.
func (s *Server) rescan(ctx context.Context, intake *mail.IMAPIntake, take mail.Handler) error {
	tick := time.NewTicker(rescanEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if n, err := intake.Rescan(ctx, s.Now().Add(-RescanBack), take); err != nil {
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
		if err := s.LookIntoJunk(ctx, server, name, cursors); err != nil && ctx.Err() == nil {
			s.Log.Warn("the mailbox of suspected spam could not be looked into; trying again in an hour", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// LookIntoJunk takes in what is of ours in a mailbox of suspected spam; the one that bears its mark if no name is given.
func (s *Server) LookIntoJunk(ctx context.Context, server mail.Server, name string, cursors mail.Cursors) error {
	if name == "" {
		var err error
		if name, err = mail.JunkMailbox(ctx, server); err != nil || name == "" {
			return err
		}
	}
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: server, Mailbox: name, Log: s.Log}, cursors)
	_, err := intake.Sweep(ctx, func(ctx context.Context, raw []byte, env mail.Envelope) error {
		err := s.ReceiveJunk(ctx, raw, env)
		if _, elsewhere := errors.AsType[*office.NotHere](err); elsewhere {
			return s.Take(ctx, raw, env) // the game's own server finds it in the cluster
		}
		return err
	})
	return err
}

// openOffice starts the embedded post office: the orders address is ours, every other local name is a mailbox.
func (s *Server) openOffice(ctx context.Context) (mail.Sender, error) {
	local, _, _ := strings.Cut(s.Config.Address, "@")
	post, err := postoffice.Open(postoffice.Config{
		Dir: filepath.Join(s.Config.Data, "mail"), SMTP: s.Config.Listen.SMTP, IMAP: s.Config.Listen.IMAP,
		Domains: []string{s.Domain(), "localhost"}, Anybody: OpenAnybody,
		Orders: []string{local, "bounce"}, Handler: s.Take, Now: s.Now, Log: s.Log,
		Letters: LettersIn(ctx, s.Service.Store),
	})
	if err != nil {
		return nil, err
	}
	s.PostOffice = post
	s.close = append(s.close, post.Close)
	s.goRun(ctx, "mailboxes", s.watchMailboxes)
	sender, err := mail.NewSubmission(mail.Server{Addr: post.SMTPAddr(), TLS: mail.TLSNone, Hello: s.Domain()})
	if err != nil {
		return nil, err
	}
	s.close = append(s.close, sender.Close)
	return sender, nil
}

// openHTTP shows health and figures to the operator's tools.
func (s *Server) openHTTP(ctx context.Context) error {
	l, err := net.Listen("tcp", s.Config.Listen.HTTP)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.Health)
	mux.HandleFunc("GET /metrics", s.Metrics)
	mux.HandleFunc("GET /status", s.showStatus)
	if s.Config.Desk != nil {
		if err := s.OpenDesk(ctx, mux); err != nil {
			return errors.Join(err, l.Close())
		}
	}
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

// Metrics writes counters in the text form that Prometheus reads.
func (s *Server) Metrics(w http.ResponseWriter, r *http.Request) {
	t, err := s.Tally(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "fieldpost_games %d\nfieldpost_events %d\nfieldpost_letters_pending %d\nfieldpost_games_halted %d\nfieldpost_games_loaded %d\nfieldpost_mails_parsed_total %d\nfieldpost_mails_waiting %d\n",
		t.Games, t.Events, t.Waiting, t.Halted, t.Loaded, t.Parsed, s.Spool.Waiting())
	s.accountFigures(w)
}

// Stop ends all parts in order: no more mail is taken in, work in progress is finished, the log is flushed.
func (s *Server) Stop(ctx context.Context) error {
	s.stop()
	errs := []error{s.closeAll()}
	for len(s.parts) > 0 {
		select {
		case name := <-s.done:
			if s.parts[name]--; s.parts[name] == 0 {
				delete(s.parts, name)
			}
		case <-ctx.Done():
			errs = append(errs, fmt.Errorf("parts of the server did not stop in time: %s", strings.Join(slices.Sorted(maps.Keys(s.parts)), ", ")))
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

// Reach says how the account is reached.
func (a *MailAccount) Reach() (mail.Server, error) {
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
