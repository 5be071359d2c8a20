package brushbrothers

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// setUp gives the position before the first step: the board of the document and the choices of whoever opens the game.
func setUp(doc []byte, opt []events.Option) (*Game, error) {
	d, err := readDocument(doc)
	if err != nil {
		return nil, err
	}
	chosen := func(name string) string {
		for _, o := range opt {
			if o.Name == name {
				return o.Value
			}
		}
		return ""
	}
	sc := d.Scenario
	if b := chosen("board"); b != "" {
		d.Scenario.Board.Shape = b
	}
	switch chosen("setup") {
	case "scenario":
		d.Scenario.Setup.Tokens, d.Scenario.Setup.Edges, d.Scenario.Setup.Deployment = "scenario", "scenario", "scenario"
	}
	g := &Game{doc: d, net: newNet(d.Scenario.Board), Rhythm: "plan", FaceUp: sc.Conventions.FaceUp || chosen("face_up") == "yes", Length: sc.Turns}
	g.SceneShape, g.SceneSetup = d.Scenario.Board.Shape, d.Scenario.Setup
	if r := chosen("rhythm"); r != "" {
		g.Rhythm = r
	}
	if n, err := strconv.Atoi(chosen("turns")); err == nil && n > 0 {
		g.Length = n
	}
	g.conventions(sc.Conventions, chosen)
	g.Map, g.Edges = slices.Clone(sc.Board.Map), slices.Clone(sc.Board.Edges)
	for _, s := range sc.Sides {
		c := Camp{Seat: table.Seat(s.ID), Force: s.Force}
		if f := chosen("force." + s.ID); f != "" {
			c.Force, c.Fixed = f, true
		}
		g.Camps = append(g.Camps, c)
	}
	return g, nil
}

// lot draws who places the first token (BB-X24), and which tokens are decoys (BB-A3.6b), which nobody is told.
func (g *Game) lot(t *table.Table) table.Then {
	switch {
	case g.Token != "" || len(g.Cup) > 0: // put in the middle of a turn by hand
		return table.To("plan")
	case g.Drawn: // put where every token of the turn is drawn
		g.Drawn = false
		return table.To("end")
	case g.Number > 0:
		return table.To("turn")
	}
	sc := g.doc.Scenario
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
		secret.Report("BB-A3.6b", "decoy-laid", table.A("objective", id))
	}
	g.Begins = table.Seat(sc.Setup.First)
	if g.Begins == "" && sc.Setup.Tokens == "players" {
		first, _ := t.Draw("", "first", []string{string(g.Camps[0].Seat), string(g.Camps[1].Seat)})
		g.Begins = table.Seat(first)
		t.Report("BB-A3.6c", "begins", table.A("side", g.Begins))
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

// choices lists the army lists that a side may take: the values of its option, where nobody fixed it.
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

// mustering: who may still choose a list or characteristics (BB-D1, BB-D2).
func (g *Game) mustering() []table.Seat {
	if g.Number > 0 {
		return nil
	}
	var out []table.Seat
	for _, c := range g.Camps {
		if len(g.choices(c.Seat)) > 0 || g.doc.Scenario.Setup.Deployment == "players" && g.mayBeNational(c.Seat) {
			out = append(out, c.Seat)
		}
	}
	return out
}

// mayBeNational tells whether a list that a side can have is a nation's. It reads the scenario alone: which list was
// taken is secret, who is asked is not.
func (g *Game) mayBeNational(s table.Seat) bool {
	lists := []string{}
	if side, ok := g.doc.Side(string(s)); ok {
		lists = append(lists, side.Force)
	}
	for _, o := range g.doc.Scenario.Options {
		if o.ID == "force."+string(s) {
			lists = append(lists, o.Values...)
		}
	}
	return slices.ContainsFunc(lists, func(id string) bool { return g.national(id) != nil })
}

// national gives the nation of a list, whose characteristics are to be chosen (BB-A1.2); nil for troop types.
func (g *Game) national(force string) *Nation {
	f, ok := g.doc.Force(force)
	if !ok || f.Troop != "" {
		return nil
	}
	for i := range g.doc.Nations {
		if g.doc.Nations[i].ID == f.Nation {
			return &g.doc.Nations[i]
		}
	}
	return nil
}

// forces raises the lists: those ordered, else the scenario's (BB-D1), with their characteristics (BB-D2).
func (g *Game) forces(t *table.Table) table.Then {
	for _, s := range g.seats() {
		for l := range t.Orders(s, "forces") {
			c := g.camp(s)
			if l.Verb == "force" {
				c.Force = orders.Value(l.Args, "force")
				c.Traits = nil
			} else {
				c.Traits = orders.List(l.Args, "traits")
			}
			t.Done(s, l)
		}
		g.muster(t, s)
	}
	return table.Next
}

// muster puts a side's list together, base by base (BB-1.3, BB-1.5).
func (g *Game) muster(t *table.Table, s table.Seat) {
	c := g.camp(s)
	f, _ := g.doc.Force(c.Force)
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
		if len(c.Traits) > 0 {
			u.Traits = slices.Clone(c.Traits)
		}
		for i := range u.Bases {
			w, _ := g.doc.Arm(u.Bases[i].Base)
			u.Bases[i].Ready = w.SetUp // BB-R57
		}
		total += g.doc.Cost(gc)
		g.Groups = append(g.Groups, u)
	}
	t.For(s).Report("BB-A1.6", "force", table.A("force", c.Force), table.A("points", total), table.A("groups", len(f.GCs)))
}

// raise makes a combat group of a line of a list.
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
	u.Model, u.Leader, u.Mounts, u.Facing = gc.Vehicle, gc.Leader, gc.Mounts, gc.Facing
	if u.vehicle() { // the machine is its one base; its crew counts as standard (BB-R32)
		u.Quality, u.Bases = "standard", []Stand{{Base: Base{Weapon: gc.Vehicle, NCO: true}, ID: 1}}
	}
	for i, b := range gc.Bases {
		u.Bases = append(u.Bases, Stand{Base: b, ID: i + 1})
	}
	leader(&u)
	return u
}

// placers: both sides send ranked lists of sectors for the tokens (BB-A3.6c, BB-D5).
func (g *Game) placers() []table.Seat {
	if g.Number > 0 || g.doc.Scenario.Setup.Tokens != "players" {
		return nil
	}
	return g.seats()
}

// placeTokens lets the sides place in turn: each time the first sector of the own list that is still free, else the
// scenario's proposal, else the free sector nearest to the middle of the board.
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
			t.Report("BB-A3.6c", "objective-lies", table.A("objective", o.ID), table.A("place", o.Place))
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
		t.Report("BB-A3.6c", "objective-placed", table.A("objective", o.ID), table.A("place", o.Place), table.A("side", turn))
		turn = g.other(turn)
	}
	return table.Next
}

// mayLie tells whether a token may be placed in a sector: at will (BB-A3.6c), but where somebody can pass over it.
func (g *Game) mayLie(place string) *table.Refusal {
	if !g.grid(place) || g.terrain(place).Impassable {
		return refuse("impassable", "BB-A3.6c", table.A("to", place))
	}
	for _, o := range g.Objectives {
		if o.Place == place {
			return refuse("token-there", "BB-A3.6c", table.A("to", place), table.A("objective", o.ID))
		}
	}
	return nil
}

// middle is the free sector nearest to the middle of the board.
func (g *Game) middle() string {
	columns, rows := g.net.grid.Size()
	centre := g.net.places[(rows/2)*columns+columns/2]
	best := ""
	for _, p := range g.net.places {
		if g.mayLie(p) == nil && (best == "" || g.distance(centre, p) < g.distance(centre, best)) {
			best = p
		}
	}
	return best
}

// edgeChooser is the player who placed fewer tokens (BB-A3.6d).
func (g *Game) edgeChooser() []table.Seat {
	if g.Number > 0 || g.doc.Scenario.Setup.Edges != "players" {
		return nil
	}
	return []table.Seat{g.Chooser}
}

// chooseEdge is BB-A3.6d and BB-D6: south, if nothing is said.
func (g *Game) chooseEdge(t *table.Table) table.Then {
	edge := "south"
	if g.doc.Scenario.Setup.Edges != "players" {
		if s, ok := g.doc.Side(string(g.Chooser)); ok && s.Edge != "" {
			edge = s.Edge
		}
	}
	for l := range t.Orders(g.Chooser, "edge") {
		edge = orders.Value(l.Args, "edge")
		t.Done(g.Chooser, l)
	}
	far := "north"
	if edge == "north" {
		far = "south"
	}
	g.camp(g.Chooser).Edge, g.camp(g.other(g.Chooser)).Edge = edge, far
	t.Report("BB-A3.6d", "edge", table.A("side", g.Chooser), table.A("edge", edge))
	return table.Next
}

func (g *Game) firstDeployer() []table.Seat {
	if g.Number > 0 || g.doc.Scenario.Setup.Deployment != "players" {
		return nil
	}
	return []table.Seat{g.Chooser}
}

func (g *Game) secondDeployer() []table.Seat {
	if g.Number > 0 || g.doc.Scenario.Setup.Deployment != "players" {
		return nil
	}
	return []table.Seat{g.other(g.Chooser)}
}

func (g *Game) deployFirst(t *table.Table) table.Then {
	g.deploy(t, g.Chooser, "deploy")
	return table.Next
}

func (g *Game) deploySecond(t *table.Table) table.Then {
	g.deploy(t, g.other(g.Chooser), "reply")
	return table.Next
}

// deploy puts a side on the table (BB-A3.6d, BB-D7): as ordered, the rest where the scenario proposes or as near to it
// as there is room; and those in cover into ambush (BB-3.7a, BB-R18a, BB-D8).
func (g *Game) deploy(t *table.Table, s table.Seat, phase string) {
	wish := make([]string, len(g.Groups))
	for l := range t.Orders(s, phase) {
		for i := range g.Groups {
			if u := &g.Groups[i]; u.Side == s && u.ID == orders.Value(l.Args, "unit") {
				u.Sector, wish[i] = orders.Value(l.Args, "place"), orders.Value(l.Args, "how")
			}
		}
		t.Done(s, l)
	}
	side, _ := g.doc.Side(string(s))
	f, _ := g.doc.Force(g.camp(s).Force)
	placings := g.doc.Placings(side, f)
	for i := range g.Groups {
		u := &g.Groups[i]
		if u.Side != s {
			continue
		}
		open := false
		for _, p := range placings {
			if p.GC == u.ID {
				open = p.Open
				if u.Sector == "" {
					u.Sector = g.freeNear(s, g.doc.Place(p, g.camp(s).Edge), g.size(u))
				}
			}
		}
		if u.Sector == "" {
			u.Sector = g.freeNear(s, g.net.places[0], g.size(u))
		}
		hide := u.Kind != "chief" && !open
		if wish[i] != "" {
			hide = wish[i] == "ambush"
		}
		u.Ambush = hide && g.doc.Scenario.Conventions.Ambush && g.terrain(u.Sector).Cover
		if u.Ambush {
			t.For(s).Report("BB-3.7a", "deployed-hidden", table.A("unit", u.name()), table.A("at", u.Sector))
		} else {
			t.Report("BB-A3.6d", "deployed", table.A("unit", u.name()), table.A("at", u.Sector))
		}
	}
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Side == s && !u.hidden() { // whoever hides upon one takes it when he is seen
			g.take(t, u.name())
		}
	}
}

// zone tells whether a sector lies in the deployment zone of an edge (BB-A3.6d); with no edge chosen yet either serves.
func (g *Game) zone(edge, place string) bool {
	_, y, ok := g.net.column(place)
	_, rows := g.net.grid.Size()
	depth := g.doc.Scenario.Setup.Depth
	return ok && (edge != "north" && y < depth || edge != "south" && rows-1-y < depth)
}

// freeNear gives the sector of the zone nearest to a wish that has room.
func (g *Game) freeNear(s table.Seat, wish string, bases int) string {
	best := ""
	for _, p := range g.net.places {
		if !g.zone(g.camp(s).Edge, p) || g.terrain(p).Impassable || g.room(s, p) < bases || g.holds(p) == g.other(s) {
			continue
		}
		if best == "" || g.distance(wish, p) < g.distance(wish, best) {
			best = p
		}
	}
	return best
}

// mayDeploy tells whether a group may be put into a sector.
func (g *Game) mayDeploy(s table.Seat, id, place, how string) *table.Refusal {
	u := g.own(s, id)
	switch {
	case u == nil:
		return refuse("gone", "BB-A3.6d", table.A("unit", id))
	case !g.zone(g.camp(s).Edge, place):
		return refuse("outside-zone", "BB-A3.6d", table.A("to", place), table.A("depth", g.doc.Scenario.Setup.Depth))
	case g.terrain(place).Impassable || g.holds(place) == g.other(s):
		return refuse("impassable", "BB-A3.6d", table.A("to", place))
	case u.Sector != place && g.room(s, place) < g.size(u):
		return refuse("no-room", "BB-1.4a", table.A("to", place), table.A("room", max(0, g.room(s, place))))
	case how == "ambush" && (!g.terrain(place).Cover || !g.doc.Scenario.Conventions.Ambush):
		return refuse("no-cover", "BB-3.7a", table.A("at", place))
	}
	return nil
}
