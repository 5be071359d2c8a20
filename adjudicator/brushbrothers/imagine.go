package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// imagine fills in what a side cannot know: the enemy's list, as one of those that he may have chosen and that fits what has been seen, and
// with it the weapons and the quality of his groups, those that lie in ambush, what the markers on the table stand for, and which of the
// tokens are decoys.
func imagine(known *Game, s table.Seat, pick func(n int) int) *Game {
	g := known.Clone()
	if g.FaceUp {
		return g
	}
	for i := range g.Camps {
		if c := &g.Camps[i]; c.Seat != s {
			g.imagineCamp(c, s, pick)
		}
	}
	for i := range g.Strikes {
		if x := &g.Strikes[i]; x.ID == "" {
			x.ID = g.imagineSupport(x.Kind, pick)
		}
	}
	decoys, faceDown := g.doc.Scenario.Decoys, []int(nil)
	for i := range g.Objectives {
		o := &g.Objectives[i]
		if o.Decoy {
			decoys--
		} else if !slices.Contains(o.Seen, s) && !o.Open {
			faceDown = append(faceDown, i)
		}
	}
	for ; decoys > 0 && len(faceDown) > 0; decoys-- {
		n := pick(len(faceDown))
		g.Objectives[faceDown[n]].Decoy = true
		faceDown = slices.Delete(faceDown, n, n+1)
	}
	return g
}

// imagineSupport returns a support that a marker of a kind may stand for (BB-A2.4h, BB-A2.4k).
func (g *Game) imagineSupport(kind string, pick func(n int) int) string {
	ids := table.Pick(g.doc.Tables.Supports, func(s *Support) (string, bool) { return s.ID, s.Kind == kind })
	return ids[pick(len(ids))]
}

// imagineCamp gives an enemy one of the lists that fit best. Once the side's own groups stand ready, so do his.
func (g *Game) imagineCamp(c *Camp, s table.Seat, pick func(n int) int) {
	lists := g.likelyLists(c)
	if len(lists) == 0 {
		return
	}
	f := lists[pick(len(lists))]
	c.Force = f.ID
	if !slices.ContainsFunc(g.Groups, func(u Group) bool { return u.Side == s }) {
		return
	}
	army := g.raiseList(c.Seat, f)
	var seen []string
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Side == c.Seat {
			seen = append(seen, u.ID)
			g.imagineGroup(u, army)
		}
	}
	for _, u := range army {
		if slices.Contains(seen, u.ID) || slices.Contains(c.Fallen, u.ID) {
			continue
		}
		if g.Number > 0 { // it must be hidden somewhere, or it would have been seen
			if u.Sector = g.hidingPlace(c.Seat, s, pick); u.Sector == "" {
				continue
			}
			u.Ambush = true
		}
		g.Groups = append(g.Groups, u)
	}
}

// raiseList raises the groups of a list as muster does.
func (g *Game) raiseList(s table.Seat, f Force) []Group {
	chief := ""
	if i := slices.IndexFunc(f.GCs, func(gc GC) bool { return gc.Kind == "chief" }); i >= 0 {
		chief = f.GCs[i].ID
	}
	side, _ := g.doc.Side(string(s))
	var army []Group
	for _, gc := range f.GCs {
		u := raise(s, gc, chief)
		u.Traits = slices.Clone(g.doc.TroopOf(side, f, gc))
		for i := range u.Bases {
			w, _ := g.doc.Arm(u.Bases[i].Base)
			u.Bases[i].Ready = w.SetUp
		}
		army = append(army, u)
	}
	return army
}

// likelyLists returns the lists an enemy may have chosen that explain most of the groups seen or fallen.
func (g *Game) likelyLists(c *Camp) (out []Force) {
	ids := []string{c.Force}
	if side, ok := g.doc.Side(string(c.Seat)); ok {
		ids = append(ids, side.Force)
	}
	for _, o := range g.doc.Scenario.Options {
		if o.ID == "force."+string(c.Seat) {
			ids = append(ids, o.Values...)
		}
	}
	best := -1
	var tried []string
	for _, id := range ids {
		f, ok := g.doc.Force(id)
		if !ok || slices.Contains(tried, id) {
			continue
		}
		tried = append(tried, id)
		fits := 0
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Side == c.Seat && f.explains(u) {
				fits++
			}
		}
		for _, id := range c.Fallen {
			if slices.ContainsFunc(f.GCs, func(gc GC) bool { return gc.ID == id }) {
				fits++
			}
		}
		if fits > best {
			best, out = fits, nil
		}
		if fits == best {
			out = append(out, f)
		}
	}
	return out
}

// explains reports whether a group of a list can look as this one does: each base seen bears a weapon that the group has.
func (f Force) explains(u *Group) bool {
	for _, gc := range f.GCs {
		if gc.ID != u.ID || u.Model != "" && u.Model != gc.Vehicle {
			continue
		}
		return !slices.ContainsFunc(u.Bases, func(b Stand) bool {
			return b.Weapon != gc.Vehicle && !slices.ContainsFunc(gc.Bases, func(other Base) bool { return other.Weapon == b.Weapon })
		})
	}
	return false
}

// imagineGroup fills in an enemy group from the one of his list with the same id, or, for a part that was detached, the one it came from.
func (g *Game) imagineGroup(u *Group, army []Group) {
	i := slices.IndexFunc(army, func(of Group) bool { return of.ID == u.ID })
	part := i < 0
	if part {
		i = slices.IndexFunc(army, func(of Group) bool { return strings.HasPrefix(u.ID, of.ID) })
	}
	if i < 0 {
		i = 0
	}
	of := &army[i]
	u.Kind, u.Section, u.Quality, u.Traits = of.Kind, of.Section, of.Quality, of.Traits
	if part {
		u.Kind, u.Parent = "detached", of.ID
	}
	u.Paid, u.Reco, u.Charismatic, u.Leader = of.Paid, of.Reco, of.Charismatic, of.Leader
	if u.Bases != nil { // seen: its bases are as they look
		return
	}
	u.Bases = slices.Clone(of.Bases)
	u.Model, u.Facing, u.Mounts = of.Model, of.Facing, of.Mounts
	if part {
		u.Bases = u.Bases[:1]
		leader(u)
	}
}

// hidingPlace returns a sector where a group of an enemy may lie in ambush, out of sight of the side's groups; "" if there is none.
func (g *Game) hidingPlace(enemy, s table.Seat, pick func(n int) int) string {
	var places []string
	for _, p := range g.net.Places() {
		if slices.ContainsFunc(g.Groups, func(u Group) bool {
			return u.Sector == p || u.Side == s && u.Sector != "" && g.clear(g.eyeOf(&u), g.ground(p))
		}) {
			continue
		}
		if at := g.terrain(p); at.Cover && !at.Impassable { // BB-3.7a
			places = append(places, p)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return places[pick(len(places))]
}
