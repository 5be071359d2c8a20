package modernbattles

import "fieldpost/adjudicator/table"

// Lookups in the data by id; they return something empty and false if nothing has that id. What a pointer shows nobody may change.

func find[T any](list []T, id func(*T) string, want string) (*T, bool) {
	for i := range list {
		if id(&list[i]) == want {
			return &list[i], true
		}
	}
	return new(T), false
}

// shelf is what a document knows of its own data.
type shelf struct {
	weapons  table.Index[Weapon]
	vehicles table.Index[VehicleType]
	units    table.Index[UnitType]
	drives   table.Index[Drive]
	bases    table.Index[Base]
	hulls    map[string]*VehicleType // by the type of a unit: its name in the army lists, or its own
	men      *Base                   // of men who have a base each
	broadest int                     // the most by which any base can reach out from its centre
}

// survey indexes the data.
func (d *Document) survey() {
	d.shelf = shelf{
		weapons:  table.NewIndex(d.Weapons, func(w *Weapon) string { return w.ID }),
		vehicles: table.NewIndex(d.Vehicles, func(v *VehicleType) string { return v.ID }),
		units:    table.NewIndex(d.Units, func(u *UnitType) string { return u.ID }),
		drives:   table.NewIndex(d.Drives, func(t *Drive) string { return t.ID }),
		bases:    table.NewIndex(d.Bases, func(b *Base) string { return b.ID }),
	}
	d.shelf.hulls = map[string]*VehicleType{}
	for i := range d.Vehicles {
		d.shelf.hulls[d.Vehicles[i].ID] = d.shelf.vehicles.Of(d.Vehicles[i].ID)
	}
	for i := range d.Units {
		d.shelf.hulls[d.Units[i].ID] = d.shelf.vehicles.Of(d.Units[i].Vehicle)
	}
	d.shelf.men = d.shelf.bases.Of("infantry")
	for i := range d.Bases {
		d.shelf.broadest = max(d.shelf.broadest, d.Bases[i].reach())
	}
}

// Weapon returns a weapon.
func (d *Document) Weapon(id string) (*Weapon, bool) {
	return d.shelf.weapons.Find(id)
}

// Vehicle returns a vehicle.
func (d *Document) Vehicle(id string) (*VehicleType, bool) {
	return d.shelf.vehicles.Find(id)
}

// Profile returns a profile of men.
func (d *Document) Profile(id string) (Profile, bool) {
	x, ok := find(d.Profiles, func(p *Profile) string { return p.ID }, id)
	return *x, ok
}

// Unit returns an entry of the army lists.
func (d *Document) Unit(id string) (*UnitType, bool) {
	return d.shelf.units.Find(id)
}

// Ground returns a kind of terrain.
func (d *Document) Ground(id string) (TerrainType, bool) {
	x, ok := find(d.Terrain, func(t *TerrainType) string { return t.ID }, id)
	return *x, ok
}

// Drive returns a kind of running gear.
func (d *Document) Drive(id string) (*Drive, bool) {
	return d.shelf.drives.Find(id)
}

// Base returns a base.
func (d *Document) Base(id string) (*Base, bool) {
	return d.shelf.bases.Find(id)
}

// List returns an army list.
func (d *Document) List(id string) (List, bool) {
	x, ok := find(d.Lists, func(l *List) string { return l.ID }, id)
	return *x, ok
}

// side returns a side of the scenario by its seat.
func (d *Document) side(seat string) (Side, bool) {
	x, ok := find(d.Scenario.Sides, func(s *Side) string { return s.ID }, seat)
	return *x, ok
}
