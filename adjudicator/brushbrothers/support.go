package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// supportOrder implements BB-A2.4d to 2.4f: a chief asks for supports of one type, one action per attempt, with one
// roll for all that he asks for together.
func (g *Game) supportOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	k := g.Known(g.Active.Side)
	strikes, r := k.asked(k.group(name), c)
	if r != nil {
		return r
	}
	tried := false
	for n := 0; n < orders.Int(c.Args, "tries", 1); n++ {
		u := g.group(name)
		price := g.cost(u, "support", "support")
		if r := g.payAll(u.team(), price, false); r != nil {
			if tried {
				return nil
			}
			return r
		}
		_ = g.payAll(u.team(), price, true)
		u.Watch, tried = false, true
		if g.request(g.tell(t, u), u, strikes[0].Kind, len(strikes)) {
			g.obtain(t, strikes)
			return nil
		}
	}
	return nil
}

// asked reads a request: which supports, and where (BB-A2.4h, BB-A2.4k). Places apply to them in order, the last one to
// all that remain.
func (k *Game) asked(u *Group, c table.Clause) ([]Strike, *table.Refusal) {
	ids, places := orders.List(c.Args, "types"), orders.List(c.Args, "places")
	from, to := orders.Value(c.Args, "from"), orders.Value(c.Args, "to")
	tries := orders.Int(c.Args, "tries", 1)
	switch {
	case u.Kind != "chief":
		return nil, refuse("no-chief", "BB-A2.4d", table.A("unit", u.ID))
	case tries < 1:
		return nil, refuse("no-times", "BB-A2.4d", table.A("times", tries))
	case len(places) > len(ids):
		return nil, refuse("more-points", "BB-A2.4k", table.A("points", len(places)), table.A("supports", len(ids)))
	}
	kind := ""
	for _, id := range ids {
		row, ok := k.doc.support(id)
		switch {
		case !ok || k.held(u.Side, id) < count(ids, id):
			return nil, refuse("no-support", "BB-A2.4a", table.A("support", id))
		case kind != "" && kind != row.Kind:
			return nil, refuse("mixed-supports", "BB-A2.4f", table.A("support", id))
		}
		kind = row.Kind
	}
	switch {
	case kind == "air" && len(places) > 0:
		return nil, refuse("air-no-point", "BB-A2.4h", table.A("to", places[0]))
	case kind == "artillery" && from+to != "":
		return nil, refuse("artillery-no-way", "BB-A2.4k", table.A("support", ids[0]))
	}
	var out []Strike
	for i, id := range ids {
		row, _ := k.doc.support(id)
		s := Strike{Side: u.Side, ID: id, Kind: row.Kind}
		if row.Kind == "air" {
			if !k.twoEdges(from, to) {
				return nil, refuse("no-edges", "BB-A2.4h", table.A("from", from), table.A("to", to))
			}
			s.Entry, s.Exit = from, to
			out = append(out, s)
			continue
		}
		if len(places) == 0 {
			return nil, refuse("no-point", "BB-A2.4k", table.A("support", id))
		}
		s.Point = places[min(i, len(places)-1)]
		if !k.clear(k.eyeOf(u), k.ground(s.Point)) {
			return nil, refuse("no-line", "BB-A2.4k", table.A("unit", u.ID), table.A("target", s.Point))
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, refuse("no-support", "BB-A2.4a", table.A("support", ""))
	}
	return out, nil
}

// held returns how many supports of a kind a side has not yet used.
func (g *Game) held(s table.Seat, id string) int {
	h, _ := table.Find(g.camp(s).Supports, func(h *Held) bool { return h.ID == id })
	return h.Count
}

// edgesOf lists the table edges that a sector lies on.
func (g *Game) edgesOf(place string) []string {
	x, y, ok := g.net.column(place)
	columns, rows := g.net.Size()
	var out []string
	for _, e := range []struct {
		is   bool
		name string
	}{{y == 0, "south"}, {y == rows-1, "north"}, {x == 0, "west"}, {x == columns-1, "east"}} {
		if ok && e.is {
			out = append(out, e.name)
		}
	}
	return out
}

// twoEdges reports whether two sectors lie on two different table edges (BB-A2.4h).
func (g *Game) twoEdges(from, to string) bool {
	a, b := g.edgesOf(from), g.edgesOf(to)
	return from != to && slices.ContainsFunc(a, func(e string) bool {
		return slices.ContainsFunc(b, func(o string) bool { return o != e })
	})
}

// request makes one attempt (BB-A2.4e): 5 or more for aircraft, 4 or more for artillery, one easier for each attempt at
// that kind that has failed since the last success (BB-R70).
func (g *Game) request(t *table.Table, u *Group, kind string, together int) bool {
	failed := &g.camp(u.Side).Failed
	tries := &failed.Artillery
	if kind == "air" {
		tries = &failed.Air
	}
	i := slices.IndexFunc(g.doc.Tables.Calls, func(c Call) bool { return c.Kind == kind })
	row := Call{Needed: 7}
	if i >= 0 {
		row = g.doc.Tables.Calls[i]
	}
	die := t.Roll(u.Side, "request", 1, 6).Plus("failed-attempts", row.Repeat**tries, "BB-R70")
	need := table.Base("request-"+kind, row.Needed, "BB-A2.4e")
	ok := die.Total() >= need.Total()
	if ok {
		*tries = 0
	} else {
		*tries++
	}
	t.Report("BB-A2.4e", "support-request", table.A("unit", u.name()), table.A("kind", kind), table.A("together", together), table.A("ok", ok), table.A("die", die), table.A("need", need))
	return ok
}

// obtain uses up supports (BB-R70) and marks them on the table (BB-A2.4h, BB-A2.4k). Everybody sees their kind; only
// their side sees which ones they are.
func (g *Game) obtain(t *table.Table, strikes []Strike) {
	for _, s := range strikes {
		c := g.camp(s.Side)
		for i := range c.Supports {
			if c.Supports[i].ID == s.ID {
				c.Supports[i].Count--
			}
		}
		c.Supports = slices.DeleteFunc(c.Supports, func(h Held) bool { return h.Count < 1 })
		g.Strikes = append(g.Strikes, s)
		t.Report("BB-A2.4g", "support-marked", table.A("side", s.Side), table.A("kind", s.Kind), table.A("at", s.Point), table.A("from", s.Entry), table.A("to", s.Exit))
		t.For(s.Side).Report("BB-A2.4a", "support-used", table.A("support", s.ID), table.A("left", g.held(s.Side, s.ID)))
	}
}

// supportsFall applies the supports obtained in the turn before, ahead of anything else (BB-A2.4g).
func (g *Game) supportsFall(t *table.Table) {
	strikes := g.Strikes
	g.Strikes = nil
	for i, s := range strikes {
		at := t.At("support " + ordinal(i+1))
		row, _ := g.doc.support(s.ID)
		var caught []string // all at once: men thrown out of a vehicle by this support are not caught by it again
		for _, p := range g.struck(at, s) {
			caught = append(caught, g.at(p)...)
		}
		fires := make([]batch, len(caught)) // and no unit counts as less of a crowd because its neighbour is hit first
		for i, name := range caught {
			fires[i] = batch{support: true, value: row.AT}
			sum := g.saveSum("", name, "", fires[i])
			fires[i].sum = &sum
		}
		for i, name := range caught {
			if u := g.group(name); u != nil {
				g.caught(at.At(u.ID), s, row, name, fires[i])
			}
		}
	}
}

// struck rolls for the markers and returns the sectors that are hit.
func (g *Game) struck(t *table.Table, s Strike) []string {
	if s.Kind == "air" {
		return g.flyOver(t, s)
	}
	die := t.Roll(s.Side, "shift", 1, 6)
	rows := 0
	switch die.Total() {
	case 6:
		rows = 1
	case 1:
		rows = -1
	}
	if g.camp(s.Side).Edge == "north" {
		rows = -rows
	}
	point := g.beside(s.Point, 0, rows)
	t.Report("BB-A2.4l", "barrage-falls", table.A("side", s.Side), table.A("support", s.ID), table.A("aim", s.Point), table.A("at", point), table.A("die", die), table.A("lost", point == ""))
	if point == "" { // BB-A2.4m
		return nil
	}
	var out []string
	for _, p := range []string{g.beside(point, -1, 0), point, g.beside(point, 1, 0)} { // BB-A2.4n, BB-R47
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// flyOver implements BB-A2.4h to 2.4j: each marker may shift 1 UD along its edge. The fire hits every sector crossed by
// the line between them; where the line runs along an edge it hits both sectors, whose middles are at ½ UD (BB-A2.4i).
func (g *Game) flyOver(t *table.Table, s Strike) []string {
	dice := t.Roll(s.Side, "markers", 2, 6)
	from, to := g.edgePair(s.Entry, s.Exit)
	entry := g.sidle(s.Entry, from, dice.Dice()[0])
	exit := g.sidle(s.Exit, to, dice.Dice()[1])
	out := []string{entry}
	for _, c := range board.Line(g.net, entry, exit) {
		if !c.Corner {
			out = append(out, c.Cells...)
		}
	}
	if exit != entry {
		out = append(out, exit)
	}
	t.Report("BB-A2.4h", "aircraft-come", table.A("side", s.Side), table.A("support", s.ID), table.A("from", entry), table.A("to", exit), table.A("dice", dice), table.A("places", out))
	return out
}

// edgePair chooses the edges of the two markers. They must differ; a corner sector lies on two edges.
func (g *Game) edgePair(entry, exit string) (string, string) {
	for _, a := range g.edgesOf(entry) {
		for _, b := range g.edgesOf(exit) {
			if a != b {
				return a, b
			}
		}
	}
	return "", ""
}

// sidle shifts a marker along its edge: on 6 one sector to its right, on 1 one to its left, as seen by somebody who
// stands there looking at the table (BB-R48). At the end of the edge it stays.
func (g *Game) sidle(place, edge string, die int) string {
	way := 0
	switch die {
	case 6:
		way = 1
	case 1:
		way = -1
	}
	to := ""
	switch edge {
	case "south":
		to = g.beside(place, way, 0)
	case "north":
		to = g.beside(place, -way, 0)
	case "west":
		to = g.beside(place, 0, -way)
	case "east":
		to = g.beside(place, 0, way)
	}
	if to == "" {
		return place
	}
	return to
}

// beside returns the sector that is the given number of columns and rows away by its name; "" off the board.
func (g *Game) beside(place string, columns, rows int) string {
	x, y, ok := g.net.column(place)
	w, h := g.net.Size()
	if x, y = x+columns, y+rows; !ok || x < 0 || y < 0 || x >= w || y >= h {
		return ""
	}
	return string(rune('A'+x)) + strconv.Itoa(y+1)
}

// caught resolves the fire that a GC takes, friend or enemy (BB-A2.4i, BB-A2.4n, BB-R47): at short range, whatever the
// priority target; the firer counts as standard. A hidden GC is revealed when it is hit (BB-R18f); otherwise nobody
// learns of it.
func (g *Game) caught(t *table.Table, s Strike, row Support, name string, fire batch) {
	u := g.group(name)
	need := table.Base("support", g.doc.Tables.ToHit.Support, "BB-A2.4q")
	if u.vehicle() {
		if v := g.row(u); v.Size == "L" || v.Mobility == "low" {
			need = need.Plus("large-or-slow", g.doc.Tables.Vehicles.Easy, "BB-11.3a")
		}
	}
	seen := t
	if u.hidden() {
		t = t.For()
	}
	dice := t.Roll(s.Side, "strike", row.Dice, 6)
	hits := atLeast(dice.Dice(), need.Total())
	if u.hidden() && hits > 0 {
		t = seen
		g.found(u)
		t.Report("BB-R18", "revealed", table.A("unit", name), table.A("at", u.Sector))
	}
	rule := "BB-A2.4n"
	if row.Kind == "air" {
		rule = "BB-A2.4i"
	}
	t.Report(rule, "strike", table.A("unit", name), table.A("at", u.Sector), table.A("support", s.ID), table.A("need", need), table.A("dice", dice), table.A("hits", hits))
	if hits > 0 {
		fire.hits = hits
		g.saves(t, []batch{fire}, "", name, "")
	}
}

// Strike is a support that has been obtained and marked on the table (BB-A2.4).
type Strike struct {
	Side  table.Seat `key:"side" ref:"seats"`
	Kind  string     `key:"kind"`    // air or artillery
	ID    string     `key:"support"` // of the tables' supports; "" to the enemy
	Entry string     `key:"from"`    // of aircraft: sector of the first marker
	Exit  string     `key:"to"`      // and of the second
	Point string     `key:"at"`      // of artillery: point of impact
}

// Failed counts failed attempts by kind of support (BB-R70).
type Failed struct {
	Air       int `key:"air"`
	Artillery int `key:"artillery"`
}
