package somme

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// reaches returns the reason why an artillery may not take part in a combat of its side (SO-15.2.2b to d, SO-15.2.2f,
// SO-COOP.c). Bombardment happens only inside a combat (SO-15.2.2a). The defender's artillery fires once in a phase,
// whatever its mode.
func (g *Game) reaches(u *Formation, b *battle) *table.Refusal {
	p := g.printed(u.ID)
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", b.hex)}
	most := 1 // SO-15.2.2d
	if u.Mode == "offensive" && u.Side == b.by {
		most = g.limits().OffensiveCombats.Value // SO-15.2.2c
	}
	if p.Kind == "corps_artillery" && b.by == u.Side && !b.exploit && g.ammunition(b, u) {
		most++ // SO-C.3d
	}
	switch {
	case !g.artillery(u) || u.Hex == "":
		return refuse("no-artillery", "SO-12.2.2a", say...)
	case g.distance(u.Hex, b.hex) > p.Radius:
		return refuse("out-of-radius", "SO-15.2.2b", append(say, table.A("distance", g.distance(u.Hex, b.hex)), table.A("radius", p.Radius))...)
	case u.Fights >= most:
		return refuse("guns-spent", "SO-15.2.2c", append(say, table.A("most", most))...)
	case b.exploit && u.Side == b.by && p.Kind != "corps_artillery":
		return refuse("exploitation-guns", "SO-14.1a", say...)
	case g.restricted(u.Side, "artillery") && slices.ContainsFunc(b.side(g, u.Side), func(id string) bool { return g.nation(g.unit(id)) != g.nation(u) }):
		return refuse("guns-nation", "SO-COOP.c", say...)
	}
	return nil
}

// inReach returns a side's artilleries that may take part, in the order of the counters.
func (g *Game) inReach(s seat, b *battle) []string {
	return g.of(s, "", func(u *Formation) bool { return g.artillery(u) && g.reaches(u, b) == nil })
}

// nameArtillery is steps 2 to 4: the attacker names his artilleries, then the defender names his own and those of them
// that fire counter-battery, then the attacker names his for counter-battery (SO-12.2.2b, SO-12.2.2c).
func (g *Game) nameArtillery(t *table.Table, b *battle) {
	g.attackerGuns(t, b)
	b.dguns, b.dcb = splitGuns(table.Decide(t, g.askDefence(b)))
	g.counter(t, b)
	for _, id := range slices.Concat(b.guns, b.cb, b.dguns, b.dcb) {
		if u := g.unit(id); g.kind(u) == "corps_artillery" && u.Fights > 0 && u.Side == german && g.played("ammunition") { // its second combat spends the event: one artillery, one phase
			g.Campaign.Played = slices.DeleteFunc(g.Campaign.Played, func(e string) bool { return e == "ammunition" })
		}
		g.unit(id).Fights++
	}
	for _, id := range slices.Concat(b.cb, b.dcb) {
		g.unit(id).Mode = "counter_battery"
	}
	if len(b.guns)+len(b.cb)+len(b.dguns)+len(b.dcb) > 0 {
		t.Report("SO-12.2.2", "artillery", table.A("hex", b.hex), table.A("side", b.by), table.A("guns", listing(b.guns)), table.A("cb", listing(b.cb)), table.A("defence", listing(b.dguns)), table.A("counter", listing(b.dcb)))
	}
}

// listing returns a list that is never nil, even if it is empty.
func listing(ids []string) []string { return append([]string{}, ids...) }

// attackerGuns is step 2: any number, but at most one army artillery in offensive mode (SO-12.2.2a). Those that cannot
// take part are reported and left out.
func (g *Game) attackerGuns(t *table.Table, b *battle) {
	var named []string
	switch wordOf(b.line, "barrage", "") {
	case "all":
		named = g.inReach(b.by, b)
	case "corps":
		named = g.of(b.by, "", func(u *Formation) bool { return g.kind(u) == "corps_artillery" && g.reaches(u, b) == nil })
	}
	offensive := 0
	for _, id := range named {
		if g.unit(id).Mode != "offensive" && g.reaches(g.unit(id), b) == nil || g.unit(id).Mode == "offensive" && offensive == 0 {
			b.guns = append(b.guns, id)
		}
		if g.unit(id).Mode == "offensive" {
			offensive++
		}
	}
	args, ok := clause(b.line, "artillery")
	if !ok {
		return
	}
	for _, id := range g.gunsNamed(b.by, orders.List(args, "artillery")) {
		u := g.unit(id)
		why := g.reaches(u, b)
		if why == nil && u.Mode == "offensive" && slices.ContainsFunc(b.guns, func(o string) bool { return o != id && g.unit(o).Mode == "offensive" }) {
			why = refuse("one-offensive-gun", "SO-12.2.2a", table.A("unit", id), table.A("hex", b.hex))
		}
		switch {
		case why != nil:
			t.Refuse(b.by, cutTo(b.line, "artillery"), why)
		case !slices.Contains(b.guns, id):
			b.guns = append(b.guns, id)
		}
	}
}

// gunsNamed turns words into artilleries: a counter, or all in a hex. A word that names none is kept, so that it is
// refused.
func (g *Game) gunsNamed(s seat, words []string) []string {
	var out []string
	for _, w := range words {
		for _, id := range g.of(s, "", func(u *Formation) bool { return u.ID == w || u.Hex == w && g.artillery(u) }) {
			out = table.With(out, id)
		}
	}
	return out
}

// counter is step 4: some of the attacker's corps artilleries switch to counter-battery. Those that go on bombarding must
// be worth at least as many as the defender's counter-battery, an army artillery counting two (SO-12.2.2c); an attacker
// who named too few may switch none (RUL-18). In exploitation, counter-battery is all that he has left (SO-14.1a,
// RUL-19).
func (g *Game) counter(t *table.Table, b *battle) {
	if b.exploit {
		most := len(b.guns)
		if n := numberOf(b.line, "cb", most); n != most {
			most = min(n, most)
			for _, id := range b.guns[most:] {
				t.Refuse(b.by, cutTo(b.line, "cb"), refuse("exploitation-guns", "SO-14.1a", table.A("unit", id), table.A("hex", b.hex)))
			}
			if n > most {
				t.Refuse(b.by, cutTo(b.line, "cb"), refuse("cb-few", "SO-12.2.2c", table.A("hex", b.hex), table.A("n", n), table.A("most", most)))
			}
		}
		b.cb, b.guns = b.guns[:most], nil
		return
	}
	want := numberOf(b.line, "cb", -1)
	if want < 0 {
		want = table.Decide(t, g.askCounter(b))
	}
	if room := g.mayCounter(b.guns, len(b.dcb)); want > room {
		if _, said := clause(b.line, "cb"); said {
			t.Refuse(b.by, cutTo(b.line, "cb"), refuse("cb-duty", "SO-12.2.2c", table.A("hex", b.hex), table.A("n", want), table.A("most", room), table.A("against", len(b.dcb))))
		}
		want = room
	}
	for _, id := range slices.Clone(b.guns) {
		if want > 0 && g.kind(g.unit(id)) == "corps_artillery" {
			b.guns = slices.DeleteFunc(b.guns, func(o string) bool { return o == id })
			b.cb = append(b.cb, id)
			want--
		}
	}
}

// mayCounter returns how many of the attacker's artilleries may fire counter-battery against a number of the defender's.
func (g *Game) mayCounter(guns []string, against int) int {
	worth, corps := 0, 0
	for _, id := range guns {
		if g.kind(g.unit(id)) == "army_artillery" {
			worth += g.limits().CBArmyWorth.Value
			continue
		}
		worth++
		corps++
	}
	return min(corps, max(0, worth-against))
}

// bombard is step 5: the attacker's bombardment, then the defender's (SO-15.2.2h). Each takes effect at once
// (SO-15.2.2j); the defender's artillery fires even if no defender is left.
func (g *Game) bombard(t *table.Table, b *battle) {
	g.barrage(t, b, b.by, b.guns, b.dcb)
	g.barrage(t, b, b.def, b.dguns, b.cb)
}

// barrage is one side's bombardment. The column is the potential of its artilleries, less that of the enemy's
// counter-battery, which only corps artilleries fire (SO-15.2.2e), plus that of its aircraft, which no counter-battery
// touches (SO-17.2c, RUL-60). An observer shifts it one to the right, in attack and defence (SO-17.2b, RUL-36). At 0 or
// less nothing is rolled.
func (g *Game) barrage(t *table.Table, b *battle, s seat, guns, against []string) {
	bombers := g.bombers(s, b.hex)
	all := slices.Concat(guns, bombers)
	if len(all) == 0 {
		return
	}
	potential := func(ids []string) (out []int) {
		for _, id := range ids {
			out = append(out, g.printed(id).Potential)
		}
		return out
	}
	power := listed(guns, potential(guns), "SO-15.2.2h")
	if len(guns) > 0 {
		for _, id := range against {
			power = power.Plus(id, -g.printed(id).Potential, "SO-15.2.2e")
		}
	}
	if power.Total() < 0 {
		power = power.Plus("no-less", -power.Total(), "RUL-60")
	}
	if len(guns) == 0 {
		power = listed(bombers, potential(bombers), "SO-17.2c")
		bombers = nil
	}
	for _, id := range bombers {
		power = power.Plus(id, g.printed(id).Potential, "SO-17.2c")
	}
	if power.Total() == 0 {
		t.Report("SO-15.2.2e", "silenced", table.A("side", s), table.A("hex", b.hex), table.A("power", power))
		return
	}
	if g.observes(s, b.hex) {
		power = power.Plus("observation", 1, "SO-17.2b")
	}
	die := t.Roll(s, "bombard", 1, 6)
	if s == b.by {
		die = g.bombardModifiers(b, die)
	}
	row := g.doc.Tables.Bombardment[min(max(die.Total(), 0), len(g.doc.Tables.Bombardment)-1)]
	column := min(power.Total(), len(row.Points))
	t.Report("SO-15.2.2h", "bombardment", table.A("side", s), table.A("hex", b.hex), table.A("guns", all), table.A("power", power), table.A("column", column), table.A("die", die), table.A("points", row.Points[column-1]))
	hit := b.def
	if s == b.def {
		hit = b.by
	}
	g.strike(t, b, hit, row.Points[column-1])
}

// bombardModifiers adds the modifiers that only the attacker has (SO-15.2.2i).
func (g *Game) bombardModifiers(b *battle, die table.Sum) table.Sum {
	c := g.net.cell(b.hex)
	add := adder(&die)
	if g.bruchmuller(b.by, b.hex) {
		add(g.modifiers().BombardBruchmuller)
	}
	if c.trench {
		add(g.modifiers().BombardTrench)
	}
	if c.terrain == "town" {
		add(g.modifiers().BombardTown)
	}
	if units := g.alive(b.defs); g.allUnder(units, "petain") && !slices.ContainsFunc(units, func(id string) bool { return g.nation(g.unit(id)) != "french" }) {
		add(g.modifiers().BombardPetain)
	}
	return die
}

// bruchmuller reports whether an attack has his bonus: in sequence 1 of the offensive, within the radius of the army
// artillery in offensive mode that bears the counter (SO-15.2.2g, RUL-55).
func (g *Game) bruchmuller(by seat, hex string) bool {
	u := g.unit(g.Attack.Bruchmuller)
	return u != nil && g.Sequence == 1 && by == g.Attack.Side && u.Hex != "" && u.Mode == "offensive" && g.distance(u.Hex, hex) <= g.printed(u.ID).Radius
}

// offensive returns the modifier, in this sequence, of an army artillery in offensive mode whose radius covers the
// attacked hex (SO-8b, SO-12.2.4q). Of two, the greater counts, once (RUL-22).
func (g *Game) offensive(s seat, hex string) int {
	best := 0
	if g.Attack.Side != s {
		return 0
	}
	for _, gun := range g.Attack.Guns {
		u := g.unit(gun.Unit)
		if u != nil && u.Hex != "" && u.Mode == "offensive" && g.distance(u.Hex, hex) <= g.printed(gun.Unit).Radius && g.Sequence >= 1 && g.Sequence <= len(gun.Modifiers) {
			best = max(best, gun.Modifiers[g.Sequence-1])
		}
	}
	return best
}

// ammunition reports whether the event lets a German corps artillery fire in a second combat of this phase: one
// artillery, once (GAP-11).
func (g *Game) ammunition(b *battle, u *Formation) bool {
	return u.Side == german && g.played("ammunition") && !slices.ContainsFunc(b.guns, func(id string) bool {
		o := g.unit(id)
		return id != u.ID && g.kind(o) == "corps_artillery" && o.Fights > 0
	})
}
