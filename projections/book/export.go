package book

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/archive"
	"fieldpost/projections/chart"
	"fieldpost/projections/ledger"
	"fieldpost/projections/letter"
)

// FromExport makes the book of a game from its export. Eyes that are "" are Everything of a game that is over, and else Public. An export that was
// made for a seat cannot be played again; the error then is a *adjudicator.Stopped with the code E_REDACTED.
func FromExport(x *archive.Exported, tongue Tongue, eyes Eyes) (*Book, error) {
	w := &writer{book: &Book{Lang: tongue.Lang, Game: x.Game}, tongue: tongue}
	m, err := adjudicator.FoldPasses(x.Game, x.All(), adjudicator.Source{Blob: x.Blob, Engines: adjudicator.Game}, func(m *adjudicator.Match) error {
		w.moments = append(w.moments, moment{now: m.Now, last: m.Last})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(w.moments) == 0 {
		return nil, ErrNothing
	}
	if err := w.look(m, eyes); err != nil {
		return nil, err
	}
	for i := range w.moments {
		w.scene(i)
	}
	w.close()
	return w.book, nil
}

// moment is where play stopped.
type moment struct {
	now  table.Views
	last adjudicator.Pass
}

// writer fills a book.
type writer struct {
	book    *Book
	tongue  Tongue
	match   *adjudicator.Match // at the end of the log
	whole   bool
	seats   []table.Seat // of the game
	shown   []table.Seat // whose views the book has; "" is the public
	moments []moment
	strong  [][]string // by shown seat, who was in play at the scene before
	lost    [][]string // rows of the table of losses
	pressed int        // how many messages are told
}

// look fixes whose book it is.
func (w *writer) look(m *adjudicator.Match, eyes Eyes) error {
	w.match = m
	for _, p := range m.Players {
		w.seats = append(w.seats, p.Seat)
	}
	if eyes == "" {
		eyes = Public
		if m.Over() {
			eyes = Everything
		}
	}
	r := w.reader("", w.moments[0].now)
	say := r.Book.Say
	w.book.words = r.Book
	switch {
	case eyes == Everything && !m.Over():
		return ErrNotOver
	case eyes == Everything:
		w.whole, w.shown, w.book.Eyes = true, w.seats, say("book.eyes.everything")
	case eyes == Public:
		w.shown, w.book.Eyes = []table.Seat{""}, say("book.eyes.public")
	case !slices.Contains(w.seats, table.Seat(eyes)):
		return fmt.Errorf("%w: %s (it has %v)", ErrNoSeat, eyes, w.seats)
	default:
		w.shown, w.book.Eyes = []table.Seat{table.Seat(eyes)}, say("book.eyes.seat", table.A("seat", r.Side(table.Seat(eyes))))
	}
	w.book.Title = r.Head(m.Game).Title
	if n := len(w.moments); n > 1 {
		w.book.Facts = append(w.book.Facts, say("book.played", table.A("game", m.Game), table.A("from", day(w.moments[1].last.Time)), table.A("to", day(w.moments[n-1].last.Time))))
	}
	for _, p := range m.Players {
		player := p.Name
		if p.Bot != "" {
			player = say("book.machine")
		}
		w.book.Sides = append(w.book.Sides, Side{ID: string(p.Seat), Name: r.Side(p.Seat), Player: player})
	}
	w.strong = make([][]string, len(w.shown))
	return nil
}

// reader returns who reads a moment.
func (w *writer) reader(seat table.Seat, now table.Views) *account.Reader {
	m := w.match
	return &account.Reader{
		Engine: m.Engine, Seat: seat, Seats: w.seats, Lang: w.tongue.Lang, Book: w.tongue.Books(w.tongue.Lang, m.Announced.Rulebook),
		Language: w.tongue.Languages(m.Announced.Rulebook), Now: now, Scenario: m.Setup.Scenario,
	}
}

// readable returns the facts of a moment that the book may tell.
func (w *writer) readable(facts []table.Fact) []table.Fact {
	if !w.whole {
		return table.Readable(facts, w.shown[0])
	}
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i].For = nil
	}
	return facts
}

// scene adds a moment to the book. One at which nothing happened that the book may tell is left out, but for the first.
func (w *writer) scene(i int) {
	at := w.moments[i]
	facts := w.readable(at.last.Facts)
	press := w.press(i)
	if i > 0 && len(facts) == 0 && len(press) == 0 {
		return
	}
	teller := w.reader(w.teller(), at.now)
	say := letter.NewLines(teller.Head(w.match.Game), teller.Book)
	s := Scene{Number: len(w.book.Scenes) + 1, Title: w.title(teller, at, facts), Told: say.Happenings(facts), Press: press}
	for k, seat := range w.shown {
		r := w.reader(seat, at.now)
		own := table.Readable(at.last.Facts, seat)
		s.Views = append(s.Views, w.view(r, own))
		w.count(k, r, at.now.Turn(), i == 0)
	}
	w.book.Scenes = append(w.book.Scenes, s)
}

// teller is who tells what happened: the one whose book it is, or nobody.
func (w *writer) teller() table.Seat {
	if w.whole {
		return ""
	}
	return w.shown[0]
}

// title names a moment by its turn and by the phases in which something happened.
func (w *writer) title(r *account.Reader, at moment, facts []table.Fact) string {
	turn := at.now.Turn()
	var phases []string
	for _, f := range facts {
		if name := r.Phase(f.Step); f.Step != "" && f.Turn == turn && name != f.Step && !slices.Contains(phases, name) {
			phases = append(phases, name)
		}
	}
	title := account.TurnLine(r.Book, at.now.Knows("").Sheet(nil).Title, turn)
	if names := strings.Join(phases, ", "); names != "" && utf8.RuneCountInString(names) <= longestPhases {
		return title + " · " + names
	}
	return title
}

// longestPhases is how many characters the names of phases may have in a title.
const longestPhases = 60

// view draws the map of one side.
func (w *writer) view(r *account.Reader, facts []table.Fact) View {
	c := r.Chart(w.match.Game, w.book.Title, facts, true)
	list := chart.Draw(c.Sheet, c.Style)
	v := View{Side: string(r.Seat), Name: r.Side(r.Seat), Map: list.OverSVG()}
	ground := list.GroundSVG()
	v.Ground = slices.IndexFunc(w.book.grounds, func(g []byte) bool { return bytes.Equal(g, ground) })
	if v.Ground < 0 {
		v.Ground = len(w.book.grounds)
		w.book.grounds = append(w.book.grounds, ground)
	}
	if r.Seat == "" {
		v.Name = r.Book.Say("book.public")
		return v
	}
	say := letter.NewLines(r.Head(w.match.Game), r.Book)
	for _, n := range r.Report(r.Head(w.match.Game), facts).Short {
		if s := say.Note(n); s != "" {
			v.Short = append(v.Short, s)
		}
	}
	return v
}

// count notes which units of a side are no longer in play. Nobody but their owner knows that of all of them.
func (w *writer) count(k int, r *account.Reader, turn int, first bool) {
	if r.Seat == "" {
		return
	}
	now := slices.Clone(r.Now.Knows(r.Seat).Lexicon().Own())
	if !first {
		var gone []string
		for _, id := range w.strong[k] {
			if !slices.Contains(now, id) {
				gone = append(gone, r.Word(id))
			}
		}
		if len(gone) > 0 {
			w.lost = append(w.lost, []string{r.Book.Say("letter.turn", table.A("turn", turn)), r.Side(r.Seat), strings.Join(gone, ", "), fmt.Sprint(len(now))})
		}
	}
	w.strong[k] = now
}

// press returns what was written to everybody before a moment and after the one before it; at the last moment also what came later.
func (w *writer) press(i int) []Message {
	r := w.reader("", w.moments[i].now)
	var out []Message
	for _, x := range w.match.Press[w.pressed:] {
		if x.Time > w.moments[i].last.Time && i < len(w.moments)-1 {
			break
		}
		w.pressed++
		if x.To != "" {
			continue
		}
		from := r.Side(x.From)
		if x.Hidden {
			from = r.Book.Say("letter.press.unnamed")
		}
		out = append(out, Message{From: from, Time: day(x.Time), Text: x.Text})
	}
	return out
}

// close writes what comes after the last scene.
func (w *writer) close() {
	m, last := w.match, w.moments[len(w.moments)-1]
	r := w.reader(w.teller(), last.now)
	say := r.Book.Say
	if len(w.lost) > 0 {
		w.book.Losses = &board.Table{Title: say("book.losses"), Heads: []string{say("book.losses.when"), say("book.losses.side"), say("book.losses.units"), say("book.losses.left")}, Rows: w.lost}
	}
	switch {
	case m.Ending != nil:
		w.book.Ending = w.ending(r, m.Ending.Winner, m.Ending.Why)
	case m.Closed != nil:
		w.book.Ending = w.ending(r, table.Seat(m.Closed.Winner), m.Closed.Ending)
	}
	if !w.whole {
		return
	}
	var thrown []ledger.Thrown
	for _, p := range m.Everything() {
		thrown = append(thrown, ledger.Throws(p.Rolls, p.By, p.Facts)...)
	}
	if s := ledger.Count(thrown); s.Dice > 0 {
		w.book.Luck, w.book.Honest = ledger.Numbers(s, r.Book), []string{say("audit.honest.luck"), say("book.luck.proof")}
		w.book.Dice = ledger.Draw(s, say("audit.chart.title", table.A("game", m.Game)), r.Side, r.Book).SVG()
	}
}

// ending says how the game ended.
func (w *writer) ending(r *account.Reader, winner table.Seat, why string) string {
	why = strings.TrimRight(r.Word(why), ".")
	if winner == "" || winner == "draw" {
		return r.Book.Say("book.draw", table.A("why", why))
	}
	return r.Book.Say("book.won", table.A("side", r.Side(winner)), table.A("why", why))
}

// day writes a date as it is the same in every language.
func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02") }

// Redacted reports whether an error says that an export holds too little to be played again, as those made for a seat do.
func Redacted(err error) bool {
	stopped, ok := errors.AsType[*adjudicator.Stopped](err)
	return ok && stopped.Code == "E_REDACTED"
}
