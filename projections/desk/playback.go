package desk

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/projections/machine"
)

// Step is one move, one shot, or what else a letter tells that can be seen on the map, with the sentences that belong to it.
type Step struct {
	Phase string `json:"phase"` // as the reader calls it
	Says  []Told `json:"says"`
	Ways  []Way  `json:"ways"` // moves and shots, those that go together at once
}

// Way is a move or a line of fire, in pixels of the map as Show draws it.
type Way struct {
	Kind string       `json:"kind"` // of board.Arrow and board.Route: "move", "fire", "retreat"
	Unit string       `json:"unit"` // as order lines call it; "" if nobody is named
	Side int          `json:"side"`
	Hit  bool         `json:"hit"`
	At   [][2]float64 `json:"at"`
}

// player holds what a letter told, cut into steps, for one language.
type player struct {
	steps []Step
	facts [][]table.Fact // by step
	acts  []board.Sheet  // by step, what the map shows of it; nothing else of these is drawn
	now   account.Chart  // at the end of the letter
	then  *board.Sheet   // at its beginning; nil without the letter before
	cast  []role
	spots chart.Spots
	call  func(spots []chart.Spot) // gives units the names that order lines have for them
}

// Play returns the steps of what a letter told, in order. Scene draws them.
func (d *Desk) Play(id, lang string) ([]Step, error) {
	p, err := d.player(id, lang)
	if err != nil {
		return nil, err
	}
	return p.steps, nil
}

// Scene is the map at one moment of what a letter told.
type Scene struct {
	Map   string       `json:"map"`   // SVG in layers, in the pixels of Show's map
	Units []chart.Spot `json:"units"` // who stands where, as order lines call them
}

// Scene draws the map as it was when a step of a letter was done, with what the step did. Step -1 is the map before the first.
//
// Counters go from place to place as the letter tells. They look as they did at the end of the letter before, if it lies on the desk, until the last
// step that names them, and from then on as they do at the end; without that letter they look so throughout.
func (d *Desk) Scene(id, lang string, step int) (Scene, error) {
	p, err := d.player(id, lang)
	if err != nil {
		return Scene{}, err
	}
	step = max(-1, min(step, len(p.steps)-1))
	sheet := p.sheet(step)
	style := p.now.Style
	style.Plain = true
	list := chart.Draw(sheet, style)
	p.call(list.Spots.Units)
	return Scene{Map: string(list.LayeredSVG()), Units: list.Spots.Units}, nil
}

// player cuts a letter into steps.
func (d *Desk) player(id, lang string) (*player, error) {
	l, err := d.find(id)
	if err != nil {
		return nil, err
	}
	r, err := l.reader(lang)
	if err != nil {
		return nil, err
	}
	before := d.before(l)
	key := [3]string{l.id, r.Lang}
	if before != nil {
		key[2] = before.id
	}
	if d.played != nil && d.playing == key {
		return d.played, nil
	}
	p := &player{now: r.Chart(l.report.Game, r.Head(l.report.Game).Title, nil, true)}
	if before != nil {
		then := before.game.Knows(before.report.Seat).Sheet(nil)
		p.then = &then
	}
	plain := p.now.Style
	plain.Plain = true
	p.spots = chart.Draw(p.now.Sheet, plain).Spots
	p.call = func(spots []chart.Spot) { l.name(r, spots) }
	p.cut(r, l.facts, l.told)
	p.assign(r)
	d.played, d.playing = p, key
	return p, nil
}

// before returns the letter on the desk that ends where another one begins, or nil.
func (d *Desk) before(l *letterAt) *letterAt {
	if len(l.facts) == 0 {
		return nil
	}
	i := slices.IndexFunc(d.letters, func(o *letterAt) bool {
		return o.report.Game == l.report.Game && o.report.Seat == l.report.Seat && o.report.Window.Number == l.facts[0].Window && o.report.Number < l.report.Number
	})
	if i < 0 {
		return nil
	}
	return d.letters[i]
}

// cut makes steps of facts: one begins with each fact that the map shows, and where the phase or the activation is another one. A fact that shows
// nothing belongs to what it follows.
func (p *player) cut(r *account.Reader, facts []table.Fact, told []machine.Told) {
	view := r.Now.Knows(r.Seat)
	drawn := map[string]bool{} // by kind of fact
	shows := func(f table.Fact) bool {
		if _, known := drawn[f.Kind]; !known || drawn[f.Kind] {
			sheet := view.Sheet([]table.Fact{f})
			drawn[f.Kind] = drawn[f.Kind] || seen(sheet) > seen(p.now.Sheet)
			return seen(sheet) > seen(p.now.Sheet)
		}
		return false
	}
	for i, f := range facts {
		if i >= len(told) {
			break
		}
		says := Told(told[i])
		n := len(p.facts) - 1
		if n >= 0 && !shows(f) {
			if last := p.facts[n][len(p.facts[n])-1]; last.Step == f.Step && last.At == f.At && last.Turn == f.Turn {
				p.facts[n] = append(p.facts[n], f)
				p.steps[n].Says = append(p.steps[n].Says, says)
				continue
			}
		}
		p.facts = append(p.facts, []table.Fact{f})
		p.steps = append(p.steps, Step{Phase: r.Phase(f.Step), Says: []Told{says}, Ways: []Way{}})
	}
}

// seen counts what facts add to a map.
func seen(s board.Sheet) int {
	n := len(s.Arrows) + len(s.Marks)
	if s.Free != nil {
		n += len(s.Free.Courses) + len(s.Free.Spots)
	}
	return n
}

// role is what a unit does in the steps of a letter.
type role struct {
	side        int
	unit        string
	first, last int // steps that name it; -1 for none
	at          []stop
}

// stop is where a unit came to in a step: a place, or a point of a free table.
type stop struct {
	step  int
	place string
	point board.At
}

// assign finds out who moves where in which step.
func (p *player) assign(r *account.Reader) {
	view := r.Now.Knows(r.Seat)
	p.cast = p.everybody()
	for n, facts := range p.facts {
		for i := range p.cast {
			if c := &p.cast[i]; slices.ContainsFunc(facts, func(f table.Fact) bool { return names(f, c.unit, r.Seats, c.side) }) {
				if c.first < 0 {
					c.first = n
				}
				c.last = n
			}
		}
		sheet := view.Sheet(facts)
		if sheet.Free != nil {
			p.courses(n, sheet.Free.Courses)
		} else {
			p.arrows(n, sheet.Arrows)
		}
		p.acts = append(p.acts, board.Sheet{Arrows: sheet.Arrows, Marks: sheet.Marks, Free: sheet.Free})
	}
}

// everybody lists the units of both maps.
func (p *player) everybody() []role {
	var out []role
	add := func(side int, unit string) {
		if unit != "" && !slices.ContainsFunc(out, func(c role) bool { return c.side == side && c.unit == unit }) {
			out = append(out, role{side: side, unit: unit, first: -1, last: -1})
		}
	}
	for _, s := range []*board.Sheet{p.then, &p.now.Sheet} {
		if s == nil {
			continue
		}
		for _, c := range s.Counters {
			add(c.Side, c.ID)
		}
		if s.Free != nil {
			for _, m := range s.Free.Models {
				add(m.Side, m.Unit)
			}
		}
	}
	return out
}

// names reports whether a fact names a unit, bare or with its side.
func names(f table.Fact, unit string, seats []table.Seat, side int) bool {
	full := unit
	if side >= 0 && side < len(seats) {
		full = string(seats[side]) + "." + unit
	}
	for _, a := range f.Args {
		switch v := a.Value.(type) {
		case string:
			if v == unit || v == full {
				return true
			}
		case []string:
			if slices.Contains(v, unit) || slices.Contains(v, full) {
				return true
			}
		}
	}
	return false
}

// who finds the one who goes a way.
func (p *player) who(side int, id string) *role {
	if id == "" {
		return nil
	}
	bare := id[strings.LastIndexByte(id, '.')+1:]
	i := slices.IndexFunc(p.cast, func(c role) bool { return (c.side == side || side < 0) && (c.unit == id || c.unit == bare) })
	if i < 0 {
		return nil
	}
	return &p.cast[i]
}

// called returns the name of one who goes a way as order lines have it.
func (p *player) called(side int, id string) string {
	c := p.who(side, id)
	if c == nil {
		return id
	}
	spot := []chart.Spot{{Name: c.unit, Side: c.side}}
	p.call(spot)
	return spot[0].Name
}

// goes are the kinds of ways at whose end a unit stands then.
var goes = []string{"move", "retreat", "assault", "flee", "charge"}

// arrows notes the ways of a step on a board.
func (p *player) arrows(n int, list []board.Arrow) {
	for i := range list {
		a := &list[i]
		c := p.who(a.Side, a.ID)
		if len(a.Path) == 1 && c != nil { // from where it stood
			if from := p.placeOf(c, n-1); from != "" {
				a.Path = []string{from, a.Path[0]}
			}
		}
		path := a.Path
		way := Way{Kind: a.Kind, Unit: p.called(a.Side, a.ID), Side: a.Side, Hit: a.Hit, At: [][2]float64{}}
		for _, place := range path {
			if i := slices.IndexFunc(p.spots.Places, func(s chart.Spot) bool { return s.Name == place }); i >= 0 {
				way.At = append(way.At, [2]float64{p.spots.Places[i].X, p.spots.Places[i].Y})
			}
		}
		if len(way.At) > 1 {
			p.steps[n].Ways = append(p.steps[n].Ways, way)
		}
		if c != nil && len(path) > 0 && slices.Contains(goes, a.Kind) {
			if len(c.at) == 0 && len(path) > 1 {
				c.at = append(c.at, stop{step: -1, place: path[0]})
			}
			c.at = append(c.at, stop{step: n, place: path[len(path)-1]})
			c.named(n)
		}
	}
}

// courses notes the ways of a step on a free table.
func (p *player) courses(n int, list []board.Route) {
	for _, a := range list {
		way := Way{Kind: a.Kind, Unit: p.called(a.Side, a.ID), Side: a.Side, Hit: a.Hit, At: [][2]float64{}}
		for _, at := range a.Path {
			t := p.spots.Table
			way.At = append(way.At, [2]float64{t.Left + float64(at.X)*t.Scale, t.Bottom - float64(at.Y)*t.Scale})
		}
		if len(way.At) < 2 {
			continue
		}
		p.steps[n].Ways = append(p.steps[n].Ways, way)
		if c := p.who(a.Side, a.ID); c != nil && slices.Contains(goes, a.Kind) {
			if len(c.at) == 0 {
				c.at = append(c.at, stop{step: -1, point: a.Path[0]})
			}
			c.at = append(c.at, stop{step: n, point: a.Path[len(a.Path)-1]})
			c.named(n)
		}
	}
}

// named notes that a step is about a unit.
func (c *role) named(n int) {
	if c.first < 0 {
		c.first = n
	}
	c.first, c.last = min(c.first, n), max(c.last, n)
}

// stopAt returns where a unit had come to when a step was done.
func (c *role) stopAt(n int) (stop, bool) {
	for _, s := range slices.Backward(c.at) {
		if s.step <= n {
			return s, true
		}
	}
	return stop{}, false
}

// placeOf returns where a unit stood when a step was done, or "".
func (p *player) placeOf(c *role, n int) string {
	if s, ok := c.stopAt(n); ok {
		return s.place
	}
	for _, s := range []*board.Sheet{p.then, &p.now.Sheet} {
		if s == nil {
			continue
		}
		for _, x := range s.Counters {
			if x.Side == c.side && x.ID == c.unit && !x.Ghost {
				return x.Place
			}
		}
	}
	return ""
}

// when says which of the two maps shows a unit when a step was done.
type when int

const (
	asNow  when = iota // at the end of the letter
	asThen             // at its beginning
	notThere
)

// look says how a unit looks when a step was done: as at the end or before, or not at all.
func (p *player) look(c *role, n int, was, is bool) when {
	over := n >= c.last && c.last >= 0 || c.last < 0 && (p.then == nil || n == len(p.steps)-1)
	switch {
	case over && is:
		return asNow
	case over:
		return notThere
	case was:
		return asThen
	case is && (p.then == nil || c.first < 0 || n >= c.first):
		return asNow
	}
	return notThere
}

// sheet is the map when a step was done.
func (p *player) sheet(n int) board.Sheet {
	s := p.now.Sheet
	if n >= 0 {
		did := p.acts[n]
		s.Arrows, s.Marks = did.Arrows, did.Marks
		if did.Free != nil {
			f := *s.Free
			f.Courses, f.Spots = did.Free.Courses, did.Free.Spots
			s.Free = &f
		}
	}
	if s.Free != nil {
		p.table(&s, n)
		return s
	}
	var then []board.Counter
	if p.then != nil {
		then = p.then.Counters
	}
	s.Counters = nil
	for _, list := range []struct {
		when     when
		counters []board.Counter
	}{{asThen, then}, {asNow, p.now.Sheet.Counters}} {
		for _, x := range list.counters {
			c := p.who(x.Side, x.ID)
			if c == nil || p.look(c, n, has(then, x), has(p.now.Sheet.Counters, x)) != list.when {
				continue
			}
			if at, ok := c.stopAt(n); ok && (n < c.last || list.when == asThen) {
				x.Place = cmp.Or(at.place, x.Place)
			}
			s.Counters = append(s.Counters, x)
		}
	}
	return s
}

// has reports whether a counter is among others.
func has(list []board.Counter, x board.Counter) bool {
	return slices.ContainsFunc(list, func(o board.Counter) bool { return o.ID == x.ID && o.Side == x.Side })
}

// table puts the models of a free table where they were when a step was done.
func (p *player) table(s *board.Sheet, n int) {
	var then board.Free
	if p.then != nil && p.then.Free != nil {
		then = *p.then.Free
	}
	now, f := *p.now.Sheet.Free, *s.Free
	f.Models, f.Tags, f.Arcs = nil, nil, nil
	for _, list := range []struct {
		when when
		from board.Free
	}{{asThen, then}, {asNow, now}} {
		// by is how far a unit then was from where this map has it; ok is false if this map does not show it.
		by := func(side int, unit string) (off board.At, ok bool) {
			c := p.who(side, unit)
			if c == nil || p.look(c, n, stands(then, side, unit), stands(now, side, unit)) != list.when {
				return off, false
			}
			at, went := c.stopAt(n)
			if !went {
				return off, true
			}
			end := c.at[len(c.at)-1]
			if list.when == asThen {
				end = c.at[0]
			}
			return board.At{X: at.point.X - end.point.X, Y: at.point.Y - end.point.Y}, true
		}
		for _, m := range list.from.Models {
			if off, ok := by(m.Side, m.Unit); ok {
				m.Centre, m.Hull = shifted(m.Centre, off), allShifted(m.Hull, off)
				f.Models = append(f.Models, m)
			}
		}
		for _, t := range list.from.Tags {
			if off, ok := by(t.Side, t.Unit); ok {
				t.At = shifted(t.At, off)
				f.Tags = append(f.Tags, t)
			}
		}
		for _, a := range list.from.Arcs {
			if off, ok := by(a.Side, a.Unit); ok {
				a.At = shifted(a.At, off)
				f.Arcs = append(f.Arcs, a)
			}
		}
	}
	s.Free = &f
}

// stands reports whether a unit stands on a free table.
func stands(f board.Free, side int, unit string) bool {
	return slices.ContainsFunc(f.Models, func(m board.Model) bool { return m.Unit == unit && m.Side == side })
}

func shifted(a, by board.At) board.At { return board.At{X: a.X + by.X, Y: a.Y + by.Y} }

func allShifted(list []board.At, by board.At) []board.At {
	out := slices.Clone(list)
	for i := range out {
		out[i] = shifted(out[i], by)
	}
	return out
}
