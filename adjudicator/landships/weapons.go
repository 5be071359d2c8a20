package landships

import (
	"fieldpost/adjudicator/table"
)

// weaponRange returns how far a weapon fires towards a hex, with its terms.
func (g *Game) weaponRange(w weapon, to string) table.Sum {
	u := g.unit(w.unit)
	kind := g.armKind(u, w)
	switch {
	case u.vehicle():
		return g.vehicleRange(u, kind)
	case u.gun():
		return g.gunRange(u, to)
	case u.personal():
		return table.Base("sight.weapon", g.arm(u).Range, g.arm(u).Rule) // LS-13.12b, LS-13.13b: one hex
	case kind == rifles && g.trained(u):
		return g.trainingRange(u)
	}
	return table.Base("sight.weapon", u.WR, "LS-2.21c")
}

// vehicleRange returns nine hexes for guns and MGs alike (LS-2.42e). Under LS-16.31a it takes the range from the table
// for tanks and armoured cars, one more with a tank leader aboard (LS-16.31b).
func (g *Game) vehicleRange(u *Piece, kind string) table.Sum {
	if !g.in("LS-16.31") || !u.armoured() {
		return table.Base("sight.weapon", g.constants().VehicleRange.Value, "LS-2.42e")
	}
	s := table.Sum{}
	for _, row := range g.doc.Tables.TankRanges {
		named := false
		for _, id := range row.Types {
			named = named || id == u.Type
		}
		if !named && len(row.Types) > 0 {
			continue
		}
		s = table.Base("sight.weapon", row.Gun, "LS-16.31a")
		if kind == mountedMG {
			s = table.Base("sight.weapon", row.MG, "LS-16.31a")
		}
		break
	}
	if g.commander(u.ID) != "" {
		s = s.Plus("modifier.leader-range", g.constants().LeaderRange.Value, "LS-16.31b")
	}
	return s
}

// trained reports whether an infantry platoon fires by the training of its nation (LS-16.11a). A platoon with rifle
// grenades keeps its printed values beyond one hex (LS-16.13c, A-55).
func (g *Game) trained(u *Piece) bool {
	return g.in("LS-16.11") && u.infantry() && !(u.Grenades && g.in("LS-16.13"))
}

// trainingRange returns the range of infantry by nation (LS-16.11a). It is shorter by a hex for each year after 1915,
// but never less than two (LS-16.11c). Stosstruppen keep six (LS-16.15d).
func (g *Game) trainingRange(u *Piece) table.Sum {
	if u.Storm {
		return table.Base("sight.weapon", g.constants().StormWR.Value, "LS-16.15d")
	}
	s := table.Base("sight.training", nationValue(g.doc.Tables.Training, u.Nation), "LS-16.11a")
	if years := g.year() - g.constants().TrainingYear.Value; years > 0 {
		s = s.Plus("sight.later", -years, "LS-16.11c")
	}
	if low := g.constants().TrainingLeast.Value; s.Total() < low {
		s = s.Plus("sight.least", low-s.Total(), "LS-16.11c")
	}
	return s
}

// year returns the year of the scenario.
func (g *Game) year() int {
	n := 0
	for i := 0; i < len(g.doc.Scenario.Date) && g.doc.Scenario.Date[i] != '-'; i++ {
		n = n*10 + int(g.doc.Scenario.Date[i]-'0')
	}
	return n
}

// strength returns the fire strength that a weapon adds to a small arms attack at a range, with its terms.
func (g *Game) strength(w weapon, far int) table.Sum {
	u, kind := g.unit(w.unit), g.weaponKind(w)
	var s table.Sum
	switch kind {
	case rifles, platoonMG:
		s = g.platoon(u, kind, far)
	case mountedMG:
		return table.Base("fire.vehicle-mg", g.constants().VehicleMGFS.Value, "LS-2.42d")
	case mainGun:
		if g.mount(u, w).Calibre >= g.constants().BigGunMM.Value { // LS-8.63b
			return table.Base("fire.big-gun", g.constants().BigGunFS.Value, "LS-2.42b")
		}
		return table.Base("fire.small-gun", g.constants().SmallGunFS.Value, "LS-2.42b")
	case artGun:
		fs := g.arm(u).FS
		if u.vehicle() {
			fs = g.class("ART").FS
		}
		s = table.Base("fire.artillery", fs, "LS-5.7c")
	case flamer:
		return table.Base("fire.flame", g.constants().FlameFS.Value, "LS-13.13f")
	default:
		return table.Base("fire.none", 0, "LS-2.3c")
	}
	if g.wired(g.stand(u)) && !u.vehicle() { // LS-8.64d, LS-7.13a, A-33: each wired unit by itself
		s = s.Plus("fire.wire", s.Total()/2-s.Total(), "LS-8.64d")
	}
	return s
}

// platoon returns the fire strength of infantry or an MG platoon: printed, one more for Stosstruppen (LS-16.15b),
// doubled or halved by range under LS-16.11.
func (g *Game) platoon(u *Piece, kind string, far int) table.Sum {
	s := table.Base("fire.printed", u.FS, "LS-2.21b")
	if g.in("LS-16.11") && kind == rifles && u.Nation == "british" && g.year() == 1914 {
		s = table.Base("fire.regulars", g.constants().RegularsFS.Value, "LS-16.11d")
	}
	if u.Storm {
		s = s.Plus("modifier.storm", g.constants().StormFS.Value, "LS-16.15b")
	}
	near := far <= g.constants().TrainingDouble.Value
	switch {
	case kind == platoonMG && g.in("LS-16.11") && near:
		return s.Plus("fire.double", s.Total(), "LS-16.11b")
	case kind == rifles && g.in("LS-16.11") && near: // always, however short the range
		return s.Plus("fire.double", s.Total(), "LS-16.11a")
	case kind != rifles || !g.trained(u):
		return s
	case 2*far > g.trainingRange(u).Total():
		return s.Plus("fire.far", s.Total()/2-s.Total(), "LS-16.11a")
	}
	return s
}

// class returns the chart's row for a class of weapons units.
func (g *Game) class(name string) *Weapon {
	return table.Entry(g.doc.Weapons, func(w *Weapon) bool { return w.Class == name })
}

// shots returns how often a weapon fires at vehicles in one phase: three times for guns, main guns and AT rifles, once
// for flamethrowers (LS-8.31a, LS-8.41a, LS-8.54a).
func (g *Game) shots(w weapon) int {
	switch kind := g.weaponKind(w); kind {
	case mainGun, atGun:
		return g.class("AT").Shots
	case aaGun:
		return g.class("AA").Shots
	case artGun:
		return g.class("ART").Shots
	case atRifle:
		return g.class("ATR").Shots
	case flamer:
		return g.class("FLT").Shots
	}
	return 0
}
