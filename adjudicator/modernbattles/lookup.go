package modernbattles

// Lookups in the data by id; they return false if nothing has that id.

func find[T any](list []T, id func(*T) string, want string) (T, bool) {
	for i := range list {
		if id(&list[i]) == want {
			return list[i], true
		}
	}
	var none T
	return none, false
}

// baseOf returns the base of a type of vehicle, by the name that it has in a unit of the army lists or by its own.
func (d *Document) baseOf(kind string) string {
	for i := range d.Units {
		if d.Units[i].ID == kind {
			kind = d.Units[i].Vehicle
			break
		}
	}
	for i := range d.Vehicles {
		if d.Vehicles[i].ID == kind {
			return d.Vehicles[i].Base
		}
	}
	return ""
}

// Weapon returns a weapon.
func (d *Document) Weapon(id string) (Weapon, bool) {
	return find(d.Weapons, func(w *Weapon) string { return w.ID }, id)
}

// Vehicle returns a vehicle.
func (d *Document) Vehicle(id string) (VehicleType, bool) {
	return find(d.Vehicles, func(v *VehicleType) string { return v.ID }, id)
}

// Profile returns a profile of men.
func (d *Document) Profile(id string) (Profile, bool) {
	return find(d.Profiles, func(p *Profile) string { return p.ID }, id)
}

// Unit returns an entry of the army lists.
func (d *Document) Unit(id string) (UnitType, bool) {
	return find(d.Units, func(u *UnitType) string { return u.ID }, id)
}

// Ground returns a kind of terrain.
func (d *Document) Ground(id string) (TerrainType, bool) {
	return find(d.Terrain, func(t *TerrainType) string { return t.ID }, id)
}

// Drive returns a kind of running gear.
func (d *Document) Drive(id string) (Drive, bool) {
	return find(d.Drives, func(t *Drive) string { return t.ID }, id)
}

// Base returns a base.
func (d *Document) Base(id string) (Base, bool) {
	return find(d.Bases, func(b *Base) string { return b.ID }, id)
}

// List returns an army list.
func (d *Document) List(id string) (List, bool) {
	return find(d.Lists, func(l *List) string { return l.ID }, id)
}

// side returns a side of the scenario by its seat.
func (d *Document) side(seat string) (Side, bool) {
	return find(d.Scenario.Sides, func(s *Side) string { return s.ID }, seat)
}
