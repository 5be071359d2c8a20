package modernbattles

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Point is a place on the table: tenths of an inch, x from west to east, y from south to north (MB-B1).
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Text writes a place in inches, "34.5,12.0", as positions and settings hold it.
func (p *Point) Text() string {
	part := func(n int) string {
		if n < 0 {
			return "-" + inchText(-n)
		}
		return inchText(n)
	}
	return part(p.X) + "," + part(p.Y)
}

// ReadJSON reads "34.5,12.0", or [345, 120] in tenths.
func (p *Point) ReadJSON(b []byte) error {
	var list []int
	if json.Unmarshal(b, &list) == nil && len(list) == 2 {
		*p = Point{list[0], list[1]}
		return nil
	}
	var text string
	err := json.Unmarshal(b, &text)
	part := func(s string) (int, bool) {
		n, ok := tenths(strings.TrimPrefix(s, "-"))
		if strings.HasPrefix(s, "-") {
			n = -n
		}
		return n, ok
	}
	x, y, _ := strings.Cut(text, ",")
	px, ok1 := part(x)
	py, ok2 := part(y)
	if err != nil || !ok1 || !ok2 {
		return fmt.Errorf("a place is written 34.5,12.0, not %s", b)
	}
	*p = Point{px, py}
	return nil
}

// Game is a position.
type Game struct {
	doc    *Document
	ground *ground
	ranks  []Figure // room in which Clone has put the men, and the weapons of hulls
	racks  []Arm

	Number  int        `key:"turn"`                // game turn, from 1; 0 before the first
	Half    int        `key:"half"`                // player turn of it: 1 or 2
	Phasing table.Seat `key:"phasing" ref:"seats"` // whose player turn it is
	Length  int        `key:"length"`              // game turns in the game
	Opening string     `key:"opening"`             // step at which a position set by hand continues
	Live    bool       `key:"live"`                // a movement phase is being played
	Drawn   bool       `key:"drawn"`               // player A has been determined (MB-X1)
	Rhythm  string     `key:"rhythm"`

	Camps      []Camp      `key:"camps" id:"seat,fixed"` // player A first once that is settled
	Units      []Unit      `key:"units"`
	Features   []Feature   `key:"features"`   // on the table: those of the scenario and, in MB-S2, those that the players put there
	Objectives []Objective `key:"objectives"` //
	Mines      []Minefield `key:"mines"`
	Smokes     []Smoke     `key:"smokes"`
	Markers    []Marker    `key:"markers"` // ambush markers
	Charges    []Charge    `key:"charges"` // in this player turn, in the order declared
	Wires      [][]string  `key:"wires"`
	Radios     [][]string  `key:"radios"`
	Optional   []string    `key:"optional"` // rules and options in force: "MB-8", "MB-19", "MB-35", "MB-9b", "simplified", "hidden"
	Tested     []string    `key:"tested"`   // "unit cause": panic tests taken in this phase (MB-B15b)
	Dealt      []Dealt     `key:"dealt"`    // losses by fire in this shooting phase
	Hits       []Happening `key:"hits"`
}

// Camp is a side.
type Camp struct {
	Seat       table.Seat `key:"seat"`
	List       string     `key:"list"`
	Edge       string     `key:"edge"`         // own table edge: south, north, east, west
	Budget     int        `key:"budget"`       // points to spend; 0: the scenario's forces
	Registered []Spot     `key:"registered"`   // pre-registered fires (MB-33), secret
	May        int        `key:"may_register"` // how many pre-registered fires it may write down
	Strikes    []Raid     `key:"strikes"`      // air attacks of the scenario (MB-B22)
	GaveUp     bool       `key:"gave_up"`
	Away       []string   `key:"away"`  // in MB-S2: objectives chosen in the enemy's half
	Ready      bool       `key:"ready"` // has deployed
}

// Whose returns the seat of a camp.
func (c *Camp) Whose() table.Seat { return c.Seat }

// Spot is a place with a code name.
type Spot struct {
	Code string `key:"code"`
	At   Point  `key:"at"`
}

// Raid is an air attack that the scenario allows.
type Raid struct {
	ID   string `key:"id"`
	Kind string `key:"kind"` // strafe or bomb
	Turn int    `key:"turn"` // of the game; 0: any
	Used bool   `key:"used"`
}

// Figure is one man, or one crewman in a vehicle.
type Figure struct {
	N      int      `key:"n"`
	Role   string   `key:"role"`   // leader, officer, radio, observer, gunner, crew, sniper; "" rank and file
	Weapon string   `key:"weapon"` // id of weapons
	Also   []string `key:"also"`   // further weapons: panzerfaust, at_grenade
	At     Point    `key:"at"`
	Out    bool     `key:"out"`
	Shot   bool     `key:"shot"` // has fired in this player turn
	Last   string   `key:"last"` // vehicle at which it last fired (MB-6.1b)
}

// Unit is a squad, a team, a piece with its crew, a vehicle, a crew on foot or a battery off the table.
type Unit struct {
	ID   string     `key:"unit"`
	Side table.Seat `key:"side"`
	Type string     `key:"type"` // id of units, or of vehicles
	// Kind: squad, hq, team, weapon (tripod or mortar with its men on one base), gun, vehicle, sniper, observer, battery, crew (on foot)
	Kind      string   `key:"kind"`
	Profile   Profile  `key:",inline"`
	Figures   []Figure `key:"figures"`
	Initial   int      `key:"initial"`
	At        Point    `key:"at"` // anchor: where the leader stands; the centre of a single base or a hull
	Facing    int      `key:"facing"`
	Formation string   `key:"formation" oneof:"open|grouped|column"` // open, grouped, column; "" a single base or a hull
	Kit       []string `key:"kit"`
	State     string   `key:"state" oneof:"suppressed|fleeing"` // "", suppressed, fleeing
	Covered   bool     `key:"covered"`                          // has reached cover once in this flight (MB-10h)
	Inside    string   `key:"inside"`                           // building
	Storey    int      `key:"storey"`
	Aboard    string   `key:"aboard"`                          // vehicle that carries it
	Rider     bool     `key:"rider"`                           // on the hull, not inside it (MB-26)
	Towed     string   `key:"towed"`                           // vehicle that tows the piece
	Out       string   `key:"out" oneof:"destroyed|fled|left"` // "", destroyed, fled, left
	Off       bool     `key:"off"`                             // not on the table: bought and not yet deployed, or a battery
	Hidden    bool     `key:"hidden"`                          // not on the enemy's table
	Points    int      `key:"points"`
	Did       Deeds    `key:",inline"` // in its side's current player turn, or in its last one while the enemy plays
	Was       Deeds    `key:"was"`     // in the turn before that
	ShotAt    bool     `key:"shot_at"` // in the enemy's last player turn (MB-35.1)
	Crewing   string   `key:"crewing"` // vehicle or piece that a crew on foot has left
	Defence   Cover    `key:"defence"` // in its current close combat: its cover against the charge (MB-B5d)
	Tank      Tank     `key:",inline"`
	Piece     Piece    `key:",inline"`
	Ammo      Ammo     `key:",inline"`
}

// Called returns the id of a unit, under which players and facts mention it.
func (u *Unit) Called() string { return u.ID }

// Deeds are what a unit did in a player turn.
type Deeds struct {
	Gait    string   `key:"moved" oneof:"normal|double|triple"` // "", normal, double, triple
	Turned  bool     `key:"turned"`                             // only turned on the spot
	Fired   bool     `key:"fired"`
	Charged bool     `key:"charged"`
	Marked  bool     `key:"marked"`       // placed an ambush marker
	Busy    bool     `key:"busy"`         // hitching, unhitching, taking over a gun: it does nothing else
	Loaded  bool     `key:"loaded"`       // for a vehicle: someone got on or off this turn (MB-B7j)
	Ran     bool     `key:"ran"`          // compulsory move
	Tries   int      `key:"tries"`        // second tries of MB-35.2c used
	Mined   []string `key:"mined"`        // fields entered in this move
	Stuck   bool     `key:"stuck"`        // has failed its immobilisation test: no second one in this phase (MB-R4)
	Balked  bool     `key:"balked"`       // has failed the test for a move that is not free: one test per move (MB-35.2c)
	Salvos  int      `key:"salvos_fired"` // of indirect fire in this turn (MB-30b)
	Called  bool     `key:"called"`       // has called a fire mission: it does not fire (MB-32a)
	InFile  bool     `key:"in_file"`      // for a vehicle: its group was in column when this movement phase began (MB-R52)
	Pointed bool     `key:"pointed"`      // its turret was told where to point, or its closed-down crew has tried to turn it: only an order turns it again, hatches open (MB-R22)
}

// Tank is the additional state of a vehicle.
type Tank struct {
	Hatches     string `key:"hatches" oneof:"open|closed"` // open or closed
	Turret      int    `key:"turret"`                      // degrees clockwise from the hull's front
	Swung       int    `key:"swung"`                       // degrees that it turned in this player turn (MB-17.2c)
	Arms        []Arm  `key:"arms"`
	Bogged      string `key:"bogged"` // terrain row (MB-R4)
	Immobilised bool   `key:"immobilised"`
	Fire        bool   `key:"fire"`
	Inferno     bool   `key:"inferno"`
	Wreck       bool   `key:"wreck"`
	Empty       bool   `key:"empty"`         // abandoned by its crew, intact
	Idle        int    `key:"idle"`          // own player turns in which the crew can do nothing
	Shaken      bool   `key:"shaken"`        // the same for its next own player turn, but not yet for this one (MB-R43)
	Back        bool   `key:"back"`          // disengaging (MB-19b)
	Group       string `key:"group"`         // of MB-19
	Prepared    bool   `key:"prepared_hull"` // in a prepared position of the scenario (MB-6.2b)
	Armour      []int  `key:"armour"`        // front, side, rear, top, if the hull differs from its type; never changed
}

// Arm is a weapon of a vehicle.
type Arm struct {
	Weapon string `key:"weapon"`
	Mount  string `key:"mount"` // turret, hull, coaxial, bow, rear, aa
	Lost   int    `key:"lost"`  // BS lost (MB-24c)
	Used   bool   `key:"used"`  // has fired in this turn
	Last   string `key:"last"`  // vehicle at which it last fired (MB-6.1b)
}

// Piece is the additional state of a gun or crewed weapon.
type Piece struct {
	Wounds   int    `key:"wounds"`   // what is left of a gun's two (MB-B10a)
	Prepared bool   `key:"prepared"` // in a prepared position (MB-6.2d)
	Alone    bool   `key:"alone"`    // without crew
	Last     string `key:"last"`     // vehicle at which it last fired (MB-6.1b)
}

// Ammo is what indirect fire has left, and where it fell.
type Ammo struct {
	Salvos int      `key:"salvos"`
	Aims   []Aim    `key:"aims"`
	Spent  []string `key:"spent"` // single-use weapons, if several are counted together
}

// Aim is an aim point of a battery or mortar.
type Aim struct {
	At        Point  `key:"at"`
	Code      string `key:"code"` // of a pre-registered fire
	Salvos    int    `key:"salvos"`
	Corrected bool   `key:"corrected"`
	By        string `key:"by"`   // observer or caller
	Seen      bool   `key:"seen"` // a forward observer saw the last salvo
	Turn      int    `key:"turn"`
}

// Smoke is a disc of smoke (MB-B19).
type Smoke struct {
	Side table.Seat `key:"side"`
	At   Point      `key:"at"`
	Turn int        `key:"turn"` // player turn in which it was laid
}

// Marker is an ambush marker (MB-8).
type Marker struct {
	Unit string `key:"unit"`
	Arm  int    `key:"arm"` // of a vehicle; otherwise -1
	Fig  int    `key:"fig"` // number of the figure that carries the weapon; 0: the piece
	At   Point  `key:"at"`
}

// Charge is a declared charge (MB-B8).
type Charge struct {
	Unit   string `key:"unit"`
	Target string `key:"target"`
	Fled   bool   `key:"fled"`
	Cover  Cover  `key:"cover"` // of the target when it was declared (MB-B5d)
}

// Dealt is what all fire of one unit has cost another in this shooting phase. It counts together toward the quarter that
// calls for a panic test, whatever weapons and order lines it came from (MB-R13).
type Dealt struct {
	By     string `key:"by"`
	Unit   string `key:"unit"`
	Before int    `key:"before"`
	Lost   int    `key:"lost"`
}

// Happening is something that the map shows of the last player turn besides facts.
type Happening struct {
	Kind string `key:"kind"`
	At   Point  `key:"at"`
}

// Clone returns a copy that shares nothing that changes.
func (g *Game) Clone() *Game { return g.CloneInto(&Game{}) }

// CloneInto is Clone with the units, their men and weapons in the memory of another position.
func (g *Game) CloneInto(old *Game) *Game {
	c := *g
	c.Camps = slices.Clone(g.Camps)
	for k := range table.All(c.Camps) {
		k.Registered, k.Strikes, k.Away = slices.Clone(k.Registered), slices.Clone(k.Strikes), slices.Clone(k.Away)
	}
	figures, arms, crews := 0, 0, 0
	for i := range g.Units {
		if u := &g.Units[i]; u.vehicle() || u.piece() {
			crews++
		}
		figures, arms = figures+len(g.Units[i].Figures), arms+len(g.Units[i].Tank.Arms)
	}
	c.Units = append(room(old.Units, len(g.Units)+2*crews+2), g.Units...) // room for crews that get out, so that pointers to units stay valid
	c.ranks, c.racks = room(old.ranks, figures), room(old.racks, arms)    // of all units: one piece of memory instead of one for each
	all, guns := c.ranks, c.racks
	for u := range table.All(c.Units) {
		if len(u.Figures) > 0 {
			from := len(all)
			all = append(all, u.Figures...)
			u.Figures = slices.Clip(all[from:])
		}
		if len(u.Tank.Arms) > 0 {
			from := len(guns)
			guns = append(guns, u.Tank.Arms...)
			u.Tank.Arms = slices.Clip(guns[from:])
		}
		u.Kit, u.Did.Mined, u.Was.Mined = slices.Clip(u.Kit), slices.Clip(u.Did.Mined), slices.Clip(u.Was.Mined) // what is in them is never written, nor in Also
		for j := range u.Figures {
			u.Figures[j].Also = slices.Clip(u.Figures[j].Also)
		}
		u.Ammo.Aims, u.Ammo.Spent = slices.Clone(u.Ammo.Aims), slices.Clone(u.Ammo.Spent)
	}
	c.Features, c.Objectives, c.Mines = slices.Clone(g.Features), slices.Clone(g.Objectives), slices.Clone(g.Mines) // their corners are never written
	c.Smokes, c.Markers, c.Charges = slices.Clone(g.Smokes), slices.Clone(g.Markers), slices.Clone(g.Charges)
	c.Wires, c.Radios = slices.Clone(g.Wires), slices.Clone(g.Radios)
	c.Optional, c.Tested, c.Dealt, c.Hits = slices.Clone(g.Optional), slices.Clone(g.Tested), slices.Clone(g.Dealt), slices.Clone(g.Hits)
	return &c
}

// room returns an empty list with room for so many, in the memory of another if that is enough.
func room[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:0]
	}
	return make([]T, 0, n)
}

// attach connects a position with its document and computes what follows from both.
func attach(g *Game, d *Document) {
	g.doc = d
	g.survey()
}

// moment numbers the player turns from 1.
func (g *Game) moment() int { return 2*(g.Number-1) + g.Half }

// in reports whether an optional rule or option is in force.
func (g *Game) in(rule string) bool { return slices.Contains(g.Optional, rule) }

// detailed reports whether the detailed damage method is played: MB-23 instead of MB-22.
func (g *Game) detailed() bool { return !g.in("simplified") }

// unit returns a unit by its id, or nil. Ids are unique over both sides.
func (g *Game) unit(id string) *Unit {
	return table.First(g.Units, func(u *Unit) bool { return u.ID == id })
}

// own returns a unit of a side if it is in play, or nil.
func (g *Game) own(s table.Seat, id string) *Unit {
	if u := g.unit(id); u != nil && u.Side == s && u.Out == "" {
		return u
	}
	return nil
}

func (g *Game) camp(s table.Seat) *Camp { return table.PartOf(g.Camps, s) }

func (g *Game) seats() []table.Seat { return table.SeatsOf(g.Camps) }

// other returns the opponent's seat.
func (g *Game) other(s table.Seat) table.Seat { return table.Opponent(g.Camps, s) }

// of lists the ids of a side's units that satisfy is, in the order of their ids (MB-B1d).
func (g *Game) of(s table.Seat, is func(*Unit) bool) []string {
	out := table.NamesOf(g.Units, func(u *Unit) bool { return u.Side == s && is(u) })
	slices.SortFunc(out, strings.Compare)
	return out
}

// on reports whether a unit stands on the table by itself: in play, neither aboard nor off the table. This includes wrecks
// and empty vehicles.
func (g *Game) on(u *Unit) bool { return u.Out == "" && !u.Off && u.Aboard == "" && u.Towed == "" }

// none reports whether a unit has done nothing yet in this player turn.
func (d Deeds) none() bool {
	return d.Gait == "" && !d.Turned && !d.Fired && !d.Charged && !d.Marked && !d.Busy && !d.Ran
}

// fit reports whether a unit on the table still has men in it.
func (g *Game) fit(u *Unit) bool { return g.on(u) && u.alive() > 0 && !u.Tank.Wreck && !u.Tank.Empty }

// alive counts the living figures; for a vehicle, its crew.
func (u *Unit) alive() int {
	n := 0
	for i := range u.Figures {
		if !u.Figures[i].Out {
			n++
		}
	}
	return n
}

// living returns the indices of the living figures.
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

// piece reports whether a unit is a gun or crewed weapon: men on one base around a weapon.
func (u *Unit) piece() bool { return u.Kind == "gun" || u.Kind == "weapon" }

// foot reports whether a unit consists of men, including crews of pieces.
func (u *Unit) foot() bool { return !u.vehicle() && !u.battery() }

// single reports whether the men of a unit stand on one base (MB-B2).
func (u *Unit) single() bool {
	return u.vehicle() || u.piece() || u.Kind == "team"
}

// leads returns the index of the figure that holds the anchor: the leader or officer, else the lowest number (MB-B3b).
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

// led reports whether the unit still has a man in a role, such as its leader (MB-B3b).
func (u *Unit) led(role string) bool {
	return slices.ContainsFunc(u.Figures, func(f Figure) bool { return !f.Out && f.Role == role })
}

// moved reports whether the unit moved in its last own movement phase (MB-B7d, R7): gaits and the turns of pieces and hulls count.
func (u *Unit) moved() bool {
	return u.Did.Gait != "" || u.Did.Ran || u.Did.Turned && (u.vehicle() || u.piece())
}
