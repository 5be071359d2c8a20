// Package book makes the book of a campaign: the story of one game as one HTML file, which needs no network and no program but a browser. Players
// write their after-action reports from it, and others read it.
//
// A book is a row of scenes, one for each moment at which play stopped: the map as each side saw it, what it came to in a few sentences, what
// happened with the arithmetic folded under it, and what the players wrote to everybody. After them come losses by turn, the dice, and how it ended.
//
//	x, err := archive.ReadExport(file)
//	b, err := book.FromExport(x, book.Tongue{Lang: "fr", All: office.Languages, Books: phrases.Book, Languages: phrases.Language}, book.Everything)
//	err = b.WriteHTML(out)
//
// Whose eyes a book has decides what may stand in it:
//
//	Everything  the views of all sides and every fact: for games that are over
//	Public      what everybody may know, and nothing else: for observers of a game that goes on
//	a seat      what its player may know
//
// FromLetters makes the book of a seat from the letters that its player got (.eml, mbox, Maildir), without the host, in the words that they had.
// Letters do not say of a message to whom it went, so no messages are in it, nor the dice of the whole game.
//
// The page has a slider over all scenes, which the arrow keys move too. Without its script, and on paper, all scenes follow one another. It is made
// from the log or the letters alone, so the same file gives the same bytes.
package book

import (
	"errors"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/projections/letter"
	"fieldpost/scenarios/words"
)

// Eyes are whose view a book has: a seat, or one of the two below.
type Eyes string

// What no seat is called.
const (
	Everything Eyes = "everything"
	Public     Eyes = "public"
)

// Tongue is the language in which a book is written.
type Tongue struct {
	Lang      string
	All       []string                                // languages in which letters are written
	Books     func(lang, rulebook string) *words.Book // "" is no rulebook
	Languages func(rulebook string) orders.Language
}

// The errors of making a book.
var (
	// ErrNotOver refuses a book of everything of a game that goes on: it would show what is hidden.
	ErrNotOver = errors.New("the game is not over: choose the view of a seat, or public")
	// ErrNoSeat is for eyes that the game does not have.
	ErrNoSeat = errors.New("the game has no such seat")
	// ErrNothing is for papers that tell of no position.
	ErrNothing = errors.New("no position of a game is in there")
)

// Book is what is written.
type Book struct {
	Lang   string
	Game   string
	Title  string // of the scenario
	Eyes   string // whose view it is, in words
	Facts  []string
	Sides  []Side // whose maps there are, in the rulebook's order
	Scenes []Scene
	Losses *board.Table // nil if there are none
	Ending string       // "" while it goes on
	Luck   []string     // fixed width; nil if the dice are not at hand
	Honest []string     // what such numbers can show
	Dice   []byte       // SVG; nil for none

	grounds [][]byte // SVG
	words   *words.Book
}

// Side is one whose view is shown.
type Side struct {
	ID     string
	Name   string
	Player string // "" if nobody is named
}

// Scene is one moment.
type Scene struct {
	Number int
	Title  string // turn and phases
	Views  []View
	Told   []letter.Happening
	Lines  []string // the same as a letter has it, fixed width
	Press  []Message
}

// View is the map and the short account of one side.
type View struct {
	Side   string // ID
	Name   string
	Ground int    // index of the ground under the map; -1 if it brings its own
	Map    []byte // SVG
	Short  []string
}

// Message is what a player wrote to everybody.
type Message struct {
	From string
	Time string // date, in UTC
	Text string
}
