package somme

import (
	"strconv"

	"fieldpost/adjudicator/table"
)

// field lists the hexes in whose combats an artillery can take part from where it stands, with the potential that it brings (SO-15.2.2b).
func field(k *Game, _ table.Seat, unit string) (out []table.Covered) {
	u := k.unit(unit)
	if u == nil || u.Hex == "" || !k.artillery(u) {
		return nil
	}
	p := k.printed(u.ID)
	for _, hex := range k.net.hexes {
		if d := k.distance(u.Hex, hex); d <= p.Radius {
			out = append(out, table.Covered{Place: hex, Text: strconv.Itoa(p.Potential), Says: table.Say("field.guns", "SO-15.2.2b", table.A("at", hex), table.A("distance", d),
				table.A("radius", p.Radius), table.A("potential", p.Potential))})
		}
	}
	return out
}
