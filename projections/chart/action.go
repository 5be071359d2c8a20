package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/board"
)

// actions draws the ways of the turn: moves, retreats and assaults as arrows, fire as dashes.
func (d *drawing) actions() {
	busy := map[string]float64{} // arrows that already use a stretch keep apart
	for _, a := range gathered(d.sheet.Arrows) {
		var pts []pt
		for _, p := range a.Path {
			if at, ok := d.lay.at[p]; ok {
				pts = append(pts, at)
			}
		}
		if len(pts) < 2 {
			continue
		}
		key := a.Path[0] + ">" + a.Path[len(a.Path)-1]
		off := busy[key]
		busy[key]++
		if off > 0 {
			by := pts[len(pts)-1].sub(pts[0])
			if by.len() > 0 {
				by = by.turn().mul(0.13 * d.lay.r * off / by.len())
			}
			for i := range pts {
				pts[i] = pts[i].add(by)
			}
		}
		for i := 1; i < len(pts) && a.Kind != "barrage"; i++ {
			d.drawn = append(d.drawn, [2]pt{pts[i-1], pts[i]})
		}
		switch a.Kind {
		case "fire":
			d.fire(a, pts)
		case "barrage":
			d.trajectory(a, pts)
		default:
			d.way(a, pts)
		}
	}
	d.captions()
}

// trajectory draws a curve from whoever called a barrage to where it fell.
func (d *drawing) trajectory(a way, pts []pt) {
	r := d.lay.r
	d.used["trajectory"] = true
	from, to := pts[0], pts[len(pts)-1]
	bow := from.to(to, 0.5).add(pt{0, -math.Min(2.2*r, from.sub(to).len()*0.28)})
	line := new(Path).move(from.toward(bow, r*0.5)).quad(bow, to.toward(bow, r*0.6))
	d.add(&d.over, line, Ink{Line: white.alpha(0xb0), Width: r * 0.1})
	d.add(&d.over, line, Ink{Line: d.livery(a.Side).line, Width: r * 0.045, Dash: [2]float64{r * 0.05, r * 0.11}})
	d.add(&d.over, d.head(to.toward(bow, r*0.6), bow, r*0.16), Ink{Fill: d.livery(a.Side).line})
}

// way is an arrow that stands for all of its kind between the same two places.
type way struct {
	board.Arrow
	times int
	hits  int      // of shots
	names []string // of those who moved or fired so, where they are known
}

// gathered makes one line of all fire from one place at another, and one arrow of the moves of one side
// that follow one another step by step.
func gathered(arrows []board.Arrow) []way {
	var out []way
	for i, a := range arrows {
		if len(a.Path) < 2 {
			continue
		}
		from, to := a.Path[0], a.Path[len(a.Path)-1]
		if a.Kind == "fire" {
			if j := slices.IndexFunc(out, func(w way) bool {
				return w.Kind == a.Kind && w.Side == a.Side && w.Path[0] == from && w.Path[len(w.Path)-1] == to
			}); j >= 0 {
				out[j].join(a)
				continue
			}
		}
		if j := slices.IndexFunc(out, func(w way) bool {
			return a.Kind != "fire" && w.Kind == a.Kind && w.Side == a.Side && w.Day == a.Day && slices.Equal(w.Path, a.Path)
		}); j >= 0 {
			out[j].join(a) // a stack that goes together
			continue
		}
		if last := len(out) - 1; i > 0 && last >= 0 && a.Kind == "move" && arrows[i-1].Kind == "move" {
			if w := &out[last]; w.Side == a.Side && w.Day == a.Day && w.ID == a.ID && w.Path[len(w.Path)-1] == from {
				w.Path = append(slices.Clone(w.Path), a.Path[1:]...)
				continue
			}
		}
		w := way{Arrow: a}
		w.join(a)
		out = append(out, w)
	}
	return out
}

// join counts one more arrow to a way.
func (w *way) join(a board.Arrow) {
	w.times++
	w.hits += hits(a)
	if name := a.ID[strings.LastIndexByte(a.ID, '.')+1:]; name != "" && !slices.Contains(w.names, name) {
		w.names = append(w.names, name)
	}
}

// mostNamed is the length in letters up to which those who moved or fired the same way are named.
const mostNamed = 14

// who names those who moved or fired, or counts them where they are not known, too many, or have no room.
func (w way) who(room bool) string {
	s := strings.Join(w.names, ", ")
	switch {
	case s == "" || !room || utf8.RuneCountInString(s) > mostNamed:
		return "×" + strconv.Itoa(w.times)
	case w.times > len(w.names):
		return s + " ×" + strconv.Itoa(w.times)
	}
	return s
}

func hits(a board.Arrow) int {
	if a.Hit {
		return 1
	}
	return 0
}

// trim shortens a line at both ends.
func trim(pts []pt, head, tail float64) []pt {
	out := append([]pt(nil), pts...)
	n := len(out)
	for n > 2 && out[n-1].sub(out[n-2]).len() <= tail {
		tail -= out[n-1].sub(out[n-2]).len()
		n--
	}
	out = out[:n]
	l := out[n-1].sub(out[n-2]).len()
	out[n-1] = out[n-1].toward(out[n-2], math.Min(math.Max(0, tail), l*0.6))
	out[0] = out[0].toward(out[1], math.Min(head, out[0].sub(out[1]).len()*0.4))
	return out
}

func (d *drawing) way(a way, pts []pt) {
	r := d.lay.r
	last := lastDay(d.sheet.Arrows)
	col := faded(d.livery(a.Side).line, a.Day, last)
	width := r * 0.085
	var dash [2]float64
	switch a.Kind {
	case "assault":
		col, width = faded(alarm, a.Day, last), r*0.13
	case "retreat":
		dash = [2]float64{r * 0.06, r * 0.17}
	}
	d.used[a.Kind+strconv.Itoa(a.Side)], d.used[a.Kind] = true, true
	pts = trim(pts, 0, r*0.72)
	line := new(Path).along(pts...)
	d.add(&d.over, line, Ink{Line: white.alpha(0xb0), Width: width * 1.9})
	d.add(&d.over, line, Ink{Line: col, Width: width, Dash: dash})
	d.add(&d.over, d.head(pts[len(pts)-1], pts[len(pts)-2], r*0.19), Ink{Fill: col, Line: white.alpha(0xb0), Width: r * 0.03})
	d.times(a, pts[len(pts)/2-1], pts[len(pts)/2], pt{}, pts[0].sub(pts[len(pts)-1]).len(), col)
	d.day(a, pts[0].to(pts[1], 0.42), col|0xff)
}

// arrowhead at the end of a line that comes from a point.
func (d *drawing) head(end, from pt, size float64) *Path {
	dir := end.sub(from)
	if dir.len() == 0 {
		return nil
	}
	dir = dir.mul(1 / dir.len())
	side := dir.turn().mul(size * 0.62)
	back := end.sub(dir.mul(size * 0.15))
	return new(Path).poly(end.add(dir.mul(size)), back.add(side), back.add(dir.mul(size*0.12)), back.sub(side))
}

// mostShots is how many results of the shots of one line are drawn.
const mostShots = 6

// fire draws shots from one place at another as a line, and at its end a star for each that hit and a ring for each that did not.
func (d *drawing) fire(a way, pts []pt) {
	r := d.lay.r
	d.used["fire"] = true
	pts = trim([]pt{pts[0], pts[len(pts)-1]}, r*0.45, r*0.66)
	line := new(Path).poly(pts...)
	line.Ops = line.Ops[:len(line.Ops)-1]
	d.add(&d.over, line, Ink{Line: white.alpha(0xb8), Width: r * 0.1})
	d.add(&d.over, line, Ink{Line: alarm, Width: r * 0.05, Dash: [2]float64{r * 0.15, r * 0.11}})
	end := pts[1]
	stars := min(a.hits, mostShots)
	rings := min(a.times-a.hits, max(mostShots-stars, 1))
	step := math.Min(r*0.26, pts[0].sub(end).len()/float64(stars+rings))
	at := 0.0 // how far before the end of the line the next one stands
	for range stars {
		d.used["hit"] = true
		d.add(&d.over, star(end.toward(pts[0], at), r*0.2, r*0.09, 8), Ink{Fill: rgb(0xf2b632), Line: alarm, Width: r * 0.035})
		at += step
	}
	for range rings {
		d.used["miss"] = true
		d.add(&d.over, new(Path).circle(end.toward(pts[0], at), r*0.085), Ink{Fill: paper, Line: alarm, Width: r * 0.04})
		at += step
	}
	beside := pt{}
	if pts[0].sub(end).len() < r*1.2 { // or the results would cover who fired
		beside = pt{0, r * 0.3}
	}
	d.times(a, pts[0], end, beside, pts[0].sub(end).len(), d.livery(a.Side).line)
}

// caption is who moved or fired along a line, in the colour of their side.
type caption struct {
	text     string
	from, to pt // of the line
	beside   pt // how far from it
	fill     Color
}

// times notes who moved or fired the same way: beside which stretch of it they are written, and how long it is.
func (d *drawing) times(a way, from, to, beside pt, long float64, c Color) {
	room := long > 3*d.lay.r // the counters at the ends of a shorter one would cover names
	if a.times > 1 || room && len(a.names) == 1 && d.stacked(a) {
		d.said = append(d.said, caption{a.who(room), from, to, beside, c})
	}
}

// stacked reports whether whoever moved or fired stands among others of its side now, so that the line alone does not tell which it was.
func (d *drawing) stacked(a way) bool {
	at, n := a.Path[len(a.Path)-1], 0
	if a.Kind == "fire" {
		at = a.Path[0]
	}
	for _, c := range d.sheet.Counters {
		if c.Place == at && c.Side == a.Side && !c.Ghost {
			n++
		}
	}
	return n > 1
}

// captions writes who moved or fired over all lines, each in the middle of its own or where it covers the fewest others.
func (d *drawing) captions() {
	size := half(d.lay.r * 0.32)
	var written []box
	for _, x := range d.said {
		w := textWidth(Bold, size, x.text) / 2
		best, at := math.Inf(1), pt{}
		var place box
		for i, t := range []float64{0.5, 0.38, 0.62, 0.28, 0.72} {
			q := x.from.to(x.to, t).add(x.beside).add(pt{0, d.lay.r * 0.1})
			b := box{q.x - w, q.y - size*0.8, q.x + w, q.y + size*0.25}
			cost := float64(i)
			for _, o := range written {
				cost += b.overlap(o)
			}
			if cost < best {
				best, at, place = cost, q, b
			}
		}
		written = append(written, place)
		d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: Bold, Fill: x.fill, Halo: paper, Glow: 3, String: x.text}})
	}
}

func star(c pt, out, in float64, n int) *Path {
	var pts []pt
	for k := range 2 * n {
		f := out
		if k%2 == 1 {
			f = in
		}
		pts = append(pts, c.add(polar(float64(k)*math.Pi/float64(n)+0.2, f)))
	}
	return new(Path).poly(pts...)
}

// happenings draws what is marked at places: smoke, objectives, losses.
func (d *drawing) happenings() {
	for _, c := range d.cells {
		for _, m := range c.Marks {
			kind, text, _ := strings.Cut(m, " ")
			side := -1
			for i, s := range d.style.Seats {
				if name, ok := strings.CutSuffix(text, " "+s); ok {
					side, text = i, name
				}
			}
			d.mark(board.Mark{Kind: kind, Place: c.Place, Text: text, Side: side})
		}
	}
	for i, m := range d.sheet.Marks {
		if _, ok := d.lay.at[m.Place]; !ok || m.Kind == "loss" && slices.ContainsFunc(d.sheet.Marks[:i], func(o board.Mark) bool { return sameLoss(o, m) }) {
			continue
		}
		if m.Kind == "loss" {
			m.Text = together(m, d.sheet.Marks[i:])
		}
		d.mark(m)
	}
}

// sameLoss reports whether two marks are losses of one side in one place: they have one cross.
func sameLoss(a, b board.Mark) bool {
	return a.Kind == b.Kind && a.Place == b.Place && a.Side == b.Side
}

// together names all that one side lost in the place of a mark.
func together(m board.Mark, marks []board.Mark) string {
	var names []string
	for _, o := range marks {
		if sameLoss(o, m) && !slices.Contains(names, o.Text) {
			names = append(names, o.Text)
		}
	}
	if m.Side >= 0 { // the colour shows the side
		for i, name := range names {
			names[i] = name[strings.LastIndexByte(name, '.')+1:]
		}
	}
	return strings.Join(names, ", ")
}

func (d *drawing) mark(m board.Mark) {
	c, r := d.lay.at[m.Place], d.lay.r
	d.used["mark "+m.Kind] = true
	switch m.Kind {
	case "barrage", "bomb", "vain": // drawn beneath the counters
	case "ranged":
		d.crosshair(c)
	case "battle":
		d.battle(c, m.Text)
	case "source":
		d.source(c, m.Side)
	case "steps":
		d.lost(c.add(pt{0.5 * r, 0.72 * r}), m.Text, m.Side)
	case "melee":
		d.bayonets(&d.over, c.add(pt{0.62 * r, 0.42 * r}), r)
	case "goal":
		edge, _ := d.lay.halves()
		d.pennant(&d.over, c.add(pt{-0.78 * edge, 0.04 * r}), r, m.Side)
	case "resisted":
		d.shield(c.add(pt{-0.62 * r, 0.42 * r}), m.Text, m.Side)
	case "smoke":
		d.cloud(c.add(pt{-0.05 * r, 0.42 * r}), m.Text)
	case "papers":
		d.satchel(&d.over, c.add(pt{0.6 * r, 0.52 * r}), r*0.2, m.Side)
	case "objective":
		edge, _ := d.lay.halves()
		d.flag(c.add(pt{0.05*r - edge, 0.3 * r}), m.Side, m.Text)
	case "loss":
		at := c.add(pt{0.36 * r, 0.36 * r})
		if d.lay.n == 4 {
			at = c.add(pt{0.4 * r, 0.36 * r})
		}
		a := r * 0.19
		p := new(Path).move(at.add(pt{-a, -a})).line(at.add(pt{a, a})).move(at.add(pt{-a, a})).line(at.add(pt{a, -a}))
		d.add(&d.over, p, Ink{Line: white.alpha(0xd0), Width: r * 0.17})
		d.add(&d.over, p, Ink{Line: alarm, Width: r * 0.095})
		name, colour := m.Text, alarm
		if m.Side >= 0 { // the colour shows the side
			name, colour = name[strings.LastIndexByte(name, '.')+1:], d.livery(m.Side).line
		}
		d.note(at.add(pt{0, r * 0.4}), name, colour)
	default:
		d.note(c.add(pt{0, r * 0.6}), strings.TrimSpace(m.Kind+" "+m.Text), slate)
	}
}

// note is a short text with a halo.
func (d *drawing) note(at pt, s string, c Color) {
	if s == "" {
		return
	}
	size, s := fit(s, math.Max(8, d.lay.r*0.2), d.lay.r*2.4, Bold)
	w := textWidth(Bold, size, s) / 2
	at.x = math.Max(margin/2+w, math.Min(d.lay.right+margin/2-w, at.x))
	d.over = append(d.over, Item{Text: &Text{X: snap(at.x), Y: snap(at.y), Size: size, Face: Bold, Fill: c, Halo: paper, Glow: 2, String: s}})
	d.taken = append(d.taken, box{at.x - w, at.y - size, at.x + w, at.y + size*0.3})
}

func (d *drawing) cloud(c pt, text string) {
	r := d.lay.r
	puff, shade := &Path{}, &Path{}
	for _, q := range [][3]float64{{-0.5, 0.06, 0.22}, {-0.2, -0.12, 0.27}, {0.14, -0.1, 0.3}, {0.47, 0.04, 0.23}, {0.02, 0.14, 0.3}, {-0.3, 0.16, 0.22}, {0.32, 0.17, 0.22}} {
		o := c.add(pt{q[0] * r, q[1] * r})
		shade.circle(o, q[2]*r+r*0.025)
		puff.circle(o, q[2]*r)
	}
	d.add(&d.over, shade, Ink{Fill: rgb(0x7d838b).alpha(0xc8)})
	d.add(&d.over, puff, Ink{Fill: rgb(0xdde0e4).alpha(0xe6)})
	if text != "" {
		d.over = append(d.over, Item{Text: &Text{X: snap(c.x), Y: snap(c.y + r*0.14), Size: half(math.Max(8, r*0.26)), Face: Bold, Fill: rgb(0x4d545d), String: text}})
	}
}

// flag marks an objective in the colour of its holder, or white if no one holds it.
func (d *drawing) flag(c pt, side int, text string) {
	r := d.lay.r
	fill, edge := white, ink
	if side >= 0 {
		fill = d.livery(side).strip
	}
	top := c.add(pt{0, -0.62 * r})
	cloth := new(Path).move(top).quad(top.add(pt{0.1 * r, -0.08 * r}), top.add(pt{0.18 * r, 0.01 * r})).quad(top.add(pt{0.27 * r, 0.08 * r}), top.add(pt{0.36 * r, 0.0}))
	cloth.line(top.add(pt{0.36 * r, 0.27 * r})).quad(top.add(pt{0.27 * r, 0.35 * r}), top.add(pt{0.18 * r, 0.28 * r})).quad(top.add(pt{0.1 * r, 0.19 * r}), top.add(pt{0, 0.27 * r})).close()
	d.add(&d.over, new(Path).move(c).line(top), Ink{Line: white.alpha(0xc0), Width: r * 0.09})
	d.add(&d.over, cloth, Ink{Fill: fill, Line: edge, Width: math.Max(1, r*0.03)})
	d.add(&d.over, new(Path).move(c).line(top.sub(pt{0, 0.05 * r})), Ink{Line: ink, Width: r * 0.05})
	if text == "" {
		return
	}
	word := ink
	if side >= 0 {
		word = d.livery(side).word
	}
	size, text := fit(text, r*0.19, r*0.33, Bold)
	d.over = append(d.over, Item{Text: &Text{X: snap(top.x + 0.18*r), Y: snap(top.y + 0.21*r), Size: size, Face: Bold, Fill: word, String: text}})
	d.taken = append(d.taken, box{top.x, top.y - 0.1*r, top.x + 0.36*r, top.y + 0.35*r})
}
