package trial

import (
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/letter"
)

// Letter is the report letter that a seat would have got where play stopped: what followed from the last seal, in the file's language.
type Letter struct {
	Window   int      `json:"window"` // whose seal it is about; 0 for the opening
	Subject  string   `json:"subject"`
	Short    []string `json:"short"`    // in short
	Happened []string `json:"happened"` // what happened, a line each, with its rule
	Tables   []Table  `json:"tables"`
	Map      string   `json:"map"`  // the map in words
	Text     string   `json:"text"` // the whole letter
}

// Table is a table of a letter as its reader reads it.
type Table struct {
	Title string     `json:"title"`
	Heads []string   `json:"heads"`
	Rows  [][]string `json:"rows"`
}

// letters writes the letters that the file asks for.
func (p *play) letters() map[string]Letter {
	var out map[string]Letter
	for _, s := range p.file.Letters {
		if out == nil {
			out = map[string]Letter{}
		}
		if p.now.Views != nil {
			out[s] = p.letter(table.Seat(s))
		}
	}
	return out
}

// letter writes the report letter of a seat with the code that writes those that are mailed.
func (p *play) letter(s table.Seat) Letter {
	r := p.reader(s)
	about := p.from.Led()
	for _, seal := range p.seals {
		about = max(about, seal.Window)
	}
	var facts []table.Fact
	for _, f := range table.Readable(p.now.Facts, s) {
		if f.Window == about {
			facts = append(facts, f)
		}
	}
	facts = r.Facts(facts)
	l := p.model(r, facts, about)
	dress := letter.Render(l, p.book, p.book.Lang(), nil)
	out := Letter{Window: about, Subject: dress.Subject, Text: dress.Text, Map: p.mapWords(r, facts, about), Short: []string{}, Happened: []string{}, Tables: []Table{}}
	for _, part := range letter.Outline(l, p.book, p.book.Lang(), nil) {
		switch {
		case part.Heading == p.book.Say("letter.report.short"):
			out.Short = append(out.Short, part.Lines...)
		case part.Heading == p.book.Say("letter.report.happened"):
			out.Happened = append(out.Happened, part.Lines...)
		case part.Rows != nil:
			out.Tables = append(out.Tables, Table{Title: part.Heading, Heads: part.Heads, Rows: part.Rows})
		}
	}
	return out
}

// model fills the letter that the seat would get: a report, the questions put to it, or the end.
func (p *play) model(r *account.Reader, facts []table.Fact, about int) letter.Letter {
	head := r.Head("try")
	open := p.now.Open
	if open != nil {
		head.Phase = r.Phase(open.Step)
	}
	drawn := letter.Map{Text: p.mapWords(r, facts, about)}
	if open != nil && slices.ContainsFunc(open.Questions, func(q table.Asked) bool { return q.Seat == r.Seat }) {
		q := r.Question(head, facts, *open)
		q.Map = drawn
		return q
	}
	if e := p.now.Ending; e != nil {
		v := r.Victory(head, facts, *e)
		v.Map = drawn
		return v
	}
	report := r.Report(head, facts)
	report.Number, report.Map, report.Idle = about+1, drawn, open == nil || !slices.Contains(open.Seats, r.Seat)
	view := p.now.Views.Knows(r.Seat)
	for _, x := range view.Standing() {
		x.Line.Text = r.Line(x.Line)
		report.Standing = append(report.Standing, x)
	}
	for _, line := range r.Lines(view.Program()) {
		report.Program = append(report.Program, letter.Line{Number: int(line.Number), Text: line.Text})
	}
	return report
}

// mapWords returns the map in words.
func (p *play) mapWords(r *account.Reader, facts []table.Fact, about int) string {
	return r.Chart("try", r.Head("try").Title, facts, about == 0 || account.NewTurn(facts)).Words()
}
