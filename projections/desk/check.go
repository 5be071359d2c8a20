package desk

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/letter"
	"fieldpost/scenarios/words"
)

// Row is one line of the order form as it was read.
type Row struct {
	Row     int      `json:"row"`     // in the text, from 0
	State   string   `json:"state"`   // "order", "standing", "withdrawn", "fault", "refused", "head", "end", "note"
	Says    string   `json:"says"`    // why it is not understood or not allowed, or how it fared
	Rule    string   `json:"rule"`    // that it breaks
	Column  int      `json:"column"`  // of a fault, from 1, in characters; 0 for the whole line
	Instead string   `json:"instead"` // the whole line that would be right, if there is exactly one
	Reading string   `json:"reading"` // how it was read, if otherwise than it was written
	Unit    string   `json:"unit"`    // that it orders
	Chances []string `json:"chances"` // of its results; only Try finds them
	Open    bool     `json:"open"`    // only Glance: it is not understood at a glance; Check may still find what was meant
}

// written is a row with the order lines that it was read as.
type written struct {
	Row
	lines []table.Line
	takes []int64 // numbers of standing orders that it withdraws
}

// Check reads the text of an order form as the server will, row by row, and says which lines are not understood or not allowed as things stand.
// It tries nothing; but the search for what was meant by a row that is not understood may take longer than a keystroke may. So it calls pause, if
// that is not nil, now and then: pause may ask the desk for anything but what an order form says, and for a Glance; when it returns false the
// reading ends with ErrStopped.
func (d *Desk) Check(id, lang, text string, pause func() bool) ([]Row, error) {
	l, err := d.find(id)
	if err != nil {
		return nil, err
	}
	rows, _, err := d.rows(l, lang, text, pause)
	return plain(rows), err
}

// Glance is Check between two keys: it does not look for slips of the pen in a row that is not understood, which takes longer than all the rest.
// Such a row is marked as open.
func (d *Desk) Glance(id, lang, text string) ([]Row, error) {
	l, err := d.find(id)
	if err != nil {
		return nil, err
	}
	f, err := d.form(l, lang, true)
	if err != nil {
		return nil, err
	}
	return plain(f.rowsOf(text)), nil
}

func plain(rows []written) []Row {
	out := []Row{}
	for _, w := range rows {
		out = append(out, w.Row)
	}
	return out
}

// ErrStopped is returned by Check and Try when they were told to stop.
var ErrStopped = errors.New("desk: the reading or trying of the orders was stopped")

// How often a draft is tried, and how many falls of the dice of one line are played for its chances.
const (
	trials = 12
	falls  = 216
)

// Try is Check with how each line fares when all of them are tried on what the seat knows, with practice dice, and with its chances. It takes
// longer than a keystroke may. So it calls pause, if that is not nil, all the time, as Check does; when pause returns false the try ends with
// ErrStopped.
func (d *Desk) Try(id, lang, text string, pause func() bool) ([]Row, error) {
	l, err := d.find(id)
	if err != nil {
		return nil, err
	}
	rows, r, err := d.rows(l, lang, text, pause)
	if err != nil {
		return nil, err
	}
	var draft, standing []table.Line
	for _, w := range rows {
		for _, x := range w.lines {
			if x.Standing {
				standing = append(standing, x)
			} else {
				draft = append(draft, x)
			}
		}
	}
	goesOn := true
	game := l.game.Resting(func() bool {
		goesOn = goesOn && (pause == nil || pause())
		return goesOn
	})
	tried := game.Rehearse(*l.report.Window, l.report.Seat, draft, standing, trials, nil)
	say := letter.NewLines(r.Head(l.report.Game), r.Book)
	out := []Row{}
	for _, w := range rows {
		for _, x := range w.lines {
			if !goesOn {
				return nil, ErrStopped
			}
			l.fares(&w.Row, x, game, tried.Verdicts, r, say)
		}
		out = append(out, w.Row)
	}
	if !goesOn {
		return nil, ErrStopped
	}
	return out, nil
}

// fares adds to a row how one of its lines fared, and its chances in a game.
func (l *letterAt) fares(row *Row, x table.Line, game table.Game, verdicts []table.Verdict, r *account.Reader, say letter.Lines) {
	i := slices.IndexFunc(verdicts, func(v table.Verdict) bool { return v.Line.ID == x.ID })
	if i < 0 || verdicts[i].Of == 0 && verdicts[i].Refusal == nil {
		return
	}
	v := verdicts[i]
	if v.Refusal != nil {
		v.Refusal = ref(r.Refusal(*v.Refusal))
		row.State = "refused"
	}
	row.Says, row.Rule = say.Verdict(v)
	if v.Refusal == nil {
		chances, _ := game.Odds(*l.report.Window, l.report.Seat, x, falls)
		row.Chances = say.Chances(chances)
	}
}

func ref[T any](x T) *T { return &x }

// rows reads the text of a form thoroughly, and calls pause now and then if that is not nil.
func (d *Desk) rows(l *letterAt, lang, text string, pause func() bool) ([]written, *account.Reader, error) {
	f, err := d.form(l, lang, false)
	if err != nil {
		return nil, nil, err
	}
	f.pause = pause
	rows, stopped := f.rowsOf(text), f.stopped
	f.pause, f.stopped = nil, false // the form is read again, and for other things
	if stopped {
		return nil, nil, ErrStopped
	}
	return rows, f.r, nil
}

// manner is how the form of a letter is read: in a language, at a glance or thoroughly. Each has a reader of its own, because a glance is asked
// for in the middle of a thorough reading.
type manner struct {
	lang   string
	glance bool
}

// form returns the form of a letter in a language, with what was read of it before.
func (d *Desk) form(l *letterAt, lang string, glance bool) (*form, error) {
	r, err := l.reader(lang)
	if err != nil {
		return nil, err
	}
	as := manner{r.Lang, glance}
	if f := l.forms[as]; f != nil {
		return f, nil
	}
	speech, err := d.spoken()
	if err != nil {
		return nil, err
	}
	view := r.Now.Knows(r.Seat)
	f := &form{
		l: l, r: r, say: letter.NewLines(r.Head(l.report.Game), r.Book), view: view, speech: speech, grammar: orders.NewGrammar(r.Language), lex: view.Lexicon(), takeBack: d.takeBack, glance: glance, known: map[string]read{},
	}
	if other := l.forms[manner{r.Lang, !glance}]; other != nil {
		f.grammar, f.known = other.grammar, other.known
	}
	f.parser = f.grammar.Parser(f.lex).Judged(f.judge).Resting(f.rests)
	l.forms[as] = f
	return f, nil
}

// spoken returns the words around orders, in all languages.
func (d *Desk) spoken() (*orders.Speech, error) {
	if d.speech == nil {
		tongues, err := words.Tongues("")
		if err != nil {
			return nil, err
		}
		d.speech = orders.NewSpeech(tongues...)
		for _, t := range tongues {
			for _, c := range t.Commands {
				if c.Name == "WITHDRAW" {
					for _, word := range c.Words {
						d.takeBack = append(d.takeBack, orders.Fold(word))
					}
				}
			}
		}
	}
	return d.speech, nil
}

// form is an order form while it is read.
type form struct {
	l        *letterAt
	r        *account.Reader
	say      letter.Lines
	view     table.View
	speech   *orders.Speech
	grammar  *orders.Grammar
	parser   *orders.Parser // for what the seat knows
	lex      orders.Lexicon
	rows     []written
	number   int
	glance   bool            // slips are not looked for
	pause    func() bool     // may be nil
	stopped  bool            // by pause
	takeBack []string        // words that withdraw, folded
	known    map[string]read // by its text, what was read as an order
}

// read is a text as it was read as an order: the position of a letter does not change, so neither does what it means.
type read struct {
	written
	numbers int // that it took
}

// mostRead is how many texts are remembered; each key makes a new one.
const mostRead = 5000

// rests lets pause have its time. It leaves what is being read at once, for stops, if that is to stop.
func (f *form) rests() {
	if f.stopped = f.stopped || f.pause != nil && !f.pause(); f.stopped {
		panic(leave{})
	}
}

// leave ends a reading, from wherever it is.
type leave struct{}

// stops reads an order as read does, and reports whether it was stopped by pause.
func (f *form) stops(text string) (k read, stopped bool) {
	defer func() {
		if f.stopped { // else it is a fault, if anything
			_, stopped = recover().(leave)
		}
	}()
	return f.read(text), false
}

// rowsOf reads the text of the form row by row, until it is stopped.
func (f *form) rowsOf(text string) []written {
	f.rows, f.number = nil, 0
	ended := false
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if f.row(i, line, &ended); f.stopped {
			break
		}
	}
	return f.rows
}

// row reads one row. Rows that are empty, or remarks, are passed over.
func (f *form) row(i int, line string, ended *bool) {
	text := strings.TrimSpace(line)
	w := written{Row: Row{Row: i, State: "order", Chances: []string{}}}
	_, head, _ := f.speech.ParseHeader(text)
	switch {
	case text == "":
		return
	case strings.HasPrefix(text, "#") || *ended:
		w.State = "note"
	case head:
		w.State = "head"
	case f.withdraws(&w, text):
	case f.speech.IsEnd(text):
		w.State, *ended = "end", true
	default:
		f.order(&w, text)
	}
	f.rows = append(f.rows, w)
}

// withdraws reads a row that takes standing orders back by their numbers ("WITHDRAW 5"), which stands before the orders of a mail. It reports
// false for any other row.
func (f *form) withdraws(w *written, text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) < 2 || !slices.Contains(f.takeBack, orders.Fold(words[0])) {
		return false
	}
	for _, word := range words[1:] {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return false
		}
		i := slices.IndexFunc(f.view.Standing(), func(s table.StandingLine) bool { return s.Line.Number == n })
		if i < 0 || !f.single(n) {
			w.State, w.Says = "fault", f.r.Book.Say("desk.nosuch")
			return true
		}
		w.takes = append(w.takes, n)
		w.Reading = strings.TrimSpace(w.Reading + " " + f.r.Line(f.view.Standing()[i].Line))
	}
	w.State = "withdrawn"
	return true
}

// order reads a row that is an order.
func (f *form) order(w *written, text string) {
	k, before := f.known[text]
	if !before || k.Open && !f.glance {
		var stopped bool
		if k, stopped = f.stops(text); stopped {
			return
		}
		if len(f.known) >= mostRead {
			clear(f.known)
		}
		f.known[text] = k
	}
	f.number += k.numbers
	row := w.Row.Row
	*w = k.written
	w.Row.Row, w.lines = row, slices.Clone(k.lines)
	for i := range w.lines {
		w.lines[i].ID = "desk." + strings.Join([]string{itoa(row), itoa(i)}, ".")
	}
}

// judge tells what the rules say of an order, as far as the seat can know.
func (f *form) judge(l table.Line) orders.Verdict {
	f.rests()
	switch w := f.l.report.Window; {
	case w != nil && !adjudicator.Timely(*w, f.r.Language, l.Verb):
		return orders.Untimely
	case f.view.Allowed(l) != nil:
		return orders.Refused
	}
	return orders.Allowed
}

// read reads an order.
func (f *form) read(text string) read {
	w := written{Row: Row{State: "order", Chances: []string{}}}
	var parsed orders.Parsed
	if f.glance {
		var whole bool
		parsed, whole = f.parser.Glance(text, f.number+1)
		w.Open = !whole
	} else {
		parsed = f.parser.Parse(text, f.number+1)
	}
	numbers := max(1, len(parsed.Lines))
	if faults := f.r.Faults(parsed.Faults); len(faults) > 0 {
		first := faults[0]
		w.State, w.Says, w.Column = "fault", f.say.Fault(first), int(first.Column)
		w.Instead, _ = orders.Correction(first)
		return read{w, numbers}
	}
	if len(parsed.Lines) == 0 { // an open line of a form
		w.State = "note"
		return read{w, numbers}
	}
	var readings []string
	for i, x := range parsed.Lines {
		w.lines = append(w.lines, x)
		if x.Standing {
			w.State = "standing"
		}
		if i < len(parsed.Typed) && parsed.Typed[i] != "" {
			readings = append(readings, f.r.Line(x))
		}
		if own := f.unit(x); own != "" {
			w.Unit = own
		}
		if no := f.view.Allowed(x); no != nil && w.Says == "" {
			worded := f.r.Refusal(*no)
			w.State, w.Says, w.Rule = "refused", f.say.Refusal(worded), no.Rule
		}
	}
	w.Reading = strings.Join(readings, "; ")
	return read{w, numbers}
}

// unit returns the first unit of the seat that a line names.
func (f *form) unit(l table.Line) string {
	for _, a := range l.Args {
		for _, one := range orders.List(l.Args, a.Name) {
			if slices.Contains(f.lex.Own(), one) {
				return one
			}
		}
	}
	return ""
}
