package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// firePlan is LS-16.22: the barrages that P wrote for this turn before play, in the order written, without a fire
// order. A barrage that can no longer be fired is reported and struck out.
func (g *Game) firePlan(t *table.Table) {
	for p := range table.All(g.Plans) {
		if p.Owner != g.Phasing || p.Turn != g.Number || p.Done {
			continue
		}
		p.Done = true
		g.firePlanned(t.At(p.Place), *p)
	}
}

// firePlanned fires one written barrage. With an observer in communication or an aircraft it is certain to fall in its
// hex. A hex that is always observed takes the normal scatter test (LS-16.22c). Unobserved, the barrage is certain to
// stray (LS-16.22b, A-53).
func (g *Game) firePlanned(t *table.Table, p Planned) {
	s := p.Owner
	b := barrage{Hex: p.Place, Type: p.Type, Ammo: p.Ammo, OBA: min(p.Pieces, g.unspent(s)), Planned: true}
	for _, id := range g.bearing(s, p.Place) {
		if b.pieces() < p.Pieces {
			b.Guns = append(b.Guns, id)
		}
	}
	r := g.shells(s, b.Hex, b.Type, b.Ammo, b.pieces())
	switch {
	case b.pieces() == 0:
		r = refuse("no-pieces", "LS-5.0a", table.A("hex", b.Hex))
	case g.locked(b.Hex):
		r = refuse("melee-target", "LS-5.6h", table.A("hex", b.Hex))
	}
	if r != nil {
		args := []table.FactArg{table.A("side", s), table.A("hex", b.Hex), table.A("pieces", p.Pieces), table.A("type", "barrage."+b.Type), table.A("ammo", "ammo."+b.Ammo), table.A("why", r.Code)}
		for _, a := range r.Args { // the arguments that the text of the reason needs
			if !slices.ContainsFunc(args, func(b table.FactArg) bool { return b.Name == a.Name }) {
				args = append(args, a)
			}
		}
		t.Report(r.Rule, "plan-void", args...)
		return
	}
	seen, none := g.eyes(s, b.Hex, "")
	if none != nil {
		seen = eye{Kind: byNobody}
	}
	b.Eye = seen
	g.allot(t, s, b)
	strays := ""
	switch {
	case seen.Kind == byNobody || !g.inTouch(t, s, b):
		strays = alwaysStrays
	case seen.Kind != byNature:
		strays = neverStrays
	}
	t.For(s).Result("barrage on " + b.Hex + " granted")
	g.deliver(t, s, b, strays)
}
