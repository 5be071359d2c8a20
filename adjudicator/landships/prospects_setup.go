package landships

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// postings are better places in the set-up area for what stands together, where there are any: nearer to what its side wants, or under better
// cover at the same distance. All lines together leave room for all. If there are none, the places where units stand are told, to be changed.
// Aircraft are offered each of their missions. Where a mail for the fire in the enemy's player-turn comes only at a side's wish, that is offered too.
func (g *Game) postings(s table.Seat) []table.Prospect {
	var out, same []table.Prospect
	goals := g.targets(s)
	if len(goals) == 0 { // the side holds them all: those that nobody guards
		goals = slices.DeleteFunc(g.wanted(s), func(hex string) bool { return g.has(s, hex, (*Piece).group) })
	}
	after := g.Clone() // as the set-up will be with the lines so far
	var done []string
	for _, id := range g.of(s, "", func(u *Piece) bool { return u.foot() || u.vehicle() }) {
		u := g.unit(id)
		if slices.Contains(done, u.Hex) || u.Waiting {
			continue
		}
		done = append(done, u.Hex)
		d, _ := g.area(u)
		with := g.of(s, u.Hex, func(o *Piece) bool {
			own, _ := g.area(o)
			return o.foot() == u.foot() && o.vehicle() == u.vehicle() && !o.Waiting && slices.Equal(own.Hexes, d.Hexes)
		})
		hex := ""
		if len(goals) > 0 {
			hex = after.betterPost(u, d, with, goals)
		}
		if hex == "" {
			same = append(same, table.Prospect{Unit: id, Line: "deploy " + strings.Join(with, ",") + " at " + u.Hex,
				Says: table.Say("can.post.same", "LS-2.1a", table.A("ground", g.shelters(u.Hex)), table.A("wire", g.wired(u.Hex)), table.A("foot", u.foot()), table.A("watchers", g.exposed(u, u.Hex)))})
			continue
		}
		for _, o := range with {
			after.unit(o).Hex = hex
		}
		goal := g.nearest(hex, goals)
		out = append(out, table.Prospect{Unit: id, Line: "deploy " + strings.Join(with, ",") + " at " + hex, Worth: 20 - g.distance(hex, goal),
			Says: table.Say("can.post", "LS-2.1a", table.A("from", u.Hex), table.A("ground", g.shelters(hex)), table.A("wire", g.wired(hex)), table.A("goal", goal), table.A("left", g.distance(hex, goal)),
				table.A("foot", u.foot()), table.A("watchers", g.exposed(u, hex)))})
	}
	if len(out) == 0 {
		out = same
	}
	if g.Rhythm != faithful && !slices.ContainsFunc(g.Interrupts, func(i Interrupt) bool { return i.Side == s && i.Phase == "4.5" }) {
		out = append(out, table.Prospect{Line: "interrupt 4.5 within 6", Says: table.Say("can.interrupt", "LS-4.3a")})
	}
	for _, line := range g.assignments(s, "setup") {
		w := strings.Fields(line) // mission F-1 strafing
		out = append(out, table.Prospect{Unit: w[1], Line: line, Says: table.Say("can.mission", "LS-11.1b", table.A("mission", "mission."+w[2]))})
	}
	return out
}

// betterPost returns the best hex of an area for units that stand together, or "" if none is better than theirs.
func (g *Game) betterPost(u *Piece, d DeploymentArea, with, goals []string) string {
	worth := func(hex string) int { return 2*g.covered(hex) - 3*g.distance(hex, g.nearest(hex, goals)) }
	best := u.Hex
	for _, hex := range d.Hexes {
		if worth(hex) > worth(best) && g.distance(hex, g.nearest(hex, goals)) <= g.distance(u.Hex, g.nearest(u.Hex, goals)) && g.allows(d, hex) && g.fits(d, with, hex) {
			best = hex
		}
	}
	if best == u.Hex {
		return ""
	}
	return best
}

// fits reports whether units find ground and room in a hex of their area.
func (g *Game) fits(d DeploymentArea, units []string, hex string) bool {
	groups, vehicles := len(g.of(g.unit(units[0]).Side, hex, (*Piece).group)), len(g.of(g.unit(units[0]).Side, hex, (*Piece).vehicle))
	for _, id := range units {
		u := g.unit(id)
		if !g.enterable(u, hex) {
			return false
		}
		if u.group() {
			groups++
		}
		if u.vehicle() {
			vehicles++
		}
	}
	return groups <= limit(d.Groups, g.constants().StackGroups.Value) && vehicles <= limit(d.Vehicles, g.constants().StackVehicles.Value)
}
