package brushbrothers

import (
	"fmt"
	"slices"
	"strings"
)

// machine checks a line of a list that is a vehicle (BB-9, BB-10.1), and reports whether it is one. Of other lines it checks
// what stands between them and vehicles: who carries them, their mounts, guns.
func (c *checker) machine(path string, g GC, chiefs []string) bool {
	if g.Vehicle == "" {
		c.footOf(path, g)
		return false
	}
	v, ok := c.d.Vehicle(g.Vehicle)
	switch {
	case !ok:
		c.flaw(path+".vehicle", "no vehicle is called %q (BB-12)", g.Vehicle)
		return true
	case g.Kind != "vehicle" && g.Kind != "chief":
		c.flaw(path+".kind", "%s is a %s; a vehicle is one, or a chief (BB-10.1)", g.ID, g.Kind)
	case len(g.Bases) > 0:
		c.flaw(path+".bases", "a vehicle has no bases (BB-9.2)")
	case g.Mounts:
		c.flaw(path+".mounts", "vehicles do not ride (BB-R42)")
	case g.Aboard != "":
		c.flaw(path+".aboard", "no vehicle carries another (BB-13)")
	}
	switch {
	case g.Kind == "chief" && g.Chief != "":
		c.flaw(path+".chief", "a chief has no chief")
	case g.Chief != "" && !slices.Contains(chiefs, g.Chief):
		c.flaw(path+".chief", "no chief of this list is called %q", g.Chief)
	case g.Kind != "chief" && g.Chief == "" && len(chiefs) > 1:
		c.flaw(path, "chief is missing: the list has %s", strings.Join(chiefs, " and "))
	}
	if (g.Kind == "chief") != slices.Contains(g.Surcharges, "chief") {
		c.flaw(path+".surcharges", "the surcharge chief belongs to chiefs and to them alone (BB-A1.6b)")
	}
	for _, s := range g.Surcharges {
		if s != "chief" && s != "nco" {
			c.flaw(path+".surcharges", "%q is no surcharge of vehicles (BB-A1.6d)", s)
		}
	}
	if cost := c.d.Cost(g); cost != g.Cost {
		c.flaw(path+".cost", "%s, a %s of %d points, costs %d points by BB-A1.6, not %d", g.ID, v.ID, v.Cost, cost, g.Cost)
	}
	return true
}

// footOf checks what a line of men on foot has to do with sections 13 and 14.
func (c *checker) footOf(path string, g GC) {
	if g.Kind == "vehicle" {
		c.flaw(path+".vehicle", "vehicle is missing: the id of its row (BB-12)")
	}
	if g.Quality == "" && g.Kind != "vehicle" {
		c.flaw(path+".quality", "quality is missing (BB-1.3c)")
	}
	if len(g.Bases) == 0 && g.Kind != "vehicle" {
		c.flaw(path+".bases", "bases are missing (BB-1.3a)")
	}
	if g.Leader != "" {
		c.flaw(path+".leader", "only vehicles have a vehicle group leader (BB-R65)")
	}
	guns := 0
	for _, b := range g.Bases {
		if w, _ := c.d.Weapon(b.Weapon); w.Gun {
			guns++
		}
	}
	if guns > 0 && (guns != len(g.Bases) || guns > 1) || (g.Kind == "gun") != (guns > 0) {
		c.flaw(path+".kind", "a gun is a GC of the kind gun, of one base (BB-R29)")
	}
}

// companies checks what the lines of a list have to do with one another: leaders of vehicles, and who is carried.
func (c *checker) companies(path string, f Force) {
	find := func(id string) (GC, bool) {
		i := slices.IndexFunc(f.GCs, func(g GC) bool { return g.ID == id })
		if i < 0 {
			return GC{}, false
		}
		return f.GCs[i], true
	}
	for i, g := range f.GCs {
		at := fmt.Sprintf("%s.gcs[%d]", path, i)
		if l, ok := find(g.Leader); g.Leader != "" && (!ok || l.Vehicle == "" || !slices.Contains(l.Surcharges, "nco")) {
			c.flaw(at+".leader", "%q is no vehicle group leader of this list (BB-10.1)", g.Leader)
		}
		if g.Aboard == "" {
			continue
		}
		v, _ := find(g.Aboard)
		row, ok := c.d.Vehicle(v.Vehicle)
		if !ok {
			c.flaw(at+".aboard", "%q is no vehicle of this list", g.Aboard)
			continue
		}
		load := 0
		for _, o := range f.GCs {
			if o.Aboard == g.Aboard && o.Kind != "gun" {
				load += len(o.Bases)
			}
		}
		if load > row.Carries || g.Kind == "gun" && !row.Tows {
			c.flaw(at+".aboard", "%s carries %d bases (BB-13.1)", g.Aboard, row.Carries)
		}
		if g.Column != v.Column || max(g.Depth, 1) != max(v.Depth, 1) {
			c.flaw(at+".column", "%s is aboard %s and starts where it starts", g.ID, g.Aboard)
		}
	}
}

// vehicles checks the rows of vehicles and guns and their charts.
func (c *checker) vehicles() {
	d := c.d
	for i, v := range d.Vehicles {
		path := fmt.Sprintf("vehicles[%d]", i)
		if amount(d.Tables.Vehicles.Sizes, v.Size) == 0 {
			c.flaw("tables.vehicles.sizes", "size %s of %s is missing (BB-9.4)", v.Size, v.ID)
		}
		if amount(d.Tables.Vehicles.Moves, v.Mobility) == 0 {
			c.flaw("tables.vehicles.moves", "mobility %s of %s is missing (BB-10.5)", v.Mobility, v.ID)
		}
		if v.Range == 0 && v.Front+v.Rear > 0 {
			c.flaw(path+".range", "%s has dice but no range (BB-11.4)", v.ID)
		}
	}
	for i, p := range d.Periods {
		for j, g := range p.Guns {
			if _, ok := d.GunModel(g.ID); !ok {
				c.flaw(fmt.Sprintf("periods[%d].guns[%d].id", i, j), "no gun is called %q (BB-14.3)", g.ID)
			}
		}
	}
	for i, g := range d.Guns {
		if w, ok := d.Weapon(g.Weapon); !ok || !w.Gun {
			c.flaw(fmt.Sprintf("guns[%d].weapon", i), "%q is no gun (BB-14.3)", g.Weapon)
		}
	}
}
