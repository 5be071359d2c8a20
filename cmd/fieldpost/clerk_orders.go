package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
)

// takeOrders files what the mail orders, if it orders anything.
func (v *visit) takeOrders(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, bool, error) {
	if code, args := v.untimely(m, seat); code != "" {
		m, err := v.refuseSeat(ctx, m, seat, code, args...)
		return m, true, err
	}
	if m.Now == nil || m.Open == nil {
		return m, false, nil
	}
	o, took, _ := v.understand(m, seat)
	if !took {
		return m, false, nil
	}
	raw, err := v.st.Service.Put(ctx, v.raw)
	if err != nil {
		return m, true, err
	}
	m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) || m.Open == nil || string(seat) == m.Fair.Operator && m.Fair.OperatorLate() {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(seat), v.st.salt(m.Game, "orders "+v.in.Key.String()), o)
		body := events.OrdersReceived{
			Seat: string(seat), Number: m.Player(seat).Orders + 1, Mail: v.in.Key, Raw: raw,
			Window: int64(m.Open.Number), OrdersSealed: hash,
		}
		return "seat:" + string(seat), body, []events.Secret{secret}, err
	})
	return m, true, err
}

// untimely tells why the orders of the mail cannot be taken now, as the code of a refusal, or "".
func (v *visit) untimely(m *adjudicator.Match, seat table.Seat) (code string, args []events.Option) {
	switch blocks := len(v.blocks(m)); {
	case blocks > 0 && v.overtaken(m, seat):
		return "overtaken", nil
	case m.Now == nil || m.Open == nil:
		if blocks > 0 {
			code = "not-open"
		}
		return code, nil
	}
	_, took, code := v.understand(m, seat)
	switch {
	case code != "":
		return code, []events.Option{v.headTurn(m, code)}
	case took && string(seat) == m.Fair.Operator && m.Fair.OperatorLate():
		return "operator-late", nil
	}
	return "", nil
}

// headTurn is the turn that a refusal speaks of: the one that is over, or the one that is played.
func (v *visit) headTurn(m *adjudicator.Match, code string) events.Option {
	turn := m.Now.Turn()
	if code == "late" {
		turn = m.Last.Turn
	}
	return events.Option{Name: "turn", Value: itoa(turn)}
}

// blocks are the order blocks for this game.
func (v *visit) blocks(m *adjudicator.Match) []mail.Block {
	return slices.DeleteFunc(slices.Clone(v.said.Blocks), func(b mail.Block) bool {
		return b.Game != "" && b.Game != m.Game
	})
}

// understand parses the mail's blocks, answers and corrections. A code means that nothing of it may be taken.
func (v *visit) understand(m *adjudicator.Match, seat table.Seat) (o events.Orders, took bool, code string) {
	r := &reading{m: m, seat: seat, language: m.Engine.Language(), lex: m.Now.Knows(seat).Lexicon()}
	if r.last = v.answered(m); r.last.Seq == 0 {
		r.last, _ = m.LastOrderMail(seat)
	}
	blocks := v.blocks(m)
	for _, b := range blocks {
		r.alone = len(blocks) == 1
		if code := r.block(b); code != "" {
			return o, true, code
		}
	}
	if !r.took {
		r.loose(v.said.Loose, v.answered(m))
	}
	for _, i := range v.said.Ignored {
		r.orders.Ignored = append(r.orders.Ignored, i.Reason+" "+itoa(i.Lines))
	}
	return r.orders, r.took, ""
}

// answered finds the order mail whose receipt this mail answers; Seq 0 if it answers none.
func (v *visit) answered(m *adjudicator.Match) adjudicator.OrderMail {
	for _, l := range slices.Backward(m.Letters) {
		if l.Issued.Letter == "receipt" && slices.Contains(v.in.InReplyTo, l.Issued.MessageID) {
			mail, _ := m.OrderMail(l.Issued.About)
			return mail
		}
	}
	return adjudicator.OrderMail{}
}

// reading turns what a mail says into orders of one seat.
type reading struct {
	m        *adjudicator.Match
	seat     table.Seat
	language orders.Language
	lex      orders.Lexicon
	orders   events.Orders
	took     bool
	last     adjudicator.OrderMail // the order mail that this one answers, else the seat's last one
	alone    bool                  // the mail has one block only
}

// block reads one block. Its header's turn binds all its lines.
func (r *reading) block(b mail.Block) (code string) {
	words := slices.DeleteFunc(strings.Fields(b.Words), func(w string) bool { return strings.EqualFold(w, string(r.seat)) }) // whose they are is known by now
	head, _, _ := orders.ParseHeader("ORDERS " + b.Game + " " + strings.Join(words, " "))
	switch {
	case head.Turn == 0 || head.Turn == r.m.Now.Turn():
	case head.Turn == r.m.Last.Turn:
		return "late"
	default:
		return "wrong-turn"
	}
	r.took = true
	if len(r.m.Open.Questions) > 0 && slices.Contains(r.m.Open.Seats, r.seat) {
		b.Lines = slices.DeleteFunc(slices.Clone(b.Lines), func(l mail.BlockLine) bool { return r.answer(l.Text) })
	}
	if r.alone && r.mends(b.Lines) {
		return ""
	}
	var text []string
	for _, l := range b.Lines {
		text = append(text, l.Text)
	}
	parsed := orders.Parse(r.language, r.lex, strings.Join(text, "\n"), len(r.orders.Lines)+len(r.orders.Faults)+1)
	for _, l := range parsed.Lines {
		r.file(l)
	}
	r.orders.Faults = append(r.orders.Faults, parsed.Faults...)
	r.replacePhases(head.Phase, parsed.Lines)
	return ""
}

// file gives a line its phase and keeps it. A line's number is its name for ever: no two lines of a mail have the same.
func (r *reading) file(l table.Line) {
	if slices.ContainsFunc(r.orders.Lines, func(other table.Line) bool { return other.Number == l.Number }) {
		l.Number = int64(r.free())
	}
	l.Phase = ""
	if !l.Standing {
		l.Phase = r.phaseOf(l.Verb)
	}
	r.orders.Lines = append(r.orders.Lines, l)
}

// phaseOf is the phase of the open window in which a verb may be used, else its first.
func (r *reading) phaseOf(verb string) string {
	i := slices.IndexFunc(r.language.Verbs, func(v orders.Verb) bool { return v.Name == verb })
	if i < 0 || len(r.language.Verbs[i].Phases) == 0 {
		return r.m.Open.Step
	}
	phases := r.language.Verbs[i].Phases
	for _, p := range phases {
		if slices.Contains(r.m.Open.Phases, p) {
			return p
		}
	}
	return phases[0]
}

// replacePhases notes which drafts a block replaces: the phase that its header names, else the phases of its lines, and
// with no line at all (an empty order set was sent) all phases of the window. Standing orders replace those of their verb.
func (r *reading) replacePhases(named string, lines []table.Line) {
	add := func(p string) {
		if !slices.Contains(r.orders.Phases, p) {
			r.orders.Phases = append(r.orders.Phases, p)
		}
	}
	standing := 0
	for _, l := range lines {
		if l.Standing {
			standing++
			add("standing " + l.Verb)
		} else if named == "" {
			add(r.phaseOf(l.Verb))
		}
	}
	if named != "" && slices.Contains(r.m.Engine.Steps(), named) {
		add(named)
	}
	if len(lines) == 0 && len(r.orders.Faults) == 0 {
		for _, p := range r.m.Open.Phases {
			add(p)
		}
	}
}

// loose reads typed lines outside any block: answers to questions, and corrections of lines of a receipt.
func (r *reading) loose(lines []mail.BlockLine, of adjudicator.OrderMail) {
	for _, l := range lines {
		if len(r.m.Open.Questions) > 0 && r.answer(l.Text) {
			r.took = true
			continue
		}
		if of.Seq != 0 {
			r.correct(l.Text, of, len(lines) == 1)
		}
	}
}

// correct reads a line sent alone in answer to a receipt: "6 attack 2217 with 18 Div", or without its number when only
// one line of that mail was not understood.
func (r *reading) correct(text string, of adjudicator.OrderMail, only bool) {
	number, line := cutNumber(text)
	if number == 0 && len(of.Orders.Faults) == 1 {
		number = int(of.Orders.Faults[0].Number)
	}
	first := r.free()
	if number > 0 && !r.uses(number) {
		first = number // a mended line keeps its number
	}
	parsed := orders.Parse(r.language, r.lex, line, first)
	switch {
	case len(parsed.Lines) > 0 && number > 0:
		for _, l := range parsed.Lines {
			r.file(l)
			r.orders.Replaces = append(r.orders.Replaces, adjudicator.LineID(of.Seq, int64(number)))
		}
	case len(parsed.Lines) > 0:
		for _, l := range parsed.Lines {
			r.file(l)
			r.orders.Replaces = append(r.orders.Replaces, "") // an added line
		}
	case number > 0 || only:
		r.orders.Faults = append(r.orders.Faults, parsed.Faults...)
	default:
		return
	}
	r.took = true
}

// mends reads a block all of whose lines bear numbers, the first above 1, of lines that lie on the desk or were not understood: a player
// who puts the corrected line alone, with its number, between ORDERS and END means that line, not all of his orders.
func (r *reading) mends(lines []mail.BlockLine) bool {
	desk, before := r.m.Desk(r.seat), 1
	var ids []string
	for _, l := range lines {
		n, _ := cutNumber(l.Text)
		id := desk.Numbered(r.last.Seq, int64(n))
		_, lies := desk.LineByID(id)
		wrong := slices.ContainsFunc(r.last.Orders.Faults, func(f events.Fault) bool { return f.Number == int64(n) }) && len(desk.Draft()) > 0
		if n <= before || !lies && !wrong {
			return false
		}
		before, ids = n, append(ids, id)
	}
	for i, l := range lines {
		first := len(r.orders.Replaces)
		r.correct(l.Text, r.last, true)
		for k := first; k < len(r.orders.Replaces); k++ {
			r.orders.Replaces[k] = ids[i]
		}
	}
	return len(lines) > 0
}

// free is a number above all that lines of this mail have.
func (r *reading) free() int {
	n := int64(len(r.orders.Lines) + len(r.orders.Faults))
	for _, l := range r.orders.Lines {
		n = max(n, l.Number)
	}
	for _, f := range r.orders.Faults {
		n = max(n, f.Number)
	}
	return int(n) + 1
}

// uses reports whether a line of this mail has a number already.
func (r *reading) uses(number int) bool {
	return slices.ContainsFunc(r.orders.Lines, func(l table.Line) bool { return l.Number == int64(number) }) ||
		slices.ContainsFunc(r.orders.Faults, func(f events.Fault) bool { return f.Number == int64(number) })
}

// answer reads a line of replies to open questions: "1b", "2: toward D5", or "b" where only one was asked.
func (r *reading) answer(text string) bool {
	var mine []table.Asked
	for _, q := range r.m.Open.Questions {
		if q.Seat == r.seat {
			mine = append(mine, q)
		}
	}
	replies, ok, _ := orders.ParseReplies(text)
	if !ok {
		return false
	}
	var answers []events.Answer
	for _, reply := range replies {
		question, option, _ := reply.Split()
		if question == 0 && len(mine) == 1 {
			question = 1
		}
		if question < 1 || question > len(mine) {
			return false
		}
		q := mine[question-1]
		answers = append(answers, events.Answer{Question: q.Key, Text: chosen(q, option, reply.Text)})
	}
	for _, a := range answers {
		if err := r.m.CheckAnswers(r.seat, []events.Answer{a}); err != nil {
			r.orders.Faults = append(r.orders.Faults, events.Fault{Number: 1, Typed: text, Code: adjudicator.FaultyAnswer})
			continue
		}
		r.orders.Answers = append(r.orders.Answers, a)
	}
	return len(answers) > 0
}

// chosen is the canonical text of an option: options are lettered in the letter; anything else is taken as written.
func chosen(q table.Asked, option, text string) string {
	if len(option) == 1 && option[0] >= 'a' && int(option[0]-'a') < len(q.Options) {
		return q.Options[option[0]-'a']
	}
	if n, err := strconv.Atoi(option); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1]
	}
	return text
}

// cutNumber splits "6 G2: move D5", "6. ..." or "6) ..." into the number and the rest; 0 if there is none.
func cutNumber(line string) (int, string) {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	n, err := strconv.Atoi(line[:digits])
	rest := line[digits:]
	if err != nil || rest != "" && !strings.ContainsRune(" .):\t", rune(rest[0])) {
		return 0, line
	}
	return n, strings.TrimLeft(rest, " .):\t")
}

// withdraw takes lines off the desk: the numbers are those of the receipt that the mail answers, or of the last one.
func (v *visit) withdraw(ctx context.Context, m *adjudicator.Match, seat table.Seat, c mail.Command) (*adjudicator.Match, error) {
	if string(seat) == m.Fair.Operator && m.Fair.OperatorLate() {
		return v.refuseSeat(ctx, m, seat, "operator-late")
	}
	of := v.answered(m)
	if of.Seq == 0 {
		of, _ = m.LastOrderMail(seat)
	}
	var ids []string
	for _, f := range strings.FieldsFunc(c.Args, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := cutNumber(f)
		ids = append(ids, m.Desk(seat).Numbered(of.Seq, int64(n)))
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.OrdersWithdrawn{Seat: string(seat), Mail: v.in.Key, Lines: ids}, nil, nil
	})
	return m, err
}
