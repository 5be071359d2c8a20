package brushbrothers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// prospects returns what the GCs of a side can do in a phase. What it says of chances supposes that the position is still the same when the
// GC's token is drawn, and that quality which is not known is standard.
func prospects(k *Game, s table.Seat, phase string) (out []table.Prospect) {
	if phase == "forces" {
		out = k.traitProspects(s)
	}
	if phase == "deploy" && k.Number == 0 {
		out = append(out, k.edgeProspects(s)...)
		k = k.atEdge(s)
	}
	if (phase == "deploy" || phase == "reply") && k.Number == 0 {
		out = append(out, k.supportProspects(s)...)
	}
	manned, to := map[string]int{}, bound{map[string]int{}, map[string]bool{}}
	for u := range table.All(k.Groups) {
		if u.Side != s {
			continue
		}
		switch {
		case phase != "activate" && k.Number == 0:
			out = append(out, k.posts(u, manned)...)
		case phase == "activate" && k.Number > 0 && !u.Activated && u.Sector != "":
			out = append(out, k.divided(u, k.survey(u).all(), to)...)
		}
	}
	return out
}

// bound is where the GCs of a side are bound for by the best of what has been proposed to them.
type bound struct {
	bases map[string]int  // who comes to a sector
	taken map[string]bool // objectives to which a GC is on its way
}

// divided has a side's GCs go different ways. Where a sector would be full if those before a GC got there first (BB-1.4a), its moves say so, and an
// objective without a known enemy that one is on its way to needs no second as long as there is another. It binds the GC's own best.
func (k *Game) divided(u *Group, list []table.Prospect, b bound) []table.Prospect {
	best, goal, aim := 0, "", ""
	for i, p := range list {
		end, what := said(p, "to"), said(p, "what")
		if end != "" && end != u.Sector && b.bases[end] > 0 && k.room(u.Side, end)-b.bases[end] < k.size(u) {
			list[i].Says.Args = append(slices.Clone(p.Says.Args), table.A("crowded", true))
			list[i].Worth -= 250
		}
		if b.taken[what] && k.holds(said(p, "at")) != k.other(u.Side) {
			list[i].Worth -= 250
		}
		if list[i].Worth > best {
			best, goal, aim = list[i].Worth, end, what
		}
	}
	if goal != "" && goal != u.Sector {
		b.bases[goal] += k.size(u)
	}
	if slices.ContainsFunc(k.Objectives, func(o Objective) bool { return o.ID == aim }) {
		b.taken[aim] = true
	}
	return list
}

// said returns a text among what a prospect says, or "".
func said(p table.Prospect, name string) string {
	at := slices.IndexFunc(p.Says.Args, func(a table.FactArg) bool { return a.Name == name })
	if at < 0 {
		return ""
	}
	text, _ := p.Says.Args[at].Value.(string)
	return text
}

// survey looks at what one GC can do: won is the position after its activation test has succeeded, lost after it has failed.
type survey struct {
	*Game
	u         *Group
	won, lost *Game
	passes    odds
	out       []table.Prospect
}

func (k *Game) survey(u *Group) *survey {
	after := func(success bool) *Game {
		g := *k
		g.Active = Active{Group: u.ID, Side: u.Side, Success: success, Dazed: u.Stunned}
		return &g
	}
	return &survey{Game: k, u: u, won: after(true), lost: after(false), passes: k.activates(u)}
}

// add notes a prospect. Where the token of the GC has not been drawn yet, others act before it: then its chances are told as what they would
// be in the present position, and not as those of the turn.
func (v *survey) add(p table.Prospect, worth int, line string) {
	p.Unit, p.Worth, p.Line = v.u.ID, worth, v.u.ID+": "+line
	if v.Token != v.u.Side && len(p.Chance) > 0 {
		if first := p.Chance[0]; first.Result == "odds.arrives" && first.Num == first.Den {
			p.Chance = nil
			v.out = append(v.out, p)
			return
		}
		first := p.Chance[0]
		args := append(p.Says.Args, table.A("says", p.Says.Key), table.A("result", first.Result), table.A("percent", percent(first)))
		key := "prospect.odds"
		if len(p.Chance) > 1 {
			key, args = "prospect.odds-two", append(args, table.A("second", p.Chance[1].Result), table.A("seconds", percent(p.Chance[1])))
		}
		p.Says, p.Chance = table.Say(key, p.Says.Rule, args...), nil
	}
	v.out = append(v.out, p)
}

// percent returns a chance in whole hundredths, of which only what cannot fail has all and what cannot come none.
func percent(c table.Likelihood) int {
	n := int((c.Num*200 + c.Den) / (2 * c.Den))
	switch {
	case c.Num > 0 && n == 0:
		return 1
	case c.Num < c.Den && n == 100:
		return 99
	}
	return n
}

// all lists what a GC can do.
func (v *survey) all() []table.Prospect {
	if v.u.Aboard != "" {
		v.leave()
		v.call()
		return v.out
	}
	v.recover()
	v.shoot()
	if v.u.vehicle() {
		v.drive()
	} else {
		v.storm()
		v.mine()
		v.prepare()
		v.walk()
	}
	v.call()
	v.encourage()
	return v.out
}

// times returns how often all bases of a GC can do an action one after the other in a position.
func (v *survey) times(k *Game, c cost, aim string, most int) int {
	least := most
	for i := range v.u.Bases {
		b, n := v.u.Bases[i], 0
		b.Did = slices.Clip(b.Did)
		for n < least && k.affords(v.u, &b, c, aim) == nil {
			b.spend(c)
			b.Aim, n = aim, n+1
		}
		least = n
	}
	return least
}

// otherwise puts what is done after a failed test behind a line, if that is anything else.
func otherwise(line, instead string) string {
	if instead == "" || instead == line {
		return line
	}
	return line + " | otherwise: " + instead
}

// repeated writes an action that is done n times.
func repeated(action string, n int) string {
	switch n {
	case 0:
		return "hold"
	case 1:
		return action
	}
	return action + " times " + strconv.Itoa(n)
}

// shoot finds the fires that a GC can make where it stands (BB-4.4).
func (v *survey) shoot() {
	price := v.cost(v.u, "fire", "fire")
	for _, e := range v.enemies(v.u.Side) {
		target := v.group(e)
		volley, r := v.won.volley(v.u.team(), e, "", "")
		if r != nil {
			continue
		}
		first := volley.priority || v.pressing(volley) == e
		var arms []arm
		limited, hits := false, volley.priority
		for _, id := range volley.bases {
			if a, no := v.aim(v.u, id, "", target, first); no == nil {
				arms, limited = append(arms, a), limited || a.weapon.Shots > 0
			}
			_, no := v.aim(v.u, id, "", target, false)
			hits = hits || no == nil
		}
		if len(arms) == 0 || !hits {
			continue // or it could not hit without a claim, which a standing order may forbid
		}
		most := v.doc.Tables.Points + 1
		if limited {
			most = 1
		}
		n, less := v.times(v.won, price, e, most), v.times(v.lost, price, e, most)
		if n == 0 {
			continue
		}
		v.fireAt(target, arms, first, n, less, volley.nearest)
		if first && !volley.priority { // whether the claim is made depends on standing orders
			v.out[len(v.out)-1].Chance = nil
		}
	}
}

// fireAt makes the prospect of a fire that is made n times after a success and less often after a failure.
func (v *survey) fireAt(target *Group, arms []arm, first bool, n, less int, nearest string) {
	name := target.name()
	p := table.Prospect{Target: name, Says: v.fireRemark(target, arms, first, nearest)}
	spared := func(times int) odds {
		all := sure
		for _, a := range arms {
			all = all.and(v.spares(v.u, target, a, times))
		}
		return all
	}
	harm := v.passes.and(spared(n).not()) + v.passes.not().and(spared(less).not())
	if !target.Watch { // else it fires back, and what becomes of the firer then is not in this sum (BB-3.5wb)
		p.Chance = append(p.Chance, likely("odds.harm", harm, v.u, "fire", is(name, harms...)))
		if w, ok := v.destroys(target, arms, n, less); ok && w > 0 {
			p.Chance = append(p.Chance, likely("odds.destroyed", w, v.u, "fire", is(name, "eliminated")))
		}
	}
	worth := 300 + int(600*harm/sure)
	if !first {
		worth -= 40
	}
	v.add(p, worth, otherwise(repeated("fire "+name, n), repeated("fire "+name, less)))
}

// harms are the facts that tell that a fire has had an effect.
var harms = []string{"stress", "sacrifice", "eliminated", "stunned", "immobilised"}

// destroys returns the chance that a fire destroys a vehicle; false where re-rolls or passengers make the sum another one.
func (v *survey) destroys(target *Group, arms []arm, n, less int) (odds, bool) {
	if !target.vehicle() || len(v.cargo(target)) > 0 {
		return 0, false
	}
	var dice []die
	for _, a := range arms {
		if a.indirect || a.weapon.Reroll != "none" {
			return 0, false
		}
		for range a.weapon.Dice {
			dice = append(dice, die{sixths(7 - a.need.Total()), batch{at: a.weapon.ATOnly, value: a.weapon.AT}})
		}
	}
	often := func(n int) (all []die) {
		for range n {
			all = append(all, dice...)
		}
		return all
	}
	return v.passes.and(v.wrecks(v.u, target, often(n))) + v.passes.not().and(v.wrecks(v.u, target, often(less))), true
}

// fireRemark says what a player wants to know of a fire: distance, dice, score, what saves the target, and whether it is the priority target.
func (v *survey) fireRemark(target *Group, arms []arm, first bool, nearest string) table.Remark {
	dice, best, worst := 0, 7, 0
	for _, a := range arms {
		dice += a.weapon.Dice
		best, worst = min(best, a.need.Total()), max(worst, a.need.Total())
	}
	needs := strconv.Itoa(best) + "+"
	if worst > best {
		needs += "/" + strconv.Itoa(worst) + "+"
	}
	args := []table.FactArg{table.A("ud", v.distance(v.u.Sector, target.Sector)), table.A("at", target.Sector), table.A("dice", dice), table.A("needs", needs),
		table.A("watch", target.Watch), table.A("nearest", "")}
	if !first {
		args[len(args)-1] = table.A("nearest", nearest)
	}
	b := batch{indirect: arms[0].indirect, at: arms[0].weapon.ATOnly, value: arms[0].weapon.AT}
	switch {
	case target.vehicle() && !v.row(target).Armoured:
		return table.Say("prospect.fire-soft", "BB-11.6", args...)
	case target.vehicle():
		return table.Say("prospect.fire-armour", "BB-11.5", append(args, table.A("armour", v.armourSum(target, v.u.Sector, b)))...)
	}
	cover := v.covered(target, v.u.Sector)
	if cover == "" {
		cover = "open"
	}
	return table.Say("prospect.fire", "BB-4.6", append(args, table.A("cover", cover), table.A("save", max(0, v.saveSum(v.u.name(), target.name(), v.u.Sector, b).Total())))...)
}

// recover finds how a marker may be got rid of (BB-8.3).
func (v *survey) recover() {
	u := v.u
	if u.Stress == unstressed || u.vehicle() {
		return
	}
	price := v.cost(u, "rally", "rally")
	n, less := v.times(v.won, price, "", v.doc.Tables.Points), v.times(v.lost, price, "", 1)
	if n == 0 {
		return
	}
	need := v.rallyNeed(u)
	hit := sixths(7 - need + u.BoostRally)
	p := table.Prospect{Says: table.Say("prospect.rally", "BB-8.1", table.A("stress", u.Stress), table.A("needs", need), table.A("tries", n))}
	if !u.has("fanatical") && u.BoostRally == 0 { // a free attempt or a help for the first one make it another sum
		rallied := v.passes.and(hit.not().every(n).not()) + v.passes.not().and(hit.not().every(less).not())
		tells := is(u.name(), "rally")
		p.Chance = append(p.Chance, likely("odds.rallied", rallied, u, "rally", func(f table.Fact) bool { return tells(f) && yes(f, "rallied") }))
	}
	worth := 350
	if u.nailed() {
		worth = 900
	}
	line := strings.TrimSuffix(strings.Repeat("rally; ", n), "; ")
	instead := "hold"
	if less > 0 {
		instead = "rally"
	}
	v.add(p, worth, otherwise(line, instead))
}

// rallyNeed returns the die that a GC needs to rally (BB-8.1).
func (k *Game) rallyNeed(u *Group) int {
	if u.has("close_knit") {
		return k.marker(u.Stress).Rally + k.doc.Tables.Rally.Veteran
	}
	return k.marker(u.Stress).Rally + k.doc.Tables.Rally.Of(u.Quality)
}

// storm finds the assaults that are open to a GC (BB-6.1).
func (v *survey) storm() {
	u, chart := v.u, v.doc.Tables.CloseCombat
	price := v.cost(u, "assault", "assault")
	after := v.times(v.lost, price, "", 1)
	if v.times(v.won, price, "", 1) == 0 {
		return
	}
	for _, place := range v.net.Neighbours(u.Sector) {
		if v.mayAssault(u, u.team(), place) != nil {
			continue
		}
		dice, need := 0, chart.Needed.Of(u.Quality)
		for i := range u.Bases {
			dice += v.handToHand(&u.Bases[i])
		}
		if v.terrain(place).Cover {
			need += chart.Cover
		}
		theirs, n, told, certain := v.defence(place)
		p := table.Prospect{Target: place, Says: table.Say("prospect.assault", "BB-6.2", table.A("units", v.soft(place)), table.A("dice", dice), table.A("needs", need),
			table.A("theirs", n), table.A("watch", !certain && told), table.A("unseen", !told))}
		win, lose := more(hits(dice, sixths(7-need)), theirs)
		if len(theirs) == 1 { // all are crushed: they are eliminated without a fight
			win, lose = sure, 0
		}
		able := v.passes
		if after > 0 {
			able = sure
		}
		if certain && told {
			name := u.name()
			melee := func(wins bool) func(table.Fact) bool {
				return func(f table.Fact) bool {
					return f.Text("unit") == name && (f.Kind == "cleared" && wins || f.Kind == "melee" && (f.Int("attack") > f.Int("defence")) == wins && f.Int("attack") != f.Int("defence"))
				}
			}
			p.Chance = []table.Likelihood{likely("odds.wins", able.and(win), u, "assault", melee(true))}
			if lose > 0 {
				p.Chance = append(p.Chance, likely("odds.loses", able.and(lose), u, "assault", melee(false)))
			}
		}
		worth := 150 + int(900*able.and(win)/sure) - int(400*lose/sure)
		if slices.ContainsFunc(v.Objectives, func(o Objective) bool { return o.Place == place && v.wants(u.Side, o) }) {
			worth += 150
		}
		v.add(p, worth, otherwise("assault "+place+" take", v.instead(after > 0, "assault "+place+" take")))
	}
}

// instead returns what a GC does after a failed test that stops it from doing something: the same if it may, else it fires if it can.
func (v *survey) instead(may bool, same string) string {
	if may {
		return same
	}
	if _, r := v.lost.volley(v.u.team(), "", "", ""); r == nil {
		return "fire priority"
	}
	return "hold"
}

// defence returns the chances of the hits that the men and tanks in a sector throw against an assault by the GC, and how many dice they are; whether
// all of them are seen, and whether none fires from watch before.
func (v *survey) defence(place string) (theirs []odds, dice int, told, certain bool) {
	chart := v.doc.Tables.CloseCombat
	theirs, told, certain = []odds{sure}, true, true
	men := false
	for _, name := range v.at(place) {
		d := v.group(name)
		switch {
		case d.vehicle():
			row := v.row(d)
			n := row.Rear
			if v.ahead(d, v.u.Sector) {
				n = row.Front
			}
			theirs, dice = added(theirs, hits(n, sixths(7-v.doc.Tables.Vehicles.Tank))), dice+n
			continue
		case len(d.Bases) == 0:
			told = false
		case d.Watch && !d.Activated:
			certain = false
		}
		if d.Stress == crushed {
			continue
		}
		men = true
		need, n := cmp.Or(chart.Needed.Of(d.Quality), chart.Needed.Standard), 0
		if d.Stress == pinned {
			need += chart.Pinned
		}
		for i := range d.Bases {
			n += v.handToHand(&d.Bases[i])
		}
		theirs, dice = added(theirs, hits(n, sixths(7-need))), dice+n
	}
	if !men {
		return []odds{sure}, 0, told, certain
	}
	return theirs, dice, told, certain
}
