package conflict

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// placings are what a seat settles at the set-up (CH-1.0e): each unit where it stands now, with the ground on which it may stand; its hidden
// minefields (CH-18.3.3a); its weapon cards (CH-8.4b). Sent as they are they change nothing.
func (k *Game) placings(s table.Seat) []table.Prospect {
	var out []table.Prospect
	for u := range table.All(k.Units) {
		if u.Seat != s || !u.on() || u.Aboard != "" {
			continue
		}
		x := k.listed(u)
		args := append(ground(x.Zone), table.A("cover", x.Cover), table.A("hidden", u.Hidden), table.A("bunker", u.In == "bunker"))
		out = append(out, table.Prospect{Unit: u.ID, Line: "place " + u.ID + " at " + u.Hex + " facing " + u.Facing, Says: table.Say("can.place", "CH-1.0e", args...)})
	}
	var at []string
	var zone Work
	for _, w := range k.force(s).Works {
		if t, _ := k.doc.Work(w.Type); t.Kind == "mines" && w.Hidden {
			at, zone = append(at, w.Hex), w
		}
	}
	if len(at) > 0 {
		args := append(ground(zone.Zone), table.A("n", len(at)), table.A("roads", zone.Roads))
		out = append(out, table.Prospect{Line: "mine " + strings.Join(at, " "), Says: table.Say("can.mine", "CH-18.3.3a", args...)})
	}
	if c := k.camp(s); c != nil {
		for _, x := range c.Issued {
			if u := k.firstOnFoot(s); x.Unit == "" && u != nil {
				out = append(out, table.Prospect{Line: "assign " + x.Card + " " + u.ID, Says: table.Say("can.assign", "CH-8.4b", table.A("card", "weapon."+x.Card))})
			}
		}
	}
	return out
}

// firstOnFoot returns the unit that gets the weapon cards that nobody was given (D04), or nil.
func (k *Game) firstOnFoot(s table.Seat) *Unit {
	return table.First(k.Units, func(u *Unit) bool { return u.Seat == s && k.foot(u) })
}

// ground tells of the hexes of a zone, for the words: rows of the board, or hexes; neither for a place that is fixed.
func ground(zone []string) []table.FactArg {
	row := func(z string) bool { return len(z) == 1 }
	var rows, hexes []string
	for _, z := range zone {
		if row(z) {
			rows = append(rows, z)
		} else {
			hexes = append(hexes, z)
		}
	}
	slices.Sort(rows)
	return []table.FactArg{table.A("rows", rows), table.A("hexes", hexes)}
}
