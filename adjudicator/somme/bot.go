package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// staff writes the orders of a bot.
type staff struct {
	*table.Draft[*Game]

	bold bool // attacks at 2/1, otherwise from 3/1 on
	manner

	// Indexed by place of the map, for the position as it stands:
	sight  *survey
	held   []int     // own combat units
	piled  []int     // their stacking points
	prize  []bool    // places that decide the game and are not held by this side
	ours   []bool    // those that are
	goal   []reach   // from the places to be taken or held
	errand [][]reach // by unit: from the place that it makes for
	enemy  []reach   // from enemy combat units
	fed    []bool    // in supply
	led    []bool    // in the radius of an own HQ
	linked []bool    // a supply line begins there
	// Changed by the lines so far:
	crowd []int    // stacking points
	gone  []int    // combat units that leave
	bound []string // units that are to attack from where they are or will be
	aims  []string // the hexes that they are to attack
	trial *Game    // the position with the moves of attackers
}

func newStaff(d *table.Draft[*Game], m manner) *staff {
	k, s := d.Known, d.Seat
	n := len(k.net.cells)
	f := &staff{Draft: d, manner: m, sight: k.survey(s), held: make([]int, n), piled: make([]int, n), crowd: make([]int, n), gone: make([]int, n)}
	var goals, enemies []int
	for _, h := range f.goals() {
		goals = append(goals, k.net.number(h))
	}
	for _, id := range k.of(other(s), "", k.fights) {
		enemies = append(enemies, k.net.number(k.unit(id).Hex))
	}
	f.prize, f.ours = make([]bool, n), make([]bool, n)
	for _, h := range k.Holds {
		at := k.net.number(h.Hex)
		f.prize[at], f.ours[at] = h.Side != s, h.Side == s
	}
	for _, id := range k.of(s, "", k.fights) {
		u := k.unit(id)
		at := k.net.number(u.Hex)
		f.held[at]++
		f.piled[at] += k.points(u)
	}
	f.goal, f.enemy = k.distances(goals), k.distances(enemies)
	f.fed, f.led, f.linked = k.supplied(s, false), k.supplied(s, true), k.linesTo(f.sight, k.sources(s))
	return f
}

// goals returns the places that decide the game and are not German: the German player makes for them, and the Allies
// stand before them. In an offensive of their own the Allies make for those that the German player holds.
func (f *staff) goals() []string {
	var out, all []string
	for _, h := range f.Known.Holds {
		if !f.minds(h.Hex) {
			continue
		}
		all = append(all, h.Hex)
		if (h.Side != german) != (f.Seat == allied && f.Known.Attack.Side == allied) {
			out = append(out, h.Hex)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// plainBot goes straight for the enemy: every unit moves towards the places that count, and every unit beside an enemy
// attacks at 2/1 or better.
func plainBot(d *table.Draft[*Game]) {
	f := newStaff(d, manner{})
	f.bold = true
	f.command()
}

// sensibleBot attacks where the odds are good and moves units to where they can: the German towards the places that
// count, the Allies into good ground between him and those places. Guns and headquarters follow, bridges are blown,
// reserves kept.
func sensibleBot(d *table.Draft[*Game]) { newStaff(d, manner{}).command() }

// command writes the orders of all phases of a letter.
func (f *staff) command() {
	for _, phase := range f.Phases {
		switch phase {
		case "events":
			f.Some(phase, "play", 2)
			f.Some(phase, "keep", 3)
		case "offensive", "reply":
			f.launch(phase)
		case "replacement":
			f.Some(phase, "rebuild", 4)
		case "missions":
			f.fly()
		case "move":
			f.move()
		case "combat":
			f.Some(phase, "play", 1)
			f.attack("attack", false)
		case "exploit":
			f.attack("assault", true)
		case "pursue":
			f.pursue()
		}
	}
}

// launch declares an optional offensive if it is worth it, and places what the Strategic Reserve provides for it.
func (f *staff) launch(phase string) {
	for _, o := range f.Known.offers(f.Seat) {
		if o.Mandatory || f.worthIt() {
			f.Some(phase, "declare", 1)
			break
		}
	}
	f.Some(phase, "play", 1)
	if !f.Known.doc.Scenario.Advanced {
		return
	}
	var hexes []string // behind the front, the nearest to it first
	for u := range table.All(f.Known.Units) {
		if u.Side != f.Seat || u.Hex != "" || u.Box != inReserve && u.Box != off && u.Box != waiting {
			continue
		}
		if hexes == nil {
			hexes = f.Known.behind(u)
			slices.SortStableFunc(hexes, func(a, b string) int { return f.away(f.enemy, a) - f.away(f.enemy, b) })
		}
		for _, h := range hexes {
			if f.room(h, u) && f.Write("place %s at %s", u.ID, h) {
				f.crowd[f.Known.net.number(h)] += f.Known.points(u)
				break
			}
		}
	}
}

// worthIt reports whether to declare an optional offensive. If it costs the Allies points at the end (SO-S2.14, SO-S3.8),
// they declare it only when they would otherwise lose as things stand. In the other cases a coin decides for the German,
// and the Allies decline, since it would give him two more sequences as well (SO-7a).
func (f *staff) worthIt() bool {
	k := f.Known
	switch k.doc.Scenario.Victory.Kind {
	case "points":
		return table.Seat(k.levelFor(k.placesHeld().Total()).Winner) == german
	case "crosses":
		return k.crosses(german).Total() > k.crosses(allied).Total()
	}
	return f.Seat == german && f.Pick(2) == 0
}

// fly sends an observer where the next attack may be.
func (f *staff) fly() {
	all := slices.DeleteFunc(f.Proposals("missions", "fly"), func(s string) bool { return !strings.Contains(s, observation) })
	for n := 2; n > 0 && len(all) > 0; n-- {
		i := f.Pick(len(all))
		f.Write("%s", all[i])
		unit := strings.Fields(all[i])[1]
		all = slices.DeleteFunc(all, func(s string) bool { return strings.Fields(s)[1] == unit })
	}
}

// away returns how far a hex is by a measure; a hex off the map is far.
func (f *staff) away(m []reach, hex string) int {
	if i, ok := f.Known.net.grid.Number(hex); ok {
		return m[i].length
	}
	return far
}

// room reports whether a unit can stack in a hex after the lines so far, with its own nation (SO-4a, SO-COOP.a).
func (f *staff) room(hex string, u *Formation) bool {
	at := f.Known.net.number(hex)
	if f.piled[at]+f.crowd[at]+f.Known.points(u) > f.Known.limits().Stacking.Value {
		return false
	}
	return f.held[at] == 0 || !f.Known.restricted(f.Seat, "stack") || !f.Known.has(f.Seat, hex, func(o *Formation) bool {
		return f.Known.fights(o) && f.Known.nation(o) != f.Known.nation(u)
	})
}
