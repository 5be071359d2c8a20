package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Cover is what protects a figure or a unit: 0 nothing, 1 light, 2 heavy (MB-6.1f, MB-6.1g).
type Cover struct {
	Level int    `key:"level"`
	Why   string `key:"why"` // word key: cover.wall
	Rule  string `key:"rule"`
}

func (c Cover) or(d Cover) Cover { // covers do not add up (MB-B5a)
	if d.Level > c.Level {
		return d
	}
	return c
}

func coverLevel(s string) int {
	switch s {
	case "light":
		return 1
	case "heavy":
		return 2
	}
	return 0
}

// coverLine returns the cover of a figure against a line that ends at it (MB-B5a, b). The line's start is where the fire comes from.
func (g *Game) coverLine(u *Unit, j int, l Line) Cover {
	if u.vehicle() {
		return g.hullCover(u, l)
	}
	c := g.coverGround(u, j)
	s := g.shape(u, j)
	for a := range table.All(g.ground.areas) { // MB-B5a: a wall, hedge or bank within an inch of the base
		if a.kind.Behind && slices.ContainsFunc(a.crossings(l.From, l.To), func(p Point) bool { return apart(s, point(p)) <= 10 }) {
			c = c.or(Cover{coverLevel(a.kind.Cover), "cover." + a.kind.ID, "MB-6.1f"})
		}
	}
	if u.gun() && !u.Piece.Alone && u.alive() > 0 && u.At != l.From && turned(bearing(u.At, l.From), u.Facing) <= 45 { // MB-6.2d; a burst on the piece itself comes from no side
		if w, _ := g.doc.Weapon(u.arm()); w.Shield {
			c = c.or(Cover{1, "cover.shield", "MB-6.2d"})
		}
	}
	return c.or(smokeCover(l))
}

func smokeCover(l Line) Cover {
	if l.Smoke == 1 {
		return Cover{1, "cover.smoke", "MB-6.2e"}
	}
	return Cover{}
}

// coverGround returns the cover that the ground gives a man on all sides.
func (g *Game) coverGround(u *Unit, j int) Cover {
	if u.Rider {
		return Cover{1, "cover.rider", "MB-26b"}
	}
	if u.piece() && u.Piece.Prepared {
		return Cover{2, "cover.prepared_position", "MB-6.2d"}
	}
	if a := g.area(u.Inside); u.Inside != "" && a != nil {
		if a.fortified {
			return Cover{2, "cover.fortified", "MB-6.1g"}
		}
		return Cover{1, "cover.building", "MB-6.1f"}
	}
	var c Cover
	for _, a := range g.terrainAt(g.spotOf(u, j)) {
		if a.kind.Behind || a.kind.Cover == "" || a.kind.ID == "building" {
			continue
		}
		if a.kind.Still && u.moved() { // MB-1c, R2
			continue
		}
		rule := "MB-6.1f"
		switch a.kind.ID {
		case "dense":
			rule = "MB-1d"
		case "scattered":
			rule = "MB-1c"
		case "trench_built", "bunker", "prepared_position":
			rule = "MB-6.1g"
		}
		c = c.or(Cover{coverLevel(a.kind.Cover), "cover." + a.kind.ID, rule})
	}
	return c
}

// hullCover returns the cover of a vehicle (MB-6.2b, MB-B5b): hull-down, a prepared position of the scenario, or smoke.
func (g *Game) hullCover(u *Unit, l Line) Cover {
	t, c := g.vehicleOf(u), smokeCover(l)
	if slices.Contains(t.Flags, "tall") || u.Tank.Wreck { // MB-20a
		return c
	}
	if u.Tank.Prepared {
		c = c.or(Cover{1, "cover.prepared", "MB-6.2b"})
	}
	s := g.shape(u, 0)
	for a := range table.All(g.ground.areas) {
		if a.kind.HullDown && slices.ContainsFunc(a.crossings(l.From, l.To), func(p Point) bool { return apart(s, point(p)) <= 20 }) {
			c = c.or(Cover{1, "cover.hull-down", "MB-20c"})
		}
	}
	return c
}

// coverAgainst returns the cover of a unit against another's fire (MB-B5c). Lines are drawn from the firer's anchor or, if
// that sees nothing, from the nearest figure that does.
func (g *Game) coverAgainst(target, firer *Unit) Cover {
	from, seen := g.looks(firer, target)
	if from < 0 {
		return g.coverFrom(target, firer.At)
	}
	return g.tally(target, seen, func(j int) Line { return g.path(g.ends(firer, from, target, j)) }) // no third unit gives cover
}

// looks returns the figure of a unit from which lines to another are drawn, and which figures it sees; -1 means that none does.
func (g *Game) looks(firer, target *Unit) (int, []int) {
	m := firer.members()
	if lead := firer.leads(); !firer.single() && lead >= 0 {
		if seen := g.seenFrom(firer, lead, target); len(seen) > 0 {
			return lead, seen
		}
	}
	best, at, far := -1, []int(nil), 0
	for _, i := range m {
		if seen := g.seenFrom(firer, i, target); len(seen) > 0 {
			if d, _ := g.nearestOf(firer, i, target, seen); best < 0 || d < far {
				best, at, far = i, seen, d
			}
		}
	}
	return best, at
}

// tally returns the cover of a unit as a whole (MB-B5c): heavy if at least half of the figures seen are in heavy cover,
// otherwise light if at least half are in light or heavy cover.
func (g *Game) tally(target *Unit, seen []int, line func(j int) Line) Cover {
	var heavy, light []Cover
	for _, j := range seen {
		switch c := g.coverLine(target, j, line(j)); c.Level {
		case 2:
			heavy = append(heavy, c)
		case 1:
			light = append(light, c)
		}
	}
	switch {
	case 2*len(heavy) >= len(seen) && len(heavy) > 0:
		return heavy[0]
	case 2*(len(heavy)+len(light)) >= len(seen) && len(light) > 0:
		return light[0]
	case 2*(len(heavy)+len(light)) >= len(seen) && len(heavy) > 0:
		c := heavy[0]
		c.Level = 1
		return c
	}
	return Cover{}
}

// coverFrom returns the cover of a unit against fire from a place, whether or not it is seen from there.
func (g *Game) coverFrom(u *Unit, p Point) Cover {
	return g.tally(u, u.members(), func(j int) Line { return g.rawLine(u, j, p) })
}

// coverFigure returns the cover of one figure against fire from a place (MB-B11b).
func (g *Game) coverFigure(u *Unit, j int, p Point) Cover {
	return g.coverLine(u, j, g.rawLine(u, j, p))
}

// rawLine returns the line from a place to a figure, regardless of what lies between.
func (g *Game) rawLine(u *Unit, j int, p Point) Line {
	from, to := end{at: p}, g.endOf(u, j)
	g.facade(&from, &to)
	l := Line{From: p, To: to.at}
	for i := range g.Smokes {
		if touched(l.From, l.To, Shape{Centre: g.Smokes[i].At, Radius: g.smokeRadius()}) {
			l.Smoke++
		}
	}
	return l
}

// coverNow returns the cover of a unit when there is no firer: its cover against the nearest enemy (MB-B5d).
func (g *Game) coverNow(u *Unit) Cover {
	e, _ := g.nearestEnemy(u)
	if e == nil {
		return g.coverFrom(u, u.At)
	}
	return g.coverFrom(u, e.At)
}
