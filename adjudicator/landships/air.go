package landships

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// The missions (LS-11.1a), and the other role that an aircraft may play: fighter.
const (
	observing = "observation"
	bombing   = "bombing"
	strafing  = "strafing"
	fighting  = "fighter"
)

// job returns what an aircraft, one for each counter (LS-2.5a), does in this air phase: its mission, or fighter.
// Fighters fight (LS-2.51a, LS-11.1b), close support has three missions (LS-2.51b), bombers bomb (LS-2.51c). If
// agreed, fighters strafe (LS-16.41a), and the single-seaters and the Bristol Fighter may fight instead (LS-16.42a).
// Without a mission CS observes and B bombs (D-03).
func (g *Game) job(u *Piece) string {
	switch kind := g.plane(u).Type; {
	case u.Role != "":
		return u.Role
	case u.Mission != "":
		return u.Mission
	case kind == "F":
		return fighting
	case kind == "B":
		return bombing
	}
	return observing
}

// fighters reports whether an aircraft fights like one of type F in this air phase.
func (g *Game) fighters(u *Piece) bool { return g.plane(u).Type == "F" || u.Role == fighting }

// mayFight reports whether an aircraft may be used as a fighter: type F (LS-11.1b), and by LS-16.42a some CS too
// (D-65).
func (g *Game) mayFight(u *Piece) bool {
	p := g.plane(u)
	return p.Type == "F" || g.in("LS-16.42") && (slices.Contains(p.Flags, "fighter_instead") || slices.Contains(p.Flags, "always_fighter"))
}

// idle reports whether an aircraft can be placed: in play, with one of its uses left (LS-11.1c), not over the map already.
func idle(u *Piece) bool { return u.Class == "AIR" && u.Out == "" && u.Uses > 0 && !u.Posted }

// mayFly reports whether a side has an aircraft to place.
func (g *Game) mayFly(s table.Seat) bool {
	return table.Any(g.Units, func(u *Piece) bool { return u.Side == s && idle(u) })
}

// mayIntercept reports whether N has anything to decide against P's aircraft over the map: a fighter to place
// (LS-11.11b), or an anti-aircraft gun (LS-11.21b).
func (g *Game) mayIntercept(s table.Seat) bool {
	return len(g.sky("", g.other(s))) > 0 &&
		table.Any(g.Units, func(u *Piece) bool { return u.Side == s && (idle(u) && g.mayFight(u) || g.flak(u)) })
}

// sky returns a side's aircraft over a hex, by name. If hex is "" it returns those over the whole map, by hex and
// name.
func (g *Game) sky(hex string, s table.Seat) []string {
	return g.byHex(func(u *Piece) bool {
		return u.Class == "AIR" && u.Out == "" && u.Posted && u.Side == s && (hex == "" || u.Hex == hex)
	})
}

// byHex returns the counters that are asked for, by hex and name.
func (g *Game) byHex(asked func(*Piece) bool) []string {
	out := table.Those(g.Units, asked)
	slices.SortFunc(out, func(a, b *Piece) int {
		switch {
		case a.Hex != b.Hex && a.Hex < b.Hex, a.Hex == b.Hex && a.ID < b.ID:
			return -1
		}
		return 1
	})
	var ids []string
	for _, u := range out {
		ids = append(ids, u.ID)
	}
	return ids
}

// over returns the hexes with aircraft of either side, in order.
func (g *Game) over() []string {
	var out []string
	for _, s := range g.seats() {
		for _, id := range g.sky("", s) {
			out = append(out, g.unit(id).Hex)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// flies reports why an aircraft cannot be placed over a hex, or returns nil if it can (D-60): any hex (LS-2.56a), by
// its mission or in the role named.
func (g *Game) flies(s table.Seat, args []table.Arg) *table.Refusal {
	id, hex, role := orders.Value(args, "unit"), orders.Value(args, "hex"), orders.Value(args, "as")
	u := g.own(s, id)
	switch {
	case u == nil || u.Class != "AIR":
		return refuse("no-aircraft", "LS-11.11a", table.A("unit", id))
	case u.Posted:
		return refuse("already-over", "LS-11.11a", table.A("unit", id), table.A("hex", u.Hex))
	case u.Uses <= 0:
		return refuse("uses-spent", "LS-11.1c", table.A("unit", id))
	case role == fighting && !g.mayFight(u):
		return refuse("no-fighter", "LS-11.1b", table.A("unit", id))
	case role == strafing && (g.plane(u).Type != "F" || !g.in("LS-16.41")):
		return refuse("no-strafer", "LS-16.41a", table.A("unit", id))
	}
	trial := *u
	trial.Role = role
	switch job := g.job(&trial); {
	case job == observing && g.in("LS-16.42") && slices.Contains(g.plane(u).Flags, "no_observation"):
		return refuse("single-seater", "LS-16.42a", table.A("unit", id))
	case job == strafing && g.plane(u).Type != "F" && !g.dated("1917"):
		return refuse("strafing-too-early", "LS-11.33a", table.A("unit", id))
	case job == strafing && g.locked(hex):
		return refuse("melee-target", "LS-12.1e", table.A("hex", hex))
	}
	return nil
}

// station puts an aircraft over a hex, where it stays for the phase (LS-11.11a).
func (g *Game) station(t *table.Table, s table.Seat, id, hex, role, rule string) {
	u := g.unit(id)
	u.Posted, u.Hex, u.Role, u.AA, u.Aborted = true, hex, role, 0, false
	t.At(id).Report(rule, "flies", table.A("side", s), table.A("unit", id), table.A("hex", hex), table.A("fighter", role == fighting))
}

// comeHome takes an aircraft off the map until it flies again, with the marker of what it observed. A flight is one of
// its uses (LS-11.1c); it is counted only now, because an earlier count would betray an observer. For an observer,
// only a barrage that is delivered counts (LS-11.1d).
func (g *Game) comeHome(u *Piece) {
	id := u.ID
	if g.job(u) != observing {
		u.Uses--
	}
	u.Posted, u.Hex, u.Role, u.AA, u.Aborted = false, "", "", 0, false
	g.Impacts = slices.DeleteFunc(g.Impacts, func(i Impact) bool { return i.Plane == id })
}

// callHome takes home all aircraft of a side. Observers stay until their side's barrage phase (LS-11.31a).
func (g *Game) callHome(s table.Seat) {
	for _, id := range g.sky("", s) {
		g.comeHome(g.unit(id))
	}
}

// showFlights lets N, in the rhythm in which he decides himself, see the aircraft that P is sure to fly, before N
// orders his small arms and his interceptors in one mail. Early placement gives P no extra knowledge, and gives N none
// that he could use against anything but these aircraft. Aircraft ordered "late" or on a condition wait for their own
// phase.
func (g *Game) showFlights(t *table.Table) table.Then {
	if t.Rhythm() != faithful {
		return table.Next
	}
	p := g.Phasing
	for _, l := range t.Pending(p, "4.7") {
		if l.Verb == "fly" && l.Guard == "" && orders.Value(l.Args, "late") == "" && t.Allowed(p, l) == nil {
			t.Done(p, l)
			g.station(t, p, orders.Value(l.Args, "unit"), orders.Value(l.Args, "hex"), orders.Value(l.Args, "as"), "LS-11.11a")
		}
	}
	return table.Next
}

// placeAircraft is 4.7a for P, who places any of his aircraft first (LS-4.7a, LS-11.11a).
func (g *Game) placeAircraft(t *table.Table) table.Then {
	p := g.Phasing
	for l := range t.Orders(p, "4.7") {
		if l.Verb == "fly" {
			g.station(t, p, orders.Value(l.Args, "unit"), orders.Value(l.Args, "hex"), orders.Value(l.Args, "as"), "LS-11.11a")
		}
	}
	return table.Next
}

// airPhase is the rest of 4.7, for the aircraft of both sides (LS-11.0a): N's fighters, air combat before anything
// else (LS-4.7b, LS-11.11d), N's anti-aircraft fire (LS-4.7c), P's observers (LS-4.7d), then bombing and ground
// attacks by the aircraft left over the hex, even if interceptors are left too (LS-4.7e, LS-11.12f). Then all but the
// observers fly home: fighters may fly again in the next air phase of either side, others in their own (LS-11.11e).
func (g *Game) airPhase(t *table.Table) table.Then {
	p, n := g.Phasing, g.passive()
	t.Sift()
	aims := g.intercept(t, n)
	for _, hex := range g.over() {
		g.airCombat(t.At(hex), hex)
	}
	g.antiAircraft(t, n, aims)
	g.observers(t, p)
	for _, hex := range g.over() {
		g.bomb(t.At(hex), p, hex)
		g.strafe(t.At(hex), p, hex)
	}
	for _, s := range []table.Seat{p, n} {
		for _, id := range g.sky("", s) {
			if u := g.unit(id); u.Role != "" || g.job(u) != observing {
				g.comeHome(u)
			}
		}
	}
	return table.Next
}

// observers is 4.7d (LS-4.7d, LS-11.31a): P's aircraft on observation that were not hit mark their hex. They wait
// there for their side's next barrage phase, which names the impact hex within two hexes of theirs (LS-5.12g, A-06).
// One hit by anti-aircraft fire prevents it (LS-11.21d).
func (g *Game) observers(t *table.Table, p table.Seat) {
	for _, id := range g.sky("", p) {
		u := g.unit(id)
		if g.job(u) != observing {
			continue
		}
		u.Shown = true
		if u.AA > 0 {
			t.Report("LS-11.21d", "observation-prevented", table.A("unit", id), table.A("hex", u.Hex))
			g.comeHome(u)
			continue
		}
		t.Report("LS-11.31a", "observes", table.A("side", p), table.A("unit", id), table.A("hex", u.Hex), table.A("range", g.constants().ObserveAir.Value))
		g.Impacts = append(g.Impacts, Impact{Place: u.Hex, Owner: p, Plane: id})
	}
}

// attackers returns the aircraft of P over a hex with the same job: they attack together.
func (g *Game) attackers(p table.Seat, hex, job string) []string {
	return slices.DeleteFunc(g.sky(hex, p), func(id string) bool { return g.job(g.unit(id)) != job })
}
