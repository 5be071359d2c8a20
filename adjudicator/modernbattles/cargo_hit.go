package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Hits on what vehicles carry and tow (MB-34, MB-R36). A tank with riders is no transport: riders are targets in their own
// right (MB-26b, MB-R48).

// passengers lists the units carried in a vehicle, not counting riders.
func (g *Game) passengers(u *Unit) []string {
	id := u.ID
	return g.of(u.Side, func(p *Unit) bool { return p.Aboard == id && !p.Rider && p.Out == "" && p.Towed == "" })
}

// aboard lists all units that a vehicle carries or tows, not counting riders. The men of a towed piece ride along (MB-B7k).
func (g *Game) aboard(vehicle string) []string {
	out := g.passengers(g.unit(vehicle))
	if tow := g.towed(g.unit(vehicle)); tow != "" {
		out = append(out, tow)
	}
	return out
}

// towed returns the piece behind a vehicle, or "" if there is none.
func (g *Game) towed(u *Unit) string {
	id := u.ID
	for _, p := range g.of(u.Side, func(p *Unit) bool { return p.Towed == id && p.Out == "" }) {
		return p
	}
	return ""
}

// loaded reports whether a vehicle carries or tows something.
func (g *Game) loaded(u *Unit) bool {
	return u.vehicle() && !u.Tank.Wreck && (len(g.passengers(u)) > 0 || g.towed(u) != "")
}

// loadHit throws the die that decides whether a hit strikes the load instead of the vehicle, on 4+. With both cargo and tow a
// second die decides which of them is hit (MB-34a, MB-R36). It reports whether the load was hit; the hit is then fully
// resolved.
func (g *Game) loadHit(t *table.Table, b *blow, u *Unit, r round, zone string) bool {
	cargo, tow := g.passengers(u), g.towed(u)
	roll := t.At(u.ID).Roll(b.by, "cargo", 1, 6)
	hit := g.dice().Cargo.comes(roll.Total())
	rule := "MB-34a"
	if len(cargo) > 0 && g.unit(cargo[0]).gun() {
		rule = "MB-34e"
	}
	t.Report(rule, "cargo-die", table.A("unit", u.ID), table.A("roll", roll), table.A("result", result(hit, "load", "vehicle")))
	if !hit {
		return false
	}
	atTow := tow != ""
	if atTow && len(cargo) > 0 {
		die := t.At(u.ID).Roll(b.by, "tow", 1, 6)
		atTow = g.dice().Tow.comes(die.Total())
		t.Report("MB-R36", "tow-die", table.A("unit", u.ID), table.A("roll", die), table.A("result", result(atTow, "tow", "cargo")))
	}
	if atTow {
		g.loadedPieceHit(t.At(tow), b, u, g.unit(tow), r, zone)
		return true
	}
	if p := g.unit(cargo[0]); p.gun() {
		g.loadedPieceHit(t.At(p.ID), b, u, p, r, zone)
		g.carrierBlasted(t, b, u, r, zone)
		return true
	}
	g.cargoHit(t, b, u, cargo, r, zone)
	return true
}

// protected returns a strength less the armour of the vehicle's zone; a flatbed protects no one (MB-34b).
func (g *Game) protected(u *Unit, strength int, zone string) int {
	if g.flag(u, "flatbed") {
		return strength
	}
	return strength - g.armour(u, zone)
}

// cargoHit strikes men aboard. A shot without a template hits one man; HE and HEAT hit every man with splinters, and the
// vehicle too. The men do not count as grouped (MB-34c, MB-34d). One panic test for all aboard follows (MB-34f).
func (g *Game) cargoHit(t *table.Table, b *blow, u *Unit, cargo []string, r round, zone string) {
	if r.template == "" {
		g.oneManAboard(t, b, u, cargo, r, zone)
		return
	}
	for _, id := range cargo {
		g.splintersAboard(t.At(id), b, u, g.unit(id), r, zone)
	}
	g.carrierBlasted(t, b, u, r, zone)
}

// carrierBlasted resolves the splinters of HE and HEAT on the vehicle that carries what was hit (MB-34a, MB-R36). A towed
// piece is too far behind.
func (g *Game) carrierBlasted(t *table.Table, b *blow, u *Unit, r round, zone string) {
	if r.template == "" || r.kind == shellAP || g.spentHull(u) {
		return
	}
	if x := (burst{round: r, at: u.At, direct: u.ID}); len(g.splinterDice(t.At(u.ID), b, u, x, []int{0})) > 0 {
		g.hullStruck(t, b.by, u, zone, g.splinters(r), "MB-34d")
	}
}

// finishAboard takes the single panic test of all who ride in or behind a vehicle if this blow cost them a quarter (MB-34f,
// MB-R36). A unit that has meanwhile left the vehicle was tested when it left.
func (b *blow) finishAboard() {
	g := b.g
	var done []string
	for _, h := range b.hurt {
		if h.aboard == "" || slices.Contains(done, h.aboard) {
			continue
		}
		done = append(done, h.aboard)
		before, lost := 0, 0
		for _, id := range g.aboard(h.aboard) {
			before += g.unit(id).alive()
		}
		for _, o := range b.hurt {
			if u := g.unit(o.unit); o.aboard == h.aboard && (u.Out != "" || u.Aboard+u.Towed == h.aboard) {
				lost += o.before - g.present(o.unit)
			}
		}
		before += lost
		u := g.unit(h.aboard)
		if lost == 0 || lost == before || !g.crewed(u) {
			continue
		}
		due := 100*lost >= g.constants().PanicPercent.Value*before
		b.t.Report("MB-34f", "losses", table.A("unit", u.ID), table.A("lost", lost), table.A("before", before), table.A("percent", 100*lost/before), table.A("due", due))
		if due {
			g.crewStays(b.t, u, "MB-34f")
		}
	}
}

// oneManAboard resolves a shot without a template: it strikes one figure, in its owner's order of casualties (MB-34c, MB-D34).
func (g *Game) oneManAboard(t *table.Table, b *blow, u *Unit, cargo []string, r round, zone string) {
	p := g.unit(cargo[0])
	strength := g.protected(u, r.strength, zone)
	if strength <= 0 {
		t.Report("MB-34b", "protected", table.A("unit", p.ID), table.A("vehicle", u.ID), table.A("strength", r.strength), table.A("armour", g.armour(u, zone)))
		return
	}
	b.noteAboard(u, p)
	if b.woundDice(t, p, 1, strength, p.Profile.Toughness, "MB-34c") > 0 {
		b.casualties(t, p, 1, nil, "MB-34c")
	}
}

// splintersAboard resolves HE or HEAT splinters among the men of one unit aboard (MB-34d).
func (g *Game) splintersAboard(t *table.Table, b *blow, u, p *Unit, r round, zone string) {
	strength := g.protected(u, g.against(p, r, true), zone)
	if strength <= 0 {
		t.Report("MB-34b", "protected", table.A("unit", p.ID), table.A("vehicle", u.ID), table.A("strength", g.against(p, r, true)), table.A("armour", g.armour(u, zone)))
		return
	}
	b.noteAboard(u, p)
	if hit := g.splinterDice(t, b, p, burst{round: r, at: u.At, direct: p.ID}, p.living()); len(hit) > 0 {
		g.figuresStruck(t, b, p, hit, strength)
	}
}

// noteAboard records that a unit aboard or in tow was struck; its panic test is the vehicle's (MB-34f).
func (b *blow) noteAboard(v, p *Unit) {
	b.touch(p, Cover{})
	for i := range b.hurt {
		if b.hurt[i].unit == p.ID {
			b.hurt[i].aboard = v.ID
		}
	}
}

// loadedPieceHit resolves a hit on a gun that is towed or carried on a vehicle. The gun is treated like any piece (MB-27,
// MB-34e); its men ride in the vehicle and have its protection.
func (g *Game) loadedPieceHit(t *table.Table, b *blow, u, p *Unit, r round, zone string) {
	id := p.ID
	switch {
	case r.kind == shellAP && r.shell:
		t.Report("MB-27b", "harmless", table.A("target", id), table.A("shell", "shell."+r.kind))
	case r.template == "":
		g.oneManAboard(t, b, u, []string{id}, r, zone)
	default:
		square := g.deviation(t, b.by, "MB-27c")
		strength := g.splinters(r)
		if square {
			strength = r.strength
		}
		b.noteAboard(u, p)
		if b.woundDice(t, p, 1, strength, g.constants().GunToughness.Value, "MB-27a") > 0 {
			g.loadedPieceWounded(t, p)
		}
		if p = g.unit(id); p.Out == "" {
			g.splintersAboard(t, b, u, p, r, zone)
		}
	}
}

// loadedPieceWounded takes a wound from a towed or carried gun. If the gun is destroyed, its men stay in the vehicle as a crew on foot.
func (g *Game) loadedPieceWounded(t *table.Table, p *Unit) {
	p.Piece.Wounds--
	t.Report("MB-B10a", "gun-wounded", table.A("unit", p.ID), table.A("left", p.Piece.Wounds))
	if p.Piece.Wounds > 0 {
		return
	}
	t.Report("MB-B10a", "gun-destroyed", table.A("unit", p.ID))
	vehicle := p.Towed
	if vehicle == "" {
		vehicle = p.Aboard
	}
	men := slices.Clone(p.Figures)
	for i := range p.Figures {
		p.Figures[i].Out = true
	}
	c := g.newCrew(p, men, p.Profile)
	c.Aboard = vehicle
	g.takeOff(t, p, "destroyed")
	if c.alive() > 0 {
		g.addUnit(c)
	}
}

// bestAboard returns the best Ld of all who are in a vehicle, for their single test (MB-R36).
func (g *Game) bestAboard(u *Unit) lead {
	best := g.leadership(u)
	for _, id := range g.aboard(u.ID) {
		if ld := g.leadership(g.unit(id)); ld.Total() > best.Total() {
			best = ld
		}
	}
	return best
}
