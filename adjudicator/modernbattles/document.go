package modernbattles

import "fieldpost/adjudicator/table"

// Document is a resolved scenario with all data of the game. Map lengths are in tenths of an inch; M and ranges are in inches
// (MB-B1). origin and mark say where a value comes from: text or T is stated, derived or D follows from a statement or an
// example, proposed or P is ours.
type Document struct {
	Scenario Scenario      `json:"scenario" check:"required"`
	Profiles []Profile     `json:"profiles" check:"required"`
	Weapons  []Weapon      `json:"weapons" check:"required"`
	Vehicles []VehicleType `json:"vehicles" check:"required"`
	Units    []UnitType    `json:"units" check:"required"`
	Lists    []List        `json:"lists" check:"required"`
	Terrain  []TerrainType `json:"terrain" check:"required,has=building|road|hill|dense|scattered|very_difficult|impassable"`
	Laid     Laid          `json:"laid" check:"required"`
	Drives   []Drive       `json:"drives" check:"required"`
	Bases    []Base        `json:"bases" check:"required,has=infantry|two_man_team|crew_weapon|gun_medium|gun_heavy"`
	Prices   Prices        `json:"prices" check:"required"`
	Combat   CombatTables  `json:"combat" check:"required"`

	shelf shelf
}

// Words are a name or a sentence in several languages.
type Words = table.Words

// UnitType is an entry of the army lists.
type UnitType struct {
	ID      string   `json:"id" check:"required"`
	List    string   `json:"list" check:"ref=lists"` // "" for none: scenarios only
	Name    Words    `json:"name" check:"required"`
	Kind    string   `json:"kind" check:"required,oneof=squad|hq|team|weapon|gun|vehicle|sniper|observer|battery"`
	Profile string   `json:"profile" check:"ref=profiles,needed=!kind:vehicle"`
	M       int      `json:"m" check:"min=0,max=20"` // overrides the profile's
	Men     []Men    `json:"men" check:"needed=!kind:vehicle"`
	Weapon  string   `json:"weapon" check:"ref=weapons"`                       // of a piece or battery
	Vehicle string   `json:"vehicle" check:"ref=vehicles,needed=kind:vehicle"` // of a vehicle
	Kit     []string `json:"kit"`
	May     []string `json:"may" check:"ref=prices.kit"` // kit that a player may add at its price (MB-D1)
	Points  int      `json:"points" check:"min=0,max=2000"`
	Mark    string   `json:"mark"`
}

// Men are figures of one kind in a unit, in the order of their numbers.
type Men struct {
	Count  int      `json:"count" check:"required,min=1,max=40"`
	Role   string   `json:"role" check:"oneof=leader|officer|radio|observer|gunner|crew|sniper"`
	Weapon string   `json:"weapon" check:"required,ref=weapons"`
	Also   []string `json:"also" check:"ref=weapons"`
}

// List is an army list.
type List struct {
	ID    string `json:"id" check:"required"`
	Title Words  `json:"title" check:"required"`
	Code  string `json:"code" check:"required"` // prefix of the ids of bought units: US
}

// TerrainType describes the effects of a kind of feature (MB-1, MB-B5, MB-B7).
type TerrainType struct {
	ID       string `json:"id" check:"required"`
	Name     Words  `json:"name" check:"required"`
	Foot     int    `json:"foot" check:"min=0,max=10"`  // inches paid for each inch; 0: no entry without climbing equipment
	Extra    int    `json:"extra" check:"min=0,max=99"` // inches to cross a line
	Cover    string `json:"cover" check:"oneof=light|heavy"`
	Still    bool   `json:"still"`                   // cover only for men who have not moved (MB-1c)
	Behind   bool   `json:"behind"`                  // cover for men right behind it
	HullDown bool   `json:"hull_down"`               // for vehicles (MB-B5b)
	Row      int    `json:"row" check:"min=0,max=6"` // success of the immobilisation test (MB-3h)
	Rank     int    `json:"rank" check:"min=0,max=9"`
	Tall     bool   `json:"tall"` // blocks sight like woods
	Water    bool   `json:"water"`
	Look     string `json:"look" check:"required"`
	Mark     string `json:"mark"`
}

// Laid is what the players lay out themselves, with the names that it keeps (MB-S2).
type Laid struct {
	Features  []LaidKind `json:"features" check:"required,has=wood|wheat|swamp|rocks|pond|house|hill|road"`
	Centre    Words      `json:"centre" check:"required"`    // of the objective in the middle
	Objective Words      `json:"objective" check:"required"` // of the others, before their ids
}

// LaidKind is a kind of feature that the players may put down, by the word of the order (MB-1).
type LaidKind struct {
	ID      string `json:"id" check:"required,oneof=wood|wheat|swamp|rocks|pond|house|hill|road"`
	Terrain string `json:"terrain" check:"required,ref=terrain"`
	Name    Words  `json:"name" check:"required"` // before its number
}

// Drive says what a kind of running gear can do (MB-3).
type Drive struct {
	ID       string   `json:"id" check:"required"`
	Turn     int      `json:"turn" check:"required,min=1,max=6"` // inches for each 90 degrees or part (MB-B7d)
	NoDouble []string `json:"no_double" check:"ref=terrain"`     // kinds of terrain
	Tests    []string `json:"tests" check:"ref=terrain"`
	Never    []string `json:"never" check:"ref=terrain"`
	Crosses  bool     `json:"crosses"` // walls, hedges, ditches and banks, with a test
	RoadRun  bool     `json:"road_run"`
	Civil    bool     `json:"civil"` // tests before any move that is not entirely on a road (MB-3e)
	Mark     string   `json:"mark"`
}

// Base is a shape that models stand on (MB-B2).
type Base struct {
	ID     string `json:"id" check:"required"`
	Radius int    `json:"radius" check:"min=0,max=100,needed=id:infantry|two_man_team|crew_weapon|gun_medium|gun_heavy"`
	Length int    `json:"length" check:"min=0,max=200"`
	Width  int    `json:"width" check:"min=0,max=200"`
}

// Prices are the points of army lists (MB-B28).
type Prices struct {
	Figures  []Price    `json:"figures" check:"required"`  // by profile, with a bolt-action rifle
	Weapons  []Price    `json:"weapons" check:"required"`  // per figure, above a bolt-action rifle
	Kit      []Price    `json:"kit" check:"required"`      // per unit
	Roles    []Price    `json:"roles" check:"required"`    // leaders
	Supports []Price    `json:"supports" check:"required"` // crewed weapons and batteries with regulars
	Veteran  int        `json:"veteran" check:"required"`  // percent of a support's price
	Recruit  int        `json:"recruit" check:"required"`
	Vehicle  HullPrices `json:"vehicle" check:"required,rows"` // terms of the formula, by id
	Mark     string     `json:"mark" check:"required,oneof=T|D|P"`
}

// HullPrices are the terms of the formula for vehicles.
type HullPrices struct {
	Move        Price `json:"move"`         // for each inch above 8
	BS          Price `json:"bs"`           // above 3
	Initiative  Price `json:"initiative"`   // above 3
	Leadership  Price `json:"leadership"`   // above 6
	MachineGuns Price `json:"machine_guns"` // above 2
	SlowTurret  Price `json:"slow_turret"`
	OpenTopped  Price `json:"open_topped"`
	HullGun     Price `json:"hull_gun"`
	Least       Price `json:"least"`
	HalfTrack   Price `json:"half_track"`
	Unarmoured  Price `json:"unarmoured"`
}

// Price is the cost of one thing.
type Price struct {
	ID   string `json:"id" check:"required"`
	Name Words  `json:"name"`
	Cost int    `json:"cost" check:"min=-500,max=500"`
}

// Scenario describes one game.
type Scenario struct {
	table.Header
	Origin     string      `json:"origin" check:"required,oneof=text|proposed"`
	Turns      int         `json:"turns" check:"required,min=1,max=40"`
	First      string      `json:"first" check:"ref=scenario.sides"` // the seat that is player A; "" if drawn by lot
	Table      Size        `json:"table" check:"required"`
	Sides      []Side      `json:"sides" check:"required,min=2,max=2,unique=edge"`
	Features   []Feature   `json:"features"`
	Objectives []Objective `json:"objectives"`
	Units      []Start     `json:"units"`
	Mines      []Minefield `json:"mines"`
	Air        []AirAttack `json:"air"`
	Wire       [][]string  `json:"wire" check:"ref=scenario.units"`  // pairs of units joined by telephone, cut when either moves (MB-31)
	Radio      [][]string  `json:"radio" check:"ref=scenario.units"` // pairs of units on one net
	Generator  Generator   `json:"generator"`
	Claims     []Claim     `json:"claims"` // what a side must hold to claim a win
}

// Size is the size of the table, in tenths of an inch.
type Size struct {
	Width  int `json:"width" check:"required,min=120,max=1440"`
	Height int `json:"height" check:"required,min=120,max=1440"`
}

// Side is one player.
type Side struct {
	table.Party
	List       string  `json:"list" check:"ref=lists"` // army list; "" chosen by option or by the player
	Edge       string  `json:"edge" check:"required,oneof=south|north|east|west"`
	Zone       [][]int `json:"zone"`                                // where it deploys: a polygon
	Points     int     `json:"points" check:"min=0,max=10000"`      // budget; 0: the units of the scenario
	Registered int     `json:"pre_registered" check:"min=0,max=10"` // fires that it may write down (MB-33)
	Dress      string  `json:"dress"`                               // colour on the map: khaki, feldgrau, olive, red, blue
}

// Feature is something on the table. Its polygon may be hollow: an L-shaped house is one feature.
type Feature struct {
	ID        string  `json:"id" check:"required" key:"id"`
	Kind      string  `json:"kind" check:"required,ref=terrain" key:"kind"` // id of terrain
	Name      Words   `json:"name" key:"name"`
	Polygon   [][]int `json:"polygon" key:"polygon"`
	Line      [][]int `json:"polyline" key:"polyline"`
	Circle    Circle  `json:"circle" key:"circle"`
	Level     int     `json:"level" check:"min=0,max=5" key:"level"`     // of a hill
	Storeys   int     `json:"storeys" check:"min=0,max=9" key:"storeys"` // of a building; 0 is one
	Fortified bool    `json:"fortified" key:"fortified"`
	Low       bool    `json:"low" key:"low"` // of dense terrain that does not block sight
}

// Circle is a round feature.
type Circle struct {
	Center []int `json:"center" key:"center"`
	Radius int   `json:"radius" check:"min=0,max=400" key:"radius"`
}

// Objective is a place that counts for victory.
type Objective struct {
	ID   string `json:"id" check:"required" key:"id"`
	At   []int  `json:"at" check:"required" key:"at"`
	Name Words  `json:"name" check:"required" key:"name"`
}

// Minefield is a hidden polygon (MB-B21).
type Minefield struct {
	ID      string  `json:"id" check:"required" key:"id"`
	Side    string  `json:"side" check:"required,ref=scenario.sides" key:"side"` // its owner
	Polygon [][]int `json:"polygon" check:"required" key:"polygon"`
	Shown   bool    `json:"shown" key:"shown"`
}

// AirAttack is an air attack that a side may fly (MB-B22).
type AirAttack struct {
	ID   string `json:"id" check:"required"`
	Side string `json:"side" check:"required,ref=scenario.sides"`
	Kind string `json:"kind" check:"required,oneof=strafe|bomb"`
	Turn int    `json:"turn" check:"min=0,max=40"` // 0: any
}

// Start is one unit of the scenario.
type Start struct {
	ID        string   `json:"id" check:"required"`
	Side      string   `json:"side" check:"required,ref=scenario.sides"`
	Unit      string   `json:"unit" check:"required,ref=units"` // id of units
	Anchor    []int    `json:"anchor"`
	Facing    int      `json:"facing" check:"min=0,max=359"`
	Formation string   `json:"formation" check:"oneof=open|grouped|column"`
	Hatches   string   `json:"hatches" check:"oneof=open|closed"`
	Storey    int      `json:"storey" check:"min=0,max=9"`
	Aboard    string   `json:"aboard" check:"ref=scenario.units"`
	Towed     string   `json:"towed" check:"ref=scenario.units"`
	Group     string   `json:"group"` // of vehicles (MB-19)
	Hidden    bool     `json:"hidden"`
	Prepared  bool     `json:"prepared"` // a vehicle's prepared position (MB-6.2b)
	Add       []string `json:"add"`      // kit beyond its list
	Drop      []string `json:"drop"`     // kit of its list that it does not have
	Civil     bool     `json:"civil"`    // two-wheel drive (MB-3e)
}

// Claim is a victory condition.
type Claim struct {
	Side      string `json:"side" check:"required,ref=scenario.sides"`
	Objective string `json:"objective" check:"required,ref=scenario.objectives"`
}

// Generator says how players make a table and its objectives themselves (MB-S2); if Features is 0, they do not.
type Generator struct {
	Features int     `json:"features" check:"min=0,max=20"`  // the most that each player puts in his half
	Gap      int     `json:"gap" check:"min=0,max=400"`      // least distance between two of them, tenths
	Edge     int     `json:"edge" check:"min=0,max=400"`     // least distance of objectives from the table's edges, tenths
	Largest  int     `json:"largest" check:"min=0,max=1000"` // longest side of a feature, tenths
	Squads   int     `json:"squads" check:"min=0,max=20"`    // fewest squads in an army
	Limits   []Price `json:"limits"`                         // most units of a kind: {id: hq, cost: 1}
	Secret   bool    `json:"secret"`                         // armies are secret until both have deployed
}
