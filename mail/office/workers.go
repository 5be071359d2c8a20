package office

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"fieldpost/adjudicator"
)

// looksAgain is how long a game is left alone if something must follow in it without a known time, or if something went wrong.
const looksAgain = time.Minute

// workersPerCore is how many workers an office has: more than one a core, for they wait for the disk too.
const workersPerCore = 2

// RunClock works until ctx ends: several workers look at the games in which something happened, and the clock tells them when the time of
// others has come. While it runs, Receive only takes in mails; the workers do the rest of what a mail causes.
func (st *Office) RunClock(ctx context.Context) error {
	st.staffed.Store(true)
	defer st.staffed.Store(false)
	var workers sync.WaitGroup
	defer workers.Wait()
	for i := range workersPerCore * runtime.GOMAXPROCS(0) {
		workers.Go(func() { st.work(ctx, i > 0) })
	}
	workers.Go(func() { st.ponder(ctx) })
	var recalled time.Time
	for {
		if err := st.beat(st.Now()); err != nil {
			st.Log.Error("the sign of life cannot be written", "error", err)
		}
		if time.Since(recalled) >= looksAgain {
			if err := st.recallAll(ctx); err != nil && ctx.Err() == nil {
				st.Log.Error("the log does not tell which games there are; asking again", "error", err)
			}
			recalled = time.Now()
		}
		timer := time.NewTimer(max(st.ripen().Sub(st.Now()), 10*time.Millisecond))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-st.agenda.sooner:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// arrivals are the mails at the door. They go first: all workers but one wait for them, and for a moment the mails that were taken in.
type arrivals struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when there are none any more
}

func (a *arrivals) begin() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n++; a.n == 1 {
		a.none = make(chan struct{})
	}
}

func (a *arrivals) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n--; a.n == 0 {
		close(a.none)
	}
}

// over gives a channel that is closed when no mail is at the door any more, or nil if none is.
func (a *arrivals) over() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n == 0 {
		return nil
	}
	return a.none
}

// longestWay is how long a mail that was taken in gives way to those at the door.
const longestWay = 250 * time.Millisecond

// giveWay waits until no mail is at the door any more, but not for long: what was taken in must not wait for ever.
func (a *arrivals) giveWay(ctx context.Context) {
	over := a.over()
	if over == nil {
		return
	}
	timer := time.NewTimer(longestWay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-over:
	case <-timer.C:
	}
}

// work looks at games until ctx ends. A polite worker does so only while no mail is at the door.
func (st *Office) work(ctx context.Context, polite bool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-st.agenda.ready:
		}
		if over := st.arrivals.over(); polite && over != nil {
			give(st.agenda.ready) // for the worker who is not polite
			select {
			case <-ctx.Done():
			case <-over:
			}
			continue
		}
		if game, ok := st.agenda.take(); ok {
			if err := st.look(ctx, game, false); err != nil && ctx.Err() == nil {
				st.Log.Error("a game could not be tended now; trying again", "game", game, "error", err)
			}
		}
	}
}

// recallAll puts those games on the agenda that are unknown or that another process has continued.
func (st *Office) recallAll(ctx context.Context) error {
	unknown, err := st.recall(ctx)
	for _, g := range unknown {
		if st.mine(g) {
			st.agenda.happened(g)
		}
	}
	return err
}

// ripen puts the games whose time has come into the queue, and returns when the clock must look again.
func (st *Office) ripen() (next time.Time) {
	next = st.Now().Add(looksAgain)
	if at := st.agenda.ripe(st.Now().UnixMilli()); at > 0 && at < next.UnixMilli() {
		next = time.UnixMilli(at)
	}
	return next
}

// Round looks at all games that are due, and returns when the clock must go round again. A failure in one game does not keep the others
// waiting.
func (st *Office) Round(ctx context.Context) (next time.Time, err error) {
	err = st.recallAll(ctx)
	next = st.ripen()
	return next, errors.Join(err, st.Settle(ctx))
}

// Settle does at once what the workers would do, until nothing is left to do.
func (st *Office) Settle(ctx context.Context) error {
	var faults []error
	for {
		if game, ok := st.agenda.take(); ok {
			faults = append(faults, st.look(ctx, game, true))
		} else if game, ok = st.agenda.takeThought(); ok {
			faults = append(faults, st.think(ctx, game))
		} else {
			return errors.Join(faults...)
		}
	}
}

// mostVain is how often a worker tries a draft only to find a different one when he comes back. After that he tries it while holding the
// game.
const mostVain = 3

// look advances one game as far as it goes. Drafts are tried between two holds of the game, so that none of its mails waits for them.
// Unless patient is set, a game that another goroutine is working on is left alone: it returns to the queue when that one is done.
func (st *Office) look(ctx context.Context, game string, patient bool) error {
	defer st.agenda.done(game)
	if !st.mine(game) {
		st.agenda.expect(game, 0)
		return nil
	}
	if err := st.recallStandstills(ctx); err != nil {
		st.agenda.expect(game, st.Now().Add(looksAgain).UnixMilli())
		return err
	}
	g := st.running(game)
	if patient {
		g.mu.Lock()
	} else if !g.mu.TryLock() {
		if g.wanted.Store(true); !g.mu.TryLock() {
			return nil
		}
	}
	var s progress
	ahead := new(trials)
	for vain, seq := 0, int64(0); ; vain++ {
		err := st.hold(ctx, game, g, true, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if game == OwnLog {
				return st.issueRefusals(ctx, m)
			}
			if vain == mostVain {
				ahead = nil
			}
			m, err := st.tend(ctx, m, ahead)
			if m.Head.Seq > seq {
				vain, seq = 0, m.Head.Seq
			}
			s = st.progressOf(m)
			return m, err
		})
		if err != nil {
			st.agenda.expect(game, st.Now().Add(looksAgain).UnixMilli())
			return err
		}
		if ahead == nil || ahead.next == nil {
			if s.why != nil {
				st.agenda.expect(game, st.Now().Add(looksAgain).UnixMilli()) // it may have been mended
			}
			return st.tellProgress(ctx, game, s)
		}
		ahead.run()
		g.mu.Lock()
	}
}

// AtRest waits until the workers have nothing to do.
func (st *Office) AtRest(ctx context.Context) error {
	for {
		rest, moved := st.agenda.rest()
		if rest {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
