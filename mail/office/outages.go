package office

import (
	"context"
	"slices"
	"time"

	"fieldpost/adjudicator"
)

// Outage is a time in which an office did not run. It is given back to every deadline that was running then. That happens game by game, each time
// that a game is worked on (hold), before anything else, so nothing in it is sealed before. The log itself says whether it has happened: a
// deadline that was set after the middle of an outage has nothing to do with it. In between nothing was set, for nobody was there, and
// small corrections of the clock do not reach that far.
type Outage struct {
	Since, Until int64 // Unix ms; from the last sign of life to the next start
}

// givenBack returns when a deadline, set at an instant, is due once the outages are given back to it. All are Unix ms.
func givenBack(outages []Outage, set, due int64) int64 {
	for _, o := range outages {
		if set < o.Since+(o.Until-o.Since)/2 && due >= o.Since {
			due += o.Until - o.Since
		}
	}
	return due
}

// outages returns all outages so far.
func (st *Office) outages() ([]Outage, error) {
	if st.Pulse == nil {
		return nil, nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.outagesKnown {
		known, err := st.Pulse.Outages()
		if err != nil {
			return nil, err
		}
		st.away, st.outagesKnown = known, true
	}
	return st.away, nil
}

// wasAway notes an outage before anything else is done. The games whose deadlines it has moved are put on the agenda one after the other, so
// that what happens in others meanwhile need not wait for them.
func (st *Office) wasAway(o Outage) error {
	if err := st.Pulse.Away(o); err != nil {
		return err
	}
	st.mu.Lock()
	st.outagesKnown = false
	st.mu.Unlock()
	st.register.mu.Lock()
	defer st.register.mu.Unlock()
	for _, c := range st.register.cards {
		st.schedule(c, false)
	}
	return nil
}

// giveBack moves the running deadline of a game by the outages that it was running through. moved reports whether there were any.
func (st *Office) giveBack(ctx context.Context, m *adjudicator.Match) (_ *adjudicator.Match, moved bool, err error) {
	outages, err := st.outages()
	if _, gone := st.elsewhere(m); gone {
		return m, false, nil
	}
	if err != nil || m.Due == nil || m.Overdue || m.Open == nil || m.Sealed != nil || m.Over() {
		return m, false, err
	}
	if since := st.stoodSince(m.Game); since > 0 {
		if st.standstill(m) != nil {
			return m, false, nil // when it goes on
		}
		outages = append(slices.DeleteFunc(slices.Clone(outages), func(o Outage) bool { return o.Since >= since }), Outage{Since: since, Until: st.Now().UnixMilli()})
	}
	due := givenBack(outages, m.DueSince, m.Due.Due)
	if due == m.Due.Due {
		return m, false, nil
	}
	m, err = st.moveDeadline(ctx, m, time.UnixMilli(due), "clock", "outage")
	return m, true, err
}

// apart is how long after one another games are put on the agenda whose deadlines an outage has moved.
const apart = 50 * time.Millisecond

// afterOutage returns when a game must be looked at because of an outage that has not been given back to it, or 0.
func (st *Office) afterOutage(c Card) int64 {
	outages, err := st.outages()
	if err != nil || c.Due == 0 || givenBack(outages, c.DueSince, c.Due) == c.Due {
		return 0
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	now := st.Now()
	if st.nextMoved.Before(now) {
		st.nextMoved = now
	}
	st.nextMoved = st.nextMoved.Add(apart)
	return st.nextMoved.UnixMilli()
}
