package desk

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/letter"
)

// Held is a unit that stands in a place.
type Held struct {
	Unit string `json:"unit"` // as the map and the order lines name it
	Own  bool   `json:"own"`
	Name string `json:"name"` // with its side
	Says string `json:"says"` // values and states
}

// features says what lies in a place and along its sides, as the letters' map in words does, and with what effect: the rows of the reference card
// that are about it, with the rule of their chart.
func (p *Pointed) features(l *letterAt, r *account.Reader, sheet board.Sheet) {
	var about []string
	say := func(text string, of ...string) {
		p.Says = append(p.Says, Told{Text: text})
		about = append(about, of...)
	}
	for _, c := range sheet.Cells {
		if c.Place == p.Place {
			for _, t := range sheet.Terrain {
				if t.Code == c.Code {
					about = append(about, t.Name, t.Look)
				}
			}
			about = append(about, c.Features...)
			if c.Level != 0 {
				about = append(about, "levels")
			}
		}
	}
	for _, e := range slices.Concat(sheet.Edges, sheet.Spans) {
		beside := ""
		switch p.Place {
		case e.A:
			beside = e.B
		case e.B:
			beside = e.A
		default:
			continue
		}
		way := beside
		if sheet.Grid != nil {
			for _, dir := range sheet.Grid.Directions() {
				if n, ok := sheet.Grid.Neighbour(p.Place, dir); ok && n == beside {
					way = r.Word(dir) + " (" + beside + ")"
				}
			}
		}
		say(lookOf(r, e.Look)+": "+way, e.Look)
	}
	for _, c := range sheet.Lines {
		if slices.Contains(c.Path, p.Place) {
			say(lookOf(r, c.Look)+whose(r, c.Side), c.Look)
		}
	}
	for _, w := range sheet.Works {
		if w.Place == p.Place {
			say(strings.TrimSpace(lookOf(r, w.Look)+" "+r.Word(w.Facing))+whose(r, w.Side), w.Look)
		}
	}
	for _, c := range sheet.Clouds {
		if slices.Contains(c.Places, p.Place) {
			say(strings.TrimSpace(lookOf(r, c.Look)+" "+c.Text)+whose(r, c.Side), c.Look)
		}
	}
	for _, m := range sheet.Marks {
		if m.Place == p.Place {
			say(strings.TrimSpace(lookOf(r, m.Kind) + " " + r.Word(m.Text)))
		}
	}
	if f := sheet.Free; f != nil {
		if at, ok := pointOf(p.Place); ok {
			for _, patch := range f.Patches {
				if covers(patch, at) {
					name := patch.Name
					if name == "" {
						name = lookOf(r, "look."+patch.Look)
					}
					say(strings.TrimSpace(patch.ID+" "+name), patch.Look, patch.ID)
				}
			}
		}
	}
	p.Says = append(p.Says, l.effects(r, about)...)
}

// lookOf names what is drawn on the map, as its legend does.
func lookOf(r *account.Reader, look string) string {
	for _, key := range []string{"letter.map.edge." + look, "letter.map." + look, "terrain." + look, "term." + look} {
		if r.Book.Has(key) {
			return r.Book.Say(key)
		}
	}
	return look
}

func whose(r *account.Reader, side int) string {
	if side < 0 || side >= len(r.Seats) {
		return ""
	}
	return " (" + r.Side(r.Seats[side]) + ")"
}

// effects returns what the reference card says about some things: its rows and columns that bear their names, and its sentences about them.
func (l *letterAt) effects(r *account.Reader, about []string) []Told {
	say := letter.NewLines(r.Head(l.report.Game), r.Book)
	is := func(key string) bool {
		for _, word := range strings.Fields(key) {
			bare := word[strings.LastIndexByte(word, '.')+1:]
			if bare != "" && slices.ContainsFunc(about, func(a string) bool { return word == a || bare == a[strings.LastIndexByte(a, '.')+1:] && a != "" }) {
				return strings.Contains(word, ".")
			}
		}
		return false
	}
	var out []Told
	for _, c := range l.card(r) {
		rule, found := "", false
		for _, x := range c.Says {
			if rule == "" {
				rule = x.Rule
			}
		}
		for _, t := range c.Tables {
			for _, told := range rowsOf(say, t, is, rule) {
				out, found = append(out, told), true
			}
		}
		for _, x := range c.Says {
			if found && x.Key != "" && x.Rule != "" && is(x.Key) {
				out = append(out, Told{Text: r.Book.Say(x.Key, x.Args...), Rule: x.Rule})
			}
		}
	}
	return out
}

// card returns the reference card, which does not change while a letter lies on the desk.
func (l *letterAt) card(r *account.Reader) []table.Chapter {
	if l.cards == nil {
		l.cards = map[string][]table.Chapter{}
	}
	if l.cards[r.Lang] == nil {
		l.cards[r.Lang] = r.Card()
	}
	return l.cards[r.Lang]
}

// rowsOf returns the rows of a table that are about something, and its columns that are.
func rowsOf(say letter.Lines, t board.Table, is func(string) bool, rule string) (out []Told) {
	words := worded(say, t)
	for i, row := range t.Rows {
		if len(row) < 2 || !is(row[0]) {
			continue
		}
		var says []string
		cites := rule
		for j := 1; j < len(row); j++ {
			switch cell := words.Rows[i][j]; {
			case t.Heads[j] == "card.rule":
				cites = cell
			case cell != "" && cell != "-" && cell != "–":
				says = append(says, words.Heads[j]+" "+cell)
			}
		}
		name := words.Rows[i][0]
		if code, _, more := strings.Cut(row[0], " "); more && len(code) == 1 { // as the map in words writes the terrain
			name = strings.TrimPrefix(name, code+" ")
		}
		out = append(out, Told{Text: name + ": " + strings.Join(says, ", "), Rule: cites})
	}
	for j := 1; j < len(t.Heads); j++ {
		if !is(t.Heads[j]) {
			continue
		}
		var says []string
		for _, row := range words.Rows {
			says = append(says, row[0]+": "+row[j])
		}
		out = append(out, Told{Text: words.Heads[j] + " (" + words.Heads[0] + "): " + strings.Join(says, ", "), Rule: rule})
	}
	return out
}

// held lists who stands in a place, the one on top first, aircraft above it too.
func (p *Pointed) held(l *letterAt, r *account.Reader, sheet board.Sheet) {
	lex := r.Now.Knows(r.Seat).Lexicon()
	hold := func(id string, side int, says []string) {
		named := []chart.Spot{{Name: id, Side: side}}
		l.name(r, named)
		h := Held{Unit: named[0].Name, Own: slices.Contains(lex.Own(), named[0].Name), Name: named[0].Name}
		if side >= 0 && side < len(r.Seats) {
			h.Name = r.Side(r.Seats[side]) + " " + strings.TrimPrefix(h.Name, string(r.Seats[side])+".")
		}
		h.Says = strings.Join(slices.DeleteFunc(says, func(s string) bool { return s == "" }), ", ")
		p.Stack = append(p.Stack, h)
		if !slices.Contains(p.Units, h.Unit) {
			p.Units = append(p.Units, h.Unit)
		}
	}
	for _, c := range sheet.Counters {
		if c.Place != p.Place || c.Ghost {
			continue
		}
		says := []string{c.Top, c.Bottom}
		for _, b := range append([]string{c.Badge, c.Status}, c.Badges...) {
			says = append(says, r.Word(b))
		}
		if c.Facing != "" {
			says = append(says, r.Word("letter.map.facing")+" "+r.Word(c.Facing))
		}
		hold(c.ID, c.Side, says)
	}
	if sheet.Free == nil {
		return
	}
	under := slices.Clone(p.Units)
	for _, t := range sheet.Free.Tags {
		named := []chart.Spot{{Name: t.Unit, Side: t.Side}}
		l.name(r, named)
		if slices.Contains(under, named[0].Name) {
			says := []string{t.Text}
			for _, b := range t.Badges {
				says = append(says, r.Word(b))
			}
			hold(t.Unit, t.Side, says)
		}
	}
}

// pointOf reads a point of a free table, as Point writes it.
func pointOf(place string) (board.At, bool) {
	x, y, ok := strings.Cut(place, ",")
	a, wrong := strconv.ParseFloat(x, 64)
	b, bad := strconv.ParseFloat(y, 64)
	return board.At{X: int(math.Round(10 * a)), Y: int(math.Round(10 * b))}, ok && wrong == nil && bad == nil
}

// covers reports whether a patch of ground lies under a point; a line does up to half an inch beside it.
func covers(p board.Patch, at board.At) bool {
	switch {
	case len(p.Hull) > 2:
		in := false
		for i, a := range p.Hull {
			b := p.Hull[(i+1)%len(p.Hull)]
			if (a.Y > at.Y) != (b.Y > at.Y) && at.X < a.X+(b.X-a.X)*(at.Y-a.Y)/(b.Y-a.Y) {
				in = !in
			}
		}
		return in
	case len(p.Line) > 1:
		for i := range p.Line[1:] {
			if near(p.Line[i], p.Line[i+1], at) {
				return true
			}
		}
		return false
	}
	x, y := at.X-p.Centre.X, at.Y-p.Centre.Y
	return p.Radius > 0 && x*x+y*y <= p.Radius*p.Radius
}

// near reports whether a point is within half an inch of a line.
func near(a, b, at board.At) bool {
	const most = 5.0
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	part := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		part = min(1, max(0, (float64(at.X-a.X)*dx+float64(at.Y-a.Y)*dy)/long))
	}
	x, y := float64(a.X)+part*dx-float64(at.X), float64(a.Y)+part*dy-float64(at.Y)
	return x*x+y*y <= most*most
}
