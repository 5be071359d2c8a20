package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
)

// MailTerms are a game master's settings for the mail of a game; what is empty stays as it is.
type MailTerms struct {
	Proof    string   // casual, standard or strict
	Press    string   // named, anonymous or none
	Phase    []string // clocks of kinds of windows, as parsePhase reads them
	Bank     int64    // hours
	Missed   int64    // turns missed in a row after which a seat is free
	Absences int64    // that a seat may have on the calendar
	Mending  int64    // minutes for which early processing waits for lines to be corrected; -1: until the deadline
}

// said reports whether anything is set.
func (f MailTerms) said() bool {
	return f.Proof != "" || f.Press != "" || len(f.Phase) > 0 || f.Bank != 0 || f.Missed != 0 || f.Absences != 0 || f.Mending != 0
}

// over returns the terms that follow from the previous ones and the flags. What no flag names stays.
func (f MailTerms) over(t events.PostTermsSet, steps []string) (events.PostTermsSet, error) {
	t.Proof, t.Press = cmp.Or(f.Proof, t.Proof), cmp.Or(f.Press, t.Press)
	t.Bank, t.Missed, t.Absences = cmp.Or(f.Bank*60, t.Bank), cmp.Or(f.Missed, t.Missed), cmp.Or(f.Absences, t.Absences)
	if f.Proof != "" && !mail.Policy(f.Proof).Known() {
		return t, fmt.Errorf("proof %q is not one of casual, standard, strict", f.Proof)
	}
	if f.Mending != 0 {
		t.Mending = max(0, f.Mending)
	}
	if t.Bank < 0 || t.Missed < 0 || t.Absences < 0 {
		return t, errors.New("the bank, missed turns and absences cannot be negative")
	}
	if len(f.Phase) > 0 {
		t.Phases = nil
	}
	for _, text := range f.Phase {
		p, err := parsePhase(text)
		if err != nil {
			return t, err
		}
		t.Phases = append(t.Phases, p)
	}
	return t, CheckPhases(t.Phases, steps)
}

// parsePhase reads "questions:at=20:00,on=mon+thu,min=1440,next=2880,grace=720,remind=1440,cooloff=900".
func parsePhase(text string) (events.PhaseClock, error) {
	step, rest, ok := strings.Cut(text, ":")
	p := events.PhaseClock{Step: step, CoolOff: 900}
	if step == "*" {
		p.Step = ""
	}
	if !ok {
		return p, fmt.Errorf("--phase %q: write STEP:KEY=VALUE, more pairs after commas", text)
	}
	for _, pair := range strings.Split(rest, ",") {
		key, value, ok := strings.Cut(pair, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case !ok:
			return p, fmt.Errorf("--phase %q: %q is not KEY=VALUE", text, pair)
		case key == "at":
			p.Clock = value
		case key == "on":
			p.Weekdays = strings.ReplaceAll(value, "+", ",")
		case err != nil:
			return p, fmt.Errorf("--phase %q: %q is not a number", text, value)
		case key == "min":
			p.Minimum = n
		case key == "next":
			p.Next = n
		case key == "grace":
			p.Grace = n
		case key == "remind":
			p.Remind = n
		case key == "cooloff":
			p.CoolOff = n
		default:
			return p, fmt.Errorf("--phase %q: there is no key %q", text, key)
		}
	}
	return p, nil
}

// TermsRequest names a game and the terms to agree.
type TermsRequest struct {
	Game  string
	Terms MailTerms
}

// SetMailTerms sets the mail terms of a game from now on; players who already have seats are told.
func (st *Office) SetMailTerms(ctx context.Context, r TermsRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	var told string
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Engine == nil || m.Over() {
			return m, fmt.Errorf("no terms can be set in %s any more", r.Game)
		}
		want, err := r.Terms.over(m.Terms, m.Engine.Steps())
		if err != nil {
			return m, err
		}
		m, _, err = st.asDecided(ctx, m, want)
		if err != nil {
			return m, err
		}
		t := st.terms(m)
		told = fmt.Sprintf("Agreed in %s: proof %s, press %s, time bank %d h, a seat is free after %d missed turns (0: never), %d absences.\n", r.Game, t.Proof, t.Press, t.Bank/60, t.Missed, t.Absences)
		if t.Mending > 0 {
			told += fmt.Sprintf("  Early processing waits %d min for lines to be corrected.\n", t.Mending)
		}
		for _, p := range t.Phases {
			told += fmt.Sprintf("  %s: at %s on %s, at least %d min, %d min after the deadline before, grace %d min.\n",
				cmp.Or(p.Step, "every window"), cmp.Or(p.Clock, "any time"), cmp.Or(p.Weekdays, "any day"), p.Minimum, p.Next, p.Grace)
		}
		return st.Tend(ctx, m)
	})
	return []byte(told), err
}

// SeatRequest names a seat, and what a call needs besides.
type SeatRequest struct {
	Game, Seat, Reason string
	From, Until        string // days, YYYY-MM-DD, both included
	Slot               int64
}

// VacateSeat frees a seat for anyone to take.
func (st *Office) VacateSeat(ctx context.Context, r SeatRequest) ([]byte, error) {
	err := st.forMaster(ctx, r, func(m *adjudicator.Match) (events.Body, error) {
		if m.Player(table.Seat(r.Seat)).Vacant {
			return nil, fmt.Errorf("seat %s of %s is already free", r.Seat, r.Game)
		}
		return events.SeatVacated{Seat: r.Seat, Cause: "master", Reason: r.Reason}, nil
	})
	return []byte("Seat " + r.Seat + " is free; everybody is told.\n"), err
}

// SetAbsence notes an absence that the game master grants, whatever the game's limits say.
func (st *Office) SetAbsence(ctx context.Context, r SeatRequest) ([]byte, error) {
	err := st.forMaster(ctx, r, func(m *adjudicator.Match) (events.Body, error) {
		set := events.AbsenceSet{Seat: r.Seat, Slot: cmp.Or(r.Slot, 1)}
		if r.From == "" && r.Until == "" {
			return set, nil
		}
		zone := st.writer(m, table.Seat(r.Seat)).zone
		from, err1 := time.ParseInLocation("2006-01-02", r.From, zone)
		until, err2 := time.ParseInLocation("2006-01-02", r.Until, zone)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		set.From, set.Until = from.UnixMilli(), nextDay(until).UnixMilli()
		if set.Until <= set.From {
			return nil, errors.New("the absence ends before it begins")
		}
		return set, nil
	})
	return []byte("Noted; the player is told. A deadline that is running does not move.\n"), err
}

// forMaster appends what a game master does to a seat.
func (st *Office) forMaster(ctx context.Context, r SeatRequest, decide func(*adjudicator.Match) (events.Body, error)) error {
	if err := st.known(ctx, r.Game); err != nil {
		return err
	}
	return st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Player(table.Seat(r.Seat)) == nil || m.Over() {
			return m, fmt.Errorf("there is no seat %q in play in %s", r.Seat, r.Game)
		}
		body, err := decide(m)
		if err != nil {
			return m, err
		}
		m, _, err = st.asDecided(ctx, m, body)
		if err != nil {
			return m, err
		}
		return st.Tend(ctx, m)
	})
}

// ShowClock reports what the server thinks of its clock.
func (st *Office) ShowClock(context.Context, struct{}) ([]byte, error) {
	drift, ok := st.guard.look(st.Now())
	if ok {
		return fmt.Appendf(nil, "It is %s. The clock goes as it should.\n", st.Now().UTC().Format(time.RFC3339)), nil
	}
	return fmt.Appendf(nil, "It is %s by the clock, which has jumped by %s: no window is closed. If the clock is right now, say so with --right.\n",
		st.Now().UTC().Format(time.RFC3339), drift.Round(time.Second)), nil
}
