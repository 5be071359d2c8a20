package office

import (
	"context"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
)

// deeds are the commands that do something besides ordering.
var deeds = map[string]func(*exchange, context.Context, *adjudicator.Match, table.Seat, message.Command) (*adjudicator.Match, error){
	"PRESS": (*exchange).press, "ABSENT": (*exchange).absent, "SURRENDER": (*exchange).surrender, "WITHDRAW": (*exchange).withdraw, "LETTERS": (*exchange).letters,
	"ADVICE": (*exchange).advice,
}

// queries maps the commands that are answered by a letter and change nothing to that letter.
var queries = map[string]string{
	"CHECK": "check", "STATUS": "status", "MAP": "map", "HELP": "help", "FORM": "form", "RULE": "rule",
	"STANDING": "standing", "DICE": "dice", "HISTORY": "history",
	"BRIEFING": "briefing", "CARD": "card", "OPTIONS": "options", "TARGETS": "targets", "REACH": "reach", "LOS": "los", "ODDS": "odds", "WATCH": "watch",
}

// request is what a mail asks for, sorted.
type request struct {
	deeds   []message.Command
	queries []message.Command
	check   bool // its orders are to be tried, not filed
	more    int  // commands beyond the limit
}

// requests sorts the commands of the mail. A question asked twice counts once; MAP and STATUS are one letter.
func (v *exchange) requests() (w request) {
	for _, c := range v.said.Commands {
		kind, asks := queries[c.Word]
		i := slices.IndexFunc(w.deeds, func(d message.Command) bool { return d.Word == "WITHDRAW" && d.Word == c.Word })
		switch {
		case i >= 0: // several lines are taken back at once, with one receipt; without a number, all
			if args := w.deeds[i].Args + " " + c.Args; strings.ContainsAny(c.Args, digits) && strings.ContainsAny(w.deeds[i].Args, digits) {
				w.deeds[i].Args = args
			} else {
				w.deeds[i].Args = ""
			}
		case deeds[c.Word] != nil:
			w.deeds = append(w.deeds, c)
		case asks && slices.ContainsFunc(w.queries, func(q message.Command) bool {
			return oneLetter(queries[q.Word], kind) && strings.EqualFold(q.Args, c.Args)
		}):
			continue
		case asks:
			w.queries = append(w.queries, c)
		}
		w.check = w.check || c.Word == "CHECK"
	}
	if over := len(w.deeds) + len(w.queries) - adjudicator.MostActs; over > 0 {
		w.more = over
		n := min(over, len(w.queries))
		w.queries = w.queries[:len(w.queries)-n]
		w.deeds = w.deeds[:len(w.deeds)-(over-n)]
	}
	return w
}

const digits = "0123456789"

func oneLetter(a, b string) bool {
	return a == b || a == "map" && b == "status" || a == "status" && b == "map"
}

// forSeat does what a player's mail asks for: first everything that is neither an order nor a question (messages, absences, withdrawn
// lines), then orders, answers and corrections; then it answers all questions in one letter. With CHECK, the orders are tried, not filed.
//
// Everything that a mail does is done once, wherever a crash interrupts it: each deed except the last thing has its own key
// (adjudicator.ActKey), and the last thing has the mail's key, which says that the mail is done. Questions sent with orders are answered in
// the receipt, which the log owes, or before them if they close the window at once.
func (v *exchange) forSeat(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, error) {
	if m.Over() {
		return v.afterEnd(ctx, m, seat)
	}
	if m, done, err := v.fairly(ctx, m, seat); done || err != nil {
		return m, err
	}
	w := v.requests()
	orders := !w.check && v.orders(m, seat)
	m, done, err := v.takeKey(ctx, m, seat, orders || len(w.deeds)+len(w.queries) > 0)
	if done || err != nil {
		return m, err
	}
	if v.confirmed && v.held.Cause == "surrender" {
		c, _ := v.command("SURRENDER")
		return v.surrender(ctx, m, seat, c)
	}
	refused := false
	if orders {
		code, _ := v.untimely(m, seat)
		refused = code != ""
	}
	if refused { // what an untimely mail withdraws is as old as its orders
		w.deeds = slices.DeleteFunc(w.deeds, func(c message.Command) bool { return c.Word == "WITHDRAW" })
	}
	var unread []string
	if !orders {
		unread = v.unread(ctx, m, seat, w.check)
	}
	m, err = v.doDeeds(ctx, m, seat, w, orders || len(unread) > 0)
	if err != nil || m.Seen(v.in.Key) {
		return m, err
	}
	if (refused || orders && closing(m, seat)) && len(w.queries) > 0 { // a refusal answers nothing, and a receipt that comes after the seal would speak of the next window
		if m, err = v.answerBeside(ctx, m, seat, w); err != nil {
			return m, err
		}
	}
	if orders {
		m, _, err = v.takeOrders(ctx, m, seat)
		return m, err
	}
	if len(w.queries) > 0 {
		return v.answer(ctx, m, seat, w)
	}
	if len(w.deeds) > 0 {
		return v.refuseSeat(ctx, m, seat, "bare", linesOption(unread))
	}
	if len(v.said.Commands) > 0 {
		return v.answer(ctx, m, seat, request{queries: []message.Command{{Word: "HELP"}}})
	}
	for _, b := range v.said.Blocks {
		if b.Game != "" && b.Game != m.Game {
			return v.refuseSeat(ctx, m, seat, "wrong-game", events.Option{Name: "game", Value: b.Game})
		}
	}
	code, args := v.nothing(ctx, m, seat)
	return v.refuseSeat(ctx, m, seat, code, args...)
}

// takeKey files the OpenPGP key that the mail brings. done reports that nothing else in the mail is to be done: it says nothing else, or in
// a strict game nothing could have proven it.
func (v *exchange) takeKey(ctx context.Context, m *adjudicator.Match, seat table.Seat, more bool) (_ *adjudicator.Match, done bool, err error) {
	key, fingerprint := mail.PublicKey(v.in)
	only := v.confirmed && v.held.Cause == "key"
	if key == nil || fingerprint == m.Player(seat).Fingerprint {
		return m, only, nil
	}
	alone := !more || only || mail.Policy(v.st.terms(m).Proof) == mail.Strict && m.Player(seat).Key.IsZero()
	own := v.in.Key
	defer func() { v.in.Key = own }()
	if !alone {
		v.in.Key = adjudicator.ActKey(own, adjudicator.MostActs)
		v.st.messageIDs.note(v.in.Key, v.in.MessageID, v.in.References...)
	}
	if !m.Seen(v.in.Key) {
		m, err = v.fileKey(ctx, m, seat, key, fingerprint)
	}
	return m, alone, err
}

// orders reports whether the mail orders, answers or corrects anything, or would if it were accepted.
func (v *exchange) orders(m *adjudicator.Match, seat table.Seat) bool {
	if m.Now == nil || m.Open == nil {
		return len(v.blocks(m)) > 0
	}
	return v.read(m, seat).Took
}

// doDeeds does the deeds of a mail in order. The last one has the mail's own key if nothing follows: more says that something does besides the
// questions.
func (v *exchange) doDeeds(ctx context.Context, m *adjudicator.Match, seat table.Seat, w request, more bool) (*adjudicator.Match, error) {
	own := v.in.Key
	defer func() { v.in.Key = own }()
	for i, c := range w.deeds {
		last := i == len(w.deeds)-1 && !more && len(w.queries) == 0
		if v.in.Key = own; !last {
			v.in.Key = adjudicator.ActKey(own, i)
			v.st.messageIDs.note(v.in.Key, v.in.MessageID, v.in.References...)
		}
		if m.Seen(v.in.Key) {
			continue // done before: a crash interrupted the mail here
		}
		var err error
		if m, err = deeds[c.Word](v, ctx, m, seat, c); err != nil {
			return m, err
		}
		if c.Word == "WITHDRAW" {
			v.reading = nil // which lines its numbers mean depends on what is on the desk
		}
	}
	return m, nil
}

// closing reports whether orders of a seat close the open window at once: nobody else is awaited, and there is no time to think again.
func closing(m *adjudicator.Match, seat table.Seat) bool {
	return m.Open != nil && m.Sealed == nil && clockFor(m).CoolOff == 0 && !slices.ContainsFunc(m.Open.Seats, func(s table.Seat) bool { return s != seat && !m.Desk(s).Sent })
}

// answerBeside answers the questions of a mail that does more than ask.
func (v *exchange) answerBeside(ctx context.Context, m *adjudicator.Match, seat table.Seat, w request) (*adjudicator.Match, error) {
	own := v.in.Key
	defer func() { v.in.Key = own }()
	v.in.Key = adjudicator.ActKey(own, len(w.deeds)) // no deed has this key: there are at most MostActs requests
	v.st.messageIDs.note(v.in.Key, v.in.MessageID, v.in.References...)
	if m.Seen(v.in.Key) {
		return m, nil
	}
	return v.answer(ctx, m, seat, w)
}

// afterEnd answers a mail about a game that is over: questions that can still be asked, and that orders come too late.
func (v *exchange) afterEnd(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, error) {
	if len(v.said.Blocks) > 0 {
		return v.refuseSeat(ctx, m, seat, "closed")
	}
	w := v.requests()
	w.queries = slices.DeleteFunc(w.queries, func(c message.Command) bool { return c.Word == "FORM" || c.Word == "CHECK" })
	if len(w.queries) == 0 {
		w.queries = []message.Command{{Word: "STATUS"}}
	}
	return v.answer(ctx, m, seat, w)
}
