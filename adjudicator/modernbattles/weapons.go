package modernbattles

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// shooter is one weapon that fires: a man's, a piece's or a vehicle's.
type shooter struct {
	unit   string
	figure int // index of the man; -1 for pieces and vehicles
	arm    int // index of the vehicle's weapon; otherwise -1
	weapon string
}

// round is what a weapon fires at a target.
type round struct {
	kind     string // "" bullets, ap, heat, he, smoke
	strength int
	template string
	shell    bool // fired by a gun: AP is harmless to pieces and their crews (MB-27b), HE is artillery (MB-7b)
}

// Shells that an order may name.
const (
	shellAP    = "ap"
	shellHE    = "he"
	shellHEAT  = "heat"
	shellSmoke = "smoke"
)

// weapon returns a weapon by its id.
func (g *Game) weapon(id string) *Weapon {
	if w, ok := g.doc.Weapon(id); ok {
		return w
	}
	return &Weapon{ID: id}
}

// pieceWeapon returns the weapon of a piece, around which its men stand, or the tubes of a battery.
func (g *Game) pieceWeapon(u *Unit) *Weapon { return g.weapon(u.arm()) }

// antiTank reports whether a weapon is meant for use against armour: pieces and vehicle guns with AP shells, anti-tank
// rifles, HEAT weapons (MB-R12).
func (w *Weapon) antiTank() bool { return w.Kind != "" && w.Class != "thrown" }

// indirectOnly reports whether a weapon fires only at places that others see (MB-30c).
func (w *Weapon) indirectOnly() bool { return w.Class == "mortar" || w.Class == "battery" }

// rounds returns what a weapon may fire; guns of at least the calibre smoke, in millimetres, have smoke shells (MB-B19).
func (w *Weapon) rounds(smoke int) []round {
	var out []round
	if w.Class != "gun" {
		return []round{w.hand()}
	}
	if w.Strength > 0 {
		out = append(out, round{kind: shellAP, strength: w.Strength, shell: true})
	}
	if w.HE > 0 {
		out = append(out, round{kind: shellHE, strength: w.HE, template: w.Template, shell: true})
	}
	if w.Smoke || w.HE > 0 && w.Calibre >= smoke { // MB-B19
		out = append(out, round{kind: shellSmoke, template: w.Template, shell: true})
	}
	return out
}

// hand returns what a weapon carried by men fires.
func (w *Weapon) hand() round {
	r := round{kind: w.Kind, strength: w.Strength}
	if w.Kind == shellHEAT {
		r.template = w.Template
	}
	return r
}

// loads returns the round to fire: the one named or, by default, AP at vehicles and HE at men if the gun has it (MB-D12).
func (w *Weapon) loads(smoke int, shell string, atVehicle bool) (round, bool) {
	all := w.rounds(smoke)
	want := shell
	if want == "" && w.Class == "gun" {
		if want = shellHE; atVehicle && w.Strength > 0 || w.HE == 0 {
			want = shellAP
		}
	}
	return table.Find(all, func(r *round) bool { return r.kind == want || w.Class != "gun" && (want == "" || want == r.kind) })
}

// shooters lists the weapons that a unit may fire directly: each working weapon of a vehicle, the piece, or each weapon of
// each man. A man with two weapons has two shooters and fires one of them.
func (g *Game) shooters(u *Unit) []shooter {
	var out []shooter
	switch {
	case u.vehicle():
		for i, a := range u.Tank.Arms {
			if u.Profile.BS-a.Lost > 0 { // MB-24c
				out = append(out, shooter{u.ID, -1, i, a.Weapon})
			}
		}
	case u.piece():
		if w := g.pieceWeapon(u); !w.indirectOnly() && !u.Piece.Alone && u.alive() > 0 {
			out = append(out, shooter{u.ID, -1, -1, w.ID})
		}
	case u.foot():
		for _, i := range u.living() {
			f := &u.Figures[i]
			for _, id := range append([]string{f.Weapon}, f.Also...) {
				if w := g.weapon(id); w.Range > 0 && !w.indirectOnly() {
					out = append(out, shooter{u.ID, i, -1, id})
				}
			}
		}
	}
	return out
}

// label returns the name of a shooter in orders: main, coaxial, bow, rear, aa, or the man's weapon.
func (g *Game) label(s shooter) string {
	if s.arm < 0 {
		return s.weapon
	}
	a := g.unit(s.unit).Tank.Arms
	if g.mainArm(g.unit(s.unit)) == s.arm {
		return "main"
	}
	m := a[s.arm].Mount
	n := 0
	for i := range s.arm + 1 {
		if a[i].Mount == m && i != g.mainArm(g.unit(s.unit)) {
			n++
		}
	}
	if n > 1 {
		return m + "-" + strconv.Itoa(n)
	}
	return m
}

// mainArm returns the index of a vehicle's main weapon, which is its gun or else its first weapon; -1 if it has none.
func (g *Game) mainArm(u *Unit) int {
	for i, a := range u.Tank.Arms {
		if g.weapon(a.Weapon).Class == "gun" {
			return i
		}
	}
	if len(u.Tank.Arms) > 0 {
		return 0
	}
	return -1
}

// named reports whether the words after "with" in an order refer to a shooter.
func (g *Game) named(s shooter, with []string) bool {
	if len(with) == 0 || slices.Contains(with, "all") {
		return true
	}
	w := g.weapon(s.weapon)
	for _, word := range with {
		switch {
		case word == s.weapon, word == g.label(s):
			return true
		case word == "mg" && (w.ID == "vehicle_mg" || w.Class == "tripod" || w.OwnTarget && w.Class == "auto"):
			return true
		case word == "rifles" && s.arm < 0 && !w.OwnTarget:
			return true
		case word == "gun" && w.Class == "gun":
			return true
		}
	}
	return false
}

// exhausted reports whether a shooter has fired this turn, or its man has fired another weapon.
func (g *Game) exhausted(s shooter) bool {
	u := g.unit(s.unit)
	switch {
	case s.arm >= 0:
		return u.Tank.Arms[s.arm].Used
	case s.figure >= 0:
		return u.Figures[s.figure].Shot
	}
	return u.Did.Fired
}

// bandOf returns the band of a range: short up to half of the weapon's range, long up to all of it, extreme up to double
// (MB-6.1d, MB-6.1e), and "" beyond.
func (g *Game) bandOf(w *Weapon, tenths int) string {
	switch reach := inches(w.Range); {
	case 2*tenths <= reach:
		return "short"
	case tenths <= reach:
		return "long"
	case tenths <= g.constants().ExtremeTimes.Value*reach: // MB-6.3b, MB-R10
		return "extreme"
	}
	return ""
}
