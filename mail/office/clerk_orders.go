package office

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
)

// takeOrders files what the mail orders, if it orders anything.
func (v *exchange) takeOrders(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, bool, error) {
	if code, args := v.untimely(m, seat); code != "" {
		m, err := v.refuseSeat(ctx, m, seat, code, args...)
		return m, true, err
	}
	if m.Now == nil || m.Open == nil {
		return m, false, nil
	}
	r := v.read(m, seat)
	if !r.Took {
		return m, false, nil
	}
	raw, err := v.st.Service.Put(ctx, v.raw)
	if err != nil {
		return m, true, err
	}
	window := m.Open.Number
	m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) || m.Open == nil || m.Open.Number != window || string(seat) == m.Fair.Operator && m.Fair.OperatorLate() {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(seat), v.st.salt(m.Game, "orders "+v.in.Key.String()), r.Orders)
		body := events.OrdersReceived{
			Seat: string(seat), Number: m.Player(seat).Orders + 1, Mail: v.in.Key, Raw: raw,
			Window: int64(m.Open.Number), OrdersSealed: hash,
		}
		return "seat:" + string(seat), body, []events.Secret{secret}, err
	})
	if err == nil && !m.Seen(v.in.Key) { // another server has closed the window since the mail was read
		err = errWentOn
	}
	return m, true, err
}

// errWentOn has a mail read once more, as the game stands now.
var errWentOn = errors.New("the game went on while the mail was read")

// untimely reports why the orders of the mail cannot be taken now, as the code of a refusal, or "".
func (v *exchange) untimely(m *adjudicator.Match, seat table.Seat) (code string, args []events.Option) {
	switch blocks := len(v.blocks(m)); {
	case blocks > 0 && v.overtaken(m, seat):
		return "overtaken", nil
	case m.Now == nil || m.Open == nil:
		if blocks > 0 {
			code = "not-open"
		}
		return code, nil
	}
	r := v.read(m, seat)
	switch {
	case r.Untimely != "":
		args = []events.Option{v.headTurn(m, r.Untimely)}
		if r.Untimely == "older" {
			args = append(args, events.Option{Name: "lines", Value: v.again(m)})
		}
		return r.Untimely, args
	case r.Took && string(seat) == m.Fair.Operator && m.Fair.OperatorLate():
		return "operator-late", nil
	}
	return "", nil
}

// again returns the lines of a mail's orders, so that the player can send them again. They are shown without their head and END: a mail program
// may send our letter back as if he had typed it.
func (v *exchange) again(m *adjudicator.Match) string {
	lines := []string{}
	for _, b := range v.writing().For(m.Game) {
		lines = append(lines, b.Lines...)
	}
	if len(lines) == 0 {
		lines = reading.Texts(v.said.Loose)
	}
	return strings.Join(lines, "\n")
}

// nothing says what is told a player whose mail does nothing, as the code of a refusal: his orders are shown to him as they must be sent, if
// there are any, wherever they stand in the mail; else what was passed over; else that his mail reads like a message.
func (v *exchange) nothing(ctx context.Context, m *adjudicator.Match, seat table.Seat) (code string, args []events.Option) {
	args = v.passedOver(m, seat)
	for _, lines := range [][]string{v.own(ctx, m), v.attached()} {
		if found := m.OrderLike(seat, v.st.Phrases.Language(m.Announced.Rulebook), lines); len(found) > 0 {
			return "bare", append(args, linesOption(found))
		}
	}
	if len(v.said.Loose) > 0 && len(args) == 0 && len(v.nearlyCommands()) == 0 {
		return "chat", nil
	}
	return "empty", args
}

// passedOver names what of the mail was not read, as the detail of a refusal.
func (v *exchange) passedOver(m *adjudicator.Match, seat table.Seat) []events.Option {
	remarks := m.Remarks(seat, v.st.Phrases.Language(m.Announced.Rulebook), v.writing())
	if len(remarks) == 0 {
		return nil
	}
	return []events.Option{{Name: "ignored", Value: strings.Join(remarks, "\n")}}
}

// linesOption gives a refusal the lines that it shows.
func linesOption(lines []string) events.Option {
	return events.Option{Name: "lines", Value: strings.Join(lines, "\n")}
}

// own returns what its sender typed outside any block, without what may be quoted from our letters where the mail quotes something.
func (v *exchange) own(ctx context.Context, m *adjudicator.Match) []string {
	lines := v.said.Loose
	if slices.ContainsFunc(v.in.Lines, func(l message.Line) bool { return l.From != message.Typed && l.From != message.Signature }) {
		letters := v.st.lastLetters(ctx, m, v.in.From.Address)
		lines = slices.DeleteFunc(slices.Clone(lines), func(l message.BlockLine) bool { return held(letters, l.Typed) })
	}
	return reading.Texts(lines)
}

// unread returns the lines beside the questions and deeds of a mail that look like orders: without an ORDERS above them they are read only where
// a mail has nothing else.
func (v *exchange) unread(ctx context.Context, m *adjudicator.Match, seat table.Seat, check bool) []string {
	if len(v.said.Loose) == 0 || m.Now == nil || m.Open == nil || len(v.blocks(m)) > 0 || !check && v.read(m, seat).Took {
		return nil
	}
	return m.OrderLike(seat, v.st.Phrases.Language(m.Announced.Rulebook), v.own(ctx, m))
}

// attached returns the lines of texts that the mail brings beside its body.
func (v *exchange) attached() (lines []string) {
	for _, a := range v.in.Attachments {
		for _, l := range v.in.Lines {
			if l.Part == a.Part && l.Part > 0 && l.From == message.Typed && strings.HasPrefix(a.Type, "text/") {
				lines = append(lines, l.Text)
			}
		}
	}
	return lines
}

// headTurn returns the turn that a refusal mentions: the one that is over, or the one being played.
func (v *exchange) headTurn(m *adjudicator.Match, code string) events.Option {
	turn := m.Now.Turn()
	if code == "late" {
		turn = m.Last.Turn
	}
	return events.Option{Name: "turn", Value: strconv.Itoa(turn)}
}

// blocks returns the order blocks for this game.
func (v *exchange) blocks(m *adjudicator.Match) []adjudicator.Block { return v.writing().For(m.Game) }

// writing returns what the mail says about orders.
func (v *exchange) writing() adjudicator.Writing { return reading.Writing(v.in, v.said) }

// read returns what the mail orders in the open window. It reads the mail once: a player's words do not change while his mail is processed.
func (v *exchange) read(m *adjudicator.Match, seat table.Seat) adjudicator.Reading {
	if v.reading == nil {
		v.st.parsed.Add(1)
		r := m.Read(seat, v.st.Phrases.Language(m.Announced.Rulebook), v.writing())
		v.reading = &r
	}
	return *v.reading
}

// withdraw takes lines off the desk: the numbers are those of the receipt that the mail answers, or of the last one.
func (v *exchange) withdraw(ctx context.Context, m *adjudicator.Match, seat table.Seat, c message.Command) (*adjudicator.Match, error) {
	if string(seat) == m.Fair.Operator && m.Fair.OperatorLate() {
		return v.refuseSeat(ctx, m, seat, "operator-late")
	}
	if !v.confirmed && m.Older(seat, v.in.InReplyTo) {
		return v.refuseSeat(ctx, m, seat, "older-withdraw", events.Option{Name: "lines", Value: strings.TrimSpace(v.st.Phrases.Book(m.Player(seat).Language, "").Say("letter.command.name.withdraw") + " " + c.Args)})
	}
	ids := m.Withdrawn(seat, c.Args, v.in.InReplyTo)
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.OrdersWithdrawn{Seat: string(seat), Mail: v.in.Key, Lines: ids}, nil, nil
	})
	return m, err
}
