package brushbrothers_test

import (
	"testing"

	"fieldpost/scenarios/words/wordstest"
)

// TestNamesHaveWords: all that the data name and letters show is said in both languages, and nothing is said twice.
func TestNamesHaveWords(t *testing.T) {
	books := wordstest.Books(t, "brush-brothers")
	wordstest.Once(t, "brush-brothers", "")
	d := document(t, "crossroads")
	var keys []string
	for _, w := range d.Weapons {
		keys = append(keys, "weapon."+w.ID, "weapons."+w.ID, "write."+w.ID)
	}
	for _, p := range d.Periods {
		for _, w := range p.Weapons {
			keys = append(keys, "weapon."+w.ID, "weapons."+w.ID, "write."+w.ID)
		}
	}
	for _, m := range d.Models {
		keys = append(keys, "model."+m.ID, "write."+m.ID)
	}
	for _, m := range d.Guns {
		keys = append(keys, "model."+m.ID, "write."+m.ID)
	}
	for _, c := range d.Characteristics {
		keys = append(keys, "characteristic."+c.ID, "write."+c.ID)
	}
	for _, n := range d.Nations {
		keys = append(keys, "write."+n.ID)
	}
	for _, n := range d.Troops {
		keys = append(keys, "write."+n.ID)
	}
	for _, x := range d.Terrain {
		keys = append(keys, "terrain."+x.ID)
	}
	for _, x := range d.Tables.Supports {
		keys = append(keys, "support."+x.ID, "write."+x.ID)
	}
	for _, name := range []string{"crossroads", "bench", "bridge-road"} {
		for _, f := range document(t, name).Forces {
			keys = append(keys, f.ID)
		}
	}
	for _, v := range d.Vehicles {
		keys = append(keys, "vehicle."+v.ID)
	}
	wordstest.Has(t, keys, books...)
}
