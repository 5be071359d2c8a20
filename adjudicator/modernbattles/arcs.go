package modernbattles

import "slices"

// large reports whether a target counts as large: medium and heavy vehicles do (MB-6.2a).
func (g *Game) large(u *Unit) bool {
	t := g.vehicleOf(u)
	return t.ID != "" && t.Size != "light"
}

// grouped reports whether at least half of the living figures touch another base of their unit (MB-B3a). A single base, a
// unit in a building and riders are not grouped.
func (g *Game) grouped(u *Unit) bool {
	if u.single() || u.Inside != "" || u.Rider {
		return false
	}
	n, touching, r := u.living(), 0, g.base(u).Radius
	for _, i := range n {
		if slices.ContainsFunc(n, func(j int) bool { return i != j && inReach(u.Figures[i].At, u.Figures[j].At, 2*r) }) {
			touching++
		}
	}
	return touching > 0 && 2*touching >= len(n)
}

// arc returns the half angle in which a unit's men or its piece may fire, and where it points (MB-5b, MB-5c, MB-B3e).
func (g *Game) arc(u *Unit) (facing, half int) {
	half = 180
	switch {
	case u.piece():
		w, _ := g.doc.Weapon(u.arm())
		switch {
		case w.Arc > 0:
			half = w.Arc / 2
		case w.Class == "mortar" && w.Mount != "very_heavy":
			half = 180
		default:
			half = 45
		}
	case u.Formation == "grouped" || u.Formation == "column" || g.in("MB-35"):
		half = 45
	}
	return u.Facing, half
}

// armArc returns the arc of a vehicle's weapon (MB-17, MB-B18b).
func (g *Game) armArc(u *Unit, arm int) (facing, half int) {
	a := u.Tank.Arms[arm]
	switch a.Mount {
	case "hull", "bow":
		return u.Facing, 45
	case "rear":
		return norm(u.Facing + u.Tank.Turret + 180), 45
	case "aa":
		return u.Facing, 180
	}
	return norm(u.Facing + u.Tank.Turret), 45
}

// inArc reports whether a place lies in the arc of a vehicle's weapon or, if arm is -1, of a unit's men or piece. The edges
// of the arc count as inside (MB-B1b).
func (g *Game) inArc(u *Unit, arm int, at Point) bool {
	facing, half := g.arc(u)
	if arm >= 0 {
		facing, half = g.armArc(u, arm)
	}
	return half >= 180 || u.At == at || turned(bearing(u.At, at), facing) <= half
}

// zone returns the part of a hull that is hit from a place: front, side or rear (MB-16b, MB-B18a).
func (g *Game) zone(u *Unit, from Point) string {
	switch d := turned(bearing(u.At, from), u.Facing); {
	case d <= 45:
		return "front"
	case d > g.constants().RearFrom.Value:
		return "rear"
	}
	return "side"
}

// Struck is a model under a template.
type Struck struct {
	Unit   string
	Figure int // index; -1 for a hull or the piece itself
}

// under lists what lies within a radius of a place, in the order of ids and numbers. Figures and pieces are measured to the
// centre of their base, hulls to their own centre (MB-B11b, c). Men in buildings are not included (MB-B11e).
func (g *Game) under(p Point, radius int) []Struck {
	var out []Struck
	for _, s := range g.seats() {
		for _, id := range g.of(s, func(u *Unit) bool { return g.on(u) && u.Inside == "" }) {
			u := g.unit(id)
			switch {
			case u.vehicle():
				if span(u.At, p) <= radius {
					out = append(out, Struck{u.ID, -1})
				}
			case u.single():
				if span(u.At, p) > radius {
					continue
				}
				if u.gun() {
					out = append(out, Struck{u.ID, -1})
				}
				for _, i := range u.living() {
					out = append(out, Struck{u.ID, i})
				}
			default:
				for _, i := range u.living() {
					if span(u.Figures[i].At, p) <= radius {
						out = append(out, Struck{u.ID, i})
					}
				}
			}
		}
	}
	return out
}

// vehicleType returns the id of a unit's vehicle type among vehicles; the unit's Type is the id of its entry in the lists.
func (u *Unit) vehicleType(g *Game) string {
	if !u.vehicle() {
		return ""
	}
	if t, ok := g.doc.Unit(u.Type); ok {
		return t.Vehicle
	}
	return u.Type
}

// flag reports whether a vehicle's type has a flag.
func (g *Game) flag(u *Unit, flag string) bool {
	return slices.Contains(g.vehicleOf(u).Flags, flag)
}

func (g *Game) smokeRadius() int { return g.constants().SmokeRadius.Value }
