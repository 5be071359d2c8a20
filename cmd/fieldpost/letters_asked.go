package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/projections/ledger"
	"fieldpost/projections/letter"
)

func langOf(lang string) orders.Lang { return orders.Lang(lang) }

// answer writes the letter that a player's command asks for. It changes nothing in the game.
func (v *visit) answer(ctx context.Context, m *adjudicator.Match, seat table.Seat, kind string) (*adjudicator.Match, error) {
	w := v.st.writer(m, seat)
	var dress letter.Dress
	if halt := table.Guard(kind+" for "+string(seat), func() { dress = w.dress(v.asked(ctx, w, kind)) }); halt != nil {
		return m, m.Stop(halt)
	}
	e := w.toSeat(kind, 0, v.in.Key)
	e.answers, e.thread = v.in.MessageID, v.in.References
	return v.st.issue(ctx, m, e, dress)
}

func (v *visit) asked(ctx context.Context, w *writer, kind string) letter.Letter {
	m := w.m
	switch kind {
	case "check":
		return v.check(w)
	case "status", "map":
		s := letter.Status{Head: w.head(), Due: w.due(), Seats: w.seats(), Program: w.program(), Standing: w.standing()}
		if m.Halt != nil {
			s.Trouble = "letter.trouble"
		}
		if m.Now != nil {
			s.Map = w.chart(table.Readable(m.Last.Facts, w.seat))
			s.Rosters = m.Now.Knows(w.seat).Rosters()
		}
		return s
	case "standing":
		return letter.Standing{Head: w.head(), Lines: w.standing()}
	case "dice":
		return w.dicePage(ctx)
	case "rule":
		c, _ := v.command("RULE")
		return w.help(strings.ToUpper(strings.TrimSpace(c.Args)))
	case "form":
		return letter.Help{Head: w.head(), Topic: w.book.Say("letter.report.form"), Form: w.form()}
	case "history":
		c, _ := v.command("HISTORY")
		return w.history(ctx, c.Args)
	}
	topic := ""
	if c, ok := v.command("HELP"); ok {
		topic = strings.TrimSpace(c.Args)
	}
	return w.help(topic)
}

// check rehearses the orders of this mail, or what lies on the desk. Nothing is filed.
func (v *visit) check(w *writer) letter.Letter {
	c := letter.CheckResult{Head: w.head(), Due: w.due()}
	desk := w.m.Desk(w.seat)
	draft, standing := desk.Draft, desk.Standing
	if w.m.Now != nil && w.m.Open != nil && len(v.blocks(w.m)) > 0 {
		o, _, _ := v.understand(w.m, w.seat)
		c.Faults = o.Faults
		trial := adjudicator.Desk{Seat: w.seat, Standing: desk.Standing}
		trial.Receive(w.m.Head.Seq+1, 0, o)
		draft, standing = trial.Draft, trial.Standing
	}
	rehearsal := w.rehearse(draft, standing, checks)
	c.Verdicts = rehearsal.Verdicts
	c.Trials, c.Outcomes = len(rehearsal.Facts), w.outcomes(rehearsal.Facts)
	for _, x := range c.Verdicts {
		if x.Refusal != nil {
			continue
		}
		if chances, exact := w.m.Odds(w.seat, x.Line); len(chances) > 1 {
			c.Odds = append(c.Odds, letter.Odds{Number: int(x.Line.Number), Text: x.Line.Text, Chances: chances, Exact: exact})
		}
	}
	return c
}

// help answers HELP, HELP verb and RULE id.
func (w *writer) help(topic string) letter.Letter {
	h := letter.Help{Head: w.head(), Topic: topic, Form: w.form()}
	lang := langOf(w.lang)
	switch strings.ToUpper(topic) {
	case "":
		h.Short = true
		return h
	case "ALL", "TOUT":
		topic, h.Topic = "", ""
	}
	if topic != "" {
		if text, ok := orders.HelpVerb(w.m.Engine.Language(), topic, lang, w.say); ok {
			h.Text = text
			return h
		}
		if text, ok := ruleText(w.m.Engine, topic, w.lang); ok {
			h.Text = text
			return h
		}
		h.Topic = ""
	}
	for _, verb := range w.m.Engine.Language().Verbs {
		h.Verbs = append(h.Verbs, letter.VerbHelp{Name: verb.Name, Help: verb.Help.In(lang), Example: verb.Example.In(lang), Rule: verb.Rule})
	}
	return h
}

// dicePage lists the rolls of the whole game that the seat may see, each with the words of the fact that told it.
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

// mostHistory is how much text of past reports goes into one letter; what is older is left out.
const mostHistory = 1 << 20

// history lists the reports of the game, with their texts, or gives one of them again.
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

// again gives subject and text of a letter that was issued.
func (w *writer) again(ctx context.Context, l adjudicator.Letter) (subject, text string) {
	data, err := w.st.store.Get(ctx, l.Issued.Digest)
	if err != nil {
		w.st.Log.Error("a letter of the past cannot be read", "game", w.m.Game, "event", l.Seq, "error", err)
		return w.say("letter.kind." + l.Issued.Letter), ""
	}
	in, err := mail.Read(data, mail.Limits{Text: 4 << 20, Line: 64 << 10})
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

// answerOffice answers somebody who asks about no game.
func (v *visit) answerOffice(ctx context.Context, kind string) error {
	return v.st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Seen(v.in.Key) || v.bothers(m, "", kind) {
			return m, nil
		}
		book := v.st.Phrases.Book(v.lang, "")
		dress := letter.Render(letter.Help{Head: letter.Head{Reply: v.st.Post.Orders}}, book, v.lang, nil)
		return v.st.issue(ctx, m, envelope{address: v.in.From.Address, name: v.in.From.Name, letter: kind, mail: v.in.Key, answers: v.in.MessageID}, dress)
	})
}

// issueRefusal tells a sender why nothing was taken of his mail.
func (st *Station) issueRefusal(ctx context.Context, m *adjudicator.Match, v *visit, seat table.Seat, seq int64, code string, args []events.Option) (*adjudicator.Match, error) {
	r := letter.Refusal{Code: code, Received: st.Now().UnixMilli(), Subject: v.in.Subject}
	if code == "late" {
		r.Sealed = m.Last.Time
	}
	for _, a := range args {
		r.Args = append(r.Args, table.A(a.Name, a.Value))
	}
	if code == "empty" {
		r.Faults = v.nearlyCommands()
	}
	e := envelope{seat: seat, address: v.in.From.Address, name: v.in.From.Name, letter: "refusal", about: seq, mail: v.in.Key, answers: v.in.MessageID, thread: v.in.References}
	if seat != "" {
		w := st.writer(m, seat)
		r.Head = w.head()
		return st.issue(ctx, m, e, w.dress(r))
	}
	r.Head = letter.Head{Reply: st.Post.Orders}
	for _, a := range args {
		if a.Name == "game" {
			r.Game = a.Value
		}
	}
	return st.issue(ctx, m, e, letter.Render(r, st.Phrases.Book(v.lang, ""), v.lang, nil))
}

// nearlyCommands are typed lines that look like commands and are none: "HLEP", with what may have been meant.
func (v *visit) nearlyCommands() []events.Fault {
	var faults []events.Fault
	for _, l := range v.said.Loose {
		if _, ok, f := orders.ParseCommand(l.Text); !ok && f.Code != "" {
			f.Number = int64(len(faults) + 1)
			faults = append(faults, f)
		}
	}
	return faults
}

// messageIDs remembers the message ids of mails taken in lately, by their key, so that answers join their thread. It is
// a courtesy: an answer after a restart only loses its place in the thread.
type messageIDs struct {
	mu  sync.Mutex
	ids map[events.Hash]string
}

const mostMessageIDs = 10_000

func (x *messageIDs) note(key events.Hash, id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ids == nil || len(x.ids) >= mostMessageIDs {
		x.ids = make(map[events.Hash]string)
	}
	x.ids[key] = id
}

func (x *messageIDs) find(key events.Hash) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.ids[key]
}
