package conflict

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// field lists the hexes into which a unit can fire as it stands, with the FP that is left there against men on foot, or against armour if it has
// none against them: range and height count (CH-7.7, CH-11.2b), the DM of the hex and of smoke on the way are taken off (CH-7.3a, CH-13.0d).
func field(k *Game, s table.Seat, unit string) (out []table.Covered) {
	u := k.own(s, unit)
	if u == nil || !u.on() || u.Aboard != "" {
		return nil
	}
	for _, hex := range k.net.Places() {
		if d := k.distance(u.Hex, hex); d == 0 || d > 2*k.reach(u) {
			continue
		}
		a, ok := k.bearing(u, hex)
		if !ok {
			continue
		}
		fp, red := k.attackFP(a, nil)
		if !red {
			blue, has := k.firepower(u, true)
			if !has {
				continue
			}
			fp = k.ranged(blue, a, u, false, false)
		}
		dm := k.terrain(hex).DM + a.haze
		out = append(out, table.Covered{Place: hex, Text: strconv.Itoa(fp.Total() - dm), Says: table.Say("field.fire", "CH-7.2a", table.A("at", hex), table.A("distance", a.distance),
			table.A("fp", fp), table.A("armour", !red), table.A("terrain", "terrain."+k.terrain(hex).ID), table.A("dm", board.Modifier(dm)), table.A("turret", a.turret), table.A("indirect", a.indirect))})
	}
	return out
}

// bearing works out the attack of one unit on a hex, whoever is there: direct, with its turret turned, or indirect, the first that is possible.
func (k *Game) bearing(u *Unit, hex string) (attack, bool) {
	for _, how := range []string{"", "turret", "indirect"} {
		args := []table.Arg{arg("units", u.ID), arg("target", hex)}
		if how != "" {
			args = append(args, arg("how", how))
		}
		if a, r := k.aim(k.reading(u.Seat, "fire", args, nil)); r == nil {
			return a, true
		}
	}
	return attack{}, false
}
