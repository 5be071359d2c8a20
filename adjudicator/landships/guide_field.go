package landships

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// field lists the hexes on which the weapons of a unit bear: arc, range and a clear line (LS-8.0b). For small arms it says how many faces of
// the die hit a platoon on foot there, with its cover (LS-8.63a); for guns and AT rifles how many hit a vehicle, before its size and
// acquisition (LS-8.53a, LS-13.12c). Whom one sees there is another question: that is LOS.
func field(k *Game, s table.Seat, unit string) (out []table.Covered) {
	u := k.own(s, unit)
	if u == nil || k.stand(u) == "" || u.Waiting {
		return nil
	}
	arms := append(k.weapons(u), k.carried(u.ID)...)
	for _, hex := range k.net.Places() {
		if x, ok := k.coveredBy(u, arms, hex); ok {
			out = append(out, x)
		}
	}
	return out
}

// coveredBy says what the weapons of a unit can do in a hex; false if none of them bears on it.
func (g *Game) coveredBy(u *Piece, arms []weapon, hex string) (table.Covered, bool) {
	from := g.stand(u)
	far := g.distance(from, hex)
	if far == 0 {
		return table.Covered{}, false
	}
	v := volley{by: u.Side, hex: hex}
	foot, tank, of := 0, 0, 10 // faces that hit, and of the die against vehicles
	better := func(n, sides int) {
		if n*of > tank*sides {
			tank, of = n, sides
		}
	}
	for _, w := range arms {
		kind, b := g.weaponKind(w), g.bearer(w)
		if g.ready(w, "") != nil || g.trainsOn(w, hex, nil) != nil || g.reaches(w, hex) != nil {
			continue
		}
		if o := g.lineOver(u.Side, b.Hex, hex, g.maySkim(b)); o != nil {
			continue
		}
		switch {
		case kind == atRifle:
			better(faces(g.rolls().ATRHit), 6)
		case kind == flamer:
			better(faces(g.rolls().FlameVehicle), 6)
		case capable(kind) && (kind != aaGun || g.levels(u)):
			better(min(10, max(g.toHit(far), g.rolls().NaturalHit.High)), 10)
		}
		if kind != atGun && kind != aaGun && kind != atRifle && kind != flamer {
			v.weapons = append(v.weapons, w)
		}
	}
	strength := 0
	for _, w := range v.weapons {
		strength += g.strength(w, far).Total()
	}
	column := "-"
	if c, ok := g.column(strength); ok {
		foot, column = max(0, min(6, c.Hit-termsOf(g.againstKind(v, onFoot)))), c.name()
	}
	if foot+tank == 0 {
		return table.Covered{}, false
	}
	var text []string
	if foot > 0 {
		text = append(text, strconv.Itoa(foot)+"/6")
	}
	if tank > 0 {
		text = append(text, "("+strconv.Itoa(tank)+"/"+strconv.Itoa(of)+")")
	}
	return table.Covered{Place: hex, Text: strings.Join(text, " "), Says: table.Say("field.fire", "LS-8.0b", table.A("at", hex), table.A("distance", far), table.A("strength", strength),
		table.A("column", column), table.A("cover", g.shelters(hex)), table.A("foot", foot), table.A("tank", tank), table.A("of", of))}, true
}
