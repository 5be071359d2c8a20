// Package orders is the order language: one parser for all games, each of which declares its verbs, conditions and arguments as data
// (Language). From the declaration come parsing, faults with suggestions, help, blank forms, documentation and completion, in the languages
// that have words for it. Nothing here knows a game or the true position, only what the player knows to be in play (Lexicon).
//
// A text is read line by line, and a bad line never spoils the others:
//
//	[3.] [standing] [if COND then | when COND then] VERB args [: clause; clause ...] [| otherwise: clause; ...] [| when: COND]
//
// Words of the grammar are understood in all those languages at once, compared without case and accents; "if_fail" and "sinon" are
// "otherwise", "then" may stand for ";", a condition may follow the order, a verb marked Implicit may be left out before its first argument
// and ":". Words may be shortened to as few as three letters if only one word begins with them. Arguments with a prefix may stand in any
// order; any argument may be written name=value. Words without meaning may stand before a value or after a number ("fire at the unit
// north.G1", "move from C4 to hex D5", "with 2 guns"), and words of a list may be in the plural. A path goes on after "then" and "and" and
// may name its way-points last ("to E2 via F1"). "and" before another clause ends the current one. Where lines begin with their verb, the
// unit may nevertheless come first ("B-1: move 0304") and be given several orders ("B-1: move 0304; fire at G-2"). Conditions are "any of
// all of": "and" binds before "or". Typographic characters, full-width letters, combining accents, Windows-1252 bytes and UTF-8 taken for
// it are read as what was meant; columns of faults count the characters as typed. Lines of a blank form left empty ("G2:") are not a fault.
// Several standing orders in one line are numbered one after the other, and lines after one with its own number count on from it.
//
// A line that the grammar refuses is read once more as people write: verbs in any form and at any place, polite words, several orders in
// one line ("G1 goes to D5, then fires at D7, please"). It is taken only if every word of it is accounted for and one reading is left; a
// single word with one wrong letter is taken for what it must be. Parsed.Typed tells what was written; everyday.go has the rules.
//
// Worked example: with a game whose verb "activate" is implicit, the line
//
//	G3: assault F7 take | when: F7 crushed | if_fail: watch
//
// is Line{Guard: "when", When: {{{Name: "{unit} crushed", Args: unit=F7}}}, Verb: "activate", Args: unit=G3,
// Clauses: {assault place=F7 take=take}, Otherwise: {watch}} and its Text is
//
//	when F7 crushed then G3: assault F7 take | otherwise: watch
//
// which, parsed again, gives the same line. "asault F7" would be orders.unknown-verb at column 5 with the suggestion "assault" and the
// whole corrected line (Correction). testdata/corpus shows some 200 cases, to which anyone can add.
package orders

import (
	"fieldpost/adjudicator/language"
	"fieldpost/events"
)

// Line, Clause, Arg and Term are the parsed order as the log keeps it.
type (
	Line   = events.Line
	Clause = events.Clause
	Arg    = events.Arg
	Term   = events.Term
)

// Language is a game's whole order language as data: from it come the parser, errors, suggestions, help, forms and completion. A game
// declares only its grammar: Verbs and Conditions by their canonical names, which are English words. Worded fills in everything else from
// the files of the players' languages. Without them, lines are read in their canonical form.
type Language struct {
	Verbs      []Verb
	Conditions []Condition
	Terms      []Choice // words that stand in no verb but in places and texts, which the Lexicon reads: "forward", "bearing"

	Speech    *Speech // words of the grammar itself; nil: the canonical ones
	Title     Words   // of the rulebook
	Decisions []Told
	Rhythms   []Told
	Options   []Option // of questions, for those that have words of their own

	ready *Grammar // made of it by Ready
}

// Told holds the texts, by language, for a decision or a rhythm of the rules.
type Told struct {
	Name    string
	Title   Words
	Default Words // of a decision: what is done if no one answers
}

// Lang, Text and Words are texts in the languages of players.
type (
	Lang  = language.Lang
	Text  = language.Text
	Words = language.Words
)

// English is the language of the canonical words, in which the log keeps lines.
const English = language.English

// Verb is one thing that can be ordered.
type Verb struct {
	Name     string // canonical, in English: "activate"
	Args     []Param
	Clauses  []Verb   // verbs that may follow this one inside a line, after ":" or ";"
	Standing bool     // may be a standing order ("standing watch entry=fire")
	Only     bool     // with Standing: only as a standing order
	Alone    bool     // ordered only by a line that says nothing else, in the words of the grammar: surrender
	Implicit bool     // a line that begins with this verb's first argument and ":" means this verb ("G2: move D5")
	Gear     bool     // of a clause: needs something that not every unit has, such as a mortar; a form names it only where the rules propose it
	Phases   []string // phases whose window it belongs to
	Rule     string   // "BB-2.2"

	Aliases  Words // what it is called in each language; filled in, as all words are
	Everyday Words // what it is called besides in lines in everyday words
	Help     Words // one line
	Example  Words // one line that parses
}

// Param is one argument of a verb or condition.
type Param struct {
	Name     string // key of the argument: "path", "target"
	Kind     Kind
	Prefix   string // canonical word that introduces it, such as "with", "at", "to"; "": by place
	Optional bool
	Claim    bool     // says how things stand ("from 0303", "keep 1 reserve"): it has no effect, and only the legality test refuses a wrong statement
	Same     string   // the argument that this one is another way to write: "fire MG1 at D7" is "fire MG1 D7"
	Repeated bool     // one or more, separated by blanks or commas; canonical: joined with ","
	Words    []Choice // for KindWord: what may stand here

	Prefixes Words
	Suffixes Words // behind it in everyday words
	Help     Words
}

// Choice is one of the words that an argument may be. Among the Words of a KindPair argument it is a setting that may
// stand before "=": Values then lists what it may be set to, and a setting without Values takes any word, number or
// comparison. A KindPair argument without Words takes any setting.
type Choice struct {
	Name    string
	Values  []Choice
	Aliases Words
}

// Kind is the type of an argument. What its canonical text looks like stands beside it.
type Kind int

// The kinds of argument.
const (
	KindOwn    Kind = iota + 1 // one of the player's units in play: its id, "G1"
	KindEnemy                  // an enemy unit that the player knows: "north.G1", or "G1" where that is unambiguous
	KindUnit                   // either of these
	KindPlace                  // a hex or sector, or a named place resolved to it: "D7"
	KindPath                   // places one after the other: "D5-D6-D7"
	KindTarget                 // enemy unit or place
	KindNumber                 // "12"
	KindWord                   // one of Param.Words: its Name
	KindSide                   // a seat
	KindDir                    // a direction of the grid: "NE"
	KindText                   // the rest of the clause, which a Composer may read
	KindPair                   // name=value settings, repeated: "entry=fire,riposte=hold"
)

// Condition is a word that may stand after "if" and "when".
type Condition struct {
	Name string // canonical; may be several words with {param} places: "{unit} crushed", "granted {place}"
	Args []Param
	Rule string

	Aliases Words
	Help    Words
}

// Lexicon is what the player knows to be in play; the parser and its suggestions use nothing else. Canonical places contain none of the
// characters "-", ",", ";", "|" and ":", and Place accepts its own canonical form.
type Lexicon interface {
	Own() []string                              // ids of the player's units
	Enemies() []string                          // "north.G1": enemies that he knows
	Sides() []string                            // seats
	Place(s string) (canonical string, ok bool) // a place of this board, by coordinates or by name
	Places() []string                           // all places and their names, for suggestions
	Directions() []string
}

// Multilingual is a Lexicon that reads and writes more than names: ways such as "forward 4", lists such as "two squads with a radio".
// Hear returns it with the words for them (Grammar.CutTerm and what stands beside it) in the languages of a grammar, which a Parser hands
// it. Before that it knows the canonical ones.
type Multilingual interface {
	Lexicon
	Hear(words *Grammar) Lexicon
}

// Watcher is a Lexicon that knows where enemies stand. A name that both an enemy and a place bear means the enemy where an enemy is aimed at and
// nobody is known at the place.
type Watcher interface {
	Occupied(place string) bool // by an enemy that the player knows of
}

// Mourner is a Lexicon that remembers the units that are out of play, so that whoever orders or aims at one is told so.
type Mourner interface {
	Departed() []string
}

// Sayer is a Lexicon that can say a canonical place in a language, as players write it there: "avant 4" for "forward/4". A way begins with a
// preposition of its own, so that none is written before it: "move N-1 toward O1".
type Sayer interface {
	SayPlace(canonical string, l Lang) string
	Way(canonical string) bool
}

// Composer is a Lexicon that knows how the text of an argument of KindText is composed. ReadText returns its canonical form, which it
// leaves as it is, and in which what it does not understand stands as typed. SayText writes a canonical text in a language.
type Composer interface {
	ReadText(argument, text string) string
	SayText(argument, canonical string, l Lang) string
}

// Named is a Lexicon whose units, seats and directions have further names, that players may also use: "1st Essex" for "1/Essex". A name
// that two things share means neither.
type Named interface {
	Names(id string) []string
}
