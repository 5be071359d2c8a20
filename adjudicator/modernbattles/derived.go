package modernbattles

// derived holds the keys that the state has beside those of the position. Places are written as players write them, and
// things on the table are given by name and place.
type derived struct {
	Features []string      `key:"features"`
	Smokes   []spot        `key:"smokes"`
	Markers  []spot        `key:"markers"`
	Charges  []declared    `key:"charges"`
	Mines    []string      `key:"mines"` // only those shown
	Camps    []derivedCamp `key:"camps" part:"yes"`
	Units    []derivedUnit `key:"units" part:"yes"`
}

// spot is a name and a place.
type spot struct {
	Name string `key:"name"`
	At   Point  `key:"at"`
}

type derivedCamp struct {
	Held       []string `key:"held"`
	Lost       int      `key:"lost"` // points of own units that count as lost
	Registered []spot   `key:"registered"`
}

type derivedUnit struct {
	At       string   `key:"at"` // of a unit that stands on the table by itself
	Men      int      `key:"men"`
	Places   []string `key:"places"` // of the living figures, in the order of their numbers
	Numbers  []int    `key:"numbers"`
	Weapons  []string `key:"weapons"`
	Armour   []int    `key:"armour"` // front, side, rear, top
	Prepared bool     `key:"prepared"`
	Aims     []string `key:"aims"`
}

func derive(g *Game) any {
	d := &derived{}
	for i := range g.Units {
		d.Units = append(d.Units, g.derivedUnit(&g.Units[i]))
	}
	for _, c := range g.Camps {
		d.Camps = append(d.Camps, g.derivedCamp(c))
	}
	for _, f := range g.Features {
		d.Features = append(d.Features, f.ID)
	}
	for _, s := range g.Smokes {
		d.Smokes = append(d.Smokes, spot{string(s.Side), s.At})
	}
	for _, m := range g.Markers {
		d.Markers = append(d.Markers, spot{m.Unit, m.At})
	}
	for _, c := range g.Charges {
		d.Charges = append(d.Charges, declared{c.Unit, c.Target, c.Fled, []string{"", "light", "heavy"}[c.Cover.Level]})
	}
	for _, m := range g.Mines {
		if m.Shown {
			d.Mines = append(d.Mines, m.ID)
		}
	}
	return d
}

func (g *Game) derivedCamp(c Camp) derivedCamp {
	d := derivedCamp{Held: g.heldBy(c.Seat)}
	for _, r := range c.Registered {
		d.Registered = append(d.Registered, spot{r.Code, r.At})
	}
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == c.Seat && g.broken(u) {
			d.Lost += u.Points
		}
	}
	return d
}

func (g *Game) derivedUnit(u *Unit) derivedUnit {
	d := derivedUnit{Men: u.alive(), Prepared: u.Tank.Prepared || u.Piece.Prepared}
	if u.vehicle() {
		for _, zone := range zones {
			d.Armour = append(d.Armour, g.armour(u, zone))
		}
	}
	if g.on(u) {
		d.At = spotText(u.At)
	}
	for _, i := range u.living() {
		f := &u.Figures[i]
		d.Numbers = append(d.Numbers, f.N)
		d.Weapons = append(d.Weapons, f.Weapon)
		if g.on(u) && !u.single() && u.Inside == "" {
			d.Places = append(d.Places, spotText(f.At))
		}
	}
	for _, a := range u.Ammo.Aims {
		d.Aims = append(d.Aims, spotText(a.At))
	}
	return d
}
