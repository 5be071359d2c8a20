package brushbrothers

import (
	"strings"

	"fieldpost/adjudicator/table"
)

func upper(s string) string { return strings.ToUpper(s) }

// activations proposes lines for each GC still to be activated: lines that a player might sensibly write. All are
// parsed and checked like his.
func activations(k *Game, s table.Seat, _ string) (out []string) {
	for u := range table.All(k.Groups) {
		if u.Side != s || u.Activated || u.Sector == "" {
			continue
		}
		for _, plan := range k.plans(u) {
			out = append(out, u.ID+": "+plan)
		}
	}
	return out
}

// plans lists plans for one GC.
func (k *Game) plans(u *Group) []string {
	if u.vehicle() {
		return append(k.machinePlans(u), k.supportPlans(u)...)
	}
	if u.Aboard != "" {
		return append(k.aidPlans(u), "hold", "rally")
	}
	var out []string
	if u.Stress != unstressed {
		out = append(out, "rally", "rally; rally; fire priority")
	}
	for _, n := range k.net.Neighbours(u.Sector) {
		if _, r := k.wayTo(u, n); r == nil {
			out = append(out, "move "+n, "move "+n+"; fire priority | otherwise: hold")
			if len(u.Bases) > 2 {
				out = append(out, "move "+n+" with "+u.lastWeapon()+"; fire priority with all")
			}
		}
	}
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		d := k.distance(u.Sector, h.Sector)
		if d == 1 {
			out = append(out, "assault "+h.Sector+" take", "fire "+e+"; assault "+h.Sector+" stay")
		}
		if len(k.reach(u, h)) > 0 {
			out = append(out, "fire "+e+"; fire "+e+" claim harmless", "fire "+e+" times 2 | otherwise: fire "+e)
		}
	}
	out = append(out, k.extras(u)...)
	out = append(out, k.aidPlans(u)...)
	return append(out, "watch", "hold", "fire priority times 3", "search; watch")
}

// extras lists plans for what only some GCs can do.
func (k *Game) extras(u *Group) []string {
	var out []string
	for _, b := range u.Bases {
		if w, _ := k.doc.Arm(b.Base); w.SetUp && b.Ready {
			out = append(out, "dismount")
		} else if w.SetUp {
			out = append(out, "setup; fire priority")
		}
		if w, _ := k.doc.Arm(b.Base); w.Indirect {
			for _, e := range k.enemies(u.Side) {
				out = append(out, "smoke "+k.group(e).Sector)
			}
		}
	}
	if k.terrain(u.Sector).Upper {
		out = append(out, "up", "down")
	}
	if u.Kind == "detached" {
		out = append(out, "rejoin")
	}
	if u.has("stealthy") {
		out = append(out, "ambush")
	}
	if u.Charismatic {
		for i := range k.Groups {
			if o := &k.Groups[i]; o.Side == u.Side && o.Section == u.ID && o.ID != u.ID {
				out = append(out, "boost "+o.ID+" 1", "boost "+o.ID+" 2")
			}
		}
	}
	if len(u.Bases) > 2 {
		out = append(out, "detach with "+u.lastWeapon())
	}
	return out
}

// lastWeapon returns the number of a group's last base, as orders write it.
func (u *Group) lastWeapon() string { return ordinal(u.Bases[len(u.Bases)-1].ID) }

// reach lists the bases of a group that could hit an enemy from where they are.
func (k *Game) reach(u, h *Group) []int {
	var out []int
	for i := range u.Bases {
		if k.reaches(u, u.Bases[i].ID, "", h) {
			out = append(out, u.Bases[i].ID)
		}
	}
	return out
}

func forceOptions(k *Game, s table.Seat, _ string) []string {
	return table.Lines("force %s", k.choices(s))
}

func edgeOptions(*Game, table.Seat, string) []string {
	return []string{"edge south", "edge north"}
}

// placeOptions proposes lists of sectors for the tokens.
func placeOptions(k *Game, _ table.Seat, _ string) []string {
	var may []string
	if k.doc.Scenario.Setup.Tokens != "players" {
		return may // the scenario lays them
	}
	may = append(may, table.Keep(k.net.Places(), func(p string) bool { return k.mayBear(p) == nil })...)
	var out []string
	apart := max(1, len(may)/7)
	for i := range may {
		if i%3 == 0 && i+2*apart < len(may) {
			out = append(out, "place "+may[i]+" "+may[i+apart]+" "+may[i+2*apart])
		}
	}
	return out
}

func deployOptions(k *Game, s table.Seat, _ string) (out []string) {
	for u := range table.All(k.Groups) {
		if u.Side != s {
			continue
		}
		for _, p := range k.net.Places() {
			if k.mayDeploy(s, u.ID, p, "") == nil {
				out = append(out, "deploy "+u.ID+" at "+p)
			}
		}
	}
	return out
}

// machinePlans lists plans for a vehicle: plans that a player might sensibly write.
func (k *Game) machinePlans(u *Group) []string {
	out := []string{"hold", "fire priority times 3", "search; fire priority | otherwise: hold"}
	if !u.Immobile {
		for _, n := range k.net.Neighbours(u.Sector) {
			if k.mayDrive(u, u.Sector, n) == nil && k.roomFor(u, n) {
				out = append(out, "move "+n, "move "+n+" face "+k.net.Directions()[0]+"; fire priority | otherwise: hold")
			}
		}
		for _, o := range k.Objectives {
			if o.Place == "" || o.Place == u.Sector {
				continue
			}
			if way, r := k.roads(u, []string{o.Place}); r == nil {
				out = append(out, "move "+o.Place, "fire priority; move "+o.Place+" | otherwise: move "+way[0])
			}
		}
		for _, d := range k.net.Directions() {
			if d != u.Facing {
				out = append(out, "turn "+d+"; fire priority")
			}
		}
	}
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if len(k.reach(u, h)) > 0 {
			out = append(out, "fire "+e+" times 2 | otherwise: fire "+e, "fire "+e+" claim harmless; fire priority")
		}
		if way, r := k.roads(u, []string{h.Sector}); !u.Immobile && !h.vehicle() && r == nil && len(way) <= 2 { // run at them
			out = append(out, "move "+h.Sector)
			for _, n := range k.net.Neighbours(h.Sector) {
				if k.distance(u.Sector, n) > k.distance(u.Sector, h.Sector) && k.mayDrive(u, h.Sector, n) == nil {
					out = append(out, "move "+h.Sector+" "+n)
				}
			}
		}
	}
	return out
}

// aidPlans lists the plans that vehicles, guns, mounts and supports open to men on foot.
func (k *Game) aidPlans(u *Group) []string {
	var out []string
	if u.Aboard != "" {
		for _, p := range k.exits(u) {
			out = append(out, "disembark "+p, "disembark "+p+"; fire priority | otherwise: disembark "+p)
		}
		if k.gun(u) {
			out = append(out, "setup; fire priority")
		}
	}
	for o := range table.All(k.Groups) {
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
		for _, d := range k.net.Directions() {
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

// supportPlans proposes requests for what the chief's side still has: artillery at enemies in sight, aircraft over
// them.
func (k *Game) supportPlans(u *Group) []string {
	if u.Kind != "chief" {
		return nil
	}
	var out []string
	columns, _ := k.net.Size()
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
