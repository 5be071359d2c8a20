package somme

// derived are the keys that the state has besides those of the position.
type derived struct {
	Campaign campaignCorrection `key:"campaign" part:"yes"`
	Front    [][2]string        `key:"front"` // hexsides along which the front runs, the German hex first
	Units    []derivedUnit      `key:"units" part:"yes"`
}

// derivedUnit is what is printed on the visible face of a counter, and where the counter is.
type derivedUnit struct {
	Name     string `key:"name"`
	Nation   string `key:"nation"`
	Kind     string `key:"kind"`
	Division string `key:"division"`

	Attack    int `key:"attack"`
	Defence   int `key:"defence"`
	Movement  int `key:"movement"`
	Morale    int `key:"morale"`
	Potential int `key:"potential"`
	Radius    int `key:"radius"`
	Left      int `key:"left"` // steps

	InRadius bool `key:"in_radius"` // in supply radius, as it would be traced now
	Zone     bool `key:"zone"`      // in an enemy zone of control
}

func derive(k *Game) any {
	d := &derived{Campaign: k.derivedCampaign()}
	fed := [2][]bool{k.supplied(german, false), k.supplied(allied, false)}
	for i := range k.Units {
		d.Units = append(d.Units, k.derivedUnit(&k.Units[i], fed))
	}
	for _, e := range k.fronts() {
		d.Front = append(d.Front, [2]string{e.A, e.B})
	}
	return d
}

func (k *Game) derivedUnit(u *Formation, fed [2][]bool) derivedUnit {
	p := k.card(u)
	d := derivedUnit{Name: p.Name, Nation: p.Nation, Kind: p.Kind, Division: p.Division, Movement: k.movementOf(u), Potential: p.Potential, Radius: p.Radius}
	if k.fights(u) {
		d.Attack, d.Defence, d.Morale, d.Left = k.attackOf(u), k.defenceOf(u), k.morale(u), max(0, k.steps(u))
	}
	if u.Hex != "" && !k.flies(u) {
		side := 0
		if u.Side == allied {
			side = 1
		}
		d.InRadius, d.Zone = k.marked(fed[side], u.Hex), k.zoc(u.Side, u.Hex, true)
	}
	return d
}
