package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Known returns the position as a side sees it (BB-R51, decisions.md c). Enemies in ambush and enemies not yet deployed
// are absent. Of the others place, stress, watch and storey are open; their bases are described while a GC of the side
// has them in line of sight; quality, characteristics and command are secret to the end unless forces are face up. The
// decoy is known to those who turned it over. The public, "", sees what both sides may see of each other.
func (g *Game) Known(s table.Seat) *Game { return g.known(s, nil) }

// learn is Known for the rules at work, which have the position for themselves: it uses the room that the last knowledge gave back.
func (g *Game) learn(s table.Seat) *Game {
	room := g.spare
	g.spare = nil
	return g.known(s, room)
}

// forget gives back the room of what was learned. Nobody may look at it, or at one of its groups, any more.
func (g *Game) forget(k *Game) { g.spare, k.Groups = k.Groups, nil }

// known makes what a side knows, with its groups in that room if they fit.
func (g *Game) known(s table.Seat, room []Group) *Game {
	known := *g
	k := &known
	k.Camps, k.Objectives, k.Strikes = slices.Clone(g.Camps), slices.Clone(g.Objectives), slices.Clone(g.Strikes)
	k.Groups, k.spare = room[:0], nil
	if cap(room) < len(g.Groups) {
		k.Groups = make([]Group, 0, len(g.Groups))
	}
	var eyes []eye
	for u := range table.All(g.Groups) {
		if u.Side != s {
			if !u.hidden() && u.Sector != "" {
				k.Groups = append(k.Groups, *u)
			}
			continue
		}
		k.Groups = append(k.Groups, *u)
		k.Groups[len(k.Groups)-1].Spotted = false // its owner believes it hidden
		if e := g.eyeOf(u); s != "" && u.Sector != "" && !slices.Contains(eyes, e) {
			eyes = append(eyes, e)
		}
	}
	for i := range k.Groups {
		if u := &k.Groups[i]; u.Side != s {
			k.veil(u, eyes)
		}
	}
	for o := range table.All(k.Objectives) {
		if slices.Contains(o.Seen, s) {
			o.Seen = []table.Seat{s}
		} else {
			o.Seen, o.Decoy = nil, o.Decoy && o.Open // an open face is open to the public too (BB-A4.4c)
		}
	}
	for i := range k.Camps {
		if c := &k.Camps[i]; c.Seat != s && !g.FaceUp {
			c.Force, c.Traits = "", nil
			c.Army, c.Nation, c.Supports, c.Failed = nil, "", nil, Failed{} // a chief who asked in vain may be hidden
		}
	}
	for i := range k.Strikes { // BB-A2.4h, BB-A2.4k: the markers are open, what they stand for is not
		if k.Strikes[i].Side != s && !g.FaceUp {
			k.Strikes[i].ID = ""
		}
	}
	if g.Active.Side != s {
		k.Active = Active{}
	}
	return k
}

// veil removes from an enemy what is secret to those whose eyes these are.
func (k *Game) veil(u *Group, eyes []eye) {
	u.Ambush, u.Spotted, u.Part, u.Left = false, false, false, ""
	seen := false
	if !k.FaceUp && !u.bare() { // else it makes no difference who sees it, and lines of sight take their time
		at := k.eyeOf(u)
		seen = slices.ContainsFunc(eyes, func(e eye) bool { return k.clear(e, at) })
	}
	if !k.FaceUp && !seen {
		u.Bases = nil
	}
	k.veilBases(u)
	if k.FaceUp {
		return
	}
	u.Kind, u.Section, u.Parent, u.Quality, u.Traits = "", "", "", "", nil
	u.Paid, u.Reco, u.Charismatic, u.Serial, u.Apart = false, false, false, 0, false
	u.BoostAct, u.BoostRally, u.Leader, u.Thirst = 0, 0, "", 0
	if !seen {
		u.Model, u.Facing, u.Stunned, u.Immobile, u.Mounts, u.Mounted = "", "", false, false, false, false
		return
	}
}

// veilBases removes from the bases of an enemy in sight what is secret. Most have nothing to hide, and then both positions share them.
func (k *Game) veilBases(u *Group) {
	secret := func(b *Stand) bool {
		return b.Ranging != Ranging{} || b.Spent != 0 || b.Complex || b.Did != nil || b.Aim != "" || b.Shots != 0 || b.Slant || b.Hauled || b.Stride != 0 ||
			b.Reroll != "" && !k.FaceUp
	}
	for i := range u.Bases {
		if !secret(&u.Bases[i]) {
			continue
		}
		u.copyBases()
		for b := range table.All(u.Bases) {
			b.Ranging, b.Spent, b.Complex, b.Did, b.Aim, b.Shots, b.Slant = Ranging{}, 0, false, nil, "", 0, false
			b.Hauled, b.Stride = false, 0
			if !k.FaceUp { // how a base looks and who leads is open (BB-D18), what it costs is not
				b.Reroll = ""
			}
		}
		return
	}
}

// bare reports whether nothing is known of an enemy that only those who see it may know, as in what somebody who does not see it knew before.
func (u *Group) bare() bool {
	return u.Bases == nil && u.Model == "" && u.Facing == "" && !u.Stunned && !u.Immobile && !u.Mounts && !u.Mounted
}
