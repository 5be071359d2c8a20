package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// barrage is one barrage as requested: which pieces, how, at what, observed by whom (LS-5.11g).
type barrage struct {
	Hex  string
	OBA  int      // off-board elements
	Guns []string // artillery on the map
	Type string
	Ammo string
	Eye  eye

	Planned bool // written before play (LS-16.22a)
}

// pieces returns how many pieces take part; it makes no difference whether they are on the map (LS-5.0e).
func (b barrage) pieces() int { return b.OBA + len(b.Guns) }

// barragePhase is 4.1, the only phase of indirect barrages (LS-5.0c). Off-board elements and guns fire at hexes that
// they need not see themselves (LS-5.0b), because an observer sees for them (LS-5.1a). A gun that sees its enemy fires
// directly in a fire phase, without any of this (LS-5.0d, LS-5.1b). P's barrages are fired in the order of his list
// (D-13), each with its own procedure (LS-5.11s); an observer may serve as many hexes as he likes, once each
// (LS-5.11k). Then come those of his standing orders, as long as pieces are left, at hexes not yet called for. If
// artillery is planned before play, only the plan is fired (LS-16.22a). Aircraft that waited to observe fly home.
func (g *Game) barragePhase(t *table.Table) table.Then {
	p := g.Phasing
	if g.in("LS-16.22") {
		g.firePlan(t)
	} else {
		for l := range t.Orders(p, "4.1") {
			if b, r := g.asks(p, l.Args); r == nil && l.Verb == "barrage" {
				g.fireBarrage(t.At(b.Hex), p, b)
			}
		}
		for l := range t.Standing(p, "barrage") {
			if b, r := g.asks(p, l.Args); r == nil {
				g.fireBarrage(t.At(b.Hex), p, b)
			}
		}
	}
	g.callHome(p)
	return table.Next
}

// asks reads a barrage from an order and judges it: pieces, observation (LS-5.11r), type and ammunition (LS-5.3), one
// request for each hex (LS-5.11h, 5.11k, A-05), no melee (LS-5.6h). Without a hex it uses that of the observing
// aircraft (D-15); without pieces, all that are left and bear (D-11). The default is drumfire with high explosive
// (D-12).
func (g *Game) asks(s table.Seat, args []table.Arg) (barrage, *table.Refusal) {
	b := barrage{Hex: orders.Value(args, "hex"), Type: orders.Value(args, "type"), Ammo: orders.Value(args, "ammo")}
	by := orders.Value(args, "by")
	if u := g.own(s, by); b.Hex == "" && u != nil && u.Class == "AIR" {
		b.Hex = u.Hex
	}
	if b.Type == "" {
		b.Type = drumfire
	}
	if b.Ammo == "" {
		b.Ammo = highExplosive
	}
	switch {
	case b.Hex == "":
		return b, refuse("barrage-where", "LS-5.11g")
	case g.in("LS-16.22"):
		return b, refuse("barrage-planned", "LS-16.22a")
	case slices.Contains(g.Called, b.Hex):
		return b, refuse("barrage-twice", "LS-5.11h", table.A("hex", b.Hex))
	case g.locked(b.Hex):
		return b, refuse("melee-target", "LS-5.6h", table.A("hex", b.Hex))
	}
	r := g.musters(s, &b, args)
	if r == nil {
		r = g.shells(s, b.Hex, b.Type, b.Ammo, b.pieces())
	}
	if r == nil {
		b.Eye, r = g.eyes(s, b.Hex, by)
	}
	return b, r
}

// musters finds the pieces of a barrage (D-11).
func (g *Game) musters(s table.Seat, b *barrage, args []table.Arg) *table.Refusal {
	left := g.unspent(s)
	named, counted := orders.List(args, "guns"), orders.Has(args, "pieces")
	b.OBA = orders.Int(args, "pieces", 0)
	if b.OBA > left {
		return refuse("pieces-short", "LS-5.11g", table.A("left", left), table.A("asked", b.OBA))
	}
	var crews []string // of the guns already in it
	for _, id := range named {
		if slices.Contains(b.Guns, id) {
			return refuse("gun-allotted", "LS-5.11j", table.A("unit", id))
		}
		crew, r := g.joins(g.own(s, id), b.Hex, crews...)
		if r != nil {
			return r
		}
		b.Guns, crews = append(b.Guns, id), append(crews, crew)
	}
	if !counted && len(named) == 0 {
		b.OBA, b.Guns = left, g.bearing(s, b.Hex)
	}
	if b.OBA < 0 || b.pieces() == 0 {
		return refuse("no-pieces", "LS-5.0a", table.A("hex", b.Hex))
	}
	return nil
}

// unspent returns how many off-board elements a side has not yet allotted in this phase (LS-5.11j).
func (g *Game) unspent(s table.Seat) int { c := g.camp(s); return max(0, c.OBA-c.Spent) }

// bearing returns a side's artillery guns that can take part in a barrage of a hex.
func (g *Game) bearing(s table.Seat, hex string) []string {
	var out, crews []string
	for u := range table.All(g.Units) {
		if u.Side != s {
			continue
		}
		if crew, r := g.joins(u, hex, crews...); r == nil {
			out, crews = append(out, u.ID), append(crews, crew)
		}
	}
	return out
}

// joins reports why a gun cannot take part in a barrage of a hex, or returns nil if it can. It must be artillery with
// an unpinned crew (LS-13.2a), not yet allotted, with the hex in its arc (LS-5.6e) and its indirect range (LS-2.3d).
// Infantry guns (LS-16.15f) and captured guns (LS-13.24b) fire direct only. It also returns the crew that works the
// gun, which is none of those taken.
func (g *Game) joins(u *Piece, hex string, taken ...string) (crew string, r *table.Refusal) {
	switch {
	case u == nil || u.Class != "ART" || u.Out != "" || u.Hex == "" || u.Owner != "" && u.Owner != u.Side:
		return "", refuse("no-artillery", "LS-5.0a", table.A("unit", name(u)))
	case u.Shelled:
		return "", refuse("gun-allotted", "LS-5.11j", table.A("unit", u.ID))
	case g.locked(u.Hex):
		return "", refuse("locked", "LS-12.1b", table.A("unit", u.ID), table.A("hex", u.Hex))
	case !g.inArc(u.Hex, u.Facing, []int{0}, hex):
		return "", refuse("gun-arc", "LS-5.6e", table.A("unit", u.ID), table.A("hex", hex))
	case g.distance(u.Hex, hex) > g.arm(u).Other:
		return "", refuse("gun-range", "LS-2.3d", table.A("unit", u.ID), table.A("hex", hex))
	}
	crew, _, r = g.worker(u, "4.1", false, taken...)
	return crew, r
}

// fireBarrage plays one barrage from request to effect (LS-4.1a): communication, fire order, scatter, then the effect
// of the shells. The pieces are allotted whatever the outcome (LS-5.11j, LS-5.11q).
func (g *Game) fireBarrage(t *table.Table, s table.Seat, b barrage) {
	g.allot(t, s, b)
	if !g.inTouch(t, s, b) || !g.granted(t, s, b) {
		t.For(s).Result("barrage on " + b.Hex + " refused")
		return
	}
	t.For(s).Result("barrage on " + b.Hex + " granted")
	g.deliver(t, s, b, "")
}

// allot takes the pieces and marks the hex as called for (LS-5.11e, LS-5.11g).
func (g *Game) allot(t *table.Table, s table.Seat, b barrage) {
	g.camp(s).Spent += b.OBA
	for _, id := range b.Guns {
		u := g.unit(id)
		if crew, _, r := g.worker(u, "4.1", false); r == nil {
			man := g.unit(crew)
			man.Fired = append(man.Fired, "4.1/"+id)
		}
		u.Shelled = true // LS-5.6f: no offensive fire in this turn
	}
	g.Called = append(g.Called, b.Hex)
	t.Report("LS-5.11g", "barrage-called", table.A("side", s), table.A("hex", b.Hex), table.A("pieces", b.pieces()), table.A("oba", b.OBA), table.A("guns", b.Guns),
		table.A("type", "barrage."+b.Type), table.A("ammo", "ammo."+b.Ammo), table.A("seen", "eye."+b.Eye.Kind), table.A("by", b.Eye.Unit))
}

// inTouch tests the communication of an observer with the pieces (LS-5.11i): one die for each target hex, from the
// second game turn on (LS-5.14a). There is no test for an aircraft (LS-5.12e) or for a hex that is automatically
// observed (LS-5.13c).
func (g *Game) inTouch(t *table.Table, s table.Seat, b barrage) bool {
	if b.Eye.Kind != byFO || g.firstTurn() {
		return true
	}
	need := g.rolls().Communication
	die := t.Roll(s, "communication", 1, 6)
	ok := need.holds(die.Total())
	t.Report(need.Rule, "communication", table.A("side", s), table.A("hex", b.Hex), table.A("observer", b.Eye.Unit), table.A("die", die), table.A("needed", need.needs()), table.A("ok", ok), table.A("planned", b.Planned))
	return ok
}

// firstTurn reports whether this is the first game turn, for both sides (LS-5.14a, A-08). Neither communication nor
// fire order is tested in it, so an automatically observed hex can be shelled with nobody looking (LS-5.14b). From the
// second turn on both are tested (LS-5.14c).
func (g *Game) firstTurn() bool { return g.Number <= 1 }

// granted tests the fire order (LS-5.11p): one die in the column of the hex's resistance; an observing aircraft helps
// (LS-5.12f). There is no test in the first turn (LS-5.14a) or for smoke (LS-5.33b).
func (g *Game) granted(t *table.Table, s table.Seat, b barrage) bool {
	if g.firstTurn() || b.Ammo == smokeShell {
		return true
	}
	column := g.resistance(s, b.Hex)
	need, _ := number(g.doc.Tables.FireOrder, column)
	die := t.Roll(s, "fire order", 1, 6)
	if b.Eye.Kind == byPlane {
		die = with(die, g.modifiers().ObserverAircraft.times(1))
	}
	ok := die.Total() <= need
	t.Report("LS-5.11p", "fire-order", table.A("side", s), table.A("hex", b.Hex), table.A("resisted", column), table.A("die", die), table.A("needed", need), table.A("granted", ok))
	return ok
}

// deliver fires a barrage that has been granted. Its ammunition is used, and the observing aircraft has spent one of
// its uses (LS-11.1d); then come scatter and effects. The argument strays forces the scatter one way or the other
// (LS-16.22b).
func (g *Game) deliver(t *table.Table, s table.Seat, b barrage, strays string) {
	g.camp(s).spend(b.Ammo, b.pieces())
	if b.Eye.Kind == byPlane {
		u := g.unit(b.Eye.Unit)
		u.Uses--
		u.Shown = true
		g.comeHome(u) // one hex for each aircraft (LS-11.31a)
	}
	if b.Ammo == smokeShell {
		for range b.pieces() { // LS-5.33c, LS-5.41c
			if hex, ok := g.scatter(t, s, b.Hex, smokeShell, strays); ok {
				g.laySmoke(t, s, hex)
			}
		}
		return
	}
	hex, ok := g.scatter(t, s, b.Hex, b.Type, strays)
	if !ok {
		return
	}
	g.impact(s, hex)
	switch {
	case b.Ammo == gasShell:
		g.layGas(t, s, hex)
	case b.Type == hurricane:
		g.hurricane(t, s, b, hex)
	default:
		g.drumfire(t, s, b, hex)
	}
}

// The scatter of a written barrage where the die does not decide it (LS-16.22b).
const (
	alwaysStrays = "always"
	neverStrays  = "never"
)

// scatterRoll returns the roll for a kind of barrage that may scatter: drumfire, hurricane or smoke.
func (g *Game) scatterRoll(kind string) Roll {
	switch kind {
	case drumfire:
		return g.rolls().ScatterDrumfire
	case hurricane:
		return g.rolls().ScatterHurricane
	}
	return g.rolls().ScatterSmoke
}

// scatter applies to every indirect barrage, but not to direct fire (LS-5.41a). One die for a drumfire (LS-5.41b), one
// for a hurricane (LS-5.41d), or one for each piece of smoke (LS-5.41c) says whether it misses its hex. Another die
// says which of the six hexes around it is hit, whoever is there (LS-5.41e). Off the map it is lost (M-11).
func (g *Game) scatter(t *table.Table, s table.Seat, hex, kind, strays string) (at string, lands bool) {
	need := g.scatterRoll(kind)
	args := []table.FactArg{table.A("side", s), table.A("hex", hex), table.A("kind", "scatter."+kind)}
	switch strays {
	case neverStrays:
		t.Report("LS-16.22b", "scatter-none", args...)
		return hex, true
	case alwaysStrays:
		t.Report("LS-16.22b", "scatter-sure", args...)
	default:
		die := t.Roll(s, "scatter", 1, 6)
		off := need.holds(die.Total())
		t.Report(need.Rule, "scatter", append(args, table.A("die", die), table.A("needed", need.needs()), table.A("strays", off))...)
		if !off {
			return hex, true
		}
	}
	die := t.Roll(s, "direction", 1, 6)
	direction := g.doc.Tables.Scatter[die.Total()-1]
	at = g.neighbour(hex, direction)
	t.Report("LS-5.41e", "strays", append(args, table.A("die", die), table.A("direction", "direction."+g.directionName(direction)), table.A("to", at))...)
	return at, at != ""
}

// impact marks a hex as under barrage until the end of the player-turn: no line of sight passes through it (LS-8.23m,
//
func (g *Game) impact(s table.Seat, hex string) {
	g.Impacts = table.With(g.Impacts, Impact{Place: hex, Owner: s})
}

// mayBarrage reports whether P could order a barrage: he needs pieces, and either an automatically observed hex or
// somebody who observes. With all observers lost and no aircraft, only the automatically observed hexes are left
// (LS-5.6d).
func (g *Game) mayBarrage() bool {
	p := g.Phasing
	if g.camp(p) == nil || g.in("LS-16.22") {
		return false
	}
	gun := table.Any(g.Units, func(u *Piece) bool {
		return u.Side == p && u.Class == "ART" && u.Out == "" && u.Hex != "" && !u.Shelled
	})
	if g.unspent(p) == 0 && !gun {
		return false
	}
	return table.Any(g.Units, func(u *Piece) bool { return u.Side == p && (g.watchful(u) || g.hovering(u)) }) ||
		slices.ContainsFunc(g.net.Places(), func(hex string) bool { return g.watched(p, hex) })
}
