package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// mine finds the vehicles at 1 UD that men can attack with grenades and mines (BB-11.9).
func (v *survey) mine() {
	u, chart := v.u, v.doc.Tables.Vehicles.Grenades
	price := v.cost(u, "grenades", "grenades")
	for _, e := range v.enemies(u.Side) {
		h := v.group(e)
		if !h.vehicle() || v.times(v.won, price, "", 1) == 0 {
			continue
		}
		if _, r := v.mayThrow(u, e); r != nil {
			continue
		}
		value := chart.Infantry
		if v.crew(u) {
			value = chart.Others
		}
		dice := chart.Dice * len(u.Bases)
		hit := sixths(7 - chart.Score)
		harm := v.passes.and(hit.and(v.pierces(u, h, batch{value: value})).not().every(dice).not())
		p := table.Prospect{Target: e, Says: table.Say("prospect.grenades", "BB-11.9", table.A("at", h.Sector), table.A("dice", dice), table.A("needs", chart.Score)),
			Chance: []table.Likelihood{likely("odds.harm", harm, u, "grenades", is(e, harms...))}}
		v.add(p, 250+int(600*harm/sure), otherwise("grenades "+e, v.instead(false, "")))
	}
}

// prepare finds what has to be set up, or turned, to fire at somebody who is seen (BB-3.4c, BB-14.3).
func (v *survey) prepare() {
	u := v.u
	for b := range table.All(u.Bases) {
		w, _ := v.doc.Arm(b.Base)
		for _, e := range v.enemies(u.Side) {
			h := v.group(e)
			if d := v.distance(u.Sector, h.Sector); d > w.Range || h.Aboard != "" || !v.sees(u, h) {
				continue
			}
			if w.SetUp && !b.Ready {
				v.add(table.Prospect{Target: e, Says: table.Say("prospect.set-up", "BB-3.4c", table.A("weapon", b.Weapon), table.A("target", e), table.A("at", h.Sector))}, 500, "setup; fire priority | otherwise: setup")
				return
			}
			d := v.toward(u.Sector, h.Sector)
			if w.Gun && d != "" && (!b.Ready || !v.ahead(u, h.Sector)) {
				v.add(table.Prospect{Target: e, Says: table.Say("prospect.gun", "BB-14.3a", table.A("target", e), table.A("at", h.Sector))}, 500, "turn "+d+"; fire "+e+" | otherwise: turn "+d)
				return
			}
		}
	}
	if u.Mounted {
		v.add(table.Prospect{Says: table.Say("prospect.dismount", "BB-R42")}, 240, "dismount")
	}
}

// leave finds where men who are carried may get off (BB-3.4f).
func (v *survey) leave() {
	u := v.u
	exits := v.exits(u)
	if len(exits) == 0 {
		return
	}
	if v.gun(u) {
		w, _ := v.doc.Arm(u.Bases[0].Base)
		for _, e := range v.enemies(u.Side) {
			if h := v.group(e); v.sees(u, h) && v.distance(u.Sector, h.Sector) <= w.Range {
				v.add(table.Prospect{Target: e, Says: table.Say("prospect.gun", "BB-14.3a", table.A("target", e), table.A("at", h.Sector))}, 500, "setup; fire priority | otherwise: setup")
				return
			}
		}
		return
	}
	rank := func(p string) int {
		n := 0
		if t := v.terrain(p); t.Dense {
			n += 2
		} else if t.Cover {
			n++
		}
		if slices.ContainsFunc(v.Objectives, func(o Objective) bool { return o.Place == p && v.wants(u.Side, o) }) {
			n += 3
		}
		return n
	}
	slices.SortStableFunc(exits, func(a, b string) int { return rank(b) - rank(a) })
	if carrier := v.group(u.Aboard); carrier != nil && carrier.vehicle() && len(exits) > 0 { // it may have driven on by then
		v.add(table.Prospect{Says: table.Say("prospect.disembark-there", "BB-3.4f", table.A("carrier", u.Aboard))}, 325, "disembark")
	}
	for i, p := range exits[:min(2, len(exits))] {
		v.add(table.Prospect{Says: table.Say("prospect.disembark", "BB-3.4f", table.A("carrier", u.Aboard), table.A("ground", v.terrain(p).ID))}, 320-10*i, "disembark "+p)
	}
}

// call finds the supports that a chief can ask for (BB-A2.4d).
func (v *survey) call() {
	u := v.u
	if u.Kind != "chief" {
		return
	}
	price := v.cost(u, "support", "support")
	n, less := v.times(v.won, price, "", v.doc.Tables.Points), v.times(v.lost, price, "", 1)
	if n == 0 {
		return
	}
	failed := v.camp(u.Side).Failed
	shown := map[string]int{}
	for _, plan := range v.supportPlans(u) {
		words := strings.Fields(plan)
		row, _ := v.doc.support(words[1])
		if shown[row.ID]++; shown[row.ID] > 2 {
			continue
		}
		call := v.doc.Tables.Calls[slices.IndexFunc(v.doc.Tables.Calls, func(c Call) bool { return c.Kind == row.Kind })]
		tries := failed.Artillery
		if row.Kind == "air" {
			tries = failed.Air
		}
		in := func(times int) odds {
			none := sure
			for i := range times {
				none = none.and(sixths(7 - call.Needed + call.Repeat*(tries+i)).not())
			}
			return none.not()
		}
		granted := v.passes.and(in(n)) + v.passes.not().and(in(less))
		tells := is(u.name(), "support-request")
		line, _, _ := strings.Cut(plan, " tries")
		p := table.Prospect{Says: table.Say("prospect.support", "BB-A2.4e", table.A("support", row.ID), table.A("tries", n), table.A("dice", row.Dice), table.A("needs", v.doc.Tables.ToHit.Support)),
			Chance: []table.Likelihood{likely("odds.granted", granted, u, "support", func(f table.Fact) bool { return tells(f) && yes(f, "ok") })}}
		if row.Kind == "artillery" {
			p.Target = words[3]
		}
		tried := func(n int) string {
			if n > 1 {
				return line + " tries " + ordinal(n)
			}
			return line
		}
		instead := "hold"
		if less > 0 {
			instead = tried(less)
		}
		v.add(p, 280+int(200*granted/sure), otherwise(tried(n), instead))
	}
}

// encourage finds whom a charismatic chief can help, the isolated and the nailed first (BB-A1.4).
func (v *survey) encourage() {
	u := v.u
	if !u.Charismatic || u.Kind != "chief" {
		return
	}
	price := v.cost(u, "boost", "boost_1")
	if v.times(v.won, price, "", 1) == 0 {
		return
	}
	for o := range table.All(v.Groups) {
		if o.Side != u.Side || v.mayBoost(u, o.ID, 1, "") != nil {
			continue
		}
		worth := 220
		if o.nailed() {
			worth = 400
		}
		v.add(table.Prospect{Says: table.Say("prospect.boost", "BB-A1.4", table.A("unit", o.ID), table.A("on", boostOn(o, "")))}, worth, "boost "+o.ID+" 1")
	}
}

// posts proposes where a GC may be deployed: where it goes without an order, and the cover and the open ground that are nearest to an objective,
// another one for each GC (BB-A3.6d). Sectors that would hold a crowd with those that were proposed for the GCs before it, whose bases manned
// counts by sector, are left to those (BB-4.9c).
func (k *Game) posts(u *Group, manned map[string]int) []table.Prospect {
	if u.Aboard != "" || k.camp(u.Side).Edge == "" {
		return nil
	}
	own, goals := 0, []string(nil)
	for i := range k.Groups {
		if o := &k.Groups[i]; o.Side == u.Side && o.ID != u.ID && o.Aboard == "" {
			own++
		} else if o.ID == u.ID && o.Side == u.Side {
			break
		}
	}
	goals = append(goals, table.Pick(k.Objectives, func(o *Objective) (string, bool) { return o.Place, o.Place != "" })...)
	goal := ""
	if len(goals) > 0 {
		goal = goals[own%len(goals)]
	}
	far := func(p string) int {
		if goal == "" {
			return 0
		}
		return k.distance(p, goal)
	}
	var usual, cover, open string
	side, _ := k.doc.Side(string(u.Side))
	for _, p := range k.doc.Placings(side, k.list(u.Side)) {
		if at := k.doc.Place(p, k.camp(u.Side).Edge); p.GC == u.ID && k.mayDeploy(u.Side, u.ID, at, "") == nil {
			usual = at
		}
	}
	for _, p := range k.net.Places() {
		if k.mayDeploy(u.Side, u.ID, p, "") != nil || !u.vehicle() && manned[p] > 0 && manned[p]+len(u.Bases) >= k.doc.Tables.Crowd {
			continue
		}
		best := &open
		if k.terrain(p).Cover && !u.vehicle() {
			best = &cover
		}
		if *best == "" || far(p) < far(*best) {
			*best = p
		}
	}
	var out []table.Prospect
	for i, p := range slices.Compact([]string{cover, usual, open}) {
		if p == "" || i == 2 && p == cover {
			continue
		}
		line := "deploy " + u.ID + " at " + p
		hidden := k.terrain(p).Cover && u.Kind != "chief" && k.mayDeploy(u.Side, u.ID, p, "ambush") == nil
		if hidden {
			line += " ambush"
		}
		says := table.Say("prospect.deploy", "BB-A3.6d", table.A("ground", k.terrain(p).ID), table.A("ud", far(p)), table.A("goal", goal), table.A("hidden", hidden), table.A("usual", p == usual))
		if out = append(out, table.Prospect{Unit: u.ID, Line: line, Worth: 200 - 10*i, Says: says}); len(out) == 1 {
			manned[p] += len(u.Bases)
		}
	}
	return out
}

// traitProspects returns the characteristics that a side may choose for a list that is given instead of those that it has, with what the one does
// that is chosen (BB-A1.2).
func (k *Game) traitProspects(s table.Seat) (out []table.Prospect) {
	if k.Own || len(k.choices(s)) > 0 || !slices.Contains(k.mustering(), s) {
		return out
	}
	has := k.characteristics(s)
	for _, line := range traitOptions(k, s, "forces") {
		words := strings.Fields(line)
		if !slices.ContainsFunc(words[1:], func(id string) bool { return !slices.Contains(has, id) }) {
			continue // it would only give up what the side has without an order
		}
		chosen := words[len(words)-1]
		i := slices.IndexFunc(k.doc.Characteristics, func(c Characteristic) bool { return c.ID == chosen })
		if i < 0 {
			continue // none of them
		}
		out = append(out, table.Prospect{Line: line, Says: table.Say("trait."+chosen, k.doc.Characteristics[i].Rule, table.A("name", chosen))})
	}
	return out
}
