package office

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// counsels holds what machines have thought about questions for advice until the letter is issued. It is lost with the process: the log still
// owes the letter then, and the machine thinks again.
type counsels struct {
	mu    sync.Mutex
	plans map[string]map[int64]opponent.Plan // by game and the number of the AdviceAsked
}

func (c *counsels) keep(game string, seq int64, p opponent.Plan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.plans == nil {
		c.plans = make(map[string]map[int64]opponent.Plan)
	}
	if c.plans[game] == nil {
		c.plans[game] = make(map[int64]opponent.Plan)
	}
	c.plans[game][seq] = p
}

func (c *counsels) of(game string, seq int64) (p opponent.Plan, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok = c.plans[game][seq]
	return p, ok
}

func (c *counsels) drop(game string, seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if delete(c.plans[game], seq); len(c.plans[game]) == 0 {
		delete(c.plans, game)
	}
}

// allowAdvice notes before the opening how often a seat may ask a machine for advice in one window.
func (st *Office) allowAdvice(ctx context.Context, game string, asks int64) error {
	return st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if m.Fair.Advice != 0 || m.Fair.Opened {
				return "", nil, nil, nil
			}
			return "master", events.AdviceAllowed{Asks: asks}, nil, nil
		})
		return m, err
	})
}

// mayAdvise checks what a game master asks for: advice is given only where plans can be tried.
func mayAdvise(engine table.Engine, asks int64) error {
	switch {
	case asks < 0:
		return errors.New("a seat cannot ask for advice less than 0 times a window")
	case asks > 0 && !engine.Foresight():
		return fmt.Errorf("no machine tries plans of %s, so none can give advice", engine.Name())
	}
	return nil
}

// advice notes that a seat asks the machine what to order. The answer is owed; a machine thinks about it before it is written.
func (v *exchange) advice(ctx context.Context, m *adjudicator.Match, seat table.Seat, _ message.Command) (*adjudicator.Match, error) {
	switch {
	case m.Fair.Advice == 0:
		return v.refuseSeat(ctx, m, seat, "advice-none")
	case m.Open == nil || m.Sealed != nil || len(m.Open.Questions) > 0 || !m.Awaits(seat):
		return v.refuseSeat(ctx, m, seat, "advice-idle")
	case m.Fair.AdviceLeft(string(seat)) <= 0:
		return v.refuseSeat(ctx, m, seat, "advice-enough", events.Option{Name: "n", Value: fmt.Sprint(m.Fair.Advice)})
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) || m.Open == nil || m.Sealed != nil || m.Fair.AdviceLeft(string(seat)) <= 0 {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.AdviceAsked{Seat: string(seat), Mail: v.in.Key, Window: int64(m.Open.Number)}, nil, nil
	})
	return m, err
}

// advise thinks about a question for advice and keeps the plan for the letter.
func (st *Office) advise(ctx context.Context, game string, c adjudicator.Counsel) {
	if _, ok := st.counsels.of(game, c.Seq); ok {
		return
	}
	seed := st.salt(game, fmt.Sprintf("advice %d", c.Seq))
	plan, err := c.Plan(binary.BigEndian.Uint64(seed[:]), st.whileTime(ctx))
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		st.Log.Error("a machine failed and has no advice", "game", game, "seat", c.Seat, "error", err)
	}
	st.counsels.keep(game, c.Seq, plan)
	st.agenda.happened(game)
}

// considers reports whether a machine is still to think before a letter can be written.
func (st *Office) considers(m *adjudicator.Match, o adjudicator.Owed) bool {
	if o.Letter != "advice" {
		return false
	}
	for _, c := range m.Counsels() {
		if c.Seq == o.Seq {
			_, thought := st.counsels.of(m.Game, c.Seq)
			return !thought
		}
	}
	return false
}

// mostPlans is how many plans a letter of advice shows.
const mostPlans = 3

// advised answers a question for advice: the best plans as lines to take over, or that the window closed before there were any.
func (w *writer) advised(seq int64) letter.Letter {
	l := letter.Advice{Head: w.head(), Due: w.due(), Left: int(w.m.Fair.AdviceLeft(string(w.seat))), Horizon: w.m.Engine.Horizon()}
	plan, ok := w.st.counsels.of(w.m.Game, seq)
	if !ok || !w.orderable() {
		l.Late = true
		return l
	}
	l.Trials, l.Rounds = plan.Trials, plan.Rounds
	for i, c := range plan.Choices() {
		if i == mostPlans {
			break
		}
		p := letter.AdvisedPlan{Worth: c.Worth, Trials: c.Trials}
		for _, line := range c.Lines {
			p.Lines = append(p.Lines, w.Phrase(line))
		}
		l.Plans = append(l.Plans, p)
	}
	l.Form = w.planForm(l.Plans)
	return l
}

// planForm returns an order form with the lines of plans, which count only once their mark is taken away.
func (w *writer) planForm(plans []letter.AdvisedPlan) string {
	head, _, _ := strings.Cut(orders.Form(w.Language, orders.Lang(w.lang), orders.Blank{Header: w.orderHeader(), Guided: true}, w.Word), "\n")
	var lines []string
	for i, p := range plans {
		if len(p.Lines) == 0 {
			continue
		}
		lines = append(lines, "# "+w.book.Say("letter.advice.plan", table.A("n", i+1)))
		for _, line := range p.Lines {
			lines = append(lines, "# "+line)
		}
	}
	return w.formWith(head, lines)
}

// askedAdvice lists the sides that have asked a machine for advice, with how often.
func (w *writer) askedAdvice() (list []string) {
	for _, s := range w.Seats {
		n := 0
		for _, a := range w.m.Fair.Advised {
			if a.Seat == string(s) {
				n++
			}
		}
		if n > 0 {
			list = append(list, fmt.Sprintf("%s (%d)", w.Side(s), n))
		}
	}
	return list
}
