package machine

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// DeskSchema is the name and version of the part of a report from which a program that has the rules shows the position alive.
const DeskSchema = "fieldpost/desk/1"

// Desk is what a program with the rules needs to stand where the seat stands, and to answer for it. It holds nothing but what the seat knows.
type Desk struct {
	Rulebook string
	Scenario string      // its name
	Document events.Hash // of the resolved scenario
	Revision int         // of the rules
	Layout   int         // of the positions: table.Engine.Layout
	Rhythm   string
	Options  []events.Option
	Seats    []table.Seat // all of the game, in the rulebook's order
	Awaited  bool         // the open window waits for orders of the seat
	Language string       // of the letter
	Known    []byte       // table.View.Bytes of the seat
	Reply    Reply
}

// Reply is how an answer to the letter is addressed and begun.
type Reply struct {
	Address string `json:"address"`
	Subject string `json:"subject"`
	Form    string `json:"form"` // the blank order form with its head and its last line; "" if no orders are awaited
}

// desk is the part as it is written:
//
//	schema    "fieldpost/desk/1"; a reader refuses another
//	rulebook, scenario, document (SHA-256 of the resolved scenario), revision, layout, rhythm, options (name, value), seats
//	awaited   whether the open window waits for orders of the seat
//	language  of the letter
//	known     base64 of the deflated bytes of which the report's known is the SHA-256
//	reply     address, subject, form
type desk struct {
	Schema   string       `json:"schema"`
	Rulebook string       `json:"rulebook"`
	Scenario string       `json:"scenario"`
	Document string       `json:"document"`
	Revision int          `json:"revision"`
	Layout   int          `json:"layout"`
	Rhythm   string       `json:"rhythm"`
	Options  []deskOption `json:"options"`
	Seats    []table.Seat `json:"seats"`
	Awaited  bool         `json:"awaited"`
	Language string       `json:"language"`
	Known    string       `json:"known"`
	Reply    Reply        `json:"reply"`
}

type deskOption struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func deskPart(d *Desk) (*desk, error) {
	if d == nil {
		return nil, nil
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(d.Known)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, err
	}
	out := &desk{Schema: DeskSchema, Rulebook: d.Rulebook, Scenario: d.Scenario, Document: d.Document.String(), Revision: d.Revision, Layout: d.Layout, Rhythm: d.Rhythm,
		Options: []deskOption{}, Seats: append([]table.Seat{}, d.Seats...), Awaited: d.Awaited, Language: d.Language,
		Known: base64.StdEncoding.EncodeToString(packed.Bytes()), Reply: d.Reply}
	for _, o := range d.Options {
		out.Options = append(out.Options, deskOption(o))
	}
	return out, nil
}

// The errors of Read.
var (
	ErrNoReport = errors.New("machine: this is not a report of Fieldpost")
	ErrNoDesk   = errors.New("machine: the report does not hold what its seat knows")
	ErrNewer    = errors.New("machine: the report is of a newer program")
	ErrAltered  = errors.New("machine: the report was altered: what the seat knows is not what its hash says")
)

// mostKnown is how many bytes of a position are read.
const mostKnown = 16 << 20

// Read reads back what Report.Desk wrote, with the game, the seat, the number, the turn, the window without its questions, the deadline and
// the hash of the report that holds it. It refuses a part whose bytes do not have that hash.
func Read(data []byte) (Report, error) {
	var in struct {
		Schema string     `json:"schema"`
		Game   string     `json:"game"`
		Seat   table.Seat `json:"seat"`
		Turn   int        `json:"turn"`
		Report int        `json:"report"`
		Window *struct {
			Number int          `json:"number"`
			Turn   int          `json:"turn"`
			Step   string       `json:"step"`
			Phases []string     `json:"phases"`
			Seats  []table.Seat `json:"seats"`
		} `json:"window"`
		Due   int64  `json:"due"`
		Known string `json:"known"`
		Desk  *desk  `json:"desk"`
	}
	switch err := json.Unmarshal(data, &in); {
	case err != nil || in.Schema == "":
		return Report{}, ErrNoReport
	case in.Schema != Schema:
		return Report{}, fmt.Errorf("%w: %s", ErrNewer, in.Schema)
	case in.Desk == nil:
		return Report{}, ErrNoDesk
	case in.Desk.Schema != DeskSchema:
		return Report{}, fmt.Errorf("%w: %s", ErrNewer, in.Desk.Schema)
	}
	r := Report{Game: in.Game, Seat: in.Seat, Turn: in.Turn, Number: in.Report, Due: in.Due}
	if w := in.Window; w != nil {
		r.Window = &table.Window{Number: w.Number, Turn: w.Turn, Step: w.Step, Phases: w.Phases, Seats: w.Seats}
	}
	x := in.Desk
	r.Desk = &Desk{Rulebook: x.Rulebook, Scenario: x.Scenario, Revision: x.Revision, Layout: x.Layout, Rhythm: x.Rhythm, Seats: x.Seats, Awaited: x.Awaited,
		Language: x.Language, Reply: x.Reply}
	for _, o := range x.Options {
		r.Desk.Options = append(r.Desk.Options, events.Option(o))
	}
	packed, err := base64.StdEncoding.DecodeString(x.Known)
	if err != nil {
		return Report{}, ErrAltered
	}
	if r.Desk.Known, err = io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostKnown)); err != nil {
		return Report{}, ErrAltered
	}
	if r.Desk.Document, err = events.ParseHash(x.Document); err != nil {
		return Report{}, ErrAltered
	}
	if r.Known, err = events.ParseHash(in.Known); err != nil || r.Known != HashOf(r.Desk.Known) {
		return Report{}, ErrAltered
	}
	return r, nil
}

// Is reports whether a file is a report, of whatever version.
func Is(data []byte) bool {
	var in struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(data, &in) == nil && strings.HasPrefix(in.Schema, "fieldpost/report/")
}

// Told is a fact as a report tells it.
type Told struct {
	Text string `json:"text"`
	Rule string `json:"rule"`
}

// Tells reads what happened out of a report, in the language that it was written in.
func Tells(data []byte) []Told {
	var in struct {
		Facts []Told `json:"facts"`
	}
	if json.Unmarshal(data, &in) != nil {
		return nil
	}
	return in.Facts
}
