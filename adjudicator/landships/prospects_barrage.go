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
	if p, ok := g.gap(s); ok { // last, but before what the pieces do not suffice for
		out = slices.Insert(out, min(len(out), max(1, g.unspent(s)/3-1)), p)
	}
	if left := g.unspent(s); left > 0 {
		for i := max(1, left/3); i < len(out); i++ {
			out[i].Says.Args = append(out[i].Says.Args, table.A("over", true))
		}
	}
	return out
}

// shelling says what a barrage can do: whether it is granted and falls where it should, and whether it then hits.
func (g *Game) shelling(s table.Seat, b barrage, counted bool) table.Prospect {
	line := "barrage " + b.Hex
	if counted {
		line += " with " + strconv.Itoa(b.OBA)
	}
	num, den, order := g.falling(s, b)
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

// falling is the chance that a barrage is granted and falls on its hex, and the highest die by which its order to fire is given.
func (g *Game) falling(s table.Seat, b barrage) (num, den int64, order int) {
	num, den, order = 1, 1, 6
	if b.Eye.Kind == byFO && !g.firstTurn() {
		num, den = num*int64(faces(g.rolls().Communication)), den*6
	}
	if !g.firstTurn() {
		order, _ = number(g.doc.Tables.FireOrder, g.resistance(s, b.Hex))
		if b.Eye.Kind == byPlane {
			order -= g.modifiers().ObserverAircraft.Value
		}
		num, den = num*int64(max(0, min(6, order))), den*6
	}
	return num * int64(6-faces(g.scatterRoll(b.Type))), den * 6, order
}

// gap is the barrage that may cut the wire before most of a side's foot, without harm to anybody of it, or false if its pieces are too few or
// there is none.
func (g *Game) gap(s table.Seat) (table.Prospect, bool) {
	pieces := min(3, g.unspent(s))
	best, most := barrage{}, 0
	for _, hex := range g.net.Places() {
		if !g.wired(hex) || g.has(s, "", func(u *Piece) bool { return g.distance(u.Hex, hex) <= 1 }) {
			continue
		}
		before := len(g.of(s, "", func(u *Piece) bool { return u.group() && g.distance(u.Hex, hex) <= wayToWire }))
		if before <= most {
			continue
		}
		b, r := g.asks(s, []table.Arg{{Name: "hex", Value: hex}, {Name: "type", Value: drumfire}, {Name: "ammo", Value: highExplosive}, {Name: "pieces", Value: strconv.Itoa(pieces)}})
		if r == nil && b.pieces()*g.pieceStrength() >= g.constants().WireStrength.Value {
			best, most = b, before
		}
	}
	if most == 0 {
		return table.Prospect{}, false
	}
	num, den, order := g.falling(s, best)
	num, den = num*int64(faces(g.rolls().WireCut)), den*6
	if g.in("LS-5.55b") {
		num, den = num*int64(faces(g.rolls().WireConfirm)), den*6
	}
	cut := chance("odds.cut", num, den, func(f table.Fact) bool {
		return g.tells(f, "4.1", "wire-cut") && f.Text("hex") == best.Hex
	})
	return table.Prospect{Target: best.Hex, Line: "barrage " + best.Hex + " with " + strconv.Itoa(best.OBA) + " " + best.Type + " " + best.Ammo, Chance: []table.Likelihood{cut},
		Says: table.Say("can.gap", g.rolls().WireCut.Rule, table.A("foot", most), table.A("seen", "eye."+best.Eye.Kind), table.A("by", best.Eye.Unit), table.A("tested", !g.firstTurn()), table.A("granted", order))}, true
}

// wayToWire is how many hexes before a wire the foot stands that it will soon hinder.
const wayToWire = 4
