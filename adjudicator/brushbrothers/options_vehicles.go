package brushbrothers

import "slices"

// machinePlans lists plans for a vehicle: what a player could write with sense.
func (k *Game) machinePlans(u *Group) []string {
	out := []string{"hold", "fire priority times 3", "search; fire priority | if_fail: hold"}
	if !u.Immobile {
		for _, n := range k.net.grid.Neighbours(u.Sector) {
			if k.mayDrive(u, u.Sector, n) == nil && k.roomFor(u, n) {
				out = append(out, "move "+n, "move "+n+" face "+k.net.grid.Directions()[0]+"; fire priority | if_fail: hold")
			}
		}
		for _, o := range k.Objectives {
			if o.Place == "" || o.Place == u.Sector {
				continue
			}
			if way, r := k.roads(u, []string{o.Place}); r == nil {
				out = append(out, "move "+o.Place, "fire priority; move "+o.Place+" | if_fail: move "+way[0])
			}
		}
		for _, d := range k.net.grid.Directions() {
			if d != u.Facing {
				out = append(out, "turn "+d+"; fire priority")
			}
		}
	}
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if len(k.reach(u, h)) > 0 {
			out = append(out, "fire "+e+" times 2 | if_fail: fire "+e, "fire "+e+" claim harmless; fire priority")
		}
		if way, r := k.roads(u, []string{h.Sector}); !u.Immobile && !h.vehicle() && r == nil && len(way) <= 2 { // run at them
			out = append(out, "move "+h.Sector)
			for _, n := range k.net.grid.Neighbours(h.Sector) {
				if k.distance(u.Sector, n) > k.distance(u.Sector, h.Sector) && k.mayDrive(u, h.Sector, n) == nil {
					out = append(out, "move "+h.Sector+" "+n)
				}
			}
		}
	}
	return out
}

// aidPlans are plans that vehicles, guns, mounts and supports bring to men on foot.
func (k *Game) aidPlans(u *Group) []string {
	var out []string
	if u.Aboard != "" {
		for _, p := range k.exits(u) {
			out = append(out, "disembark "+p, "disembark "+p+"; fire priority | if_fail: disembark "+p)
		}
		if k.gun(u) {
			out = append(out, "setup; fire priority")
		}
	}
	for i := range k.Groups {
		o := &k.Groups[i]
		switch {
		case o.Side == u.Side && o.vehicle() && u.Aboard == "" && k.mayEmbark(u, o.ID) == nil:
			out = append(out, "embark "+o.ID)
		case o.Side != u.Side && o.vehicle() && u.Aboard == "" && k.near(u.Sector, o.Sector):
			out = append(out, "grenades "+o.name(), "fire "+o.name()+"; grenades "+o.Sector)
		}
	}
	if u.Mounted {
		out = append(out, "dismount; fire priority", "dismount")
	} else if u.Mounts {
		out = append(out, "mount")
	}
	if k.gun(u) {
		for _, d := range k.net.grid.Directions() {
			if d != u.Facing {
				out = append(out, "turn "+d+"; fire priority")
			}
		}
		if !u.Bases[0].Ready {
			out = append(out, "setup; fire priority")
		}
	}
	return append(out, k.supportPlans(u)...)
}

// supportPlans ask for what the chief's side still has: artillery at enemies in sight, aircraft over them.
func (k *Game) supportPlans(u *Group) []string {
	if u.Kind != "chief" {
		return nil
	}
	var out []string
	columns, _ := k.net.grid.Size()
	for _, h := range k.camp(u.Side).Supports {
		row, _ := k.doc.support(h.ID)
		for _, e := range k.enemies(u.Side) {
			at := k.group(e).Sector
			if row.Kind == "artillery" {
				if k.clear(k.eyeOf(u), k.ground(at)) && k.distance(u.Sector, at) > 2 {
					out = append(out, "support "+h.ID+" at "+at+" tries 3; watch")
				}
				continue
			}
			if _, y, ok := k.net.column(at); ok {
				out = append(out, "support "+h.ID+" from A"+ordinal(y+1)+" to "+string(rune('A'+columns-1))+ordinal(y+1)+" tries 2")
			}
		}
	}
	return out
}

// senseMachine is the sensible bot's plan for a vehicle, and its place in the queue.
func (k *Game) senseMachine(u *Group, pick func(n int) int) (string, int) {
	inRange, near := false, false
	for _, e := range k.enemies(u.Side) {
		if h := k.group(e); len(k.reach(u, h)) > 0 {
			inRange, near = true, near || k.distance(u.Sector, h.Sector) <= effective
		}
	}
	goal := ""
	if !u.Immobile && !k.keeps(u) {
		goal = k.driveGoal(u)
	}
	if inRange && (goal == "" || near && pick(3) > 0) {
		return "fire priority times 3 | if_fail: fire priority", 1
	}
	if !u.Immobile {
		if goal != "" {
			return "move " + goal + "; fire priority | if_fail: fire priority; move " + goal, 2
		}
		for _, e := range k.enemies(u.Side) { // nothing to take: face somebody
			if d := k.toward(u.Sector, k.group(e).Sector); d != "" && d != u.Facing {
				return "turn " + d + "; fire priority times 2 | if_fail: fire priority", 3
			}
		}
	}
	return "fire priority times 3 | if_fail: fire priority", 4
}

// driveGoal is the nearest objective that its side wants and that a vehicle can reach and find room in.
func (k *Game) driveGoal(u *Group) string {
	best := ""
	for _, o := range k.Objectives {
		if !k.wants(u.Side, o) || o.Place == u.Sector || !k.roomFor(u, o.Place) {
			continue
		}
		if h := k.holds(o.Place); h != "" && h != u.Side {
			continue
		}
		if _, r := k.roads(u, []string{o.Place}); r == nil && (best == "" || k.distance(u.Sector, o.Place) < k.distance(u.Sector, best)) {
			best = o.Place
		}
	}
	return best
}

// senseAid is the sensible bot's plan where vehicles, guns or supports decide it; "" leaves it to the usual sense.
func (k *Game) senseAid(u *Group, pick func(n int) int) (string, int) {
	if u.Aboard != "" {
		for _, e := range k.enemies(u.Side) {
			if k.distance(u.Sector, k.group(e).Sector) <= 4 {
				return "disembark; fire priority | if_fail: disembark", 1
			}
		}
		if slices.ContainsFunc(k.Objectives, func(o Objective) bool { return k.near(u.Sector, o.Place) && o.Holder != u.Side }) {
			return "disembark", 1
		}
		return "hold", 5
	}
	for _, e := range k.enemies(u.Side) {
		if h := k.group(e); h.vehicle() && k.near(u.Sector, h.Sector) && !u.nailed() && !k.gun(u) && len(u.Bases) > 1 && !u.Mounted {
			if k.row(h).Armoured && len(k.reach(u, h)) == 0 {
				return "grenades " + e + " | if_fail: hold", 0
			}
		}
	}
	if plans := k.supportPlans(u); len(plans) > 0 && pick(2) == 0 {
		return plans[pick(len(plans))], 0
	}
	if k.gun(u) {
		for _, e := range k.enemies(u.Side) {
			if len(k.reach(u, k.group(e))) > 0 {
				return "fire priority times 3 | if_fail: fire priority", 1
			}
		}
		for _, e := range k.enemies(u.Side) {
			h := k.group(e)
			if d := k.toward(u.Sector, h.Sector); k.sees(u, h) && (d != u.Facing || !u.Bases[0].Ready) {
				return "turn " + d + "; fire priority times 2 | if_fail: turn " + d, 1
			}
		}
		return "watch", 4
	}
	if u.Mounted {
		for _, e := range k.enemies(u.Side) {
			if k.distance(u.Sector, k.group(e).Sector) <= 6 {
				return "dismount; fire priority | if_fail: dismount", 1
			}
		}
	}
	return "", 0
}
