package main

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
)

// Duty is a server that shares an outside log with others. It waits until it holds the lease, then it is at work until it stops or loses it, and
// then it waits again. Its doors for mail are open all the time: what comes in while another server is at work lies in the cluster, where that
// one finds it.
type Duty struct {
	shared *shared
	adjust func(*Installation)
	tell   func(string) // is told what changes, in a sentence; may be nil
	stop   context.CancelFunc
	done   chan error
	close  []func() error
	doors  doors

	mu     sync.Mutex
	server *Server    // nil while another one is at work
	post   *mail.Post // the addresses; nil while the mail key is not known here
}

// StartDuty connects to the log and begins to wait for the lease. Stop ends it.
func StartDuty(ctx context.Context, c Config, log *slog.Logger, adjust func(*Installation), tell func(string)) (*Duty, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	h, err := openShared(ctx, c, log)
	if err != nil {
		return nil, err
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	d := &Duty{shared: h, adjust: adjust, tell: tell, stop: stop, done: make(chan error, 1)}
	if err := d.open(run); err != nil {
		stop()
		return nil, errors.Join(err, d.closeAll(), h.close())
	}
	go func() { d.done <- d.run(run) }()
	return d, nil
}

// open opens what works whoever is at work: the socket for commands and the doors for mail.
func (d *Duty) open(ctx context.Context) error {
	control, err := openControl(d.shared.config)
	if err != nil {
		return err
	}
	go func() {
		if err := serveControl(ctx, control, d.control); err != nil {
			d.shared.log.Error("game masters' commands are no longer taken", "error", err)
		}
	}()
	d.doors = doors{config: d.shared.config, log: d.shared.log, now: time.Now, accept: d.ours, take: d.take, run: d.goRun}
	err = d.doors.open()
	d.close = append(d.close, d.doors.close...)
	return err
}

func (d *Duty) goRun(name string, run func() error) {
	go func() {
		if err := run(); err != nil {
			d.shared.log.Error("a part of the server has stopped", "part", name, "error", err)
		}
	}()
}

// Server returns the server while this one is at work, else nil.
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
	d.shared.log.Info(text)
	if d.tell != nil {
		d.tell(text)
	}
}

// mostFailures is how often in a row a server may fail to begin its work before it ends: what it says then is for people. A cluster that has just
// lost a node needs some tries.
const mostFailures = 10

// misfit is why a server cannot be at work in an installation, however often it tries.
type misfit struct{ error }

// Unwrap returns the error.
func (m misfit) Unwrap() error { return m.error }

// run waits and works, in turn.
func (d *Duty) run(ctx context.Context) error {
	for failures := 0; ; {
		term, err := d.wait(ctx)
		if err != nil {
			return nil // ctx has ended
		}
		d.shared.log.Info("the lease is ours; the work begins", "term", term.Number())
		server, err := d.begin(ctx, term)
		if err != nil {
			_ = term.Release(context.WithoutCancel(ctx)) // it ends by itself
			_, hopeless := errors.AsType[misfit](err)
			if ctx.Err() != nil {
				return nil
			}
			if failures++; hopeless || failures == mostFailures {
				return err
			}
			d.shared.log.Warn("this server could not begin its work; it tries again", "error", err)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(2 * time.Second):
			}
			continue
		}
		failures = 0
		d.setServer(server)
		d.say("This server is at work.")
		select {
		case <-ctx.Done():
		case <-term.Lost():
			d.shared.log.Warn("this server cannot be sure any more that no other is at work: it stops its work")
		}
		d.setServer(nil)
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		err = server.Stop(ending)
		cancel()
		if fault := term.Release(context.WithoutCancel(ctx)); fault != nil {
			d.shared.log.Info("the lease could not be given back; it ends by itself", "error", fault)
		}
		if err != nil {
			return err // something may still run: only the end of the process is sure
		}
		if ctx.Err() != nil {
			return nil
		}
	}
}

// stopWithin is how long what is in hand may take when the work ends.
const stopWithin = 20 * time.Second

// wait keeps the archive up with the log until the lease is ours.
func (d *Duty) wait(ctx context.Context) (*jetstream.Term, error) {
	following, stop := context.WithCancel(ctx)
	var follower sync.WaitGroup
	follower.Go(func() { d.shared.follow(following) })
	defer follower.Wait()
	defer stop()
	if term := d.shared.lease.TryAcquire(ctx); term != nil {
		return term, nil
	}
	if other := d.shared.lease.Other(); other != "" {
		d.say("This server waits: %s is at work.", other)
	}
	return d.shared.lease.Acquire(ctx)
}

// begin starts the work of a term.
func (d *Duty) begin(ctx context.Context, term *jetstream.Term) (*Server, error) {
	in, err := openTerm(ctx, d.shared, term)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.post = &in.Post
	d.mu.Unlock()
	return startServer(ctx, in, d.adjust)
}

// ours reports whether an address is one that players or mail hosts write to. As long as this server does not know the mail key, every address
// of the domain may be; the server at work looks again.
func (d *Duty) ours(address string) bool {
	d.mu.Lock()
	post := d.post
	d.mu.Unlock()
	if post == nil {
		_, domain, _ := strings.Cut(d.shared.config.Address, "@")
		_, host, _ := strings.Cut(address, "@")
		return strings.EqualFold(host, domain)
	}
	if _, ok := post.Parse(address); ok {
		return true
	}
	_, _, ok := post.ParseBounce(address)
	return ok
}

// take takes in a mail at a door.
func (d *Duty) take(ctx context.Context, raw []byte, env mail.Envelope) error {
	if s := d.Server(); s != nil {
		return s.Take(ctx, raw, env)
	}
	return d.shared.take(ctx, raw, env)
}

// control answers a game master's command, or says where it must be given.
func (d *Duty) control(w http.ResponseWriter, r *http.Request) {
	if s := d.Server(); s != nil {
		s.control(w, r)
		return
	}
	other := d.shared.lease.Other()
	if other == "" {
		other = "none yet"
	}
	http.Error(w, "this server waits while another is at work ("+other+"): give the command there", http.StatusServiceUnavailable)
}

func (d *Duty) closeAll() error {
	var errs []error
	for i := len(d.close) - 1; i >= 0; i-- {
		errs = append(errs, d.close[i]())
	}
	return errors.Join(errs...)
}

// Done returns the channel that gets the reason why the server has ended by itself.
func (d *Duty) Done() <-chan error { return d.done }

// Stop ends the work, gives the lease back and closes all.
func (d *Duty) Stop(ctx context.Context) error {
	d.stop()
	var err error
	select {
	case err = <-d.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return errors.Join(d.closeAll(), err, d.shared.close())
}

// leaseWithin is how long a single command waits for a lease whose holder may be gone.
const leaseWithin = 12 * time.Second

// takeLease connects for a single command, if no other server is at work.
func takeLease(ctx context.Context, c Config, log *slog.Logger) (*shared, *jetstream.Term, error) {
	h, err := openShared(ctx, c, log)
	if err != nil {
		return nil, nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, leaseWithin)
	defer cancel()
	term, err := h.lease.Acquire(waiting)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("another server is at work on this log (%s): give the command there", h.lease.Other()), h.close())
	}
	return h, term, nil
}

// openAlone opens an installation with an outside log for a single command.
func openAlone(ctx context.Context, c Config, log *slog.Logger) (*Installation, error) {
	h, term, err := takeLease(ctx, c, log)
	if err != nil {
		return nil, err
	}
	in, err := openTerm(ctx, h, term)
	if err != nil {
		return nil, errors.Join(err, term.Release(ctx), h.close())
	}
	in.closes = []func() error{func() error { return term.Release(context.WithoutCancel(ctx)) }, h.close}
	return in, nil
}

// openTerm makes an installation that works as long as a term lasts. The log and the archive stay open when it is closed.
func openTerm(ctx context.Context, h *shared, term *jetstream.Term) (*Installation, error) {
	if err := h.fetchKeys(ctx); err != nil {
		return nil, err
	}
	if err := h.safe.exchange(ctx); err != nil {
		return nil, err
	}
	pulse, err := readPulse(ctx, h.cabinet)
	if err != nil {
		return nil, err
	}
	in, err := newInstallationWith(h.config, h.log, h.phrases)
	if err != nil {
		return nil, err
	}
	in.shared, in.term, in.Pulse = h, term, pulse
	in.Keys = sharedKeys{h.config.keys(), h.safe}
	in.archive = h.archive
	return in, in.attachTo(ctx, keptOpen{fencedLog{h.store, term}}, followingArchive{h.archive, h.store})
}

// keptOpen is a store that others go on with.
type keptOpen struct{ events.Store }

// Close does nothing.
func (keptOpen) Close() error { return nil }

var _ adjudicator.Archive = followingArchive{}
