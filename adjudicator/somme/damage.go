package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// costOf returns the damage points that one loss on a unit takes (SO-12.2.8a to f).
func (g *Game) costOf(id string) Cost {
	u := g.unit(id)
	american := g.nation(u) == "american"
	switch {
	case g.kind(u) == "german_tank":
		return g.costs().GermanTank // RUL-49
	case g.tank(u):
		return Cost{ID: "tank", Points: g.printed(id).Protection, Rule: "SO-12.2.8e"}
	case g.stoss(u):
		return g.costs().Stosstruppen
	case g.regiment(u) && american:
		return g.costs().AmericanRegiment // SO-12.2.8c
	case american:
		return g.costs().AmericanDivision
	case g.regiment(u):
		return g.costs().Regiment
	}
	return g.costs().Division
}

// lose takes one step from a unit: it flips, a division of morale 4 gets a Loss marker for its second loss (SO-6c), and
// the last loss eliminates (SO-6a, SO-6b, SO-6d).
func (g *Game) lose(t *table.Table, id, rule string) {
	u := g.unit(id)
	if u == nil || u.Hex == "" {
		return
	}
	u.Lost++
	t.Report(rule, "loss", table.A("unit", id), table.A("side", u.Side), table.A("hex", u.Hex), table.A("left", g.steps(u)))
	if g.steps(u) <= 0 {
		g.destroy(t, id, rule)
	}
}

// sufferer returns the one of some units that takes a loss, chosen by its owner; by default the first.
func (g *Game) sufferer(t *table.Table, s seat, hex string, units []string) string {
	if len(units) == 1 {
		return units[0]
	}
	return table.Decide(t, g.askSufferer(s, hex, units))
}

// purse holds the damage points of one side while they are turned into losses.
type purse struct {
	side  seat
	spent table.Sum // the points, less what has been paid
	stoss bool      // one Stosstruppe may be given for two points (SO-15.3d)
}

func (p *purse) pay(what string, c Cost) { p.spent = p.spent.Plus(what, -c.Points, c.Rule) }

// convert is step 10 for one side (SO-12.2.8, X-7): the tank of the attack, the lead, the other losses, disorganisation.
// Points left over are lost.
func (g *Game) convert(t *table.Table, b *battle, s seat) {
	damage, lead := b.ours, b.lead
	if s == b.def {
		damage, lead = b.theirs, b.dlead
	}
	if damage.Total() <= 0 {
		return
	}
	p := &purse{side: s, spent: table.Base("damage", damage.Total(), "SO-12.2.5c"), stoss: s == german && !b.given}
	if s == b.by && b.tank != "" && g.unit(b.tank).Hex != "" && p.spent.Total() >= g.costOf(b.tank).Points { // SO-12.2.8h, SO-15.4.1f
		p.pay(b.tank, g.costOf(b.tank))
		g.lose(t, b.tank, "SO-12.2.8h")
	}
	g.firstLoss(t, b, p, lead)
	g.spread(t, b, p, g.payersOf(b, p))
	g.shake(t, b, p, lead, "")
	t.Report("SO-12.2.8", "converted", table.A("side", s), table.A("hex", b.hex), table.A("points", damage), table.A("spent", p.spent), table.A("unused", p.spent.Total()))
}

// strike does the same for the points of a bombardment: at once, on the units that take part, without a lead and without
// a Stosstruppe in its place (SO-15.2.2j, SO-15.3d).
func (g *Game) strike(t *table.Table, b *battle, s seat, points int) {
	if points == 0 || len(b.side(g, s)) == 0 {
		return
	}
	p := &purse{side: s, spent: table.Base("bombardment", points, "SO-15.2.2j")}
	spared := ""
	if s == b.by {
		spared = g.leadToBe(b)
	}
	g.spread(t, b, p, g.payersUnderFire(b, s, spared))
	g.shake(t, b, p, "", spared)
	t.Report("SO-15.2.2j", "converted", table.A("side", s), table.A("hex", b.hex), table.A("points", table.Base("bombardment", points, "SO-15.2.2j")), table.A("spent", p.spent), table.A("unused", p.spent.Total()))
}

// firstLoss falls on the lead if the points suffice (SO-12.2.3d, SO-12.2.8g); the German player may eliminate a
// Stosstruppe instead (SO-12.2.8i). A tank that defends with others comes last, not first (SO-15.4.1g).
func (g *Game) firstLoss(t *table.Table, b *battle, p *purse, lead string) {
	if lead == "" || g.unit(lead).Hex == "" || g.tank(g.unit(lead)) && len(b.side(g, p.side)) > 1 {
		return
	}
	price := g.costOf(lead)
	if p.spent.Total() < price.Points {
		return
	}
	there := g.stossIn(b, p.side)
	if p.stoss && len(there) > 0 && p.spent.Total() >= g.costOf(there[0]).Points {
		if given, of := table.DecideOn(t, g.askSacrifice(b.hex, lead)); given {
			id := there[0]
			if len(there) > 1 {
				id = table.Decide(t, g.askStar(b.hex, there))
			}
			p.pay(id, g.costOf(id))
			p.stoss, b.given = false, true
			of.Report("SO-12.2.8i", "stoss-given", table.A("unit", id), table.A("side", p.side), table.A("lead", lead))
			g.destroy(t, id, "SO-15.3e")
			return
		}
	}
	p.pay(lead, price)
	g.lose(t, lead, "SO-12.2.8g")
}

// payer is a unit that can take losses: what one loss costs, how many the unit can take and how much the unit is worth.
// Tanks marked last pay only when no other unit is left. A free payer need not pay: a Stosstruppe, once (SO-12.2.8f).
type payer struct {
	id                 string
	cost, steps, worth int
	last, free         bool
}

// payersOf returns the units that may pay in step 10. In attack the tank whose protection counts is left out: points below
// its protection do not hurt it (SO-15.4.1f).
func (g *Game) payersOf(b *battle, p *purse) []payer {
	var out []payer
	for _, id := range b.side(g, p.side) {
		if id == b.tank && p.side == b.by {
			continue
		}
		out = append(out, g.payer(id, g.tank(g.unit(id))))
	}
	if p.stoss {
		for _, id := range g.stossIn(b, p.side) {
			out = append(out, payer{id: id, cost: g.costOf(id).Points, steps: 1, worth: 999, free: true})
		}
	}
	return out
}

// payersUnderFire returns the units that may pay for a bombardment, tanks last on either side (SO-12.2.8h). One unit is
// spared unless its owner names it, since without its lead an attack comes to nothing (SO-D24).
func (g *Game) payersUnderFire(b *battle, s seat, spared string) []payer {
	var out []payer
	for _, id := range b.side(g, s) {
		p := g.payer(id, g.tank(g.unit(id)))
		if id == spared {
			p.worth += sparedWorth
		}
		out = append(out, p)
	}
	return out
}

// sparedWorth puts a unit after all others that pay by default.
const sparedWorth = 500

// leadToBe returns the unit that would lead an attack in the current position: the one that its line names, otherwise by
// D-18; "" if there is none.
func (g *Game) leadToBe(b *battle) string {
	fit := g.ableToLead(g.alive(b.units))
	for _, id := range g.named(b.by, fields(unitOf(b.line, "lead"))) {
		if slices.Contains(fit, id) {
			return id
		}
	}
	if len(fit) == 0 {
		return ""
	}
	return g.eldest(fit)[0]
}

func (g *Game) payer(id string, last bool) payer {
	u := g.unit(id)
	return payer{id: id, cost: g.costOf(id).Points, steps: g.steps(u), worth: g.attackOf(u) + g.defenceOf(u), last: last}
}

// payable returns the payers that could take the next loss for some points, the weakest first (SO-D24), Stosstruppen at
// the end.
func payable(payers []payer, points int) []payer {
	others := slices.ContainsFunc(payers, func(p payer) bool { return !p.last && !p.free && p.steps > 0 })
	out := table.Keep(payers, func(p payer) bool { return p.steps > 0 && p.cost <= points && !(p.last && others) })
	slices.SortStableFunc(out, func(x, y payer) int { return x.worth - y.worth })
	return out
}

// charged takes one loss off a payer. Only one Stosstruppe pays in a combat.
func charged(payers []payer, id string) []payer {
	out := slices.Clone(payers)
	free := false
	for i := range out {
		if out[i].id == id {
			out[i].steps--
			free = out[i].free
		}
	}
	if free {
		out = slices.DeleteFunc(out, func(p payer) bool { return p.free })
	}
	return out
}

// spread turns points into losses as long as any loss can be paid. The owner chooses the units, and one unit may take
// several losses, but he may not stop early (SO-12.2.8j, RUL-34).
func (g *Game) spread(t *table.Table, b *battle, p *purse, payers []payer) {
	can := payable(payers, p.spent.Total())
	if len(can) == 0 {
		return
	}
	var picks []string
	of := t
	if len(can) == 1 && !can[0].free && len(allotments(payers, p.spent.Total(), 2)) == 1 {
		picks = allot(payers, p.spent.Total(), nil)
	} else {
		var said string
		said, of = table.DecideOn(t, g.askLosses(p.side, b.hex, payers, p.spent.Total()))
		picks = fields(said)
	}
	for _, id := range picks {
		p.pay(id, g.costOf(id))
		if g.stoss(g.unit(id)) {
			b.given = true
			g.lose(of, id, "SO-12.2.8f")
			continue
		}
		g.lose(of, id, "SO-12.2.8j")
	}
}

// allot spends points by a list of preferences, then on the weakest units; Stosstruppen pay only if they are preferred.
func allot(payers []payer, points int, prefer []string) []string {
	var picks []string
	for {
		can := payable(payers, points)
		next := -1
		for _, want := range prefer {
			if next = slices.IndexFunc(can, func(p payer) bool { return p.id == want }); next >= 0 {
				break
			}
		}
		if next < 0 {
			next = slices.IndexFunc(can, func(p payer) bool { return !p.free })
		}
		if next < 0 {
			return picks
		}
		p := can[next]
		picks, points = append(picks, p.id), points-p.cost
		payers = charged(payers, p.id)
	}
}

// allotments returns up to a given number of ways to spend points in full, the weakest first. Picks are in the order of
// the payers where order does not matter, so that each way appears once.
func allotments(payers []payer, points, most int) [][]string {
	var out [][]string
	seen := []string{}
	var walk func(payers []payer, points int, picks []string)
	walk = func(payers []payer, points int, picks []string) {
		if len(out) >= most || len(seen) > 40*most {
			return
		}
		can := payable(payers, points)
		if !slices.ContainsFunc(can, func(p payer) bool { return !p.free }) {
			key := slices.Clone(picks)
			slices.Sort(key)
			if s := joined(key); !slices.Contains(seen, s) {
				seen, out = append(seen, s), append(out, slices.Clone(picks))
			}
		}
		for _, p := range can {
			walk(charged(payers, p.id), points-p.cost, append(slices.Clip(picks), p.id))
		}
	}
	walk(payers, points, nil)
	return out
}

// shake disorganises one unit for each point left, the lead first if it survives (SO-12.2.8k, SO-12.5d). Tanks are never
// disorganised (SO-15.4.1c); a unit that is reorganising can be disorganised again (SO-12.5e). Surplus points are lost.
// By default the strongest units come first and the spared one last.
func (g *Game) shake(t *table.Table, b *battle, p *purse, lead, spared string) {
	c := g.costs().Disorganise
	can := slices.DeleteFunc(b.side(g, p.side), func(id string) bool { u := g.unit(id); return g.tank(u) || u.DG == "disorganised" })
	points := p.spent.Total() / c.Points
	if points == 0 || len(can) == 0 {
		return
	}
	if i := slices.Index(can, lead); i >= 0 {
		can = slices.Delete(can, i, i+1)
		p.pay("disorganised", c)
		g.disorganise(t, lead, c.Rule)
		points--
	}
	picks, of := can, t
	if len(can) > points {
		picks = nil
		if points > 0 {
			list := g.strongest(can)
			if i := slices.Index(list, spared); i >= 0 {
				list = append(slices.Delete(list, i, i+1), spared)
			}
			var said string
			said, of = table.DecideOn(t, g.askShaken(p.side, b.hex, list, points))
			picks = fields(said)
		}
	}
	for _, id := range picks {
		p.pay("disorganised", c)
		g.disorganise(of, id, c.Rule)
	}
}

// weakest orders units by the sum of attack and defence, lowest first (SO-D24).
func (g *Game) weakest(units []string) []string {
	out := slices.Clone(units)
	weight := func(id string) int { return g.attackOf(g.unit(id)) + g.defenceOf(g.unit(id)) }
	slices.SortStableFunc(out, func(x, y string) int { return weight(x) - weight(y) })
	return out
}

// surplusStoss eliminates Stosstruppen for which no regiment is left in their hex (SO-11.3.2d). Those whose regiment is
// gone pass to another regiment that has none (SO-11.3.2c).
func (g *Game) surplusStoss(t *table.Table) {
	for u := range table.All(g.Units) {
		if !g.stoss(u) || u.Hex == "" {
			continue
		}
		if r := g.unit(u.With); r != nil && r.Hex == u.Hex {
			continue
		}
		u.With = ""
		for _, id := range g.eldest(g.of(u.Side, u.Hex, g.regiment)) {
			if !g.has(u.Side, u.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == id }) {
				u.With = id
				break
			}
		}
		if u.With == "" {
			t.Report("SO-11.3.2d", "stoss-surplus", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", u.Hex))
			g.destroy(t, u.ID, "SO-11.3.2d")
		}
	}
}
