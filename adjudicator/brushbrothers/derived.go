package brushbrothers

import (
	"slices"
	"strconv"
)

// derived holds the keys that the state has in addition to those of the position.
type derived struct {
	Ground []string       `key:"ground"` // codes of ground laid or discovered, the north row first
	Sides  []derivedSide  `key:"sides" part:"yes"`
	Groups []derivedGroup `key:"groups" part:"yes"`
}

type derivedSide struct {
	Cost     int      `key:"cost"`     // of its army (BB-A1.6)
	Front    []int    `key:"front"`    // points and depth of its vanguard (BB-A2.2c)
	Supports []string `key:"supports"` // in hand: "2 field_artillery"
}

type derivedGroup struct {
	Unit    string         `key:"unit"`
	Sector  string         `key:"sector"`
	Bases   []string       `key:"bases"` // their weapons
	Stands  []derivedStand `key:"stands"`
	Boost   []int          `key:"boost"` // on its activation, on its rally
	Cost    int            `key:"cost"`
	Carries []string       `key:"carries"`     // groups that it carries or tows
	InPlace bool           `key:"in_position"` // a gun
}

type derivedStand struct {
	ID       int    `key:"id"`
	Weapon   string `key:"weapon"`
	Model    string `key:"model"`
	NCO      bool   `key:"nco"`
	Packed   bool   `key:"packed"`   // a heavy weapon that is not set up
	Target   string `key:"target"`   // registration: on what
	Attempts int    `key:"attempts"` // and how many times
	On       bool   `key:"on"`       // on target
}

func derive(k *Game) any {
	d := &derived{}
	for i := range k.Groups {
		d.Groups = append(d.Groups, k.derivedGroup(&k.Groups[i]))
	}
	for i := range k.Camps {
		d.Sides = append(d.Sides, k.derivedSide(&k.Camps[i]))
	}
	if k.wild() || k.Laid {
		d.Ground = slices.Clone(k.Map)
	}
	return d
}

func (k *Game) derivedSide(c *Camp) derivedSide {
	d := derivedSide{}
	if c.Force != "" {
		for _, gc := range k.list(c.Seat).GCs {
			d.Cost += gc.Cost
		}
	}
	if c.Score > 0 {
		d.Front = []int{k.vanguardPoints(c.Seat), k.front(c.Seat).Depth}
	}
	for _, h := range c.Supports {
		d.Supports = append(d.Supports, strconv.Itoa(h.Count)+" "+h.ID)
	}
	return d
}

func (k *Game) derivedGroup(u *Group) derivedGroup {
	d := derivedGroup{Unit: u.name(), Sector: u.Sector, InPlace: k.gun(u) && u.Bases[0].Ready}
	if u.BoostAct+u.BoostRally > 0 {
		d.Boost = []int{u.BoostAct, u.BoostRally}
	}
	for _, b := range u.Bases {
		d.Bases = append(d.Bases, b.Weapon)
		w, _ := k.doc.Arm(b.Base)
		d.Stands = append(d.Stands, derivedStand{b.ID, b.Weapon, b.Model, b.NCO, w.SetUp && !b.Ready, b.Ranging.Target, b.Ranging.Attempts, b.Ranging.On})
	}
	if u.Quality != "" {
		d.Cost = k.worth(u)
	}
	if u.vehicle() {
		for _, c := range k.cargo(u) {
			d.Carries = append(d.Carries, k.group(c).ID)
		}
	}
	return d
}

// worth returns the budget cost of a group in its present state (BB-A1.6): its bases and the surcharges it shows.
func (k *Game) worth(u *Group) int {
	gc := GC{Quality: u.Quality, Vehicle: u.Model, Mounts: u.Mounts}
	for _, b := range u.Bases {
		gc.Bases = append(gc.Bases, b.Base)
	}
	for _, x := range []struct {
		has  bool
		name string
	}{{u.Paid, "nco"}, {u.Kind == "chief", "chief"}, {u.Reco, "reco"}, {u.Charismatic, "charismatic"}} {
		if x.has {
			gc.Surcharges = append(gc.Surcharges, x.name)
		}
	}
	return k.doc.Cost(gc)
}
