package somme

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/table"
)

// UnitSetting changes a counter, or adds one where there is none of that name: then nation and kind are needed, steps
// follow from them (SO-6), and the reduced face is half, rounded up. A counter of the orders of battle that is not in the
// scenario comes with its own values.
type UnitSetting struct {
	Unit string `json:"unit"`

	Name         *string `json:"name"`
	Nation       *string `json:"nation"`
	Kind         *string `json:"kind"`
	Division     *string `json:"division"`
	Attack       *int    `json:"attack"`
	Defence      *int    `json:"defence"`
	Movement     *int    `json:"movement"`
	Morale       *int    `json:"morale"`
	Steps        *int    `json:"steps"`
	Reduced      *[]int  `json:"reduced"`
	Coordination *int    `json:"coordination"`
	Protection   *int    `json:"protection"`
	Potential    *int    `json:"potential"`
	Radius       *int    `json:"radius"`
	Baron        *bool   `json:"baron"`

	At         *string `json:"at"`  // hex; "" takes it off the map
	Box        *string `json:"box"` // off the map: waiting, destroyed, reserve, available, missions, off
	Lost       *int    `json:"lost"`
	DG         *string `json:"dg"` // disorganised, reorganising, ""
	Unsupplied *bool   `json:"unsupplied"`
	Disengage  *bool   `json:"disengage"`
	Reserve    *bool   `json:"reserve"`
	Exploit    *bool   `json:"exploit"`
	Pinned     *bool   `json:"pinned"`
	Gunless    *bool   `json:"gunless"`
	Mode       *string `json:"mode"` // offensive, counter_battery, ""
	Used       *bool   `json:"used"`
	With       *string `json:"with"` // of a Stosstruppe: its regiment
	Moved      *bool   `json:"moved"`
	Spent      *int    `json:"spent"`
	From       *string `json:"from"`
	Halted     *bool   `json:"halted"`
	Freed      *bool   `json:"freed"`
	Arrived    *bool   `json:"arrived"`
	Fights     *int    `json:"fights"` // combats of this phase
	Mission    *string `json:"mission"`
	Off        *bool   `json:"off"`
}

// setUnits takes counters off and changes others.
func (g *Game) setUnits(s Setting) error {
	for _, name := range s.Remove {
		known := false
		for i := range g.Units {
			if u := &g.Units[i]; u.ID == name || string(u.Side) == name {
				known = true
				*u = Formation{ID: u.ID, Side: u.Side, Box: off}
			}
		}
		if !known {
			return fmt.Errorf("remove: there is no %q", name)
		}
	}
	var changed []Unit
	for _, n := range s.Units {
		p, is, err := g.setValues(n)
		if err != nil {
			return err
		}
		if is {
			changed = append(changed, p)
		}
	}
	g.Patched.Units = append(slices.Clip(g.Patched.Units), changed...)
	g.redraw(Patched{Units: changed})
	for _, n := range s.Units {
		if err := g.setUnit(n); err != nil {
			return err
		}
	}
	for i := range g.Units {
		u := &g.Units[i]
		if !g.stoss(u) || u.Hex == "" {
			continue
		}
		if r := g.unit(u.With); r == nil || r.Hex != u.Hex || !g.regiment(r) {
			u.With = g.hostFor(u)
		}
	}
	return nil
}

// setValues returns what is to be printed on a counter, or on a new one, and whether that is a change.
func (g *Game) setValues(n UnitSetting) (Unit, bool, error) {
	i, known := g.net.ids[n.Unit]
	p := Unit{ID: n.Unit, Name: n.Unit, Origin: "proposed"}
	if known {
		p = g.net.units[i]
	} else if n.Nation == nil || n.Kind == nil {
		return p, false, fmt.Errorf("there is no counter %q: a new one needs nation and kind", n.Unit)
	}
	was := p
	was.Reduced = slices.Clone(p.Reduced)
	table.Assign(&p.Name, n.Name)
	table.Assign(&p.Nation, n.Nation)
	table.Assign(&p.Kind, n.Kind)
	table.Assign(&p.Division, n.Division)
	table.Assign(&p.Attack, n.Attack)
	table.Assign(&p.Defence, n.Defence)
	table.Assign(&p.Movement, n.Movement)
	table.Assign(&p.Morale, n.Morale)
	table.Assign(&p.Coordination, n.Coordination)
	table.Assign(&p.Protection, n.Protection)
	table.Assign(&p.Potential, n.Potential)
	table.Assign(&p.Radius, n.Radius)
	table.Assign(&p.Baron, n.Baron)
	p.Steps = stepsOf(p, was, known)
	table.Assign(&p.Steps, n.Steps)
	if n.Attack != nil || n.Defence != nil {
		p.Reduced = []int{(p.Attack + 1) / 2, (p.Defence + 1) / 2}
	}
	table.Assign(&p.Reduced, n.Reduced)
	same := p.Name == was.Name && p.Nation == was.Nation && p.Kind == was.Kind && p.Division == was.Division && p.Attack == was.Attack && p.Defence == was.Defence && p.Movement == was.Movement &&
		p.Morale == was.Morale && p.Coordination == was.Coordination && p.Protection == was.Protection && p.Potential == was.Potential && p.Radius == was.Radius && p.Baron == was.Baron && p.Steps == was.Steps && slices.Equal(p.Reduced, was.Reduced)
	return p, !known || !same, nil
}

// stepsOf is SO-6 for a counter whose kind or morale is new; else as printed.
func stepsOf(p, was Unit, known bool) int {
	if known && p.Kind == was.Kind && p.Morale == was.Morale && p.Nation == was.Nation {
		return was.Steps
	}
	switch p.Kind {
	case "tank", "german_tank", "stosstruppen":
		return 1 // SO-6d
	case "regiment", "brigade":
		return 2 // SO-6a
	case "division", "cavalry_division", "dismounted_cavalry_division":
		if p.Morale >= 4 || p.Nation == "american" { // SO-6c, SO-12.2.8c
			return 3
		}
		return 2 // SO-6b
	}
	return 0
}

// setUnit changes the state of a counter.
func (g *Game) setUnit(n UnitSetting) error {
	u := g.unit(n.Unit)
	if u == nil {
		g.Units = append(g.Units, Formation{ID: n.Unit, Side: g.sideOf(n.Unit), Box: off})
		u = &g.Units[len(g.Units)-1]
	}
	u.Side = g.sideOf(n.Unit)
	if n.At != nil {
		u.Hex, u.From, u.Box = *n.At, *n.At, ""
		if u.Hex == "" {
			u.Box = off
		}
	}
	table.Assign(&u.Box, n.Box)
	table.Assign(&u.Lost, n.Lost)
	table.Assign(&u.DG, n.DG)
	table.Assign(&u.Unsupplied, n.Unsupplied)
	table.Assign(&u.Disengage, n.Disengage)
	table.Assign(&u.Reserve, n.Reserve)
	table.Assign(&u.Exploit, n.Exploit)
	table.Assign(&u.Pinned, n.Pinned)
	table.Assign(&u.Gunless, n.Gunless)
	table.Assign(&u.Mode, n.Mode)
	table.Assign(&u.Used, n.Used)
	table.Assign(&u.With, n.With)
	table.Assign(&u.Moved, n.Moved)
	table.Assign(&u.Spent, n.Spent)
	table.Assign(&u.From, n.From)
	table.Assign(&u.Halted, n.Halted)
	table.Assign(&u.Freed, n.Freed)
	table.Assign(&u.Arrived, n.Arrived)
	table.Assign(&u.Fights, n.Fights)
	table.Assign(&u.Mission, n.Mission)
	table.Assign(&u.Off, n.Off)
	switch {
	case !slices.Contains([]string{"", disorganised, reorganising}, u.DG):
		return fmt.Errorf("%s: dg is disorganised or reorganising, not %q", u.ID, u.DG)
	case !slices.Contains([]string{"", offensiveMode, counterBattery}, u.Mode):
		return fmt.Errorf("%s: mode is offensive or counter_battery, not %q", u.ID, u.Mode)
	case u.Hex != "" && u.Box != "" || u.Hex == "" && !slices.Contains([]string{waiting, destroyed, inReserve, available, missions, off}, u.Box):
		return fmt.Errorf("%s: box %q", u.ID, u.Box)
	}
	return nil
}
