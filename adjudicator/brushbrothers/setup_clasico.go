package brushbrothers

import (
	"cmp"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// setUp returns the position before the first step: the board of the document and the options chosen when the game was
// opened.
func setUp(d *Document, opt []events.Option) *Game {
	chosen := func(name string) string {
		o, _ := table.Find(opt, func(o *events.Option) bool { return o.Name == name })
		return o.Value
	}
	sc := d.Scenario
	g := &Game{Rhythm: "plan", FaceUp: sc.Conventions.FaceUp || chosen("face_up") == "yes", Length: sc.Turns}
	g.SceneShape, g.SceneSetup = cmp.Or(chosen("board"), sc.Board.Shape), sc.Setup
	if chosen("setup") == "scenario" {
		g.SceneSetup.Tokens, g.SceneSetup.Edges, g.SceneSetup.Deployment = "scenario", "scenario", "scenario"
	}
	attach(g, d)
	if r := chosen("rhythm"); r != "" {
		g.Rhythm = r
	}
	if n, err := strconv.Atoi(chosen("turns")); err == nil && n > 0 {
		g.Length = n
	}
	g.conventions(sc.Conventions, chosen)
	g.Own = sc.Raising.Open && sc.Chosen(opt, "armies") != "lists"
	g.Laid = chosen("ground") == "dice"
	g.Points = option(chosen("supports"), sc.Supports)
	g.Compensation = sc.Conventions.Compensation && chosen("compensation") != "no" || chosen("compensation") == "yes"
	g.Layers = sc.Board.Layers
	for _, s := range sc.Sides {
		c := Camp{Seat: table.Seat(s.ID), Force: s.Force}
		if f := chosen("force." + s.ID); f != "" {
			c.Force, c.Fixed = f, true
		}
		g.Camps = append(g.Camps, c)
	}
	return g
}

// lot draws who places the first token (BB-X24) and which tokens are decoys (BB-A3.6b). Nobody is told which.
func (g *Game) lot(t *table.Table) table.Then {
	switch {
	case g.Token != "" || len(g.Cup) > 0: // set by hand in the middle of a turn
		return table.To("plan")
	case g.Drawn: // set by hand where every token of the turn has been drawn
		g.Drawn = false
		return table.To("end")
	case g.Number > 0:
		return table.To("turn")
	}
	sc, decoy := g.doc.Scenario, "BB-A3.6b"
	if g.doc.system() == chaco {
		decoy = "BB-A4.4c"
	}
	if g.drawsGround() {
		g.layGround(t.At("ground"))
	}
	var pile []string
	for _, o := range sc.Tokens {
		g.Objectives = append(g.Objectives, Objective{ID: o.ID})
		pile = append(pile, o.ID)
	}
	for n := 0; n < sc.Decoys && len(pile) > 0; n++ {
		secret := t.For()
		var id string
		id, pile = secret.Draw("", "decoy", pile)
		for i := range g.Objectives {
			g.Objectives[i].Decoy = g.Objectives[i].Decoy || g.Objectives[i].ID == id
		}
		secret.Report(decoy, "decoy-laid", table.A("objective", id))
	}
	g.Begins = table.Seat(sc.Setup.First)
	if g.Begins == "" && sc.Setup.Tokens == "players" {
		first, _ := t.Draw("", "first", []string{string(g.Camps[0].Seat), string(g.Camps[1].Seat)})
		g.Begins = table.Seat(first)
		t.Report(g.placingRule(), "begins", table.A("side", g.Begins))
	}
	if g.Begins == "" {
		g.Begins = g.Camps[0].Seat
	}
	g.Chooser = g.other(g.Begins)
	if len(g.Objectives)%2 == 0 {
		g.Chooser = g.Begins // equal numbers: the side that began
	}
	return table.Next
}

// choices lists the army lists that a side may take: the values of its option, unless the list is already fixed.
func (g *Game) choices(s table.Seat) []string {
	if c := g.camp(s); c == nil || c.Fixed || g.doc.Scenario.Setup.Deployment != "players" {
		return nil
	}
	for _, o := range g.doc.Scenario.Options {
		if o.ID == "force."+string(s) && len(o.Values) > 1 {
			return o.Values
		}
	}
	return nil
}

// mustering returns who may still choose a list or characteristics (BB-D1, BB-D2).
func (g *Game) mustering() []table.Seat {
	if g.Number > 0 {
		return nil
	}
	out := table.SeatsWhere(g.Camps, func(c *Camp) bool { return c.Refused })
	if len(out) > 0 { // an army that broke the rules is asked for again, the others stand
		return out
	}
	return append(out, table.Pick(g.Camps, func(c *Camp) (table.Seat, bool) {
		return c.Seat, g.Own || len(g.choices(c.Seat)) > 0 || g.doc.Scenario.Setup.Deployment == "players" && g.mayCharacterise(c.Seat)
	})...)
}

// mayCharacterise reports whether any list that a side may have leaves a choice of characteristics. It reads only the
// scenario: which list was taken is secret, but who is asked is not.
func (g *Game) mayCharacterise(s table.Seat) bool {
	lists := []string{}
	if side, ok := g.doc.Side(string(s)); ok {
		lists = append(lists, side.Force)
	}
	for _, o := range g.doc.Scenario.Options {
		if o.ID == "force."+string(s) {
			lists = append(lists, o.Values...)
		}
	}
	return slices.ContainsFunc(lists, func(id string) bool {
		f, _ := g.doc.Force(id)
		return g.national(id) != nil || len(g.facultative(s, f)) > 0
	})
}

// nation returns the nation that a side has taken, or that of its list.
func (g *Game) nation(s table.Seat) *Nation {
	c := g.camp(s)
	for i := range g.doc.Nations {
		if g.doc.Nations[i].ID == c.Nation {
			return &g.doc.Nations[i]
		}
	}
	if c.Nation != "" {
		return nil
	}
	return g.national(c.Force)
}

// national returns the nation of a list whose characteristics are to be chosen (BB-A1.2), or nil for troop types.
func (g *Game) national(force string) *Nation {
	f, ok := g.doc.Force(force)
	if !ok || f.Troop != "" {
		return nil
	}
	return table.First(g.doc.Nations, func(n *Nation) bool { return n.ID == f.Nation })
}

// forces raises the armies: the players' own, the lists ordered, else the scenario's (BB-D1), with their
// characteristics (BB-D2). A player whose own army breaks the rules is asked again.
func (g *Game) forces(t *table.Table) table.Then {
	all := true
	for _, s := range g.seats() {
		if slices.ContainsFunc(g.Groups, func(u Group) bool { return u.Side == s }) {
			continue // it stands already
		}
		if !g.enlist(t, s) {
			all = false
			continue
		}
		g.muster(t, s)
	}
	if !all {
		return table.Again
	}
	g.inSeatOrder()
	return table.Next
}

// inSeatOrder puts the armies in the order of the seats, whichever was accepted first.
func (g *Game) inSeatOrder() {
	slices.SortStableFunc(g.Groups, func(a, b Group) int { return g.index(a.Side) - g.index(b.Side) })
}

// muster assembles a side's list, base by base (BB-1.3, BB-1.5).
func (g *Game) muster(t *table.Table, s table.Seat) {
	c := g.camp(s)
	f := g.list(s)
	side, _ := g.doc.Side(string(s))
	chief := ""
	for _, u := range f.GCs {
		if u.Kind == "chief" && chief == "" {
			chief = u.ID
		}
	}
	total := 0
	for _, gc := range f.GCs {
		u := raise(s, gc, chief)
		u.Traits = slices.Clone(g.doc.TroopOf(side, f, gc))
		switch {
		case len(c.Traits) > 0 && g.nation(s) == nil: // those chosen from what its type may have (BB-A3.3, BB-A4.2)
			u.Traits = slices.DeleteFunc(u.Traits, func(id string) bool { return !slices.Contains(c.Traits, id) })
		case len(c.Traits) > 0:
			u.Traits = slices.Clone(c.Traits)
		}
		for i := range u.Bases {
			w, _ := g.doc.Arm(u.Bases[i].Base)
			u.Bases[i].Ready = w.SetUp // BB-R57
		}
		total += g.doc.Cost(gc)
		g.Groups = append(g.Groups, u)
	}
	t.For(s).Report("BB-A1.6", "force", table.A("force", f.ID), table.A("points", total), table.A("groups", len(f.GCs)))
}

// raise makes a combat group from a line of a list.
func raise(s table.Seat, gc GC, chief string) Group {
	u := Group{ID: gc.ID, Side: s, Kind: gc.Kind, Section: chief, Quality: gc.Quality, Stress: unstressed}
	if gc.Chief != "" {
		u.Section = gc.Chief
	}
	if gc.Kind == "chief" {
		u.Section = gc.ID
	}
	u.Paid = slices.Contains(gc.Surcharges, "nco")
	u.Reco = slices.Contains(gc.Surcharges, "reco")
	u.Charismatic = slices.Contains(gc.Surcharges, "charismatic")
	u.Model, u.Leader, u.Mounts, u.Facing, u.Aboard = gc.Vehicle, gc.Leader, gc.Mounts, gc.Facing, gc.Aboard
	if u.vehicle() { // the machine is its only base; its crew counts as standard (BB-G10, BB-R32)
		u.Quality, u.Bases = "standard", []Stand{{Base: Base{Weapon: gc.Vehicle, NCO: true}, ID: 1}}
	}
	for i, b := range gc.Bases {
		u.Bases = append(u.Bases, Stand{Base: b, ID: i + 1})
	}
	leader(&u)
	return u
}

// placers returns who places tokens: both sides, each by a ranked list of sectors (BB-A3.6c, BB-D5).
func (g *Game) placers() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Tokens == "players", g.seats()...)
}

// placeTokens lets the sides place in turn: each time the first sector of the side's own list that is still free, else
// the scenario's proposal, else the free sector nearest to the middle of the board.
func (g *Game) placeTokens(t *table.Table) table.Then {
	lists := make([][]string, len(g.Camps))
	for i, c := range g.Camps {
		for l := range t.Orders(c.Seat, "tokens") {
			lists[i] = append(lists[i], orders.List(l.Args, "places")...)
			t.Done(c.Seat, l)
		}
	}
	turn := g.Begins
	for i := range g.Objectives {
		o := &g.Objectives[i]
		if g.doc.Scenario.Setup.Tokens != "players" {
			o.Place = g.doc.Scenario.Tokens[i].Place
			t.Report(g.placingRule(), "objective-lies", table.A("objective", o.ID), table.A("place", o.Place))
			continue
		}
		at := slices.IndexFunc(g.Camps, func(c Camp) bool { return c.Seat == turn })
		for _, p := range append(lists[at], g.doc.Scenario.Tokens[i].Place) {
			if g.mayLie(p) == nil {
				o.Place = p
				break
			}
		}
		if o.Place == "" {
			o.Place = g.middle()
		}
		t.Report(g.placingRule(), "objective-placed", table.A("objective", o.ID), table.A("place", o.Place), table.A("side", turn))
		turn = g.other(turn)
	}
	switch g.doc.system() {
	case generator:
		return table.To("side")
	case chaco:
		g.settleEdges(t, "", "BB-A4.4e")
		g.compensate(t)
		return table.To("posts")
	}
	return table.Next
}

// placingRule is the rule by which objectives are placed in turn.
func (g *Game) placingRule() string {
	switch g.doc.system() {
	case generator:
		return "BB-A2.1b"
	case chaco:
		return "BB-A4.4c"
	}
	return "BB-A3.6c"
}

// mayLie returns why a token may not be placed in a sector. It may lie anywhere (BB-A3.6c) that somebody can pass over.
func (g *Game) mayLie(place string) *table.Refusal {
	if r := g.mayBear(place); r != nil {
		return r
	}
	if g.doc.system() == generator {
		if r := g.nearObjective(place); r != nil {
			return r
		}
	}
	for _, o := range g.Objectives {
		if o.Place == place {
			return refuse("token-there", "BB-A3.6c", table.A("to", place), table.A("objective", o.ID))
		}
	}
	return nil
}

// mayBear returns why a sector may not bear an objective at all.
func (g *Game) mayBear(place string) *table.Refusal {
	if !g.grid(place) || g.terrain(place).Impassable {
		return refuse("impassable", g.placingRule(), table.A("to", place))
	}
	switch g.doc.system() {
	case generator:
		return g.mayBeObjective(place)
	case chaco:
		return g.mayBeMarker(place)
	}
	return nil
}

// middle returns the free sector nearest to the middle of the board. If the dice have laid too little ground that is of
// use to its holder (BB-A2.1c), bare ground will do.
func (g *Game) middle() string {
	columns, rows := g.net.Size()
	centre := g.net.Places()[(rows/2)*columns+columns/2]
	best, bare := "", ""
	nearer := func(p, than string) bool { return than == "" || g.distance(centre, p) < g.distance(centre, than) }
	for _, p := range g.net.Places() {
		r := g.mayLie(p)
		switch {
		case r == nil && nearer(p, best):
			best = p
		case r != nil && r.Code == "bb.objective-no-use" && g.nearObjective(p) == nil && nearer(p, bare):
			bare = p
		}
	}
	if best == "" {
		return bare
	}
	return best
}

// edgeChooser returns the player who placed fewer tokens (BB-A3.6d).
func (g *Game) edgeChooser() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Edges == "players", g.Chooser)
}

// chooseEdge lets the chooser take an edge (BB-A3.6d, BB-D6).
func (g *Game) chooseEdge(t *table.Table) table.Then {
	g.settleEdges(t, "edge", "BB-A3.6d")
	g.compensate(t)
	return table.Next
}

func (g *Game) firstDeployer() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Deployment == "players", g.Chooser)
}

func (g *Game) secondDeployer() []table.Seat {
	return table.Only(g.Number == 0 && g.doc.Scenario.Setup.Deployment == "players", g.other(g.Chooser))
}

func (g *Game) deployFirst(t *table.Table) table.Then {
	g.deploy(t, g.Chooser, "deploy")
	return table.Next
}

func (g *Game) deploySecond(t *table.Table) table.Then {
	g.deploy(t, g.other(g.Chooser), "reply")
	return table.Next
}

// deploy puts a side on the table (BB-A3.6d, BB-A2.2, BB-A4.4e, BB-D7): as ordered, and the rest where the scenario
// proposes or as near to it as there is room. Units in cover go into ambush (BB-3.7a, BB-R18a, BB-D8).
func (g *Game) deploy(t *table.Table, s table.Seat, phase string) {
	wish, said := make([]string, len(g.Groups)), make([]table.Line, len(g.Groups))
	for l := range t.Orders(s, phase) {
		if l.Verb == "buy" {
			g.buy(t, s, l)
			continue
		}
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Side == s && u.ID == orders.Value(l.Args, "unit") {
				wish[i] = orders.Value(l.Args, "how")
				g.saidAgain(t, s, &said[i], l)
				g.deployHere(u, l)
			}
		}
		t.Done(s, l)
	}
	g.buyByDefault(t, s)
	for _, carried := range []bool{false, true} { // vehicles before those they carry
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Side == s && carried == (u.Aboard != "") {
				g.settle(t, i, wish[i])
			}
		}
	}
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Side == s && !u.hidden() { // a unit hidden on one takes it when it is seen
			g.take(t, u.name())
		}
	}
}

// settle puts one GC where the scenario proposes if it has no place yet, and reports where it stands and whether it is
// in ambush.
func (g *Game) settle(t *table.Table, i int, wish string) {
	u := &g.Groups[i]
	s, edge := u.Side, g.camp(u.Side).Edge
	side, _ := g.doc.Side(string(s))
	carried := g.stow(u)
	open := u.vehicle() || carried // BB-3.7f
	for _, p := range g.doc.Placings(side, g.list(s)) {
		if p.GC == u.ID {
			open = open || p.Open
			if u.Sector == "" && p.Column != "" {
				u.Sector = g.proposed(s, u.ID, g.doc.Place(p, edge), g.size(u))
			}
		}
	}
	if u.Sector == "" {
		u.Sector = g.proposed(s, u.ID, g.middleOf(edge), g.size(u))
	}
	hide := u.Kind != "chief" && !open
	if wish != "" {
		hide = wish == "ambush" && !carried
	}
	if wish == "mounted" && !carried {
		g.saddle(u)
	}
	u.Ambush = hide && g.doc.Scenario.Conventions.Ambush && g.terrain(u.Sector).Cover
	if u.Ambush {
		t.For(s).Report("BB-3.7a", "deployed-hidden", table.A("unit", u.name()), table.A("at", u.Sector))
	} else {
		t.Report(g.deployingRule(), "deployed", table.A("unit", u.name()), table.A("at", u.Sector))
	}
}

// deployingRule returns the rule by which sides deploy.
func (g *Game) deployingRule() string {
	switch g.doc.system() {
	case generator:
		return "BB-A2.2"
	case chaco:
		return "BB-A4.4e"
	}
	return "BB-A3.6d"
}

// proposed returns the sector nearest to a wish that a GC may be put into. It is on the side's own edge if the vanguard
// has no points left for the GC (BB-A2.2d).
func (g *Game) proposed(s table.Seat, id, wish string, bases int) string {
	if g.mayLead(s, id, wish) != nil {
		x, _, _ := g.net.column(wish)
		columns, rows := g.net.Size()
		y := 0
		if g.camp(s).Edge == "north" {
			y = rows - 1
		}
		wish = g.net.Places()[y*columns+x]
	}
	return g.freeNear(s, id, wish, bases)
}

// middleOf returns the middle sector of an edge, where a GC stands that nothing is said about.
func (g *Game) middleOf(edge string) string {
	if g.doc.system() == clasico {
		return g.net.Places()[0]
	}
	columns, rows := g.net.Size()
	if edge == "north" {
		return g.net.Places()[(rows-1)*columns+columns/2]
	}
	return g.net.Places()[columns/2]
}

// zone reports whether a sector lies in the deployment zone of a side (BB-A3.6d). While no edge is chosen, either will
// do.
func (g *Game) zone(s table.Seat, place string) bool {
	_, y, ok := g.net.column(place)
	_, rows := g.net.Size()
	edge, depth := g.camp(s).Edge, g.depth(s)
	return ok && (edge != "north" && y < depth || edge != "south" && rows-1-y < depth)
}

// freeNear returns the sector of the zone nearest to a wish that has room.
func (g *Game) freeNear(s table.Seat, id, wish string, bases int) string {
	best := ""
	for _, p := range g.net.Places() {
		if !g.zone(s, p) || g.mayLead(s, id, p) != nil || g.terrain(p).Impassable || g.room(s, p) < bases || g.holds(p) == g.other(s) || g.noGround(s, id, p) {
			continue
		}
		if best == "" || g.distance(wish, p) < g.distance(wish, best) {
			best = p
		}
	}
	return best
}

// mayDeploy returns why a group may not be put into a sector.
func (g *Game) mayDeploy(s table.Seat, id, place, how string) *table.Refusal {
	u := g.own(s, id)
	switch {
	case u == nil:
		return refuse("gone", g.deployingRule(), table.A("unit", id))
	case !g.zone(s, place):
		return refuse("outside-zone", g.deployingRule(), table.A("to", place), table.A("depth", g.depth(s)))
	case g.terrain(place).Impassable || g.holds(place) == g.other(s):
		return refuse("impassable", g.deployingRule(), table.A("to", place))
	case g.noGround(s, id, place):
		return refuse("no-vehicles", "BB-10.7", table.A("to", place))
	case how == "mounted" && !u.Mounts:
		return refuse("no-mounts", "BB-R42", table.A("unit", u.ID))
	case how == "ambush" && u.vehicle():
		return refuse("no-ambush", "BB-3.7f", table.A("unit", u.ID))
	case (u.Sector != place || u.Aboard != "") && g.room(s, place) < g.onFoot(u):
		return refuse("no-room", "BB-1.4a", table.A("to", place), table.A("room", max(0, g.room(s, place))))
	case how == "ambush" && (!g.terrain(place).Cover || !g.doc.Scenario.Conventions.Ambush):
		return refuse("no-cover", "BB-3.7a", table.A("at", place))
	}
	return g.mayLead(s, id, place)
}
