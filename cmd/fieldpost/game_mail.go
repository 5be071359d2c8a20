package main

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

// MailTerms are the flags that say how a game is corresponded.
type MailTerms struct {
	Proof    string   `enum:",casual,standard,strict" default:"" help:"How mails prove their sender: casual (address vouched for by its provider, or token), standard (both), strict (both and an OpenPGP signature). Empty: as the server is set."`
	Press    string   `enum:",named,anonymous,none" default:"" help:"Messages between players: named (the default), anonymous (a writer may hide his name) or none."`
	Phase    []string `sep:"none" placeholder:"STEP:KEY=VALUE,..." help:"Clock of one kind of window; repeat for more. STEP is a phase of the game, 'questions' or '*'. Keys: at, on (mon+thu), min, next, grace, remind (minutes), cooloff (seconds)."`
	Bank     int64    `placeholder:"HOURS" help:"Time bank of each seat: drawn upon when a deadline passes without its orders."`
	Missed   int64    `placeholder:"N" help:"Turns missed in a row after which anybody may take the seat over; 0: never."`
	Absences int64    `placeholder:"N" help:"How many absences a seat may have on the calendar; 3 if left out."`
}

// said reports whether any of the flags was given.
func (f MailTerms) said() bool {
	return f.Proof != "" || f.Press != "" || len(f.Phase) > 0 || f.Bank != 0 || f.Missed != 0 || f.Absences != 0
}

// over gives the terms that follow from those before and the flags: what no flag names stays.
func (f MailTerms) over(t events.PostTermsSet, steps []string) (events.PostTermsSet, error) {
	t.Proof, t.Press = cmp.Or(f.Proof, t.Proof), cmp.Or(f.Press, t.Press)
	t.Bank, t.Missed, t.Absences = cmp.Or(f.Bank*60, t.Bank), cmp.Or(f.Missed, t.Missed), cmp.Or(f.Absences, t.Absences)
	if f.Proof != "" && !mail.Policy(f.Proof).Known() {
		return t, fmt.Errorf("proof %q is none of casual, standard, strict", f.Proof)
	}
	if t.Bank < 0 || t.Missed < 0 || t.Absences < 0 {
		return t, errors.New("the bank, missed turns and absences are not negative")
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
			return p, fmt.Errorf("--phase %q: %q is no KEY=VALUE", text, pair)
		case key == "at":
			p.Clock = value
		case key == "on":
			p.Weekdays = strings.ReplaceAll(value, "+", ",")
		case err != nil:
			return p, fmt.Errorf("--phase %q: %q is no number", text, value)
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

// TermsRequest names a game and what shall be agreed.
type TermsRequest struct {
	Game  string
	Terms MailTerms
}

// setMailTerms agrees how a game is corresponded from now on; players who sit already are told.
func (st *Station) setMailTerms(ctx context.Context, r TermsRequest) ([]byte, error) {
	if !st.Exists(ctx, r.Game) {
		return nil, fmt.Errorf("there is no game %q", r.Game)
	}
	var told string
	err := st.with(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Engine == nil || m.Over() {
			return m, fmt.Errorf("nothing can be agreed in %s any more", r.Game)
		}
		want, err := r.Terms.over(m.Terms, m.Engine.Steps())
		if err != nil {
			return m, err
		}
		m, _, err = st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "master", want, nil, nil
		})
		if err != nil {
			return m, err
		}
		t := st.terms(m)
		told = fmt.Sprintf("Agreed in %s: proof %s, press %s, time bank %d h, a seat is free after %d missed turns (0: never), %d absences.\n", r.Game, t.Proof, t.Press, t.Bank/60, t.Missed, t.Absences)
		for _, p := range t.Phases {
			told += fmt.Sprintf("  %s: at %s on %s, at least %d min, %d min after the deadline before, grace %d min.\n",
				cmp.Or(p.Step, "every window"), cmp.Or(p.Clock, "any time"), cmp.Or(p.Weekdays, "any day"), p.Minimum, p.Next, p.Grace)
		}
		return st.tend(ctx, m)
	})
	return []byte(told), err
}

// GameTermsCmd agrees how a game is corresponded.
type GameTermsCmd struct {
	Place
	ID string `arg:"" help:"The game."`
	MailTerms
}

// Help shows examples.
func (GameTermsCmd) Help() string {
	return `Examples:
  fieldpost game terms palace --proof standard --press anonymous
  fieldpost game terms palace --phase questions:min=1440 --phase '*:at=20:00,on=mon+thu,min=1440,grace=720,remind=1440' --bank 72 --missed 3`
}

// Run agrees.
func (g *GameTermsCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "terms", TermsRequest{Game: g.ID, Terms: g.MailTerms})
}

// SeatRequest names a seat, and what a call needs besides.
type SeatRequest struct {
	Game, Seat, Reason string
	From, Until        string // days, YYYY-MM-DD, both included
	Slot               int64
}

// vacateSeat leaves a seat to whoever takes it.
func (st *Station) vacateSeat(ctx context.Context, r SeatRequest) ([]byte, error) {
	err := st.forMaster(ctx, r, func(m *adjudicator.Match) (events.Body, error) {
		if m.Player(table.Seat(r.Seat)).Vacant {
			return nil, fmt.Errorf("seat %s of %s is free already", r.Seat, r.Game)
		}
		return events.SeatVacated{Seat: r.Seat, Cause: "master", Reason: r.Reason}, nil
	})
	return []byte("Seat " + r.Seat + " is free; everybody is told.\n"), err
}

// setAbsence notes an absence that the game master grants, whatever the game's limits say.
func (st *Station) setAbsence(ctx context.Context, r SeatRequest) ([]byte, error) {
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
func (st *Station) forMaster(ctx context.Context, r SeatRequest, decide func(*adjudicator.Match) (events.Body, error)) error {
	if !st.Exists(ctx, r.Game) {
		return fmt.Errorf("there is no game %q", r.Game)
	}
	return st.with(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Player(table.Seat(r.Seat)) == nil || m.Over() {
			return m, fmt.Errorf("there is no seat %q in play in %s", r.Seat, r.Game)
		}
		body, err := decide(m)
		if err != nil {
			return m, err
		}
		m, _, err = st.append(ctx, m, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "master", body, nil, nil
		})
		if err != nil {
			return m, err
		}
		return st.tend(ctx, m)
	})
}

// GameVacateCmd frees a seat.
type GameVacateCmd struct {
	Place
	ID     string `arg:"" help:"The game."`
	Seat   string `arg:"" help:"The seat."`
	Reason string `help:"Why; it stays in the log."`
}

// Run frees it.
func (g *GameVacateCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "vacate", SeatRequest{Game: g.ID, Seat: g.Seat, Reason: g.Reason})
}

// GameAbsenceCmd grants an absence.
type GameAbsenceCmd struct {
	Place
	ID    string `arg:"" help:"The game."`
	Seat  string `arg:"" help:"The seat."`
	From  string `placeholder:"YYYY-MM-DD" help:"First day; without days the slot is free again."`
	Until string `placeholder:"YYYY-MM-DD" help:"Last day."`
	Slot  int64  `default:"1" help:"Which of the seat's absences."`
}

// Run grants it.
func (g *GameAbsenceCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "absence", SeatRequest{Game: g.ID, Seat: g.Seat, From: g.From, Until: g.Until, Slot: g.Slot})
}

// GameClockCmd tells what the server thinks of its clock, or says that it is right.
type GameClockCmd struct {
	Place
	Right bool `help:"The clock is right as it is now: play goes on, and running deadlines move by what it had jumped."`
}

// Run asks or says.
func (g *GameClockCmd) Run(ctx context.Context, c *Console) error {
	call := "clock"
	if g.Right {
		call = "trust"
	}
	return g.run(ctx, c, call, struct{}{})
}

// showClock tells what the server thinks of its clock.
func (st *Station) showClock(context.Context, struct{}) ([]byte, error) {
	drift, ok := st.guard.look(st.Now())
	if ok {
		return fmt.Appendf(nil, "It is %s. The clock goes as it should.\n", st.Now().UTC().Format(time.RFC3339)), nil
	}
	return fmt.Appendf(nil, "It is %s by the clock, which has jumped by %s: no window is closed. If the clock is right now, say so with --right.\n",
		st.Now().UTC().Format(time.RFC3339), drift.Round(time.Second)), nil
}

// mailCalls are what a game master can ask about the mail of his games.
var mailCalls = map[string]func(st *Station, ctx context.Context, request []byte) ([]byte, error){
	"terms":   callWith((*Station).setMailTerms),
	"vacate":  callWith((*Station).vacateSeat),
	"absence": callWith((*Station).setAbsence),
	"clock":   callWith((*Station).showClock),
	"trust":   callWith((*Station).trustClock),
}

// masterCall finds a call by its name.
func masterCall(name string) (func(st *Station, ctx context.Context, request []byte) ([]byte, error), bool) {
	for _, calls := range []map[string]func(st *Station, ctx context.Context, request []byte) ([]byte, error){masterCalls, mailCalls} {
		if call, ok := calls[name]; ok {
			return call, true
		}
	}
	return nil, false
}
