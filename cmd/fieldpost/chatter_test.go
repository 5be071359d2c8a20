package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// quickGames are games of every rulebook, each with what is played fastest of it.
var quickGames = []struct {
	rulebook, scenario string
	first              int // windows in which little happens: set-ups, the first moves
}{
	{"brush-brothers", "ibarra-palace", 1}, {"landships", "bocquet-trench", 2}, {"conflict-of-heroes", "couriers-satchel", 2},
	{"somme-1918", "hutier-strikes", 4}, {"modern-battles", "mill-crossroads", 4},
}

// quickGame is one of them called hill, in a hall that tries drafts as seldom as it can: what a trial says is not what these tests are about.
func quickGame(t *testing.T, g office.NewGame) *hall {
	t.Helper()
	h := newHall(t)
	h.Office.Settings.Trials, h.Office.Painter = office.Trials{Receipt: 1, Check: 2, Falls: 1}, nil
	h.Office.Settings.Rates = office.Rates{Seat: 1 << 20, Game: 1 << 20}
	g.ID = "hill"
	h.Seated(g)
	return h
}

// chatter writes what a talkative player writes of an open window: his orders in several mails, and questions between them.
type chatter struct {
	game   string
	seat   table.Seat
	chance *rand.Rand
}

func (c chatter) often(one, in int) bool { return c.chance.IntN(in) < one }

// block puts lines between ORDERS and END.
func (c chatter) block(m *adjudicator.Match, lines ...string) string {
	return fmt.Sprintf("ORDERS %s turn %d\n%s\nEND", c.game, m.Now.Turn(), strings.Join(lines, "\n"))
}

// standing gives standing orders that the seat may give, one of a verb.
func (c chatter) standing(m *adjudicator.Match) (lines []string) {
	language, view := m.Engine.Language(), m.Now.Knows(c.seat)
	for _, v := range language.Verbs {
		if !v.Standing {
			continue
		}
		texts := []string{v.Example.In(orders.English)}
		if text, ok := view.Example(v.Name, m.Open.Phases); ok {
			texts = append(texts, text)
		}
		for _, text := range texts {
			text = "standing " + strings.TrimPrefix(text, "standing ")
			read := orders.Parse(language, view.Lexicon(), text, 1)
			if len(read.Faults) == 0 && len(read.Lines) == 1 && read.Lines[0].Standing {
				lines = append(lines, text)
				break
			}
		}
	}
	c.chance.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// typed are the lines of a mail's block.
func typed(mail string) []string {
	lines := strings.Split(mail, "\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "ORDERS ") {
		return nil
	}
	return lines[1 : len(lines)-1]
}

// orders writes the mails by which a player comes to the orders that he means: less than these before them, lines taken back, single lines
// sent again by their numbers, standing orders changed.
func (c chatter) orders(m *adjudicator.Match, meant string) (mails []string) {
	lines := typed(meant)
	if len(lines) == 0 { // answers to questions
		return []string{meant}
	}
	standing := c.standing(m)
	lines = slices.Concat(lines, standing[:min(len(standing), c.chance.IntN(4))])
	if c.often(1, 2) {
		mails = append(mails, c.block(m, slices.Concat(lines[:1+c.chance.IntN(len(lines))], standing[:min(len(standing), 2)])...))
		if c.often(1, 3) {
			mails = append(mails, "WITHDRAW")
		}
	}
	mails = append(mails, c.block(m, lines...))
	if c.often(1, 2) {
		mails = append(mails, fmt.Sprintf("WITHDRAW %d", 1+c.chance.IntN(len(lines))), c.block(m, lines...))
	}
	if n := len(lines); n > 1 && c.often(2, 3) { // single lines again, by their numbers
		var again []string
		for i := 1; i < n; i++ {
			if c.often(1, 2) || i == n-1 {
				again = append(again, fmt.Sprintf("%d %s", i+1, lines[i]))
			}
		}
		mails = append(mails, c.block(m, again...))
	}
	if len(standing) > 0 && c.often(1, 2) {
		mails = append(mails, c.block(m, standing[len(standing)-1]))
	}
	return mails
}

// ask writes a mail that asks for something and orders nothing.
func (c chatter) ask(m *adjudicator.Match, meant string) string {
	lines, standing := typed(meant), c.standing(m)
	verb := m.Engine.Language().Verbs[c.chance.IntN(len(m.Engine.Language().Verbs))]
	asks := []string{
		"STATUS", "MAP", "STANDING", "FORM", "HISTORY", "HISTORY 1", "DICE", "RULE " + verb.Rule, "HELP", "HELP all", "HELP " + verb.Spoken(orders.English),
		"STATUS\nSTANDING\nDICE", "MAP\nFORM\nHELP", "WITHDRAW 97", "CHECK", "CHECK\nSTATUS", "HLEP", "nothing in particular",
	}
	if n := len(lines); n > 0 {
		checks := []string{
			c.block(m, lines...), c.block(m, slices.Concat(lines, standing)...), c.block(m, lines[:1]...), c.block(m, slices.Concat(standing, lines[:1])...),
			c.block(m, fmt.Sprintf("%d %s", n, lines[n-1])), c.block(m), c.block(m, "nobody: nothing"),
		}
		if len(standing) > 0 {
			checks = append(checks, c.block(m, standing...), c.block(m, standing[0]), c.block(m, standing[len(standing)-1], standing[0]), c.block(m, "2 "+standing[0]))
		}
		for _, text := range checks { // as often as all the rest
			asks = append(asks, "CHECK\n"+text, "CHECK\nSTANDING\n"+text)
		}
	}
	return asks[c.chance.IntN(len(asks))]
}

// account tells what counts of a game: what was sealed, named by order mails instead of events, what followed, with every die, and what the
// players read of it.
func (h *hall) account(game string) (lines []string) {
	h.T.Helper()
	tell := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	named := map[string]string{} // seat and number of an order mail, by the event with which ids of its lines begin
	name := func(ids []string) (names []string) {
		for _, id := range ids {
			event, line, _ := strings.Cut(id, ".")
			names = append(names, named[event]+"."+line)
		}
		return names
	}
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			h.T.Fatal(err)
		}
		switch b := e.Body.(type) {
		case events.OrdersReceived:
			o, _, err := events.Open[events.Orders](r, b.OrdersSealed)
			if err != nil {
				h.T.Fatal(err)
			}
			named[fmt.Sprint(e.Seq)] = fmt.Sprintf("%s/%d", b.Seat, b.Number)
			tell("%d: %s/%d for window %d: %+v, answers %+v, faults %+v", e.Time, b.Seat, b.Number, b.Window, o.Lines, o.Answers, o.Faults)
		case events.Sealed:
			for _, s := range b.Seats {
				tell("%d: window %d sealed (%s): %s lines %v, standing %v, answers %v, silent %v", e.Time, b.Window, b.Cause, s.Seat, name(s.Lines), name(s.Standing), name(s.Answers), s.Silent)
			}
		case events.Adjudicated:
			tell("%d: window %d played: rolls %v, next %+v, ending %q for %q", e.Time, b.Window, b.Rolls, b.Next, b.Ending, b.Winner)
		case events.GameClosed:
			tell("%d: closed %+v", e.Time, b)
		}
	}
	h.Look(game, func(m *adjudicator.Match) {
		if m.Halt != nil {
			h.T.Fatal(m.Halt)
		}
		for _, p := range m.Everything() {
			for _, f := range officetest.WithoutIDs(p.Facts) {
				tell("%+v", f)
			}
		}
		tell("position %s", asJSON(h.T, m.Now.Describe()))
		for _, p := range m.Players {
			tell("%s knows %s", p.Seat, asJSON(h.T, m.Now.Knows(p.Seat).Describe()))
		}
		for _, l := range m.Letters {
			switch l.Issued.Letter {
			case "report", "question", "ended":
				tell("%d: %s to %s:\n%s", l.Time, l.Issued.Letter, l.Issued.Seat, officetest.Masked(h.Text(l)))
			}
		}
	})
	return lines
}

func asJSON(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
