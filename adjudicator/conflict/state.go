package conflict

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Game is a position of Conflict of Heroes: everything that a real table would show, and what its players hide from each
// other. It is a plain value except for two pointers to what never changes: the document and the board worked out from
// it.
type Game struct {
	doc *Document
	net *net

	Rhythm   string `key:"rhythm"`                // pulse, blitz or action: when play stops for new mails
	Cautious bool   `key:"cautious"`              // optional rule 5.0.3
	Vary     string `key:"vary" oneof:"open|fog"` // optional rule 3.0.1: "", "open" or "fog" (3.0.1b)
	AI       string `key:"ai"`                    // side played by the doctrine of 20.2; "" for none
	Cards    bool   `key:"cards"`                 // the deck of the scenario is in play

	Round  int          `key:"round"`             // the current round; 0 during the set-up
	Stage  string       `key:"stage"`             // how far the round has come: "" before its preparation, "ready" after it, "turns" while turns alternate
	First  string       `key:"first"`             // side with the initiative of the round
	Order  []table.Seat `key:"order"`             // order of acting (CH-20.0b)
	Owner  table.Seat   `key:"owner" ref:"seats"` // whose turn it is
	Passed []table.Seat `key:"passed"`            // who has passed since the last action or wait, in order (CH-2.2i, CH-20.0d)
	Turns  int          `key:"turns"`             // player turns of this round
	Pulse  int          `key:"pulse"`             // player turns since the last mails
	Live   bool         `key:"live"`              // turns are being played: order lines are judged as things stand
	Linked int          `key:"linked"`            // actions that the owner still has in a row (CH-C10)
	Ended  string       `key:"ended"`             // why the game ended before its last round; a key of the words
	Count  bool         `key:"count"`             // a VP count card was drawn this round

	Layers

	Camps     []Camp      `key:"seats" id:"seat,fixed"` // in the scenario's order
	Units     []Unit      `key:"units"`                 // of all forces, in the order of their lists
	Forts     []Fort      `key:"works"`
	Smoke     []Cloud     `key:"smoke"`
	Goals     []Objective `key:"objectives"`
	Satchel   Satchel     `key:"papers"`
	Entrances []Entrance  `key:"entrances"` // entries into occupied hexes that the next turn of the other side may react to (CH-7.7.3i)

	Blips []string `key:"marks"` // hexes marked for hidden units of the doctrine's side (CH-20.3a)
	Cup   []string `key:"cup"`   // those units and as many dummies, sorted

	FootPile    []string `key:"foot_pile"` // hit counters not drawn, sorted
	VehiclePile []string `key:"vehicle_pile"`
	Deck        []string `key:"deck"` // cards not drawn, sorted
	Discard     []string `key:"discard"`
	Secrets     []string `key:"secrets"` // objective cards not dealt
}

// Camp is one player's force with its score sheet (CH-1.4, CH-20.0a).
type Camp struct {
	Seat    table.Seat `key:"seat"`
	Side    string     `key:"side"`
	Cap     int        `key:"cap"`
	Initial int        `key:"initial"` // CAP of the scenario
	Lost    int        `key:"lost"`    // units on the CAP track (CH-7.4)
	Points  int        `key:"vp"`      // VP

	Open   bool     `key:"activation"` // an activation runs
	Active []string `key:"active"`     // names of the units that share it (CH-9.0)
	Blind  int      `key:"blind"`      // how many of them an enemy cannot see; set only in what that enemy knows
	AP     int      `key:"ap"`         // left
	Spent  int      `key:"spent"`      // so far
	Dice   []int    `key:"dice"`       // dice of variable AP (CH-3.0.1)

	Hand    []string `key:"hand"`            // cards; "?" for an enemy
	Goal    []string `key:"objective_cards"` // objective cards in secret
	Plan    []Shell  `key:"strikes"`         // planned this round, for the next (CH-12.3)
	Due     []Shell  `key:"due"`             // planned last round
	Strikes []Grant  `key:"grants"`
	Issued  []Issued `key:"weapons"` // weapon cards

	News   []News   `key:"news"`   // what the other side did since this one's last turn, as far as this one was told
	Heard  int      `key:"heard"`  // how much of the news its owner has been mailed
	Purse  int      `key:"purse"`  // CAP when its owner was last mailed
	Held   int      `key:"held"`   // waits made this round because the program was empty
	Put    bool     `key:"put"`    // a pass that would have ended the round was put off once since the last mails
	Hidden []string `key:"hidden"` // status of the hidden units, sorted; only in what an enemy knows (CH-10.1d)
	GaveUp bool     `key:"gave_up"`
}

// Whose returns the seat of a camp.
func (c *Camp) Whose() table.Seat { return c.Seat }

// Unit is one counter on or off the board (CH-1.3b).
type Unit struct {
	ID      string     `key:"id"`
	Side    string     `key:"side"`
	Seat    table.Seat `key:"seat"`
	Type    string     `key:"type"`  // id of the printed counter
	Print   []UnitType `key:"print"` // changed by hand, in place of the printed values
	Hex     string     `key:"at"`    // "" if off the board
	Facing  string     `key:"facing" oneof:"E|NE|NW|W|SW|SE"`
	Status  string     `key:"status" oneof:"fresh|active|used"`      // fresh, active, used
	Off     string     `key:"off" oneof:"coming|destroyed|left|cup"` // why it is off the board: coming, destroyed, left; "" if it is on it
	Round   int        `key:"round"`                                 // round of arrival
	Entry   []string   `key:"entry"`
	Hidden  bool       `key:"hidden"`  // CH-10
	Hit     string     `key:"hit"`     // hit counter; "?" for an enemy who has not seen it; "" for none
	Shown   bool       `key:"shown"`   // the other side has seen the counter (CH-7.5h)
	Spare   bool       `key:"spare"`   // the counter stands in for an empty pile and goes back into no pile (A14)
	Aboard  string     `key:"aboard"`  // name of the unit that carries it (CH-17)
	In      string     `key:"in"`      // kind of work occupied: trench, bunker or ""
	Dug     bool       `key:"dug"`     // hasty defence (CH-18.1.3)
	Bogged  bool       `key:"bogged"`  // immobilised by terrain (CH-14.5)
	Mired   bool       `key:"mired"`   // immobilised by card 20 for the round
	Exposed bool       `key:"exposed"` // moved incautiously: -1 DM (CH-5.0.3)
	Way     string     `key:"way"`     // the way that it is on: its hexes, separated by spaces
	Gone    int        `key:"gone"`    // how many of those hexes it has entered
}

// Fort is a fortification, an obstacle or a minefield on the map (CH-18). A hex holds one of a kind.
type Fort struct {
	Type   string     `key:"type"`
	Kind   string     `key:"kind"`
	Hex    string     `key:"hex" ref:"place"`
	Facing string     `key:"facing" oneof:"E|NE|NW|W|SW|SE"`
	Owner  table.Seat `key:"owner" ref:"seats"`
	Hidden bool       `key:"hidden"`
}

// Cloud is one smoke marker (CH-13).
type Cloud struct {
	Hex string `key:"hex" ref:"place"`
	DM  int    `key:"dm"` // 1 or 2
}

// Satchel is the control marker of CH-FF2.
type Satchel struct {
	Hex    string `key:"hex"`    // where it lies if nobody carries it
	Holder string `key:"holder"` // name of the unit that carries it
	Side   string `key:"side"`   // the side that last had a ground unit alone with it (A42)
	Out    bool   `key:"out"`    // carried off the board
}

// Shell is one planned strike of off-board artillery.
type Shell struct {
	Card  string `key:"card"`
	Hex   string `key:"hex"`
	Smoke bool   `key:"smoke"`
}

// Grant is what is left of an off-board artillery card.
type Grant struct {
	Strike
	Left int `key:"left"`
}

// Issued is a weapon card of a side. Unit is its bearer's name, "" before it is assigned, "?" for an enemy.
type Issued struct {
	Card string `key:"card"`
	Unit string `key:"unit"`
}

// Entrance is a unit that came into a hex with enemies (CH-7.7.3i).
type Entrance struct {
	Side string `key:"side"` // of the unit that came
	Hex  string `key:"hex"`
	From string `key:"from"` // "" if it came from off the board
}

// News is one thing that a side was told about the other's turn.
type News struct {
	Kind string `key:"kind"` // moved, fired, hit, destroyed, entered, revealed, passed, rallied, entry
	Unit string `key:"unit"` // unit of the other side; "" if it is hidden
	Hex  string `key:"hex"`
	Own  string `key:"own"` // own unit concerned
}

// The states of a unit in a round (CH-2.2c).
const (
	fresh  = "fresh"
	active = "active"
	used   = "used"
)

// Why a unit is off the board.
const (
	coming    = "coming"
	destroyed = "destroyed"
	left      = "left"
)

// unseen stands for a counter or card that the viewer cannot see.
const unseen = "?"

// Clone returns a copy that shares nothing that can change.
func (g *Game) Clone() *Game { return g.CloneInto(&Game{}) }

// CloneInto is Clone with the units in the memory of another position.
func (g *Game) CloneInto(old *Game) *Game {
	c := *g
	c.Order, c.Passed = slices.Clone(g.Order), slices.Clone(g.Passed)
	c.Camps = slices.Clone(g.Camps)
	for x := range table.All(c.Camps) {
		x.Active, x.Dice, x.Hand, x.Goal = slices.Clone(x.Active), slices.Clone(x.Dice), slices.Clone(x.Hand), slices.Clone(x.Goal)
		x.Plan, x.Due, x.Strikes, x.Issued = slices.Clone(x.Plan), slices.Clone(x.Due), slices.Clone(x.Strikes), slices.Clone(x.Issued)
		x.News, x.Hidden = slices.Clone(x.News), slices.Clone(x.Hidden)
	}
	c.Units = append(old.Units[:0], g.Units...) // Print and Entry are replaced, never changed
	c.Forts, c.Smoke, c.Goals = slices.Clone(g.Forts), slices.Clone(g.Smoke), slices.Clone(g.Goals)
	c.Entrances = slices.Clone(g.Entrances)
	c.Blips, c.Cup = slices.Clone(g.Blips), slices.Clone(g.Cup)
	c.FootPile, c.VehiclePile = slices.Clone(g.FootPile), slices.Clone(g.VehiclePile)
	c.Deck, c.Discard, c.Secrets = slices.Clone(g.Deck), slices.Clone(g.Discard), slices.Clone(g.Secrets)
	return &c
}

// attach attaches a document to a position and works out what follows from both.
func attach(g *Game, d *Document) {
	g.doc, g.net = d, d.net
}

// merge joins the forces of each side where the scenario says so (CH-20.1a). What the sides are worth was measured with all forces apart.
func (d *Document) merge() {
	if d.Scenario.Merge {
		d.Scenario.Balance = table.Balance{}
		d.Scenario.Forces = merged(d.Scenario.Forces)
	}
}

// merged makes one force of the forces of a side. Its CAP are their sum minus one for each force joined on (CH-20.1a).
func merged(forces []Force) []Force {
	var out []Force
	for _, f := range forces {
		i := slices.IndexFunc(out, func(o Force) bool { return o.Side == f.Side })
		if i < 0 {
			f.ID = f.Side
			out = append(out, f)
			continue
		}
		o := &out[i]
		o.Cap += f.Cap - 1
		o.Units, o.Works = slices.Concat(o.Units, f.Units), slices.Concat(o.Works, f.Works)
		o.Strikes, o.Weapons, o.Exits = slices.Concat(o.Strikes, f.Strikes), slices.Concat(o.Weapons, f.Weapons), slices.Concat(o.Exits, f.Exits)
	}
	return out
}

// name returns the written name of a unit: "german.R1".
func (u *Unit) name() string { return u.Side + "." + u.ID }

// Called returns the same name to the kernel.
func (u *Unit) Called() string { return u.name() }

// on reports whether a unit is on the board.
func (u *Unit) on() bool { return u.Off == "" && u.Hex != "" }

// unit returns a unit by its written name, or nil.
func (g *Game) unit(name string) *Unit {
	is := func(u *Unit) bool {
		return len(name) == len(u.Side)+1+len(u.ID) && name[:len(u.Side)] == u.Side && name[len(u.Side)+1:] == u.ID
	}
	if i, ok := g.doc.ranks[name]; ok && i < len(g.Units) && is(&g.Units[i]) {
		return &g.Units[i]
	}
	return table.First(g.Units, is)
}

// own returns a unit of a seat by its id, or nil.
func (g *Game) own(s table.Seat, id string) *Unit {
	return table.First(g.Units, func(u *Unit) bool { return u.Seat == s && u.ID == id })
}

// at returns the names of the units in a hex, in the order of the lists; carried units have no particular place.
func (g *Game) at(hex string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.on() && u.Hex == hex })
}

// foes lists the units in a hex that are not of a side.
func (g *Game) foes(side, hex string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.on() && u.Hex == hex && u.Side != side })
}

// friends lists the units in a hex that are of a side.
func (g *Game) friends(side, hex string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.on() && u.Hex == hex && u.Side == side })
}

// load lists the units that another carries (CH-17).
func (g *Game) load(name string) []string {
	return table.NamesOf(g.Units, func(u *Unit) bool { return u.on() && u.Aboard == name })
}

// camp returns the force of a seat, or nil.
func (g *Game) camp(s table.Seat) *Camp { return table.PartOf(g.Camps, s) }

// side returns the side of a seat.
func (g *Game) side(s table.Seat) string {
	if c := g.camp(s); c != nil {
		return c.Side
	}
	return ""
}

// seats returns all seats, seatsOf those of a side, foesOf those of the other side.
func (g *Game) seats() []table.Seat { return table.SeatsOf(g.Camps) }

func (g *Game) seatsOf(side string) []table.Seat {
	return table.SeatsWhere(g.Camps, func(c *Camp) bool { return c.Side == side })
}

func (g *Game) foesOf(side string) []table.Seat {
	return table.SeatsWhere(g.Camps, func(c *Camp) bool { return c.Side != side })
}

// other returns the other side.
func (g *Game) other(side string) string {
	c, _ := table.Find(g.Camps, func(c *Camp) bool { return c.Side != side })
	return c.Side
}

// fort returns the work of a kind in a hex, or nil.
func (g *Game) fort(hex, kind string) *Fort {
	return table.First(g.Forts, func(f *Fort) bool { return f.Hex == hex && f.Kind == kind })
}

// smoke returns the sum of the smoke in a hex (CH-13.0e).
func (g *Game) smoke(hex string) int {
	n := 0
	for _, c := range g.Smoke {
		if c.Hex == hex {
			n += c.DM
		}
	}
	return n
}

// print returns the counter as printed, or as changed by hand.
func (g *Game) print(u *Unit) *UnitType {
	if len(u.Print) > 0 {
		return &u.Print[0]
	}
	return g.doc.types.Of(u.Type)
}

// hit returns the hit counter of a unit; it changes nothing if there is none or it cannot be seen.
func (g *Game) hit(u *Unit) *HitCounter { return g.doc.faces.Of(u.Hit) }
