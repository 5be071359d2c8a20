package somme

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// nationDress are the colours of counters (SO-2.2a).
var nationDress = map[string]string{"french": "blue", "canadian": "orange", "australian": "navy", "new_zealand": "green"} // looked up only

// stacks draws the counters. Regiments of a division that stand together in one state are drawn as one, and so is the
// corps artillery of a hex. Stosstruppen are a badge on their regiments. The first counter of a hex lies on top.
func (g *Game) stacks() []board.Counter {
	var out []board.Counter
	done := make([]bool, len(g.Units))
	order := []func(*Formation) bool{g.division, g.regiment, g.tank, g.hq, g.artillery, g.flies}
	for _, is := range order {
		for i := range g.Units {
			u := &g.Units[i]
			if done[i] || u.Hex == "" || !is(u) || g.stoss(u) {
				continue
			}
			group := []*Formation{u}
			for j := i + 1; j < len(g.Units); j++ {
				if o := &g.Units[j]; !done[j] && o.Hex == u.Hex && g.together(u, o) {
					group, done[j] = append(group, o), true
				}
			}
			out = append(out, g.drawn(group))
		}
	}
	return out
}

// together reports whether two counters of a hex are drawn as one.
func (g *Game) together(a, b *Formation) bool {
	p, q := g.printed(a.ID), g.printed(b.ID)
	if !(p.Division != "" && p.Division == q.Division || p.Kind == "corps_artillery" && q.Kind == p.Kind && a.Side == b.Side) {
		return false
	}
	return slices.Equal(g.badges([]*Formation{a}), g.badges([]*Formation{b})) // a marker belongs only to the units that bear it
}

// apart reports whether other regiments of a unit's division stand in its hex in another state.
func (g *Game) apart(u *Formation) bool {
	d := g.printed(u.ID).Division
	return g.has(u.Side, u.Hex, func(o *Formation) bool { return g.printed(o.ID).Division == d && !g.together(u, o) })
}

// drawn returns a counter on the map that stands for one or several formations.
func (g *Game) drawn(group []*Formation) board.Counter {
	u := group[0]
	p := g.printed(u.ID)
	c := board.Counter{ID: u.ID, Side: g.index(u.Side), Place: u.Hex, Symbol: symbols[p.Kind], Top: short(u.ID), Dress: nationDress[p.Nation]}
	n := strconv.Itoa
	switch {
	case g.fights(u):
		attack, defence := 0, 0
		for _, o := range group {
			attack, defence = attack+g.attackOf(o), defence+g.defenceOf(o)
			c.Steps, c.Lost = c.Steps+g.steps(o), c.Lost+o.Lost
		}
		c.Bottom = n(attack) + "-" + n(defence) + "-" + n(g.movementOf(u))
		c.Corner, c.Echelon = n(g.morale(u)), "XX"
		switch {
		case g.tank(u):
			c.Corner, c.Echelon = "", "II"
		case g.regiment(u) && len(group) == 1:
			c.Echelon = "III"
		case g.regiment(u) && g.apart(u): // "4Gab": the third bears another marker
			c.Echelon = "III"
			for _, o := range group[1:] {
				c.Top += o.ID[len(o.ID)-1:]
			}
		case g.regiment(u):
			c.ID, c.Top = p.Division, short(p.Division)
			if len(group) < len(g.siblings(p.Division)) {
				c.Top += " ×" + n(len(group))
				c.Echelon = "III"
			}
		}
	case g.hq(u):
		c.Bottom, c.Echelon = n(p.Radius), "XXXXX"
	case g.flies(u):
		c.Shape = "biplane"
	default:
		c.Bottom, c.Echelon = n(p.Potential*len(group))+"-"+n(p.Radius), "XXX"
		if p.Kind == "army_artillery" {
			c.Echelon = "XXXXX"
		}
		for _, o := range group[1:] {
			c.Top += "+" + strings.TrimLeft(short(o.ID), "CA")
		}
	}
	if worn := g.badges(group); len(worn) > 0 {
		c.Badge, c.Badges = worn[0], worn[1:]
	}
	if g.regiment(u) && g.storms(group) {
		c.Badges = slices.Insert(c.Badges, 0, "badge.stoss")
	}
	return c
}

// symbols are the signs of the arms of service.
var symbols = map[string]string{"division": "infantry", "regiment": "infantry", "brigade": "infantry", "cavalry_division": "cavalry", "dismounted_cavalry_division": "dismounted",
	"tank": "armour", "german_tank": "armour", "hq": "hq", "army_artillery": "gun", "corps_artillery": "gun", "air": "air"} // looked up only

// short returns the name of a counter without its nation's letter.
func short(id string) string {
	_, name, ok := strings.Cut(id, "-")
	if !ok {
		return id
	}
	return name
}

// siblings returns the regiments of a division that are in play.
func (g *Game) siblings(division string) []string {
	return table.NamesOf(g.Units, func(u *Formation) bool { return g.printed(u.ID).Division == division })
}

// storms reports whether Stosstruppen are with one of some regiments.
func (g *Game) storms(group []*Formation) bool {
	return g.any(func(o *Formation) bool {
		return o.Hex != "" && g.stoss(o) && slices.ContainsFunc(group, func(u *Formation) bool { return o.With == u.ID })
	})
}

// badges returns the states that a counter shows, the gravest first.
func (g *Game) badges(group []*Formation) []string {
	var out []string
	for _, x := range []struct {
		is   func(*Formation) bool
		name string
	}{
		{func(u *Formation) bool { return u.Unsupplied }, "badge.unsupplied"},
		{func(u *Formation) bool { return u.DG == disorganised }, "badge.disorganised"},
		{func(u *Formation) bool { return u.DG == reorganising }, "badge.reorganising"},
		{func(u *Formation) bool { return u.Pinned }, "badge.pinned"},
		{func(u *Formation) bool { return u.Exploit }, "badge.exploiting"},
		{func(u *Formation) bool { return u.Reserve }, "badge.reserve"},
		{func(u *Formation) bool { return u.Disengage }, "badge.disengaging"},
		{func(u *Formation) bool { return u.Gunless }, "badge.gunless"},
		{func(u *Formation) bool { return u.Mode == offensiveMode }, "badge.offensive"},
		{func(u *Formation) bool { return g.Attack.Bruchmuller == u.ID && u.ID != "" }, "badge.bruchmuller"},
		{func(u *Formation) bool { return g.Hutier == u.ID && u.ID != "" }, "badge.hutier"},
		{func(u *Formation) bool { return u.Off }, "badge.prepared"},
		{func(u *Formation) bool { return u.Mission != "" }, "badge.mission"},
	} {
		if slices.ContainsFunc(group, x.is) {
			out = append(out, x.name)
		}
	}
	return out
}

// trace draws one fact: moves and retreats, attacks with their odds, losses. It returns the sequence that the facts have
// reached; arrows are told apart by sequence.
func (g *Game) trace(sh *board.Sheet, f table.Fact, day int) int {
	side := g.index(table.Seat(f.Text("side")))
	way := func(kind, id string, path []string) {
		if path = slices.Compact(slices.Clone(path)); len(path) > 1 && path[0] != "" {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: kind, Side: side, Path: path, ID: id, Day: day})
		}
	}
	mark := func(kind, text string) {
		if hex := f.Text("hex"); hex != "" {
			sh.Marks = append(sh.Marks, board.Mark{Kind: kind, Place: hex, Text: text, Side: side})
		}
	}
	switch f.Kind {
	case "phases":
		return f.Int("sequence")
	case "moved", "gun-moved", "advanced", "misdirected", "arrived":
		way("move", f.Text("unit"), f.List("path"))
	case "headquarters-moved":
		way("move", f.Text("unit"), []string{f.Text("from"), f.Text("to")})
	case "retreated", "goes-on":
		way("retreat", f.Text("unit"), f.List("path"))
	case "attack":
		for _, hex := range f.List("from") {
			way("assault", "", []string{hex, f.Text("hex")})
		}
		mark("battle", "")
	case "odds":
		for i := len(sh.Marks) - 1; i >= 0; i-- {
			if m := &sh.Marks[i]; m.Kind == "battle" && m.Place == f.Text("hex") && m.Text == "" {
				m.Text = f.Text("column")
				break
			}
		}
	case "loss":
		for i := range sh.Marks {
			if m := &sh.Marks[i]; m.Kind == "steps" && m.Place == f.Text("hex") && m.Side == side {
				n, _ := strconv.Atoi(m.Text)
				m.Text = strconv.Itoa(n + 1)
				return day
			}
		}
		mark("steps", "1")
	case "eliminated":
		mark("loss", short(f.Text("unit")))
	}
	return day
}
