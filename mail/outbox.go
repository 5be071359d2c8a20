package mail

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Letter is one letter on its way to one recipient.
type Letter struct {
	Game   string
	Issue  int64     // seq of its ReportIssued; with Game its name
	Issued time.Time // from here on the five days run
	From   string    // envelope sender (Post.BounceAddress), "" for null
	To     string    // envelope recipient
}

// Sender gives letters to a mail server.
type Sender interface {
	// Send returns nil if the server took the letter, and otherwise a *Failure (any other error counts as a temporary one).
	Send(ctx context.Context, l Letter, data []byte) error
}

// Pending is what an Outbox needs from the log.
type Pending interface {
	// Pending lists the letters that were issued and neither sent nor given up, oldest first.
	Pending(ctx context.Context) ([]Letter, error)
	// Bytes returns a letter's bytes.
	Bytes(ctx context.Context, l Letter) ([]byte, error)
	// Sent records that a server took the letter. If it fails the letter is sent again: the same bytes with the same Message-ID.
	Sent(ctx context.Context, l Letter) error
	// Bounced records that the letter was given up.
	Bounced(ctx context.Context, l Letter, why Failure) error
}

// Clock is the time as an Outbox sees it.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

// machineClock is the machine's own.
type machineClock struct{}

// Now returns the time.
func (machineClock) Now() time.Time { return time.Now() }

// After returns a channel that gets the time once d is over.
func (machineClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Retry returns the pause after the nth failed attempt (from 1): 5, 10, 20, 40 minutes, then an hour. Where no server answered at all the
// first pauses are shorter.
func Retry(n int) time.Duration {
	if n >= 1 && n <= 4 {
		return 5 * time.Minute << (n - 1)
	}
	if n < 1 {
		return 0
	}
	return time.Hour
}

// nobodyHome is the pause after the first attempt that no server answered; it doubles until it is that of Retry.
const nobodyHome = 10 * time.Second

// GiveUp is how long after its issue a letter is still tried. WarnAfter is how long after it the operator is told that it is waiting.
const (
	GiveUp    = 5 * 24 * time.Hour
	WarnAfter = 4 * time.Hour
)

// Outbox sends what is pending: letters to one receiver one after the other, to several at the same time. Its memory of attempts is lost
// with the process: then every pending letter is tried at once and the schedule begins anew, within the same five days.
type Outbox struct {
	Source Pending
	Sender Sender
	Lines  int          // how many receivers are served at the same time; 4 if 0
	Clock  Clock        // the machine's if nil
	Log    *slog.Logger // slog.Default if nil; never sees the text of letters

	// Pause says how long a letter waits after its nth failed attempt; Retry if nil. A server of our own, which nobody else's patience depends
	// on, can be asked more often.
	Pause func(n int) time.Duration

	// Late, if not nil, is told once of each letter that still waits after WarnAfter.
	Late func(ctx context.Context, l Letter)

	once  sync.Once
	wake  chan struct{}
	lines chan struct{}  // holds a token for each receiver that is served
	work  sync.WaitGroup // of those who serve them

	mutex    sync.Mutex // also held while the source is asked: what is on its way is then either listed and served, or neither
	attempts map[letterName]*attempt
	served   map[string]bool // receivers to whom letters are on their way
	fault    error           // of the source, since the last pass
}

type letterName struct {
	game  string
	issue int64
}

// attempt is what has happened to a letter so far.
type attempt struct {
	failed int
	next   time.Time
	sent   bool // a server took it, but that is not in the log yet
	warned bool
}

// usualLines is how many receivers are served at the same time: few hosts take more connections of one client.
const usualLines = 4

func (o *Outbox) init() {
	o.once.Do(func() {
		o.wake = make(chan struct{}, 1)
		o.lines = make(chan struct{}, cmp.Or(o.Lines, usualLines))
		o.attempts, o.served = map[letterName]*attempt{}, map[string]bool{}
		if o.Clock == nil {
			o.Clock = machineClock{}
		}
		if o.Log == nil {
			o.Log = slog.Default()
		}
		if o.Pause == nil {
			o.Pause = Retry
		}
	})
}

// longestWait is how long Run waits without being woken: the source may have been filled by another process.
const longestWait = 5 * time.Minute

// faultWait is how long a letter is left alone after a fault of the source.
const faultWait = time.Minute

// Run sends letters until ctx ends, then returns nil. Call Wake when a letter has been issued.
func (o *Outbox) Run(ctx context.Context) error {
	o.init()
	defer o.work.Wait()
	for ctx.Err() == nil {
		next, err := o.begin(ctx)
		wait := longestWait
		if err != nil && ctx.Err() == nil {
			o.Log.Error("outbox", "error", err)
			wait = faultWait
		} else if !next.IsZero() {
			wait = min(wait, max(next.Sub(o.Clock.Now()), time.Second))
		}
		select {
		case <-ctx.Done():
		case <-o.wake:
		case <-o.Clock.After(wait):
		}
	}
	return nil
}

// Wake makes Run look at the pending letters now. It never blocks.
func (o *Outbox) Wake() {
	o.init()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// Pass tries every pending letter that is due and returns when the next one will be, or zero if none waits. Its error is that of the
// source; letters that no server took are not an error.
func (o *Outbox) Pass(ctx context.Context) (next time.Time, err error) {
	o.init()
	if _, err := o.begin(ctx); err != nil {
		return time.Time{}, err
	}
	o.work.Wait()
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, a := range o.attempts {
		next = earlier(next, a.next)
	}
	err, o.fault = o.fault, nil
	return next, err
}

// begin starts sending the letters that are due, and returns when the next one will be, or zero if none waits. Receivers to whom letters
// are already on their way are skipped: Run is woken when they have been served.
func (o *Outbox) begin(ctx context.Context) (next time.Time, err error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	letters, err := o.Source.Pending(ctx)
	if err != nil {
		return time.Time{}, err
	}
	kept := make(map[letterName]*attempt, len(letters))
	due := make(map[string][]Letter)
	var order []string
	now := o.Clock.Now()
	for _, l := range letters {
		name := letterName{l.Game, l.Issue}
		a := o.attempts[name]
		if a == nil {
			a = &attempt{}
		}
		kept[name] = a
		switch to := strings.ToLower(l.To); {
		case o.served[to]:
		case now.Before(a.next):
			next = earlier(next, a.next)
		default:
			if due[to] == nil {
				order = append(order, to)
			}
			due[to] = append(due[to], l)
		}
	}
	o.attempts = kept
	for _, to := range order {
		o.served[to] = true
		o.work.Go(func() { o.serve(ctx, to, due[to]) })
	}
	return next, nil
}

// serve sends one receiver his letters.
func (o *Outbox) serve(ctx context.Context, to string, letters []Letter) {
	select {
	case o.lines <- struct{}{}:
		defer func() { <-o.lines }()
	case <-ctx.Done():
	}
	for _, l := range letters {
		if ctx.Err() != nil {
			break
		}
		o.mutex.Lock()
		a := o.attempts[letterName{l.Game, l.Issue}]
		o.mutex.Unlock()
		if a == nil {
			continue // another process has sent it
		}
		if err := o.try(ctx, l, a); err != nil && ctx.Err() == nil {
			o.Log.Error("outbox", "game", l.Game, "issue", l.Issue, "error", err)
			o.mutex.Lock()
			a.next = o.Clock.Now().Add(faultWait)
			o.fault = errors.Join(o.fault, err)
			o.mutex.Unlock()
		}
	}
	o.mutex.Lock()
	delete(o.served, to)
	o.mutex.Unlock()
	o.Wake()
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// try sends one letter and records the outcome. Its error is that of the source.
func (o *Outbox) try(ctx context.Context, l Letter, a *attempt) error {
	if !a.sent {
		data, err := o.Source.Bytes(ctx, l)
		if err != nil {
			return err
		}
		if err := o.Sender.Send(ctx, l, data); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return o.failed(ctx, l, a, failureOf(err, true))
		}
		a.sent = true
	}
	if err := o.Source.Sent(ctx, l); err != nil {
		return err
	}
	o.over(l)
	return nil
}

// over forgets a letter that needs no more attempts.
func (o *Outbox) over(l Letter) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	delete(o.attempts, letterName{l.Game, l.Issue})
}

// failed notes that no server took a letter, and gives it up when it is time.
func (o *Outbox) failed(ctx context.Context, l Letter, a *attempt, f *Failure) error {
	log := o.Log.With("game", l.Game, "issue", l.Issue)
	now := o.Clock.Now()
	o.mutex.Lock()
	a.failed++
	pause := o.Pause(a.failed)
	if f.Code == 0 { // nobody has judged the letter: a server that is being restarted is back in a moment
		pause = min(pause, nobodyHome<<min(a.failed-1, 10))
	}
	a.next = now.Add(pause)
	o.mutex.Unlock()
	age := now.Sub(l.Issued)
	if !f.Permanent && age < GiveUp {
		if age >= WarnAfter && !a.warned {
			a.warned = true
			log.Warn("letter still waiting", "hours", int(age.Hours()), "attempts", a.failed, "why", f.Error())
			if o.Late != nil {
				o.Late(ctx, l)
			}
		} else {
			log.Info("letter waits", "attempts", a.failed, "next", a.next, "why", f.Error())
		}
		return nil
	}
	log.Warn("letter given up", "attempts", a.failed, "why", f.Error())
	if err := o.Source.Bounced(ctx, l, *f); err != nil {
		return err
	}
	o.over(l)
	return nil
}
