package landships

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// weapon is one thing that fires: a platoon with its own arms, a gun, a personal weapon, or one gun or MG of a
// vehicle. Each main gun and each MG of a vehicle is a separate weapon.
type weapon struct {
	unit  string // the counter
	mount string // of a vehicle: the mount's id
	nth   int    // number of the weapon if the mount holds several, from 1
}

// label returns the name of the weapon on its counter: "left-gun", "left-mg-2"; "" if the counter is the weapon.
func (w weapon) label() string {
	if w.nth > 1 {
		return w.mount + "-" + strconv.Itoa(w.nth)
	}
	return w.mount
}

// name identifies the weapon among all weapons in the game: "G-ART1", "T-M1/left-gun".
func (w weapon) name() string {
	if w.mount == "" {
		return w.unit
	}
	return w.unit + "/" + w.label()
}

// mark returns the note that a counter keeps of having fired the weapon in a phase.
func (w weapon) mark(phase string) string {
	if w.mount == "" {
		return phase
	}
	return phase + "/" + w.label()
}

// Kinds of weapons. A gun and a gun mount of the same sort share a kind.
const (
	rifles    = "rifles" // infantry's own arms
	platoonMG = "mg"     // an MG platoon
	mountedMG = "vehicle-mg"
	mainGun   = "main"
	atGun     = "at"
	aaGun     = "aa"
	artGun    = "art" // and infantry guns (LS-16.15f)
	atRifle   = "atr"
	flamer    = "flt"
)

// weapons returns the weapons that a counter fires.
func (g *Game) weapons(u *Piece) []weapon { return g.appendWeapons(nil, u) }

// appendWeapons adds the weapons of a counter to a list.
func (g *Game) appendWeapons(list []weapon, u *Piece) []weapon {
	if !u.vehicle() {
		if w := (weapon{unit: u.ID}); g.armKind(u, w) != "" {
			list = append(list, w)
		}
		return list
	}
	mounts := g.vehicle(u).Mounts
	for i := range mounts {
		for n := range mounts[i].Count {
			list = append(list, weapon{u.ID, mounts[i].ID, n + 1})
		}
	}
	return list
}

// arsenal returns all weapons of a side on the map.
func (g *Game) arsenal(s table.Seat) []weapon {
	out := make([]weapon, 0, len(g.Units))
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s && u.Out == "" && !u.Waiting && g.stand(u) != "" {
			out = g.appendWeapons(out, u)
		}
	}
	return out
}

// carried returns the personal weapons of a group (LS-13.1a).
func (g *Game) carried(group string) []weapon {
	return table.Pick(g.Units, func(u *Piece) (weapon, bool) {
		return weapon{unit: u.ID}, u.personal() && u.Carrier == group && u.Out == ""
	})
}

func (g *Game) mount(u *Piece, w weapon) *Mount {
	return table.Entry(g.vehicle(u).Mounts, func(m *Mount) bool { return m.ID == w.mount })
}

// weaponKind returns the kind of a weapon, or "" for a counter without one.
func (g *Game) weaponKind(w weapon) string { return g.armKind(g.unit(w.unit), w) }

// armKind is weaponKind for a weapon of a counter that has been looked up.
func (g *Game) armKind(u *Piece, w weapon) string {
	switch {
	case u.infantry():
		return rifles
	case u.gunners():
		return platoonMG
	case u.Class == "CAV" || u.Class == "CAVMG": // LS-8.66a: mounted
		return ""
	case u.vehicle():
		if k := g.mount(u, w).Kind; k != "mg" {
			return k
		}
		return mountedMG
	case u.Class == "AT":
		return atGun
	case u.Class == "AA":
		return aaGun
	case u.Class == "ART" || u.Class == "IG":
		return artGun
	case u.Class == "ATR":
		return atRifle
	case u.Class == "FLT":
		return flamer
	}
	return ""
}

// bearer returns the counter from whose place a weapon fires, and whose men see and can be pinned: the group that
// carries it, otherwise the counter itself. It returns nil for a weapon that lies abandoned.
func (g *Game) bearer(w weapon) *Piece {
	u := g.unit(w.unit)
	if u.personal() {
		return g.unit(u.Carrier)
	}
	return u
}

// stand returns the hex of a counter: its carrier's hex if it is carried.
func (g *Game) stand(u *Piece) string {
	if u.personal() && u.Carrier != "" {
		if c := g.unit(u.Carrier); c != nil && c.Out == "" {
			return c.Hex
		}
		return ""
	}
	return u.Hex
}

// capable reports whether a kind of weapon fires at vehicles (LS-4.3b, LS-2.3c, LS-8.5a). All main guns are alike here
// (LS-2.42c).
func capable(kind string) bool {
	switch kind {
	case mainGun, atGun, aaGun, artGun, atRifle, flamer:
		return true
	}
	return false
}

// ready reports why a weapon cannot fire in a phase, whatever the target, or returns nil if it can. If phase is "", it
// asks about any phase.
func (g *Game) ready(w weapon, phase string) *table.Refusal {
	u := g.unit(w.unit)
	if u == nil || u.Out != "" || u.Waiting || g.stand(u) == "" {
		return refuse("not-here", "LS-8.0a", table.A("unit", w.unit))
	}
	kind, b := g.armKind(u, w), g.bearer(w)
	switch {
	case kind == "" && u.cavalry():
		return refuse("mounted-silent", "LS-8.66a", table.A("unit", u.ID))
	case kind == "":
		return refuse("unarmed", "LS-2.22a", table.A("unit", u.ID))
	case b == nil:
		return refuse("nobody-carries", "LS-13.11c", table.A("unit", u.ID))
	case u.personal() && b.Nation != "german":
		return refuse("germans-only", "LS-13.11a", table.A("unit", u.ID))
	case kind == flamer && u.Uses <= 0:
		return refuse("burnt-out", "LS-13.13e", table.A("unit", u.ID))
	case b.Pinned && !b.gun():
		return refuse("pinned", "LS-9.2a", table.A("unit", b.ID))
	case b.Gassed:
		return refuse("gassed", "LS-5.56c", table.A("unit", b.ID))
	case !b.vehicle() && g.locked(b.Hex):
		return refuse("locked", "LS-12.1b", table.A("unit", b.ID), table.A("hex", b.Hex))
	case phase == "4.9" && b.firedIn("4.8"):
		return refuse("engaged", "LS-4.9a", table.A("unit", b.ID))
	case b.State == "bailed" || b.State == "fleeing":
		return refuse("no-crew-aboard", "LS-15.12e", table.A("unit", b.ID))
	case b.Class == "AC" && b.Attended:
		return refuse("wheel-crew", "LS-8.67c", table.A("unit", b.ID))
	}
	if u.gun() {
		if _, _, r := g.worker(u, phase, true); r != nil {
			return r
		}
	}
	return g.spent(w, phase)
}

// spent reports why a weapon has no fire left in a phase. A unit fires in one of the two defensive phases (LS-8.3a),
// but a group may use what it carries in the first and its own arms in the second (LS-8.31b, A-26). Guns that took
// part in a barrage do not fire in offensive fire (LS-8.4b, LS-13.22b); in the opponent's player-turn they do
// (LS-5.6f, LS-5.6g).
func (g *Game) spent(w weapon, phase string) *table.Refusal {
	if phase == "" {
		return nil
	}
	u := g.unit(w.unit)
	kind := g.armKind(u, w)
	already := slices.Contains(u.Fired, w.mark(phase))
	if !u.vehicle() {
		already = u.firedIn(phase) // a group that works a gun does not fire as well
	}
	switch {
	case already:
		return refuse("fired-already", "LS-8.4a", table.A("unit", u.ID), table.A("phase", phase))
	case phase == "4.3" && !capable(kind):
		return refuse("no-anti-tank", "LS-4.3b", table.A("unit", u.ID))
	case phase == "4.5" && u.firedIn("4.3"):
		return refuse("fired-in-4.3", "LS-8.3a", table.A("unit", u.ID))
	case phase == "4.9" && u.Shelled:
		return refuse("barraged", "LS-5.6f", table.A("unit", u.ID))
	case u.Class == "TRK" && u.Moved && (kind == atGun || kind == aaGun || kind == artGun):
		return refuse("truck-moved", "LS-8.55e", table.A("unit", u.ID))
	case u.Class == "TRK" && u.Moved:
		return refuse("truck-moved", "LS-8.68a", table.A("unit", u.ID))
	}
	return nil
}

// trains reports whether a hex lies in the arc of a weapon (LS-8.0b, LS-8.12); target is the vehicle there, if it is
// the target. A gun fires into its own hex only at a vehicle that came in through its arc, or after turning to the
// hexside by which it came (LS-8.32e). A vehicle's weapons always bear on their own hex.
func (g *Game) trains(w weapon, hex string, target *Piece) bool {
	u := g.unit(w.unit)
	switch {
	case u.vehicle():
		return g.inArc(u.Hex, u.Facing, g.mount(u, w).Sectors, hex)
	case !u.gun() || !g.arm(u).Facing:
		return true
	case hex == u.Hex:
		return target != nil && (target.Entered == u.Facing || target.Entered == 0 && u.Pivoted != "")
	}
	return g.inArc(u.Hex, u.Facing, []int{0}, hex)
}

// trainsOn reports why a hex does not lie in the arc of a weapon, or returns nil if it does.
func (g *Game) trainsOn(w weapon, hex string, target *Piece) *table.Refusal {
	if g.trains(w, hex, target) {
		return nil
	}
	u, rule := g.unit(w.unit), "LS-8.12d"
	if u.gun() && hex == u.Hex {
		rule = "LS-8.32e"
	}
	return refuse("out-of-arc", rule, table.A("unit", u.ID), table.A("facing", g.directionName(g.bearer(w).Facing)), table.A("hex", hex))
}

// inRange reports whether a hex lies in a weapon's range.
func (g *Game) inRange(w weapon, hex string) bool {
	return g.distance(g.bearer(w).Hex, hex) <= g.weaponRange(w, hex).Total()
}

// reaches reports why a hex is out of a weapon's range, or returns nil if it is not.
func (g *Game) reaches(w weapon, hex string) *table.Refusal {
	if g.inRange(w, hex) {
		return nil
	}
	return refuse("out-of-range", "LS-8.0b", table.A("unit", w.unit), table.A("hex", hex), table.A("distance", g.distance(g.bearer(w).Hex, hex)), table.A("range", g.weaponRange(w, hex)))
}

// canShoot reports why a weapon may not make an anti-tank attack on an enemy vehicle in a phase, or returns nil if it
// may. It checks arc, spotting, line of sight and range in that order (LS-8.0b, LS-8.51a). Point blank is the weapon's
// own hex (LS-8.53c): anything in it is seen.
func (g *Game) canShoot(w weapon, target string, phase string) *table.Refusal {
	if r := g.ready(w, phase); r != nil {
		return r
	}
	u, v := g.unit(w.unit), g.unit(target)
	switch {
	case v == nil || !v.vehicle() || !v.counts(g.other(u.Side), ""):
		return refuse("no-vehicle", "LS-8.5a", table.A("target", target))
	case phase == "4.5":
		return refuse("small-arms-only", "LS-4.5a", table.A("unit", u.ID), table.A("target", target))
	case !capable(g.weaponKind(w)):
		return refuse("no-anti-tank", "LS-8.5a", table.A("unit", u.ID))
	case g.weaponKind(w) == aaGun && !g.levels(u):
		return refuse("aa-no-ground", "LS-13.23c", table.A("unit", u.ID))
	}
	return g.inSight(w, v)
}

// bears is LS-8.0b for one target in range: arc, spotting and line of sight.
func (g *outlook) bears(w weapon, v *Piece) bool {
	return g.trains(w, v.Hex, v) && g.spots(g.bearer(w), v)
}

// inSight reports why a weapon does not bear on a target, or returns nil if it does.
func (g *Game) inSight(w weapon, v *Piece) *table.Refusal {
	if r := g.trainsOn(w, v.Hex, v); r != nil {
		return r
	}
	if r := g.sees(g.bearer(w), v); r != nil {
		return r
	}
	return g.reaches(w, v.Hex)
}

// levels reports whether an anti-aircraft gun fires at ground targets: all do, but under LS-13.23c only the towed
// German ones.
func (g *Game) levels(u *Piece) bool {
	return !g.in("LS-13.23c") || u.Class == "AA" && u.Nation == "german"
}

// canJoin reports why a weapon may not join any small arms attack in a phase (LS-8.61a), or returns nil if it may.
func (g *Game) canJoin(w weapon, phase string) *table.Refusal {
	if r := g.ready(w, phase); r != nil {
		return r
	}
	u, b, kind := g.unit(w.unit), g.bearer(w), g.weaponKind(w)
	switch {
	case phase == "4.3":
		return refuse("vehicles-only", "LS-4.3a", table.A("unit", u.ID))
	case kind == atGun || kind == aaGun:
		return refuse("no-small-arms", "LS-8.31c", table.A("unit", u.ID))
	case kind == atRifle:
		return refuse("no-small-arms", "LS-13.12e", table.A("unit", u.ID))
	case u.gun() && u.Owner != "" && u.Owner != u.Side:
		return refuse("captured-only-vehicles", "LS-13.24b", table.A("unit", u.ID))
	case g.ground(b.Hex).Kind == "river" && !g.bridge(b.Hex):
		return refuse("in-river", "LS-8.64e", table.A("unit", u.ID), table.A("hex", b.Hex))
	}
	return nil
}

// served reports whether a weapon is no gun, or has a trained crew (LS-5.7a).
func (g *Game) served(w weapon, phase string) bool {
	u := g.unit(w.unit)
	if !u.gun() {
		return true
	}
	_, trained, r := g.worker(u, phase, true)
	return r == nil && trained
}

// canVolley reports why a weapon may not join a small arms attack on a hex in a phase (LS-8.61a, LS-8.0b), or returns
// nil if it may.
func (g *Game) canVolley(w weapon, hex string, phase string) *table.Refusal {
	if r := g.canJoin(w, phase); r != nil {
		return r
	}
	u := g.unit(w.unit)
	if g.locked(hex) {
		return refuse("melee-hex", "LS-12.1e", table.A("hex", hex))
	}
	if !g.served(w, phase) {
		return refuse("needs-crew", "LS-5.7a", table.A("unit", u.ID))
	}
	var why *table.Refusal
	for v := range table.All(g.Units) {
		if v.Hex != hex || v.Side == u.Side || !v.counts(v.Side, hex) || g.targetKind(v) == "" {
			continue
		}
		if why = g.inSight(w, v); why == nil {
			return nil
		}
	}
	if why == nil {
		why = refuse("nobody-there", "LS-8.7a", table.A("hex", hex))
	}
	return why
}

// canJoinAt is canVolley for those who do not ask why not.
func (g *outlook) canJoinAt(w weapon, hex, phase string) bool {
	return g.canJoin(w, phase) == nil && !g.locked(hex) && g.served(w, phase) && g.inRange(w, hex) && slices.ContainsFunc(g.foes, func(v *Piece) bool {
		return v.Hex == hex && g.targetKind(v) != "" && g.bears(w, v)
	})
}

// canRake reports why a machine gun may not fire at a tank, or returns nil if it may: at tanks with the sign !
// (LS-13.14a), at German ones because of their crews (LS-15.11b), and at Allied ones if the scenario says so (LS-8.7a,
// LS-15.12j), but never in the anti-tank phase (LS-4.5b).
func (g *Game) canRake(w weapon, target string, phase string) *table.Refusal {
	if r := g.ready(w, phase); r != nil {
		return r
	}
	u, v := g.unit(w.unit), g.unit(target)
	switch {
	case v == nil || !v.tank() || v.Out != "" || v.Hex == "" || v.Side == u.Side:
		return refuse("no-vehicle", "LS-8.5a", table.A("target", target))
	case g.weaponKind(w) != platoonMG && g.weaponKind(w) != mountedMG:
		return refuse("tanks-immune", "LS-8.67a", table.A("target", target))
	case phase == "4.3":
		return refuse("no-anti-tank", "LS-4.3b", table.A("unit", u.ID))
	case !g.rakeable(v):
		return refuse("tanks-immune", "LS-8.67a", table.A("target", target))
	}
	return g.inSight(w, v)
}

func (g *Game) rakeable(v *Piece) bool { return g.weak(v) || g.nervous(v) }

// weak reports whether machine guns can make a tank break down (LS-13.14a, LS-2.45a).
func (g *Game) weak(v *Piece) bool {
	return v.tank() && (g.flag(v, "mg_vulnerable") || g.doc.Scenario.Switches.SmallArmsVTanks)
}

// nervous reports whether a tank has a German crew aboard, which tests when machine guns hit it (LS-15.11a,
// LS-15.11b).
func (g *Game) nervous(v *Piece) bool {
	return v.tank() && g.flag(v, "german_crew") && v.State != "bailed"
}
