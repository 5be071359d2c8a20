package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// inPlay returns the counters of a scenario in the order of the document: those on the map, those that may come, and
// aircraft.
func (d *Document) inPlay() []string {
	named := map[string]bool{} // looked up only
	put := func(ids []string) {
		for _, id := range ids {
			named[id] = true
		}
	}
	sc := d.Scenario
	for _, p := range sc.Start {
		put([]string{p.Unit})
	}
	for _, a := range sc.Arrivals {
		put(a.Units)
	}
	for _, o := range sc.Offensives {
		put(o.Tanks)
	}
	for _, f := range sc.Air {
		put(f.Available)
		put(f.Missions)
		put(f.Given)
	}
	if sc.Advanced {
		for _, e := range d.Events {
			put(e.Units)
		}
	}
	return table.Pick(d.Units, func(u *Unit) (string, bool) { return u.ID, named[u.ID] })
}

// setUp returns the position before the first step: the scenario's set-up, in which the Allied player may still move
// redoubts.
func setUp(d *Document, opt []events.Option) *Game {
	sc := d.Scenario
	chosen := func(id string) string { return sc.Chosen(opt, id) }
	g := &Game{doc: d, net: d.net, Rhythm: chosen("rhythm"), Aviation: chosen("aviation") != "no", Reaction: chosen("reaction_offensives") == "yes"}
	if g.Rhythm == "" {
		g.Rhythm = phases
	}
	g.Initiative = table.Seat(sc.Sides[0].ID)
	g.Phasing = g.Initiative
	g.Redoubts, g.Doctrines, g.Hutier = slices.Clone(sc.Redoubts), slices.Clone(sc.Doctrine), sc.Hutier
	for _, id := range d.inPlay() {
		g.Units = append(g.Units, g.formation(id))
	}
	g.link()
	g.attachStoss()
	g.markHolds()
	if sc.Advanced {
		g.openCampaign()
	}
	return g
}

// formation returns a counter as the scenario begins: on the map, in the air boxes, or waiting.
func (g *Game) formation(id string) Formation {
	sc := g.doc.Scenario
	f := Formation{ID: id, Side: g.sideOf(id), Box: waiting}
	if g.printed(id).Kind == "air" {
		f.Box = waiting
		for _, a := range sc.Air {
			switch {
			case slices.Contains(a.Missions, id):
				f.Box = missions
			case slices.Contains(a.Available, id):
				f.Box = available
			}
		}
		return f
	}
	for _, p := range sc.Start {
		if p.Unit == id && p.Hex != "" {
			f.Hex, f.Lost, f.Box = p.Hex, p.Lost, ""
		}
	}
	return f
}

// sideOf returns the side that a counter belongs to.
func (g *Game) sideOf(id string) table.Seat {
	if g.printed(id).Nation == "german" {
		return german
	}
	return allied
}

// The places of counters off the map.
const (
	waiting   = "waiting"   // a reinforcement not yet arrived
	destroyed = "destroyed" // the Destroyed Units box (SO-L)
	inReserve = "reserve"   // the Strategic Reserve (SO-D.4)
	available = "available" // aircraft that wait
	missions  = "missions"  // aircraft that may fly
	off       = "off"       // out of the game, or until an event brings it back
)

// The two faces of one marker (SO-12.5), and the modes of artillery.
const (
	disorganised   = "disorganised"
	reorganising   = "reorganising"
	offensiveMode  = "offensive"
	counterBattery = "counter_battery"
)

// attachStoss puts each Stosstruppe that starts on the map under a regiment of its hex: highest morale first, one each
// (SO-11.3.2a, SO-11.3.2c).
func (g *Game) attachStoss() {
	for i := range g.Units {
		if u := &g.Units[i]; g.stoss(u) && u.Hex != "" && u.With == "" {
			u.With = g.hostFor(u)
		}
	}
}

// hostFor returns a regiment of a hex without a Stosstruppe: the highest morale, then the lowest id; "" if there
// is none.
func (g *Game) hostFor(s *Formation) string {
	best := ""
	for _, id := range g.of(s.Side, s.Hex, g.regiment) {
		taken := g.has(s.Side, s.Hex, func(o *Formation) bool { return g.stoss(o) && o.With == id && o.ID != s.ID })
		if taken {
			continue
		}
		if best == "" || g.morale(g.unit(id)) > g.morale(g.unit(best)) || g.morale(g.unit(id)) == g.morale(g.unit(best)) && strings.Compare(id, best) < 0 {
			best = id
		}
	}
	return best
}

// markHolds records who controls the hexes that decide the scenario: as the scenario says, otherwise the side of the
// nearest combat unit, since the front line runs between the armies (RUL-38).
func (g *Game) markHolds() {
	var hexes []string
	add := func(list ...string) {
		for _, h := range list {
			if h != "" && !slices.Contains(hexes, h) {
				hexes = append(hexes, h)
			}
		}
	}
	v := g.doc.Scenario.Victory
	add(v.Hexes...)
	for _, b := range v.Bridges {
		a, z, _ := strings.Cut(b, "/")
		add(a, z)
	}
	for _, m := range g.doc.Scenario.Markers {
		add(m.Hexes...)
	}
	if v.Kind == "points" || v.Kind == "campaign" {
		add(arras, amiens, amiensEast)
	}
	slices.Sort(hexes)
	for _, h := range hexes {
		g.Holds = append(g.Holds, Hold{Hex: h, Side: g.nearestSide(h)})
	}
	for _, c := range g.doc.Scenario.Control {
		for i := range g.Holds {
			if slices.Contains(c.Hexes, g.Holds[i].Hex) {
				g.Holds[i].Side = table.Seat(c.Side)
			}
		}
	}
}

// The hexes that the rulebook calls by name (SO-S2.12, SO-S2.13, SO-P.2, RUL-62).
const (
	arras      = "3805"
	amiens     = "2520"
	amiensEast = "2620"
)

// nearestSide returns the side of the nearest combat unit, or the Allied side if both are equally near.
func (g *Game) nearestSide(hex string) table.Seat {
	best, side := 999, allied
	for u := range table.All(g.Units) {
		if u.Hex == "" || !g.fights(u) {
			continue
		}
		if n := g.distance(u.Hex, hex); n < best || n == best && u.Side == allied {
			best, side = n, u.Side
		}
	}
	return side
}

// holder returns the side that controls a watched hex, or "" for other hexes.
func (g *Game) holder(hex string) table.Seat {
	h, _ := table.Find(g.Holds, func(h *Hold) bool { return h.Hex == hex })
	return h.Side
}
