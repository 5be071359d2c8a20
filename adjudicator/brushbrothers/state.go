package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Game is a position of Groupe Franc: everything that a real table would show, and what its players hide from each
// other. It is a plain value except for two pointers to what never changes: the document and the board derived from it.
type Game struct {
	doc *Document
	net *net // the board's geometry

	stands []Stand // room in which Clone has put the bases
	spare  []Group // room for what the rules learn next, within one step

	SceneShape string `key:"scene_shape"` // shape of the board, which may be chosen when the game is opened
	SceneSetup Setup  `key:"scene_setup"` // who sets up what; may be chosen likewise

	Own          bool `key:"own"`          // players may raise armies of their own (BB-A1.6)
	Points       int  `key:"points"`       // per side for immediate supports (BB-A2.4a)
	Compensation bool `key:"compensation"` // BB-A2.4c

	Laid bool `key:"laid"` // the dice lay the ground (BB-A2.1a)

	Rhythm  string     `key:"rhythm"`  // plan, run or token: who orders when (decisions.md d)
	FaceUp  bool       `key:"face_up"` // forces open to both sides (BB-R51)
	Length  int        `key:"length"`  // turns to play (BB-A3.6g)
	Number  int        `key:"turn"`    // turn being played; 0 during the set-up
	Begins  table.Seat `key:"begins"`  // placed the first objective (BB-A3.6c)
	Chooser table.Seat `key:"chooser"` // chose the table edge and deployed first (BB-A3.6d)

	Layers
	Camps      []Camp      `key:"sides" id:"side,fixed"` // in the seats' order
	Groups     []Group     `key:"groups"`                // of both sides, in the order of their lists
	Objectives []Objective `key:"objectives" id:"id"`
	Screens    []Screen    `key:"smoke"` // smoke

	Cup     []string   `key:"cup" ref:"seats"`   // tokens not yet drawn: seats (BB-2.2)
	Drawn   bool       `key:"drawn"`             // set by hand after every token of the turn has been drawn
	Token   table.Seat `key:"token" ref:"seats"` // the token drawn and not yet used
	Before  table.Seat `key:"before"`            // the colour of the token before it: a run ends when it changes
	Active  Active     `key:"active"`
	Assault []string   `key:"assault"` // sectors assaulted this turn, for conditions

	// Only for games with vehicles and supports; left out of others, so that older positions keep their bytes.
	Habits  Habits   `key:"habits"`
	Strikes []Strike `key:"strikes"` // supports obtained, to take effect when the next turn begins (BB-A2.4g)
	Wrecks  []Wreck  `key:"wrecks"`  // BB-11.12
}

// Camp is one player's side.
type Camp struct {
	Seat   table.Seat `key:"side"`
	Force  string     `key:"force"`                    // army list
	Fixed  bool       `key:"fixed"`                    // the list was set when the game was opened
	Traits []string   `key:"traits"`                   // characteristics chosen by the player (BB-D2)
	Edge   string     `key:"edge" oneof:"north|south"` // "north" or "south"; "" until chosen
	Lost   int        `key:"lost"`                     // bases lost
	Fallen []string   `key:"fallen"`                   // ids of GCs eliminated; everybody has seen it
	GaveUp bool       `key:"gave_up"`

	// For annexes 1, 2 and 4; absent from the bytes of games that do not use them.
	Army     []GC   `key:"army"`     // raised by the player himself, in place of a list (BB-A1.6)
	Nation   string `key:"nation"`   // taken by the player (BB-A1.1)
	Refused  bool   `key:"refused"`  // its own army broke the rules: it is asked again
	Score    int    `key:"score"`    // deployment die (BB-A2.2a)
	Points   int    `key:"points"`   // for immediate supports (BB-A2.4a), before anything is bought
	Supports []Held `key:"supports"` // bought and not yet obtained (BB-A2.4)
	Asked    bool   `key:"asked"`    // has said which supports it buys
	Water    int    `key:"water"`    // points of drinking water left (BB-A4.4g)
	Dry      int    `key:"dry"`      // the turn in which the water ran out (BB-R53); 0: not yet
	Failed   Failed `key:"failed"`   // attempts to get a support (BB-R70)
}

// Whose returns the seat of a camp.
func (c *Camp) Whose() table.Seat { return c.Seat }

// Held counts the immediate supports of one kind that a side has in hand.
type Held struct {
	ID    string `key:"id"` // of the tables' supports
	Count int    `key:"count"`
}

// Group is a combat group (GC, BB-1.3): a group, a chief, an autonomous element, or a part that has left its group.
type Group struct {
	ID          string     `key:"id"`
	Side        table.Seat `key:"side"`
	Kind        string     `key:"kind" oneof:"group|chief|autonomous|detached|vehicle|gun"` // group, chief, autonomous, detached; "" to an enemy who may not know
	Section     string     `key:"chief"`                                                    // id of its chief
	Parent      string     `key:"parent"`                                                   // of a detached part: the group that it left (BB-R67)
	Part        bool       `key:"part"`                                                     // apart so far only for the present activation (BB-3.2c)
	Left        string     `key:"left"`                                                     // of such a part: the active group
	Apart       bool       `key:"apart"`                                                    // detached on purpose: it remains a GC of its own even in the same sector (BB-3.6a)
	Quality     string     `key:"quality" oneof:"green|standard|veteran"`                   // green, standard, veteran; "" to an enemy
	Traits      []string   `key:"traits"`
	Paid        bool       `key:"paid"` // the NCO surcharge was paid (BB-3.6c)
	Reco        bool       `key:"reco"`
	Charismatic bool       `key:"charismatic"`
	Bases       []Stand    `key:"bases"`
	Serial      int        `key:"serial"`                          // parts named so far
	Sector      string     `key:"at"`                              // "" before deployment
	Upper       bool       `key:"upper"`                           // on the upper storey (BB-4.2a)
	Stress      string     `key:"stress"`                          // none, heads_down, pinned, crushed
	Watch       bool       `key:"watch"`                           // on watch (BB-3.5c)
	Ambush      bool       `key:"ambush"`                          // hidden (BB-3.7a)
	Spotted     bool       `key:"spotted"`                         // hidden, but the enemy sees it without its owner knowing
	Activated   bool       `key:"activated"`                       // this turn
	Outcome     string     `key:"outcome" oneof:"success|failure"` // of its activation test this turn: success, failure or ""
	Moved       bool       `key:"moved"`                           // changed sector or storey this turn (BB-R15)
	Acted       bool       `key:"acted"`                           // moved or fired in this game
	Struck      bool       `key:"struck"`                          // assaulted this turn
	Exposed     bool       `key:"exposed"`                         // gave up its shelter this turn (BB-11.9b)
	Bearings    []Bearing  `key:"bearings"`
	BoostAct    int        `key:"boost_activation"` // waiting for its activation test (BB-A1.4)
	BoostRally  int        `key:"boost_rally"`      // waiting for its rally

	Model    string `key:"vehicle"`      // of a vehicle: id of the table (BB-9.4); its one base is the machine
	Facing   string `key:"facing"`       // direction of a vehicle or a gun (BB-R34)
	Leader   string `key:"leader"`       // id of its vehicle group leader (BB-R65)
	Stunned  bool   `key:"stunned"`      // cannot fire in its next activation (BB-11.5)
	Immobile bool   `key:"immobilised"`  // immobilised for good (BB-11.5)
	Aboard   string `key:"aboard"`       // id of the vehicle that carries or tows it (BB-13)
	Mounts   bool   `key:"mounts"`       // has horses or bicycles (BB-R42)
	Mounted  bool   `key:"mounted"`      // and sits on them
	Thirst   int    `key:"thirst_steps"` // steps of thirst of a vehicle (BB-R53)
}

// Stand is one base (BB-1.2) with its account of the present activation.
type Stand struct {
	Base
	ID      int      `key:"id"`      // from 1, the same all game
	Ready   bool     `key:"ready"`   // a heavy weapon is set up (BB-R57)
	Spent   int      `key:"spent"`   // points of the present activation
	Complex bool     `key:"complex"` // did a complex action in it
	Did     []string `key:"did"`     // simple actions done in it, by name
	Aim     string   `key:"aim"`     // target of its last fire in it
	Shots   int      `key:"shots"`   // fires in it with the weapon that may fire only so often (BB-14.1a)
	Hauled  bool     `key:"hauled"`  // a gun was moved by hand in it (BB-14.3b)
	Stride  int      `key:"stride"`  // UD that the move action of a mounted base still covers (BB-R42)
	Slant   bool     `key:"slant"`   // went a diagonal step on squares in it (BB-1.4e)
	Ranging Ranging  `key:"ranging"`
}

// Ranging is what a mortar remembers about its registration (BB-R26).
type Ranging struct {
	Target   string `key:"target"`   // "north.G1", or a sector for smoke
	Attempts int    `key:"attempts"` // registration rolls of this series
	On       bool   `key:"on"`
	Place    string `key:"place"` // sector of the target when the mortar was on it
}

// Bearing is a direction from which flat fire came, in lattice units from the target (BB-R13).
type Bearing struct {
	X int `key:"x"`
	Y int `key:"y"`
}

// Objective is a token on the map (BB-A3.6b).
type Objective struct {
	ID     string       `key:"id"`
	Place  string       `key:"place"`  // "" until placed
	Holder table.Seat   `key:"holder"` // "" for nobody (BB-R46)
	Decoy  bool         `key:"decoy"`
	Seen   []table.Seat `key:"seen"` // who has turned it over
	Open   bool         `key:"open"` // its face is open to all (BB-A4.4c)
}

// Screen is smoke in a sector (BB-7.4).
type Screen struct {
	Place string `key:"place" ref:"place"`
	Left  int    `key:"left"` // turns, the present one included
}

// Active is the current activation.
type Active struct {
	Group    string     `key:"group"` // "" when there is none
	Side     table.Seat `key:"side"`
	Success  bool       `key:"success"`
	Free     bool       `key:"free"`     // the fanatics' free rally is spent
	Searched bool       `key:"searched"` // location was attempted (BB-R18c)
	Rejoin   []string   `key:"rejoin"`   // parts that will rejoin at its end (BB-8.5)
	Closed   []string   `key:"closed"`   // groups and parts whose activation is closed by going on watch

	Dazed   bool `key:"dazed"`    // a vehicle was stunned when the activation began: it cannot fire (BB-R38)
	Road    int  `key:"road"`     // UD that a vehicle has gained by the road bonus (BB-10.6)
	OffRoad bool `key:"off_road"` // it has driven off the road and has no bonus any more
}

// Clone returns a copy that shares nothing that changes. Lists that only grow or are replaced are shared, clipped, so that growing one of
// them copies it.
func (g *Game) Clone() *Game { return g.CloneInto(&Game{}) }

// CloneInto is Clone with the groups and their bases in the memory of another position.
func (g *Game) CloneInto(old *Game) *Game {
	c := *g
	c.spare = nil
	c.Camps = slices.Clone(g.Camps)
	for p := range table.All(c.Camps) {
		p.Fallen, p.Army, p.Supports = slices.Clip(p.Fallen), slices.Clone(p.Army), slices.Clone(p.Supports)
	}
	c.Groups = append(old.Groups[:0], g.Groups...)
	bases := 0
	for i := range c.Groups {
		bases += len(c.Groups[i].Bases)
	}
	stands := old.stands[:0] // of all groups: one piece of memory instead of one for each
	if cap(stands) < bases {
		stands = make([]Stand, 0, bases)
	}
	c.stands = stands
	for u := range table.All(c.Groups) {
		u.Traits, u.Bearings = slices.Clip(u.Traits), slices.Clip(u.Bearings)
		if len(u.Bases) > 0 {
			from := len(stands)
			stands = append(stands, u.Bases...)
			u.Bases = slices.Clip(stands[from:])
		}
		for j := range u.Bases {
			u.Bases[j].Did = slices.Clip(u.Bases[j].Did)
		}
	}
	c.Objectives = slices.Clone(g.Objectives)
	for i := range c.Objectives {
		c.Objectives[i].Seen = slices.Clip(c.Objectives[i].Seen)
	}
	c.Screens, c.Cup = slices.Clone(g.Screens), slices.Clone(g.Cup)
	c.Strikes, c.Wrecks = slices.Clone(g.Strikes), slices.Clone(g.Wrecks)
	c.Active.Rejoin, c.Active.Closed, c.Assault = slices.Clip(g.Active.Rejoin), slices.Clip(g.Active.Closed), slices.Clip(g.Assault)
	return &c
}

// copyBases gives a group bases of its own to change, where it shares them with another position.
func (u *Group) copyBases() {
	u.Bases = slices.Clone(u.Bases)
	for i := range u.Bases {
		u.Bases[i].Did = slices.Clip(u.Bases[i].Did)
	}
}

// attach links a position to its document and works out what follows from both.
func attach(g *Game, d *Document) {
	if g.SceneShape != "" {
		d = d.staged(g.SceneShape, g.SceneSetup)
	}
	g.doc, g.net = d, d.netOf(d.Scenario.Board.Shape)
	if own := d.Scenario.Board.Layers; slices.Equal(g.Map, own.Map) && slices.Equal(g.Edges, own.Edges) {
		g.Layers = own // so that the lines worked out for the document's board count
	}
}

// name returns how a group is written: "south.G1".
func (u *Group) name() string { return string(u.Side) + "." + u.ID }

// Called returns the same name to the kernel.
func (u *Group) Called() string { return u.name() }

// is reports whether a group is written like this.
func (u *Group) is(name string) bool {
	n := len(u.Side)
	return len(name) == n+1+len(u.ID) && name[n+1:] == u.ID && name[n] == '.' && name[:n] == string(u.Side)
}

// group returns a group by its written name, or nil.
func (g *Game) group(name string) *Group {
	return table.First(g.Groups, func(u *Group) bool { return u.is(name) })
}

// own returns a group of a side by its id, or nil.
func (g *Game) own(s table.Seat, id string) *Group {
	return table.First(g.Groups, func(u *Group) bool { return u.Side == s && u.ID == id })
}

// of lists the names of a side's groups on the table, in the order of its list.
func (g *Game) of(s table.Seat) []string {
	return table.NamesOf(g.Groups, func(u *Group) bool { return u.Side == s && u.Sector != "" && u.Aboard == "" })
}

// at lists the names of the groups in a sector, without those that a vehicle carries (BB-R41).
func (g *Game) at(place string) []string {
	return table.NamesOf(g.Groups, func(u *Group) bool { return u.Sector == place && place != "" && u.Aboard == "" })
}

// holds returns the side that is in a sector, or "" for none. Two sides never share a sector (BB-R68).
func (g *Game) holds(place string) table.Seat {
	for i := range g.Groups {
		if g.Groups[i].Sector == place && place != "" {
			return g.Groups[i].Side
		}
	}
	return ""
}

// crowd counts the soft bases of a side in a sector, both levels together (BB-R9, BB-R14).
func (g *Game) crowd(s table.Seat, place string) int {
	n := 0
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Side == s && u.Sector == place && place != "" && u.Aboard == "" && !u.vehicle() {
			n += len(u.Bases)
		}
	}
	return n
}

// load returns what a side has in a sector, in bases; vehicles count by their size (BB-R68).
func (g *Game) load(s table.Seat, place string) int {
	n := 0
	for i := range g.Groups {
		if u := &g.Groups[i]; u.Side == s && u.Sector == place && place != "" {
			n += g.size(u)
		}
	}
	return n
}

// room returns how many more bases a sector can hold (BB-1.4a). Wrecks take up room too (BB-R69).
func (g *Game) room(s table.Seat, place string) int {
	n := g.doc.Tables.Capacity - g.load(s, place)
	for _, w := range g.Wrecks {
		if w.Place == place {
			n -= w.Size
		}
	}
	return n
}

func (g *Game) camp(s table.Seat) *Camp { return table.PartOf(g.Camps, s) }

// other returns the opponent's seat.
func (g *Game) other(s table.Seat) table.Seat { return table.Opponent(g.Camps, s) }

func (g *Game) seats() []table.Seat { return table.SeatsOf(g.Camps) }

// has reports whether a group has a characteristic of BB-A1.3.
func (u *Group) has(trait string) bool {
	return slices.Contains(u.Traits, trait) && (!u.vehicle() || slices.Contains(vehicleTraits, trait))
}

// base returns a base of a group by its number, or nil.
func (u *Group) base(id int) *Stand {
	return table.First(u.Bases, func(s *Stand) bool { return s.ID == id })
}

// nco returns the index of the NCO base: the marked one, or else the first.
func (u *Group) nco() int {
	for i := range u.Bases {
		if u.Bases[i].NCO {
			return i
		}
	}
	return 0
}

// hidden reports whether a group is hidden from its enemy (BB-3.7a).
func (u *Group) hidden() bool { return u.Ambush && !u.Spotted }

// located reports whether a group is on the table and its enemy knows where.
func (u *Group) located() bool { return u.Sector != "" && !u.hidden() }

// nailed reports whether a group is pinned or crushed (BB-5.1).
func (u *Group) nailed() bool { return u.Stress == pinned || u.Stress == crushed }

// family lists the active group and the parts that left it in this activation, the group first.
func (g *Game) family() []string {
	return table.NamesOf(g.Groups, func(u *Group) bool {
		return u.Side == g.Active.Side && (u.ID == g.Active.Group || u.Part && u.Left == g.Active.Group)
	})
}

// terrain returns the terrain of a sector.
func (g *Game) terrain(place string) *Terrain { return g.net.At(g.Map, place) }

// smoked reports whether smoke lies in a sector (BB-7.4e).
func (g *Game) smoked(place string) bool {
	return slices.ContainsFunc(g.Screens, func(s Screen) bool { return s.Place == place })
}

// The stress markers (BB-5): ids of the tables.
const (
	unstressed = "none"
	headsDown  = "heads_down"
	pinned     = "pinned"
	crushed    = "crushed"
	eliminated = "eliminated"
)
