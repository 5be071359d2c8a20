package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// traveller holds what the rules of movement need to know about a counter.
type traveller struct {
	side      seat
	fights    bool
	tank      bool
	artillery bool
	support   bool // artillery or HQ
	light     bool // ignores pinned enemies (SO-12.2.6u)
	fresh     bool
}

func (g *Game) traveller(u *Formation) *traveller {
	return &traveller{side: u.Side, fights: g.fights(u), tank: g.tank(u), artillery: g.artillery(u), support: g.support(u), light: g.ignoresPinned(u),
		fresh: u.fresh()}
}

// fresh reports whether a unit stands where its phase began and has spent nothing.
func (u *Formation) fresh() bool { return u.Hex == u.From && u.Spent == 0 }

// fee is the cost of one step: the prices of the chart that add up (SO-11.1.1b).
type fee struct {
	prices [4]*Price
	n      int
	more   int  // for refugees on the road
	all    bool // the whole allowance: a fleuve without a bridge (SO-11.2.3b)
	road   bool
}

func (f *fee) add(p *Price) { f.prices[f.n], f.n = p, f.n+1 }

func (f *fee) total() int {
	n := f.more
	for _, p := range f.prices[:f.n] {
		n += p.MP
	}
	return n
}

// sum returns the fee with its terms for the report.
func (f *fee) sum() table.Sum {
	s := table.Base(f.prices[0].ID, f.prices[0].MP, f.prices[0].Rule)
	for _, p := range f.prices[1:f.n] {
		s = s.Plus(p.ID, p.MP, p.Rule)
	}
	return s.Plus("refugees", f.more, "SO-C.3d")
}

// bar is the reason why a step is never allowed.
type bar struct{ code, rule string }

var (
	barClosed    = &bar{"closed", "SO-2.1c"}
	barEnemy     = &bar{"enemy-there", "SO-11.1.1d"}
	barZone      = &bar{"support-zoc", "SO-11.3.1a"}
	barWater     = &bar{"artillery-water", "SO-11.3.1c"}
	barTankWater = &bar{"tank-water", "SO-15.4.1i"}
	barTankCrest = &bar{"tank-crest", "SO-15.4.1i"}
	barMeadow    = &bar{"tank-meadow", "GAP-16"}
)

// fee returns the cost of a step across a side of a hex (T-MOVE), or what bars it. It does not test whether the traveller
// has so much left, nor what zones of control forbid a combat unit.
func (g *Game) fee(t *traveller, o *survey, from int, s *side) (fee, *bar) {
	var f fee
	if s.at < 0 || !g.net.stands[s.at] {
		return f, barClosed
	}
	if o.foe(s.at) || t.support && o.enemy(s.at) {
		return f, barEnemy
	}
	road, rail, foot := s.road, s.rail, false
	if s.water != "" {
		if o.broken && (road || rail) && slices.Contains(g.Broken, between(g.net.hexes[from], s.to)) {
			road, rail = false, false
		}
		foot = o.footbridge && t.fights && g.footbridge(t.side, g.net.hexes[from], s.to)
	}
	if b := g.barred(t, o, s, road || rail); b != nil {
		return f, b
	}
	if f.road = road; road {
		f.add(g.net.fees.road)
		if o.refugees {
			f.more = g.event("refugees").Amount - g.net.fees.road.MP
		}
	} else {
		g.offRoad(&f, o, s, rail, foot)
	}
	if o.has(s.at, interdicted) {
		f.add(g.net.fees.interdiction)
	}
	return f, nil
}

// barred returns what bars artillery, HQs and tanks from a step (SO-11.3.1a, SO-11.3.1c, SO-11.3.3b, SO-15.4.1i). A road
// over a crest is a passage for a tank (RUL-29).
func (g *Game) barred(t *traveller, o *survey, s *side, bridge bool) *bar {
	switch {
	case t.support && o.zoc(s.at): // SO-11.3.1a, SO-11.3.3b
		return barZone
	case t.artillery && s.water != "" && !bridge:
		return barWater
	case t.tank && s.water != "" && !bridge:
		return barTankWater
	case t.tank && (s.up || s.down) && !s.road:
		return barTankCrest
	case t.tank && o.flooded && g.net.cells[s.at].terrain == "meadow" && !s.road:
		return barMeadow
	}
	return nil
}

// pace returns the fee of one step of a unit between two hexes, or the reason why it is barred. It does not test what is
// left of the unit's allowance, nor zones of control.
func (g *Game) pace(u *Formation, from, to string) (fee, *table.Refusal) {
	s, ok := g.net.side(from, to)
	if !ok {
		return fee{}, refuse("not-adjacent", "SO-11.1.1a", table.A("unit", u.ID), table.A("from", from), table.A("to", to))
	}
	f, b := g.fee(g.traveller(u), g.survey(u.Side), g.net.number(from), &s)
	if b != nil {
		return f, refuse(b.code, b.rule, table.A("unit", u.ID), table.A("to", to))
	}
	return f, nil
}

// closedTo returns the reason why the ground between two hexes is closed to a tank, no matter who stands there
// (SO-15.4.1i, GAP-16).
func (g *Game) closedTo(u *Formation, from, to string) *table.Refusal {
	s, _ := g.net.side(from, to)
	road, rail := g.bridged(from, to)
	t := g.traveller(u)
	t.support = false
	if b := g.barred(t, &survey{flooded: g.flooded()}, &s, road || rail); b != nil { // zones bar only supports
		return refuse(b.code, b.rule, table.A("unit", u.ID), table.A("to", to))
	}
	return nil
}

// offRoad adds the ground of the hex, the crest and the water. A rail bridge or a footbridge makes a rivière free and a
// fleuve cost one more (SO-11.1.4b, SO-11.2.4.1f).
func (g *Game) offRoad(f *fee, o *survey, s *side, rail, foot bool) {
	c, fees := &g.net.cells[s.at], &g.net.fees
	if c.terrain == "meadow" && o.flooded {
		f.add(fees.flooded)
	} else {
		f.add(fees.terrain[c.kind])
	}
	if c.holes {
		f.add(fees.holes)
	}
	if s.up {
		f.add(fees.crest)
	}
	switch {
	case s.water == "":
	case s.fleuve() && rail:
		f.add(fees.railFleuve)
	case s.fleuve() && foot:
		f.add(fees.footFleuve)
	case s.fleuve():
		f.all = true
	case rail || foot:
	case s.water == "canal":
		f.add(fees.canal)
	default:
		f.add(fees.riviere)
	}
}

// fees are the prices of the chart, looked up once.
type fees struct {
	terrain                                                                           []*Price // in the order of terrains
	flooded, holes, road, interdiction, riviere, canal, crest, railFleuve, footFleuve *Price
}

func newFees(m *Movement) fees {
	e, x := &m.Enter, &m.Cross
	return fees{terrain: []*Price{&e.Clear, &e.Wood, &e.Village, &e.Town, &e.Meadow, &e.Sea}, flooded: &e.Flooded, holes: &e.ShellHoles, road: &e.Road, interdiction: &e.Interdiction,
		riviere: &x.Riviere, canal: &x.Canal, crest: &x.CrestUp, railFleuve: &x.RailBridgeFleuve, footFleuve: &x.FootbridgeFleuve}
}

// The ways in which a unit moves; its allowance depends on them.
const (
	inMovement = ""
	marching   = "march"
	exploiting = "exploit"
	inReserves = "reserve"
	reacting   = "reaction"
)

// allowance returns what a unit may spend in a phase, with its reasons: its movement, two more without artillery
// (SO-S2.8), half if disorganised (SO-12.5b), two more from reserve (SO-11.2.8c), half in exploitation (SO-14.2a) and in
// reaction (SO-12.2.6f, RUL-61), double on a forced march (SO-11.2.6a). A unit may always move one hex (SO-11.1.2a).
func (g *Game) allowance(u *Formation, as string) table.Sum {
	p := g.card(u)
	ma := table.Base("movement", p.Movement, "SO-11.1.1a")
	if u.Gunless {
		m := g.modifiers().GunsMovement
		ma = ma.Plus(m.ID, m.Value, m.Rule)
	}
	if u.DG != "" {
		ma = ma.Plus("dg-half", ma.Total()/2-ma.Total(), "SO-12.5b")
	}
	switch as {
	case marching:
		ma = ma.Plus("forced-march", ma.Total()*(g.doc.Tables.Movement.March-1), "SO-11.2.6a")
	case inReserves:
		ma = ma.Plus("reserve", g.doc.Tables.Movement.ReserveBonus, "SO-11.2.8c")
	case exploiting:
		ma = ma.Plus("half", (ma.Total()+1)/2-ma.Total(), "SO-14.2a")
	case reacting:
		ma = ma.Plus("half", (ma.Total()+1)/2-ma.Total(), "SO-12.2.6f")
	}
	return ma
}
