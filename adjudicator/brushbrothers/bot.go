package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// bots write order text and go through parser and Check like players.
var bots = []table.Bot[*Game]{
	{Name: "random", Orders: randomBot},
	{Name: "sensible", Orders: sensibleBot},
}

// randomBot picks a legal-looking line for each GC, in a random order.
func randomBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	var out []string
	if slices.Contains(phases, "tokens") {
		var all []string
		for line := range placeOptions(k, s, "tokens") {
			all = append(all, line)
		}
		if len(all) > 0 {
			out = append(out, all[pick(len(all))])
		}
	}
	if slices.Contains(phases, "edge") || slices.Contains(phases, "side") {
		out = append(out, []string{"edge south", "edge north"}[pick(2)])
	}
	out = append(out, k.prepares(s, phases, pick)...)
	if !slices.Contains(phases, "activate") {
		return out
	}
	var ids []string
	for _, id := range k.ready(s) {
		ids = slices.Insert(ids, pick(len(ids)+1), id)
	}
	for _, id := range ids {
		plans := k.plans(k.own(s, id))
		out = append(out, id+": "+plans[pick(len(plans))])
	}
	return out
}

// sensibleBot rallies the nailed, fires at good targets, assaults the weak, takes objectives by covered ways and
// watches. Where it has a choice among equals it asks pick.
func sensibleBot(k *Game, s table.Seat, phases []string, pick func(n int) int) []string {
	if !slices.Contains(phases, "activate") {
		if slices.Contains(phases, "edge") || slices.Contains(phases, "side") {
			return []string{[]string{"edge south", "edge north"}[pick(2)]}
		}
		return nil
	}
	type choice struct {
		id, plan string
		rank     int
	}
	var all []choice
	for _, id := range k.ready(s) {
		plan, rank := k.sense(k.own(s, id), pick)
		all = append(all, choice{id, plan, rank})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.rank - b.rank })
	var out []string
	for _, c := range all {
		out = append(out, c.id+": "+c.plan)
	}
	return out
}

// sense is a plan for one GC and its place in the queue: those who can hurt go first.
func (k *Game) sense(u *Group, pick func(n int) int) (string, int) {
	if u.vehicle() {
		return k.senseMachine(u, pick)
	}
	if plan, rank := k.senseAid(u, pick); plan != "" {
		return plan, rank
	}
	if u.nailed() {
		return "rally; rally; fire priority | if_fail: hold", 3
	}
	for _, e := range k.enemies(u.Side) {
		h := k.group(e)
		if k.distance(u.Sector, h.Sector) == 1 && (h.nailed() || len(h.Bases) < len(u.Bases)) && k.mayAssault(u, u.team(), h.Sector) == nil {
			return "fire " + e + "; assault " + h.Sector + " take | if_fail: fire " + e, 0
		}
	}
	goal := k.goal(u)
	inRange := false
	for _, e := range k.enemies(u.Side) {
		inRange = inRange || len(k.reach(u, k.group(e))) > 0
	}
	if inRange && (goal == "" || pick(3) > 0) {
		return "fire priority times 2; watch | if_fail: fire priority", 1
	}
	if goal != "" {
		if way := k.shortest(u, u.Sector, goal); way != nil {
			return "move " + goal + "; fire priority | if_fail: fire priority; move " + way[0], 2
		}
	}
	if u.Stress != unstressed {
		return "rally; watch", 3
	}
	return "watch | if_fail: fire priority", 4
}

// goal is the nearest objective that the side does not hold and that no friend is nearer to.
func (k *Game) goal(u *Group) string {
	best := ""
	for _, o := range k.Objectives {
		if o.Holder == u.Side || o.Place == "" || o.Place == u.Sector || k.room(u.Side, o.Place) < len(u.Bases) {
			continue
		}
		if h := k.holds(o.Place); h != "" && h != u.Side {
			continue
		}
		if best == "" || k.distance(u.Sector, o.Place) < k.distance(u.Sector, best) {
			best = o.Place
		}
	}
	if best != "" && k.shortest(u, u.Sector, best) == nil {
		return ""
	}
	for i := range u.Bases {
		if w, _ := k.doc.Arm(u.Bases[i].Base); w.SetUp && u.Bases[i].Ready {
			return ""
		}
	}
	return best
}
