package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Game is a position of Landships!: everything that lies on the map, and what the players hide from each other. It is a
// plain value but for two pointers to what never changes: the document and the map worked out from it.
type Game struct {
	doc *Document
	net *net // the map's geometry

	Rhythm   string     `key:"rhythm"`   // faithful-5, doctrine-2 or one-mail: who orders when
	Optional []string   `key:"optional"` // optional rules and switches in force: "LS-16.11", "LS-5.55b", "erratum_strict"
	Length   int        `key:"length"`   // game turns to play
	Number   int        `key:"turn"`     // game turn being played; 0 during the set-up
	Half     int        `key:"half"`     // player-turn of it: 1 first player, 2 second (LS-4.0b)
	Phasing  table.Seat `key:"phasing" ref:"seats"`
	Opening  string     `key:"opening"` // set by hand before play: the phase in which it begins, in a player-turn already begun

	Camps []Camp  `key:"camps" id:"seat,fixed"` // first player first (LS-4.0a)
	Units []Piece `key:"units"`

	Ground       []string `key:"ground"` // terrain codes, row 01 first
	Towns        []Town   `key:"towns"`
	Trenches     []Trench `key:"trenches"`
	Strongpoints []string `key:"strongpoints" ref:"place"`
	Wire         []string `key:"wire" ref:"place"`
	Rough        []string `key:"rough"`
	Roads        []Road   `key:"roads"`
	Bridges      []string `key:"bridges" ref:"place"`
	Junctions    []string `key:"junctions" ref:"place"`
	Mines        []Mines  `key:"mines"`

	Smoke    []Cloud      `key:"smoke"`                // markers; each covers its hex and the six around (LS-5.33d)
	Gas      []Cloud      `key:"gas"`                  // markers; each covers three hexes around (LS-5.34c)
	Impacts  []Impact     `key:"impacts"`              // hexes under barrage in this player-turn (LS-8.23m), and hexes marked by aircraft (LS-5.12)
	Resisted []Resistance `key:"resisted" id:"hex by"` // LS-5.11l
	Shelled  []string     `key:"shelled" ref:"place"`  // hexes that took a barrage hit in the game: for the map alone
	Called   []string     `key:"called" ref:"place"`   // hexes for which a barrage was asked in this player-turn (LS-5.11h, A-05)
	Plans    []Planned    `key:"plans"`                // written barrages (LS-16.22a)

	Marches    []March     `key:"marches"`            // what is left of a move, for the second foot movement (D-90)
	Interrupts []Interrupt `key:"interrupts"`         // asked for by a side that plays by doctrine
	Melees     []string    `key:"melees" ref:"place"` // hexes where foot of both sides is locked (LS-12.1a)
	Fought     []string    `key:"fought" ref:"place"` // hexes resolved in this close assault phase
	Missed     []Miss      `key:"missed"`             // shots that missed, for acquisition in later phases
	Came       []string    `key:"came"`               // groups that moved in the movement phase being played, in the order in which they set out
	Fright     []string    `key:"fright"`             // units that tested charge fright in this phase, "G-1/far" and "G-1/near" (LS-6.34d)

	finds  string // within 4.8: what P ordered of guns found alone (D-73)
	killer string // within 4.3: the gun that has just destroyed its target and may turn again (LS-8.32d)
}

// Camp is one player's side.
type Camp struct {
	Seat     table.Seat `key:"seat"`
	OBA      int        `key:"oba"`   // off-board elements
	Spent    int        `key:"spent"` // of them in this barrage phase
	Smoke    int        `key:"smoke"` // pieces left; -1 without limit
	Gas      int        `key:"gas"`
	HE       int        `key:"he"`
	Shrapnel int        `key:"shrapnel"`
	Observed []string   `key:"observed"` // automatically observed hexes (LS-5.13, A-07)
	GaveUp   bool       `key:"gave_up"`
}

// Whose is the seat of a camp.
func (c *Camp) Whose() table.Seat { return c.Seat }

// Piece is a counter. One type serves all classes of the data model; what a class has not stays zero.
type Piece struct {
	ID     string     `key:"unit"`
	Side   table.Seat `key:"side"`
	Nation string     `key:"nation"`
	Class  string     `key:"class"` // INF MG CREW TL FO CAV CAVMG AT AA ART IG ATR FLT TNK AC TRK AIR
	Type   string     `key:"type"`  // id of vehicles, aircraft or counters
	Owner  table.Seat `key:"owner"` // of a captured gun: the side that had it first (LS-13.24b)

	Hex     string `key:"at"`                                                // "" off the board, aboard or carried
	Aboard  string `key:"aboard"`                                            // TL, crew: the vehicle that he is in
	Carrier string `key:"carrier"`                                           // ATR, FLT: the group that carries it; "" it lies in its hex (LS-13.11c)
	Out     string `key:"out" oneof:"eliminated|destroyed|exited|retreated"` // "" in play or waiting; "eliminated", "destroyed", "exited", "retreated"
	Waiting bool   `key:"waiting"`                                           // reinforcement that has not arrived

	FS     int    `key:"fs"`
	WR     int    `key:"wr"`
	MR     int    `key:"mr"`                             // printed values of foot (LS-2.21); of cavalry MR, and FS and WR once on foot
	Facing int    `key:"facing" names:"N|NE|SE|S|SW|NW"` // 1 N to 6 NW; 0 none
	Crew   string `key:"crew"`                           // of a gun or a German tank
	Entry  string `key:"entry_edge"`                     // edge by which a German tank came: N E S W (LS-15.11d)

	Pinned  bool `key:"pinned"`
	Gassed  bool `key:"gassed"`                          // pinned by gas: neither moves nor fires while the marker lies (LS-5.56c)
	Mounted bool `key:"mounted"`                         // cavalry
	Horses  bool `key:"horses"`                          // cavalry whose horses are alive: it may mount
	Charge  int  `key:"charge" names:"N|NE|SE|S|SW|NW"`  // direction of its charge in this player-turn, 1 to 6; 0 none
	Entered int  `key:"entered" names:"N|NE|SE|S|SW|NW"` // vehicle: hexside of its present hex by which it came in, 1 to 6; 0 it started there (LS-8.32e)

	Breakdown string `key:"breakdown" oneof:"none|temporary|permanent"` // "", "temporary", "permanent"
	Wheels    int    `key:"wheels"`                                     // wheel hits of an armoured car (LS-8.67b)
	Repair    int    `key:"repair"`                                     // wheel repair: player-turns of its owner since the crew was put on it; 0 none
	Attended  bool   `key:"attended"`                                   // a crew counter stands beside it (LS-5.54b, 8.67c): the crew's pin is Pinned
	Control   bool   `key:"out_of_control"`                             // Whippet out of control until its owner's next vehicle phase (LS-6.14d)
	Moved     bool   `key:"moved"`                                      // vehicle, mounted cavalry: moved in this player-turn (LS-8.55e, 8.68a)
	Shot      int    `key:"shot"`                                       // truck: game turn in which it fired last, and so does not move (LS-8.55e, LS-8.68a)
	Lame      bool   `key:"lame"`                                       // armoured car stopped by a wheel: mended by its crew, not by a die (LS-8.67c)
	Spent     int    `key:"spent"`                                      // MP spent in the movement phase being played; of foot in halves (LS-6.15a, LS-7.11b)
	Speed     string `key:"speed" oneof:"trot|charge"`                  // cavalry: "trot" or "charge", declared for its block in this phase (LS-6.35a)
	Stays     bool   `key:"stays"`                                      // a rallied crew that its owner keeps where it is in this player-turn (D-41)
	Hexes     int    `key:"hexes"`                                      // entered in this phase (LS-6.16a)
	State     string `key:"state" oneof:"floor|bailed|fleeing"`         // of a German tank's crew: "", "floor", "bailed", "fleeing" (LS-15.12)
	Floor     int    `key:"floor"`                                      // player-turn number through which a tank with its crew on the floor may not move
	Shaken    bool   `key:"shaken"`                                     // crew was on the floor once: +2 to hit ever after (LS-15.12g)
	Rallied   bool   `key:"rallied"`                                    // a bailed-out crew that rallied (LS-15.12d)
	Freed     int    `key:"freed"`                                      // player-turn in which the crew bailed out

	Uses    int    `key:"uses"`                                         // FLT, aircraft: left
	Mission string `key:"mission" oneof:"observation|bombing|strafing"` // of an aircraft: "observation", "bombing", "strafing"
	Posted  bool   `key:"posted"`                                       // aircraft placed in this air phase, or an observer waiting over its hex
	AA      int    `key:"aa"`                                           // hits by anti-aircraft in this air phase
	Aborted bool   `key:"aborted"`                                      // its mission is given up in this air phase
	Role    string `key:"role"`                                         // of an aircraft that acts otherwise than by its mission in this air phase: "fighter" (LS-16.42a), "strafing" (LS-16.41a)
	Shown   bool   `key:"shown"`                                        // its mission has been flown, so that the enemy knows it (LS-11.1a)

	Grenades bool `key:"grenades"` // rifle grenades (LS-16.13)
	Storm    bool `key:"storm"`    // Stosstruppen (LS-16.15)

	Seen    int      `key:"seen"`    // player-turn number through which it is spotted by its fire (LS-8.22)
	Fired   []string `key:"fired"`   // "phase" or "phase/mount" in which it fired in this player-turn: "4.3", "4.9/left-gun"
	Shelled bool     `key:"shelled"` // barraged in this player-turn (LS-5.6f)
	Pivoted string   `key:"pivoted"` // phase of this player-turn in which it pivoted (LS-8.32a)
}

// Cloud is a smoke or gas marker.
type Cloud struct {
	Place string     `key:"hex" ref:"place"`
	Owner table.Seat `key:"owner" ref:"seats"`
}

// Impact is a hex under barrage, or marked by an aircraft for its owner's next barrage phase.
type Impact struct {
	Place string     `key:"hex" ref:"place"`
	Owner table.Seat `key:"owner" ref:"seats"`
	Plane string     `key:"plane"` // aircraft that observes; "" a barrage that fell
}

// Resistance is the count of a hex against one attacking side (LS-5.11l, A-03).
type Resistance struct {
	Place string     `key:"hex" ref:"place"`
	By    table.Seat `key:"by" ref:"seats"` // the side that attacks
	Count int        `key:"count"`          // completed game turns
	Turn  int        `key:"turn"`           // game turn last counted, so that several attacks in one count once
	Wiped int        `key:"wiped"`          // game turn in which a loss or a retreat last wiped it
}

// Planned is one barrage of the written plan (LS-16.22a).
type Planned struct {
	Owner  table.Seat `key:"owner" ref:"seats"`
	Turn   int        `key:"turn"`
	Place  string     `key:"hex" ref:"place"`
	Pieces int        `key:"pieces"`
	Type   string     `key:"type"`
	Ammo   string     `key:"ammo"`
	Done   bool       `key:"done"`
}

// March is the rest of a move ordered in 4.4 for 4.10.
type March struct {
	Unit string   `key:"unit"`
	Path []string `key:"path" ref:"place"`
}

// Interrupt is the wish of a side that plays by doctrine to be asked in a phase.
type Interrupt struct {
	Side   table.Seat `key:"side" ref:"seats"`
	Phase  string     `key:"phase"`  // "4.3" or "4.5"
	More   int        `key:"more"`   // more than so many enemy groups or vehicles ...
	Within int        `key:"within"` // ... within so many hexes of any of its units
}

// Miss is a shot that missed: the weapon has no acquisition modifier against the same vehicle in the same hex later.
type Miss struct {
	Weapon string `key:"weapon"` // "G-ART1", "T-M1/left-gun"
	Target string `key:"target"`
	Place  string `key:"hex" ref:"place"`
}

// Clone returns a copy that shares nothing that changes.
func (g *Game) Clone() *Game {
	c := *g
	c.Optional, c.Camps, c.Units = slices.Clone(g.Optional), slices.Clone(g.Camps), slices.Clone(g.Units)
	for i := range c.Units {
		c.Units[i].Fired = slices.Clone(c.Units[i].Fired)
	}
	c.Ground, c.Wire, c.Strongpoints = slices.Clone(g.Ground), slices.Clone(g.Wire), slices.Clone(g.Strongpoints)
	c.Rough, c.Bridges, c.Junctions = slices.Clone(g.Rough), slices.Clone(g.Bridges), slices.Clone(g.Junctions)
	c.Towns, c.Trenches, c.Roads, c.Mines = slices.Clone(g.Towns), slices.Clone(g.Trenches), slices.Clone(g.Roads), slices.Clone(g.Mines) // their lists of hexes are never written
	c.Smoke, c.Gas, c.Impacts, c.Resisted = slices.Clone(g.Smoke), slices.Clone(g.Gas), slices.Clone(g.Impacts), slices.Clone(g.Resisted)
	c.Shelled, c.Called, c.Plans = slices.Clone(g.Shelled), slices.Clone(g.Called), slices.Clone(g.Plans)
	c.Marches = slices.Clone(g.Marches)
	for i := range c.Marches {
		c.Marches[i].Path = slices.Clone(c.Marches[i].Path)
	}
	c.Interrupts, c.Melees, c.Fought = slices.Clone(g.Interrupts), slices.Clone(g.Melees), slices.Clone(g.Fought)
	c.Missed, c.Fright, c.Came = slices.Clone(g.Missed), slices.Clone(g.Fright), slices.Clone(g.Came)
	return &c
}

// attach hangs a position on its document and works out what follows from both.
func attach(g *Game, d *Document) {
	g.doc, g.net = d, d.net
}

// moment numbers player-turns from 1: what lasts "until the end of the opponent's next player-turn" is counted in them.
func (g *Game) moment() int { return 2*(g.Number-1) + g.Half }

// unit returns a counter by id, or nil.
func (g *Game) unit(id string) *Piece {
	for i := range g.Units {
		if g.Units[i].ID == id {
			return &g.Units[i]
		}
	}
	return nil
}

// own returns a counter of a side by its id, or nil. Whatever is out of play is not there.
func (g *Game) own(s table.Seat, id string) *Piece {
	if u := g.unit(id); u != nil && u.Side == s && u.Out == "" {
		return u
	}
	return nil
}

// at lists the ids of the counters in a hex, both sides, in the order of the list: what is carried or aboard is not
// listed, aircraft neither.
func (g *Game) at(hex string) []string {
	var out []string
	for i := range g.Units {
		if u := &g.Units[i]; u.Hex == hex && hex != "" && u.Out == "" && u.Class != "AIR" {
			out = append(out, u.ID)
		}
	}
	return out
}

// of lists the ids of a side's counters at a hex that satisfy is; "" any hex of the map.
func (g *Game) of(s table.Seat, hex string, is func(*Piece) bool) []string {
	var out []string
	for i := range g.Units {
		if u := &g.Units[i]; u.Side == s && u.Out == "" && u.Hex != "" && (hex == "" || u.Hex == hex) && u.Class != "AIR" && is(u) {
			out = append(out, u.ID)
		}
	}
	return out
}

// has reports whether some counter of a side at a hex satisfies is.
func (g *Game) has(s table.Seat, hex string, is func(*Piece) bool) bool {
	return len(g.of(s, hex, is)) > 0
}

func (g *Game) camp(s table.Seat) *Camp { return table.PartOf(g.Camps, s) }

// other is the opponent's seat.
func (g *Game) other(s table.Seat) table.Seat { return table.Opponent(g.Camps, s) }

// passive is N, the side whose player-turn it is not.
func (g *Game) passive() table.Seat { return g.other(g.Phasing) }

func (g *Game) seats() []table.Seat { return table.SeatsOf(g.Camps) }

// in reports whether an optional rule or switch is in force: "LS-16.11".
func (g *Game) in(rule string) bool { return slices.Contains(g.Optional, rule) }

// dated reports whether the scenario's date is in this month or later: "1917", "1918-09".
func (g *Game) dated(from string) bool { return g.doc.Scenario.Date >= from }

// side returns the scenario's entry of a seat.
func (g *Game) side(s table.Seat) Side {
	for _, d := range g.doc.Scenario.Sides {
		if d.ID == string(s) {
			return d
		}
	}
	return Side{}
}

// vehicle, plane, arm give the row of the charts that a counter is.
func (g *Game) vehicle(u *Piece) Vehicle {
	for _, v := range g.doc.Vehicles {
		if v.ID == u.Type {
			return v
		}
	}
	return Vehicle{}
}

func (g *Game) plane(u *Piece) Plane {
	for _, p := range g.doc.Aircraft {
		if p.ID == u.Type {
			return p
		}
	}
	return Plane{}
}

func (g *Game) arm(u *Piece) Weapon {
	for _, w := range g.doc.Weapons {
		if w.Class == u.Class {
			return w
		}
	}
	return Weapon{}
}

// Kinds of counters, as the rules speak of them.

// group: a platoon of infantry, MGs or cavalry (LS-3.11a); foot and cavalry alike.
func (u *Piece) group() bool { return u.infantry() || u.gunners() || u.cavalry() }

func (u *Piece) infantry() bool { return u.Class == "INF" || u.Class == "CAV" && !u.Mounted }
func (u *Piece) gunners() bool  { return u.Class == "MG" || u.Class == "CAVMG" && !u.Mounted }
func (u *Piece) cavalry() bool  { return (u.Class == "CAV" || u.Class == "CAVMG") && u.Mounted }

// foot: whoever moves in the foot phases: groups on foot, crews and individuals (LS-7.0a).
func (u *Piece) foot() bool { return u.infantry() || u.gunners() || u.lone() }

// lone: crews, tank leaders and observers, each side's special soft targets (LS-14.0a): they move as foot (LS-2.23a,
// LS-14.12a, LS-14.13a), have no effect in close assault (LS-14.11g, LS-14.12b, LS-14.13b) and never hold a hex (LS-14.14a).
func (u *Piece) lone() bool { return u.Class == "CREW" || u.Class == "TL" || u.Class == "FO" }

// soft: what small arms and morale tests concern (LS-2.2a); tank leaders, who have no morale, are immune (LS-2.23b,
// LS-14.1a, LS-14.11f).
func (u *Piece) soft() bool { return u.group() || u.Class == "CREW" || u.Class == "FO" }

func (u *Piece) tank() bool     { return u.Class == "TNK" }
func (u *Piece) armoured() bool { return u.Class == "TNK" || u.Class == "AC" }
func (u *Piece) vehicle() bool  { return u.Class == "TNK" || u.Class == "AC" || u.Class == "TRK" }

// gun: a weapons unit worked by a crew (LS-2.3b).
func (u *Piece) gun() bool {
	return u.Class == "AT" || u.Class == "AA" || u.Class == "ART" || u.Class == "IG"
}

// personal: a weapon carried by a group (LS-13.1a).
func (u *Piece) personal() bool { return u.Class == "ATR" || u.Class == "FLT" }

// flag reports whether a vehicle has a symbol (LS-2.45a).
func (g *Game) flag(u *Piece, name string) bool { return slices.Contains(g.vehicle(u).Flags, name) }

// firedIn reports whether a counter, or one mount of it, fired in a phase of this player-turn.
func (u *Piece) firedIn(phase string) bool {
	return slices.ContainsFunc(u.Fired, func(f string) bool { return f == phase || len(f) > len(phase) && f[:len(phase)+1] == phase+"/" })
}

// locked reports whether a hex is a melee: foot or cavalry groups of both sides in it since a close assault (LS-12.1a).
func (g *Game) locked(hex string) bool { return slices.Contains(g.Melees, hex) }
