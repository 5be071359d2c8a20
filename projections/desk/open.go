package desk

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/machine"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// Desk holds the letters that were opened.
type Desk struct {
	letters  []*letterAt
	scenes   map[events.Hash]*table.Scenario // by the hash of the document
	speech   *orders.Speech
	takeBack []string  // words that withdraw orders, folded
	played   *player   // what was played last
	playing  [3]string // letter, language and the letter before it of that
	box      box
}

// New returns an empty desk.
func New() *Desk { return &Desk{scenes: map[events.Hash]*table.Scenario{}, box: newBox()} }

// letterAt is a letter with the position that it brings.
type letterAt struct {
	id     string
	report machine.Report
	told   []machine.Told
	facts  []table.Fact // one for each of told
	top    message.Top
	drawn  []byte // the letter's own map, with what happened on it; nil if it brought none
	engine table.Engine
	setup  table.Setup
	game   table.Game // nil until the letter is shown
	spots  chart.Spots
	read   map[string]*account.Reader // by language
	books  map[string]*words.Book
	forms  map[manner]*form
	cards  map[string][]table.Chapter // reference cards by language
}

// Opened says what became of a mail or file.
type Opened struct {
	ID     string `json:"id"` // "" if it could not be opened
	Name   string `json:"name"`
	Game   string `json:"game"`
	Seat   string `json:"seat"`
	Side   string `json:"side"` // the seat as it is called in the letter's language
	Turn   int    `json:"turn"`
	Number int    `json:"number"` // window: letters of a game and seat are in this order
	Title  string `json:"title"`  // the subject, or what stands for it
	Lang   string `json:"lang"`
	Asked  bool   `json:"asked"` // orders are awaited
	Fault  string `json:"fault"` // code of why it could not be opened: see Faults
	Kept   int    `json:"kept"`  // mails that bring no position, and exports, that lie there for an audit
}

// The codes of Opened.Fault. What they mean to a player stands in the page's words.
const (
	FaultNoLetter = "no-letter" // not a letter of Fieldpost, or one that brings no position
	FaultOutlook  = "outlook"   // a .msg of Outlook, which has to be saved in another form
	FaultNewer    = "newer"     // of a newer program: fetch its page
	FaultAltered  = "altered"   // what it brings is not what its hash says
	FaultScenario = "scenario"  // its scenario is not in this page: a user's own, or of another version
	FaultRulebook = "rulebook"  // its rulebook is not in this page
)

// fault is an error with a code.
type fault struct {
	code string
	err  error
}

func (f *fault) Error() string { return f.code + ": " + f.err.Error() }

func (f *fault) Unwrap() error { return f.err }

// Open takes in a file: a mail, an mbox, the JSON that a report attaches, or an export. It returns a line for each letter that it holds, one that
// counts what is only kept for an audit, and one with a fault if it holds nothing. What lies on the desk already is not laid there twice.
func (d *Desk) Open(name string, data []byte) []Opened {
	switch text := bytes.TrimLeft(data, "\ufeff \t\r\n"); {
	case bytes.HasPrefix(data, []byte{0xd0, 0xcf, 0x11, 0xe0}):
		return []Opened{{Name: name, Fault: FaultOutlook}}
	case bytes.HasPrefix(text, []byte("{")):
		return []Opened{d.open(name, text, nil, message.Top{})}
	case bytes.HasPrefix(data, []byte(exportBegin)):
		return []Opened{d.export(name, data)}
	}
	mails, many := [][]byte{data}, bytes.HasPrefix(data, []byte("From "))
	if many {
		mails = message.SplitMbox(data)
	}
	var out []Opened
	kept := 0
	for _, raw := range mails {
		isMail := d.box.keep(name, raw, many)
		if o, ok := d.mail(name, raw); ok {
			out = append(out, o)
		} else if isMail {
			kept++
		}
	}
	if kept > 0 {
		out = append(out, Opened{Name: name, Kept: kept})
	}
	if len(out) == 0 {
		out = append(out, Opened{Name: name, Fault: FaultNoLetter})
	}
	return out
}

// Drawn returns the map that a file's last mail with a map attaches, as the address of a picture (data:), or "". It reads no position and no scenario, so it is there at once: a page
// shows it while the letter is opened.
func Drawn(data []byte) string {
	mails := [][]byte{data}
	if bytes.HasPrefix(data, []byte("From ")) {
		mails = message.SplitMbox(data)
	}
	for _, raw := range slices.Backward(mails) {
		picture := ""
		for _, f := range message.Files(raw) {
			switch base := path.Base(f.Name); {
			case isMap(base):
				return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.Data)
			case strings.HasSuffix(base, ".png") && strings.Contains(base, "-map-"): // of a large map, which is no SVG in a mail
				picture = "data:image/png;base64," + base64.StdEncoding.EncodeToString(f.Data)
			}
		}
		if picture != "" {
			return picture
		}
	}
	return ""
}

// isMap reports whether a file of a letter is its map by its name.
func isMap(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, ".svg") && strings.Contains(base, "-map-")
}

// mail opens the report that a mail attaches; ok is false if it attaches none.
func (d *Desk) mail(name string, raw []byte) (o Opened, ok bool) {
	var drawn []byte
	var report []byte
	for _, f := range message.Files(raw) {
		switch base := path.Base(f.Name); {
		case isMap(base):
			drawn = f.Data
		case strings.HasSuffix(base, ".json") && machine.Is(f.Data):
			report = f.Data
		}
	}
	if report == nil {
		return Opened{}, false
	}
	return d.open(name, report, drawn, message.Header(raw)), true
}

// open lays a report on the desk.
func (d *Desk) open(name string, report, drawn []byte, top message.Top) Opened {
	l, err := d.letter(report)
	if err != nil {
		o := Opened{Name: name, Title: top.Subject, Fault: FaultNoLetter}
		if f := (*fault)(nil); errors.As(err, &f) {
			o.Fault = f.code
		}
		if l != nil {
			o.Game, o.Seat, o.Turn, o.Number = l.report.Game, string(l.report.Seat), l.report.Turn, l.report.Number
		}
		return o
	}
	l.top, l.drawn = top, drawn
	if i := slices.IndexFunc(d.letters, func(x *letterAt) bool { return x.id == l.id }); i >= 0 {
		if d.letters[i].drawn == nil {
			d.letters[i].drawn, d.letters[i].top = drawn, top
		}
		l = d.letters[i]
	} else {
		d.letters = append(d.letters, l)
	}
	r, err := l.reader("")
	o := Opened{ID: l.id, Name: name, Game: l.report.Game, Seat: string(l.report.Seat), Turn: l.report.Turn, Number: l.report.Number,
		Title: cmp.Or(top.Subject, l.report.Desk.Reply.Subject), Lang: l.report.Desk.Language, Asked: l.report.Desk.Awaited}
	if err == nil {
		o.Side = r.Side(l.report.Seat)
	}
	return o
}

// letter reads a report and makes its position. With an error it returns as much as could be read.
func (d *Desk) letter(data []byte) (*letterAt, error) {
	r, err := machine.Read(data)
	switch {
	case errors.Is(err, machine.ErrNewer):
		return nil, &fault{FaultNewer, err}
	case errors.Is(err, machine.ErrAltered):
		return nil, &fault{FaultAltered, err}
	case err != nil:
		return nil, &fault{FaultNoLetter, err}
	}
	l := &letterAt{report: r, told: machine.Tells(data), facts: machine.Facts(data), read: map[string]*account.Reader{}, books: map[string]*words.Book{}, forms: map[manner]*form{}}
	l.id = fmt.Sprintf("%s/%s/%d/%s", r.Game, r.Seat, r.Number, r.Known.String()[:8])
	engine, ok := adjudicator.Game(r.Desk.Rulebook)
	if !ok {
		return l, &fault{FaultRulebook, fmt.Errorf("desk: there is no rulebook %q", r.Desk.Rulebook)}
	}
	if r.Desk.Revision > engine.Revision() || r.Desk.Layout > engine.Layout() {
		return l, &fault{FaultNewer, fmt.Errorf("desk: revision %d, layout %d; this program has %d and %d", r.Desk.Revision, r.Desk.Layout, engine.Revision(), engine.Layout())}
	}
	if r.Window == nil {
		return l, &fault{FaultNoLetter, errors.New("desk: no window is open in it")}
	}
	scene, err := d.scene(engine, r.Desk)
	if err != nil {
		return l, &fault{FaultScenario, err}
	}
	l.engine = engine
	l.setup = table.Setup{Scenario: scene, Options: r.Desk.Options, Revision: r.Desk.Revision, Rhythm: r.Desk.Rhythm}
	if l.game, err = engine.Seen(l.setup, r.Seat, *r.Window, r.Desk.Known); err != nil {
		return l, &fault{FaultAltered, err}
	}
	if l.game.Knows(r.Seat).Hash() != r.Known {
		return l, &fault{FaultAltered, errors.New("desk: read back, the position has another hash")}
	}
	return l, nil
}

// scene returns the scenario of a letter if this program has it to the byte.
func (d *Desk) scene(engine table.Engine, of *machine.Desk) (*table.Scenario, error) {
	if s := d.scenes[of.Document]; s != nil {
		return s, nil
	}
	doc, err := scenarios.Load(engine.Name(), of.Scenario, engine.Document())
	if err != nil {
		return nil, err
	}
	if machine.HashOf(doc.Document) != of.Document {
		return nil, fmt.Errorf("desk: the scenario %s is another one here", of.Scenario)
	}
	s, err := engine.Scenario(doc.Document)
	if err == nil {
		d.scenes[of.Document] = s
	}
	return s, err
}

// find returns a letter on the desk.
func (d *Desk) find(id string) (*letterAt, error) {
	i := slices.IndexFunc(d.letters, func(l *letterAt) bool { return l.id == id })
	if i < 0 {
		return nil, fmt.Errorf("desk: there is no letter %q", id)
	}
	return d.letters[i], nil
}

// reader returns the reader of a letter in a language, "" for that of the letter.
func (l *letterAt) reader(lang string) (*account.Reader, error) {
	lang = cmp.Or(lang, l.report.Desk.Language)
	if r := l.read[lang]; r != nil {
		return r, nil
	}
	book, err := words.Of(l.engine.Name(), lang)
	if err != nil {
		return nil, err
	}
	language, err := words.Language(l.engine)
	if err != nil {
		return nil, err
	}
	r := &account.Reader{Engine: l.engine, Seat: l.report.Seat, Seats: l.report.Desk.Seats, Lang: lang, Book: book, Language: language, Now: l.game, Scenario: l.setup.Scenario}
	r.RuleText = func(rule string) string { return ruleText(l.engine.Name(), rule, lang) }
	l.read[lang] = r
	return r, nil
}

// ruleText returns a rule in our own words, or "".
func ruleText(game, rule, lang string) string {
	rules, err := scenarios.Rules(game)
	if err != nil {
		return ""
	}
	i := slices.IndexFunc(rules, func(r scenarios.Rule) bool { return r.ID == rule })
	if i < 0 {
		return ""
	}
	return rules[i].Text.In(orders.Lang(lang))
}
