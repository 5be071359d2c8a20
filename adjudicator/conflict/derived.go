package conflict

import "fieldpost/adjudicator/table"

// derived are the keys that the state has besides those of the position: counts in place of piles, what follows from the
// map, and the current costs and values of each unit.
type derived struct {
	FootPile int           `key:"foot_pile"`
	Vehicles int           `key:"vehicle_pile"`
	Deck     int           `key:"deck"`
	Smoke    []Cloud       `key:"smoke"` // the sum in each hex
	Papers   derivedPapers `key:"papers" part:"yes"`
	Units    []derivedUnit `key:"units" part:"yes"`
}

type derivedPapers struct {
	Hex string `key:"hex"` // where they are, even if a unit carries them
}

type derivedUnit struct {
	Unit  string   `key:"unit"`
	Hex   string   `key:"hex"`
	Fire  int      `key:"fire"`
	Move  int      `key:"move"`
	Red   int      `key:"red"`
	Blue  int      `key:"blue"`
	Range int      `key:"range"`
	Flank int      `key:"flank"`
	Front int      `key:"front"`
	Rally int      `key:"rally"` // number of its hit counter
	Load  []string `key:"load"`
}

func derive(k *Game) any {
	d := &derived{FootPile: len(k.FootPile), Vehicles: len(k.VehiclePile), Deck: len(k.Deck), Papers: derivedPapers{k.papersAt()}}
	for u := range table.All(k.Units) {
		red, _ := k.firepower(u, false)
		blue, _ := k.firepower(u, true)
		d.Units = append(d.Units, derivedUnit{Unit: u.name(), Hex: u.Hex, Fire: k.fireCost(u, false).Total(), Move: k.moveCost(u).Total(), Red: red.Total(), Blue: blue.Total(),
			Range: k.reach(u), Flank: k.resistance(u, true).Total(), Front: k.resistance(u, false).Total(), Rally: k.hit(u).Rally, Load: k.load(u.name())})
	}
	for _, hex := range k.net.Places() {
		if n := k.smoke(hex); n > 0 {
			d.Smoke = append(d.Smoke, Cloud{hex, n})
		}
	}
	return d
}
