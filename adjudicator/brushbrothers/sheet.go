package brushbrothers

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// sheet is the map as a side sees it, with the moves, fires and losses of the facts that it may read.
func sheet(k *Game, s table.Seat, facts []table.Fact) board.Sheet {
	sh := board.Sheet{Title: strconv.Itoa(k.Number) + "/" + strconv.Itoa(k.Length), Grid: k.net.grid}
	used := map[string]bool{} // looked up only
	for _, p := range k.net.places {
		t := k.terrain(p)
		used[t.Code] = true
		c := board.Cell{Place: p, Code: t.Code}
		for _, x := range k.Screens {
			if x.Place == p {
				c.Marks = append(c.Marks, "smoke "+strconv.Itoa(x.Left))
			}
		}
		for _, o := range k.Objectives {
			if o.Place == p {
				c.Marks = append(c.Marks, strings.TrimSpace("objective "+o.ID+" "+string(o.Holder)))
			}
		}
		sh.Cells = append(sh.Cells, c)
	}
	for _, t := range k.doc.Terrain {
		if used[t.Code] {
			sh.Terrain = append(sh.Terrain, board.Terrain{Code: t.Code, Look: t.Look, Name: "terrain." + t.ID, Speak: t.Code})
		}
	}
	for _, e := range k.Edges {
		sh.Edges = append(sh.Edges, board.Edge{A: e.A, B: e.B, Look: e.Kind})
	}
	for _, l := range k.doc.Scenario.Board.Labels {
		sh.Labels = append(sh.Labels, board.Label{Place: l.Place, Text: l.Text.EN})
	}
	for i := range k.Groups {
		if u := &k.Groups[i]; u.Sector != "" && u.Aboard == "" {
			sh.Counters = append(sh.Counters, k.counter(u))
		}
	}
	k.markers(&sh)
	for _, f := range facts {
		k.trace(&sh, f)
	}
	return sh
}

// counter is a group as a counter.
func (k *Game) counter(u *Group) board.Counter {
	c := board.Counter{ID: u.ID, Side: k.index(u.Side), Place: u.Sector, Symbol: k.symbol(u), Top: u.ID, Watch: u.Watch || u.Ambush}
	if len(u.Bases) > 0 {
		c.Bottom = strconv.Itoa(len(u.Bases))
	}
	if u.Stress != unstressed {
		c.Badge = "stress." + u.Stress
	} else if u.Ambush {
		c.Badge = "badge.ambush"
	}
	k.machine(&c, u)
	return c
}

func (k *Game) index(s table.Seat) int {
	return slices.IndexFunc(k.Camps, func(c Camp) bool { return c.Seat == s })
}

// symbol is what a group looks like by its bases.
func (k *Game) symbol(u *Group) string {
	if u.Kind == "chief" {
		return "hq"
	}
	if len(u.Bases) == 0 {
		return "unknown"
	}
	if len(u.Bases) == 1 {
		w, _ := k.doc.Arm(u.Bases[0].Base)
		for _, m := range []struct{ class, symbol string }{{"support", "mg"}, {"mortar", "mortar"}, {"sniper", "sniper"}, {"anti_tank", "gun"}, {"flame", "engineer"}} {
			if w.Class == m.class {
				return m.symbol
			}
		}
	}
	return "infantry"
}

// trace draws one fact: arrows of moves, fires, assaults and retreats, crosses of losses.
func (k *Game) trace(sh *board.Sheet, f table.Fact) {
	text := func(name string) string {
		for _, a := range f.Args {
			if s, ok := a.Value.(string); ok && a.Name == name {
				return s
			}
		}
		return ""
	}
	side, _, _ := strings.Cut(text("unit"), ".")
	at := k.index(table.Seat(side))
	for _, d := range []struct{ kind, arrow, from, to string }{{"move", "move", "from", "to"}, {"move-seen", "move", "from", "to"}, {"drive", "move", "from", "to"}, {"steps-aside", "retreat", "from", "to"}, {"grenades", "fire", "from", "at"}, {"fire", "fire", "from", "at"}, {"assault", "assault", "from", "to"}, {"retreat", "retreat", "from", "to"}, {"takes-position", "move", "from", "at"}} {
		if f.Kind == d.kind && at >= 0 {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: d.arrow, Side: at, Path: []string{text(d.from), text(d.to)}})
		}
	}
	if last := len(sh.Arrows) - 1; last >= 0 && sh.Arrows[last].Kind == "fire" && pierced(f) && k.shotAt(sh.Arrows[last], text("unit")) {
		sh.Arrows[last].Hit = true
	}
	if f.Kind == "eliminated" {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "loss", Place: text("at"), Text: text("unit"), Side: at})
	}
}

// shotAt reports whether an arrow of fire points at a unit, as far as its place is known: what a support does is no shot's.
func (k *Game) shotAt(a board.Arrow, unit string) bool {
	u := k.group(unit)
	return u == nil || u.Sector == a.Path[len(a.Path)-1]
}

// pierced reports whether a fact says that hits of the last fire were not saved (BB-4.9).
func pierced(f table.Fact) bool {
	for _, a := range f.Args {
		if n, ok := a.Value.(int); ok && f.Kind == "save" && a.Name == "through" && n > 0 {
			return true
		}
	}
	return f.Kind == "no-save" || f.Kind == "stunned" || f.Kind == "immobilised"
}

// rosters are the tables of a report: own GCs, the enemy as seen, the objectives.
func rosters(k *Game, s table.Seat) []board.Table {
	mine := board.Table{Title: "roster.own", Heads: []string{"head.gc", "head.sector", "head.quality", "head.bases", "head.stress", "head.state"}}
	them := board.Table{Title: "roster.enemy", Heads: []string{"head.gc", "head.sector", "head.bases", "head.stress", "head.state"}}
	for i := range k.Groups {
		u := &k.Groups[i]
		place := u.Sector
		if u.Upper {
			place += "+"
		}
		stress := "stress." + u.Stress
		if u.vehicle() {
			stress = "" // BB-5.7: what is wrong with it stands beside
		}
		if u.Side == s {
			mine.Rows = append(mine.Rows, []string{u.ID, place, "quality." + u.Quality, weapons(u), stress, k.condition(u)})
		} else {
			them.Rows = append(them.Rows, []string{u.name(), place, weapons(u), stress, k.condition(u)})
		}
	}
	goals := board.Table{Title: "roster.objectives", Heads: []string{"head.objective", "head.sector", "head.holder"}}
	for _, o := range k.Objectives {
		name := o.ID
		if o.Decoy {
			name += " *"
		}
		if o.Open && !o.Decoy {
			name += " objective.water"
		}
		goals.Rows = append(goals.Rows, []string{name, o.Place, string(o.Holder)})
	}
	if s == "" {
		return append([]board.Table{them, goals}, annexRosters(k, s)...)
	}
	return append([]board.Table{mine, them, goals}, annexRosters(k, s)...)
}

// weapons lists the bases of a group by words' keys: "2 weapons.rifle, weapon.lmg (model.bar)".
func weapons(u *Group) string {
	if u.vehicle() {
		return "vehicle." + u.Model
	}
	var names []string
	var many []int
	for i := range u.Bases {
		name := u.Bases[i].label()
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names, many = append(names, name), append(many, 0)
		}
		many[at]++
	}
	for i, n := range many {
		if n > 1 {
			names[i] = strconv.Itoa(n) + " " + strings.Replace(names[i], "weapon.", "weapons.", 1)
		}
	}
	return strings.Join(names, ", ")
}

// label names a base by words' keys: its weapon with the model, the re-roll of its own and the second weapon.
func (b *Stand) label() string {
	var more []string
	if b.Model != "" {
		more = append(more, "model."+b.Model)
	}
	if b.Reroll != "" {
		more = append(more, "reroll."+b.Reroll)
	}
	if b.Second != "" {
		more = append(more, "weapon."+b.Second)
	}
	if len(more) == 0 {
		return "weapon." + b.Weapon
	}
	return "weapon." + b.Weapon + " (" + strings.Join(more, ", ") + ")"
}

func state(u *Group) string {
	switch {
	case u.Ambush:
		return "badge.ambush"
	case u.Watch:
		return "badge.watch"
	}
	return ""
}

// described is a position for machine reports and for try.
type described struct {
	Turn       int             `json:"turn"`
	Groups     []describedGC   `json:"groups"`
	Objectives []describedGoal `json:"objectives"`
	Smoke      []describedFog  `json:"smoke"`
	Edges      []describedEdge `json:"edges,omitempty"`
	Cup        []string        `json:"cup"`

	Strikes []describedStrike `json:"strikes,omitempty"` // supports that come when the next turn begins
	Wrecks  []describedWreck  `json:"wrecks,omitempty"`
	Sides   []describedSide   `json:"sides,omitempty"`  // of annexes 1, 2 and 4
	Ground  []string          `json:"ground,omitempty"` // codes of ground laid or discovered, the north row first
}

type describedGC struct {
	Unit      string          `json:"unit"`
	Kind      string          `json:"kind,omitempty"`
	Quality   string          `json:"quality,omitempty"`
	Sector    string          `json:"sector,omitempty"`
	Upper     bool            `json:"upper"`
	Bases     []string        `json:"bases,omitempty"`
	Stress    string          `json:"stress"`
	Watch     bool            `json:"watch"`
	Ambush    bool            `json:"ambush"`
	Activated bool            `json:"activated"`
	Outcome   string          `json:"outcome,omitempty"`
	Moved     bool            `json:"moved"`
	Acted     bool            `json:"acted"` // moved or fired in this game (BB-3.7a)
	Stands    []describedBase `json:"stands,omitempty"`
	Boost     []int           `json:"boost,omitempty"` // on its activation, on its rally
	Cost      int             `json:"cost,omitempty"`
	Chief     string          `json:"chief,omitempty"`
	Parent    string          `json:"parent,omitempty"` // of a detached part
	Traits    []string        `json:"traits,omitempty"` // characteristics (BB-A1.3)

	describedMachine
}

type describedBase struct {
	ID       int    `json:"id"`
	Weapon   string `json:"weapon"`
	Model    string `json:"model,omitempty"`
	NCO      bool   `json:"nco"`
	Packed   bool   `json:"packed,omitempty"`   // a heavy weapon that is not set up
	Target   string `json:"target,omitempty"`   // registration: on whom
	Attempts int    `json:"attempts,omitempty"` // and how often
	On       bool   `json:"on,omitempty"`       // on target
}

type describedFog struct {
	Place string `json:"place"`
	Left  int    `json:"left"` // turns, the present one included
}

type describedEdge struct {
	A    string `json:"a"`
	B    string `json:"b"`
	Kind string `json:"kind"`
}

type describedGoal struct {
	ID     string       `json:"id"`
	Place  string       `json:"place"`
	Holder string       `json:"holder,omitempty"`
	Decoy  bool         `json:"decoy,omitempty"`
	Seen   []table.Seat `json:"seen,omitempty"` // who has turned it over
	Open   bool         `json:"open,omitempty"` // its face lies open to all
}

func describe(k *Game) any {
	d := described{Turn: k.Number, Smoke: []describedFog{}, Cup: slices.Clone(k.Cup), Groups: []describedGC{}, Objectives: []describedGoal{}}
	for i := range k.Groups {
		u := &k.Groups[i]
		c := describedGC{Unit: u.name(), Kind: u.Kind, Quality: u.Quality, Sector: u.Sector, Upper: u.Upper, Stress: u.Stress, Watch: u.Watch, Ambush: u.Ambush,
			Activated: u.Activated, Outcome: u.Outcome, Moved: u.Moved, Acted: u.Acted, Chief: u.Section, Parent: u.Parent, Traits: slices.Clone(u.Traits)}
		if u.BoostAct+u.BoostRally > 0 {
			c.Boost = []int{u.BoostAct, u.BoostRally}
		}
		c.describedMachine = k.describeMachine(u)
		for _, b := range u.Bases {
			c.Bases = append(c.Bases, b.Weapon)
			w, _ := k.doc.Arm(b.Base)
			c.Stands = append(c.Stands, describedBase{b.ID, b.Weapon, b.Model, b.NCO, w.SetUp && !b.Ready, b.Ranging.Target, b.Ranging.Attempts, b.Ranging.On})
		}
		if u.Quality != "" {
			c.Cost = k.worth(u)
		}
		d.Groups = append(d.Groups, c)
	}
	d.Strikes, d.Wrecks = k.describeStrikes(), k.describeWrecks()
	if d.Cup == nil {
		d.Cup = []string{}
	}
	for _, s := range k.Screens {
		d.Smoke = append(d.Smoke, describedFog(s))
	}
	for _, e := range k.Edges {
		d.Edges = append(d.Edges, describedEdge(e))
	}
	for _, o := range k.Objectives {
		d.Objectives = append(d.Objectives, describedGoal{o.ID, o.Place, string(o.Holder), o.Decoy, o.Seen, o.Open})
	}
	d.Sides = k.describeSides()
	if k.wild() || k.Laid {
		d.Ground = slices.Clone(k.Map)
	}
	return d
}

// worth is the budget cost of a group as it stands (BB-A1.6): its bases, and the surcharges it shows.
func (k *Game) worth(u *Group) int {
	gc := GC{Quality: u.Quality, Vehicle: u.Model, Mounts: u.Mounts}
	for _, b := range u.Bases {
		gc.Bases = append(gc.Bases, b.Base)
	}
	for _, x := range []struct {
		has  bool
		name string
	}{{u.Paid, "nco"}, {u.Kind == "chief", "chief"}, {u.Reco, "reco"}, {u.Charismatic, "charismatic"}} {
		if x.has {
			gc.Surcharges = append(gc.Surcharges, x.name)
		}
	}
	return k.doc.Cost(gc)
}
