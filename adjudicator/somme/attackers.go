package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// whoAttacks reads who attacks by a line. A counter named individually must be able to (SO-12.1); of a division or a
// stack, those that are able to attack. An attack that nobody can make, or that the rules forbid as a whole, is refused.
func (g *Game) whoAttacks(s seat, l table.Line, exploit bool) ([]string, *table.Refusal) {
	hex := orders.Value(l.Args, "hex")
	if why := g.mayBeAttacked(s, hex); why != nil {
		return nil, why
	}
	var units []string
	var last *table.Refusal
	for _, word := range orders.List(l.Args, "with") {
		for _, id := range g.named(s, []string{word}) {
			u := g.unit(id)
			why := g.mayJoin(u, hex, exploit)
			switch {
			case why == nil:
				units = table.With(units, id)
			case id == word:
				return nil, why
			case g.fights(u):
				last = why
			}
		}
	}
	for _, id := range g.of(s, "", func(u *Formation) bool { return u.Pledged == hex && !slices.Contains(units, u.ID) }) {
		if g.mayJoin(g.unit(id), hex, exploit) == nil && len(units) > 0 { // a promised combat is fought with all units that were named for it (RUL-66)
			units = append(units, id)
		}
	}
	if len(units) == 0 {
		if last != nil {
			return nil, last
		}
		return nil, refuse("nobody-attacks", "SO-12.1a", table.A("hex", hex))
	}
	return units, g.mayCooperate(s, units)
}

// mayBeAttacked judges the hex: it holds enemies and was not attacked in this phase (SO-12.1a, SO-12.1c).
func (g *Game) mayBeAttacked(s seat, hex string) *table.Refusal {
	if !g.has(other(s), hex, g.ground) {
		return refuse("nobody-there", "SO-12.1a", table.A("hex", hex))
	}
	if slices.Contains(g.Fought, hex) {
		return refuse("fought-already", "SO-12.1c", table.A("hex", hex))
	}
	return nil
}

// mayJoin returns the reason why one unit cannot attack a hex.
func (g *Game) mayJoin(u *Formation, hex string, exploit bool) *table.Refusal {
	side, near := g.net.side(u.Hex, hex)
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", hex)}
	switch {
	case !g.fights(u):
		return refuse("no-combat-unit", "SO-3d", say...)
	case !near:
		return refuse("not-beside", "SO-12.1b", say...)
	case u.Fights > 0:
		return refuse("fought", "SO-12.1e", say...)
	case u.Unsupplied:
		return refuse("cannot-unsupplied", "SO-9.2a", say...)
	case u.DG != "":
		return refuse("cannot-disorganised", "SO-12.5b", say...)
	case u.Disengage:
		return refuse("cannot-disengaging", "SO-11.2.7a", say...)
	case exploit && !u.Exploit: // units in reserve move but do not fight (RUL-17)
		return refuse("not-exploiting", "SO-14.1a", say...)
	case g.tank(u) && g.tankBarred(side, hex):
		return refuse("tank-attack", "SO-15.4.1i", say...)
	case u.Pledged != "" && u.Pledged != hex:
		return refuse("pledged-elsewhere", "SO-S2.7", append(say, table.A("to", u.Pledged))...)
	case g.held(u):
		return refuse("prepared", "SO-F.b", say...)
	}
	return nil
}

// tankBarred reports whether tanks may not attack across a side into a hex: a town, a crest or a watercourse bars them,
// with or without a road or bridge (SO-15.4.1i, RUL-29).
func (g *Game) tankBarred(s side, hex string) bool {
	return s.water != "" || s.up || s.down || g.town(hex)
}

// mayCooperate is SO-COOP.b: units of different nations never attack together while cooperation is restricted.
func (g *Game) mayCooperate(s seat, units []string) *table.Refusal {
	if !g.restricted(s, "attack") {
		return nil
	}
	for _, id := range units[1:] {
		if g.nation(g.unit(id)) != g.nation(g.unit(units[0])) {
			return refuse("two-nations", "SO-COOP.b", table.A("unit", units[0]), table.A("other", id))
		}
	}
	return nil
}

// placeTank is SO-15.4.2: a German tank named with an attack of the combat phase is placed with one of the attackers that
// may attack with tanks. If there are several tanks, only one gives its coordination and protection: the one named,
// otherwise the best (SO-15.4.1h).
func (g *Game) placeTank(t *table.Table, b *battle) {
	named := unitOf(b.line, "tank")
	for _, id := range b.units {
		if g.tank(g.unit(id)) && (b.tank == "" || id == named || b.tank != named && g.printed(id).Coordination > g.printed(b.tank).Coordination) {
			b.tank = id
		}
	}
	if named == "" || named == b.tank {
		return
	}
	why := g.mayPlaceTank(b, named)
	if why != nil {
		t.Refuse(b.by, cutTo(b.line, "tank"), why)
		return
	}
	u := g.unit(named)
	for _, id := range b.units {
		if side, _ := g.net.side(g.unit(id).Hex, b.hex); !g.tankBarred(side, b.hex) {
			u.Hex, u.Box = g.unit(id).Hex, ""
			break
		}
	}
	b.tank, b.units = named, append(b.units, named)
	t.Report("SO-15.4.2a", "german-tank", table.A("unit", named), table.A("side", b.by), table.A("at", u.Hex), table.A("hex", b.hex))
}

// mayPlaceTank returns the reason why a German tank cannot be placed with an attack.
func (g *Game) mayPlaceTank(b *battle, id string) *table.Refusal {
	u := g.unit(id)
	switch {
	case u == nil || u.Side != b.by || g.kind(u) != "german_tank" || u.Hex != "" || u.Box != "off" && u.Box != "available":
		return refuse("no-tank", "SO-15.4.2a", table.A("unit", id))
	case b.exploit:
		return refuse("tank-combat-phase", "SO-15.4.2a", table.A("unit", id))
	case !slices.ContainsFunc(b.units, func(o string) bool { s, _ := g.net.side(g.unit(o).Hex, b.hex); return !g.tankBarred(s, b.hex) }):
		return refuse("tank-attack", "SO-15.4.1i", table.A("unit", id), table.A("hex", b.hex))
	}
	return nil
}

// stossIn returns the Stosstruppen with regiments of a side that take part in a combat.
func (g *Game) stossIn(b *battle, s seat) []string {
	var out []string
	units := b.side(g, s)
	return append(out, table.Pick(g.Units, func(u *Formation) (string, bool) {
		return u.ID, g.stoss(u) && u.Side == s && u.Hex != "" && slices.Contains(units, u.With)
	})...)
}

// clause returns what a line says under a name, either as an argument or as a clause of that name.
func clause(l table.Line, name string) ([]table.Arg, bool) {
	for _, c := range l.Clauses {
		if c.Verb == name {
			return c.Args, true
		}
	}
	return l.Args, orders.Has(l.Args, name)
}

// unitOf returns the unit that a line gives under a name, or "" if there is none.
func unitOf(l table.Line, name string) string {
	args, ok := clause(l, name)
	if !ok {
		return ""
	}
	return orders.Value(args, name)
}

// wordOf returns the word that a line gives under a name.
func wordOf(l table.Line, name, usual string) string {
	if args, ok := clause(l, name); ok {
		if v := orders.Value(args, name); v != "" {
			return v
		}
	}
	return usual
}

// numberOf returns the number that a line gives under a name.
func numberOf(l table.Line, name string, usual int) int {
	if args, ok := clause(l, name); ok {
		return orders.Int(args, name, usual)
	}
	return usual
}

// cutTo returns a line cut down to one clause, so that this clause alone can be refused.
func cutTo(l table.Line, name string) table.Line {
	keep := table.Keep(l.Clauses, func(c table.Clause) bool { return c.Verb == name })
	l.Clauses = keep
	_, rest, _ := strings.Cut(l.Text, ": ")
	for _, part := range strings.Split(rest, "; ") {
		if strings.HasPrefix(part, name+" ") {
			l.Text = part
		}
	}
	return l
}
