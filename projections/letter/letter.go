// Package letter writes the letters of a game: what a player reads, in his language and his time zone.
//
// A letter is a model (Receipt, Report, Question ...): a plain struct that the caller fills from the log and from what the seat
// may see. Render dresses it:
//
//	dress := letter.Render(letter.Receipt{...}, book, "fr", zone)
//	dress.Subject, dress.Text, dress.HTML, dress.Inline, dress.Attached
//
// Both dresses are made from one document of blocks (paragraphs, headings, happenings, tables, fixed lines), so that they say
// the same; what HTML folds away until it is opened, the text may leave to STANDING and the proof attached. The text is for a fixed-width font: no line of our own is longer than 78 columns. The HTML is one table with inline
// styles and explicit colours on explicit ground, so that it is readable on a phone, in dark mode and in clients that drop style sheets.
// The same model gives the same bytes, always: no clock is read; "now" is a field.
//
// Every sentence is in scenarios/words.letters.LANG.yaml under "letter."; facts, refusals, faults, badges and heads of tables use the
// game's own words. A fact whose words contain " ... " is set in two columns with dots between them, so that needs and dice line up; its
// rule is at the right and, in HTML, is a link that asks for the rule by mail:
//
//	fire_roll: "{unit} fires at {target}, needs {need}+ ... d6 = {roll}: {hits|1 hit|{hits} hits}"
//
//	  G3 fires at G1 (C5), needs 5+ .......... d6 = 5, 2: 1 hit        BB-4.5
//
// A fingerprint is six words for the first 48 bits of a hash: to compare by telephone, not to prove. The hash itself is in the proof attached.
package letter

import (
	"slices"
	"time"

	"fieldpost/adjudicator/table"
)

// Words is where sentences come from: scenarios/words.Book.
type Words interface {
	Say(key string, args ...table.FactArg) string
	Has(key string) bool
	Names(key string) []string // the arguments that its words use
	Fact(f table.Fact) string
}

// Letter is any of the models of this package.
type Letter interface{ compose(v *voice) *doc }

// Dress is a letter ready for the envelope.
type Dress struct {
	Subject  string
	Text     string
	HTML     string
	Inline   []Part // pictures that the HTML shows, by content id
	Attached []Part
}

// Part is a picture or a file of a letter.
type Part struct {
	Name string // "map.png"
	Type string // "image/png"
	CID  string // content id, for inline parts
	Data []byte

	page *doc // of a page of its own, until the letter is dressed: then Data is its HTML
}

// Render dresses a letter. lang is the language of book: it is written into the HTML. zone may be nil for UTC.
func Render(l Letter, book Words, lang string, zone *time.Location) Dress {
	d, v := document(l, book, lang, zone)
	for i, p := range d.attached {
		if p.page != nil {
			d.attached[i] = Part{Name: p.Name, Type: p.Type, Data: []byte(p.page.html(v))}
		}
	}
	return Dress{Subject: clean(d.subject), Text: d.text(), HTML: d.html(v), Inline: d.inline, Attached: d.attached}
}

// Plain writes the text of a letter, without the rest of its dress. zone may be nil for UTC.
func Plain(l Letter, book Words, lang string, zone *time.Location) string {
	d, _ := document(l, book, lang, zone)
	return d.text()
}

// document writes a letter with what every letter about a game says at its end.
func document(l Letter, book Words, lang string, zone *time.Location) (*doc, *voice) {
	if zone == nil {
		zone = time.UTC
	}
	v := &voice{book: book, lang: lang, zone: zone}
	if h, ok := l.(interface{ heading() Head }); ok {
		v.side, v.sides, v.called = h.heading().Side, h.heading().Sides, h.heading().Called
	}
	d := l.compose(v)
	if h, ok := l.(interface{ heading() Head }); ok && h.heading().Dice != "" {
		d.small(v.say("profile." + h.heading().Dice))
	}
	if h, ok := l.(interface{ heading() Head }); ok && h.heading().Operator != "" {
		d.small(v.say("operator", arg("side", h.heading().Operator)))
	}
	if h, ok := l.(interface{ heading() Head }); ok && len(h.heading().Machines) > 0 {
		d.small(v.say("machines", arg("sides", h.heading().Machines)))
	}
	if h, ok := l.(interface{ heading() Head }); ok && h.heading().Advice > 0 {
		d.small(v.say("advice.allowed", arg("n", h.heading().Advice), arg("list", h.heading().Advised)))
	}
	if h, ok := l.(interface{ heading() Head }); ok && h.heading().Watch > 0 {
		d.small(v.say("watch.allowed", arg("n", h.heading().Watch), arg("game", h.heading().Game)))
	}
	if h, ok := l.(interface{ heading() Head }); ok && h.heading().Calendar != nil {
		d.attached = append(d.attached, Part{Name: h.heading().Game + "-deadline.ics", Type: "text/calendar", Data: h.heading().Calendar})
	}
	return d, v
}

// Head is what every letter about a game begins with.
type Head struct {
	Game   string                // "ibarra-1"
	Title  string                // of the scenario, as the player reads it
	Seat   string                // name of the player's side; empty for the public
	Side   table.Seat            // id of the player's side; its units are named without it: "G2", not "north.G2"
	Sides  map[table.Seat]string // names of the sides by id, for facts and tables that mention a side; may be nil
	Called map[string]string     // names of what the game calls by ids: "O1" is "the crossroads (O1)"; may be nil
	Turn   int                   // 0: not begun
	Phase  string                // what the open window is for, as the player reads it; may be empty
	Step   string                // its short name, for subjects; may be empty
	Phases []string              // short names of all that the window covers, if it covers several; may be empty
	Player string                // name of the player, for the salutation of welcomes
	Reply  string                // address that commands go to, for links; empty: no links
	// Operator is the side of the person who runs the server, as the player reads it; every letter mentions it. It is empty if that person has
	// no seat.
	Operator string
	Machines []string // sides that machines play, as the player reads them; every letter mentions them
	Advice   int      // how often in a window a seat may ask a machine for advice; if not 0, every letter says so, and who has asked
	Advised  []string // who has asked, as the player reads it, with how often: "Republic (2)"
	Watch    int      // how many turns late anybody may watch the game; if not 0, every letter says so
	Dice     string   // profile of the dice, "D1"; every letter says what it promises. If empty, nothing is said

	Calendar []byte // the deadline for calendar programs (package calendar), attached; nil for none
}

// heading lets Render know who reads the letter.
func (h Head) heading() Head { return h }

// Due is a deadline and the instant of writing, in Unix milliseconds. At 0: no deadline.
type Due struct{ At, Now int64 }

// Window says when the open window closes early, and for whom it waits.
type Window struct {
	Open    bool     // there is one, and it can close early
	Fixed   bool     // there is one, and only its deadline closes it
	CoolOff int64    // seconds between the last orders and early processing
	Closes  int64    // Unix ms at which it closes if nobody writes any more; 0 if somebody's orders are awaited
	Orders  []string // whose orders are awaited
	Answers []string // whose answers to questions are awaited
	Mending []string // whose corrections are awaited
	Until   int64    // Unix ms until which they are awaited at most; 0: until the deadline
}

// besides returns what others read of a window, for a letter that tells its reader by itself which lines of his own wait to be corrected.
func (w Window) besides(side string) Window {
	if w.Until == 0 && w.Closes == 0 {
		w.Mending = slices.DeleteFunc(slices.Clone(w.Mending), func(s string) bool { return s == side })
	}
	return w
}

// Line is a numbered order line in canonical text with a remark.
type Line struct {
	Number int
	Text   string
	Note   string // as the player reads it; may be empty
}

// Refused is a line that is understood but not allowed.
type Refused struct {
	Number  int
	Text    string
	Refusal table.Refusal
	Offered bool // what would be allowed is one whole line, which a word takes
}

// Note is a sentence by key and arguments.
type Note struct {
	Key  string
	Args []table.FactArg
}

// Map is the map of a letter in all its dresses; any may be missing.
type Map struct {
	PNG  []byte
	SVG  []byte
	Text string // from chart.Speak
	Wide int    // width of the PNG in pixels
}

func arg(name string, v any) table.FactArg { return table.FactArg{Name: name, Value: v} }
