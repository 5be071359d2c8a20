package office

import (
	"bytes"
	"context"
	"fmt"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
)

// What a machine that tries plans notes in the head of its mail: the rounds that it tried, and what each of the best drafts came to, the one it
// ordered first, as thousandths of a victory and the number of trials: "613/320 588/64".
const (
	roundsField   = "X-Fieldpost-Rounds"
	expectedField = "X-Fieldpost-Expected"
)

// expected returns the head fields for a plan; none for one that was not tried.
func expected(plan opponent.Plan) string {
	if plan.Rounds == 0 {
		return ""
	}
	var list []string
	for i, c := range plan.Choices() {
		if i == mostPlans {
			break
		}
		list = append(list, fmt.Sprintf("%d/%d", c.Worth, c.Trials))
	}
	return fmt.Sprintf("%s: %d\r\n%s: %s\r\n", roundsField, plan.Rounds, expectedField, strings.Join(list, " "))
}

// remembered is what a machine ordered in one window, and what it expected of that.
type remembered struct {
	seat   table.Seat
	bot    string
	turn   int64
	step   string
	window int64
	lines  []table.Line
	worth  []int // of the drafts that it weighed, the ordered one first; empty for a machine that tries nothing
	trials int   // of the ordered one
}

// remember reads from the log what machines ordered: those of one seat, or of all if seat is empty. What a rewind cut is left out.
func (st *Office) remember(ctx context.Context, game string, seat table.Seat) (list []remembered, err error) {
	epoch, open := int64(0), events.Window{}
	for r, err := range st.Service.Store.Read(ctx, game, 1) {
		if err != nil {
			return nil, err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return nil, err
		}
		switch b := e.Body.(type) {
		case events.Adjudicated:
			open = b.Next
		case events.Rewound:
			epoch = b.Epoch
			list = slices.DeleteFunc(list, func(x remembered) bool { return x.window >= b.Window })
		case events.OrdersReceived:
			if b.Mail != adjudicator.MachineKey(game, table.Seat(b.Seat), epoch, b.Window) || seat != "" && b.Seat != string(seat) {
				continue
			}
			o, ok, err := events.Open[events.Orders](r, b.OrdersSealed)
			if err != nil || !ok || len(o.Answers) > 0 {
				continue
			}
			x := remembered{seat: table.Seat(b.Seat), window: b.Window, lines: o.Lines}
			if open.Number == b.Window {
				x.turn, x.step = open.Turn, open.Step
			}
			if err := st.recollect(ctx, b.Raw, &x); err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

// recollect reads in a machine's own mail who it was and what it expected.
func (st *Office) recollect(ctx context.Context, raw events.Hash, x *remembered) error {
	data, err := st.Service.Store.Get(ctx, raw)
	if err != nil {
		return err
	}
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	x.bot, _, _ = strings.Cut(m.Header.Get("From"), " ")
	for i, one := range strings.Fields(m.Header.Get(expectedField)) {
		worth, trials, _ := strings.Cut(one, "/")
		w, err1 := strconv.Atoi(worth)
		n, err2 := strconv.Atoi(trials)
		if err1 != nil || err2 != nil {
			x.worth = nil
			return nil
		}
		if x.worth = append(x.worth, w); i == 0 {
			x.trials = n
		}
	}
	return nil
}

// surprising is how far what a machine expects must move from one of its windows to the next, in thousandths of a victory, to count as a surprise.
const surprising = 100

// mostNews is how many sentences tell of what surprised a machine.
const mostNews = 4

// machineAccount returns, as text and as a page, what machines tell of how they played: window by window the orders, what they expected of
// them, and what they had not expected. With a seat it is that seat's alone. It is nil if no machine ordered anything.
func (w *writer) machineAccount(ctx context.Context, seat table.Seat) ([]letter.Part, error) {
	list, err := w.st.remember(ctx, w.m.Game, seat)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	whole, err := w.st.Service.LoadWhole(ctx, w.m.Game)
	if err != nil {
		return nil, err
	}
	account := letter.MachineAccount{Head: w.head(), Horizon: w.m.Engine.Horizon()}
	for _, s := range w.Seats {
		var side letter.MachineSide
		var before *remembered
		for i := range list {
			x := &list[i]
			if x.seat != s {
				continue
			}
			t := letter.MachineTurn{Turn: int(x.turn), Phase: w.Phase(x.step), Trials: x.trials, Worth: x.worth}
			for _, l := range x.lines {
				if l.Standing && before != nil && slices.ContainsFunc(before.lines, func(o table.Line) bool { return o.Standing && o.Text == l.Text }) {
					t.Kept = true
					continue
				}
				t.Lines = append(t.Lines, w.Line(l))
			}
			if before != nil && len(before.worth) > 0 && len(x.worth) > 0 {
				if d := x.worth[0] - before.worth[0]; max(d, -d) >= surprising {
					t.Surprised, t.Expected, t.News = true, before.worth[0], w.newsBetween(whole, s, before.window, x.window)
				}
			}
			side.Side, side.Bot, before = w.Side(s), x.bot, x
			side.Turns = append(side.Turns, t)
		}
		if len(side.Turns) > 0 {
			account.Sides = append(account.Sides, side)
		}
	}
	dress := w.dress(account)
	name := w.m.Game + "-machine"
	return []letter.Part{
		{Name: name + ".txt", Type: "text/plain", Data: []byte(dress.Text)}, {Name: name + ".html", Type: "text/html", Data: []byte(dress.HTML)},
	}, nil
}

// newsBetween returns in short what a seat learned between two of its windows.
func (w *writer) newsBetween(whole *adjudicator.Match, s table.Seat, from, to int64) []letter.Note {
	var facts []table.Fact
	for _, p := range whole.Everything() {
		if int64(p.Window) >= from && int64(p.Window) < to {
			facts = append(facts, table.Readable(p.Facts, s)...)
		}
	}
	reader := *w.Reader
	reader.Seat = s
	notes := reader.Short(reader.Facts(facts))
	return notes[:min(len(notes), mostNews)]
}
