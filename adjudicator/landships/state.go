package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Game is a position of Landships!: everything that lies on the map, and what the players hide from each other. It is
// a plain value except for what never changes in play: the document and the map worked out from it.
type Game struct {
	doc *Document
	net *net  // the map's geometry
	lie []lie // what lies on it, by the numbers of hexes

	Rhythm   string     `key:"rhythm"`   // faithful-5, doctrine-2 or one-mail: who orders when
	Optional []string   `key:"optional"` // optional rules and switches in force: "LS-16.11", "LS-5.55b", "erratum_strict"
	Length   int        `key:"length"`   // game turns to play
	Number   int        `key:"turn"`     // game turn being played; 0 during the set-up
	Half     int        `key:"half"`     // player-turn within the turn: 1 first player, 2 second (LS-4.0b)
	Phasing  table.Seat `key:"phasing" ref:"seats"`
	Opening  string     `key:"opening"` // the phase in which play begins, in a player-turn already begun; set by hand before play

	Camps []Camp  `key:"camps" id:"seat,fixed"` // first player first (LS-4.0a)
	Units []Piece `key:"units"`

	Layers

	Smoke    []Cloud      `key:"smoke"`                // markers; each covers its hex and the six around (LS-5.33d)
	Gas      []Cloud      `key:"gas"`                  // markers; each covers the hexes within three of it (LS-5.34c)
	Impacts  []Impact     `key:"impacts"`              // hexes under barrage in this player-turn (LS-8.23m), and hexes marked by aircraft (LS-5.12)
	Resisted []Resistance `key:"resisted" id:"hex by"` // LS-5.11l
	Shelled  []string     `key:"shelled" ref:"place"`  // hexes that took a barrage hit during the game: only for the map
	Called   []string     `key:"called" ref:"place"`   // hexes for which a barrage was requested in this player-turn (LS-5.11h, A-05)
	Plans    []Planned    `key:"plans"`                // written barrages (LS-16.22a)

	Marches    []March     `key:"marches"`            // the rest of each move, for the second foot movement (D-90)
	Interrupts []Interrupt `key:"interrupts"`         // asked for by sides that play by doctrine
	Melees     []string    `key:"melees" ref:"place"` // hexes where foot of both sides is locked (LS-12.1a)
	Fought     []string    `key:"fought" ref:"place"` // hexes resolved in this close assault phase
	Missed     []Miss      `key:"missed"`             // shots that missed, for acquisition in later phases
	Came       []string    `key:"came"`               // groups that have moved in the current movement phase, in the order in which they set out
	Fright     []string    `key:"fright"`             // units that tested charge fright in this phase, "G-1/far" and "G-1/near" (LS-6.34d)

	again  bool   // within 4.10: MP have been restored, and what foot has spent since then counts
	finds  string // within 4.8: P's order for guns found alone (D-73)
	killer string // within 4.3: the gun that has just destroyed its target and may turn again (LS-8.32d)
}

// Camp is one player's side.
type Camp struct {
	Seat     table.Seat `key:"seat"`
	OBA      int        `key:"oba"`   // off-board elements
	Spent    int        `key:"spent"` // how many of them in this barrage phase
	Smoke    int        `key:"smoke"` // pieces left; -1 for no limit
	Gas      int        `key:"gas"`
	HE       int        `key:"he"`
	Shrapnel int        `key:"shrapnel"`
	Observed []string   `key:"observed"` // automatically observed hexes (LS-5.13, A-07)
	GaveUp   bool       `key:"gave_up"`
}

// Whose returns the seat of a camp.
func (c *Camp) Whose() table.Seat { return c.Seat }

// Piece is a counter. One type serves all classes of the data model; fields that a class does not use stay zero.
type Piece struct {
	ID     string     `key:"unit"`
	Side   table.Seat `key:"side"`
	Nation string     `key:"nation"`
	Class  string     `key:"class"` // INF MG CREW TL FO CAV CAVMG AT AA ART IG ATR FLT TNK AC TRK AIR
	Type   string     `key:"type"`  // id of vehicles, aircraft or counters
	Owner  table.Seat `key:"owner"` // of a captured gun: the side that had it originally (LS-13.24b)

	Hex     string `key:"at"`                                                // "" if off the board, aboard or carried
	Aboard  string `key:"aboard"`                                            // TL, crew: the vehicle they are in
	Carrier string `key:"carrier"`                                           // ATR, FLT: the group that carries it; "" if it lies in its hex (LS-13.11c)
	Out     string `key:"out" oneof:"eliminated|destroyed|exited|retreated"` // "" if in play or waiting; "eliminated", "destroyed", "exited", "retreated"
	Waiting bool   `key:"waiting"`                                           // reinforcement that has not arrived

	FS     int    `key:"fs"`
	WR     int    `key:"wr"`
	MR     int    `key:"mr"`                             // printed values of foot (LS-2.21); of cavalry the MR, and FS and WR once on foot
	Facing int    `key:"facing" names:"N|NE|SE|S|SW|NW"` // 1 N to 6 NW; 0 none
	Crew   string `key:"crew"`                           // of a gun or a German tank
	Entry  string `key:"entry_edge"`                     // edge by which a German tank entered the map: N E S W (LS-15.11d)

	Pinned  bool `key:"pinned"`
	Gassed  bool `key:"gassed"`                          // pinned by gas: neither moves nor fires while the marker remains (LS-5.56c)
	Mounted bool `key:"mounted"`                         // cavalry
	Horses  bool `key:"horses"`                          // cavalry whose horses are alive: it may mount
	Charge  int  `key:"charge" names:"N|NE|SE|S|SW|NW"`  // direction of its charge in this player-turn, 1 to 6; 0 none
	Entered int  `key:"entered" names:"N|NE|SE|S|SW|NW"` // vehicle: hexside by which it entered its present hex, 1 to 6; 0 if it started there (LS-8.32e)

	Breakdown string `key:"breakdown" oneof:"none|temporary|permanent"` // "", "temporary", "permanent"
	Wheels    int    `key:"wheels"`                                     // wheel hits of an armoured car (LS-8.67b)
	Repair    int    `key:"repair"`                                     // wheel repair: its owner's player-turns since the crew began; 0 none
	Attended  bool   `key:"attended"`                                   // a crew counter stands beside it (LS-5.54b, 8.67c): the crew's pin is Pinned
	Control   bool   `key:"out_of_control"`                             // Whippet out of control until its owner's next vehicle phase (LS-6.14d)
	Moved     bool   `key:"moved"`                                      // vehicle, mounted cavalry: moved in this player-turn (LS-8.55e, 8.68a)
	Shot      int    `key:"shot"`                                       // truck: game turn in which it last fired, and so does not move (LS-8.55e, LS-8.68a)
	Lame      bool   `key:"lame"`                                       // armoured car stopped by a wheel: repaired by its crew, not by a die (LS-8.67c)
	Spent     int    `key:"spent"`                                      // MP spent in the current movement phase; halves of an MP for foot (LS-6.15a, LS-7.11b)
	Speed     string `key:"speed" oneof:"trot|charge"`                  // cavalry: "trot" or "charge", declared for its block in this phase (LS-6.35a)
	Stays     bool   `key:"stays"`                                      // a rallied crew that its owner keeps where it is in this player-turn (D-41)
	Hexes     int    `key:"hexes"`                                      // entered in this phase (LS-6.16a)
	State     string `key:"state" oneof:"floor|bailed|fleeing"`         // of a German tank's crew: "", "floor", "bailed", "fleeing" (LS-15.12)
	Floor     int    `key:"floor"`                                      // player-turn number through which a tank with its crew on the floor may not move
	Shaken    bool   `key:"shaken"`                                     // crew was once on the floor: +2 to hit from then on (LS-15.12g)
	Rallied   bool   `key:"rallied"`                                    // a bailed-out crew that rallied (LS-15.12d)
	Freed     int    `key:"freed"`                                      // player-turn in which the crew bailed out

	Uses    int    `key:"uses"`                                         // FLT, aircraft: uses left
	Mission string `key:"mission" oneof:"observation|bombing|strafing"` // of an aircraft: "observation", "bombing", "strafing"
	Posted  bool   `key:"posted"`                                       // aircraft placed in this air phase, or an observer waiting over its hex
	AA      int    `key:"aa"`                                           // anti-aircraft hits in this air phase
	Aborted bool   `key:"aborted"`                                      // it has given up its mission in this air phase
	Role    string `key:"role"`                                         // of an aircraft that does something other than its mission in this air phase: "fighter" (LS-16.42a), "strafing" (LS-16.41a)
	Shown   bool   `key:"shown"`                                        // its mission has been flown, so the enemy knows it (LS-11.1a)

	Grenades bool `key:"grenades"` // rifle grenades (LS-16.13)
	Storm    bool `key:"storm"`    // Stosstruppen (LS-16.15)

	Seen    int      `key:"seen"`    // player-turn number through which it is spotted by its fire (LS-8.22)
	Fired   []string `key:"fired"`   // "phase" or "phase/mount" in which it fired in this player-turn: "4.3", "4.9/left-gun"
	Shelled bool     `key:"shelled"` // barraged in this player-turn (LS-5.6f)
	Pivoted string   `key:"pivoted"` // phase of this player-turn in which it pivoted (LS-8.32a)
}

// Called returns the id of a counter, under which players and facts mention it.
func (u *Piece) Called() string { return u.ID }

// Cloud is a smoke or gas marker.
type Cloud struct {
	Place string     `key:"hex" ref:"place"`
	Owner table.Seat `key:"owner" ref:"seats"`
}

// Impact is a hex under barrage, or marked by an aircraft for its owner's next barrage phase.
type Impact struct {
	Place string     `key:"hex" ref:"place"`
	Owner table.Seat `key:"owner" ref:"seats"`
	Plane string     `key:"plane"` // the observing aircraft; "" for a barrage that fell
}

// Resistance is the count of a hex against one attacking side (LS-5.11l, A-03).
type Resistance struct {
	Place string     `key:"hex" ref:"place"`
	By    table.Seat `key:"by" ref:"seats"` // the side that attacks
	Count int        `key:"count"`          // completed game turns
	Turn  int        `key:"turn"`           // game turn last counted, so that several attacks in one turn count once
	Wiped int        `key:"wiped"`          // game turn in which a loss or a retreat last reset the count
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

// March is the rest of a move ordered in 4.4, to be made in 4.10.
type March struct {
	Unit string   `key:"unit"`
	Path []string `key:"path" ref:"place"`
}

// Interrupt is the wish of a side that plays by doctrine to be asked for orders in a phase.
type Interrupt struct {
	Side   table.Seat `key:"side" ref:"seats"`
	Phase  string     `key:"phase"`  // "4.3" or "4.5"
	More   int        `key:"more"`   // ask if there are more than this many enemy groups or vehicles
	Within int        `key:"within"` // within this many hexes of any of its units
}

// Miss is a shot that missed: the weapon has no acquisition modifier later against the same vehicle in the same hex
//
type Miss struct {
	Weapon string `key:"weapon"` // "G-ART1", "T-M1/left-gun"
	Target string `key:"target"`
	Place  string `key:"hex" ref:"place"`
}

// Clone returns a copy of g that shares nothing that can change.
func (g *Game) Clone() *Game { return g.CloneInto(&Game{}) }

// CloneInto is Clone with the counters in the memory of another position.
func (g *Game) CloneInto(old *Game) *Game {
	c := *g
	c.Optional, c.Camps, c.Units = slices.Clone(g.Optional), slices.Clone(g.Camps), append(old.Units[:0], g.Units...)
	for i := range c.Units {
		c.Units[i].Fired = slices.Clip(c.Units[i].Fired) // marks are only added
	}
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

// attach ties a position to its document and to what was worked out from it.
func attach(g *Game, d *Document) {
	g.doc, g.net = d, d.net
	g.survey()
}

// moment returns the number of the player-turn, counted from 1. What lasts "until the end of the opponent's next
// player-turn" is measured in these numbers.
func (g *Game) moment() int { return 2*(g.Number-1) + g.Half }

// unit returns a counter by id, or nil.
func (g *Game) unit(id string) *Piece {
	if i, listed := g.doc.listed[id]; listed && i < len(g.Units) && g.Units[i].ID == id {
		return &g.Units[i]
	}
	if id == "" {
		return nil
	}
	return table.First(g.Units, func(u *Piece) bool { return u.ID == id })
}

// own returns a side's counter by its id, or nil if there is none or it is out of play.
func (g *Game) own(s table.Seat, id string) *Piece {
	if u := g.unit(id); u != nil && u.Side == s && u.Out == "" {
		return u
	}
	return nil
}

// at returns the ids of the counters of both sides in a hex, in the order of the list. It leaves out aircraft and
// whatever is carried or aboard.
func (g *Game) at(hex string) []string {
	return table.NamesOf(g.Units, func(u *Piece) bool { return u.Hex == hex && hex != "" && u.Out == "" && u.Class != "AIR" })
}

// of returns the ids of a side's counters in a hex that satisfy is. If hex is "", it looks at every hex of the map.
func (g *Game) of(s table.Seat, hex string, is func(*Piece) bool) []string {
	return table.NamesOf(g.Units, func(u *Piece) bool { return u.counts(s, hex) && is(u) })
}

// counts reports whether a counter of a side is on the ground in a hex, or anywhere on the map if hex is "".
func (u *Piece) counts(s table.Seat, hex string) bool {
	return u.Hex != "" && (hex == "" || u.Hex == hex) && u.Side == s && u.Out == "" && u.Class != "AIR"
}

// has reports whether any counter of a side in a hex satisfies is.
func (g *Game) has(s table.Seat, hex string, is func(*Piece) bool) bool {
	return table.Any(g.Units, func(u *Piece) bool { return u.counts(s, hex) && is(u) })
}

func (g *Game) camp(s table.Seat) *Camp { return table.PartOf(g.Camps, s) }

// other returns the opponent's seat.
func (g *Game) other(s table.Seat) table.Seat { return table.Opponent(g.Camps, s) }

// passive returns N, the side that is not phasing.
func (g *Game) passive() table.Seat { return g.other(g.Phasing) }

func (g *Game) seats() []table.Seat { return table.SeatsOf(g.Camps) }

// in reports whether an optional rule or switch, such as "LS-16.11", is in force.
func (g *Game) in(rule string) bool { return slices.Contains(g.Optional, rule) }

// dated reports whether the scenario takes place in the given month ("1918-09") or year ("1917") or later.
func (g *Game) dated(from string) bool { return g.doc.Scenario.Date >= from }

// side returns the scenario's entry for a seat.
func (g *Game) side(s table.Seat) *Side {
	return table.Entry(g.doc.Scenario.Sides, func(d *Side) bool { return d.ID == string(s) })
}

// vehicle returns a counter's row of the vehicle chart; plane and arm do the same for aircraft and weapons.
func (g *Game) vehicle(u *Piece) *Vehicle {
	return table.Entry(g.doc.Vehicles, func(v *Vehicle) bool { return v.ID == u.Type })
}

func (g *Game) plane(u *Piece) *Plane {
	return table.Entry(g.doc.Aircraft, func(p *Plane) bool { return p.ID == u.Type })
}

func (g *Game) arm(u *Piece) *Weapon { return g.class(u.Class) }

// Kinds of counters, in the terms of the rules.

// group reports whether u is a platoon of infantry, MGs or cavalry (LS-3.11a), mounted or on foot.
func (u *Piece) group() bool { return u.infantry() || u.gunners() || u.cavalry() }

func (u *Piece) infantry() bool { return u.Class == "INF" || u.Class == "CAV" && !u.Mounted }
func (u *Piece) gunners() bool  { return u.Class == "MG" || u.Class == "CAVMG" && !u.Mounted }
func (u *Piece) cavalry() bool  { return (u.Class == "CAV" || u.Class == "CAVMG") && u.Mounted }

// foot reports whether u moves in the foot phases: a group on foot, a crew or an individual (LS-7.0a).
func (u *Piece) foot() bool { return u.infantry() || u.gunners() || u.lone() }

// lone reports whether u is a crew, tank leader or observer, each side's special soft targets (LS-14.0a). They move as
// foot (LS-2.23a, LS-14.12a, LS-14.13a), have no effect in close assault (LS-14.11g, LS-14.12b, LS-14.13b) and never
// hold a hex (LS-14.14a).
func (u *Piece) lone() bool { return u.Class == "CREW" || u.Class == "TL" || u.Class == "FO" }

// soft reports whether small arms and morale tests affect u (LS-2.2a). Tank leaders, who have no morale, are immune
// (LS-2.23b, LS-14.1a, LS-14.11f).
func (u *Piece) soft() bool { return u.group() || u.Class == "CREW" || u.Class == "FO" }

func (u *Piece) tank() bool     { return u.Class == "TNK" }
func (u *Piece) armoured() bool { return u.Class == "TNK" || u.Class == "AC" }
func (u *Piece) vehicle() bool  { return u.Class == "TNK" || u.Class == "AC" || u.Class == "TRK" }

// gun reports whether u is a weapons unit worked by a crew (LS-2.3b).
func (u *Piece) gun() bool {
	return u.Class == "AT" || u.Class == "AA" || u.Class == "ART" || u.Class == "IG"
}

// personal reports whether u is a weapon carried by a group (LS-13.1a).
func (u *Piece) personal() bool { return u.Class == "ATR" || u.Class == "FLT" }

// flag reports whether a vehicle has a symbol (LS-2.45a).
func (g *Game) flag(u *Piece, name string) bool { return slices.Contains(g.vehicle(u).Flags, name) }

// firedIn reports whether a counter, or one mount of it, fired in a phase of this player-turn.
func (u *Piece) firedIn(phase string) bool {
	return slices.ContainsFunc(u.Fired, func(f string) bool { return f == phase || len(f) > len(phase) && f[:len(phase)+1] == phase+"/" })
}

// locked reports whether a hex is a melee: foot or cavalry groups of both sides are in it since a close assault
// (LS-12.1a).
func (g *Game) locked(hex string) bool { return slices.Contains(g.Melees, hex) }
