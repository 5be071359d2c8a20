// Package account tells one reader the results of a game's last orders. It fills the models of package letter from the facts, the views and
// the words of a game, so that the office that mails a report and the bench that plays a position say the same.
//
// A Reader is a seat with its language at one moment of a game. What it writes in, order lines, refusals and faults, it writes as that
// player would:
//
//	r := &account.Reader{Engine: engine, Seat: "south", Seats: seats, Lang: "fr", Book: book, Language: language, Scenario: scenario, Now: game}
//	report := r.Report(r.Head("ibarra-1"), facts)
//	dress := letter.Render(report, book, "fr", nil)
//
// Nothing here reads a clock, a mail or a log; the office adds what only it knows (deadlines, addresses, pictures, proofs).
package account

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
	"fieldpost/scenarios/words"
)

// Reader is one seat that is written to.
type Reader struct {
	Engine   table.Engine // nil where no game is known
	Seat     table.Seat
	Seats    []table.Seat // all of the game, in the rulebook's order
	Lang     string
	Book     *words.Book
	Language orders.Language          // of the game's orders, with the words of all languages
	Now      table.Views              // how things stand; nil before the game begins
	Before   table.Views              // how they stood when the reader was last told; nil if that is not known
	Scenario *table.Scenario          // for the names that it has; may be nil
	RuleText func(rule string) string // a rule in the game's own words and the reader's language; may be nil

	says   int            // whether the game says places otherwise than the log keeps them: 1 if it does, -1 if not, 0 until it is asked
	own    []string       // names of the reader's units, now and when he was last told; nil until they are asked for
	names  *Names         // nil until they are asked for
	tongue *orders.Parser // of the reader's language; nil until a line is written
	looked int            // for how many refused lines another one has been looked for
}

// Word returns the words of a key, or the text itself if it is not a key, such as the name of a unit or player.
func (r *Reader) Word(key string) string {
	if r.Book.Has(key) {
		return r.Book.Say(key)
	}
	return key
}

// Names returns the names that the scenario has for things.
func (r *Reader) Names() *Names {
	if r.names == nil {
		r.names = NamesIn(r.Scenario)
	}
	return r.names
}

// Side returns a seat's name as the reader reads it.
func (r *Reader) Side(s table.Seat) string { return r.Names().Side(r.Book, r.Lang, s) }

// Sides returns the names of all sides as the reader reads them: those from the words, else those from the scenario, else the ids.
func (r *Reader) Sides() map[table.Seat]string {
	names := make(map[table.Seat]string)
	for _, s := range r.Seats {
		names[s] = r.Side(s)
	}
	return names
}

// Phase returns a step's name as the reader reads it.
func (r *Reader) Phase(step string) string {
	if key := "phase." + step; r.Book.Has(key) {
		return r.Book.Say(key)
	}
	return step
}

// Head returns what every letter to the reader begins with, as far as the game alone tells it.
func (r *Reader) Head(game string) letter.Head {
	h := letter.Head{
		Game: game, Title: r.Book.Tied(r.Names().Title.In(orders.Lang(r.Lang))), Seat: r.Side(r.Seat), Side: r.Seat, Sides: r.Sides(),
	}
	if r.Now != nil {
		h.Turn, h.Called = r.Now.Turn(), r.called()
	}
	return h
}

// called returns the names of what the game calls by ids, as the reader reads them: "the crossroads (O1)". A name that has the id in it stands alone.
func (r *Reader) called() map[string]string {
	names := make(map[string]string)
	for _, x := range r.Now.Knows(r.Seat).Called() {
		if name := r.Book.Tied(x.Name.In(orders.Lang(r.Lang))); strings.Contains(name, x.ID) {
			names[x.ID] = name
		} else if name != "" {
			names[x.ID] = name + " (" + x.ID + ")"
		}
	}
	return names
}

// plain reports whether the reader writes his orders as the log keeps them. In English that is so but for games that say places otherwise:
// "toward O1" for "toward/O1".
func (r *Reader) plain() bool {
	if r.Now == nil || r.Lang != string(orders.English) {
		return r.Now == nil
	}
	if r.says == 0 {
		r.says = -1
		if _, says := r.Now.Knows(r.Seat).Lexicon().(orders.Sayer); says {
			r.says = 1
		}
	}
	return r.says < 0
}

// Line returns an order line as the reader would write it; sent back it is the same line.
func (r *Reader) Line(l table.Line) string {
	if r.plain() {
		return l.Text
	}
	return r.parser().Spoken(l, orders.Lang(r.Lang))
}

// Lines returns lines as the reader would write them.
func (r *Reader) Lines(lines []table.Line) []table.Line {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Text = r.Line(lines[i])
	}
	return lines
}

// parser reads lines of the game as it stands for the seat.
func (r *Reader) parser() *orders.Parser {
	if r.tongue == nil {
		r.tongue = orders.NewGrammar(r.Language).Parser(r.Now.Knows(r.Seat).Lexicon())
	}
	return r.tongue
}

// Phrase returns the text of a line as the reader would write it, or of one action without what belongs to it ("G1: move"). Any other text
// stays as it is.
func (r *Reader) Phrase(text string) string {
	if r.plain() {
		return text
	}
	lang := orders.Lang(r.Lang)
	tongue := r.parser()
	read := tongue.Parse(text, 1)
	if len(read.Faults) > 0 && r.Before != nil { // it names what is gone since
		tongue = orders.NewGrammar(r.Language).Parser(r.Before.Knows(r.Seat).Lexicon())
		read = tongue.Parse(text, 1)
	}
	if len(read.Faults) > 0 || len(read.Lines) != 1 {
		unit, name, _ := strings.Cut(text, ": ")
		for _, v := range r.Language.Verbs {
			for i := range v.Clauses {
				if v.Implicit && v.Clauses[i].Name == name {
					return unit + " : " + v.Clauses[i].Spoken(lang)
				}
			}
		}
		return text
	}
	return tongue.Spoken(read.Lines[0], lang)
}

// Legal returns what would be allowed instead as the reader would write it.
func (r *Reader) Legal(lines []string) []string {
	if r.plain() {
		return lines
	}
	lines = slices.Clone(lines)
	for i, text := range lines {
		lines[i] = r.Phrase(text)
	}
	return lines
}

// Refusal returns a refusal with what it would allow instead as the reader would write it.
func (r *Reader) Refusal(x table.Refusal) table.Refusal {
	if x.Code == table.CodeUnusedWords && !r.plain() {
		x.Args = slices.Clone(x.Args)
		text, _ := x.Args[0].Value.(string)
		r.wordsOf(text, x.Args)
	}
	x.Legal = r.Legal(x.Legal)
	return x
}

// Whole reports whether a text is an order line, and not only a part of one.
func (r *Reader) Whole(text string) bool {
	read := r.parser().Parse(text, 1)
	return len(read.Lines) == 1 && len(read.Faults) == 0
}

// mostLooked is for how many refused lines of a letter another one is looked for: a mail may have thousands.
const mostLooked = 20

// RefusalOf is Refusal with what could stand in place of the line, if the refusal itself names nothing. Draft are all lines of the reader's.
func (r *Reader) RefusalOf(x table.Refusal, l table.Line, draft []table.Line) table.Refusal {
	if x = r.Refusal(x); len(x.Legal) > 0 || r.looked >= mostLooked {
		return x
	}
	r.looked++
	for _, text := range r.Now.Knows(r.Seat).Instead(l, draft) {
		x.Legal = append(slices.Clip(x.Legal), r.Phrase(text))
	}
	return x
}

// wordsOf puts the unused words of a line into those that the reader would write.
func (r *Reader) wordsOf(line string, args []table.FactArg) {
	read := r.parser().Parse(line, 1)
	if len(read.Lines) != 1 {
		return
	}
	grammar := orders.NewGrammar(r.Language)
	was, is := grammar.Parts(read.Lines[0], orders.English), grammar.Parts(read.Lines[0], orders.Lang(r.Lang))
	for i, a := range args {
		words, ok := a.Value.([]string)
		if a.Name != "what" || !ok {
			continue
		}
		words = slices.Clone(words)
		for j, word := range words {
			if at := slices.Index(was, word); at >= 0 {
				words[j] = is[at]
			}
		}
		args[i].Value = words
	}
}

// Faults returns those of a mail with the names of orders, and the orders that may have been meant, as the reader would write them.
func (r *Reader) Faults(list []events.Fault) []events.Fault {
	if r.Engine == nil {
		return list
	}
	list = slices.Clone(list)
	for i, f := range list {
		list[i] = r.meant(f)
		if r.Lang == string(orders.English) {
			continue
		}
		for j, a := range list[i].Args {
			switch a.Name {
			case "verb", "of":
				list[i].Args[j].Value = r.spoken(a.Value)
			case "choices":
				list[i] = r.suggested(list[i], strings.Split(a.Value, ", "))
				list[i].Args[j].Value = r.choices(f.Code, a.Value)
			case "setting":
				list[i] = r.set(list[i], a.Value)
				list[i].Args[j].Value, _ = r.Language.SpokenSetting(a.Value, "", orders.Lang(r.Lang))
			}
		}
	}
	return list
}

// meant returns a fault whose suggestions and whose corrected line, as far as they are orders, are as the reader would write them. Several orders
// that one suggestion is stand in one line, as they could be sent.
func (r *Reader) meant(f events.Fault) events.Fault {
	f.Suggestions, f.Args = slices.Clone(f.Suggestions), slices.Clone(f.Args)
	say := func(text string) string {
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if r.Now != nil {
				lines[i] = r.Phrase(l)
			}
		}
		return strings.Join(lines, "; ")
	}
	for i, s := range f.Suggestions {
		f.Suggestions[i] = say(s)
	}
	for i, a := range f.Args {
		if a.Name == "correction" {
			f.Args[i].Value = say(a.Value)
		}
	}
	return f
}

// suggested returns a fault whose suggestions, and the line as it would be with one, have the reader's word for each of some choices:
// "artillerie lourde" for "heavy_artillery".
func (r *Reader) suggested(f events.Fault, choices []string) events.Fault {
	said, ok := r.Language.SpokenChoices(choices, orders.Lang(r.Lang))
	if !ok {
		return f
	}
	f.Suggestions = slices.Clone(f.Suggestions)
	for i, s := range f.Suggestions {
		c := slices.Index(choices, s)
		if c < 0 || said[c] == s {
			continue
		}
		f.Suggestions[i] = said[c]
		for j, a := range f.Args {
			if at := strings.LastIndex(a.Value, s); a.Name == "correction" && at >= 0 {
				f.Args[j].Value = a.Value[:at] + said[c] + a.Value[at+len(s):]
			}
		}
	}
	f.Suggestions = slices.Compact(f.Suggestions)
	return f
}

// set returns a fault whose suggestions have the reader's words where they give a setting a value: "touche_max=5" for "max_hit=5".
func (r *Reader) set(f events.Fault, setting string) events.Fault {
	f.Suggestions = slices.Clone(f.Suggestions)
	for i, s := range f.Suggestions {
		if name, value, ok := strings.Cut(s, "="); ok && name == setting {
			name, value = r.Language.SpokenSetting(name, value, orders.Lang(r.Lang))
			f.Suggestions[i] = name + "=" + value
		}
	}
	return f
}

// spoken returns the reader's word for an order or a clause.
func (r *Reader) spoken(name string) string {
	for _, v := range r.Language.Verbs {
		for _, x := range append([]orders.Verb{v}, v.Clauses...) {
			if x.Name == name {
				return x.Spoken(orders.Lang(r.Lang))
			}
		}
	}
	return name
}

// choices returns the words that might have stood somewhere, "rifle, lmg", as the reader would write them.
func (r *Reader) choices(code, list string) string {
	names := strings.Split(list, ", ")
	if code == "orders.verb-missing" {
		for i, name := range names {
			names[i] = r.spoken(name)
		}
		return strings.Join(names, ", ")
	}
	if spoken, ok := r.Language.SpokenChoices(names, orders.Lang(r.Lang)); ok {
		return strings.Join(spoken, ", ")
	}
	for i, name := range names { // directions
		if r.Book.Has(name) {
			names[i] = r.Book.Say(name)
		}
	}
	return strings.Join(names, ", ")
}

// Facts returns facts of the reader's own order lines with the lines as he would write them.
func (r *Reader) Facts(facts []table.Fact) []table.Fact {
	if r.plain() {
		return facts
	}
	facts = slices.Clone(facts)
	for i, f := range facts {
		if !strings.HasPrefix(f.Kind, "table.") {
			continue
		}
		for j, a := range f.Args {
			text, ok := a.Value.(string)
			if a.Name != "text" || !ok {
				continue
			}
			facts[i].Args = slices.Clone(f.Args)
			facts[i].Args[j].Value = r.Phrase(text)
			if f.Kind == table.FactUnused {
				r.wordsOf(text, facts[i].Args)
			}
		}
	}
	return facts
}

// Decision returns the rulebook's short name of a decision.
func (r *Reader) Decision(id string) string {
	for _, d := range r.Language.Decisions {
		if d.Name == id {
			return d.Title.In(orders.Lang(r.Lang))
		}
	}
	return id
}
