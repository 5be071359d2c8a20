package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// The sensible bot plans one GC at a time. It rallies a nailed GC, assaults a weaker enemy, goes for an objective that
// its side wants, and guards one that an enemy could take. It keeps the chief behind his groups and the machine guns
// beside the chief. Otherwise it fires and watches. All this uses only what the side knows.

// sense returns a plan for one GC and its place in the queue: GCs that can do harm go first.
func (k captain) sense(u *Group) (string, int) {
	if u.vehicle() {
		return k.senseMachine(u)
	}
	if plan, rank := k.senseAid(u); plan != "" {
		return plan, rank
	}
	if u.nailed() {
		return "rally; rally; fire priority | otherwise: hold", 3
	}
	if e, place := k.prey(u); e != "" {
		return "fire " + e + "; assault " + place + " take | otherwise: fire " + e, 0
	}
	if plan := k.senseWater(u); plan != "" {
		return plan, 1
	}
	inRange, near := false, false
	for _, e := range k.enemies(u.Side) {
		if h := k.group(e); len(k.reach(u, h)) > 0 {
			inRange, near = true, near || k.distance(u.Sector, h.Sector) <= effective
		}
	}
	if plan := k.senseHeavy(u, inRange); plan != "" {
		return plan, 2
	}
	way := k.march(u)
	if inRange && (way == nil || near && !k.late(u.Side, way) && k.stops()) {
		return "fire priority times 3 | otherwise: fire priority", 1
	}
	if way != nil {
		if k.dash <= 0 && k.threatened(u) && !k.late(u.Side, way) {
			way = k.bounds(way)
		}
		return "move " + strings.Join(way, " ") + "; fire priority | otherwise: move " + way[0] + "; fire priority", 2
	}
	if u.Stress != unstressed {
		return "rally; watch", 3
	}
	return "watch | otherwise: fire priority", 4
}

// effective is the distance in UD up to which it is worth stopping to fire: beyond it only a 6 hits (BB-4.6c).
const effective = 4

// threatened reports whether an enemy is so near that a GC has to fight its way forward.
func (k captain) threatened(u *Group) bool {
	return slices.ContainsFunc(k.enemies(u.Side), func(e string) bool { return k.distance(u.Sector, k.group(e).Sector) <= effective+2 })
}

// bounds cuts a way short so that points are left to fire: two sectors, or only the first if it gives cover and the
// second does not.
func (k *Game) bounds(way []string) []string {
	if len(way) > 1 && k.terrain(way[0]).Cover && !k.terrain(way[1]).Cover {
		return way[:1]
	}
	return way[:min(2, len(way))]
}

// likely returns the water, or the only marker that may still be it; nil if there is more than one.
func (k *Game) likely() *Objective {
	if k.doc.system() != chaco {
		return nil
	}
	if left := table.Keep(k.Objectives, func(o Objective) bool { return !o.Open || !o.Decoy }); len(left) == 1 {
		return &left[0]
	}
	return k.spring()
}

// late reports whether a way must be begun now to be finished before the last turn ends or, in the Chaco, before its side has no water left: a turn
// costs three and a half on average (BB-A4.4g).
func (k captain) late(s table.Seat, way []string) bool {
	turns := k.Length - k.Number
	if k.doc.system() == chaco {
		turns = min(turns, k.camp(s).Water*2/7)
	}
	return len(way) >= 2*turns
}

// prey returns an enemy at 1 UD that a GC has a good chance of beating in an assault, and its sector. Our side must
// expect more hits than the defenders, of whom the crushed count for nothing and the pinned for less. On a wanted
// objective as many hits are enough.
func (k captain) prey(u *Group) (string, string) {
	if u.nailed() {
		return "", ""
	}
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if k.distance(u.Sector, h.Sector) != 1 || k.mayAssault(u, u.team(), h.Sector) != nil {
			continue
		}
		ours, theirs := k.punch(u, h.Sector), 0
		for _, d := range k.soft(h.Sector) {
			if d := k.group(d); d.Stress != crushed {
				theirs += k.punch(d, "")
			}
		}
		wanted := slices.ContainsFunc(k.Objectives, func(o Objective) bool { return o.Place == h.Sector && k.wants(u.Side, o) })
		if ours *= 2 + k.bold; ours > 2*theirs || wanted && ours == 2*theirs {
			return e, h.Sector
		}
	}
	return "", ""
}

// punch returns the hits that a GC may expect hand to hand, in sixths (BB-6.2): in defence, or against the men in a
// sector. Of an enemy only the look of its bases is known. It counts as standard, and as one rifle base where not even
// its bases are known.
func (k *Game) punch(u *Group, against string) int {
	quality, dice := u.Quality, 0
	if quality == "" {
		quality = "standard"
	}
	for i := range u.Bases {
		dice += k.handToHand(&u.Bases[i])
	}
	if len(u.Bases) == 0 {
		dice = k.handToHand(&Stand{Base: Base{Weapon: "rifle"}})
	}
	need := k.doc.Tables.CloseCombat.Needed.Of(quality)
	if against != "" && k.terrain(against).Cover {
		need += k.doc.Tables.CloseCombat.Cover
	}
	if against == "" && u.Stress == pinned {
		need += k.doc.Tables.CloseCombat.Pinned
	}
	return dice * max(0, 7-need)
}

// wants reports whether a side has something to gain at an objective. A known decoy is worth nothing. In the Chaco it
// wants only the water once that is found, and nothing where one of its own units stands (BB-A4.4j). Elsewhere it wants
// what it does not hold.
func (k *Game) wants(s table.Seat, o Objective) bool {
	if o.Place == "" || o.Decoy {
		return false
	}
	if k.doc.system() == chaco {
		if w := k.spring(); w != nil && w.ID != o.ID {
			return false
		}
		return k.holds(o.Place) != s
	}
	return o.Holder != s
}

// keeps reports whether a GC stands alone on an objective of its side that must not be left: the water, or one with an
// enemy nearby.
func (k *Game) keeps(u *Group) bool {
	for _, o := range k.Objectives {
		if o.Place != u.Sector || o.Decoy || o.Holder != u.Side {
			continue
		}
		if slices.ContainsFunc(k.at(o.Place), func(other string) bool { return other != u.name() }) {
			return false
		}
		if k.doc.system() == chaco {
			return k.spring() != nil
		}
		return slices.ContainsFunc(k.enemies(u.Side), func(e string) bool { return k.distance(u.Sector, k.group(e).Sector) <= 3 })
	}
	return false
}

// march returns the way that a GC takes, or nil to stay where it is.
func (k captain) march(u *Group) []string {
	for i := range u.Bases {
		if w, _ := k.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return nil
		}
	}
	if k.waits() || k.keeps(u) {
		return nil
	}
	if u.Kind == "chief" {
		return k.follow(u)
	}
	goals := table.Keep(k.Objectives, func(o Objective) bool { return k.wants(u.Side, o) && o.Place != u.Sector && k.minds(o) })
	far := func(o Objective) int { return k.distance(u.Sector, o.Place) + (2+k.spread)*k.bound(u, o.Place) }
	slices.SortStableFunc(goals, func(a, b Objective) int { return far(a) - far(b) })
	for _, o := range goals {
		if way := k.approach(u, o.Place); way != nil {
			return way
		}
	}
	if w := k.spring(); k.doc.system() == chaco && w != nil && w.Holder == u.Side && k.distance(u.Sector, w.Place) > 2 {
		return k.approach(u, w.Place) // stand by those who hold the water
	}
	return nil
}

// bound counts the groups of a side that are nearer to a place than the given one.
func (k *Game) bound(u *Group, place string) int {
	n := 0
	for o := range table.All(k.Groups) {
		if o.Side == u.Side && o.Kind == "group" && o.ID != u.ID && o.Sector != "" && k.distance(o.Sector, place) < k.distance(u.Sector, place) {
			n++
		}
	}
	return n
}

// approach returns the way to a place, or to a sector beside it if enemies hold it or friends fill it; nil if there is
// none.
func (k *Game) approach(u *Group, place string) []string {
	open := func(p string) bool {
		h := k.holds(p)
		return (h == "" || h == u.Side) && k.room(u.Side, p) >= len(u.Bases)
	}
	if open(place) {
		return k.shortest(u, u.Sector, place)
	}
	if k.distance(u.Sector, place) <= 1 {
		return nil
	}
	around := slices.Clone(k.net.Neighbours(place))
	slices.SortStableFunc(around, func(a, b string) int { return k.distance(u.Sector, a) - k.distance(u.Sector, b) })
	for _, p := range around {
		if p == u.Sector {
			return nil
		}
		if open(p) {
			if way := k.shortest(u, u.Sector, p); way != nil {
				return way
			}
		}
	}
	return nil
}

// follow returns a chief's way towards the nearest of his groups that is getting out of his reach, ending one sector
// short of it.
func (k *Game) follow(u *Group) []string {
	best := ""
	for o := range table.All(k.Groups) {
		if o.Side != u.Side || o.Section != u.ID || o.Kind != "group" || o.Sector == "" || k.distance(u.Sector, o.Sector) < k.doc.Tables.Activation.Radius {
			continue
		}
		if best == "" || k.distance(u.Sector, o.Sector) < k.distance(u.Sector, best) {
			best = o.Sector
		}
	}
	if best == "" {
		return nil
	}
	way := k.shortest(u, u.Sector, best)
	for len(way) > 0 && (way[len(way)-1] == best || k.room(u.Side, way[len(way)-1]) < len(u.Bases)) {
		way = way[:len(way)-1]
	}
	return way
}

// senseHeavy plans for weapons that must be set up. One with no enemy in range whose chief moves on is packed and
// follows him; a packed one is set up again beside him or when it sees an enemy (BB-3.4c, BB-3.6c).
func (k captain) senseHeavy(u *Group, inRange bool) string {
	i := slices.IndexFunc(u.Bases, func(b Stand) bool { w, _ := k.doc.Arm(b.Base); return w.SetUp })
	chief := k.own(u.Side, u.Section)
	if i < 0 || u.Kind != "autonomous" || chief == nil || chief.Sector == "" {
		return ""
	}
	away := k.distance(u.Sector, chief.Sector)
	seen := slices.ContainsFunc(k.enemies(u.Side), func(e string) bool { return k.sees(u, k.group(e)) })
	var way []string
	if away > 0 {
		way = k.approach(u, chief.Sector)
	}
	switch ready := u.Bases[i].Ready; {
	case ready && !inRange && away > k.doc.Tables.Activation.Radius && way != nil:
		return "dismount; move " + strings.Join(way, " ") + " | otherwise: dismount"
	case !ready && !seen && away > 1 && way != nil:
		return "move " + strings.Join(way, " ") + " | otherwise: move " + way[0]
	case !ready:
		return "setup; fire priority | otherwise: setup"
	}
	return ""
}

// senseWater plans for whoever must go to water where nobody stands, be it the chief or a machine gun: a side that has no unit there when the game
// ends has not won (BB-A4.4j). It is the nearest of those who can, a group before the others, and everybody when there is little to drink.
func (k captain) senseWater(u *Group) string {
	w := k.likely()
	if w == nil || w.Place == "" || k.holds(w.Place) != "" || k.waits() {
		return ""
	}
	way := k.approach(u, w.Place)
	if way == nil {
		return ""
	}
	far := func(o *Group) int {
		away := k.distance(o.Sector, w.Place)
		if o.Kind != "group" {
			away += effective
		}
		return away
	}
	for o := range table.All(k.Groups) {
		if o.Side == u.Side && o.Sector != "" && o.ID != u.ID && !o.vehicle() && !o.nailed() && far(o) < far(u) && !k.late(u.Side, way) && !k.thirsty {
			return ""
		}
	}
	plan := "move " + strings.Join(way, " ")
	if slices.ContainsFunc(u.Bases, func(b Stand) bool { w, _ := k.doc.Arm(b.Base); return w.SetUp && b.Ready }) {
		return "dismount; " + plan + " | otherwise: dismount"
	}
	return plan + " | otherwise: move " + way[0]
}

// senseMachine returns the sensible bot's plan for a vehicle, and its place in the queue.
func (k captain) senseMachine(u *Group) (string, int) {
	inRange, near := false, false
	for _, e := range k.enemies(u.Side) {
		if h := k.group(e); len(k.reach(u, h)) > 0 {
			inRange, near = true, near || k.distance(u.Sector, h.Sector) <= effective
		}
	}
	goal := ""
	if !u.Immobile && !k.keeps(u) && !k.waits() {
		goal = k.driveGoal(u)
	}
	if inRange && (goal == "" || near && k.stops()) {
		return "fire priority times 3 | otherwise: fire priority", 1
	}
	if !u.Immobile {
		if goal != "" {
			return "move " + goal + "; fire priority | otherwise: fire priority; move " + goal, 2
		}
		for _, e := range k.enemies(u.Side) { // nothing to take: face an enemy
			if d := k.toward(u.Sector, k.group(e).Sector); d != "" && d != u.Facing {
				return "turn " + d + "; fire priority times 2 | otherwise: fire priority", 3
			}
		}
	}
	return "fire priority times 3 | otherwise: fire priority", 4
}

// driveGoal returns the nearest objective that its side wants and that a vehicle can reach with room to stop.
func (k captain) driveGoal(u *Group) string {
	best := ""
	for _, o := range k.Objectives {
		if !k.wants(u.Side, o) || !k.minds(o) || o.Place == u.Sector || !k.roomFor(u, o.Place) {
			continue
		}
		if h := k.holds(o.Place); h != "" && h != u.Side {
			continue
		}
		if _, r := k.roads(u, []string{o.Place}); r == nil && (best == "" || k.distance(u.Sector, o.Place) < k.distance(u.Sector, best)) {
			best = o.Place
		}
	}
	return best
}

// senseAid returns the sensible bot's plan where vehicles, guns or supports decide it, or "" to leave it to sense.
func (k captain) senseAid(u *Group) (string, int) {
	if u.Aboard != "" {
		for _, e := range k.enemies(u.Side) {
			if k.distance(u.Sector, k.group(e).Sector) <= 4 {
				return "disembark; fire priority | otherwise: disembark", 1
			}
		}
		if slices.ContainsFunc(k.Objectives, func(o Objective) bool { return k.near(u.Sector, o.Place) && o.Holder != u.Side }) {
			return "disembark", 1
		}
		return "hold", 5
	}
	for _, e := range k.enemies(u.Side) {
		if h := k.group(e); h.vehicle() && k.near(u.Sector, h.Sector) && !u.nailed() && !k.gun(u) && len(u.Bases) > 1 && !u.Mounted {
			if k.row(h).Armoured && len(k.reach(u, h)) == 0 {
				return "grenades " + e + " | otherwise: hold", 0
			}
		}
	}
	if plans := k.supportPlans(u); len(plans) > 0 && k.pick(2) == 0 {
		return plans[k.pick(len(plans))], 0
	}
	if k.gun(u) {
		for _, e := range k.enemies(u.Side) {
			if len(k.reach(u, k.group(e))) > 0 {
				return "fire priority times 3 | otherwise: fire priority", 1
			}
		}
		for _, e := range k.enemies(u.Side) {
			h := k.group(e)
			if d := k.toward(u.Sector, h.Sector); k.sees(u, h) && (d != u.Facing || !u.Bases[0].Ready) {
				return "turn " + d + "; fire priority times 2 | otherwise: turn " + d, 1
			}
		}
		return "watch", 4
	}
	if u.Mounted {
		for _, e := range k.enemies(u.Side) {
			if k.distance(u.Sector, k.group(e).Sector) <= 6 {
				return "dismount; fire priority | otherwise: dismount", 1
			}
		}
	}
	return "", 0
}
