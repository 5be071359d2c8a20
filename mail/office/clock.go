package office

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Tend advances a game as far as it goes by itself: the pass that a seal waits for, the letters that are owed, the deadline of a window
// that opened, and the seal of a window whose time has come. It can be called at any time and any number of times; after a crash it
// continues where the log stops.
func (st *Office) Tend(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	return st.tend(ctx, m, nil)
}

// tend is like Tend, but if a letter must wait for the trial of a draft, it stops and says so in ahead.
func (st *Office) tend(ctx context.Context, m *adjudicator.Match, ahead *trials) (*adjudicator.Match, error) {
	issueOwed := func(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
		return st.issueOwed(ctx, m, ahead)
	}
	if _, gone := st.elsewhere(m); gone {
		return m, nil
	}
	if m.Halt == nil && !m.Over() && st.unsignable(m) != nil {
		return m, nil // no letter could be signed: nothing goes on until the key or the log is back
	}
	for {
		before := m.Head.Seq
		for _, step := range []func(context.Context, *adjudicator.Match) (*adjudicator.Match, error){
			st.gather, st.enact, st.openFull, st.adjudicate, st.closeEnded, st.closeSurrendered, st.vacateMissing, st.setDeadline, issueOwed, st.issueRefusals, st.remind, st.sealDue,
		} {
			var err error
			if m, err = step(ctx, m); err != nil {
				return m, st.halted(m, err)
			}
			if ahead != nil && ahead.next != nil {
				return m, nil
			}
		}
		if m.Head.Seq == before {
			return m, nil
		}
	}
}

// halted tells the operator once that a game is halted; the others go on.
func (st *Office) halted(m *adjudicator.Match, err error) error {
	var stopped *adjudicator.Stopped
	if errors.As(err, &stopped) {
		st.Log.Error("this game stands still", "game", m.Game, "code", stopped.Code, "detail", stopped.Detail)
		return nil
	}
	return err
}

func (st *Office) openFull(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Engine == nil || m.Opened || !m.Full() || m.Over() {
		return m, nil
	}
	return st.Service.Open(ctx, m, st.Now().UnixMilli())
}

func (st *Office) adjudicate(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Sealed == nil || m.Halt != nil || m.Over() || !m.Playable() {
		return m, nil
	}
	return st.Service.Adjudicate(ctx, m, st.Now().UnixMilli())
}

// closeEnded closes a game that the rules have ended.
func (st *Office) closeEnded(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Ending == nil || m.Closed != nil {
		return m, nil
	}
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Closed != nil {
			return "", nil, nil, nil
		}
		winner := string(m.Ending.Winner)
		if winner == "" {
			winner = "draw"
		}
		return "fieldpost", events.GameClosed{Cause: "over", Ending: m.Ending.Why, Winner: winner}, nil, nil
	})
	return m, err
}

// setDeadline fixes when the open window closes.
func (st *Office) setDeadline(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Open == nil || m.Due != nil || m.Sealed != nil || m.Over() {
		return m, nil
	}
	due, ok := DeadlineOf(m)
	if !ok {
		return m, nil
	}
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Open == nil || m.Due != nil || m.Sealed != nil {
			return "", nil, nil, nil
		}
		return "clock", events.DeadlineSet{
			Window: int64(m.Open.Number), Due: due.Due.UnixMilli(), Zone: due.Zone, Wall: due.Wall, Cause: "opened",
		}, nil, nil
	})
	return m, err
}

// sealDue closes the open window when its deadline has passed, or when everyone is in and has had the cool-off time to reconsider. Before a
// silent seat's turn counts as missed, its time bank is drawn upon and the game's grace period passes. Nothing is closed while the clock
// cannot be trusted.
func (st *Office) sealDue(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Open == nil || m.Sealed != nil || m.Halt != nil || m.Over() || !m.Playable() {
		return m, nil
	}
	if drift, ok := st.guard.look(st.Now()); !ok {
		if st.said.first("the clock has jumped", events.Hash{}, st.Now()) {
			st.Log.Error("the clock has jumped: no window is closed until it is right again, or `fieldpost game clock --right` says that it is", "by", drift.Round(time.Second))
		}
		return m, nil
	}
	now := st.Now().UnixMilli()
	window := m.Open.Number
	clock := clockFor(m)
	all := m.AllIn()
	if at, early := st.closesEarly(m); early && now >= at {
		if st.behind(m.Game, at) {
			return m, nil
		}
		return st.Service.Seal(ctx, m, now, "all in", window)
	}
	if m.Due == nil || now < m.Due.Due || st.behind(m.Game, m.Due.Due) {
		return m, nil
	}
	if !m.Overdue && !all {
		if seat, minutes := st.drawBank(m); minutes > 0 {
			return st.moveDeadline(ctx, m, time.UnixMilli(m.Due.Due).Add(time.Duration(minutes)*time.Minute), "clock", "bank "+string(seat))
		}
	}
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Overdue || m.Due == nil || m.Open == nil || m.Sealed != nil {
			return "", nil, nil, nil
		}
		return "clock", events.DeadlinePassed{Window: m.Due.Window, Due: m.Due.Due}, nil, nil
	})
	if err != nil || m.Due == nil {
		return m, err
	}
	if grace := clock.Grace * 60000; grace > 0 && !all && now < m.Due.Due+grace {
		return st.warnSilent(ctx, m)
	}
	if st.behind(m.Game, min(now, m.Due.Due+clock.Grace*60000)) {
		return m, nil
	}
	return st.Service.Seal(ctx, m, now, "deadline", window)
}

// closesNow reports whether the open window is about to be closed and adjudicated at once, because everybody is in. Receipts then wait for the
// report that follows, which says the same and more.
func (st *Office) closesNow(m *adjudicator.Match) bool {
	if m.Halt != nil || m.Over() || !m.Playable() || m.Fair.Profile() != adjudicator.Offline {
		return false
	}
	if m.Sealed != nil {
		return true
	}
	if at, early := st.closesEarly(m); !early || st.Now().UnixMilli() < at || st.behind(m.Game, at) {
		return false
	}
	_, right := st.guard.look(st.Now())
	return right
}

// behind reports whether a mail that was taken in by an instant (Unix ms) still waits to be looked at: it may order something in the game, whose
// window then must not be closed. The game is looked at again when a mail was (MailTried).
func (st *Office) behind(game string, at int64) bool {
	if st.Behind == nil {
		return false
	}
	st.mu.Lock()
	if st.postponed == nil {
		st.postponed = make(map[string]bool)
	}
	st.postponed[game] = true // before it is asked, so that no mail that comes back meanwhile is missed
	st.mu.Unlock()
	if st.Behind(game, time.UnixMilli(at)) {
		return true
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	delete(st.postponed, game)
	return false
}

// MailTried puts the games on the agenda whose windows could not be closed because of mails that nobody had looked at.
func (st *Office) MailTried() {
	st.mu.Lock()
	games := slices.Sorted(maps.Keys(st.postponed))
	clear(st.postponed)
	st.mu.Unlock()
	for _, g := range games {
		st.agenda.happened(g)
	}
}

// mostOfBank is how much of a time bank one deadline draws at once, in minutes: a day, after which the player is asked again.
const mostOfBank = 24 * 60

// drawBank finds the silent seat with the most left in its time bank, and how much of it is drawn. Questions draw none, because a player's
// need for time would reveal that there is something to decide.
func (st *Office) drawBank(m *adjudicator.Match) (seat table.Seat, minutes int64) {
	if len(m.Open.Questions) > 0 {
		return "", 0
	}
	for _, s := range m.Open.Seats {
		if left := m.BankLeft(s); m.Player(s).Bot == "" && !m.Desk(s).Sent && left > minutes {
			seat, minutes = s, left
		}
	}
	return seat, min(minutes, mostOfBank)
}

// warnSilent tells those who are late that their turn has not been played yet.
func (st *Office) warnSilent(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	var err error
	for _, s := range m.Open.Seats {
		if m.Player(s).Bot != "" || m.Desk(s).Sent || m.Issued("overdue", s, m.Last.Seq) || !m.Player(s).Letters.Gets(adjudicator.Reminders) {
			continue
		}
		if m, err = st.issueOverdue(ctx, m, s); err != nil {
			return m, err
		}
	}
	return m, nil
}

// vacateMissing frees a seat for others when its player has missed as many turns in a row as the game allows.
func (st *Office) vacateMissing(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Terms.Missed == 0 || m.Over() {
		return m, nil
	}
	for _, p := range m.Players {
		if p.Vacant || !p.Taken || p.Bot != "" || int64(p.Missed) < m.Terms.Missed {
			continue
		}
		seat := p.Seat
		var err error
		if m, _, err = st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if q := m.Player(seat); q.Vacant || int64(q.Missed) < m.Terms.Missed {
				return "", nil, nil, nil
			}
			return "clock", events.SeatVacated{Seat: string(seat), Cause: "missed"}, nil, nil
		}); err != nil {
			return m, err
		}
	}
	return m, nil
}

// remind issues the reminder of a deadline that draws near to those who have not sent anything.
func (st *Office) remind(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	now := st.Now().UnixMilli()
	seats, from := toRemind(m)
	if len(seats) == 0 || now < from || now >= m.Due.Due {
		return m, nil
	}
	var err error
	for _, s := range seats {
		if m, err = st.issueReminder(ctx, m, s); err != nil {
			return m, err
		}
	}
	return m, nil
}

// toRemind lists the seats that still have to get a reminder of the running deadline, and from which instant on (Unix ms).
func toRemind(m *adjudicator.Match) (seats []table.Seat, from int64) {
	lead := clockFor(m).Remind * 60000
	if m.Due == nil || m.Open == nil || lead == 0 || m.Sealed != nil || m.Over() {
		return nil, 0
	}
	for _, s := range m.Open.Seats {
		if m.Player(s).Bot == "" && !m.Desk(s).Sent && !m.Issued("reminder", s, m.Last.Seq) && m.Player(s).Letters.Gets(adjudicator.Reminders) {
			seats = append(seats, s)
		}
	}
	return seats, m.Due.Due - lead
}

// nextLook returns when the clock must look at a game again, or the zero time if nothing is due.
func (st *Office) nextLook(m *adjudicator.Match) time.Time {
	var next time.Time
	sooner := func(ms int64) {
		if t := time.UnixMilli(ms); next.IsZero() || t.Before(next) {
			next = t
		}
	}
	for _, o := range m.Owed {
		if o.Letter == "receipt" {
			if at := st.receiptTime(m, o.Seat); at > 0 {
				sooner(at)
			}
		}
		if o.Letter == "report" {
			if at := st.lingersUntil(m, o); at > 0 {
				sooner(at)
			}
		}
	}
	if m.Over() || m.Halt != nil {
		return next
	}
	switch m.Fair.Needs() {
	case adjudicator.NeedsCodes:
		if a := m.Fair.Wait.Asked; a != nil && a.Due > 0 {
			sooner(a.Due)
		}
	case adjudicator.NeedsStart, adjudicator.NeedsBeacon:
		if _, _, at, _ := waiting(m.Fair); at > 0 {
			sooner(at)
		}
	}
	if m.Open == nil {
		return next
	}
	clock := clockFor(m)
	if at, early := st.closesEarly(m); early {
		sooner(at)
	}
	if m.Due != nil {
		if m.Overdue {
			sooner(m.Due.Due + clock.Grace*60000)
		} else {
			sooner(m.Due.Due)
		}
		if seats, from := toRemind(m); len(seats) > 0 && st.Now().UnixMilli() < m.Due.Due { // even from a past instant: it has not been looked at yet
			sooner(from)
		}
	}
	return next
}
