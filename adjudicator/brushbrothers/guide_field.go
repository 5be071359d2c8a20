package brushbrothers

import (
	"strconv"

	"fieldpost/adjudicator/table"
)

// field lists the sectors into which a GC can fire where it stands, with what its best weapons there need to hit men in the open as its
// priority target, and how many dice they throw (BB-4.1, BB-4.6).
func field(k *Game, s table.Seat, unit string) (out []table.Covered) {
	u := k.own(s, unit)
	if u == nil || u.Sector == "" {
		return nil
	}
	for _, p := range k.net.Places() {
		if p == u.Sector {
			continue
		}
		target := &Group{ID: "?", Side: k.other(s), Sector: p}
		dice, best, weapon := 0, arm{}, ""
		for i := range u.Bases {
			a, _, ok := k.tryAim(u, u.Bases[i].ID, "", target, true)
			if !ok {
				continue
			}
			switch {
			case weapon == "" || a.need.Total() < best.need.Total():
				best, weapon, dice = a, a.weapon.ID, a.weapon.Dice
			case a.need.Total() == best.need.Total():
				dice += a.weapon.Dice
			}
		}
		if weapon == "" {
			continue
		}
		cover := k.covered(target, u.Sector)
		if cover == "" {
			cover = "open"
		}
		out = append(out, table.Covered{Place: p, Text: strconv.Itoa(best.need.Total()) + "+", Says: table.Say("field.fire", "BB-4.6", table.A("at", p), table.A("ud", k.distance(u.Sector, p)),
			table.A("weapon", weapon), table.A("needs", best.need), table.A("dice", dice), table.A("cover", cover), table.A("indirect", best.indirect))})
	}
	return out
}
