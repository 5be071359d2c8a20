package desk

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/letter"
)

// The kinds of Overlay: the questions REACH, LOS and TARGETS of the letters, and fields of fire.
const (
	OverlayReach = "reach" // where a unit of the player's can go, at what cost
	OverlaySight = "sight" // what can be seen from a unit or a place
	OverlayFire  = "fire"  // what a unit can aim at in the open window, at what distance and chance
	OverlayField = "field" // where its fire reaches as it stands, and what it would need there: its field of fire
)

// Overlay is an answer about a unit, laid over the map. All of it comes from the rulebook's guide, as in the letters: there is no rule here.
type Overlay struct {
	Kind  string      `json:"kind"`
	About string      `json:"about"`
	Says  []Told      `json:"says"`  // sentences of the answer
	Laid  []Laid      `json:"laid"`  // on the map, each place once
	Table board.Table `json:"table"` // the same for those who do not see the map
}

// Laid is one place of an overlay. Its text stands on the map, so that no colour has to be told from another.
type Laid struct {
	Place string  `json:"place"` // or the unit aimed at
	X     float64 `json:"x"`     // pixels of Show's map
	Y     float64 `json:"y"`
	R     float64 `json:"r"`
	Text  string  `json:"text"` // cost, distance or chance
	Shut  bool    `json:"shut"` // not to be seen: hatched
	Says  string  `json:"says"`
	Rule  string  `json:"rule"`
}

// Overlay answers a question about a unit, or for a line of sight a place, for the map as Show drew it last. One with nothing laid has Says, or
// the game has no answer to the question.
func (d *Desk) Overlay(id, lang, kind, about string) (Overlay, error) {
	l, err := d.find(id)
	if err != nil {
		return Overlay{}, err
	}
	r, err := l.reader(lang)
	if err != nil {
		return Overlay{}, err
	}
	o := overlay{Overlay: Overlay{Kind: kind, About: about, Says: []Told{}, Laid: []Laid{}, Table: board.Table{Rows: [][]string{}}}, l: l, r: r, say: letter.NewLines(r.Head(l.report.Game), r.Book)}
	switch kind {
	case OverlayReach:
		o.reach()
	case OverlaySight:
		o.sight()
	case OverlayFire:
		o.fire()
	case OverlayField:
		o.field()
	default:
		return Overlay{}, fmt.Errorf("desk: there is no overlay %q", kind)
	}
	return o.Overlay, nil
}

// overlay is one in the making.
type overlay struct {
	Overlay
	l   *letterAt
	r   *account.Reader
	say letter.Lines
}

// where returns the spot of a place or a unit on the map.
func (o *overlay) where(name string) (chart.Spot, bool) {
	for _, list := range [][]chart.Spot{o.l.spots.Places, o.l.spots.Units} {
		if i := slices.IndexFunc(list, func(s chart.Spot) bool { return s.Name == name }); i >= 0 {
			return list[i], true
		}
	}
	return chart.Spot{}, false
}

// inch is the spot of a point of a free table.
func (o *overlay) inch(at board.At) chart.Spot {
	t := o.l.spots.Table
	return chart.Spot{X: t.Left + float64(at.X)*t.Scale, Y: t.Bottom - float64(at.Y)*t.Scale, R: 12 * t.Scale}
}

// lay adds a place, or adds what is said to a place that is there already.
func (o *overlay) lay(at chart.Spot, x Laid) {
	if i := slices.IndexFunc(o.Laid, func(y Laid) bool { return y.Place == x.Place }); i >= 0 {
		if x.Says != "" && x.Says != o.Laid[i].Says {
			o.Laid[i].Says += " · " + x.Says
		}
		return
	}
	x.X, x.Y, x.R = math.Round(at.X*10)/10, math.Round(at.Y*10)/10, math.Round(at.R*10)/10
	o.Laid = append(o.Laid, x)
}

// costs are the heads of the columns that say what it costs to go to a place; goals are those that name places.
var (
	costs = []string{"reach.mp", "card.ap", "head.points", "head.inches", "guide.mp"}
	goals = []string{"head.hex", "head.hexes", "head.sector", "head.place"}
)

// The texts of places that an answer names without a cost: the unit can go there, or it must stop there.
const (
	mayGo    = "•"
	mustStop = "!"
)

// reach lays what REACH answers.
func (o *overlay) reach() {
	for _, c := range o.r.Reach(o.About) {
		rule := ""
		if len(c.Says) > 0 {
			rule = c.Says[0].Rule
		}
		for _, t := range c.Tables {
			o.table(t, rule)
			t = worded(o.say, t)
			if len(c.Tables) > 1 && len(o.Table.Rows) > 0 { // one table for all: a row says which it is of
				o.Table.Rows = append(o.Table.Rows, append([]string{t.Title}, make([]string, max(0, len(o.Table.Heads)-1))...))
			} else {
				o.Table.Heads, o.Table.Title = t.Heads, t.Title
			}
			o.Table.Rows = append(o.Table.Rows, t.Rows...)
		}
		for _, x := range c.Says {
			o.Says = append(o.Says, Told{Text: o.say.Remark(x), Rule: x.Rule})
			o.named(x)
		}
	}
}

// named lays the places that a sentence names: those to which a unit can go, or in which it must stop.
func (o *overlay) named(x table.Remark) {
	for _, a := range x.Args {
		places, _ := a.Value.([]string)
		text := mayGo
		if a.Name == "zone" {
			text = mustStop
		}
		for _, p := range places {
			if i := slices.IndexFunc(o.Laid, func(y Laid) bool { return y.Place == p }); i >= 0 && text == mustStop {
				o.Laid[i].Text += mustStop
			} else if at, ok := o.where(p); ok {
				o.lay(at, Laid{Place: p, Text: text, Rule: x.Rule})
			}
		}
	}
}

// table lays the places that a table names with what they cost.
func (o *overlay) table(t board.Table, rule string) {
	cost := slices.IndexFunc(t.Heads, func(h string) bool { return slices.Contains(costs, h) })
	goal := slices.IndexFunc(t.Heads, func(h string) bool { return slices.Contains(goals, h) })
	if cost < 0 || goal < 0 {
		return
	}
	words := worded(o.say, t)
	for i, row := range t.Rows {
		says := []string{words.Title}
		for j, cell := range words.Rows[i] {
			if j != goal && cell != "" {
				says = append(says, words.Heads[j]+" "+cell)
			}
		}
		x := Laid{Text: row[cost], Says: strings.Trim(strings.Join(says, ", "), ", "), Rule: rule}
		if o.l.spots.Table != nil {
			o.strides(row, x)
			continue
		}
		for _, p := range strings.Fields(row[goal]) {
			if at, ok := o.where(p); ok {
				x.Place = p
				o.lay(at, x)
			}
		}
	}
}

// stride is where a unit comes to stand on a free table, and how far it went for it: "12.5/30 (8.0)".
var stride = regexp.MustCompile(`^(\d+)(?:\.(\d))?/(\d+)(?:\.(\d))? \((.+)\)$`)

// strides lays the points of a free table at which a unit would come to stand.
func (o *overlay) strides(row []string, x Laid) {
	for _, cell := range row {
		m := stride.FindStringSubmatch(cell)
		if m == nil {
			continue
		}
		x.Place, x.Text = strings.Fields(cell)[0], m[5]+`"`
		at := board.At{X: tenths(m[1], m[2]), Y: tenths(m[3], m[4])}
		o.lay(o.inch(at), x)
	}
}

func tenths(whole, part string) int {
	n, _ := strconv.Atoi(whole) // digits, as the pattern says
	t, _ := strconv.Atoi(cmp.Or(part, "0"))
	return 10*n + t
}

// apart is how far from each other the points of a free table are to which a line of sight is asked for, in tenths of an inch.
const apart = 30

// sight lays what LOS answers from a unit or place to every place of the map, on a free table to a point every three inches.
func (o *overlay) sight() {
	from := o.l.thing(o.r, o.About)
	o.Table.Heads = []string{o.r.Word("desk.place"), o.r.Word("desk.sight")}
	if t := o.l.spots.Table; t != nil {
		for y := apart / 2; y < t.Height; y += apart {
			for x := apart / 2; x < t.Width; x += apart {
				at := o.inch(board.At{X: x, Y: y})
				at.R = apart / 2 * t.Scale
				o.look(from, inches(x)+"/"+inches(y), at)
			}
		}
		for _, u := range o.l.spots.Units {
			if slices.Contains(o.r.Now.Knows(o.r.Seat).Lexicon().Enemies(), u.Name) {
				o.look(from, u.Name, u)
			}
		}
		return
	}
	for _, p := range o.l.spots.Places {
		o.look(from, p.Name, p)
	}
}

// look lays whether a place or unit is seen.
func (o *overlay) look(from, to string, at chart.Spot) {
	says := o.r.Now.Knows(o.r.Seat).Sight(from, to)
	if len(says) == 0 {
		return
	}
	var text []string
	for _, x := range says {
		text = append(text, o.say.Remark(x))
	}
	x := Laid{Place: to, Text: distanceIn(says), Shut: !Clear(says), Says: strings.Join(text, " "), Rule: says[0].Rule}
	o.Table.Rows = append(o.Table.Rows, []string{to, x.Says})
	o.lay(at, x)
}

// Clear reports whether an answer to LOS says that there is a line of sight: every rulebook says so by a sentence whose key ends in ".clear", or by
// its argument "seen".
func Clear(says []table.Remark) bool {
	return slices.ContainsFunc(says, func(r table.Remark) bool {
		return strings.HasSuffix(r.Key, ".clear") || slices.ContainsFunc(r.Args, func(a table.FactArg) bool { return a.Name == "seen" && a.Value == true })
	})
}

// distanceIn finds the distance that a sentence tells, as rulebooks call it.
func distanceIn(says []table.Remark) string {
	for _, r := range says {
		for _, a := range r.Args {
			switch a.Name {
			case "distance", "ud", "range", "inches", "far":
				return fmt.Sprint(a.Value)
			}
		}
	}
	return ""
}

// fire lays what TARGETS answers: for each target the distance, and the chance of the best line.
func (o *overlay) fire() {
	if !o.l.report.Desk.Awaited {
		return
	}
	o.Table.Heads = []string{o.r.Word("desk.target"), o.r.Word("desk.orders"), o.r.Word("desk.chances")}
	for _, x := range o.r.Doings(o.l.report.Window.Phases) {
		if x.Unit != o.About || x.Target == "" {
			continue
		}
		text := []string{distanceIn([]table.Remark{x.Says})}
		if len(x.Chance) > 0 && x.Chance[0].Den > 0 {
			text = append(text, strconv.FormatInt((100*x.Chance[0].Num+x.Chance[0].Den/2)/x.Chance[0].Den, 10)+" %")
		}
		says := o.say.Doing(x)
		o.Table.Rows = append(o.Table.Rows, []string{x.Target, x.Text, says})
		if at, ok := o.where(x.Target); ok {
			label := strings.Join(slices.DeleteFunc(text, func(s string) bool { return s == "" }), " · ")
			o.lay(at, Laid{Place: x.Target, Text: cmp.Or(label, mayGo), Says: x.Text + ": " + says, Rule: x.Says.Rule})
		}
	}
}

// field lays the unit's field of fire.
func (o *overlay) field() {
	o.Table.Heads = []string{o.r.Word("desk.place"), o.r.Word("desk.chances")}
	for _, c := range o.r.Now.Knows(o.r.Seat).Field(o.About) {
		at, ok := o.where(c.Place)
		if p, is := pointOf(strings.Replace(c.Place, "/", ",", 1)); is && o.l.spots.Table != nil {
			at, ok = o.inch(p), true
			at.R = apart / 2 * o.l.spots.Table.Scale
		}
		if !ok {
			continue
		}
		says := o.say.Remark(c.Says)
		o.Table.Rows = append(o.Table.Rows, []string{c.Place, says})
		o.lay(at, Laid{Place: c.Place, Text: c.Text, Says: says, Rule: c.Says.Rule})
	}
}

// thing reads the name of a unit or place as the mail does.
func (l *letterAt) thing(r *account.Reader, text string) string {
	if t, ok := r.Thing(text); ok {
		return t.Name
	}
	return text
}
