package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/projections/chart"
	"fieldpost/projections/letter"
	"fieldpost/projections/words"
)

// writer is all that writing to one seat needs, gathered once.
type writer struct {
	st   *Station
	m    *adjudicator.Match
	seat table.Seat
	p    adjudicator.Player
	book *words.Book
	lang string
	zone *time.Location

	titles *scenarioNames // nil until they are asked for
	tongue *orders.Parser // of the reader's language; nil until a line is told
}

func (st *Station) writer(m *adjudicator.Match, seat table.Seat) *writer {
	w := &writer{st: st, m: m, seat: seat, lang: st.Config.Language, zone: time.UTC}
	if seat == adjudicator.Master {
		w.p = adjudicator.Player{Seat: seat, Taken: true, Name: "Game master", Language: st.Config.Language, Address: st.Config.Master}
	}
	if p := m.Player(seat); p != nil {
		w.p, w.lang = *p, p.Language
		if zone, err := time.LoadLocation(p.Zone); err == nil {
			w.zone = zone
		}
	}
	w.book = st.Phrases.Book(w.lang, m.Announced.Rulebook)
	return w
}

// say gives the words of a key, or the key itself where it is none: names of units and players are no keys.
func (w *writer) say(key string) string {
	if w.book.Has(key) {
		return w.book.Say(key)
	}
	return key
}

// scenario gives the names that the scenario's document has for things.
func (w *writer) scenario() *scenarioNames {
	if w.titles == nil {
		w.titles = namesIn(w.m.Setup.Document)
	}
	return w.titles
}

// title is the scenario's name as the player reads it.
func (w *writer) title() string {
	if title := w.scenario().Title; title.EN != "" {
		return orders.Words(title).In(orders.Lang(w.lang))
	}
	return w.m.Announced.Scenario
}

// label is the name of a place of the map as the player reads it.
func (w *writer) label(text string) string {
	for _, l := range w.scenario().Board.Labels {
		if l.Text.EN == text {
			return orders.Words(l.Text).In(orders.Lang(w.lang))
		}
	}
	return text
}

// sides are the names of all sides as the player reads them: those of the words, else those of the scenario, else the ids.
func (w *writer) sides() map[table.Seat]string {
	names := make(map[table.Seat]string)
	for _, p := range w.m.Players {
		names[p.Seat] = w.side(p.Seat)
	}
	return names
}

func (w *writer) head() letter.Head {
	h := letter.Head{Game: w.m.Game, Title: w.title(), Seat: w.side(w.seat), Side: w.seat, Sides: w.sides(), Player: w.p.Name, Reply: w.replyTo()}
	if w.m.Fair.Terms != nil {
		h.Dice = w.m.Fair.Profile()
	}
	if op := w.m.Fair.Operator; op != "" {
		h.Operator = w.side(table.Seat(op))
	}
	if w.m.Now != nil {
		h.Turn = w.m.Now.Turn()
	}
	if w.m.Open != nil {
		h.Phase = w.phase(w.m.Open.Step)
	}
	return h
}

// side is a seat's name as the player reads it.
func (w *writer) side(s table.Seat) string {
	return w.scenario().seat(w.book, w.lang, s)
}

func (w *writer) phase(step string) string {
	if key := "phase." + step; w.book.Has(key) {
		return w.book.Say(key)
	}
	return step
}

// replyTo is the seat's own address for the present turn.
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

// chart draws the map as the seat sees it, in all its dresses. Of a theatre the picture is cut to the part where something
// happens; the whole is attached, and the ground told in words, if entire.
func (w *writer) chart(facts []table.Fact, entire bool) letter.Map {
	if w.m.Now == nil {
		return letter.Map{}
	}
	sheet := w.m.Now.Knows(w.seat).Sheet(facts)
	sheet.Title = turnLine(w.book, sheet.Title, w.m.Now.Turn())
	for i, c := range sheet.Cells { // marks end with the id of their holder; the map names him as the letter does
		for j, m := range c.Marks {
			for _, p := range w.m.Players {
				if rest, ok := strings.CutSuffix(m, " "+string(p.Seat)); ok {
					sheet.Cells[i].Marks[j] = rest + " " + w.side(p.Seat)
				}
			}
		}
	}
	for i, l := range sheet.Labels {
		sheet.Labels[i].Text = w.label(l.Text)
	}
	if sheet.Free != nil {
		sheet.Free.Speak(w.lang)
	}
	style := chart.Style{Heading: w.title(), Words: w.say, Eyes: w.book.Say("letter.map.eyes", table.A("seat", w.side(w.seat)), table.A("game", w.m.Game))}
	for _, p := range w.m.Players {
		style.Seats = append(style.Seats, w.side(p.Seat))
	}
	part, radius := chart.Crop(sheet)
	near := style
	near.Radius, near.Brief = radius, radius != 0 && !entire
	list := chart.Draw(part, near)
	drawn := letter.Map{Text: chart.Speak(part, near, 0), Wide: list.Width}
	if !w.p.Letters.Gets(adjudicator.Pictures) {
		return drawn
	}
	if w.st.painter != nil {
		var err error
		if drawn.PNG, err = w.st.painter.PNG(list); err != nil {
			w.st.Log.Error("a map could not be painted", "game", w.m.Game, "error", err)
		}
	}
	switch {
	case near.Brief:
	case near.Radius != style.Radius:
		drawn.SVG = chart.Draw(sheet, style).SVG()
	default:
		drawn.SVG = list.SVG()
	}
	return drawn
}

// turnLine is the second line of a map: "Turn 3 of 7" of a sheet that says "3/7", "Set-up" before the first.
func turnLine(book letter.Words, title string, turn int) string {
	_, of, _ := strings.Cut(title, "/")
	return book.Say("letter.turn.of", table.A("turn", turn), table.A("of", of))
}

// newTurn tells whether facts led into a turn, or to its set-up.
func newTurn(facts []table.Fact) bool {
	return len(facts) == 0 || facts[len(facts)-1].Turn == 0 || facts[0].Turn != facts[len(facts)-1].Turn
}

// form is the order form for the open window, with what the seat has ordered already.
func (w *writer) form() string {
	if !w.m.Awaits(w.seat) || w.m.Sealed != nil || len(w.m.Open.Questions) > 0 {
		return ""
	}
	view := w.m.Now.Knows(w.seat)
	blank := orders.Blank{
		Header: orders.Header{Game: w.m.Game, Turn: w.m.Now.Turn()}, Phases: w.m.Open.Phases,
		Own: view.Lexicon().Own(), Draft: w.retold(w.m.Desk(w.seat).Draft()),
		Example: func(verb string) (string, bool) {
			text, proposes := view.Example(verb, w.m.Open.Phases)
			use := text != "" || !proposes
			if w.lang != string(orders.English) {
				text = w.phrase(text)
			}
			return text, use
		},
	}
	text := strings.Split(strings.TrimRight(orders.Form(w.m.Engine.Language(), orders.Lang(w.lang), blank, w.say), "\n"), "\n")
	if mail.Policy(w.st.terms(w.m).Proof) == mail.Strict { // what is signed names game, turn and seat
		text[0] += " " + string(w.seat)
	}
	return strings.Join(mail.Form(text[0], text[1:len(text)-1]), "\n")
}

// line tells an order line as the reader would write it; sent back it is the same line.
func (w *writer) line(l table.Line) string {
	if w.lang == string(orders.English) || w.m.Now == nil {
		return l.Text
	}
	return w.parser().Spoken(l, langOf(w.lang))
}

// parser reads lines of the game as it stands for the seat.
func (w *writer) parser() *orders.Parser {
	if w.tongue == nil {
		w.tongue = orders.NewGrammar(w.m.Engine.Language()).Parser(w.m.Now.Knows(w.seat).Lexicon())
	}
	return w.tongue
}

// rewords gives a refusal with what it would allow instead as the reader would write it.
func (w *writer) rewords(r table.Refusal) table.Refusal {
	if w.lang == string(orders.English) || w.m.Now == nil {
		return r
	}
	if r.Code == table.CodeUnusedWords {
		r.Args = slices.Clone(r.Args)
		text, _ := r.Args[0].Value.(string)
		w.wordsOf(text, r.Args)
	}
	r.Legal = slices.Clone(r.Legal)
	for i, text := range r.Legal {
		r.Legal[i] = w.phrase(text)
	}
	return r
}

// faults are those of a mail with the names of orders as the reader would write them.
func (w *writer) faults(list []events.Fault) []events.Fault {
	if w.lang == string(orders.English) || w.m.Engine == nil {
		return list
	}
	list = slices.Clone(list)
	for i, f := range list {
		list[i].Args = slices.Clone(f.Args)
		for j, a := range f.Args {
			switch a.Name {
			case "verb", "of":
				list[i].Args[j].Value = w.spoken(a.Value)
			case "choices":
				list[i].Args[j].Value = w.choices(f.Code, a.Value)
			}
		}
	}
	return list
}

// spoken is the reader's word for an order or a clause.
func (w *writer) spoken(name string) string {
	for _, v := range w.m.Engine.Language().Verbs {
		for _, x := range append([]orders.Verb{v}, v.Clauses...) {
			if x.Name == name {
				return x.Spoken(orders.Lang(w.lang))
			}
		}
	}
	return name
}

// choices are the words that might have stood somewhere, "rifle, lmg", as the reader would write them.
func (w *writer) choices(code, list string) string {
	names := strings.Split(list, ", ")
	if code == "orders.verb-missing" {
		for i, name := range names {
			names[i] = w.spoken(name)
		}
		return strings.Join(names, ", ")
	}
	if spoken, ok := w.m.Engine.Language().SpokenChoices(names, orders.Lang(w.lang)); ok {
		return strings.Join(spoken, ", ")
	}
	for i, name := range names { // directions
		if w.book.Has(name) {
			names[i] = w.book.Say(name)
		}
	}
	return strings.Join(names, ", ")
}

// retold gives lines as the reader would write them.
func (w *writer) retold(lines []table.Line) []table.Line {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Text = w.line(lines[i])
	}
	return lines
}

// program are the lines that stand, numbered as their receipts called them.
func (w *writer) program() []letter.Line {
	var out []letter.Line
	for _, l := range w.m.Desk(w.seat).Draft() {
		out = append(out, letter.Line{Number: int(l.Number), Text: w.line(l)})
	}
	return out
}

// standing are the standing orders as they lie on the desk, with what the rules say of those that were in force.
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
		line.Line.Text = w.line(line.Line)
		lines = append(lines, line)
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
	reply   string // where an answer goes, if not to the seat's own address
}

// issue keeps a letter's bytes and owes it: from here on it will be sent, the same bytes at every try.
func (st *Station) issue(ctx context.Context, m *adjudicator.Match, e envelope, dress letter.Dress) (*adjudicator.Match, error) {
	id := fmt.Sprintf("%s.%d.%s.%s", m.Game, e.about, e.seat, e.letter)
	if !e.mail.IsZero() {
		id += "." + e.mail.String()[:12]
	}
	out := mail.Outgoing{
		ID: strings.NewReplacer("..", ".", "_", "-").Replace(id), Date: st.Now().UTC().Truncate(time.Second), Domain: st.domain, Game: m.Game,
		From: mail.Mailbox{Name: "Fieldpost", Address: st.Post.Orders}, To: mail.Mailbox{Name: e.name, Address: e.address},
		Subject: dress.Subject, Answers: e.answers, References: e.thread, Text: dress.Text, HTML: dress.HTML,
	}
	if m.Game == officeLog {
		out.Game = ""
	}
	if e.seat != "" {
		out.ReplyTo = mail.Mailbox{Name: "Fieldpost", Address: st.writer(m, e.seat).replyTo()}
	}
	if e.seat != "" && e.answers == "" { // who never wants a letter again can say so by a button of his mail program; a second mail must confirm it
		out.Unsubscribe = "mailto:" + out.ReplyTo.Address + "?subject=SURRENDER%20" + m.Game
	}
	if e.reply != "" {
		out.ReplyTo = mail.Mailbox{Name: "Fieldpost", Address: e.reply}
	}
	for _, p := range dress.Inline {
		out.Pictures = append(out.Pictures, mail.File{Name: p.Name, Type: p.Type, ID: p.CID, Data: p.Data})
	}
	for _, p := range slices.Concat(dress.Attached, st.papers(ctx, m, e), st.endPapers(ctx, m, e)) {
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
	if err == nil && st.outbox != nil {
		st.outbox.Wake()
	}
	return m, err
}

// toSeat is an envelope to a player.
func (w *writer) toSeat(kind string, about int64, mail events.Hash) envelope {
	return envelope{seat: w.seat, address: w.p.Address, name: w.p.Name, letter: kind, about: about, mail: mail}
}

// dress writes a letter in the player's language and zone.
func (w *writer) dress(l letter.Letter) letter.Dress { return letter.Render(l, w.book, w.lang, w.zone) }
