package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/library"
)

// Duty is a server that shares an outside log with others. It lives for the others from the moment in which it could work, and takes its share of the
// work, more when another server is lost, less when one comes. When it cannot be sure any more that the others know of it, it stops and begins
// again. Its doors for mail are open all the time: what comes in lies in the cluster, where the server finds it whose work it is.
//
//	a part is taken     new keys are fetched, the mails of its queue are brought into the spool, and only then the work begins (takeOver)
//	a part is given     the work is ended, what was brought is left to the next server, and the table is changed (letGo)
//	a window            is closed when nothing waits in that server's spool, in the queue of its part, or among mails that have just come
//	a command           is carried out by the server that has the game, which another one asks for it (handOn)
//	a server is lost    its lease is ended by another after six seconds of silence, and its parts are free
//	a lease is lost     the server stops all its work and begins again
type Duty struct {
	config  Config
	log     *slog.Logger
	phrases *office.Phrases
	Shared  *cluster.Shared // stays open while the server begins again
	adjust  func(*Installation)
	tell    func(string) // is told what changes, in a sentence; may be nil
	stop    context.CancelFunc
	done    chan error
	close   []func() error
	doors   doors

	mu     sync.Mutex
	server *Server    // nil before it works
	post   *mail.Post // the addresses; nil while the mail key is not known here
	said   string     // the last sentence about the parts
}

// StartDuty connects to the log and begins to work. Stop ends it.
func StartDuty(ctx context.Context, c Config, log *slog.Logger, adjust func(*Installation), tell func(string)) (*Duty, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	phrases, err := library.Phrases(c.Scenarios) // before the lease: nobody is at work while they are read
	if err != nil {
		return nil, err
	}
	h, err := cluster.Open(ctx, c.Cluster(log))
	if err != nil {
		return nil, err
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	d := &Duty{config: c, log: log, phrases: phrases, Shared: h, adjust: adjust, tell: tell, stop: stop, done: make(chan error, 1)}
	if err := d.open(run); err != nil {
		stop()
		return nil, errors.Join(err, d.closeAll(), h.Close())
	}
	go func() { d.done <- d.run(run) }()
	return d, nil
}

// open opens what works whoever is at work: the socket for commands and the doors for mail.
func (d *Duty) open(ctx context.Context) error {
	control, err := openControl(d.config)
	if err != nil {
		return err
	}
	go func() {
		if err := serveControl(ctx, control, d.control); err != nil {
			d.log.Error("game masters' commands are no longer taken", "error", err)
		}
	}()
	d.doors = doors{config: d.config, log: d.log, now: time.Now, accept: d.ours, take: d.Take, run: d.goRun}
	err = d.doors.open()
	d.close = append(d.close, d.doors.close...)
	return err
}

func (d *Duty) goRun(name string, run func() error) {
	go func() {
		if err := run(); err != nil {
			d.log.Error("a part of the server has stopped", "part", name, "error", err)
		}
	}()
}

// Server returns the server once this one works, else nil.
func (d *Duty) Server() *Server {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.server
}

func (d *Duty) setServer(s *Server) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.server = s
}

func (d *Duty) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.log.Info(text)
	if d.tell != nil {
		d.tell(text)
	}
}

// mostFailures is how often in a row a server may fail to begin its work before it ends: what it says then is for people. A cluster that has just
// lost a node needs some tries.
const mostFailures = 10

// run works until ctx ends.
func (d *Duty) run(ctx context.Context) error {
	following, stop := context.WithCancel(ctx)
	var follower sync.WaitGroup
	follower.Go(func() { d.Shared.Follow(following) })
	defer follower.Wait()
	defer stop()
	for failures := 0; ctx.Err() == nil; {
		server, err := d.begin(ctx)
		if err != nil {
			_, hopeless := errors.AsType[cluster.Misfit](err)
			if ctx.Err() != nil {
				return nil
			}
			if failures++; hopeless || failures == mostFailures {
				return err
			}
			d.log.Warn("this server could not begin its work; it tries again", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(2 * time.Second):
			}
			continue
		}
		failures = 0
		if err := d.work(ctx, server); err != nil {
			return err // something may still run: only the end of the process is sure
		}
	}
	return nil
}

// begin starts a server, which has no part of the work yet.
func (d *Duty) begin(ctx context.Context) (*Server, error) {
	if err := d.Shared.UpToDate(ctx); err != nil {
		return nil, err
	}
	if err := d.Shared.MeetKeys(ctx); err != nil {
		return nil, err
	}
	in, err := openHands(ctx, d.config, d.log, d.phrases, d.Shared, cluster.NewHands())
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.post = &in.Post
	d.mu.Unlock()
	return startServer(ctx, in, d.adjust)
}

// stopWithin is how long what is in hand may take when the work ends: several tries of an append that the cluster does not answer.
const stopWithin = 40 * time.Second

// work takes part in the work until ctx ends or the shift is over.
func (d *Duty) work(ctx context.Context, server *Server) error {
	var hopeless error
	shift, err := d.Shared.Shares.Begin(ctx)
	if errors.Is(err, jetstream.ErrUndivided) {
		hopeless = cluster.NewMisfit(err)
	}
	if err == nil {
		d.log.Info("the shift begins", "shift", shift.Number())
		server.Hands.Holds(shift)
		d.setServer(server)
		answering, fault := d.Shared.Shares.Answer(func(data []byte) []byte { return server.answer(ctx, data) })
		if fault != nil {
			d.log.Warn("commands given to other servers cannot be answered here", "error", fault)
		}
		hopeless = d.share(ctx, server, shift)
		if fault == nil {
			_ = answering() // nobody asks any more
		}
		d.setServer(nil)
		server.Hands.Ends()
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	stopped := server.Stop(ending)
	if err == nil {
		if fault := shift.End(context.WithoutCancel(ctx)); fault != nil {
			d.log.Info("the shift could not be ended; it ends by itself", "error", fault)
		}
	}
	return errors.Join(hopeless, stopped)
}

// share takes and gives parts of the work as long as the shift lasts. Its error is a misfit: this server must not keep from others what it cannot do.
func (d *Duty) share(ctx context.Context, server *Server, shift *jetstream.Shift) error {
	tick := time.NewTicker(cluster.LookEvery)
	defer tick.Stop()
	for {
		news, err := shift.Look(ctx)
		if errors.Is(err, jetstream.ErrUndivided) {
			return cluster.NewMisfit(err)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, events.ErrConflict) {
			d.log.Info("which parts of the work are free cannot be seen now", "error", err)
		}
		if len(news.Above) > 0 {
			if err := server.letGo(ctx, shift, news.Above); err != nil {
				d.log.Info("parts of the work could not be given away yet", "error", err)
			}
		}
		if err := server.takeOver(ctx, shift); err != nil && ctx.Err() == nil {
			if _, hopeless := errors.AsType[cluster.Misfit](err); hopeless {
				return err
			}
			d.log.Warn("a part of the work could not be taken over yet", "error", err)
		}
		if err == nil && ctx.Err() == nil { // the cluster answers
			server.decline(ctx, shift)
			server.tellDeclined(ctx, shift)
		}
		if err := server.Overheard(ctx); err != nil && ctx.Err() == nil {
			d.log.Info("the office's own log could not be looked at", "error", err)
		}
		if err == nil {
			d.sayParts(server.Hands.Parts(), shift.Others())
		}
		select {
		case <-ctx.Done():
			return nil
		case <-shift.Lost():
			d.log.Warn("this server cannot be sure any more that no other does its work: it stops, and begins again")
			d.say("This server does not work now.")
			d.said = ""
			return nil
		case <-tick.C:
		}
	}
}

// sayParts says which parts this server works on, if that has changed.
func (d *Duty) sayParts(parts []string, others string) {
	text := "This server waits for its share of the work."
	switch {
	case len(parts) == len(cluster.Parts()):
		text = "This server does all the work."
	case len(parts) > 0:
		text = fmt.Sprintf("This server does %d of %d parts of the work: %s.", len(parts), len(cluster.Parts()), strings.Join(parts, ", "))
	}
	if others != "" {
		text += " Besides it there is " + others + "."
	}
	if text != d.said {
		d.said = text
		d.say("%s", text)
	}
}

// ours reports whether an address is one that players or mail hosts write to. As long as this server does not know the mail key, every address
// of the domain may be; the server at work looks again.
func (d *Duty) ours(address string) bool {
	d.mu.Lock()
	post := d.post
	d.mu.Unlock()
	if post == nil {
		_, domain, _ := strings.Cut(d.config.Address, "@")
		_, host, _ := strings.Cut(address, "@")
		return strings.EqualFold(host, domain)
	}
	if _, ok := post.Parse(address); ok {
		return true
	}
	_, _, ok := post.ParseBounce(address)
	return ok
}

// Take takes in a mail at a door.
func (d *Duty) Take(ctx context.Context, raw []byte, env mail.Envelope) error {
	if s := d.Server(); s != nil {
		return s.Take(ctx, raw, env)
	}
	return d.Shared.Take(ctx, raw, env)
}

// control answers a game master's command.
func (d *Duty) control(w http.ResponseWriter, r *http.Request) {
	if s := d.Server(); s != nil {
		s.control(w, r)
		return
	}
	http.Error(w, "this server does not work yet, or cannot now: try again in a moment", http.StatusServiceUnavailable)
}

func (d *Duty) closeAll() error {
	var errs []error
	for i := len(d.close) - 1; i >= 0; i-- {
		errs = append(errs, d.close[i]())
	}
	return errors.Join(errs...)
}

// Wait waits until ctx ends, or until the server has ended by itself; then it returns why.
func (d *Duty) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-d.done:
		d.done <- nil
		return err
	}
}

// Stop ends the work, gives the lease back and closes all.
func (d *Duty) Stop(ctx context.Context) error {
	d.stop()
	var err error
	select {
	case err = <-d.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return errors.Join(d.closeAll(), err, d.Shared.Close())
}

// openAlone opens an installation with an outside log for a single command.
func openAlone(ctx context.Context, c Config, log *slog.Logger) (*Installation, error) {
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return nil, err
	}
	h, shift, err := cluster.TakeAll(ctx, c.Cluster(log))
	if err != nil {
		return nil, err
	}
	ends := func() error { return shift.End(context.WithoutCancel(ctx)) }
	if err := h.MeetKeys(ctx); err != nil {
		return nil, errors.Join(err, ends(), h.Close())
	}
	hands := cluster.NewHands()
	hands.Holds(shift)
	for _, part := range cluster.Parts() {
		hands.Takes(context.WithoutCancel(ctx), part)
	}
	in, err := openHands(ctx, c, log, phrases, h, hands)
	if err != nil {
		return nil, errors.Join(err, ends(), h.Close())
	}
	in.closes = []func() error{ends, h.Close}
	return in, nil
}

// openHands makes an installation that works on what the hands have. The log and the archive stay open when it is closed.
func openHands(ctx context.Context, c Config, log *slog.Logger, phrases *office.Phrases, h *cluster.Shared, hands *cluster.Hands) (*Installation, error) {
	if err := h.MeetShelf(ctx); err != nil {
		return nil, err
	}
	pulse, err := cluster.ReadPulse(ctx, h.Cabinet)
	if err != nil {
		return nil, err
	}
	in, err := newInstallationWith(c, log, phrases)
	if err != nil {
		return nil, err
	}
	in.Shared, in.Hands, in.Pulse, in.Mine, in.Patience = h, hands, pulse, hands.Mine, declineAfter
	in.Keys = h.GameKeys()
	in.Archive = h.Archive
	return in, in.attachTo(ctx, keptOpen{cluster.FenceLog(h.Store, hands)}, cluster.NewFollowingArchive(h.Archive, h.Store))
}

// keptOpen is a store that others go on with.
type keptOpen struct{ events.Store }

// Close does nothing.
func (keptOpen) Close() error { return nil }

var _ adjudicator.Archive = cluster.FollowingArchive{}
