package landships

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Document is a resolved scenario of Landships!: the scenario itself and every chart, counter and terrain row that the
// rules read, so that one digest pins all of it. The loader of package scenarios fills it from the data files of
// scenarios/landships and one scenario file; the json names are the keys of those files. It holds no maps, no floats
// and no pointers, so its JSON is canonical.
//
// Charts carry a mark for each value: T if the rulebook's text states it, D if it is derived from a statement or an
// example of the text, P if this project proposed it, because the rulebook's chart card, counters and maps are lost.
type Document struct {
	Scenario Scenario  `json:"scenario" check:"required"`
	Tables   Tables    `json:"tables" check:"required"`
	Terrain  []Terrain `json:"terrain" check:"required,unique=code,has=hill|rough|road|bridge|trench|strongpoint|wire|mines|smoke"`
	Vehicles []Vehicle `json:"vehicles" check:"required"`
	Weapons  []Weapon  `json:"weapons" check:"required,has=class:ATR|FLT|AT|ART|AA|IG|OBA"` // weapons units (LS-2.3)
	Aircraft []Plane   `json:"aircraft" check:"required"`
	Counters []Counter `json:"counters" check:"required"` // foot and cavalry counters by nation (LS-2.2)

	net    *net           // geometry of its map
	listed map[string]int // where each counter of the scenario stands in the list of a position
}

// Words are a name or a sentence in several languages.
type Words = table.Words

// Scenario is what one game is about; its fields follow the checklist of what a scenario must state.
type Scenario struct {
	table.Header
	Origin      string           `json:"origin" check:"required,oneof=text|proposed"`
	Date        string           `json:"date" check:"required,like=1917-11-20~191[4-8]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"` // "1917-11-20": many rules depend on year and month
	Turns       int              `json:"turns" check:"required,min=1,max=60"`                                                     // game turns (LS-4.0b)
	Sides       []Side           `json:"sides" check:"required,min=2,max=2,ids=allied|central,unique=rear_edge"`                  // two; the first is the first player (LS-4.0a)
	Map         Map              `json:"map" check:"required"`                                                                    //
	Switches    Switches         `json:"switches"`                                                                                // rules that the scenario puts in force
	Units       []Unit           `json:"units" check:"required"`                                                                  // at start
	Arrivals    []Arrival        `json:"arrivals"`                                                                                // reinforcements
	Victory     Victory          `json:"victory" check:"required"`                                                                //
	Suggested   []string         `json:"suggested"`                                                                               // optional rules that suit it: "LS-16.12"
	Deployments []DeploymentArea `json:"deployments"`                                                                             // where players may set up (D-02)
}

// Side is one player's side. Its id is the seat: allied or central.
type Side struct {
	table.Party
	Nation   string   `json:"nation" check:"required"`                  // of units that do not name one
	RearEdge string   `json:"rear_edge" check:"required,oneof=N|E|S|W"` // edge towards which retreats go (LS-9.3a)
	OBA      int      `json:"oba" check:"min=0,max=40"`                 // off-board artillery elements (LS-5.0a)
	Smoke    int      `json:"smoke" check:"min=-1,max=99"`              // smoke pieces in all; 0 if not allowed (LS-5.33a); -1 for no limit
	Gas      int      `json:"gas" check:"min=-1,max=99"`                // gas barrages in all; 0 if not allowed (LS-5.34a); -1 for no limit
	HE       int      `json:"he" check:"min=-1,max=999"`                // HE pieces in all; -1 for no limit (LS-3.3a)
	Shrapnel int      `json:"shrapnel" check:"min=-1,max=999"`          // shrapnel pieces in all; -1 for no limit
	Observed []string `json:"observed" check:"place,unique"`            // automatically observed hexes (LS-5.13, A-07)
}

// Map is the board: flat hexes named CCRR, column 01 in the west, row 01 in the north, even columns half a hex further south.
type Map struct {
	Columns int `json:"columns" check:"required,min=2,max=60"`
	Rows    int `json:"rows" check:"required,min=2,max=60"`
	Layers
}

// Layers are what lies on the map. A position has layers of its own, which it shares with the document until wire is
// laid or cut or they are changed by hand; they are replaced, never written to.
type Layers struct {
	Ground       []string `json:"ground" check:"required,grid=columns*rows,codes=terrain.code" key:"ground"` // one string a row, row 01 first, one terrain code a hex
	Towns        []Town   `json:"towns" key:"towns"`
	Trenches     []Trench `json:"trenches" key:"trenches"`
	Strongpoints []string `json:"strongpoints" check:"place,unique" key:"strongpoints" ref:"place"`
	Wire         []string `json:"wire" check:"place,unique" key:"wire" ref:"place"`
	Rough        []string `json:"rough" key:"rough"` // rough hexes (LS-6.23a); "all" alone means every clear hex
	Roads        []Road   `json:"roads" key:"roads"` // continuous paths of adjacent hexes
	Bridges      []string `json:"bridges" check:"place,unique" key:"bridges" ref:"place"`
	Junctions    []string `json:"junctions" check:"place,unique,ref=scenario.map.roads.hexes" key:"junctions" ref:"place"`
	Mines        []Mines  `json:"mines" key:"mines"`
}

// Town is a named town: its hexes are the town hexes of the map (LS-2.1d).
type Town struct {
	Name  Words    `json:"name" check:"required" key:"name"`
	Hexes []string `json:"hexes" check:"required,place,unique" key:"hexes" ref:"place"`
}

// Trench is a line of trench hexes of one side (LS-6.22, A-83). Adjacent hexes of one line are joined by trench.
type Trench struct {
	Side  string   `json:"side" check:"required,oneof=allied|central" key:"side"`
	Hexes []string `json:"hexes" check:"required,place,unique" key:"hexes" ref:"place"`
}

// Road is a continuous path of road hexes. Owner makes it one side's own road where it meets trenches (LS-6.12d).
type Road struct {
	Hexes []string `json:"hexes" check:"required,place,unique,chain" key:"hexes" ref:"place"`
	Owner string   `json:"owner" check:"oneof=allied|central" key:"owner"`
}

// Mines is a minefield one hex deep (LS-6.24, LS-7.14). It is active against the owner's enemies.
type Mines struct {
	Owner string   `json:"owner" check:"required,oneof=allied|central" key:"owner"`
	Hexes []string `json:"hexes" check:"required,place,unique" key:"hexes" ref:"place"`
}

// Switches are the rules that a scenario may or may not put in force.
type Switches struct {
	TankFright      bool     `json:"tank_fright"`                                        // LS-4.2c, M-20
	Fordable        bool     `json:"fordable"`                                           // rivers, for foot (LS-7.11d)
	Exit            bool     `json:"exit"`                                               // vehicles may leave the map (LS-6.15g)
	SmallArmsVTanks bool     `json:"small_arms_v_tanks"`                                 // MG fire makes Allied tanks test, by scenario rule (LS-8.7a, LS-15.12j)
	Stosstruppen    []string `json:"stosstruppen" check:"ref=scenario.units[class:INF]"` // units of LS-16.15, in force if that option is
	Acquisition     string   `json:"acquisition" check:"oneof=volley|erratum_strict"`    // A-27; "" is volley
}

// Unit is a counter at start or among the arrivals: one machine, gun or man (LS-1.11a), a platoon (LS-1.11b), or the
// men who work one weapon (LS-1.11c) and sometimes stand for a vehicle's crew (LS-2.22b).
type Unit struct {
	ID         string   `json:"id" check:"required,max=8,like=T-M1: capitals with digits and hyphens between~([0-9][0-9-]*)?[A-Z]([A-Z0-9-]*[A-Z0-9])?"`
	Side       string   `json:"side" check:"required,oneof=allied|central"`
	Nation     string   `json:"nation"` // "" for the side's
	Class      string   `json:"class" check:"required,oneof=INF|MG|CREW|TL|FO|CAV|CAVMG|AT|AA|ART|IG|ATR|FLT|TNK|AC|TRK|AIR"`
	Type       string   `json:"type"`                                                                                       // id of a vehicle or aircraft, or of a counter for foot and cavalry
	Values     []int    `json:"values" check:"len=3,only=class:INF|MG|CAV|CAVMG"`                                           // FS, WR, MR in place of the type's
	Hex        string   `json:"hex" check:"place,only=!class:AIR"`                                                          // "" if off the board (aircraft, arrivals)
	Aboard     string   `json:"aboard" check:"ref=scenario.units[class:TNK|AC|TRK],only=class:TL|CREW"`                     // vehicle that carries a TL or a crew
	Carrier    string   `json:"carrier" check:"ref=scenario.units[class:INF|MG]"`                                           // group that carries an ATR or FLT
	Facing     int      `json:"facing" check:"min=0,max=6,needed=class:TNK|AC|TRK,only=!class:INF|MG|CAV|CAVMG|CREW|TL|FO"` // 1 N, 2 NE, 3 SE, 4 S, 5 SW, 6 NW; 0 none: vehicles have one (LS-2.41)
	Crew       string   `json:"crew"`                                                                                       // of a gun, of a German tank
	EntryEdge  string   `json:"entry_edge" check:"oneof=N|E|S|W"`                                                           // of a German tank (LS-15.11d)
	Dismounted bool     `json:"dismounted" check:"only=class:CAV|CAVMG"`                                                    // cavalry that starts on foot
	Missions   []string `json:"missions" check:"oneof=observation|bombing|strafing,only=class:AIR"`                         // of an aircraft: those that the scenario allows; none: all of its type
}

// Arrival is a group of reinforcements.
type Arrival struct {
	Side   string   `json:"side" check:"required,oneof=allied|central"`
	Turn   int      `json:"turn" check:"required,min=1,max=60,max=scenario.turns"`
	Hexes  []string `json:"hexes" check:"required,place,unique"` // edge hexes; the first hex entered counts as the first hex of the move
	Facing int      `json:"facing" check:"min=0,max=6"`
	Phase  string   `json:"phase" check:"required,oneof=4.2|4.4"`      // vehicles and cavalry enter in 4.2, foot in 4.4
	Units  []string `json:"units" check:"required,ref=scenario.units"` // ids of scenario.units without a hex
}

// DeploymentArea says where a side may set up which units (D-02). Without an area they keep the scenario's own places.
type DeploymentArea struct {
	Side     string   `json:"side" check:"required,oneof=allied|central"`
	Units    []string `json:"units" check:"ref=scenario.units"` // none: all the units of the side that no other area names
	Hexes    []string `json:"hexes" check:"required,place,unique"`
	Groups   int      `json:"groups" check:"min=0,max=8"`   // most groups in a hex; 0: the limit of LS-3.12a
	Vehicles int      `json:"vehicles" check:"min=0,max=4"` // most vehicles in a hex; 0: the limit of LS-3.12b
	Exchange bool     `json:"exchange"`                     // only places that another unit of the area occupies by default
}

// Victory counts points for each side and reads the result from the leader's margin.
type Victory struct {
	Points  []Points `json:"points" check:"required"`
	Leader  string   `json:"leader" check:"required,oneof=allied|central"` // margin = leader's VP - the other's
	Results []Result `json:"results" check:"required,falling=margin"`      // from the highest margin down
}

// Points are victory points of one kind.
type Points struct {
	Side  string   `json:"side" check:"required,oneof=allied|central"`
	For   string   `json:"for" check:"required,oneof=control|eliminated|destroyed|permanent|abandoned|captured|exited"`
	Hexes []string `json:"hexes" check:"place,unique,needed=for:control"`                                                           // of control: each counts (the side's foot in it and no enemy foot)
	Class []string `json:"class" check:"oneof=INF|MG|CREW|TL|FO|CAV|CAVMG|AT|AA|ART|IG|ATR|FLT|TNK|AC|TRK|AIR,needed=!for:control"` // of the others: enemy classes that count ("INF", "MG", "TNK", "ART")
	Types []string `json:"types" check:"ref=vehicles"`                                                                              // vehicle types; none: all
	VP    int      `json:"vp" check:"required,min=-20,max=50"`
	Name  Words    `json:"name" check:"required"`
}

// Result is one level of victory.
type Result struct {
	Margin int    `json:"margin" check:"min=-999,max=999"`     // this margin or higher
	Winner string `json:"winner" check:"oneof=allied|central"` // "" for a draw
	Name   Words  `json:"name" check:"required"`
}

// Tables are the charts (M-01 to M-11, M-20, M-21). In them Marks has one letter for each value: T, D or P.
type Tables struct {
	SmallArms    []FireColumn    `json:"small_arms" check:"required,spans"`               // SACRT (LS-8.63a)
	Barrage      []BarrageColumn `json:"barrage" check:"required,rising=strength"`        // BCRT (LS-5.43)
	BarrageCap   int             `json:"barrage_cap" check:"required"`                    // the most that terrain adds to a BCRT die (M-02)
	FireOrder    []Number        `json:"fire_order" check:"required,spans=0"`             // FOT by resistance: fire is granted at or under the number (LS-5.11p)
	ToHit        []Number        `json:"to_hit" check:"required,spans=0"`                 // by range: a hit at or under the number (LS-8.53a)
	Breakdown    []Number        `json:"breakdown" check:"required,spans=1"`              // by hexes entered: a breakdown at or over the number (LS-6.16a)
	PoorCrosser  Number          `json:"poor_crosser" check:"required"`                   // LS-6.22b
	CloseAssault []AssaultColumn `json:"close_assault" check:"required,next=advantage:0"` // CACRT (LS-12.21b)
	Bombing      []BombColumn    `json:"bombing" check:"required,spans=1"`                // LS-11.32
	Scatter      []int           `json:"scatter" check:"required,len=6,unique,each=1..6"` // direction 1 to 6 for each face of the die (LS-2.1e)
	Rolls        Rolls           `json:"rolls" check:"required,rows"`                     // simple rolls (rules.md appendix B)
	Modifiers    Modifiers       `json:"modifiers" check:"required,rows"`                 // of die rolls, by id
	Constants    Constants       `json:"constants" check:"required,rows"`                 // plain numbers of the rules, by id
	Training     []NationValue   `json:"training" check:"required,has=nation:others"`     // infantry range by nation (LS-16.11a)
	TankRanges   []TankRange     `json:"tank_ranges" check:"required"`                    // LS-16.31a
}

// FireColumn is a column of the small arms table: a hit if the modified d6 is at or under Hit. If None is true, no
// attack is possible, as below the first column.
type FireColumn struct {
	From int    `json:"from" check:"min=0,max=999"`
	To   int    `json:"to" check:"min=0,max=999"` // 0: no upper end
	Hit  int    `json:"hit" check:"min=-9,max=9"`
	None bool   `json:"none"`
	Mark string `json:"mark" check:"required,letters=TDP-,len=1"`
}

// BarrageColumn is a column of the barrage table. Its results are for a modified d6 of 0 or less, 1, 2, 3, 4, and 5 or
// more: -1 is a miss, any other number is the plus of a hit (H is 0, H+1 is 1).
type BarrageColumn struct {
	Strength int    `json:"strength" check:"required"` // this total or higher
	Results  []int  `json:"results" check:"required,len=6"`
	Marks    string `json:"marks" check:"required,letters=TDP-,len=6"`
}

// Number is one entry of a chart that gives a number for each span. The entries rise without gaps; the last one has no
// upper end.
type Number struct {
	From  int    `json:"from" check:"min=0,max=999"`
	To    int    `json:"to" check:"min=0,max=999"` // inclusive; 0 in the last entry: no upper end
	Value int    `json:"value" check:"min=-9,max=99"`
	Mark  string `json:"mark" check:"required,letters=TDP-,len=1"`
}

// AssaultColumn is a column of the close assault table: "attacker/defender" losses for a modified d6 of 0 or less, 1
// to 6, and 7 or more. The last column serves every greater advantage.
type AssaultColumn struct {
	Advantage int      `json:"advantage" check:"min=0,max=9"`
	Losses    []string `json:"losses" check:"required,len=8,like=1/2~[0-9]+/[0-9]+"`
	Marks     string   `json:"marks" check:"required,letters=TDP-,len=8"`
}

// BombColumn is a column of the bombing table: "-", "P" or "E" for a modified d6 of 1 or less, 2 to 5, and 6 or more.
type BombColumn struct {
	From    int      `json:"from" check:"min=1,max=99"`
	To      int      `json:"to" check:"min=0,max=99"`
	Results []string `json:"results" check:"required,len=6,oneof=-|P|E"`
	Marks   string   `json:"marks" check:"required,letters=TDP-,len=6"`
}

// Roll is a die that is read against one span: it succeeds from Low to High inclusive.
type Roll struct {
	ID    string `json:"id" check:"required"` // "communication", "scatter-drumfire", "breakdown-temporary" ...
	Sides int    `json:"sides" check:"required,oneof=6|10"`
	Low   int    `json:"low" check:"min=-9,max=10,max=sides"`
	High  int    `json:"high" check:"min=-9,max=99,min=low"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,letters=TDP-,len=1"`
}

// Modifier is a value added to a die.
type Modifier struct {
	ID    string `json:"id" check:"required"` // the words' key is "modifier." followed by this
	Value int    `json:"value" check:"min=-9,max=9"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,letters=TDP-,len=1"`
}

// Constant is a plain number of the rules: hexes, movement points, fire strengths, counts.
type Constant struct {
	ID    string `json:"id" check:"required"`
	Value int    `json:"value" check:"required,min=0,max=9999"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,letters=TDP-,len=1"`
}

// NationValue is a value by nation; "others" stands for all nations not named.
type NationValue struct {
	Nation string `json:"nation" check:"required"`
	Value  int    `json:"value" check:"required"`
}

// TankRange is a row of the table of reduced ranges.
type TankRange struct {
	Types []string `json:"types" check:"ref=vehicles"` // none: all other tanks and armoured cars
	Gun   int      `json:"gun" check:"required"`
	MG    int      `json:"mg" check:"required"`
}

// Terrain is what one code of the map means, or a feature that lies on a hex in addition (trench, wire ...): a row of
// the terrain effects chart (M-10), of the spotting chart (M-09) and of the fire modifiers.
type Terrain struct {
	ID       string `json:"id" check:"required"`                                                                       // the words' key is "terrain." followed by this
	Code     string `json:"code" check:"len=1,like=one plain character~[ -~],needed=!kind:feature,only=!kind:feature"` // one character of Map.Ground; "" for a feature
	Kind     string `json:"kind" check:"required,oneof=clear|woods|town|swamp|river|feature,goes=feature/id:hill|rough|road|bridge|trench|strongpoint|wire|mines|smoke"`
	Level    int    `json:"level" check:"min=0,max=2"` // hills (LS-8.23f)
	Look     string `json:"look" check:"required"`
	Blocks   bool   `json:"blocks"`                    // blocks lines of sight (LS-8.23e)
	Foot     int    `json:"foot" check:"min=-1,max=9"` // MP; 0 prohibited, -1 only along a road
	Tank     int    `json:"tank" check:"min=-1,max=9"`
	Car      int    `json:"car" check:"min=-1,max=9"` // armoured cars
	Truck    int    `json:"truck" check:"min=-1,max=9"`
	Trot     int    `json:"trot" check:"min=-1,max=9"` // mounted cavalry
	Charge   int    `json:"charge" check:"min=-1,max=9"`
	Fire     int    `json:"fire" check:"min=-3,max=3"`                      // small arms die (LS-8.64a)
	Shell    int    `json:"shell" check:"min=-3,max=3"`                     // barrage die (M-02)
	Bomb     int    `json:"bomb" check:"min=-3,max=3"`                      // bombing die (M-08)
	AntiTank int    `json:"anti_tank" check:"min=-3,max=3"`                 // to-hit die (LS-8.57a)
	Assault  int    `json:"assault" check:"min=-3,max=3"`                   // column shift in close assault, for the phasing side (LS-12.31a)
	Soft     int    `json:"soft" check:"min=0,max=30,needed=!kind:feature"` // spotting range of soft targets; 0: no row of its own
	Hard     int    `json:"hard" check:"min=0,max=30,needed=!kind:feature"` // of vehicles and mounted cavalry
	Rule     string `json:"rule"`
	Marks    string `json:"marks" check:"letters=TDP-,len=13"` // one letter each for foot, tank, car, truck, trot, charge, fire, shell, bomb, anti_tank, assault, soft, hard
}

// Sign says how a terrain is written and drawn, apart from roads.
func (t Terrain) Sign() board.Terrain {
	look := t.Look
	if t.Kind == "clear" && t.Level > 1 {
		look = "height"
	}
	return board.Terrain{Code: t.Code, Look: look, Name: "terrain." + t.ID, Speak: t.Code}
}

// Vehicle is a row of the vehicle counters (M-14) with its fire diagram (M-12). A counter is one tank, armoured car or
// truck of the type (LS-2.4a) with two movement allowances (LS-2.43b). Most trucks have no mounts (LS-2.42g). Only the
// flag german_crew gives a tank's crew effects of its own (LS-2.46a). The flags are the symbols on the counters
// (LS-2.45a, LS-6.14c). Vehicles reserved for future scenarios have no row (LS-16.5a).
type Vehicle struct {
	ID        string   `json:"id" check:"required"`
	Name      Words    `json:"name" check:"required"`
	Side      string   `json:"side" check:"required,oneof=allied|central|both"`
	Kind      string   `json:"kind" check:"required,oneof=tank|armoured_car|truck"`
	Cross     int      `json:"cross" check:"required,min=1,max=40"` // MA in any terrain
	Road      int      `json:"road" check:"required,min=1,max=40"`
	Size      int      `json:"size" check:"min=-3,max=3"`                                                                                                                         // added to ATFA dice rolled against it (LS-2.44a)
	Breakdown int      `json:"breakdown" check:"min=-5,max=5"`                                                                                                                    // added to its breakdown d10
	From      string   `json:"from" check:"like=1918-09~191[4-8]-(0[1-9]|1[0-2])"`                                                                                                // from this month on ("1918-09")
	Then      int      `json:"then" check:"min=-5,max=5"`                                                                                                                         // the breakdown modifier from then on (LS-6.16k)
	Flags     []string `json:"flags" check:"oneof=hard_to_steer|poor_trench_crosser|mg_vulnerable|small_arms_vulnerable|whippet_control|may_reverse|may_enter_woods|german_crew"` // LS-2.45a, LS-6.14c
	Mounts    []Mount  `json:"mounts"`
	Marks     string   `json:"marks" check:"required,letters=TDP-,len=6"` // cross, road, size, breakdown, flags, mounts
}

// Mount is a weapon of a vehicle. Sector 0 covers its front hexside, 1 to 5 the others clockwise (M-12).
type Mount struct {
	ID      string `json:"id" check:"required"` // "left-gun"; the words' key is "mount." followed by this
	Kind    string `json:"kind" check:"required,oneof=main|mg|at|aa|art"`
	Calibre int    `json:"calibre" check:"min=1,max=999"` // mm (LS-2.42b)
	Count   int    `json:"count" check:"required,min=1,max=4"`
	Sectors []int  `json:"sectors" check:"required,unique,each=0..5"`
}

// Weapon is a weapons unit (M-15), a personal weapon or a crewed gun (LS-13.0a). Its class is AT, AA, ART, IG, ATR or
// FLT, or OBA for the off-board elements. Artillery and anti-tank guns have a facing, anti-aircraft guns have none
// (LS-8.1a).
type Weapon struct {
	Class    string `json:"class" check:"required"`
	FS       int    `json:"fs" check:"min=0,max=99"` // small arms; 0: none
	Range    int    `json:"range" check:"required"`  // in hexes, against ground targets
	Other    int    `json:"other"`                   // ART: indirect; AA: at aircraft
	Shots    int    `json:"shots" check:"required"`  // against vehicles, in one phase
	Uses     int    `json:"uses"`                    // FLT: in one game
	Facing   bool   `json:"facing"`
	Strength int    `json:"strength"` // of a barrage (LS-5.42a)
	Rule     string `json:"rule"`
	Marks    string `json:"marks" check:"required,letters=TDP-,len=7"` // fs, range, other, shots, uses, facing, strength
}

// Plane is a row of the aircraft counters (M-16). Each counter is one machine (LS-2.5a) with a ground attack value and
// a bombing factor (LS-2.52a, LS-2.53a).
type Plane struct {
	ID     string   `json:"id" check:"required"`
	Name   Words    `json:"name" check:"required"`
	Type   string   `json:"type" check:"required,oneof=F|CS|B"`
	Strafe int      `json:"strafe" check:"min=0,max=40,only=type:CS"`
	Bomb   int      `json:"bomb" check:"min=0,max=40,only=!type:F"`
	Bonus  int      `json:"bonus" check:"min=-1,max=0,only=type:F"`                            // air combat (LS-2.54a)
	Immune bool     `json:"immune"`                                                            // to ground fire (LS-2.55a)
	Flags  []string `json:"flags" check:"oneof=fighter_instead|no_observation|always_fighter"` // LS-16.42a
	Marks  string   `json:"marks" check:"required,letters=TDP-,len=5"`                         // type, strafe, bomb, bonus, immune
}

// Counter is a row of the foot and cavalry counters (M-13).
type Counter struct {
	ID         string `json:"id" check:"required"` // "british_line"
	Nation     string `json:"nation" check:"required"`
	Class      string `json:"class" check:"required,oneof=INF|MG|CAV|CAVMG|CREW|FO|TL"`
	FS         int    `json:"fs" check:"min=0,max=20,needed=class:INF|MG,only=!class:CAV|CAVMG"`
	WR         int    `json:"wr" check:"min=0,max=20,needed=class:INF|MG,only=!class:CAV|CAVMG"`
	MR         int    `json:"mr" check:"min=0,max=9,needed=class:INF|MG"`
	Trot       int    `json:"trot" check:"min=0,max=40,needed=class:CAV|CAVMG,only=class:CAV|CAVMG"`
	Charge     int    `json:"charge" check:"min=0,max=40,needed=class:CAV|CAVMG,only=class:CAV|CAVMG"`
	Dismounted []int  `json:"dismounted" check:"len=3,needed=class:CAV|CAVMG,only=class:CAV|CAVMG"` // FS, WR, MR of cavalry on foot; mounted it has neither FS nor WR (LS-2.24)
	Marks      string `json:"marks" check:"required,letters=TDP-,len=6"`
}
