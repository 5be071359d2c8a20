package office

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/letter"
	"fieldpost/scenarios/words"
)

// writer holds everything that writing to one seat needs, gathered once.
type writer struct {
	st   *Office
	m    *adjudicator.Match
	seat table.Seat
	p    adjudicator.Player
	book *words.Book
	lang string
	zone *time.Location

	tried    *trial // of a draft, ahead of the letter; may be nil
	unproven error  // why what the letter reports cannot be proven now, or nil

	*account.Reader
}

func (st *Office) writer(m *adjudicator.Match, seat table.Seat) *writer {
	w := &writer{st: st, m: m, seat: seat, lang: st.Settings.Language, zone: time.UTC}
	if seat == adjudicator.Master {
		w.p = adjudicator.Player{Seat: seat, Taken: true, Name: "Game master", Language: st.Settings.Language, Address: st.Settings.Master}
	}
	if p := m.Player(seat); p != nil {
		w.p, w.lang = *p, p.Language
		if zone, err := time.LoadLocation(p.Zone); err == nil {
			w.zone = zone
		}
	}
	w.Reader = &account.Reader{Engine: m.Engine, Seat: seat, Scenario: m.Setup.Scenario, Language: st.Phrases.Language(m.Announced.Rulebook)}
	w.RuleText = func(rule string) string { return st.Phrases.Rule(m.Announced.Rulebook, rule, w.lang) }
	w.in(w.lang)
	if m.Now != nil {
		w.Now = m.Now
	}
	for _, p := range m.Players {
		w.Seats = append(w.Seats, p.Seat)
	}
	return w
}

// in switches the writer to a language.
func (w *writer) in(lang string) {
	w.lang, w.book = lang, w.st.Phrases.Book(lang, w.m.Announced.Rulebook)
	w.Lang, w.Book = w.lang, w.book
}

// steps returns the short names of steps, or nil if one has none.
func (w *writer) steps(phases []string) (names []string) {
	for _, phase := range phases {
		switch name := w.Step(phase); {
		case name == "":
			return nil
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	return names
}

// ownSteps leaves out the steps of a window in which nothing is for the seat to order: the moves of the side whose aircraft alone are asked for, and,
// where something is in others, those of a kind that it does not have, as of aircraft.
func (w *writer) ownSteps(steps []string) []string {
	if w.m.Now == nil {
		return steps
	}
	view := w.m.Now.Knows(w.seat)
	own := slices.DeleteFunc(slices.Clone(steps), func(step string) bool { return !view.MayOrder(step) })
	busy := slices.DeleteFunc(slices.Clone(own), func(step string) bool {
		for range view.Options(step) {
			return false
		}
		return true
	})
	if len(busy) == 0 {
		return own
	}
	return busy
}

// title returns the scenario's name as the player reads it.
func (w *writer) title() string {
	return cmp.Or(w.book.Tied(w.Names().Title.In(langOf(w.lang))), w.m.Announced.Scenario)
}

func (w *writer) head() letter.Head {
	h := w.Head(w.m.Game)
	h.Title, h.Player, h.Reply = w.title(), w.p.Name, w.replyTo()
	if w.m.Fair.Terms != nil {
		h.Dice = w.m.Fair.Profile()
	}
	if op := w.m.Fair.Operator; op != "" {
		h.Operator = w.Side(table.Seat(op))
	}
	h.Advice, h.Advised, h.Watch = int(w.m.Fair.Advice), w.askedAdvice(), int(w.m.Fair.Observers)
	for _, p := range w.m.Players {
		if p.Bot != "" {
			h.Machines = append(h.Machines, w.Side(p.Seat))
		}
	}
	if w.m.Open != nil {
		h.Phase = w.Phase(w.m.Open.Step)
		h.Step = w.Step(w.m.Open.Step)
		if len(w.m.Open.Phases) > 1 {
			own := w.ownSteps(w.m.Open.Phases)
			h.Phases = w.steps(own)
			if len(own) > 0 && w.m.Awaits(w.seat) && !w.m.Now.Knows(w.seat).MayOrder(w.m.Open.Step) { // it is the other side's alone
				h.Phase, h.Step = w.Phase(own[0]), w.Step(own[0])
			}
		}
	}
	return h
}

// replyTo returns the seat's own address for the present turn.
func (w *writer) replyTo() string {
	turn := int64(0)
	if w.m.Now != nil {
		turn = int64(w.m.Now.Turn())
	}
	return w.st.Post.Address(w.m.Game, string(w.seat), turn)
}

func (w *writer) due() letter.Due {
	d := letter.Due{Now: w.st.Now().UnixMilli()}
	if w.m.Due != nil {
		d.At = w.m.Due.Due
	}
	return d
}

// closing says when the open window closes early, and whom it waits for. Nobody is named while questions are open: that one is asked is a
// secret of his.
func (w *writer) closing() letter.Window {
	m := w.m
	if m.Open == nil || m.Sealed != nil || m.Over() {
		return letter.Window{}
	}
	clock := clockFor(m)
	if clock.CoolOff < 0 {
		return letter.Window{Fixed: m.Due != nil}
	}
	l := letter.Window{Open: true, CoolOff: clock.CoolOff}
	l.Closes, _ = w.st.closesEarly(m)
	for _, s := range m.Open.Seats {
		switch d := m.Desk(s); {
		case d.Sent && len(d.Unmended()) > 0:
			l.Mending = append(l.Mending, w.Side(s))
			if m.Terms.Mending > 0 {
				l.Until = max(l.Until, d.Last+max(m.Terms.Mending*60000, clock.CoolOff*1000))
			}
		case len(m.Open.Questions) > 0:
			if !d.Ready() || slices.ContainsFunc(m.Open.Questions, func(q table.Asked) bool { return q.Seat == s && !answered(d, q.Key) }) {
				l.Answers = append(l.Answers, w.Side(s))
			}
		case !d.Ready():
			l.Orders = append(l.Orders, w.Side(s))
		}
	}
	if m.Due != nil && l.Until >= m.Due.Due {
		l.Until = 0 // the deadline comes first
	}
	if m.Due != nil && l.Closes >= m.Due.Due {
		return letter.Window{}
	}
	return l
}

// answered reports whether a question has its reply.
func answered(d *adjudicator.Desk, question string) bool {
	return slices.ContainsFunc(d.Answers(), func(a events.Answer) bool { return a.Question == question })
}

// chart draws the map as the seat sees it, in all its dresses. For a theatre the picture is cut to the part where something happens. If
// entire is set, the whole map is attached and the ground described in words.
func (w *writer) chart(facts []table.Fact, entire bool) letter.Map {
	if w.m.Now == nil {
		return letter.Map{}
	}
	c := w.Chart(w.m.Game, w.title(), facts, entire)
	list := chart.Draw(c.Part, c.Near)
	drawn := letter.Map{Text: c.Words(), Wide: list.Width}
	if !w.p.Letters.Gets(adjudicator.Pictures) {
		return drawn
	}
	if w.st.Painter != nil {
		var err error
		if drawn.PNG, err = w.st.Painter.PNG(list); err != nil {
			w.st.Log.Error("a map could not be painted", "game", w.m.Game, "error", err)
		}
	}
	switch {
	case c.Near.Brief:
	case c.Near.Radius != c.Style.Radius:
		drawn.SVG = chart.Draw(c.Sheet, c.Style).SVG()
	default:
		drawn.SVG = list.SVG()
	}
	return drawn
}

// form returns the order form for the open window, with what the seat has ordered already and all that is to be said about forms.
func (w *writer) form() string { return w.formFor(false) }

// formFor returns the same for a player who has been taught by earlier letters how a form is used, or has not.
func (w *writer) formFor(taught bool) string {
	if !w.m.Awaits(w.seat) || w.m.Sealed != nil || len(w.m.Open.Questions) > 0 {
		return ""
	}
	view := w.m.Now.Knows(w.seat)
	draft := w.m.Desk(w.seat).Draft()
	doings := w.doings()
	blank := orders.Blank{
		Header: w.orderHeader(), Phases: w.m.Open.Phases,
		Taught: taught, Own: view.Lexicon().Own(), Draft: w.Lines(draft), Unable: w.unable(view, draft),
		Example: func(verb string) (string, bool) {
			text, proposes := view.Example(verb, w.m.Open.Phases)
			later := slices.ContainsFunc(doings, func(d letter.Doing) bool { return slices.Contains(d.Then, verb) })
			return w.Phrase(text), text != "" || later || !proposes && !w.barred(view, verb)
		},
	}
	if slices.ContainsFunc(w.Language.Verbs, func(v orders.Verb) bool { return v.Implicit }) {
		blank.Deeds = view.Deeds(blank.Phases)
	}
	blank.Guided = len(doings) > 0 || blank.Offers(w.Language.Verbs) > manyVerbs
	blank.Ready, blank.Instead, blank.More = w.ready(doings, blank)
	if w.m.Desk(w.seat).Sent { // those lines are no leftovers
		blank.Instead = nil
	}
	for _, l := range w.habits() {
		blank.Habits = append(blank.Habits, w.Line(l))
	}
	text := strings.Split(strings.TrimRight(orders.Form(w.Language, orders.Lang(w.lang), blank, w.Word), "\n"), "\n")
	lines := text[1 : len(text)-1]
	if blank.Guided && len(blank.Ready)+len(blank.Instead) == 0 && w.blank() {
		lines = slices.Insert(lines, 0, columns.Lines(w.nothing(), formWidth, "# ", "#   ")...)
	}
	return w.formWith(text[0], lines)
}

// barred reports whether the rules refuse a verb of which they propose no lines as things are: one that names nothing on the map, whose own example is
// not allowed.
func (w *writer) barred(view table.View, name string) bool {
	verb, _ := w.Language.Named(name)
	thing := func(p orders.Param) bool { return p.Kind != orders.KindWord && p.Kind != orders.KindNumber }
	if len(verb.Args) == 0 || slices.ContainsFunc(verb.Args, thing) {
		return false
	}
	l, ok := view.Read(verb.Example.In(orders.English))
	return ok && view.Allowed(l) != nil
}

// blank reports whether the player has no orders for the open window.
func (w *writer) blank() bool {
	return len(w.m.Desk(w.seat).Draft()) == 0 && !w.m.Desk(w.seat).Sent
}

// futile says in the news that nothing is proposed in the open window, for which the game has words of its own in the form.
func (w *writer) futile() []letter.Note {
	if w.m.Open == nil || !w.m.Awaits(w.seat) || !w.blank() || !w.book.Has("form.nothing."+w.m.Open.Step) || len(w.doings()) > 0 {
		return nil
	}
	return []letter.Note{{Key: "letter.report.futile"}}
}

// nothing is what a form says that proposes nothing: in the words of the game for this phase ("form.nothing.combat"), if it has any.
func (w *writer) nothing() string {
	if key := "form.nothing." + w.m.Open.Step; w.book.Has(key) {
		return w.book.Say(key)
	}
	return w.book.Say("letter.report.form.nothing")
}

// formWidth is how wide the lines of a form are.
const formWidth = 78

// unable says why lines are not allowed as things stand, with "" for those that are.
func (w *writer) unable(view table.View, draft []table.Line) []string {
	var out []string
	for _, l := range draft {
		why := ""
		if no := view.Allowed(l); no != nil {
			why = letter.NewLines(w.head(), w.book).Refusal(*no)
		}
		out = append(out, why)
	}
	return out
}

// manyVerbs is how many verbs a form explains where the rules propose nothing: of more it only has the names, as HELP explains each.
const manyVerbs = 4

// orderHeader names the game and the turn that orders are for.
func (w *writer) orderHeader() orders.Header {
	return orders.Header{Game: w.m.Game, Turn: w.m.Now.Turn()}
}

// formWith makes a form of its head and its lines; a signed one names the seat as well.
func (w *writer) formWith(head string, lines []string) string {
	if mail.Policy(w.st.terms(w.m).Proof) == mail.Strict {
		head += " " + string(w.seat)
	}
	return strings.Join(message.Form(head, lines), "\n")
}

// shownBack puts lines that stood without a frame into an order form, each behind a "#": taking that away is what makes a line the player's own,
// wherever in his answer our letter stands. For one that is no order what it may mean is shown, if that is known. Before the first window there is
// no turn to order for, and the lines stay as they are.
func (w *writer) shownBack(lines []string) []string {
	if w.m.Now == nil {
		return lines
	}
	head, _, _ := strings.Cut(orders.Form(w.Language, orders.Lang(w.lang), orders.Blank{Header: w.orderHeader()}, w.Word), "\n")
	var behind []string
	for i, h := range w.m.Heard(w.seat, w.Language, lines) {
		for k, l := range h.Lines {
			ready := "# "
			if k == 0 && l.Number > 0 {
				ready += strconv.FormatInt(l.Number, 10) + " "
			}
			behind = append(behind, ready+w.Line(l))
		}
		for _, meant := range h.Meant {
			behind = append(behind, "# "+meant+"  # "+lines[i])
		}
		switch {
		case h.Needless:
			behind = append(behind, "# "+lines[i]+"  # "+w.book.Say("letter.refusal.bare.needless"))
		case len(h.Lines)+len(h.Meant) == 0:
			behind = append(behind, "# "+lines[i]+"  # "+w.book.Say("letter.refusal.bare.unread"))
		}
	}
	return strings.Split(w.formWith(head, behind), "\n")
}

// habitual is after how many windows a form no longer names the standing orders worth giving: the briefing has them all.
const habitual = 6

// habits returns the standing orders worth giving, for the first forms of a game.
func (w *writer) habits() []table.Line {
	if w.m.Last.Window >= habitual {
		return nil
	}
	return w.m.Now.Knows(w.seat).Habits()
}

// program returns the lines that stand, numbered as their receipts called them.
func (w *writer) program() []letter.Line {
	var out []letter.Line
	for _, l := range w.m.Desk(w.seat).Draft() {
		out = append(out, letter.Line{Number: int(l.Number), Text: w.Line(l)})
	}
	return out
}

// standing returns the standing orders on the desk, with what the rules say about those that were in force.
func (w *writer) standing() []table.StandingLine {
	var lines []table.StandingLine
	var known []table.StandingLine
	if w.m.Now != nil {
		known = w.m.Now.Knows(w.seat).Standing()
	}
	for _, l := range w.m.Desk(w.seat).Standing() {
		line := table.StandingLine{Line: l, Armed: true}
		for _, k := range known {
			if k.Line.ID == l.ID {
				line = k
			}
		}
		line.Line.Text = w.Line(line.Line)
		lines = append(lines, line)
	}
	return lines
}

// inForce returns what a letter lists as in force: the standing orders, of which those that share their number with another line on the desk name
// their mail, and the orders that last although they are none.
func (w *writer) inForce() []table.StandingLine {
	lines := w.standing()
	desk := w.m.Desk(w.seat)
	numbers := map[int64]int{}
	for _, l := range slices.Concat(desk.Draft(), desk.Standing()) {
		numbers[l.Number]++
	}
	for i, s := range lines {
		event, _, _ := strings.Cut(s.Line.ID, ".")
		seq, _ := strconv.ParseInt(event, 10, 64)
		if of, known := w.m.OrderMail(seq); known && numbers[s.Line.Number] > 1 {
			lines[i].Line.Text += " " + w.book.Say("letter.standing.mail", table.A("mail", int(of.Number)))
		}
	}
	if w.m.Now == nil {
		return lines
	}
	return append(lines, w.lasting(w.m.Now.Knows(w.seat))...)
}

// lasting returns the orders of a view that last although they are no standing orders. Each is named by what it says.
func (w *writer) lasting(v table.View) (lines []table.StandingLine) {
	for _, l := range v.Lasting() {
		l.Text = w.Line(l)
		l.ID, l.Number = l.Text, 0
		lines = append(lines, table.StandingLine{Line: l, Armed: true})
	}
	return lines
}

// envelope is where a letter goes and what it answers.
type envelope struct {
	seat    table.Seat
	address string
	name    string
	letter  string
	about   int64
	mail    events.Hash
	answers string // message id
	thread  []string
	reply   string  // where an answer goes, if not to the seat's own address
	mails   []int64 // events of the order mails that a report receipts
}

// issue stores a letter's bytes and records that it is owed: from here on it will be sent, with the same bytes at every try.
func (st *Office) issue(ctx context.Context, m *adjudicator.Match, e envelope, dress letter.Dress) (*adjudicator.Match, error) {
	id := fmt.Sprintf("%s.%d.%s.%s", m.Game, e.about, e.seat, e.letter)
	if !e.mail.IsZero() {
		id += "." + e.mail.String()[:12]
	}
	if n := len(m.Fair.Restores); n > 0 { // mailboxes may hold a letter about another event of this number, and show only one of two with the same name
		id += ".restored-" + m.Fair.Restores[n-1].Leaf.String()[:12]
	}
	out := mail.Outgoing{
		ID: strings.NewReplacer("..", ".", "_", "-").Replace(id), Date: st.Now().UTC().Truncate(time.Second), Domain: st.domain, Game: m.Game,
		From: message.Mailbox{Name: "Fieldpost", Address: st.Post.Orders}, To: message.Mailbox{Name: e.name, Address: e.address},
		Subject: dress.Subject, Answers: e.answers, References: e.thread, Text: dress.Text, HTML: dress.HTML,
	}
	if m.Game == OwnLog {
		out.Game = ""
	}
	if e.seat != "" {
		out.ReplyTo = message.Mailbox{Name: "Fieldpost", Address: st.writer(m, e.seat).replyTo()}
	}
	if e.seat != "" && e.answers == "" { // a player who wants no more letters can say so with a button of his mail program; a second mail must confirm it
		out.Unsubscribe = "mailto:" + out.ReplyTo.Address + "?subject=SURRENDER%20" + m.Game
	}
	if e.reply != "" {
		out.ReplyTo = message.Mailbox{Name: "Fieldpost", Address: e.reply}
	}
	for _, p := range dress.Inline {
		out.Pictures = append(out.Pictures, mail.File{Name: p.Name, Type: p.Type, ID: p.CID, Data: p.Data})
	}
	papers, err := st.papers(ctx, m, e)
	if err != nil {
		return m, fmt.Errorf("a %s to %s cannot be proven now and waits: %w", e.letter, e.seat, err)
	}
	end, err := st.endPapers(ctx, m, e)
	if err != nil {
		return m, fmt.Errorf("a %s to %s cannot be written now and waits: %w", e.letter, e.seat, err)
	}
	for _, p := range slices.Concat(dress.Attached, papers, end) {
		out.Files = append(out.Files, mail.File{Name: p.Name, Type: p.Type, Data: p.Data})
	}
	data, err := mail.Compose(out)
	if err != nil {
		return m, fmt.Errorf("a %s to %s: %w", e.letter, e.seat, err)
	}
	if data, err = st.sign(data, out.Date); err != nil {
		return m, err
	}
	digest, err := st.Service.Put(ctx, data)
	if err != nil {
		return m, err
	}
	written, moved := m.Head.Seq, false
	m, _, err = st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if moved = m.Head.Seq != written && m.Fair.Terms != nil; moved {
			return "", nil, nil, nil // its checkpoint must cover every event before it
		}
		if m.Issued(e.letter, e.seat, e.about) && e.about != 0 || e.about == 0 && m.Seen(e.mail) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(e.seat), st.salt(m.Game, "letter "+id), events.Player{Address: e.address})
		return "fieldpost", events.ReportIssued{
			Seat: string(e.seat), Letter: e.letter, About: e.about, Mail: e.mail, MessageID: out.MessageID(), Digest: digest, AddressSealed: hash,
		}, []events.Secret{secret}, err
	})
	if err == nil && moved {
		return st.issue(ctx, m, e, dress)
	}
	return m, err
}

// toSeat returns an envelope to a player.
func (w *writer) toSeat(kind string, about int64, mail events.Hash) envelope {
	return envelope{seat: w.seat, address: w.p.Address, name: w.p.Name, letter: kind, about: about, mail: mail}
}

// dress writes a letter in the player's language and zone.
func (w *writer) dress(l letter.Letter) letter.Dress { return letter.Render(l, w.book, w.lang, w.zone) }
