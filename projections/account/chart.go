package account

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/chart"
)

// Chart is the map as one reader sees it: the whole, and the part that a letter shows.
type Chart struct {
	Sheet board.Sheet
	Style chart.Style
	Part  board.Sheet // for a theatre the part where something happens, else the whole map
	Near  chart.Style // in which the part is drawn
}

// Chart lays out the map as the seat sees it, with what the facts report. For a theatre the picture is cut to the part where something
// happens. If entire is set, the ground is also described in words.
func (r *Reader) Chart(game, heading string, facts []table.Fact, entire bool) Chart {
	sheet := r.Now.Knows(r.Seat).Sheet(facts)
	sheet.Title = TurnLine(r.Book, sheet.Title, r.Now.Turn())
	for i, c := range sheet.Cells { // marks end with the id of their holder; the map names him as the letter does
		for j, m := range c.Marks {
			for _, s := range r.Seats {
				if rest, ok := strings.CutSuffix(m, " "+string(s)); ok {
					sheet.Cells[i].Marks[j] = rest + " " + r.Side(s)
				}
			}
		}
	}
	for i, l := range sheet.Labels {
		sheet.Labels[i].Text = r.Names().Label(r.Lang, l.Text)
	}
	if sheet.Free != nil {
		sheet.Free.Speak(orders.Lang(r.Lang))
	}
	c := Chart{Sheet: sheet, Style: chart.Style{
		Heading: heading, Words: r.Word, Eyes: r.Book.Say("letter.map.eyes", table.A("seat", r.Side(r.Seat)), table.A("game", game)),
	}}
	for _, s := range r.Seats {
		c.Style.Seats = append(c.Style.Seats, r.Side(s))
	}
	part, radius := chart.Crop(sheet)
	c.Part, c.Near = part, c.Style
	c.Near.Radius, c.Near.Brief = radius, radius != 0 && !entire
	return c
}

// Words returns the map in words.
func (c Chart) Words() string { return chart.Speak(c.Part, c.Near, 0) }

// TurnLine is the second line of a map: "Turn 3 of 7" of a sheet that says "3/7", "Set-up" before the first.
func TurnLine(book interface {
	Say(key string, args ...table.FactArg) string
}, title string, turn int) string {
	_, of, _ := strings.Cut(title, "/")
	return book.Say("letter.turn.of", table.A("turn", turn), table.A("of", of))
}

// NewTurn reports whether facts led into a turn, or to its set-up.
func NewTurn(facts []table.Fact) bool {
	return len(facts) == 0 || facts[len(facts)-1].Turn == 0 || facts[0].Turn != facts[len(facts)-1].Turn
}
