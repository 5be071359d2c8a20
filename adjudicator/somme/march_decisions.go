package somme

import (
	"fieldpost/adjudicator/table"
	"slices"
	"strings"
)

func (g *Game) askSurplus(s seat, hex string) table.Question[*Game, string] {
	units := g.of(s, hex, g.fights)
	slices.SortStableFunc(units, func(a, b string) int {
		wa, wb := g.attackOf(g.unit(a))+g.defenceOf(g.unit(a)), g.attackOf(g.unit(b))+g.defenceOf(g.unit(b))
		if wa != wb {
			return wa - wb
		}
		return strings.Compare(a, b)
	})
	return among("SO-D30", "surplus", s, hex, "SO-4c", units, table.A("hex", hex))
}
