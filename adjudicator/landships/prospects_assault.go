package landships

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// assaults are the close assaults that are open to a side: all who may enter a hex together.
func (g *Game) assaults(s table.Seat) []table.Prospect {
	var out []aimed
	for _, hex := range g.assaultHexes(s) {
		units := g.of(s, "", func(u *Piece) bool { return u.group() && u.Hex != hex && g.canAssault(u.ID, hex) == nil })
		if len(units) > 0 {
			out = append(out, aimed{units, g.storming(s, hex, units)})
		}
	}
	return allot(out)
}

// storming says what a close assault can do, by the procedure that resolves it. Where mines, gas or lone men come into it, no chance is said.
func (g *Game) storming(s table.Seat, hex string, units []string) table.Prospect {
	after := g.Clone()
	for _, id := range units {
		after.unit(id).Hex = hex
	}
	foe := g.other(s)
	p := table.Prospect{Target: hex, Line: "assault " + hex + " with " + strings.Join(units, ",")}
	enemies := g.atHex(foe, hex)
	if !g.has(foe, hex, (*Piece).group) {
		p.Worth, p.Says = 90, table.Say("can.walk-in", "LS-12.24a", table.A("enemies", enemies))
		return p
	}
	o := after.odds(s, hex)
	c := after.assaultColumn(o.column)
	wins, loses, takes := int64(0), int64(0), int64(0)
	mine, theirs := len(after.of(s, hex, (*Piece).group)), len(after.of(foe, hex, (*Piece).group))
	for die := 1; die <= 6; die++ {
		own, other := lossesOf(c.Losses[max(0, min(die+termsOf(o.terms), len(c.Losses)-1))])
		if o.roller != s {
			own, other = other, own
		}
		if other > 0 {
			wins++
		}
		if own > 0 {
			loses++
		}
		if other >= theirs && own < mine {
			takes++
		}
	}
	p.Says = table.Say("can.assault", "LS-12.21a", table.A("enemies", enemies), table.A("differential", o.sum), table.A("roller", o.roller), table.A("column", "+"+strconv.Itoa(c.Advantage)), table.A("modifier", board.Modifier(termsOf(o.terms))),
		table.A("plain", termsOf(o.terms) == 0))
	p.Worth = int(30*(wins-loses)+40*takes) + 100
	if g.mined(hex, string(s)) || g.gassed(hex, string(s)) {
		return p
	}
	fought := func(f table.Fact, mine bool) bool {
		lost := "enemy"
		if (f.Text("roller") == string(s)) == mine {
			lost = "own"
		}
		return g.tells(f, "4.8", "assault") && f.Text("hex") == hex && f.Int(lost) > 0
	}
	p.Chance = slices.DeleteFunc([]table.Likelihood{
		chance("odds.taken", takes, 6, func(f table.Fact) bool {
			return g.tells(f, "4.8", "assault-over") && f.Text("hex") == hex && f.Text("side") == string(s)
		}),
		chance("odds.enemy-loss", wins, 6, func(f table.Fact) bool { return fought(f, false) }),
		chance("odds.own-loss", loses, 6, func(f table.Fact) bool { return fought(f, true) }),
	}, func(c table.Likelihood) bool { return c.Num == 0 })
	return p
}
