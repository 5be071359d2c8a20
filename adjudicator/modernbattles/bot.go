package modernbattles

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// general writes the orders of the sensible bot.
type general struct{ *table.Draft[*Game] }

// sensibleBot attacks what it does not hold and keeps what it holds: who stands at an objective stays there, other squads and
// tanks go for the nearest one that is not held, from cover to cover and firing when somebody is near; supports stay where
// they are dug in or see the enemy; shells fall on what is seen.
func sensibleBot(d *table.Draft[*Game]) {
	c := general{d}
	for _, phase := range d.Phases {
		switch phase {
		case "terrain":
			for _, text := range c.Proposals(phase, "feature") {
				if c.Pick(3) > 0 {
					c.Write("%s", text)
				}
			}
		case "charges":
			c.storm()
		case "movement":
			for _, id := range c.Known.idle(c.Seat, func(*Unit) bool { return true }) {
				c.march(c.Known.unit(id))
			}
		case "shooting":
			c.shell()
		}
	}
}

// storm charges enemies that are pinned or much weaker.
func (c general) storm() {
	var gone []string
	for _, text := range c.Proposals("charges", "charge") {
		f := strings.Fields(text)
		u, e := c.Known.unit(f[1]), c.Known.unit(bare(f[len(f)-1]))
		if u == nil || e == nil || slices.Contains(gone, u.ID) || e.vehicle() {
			continue
		}
		if e.State == "suppressed" || 2*e.alive() <= u.alive() {
			if c.Write("%s", text) {
				gone = append(gone, u.ID)
			}
		}
	}
}

// goal is the nearest objective that a side does not hold; false where it holds all.
func (c general) goal(u *Unit) (Objective, bool) {
	held := c.Known.heldBy(c.Seat)
	best, found, far := Objective{}, false, 0
	for _, o := range c.Known.Objectives {
		if d := span(u.At, place(o.At)); !slices.Contains(held, o.ID) && (!found || d < far) {
			best, found, far = o, true, d
		}
	}
	return best, found
}

// guards reports whether a unit stays where it is because it holds an objective or denies it to the enemy (MB-B24): everybody
// while an enemy is as near, else the two units with the lowest ids of those that count for it.
func (c general) guards(u *Unit) bool {
	k := c.Known
	near := k.constants().VictoryNear.Value
	for _, o := range k.Objectives {
		p := point(place(o.At))
		if k.gap(u, p) > near {
			continue
		}
		if k.counts(k.other(c.Seat), p.Centre) {
			return true
		}
		post := k.of(c.Seat, func(v *Unit) bool {
			return k.fit(v) && v.State == "" && v.Kind != "crew" && !v.Piece.Alone && k.gap(v, p) <= near
		})
		if i := slices.Index(post, u.ID); i >= 0 && i < 2 {
			return true
		}
	}
	return false
}

// march moves one unit.
func (c general) march(u *Unit) {
	k := c.Known
	if u.Kind == "crew" {
		c.Write("man %s", u.ID)
		return
	}
	e, d := k.nearestEnemy(u)
	sees := e != nil && k.sees(u, e)
	if u.vehicle() && e != nil {
		if e.foot() && d < 120 && u.Tank.Hatches == "open" {
			c.Write("hatches %s closed", u.ID)
		}
	}
	o, attack := c.goal(u)
	switch {
	case !attack || c.guards(u):
		return
	case u.Kind == "sniper" || u.piece() && u.Piece.Prepared || u.piece() && k.coverNow(u).Level > 0: // dug in where it was put
		return
	case u.piece() || u.Kind == "observer" || u.Kind == "team":
		if sees && d <= 300 || k.Number == 1 && c.Pick(2) == 0 {
			return
		}
	case sees && d <= 180 && k.coverNow(u).Level > 0 && c.Pick(3) > 0:
		return
	}
	if b := k.building(place(o.At)); b != nil && u.enters() && c.First("enter "+u.ID+" into "+b.id, "enter "+u.ID+" into "+b.id+" double") {
		return
	}
	to := "toward/" + o.ID
	if e == nil || d > 300 && !sees {
		if c.Write("move %s to %s double", u.ID, to) {
			return
		}
	}
	for _, way := range []string{to, "forward", "left/4", "right/4"} {
		if c.Write("move %s to %s", u.ID, way) {
			return
		}
	}
}

// shell lays mortars and batteries on enemies that are seen, smoke never.
func (c general) shell() {
	var done []string
	for _, text := range c.Proposals("shooting", "indirect") {
		if f := strings.Fields(text); !slices.Contains(done, f[1]) && !strings.Contains(text, "smoke") && c.Write("%s", text) {
			done = append(done, f[1])
		}
	}
}
