package somme

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// prospects returns what a side's units can do in a phase: attacks with their odds before any bombardment, moves towards the places that
// count, and the events in hand.
func prospects(k *Game, s table.Seat, phase string) []table.Prospect {
	switch {
	case phase == "missions":
		return k.flightProspects(s)
	case phase == "offensive", phase == "reply":
		return k.offensiveProspects(s)
	case s != k.Phasing:
	case phase == "combat", phase == "exploit":
		return k.attackProspects(s, phase == "exploit")
	case phase == "move":
		return k.movementProspects(s)
	case phase == "pursue":
		return k.pursuitProspects(s)
	}
	return nil
}

// pursuitProspects returns what units with markers can do. Assaults ordered in the same mail come first, and one without mastery may cost a unit
// nearby its marker (SO-12.2.6j).
func (k *Game) pursuitProspects(s table.Seat) []table.Prospect {
	out := k.moveProspects(s, "pursue", exploiting)
	if k.Phase != "exploit" {
		return out
	}
	assaults := k.attackProspects(s, true)
	for i, p := range out {
		var near []string
		for _, a := range assaults {
			if len(k.of(other(s), a.Target, k.fights)) > 0 && k.distance(k.unit(p.Unit).Hex, a.Target) <= k.limits().MarkerRange.Value {
				near = append(near, a.Target)
			}
		}
		out[i].Says.Args = append(p.Says.Args, table.A("risk", near))
	}
	return out
}

// movementProspects returns what may be done in a movement phase: arrivals, moves, reserves, bridges, and ways out of the enemy's zones.
func (k *Game) movementProspects(s table.Seat) (out []table.Prospect) {
	defends := !slices.ContainsFunc(k.Holds, func(h Hold) bool { return h.Side != s })
	moves, ordered := k.moveProspects(s, "move", inMovement), ""
	for _, p := range moves {
		ordered += " " + p.Line + " "
	}
	out = slices.Concat(k.arrivalProspects(s), moves, k.reserveProspects(s, ordered), k.bridgeProspects(s, defends))
	if defends {
		out = append(out, k.disengageProspects(s)...)
	}
	return out
}

// offensiveProspects returns the offensives that a side may declare, with what each is good for in the three sequences (SO-8b).
func (k *Game) offensiveProspects(s table.Seat) (out []table.Prospect) {
	for _, o := range k.offers(s) {
		var bonus []string
		for _, m := range o.Modifiers {
			bonus = append(bonus, board.Signed(m))
		}
		for _, line := range k.declarations(o) {
			out = append(out, table.Prospect{Line: line, Worth: -len(out), Says: table.Say("guide.declare", "SO-8b", table.A("bonus", strings.Join(bonus, ", ")))})
		}
	}
	return out
}

// flightProspects returns the missions that the aircraft may fly, with what each is good for.
func (k *Game) flightProspects(s table.Seat) (out []table.Prospect) {
	worth := 0
	for _, line := range flightIdeas(k, s, "missions") {
		w := strings.Fields(line) // fly G-AIR1 to 5328 observation
		unit, hex, mission := w[1], w[3], w[4]
		rule := "SO-17.2b"
		if mission == interdiction {
			rule = "SO-17.2a"
		}
		worth--
		out = append(out, table.Prospect{Unit: unit, Target: hex, Line: line, Worth: worth, Says: table.Say("guide.fly."+mission, rule, table.A("hex", hex))})
	}
	return out
}

// attackProspects returns an attack on every enemy hex that can be reached. The best odds have all units that may join, the others those that
// are left, if that is anybody: a unit fights once a phase (SO-12.1e).
func (k *Game) attackProspects(s table.Seat, exploit bool) (list []table.Prospect) {
	type attack struct {
		hex   string
		units []string
		worth int
	}
	var attacks []attack
	led := k.command(s).reaches
	for _, hex := range k.enemyHexes(s) {
		var units []string
		for _, near := range k.around(hex) {
			units = append(units, k.of(s, near, func(u *Formation) bool { return k.mayJoin(u, hex, exploit) == nil })...)
		}
		if p, ok := k.attackOn(s, hex, units, exploit, led); ok {
			attacks = append(attacks, attack{hex, units, p.Worth})
		}
	}
	slices.SortStableFunc(attacks, func(a, b attack) int { return b.worth - a.worth })
	var used []string
	for _, x := range attacks {
		left := slices.DeleteFunc(slices.Clone(x.units), func(id string) bool { return slices.Contains(used, id) })
		p, ok := k.attackOn(s, x.hex, left, exploit, led)
		if !ok {
			continue
		}
		used, list = append(used, left...), append(list, p)
	}
	return list
}

// attackOn works out the attack of some units on a hex, or returns false if it may not be made or would be called off.
func (k *Game) attackOn(s table.Seat, hex string, units []string, exploit bool, led func(hex string) bool) (table.Prospect, bool) {
	if len(units) == 0 || k.mayBeAttacked(s, hex) != nil || k.mayCooperate(s, units) != nil {
		return table.Prospect{}, false
	}
	b := &battle{hex: hex, by: s, def: other(s), defs: k.of(other(s), hex, k.fights), units: units}
	for _, id := range k.eldest(units) {
		if k.mayLeadUnder(led, id) == nil {
			b.lead = id
			break
		}
	}
	if b.lead == "" {
		return table.Prospect{}, false
	}
	verb := "attack"
	if exploit {
		verb = "assault"
	}
	p := table.Prospect{Unit: b.lead, Target: hex, Joint: true, Line: fmt.Sprintf("%s %s with %s lead %s barrage all", verb, hex, strings.Join(units, ", "), b.lead)}
	if len(b.defs) == 0 {
		p.Says, p.Worth = table.Say("guide.undefended", "SO-12.1a", table.A("hex", hex)), 90
	} else {
		column, says := k.assess(b)
		if column < 0 {
			return table.Prospect{}, false // below 1/2 it is called off with losses (SO-12.2.4d)
		}
		p.Says, p.Worth = says, 10*column
	}
	if k.counts(hex) {
		p.Worth += 5
	}
	return p, true
}

// assess works out an attack as step 7 would now, before bombardments and the guns of the defence: column, average damage of both sides
// (in tenths of a point), and how many of the six faces of the attacker's die give mastery.
func (k *Game) assess(b *battle) (column int, says table.Remark) {
	b.stoss = b.by == german && len(k.stossIn(b, german)) > 0
	b.dlead = k.eldest(k.fitToDefend(b))[0]
	attack, defence := k.force(b), k.resistance(b)
	start := columnOf(attack.terms.Total()*defence.scale, defence.terms.Total()*attack.scale)
	column = min(k.shifts(b, start).Total(), len(k.doc.Tables.Combat)-1)
	if column < 0 {
		return column, says
	}
	ours, theirs := 0, 0
	for sum := 2; sum <= 12; sum++ {
		a, d, _ := readCell(k.doc.Tables.Combat[column].Cells[sum-2])
		ways := 6 - max(sum-7, 7-sum)
		ours, theirs = ours+a*ways, theirs+d*ways
	}
	whole, part := 0, 0
	for face := 1; face <= 6; face++ {
		switch k.masteryFor("attacker", face, k.attackerMastery(b, table.Base("", face, "SO-12.2.6e")).Total()) {
		case total:
			whole++
		case partial:
			part++
		}
	}
	tenth := func(n int) string { return fmt.Sprintf("%d.%d", n/36, n%36*10/36) }
	return column, table.Say("guide.attack-odds", "SO-12.2.4", table.A("against", len(b.defs)), table.A("force", attack.text()), table.A("resistance", defence.text()),
		table.A("start", columnName(start)), table.A("shifted", column != start), table.A("column", columnName(column)), table.A("ours", tenth(ours)), table.A("theirs", tenth(theirs)), table.A("total", whole), table.A("partial", part), table.A("counts", k.counts(b.hex)))
}

// enemyHexes lists the hexes in which enemy counters stand.
func (k *Game) enemyHexes(s table.Seat) []string {
	var hexes []string
	for _, id := range k.of(other(s), "", k.ground) {
		hexes = table.With(hexes, k.unit(id).Hex)
	}
	slices.Sort(hexes)
	return hexes
}

// counts reports whether a hex is one of the places that decide the game.
func (k *Game) counts(hex string) bool {
	return slices.ContainsFunc(k.Holds, func(h Hold) bool { return h.Hex == hex })
}

// moveProspects returns for the units that may move the hex within reach that is nearest to a place that counts and is not their side's: beside
// the enemy if they can get there. One unit of a stack beside the enemy stays. A side that holds all such places is shown the way to those where it has no combat unit. Units of a hex that
// would go the same way are one line, and all lines together leave room for all units. Those that come nearest are worth most.
func (k *Game) moveProspects(s table.Seat, verb, as string) (out []table.Prospect) {
	goals := table.Pick(k.Holds, func(h *Hold) (int, bool) { return k.net.number(h.Hex), h.Side != s })
	says := "guide.toward"
	if len(goals) == 0 {
		goals, says = k.unguarded(s), "guide.guard"
	}
	if len(goals) == 0 {
		return
	}
	goal, sight := k.distances(goals), k.survey(s)
	var columns []column
	gone := map[string]int{} // of each hex, only looked up
	for _, id := range k.of(s, "", k.fights) {
		u := k.unit(id)
		pinned := sight.zoc(k.net.number(u.Hex))
		if pinned && !u.Freed && gone[u.Hex]+1 == len(k.of(s, u.Hex, k.fights)) && gone[u.Hex] > 0 {
			continue // once the others have left it stands alone in the enemy's zone (SO-11.2.2a)
		}
		way, to := k.wayForward(u, verb, as, goal, sight, columns)
		if way == "" {
			continue
		}
		gone[u.Hex]++
		at := slices.IndexFunc(columns, func(c column) bool {
			return c.from == u.Hex && c.way == way && !pinned
		})
		if at < 0 {
			columns = append(columns, column{from: u.Hex, to: to, way: way, units: []string{id}})
			continue
		}
		columns[at].units = append(columns[at].units, id)
	}
	for _, c := range columns {
		best := k.net.number(c.to)
		left, near := goal[best].length, []string(nil)
		if sight.zoc(best) {
			near = k.facing(other(s), c.to)
		}
		out = append(out, table.Prospect{Unit: c.units[0], Line: verb + " " + strings.Join(c.units, ", ") + " to " + c.way, Worth: nearest - left,
			Says: table.Say(says, "SO-11.1.1a", table.A("to", c.to), table.A("left", left), table.A("goal", k.net.hexes[goal[best].from]),
				table.A("terrain", "terrain."+k.net.cell(c.to).terrain), table.A("contact", near), table.A("counts", k.counts(c.to)))})
	}
	return out
}

// facing lists the hexes around another in which combat units of a side stand.
func (k *Game) facing(s table.Seat, hex string) []string {
	return slices.DeleteFunc(slices.Clone(k.around(hex)), func(near string) bool { return len(k.of(s, near, k.fights)) == 0 })
}

// nearest is what a move that ends at a goal is worth: more than any way is long.
const nearest = 100

// reserveProspects returns markers for the units that are not ordered to move, as long as there are markers (SO-11.2.8).
func (k *Game) reserveProspects(s table.Seat, ordered string) (out []table.Prospect) {
	left := k.reserveLimit(s) - len(k.of(s, "", func(u *Formation) bool { return u.Reserve }))
	for _, id := range k.of(s, "", func(u *Formation) bool { return k.fights(u) && k.mayReserve(u) == nil }) {
		if strings.Contains(ordered, " "+id+",") || strings.Contains(ordered, " "+id+" ") {
			continue
		}
		if left--; left < 0 {
			break
		}
		out = append(out, table.Prospect{Unit: id, Line: "reserve " + id, Says: table.Say("guide.reserve", "SO-11.2.8c")})
	}
	return out
}

// column is units of a hex that go the same way.
type column struct {
	from, to, way string
	units         []string
}

// bound lists the units that go to a hex.
func bound(columns []column, hex string) []string {
	var out []string
	for _, c := range columns {
		if c.to == hex {
			out = append(out, c.units...)
		}
	}
	return out
}

// wayForward returns the way on which a unit comes nearest to a goal, as it is ordered, and the hex where it ends, with those before it; "" if it stays
// where it is.
func (k *Game) wayForward(u *Formation, verb, as string, goal []reach, sight *survey, before []column) (way, to string) {
	if k.mayGo(u, as) != nil || verb == "pursue" && !u.Exploit && !u.Reserve {
		return "", ""
	}
	how := as
	if u.Reserve && verb == "pursue" {
		how = inReserves
	}
	here := k.net.number(u.Hex)
	if sight.zoc(here) && len(k.of(u.Side, u.Hex, k.fights)) < 2 {
		return "", "" // nobody would hold the hex (SO-11.2.2)
	}
	if verb == "pursue" && k.Phase != "pursue" && sight.zoc(here) {
		return "", "" // the marker goes before the moves if it still stands in the zone then (SO-14.1c)
	}
	marks, from := k.reachableOn(sight, u, how)
	best := here
	for at, in := range marks {
		if in && goal[at].length < goal[best].length && k.roomFor(append(bound(before, k.net.hexes[at]), u.ID), k.net.hexes[at]) {
			best = at
		}
	}
	if best == here {
		return "", ""
	}
	way, to = k.wayAlong(from, here, best), k.net.hexes[best]
	if filled, no := k.routeBy(sight, u, []string{to}); no == nil && strings.Join(filled, "-") == way {
		way = to // that is how it goes of itself
	}
	return way, to
}

// roomFor reports whether units may end their move together in a hex as the stacks stand (SO-4a, SO-COOP.a).
func (k *Game) roomFor(units []string, hex string) bool {
	points, side := 0, k.unit(units[0]).Side
	apart := func(id string) bool {
		return k.restricted(side, "stack") && k.nation(k.unit(id)) != k.nation(k.unit(units[0]))
	}
	if slices.ContainsFunc(units, apart) {
		return false
	}
	for _, id := range units {
		points += k.points(k.unit(id))
	}
	for _, id := range k.of(side, hex, k.fights) {
		points += k.points(k.unit(id))
		if apart(id) {
			return false
		}
	}
	return points <= k.limits().Stacking.Value
}
