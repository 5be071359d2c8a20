package somme

import (
	"bytes"
	"fmt"
	"slices"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

// unitCorrection holds the keys of a counter that are not fields of its position: what is printed on it. An unknown name
// adds a counter: then nation and kind are needed, steps follow from them (SO-6), and the reduced face is half, rounded
// up. A counter of the orders of battle that is not in the scenario comes with its own values.
type unitCorrection struct{ Unit }

// correctUnits takes counters off the map and changes others.
func (g *Game) correctUnits(s *position.Setting, remove []string) error {
	for _, name := range remove {
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
	var entries []*position.Setting
	err := s.Each("units", "unit", func(e *position.Setting) error {
		p, is, err := g.correctPrint(e)
		if is {
			changed = append(changed, p)
		}
		entries = append(entries, e)
		return err
	})
	if err != nil {
		return err
	}
	g.Patched.Units = append(slices.Clip(g.Patched.Units), changed...)
	g.redraw(Patched{Units: changed})
	for _, e := range entries {
		if err := g.correctUnit(e); err != nil {
			return err
		}
	}
	for u := range table.All(g.Units) {
		if !g.stoss(u) || u.Hex == "" {
			continue
		}
		if r := g.unit(u.With); r == nil || r.Hex != u.Hex || !g.regiment(r) {
			u.With = g.hostFor(u)
		}
	}
	return nil
}

// correctPrint returns what is to be printed on a counter, old or new, and whether that is a change.
func (g *Game) correctPrint(s *position.Setting) (Unit, bool, error) {
	id := s.Text("unit")
	i, known := g.net.ids[id]
	p := Unit{ID: id, Name: id, Origin: "proposed"}
	if known {
		p = g.net.units[i]
	} else if !s.Has("nation") || !s.Has("kind") {
		return p, false, fmt.Errorf("there is no counter %q: a new one needs nation and kind", id)
	}
	was := p
	if err := s.Pick(&p); err != nil {
		return p, false, err
	}
	if !s.Has("steps") {
		p.Steps = stepsOf(p, was, known)
	}
	if s.Has("attack", "defence") && !s.Has("reduced") {
		p.Reduced = []int{(p.Attack + 1) / 2, (p.Defence + 1) / 2}
	}
	form, err := position.Of(p)
	return p, !known || err == nil && !bytes.Equal(form.Append(nil, p), form.Append(nil, was)), err
}

// stepsOf is SO-6 for a counter whose kind or morale is new; otherwise it returns the printed steps.
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

// correctUnit changes the state of a counter.
func (g *Game) correctUnit(s *position.Setting) error {
	id := s.Text("unit")
	u := g.unit(id)
	if u == nil {
		g.Units = append(g.Units, Formation{ID: id, Box: off})
		u = &g.Units[len(g.Units)-1]
	}
	u.Side = g.sideOf(id)
	if at := s.Text("at"); s.Has("at") {
		if u.From, u.Box = at, ""; at == "" {
			u.Box = off
		}
	}
	if err := s.Merge(u); err != nil {
		return err
	}
	if u.Hex != "" && u.Box != "" || u.Hex == "" && u.Box == "" {
		return fmt.Errorf("%s: box %q", u.ID, u.Box)
	}
	return nil
}
