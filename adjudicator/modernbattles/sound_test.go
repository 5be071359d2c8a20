package modernbattles

import (
	"cmp"
	"fmt"

	"fieldpost/adjudicator/table"
)

// sound says what is wrong with a position, if anything: a model in two places, off the table, on ground or on a base where it cannot stand, more men
// aboard or in a house than there is room for, counters that no play can make.
func (g *Game) sound() error {
	seen := map[string]bool{}
	for i := range g.Units {
		u := &g.Units[i]
		if seen[u.ID] {
			return fmt.Errorf("two units are called %s", u.ID)
		}
		seen[u.ID] = true
		if u.Out != "" {
			continue
		}
		if err := cmp.Or(g.soundCounters(u), g.soundCarriage(u), g.soundPlace(u)); err != nil {
			return err
		}
	}
	marks := map[string]bool{}
	for _, m := range g.Markers {
		if marks[m.Unit] {
			return fmt.Errorf("%s has two ambush markers", m.Unit)
		}
		marks[m.Unit] = true
	}
	for _, c := range g.Camps {
		codes := map[string]bool{}
		for _, r := range c.Registered {
			if codes[r.Code] {
				return fmt.Errorf("%s has two fires called %s", c.Seat, r.Code)
			}
			codes[r.Code] = true
		}
		if len(c.Registered) > c.May {
			return fmt.Errorf("%s has %d of %d fires", c.Seat, len(c.Registered), c.May)
		}
	}
	return nil
}

// soundCounters looks at what is counted on a unit.
func (g *Game) soundCounters(u *Unit) error {
	switch {
	case u.alive() > u.Initial:
		return fmt.Errorf("%s has %d men of %d", u.ID, u.alive(), u.Initial)
	case u.Ammo.Salvos < 0 || u.Piece.Wounds < 0 || u.Tank.Idle < 0:
		return fmt.Errorf("%s: salvos %d, wounds %d, idle %d", u.ID, u.Ammo.Salvos, u.Piece.Wounds, u.Tank.Idle)
	case u.Tank.Turret < 0 || u.Tank.Turret > 359 || u.Facing < 0 || u.Facing > 359:
		return fmt.Errorf("%s looks to %d, its turret to %d", u.ID, u.Facing, u.Tank.Turret)
	case u.Did.Fired && (u.Did.Gait == "double" || u.Did.Gait == "triple" || u.Did.Charged || u.Did.Marked || u.Did.Busy):
		return fmt.Errorf("%s has fired and %+v", u.ID, u.Did)
	case u.Did.Fired && u.Did.Called && !g.flag(u, "dedicated_radio_operator"):
		return fmt.Errorf("%s has fired and passed a mission", u.ID)
	case u.piece() && u.Did.Fired && u.moved():
		return fmt.Errorf("%s has fired and moved", u.ID)
	}
	return nil
}

// soundCarriage looks at who carries and tows whom.
func (g *Game) soundCarriage(u *Unit) error {
	if u.Aboard != "" && u.Towed != "" {
		return fmt.Errorf("%s is aboard %s and towed by %s", u.ID, u.Aboard, u.Towed)
	}
	if by := u.Aboard + u.Towed; by != "" {
		v := g.unit(by)
		switch {
		case v == nil || v.Side != u.Side || !v.vehicle() || v.Out != "" || v.Tank.Wreck || v.Tank.Inferno || v.Aboard != "":
			return fmt.Errorf("%s is carried by %s, which carries nobody", u.ID, by)
		case u.Inside != "":
			return fmt.Errorf("%s is carried by %s and in %s", u.ID, by, u.Inside)
		}
	}
	if !u.vehicle() {
		return nil
	}
	kind, _ := g.doc.Vehicle(u.vehicleType(g))
	men, tows := 0, 0
	for _, id := range g.load(u.ID) {
		if o := g.unit(id); o.Towed == u.ID {
			tows++
		} else if o.Kind != "crew" {
			men += o.alive()
		}
	}
	if men > max(kind.Transport, kind.Riders) || tows > 1 {
		return fmt.Errorf("%s carries %d men and tows %d pieces", u.ID, men, tows)
	}
	return nil
}

// soundPlace looks at where a unit stands, and on whom.
func (g *Game) soundPlace(u *Unit) error {
	if !g.on(u) || u.Kind == "crew" { // who leaves a hull that is hemmed in on all sides stands beside it all the same
		return nil
	}
	if u.Inside != "" {
		a := g.area(u.Inside)
		if a == nil || a.kind.ID != "building" || u.Storey < 0 || u.Storey > a.top-a.level-1 || g.room(u, a) < u.alive() {
			return fmt.Errorf("%s is in %s, storey %d", u.ID, u.Inside, u.Storey)
		}
		return nil
	}
	for _, i := range u.members() {
		if p := g.spotOf(u, i); g.barred(u, p) {
			return fmt.Errorf("figure %d of %s stands at %v", i, u.ID, p)
		}
	}
	for i := range g.Units {
		o := &g.Units[i]
		if o.ID == u.ID || !g.on(o) || o.Inside != "" || o.Kind == "crew" {
			continue
		}
		for _, s := range g.shapes(u) {
			for _, r := range g.shapes(o) {
				if overlap(s, r) {
					return fmt.Errorf("%s stands on %s: %v, %v", u.ID, o.ID, s.Centre, r.Centre)
				}
			}
		}
	}
	return nil
}

// lawful says what is wrong with what a player turn has made of a position, if anything: who moved farther than he may or twice, men who came back to
// life, salvos out of nothing, weapons that fired twice.
func lawful(before, after *Game, facts []table.Fact) error {
	count := func(kind, unit string, n func(table.Fact) int) int {
		sum := 0
		for _, f := range facts {
			if f.Kind == kind && said(f, "unit") == unit {
				sum += n(f)
			}
		}
		return sum
	}
	one := func(table.Fact) int { return 1 }
	for i := range before.Units {
		was := &before.Units[i]
		is := after.unit(was.ID)
		if is == nil || was.Kind == "crew" {
			continue
		}
		if m, n := before.present(was.ID), after.present(was.ID); n > m {
			return fmt.Errorf("%s had %d men and has %d", was.ID, m, n)
		}
		if is.Points != was.Points || is.Initial != was.Initial {
			return fmt.Errorf("%s was worth %d and is worth %d", was.ID, was.Points, is.Points)
		}
		if n := count("salvo", is.ID, one) + count("salvo-wild", is.ID, one); was.Ammo.Salvos-is.Ammo.Salvos != n || n > 0 && n > after.weapon(was.arm()).Fires {
			return fmt.Errorf("%s fired %d salvos: it had %d and has %d", is.ID, n, was.Ammo.Salvos, is.Ammo.Salvos)
		}
		if was.Side != before.Phasing {
			continue
		}
		if n := count("moves", is.ID, one); n > 1 {
			return fmt.Errorf("%s moved %d times", is.ID, n)
		}
		most := was.alive()
		if was.vehicle() {
			most = len(was.Tank.Arms)
		} else if was.piece() {
			most = 1
		}
		if n := count("shots", is.ID, func(f table.Fact) int { return number(f, "men") }); n > most {
			return fmt.Errorf("%d weapons of %s fired, it has %d", n, is.ID, most)
		}
		if err := lawfulMove(before, after, was, is, count("driven-over", is.ID, one)+count("pursues", is.ID, one)+count("alights", is.ID, one) > 0); err != nil {
			return err
		}
	}
	return nil
}

// lawfulMove compares where a unit and its men stood with where they are; shifted: something else than an order has put them elsewhere.
func lawfulMove(before, after *Game, was, is *Unit, shifted bool) error {
	if shifted || is.Out != "" || !before.on(was) || !after.on(is) || was.Inside+is.Inside != "" || was.State == fleeing || is.State == fleeing || is.Did.Ran || is.Did.Charged || was.Tank.Back {
		return nil
	}
	most := 0
	if is.Did.Gait != "" {
		most, _ = before.allowance(was, is.Did.Gait)
	}
	if d := span(was.At, is.At); d > most && !(was.leads() != is.leads()) {
		return fmt.Errorf("%s went %d tenths of %d: %+v", is.ID, d, most, is.Did)
	}
	if is.single() {
		return nil
	}
	for k := range is.Figures {
		if d := span(was.Figures[k].At, is.Figures[k].At); !is.Figures[k].Out && d > most {
			return fmt.Errorf("figure %d of %s went %d tenths of %d", k, is.ID, d, most)
		}
	}
	return nil
}

// said is an argument of a fact as text.
func said(f table.Fact, name string) string { return fmt.Sprint(argOf(f, name)) }

// number is an argument of a fact that counts something.
func number(f table.Fact, name string) int {
	n, _ := argOf(f, name).(int)
	return n
}

func argOf(f table.Fact, name string) any {
	for _, a := range f.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}
