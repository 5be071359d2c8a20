package modernbattles

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Point is a place on the table: tenths of an inch, x from west to east, y from south to north (MB-B1).
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Game is a position.
type Game struct {
	doc    *Document
	ground *ground

	Number  int        // game turn, from 1; 0 before the first
	Half    int        // player turn of it: 1 or 2
	Phasing table.Seat // whose player turn it is
	Length  int        // game turns to play
	Opening string     // step at which a position set by hand goes on
	Live    bool       // a movement phase is being played
	Drawn   bool       // who is player A has been settled (MB-X1)
	Rhythm  string

	Camps      []Camp // player A first once that is settled
	Units      []Unit
	Features   []Feature   // of the table: those of the scenario, and in MB-S2 those that the players put there
	Objectives []Objective //
	Mines      []Minefield
	Smokes     []Smoke
	Markers    []Marker // of ambushes
	Charges    []Charge // of this player turn, in the order declared
	Wires      [][]string
	Radios     [][]string
	Optional   []string // rules and options in force: "MB-8", "MB-19", "MB-35", "MB-9b", "simplified", "hidden"
	Tested     []string // "unit cause": panic tests taken in this phase (MB-B15b)
	Dealt      []Dealt  `json:",omitempty"` // losses by fire in this shooting phase
	Hits       []Happening
}

// Camp is a side.
type Camp struct {
	Seat       table.Seat
	List       string
	Edge       string // own table edge: south, north, east, west
	Budget     int    // points to spend; 0: the scenario's forces
	Registered []Spot // pre-registered fires (MB-33), secret
	May        int    // how many of them it may write down
	Strikes    []Raid // air attacks of the scenario (MB-B22)
	GaveUp     bool
	Away       []string // of MB-S2: objectives chosen in the enemy's half
	Ready      bool     // has deployed
}

// Spot is a place with a code name.
type Spot struct {
	Code string
	At   Point
}

// Raid is an air attack that the scenario allows.
type Raid struct {
	ID   string
	Kind string // strafe or bomb
	Turn int    // of the game; 0: any
	Used bool
}

// Figure is one man, or one crewman in a vehicle.
type Figure struct {
	N      int
	Role   string   // leader, officer, radio, observer, gunner, crew, sniper; "" rank and file
	Weapon string   // id of weapons
	Also   []string // further weapons: panzerfaust, at_grenade
	At     Point
	Out    bool
	Shot   bool   // has fired in this player turn
	Last   string // vehicle that it fired at last (MB-6.1b)
}

// Unit is a squad, a team, a piece with its crew, a vehicle, a crew on foot or a battery off the table.
type Unit struct {
	ID   string
	Side table.Seat
	Type string // id of units, or of vehicles
	// Kind: squad, hq, team, weapon (tripod or mortar with its men on one base), gun, vehicle, sniper, observer, battery, crew (on foot)
	Kind      string
	Profile   Profile
	Figures   []Figure
	Initial   int
	At        Point // anchor: where the leader stands; the centre of a single base or a hull
	Facing    int
	Formation string // open, grouped, column; "" a single base or a hull
	Kit       []string
	State     string // "", suppressed, fleeing
	Covered   bool   // has reached cover once in this flight (MB-10h)
	Inside    string // building
	Storey    int
	Aboard    string // vehicle that carries it
	Rider     bool   // on the hull, not in it (MB-26)
	Towed     string // vehicle that tows the piece
	Out       string // "", destroyed, fled, left
	Off       bool   // not on the table: bought and not yet deployed, or a battery
	Hidden    bool   // not on the enemy's table
	Points    int
	Did       Deeds  // in this player turn of its side, or in the last one while the enemy plays
	Was       Deeds  // in the one before
	ShotAt    bool   // in the enemy's last player turn (MB-35.1)
	Crewing   string // vehicle or piece that a crew on foot has left
	Defence   Cover  // in the close combat that it is in: its cover against the charge (MB-B5d)
	Tank      Tank
	Piece     Piece
	Ammo      Ammo
}

// Deeds are what a unit did in a player turn.
type Deeds struct {
	Gait    string // "", normal, double, triple
	Turned  bool   // only turned on the spot
	Fired   bool
	Charged bool
	Marked  bool     // placed an ambush marker
	Busy    bool     // hitching, unhitching, taking a gun over: nothing else
	Loaded  bool     // of a vehicle: somebody got on or off in this turn (MB-B7j)
	Ran     bool     // compulsory move
	Tries   int      // second tries of MB-35.2c used
	Mined   []string // fields entered in this move
	Stuck   bool     `json:",omitempty"` // has failed its immobilisation test: no second one in this phase (MB-R4)
	Balked  bool     `json:",omitempty"` // has failed the test for a move that is not free: one test per move (MB-35.2c)
	Salvos  int      `json:",omitempty"` // of indirect fire in this turn (MB-30b)
	Called  bool     `json:",omitempty"` // has passed a fire mission: it does not fire (MB-32a)
	InFile  bool     `json:",omitempty"` // of a vehicle: its group was in column when this movement phase began (MB-R52)
}

// Tank is what a vehicle has beside.
type Tank struct {
	Hatches     string // open or closed
	Turret      int    // degrees clockwise from the hull's front
	Swung       int    // degrees that it turned in this player turn (MB-17.2c)
	Arms        []Arm
	Bogged      string // terrain row (MB-R4)
	Immobilised bool
	Fire        bool
	Inferno     bool
	Wreck       bool
	Empty       bool   // its crew has left it, intact
	Idle        int    // own player turns in which the crew can do nothing
	Shaken      bool   `json:",omitempty"` // the same for the next own player turn, not yet for this one (MB-R43)
	Back        bool   // disengaging (MB-19b)
	Group       string // of MB-19
	Prepared    bool   // a prepared position of the scenario (MB-6.2b)
	Armour      []int  `json:",omitempty"` // front, side, rear, top, of a hull that differs from its type; never changed
}

// Arm is a weapon of a vehicle.
type Arm struct {
	Weapon string
	Mount  string // turret, hull, coaxial, bow, rear, aa
	Lost   int    // of its BS (MB-24c)
	Used   bool   // has fired in this turn
	Last   string // vehicle that it fired at last (MB-6.1b)
}

// Piece is what a gun or crewed weapon has beside.
type Piece struct {
	Wounds   int    // left of a gun's two (MB-B10a)
	Prepared bool   // in a prepared position (MB-6.2d)
	Alone    bool   // without crew
	Last     string // vehicle that it fired at last (MB-6.1b)
}

// Ammo is what indirect fire has left, and where it fell.
type Ammo struct {
	Salvos int
	Aims   []Aim
	Spent  []string // single-use weapons, when several are counted together
}

// Aim is an aim point of a battery or mortar.
type Aim struct {
	At        Point
	Code      string // of a pre-registered fire
	Salvos    int
	Corrected bool
	By        string // observer or caller
	Seen      bool   // a forward observer saw the last salvo
	Turn      int
}

// Smoke is a disc of smoke (MB-B19).
type Smoke struct {
	Side table.Seat
	At   Point
	Turn int // player turn in which it came
}

// Marker is an ambush marker (MB-8).
type Marker struct {
	Unit string
	Arm  int // of a vehicle; -1 else
	Fig  int // number of the figure that carries the weapon; 0: the piece
	At   Point
}

// Charge is a declared charge (MB-B8).
type Charge struct {
	Unit, Target string
	Fled         bool
	Cover        Cover // of the target when it was declared (MB-B5d)
}

// Dealt is what all fire of one unit has cost another in this shooting phase: for the quarter it counts together, whatever weapons and
// order lines it came by (MB-R13).
type Dealt struct {
	By, Unit     string
	Before, Lost int
}

// Happening is what the map shows of the last player turn besides facts.
type Happening struct {
	Kind string
	At   Point
}

// Clone gives a copy that shares nothing that changes.
func (g *Game) Clone() *Game {
	c := *g
	c.Camps = slices.Clone(g.Camps)
	for i := range c.Camps {
		k := &c.Camps[i]
		k.Registered, k.Strikes, k.Away = slices.Clone(k.Registered), slices.Clone(k.Strikes), slices.Clone(k.Away)
	}
	c.Units = append(make([]Unit, 0, len(g.Units)+40), g.Units...) // room for crews that get out: a unit in hand stays where it is
	for i := range c.Units {
		u := &c.Units[i]
		u.Figures, u.Kit = slices.Clone(u.Figures), slices.Clone(u.Kit)
		for j := range u.Figures {
			u.Figures[j].Also = slices.Clone(u.Figures[j].Also)
		}
		u.Did.Mined, u.Was.Mined = slices.Clone(u.Did.Mined), slices.Clone(u.Was.Mined)
		u.Tank.Arms = slices.Clone(u.Tank.Arms)
		u.Ammo.Aims, u.Ammo.Spent = slices.Clone(u.Ammo.Aims), slices.Clone(u.Ammo.Spent)
	}
	c.Features, c.Objectives, c.Mines = slices.Clone(g.Features), slices.Clone(g.Objectives), slices.Clone(g.Mines) // their corners are never written
	c.Smokes, c.Markers, c.Charges = slices.Clone(g.Smokes), slices.Clone(g.Markers), slices.Clone(g.Charges)
	c.Wires, c.Radios = slices.Clone(g.Wires), slices.Clone(g.Radios)
	c.Optional, c.Tested, c.Dealt, c.Hits = slices.Clone(g.Optional), slices.Clone(g.Tested), slices.Clone(g.Dealt), slices.Clone(g.Hits)
	return &c
}

// AppendBinary writes the position as canonical JSON: its types hold no maps and no floats.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return table.AppendJSON(b, g)
}

func restore(doc []byte, state []byte) (*Game, error) {
	d, err := readDocument(doc)
	if err != nil {
		return nil, err
	}
	g, err := table.FromJSON[Game]("modernbattles: position", state)
	if err != nil {
		return nil, err
	}
	g.doc = d
	g.survey()
	return g, nil
}

func readDocument(doc []byte) (*Document, error) {
	return table.FromJSON[Document]("modernbattles: scenario", doc)
}

// turnOf is the number of the game turn.
func turnOf(g *Game) int { return g.Number }

// moment numbers the player turns from 1.
func (g *Game) moment() int { return 2*(g.Number-1) + g.Half }

// in tells whether an optional rule or option is in force.
func (g *Game) in(rule string) bool { return slices.Contains(g.Optional, rule) }

// detailed tells which method of damage is played: MB-23, or else MB-22.
func (g *Game) detailed() bool { return !g.in("simplified") }

// unit gives a unit by its id, or nil. Ids are unique over both sides.
func (g *Game) unit(id string) *Unit {
	for i := range g.Units {
		if g.Units[i].ID == id {
			return &g.Units[i]
		}
	}
	return nil
}

// own gives a unit of a side that is in play, or nil.
func (g *Game) own(s table.Seat, id string) *Unit {
	if u := g.unit(id); u != nil && u.Side == s && u.Out == "" {
		return u
	}
	return nil
}

func (g *Game) camp(s table.Seat) *Camp {
	for i := range g.Camps {
		if g.Camps[i].Seat == s {
			return &g.Camps[i]
		}
	}
	return nil
}

func (g *Game) seats() []table.Seat {
	var out []table.Seat
	for _, c := range g.Camps {
		out = append(out, c.Seat)
	}
	return out
}

// other is the opponent's seat.
func (g *Game) other(s table.Seat) table.Seat {
	for _, c := range g.Camps {
		if c.Seat != s {
			return c.Seat
		}
	}
	return ""
}

// of lists the ids of the units of a side that satisfy is, in the order of their ids (MB-B1d).
func (g *Game) of(s table.Seat, is func(*Unit) bool) []string {
	var out []string
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s && is(u) {
			out = append(out, u.ID)
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out
}

// on tells whether a unit stands on the table by itself: in play, neither aboard nor off the table. Wrecks and empty
// vehicles stand on it too.
func (g *Game) on(u *Unit) bool { return u.Out == "" && !u.Off && u.Aboard == "" && u.Towed == "" }

// none tells whether a unit has done nothing yet in this player turn.
func (d Deeds) none() bool {
	return d.Gait == "" && !d.Turned && !d.Fired && !d.Charged && !d.Marked && !d.Busy && !d.Ran
}

// fit tells whether a unit on the table has somebody in it.
func (g *Game) fit(u *Unit) bool { return g.on(u) && u.alive() > 0 && !u.Tank.Wreck && !u.Tank.Empty }

// alive counts the living figures; of a vehicle its crew.
func (u *Unit) alive() int {
	n := 0
	for i := range u.Figures {
		if !u.Figures[i].Out {
			n++
		}
	}
	return n
}

// living gives the indices of the living figures.
func (u *Unit) living() []int {
	var out []int
	for i := range u.Figures {
		if !u.Figures[i].Out {
			out = append(out, i)
		}
	}
	return out
}

func (u *Unit) has(kit string) bool { return slices.Contains(u.Kit, kit) }
func (u *Unit) vehicle() bool       { return u.Kind == "vehicle" }
func (u *Unit) battery() bool       { return u.Kind == "battery" }
func (u *Unit) gun() bool           { return u.Kind == "gun" }

// piece tells guns and crewed weapons: men on one base around a weapon.
func (u *Unit) piece() bool { return u.Kind == "gun" || u.Kind == "weapon" }

// foot tells units of men, crews of pieces included.
func (u *Unit) foot() bool { return !u.vehicle() && !u.battery() }

// single tells units whose men stand on one base (MB-B2).
func (u *Unit) single() bool {
	return u.vehicle() || u.piece() || u.Kind == "team"
}

// leads gives the index of the figure that holds the anchor: the leader or officer, else the lowest number (MB-B3b).
func (u *Unit) leads() int {
	first := -1
	for i := range u.Figures {
		if u.Figures[i].Out {
			continue
		}
		if r := u.Figures[i].Role; r == "leader" || r == "officer" {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// led tells whether the unit still has its leader (MB-B3b).
func (u *Unit) led(role string) bool {
	return slices.ContainsFunc(u.Figures, func(f Figure) bool { return !f.Out && f.Role == role })
}

// moved tells whether the unit moved in its last own movement phase (MB-B7d, R7): gaits, turns of pieces and hulls.
func (u *Unit) moved() bool {
	return u.Did.Gait != "" || u.Did.Ran || u.Did.Turned && (u.vehicle() || u.piece())
}
