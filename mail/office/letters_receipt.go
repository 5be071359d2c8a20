package office

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// receipt reports what was understood of an order mail, and what the rules say of it as things stand.
func (w *writer) receipt(ctx context.Context, seq int64) letter.Letter {
	of, ok := w.m.OrderMail(seq)
	r := letter.Receipt{Head: w.head(), Due: w.due(), Window: w.closing(), Fingerprint: fingerprintOf(w.m)}
	if desk := w.m.Desk(w.seat); w.m.Awaits(w.seat) && w.m.Sealed == nil && len(w.m.Open.Questions) == 0 {
		r.Unmended, r.Open = desk.Unmended(), w.Faults(w.m.Unmended(w.seat))
		r.Gone = desk.Sent && !desk.Ready() && len(r.Unmended) == 0
	}
	for _, o := range w.m.Owed {
		switch {
		case o.Letter != "receipt" || o.Seat != w.seat || o.Seq >= seq:
		case ok && partOf(o.Mail, of.Mail): // the mail withdraws something as well
			r.Withdrawn = append(r.Withdrawn, w.withdrawn(o.Seq)...)
		default:
			r.Earlier++
		}
	}
	if !ok { // a withdrawal
		r.Number, r.Received = w.p.Orders, w.st.Now().UnixMilli()
		r.Understood = w.program()
		r.TakenBack, r.Withdrawn = true, w.withdrawn(seq)
		return r
	}
	r.Number, r.Received, r.Faults = of.Number, of.Time, w.Faults(of.Orders.Faults)
	r.Empty = len(of.Orders.Phases) > 0 && len(of.Orders.Lines)+len(of.Orders.Faults)+len(of.Orders.Answers) == 0
	r.Fingerprint, r.Proof, w.unproven = w.st.proof(ctx, w.m.Game, seq, string(w.seat))
	r.AfterSeal = w.m.Fair.Wait != nil && w.m.Sealed != nil && seq > w.m.Fair.Wait.Seq
	desk := w.m.Desk(w.seat)
	tried := w.try(w.receiptTrial(seq)).result
	verdicts := tried.Verdicts
	r.Care = w.cares(tried.Facts)
	if w.st.reconsiders(w.m) > 0 {
		r.Held = int(reconsidering.Minutes())
	}
	own := adjudicator.OwnWords(of.Orders)
	for _, l := range of.Lines() {
		l.ID = adjudicator.LineID(seq, l.Number)
		if l.Standing {
			r.Standing = append(r.Standing, letter.Line{Number: int(l.Number), Text: w.Line(l), Note: w.readAs(own[l.Number])})
			continue
		}
		i := slices.IndexFunc(verdicts, func(v table.Verdict) bool { return v.Line.ID == l.ID })
		if i >= 0 && verdicts[i].Refusal != nil {
			r.Refused = append(r.Refused, w.refused(l, *verdicts[i].Refusal, desk.Draft()))
			continue
		}
		read := letter.Line{Number: int(l.Number), Text: w.Line(l), Note: w.readAs(own[l.Number])}
		if i >= 0 && verdicts[i].Part != nil {
			key, why := "letter.receipt.idle", verdicts[i].Part
			if verdicts[i].Carried+verdicts[i].Otherwise > 0 {
				key = "letter.receipt.part"
			}
			read.Note = strings.TrimSpace(read.Note + " " + w.book.Say(key, table.A("reason", w.book.Say(why.Code, w.asOwner(why.Args)...))))
		}
		if _, lies := desk.LineByID(l.ID); lies && w.m.Open != nil && !slices.Contains(w.m.Open.Phases, l.Phase) {
			read.Note = strings.TrimSpace(read.Note + " " + w.book.Say("letter.receipt.later", table.A("phase", w.Phase(l.Phase))))
		}
		r.Understood = append(r.Understood, read)
	}
	for i, a := range of.Orders.Answers {
		r.Answers = append(r.Answers, letter.Line{Number: i + 1, Text: w.Word(a.Text)})
	}
	r.Open = slices.DeleteFunc(r.Open, func(f events.Fault) bool { // shown as its own
		return slices.ContainsFunc(of.Orders.Faults, func(own events.Fault) bool { return own.Number == f.Number })
	})
	r.Replaced, r.Lost = w.replaced(of)
	for _, l := range desk.Draft() {
		if strings.HasPrefix(l.ID, strconv.FormatInt(seq, 10)+".") {
			continue
		}
		if i := slices.IndexFunc(verdicts, func(v table.Verdict) bool { return v.Line.ID == l.ID && v.Refusal != nil }); i >= 0 { // it is still to be mended
			r.Refused = append(r.Refused, w.refused(l, *verdicts[i].Refusal, desk.Draft()))
			continue
		}
		r.Kept = append(r.Kept, letter.Line{Number: int(l.Number), Text: w.Line(l)})
	}
	r.Beside = w.beside(of)
	r.Settles, r.Mend = w.settles(of, r)
	r.Ignored, r.Doubtful = remarks(of.Orders.Ignored)
	return r
}

// refused returns a line that is not allowed. Where one line would be in its place, that is offered.
func (w *writer) refused(l table.Line, x table.Refusal, draft []table.Line) letter.Refused {
	x = w.RefusalOf(x, l, draft)
	return letter.Refused{Number: int(l.Number), Text: w.Line(l), Refusal: x, Offered: len(x.Legal) == 1 && w.Whole(x.Legal[0])}
}

// withdrawn returns the lines that a mail took off the desk without ordering anything.
func (w *writer) withdrawn(seq int64) []letter.Line {
	var out []letter.Line
	for _, l := range w.m.Desk(w.seat).Replaced(seq) {
		out = append(out, letter.Line{Number: int(l.Number), Text: w.Line(l)})
	}
	return out
}

// asOwner names the reader's units in arguments of a sentence as he does, without his side.
func (w *writer) asOwner(args []table.FactArg) []table.FactArg {
	out := slices.Clone(args)
	for i, a := range out {
		if s, ok := a.Value.(string); ok {
			out[i].Value = strings.TrimPrefix(s, string(w.seat)+".")
		}
	}
	return out
}

// beside returns the lines of earlier mails to whose units an order mail adds a line, without saying whether that is meant in their place.
func (w *writer) beside(of adjudicator.OrderMail) (lines []letter.Line) {
	if len(of.Orders.Phases) > 0 {
		return nil
	}
	for _, l := range w.m.Desk(w.seat).Draft() {
		unit, _, ordered := strings.Cut(l.Text, ":")
		if ordered && !strings.HasPrefix(l.ID, strconv.FormatInt(of.Seq, 10)+".") && addsTo(of.Orders, unit) {
			lines = append(lines, letter.Line{Number: int(l.Number), Text: w.Line(l)})
		}
	}
	return lines
}

// settles returns the line of an order mail by which its player answers that all is meant as it is: one that was understood and lies on the
// desk, of a unit in question if there is one. Sent again with its number it takes its own place. Where nothing of the mail can be done as things
// stand, that is a line to be corrected.
func (w *writer) settles(of adjudicator.OrderMail, r letter.Receipt) (line *letter.Line, mend bool) {
	desk := w.m.Desk(w.seat)
	good := slices.Concat(r.Understood, r.Standing)
	lines := slices.Clone(good)
	for _, l := range r.Refused {
		lines = append(lines, letter.Line{Number: l.Number, Text: l.Text})
	}
	for i, l := range lines {
		unit, _, _ := strings.Cut(l.Text, ":")
		asked := len(r.Beside) == 0 || slices.ContainsFunc(r.Beside, func(b letter.Line) bool { return strings.HasPrefix(b.Text, unit+":") })
		if _, lies := desk.LineByID(adjudicator.LineID(of.Seq, int64(l.Number))); lies && asked {
			return &letter.Line{Number: l.Number, Text: l.Text}, i >= len(good)
		}
	}
	return nil, false
}

// addsTo reports whether orders hold a line of a unit that takes no other line's place.
func addsTo(o events.Orders, unit string) bool {
	for i, l := range o.Lines {
		if !l.Standing && whose(l) == unit && (i >= len(o.Replaces) || o.Replaces[i] == "") {
			return true
		}
	}
	return false
}

// replaced returns the lines that an order mail took off the desk. Those are lost whose units it does not mention.
func (w *writer) replaced(of adjudicator.OrderMail) (lines, lost []letter.Line) {
	for _, l := range w.m.Desk(w.seat).Replaced(of.Seq) {
		line := letter.Line{Number: int(l.Number), Text: w.Line(l)}
		lines = append(lines, line)
		again := slices.ContainsFunc(of.Orders.Lines, func(n events.Line) bool { return whose(n) == whose(l) }) ||
			slices.ContainsFunc(of.Orders.Faults, func(f events.Fault) bool { return strings.Contains(f.Typed, whose(l)) })
		if len(of.Orders.Lines) > 0 && !again {
			lost = append(lost, line)
		}
	}
	return lines, lost
}

// whose returns what a line orders: the unit that it begins with, or else its verb.
func whose(l table.Line) string {
	if unit, _, ok := strings.Cut(l.Text, ":"); ok {
		return unit
	}
	return l.Verb
}

// remarks says what was passed over in a mail, "mail.ignored.quoted 12" or "mail.ignored.attachment 0 orders.pdf", and which of its lines are
// in doubt, "mail.doubtful.cut G2: hold".
func remarks(list []string) (ignored []letter.Note, doubtful []letter.Doubtful) {
	for _, i := range list {
		reason, rest, _ := strings.Cut(i, " ")
		switch {
		case reason == adjudicator.ReadAs:
		case strings.HasPrefix(reason, "mail.doubtful."):
			doubtful = append(doubtful, letter.Doubtful{Text: rest, Why: letter.Note{Key: reason}})
		default:
			lines, name, _ := strings.Cut(rest, " ")
			n, _ := strconv.Atoi(lines)
			note := letter.Note{Key: reason, Args: []table.FactArg{table.A("n", n)}}
			if name != "" {
				note.Key, note.Args = reason+".named", append(note.Args, table.A("name", name))
			}
			ignored = append(ignored, note)
		}
	}
	return ignored, doubtful
}

// readAs shows a player the words of his own from which a line was read, or returns "" if he wrote it as the grammar has it.
func (w *writer) readAs(typed string) string {
	if typed == "" {
		return ""
	}
	return w.book.Say("letter.receipt.read-as", table.A("typed", typed))
}

// receiptAndAnswers returns the receipt of an order mail with the answers to what was asked in the same mail.
func (w *writer) receiptAndAnswers(ctx context.Context, seq int64) letter.Letter {
	r := w.receipt(ctx, seq)
	v, asks := w.asked(ctx, seq)
	if v == nil {
		return r
	}
	return letter.Together{Head: w.head(), First: r, Parts: v.answers(ctx, w, asks), Names: asks.names(), More: asks.more}
}

// asked returns an order mail with the questions in it, or nil if it has none.
func (w *writer) asked(ctx context.Context, seq int64) (*exchange, request) {
	if _, ok := w.m.OrderMail(seq); !ok {
		return nil, request{}
	}
	v := w.st.exchangeOf(ctx, w.m.Game, seq)
	if v == nil {
		return nil, request{}
	}
	v.recognize(ctx, w.m, w.seat)
	asks := v.requests()
	if len(asks.queries) == 0 || asks.check || w.m.Seen(adjudicator.ActKey(v.in.Key, len(asks.deeds))) { // the last: they were answered before the orders
		return nil, request{}
	}
	return v, asks
}

// exchangeOf reads an order mail of the log again. It returns nil if it cannot be read.
func (st *Office) exchangeOf(ctx context.Context, game string, seq int64) *exchange {
	for r, err := range st.Service.Store.Read(ctx, game, seq) {
		if err != nil {
			return nil
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return nil
		}
		b, ok := e.Body.(events.OrdersReceived)
		if !ok {
			return nil
		}
		raw, err := st.Service.Store.Get(ctx, b.Raw)
		if err != nil {
			st.Log.Error("an order mail cannot be read again", "game", game, "event", seq, "error", err)
			return nil
		}
		in, err := message.Read(raw, message.Limits{})
		if err != nil {
			return nil
		}
		in.Key = b.Mail
		return &exchange{st: st, raw: raw, in: in, said: message.Find(in), lang: st.Settings.Language}
	}
	return nil
}
