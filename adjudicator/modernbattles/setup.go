package modernbattles

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// setUp returns the position before the first step: the table and forces of the scenario.
func setUp(d *Document, opt []events.Option) *Game {
	sc := d.Scenario
	g := &Game{doc: d, Length: sc.Turns, Rhythm: "one-mail", Features: slices.Clone(sc.Features), Objectives: slices.Clone(sc.Objectives), Mines: slices.Clone(sc.Mines)}
	g.Wires, g.Radios = slices.Clone(sc.Wire), slices.Clone(sc.Radio)
	for _, s := range sc.Sides {
		c := Camp{Seat: table.Seat(s.ID), List: s.List, Edge: s.Edge, Budget: s.Points, May: s.Registered}
		for _, a := range sc.Air {
			if a.Side == s.ID {
				c.Strikes = append(c.Strikes, Raid{ID: a.ID, Kind: a.Kind, Turn: a.Turn})
			}
		}
		g.Camps = append(g.Camps, c)
	}
	for _, o := range sc.Options {
		g.choose(o.ID, o.Default)
	}
	for _, o := range opt {
		g.choose(o.Name, o.Value)
	}
	if sc.First != "" {
		g.first(table.Seat(sc.First))
	}
	g.survey()
	for _, s := range sc.Units {
		if c := g.camp(table.Seat(s.Side)); c == nil || c.Budget > 0 {
			continue
		}
		g.enlist(s)
	}
	return g
}

// first makes a seat player A.
func (g *Game) first(s table.Seat) {
	slices.SortStableFunc(g.Camps, func(a, b Camp) int {
		switch {
		case a.Seat == s && b.Seat != s:
			return -1
		case b.Seat == s && a.Seat != s:
			return 1
		}
		return 0
	})
	g.Drawn = true
}

// choose sets an option of the game (MB-D2).
func (g *Game) choose(id, value string) {
	switch id {
	case "rhythm":
		g.Rhythm = value
	case "turns":
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			g.Length = n
		}
	case "points":
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			for i := range g.Camps {
				g.Camps[i].Budget = n
			}
		}
	case "damage":
		g.optional("simplified", value == "simplified")
	default:
		if seat, ok := cutPrefix(id, "list."); ok {
			if c := g.camp(table.Seat(seat)); c != nil {
				c.List = value
			}
			return
		}
		g.optional(id, value == "yes")
	}
}

func cutPrefix(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):], true
	}
	return "", false
}

func (g *Game) optional(id string, on bool) {
	g.Optional = slices.DeleteFunc(g.Optional, func(o string) bool { return o == id })
	if on {
		g.Optional = append(g.Optional, id)
		slices.Sort(g.Optional)
	}
}

// enlist puts a unit of the scenario in its place.
func (g *Game) enlist(s Start) {
	u := g.raise(s.ID, table.Seat(s.Side), s.Unit)
	u.Kit = append(u.Kit, s.Add...)
	u.Kit = slices.DeleteFunc(slices.Clone(u.Kit), func(k string) bool { return slices.Contains(s.Drop, k) })
	if s.Civil {
		u.Kit = append(u.Kit, "civil")
	}
	slices.Sort(u.Kit)
	u.Storey, u.Hidden, u.Aboard, u.Towed = s.Storey, s.Hidden, s.Aboard, s.Towed
	u.Tank.Group, u.Tank.Prepared = s.Group, s.Prepared
	if s.Hatches != "" && u.vehicle() {
		u.Tank.Hatches = s.Hatches
	}
	formation := s.Formation
	if formation == "" && !u.single() {
		formation = "open"
	}
	if u.vehicle() {
		formation = ""
	}
	if u.battery() || u.Aboard != "" || u.Towed != "" {
		u.Facing, u.Formation = s.Facing, formation
		g.Units = append(g.Units, *u)
		return
	}
	if !g.settle(u, place(s.Anchor), s.Facing, formation, true) { // the document check has found that there is no such place
		u.At = place(s.Anchor)
		for i := range u.Figures {
			u.Figures[i].At = u.At
		}
	}
	g.prepare(u)
	g.Units = append(g.Units, *u)
}

// prepare puts a piece in a prepared position (MB-6.2d).
func (g *Game) prepare(u *Unit) {
	u.Piece.Prepared = u.piece() && slices.ContainsFunc(g.terrainAt(u.At), func(a *area) bool {
		return a.kind.ID == "prepared_position" || a.kind.ID == "bunker"
	})
}

// raise creates a unit from an entry of the lists, without a place yet.
func (g *Game) raise(id string, s table.Seat, entry string) *Unit {
	t, _ := g.doc.Unit(entry)
	u := &Unit{ID: id, Side: s, Type: entry, Kind: t.Kind, Kit: slices.Clone(t.Kit), Points: t.Points}
	u.Profile, _ = g.doc.Profile(t.Profile)
	if t.M > 0 {
		u.Profile.Move = t.M
	}
	if t.Kind == "vehicle" {
		g.crewHull(u, t)
	}
	for _, m := range t.Men {
		for range m.Count {
			u.Figures = append(u.Figures, Figure{N: len(u.Figures) + 1, Role: m.Role, Weapon: m.Weapon, Also: slices.Clone(m.Also)})
		}
	}
	u.Initial = len(u.Figures)
	if w, ok := g.doc.Weapon(t.Weapon); ok {
		u.Ammo.Salvos = w.Salvos
	}
	if u.gun() {
		u.Piece.Wounds = g.constants().GunWounds.Value
	}
	u.Off = u.battery()
	return u
}

// crewHull gives a vehicle its values, crew and weapons (MB-B18b, MB-B27).
func (g *Game) crewHull(u *Unit, t *UnitType) {
	v, _ := g.doc.Vehicle(t.Vehicle)
	crew, _ := g.doc.Profile("regular")
	u.Profile = crew
	u.Profile.ID = ""
	u.Profile.Move, u.Profile.BS, u.Profile.Initiative, u.Profile.Leadership = v.Move, v.BS, v.Initiative, v.Leadership
	for n := range v.Crew {
		u.Figures = append(u.Figures, Figure{N: n + 1, Role: "crew", Weapon: "pistol"})
	}
	hullGun := slices.Contains(v.Flags, "hull_gun")
	if v.MainGun != "" {
		mount := "turret"
		if hullGun {
			mount = "hull"
		}
		u.Tank.Arms = append(u.Tank.Arms, Arm{Weapon: v.MainGun, Mount: mount})
	}
	for _, w := range v.Turrets {
		u.Tank.Arms = append(u.Tank.Arms, Arm{Weapon: w, Mount: "turret"})
	}
	first := "coaxial"
	if v.MainGun == "" || hullGun {
		first = "aa"
	}
	for i := range v.MachineGuns {
		u.Tank.Arms = append(u.Tank.Arms, Arm{Weapon: "vehicle_mg", Mount: []string{first, "bow", "rear"}[min(i, 2)]})
	}
	u.Tank.Hatches = "open"
	for _, flag := range []string{"radio", "dedicated_radio_operator"} {
		if slices.Contains(v.Flags, flag) {
			u.Kit = append(u.Kit, flag)
		}
	}
	slices.Sort(u.Kit)
}
