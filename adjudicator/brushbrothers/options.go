package brushbrothers

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

func upper(s string) string { return strings.ToUpper(s) }

// activations proposes lines for each GC that is still to be activated: what a player could write with sense. All are
// parsed and checked like his.
func activations(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range k.Groups {
			u := &k.Groups[i]
			if u.Side != s || u.Activated || u.Sector == "" {
				continue
			}
			for _, plan := range k.plans(u) {
				if !yield(u.ID + ": " + plan) {
					return
				}
			}
		}
	}
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
	for _, n := range k.net.grid.Neighbours(u.Sector) {
		if _, r := k.wayTo(u, n); r == nil {
			out = append(out, "move "+n, "move "+n+"; fire priority | if_fail: hold")
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
			out = append(out, "fire "+e+"; fire "+e+" claim harmless", "fire "+e+" times 2 | if_fail: fire "+e)
		}
	}
	out = append(out, k.extras(u)...)
	out = append(out, k.aidPlans(u)...)
	return append(out, "watch", "hold", "fire priority times 3", "search; watch")
}

// extras are plans for what only some GCs can do.
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

// lastWeapon names the last base of a group by its number.
func (u *Group) lastWeapon() string { return ordinal(u.Bases[len(u.Bases)-1].ID) }

// reach lists the bases of a group that could hit an enemy from where they are.
func (k *Game) reach(u, h *Group) []int {
	var out []int
	for i := range u.Bases {
		if _, r := k.aim(u, u.Bases[i].ID, "", h, true); r == nil {
			out = append(out, u.Bases[i].ID)
		}
	}
	return out
}

func forceOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	var out []string
	for _, f := range k.choices(s) {
		out = append(out, "force "+f)
	}
	return slices.Values(out)
}

// placeOptions proposes rows of sectors for the tokens.
func placeOptions(k *Game, _ table.Seat, _ string) iter.Seq[string] {
	var may []string
	for _, p := range k.net.places {
		if k.mayBear(p) == nil {
			may = append(may, p)
		}
	}
	var out []string
	apart := max(1, len(may)/7)
	for i := range may {
		if i%3 == 0 && i+2*apart < len(may) {
			out = append(out, "place "+may[i]+" "+may[i+apart]+" "+may[i+2*apart])
		}
	}
	return slices.Values(out)
}

func deployOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range k.Groups {
			u := &k.Groups[i]
			if u.Side != s {
				continue
			}
			for _, p := range k.net.places {
				if k.mayDeploy(s, u.ID, p, "") == nil && !yield("deploy "+u.ID+" at "+p) {
					return
				}
			}
		}
	}
}
