package somme

import "fieldpost/adjudicator/table"

// Document is a resolved scenario of Somme 1918: the map of the sector, every formation that may take part, all tables,
// the events of the campaign and the scenario itself, so that one digest pins what the rules read. It is filled by the
// loader of package scenarios from the data files of scenarios/somme-1918 and one scenario file; the json names are the
// keys of those files. It holds no maps, no floats and no pointers: its JSON is canonical.
type Document struct {
	Scenario Scenario `json:"scenario" check:"required"`
	Map      Map      `json:"map" check:"required"`
	Units    []Unit   `json:"units" check:"required"` // formations and supports by id
	Tables   Tables   `json:"tables" check:"required"`
	Events   []Event  `json:"events"` // of the campaign (SO-C)

	net *net // of its map
}

// Words are a name or a sentence in both languages.
type Words = table.Words

// Map is the sector: flat hexes named CCRR, column 01 in the west, row 01 in the north, even columns half a hex further
// south. One hex is about 3 km (SO-2.4a).
type Map struct {
	Columns int       `json:"columns" check:"required,min=2,max=99"`
	Rows    int       `json:"rows" check:"required,min=2,max=99"`
	Terrain []string  `json:"terrain" check:"required"` // one string a row, row 01 first: . clear, w wood, v village, V town, m meadow, ~ sea
	Ground  []string  `json:"ground" check:"required"`  // likewise: e shell holes, . none
	Works   []Works   `json:"works"`
	Names   []Name    `json:"names"`
	Waters  []Water   `json:"waters"`
	Crests  []Crest   `json:"crests"`
	Roads   []Way     `json:"roads"`
	Rails   []Way     `json:"rails"`
	Sources []Sources `json:"sources" check:"required"` // of supply (SO-9.1c)
	Origin  string    `json:"origin" check:"required,oneof=text|proposed"`
}

// Works are trenches or forts; who built them does not matter in a fight (RUL-56). A hex in both is a fort in a trench.
type Works struct {
	Kind  string   `json:"kind" check:"required,oneof=trench|fort"`
	Side  string   `json:"side" check:"oneof=german|allied"` // for the map alone
	Hexes []string `json:"hexes" check:"required"`
}

// Name is a label; where players may write it for the hex it must be unique.
type Name struct {
	Hex  string `json:"hex" check:"required"`
	Text string `json:"text" check:"required"`
	Size int    `json:"size" check:"min=0,max=4"` // how large it is written: 1 village, 2 small town, 3 town, 4 city; 0: by its terrain
}

// Water is a watercourse on hexsides "A/B". A side listed twice has the higher class: fleuve, canal, riviere (RUL-64).
// Canals are rivières for every rule but the Crozat canal, which the data calls a fleuve (RUL-26).
type Water struct {
	Name  string   `json:"name" check:"required"`
	Class string   `json:"class" check:"required,oneof=fleuve|canal|riviere"`
	Sides []string `json:"sides" check:"required"`
}

// Crest is a line of hexsides "low>high".
type Crest struct {
	Name  string   `json:"name" check:"required"`
	Sides []string `json:"sides" check:"required"`
}

// Way is a road or a railway: consecutive hexes are joined (SO-11.1.3, SO-11.1.4).
type Way struct {
	Name       string   `json:"name" check:"required"`
	Hexes      []string `json:"hexes" check:"required"`
	Precarious bool     `json:"precarious"` // light line (SO-D.3c)
}

// Sources are a side's supply sources at the map edges.
type Sources struct {
	Side  string   `json:"side" check:"required,oneof=german|allied"`
	Hexes []string `json:"hexes" check:"required"`
}

// Unit is a counter of section 2 or 3 of the orders of battle.
type Unit struct {
	ID           string `json:"id" check:"required" key:"id"` // "G-28a" is the first regiment of the 28th Division
	Name         string `json:"name" check:"required" key:"name"`
	Nation       string `json:"nation" check:"required,oneof=german|french|british|canadian|australian|new_zealand" key:"nation"`
	Kind         string `json:"kind" check:"required,oneof=division|cavalry_division|dismounted_cavalry_division|regiment|brigade|tank|german_tank|hq|army_artillery|corps_artillery|stosstruppen|air" key:"kind"`
	Division     string `json:"division" key:"division"` // parent of a regiment or brigade: regiments of one division may exploit together (SO-14.0e)
	Attack       int    `json:"attack" check:"min=0,max=40" key:"attack"`
	Defence      int    `json:"defence" check:"min=0,max=40" key:"defence"`
	Movement     int    `json:"movement" check:"min=0,max=20" key:"movement"`
	Morale       int    `json:"morale" check:"min=0,max=6" key:"morale"`
	Steps        int    `json:"steps" check:"min=0,max=3" key:"steps"`
	Reduced      []int  `json:"reduced" key:"reduced"`                               // attack and defence of the reduced face
	Coordination int    `json:"coordination" check:"min=0,max=5" key:"coordination"` // tanks
	Protection   int    `json:"protection" check:"min=0,max=9" key:"protection"`     // tanks
	Potential    int    `json:"potential" check:"min=0,max=9" key:"potential"`       // artillery, aircraft
	Radius       int    `json:"radius" check:"min=0,max=20" key:"radius"`            // of bombardment or of command
	Baron        bool   `json:"baron" key:"baron"`                                   // the Red Baron (GAP-12)
	Origin       string `json:"origin" check:"required,oneof=text|proposed" key:"origin"`
}

// Tables are the charts. Entries marked proposed replace charts that are lost.
type Tables struct {
	Weather        []WeatherRow   `json:"weather" check:"required"`        // SO-10a
	Movement       Movement       `json:"movement" check:"required"`       // T-MOVE
	Odds           Odds           `json:"odds" check:"required"`           // T-ODDS
	Combat         []CombatColumn `json:"combat" check:"required"`         // T-CRT
	Bombardment    []BombRow      `json:"bombardment" check:"required"`    // T-BOMB
	Modifiers      Modifiers      `json:"modifiers" check:"required,rows"` // of bombardment, mastery and disengagement, by id
	Mastery        []Band         `json:"mastery" check:"required"`        // T-MT
	Disengagement  []string       `json:"disengagement" check:"required"`  // results of a modified die of 0 or less to 7 or more
	Costs          Costs          `json:"costs" check:"required,rows"`     // damage points for a loss (SO-12.2.8)
	Chances        Chances        `json:"chances" check:"required,rows"`   // simple dice: footbridge, bridge, air return ...
	Air            []AirRow       `json:"air" check:"required"`            // SO-17.1b
	Replacements   []Replacement  `json:"replacements" check:"required"`   // SO-G
	Limits         Limits         `json:"limits" check:"required,rows"`    // stacking, radii, markers, by id
	ObjectiveBacks []Back         `json:"objective_backs"`                 // GAP-15
}

// WeatherRow is one span of the weather roll.
type WeatherRow struct {
	From   int    `json:"from" check:"required"`
	To     int    `json:"to" check:"required"`
	March  string `json:"march" check:"required,oneof=fair|fog|bad"`
	April  string `json:"april" check:"required,oneof=fair|fog|bad"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Movement are costs in MP (T-MOVE); -1 is prohibited.
type Movement struct {
	Enter        []Price `json:"enter" check:"required"` // clear, wood, village, town, meadow, flooded, sea, shell_holes, interdiction, road
	Cross        []Price `json:"cross" check:"required"` // riviere, canal, crest_up, crest_down, rail_bridge_fleuve, footbridge_fleuve
	ReserveBonus int     `json:"reserve_bonus" check:"required"`
	March        int     `json:"march" check:"required"`       // factor of a forced march (SO-11.2.6a)
	MarchClear   int     `json:"march_clear" check:"required"` // hexes from any enemy that it must keep
}

// Price is a cost with its rule.
type Price struct {
	ID     string `json:"id" check:"required"`
	MP     int    `json:"mp" check:"min=-1,max=9"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Odds are the columns and shifts of step 7 (T-ODDS).
type Odds struct {
	Columns []string `json:"columns" check:"required"` // "1/2" first
	Shifts  []Shift  `json:"shifts" check:"required"`
	Factors []Factor `json:"factors" check:"required"`
}

// Shift moves the column: to the right above 0.
type Shift struct {
	ID     string `json:"id" check:"required"`
	By     int    `json:"by" check:"min=-9,max=9"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Factor multiplies a unit's factor by Times over Per.
type Factor struct {
	ID    string `json:"id" check:"required"`
	Times int    `json:"times" check:"required"`
	Per   int    `json:"per" check:"required"`
	Rule  string `json:"rule" check:"required"`
}

// CombatColumn is a column of the CRT: a cell for each sum of the white dice from 2 to 12, "A/D" damage points, with a
// star where a Stosstruppe is lost.
type CombatColumn struct {
	ID     string   `json:"id" check:"required"`
	Cells  []string `json:"cells" check:"required"`
	Origin string   `json:"origin" check:"required,oneof=text|proposed"`
}

// BombRow is the bombardment at a modified die, from 0 or less to 7 or more: damage points for a total potential of 1 to 6
// and more. Diamonds stand in Diamonds, one letter a cell (GAP-13: no effect).
type BombRow struct {
	Die      int    `json:"die" check:"min=0,max=7"`
	Points   []int  `json:"points" check:"required"`
	Diamonds string `json:"diamonds" check:"required"`
}

// Modifier is a value added to a die.
type Modifier struct {
	ID     string `json:"id" check:"required"`
	Value  int    `json:"value" check:"min=-9,max=9"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Band is what a mastery test allows one side.
type Band struct {
	Side      string `json:"side" check:"required,oneof=attacker|defender"`
	Result    string `json:"result" check:"required,oneof=total|partial|none"`
	From      int    `json:"from" check:"required"`
	Retreat   int    `json:"retreat" check:"min=0,max=9"`   // hexes at most
	Limited   int    `json:"limited" check:"min=0,max=9"`   // under Foch, or with a disorganised unit
	PerHex    int    `json:"per_hex" check:"min=0,max=9"`   // damage points taken off for each hex
	Reactions int    `json:"reactions" check:"min=0,max=9"` // units that may move in reaction
	Exploits  int    `json:"exploits" check:"min=0,max=9"`  // exploitation markers
	Advance   int    `json:"advance" check:"min=0,max=9"`   // hexes after the defender's elimination
	Rule      string `json:"rule" check:"required"`
}

// Cost is the damage points that one loss takes.
type Cost struct {
	ID     string `json:"id" check:"required"` // regiment, division, disorganise, stosstruppen, german_tank
	Points int    `json:"points" check:"required"`
	Rule   string `json:"rule" check:"required"`
}

// Chance is a die that succeeds at or under a number.
type Chance struct {
	ID     string `json:"id" check:"required"`
	Max    int    `json:"max" check:"required"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// AirRow is one result of the air superiority table.
type AirRow struct {
	From     int    `json:"from" check:"min=-9,max=9"`
	To       int    `json:"to" check:"min=-9,max=99"`
	Side     string `json:"side" check:"required,oneof=german|allied"`
	Supports int    `json:"supports" check:"required"`
}

// Replacement is one sum of a side's replacement roll.
type Replacement struct {
	Side  string   `json:"side" check:"required,oneof=german|allied"`
	Sum   int      `json:"sum" check:"required,min=2,max=12"`
	Gives []string `json:"gives" check:"required"` // "morale_2", "corps_artillery": one step each; columns from left to right are morale 2 to 6, corps artillery
}

// Limit is a plain number of the rules.
type Limit struct {
	ID     string `json:"id" check:"required"`
	Value  int    `json:"value" check:"min=-9,max=99"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Back is the back of an objective marker (SO-P.1a).
type Back struct {
	Level    int    `json:"level" check:"required,min=1,max=3"`
	Points   int    `json:"points" check:"min=0,max=9"`
	Portrait string `json:"portrait" check:"oneof=foch|petain|joffre"`
}

// Event is a random event of the campaign (SO-C, GAP-11).
type Event struct {
	ID     string `json:"id" check:"required"`
	Side   string `json:"side" check:"required,oneof=german|allied"`
	Title  Words  `json:"title" check:"required"`
	Text   Words  `json:"text" check:"required"`
	Turn   int    `json:"turn" check:"min=0,max=9"` // enters the pool; 0: by another rule
	Codes  string `json:"codes"`                    // of SO-C.1b: @ £ # % $
	Copies int    `json:"copies" check:"min=0,max=9"`
	Red    bool   `json:"red"`  // played when drawn
	Hand   bool   `json:"hand"` // in hand at start
	Phase  string `json:"phase" check:"required"`
	// Of offensives without an entry of their own in the scenario (SO-D.2a): guns, bonuses of sequences 1 to 3, nation of the artillery.
	Guns      int      `json:"guns" check:"min=0,max=2"`
	Modifiers []int    `json:"modifiers"`
	Nation    string   `json:"nation" check:"oneof=french"`
	Units     []string `json:"units"`                      // that enter the Strategic Reserve, or come to a French headquarters
	Amount    int      `json:"amount" check:"min=0,max=9"` // how many divisions, markers, hexes, combats, bridges, or movement points
	Origin    string   `json:"origin" check:"required,oneof=text|proposed"`
}

// Scenario is what one game is about.
type Scenario struct {
	table.Header
	Advanced   bool         `json:"advanced"` // the campaign: chapters A to P
	Sides      []Side       `json:"sides" check:"required,min=2,max=2,ids=german|allied"`
	Turns      []Turn       `json:"turns" check:"required"`
	Area       Area         `json:"area"`
	Start      []Placement  `json:"start" check:"required"`
	Arrivals   []Arrival    `json:"arrivals"`
	Offensives []Offensive  `json:"offensives"`
	Weather    []Fixed      `json:"weather"`  // sequences whose weather is given
	Doctrine   []NationRule `json:"doctrine"` // foch, petain, evolving by nation
	Rules      []string     `json:"rules"`    // special rules in force: cooperation, one_nationality, hutier, bruchmuller_hutier, petain, petain_campaign, without_artillery, ludendorff, meadows, stoss_track, doullens, alternative_arrival
	Hutier     string       `json:"hutier"`   // HQ that v. Hutier is with
	Air        []AirForce   `json:"air"`
	Redoubts   []string     `json:"redoubts"`
	Works      []Works      `json:"works"` // in place of the map's
	OwnWorks   bool         `json:"own_works"`
	Markers    []Objective  `json:"markers"`
	Control    []Sources    `json:"control"` // hexes controlled at start by the side that has no unit there
	Victory    Victory      `json:"victory" check:"required"`
}

// Side is one player's side: its id is the seat.
type Side struct {
	table.Party
}

// Turn is a turn with its days.
type Turn struct {
	Number int    `json:"number" check:"required,min=1,max=20"`
	Month  string `json:"month" check:"required,oneof=march|april"`
	Days   Words  `json:"days" check:"required"`
}

// Area limits a scenario to part of the map: rows from First on for every column, or by column.
type Area struct {
	FirstRow int   `json:"first_row" check:"min=0,max=99"`
	ByColumn []int `json:"by_column"` // first row of each column from 01 on
}

// Placement puts a unit at start.
type Placement struct {
	Unit string `json:"unit" check:"required"`
	Hex  string `json:"hex"` // "" for aircraft
	Lost int    `json:"lost" check:"min=0,max=2"`
}

// Arrival is a group of reinforcements (SO-11.1.5).
type Arrival struct {
	Side     string   `json:"side" check:"required,oneof=german|allied"`
	Nation   string   `json:"nation"`
	Turn     int      `json:"turn" check:"required"`
	Sequence int      `json:"sequence" check:"min=0,max=3"` // 0: the administrative sequence
	Units    []string `json:"units" check:"required"`
	At       string   `json:"at" check:"required,oneof=hex|edge|headquarters|behind|road|available"` // behind: within 5 hexes of an HQ and 3 from any enemy
	Hexes    []string `json:"hexes"`                                                                 // for hex, edge and road: where it may come in
	Removes  int      `json:"removes" check:"min=0,max=9"`                                           // corps artilleries that leave the map
}

// Offensive is one that the scenario allows or orders (SO-8).
type Offensive struct {
	Turn        int      `json:"turn" check:"required"`
	Side        string   `json:"side" check:"required,oneof=german|allied"`
	Mandatory   bool     `json:"mandatory"`
	Guns        int      `json:"guns" check:"required,min=1,max=2"`
	Nation      string   `json:"nation"`                     // of the artillery
	Modifiers   []int    `json:"modifiers" check:"required"` // of sequences 1 to 3
	MustBe      string   `json:"must_be"`                    // hex that one of the artilleries must stand in, with
	MustBeGives []int    `json:"must_be_gives"`              // these modifiers
	Bruchmuller bool     `json:"bruchmuller"`
	Initiative  bool     `json:"initiative"` // declaring gives it (RUL-51)
	Tanks       []string `json:"tanks"`      // placed at a French HQ
	Event       string   `json:"event"`      // of the campaign
}

// Fixed is a sequence whose weather is given.
type Fixed struct {
	Turn     int    `json:"turn" check:"required"`
	Sequence int    `json:"sequence" check:"required"`
	Weather  string `json:"weather" check:"required,oneof=fair|fog|bad"`
}

// NationRule gives a nation its doctrine (SO-3h).
type NationRule struct {
	Nation   string `json:"nation" check:"required" key:"nation"`
	Doctrine string `json:"doctrine" check:"required,oneof=foch|petain|evolving" key:"doctrine"`
}

// AirForce is what a side has in the air (SO-17).
type AirForce struct {
	Side      string   `json:"side" check:"required,oneof=german|allied"`
	Available []string `json:"available"`
	Missions  []string `json:"missions"`
	NoTable   []int    `json:"no_table"` // turns in which the table is not used
	Given     []string `json:"given"`    // of those turns: supports put into missions
}

// Objective is a hex with an objective marker, or iron crosses (SO-P.1, SO-S3.8).
type Objective struct {
	Level int      `json:"level" check:"required,min=1,max=3"`
	Hexes []string `json:"hexes" check:"required"`
}

// Victory says how the game is won.
type Victory struct {
	Kind    string   `json:"kind" check:"required,oneof=bridges|points|crosses|campaign"`
	Bridges []string `json:"bridges"` // sides of which the German must control both hexes (SO-S1.12)
	Hexes   []string `json:"hexes"`   // a point each (SO-S2.14)
	Levels  []Level  `json:"levels"`
}

// Level is one outcome.
type Level struct {
	From   int    `json:"from" check:"min=-99,max=999"`
	Winner string `json:"winner" check:"oneof=german|allied"`
	Name   Words  `json:"name" check:"required"`
}
