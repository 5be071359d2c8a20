package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// refuse makes a refusal whose code is a key of this game's words.
var refuse = table.Refusals("bb.")

// cost is what an action takes from a base's account: 1 point for a simple action, 2 for a complex one (BB-3.2a).
type cost struct {
	kind   string // what counts as "identical" for the bold (BB-A1.3b): move, fire, rally ...
	points int
	rule   string
	slant  bool // a diagonal step on squares (BB-1.4e)
	stride int  // UD that the same move action of a mounted base covers after this step (BB-R42)
	twice  bool // a further one, of 2 UD: two simple actions in one
}

// complex reports whether an action is a complex one (BB-3.5).
func (c cost) complex() bool { return c.points > 1 && !c.twice }

// eased lists the complex actions that a characteristic makes simple (BB-A1.3a, BB-A1.3h, BB-A1.3l).
var eased = []struct{ trait, action, rule string }{
	{"attentive", "watch", "BB-A1.3a"},
	{"impetuous", "assault", "BB-A1.3h"},
	{"reckless", "move_cover", "BB-A1.3l"},
}

// cost returns what an action of the table costs a group. Impetuous troops lose their advantage when nailed.
func (g *Game) cost(u *Group, kind, action string) cost {
	for _, a := range g.doc.Tables.Actions {
		if a.ID != action {
			continue
		}
		c := cost{kind: kind, points: a.Points, rule: a.Rule}
		for _, e := range eased {
			if e.action == action && u.has(e.trait) && !(action == "assault" && u.nailed()) {
				c.points, c.rule = 1, e.rule
			}
		}
		return c
	}
	return cost{kind: kind, points: 99, rule: "BB-3.2a"}
}

func (g *Game) marker(id string) Marker {
	for _, m := range g.doc.Tables.Stress {
		if m.ID == id {
			return m
		}
	}
	return Marker{ID: id}
}

// rank orders the markers from none to crushed; eliminated comes last.
func (g *Game) rank(marker string) int {
	for i, m := range g.doc.Tables.Stress {
		if m.ID == marker {
			return i
		}
	}
	return len(g.doc.Tables.Stress)
}

// affords returns why a base lacks the points for an action in the current activation (BB-3.2, 3.3, 5.1, 8.4a): the
// limit is that of its present marker, less what is spent. aim is the target of a fire.
func (g *Game) affords(u *Group, b *Stand, c cost, aim string) *table.Refusal {
	if g.closed(u) {
		return refuse("closed", "BB-3.5wd", table.A("unit", u.ID))
	}
	if c.points == 0 {
		return nil
	}
	m, bold, more := g.marker(u.Stress), false, 0
	limit, hard := m.Failure, false
	if g.Active.Success {
		limit, hard = m.Success, m.Complex
		if u.has("bold") && !u.nailed() && !c.complex() && !b.Complex { // BB-A1.3b, BB-R55
			bold, more = true, 1
		}
	} else if !u.nailed() && c.points == 1 { // BB-R55
		only := len(b.Did) == 1 && b.Did[0] == c.kind
		if u.has("enduring") && c.kind == "move" && only && !u.Mounted { // BB-A1.3d
			more = 1
		}
		if u.has("methodical") && c.kind == "fire" && only && b.Aim == aim { // BB-A1.3i
			more = 1
		}
	}
	switch {
	case limit == 0:
		return refuse("no-action", "BB-5.1", table.A("unit", u.ID), table.A("stress", u.Stress))
	case c.complex() && !hard:
		return refuse("no-complex", c.rule, table.A("unit", u.ID))
	case b.Spent+c.points > limit+more:
		return refuse("no-points", "BB-3.2a", table.A("unit", u.ID), table.A("spent", b.Spent), table.A("limit", limit+more), table.A("needs", c.points))
	case bold && b.Spent >= limit && count(b.Did, c.kind) >= limit:
		return refuse("three-alike", "BB-A1.3b", table.A("unit", u.ID), table.A("limit", limit))
	}
	return nil
}

func count(list []string, s string) int {
	return table.Count(list, func(x string) bool { return x == s })
}

// spend books an action on a base.
func (b *Stand) spend(c cost) {
	b.Spent += c.points
	b.Slant = b.Slant || c.slant
	switch {
	case c.complex():
		b.Complex = true
	case c.twice:
		b.Did = append(b.Did, c.kind, c.kind)
	case c.points == 1:
		b.Did = append(b.Did, c.kind)
	}
}

func (g *Game) closed(u *Group) bool { return slices.Contains(g.Active.Closed, u.name()) }

// left reports whether some base of a group still has a point to spend.
func (g *Game) left(u *Group) bool {
	for i := range u.Bases {
		for _, kind := range []string{"move", "fire"} {
			if g.affords(u, &u.Bases[i], cost{kind: kind, points: 1}, u.Bases[i].Aim) == nil {
				return true
			}
		}
	}
	return false
}

// team is a set of bases of one group that act together.
type team struct {
	group string
	bases []int
}

// team returns all bases of a group as a team.
func (u *Group) team() team {
	t := team{group: u.name()}
	for _, b := range u.Bases {
		t.bases = append(t.bases, b.ID)
	}
	return t
}

// whole reports whether a team is its whole group.
func (g *Game) whole(t team) bool {
	u := g.group(t.group)
	return u != nil && len(u.Bases) == len(t.bases)
}

// teams reads "with": which bases of the active group and of the parts that left it are meant (BB-3.2c). Without "with"
// a fire means all of them, and every other action means the group itself.
func (g *Game) teams(c table.Clause, everybody bool) ([]team, *table.Refusal) {
	with := orders.Value(c.Args, "with")
	family := g.family()
	if len(family) == 0 {
		return nil, refuse("gone", "BB-5.4", table.A("unit", g.Active.Group))
	}
	if with == "" || with == "all" {
		if !everybody && with == "" && len(family) > 1 {
			family = family[:1]
		}
		var out []team
		for _, name := range family {
			out = append(out, g.group(name).team())
		}
		return out, nil
	}
	words := strings.Split(with, ",")
	var out []team
	found := make([]bool, len(words))
	for _, name := range family {
		u := g.group(name)
		t := team{group: name}
		for i := range u.Bases {
			for w, word := range words {
				if u.means(i, word) {
					found[w] = true
					t.bases = table.With(t.bases, u.Bases[i].ID)
				}
			}
		}
		if len(t.bases) > 0 {
			out = append(out, t)
		}
	}
	for w, ok := range found {
		if !ok {
			return nil, refuse("no-such-base", "BB-1.2a", table.A("base", words[w]), table.A("unit", g.Active.Group))
		}
	}
	return out, nil
}

// together returns the bases that act as one, in close combat or when leaving the group. They must belong to one group
// or part.
func (g *Game) together(c table.Clause) (team, *table.Refusal) {
	teams, r := g.teams(c, false)
	switch {
	case r != nil:
		return team{}, r
	case len(teams) > 1:
		return team{}, refuse("apart", "BB-R67", table.A("unit", g.group(teams[0].group).ID), table.A("part", g.group(teams[1].group).ID))
	}
	return teams[0], nil
}

// means reports whether a word names a base: by its weapon, its number, or as the NCO's.
func (u *Group) means(i int, word string) bool {
	b := &u.Bases[i]
	if n, err := strconv.Atoi(word); err == nil {
		return b.ID == n
	}
	return b.Weapon == word || word == "nco" && !u.Part && u.nco() == i
}

// payAll checks that every base of a team has the points and then books them. If pay is false it only checks.
func (g *Game) payAll(t team, c cost, pay bool) *table.Refusal {
	u := g.group(t.group)
	for _, id := range t.bases {
		if r := g.affords(u, u.base(id), c, ""); r != nil {
			return r
		}
	}
	if pay {
		gun := c.kind == "move" && g.gun(u)
		for _, id := range t.bases {
			b := u.base(id)
			b.spend(c)
			b.Hauled = b.Hauled || gun
			if c.kind == "move" {
				b.Stride = c.stride
			}
		}
	}
	return nil
}

// split makes a team a part of its own, unless it is the whole group. Bases that go apart are measured by themselves
// from then on (BB-1.3f, BB-3.2c, BB-R67). The bases with the NCO base remain the group. split returns the name of the
// group that the team now is.
func (g *Game) split(t team) string {
	u := g.group(t.group)
	if len(t.bases) == len(u.Bases) {
		return t.group
	}
	parent := u.ID
	if u.Parent != "" {
		parent = u.Parent
	}
	head := u.Bases[u.nco()].ID
	goes := func(b Stand) bool { return slices.Contains(t.bases, b.ID) != slices.Contains(t.bases, head) }
	n := *u
	n.ID, n.Kind, n.Parent, n.Part, n.Left = g.partName(u.Side, parent), "detached", parent, true, g.Active.Group
	n.Bases, n.Bearings, n.Traits = nil, slices.Clone(u.Bearings), slices.Clone(u.Traits)
	n.BoostAct, n.BoostRally, n.Serial = 0, 0, 0
	var stay []Stand
	for _, b := range u.Bases {
		if goes(b) {
			n.Bases = append(n.Bases, b)
		} else {
			stay = append(stay, b)
		}
	}
	u.Bases = stay
	leader(&n)
	name, keeps := n.name(), slices.Contains(t.bases, head)
	at := slices.IndexFunc(g.Groups, func(x Group) bool { return x.name() == t.group })
	g.Groups = slices.Insert(g.Groups, at+1, n)
	if keeps {
		return t.group
	}
	return name
}

// leader marks the first base of a part as its reference if none is marked.
func leader(u *Group) {
	if !slices.ContainsFunc(u.Bases, func(b Stand) bool { return b.NCO }) && len(u.Bases) > 0 {
		u.Bases[0].NCO = true
	}
}

// partName returns the next free name of a part: G1a, G1b ...
func (g *Game) partName(s table.Seat, parent string) string {
	for n := 0; ; n++ {
		id := parent + string(rune('a'+n%26))
		if n >= 26 {
			id += strconv.Itoa(n / 26)
		}
		if g.own(s, id) == nil {
			return id
		}
	}
}

// join puts the bases of a part back into a group; the joined GC takes the worse marker (BB-8.5, BB-R27).
func (g *Game) join(part, group string) {
	p, u := g.group(part), g.group(group)
	for _, b := range p.Bases {
		b.NCO = false
		u.Bases = append(u.Bases, b)
	}
	slices.SortStableFunc(u.Bases, func(a, b Stand) int { return a.ID - b.ID })
	if g.rank(p.Stress) > g.rank(u.Stress) {
		u.Stress, u.Watch = p.Stress, false
	}
	u.Activated, u.Moved, u.Acted = u.Activated || p.Activated, u.Moved || p.Moved, u.Acted || p.Acted
	u.Bearings = table.With(u.Bearings, p.Bearings...)
	g.remove(part)
}

// remove takes a group off the table.
func (g *Game) remove(name string) {
	g.Groups = slices.DeleteFunc(g.Groups, func(u Group) bool { return u.name() == name })
}
