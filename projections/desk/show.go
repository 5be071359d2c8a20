package desk

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/letter"
)

// View is a letter as it is shown.
type View struct {
	ID     string        `json:"id"`
	Game   string        `json:"game"`
	Title  string        `json:"title"` // of the scenario
	Seat   string        `json:"seat"`  // its name
	Turn   string        `json:"turn"`  // "Turn 3 of 7"
	Due    int64         `json:"due"`   // Unix ms; 0 for none
	Asked  bool          `json:"asked"`
	Lang   string        `json:"lang"`
	Phases []string      `json:"phases"` // names of those that orders are for
	Map    string        `json:"map"`    // SVG in layers, as things stand
	Layers []string      `json:"layers"` // of the map that can be hidden: see chart.AllLayers
	Drawn  string        `json:"drawn"`  // SVG of the letter, with what happened; "" if it brought none
	Words  string        `json:"words"`  // the map in words
	Spots  chart.Spots   `json:"spots"`
	Units  []Unit        `json:"units"`
	Tables []board.Table `json:"tables"` // rosters, in the reader's words
	Told   []Told        `json:"told"`   // what happened
	Form   string        `json:"form"`   // what the order form begins with; "" if no orders are awaited
	To     string        `json:"to"`     // address of the seat
	Hash   string        `json:"hash"`   // of what the seat knows, as letter and log state it
}

// Unit is a unit of the seat, and what it can do now.
type Unit struct {
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Place string  `json:"place"`
	Can   []Doing `json:"can"`
}

// Doing is a ready line.
type Doing struct {
	Line   string `json:"line"`   // as its reader would write it
	Target string `json:"target"` // enemy or place aimed at, "" for none
	Says   string `json:"says"`   // distance, cost, chances
	Rule   string `json:"rule"`
}

// Told is something that happened.
type Told struct {
	Text string `json:"text"`
	Rule string `json:"rule"`
}

// Show returns a letter in a language, "" for the one that it was written in.
func (d *Desk) Show(id, lang string) (View, error) {
	l, err := d.find(id)
	if err != nil {
		return View{}, err
	}
	r, err := l.reader(lang)
	if err != nil {
		return View{}, err
	}
	report := l.report
	head := r.Head(report.Game)
	c := r.Chart(report.Game, head.Title, nil, true)
	list := chart.Draw(c.Sheet, c.Style)
	l.name(r, list.Spots.Units)
	l.spots = list.Spots
	v := View{
		ID: id, Game: report.Game, Title: head.Title, Seat: head.Seat, Turn: c.Sheet.Title, Due: report.Due, Asked: report.Desk.Awaited, Lang: r.Lang,
		Map: string(list.LayeredSVG()), Layers: list.Layers(), Drawn: string(l.drawn), Words: chart.Speak(c.Sheet, c.Style, 0), Spots: list.Spots, Form: firstForm(report.Desk.Reply.Form),
		To: report.Desk.Reply.Address, Hash: report.Known.String(), Told: []Told{}, Tables: []board.Table{},
	}
	for _, p := range report.Window.Phases {
		v.Phases = append(v.Phases, r.Phase(p))
	}
	for _, t := range l.told {
		v.Told = append(v.Told, Told(t))
	}
	say := letter.NewLines(r.Head(report.Game), r.Book)
	for _, t := range r.Now.Knows(r.Seat).Rosters() {
		v.Tables = append(v.Tables, worded(say, t))
	}
	v.Units = l.units(r, say)
	return v, nil
}

// worded returns a table in the reader's words.
func worded(say letter.Lines, t board.Table) board.Table {
	out := board.Table{Title: say.Cell(t.Title), Heads: []string{}, Rows: [][]string{}}
	for _, h := range t.Heads {
		out.Heads = append(out.Heads, say.Cell(h))
	}
	for _, row := range t.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, say.Cell(cell))
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// units lists the units of the seat with their ready lines. Lines of the side itself, such as a card of its hand, come under "".
func (l *letterAt) units(r *account.Reader, say letter.Lines) []Unit {
	out := []Unit{}
	for _, id := range r.Now.Knows(r.Seat).Lexicon().Own() {
		out = append(out, Unit{ID: id, Name: r.Word(id), Place: l.placeOf(id), Can: []Doing{}})
	}
	if !l.report.Desk.Awaited {
		return out
	}
	for _, x := range r.Doings(l.report.Window.Phases) {
		i := slices.IndexFunc(out, func(u Unit) bool { return u.ID == x.Unit })
		if i < 0 {
			i = len(out)
			out = append(out, Unit{ID: x.Unit, Name: r.Word(x.Unit), Place: l.placeOf(x.Unit)})
		}
		out[i].Can = append(out[i].Can, Doing{Line: x.Text, Target: x.Target, Says: say.Doing(x), Rule: x.Says.Rule})
	}
	return out
}

// name gives units on the map the names that order lines have for them: the player's own bare, others with their side: "G1", "north.G1".
func (l *letterAt) name(r *account.Reader, spots []chart.Spot) {
	lex := r.Now.Knows(r.Seat).Lexicon()
	own, enemies := lex.Own(), lex.Enemies()
	for i, s := range spots {
		side, bare, dotted := strings.Cut(s.Name, ".")
		if !dotted || !slices.Contains(r.Seats, table.Seat(side)) {
			bare, side = s.Name, ""
			if s.Side >= 0 && s.Side < len(r.Seats) {
				side = string(r.Seats[s.Side])
			}
		}
		switch {
		case side == string(r.Seat) && slices.Contains(own, bare):
			spots[i].Name = bare
		case slices.Contains(enemies, side+"."+bare):
			spots[i].Name = side + "." + bare
		}
	}
}

// placeOf returns where a unit stands on the map, or "".
func (l *letterAt) placeOf(unit string) string {
	for _, s := range l.spots.Units {
		if s.Name == unit {
			return s.Place
		}
	}
	return ""
}

// firstForm is what the player finds in the form: its head, an empty line and its end. The ready lines of the letter's form are on the units.
func firstForm(form string) string {
	lines := strings.Split(strings.TrimRight(form, "\n"), "\n")
	if len(lines) < 2 {
		return ""
	}
	return lines[0] + "\n\n" + lines[len(lines)-1] + "\n"
}

// Pointed is what lies at a point of the map.
type Pointed struct {
	Unit  string   `json:"unit"`  // the one on top, as the map names it; "" for none
	Units []string `json:"units"` // all of them there, from the top
	Place string   `json:"place"` // as an order line has it; "" beside the board
	Stack []Held   `json:"stack"` // the same, with what is known of each
	Says  []Told   `json:"says"`  // terrain, sides, works, names, effects, units: a line each, with its rule
}

// Point says what lies at a point of the map as Show drew it last, in pixels.
func (d *Desk) Point(id, lang string, x, y float64) (Pointed, error) {
	l, err := d.find(id)
	if err != nil {
		return Pointed{}, err
	}
	r, err := l.reader(lang)
	if err != nil {
		return Pointed{}, err
	}
	p := Pointed{Unit: l.spots.At(x, y), Units: []string{}, Stack: []Held{}, Says: []Told{}}
	if at, ok := l.spots.Point(x, y); ok {
		p.Place = inches(at.X) + "," + inches(at.Y)
	} else if place, ok := l.spots.Place(x, y); ok {
		p.Place = place
	}
	if p.Unit != "" && l.spots.Table == nil {
		for _, u := range l.spots.Units { // the counter may stick out of its cell
			if u.Name == p.Unit {
				p.Place = u.Place
			}
		}
	}
	if l.spots.Table != nil { // models of a free table lie on each other by their points
		for _, u := range l.spots.Units {
			if math.Hypot(u.X-x, u.Y-y) <= u.R && !slices.Contains(p.Units, u.Name) {
				p.Units = append(p.Units, u.Name)
			}
		}
	}
	p.about(l, r)
	return p, nil
}

// inches writes tenths of an inch as order lines do.
func inches(tenths int) string { return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) }

// Place says what is known of a place that the reader names, for those who do not point.
func (d *Desk) Place(id, lang, place string) (Pointed, error) {
	l, err := d.find(id)
	if err != nil {
		return Pointed{}, err
	}
	r, err := l.reader(lang)
	if err != nil {
		return Pointed{}, err
	}
	p := Pointed{Place: place, Units: []string{}, Stack: []Held{}, Says: []Told{}}
	p.about(l, r)
	return p, nil
}

// about fills in what is known of a place and of those who stand there.
func (p *Pointed) about(l *letterAt, r *account.Reader) {
	sheet := r.Chart(l.report.Game, "", nil, true).Sheet
	for _, c := range sheet.Cells {
		if c.Place != p.Place {
			continue
		}
		says := []string{}
		for _, t := range sheet.Terrain {
			if t.Code == c.Code {
				says = append(says, r.Word(t.Name))
			}
		}
		if c.Level != 0 {
			says = append(says, r.Book.Say("desk.level", table.A("n", c.Level)))
		}
		for _, m := range slices.Concat(c.Features, c.Marks) {
			says = append(says, r.Word(m))
		}
		p.Says = append(p.Says, Told{Text: p.Place + ": " + strings.Join(says, ", ")})
	}
	for _, lab := range sheet.Labels {
		if lab.Place == p.Place && !lab.Water {
			p.Says = append(p.Says, Told{Text: lab.Text})
		}
	}
	p.features(l, r, sheet)
	p.held(l, r, sheet)
	for _, h := range p.Stack {
		p.Says = append(p.Says, Told{Text: strings.TrimSuffix(h.Name+": "+h.Says, ": ")})
	}
}

// Paper answers a question about the position as the letters answer it by mail: "reach" of a unit, "los" between two places or units, "rule".
func (d *Desk) Paper(id, lang, kind, about, to string) (string, error) {
	l, err := d.find(id)
	if err != nil {
		return "", err
	}
	r, err := l.reader(lang)
	if err != nil {
		return "", err
	}
	p := letter.Paper{Head: r.Head(l.report.Game), Kind: kind, About: about}
	view := r.Now.Knows(r.Seat)
	switch kind {
	case "reach":
		p.Chapters = r.Reach(about)
	case "los":
		p.About = about + " - " + to
		if says := view.Sight(l.thing(r, about), l.thing(r, to)); len(says) > 0 {
			p.Chapters = r.Cited([]table.Chapter{{Says: says}})
		}
	case "card":
		p.Chapters = r.Card()
	case "briefing":
		p.Chapters = r.Briefing(l.setup.Rhythm)
	case "rule":
		return about + ": " + r.RuleText(about), nil
	default:
		return "", fmt.Errorf("desk: nothing is told about %q", kind)
	}
	return letter.Plain(p, r.Book, r.Lang, time.UTC), nil
}
