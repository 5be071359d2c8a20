// Package trial plays a position from a file, without mail and without log: what `fieldpost try` does, and what tests of
// a game run. scenarios/README.md documents the file.
//
// Worked example: the file
//
//	game: brush-brothers
//	scenario: bench
//	orders:
//	  south: "G1: move B3"
//	draws: [south, north]
//	dice: [4, 2]
//	expect: {facts: [{kind: move, args: {unit: south.G1}}]}
//
// opens the scenario, hands in the order text where south is asked for orders, gives the rules the scripted draws and dice in the order in
// which they ask, and stops where no one has orders left. An unscripted roll and a scripted roll that was not asked for are errors.
package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/spelling"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// File is a try file.
type File struct {
	Game     string        `json:"game" check:"required"`
	Scenario string        `json:"scenario"` // name; may be left out where inline is a whole scenario
	Inline   scenarios.Raw `json:"inline"`   // a scenario in the schema of the game, or what changes the one named
	Options  []Option      `json:"options"`
	Rhythm   string        `json:"rhythm"`                 // "" for the game's default
	Revision int           `json:"revision" check:"min=0"` // of the rules; 0 for the newest
	At       string        `json:"at"`                     // where set applies: "" before the first step, else as until
	Set      scenarios.Raw `json:"set"`                    // overrides, in the game's own schema
	Orders   scenarios.Raw `json:"orders"`                 // seat: text, or list of texts, one for each time it is asked; of a text {phase, turn, text} says for which
	Standing scenarios.Raw `json:"standing"`               // seat: text
	Answers  []Answer      `json:"answers"`
	Dice     []int         `json:"dice"`
	Draws    scenarios.Raw `json:"draws"` // pieces by name, or by place in the pile as a number
	Until    string        `json:"until"` // "", "end", "turn N", "step NAME", "turn N step NAME"
	Lang     string        `json:"lang"`
	Letters  []string      `json:"letters"` // seats whose report letter is written
	Expect   scenarios.Raw `json:"expect"`
	Never    scenarios.Raw `json:"never"`
	Note     string        `json:"note"`
	Rules    []string      `json:"rules"` // that this file tests
}

// Option is one choice made when the game is opened.
type Option struct {
	ID    string `json:"id" check:"required"`
	Value string `json:"value" check:"required"`
}

// Answer is a reply to a question, used for the first open question that it fits.
type Answer struct {
	Seat     string `json:"seat"`                      // "" for any
	Question string `json:"question" check:"required"` // id of the decision ("BB-D17"), or a part of the question's key
	Answer   string `json:"answer" check:"required"`   // canonical text of an option
}

// Result is what followed.
type Result struct {
	Game      string            `json:"game"`
	Scenario  string            `json:"scenario"`
	Turn      int               `json:"turn"`
	Asks      []Ask             `json:"asks"`
	Facts     []Fact            `json:"facts"`
	Rolls     []Roll            `json:"rolls"`
	Refusals  []Refusal         `json:"refusals"`
	Faults    []Fault           `json:"faults"`
	Questions []Question        `json:"questions"`
	Ending    *Ending           `json:"ending,omitempty"`
	State     *position.State   `json:"state"`
	Letters   map[string]Letter `json:"letters,omitempty"` // of the seats that the file names
	Error     *Trouble          `json:"error,omitempty"`
	Mismatch  []string          `json:"mismatch,omitempty"` // where expect or never is not met
	Spoken    []Spoken          `json:"-"`                  // arguments of standing orders that settled something, for tests
}

// Spoken is an argument of a standing order that settled something or was gone through by the rules.
type Spoken struct {
	Argument string // "retreat.toward", of a clause "react.fire.need"
	Used     bool   // the rules looked at it
}

// Fact is one happening.
type Fact struct {
	Seq        int               `json:"seq"` // from 1
	Turn       int               `json:"turn"`
	Step       string            `json:"step"`
	Rule       string            `json:"rule"`
	Kind       string            `json:"kind"`
	Text       string            `json:"text"`
	Args       map[string]any    `json:"args,omitempty"`
	Arithmetic map[string]string `json:"arithmetic,omitempty"` // of each argument that is a sum
	For        []string          `json:"for,omitzero"`         // who may read it, if not everyone
}

// Roll is one throw or draw.
type Roll struct {
	Label   string `json:"label"`   // key: unique in the game
	Purpose string `json:"purpose"` // last part of the key, without the number of a repetition
	By      string `json:"by,omitempty"`
	Sides   int    `json:"sides"`
	Values  []int  `json:"values"`
	Draw    bool   `json:"draw,omitempty"`
}

// Refusal is a line that was understood but not allowed when its turn came, or that no window took.
type Refusal struct {
	Seat   string   `json:"seat"`
	In     string   `json:"in,omitempty"` // which text of the seat: "orders[0]", "standing"
	Line   int      `json:"line"`         // of that text, from 1
	Order  string   `json:"order"`
	Reason string   `json:"reason"` // code
	Text   string   `json:"text"`
	Rule   string   `json:"rule"`
	Legal  []string `json:"legal,omitempty"` // allowed instead
}

// Fault is a line that was not understood.
type Fault struct {
	Seat        string   `json:"seat"`
	In          string   `json:"in"` // which text of the seat
	Line        int      `json:"line"`
	Column      int      `json:"column"`
	Typed       string   `json:"typed"`
	Reason      string   `json:"reason"`
	Text        string   `json:"text"`
	Suggestions []string `json:"suggestions,omitempty"`
}

// Question is still open.
type Question struct {
	Seat     string   `json:"seat"`
	Key      string   `json:"key"`
	Decision string   `json:"decision"`
	Rule     string   `json:"rule"`
	Options  []string `json:"options"`
	Default  string   `json:"default"`
}

// Ending is how the game ended.
type Ending struct {
	Winner string `json:"winner"` // "" for a draw
	Rule   string `json:"rule"`
	Why    string `json:"why"`
	Text   string `json:"text"`
}

// Trouble is what stopped play.
type Trouble struct {
	Code   string `json:"code"`
	Key    string `json:"key,omitempty"`
	Detail string `json:"detail"`
}

// Failed reports whether the trial failed: there was trouble, or something expected did not happen.
func (r *Result) Failed() bool { return r.Error != nil || len(r.Mismatch) > 0 }

// Bench is what trials need from the program.
type Bench struct {
	Game func(name string) (table.Engine, bool)
	Dirs []fs.FS // users' folders of scenarios
	Lang string  // of the texts, where the file names none; "" is English
	// Stopped is shown how things stand where play stopped and what had happened; nil if nobody wants to see it.
	Stopped func(v table.Views, facts []table.Fact)
}

// Run plays a file. The error is for a file that is wrong or names something missing; trouble in play itself is in the result.
func (b Bench) Run(name string, text []byte) (*Result, error) {
	var f File
	if err := scenarios.Decode(name, text, &f); err != nil {
		return nil, err
	}
	engine, ok := b.Game(f.Game)
	if !ok {
		return nil, fmt.Errorf("%s: there is no game called %q; there are: %s", name, f.Game, strings.Join(scenarios.Games(b.Dirs...), ", "))
	}
	p := &play{file: f, engine: engine}
	var err error
	if p.language, err = words.Language(engine, b.Dirs...); err != nil {
		return nil, err
	}
	p.grammar = orders.NewGrammar(p.language)
	if p.book, err = b.book(f); err != nil {
		return nil, err
	}
	if p.setup, err = b.open(engine, name, text, f); err != nil {
		return nil, err
	}
	if err := p.prepare(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := p.run(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if b.Stopped != nil && p.now.Views != nil {
		b.Stopped(p.now.Views, p.now.Facts)
	}
	r, err := p.result()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// book loads the words of the file's language.
func (b Bench) book(f File) (*words.Book, error) {
	lang := b.Lang
	if f.Lang != "" {
		lang = f.Lang
	}
	if lang == "" {
		lang = string(orders.English)
	}
	if known := scenarios.Languages("", b.Dirs...); !slices.Contains(known, lang) {
		return nil, fmt.Errorf("lang: there are no words in %q; there are %s", lang, strings.Join(known, ", "))
	}
	if known, ok := b.shipped(&books, f.Game, lang); ok {
		return known.(*words.Book), nil
	}
	book, err := words.Of(f.Game, lang, b.Dirs...)
	if err == nil && len(b.Dirs) == 0 {
		books.Store([2]string{f.Game, lang}, book)
	}
	return book, err
}

// Shipped scenarios and words never change while the program runs: hundreds of files about one scenario read it once.
var scenes, books sync.Map

// shipped looks up what was read before; users' folders are read anew each time.
func (b Bench) shipped(cache *sync.Map, game, name string) (any, bool) {
	if len(b.Dirs) > 0 {
		return nil, false
	}
	return cache.Load([2]string{game, name})
}

// open resolves the scenario and makes the set-up.
func (b Bench) open(engine table.Engine, name string, text []byte, f File) (table.Setup, error) {
	if known, ok := b.shipped(&scenes, f.Game, f.Scenario); ok && len(f.Inline) == 0 {
		return setup(engine, known.(*table.Scenario), f), nil
	}
	doc := engine.Document()
	var r *scenarios.Resolved
	var err error
	switch {
	case len(f.Inline) > 0:
		r, err = scenarios.LoadInside(f.Game, f.Scenario, name, "inline", text, doc, b.Dirs...)
	case f.Scenario == "":
		return table.Setup{}, fmt.Errorf("%s: neither scenario nor inline says what is to be played", name)
	default:
		r, err = scenarios.Load(f.Game, f.Scenario, doc, b.Dirs...)
	}
	if err != nil {
		return table.Setup{}, err
	}
	if flaws := engine.Check(doc); len(flaws) > 0 {
		var ps scenarios.Problems
		for _, flaw := range flaws {
			ps = append(ps, r.Problem(flaw.Path, flaw.Message))
		}
		return table.Setup{}, ps
	}
	scenario, err := engine.Scenario(r.Document)
	if err != nil {
		return table.Setup{}, err
	}
	if len(f.Inline) == 0 && len(b.Dirs) == 0 {
		scenes.Store([2]string{f.Game, f.Scenario}, scenario)
	}
	return setup(engine, scenario, f), nil
}

// setup returns how a file opens its game.
func setup(engine table.Engine, scenario *table.Scenario, f File) table.Setup {
	s := table.Setup{Scenario: scenario, Revision: f.Revision, Rhythm: f.Rhythm}
	if s.Revision == 0 {
		s.Revision = engine.Revision()
	}
	if s.Rhythm == "" && len(engine.Rhythms()) > 0 {
		s.Rhythm = engine.Rhythms()[0].Name
	}
	for _, o := range f.Options {
		s.Options = append(s.Options, events.Option{Name: o.ID, Value: o.Value})
	}
	slices.SortFunc(s.Options, func(a, b events.Option) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// pieces reads the scripted draws: names of pieces, or whole numbers for places in the pile.
func pieces(raw scenarios.Raw) ([]string, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errors.New("draws is a list of pieces, by name or by place in the pile")
	}
	var out []string
	for i, v := range list {
		var name string
		var place uint16
		switch {
		case json.Unmarshal(v, &name) == nil:
			out = append(out, name)
		case json.Unmarshal(v, &place) == nil:
			out = append(out, strconv.Itoa(int(place)))
		default:
			return nil, fmt.Errorf("draws[%d] is the name of a piece or its place in the pile", i)
		}
	}
	return out, nil
}

// CodeText is the trouble of a text of the file that was not asked for.
const CodeText = "E_TEXT"

// meant suggests the name that may have been meant.
func meant(typed string, known []string) string {
	if name, ok := spelling.Nearest(typed, known); ok {
		return fmt.Sprintf("; did you mean %q?", name)
	}
	return ""
}

// names are seats as texts.
func names(seats []table.Seat) []string {
	out := make([]string, len(seats))
	for i, s := range seats {
		out[i] = string(s)
	}
	return out
}
