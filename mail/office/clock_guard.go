package office

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// clockGuard watches the wall clock. While the program runs, the wall clock must go as fast as the machine's monotonic count of time. When
// it jumps, nothing is sealed until it is right again or the game master says that it is: a clock a year ahead must not close every window
// of every game. While the program does not run, nothing can be compared; the time since its last sign of life is then given back to every
// running deadline, be it an outage or a clock put forward.
type clockGuard struct {
	mu    sync.Mutex
	wall  time.Time            // of the last look
	count func() time.Duration // the machine's monotonic count of time
	at    time.Duration        // of the last look
	drift time.Duration        // how far the wall clock has jumped, unconfirmed
}

const (
	clockJump   = 2 * time.Minute // a larger change is not a correction of the clock but a jump
	outageFrom  = 10 * time.Minute
	heartbeat   = time.Minute
	longestGift = 400 * 24 * time.Hour // the game master must deal with a longer outage himself
)

// started is where the machine's count of time begins; Go's clock readings carry it.
var started = time.Now()

func machineCount() time.Duration { return time.Since(started) }

// look compares the clocks. ok is false while the wall clock is not to be trusted.
func (g *clockGuard) look(wall time.Time) (drift time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count == nil {
		return 0, true
	}
	now := g.count()
	if !g.wall.IsZero() {
		g.drift += wall.Round(0).Sub(g.wall) - (now - g.at)
	}
	g.wall, g.at = wall.Round(0), now
	if g.drift.Abs() <= clockJump/10 {
		g.drift = 0 // an ordinary correction of the clock
	}
	return g.drift, g.drift.Abs() <= clockJump
}

// trust accepts the wall clock as it is now, and returns by how much it had jumped.
func (g *clockGuard) trust() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	drift := g.drift
	g.drift = 0
	return drift
}

// beat notes a sign of life, at most once a minute.
func (st *Office) beat(now time.Time) error {
	if st.Pulse == nil {
		return nil
	}
	if last, ok := st.Pulse.Last(); ok && now.Sub(last).Abs() < heartbeat {
		return nil
	}
	return st.Pulse.Note(now)
}

// Awake begins to watch the clock when a server starts. The time in which it did not run is given back to every running deadline: here that is
// only noted, for the games' own turns (Outage).
func (st *Office) Awake() error {
	st.guard.mu.Lock()
	if st.guard.count == nil {
		st.guard.count = machineCount
	}
	st.guard.mu.Unlock()
	if st.Pulse == nil {
		return nil
	}
	last, before := st.Pulse.Last()
	now := st.Now()
	gone := now.Sub(last)
	switch {
	case !before: // the first start
	case gone < -clockJump:
		return fmt.Errorf("the clock of this machine says %s, but this server was alive at %s: set the clock right, or remove %s if that time was wrong",
			now.UTC().Format(time.RFC3339), last.UTC().Format(time.RFC3339), st.Pulse)
	case gone >= outageFrom && gone <= longestGift:
		st.Log.Warn("the server was away: every running deadline is moved by that time, game by game", "since", last, "minutes", int(gone.Minutes()))
		if err := st.wasAway(Outage{last.UnixMilli(), now.UnixMilli()}); err != nil {
			return err
		}
	case gone > longestGift:
		return fmt.Errorf("this server was last alive at %s, more than a year ago: if the clock is right, remove %s and start again", last.UTC().Format(time.RFC3339), st.Pulse)
	}
	return st.beat(now)
}

// credit moves every deadline that was running at an instant by some time, at once.
func (st *Office) credit(ctx context.Context, running time.Time, by time.Duration) error {
	cards, err := st.cards(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, c := range cards {
		if c.Game == OwnLog || !st.mine(c.Game) || c.Due < running.UnixMilli() {
			continue
		}
		errs = append(errs, st.With(ctx, c.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if m.Due == nil || m.Overdue || m.Open == nil || m.Sealed != nil || m.Over() || m.Due.Due < running.UnixMilli() {
				return m, nil
			}
			return st.moveDeadline(ctx, m, time.UnixMilli(m.Due.Due).Add(by), "clock", "outage")
		}))
	}
	return errors.Join(errs...)
}

// moveDeadline lets the open window close at another time; everyone is told.
func (st *Office) moveDeadline(ctx context.Context, m *adjudicator.Match, due time.Time, actor, cause string) (*adjudicator.Match, error) {
	window := m.Open.Number
	before := m.Due.Due
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Due == nil || m.Open == nil || m.Open.Number != window || m.Sealed != nil || m.Due.Due != before {
			return "", nil, nil, nil
		}
		zone, err := time.LoadLocation(m.Due.Zone)
		if err != nil {
			zone = time.UTC
		}
		due = due.In(zone).Truncate(time.Second)
		return actor, events.DeadlineSet{
			Window: int64(window), Due: due.UnixMilli(), Zone: m.Due.Zone, Wall: due.Format("2006-01-02 15:04"), Cause: cause,
		}, nil, nil
	})
	return m, err
}

// TrustClock is called when the game master says that the clock is right as it is. Running deadlines are moved by the jump.
func (st *Office) TrustClock(ctx context.Context, _ struct{}) ([]byte, error) {
	drift := st.guard.trust()
	if drift == 0 {
		return []byte("The clock was trusted already.\n"), nil
	}
	now := st.Now()
	if drift > 0 {
		if err := st.credit(ctx, now.Add(-drift), drift); err != nil {
			return nil, err
		}
	}
	st.register.overdue(now.UnixMilli(), st.agenda.happened)
	return fmt.Appendf(nil, "The clock is trusted as it is: it had jumped by %s; running deadlines were moved by that.\n", drift.Round(time.Second)), nil
}
