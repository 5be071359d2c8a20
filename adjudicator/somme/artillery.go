package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reaches tells whether an artillery may take part in a combat of its side now (SO-15.2.2b to d, SO-15.2.2f, SO-COOP.c).
func (g *Game) reaches(u *Formation, b *battle) *table.Refusal {
	p := g.printed(u.ID)
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", b.hex)}
	most := 1
	if u.Mode == "offensive" && u.Side == b.by {
		most = g.limit("offensive-combats")
	}
	if p.Kind == "corps_artillery" && slices.Contains(g.Campaign.Played, "ammunition") && u.Side == german && b.by == german && !b.exploit {
		most++
	}
	fighting := b.units
	if u.Side == b.def {
		fighting = g.defenders(b)
	}
	switch {
	case !g.artillery(u):
		return refuse("no-artillery", "SO-12.2.2a", say...)
	case g.distance(u.Hex, b.hex) > p.Radius:
		return refuse("out-of-radius", "SO-15.2.2b", append(say, table.A("distance", g.distance(u.Hex, b.hex)), table.A("radius", p.Radius))...)
	case u.Fights >= most:
		return refuse("guns-spent", "SO-15.2.2c", append(say, table.A("most", most))...)
	case b.exploit && u.Side == b.by && p.Kind != "corps_artillery":
		return refuse("exploitation-guns", "SO-14.1a", say...)
	case g.restricted(u.Side, "artillery") && slices.ContainsFunc(fighting, func(id string) bool { return g.nation(g.unit(id)) != g.nation(u) }):
		return refuse("guns-nation", "SO-COOP.c", say...)
	}
	return nil
}

// inReach lists a side's artilleries that may take part, corps first, in the order of their ids in the list.
func (g *Game) inReach(s seat, b *battle) []string {
	return g.of(s, "", func(u *Formation) bool { return g.artillery(u) && g.reaches(u, b) == nil })
}

// nameArtillery is steps 2 to 4: the attacker names his guns, the defender his and which of them fire counter-battery,
// then the attacker's counter-battery, as far as he keeps bombarding with as many (SO-12.2.2c).
func (g *Game) nameArtillery(t *table.Table, b *battle, l table.Line) {
	army := 0
	for _, id := range g.unitsOf(b.by, l.Args, "artillery") {
		u := g.unit(id)
		if u.Hex == "" {
			continue
		}
		if why := g.reaches(u, b); why != nil {
			t.Refuse(b.by, l, why)
			continue
		}
		if u.Mode == "offensive" {
			if army++; army > 1 {
				t.Refuse(b.by, l, refuse("one-offensive-gun", "SO-12.2.2a", table.A("unit", id), table.A("hex", b.hex)))
				continue
			}
		}
		b.guns = append(b.guns, id)
	}
	answer := table.Decide(t, g.askDefence(b))
	named, cb, _ := strings.Cut(answer, "|")
	for _, id := range fields(named) {
		if slices.Contains(fields(cb), id) {
			b.dcb = append(b.dcb, id)
		} else {
			b.dguns = append(b.dguns, id)
		}
	}
	want := orders.Int(l.Args, "cb", -1)
	if want < 0 {
		want = table.Decide(t, g.askCounter(b))
	}
	g.counter(b, want)
	for _, list := range [][]string{b.guns, b.cb, b.dguns, b.dcb} {
		for _, id := range list {
			g.unit(id).Fights++
		}
	}
	for _, id := range append(slices.Clone(b.cb), b.dcb...) {
		g.unit(id).Mode = "counter_battery"
	}
	if len(b.guns)+len(b.cb)+len(b.dguns)+len(b.dcb) > 0 {
		t.Report("SO-12.2.2", "artillery", table.A("hex", b.hex), table.A("guns", b.guns), table.A("cb", b.cb), table.A("defence", b.dguns), table.A("counter", b.dcb))
	}
}

// counter puts up to want of the attacker's corps artilleries into counter-battery. What bombards must be worth at least
// as many corps artilleries as the defender's counter-battery; an army artillery is worth two (SO-12.2.2c, RUL-18). In
// exploitation the duty does not hold (RUL-19) and only counter-battery is left to the attacker (SO-14.1a).
func (g *Game) counter(b *battle, want int) {
	if b.exploit {
		b.cb, b.guns = b.guns, nil
		return
	}
	worth := 0
	for _, id := range b.guns {
		worth += g.worthOf(id)
	}
	for _, id := range slices.Clone(b.guns) {
		if want <= 0 || g.kind(g.unit(id)) != "corps_artillery" || worth-1 < len(b.dcb) {
			continue
		}
		b.guns = slices.DeleteFunc(b.guns, func(o string) bool { return o == id })
		b.cb = append(b.cb, id)
		worth, want = worth-1, want-1
	}
}

func (g *Game) worthOf(id string) int {
	if g.kind(g.unit(id)) == "army_artillery" {
		return g.limit("cb-army-worth")
	}
	return 1
}

// bombard is step 5: the attacker's bombardment, then the defender's (SO-15.2.2h).
func (g *Game) bombard(t *table.Table, b *battle) {
	g.barrage(t, b, b.by, b.guns, b.dcb)
	if g.alive(b) {
		g.barrage(t, b, b.def, b.dguns, b.cb)
	}
}

// barrage is one side's: the potential of its guns less the enemy's counter-battery is the column, aircraft add theirs.
func (g *Game) barrage(t *table.Table, b *battle, s seat, guns, against []string) {
	power := table.Base("guns", 0, "SO-15.2.2h")
	for _, id := range guns {
		power = power.Plus(id, g.printed(id).Potential, "SO-15.2.2h")
	}
	for _, id := range against {
		power = power.Plus(id, -g.printed(id).Potential, "SO-15.2.2e")
	}
	if power.Total() < 0 {
		power = power.Plus("no-less", -power.Total(), "RUL-60")
	}
	for _, id := range g.bombers(s, b.hex) {
		power = power.Plus(id, g.printed(id).Potential, "SO-17.2c")
	}
	if power.Total() <= 0 {
		if len(guns) > 0 {
			t.Report("SO-15.2.2e", "silenced", table.A("side", s), table.A("hex", b.hex), table.A("power", power))
		}
		return
	}
	if g.observes(s, b.hex) {
		power = power.Plus("observation", 1, "SO-17.2b")
	}
	die := t.Roll(s, "bombard", 1, 6)
	if s == b.by {
		die = g.bombardModifiers(die, b)
	}
	row := min(max(die.Total(), 0), 7)
	rows := g.doc.Tables.Bombardment
	column := min(power.Total(), len(rows[row].Points)) - 1
	points := rows[row].Points[column]
	t.Report("SO-15.2.2h", "bombardment", table.A("side", s), table.A("hex", b.hex), table.A("guns", guns), table.A("power", power), table.A("die", die), table.A("points", points))
	hit := b.def
	if s == b.def {
		hit = b.by
	}
	g.absorb(t, b, hit, points, true)
	g.present(b)
}

// bombardModifiers are the attacker's alone (SO-15.2.2i).
func (g *Game) bombardModifiers(die table.Sum, b *battle) table.Sum {
	c := g.net.cell(b.hex)
	add := func(id string) {
		m := g.modifier(id)
		die = die.Plus(m.ID, m.Value, m.Rule)
	}
	if g.bruchmuller(b.hex) {
		add("bombard-bruchmuller")
	}
	if c.trench {
		add("bombard-trench")
	}
	if c.terrain == "town" {
		add("bombard-town")
	}
	if units := g.defenders(b); len(units) > 0 && g.allUnder(units, "petain") && !slices.ContainsFunc(units, func(id string) bool { return g.nation(g.unit(id)) != "french" }) {
		add("bombard-petain")
	}
	return die
}

// bruchmuller tells whether a combat has his bonus: sequence 1 of an offensive, within the radius of the artillery that
// bears the counter (SO-15.2.2g, RUL-55).
func (g *Game) bruchmuller(hex string) bool {
	id := g.Attack.Bruchmuller
	if id == "" || g.Sequence != 1 || g.Phasing != g.Attack.Side {
		return false
	}
	u := g.unit(id)
	return u.Hex != "" && g.distance(u.Hex, hex) <= g.printed(id).Radius
}

// offensive is the modifier of an army artillery in offensive mode in whose radius the attacked hex lies, for this
// sequence; the greater of two, once (SO-12.2.4q, RUL-22).
func (g *Game) offensive(s seat, hex string) int {
	best := 0
	if g.Attack.Side != s {
		return 0
	}
	for _, gun := range g.Attack.Guns {
		u := g.unit(gun.Unit)
		if u.Hex != "" && u.Mode == "offensive" && g.distance(u.Hex, hex) <= g.printed(gun.Unit).Radius && g.Sequence >= 1 && g.Sequence <= len(gun.Modifiers) {
			best = max(best, gun.Modifiers[g.Sequence-1])
		}
	}
	return best
}
