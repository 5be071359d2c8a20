package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// barrages are the barrages that a side can ask for: three pieces, which a full column takes, on each observed hex with enemies, the most promising
// first. Those for which no pieces would be left say so.
func (g *Game) barrages(s table.Seat) []table.Prospect {
	var out []table.Prospect
	foe := g.other(s)
	for _, hex := range g.net.Places() {
		enemies := g.of(foe, hex, func(u *Piece) bool { return u.group() || u.gun() || u.lone() || u.vehicle() })
		if len(enemies) == 0 {
			continue
		}
		for _, how := range [][2]string{{drumfire, highExplosive}, {hurricane, shrapnel}} {
			pieces := min(3, g.unspent(s))
			args := []table.Arg{{Name: "hex", Value: hex}, {Name: "type", Value: how[0]}, {Name: "ammo", Value: how[1]}}
			if pieces > 0 {
				args = append(args, table.Arg{Name: "pieces", Value: strconv.Itoa(pieces)})
			}
			if b, r := g.asks(s, args); r == nil {
				out = append(out, g.shelling(s, b, pieces > 0))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b table.Prospect) int { return b.Worth - a.Worth })
	if left := g.unspent(s); left > 0 {
		for i := max(1, left/3); i < len(out); i++ {
			out[i].Says.Args = append(out[i].Says.Args, table.A("over", true))
		}
	}
	return out
}

// shelling says what a barrage can do: whether it is granted and falls where it should, and whether it then hits.
func (g *Game) shelling(s table.Seat, b barrage, counted bool) table.Prospect {
	num, den, line := int64(1), int64(1), "barrage "+b.Hex
	if counted {
		line += " with " + strconv.Itoa(b.OBA)
	}
	if b.Eye.Kind == byFO && !g.firstTurn() {
		num, den = num*int64(faces(g.rolls().Communication)), den*6
	}
	order := 6
	if !g.firstTurn() {
		order, _ = number(g.doc.Tables.FireOrder, g.resistance(s, b.Hex))
		if b.Eye.Kind == byPlane {
			order -= g.modifiers().ObserverAircraft.Value
		}
		num, den = num*int64(max(0, min(6, order))), den*6
	}
	num, den = num*int64(6-faces(g.scatterRoll(b.Type))), den*6
	falls := chance("odds.falls", num, den, func(f table.Fact) bool {
		return g.tells(f, "4.1", "scatter") && f.Text("side") == string(s) && f.Text("hex") == b.Hex && !truth(f, "strays")
	})
	strength, dice := b.pieces()*g.pieceStrength(), 1
	if b.Type == hurricane {
		strength, dice = g.pieceStrength(), b.pieces()
	}
	most, cover := 0, 0
	for _, kind := range g.kindsIn(b.Hex) {
		n, mods := 0, termsOf(g.shellCover(b.Hex, kind))
		for die := 1; die <= 6; die++ {
			if g.barrageColumn(strength).result(die+mods) != noHit {
				n++
			}
		}
		if n >= most {
			most, cover = n, mods
		}
	}
	miss, all := int64(1), int64(1)
	for range dice {
		miss, all = miss*int64(6-most), all*6
	}
	hits := chance("odds.hit", num*(all-miss), den*all, func(f table.Fact) bool {
		return g.tells(f, "4.1", "barrage") && f.Text("side") == string(s) && f.Text("hex") == b.Hex && f.Text("result") != resultName(noHit)
	})
	beside := g.of(s, "", func(u *Piece) bool { return g.distance(u.Hex, b.Hex) <= 1 })
	worth := int(100*hits.Num/hits.Den) + 5*len(g.of(g.other(s), b.Hex, (*Piece).group)) - 200*min(1, len(beside))
	return table.Prospect{Target: b.Hex, Line: line + " " + b.Type + " " + b.Ammo, Chance: []table.Likelihood{falls, hits}, Worth: worth,
		Says: table.Say("can.barrage", "LS-5.43a", table.A("enemies", g.atHex(g.other(s), b.Hex)), table.A("seen", "eye."+b.Eye.Kind), table.A("by", b.Eye.Unit), table.A("tested", !g.firstTurn()),
			table.A("resisted", g.resistance(s, b.Hex)), table.A("granted", order), table.A("strength", strength), table.A("cover", board.Modifier(cover)), table.A("covered", cover != 0), table.A("beside", beside))}
}
