package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
)

// Speak writes the map as text: what the letters mean, the rows from the north, then everything that stands somewhere, place by place, in
// sentences that a screen reader can read. No line is longer than width (0: 78), except names longer than that. A row whose cells lie half
// a cell to the right is indented by a blank. A star follows the letter of a cell with units.
func Speak(sheet board.Sheet, style Style, width int) string {
	if width <= 0 {
		width = 78
	}
	if sheet.Free != nil {
		return speakFree(sheet, style, width)
	}
	d := &drawing{sheet: sheet, style: style, list: &List{}, info: map[string]board.Terrain{}, used: map[string]bool{}}
	d.lay = newLayout(sheet.Grid, 40, 0)
	d.sortCells()
	d.survey()
	byCode := d.terrains()
	for _, c := range d.cells {
		d.info[c.Place] = terrainOf(byCode, c)
	}
	var b strings.Builder
	if style.Heading != "" {
		b.WriteString(style.Heading + "\n")
	}
	if sheet.Title != "" {
		b.WriteString(sheet.Title + "\n")
	}
	if style.Eyes != "" {
		b.WriteString(columns.Wrap(style.Eyes, width, "", ""))
	}
	d.speakLegend(&b, width)
	d.speakRows(&b, width)
	d.speakPlaces(&b, width)
	d.speakGround(&b, width)
	d.speakArrows(&b, width)
	d.speakTracks(&b, width)
	return b.String()
}

func (d *drawing) letter(place string) string {
	t := d.info[place]
	s := t.Speak
	if s == "" {
		s = t.Code
	}
	if s == "" {
		s = "."
	}
	return s
}

func (d *drawing) terrainName(place string) string {
	t := d.info[place]
	if t.Name == "" {
		return t.Look
	}
	return d.style.say(t.Name)
}

func (d *drawing) speakLegend(b *strings.Builder, width int) {
	var parts []string
	said := map[string]bool{}
	for _, t := range d.sheet.Terrain {
		for _, c := range d.cells {
			if c.Code == t.Code && !said[t.Code] {
				said[t.Code] = true
				parts = append(parts, d.letter(c.Place)+" "+d.terrainName(c.Place))
			}
		}
	}
	if len(parts) > 0 {
		b.WriteString("\n" + columns.Wrap(d.style.say("letter.map.text.legend")+" "+strings.Join(parts, ", ")+".", width, "", "  "))
	}
}

// speakRows writes the cells in rows as they lie.
func (d *drawing) speakRows(b *strings.Builder, width int) {
	busy := map[string]bool{}
	for p := range d.stacks() {
		busy[p] = true
	}
	rows, step := d.rows()
	cell := 4
	cols, _ := d.lay.grid.Size()
	if cols*4+9 > width {
		cell = 2
	}
	if cols*2+8 > width {
		return // no room for rows: the list of places says it all
	}
	w, _ := d.lay.halves()
	at := func(p string) int { return 7 + int((d.lay.at[p].x-d.lay.left-w)/step*float64(cell)+0.5) }
	var heads []columnHead
	for _, r := range rows {
		for _, p := range r.places {
			heads = named(heads, at(p), p)
		}
	}
	if head := headsLine(heads); head != "" {
		b.WriteString(columns.Wrap(d.style.say("letter.map.text.rows"), width, "", "  "))
		if d.lay.grid.Shape() == board.FlatHex {
			b.WriteString(d.style.entry(d.style.say("letter.map.text.lower"), strings.Join(d.lower(rows[0].places), ", ")+".", width))
		}
		b.WriteString("\n" + head + "\n")
	} else {
		b.WriteString("\n")
	}
	for _, r := range rows {
		line := fmt.Sprintf("%-7s", r.places[0])
		for _, p := range r.places {
			line = columns.Left(line, at(p))
			s := d.letter(p)
			if busy[p] {
				s += "*"
			}
			line += s
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// row is the places of a map that lie beside each other, from the west.
type row struct{ places []string }

// rows returns the rows of the map from the north, and how far apart two places of a row are.
func (d *drawing) rows() (rows []row, step float64) {
	w, h := d.lay.halves()
	step = 2 * w
	if d.lay.grid.Shape() == board.FlatHex {
		step = 1.5 * d.lay.r
	}
	for i := len(d.lay.places) - 1; i >= 0; i-- {
		p := d.lay.places[i]
		n := len(rows)
		if n == 0 || absF(d.lay.at[rows[n-1].places[0]].y-d.lay.at[p].y) > h*1.1 {
			rows = append(rows, row{})
			n++
		}
		rows[n-1].places = append([]string{p}, rows[n-1].places...)
	}
	return rows, step
}

// lower returns the columns whose hexes lie half a hex south of those beside them in the same row, which rows of letters cannot show.
func (d *drawing) lower(row []string) []string {
	var out []string
	for _, p := range row {
		if d.lay.at[p].y > d.lay.at[row[0]].y || len(row) > 1 && d.lay.at[p].y > d.lay.at[row[1]].y {
			out = append(out, columnOf(p))
		}
	}
	return out
}

// columnHead is the name of a column, and where on the line it is. The name is "" if its places are of several columns.
type columnHead struct {
	at   int
	name string
}

// named notes a place in the column where it lies.
func named(heads []columnHead, at int, place string) []columnHead {
	name := columnOf(place)
	i := slices.IndexFunc(heads, func(h columnHead) bool { return h.at >= at })
	switch {
	case i < 0:
		return append(heads, columnHead{at, name})
	case heads[i].at > at:
		return slices.Insert(heads, i, columnHead{at, name})
	case heads[i].name != name:
		heads[i].name = ""
	}
	return heads
}

// columnOf returns the column of a place by its name: the letters of D7, the first half of 0411.
func columnOf(place string) string {
	letters := strings.TrimRight(place, "0123456789")
	if letters == "" {
		return place[:len(place)/2]
	}
	return letters
}

// headsLine writes the names of columns above them, as many as there is room for, or returns "" if the columns have no names of their own, as on
// a map whose rows are staggered.
func headsLine(heads []columnHead) string {
	line := ""
	for _, h := range heads {
		if h.name == "" {
			return ""
		}
		if len(line) < h.at {
			line = columns.Left(line, h.at) + h.name
		}
	}
	return line
}

func absF(f float64) float64 {
	if f < 0 {
		return -f
	}
	return f
}

// speakPlaces lists units, marks and names by place, from the south-west.
func (d *drawing) speakPlaces(b *strings.Builder, width int) {
	said := map[string][]string{}
	say := func(p, s string) {
		if _, ok := d.lay.at[p]; ok {
			said[p] = append(said[p], s)
		}
	}
	names := map[string]int{} // how much of what is said about a place is its names, which a brief map leaves out
	for _, l := range d.sheet.Labels {
		say(l.Place, l.Text)
		if d.style.Brief {
			names[l.Place] = len(said[l.Place])
		}
	}
	for _, c := range d.sheet.Counters {
		if !c.Ghost {
			say(c.Place, d.speakCounter(c))
		}
	}
	for _, w := range d.sheet.Works {
		s := d.style.say("letter.map." + w.Look)
		if w.Facing != "" {
			s += " " + d.style.say(w.Facing)
		}
		say(w.Place, s+d.whose(w.Side))
	}
	for _, c := range d.cells {
		for _, f := range c.Features {
			if f == "outside" {
				continue // there would be nothing else in the list
			}
			say(c.Place, d.style.say("letter.map."+f))
		}
		for _, m := range c.Marks {
			kind, text, _ := strings.Cut(m, " ")
			say(c.Place, strings.TrimSpace(d.sayMark(kind)+" "+text))
		}
	}
	for _, m := range d.sheet.Marks {
		s := d.sayMark(m.Kind)
		if m.Text != "" {
			s += " " + m.Text
		}
		if m.Side >= 0 && m.Side < len(d.style.Seats) {
			s += " (" + d.style.Seats[m.Side] + ")"
		}
		say(m.Place, s)
	}
	for _, w := range d.sheet.Lines {
		for _, p := range w.Path {
			if s := d.line(w); len(said[p]) > names[p] && !slices.Contains(said[p], s) {
				say(p, s)
			}
		}
	}
	if len(said) > 0 {
		b.WriteString("\n")
	}
	rows, _ := d.rows()
	for _, r := range rows {
		for _, p := range r.places {
			if s := said[p]; len(s) > names[p] {
				b.WriteString(d.style.entry(p, d.terrainName(p)+", "+strings.Join(s, d.style.mark("also", "; ")), width))
			}
		}
	}
}

// sayMark names a mark where no colour can be seen: the legend explains those of an objective.
func (d *drawing) sayMark(kind string) string {
	if kind == "objective" {
		return d.style.say("letter.map.text.objective")
	}
	return d.style.say("letter.map." + kind)
}

// speakGround lists what lies on more than one hex: heights, walls, roads, lines and clouds.
func (d *drawing) speakGround(b *strings.Builder, width int) {
	if d.style.Brief {
		d.speakSides(b, width)
		d.speakClouds(b, width)
		b.WriteString(columns.Wrap(d.style.say("letter.map.brief"), width, "", ""))
		return
	}
	for level := 1; level < 10; level++ {
		var there []string
		for _, c := range d.cells {
			if c.Level == level && c.Note != "" {
				there = append(there, c.Place)
			}
		}
		if len(there) > 0 {
			b.WriteString(d.style.entry(d.style.say("letter.map.level")+" "+strconv.Itoa(level), strings.Join(there, " "), width))
		}
	}
	for _, e := range d.sheet.Edges {
		if e.Look == "wall" {
			b.WriteString(d.style.entry(d.style.say("letter.map.edge.wall"), e.A+"/"+e.B, width))
		}
	}
	for _, run := range d.roadRuns() {
		b.WriteString(d.style.entry(d.style.say("letter.map.road"), strings.Join(run, "-"), width))
	}
	for _, w := range d.sheet.Lines {
		for _, run := range d.onBoard(w.Path) {
			b.WriteString(d.style.entry(d.line(w), strings.Join(run, "-"), width))
		}
	}
	d.speakSides(b, width)
	d.speakClouds(b, width)
}

// line names a trench, a belt of wire or a railway, and whose it is.
func (d *drawing) line(w board.Course) string {
	if w.Look == "rail" || w.Look == "lightrail" {
		return d.style.say("letter.map."+w.Look) + d.whose(w.Side)
	}
	return d.style.say("letter.map.edge."+w.Look) + d.whose(w.Side)
}

func (d *drawing) speakClouds(b *strings.Builder, width int) {
	for _, k := range d.sheet.Clouds {
		b.WriteString(d.style.entry(strings.TrimSpace(d.style.say("letter.map."+k.Look)+" "+k.Text)+d.whose(k.Side), strings.Join(k.Places, " "), width))
	}
}

// onBoard splits a path into the parts of it that lie on the board; it is one part if nothing is cut off.
func (d *drawing) onBoard(path []string) [][]string {
	var out [][]string
	var run []string
	for i, p := range path {
		if _, ok := d.lay.at[p]; ok {
			run = append(run, p)
		}
		if _, ok := d.lay.at[p]; (!ok || i == len(path)-1) && len(run) > 0 {
			if len(run) > 1 || len(path) == 1 {
				out = append(out, run)
			}
			run = nil
		}
	}
	return out
}

// speakSides lists what lies on the sides of large maps: waters, crests, bridges, the front.
func (d *drawing) speakSides(b *strings.Builder, width int) {
	list := func(key string, edges []board.Edge, look, mark string) {
		var out []string
		for _, e := range edges {
			_, here := d.lay.at[e.A]
			_, there := d.lay.at[e.B]
			if e.Look == look && here && there {
				out = append(out, e.A+mark+e.B)
			}
		}
		if len(out) > 0 {
			b.WriteString(d.style.entry(d.style.say(key), strings.Join(out, " "), width))
		}
	}
	if len(d.sheet.Fronts) == 0 && len(d.sheet.Spans) == 0 {
		return
	}
	if !d.style.Brief {
		for _, look := range []string{"river", "canal", "stream"} {
			list("letter.map.edge."+look, d.sheet.Edges, look, "/")
		}
		list("letter.map.edge.crest", d.sheet.Edges, "crest", ">")
		list("letter.map.span.bridge", d.sheet.Spans, "bridge", "/")
	}
	for _, look := range []string{"blown", "footbridge"} {
		list("letter.map.span."+look, d.sheet.Spans, look, "/")
	}
	list("letter.map.front", d.sheet.Fronts, "front", "/")
}

// speakArrows lists who moved and fired, how often, and how many of the shots hit.
func (d *drawing) speakArrows(b *strings.Builder, width int) {
	for _, a := range gathered(d.sheet.Arrows) {
		tell := func(kind string, times int) {
			if times == 0 || len(a.Path) < 2 {
				return
			}
			often := ""
			if times > 1 {
				often = fmt.Sprintf(" (%d %s)", times, d.style.say("letter.map.times"))
			}
			b.WriteString(d.style.entry(d.style.say("letter.map."+kind), strings.Join(a.Path, "-")+often, width))
		}
		if a.Kind != "fire" {
			tell(a.Kind, a.times)
			continue
		}
		tell("hit", a.hits)
		tell("miss", a.times-a.hits)
	}
}

// roadRuns joins the roads that the sheet gives cell by cell into ways, from end or junction to end or junction.
func (d *drawing) roadRuns() [][]string {
	to := map[string][]string{}
	for _, c := range d.cells {
		to[c.Place] = c.Road
	}
	done := map[[2]string]bool{}
	var out [][]string
	follow := func(from, next string) {
		run := []string{from}
		for !done[[2]string{from, next}] {
			done[[2]string{from, next}], done[[2]string{next, from}] = true, true
			run = append(run, next)
			ways := to[next]
			if len(ways) != 2 {
				break
			}
			on := ways[0]
			if on == from {
				on = ways[1]
			}
			from, next = next, on
		}
		if len(run) > 1 {
			out = append(out, run)
		}
	}
	for _, ends := range []bool{true, false} { // then those that go in rounds
		for _, c := range d.cells {
			for _, q := range c.Road {
				if ends == (len(c.Road) != 2) {
					follow(c.Place, q)
				}
			}
		}
	}
	return out
}

// whose returns the name of a side in brackets.
func (d *drawing) whose(side int) string {
	if side < 0 || side >= len(d.style.Seats) {
		return ""
	}
	return " (" + d.style.Seats[side] + ")"
}

func (d *drawing) speakCounter(c board.Counter) string {
	s := c.Top
	if c.Side >= 0 && c.Side < len(d.style.Seats) {
		s = d.style.Seats[c.Side] + " " + s
	}
	if d.style.Words != nil {
		s += ", " + d.style.say("letter.map.arm."+c.Symbol)
	}
	var states []string
	if c.Status != "" {
		states = append(states, d.style.say(c.Status))
	} else if c.Bottom != "" {
		states = append(states, c.Bottom)
	}
	if c.Corner != "" {
		states = append(states, d.style.say("letter.map.morale")+" "+c.Corner)
	}
	if c.Steps+c.Lost > 0 {
		states = append(states, fmt.Sprintf("%s %d/%d", d.style.say("letter.map.text.steps"), c.Steps, c.Steps+c.Lost))
	}
	if c.Badge != "" {
		states = append(states, d.style.say(c.Badge))
	}
	for _, s := range c.Badges {
		states = append(states, d.style.say(s))
	}
	if c.Watch {
		states = append(states, d.style.say("letter.map.watch"))
	}
	if c.Facing != "" {
		states = append(states, d.style.say("letter.map.facing")+" "+d.style.say(c.Facing))
	}
	if len(states) > 0 {
		s += " (" + strings.Join(states, ", ") + ")"
	}
	return s
}
