package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// encouraged reports whether a group is encouraged, with the rule that decides it (BB-3.1b, BB-3.1c, BB-3.6).
func (g *Game) encouraged(u *Group) (bool, string) {
	a := g.doc.Tables.Activation
	if u.Kind == "detached" {
		return false, "BB-3.6a"
	}
	if u.Kind == "chief" {
		return true, "BB-3.1b"
	}
	if u.Kind == "autonomous" && u.Paid && len(u.Bases) > 0 {
		if w, _ := g.doc.Arm(u.Bases[0].Base); w.Class == "sniper" {
			return true, "BB-3.6d"
		}
	}
	chief := g.own(u.Side, u.Section) // BB-R56: only its own
	if chief == nil || chief.Sector == "" {
		return false, "BB-3.1c"
	}
	if u.has("expert") {
		return true, "BB-A1.3e"
	}
	if u.vehicle() {
		return g.commands(u, chief)
	}
	radius, rule := g.radius(chief, a.Radius), "BB-3.1b"
	if u.Kind == "autonomous" || u.Kind == "gun" {
		radius, rule = a.Autonomous, "BB-3.6c"
		if u.Paid {
			radius = g.radius(chief, a.Paid)
		}
	}
	if g.distance(u.Sector, chief.Sector) <= radius {
		return true, rule
	}
	return false, "BB-3.1c"
}

// test rolls the activation test (BB-3.1): 3 or more when encouraged, 5 or more when isolated, the die modified by
// quality and boost. Disciplined troops that are encouraged need no die (BB-A1.3c). Only the modified value counts
// (BB-R6).
func (g *Game) test(t *table.Table, name string) bool {
	u := g.group(name)
	encouraged, rule := g.encouraged(u)
	a := g.doc.Tables.Activation
	boost := u.BoostAct
	u.BoostAct = 0
	need, status := table.Base("encouraged", a.Encouraged, rule), "encouraged"
	if !encouraged {
		need, status = table.Base("isolated", a.Isolated, rule), "isolated"
	}
	open := []table.FactArg{table.A("unit", name)}
	if encouraged && u.has("disciplined") {
		if u.hidden() {
			t.For(u.Side).Report("BB-A1.3c", "activated-automatically", open...)
		} else {
			g.inform(t, u.Side, "BB-A1.3c", "activated-automatically", open)
		}
		return true
	}
	if u.hidden() { // that there is a test, and whose it is, is the owner's secret
		t = t.For(u.Side)
	}
	die := t.Roll(u.Side, "test", 1, 6)
	score := die.Plus(u.Quality, a.Quality.Of(u.Quality), "BB-3.1d").Plus("boost", boost, "BB-A1.4b")
	ok := score.Total() >= need.Total()
	g.inform(t, u.Side, "BB-3.1", "activation", []table.FactArg{table.A("unit", name), table.A("success", ok), table.A("die", die)},
		table.A("status", status), table.A("score", score), table.A("need", need))
	return ok
}

// entry is a line of the queue, if the GC has one there.
type entry struct {
	line table.Line
	has  bool
}

// choose picks the next GC (BB-2.2, BB-D9): that of the first entry in the queue whose condition holds, else of the
// first entry still waiting, else the GC with the lowest id. When an "if" is false, only the "otherwise" part of the
// line is left.
func (g *Game) choose(t *table.Table, s table.Seat) (string, entry) {
	var waiting *table.Line
	for l := range t.Waiting(s, "activate") {
		u := g.own(s, orders.Value(l.Args, "unit"))
		if l.Verb != "activate" || u == nil || u.Activated || u.Sector == "" {
			continue
		}
		if l.Guard != "" && !t.Holds(s, l) {
			if l.Guard == "when" {
				if waiting == nil {
					waiting = &l
				}
				continue
			}
			t.For(s).Report("BB-D9", "if-false", table.A("unit", u.name()), table.A("line", int(l.Number)))
			if len(l.Otherwise) == 0 {
				t.Told(s, l)
				t.Done(s, l)
				continue
			}
			return u.name(), entry{t.Instead(s, l), true}
		}
		return u.name(), entry{l, true}
	}
	if waiting != nil {
		return g.own(s, orders.Value(waiting.Args, "unit")).name(), entry{*waiting, true}
	}
	own := g.ready(s)
	if len(own) == 0 {
		return "", entry{}
	}
	return string(s) + "." + table.Decide(t, g.askActivate(s, own)), entry{}
}

// ready lists the ids of a side's groups that have not yet been activated.
func (g *Game) ready(s table.Seat) []string {
	return table.Pick(g.Groups, func(u *Group) (string, bool) { return u.ID, u.Side == s && u.Sector != "" && !u.Activated })
}

// activate plays the drawn token: choice, test, actions, end (BB-2.2, BB-3.1 to 3.3).
func (g *Game) activate(t *table.Table) {
	s := g.Token
	g.Token, g.Before = "", s
	name, e := g.choose(t, s)
	if name == "" {
		t.Report("BB-R5", "token-set-aside", table.A("side", s))
		return
	}
	u := g.group(name)
	t = t.At(u.ID)
	if u.hidden() {
		t.For(g.other(s), "").Report("BB-2.2", "unseen-activation", table.A("side", s))
	}
	g.Active = Active{Group: u.ID, Side: s, Dazed: u.Stunned}
	u.Stunned = false // BB-R38: it lasts for this activation only
	ok := g.test(t, name)
	u = g.group(name)
	g.Active.Success = ok
	u.Outcome = "failure"
	if ok {
		u.Outcome = "success"
	}
	if e.has && !ok { // BB-D10: if_fail
		e.line = t.Instead(s, e.line)
	}
	g.perform(t, e)
	if e.has {
		t.Done(s, e.line)
	}
	g.finish(t)
}

// perform carries out a plan clause by clause and checks each when its turn comes. A clause that has become illegal is
// reported and the next one takes its place; after the last comes the default of BB-D10.
func (g *Game) perform(t *table.Table, e entry) {
	s, broken, held := g.Active.Side, !e.has, false
	name := string(s) + "." + g.Active.Group
	says := func(verb string) bool {
		return slices.ContainsFunc(e.line.Clauses, func(c table.Clause) bool { return c.Verb == verb })
	}
	if u := g.group(name); g.freeRally(u) && u.Stress == crushed && !says("rally") { // BB-D30
		_ = g.rallyOrder(t.At("free"))
	}
	for _, c := range e.line.Clauses {
		if held { // whatever follows "hold" contradicts it
			g.turnDown(t, e.line, c, refuse("held", "BB-D10", table.A("unit", g.Active.Group)))
			continue
		}
		if c.Verb == "hold" {
			held = true
			continue
		}
		if !g.anyLeft() && c.Verb != "rejoin" && c.Verb != "search" && c.Verb != "detach" && !(c.Verb == "rally" && g.canRallyFree(name)) {
			g.turnDown(t, e.line, c, g.exhausted(name))
			continue
		}
		before := g.expended()
		if r := g.carryOut(t.At(c.Verb), c); r != nil && r.Code == idleBase {
			g.cutShort(t, e.line, c, r)
		} else if r != nil && g.expended() != before { // some of the bases did it, or part of the way was gone
			g.cutShort(t, e.line, c, r)
			broken = true
		} else if r != nil {
			g.turnDown(t, e.line, c, r)
			broken = true
		}
	}
	if broken && !held {
		g.byDefault(t.At("default"))
	}
	if !g.Active.Searched && g.group(name) != nil {
		_ = g.search(t.At("search"), false)
	}
	if u := g.group(name); u != nil && g.freeRally(u) {
		_ = g.rallyOrder(t.At("free"))
	}
	if u := g.group(name); u != nil && !held {
		g.watchByDefault(t, name)
	}
}

// turnDown refuses one clause of a line.
func (g *Game) turnDown(t *table.Table, l table.Line, c table.Clause, r *table.Refusal) {
	t.Refuse(g.Active.Side, g.only(l, c), r)
}

// cutShort reports that one clause of a line was carried out in part.
func (g *Game) cutShort(t *table.Table, l table.Line, c table.Clause, r *table.Refusal) {
	t.RefuseRest(g.Active.Side, g.only(l, c), r)
}

// only returns a line cut down to one clause.
func (g *Game) only(l table.Line, c table.Clause) table.Line {
	l.Clauses, l.Otherwise, l.Guard, l.When = []table.Clause{c}, nil, "", nil
	l.Text = g.Active.Group + ": " + c.Verb
	return l
}

// expended returns how many points have been spent by the bases of the active GC and of the parts that left it.
func (g *Game) expended() int {
	n := 0
	for _, name := range g.family() {
		if u := g.group(name); u != nil {
			for i := range u.Bases {
				n += u.Bases[i].Spent
			}
		}
	}
	return n
}

// exhausted returns why the active GC can do no more: no point left, no action after a failure, gone on watch, or
// eliminated.
func (g *Game) exhausted(name string) *table.Refusal {
	u := g.group(name)
	if u == nil {
		return refuse("gone", "BB-5.4", table.A("unit", g.Active.Group))
	}
	for i := range u.Bases {
		if r := g.affords(u, &u.Bases[i], cost{points: 1}, ""); r != nil {
			return r
		}
	}
	return refuse("closed", "BB-3.5wd", table.A("unit", u.ID))
}

func (g *Game) canRallyFree(name string) bool {
	u := g.group(name)
	return u != nil && g.freeRally(u)
}

// anyLeft reports whether any base in the activation can still act.
func (g *Game) anyLeft() bool {
	return slices.ContainsFunc(g.family(), func(name string) bool { return g.left(g.group(name)) })
}

// deeds maps each verb to the action of BB-3.4 or BB-3.5 that it orders.
var deeds = []struct {
	verb string
	do   func(g *Game, t *table.Table, c table.Clause) *table.Refusal
}{
	{"move", (*Game).moveOrder},
	{"fire", (*Game).fireOrder},
	{"assault", (*Game).assaultOrder},
	{"rally", func(g *Game, t *table.Table, _ table.Clause) *table.Refusal { return g.rallyOrder(t) }},
	{"watch", func(g *Game, t *table.Table, c table.Clause) *table.Refusal { return g.watchOrder(t, c, false) }},
	{"ambush", func(g *Game, t *table.Table, c table.Clause) *table.Refusal { return g.watchOrder(t, c, true) }},
	{"setup", func(g *Game, t *table.Table, c table.Clause) *table.Refusal { return g.setUpOrder(t, c, true) }},
	{"dismount", func(g *Game, t *table.Table, c table.Clause) *table.Refusal { return g.setUpOrder(t, c, false) }},
	{"turn", (*Game).turnOrder},
	{"embark", (*Game).embarkOrder},
	{"disembark", (*Game).disembarkOrder},
	{"mount", func(g *Game, t *table.Table, _ table.Clause) *table.Refusal { return g.mountOrder(t, true) }},
	{"grenades", (*Game).grenadeOrder},
	{"support", (*Game).supportOrder},
	{"up", func(g *Game, t *table.Table, _ table.Clause) *table.Refusal { return g.storeyOrder(t, true) }},
	{"down", func(g *Game, t *table.Table, _ table.Clause) *table.Refusal { return g.storeyOrder(t, false) }},
	{"boost", (*Game).boostOrder},
	{"search", func(g *Game, t *table.Table, _ table.Clause) *table.Refusal { return g.search(t, true) }},
	{"smoke", (*Game).smokeOrder},
	{"detach", (*Game).detachOrder},
	{"rejoin", (*Game).rejoinOrder},
}

func (g *Game) carryOut(t *table.Table, c table.Clause) *table.Refusal {
	if r := g.fits(c.Verb); r != nil {
		return r
	}
	for _, d := range deeds {
		if d.verb == c.Verb {
			return d.do(g, t, c)
		}
	}
	return refuse("no-such-action", "BB-3.4", table.A("action", c.Verb))
}

// byDefault implements BB-D10: while points last, rally if marked, else fire at the priority target, else hold. The
// owner is told that this was not ordered.
func (g *Game) byDefault(t *table.Table) {
	name, told := string(g.Active.Side)+"."+g.Active.Group, false
	for n := 0; n <= g.doc.Tables.Points; n++ {
		u := g.group(name)
		if u == nil || g.closed(u) {
			return
		}
		if !told && g.left(u) {
			told = true
			t.For(u.Side).Report("BB-D10", "by-default", table.A("unit", name), table.A("marked", u.Stress != unstressed))
		}
		if u.Stress != unstressed && g.rallyOrder(t.At("rally")) == nil {
			continue
		}
		if g.fireOrder(t.At("fire"), table.Clause{Verb: "fire"}) != nil {
			return
		}
	}
}

// watchByDefault goes on watch (BB-D29) if points are left, the GC is in cover and an enemy is in line.
func (g *Game) watchByDefault(t *table.Table, name string) {
	u := g.group(name)
	if u.Watch || u.Ambush || u.vehicle() || u.Aboard != "" || u.Mounted || !g.terrain(u.Sector).Cover {
		return
	}
	if !slices.ContainsFunc(g.enemies(u.Side), func(e string) bool { h := g.group(e); return h.located() && g.sees(u, h) }) {
		return
	}
	if g.watchOrder(t, table.Clause{Verb: "watch"}, false) == nil {
		t.For(u.Side).Report("BB-D29", "watch-by-default", table.A("unit", name))
	}
}

// detachOrder implements BB-D23: bases leave their NCO on purpose. From now on they are a GC of their own (BB-3.6a,
// BB-R5).
func (g *Game) detachOrder(t *table.Table, c table.Clause) *table.Refusal {
	m, r := g.together(c)
	if r != nil {
		return r
	}
	u := g.group(m.group)
	if g.whole(m) || slices.Contains(m.bases, u.Bases[u.nco()].ID) {
		return refuse("detach-nco", "BB-3.6a", table.A("unit", u.ID))
	}
	part := g.split(m)
	g.group(part).Apart = true
	g.tell(t, g.group(part)).Report("BB-3.6a", "detaches", table.A("unit", m.group), table.A("part", part))
	return nil
}

// rejoinOrder notes that a detached part is to rejoin at the end of the activation (BB-R67).
func (g *Game) rejoinOrder(t *table.Table, c table.Clause) *table.Refusal {
	name, r := g.alone()
	if r != nil {
		return r
	}
	u := g.group(name)
	if id := orders.Value(c.Args, "unit"); id != "" {
		p := g.own(g.Active.Side, id)
		if p == nil {
			return refuse("gone", "BB-R67", table.A("unit", id))
		}
		if p.Kind != "detached" {
			return refuse("not-detached", "BB-R67", table.A("unit", id))
		}
		if p.ID != u.ID && p.Parent != u.ID && p.Parent != u.Parent { // BB-R67: at the end of an activation of either
			return refuse("another-group", "BB-R67", table.A("unit", id), table.A("group", p.Parent))
		}
		g.Active.Rejoin = append(g.Active.Rejoin, p.name())
		return nil
	}
	if u.Kind == "detached" {
		g.Active.Rejoin = append(g.Active.Rejoin, name)
		return nil
	}
	found := false
	for i := range g.Groups { // the group calls its own back
		if p := &g.Groups[i]; p.Side == u.Side && p.Parent == u.ID && p.Kind == "detached" && !p.Part && p.Sector == u.Sector {
			g.Active.Rejoin, found = append(g.Active.Rejoin, p.name()), true
		}
	}
	if !found {
		return refuse("not-detached", "BB-R67", table.A("unit", u.ID))
	}
	return nil
}

// finish ends an activation. Parts in the same sector as their NCO base were never apart; the others are detached from
// now on (BB-3.6e, BB-G15, BB-R67). Parts that are to rejoin do so, and accounts are closed.
func (g *Game) finish(t *table.Table) {
	s, main := g.Active.Side, string(g.Active.Side)+"."+g.Active.Group
	for _, name := range g.family() {
		p, u := g.group(name), g.group(main)
		p.Activated = true
		if !p.Part {
			continue
		}
		if u != nil && !p.Apart && p.Sector == u.Sector && p.Upper == u.Upper {
			g.join(name, main)
			continue
		}
		p.Part, p.Left, p.Apart = false, "", false
		g.tell(t, p).Report("BB-R67", "detached", table.A("unit", name), table.A("from", main), table.A("at", p.Sector))
	}
	for _, part := range g.Active.Rejoin {
		g.rejoin(t, part)
	}
	for u := range table.All(g.Groups) {
		if u.Side != s {
			continue
		}
		for b := range table.All(u.Bases) {
			b.Spent, b.Complex, b.Did, b.Aim, b.Shots, b.Slant = 0, false, nil, "", 0, false
			b.Hauled, b.Stride = false, 0
		}
	}
	g.Active = Active{}
}

// rejoin puts a detached part back into its group if both are in the same sector (BB-8.5, BB-R27, BB-R67).
func (g *Game) rejoin(t *table.Table, part string) {
	p := g.group(part)
	if p == nil || p.Parent == "" {
		return
	}
	u := g.own(p.Side, p.Parent)
	if u == nil || u.Sector != p.Sector || u.Upper != p.Upper {
		t.For(p.Side).Report("BB-R67", "cannot-rejoin", table.A("unit", part), table.A("group", string(p.Side)+"."+p.Parent))
		return
	}
	name, worse := u.name(), g.rank(p.Stress) > g.rank(u.Stress)
	told := g.tell(t, p)
	g.join(part, name)
	told.Report("BB-8.5", "rejoins", table.A("unit", part), table.A("group", name), table.A("stress", g.group(name).Stress), table.A("contaminated", worse))
}
