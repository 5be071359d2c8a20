package office

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/ledger"
	"fieldpost/projections/letter"
)

func langOf(lang string) orders.Lang { return orders.Lang(lang) }

// answer writes the letter that answers all questions of a mail. It changes nothing in the game.
func (v *exchange) answer(ctx context.Context, m *adjudicator.Match, seat table.Seat, asks request) (*adjudicator.Match, error) {
	kind := queries[asks.queries[0].Word]
	if quiet, enough := v.bothers(ctx, m, seat, kind); enough {
		return v.refuseSeat(ctx, m, seat, "enough")
	} else if quiet {
		return v.leave(ctx, m, seat)
	}
	w := v.st.writer(m, seat)
	if asks.check && !m.Over() {
		if draft, standing, _ := v.drafted(w); v.ahead.lacks(w.checkTrial(draft, standing)) {
			return m, nil
		}
		w.tried = v.ahead.last()
	}
	var dress letter.Dress
	if halt := table.Guard(kind+" for "+string(seat), func() {
		dress = w.dress(v.withRemarks(m, seat, v.answering(ctx, w, asks)))
	}); halt != nil {
		return m, m.Stop(halt)
	}
	e := w.toSeat(kind, 0, v.in.Key)
	e.answers, e.thread = v.in.MessageID, v.in.References
	return v.st.issue(ctx, m, e, dress)
}

// answering returns the letter that answers the questions of a mail. What looks like an order beside them is shown first: it was not read.
func (v *exchange) answering(ctx context.Context, w *writer, asks request) letter.Letter {
	parts := v.answers(ctx, w, asks)
	unread := v.unread(ctx, w.m, w.seat, asks.check)
	if len(parts) == 1 && asks.more == 0 && len(unread) == 0 {
		return parts[0]
	}
	t := letter.Together{Head: w.head(), Parts: parts, Names: asks.names(), More: asks.more}
	if len(unread) > 0 {
		t.First = letter.Refusal{Head: w.head(), Code: "bare", Lines: w.shownBack(unread)}
	}
	return t
}

// withRemarks adds to a letter what of the mail that it answers was passed over.
func (v *exchange) withRemarks(m *adjudicator.Match, seat table.Seat, l letter.Letter) letter.Letter {
	for _, o := range v.passedOver(m, seat) {
		ignored, doubtful := remarks(strings.Split(o.Value, "\n"))
		return letter.Remarked{Letter: l, Ignored: ignored, Doubtful: doubtful}
	}
	return l
}

// leave notes a question that is no longer answered today.
func (v *exchange) leave(ctx context.Context, m *adjudicator.Match, seat table.Seat) (*adjudicator.Match, error) {
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(seat), v.st.salt(m.Game, "refusal "+v.in.Key.String()), events.Refusal{Address: v.in.From.Address, Subject: v.in.Subject})
		return "fieldpost", events.OrdersRefused{Seat: string(seat), Mail: v.in.Key, Code: "enough", DetailSealed: hash}, []events.Secret{secret}, err
	})
	return m, err
}

// names returns the words of the questions.
func (w request) names() []string {
	var names []string
	for _, c := range w.queries {
		names = append(names, c.Word)
	}
	return names
}

// answers returns the letters that would answer each question alone.
func (v *exchange) answers(ctx context.Context, w *writer, asks request) []letter.Letter {
	var parts []letter.Letter
	for _, c := range asks.queries {
		parts = append(parts, v.answerTo(ctx, w, c))
	}
	return parts
}

// answerTo returns the letter that answers one question.
func (v *exchange) answerTo(ctx context.Context, w *writer, c message.Command) letter.Letter {
	m := w.m
	switch kind := queries[c.Word]; kind {
	case "check":
		return v.check(w)
	case "status", "map":
		s := letter.Status{Head: w.head(), Due: w.due(), Window: w.closing(), Seats: w.seats(), Program: w.program(), Standing: w.inForce()}
		if m.Awaits(w.seat) && m.Sealed == nil {
			s.Unmended, s.Open = m.Desk(w.seat).Unmended(), w.Faults(m.Unmended(w.seat))
		}
		if m.Halt != nil {
			s.Trouble = "letter.trouble"
		}
		if m.Now != nil {
			s.Map, s.InWords = w.chart(table.Readable(m.Last.Facts, w.seat), kind == "map"), kind == "map"
			s.Rosters, s.Score = m.Now.Knows(w.seat).Rosters(), w.Score()
		}
		return s
	case "standing":
		return letter.Standing{Head: w.head(), Lines: w.inForce()}
	case "dice":
		return w.dicePage(ctx)
	case "rule":
		return w.help(strings.ToUpper(w.topic(c.Args)))
	case "form":
		return letter.Help{Head: w.head(), Topic: w.book.Say("letter.report.form"), Form: w.form()}
	case "watch":
		return v.st.watched(ctx, w)
	case "history":
		return w.history(ctx, w.topic(c.Args))
	case "briefing", "card", "options", "targets", "reach", "los", "odds":
		return w.guide(kind, c)
	}
	return w.help(w.topic(c.Args))
}

// topic returns what a question is about, without the name of the game: "h2 fire" in game h2 is about fire.
func (w *writer) topic(args string) string {
	words := strings.Fields(args)
	if len(words) > 0 && strings.EqualFold(strings.Trim(words[0], "[],:"), w.m.Game) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// drafted returns what a CHECK is about: the orders of this mail as they would be on the desk, or what is already there.
func (v *exchange) drafted(w *writer) (draft, standing []table.Line, r adjudicator.Reading) {
	desk := w.m.Desk(w.seat)
	if w.m.Now != nil && w.m.Open != nil && len(v.blocks(w.m)) > 0 {
		r = v.read(w.m, w.seat)
		desk = desk.Trial(w.m.Head.Seq+1, r.Orders)
	}
	return desk.Draft(), desk.Standing(), r
}

// check rehearses the orders of this mail, or those on the desk. Nothing is filed.
func (v *exchange) check(w *writer) letter.Letter {
	draft, standing, r := v.drafted(w)
	return w.checked(w.checkTrial(draft, standing), draft, r)
}

// checked writes the outcome of a trial of a draft, which was read from a mail or lay on the desk.
func (w *writer) checked(t *trial, draft []table.Line, r adjudicator.Reading) letter.Letter {
	tried := w.try(t)
	c := letter.CheckResult{
		Head: w.head(), Due: w.due(), Window: w.closing(), Faults: w.Faults(r.Orders.Faults), Why: w.untried(draft), Verdicts: slices.Clone(tried.result.Verdicts),
		Trials: len(tried.result.Facts), Outcomes: w.outcomes(tried.result.Facts), Untried: tried.untried,
	}
	if c.Why == "nothing" && r.Untimely != "" {
		c.Why = "head"
	}
	if w.m.Open != nil {
		for _, l := range draft {
			if !slices.Contains(w.m.Open.Phases, l.Phase) {
				c.Later = append(c.Later, letter.Line{Number: int(l.Number), Text: w.Line(l), Note: w.Phase(l.Phase)})
			}
		}
	}
	if !slices.ContainsFunc(c.Verdicts, func(x table.Verdict) bool { return x.Refusal == nil && x.Carried > 0 }) {
		c.Outcomes = nil // of what units do without orders
	}
	c.Promises = w.promises(c.Verdicts)
	own := adjudicator.OwnWords(r.Orders)
	for i, x := range c.Verdicts {
		c.Verdicts[i].Line.Text = w.Line(x.Line)
		if x.Line.ID == adjudicator.LineID(w.m.Head.Seq+1, x.Line.Number) && own[x.Line.Number] != "" {
			c.Verdicts[i].Line.Text += " " + w.readAs(own[x.Line.Number])
		}
		if x.Refusal != nil {
			told := w.RefusalOf(*x.Refusal, x.Line, draft)
			c.Verdicts[i].Refusal = &told
		}
	}
	for _, x := range tried.chances {
		list := slices.DeleteFunc(slices.Clone(x.list), func(c table.Chance) bool { return !strings.HasPrefix(c.Result, "table.") }) // its result is among the outcomes
		if len(list) > 1 {
			c.Odds = append(c.Odds, letter.Odds{Number: int(x.line.Number), Text: w.Line(x.line), Chances: list, Exact: x.exact})
		}
	}
	return c
}

// promises returns what OPTIONS says of lines that were carried out in every trial, the only ones for their units: with another line before them
// it might no longer be true.
func (w *writer) promises(verdicts []table.Verdict) []letter.Promise {
	var out []letter.Promise
	if !w.orderable() {
		return nil
	}
	doings := w.doings()
	for i, x := range verdicts {
		if x.Refusal != nil || x.Carried < x.Of || x.Partly > 0 {
			continue
		}
		text := w.Line(x.Line)
		n := slices.IndexFunc(doings, func(d letter.Doing) bool { return d.Text == text && d.Unit != "" })
		if n < 0 || slices.ContainsFunc(verdicts, func(y table.Verdict) bool {
			return y.Line.ID != verdicts[i].Line.ID && names(y.Line, doings[n].Unit)
		}) {
			continue
		}
		out = append(out, letter.Promise{Number: int(x.Line.Number), Doing: doings[n]})
	}
	return out
}

// names reports whether a line says something of a unit.
func names(l table.Line, unit string) bool {
	return slices.ContainsFunc(l.Args, func(a table.Arg) bool { return slices.Contains(orders.List(l.Args, a.Name), unit) })
}

// untried returns why a CHECK tried nothing, as a key below letter.check.none, or "" if it did try something.
func (w *writer) untried(draft []table.Line) string {
	switch {
	case w.m.Now == nil || w.m.Open == nil:
		return "not-open"
	case w.m.Sealed != nil:
		return "sealed"
	case len(w.m.Open.Questions) > 0:
		return "question"
	case !w.m.Awaits(w.seat):
		return "idle"
	case len(draft) == 0:
		return "nothing"
	case !slices.ContainsFunc(draft, func(l table.Line) bool { return slices.Contains(w.m.Open.Phases, l.Phase) }):
		return "later"
	}
	return ""
}

// help answers HELP, HELP verb and RULE id.
func (w *writer) help(topic string) letter.Letter {
	h := letter.Help{Head: w.head(), Topic: topic, Form: w.form()}
	lang := langOf(w.lang)
	switch strings.ToUpper(topic) {
	case "":
		h.Short = true
		return h
	case "ALL", "TOUT", "ALLES":
		topic, h.Topic = "", ""
		if alone(w.m) == w.seat {
			h.Held = int(reconsidering.Minutes())
		}
	}
	if topic != "" {
		if text, ok := orders.HelpVerb(w.Language, topic, lang, w.Word); ok {
			h.Text = text
			return h
		}
		if text, ok := ruleText(w.m.Engine, topic, w.lang); ok {
			h.Text = text
			return h
		}
		var names []string
		for _, verb := range w.Language.Verbs {
			if name := verb.Spoken(lang); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		h.Text, h.Form = w.book.Say("letter.help.unknown", table.A("topic", topic), table.A("list", strings.Join(names, ", "))), ""
		return h
	}
	for _, verb := range w.Language.Verbs {
		h.Verbs = append(h.Verbs, letter.VerbHelp{Name: verb.Spoken(lang), Help: verb.Help.In(lang), Example: verb.Example.In(lang), Rule: verb.Rule})
	}
	return h
}

// dicePage lists the rolls of the whole game that the seat may see, each with the words of the fact that reports it.
func (w *writer) dicePage(ctx context.Context) letter.Letter {
	m := w.m
	if whole, err := w.st.Service.LoadWhole(ctx, m.Game); err == nil {
		m = whole
	}
	var passes []ledger.Pass
	for _, p := range m.Passes(w.seat) {
		passes = append(passes, ledger.Pass{Adjudicated: events.Adjudicated{Window: int64(p.Window), Rolls: p.Rolls}, By: p.By, Facts: p.Facts})
	}
	entries := ledger.Of(passes, w.seat, w.book)
	return letter.Dice{Head: w.head(), Lines: ledger.Text(entries, w.book), CSV: ledger.CSV(entries), Count: len(entries), Fingerprint: fingerprintOf(w.m)}
}

// mostHistory is how much text of past reports goes into one letter; older reports are left out.
const mostHistory = 1 << 20

// history lists the reports of the game, with their texts, or repeats one of them.
func (w *writer) history(ctx context.Context, wanted string) letter.Letter {
	h := letter.History{Head: w.head()}
	one, _ := strconv.Atoi(strings.TrimSpace(wanted))
	var texts []string
	size := 0
	for _, l := range w.m.Letters {
		switch l.Issued.Letter {
		case "report", "welcome", "ended":
		default:
			continue
		}
		if l.Issued.Seat != string(w.seat) {
			continue
		}
		n := len(h.Reports) + 1
		subject, text := w.again(ctx, l)
		h.Reports = append(h.Reports, letter.PastReport{Number: n, Sent: l.Time, Title: subject})
		if n == one {
			h.One = text
		}
		texts = append(texts, fmt.Sprintf("%d. %s\n%s\n\n%s\n\n", n, subject, time.UnixMilli(l.Time).In(w.zone).Format("2006-01-02 15:04 MST"), text))
		size += len(texts[len(texts)-1])
	}
	for len(texts) > 0 && size > mostHistory {
		size -= len(texts[0])
		texts = texts[1:]
	}
	if h.One == "" {
		h.All = []byte(strings.Join(texts, strings.Repeat("=", 78)+"\n"))
	}
	return h
}

// again returns subject and text of a letter that was issued.
func (w *writer) again(ctx context.Context, l adjudicator.Letter) (subject, text string) {
	data, err := w.st.Service.Store.Get(ctx, l.Issued.Digest)
	if err != nil {
		w.st.Log.Error("a letter of the past cannot be read", "game", w.m.Game, "event", l.Seq, "error", err)
		return w.Word("letter.kind." + l.Issued.Letter), ""
	}
	in, err := message.Read(data, message.Limits{Text: 4 << 20, Line: 64 << 10})
	if err != nil {
		return in.Subject, ""
	}
	var b strings.Builder
	for _, line := range in.Lines {
		if line.Part == 0 {
			b.WriteString(line.Text + "\n")
		}
	}
	return in.Subject, strings.TrimSpace(b.String())
}

// helpAbroad returns help about a verb for someone who names no game: from the first of his games that knows it, else from any rulebook, or
// "" if none does.
func (v *exchange) helpAbroad(ctx context.Context) (topic, text string) {
	c, ok := v.command("HELP")
	if topic = strings.TrimSpace(c.Args); !ok || topic == "" {
		return "", ""
	}
	lang := langOf(v.lang)
	var rulebooks []string
	games, _, _ := v.st.gamesOf(ctx, v.in.From.Address) // while the log does not answer, help comes from the rulebooks
	for _, g := range games {
		_ = v.st.With(ctx, g, func(m *adjudicator.Match) (*adjudicator.Match, error) { // a game that cannot be read explains nothing
			rulebooks = append(rulebooks, m.Announced.Rulebook)
			for _, p := range m.Players {
				if strings.EqualFold(p.Address, v.in.From.Address) {
					lang = langOf(p.Language)
				}
			}
			return m, nil
		})
	}
	for _, g := range adjudicator.Games() {
		rulebooks = append(rulebooks, g.Name())
	}
	for _, name := range rulebooks {
		language := v.st.Phrases.Language(name)
		book := v.st.Phrases.Book(string(lang), name)
		say := func(key string) string {
			if book.Has(key) {
				return book.Say(key)
			}
			return key
		}
		if text, ok := orders.HelpVerb(language, topic, lang, say); ok {
			v.lang = string(lang)
			return topic + " (" + language.Title.In(lang) + ")", text
		}
	}
	return "", ""
}

// answerOffice answers someone who asks about no game.
func (v *exchange) answerOffice(ctx context.Context, kind string) error {
	topic, text := v.helpAbroad(ctx)
	games, lang, err := v.st.gamesOf(ctx, v.in.From.Address)
	if err != nil {
		return err
	}
	if len(games) > 1 && topic == "" {
		v.lang = lang // of his games
	}
	return v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Seen(v.in.Key) {
			return m, nil
		}
		if quiet, _ := v.bothers(ctx, m, "", kind); quiet {
			return m, nil
		}
		book := v.st.Phrases.Book(v.lang, "")
		dress := letter.Render(letter.Help{Head: letter.Head{Reply: v.st.Post.Orders}, Topic: topic, Text: text, Games: games, Opens: v.st.Settings.Solo > 0}, book, v.lang, nil)
		return v.st.issue(ctx, m, envelope{address: v.in.From.Address, name: v.in.From.Name, letter: kind, mail: v.in.Key, answers: v.in.MessageID}, dress)
	})
}

// issueRefusals tells senders why nothing in their mails was accepted. The log says who has not been told yet.
func (st *Office) issueRefusals(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	for len(m.Refusals) > 0 {
		before, err := m.Head.Seq, error(nil)
		if m, err = st.issueRefusal(ctx, m, m.Refusals[0]); err != nil {
			return m, err
		}
		if m.Head.Seq == before {
			return m, fmt.Errorf("the refusal of event %d of %s was not issued", m.Refusals[0].Seq, m.Game)
		}
	}
	return m, nil
}

func (st *Office) issueRefusal(ctx context.Context, m *adjudicator.Match, x adjudicator.Refused) (*adjudicator.Match, error) {
	r := letter.Refusal{Code: x.Code, Received: x.Time, Subject: x.Detail.Subject, Faults: x.Detail.Faults}
	if x.Code == "late" {
		r.Sealed = m.Last.Time
	}
	for _, a := range x.Detail.Args {
		switch a.Name {
		case "ignored":
			r.Ignored, r.Doubtful = remarks(strings.Split(a.Value, "\n"))
		case "lines":
			r.Lines = strings.Split(a.Value, "\n")
		default:
			r.Args = append(r.Args, table.A(a.Name, a.Value))
		}
	}
	e := envelope{seat: table.Seat(x.Seat), address: x.Detail.Address, letter: "refusal", about: x.Seq, mail: x.Mail}
	e.answers, e.thread = st.answersTo(ctx, x.Mail, x.Raw)
	if x.Seat != "" {
		w := st.writer(m, e.seat)
		r.Head = w.head()
		switch {
		case r.Code == "bare":
			r.Lines = w.shownBack(r.Lines)
		case r.Code != "chat" && r.Code != "empty" || !w.orderable():
		case len(m.Desk(e.seat).Unmended()) > 0:
			if r.Unmended = m.Desk(e.seat).Unmended(); w.closing().Until == 0 {
				r.Due = w.due()
			}
		case !m.Desk(e.seat).Sent:
			r.Awaited, r.Lines = true, w.shownBack(nil)
		}
		return st.issue(ctx, m, e, w.dress(r))
	}
	r.Head = letter.Head{Reply: st.Post.Orders}
	lang := st.Settings.Language
	for _, a := range x.Detail.Args {
		switch {
		case a.Name == "game":
			r.Head.Game = a.Value
		case a.Name == "lang" && a.Value != "":
			lang = a.Value
		}
	}
	return st.issue(ctx, m, e, letter.Render(r, st.Phrases.Book(lang, ""), lang, nil))
}

// nearlyCommands returns typed lines that look like commands but are not, such as "HLEP", with what may have been meant.
func (v *exchange) nearlyCommands() []events.Fault {
	var faults []events.Fault
	for _, l := range v.said.Loose {
		if f, ok := v.st.Phrases.Speech.NearCommand(l.Text); ok {
			f.Number = int64(len(faults) + 1)
			faults = append(faults, f)
		}
	}
	return faults
}
