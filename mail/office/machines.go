package office

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// ponder lets machines think until ctx ends, one at a time: they share the cores with everybody else's mail.
func (st *Office) ponder(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-st.agenda.think:
		}
		st.arrivals.giveWay(ctx)
		if game, ok := st.agenda.takeThought(); ok {
			if err := st.think(ctx, game); err != nil && ctx.Err() == nil {
				st.Log.Error("a machine could not play now; trying again", "game", game, "error", err)
			}
		}
	}
}

// think lets the machines of a game answer those who ask them for advice, and the open window. They think while nobody holds the game, and what they order is filed only if the
// window is still open then. After a crash they think again and come to the same orders, which count once.
func (st *Office) think(ctx context.Context, game string) error {
	defer st.agenda.thought(game)
	if !st.mine(game) {
		return nil
	}
	var thoughts []adjudicator.Thought
	var counsels []adjudicator.Counsel
	err := st.with(ctx, game, true, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		thoughts, counsels = m.Thoughts(), m.Counsels()
		return m, nil
	})
	st.agenda.thinks(game)
	for _, c := range counsels { // somebody waits for these
		st.advise(ctx, game, c)
	}
	for _, t := range thoughts {
		plan, failed := t.Plan(st.picks(game, t), st.whileTime(ctx))
		if failed != nil {
			st.Log.Error("a machine failed and orders nothing", "game", game, "seat", t.Seat, "bot", t.Bot, "error", failed)
		}
		err = errors.Join(err, st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			return st.fileThought(ctx, m, t, plan)
		}))
	}
	if err != nil {
		st.agenda.expect(game, st.Now().Add(looksAgain).UnixMilli())
	}
	return err
}

// defaultThinking is how long a machine tries plans for a window.
const defaultThinking = 20 * time.Second

// whileTime tells a machine that tries plans whether there is time for another round. Mails that come meanwhile go first.
func (st *Office) whileTime(ctx context.Context) func(rounds int) bool {
	until := time.Now().Add(cmp.Or(st.Settings.Thinking, defaultThinking))
	return func(int) bool {
		st.arrivals.giveWay(ctx)
		return ctx.Err() == nil && time.Now().Before(until)
	}
}

// picks returns what a machine draws its choices from. Nobody who does not know the office's secret can foresee them.
func (st *Office) picks(game string, t adjudicator.Thought) func(int) int {
	seed := st.salt(game, "machine "+t.Key.String())
	return dice.NewPractice(binary.BigEndian.Uint64(seed[:])).Pick
}

// fileThought files what a machine orders as if it had come in a mail, which is kept like the mail of a player.
func (st *Office) fileThought(ctx context.Context, m *adjudicator.Match, t adjudicator.Thought, plan opponent.Plan) (*adjudicator.Match, error) {
	if !st.mine(m.Game) {
		return m, nil // whoever works on it thinks the same
	}
	read, ok := m.ReadThought(t, plan.Lines, st.Phrases.Language(m.Announced.Rulebook))
	if !ok {
		return m, nil
	}
	for _, f := range read.Faults {
		st.Log.Error("a line of a machine is not understood and left out", "game", m.Game, "seat", t.Seat, "bot", t.Bot, "code", f.Code)
	}
	raw, err := st.Service.Put(ctx, st.machineMail(m, t, read.Text, plan))
	if err != nil {
		return m, err
	}
	m, _, err = st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if !slices.ContainsFunc(m.Thoughts(), func(now adjudicator.Thought) bool { return now.Key == t.Key && now.Bot == t.Bot }) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(t.Seat), st.salt(m.Game, "orders "+t.Key.String()), read.Orders)
		body := events.OrdersReceived{
			Seat: string(t.Seat), Number: m.Player(t.Seat).Orders + 1, Mail: t.Key, Raw: raw,
			Window: int64(m.Open.Number), OrdersSealed: hash,
		}
		return "seat:" + string(t.Seat), body, []events.Secret{secret}, err
	})
	return m, err
}

// machineMail returns the mail that a machine would have sent. Its bytes follow from the game, the window and, for a machine that tries
// plans, the rounds that it had time for: with them its orders can be computed again. Such a machine also notes there what it expected (account.go).
func (st *Office) machineMail(m *adjudicator.Match, t adjudicator.Thought, text []string, plan opponent.Plan) []byte {
	return fmt.Appendf(nil, "From: %s <%s>\r\nTo: <%s>\r\nSubject: [%s] %s\r\nMessage-ID: <machine.%s@%s>\r\nDate: %s\r\nAuto-Submitted: auto-generated\r\n"+expected(plan)+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n",
		t.Bot, st.Post.Orders, st.Post.Orders, m.Game, t.Seat, short(t.Key), st.domain, time.UnixMilli(m.OpenedAt()).UTC().Format(time.RFC1123Z), strings.Join(text, "\r\n"))
}

// seatMachine puts a machine on a free seat before the opening.
func (st *Office) seatMachine(ctx context.Context, m *adjudicator.Match, seat table.Seat, bot string) (*adjudicator.Match, error) {
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if p := m.Player(seat); p == nil || p.Taken {
			return "", nil, nil, nil
		}
		return "fieldpost", events.MachineSeated{Seat: string(seat), Bot: bot}, nil, nil
	})
	return m, err
}

// The address of a machine in place of a player's: "bot", or "bot:random".
const machineAddress = "bot"

// bot returns which machine a seat is for: of its rulebook's, the best one if none is named; "" for a player.
func (p SeatedPlayer) bot(engine table.Engine) (string, error) {
	kind, name, _ := strings.Cut(p.Address, ":")
	if kind != machineAddress {
		return "", nil
	}
	names := opponent.Machines(engine)
	if name = cmp.Or(name, bestMachine(engine)); !slices.Contains(names, name) {
		return "", fmt.Errorf("%s has no machine called %q; it has: %s", engine.Name(), name, strings.Join(names, ", "))
	}
	return name, nil
}

// substituteDeed asks every other player to agree that a machine plays a seat.
func (st *Office) substituteDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	p := m.Player(table.Seat(r.Player.Seat))
	bot, err := r.Player.bot(m.Engine)
	what := adjudicator.ProposeMachine(r.Player.Seat)
	switch {
	case err != nil:
		return nil, "", nil, err
	case m.Fair.Terms == nil || p == nil || !p.Taken || !m.Opened:
		return nil, "", nil, fmt.Errorf("seat %q is not taken by anybody, or the game has not begun", r.Player.Seat)
	case p.Bot != "":
		return nil, "", nil, fmt.Errorf("the machine %s plays %s already", p.Bot, p.Seat)
	case slices.ContainsFunc(m.Fair.Proposals(), func(x adjudicator.Proposal) bool { return x.Asked.What == what }):
		return nil, "", nil, errors.New("not every other player has agreed yet")
	case bot != bestMachine(m.Engine):
		return nil, "", nil, fmt.Errorf("a substitute is the rulebook's best machine, %s", bestMachine(m.Engine))
	}
	return events.AmendmentProposed{What: what, Reason: r.Reason}, "Every other player is asked to agree; the machine plays once all have.", nil, nil
}

// bestMachine returns the name of the best machine of a rulebook.
func bestMachine(engine table.Engine) string {
	names := engine.BotNames()
	return names[len(names)-1]
}

// substitute returns the event by which a machine takes the seat that a proposal names, or nil if it names none.
func (st *Office) substitute(m *adjudicator.Match, asked events.AmendmentProposed) events.Body {
	seat := adjudicator.MachineFor(asked.What)
	if seat == "" {
		return nil
	}
	return events.MachineSeated{Seat: seat, Bot: bestMachine(m.Engine), Reason: asked.Reason}
}
