package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// resist counts a side's small arms attack on a hex for the fire order table. What counts is a game turn with one or
// more attacks that eliminated nobody and drove nobody off (LS-5.11l), in either player-turn; pins do not
// matter (LS-5.11m). An attack that did so wipes this turn and all before it (LS-5.11o). A turn without attack changes
// nothing (LS-5.11n). Fire by artillery alone does not count. Counts are kept by hex and attacking side.
func (g *Game) resist(t *table.Table, hex string, by table.Seat, driven, artillery bool) {
	i := slices.IndexFunc(g.Resisted, func(r Resistance) bool { return r.Place == hex && r.By == by })
	if i < 0 {
		if artillery && !driven {
			return
		}
		g.Resisted = append(g.Resisted, Resistance{Place: hex, By: by})
		i = len(g.Resisted) - 1
	}
	r := &g.Resisted[i]
	switch {
	case driven:
		if r.Count > 0 {
			t.Report("LS-5.11o", "resistance-wiped", table.A("hex", hex), table.A("side", by))
		}
		r.Count, r.Turn, r.Wiped = 0, 0, g.Number
	case artillery, r.Turn == g.Number, r.Wiped == g.Number:
	default:
		r.Count, r.Turn = r.Count+1, g.Number
		t.Report("LS-5.11l", "resistance", table.A("hex", hex), table.A("side", by), table.A("count", r.Count))
	}
}

// forgetResistance deletes the counts of hexes that no longer hold enemy foot of the attacking side.
func (g *Game) forgetResistance() {
	g.Resisted = slices.DeleteFunc(g.Resisted, func(r Resistance) bool {
		return r.Count > 0 && !g.has(g.other(r.By), r.Place, func(u *Piece) bool { return u.foot() || u.cavalry() })
	})
}
