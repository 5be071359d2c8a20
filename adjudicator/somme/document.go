package somme

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Document is a resolved scenario of Somme 1918: the map of the sector, every formation that may take part, all tables,
// the events of the campaign and the scenario itself, so that one digest pins what the rules read. The loader of package
// scenarios fills it from the data files of scenarios/somme-1918 and one scenario file; the json names are the keys of
// those files. It holds no maps, no floats and no pointers: its JSON is canonical.
type Document struct {
	Scenario Scenario `json:"scenario" check:"required"`
	Map      Map      `json:"map" check:"required"`
	Units    []Unit   `json:"units" check:"required,unique=id"` // formations and supports by id
	Tables   Tables   `json:"tables" check:"required"`
	Events   []Event  `json:"events" check:"ids=michael_1|michael_2|mars|bruchmuller|valkyrie|strategic_reserve|better_organisation_g|strategic_choice|reassign_hutier|use_of_stoss|ammunition|looting|doullens|offensive|offensive_foch|cooperation|cohesion|better_organisation_a|canadian_cavalry|gunners|demolitions|rail_reserves|haig_backs_to_the_wall|refugees,has=michael_1|michael_2|mars|bruchmuller|valkyrie|strategic_reserve|better_organisation_g|strategic_choice|reassign_hutier|use_of_stoss|ammunition|looting|doullens|offensive|offensive_foch|cooperation|cohesion|better_organisation_a|canadian_cavalry|gunners|demolitions|rail_reserves|haig_backs_to_the_wall|refugees"` // events of the campaign (SO-C)

	net *net // the net of its map
}

// Words are a name or a sentence in both languages.
type Words = table.Words

// Map is the sector: flat hexes named CCRR, column 01 in the west, row 01 in the north, even columns half a hex further
// south. One hex is about 3 km (SO-2.4a).
type Map struct {
	Columns int       `json:"columns" check:"required,min=2,max=99"`
	Rows    int       `json:"rows" check:"required,min=2,max=99"`
	Terrain []string  `json:"terrain" check:"required,grid=columns*rows,letters=.wvVm~"` // one string a row, row 01 first: . clear, w wood, v village, V town, m meadow, ~ sea
	Ground  []string  `json:"ground" check:"required,grid=columns*rows,letters=.e"`      // likewise: e shell holes, . none
	Works   []Works   `json:"works"`
	Names   []Name    `json:"names"`
	Waters  []Water   `json:"waters"`
	Crests  []Crest   `json:"crests"`
	Roads   []Way     `json:"roads"`
	Rails   []Way     `json:"rails"`
	Sources []Sources `json:"sources" check:"required,has=side:german|allied"` // sources of supply (SO-9.1c)
	Origin  string    `json:"origin" check:"required,oneof=text|proposed"`
}

// Works are trenches or forts. Who built them does not matter in combat (RUL-56). A hex in both is a fort in a trench.
type Works struct {
	Kind  string   `json:"kind" check:"required,oneof=trench|fort"`
	Side  string   `json:"side" check:"oneof=german|allied"` // only for drawing the map
	Hexes []string `json:"hexes" check:"required,place,unique"`
}

// Name is a label; if players may write it for the hex, it must be unique.
type Name struct {
	Hex  string `json:"hex" check:"required,place"`
	Text string `json:"text" check:"required"`
	Size int    `json:"size" check:"min=0,max=4"` // size of the lettering: 1 village, 2 small town, 3 town, 4 city; 0: by its terrain
}

// Water is a watercourse on hexsides "A/B". A side listed twice has the higher class: fleuve, canal, riviere (RUL-64).
// Canals count as rivières in every rule, except the Crozat canal, which the data calls a fleuve (RUL-26).
type Water struct {
	Name  string   `json:"name" check:"required"`
	Class string   `json:"class" check:"required,oneof=fleuve|canal|riviere"`
	Sides []string `json:"sides" check:"required,touching=/,unique"`
}

// Crest is a line of hexsides "low>high".
type Crest struct {
	Name  string   `json:"name" check:"required"`
	Sides []string `json:"sides" check:"required,touching=>"`
}

// Way is a road or a railway: consecutive hexes are joined (SO-11.1.3, SO-11.1.4).
type Way struct {
	Name       string   `json:"name" check:"required"`
	Hexes      []string `json:"hexes" check:"required,min=2,place,chain"`
	Precarious bool     `json:"precarious"` // light line (SO-D.3c)
}

// Sources are a side's supply sources at the map edges.
type Sources struct {
	Side  string   `json:"side" check:"required,oneof=german|allied"`
	Hexes []string `json:"hexes" check:"required,place"`
}

// Grid makes the map's geometry.
func (d *Document) Grid() (board.Grid, error) {
	return board.NewHex(board.FlatHex, d.Map.Columns, d.Map.Rows, board.Options{Names: board.Digits, Origin: board.NorthWest})
}

// Unit is a counter of section 2 or 3 of the orders of battle.
type Unit struct {
	ID           string `json:"id" check:"required,max=10,like=G-28a: letters with digits and hyphens between~([0-9][0-9-]*)?[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?" key:"id"` // "G-28a" is the first regiment of the 28th Division
	Name         string `json:"name" check:"required" key:"name"`
	Nation       string `json:"nation" check:"required,oneof=german|french|british|canadian|australian|new_zealand" key:"nation"`
	Kind         string `json:"kind" check:"required,oneof=division|cavalry_division|dismounted_cavalry_division|regiment|brigade|tank|german_tank|hq|army_artillery|corps_artillery|stosstruppen|air" key:"kind"`
	Division     string `json:"division" check:"needed=kind:regiment|brigade,only=kind:regiment|brigade" key:"division"` // division of a regiment or brigade: regiments of one division may exploit together (SO-14.0e)
	Attack       int    `json:"attack" check:"min=0,max=40,needed=kind:division|cavalry_division|dismounted_cavalry_division|regiment|brigade|tank|german_tank" key:"attack"`
	Defence      int    `json:"defence" check:"min=0,max=40,needed=kind:division|cavalry_division|dismounted_cavalry_division|regiment|brigade" key:"defence"`
	Movement     int    `json:"movement" check:"min=0,max=20,needed=kind:division|cavalry_division|dismounted_cavalry_division|regiment|brigade|hq|army_artillery|corps_artillery,only=!kind:german_tank" key:"movement"`
	Morale       int    `json:"morale" check:"min=0,max=6" key:"morale"`
	Steps        int    `json:"steps" check:"min=0,max=3" key:"steps"`
	Reduced      []int  `json:"reduced" check:"len=2,needed=kind:division|cavalry_division|dismounted_cavalry_division|regiment|brigade" key:"reduced"` // attack and defence of the reduced face
	Coordination int    `json:"coordination" check:"min=0,max=5,needed=kind:tank|german_tank" key:"coordination"`                                       // tanks
	Protection   int    `json:"protection" check:"min=0,max=9,needed=kind:tank|german_tank" key:"protection"`                                           // tanks
	Potential    int    `json:"potential" check:"min=0,max=9,needed=kind:air|army_artillery|corps_artillery" key:"potential"`                           // artillery, aircraft
	Radius       int    `json:"radius" check:"min=0,max=20,needed=kind:hq|army_artillery|corps_artillery" key:"radius"`                                 // radius of bombardment or of command
	Baron        bool   `json:"baron" check:"only=kind:air" key:"baron"`                                                                                // the Red Baron (GAP-12)
	Origin       string `json:"origin" check:"required,oneof=text|proposed" key:"origin"`
}

// Tables are the charts. Entries marked "proposed" replace lost charts.
type Tables struct {
	Weather        []WeatherRow   `json:"weather" check:"required,spans=2..12"`                                    // SO-10a
	Movement       Movement       `json:"movement" check:"required"`                                               // T-MOVE
	Odds           Odds           `json:"odds" check:"required"`                                                   // T-ODDS
	Combat         []CombatColumn `json:"combat" check:"required"`                                                 // T-CRT
	Bombardment    []BombRow      `json:"bombardment" check:"required,len=8,next=die:0"`                           // T-BOMB
	Modifiers      Modifiers      `json:"modifiers" check:"required,rows"`                                         // modifiers of bombardment, mastery and disengagement, by id
	Mastery        []Band         `json:"mastery" check:"required,len=6,unique=side+result"`                       // T-MT
	Disengagement  []string       `json:"disengagement" check:"required,len=8,like=r2 or R3 or *r1~[*]?[rR][1-3]"` // results of a modified die, from 0 or less to 7 or more
	Costs          Costs          `json:"costs" check:"required,rows"`                                             // damage points for a loss (SO-12.2.8)
	Chances        Chances        `json:"chances" check:"required,rows"`                                           // simple dice: footbridge, bridge, air return ...
	Air            []AirRow       `json:"air" check:"required,spans=-9..99"`                                       // SO-17.1b
	Replacements   []Replacement  `json:"replacements" check:"required,len=22,unique=side+sum"`                    // SO-G
	Limits         Limits         `json:"limits" check:"required,rows"`                                            // stacking, radii, markers, by id
	ObjectiveBacks []Back         `json:"objective_backs"`                                                         // GAP-15
}

// WeatherRow is one span of the weather roll.
type WeatherRow struct {
	From   int    `json:"from" check:"required"`
	To     int    `json:"to" check:"required"`
	March  string `json:"march" check:"required,oneof=fair|fog|bad"`
	April  string `json:"april" check:"required,oneof=fair|fog|bad"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Movement holds costs in MP (T-MOVE); -1 is prohibited.
type Movement struct {
	Enter        Enter `json:"enter" check:"required,rows"`
	Cross        Cross `json:"cross" check:"required,rows"`
	ReserveBonus int   `json:"reserve_bonus" check:"required"`
	March        int   `json:"march" check:"required"`       // movement factor of a forced march (SO-11.2.6a)
	MarchClear   int   `json:"march_clear" check:"required"` // the distance in hexes that it must keep from any enemy
}

// Price is a cost with its rule.
type Price struct {
	ID     string `json:"id" check:"required"`
	MP     int    `json:"mp" check:"min=-1,max=9"`
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Odds are the shifts of step 7 and the multipliers of factors (T-ODDS).
type Odds struct {
	Shifts  Shifts  `json:"shifts" check:"required,rows"`
	Factors Factors `json:"factors" check:"required,rows"`
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
	Times int    `json:"times" check:"required,min=1"`
	Per   int    `json:"per" check:"required,min=1"`
	Rule  string `json:"rule" check:"required"`
}

// CombatColumn is a column of the CRT: a cell for each sum of the white dice from 2 to 12, with damage points as "A/D"
// and a star if a Stosstruppe is lost.
type CombatColumn struct {
	ID     string   `json:"id" check:"required"`
	Cells  []string `json:"cells" check:"required,len=11,like=4/3 or 5/2*~[0-9][0-9]?/[0-9][0-9]?[*]?"`
	Origin string   `json:"origin" check:"required,oneof=text|proposed"`
}

// BombRow is the bombardment at a modified die, from 0 or less to 7 or more: damage points for a total potential of 1 to
// 6 and more. Diamonds holds the diamonds, one letter a cell (GAP-13: no effect).
type BombRow struct {
	Die      int    `json:"die" check:"min=0,max=7"`
	Points   []int  `json:"points" check:"required,len=6"`
	Diamonds string `json:"diamonds" check:"required,len=6,letters=.x"`
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
	Retreat   int    `json:"retreat" check:"min=0,max=9"`             // maximum number of hexes
	Limited   int    `json:"limited" check:"min=0,max=9,max=retreat"` // under Foch, or with a disorganised unit
	PerHex    int    `json:"per_hex" check:"min=0,max=9"`             // damage points subtracted for each hex
	Reactions int    `json:"reactions" check:"min=0,max=9"`           // units that may move in reaction
	Exploits  int    `json:"exploits" check:"min=0,max=9"`            // exploitation markers
	Advance   int    `json:"advance" check:"min=0,max=9"`             // hexes advanced after the defender's elimination
	Rule      string `json:"rule" check:"required"`
}

// Cost is the number of damage points that one loss takes.
type Cost struct {
	ID     string `json:"id" check:"required"` // regiment, division, disorganise, stosstruppen, german_tank
	Points int    `json:"points" check:"required"`
	Rule   string `json:"rule" check:"required"`
}

// Chance is a die roll that succeeds at or below a number.
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
	Gives []string `json:"gives" check:"required,oneof=morale_2|morale_3|morale_4|morale_5|morale_6|corps_artillery"` // "morale_2", "corps_artillery": one step each; columns from left to right are morale 2 to 6, corps artillery
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
	Turn   int    `json:"turn" check:"min=0,max=9"`    // turn in which it enters the pool; 0: by another rule
	Codes  string `json:"codes" check:"letters=@£#%$"` // codes of SO-C.1b: @ £ # % $
	Copies int    `json:"copies" check:"required,min=1,max=9"`
	Red    bool   `json:"red"`  // played when drawn
	Hand   bool   `json:"hand"` // in hand at start
	Phase  string `json:"phase" check:"required"`
	// For offensives without an entry of their own in the scenario (SO-D.2a): guns, modifiers of sequences 1 to 3, nation
	// of the artillery.
	Guns      int      `json:"guns" check:"min=0,max=2"`
	Modifiers []int    `json:"modifiers" check:"len=3,needed=guns,only=guns"`
	Nation    string   `json:"nation" check:"oneof=french"`
	Units     []string `json:"units" check:"ref=units,unique"` // units that enter the Strategic Reserve, or come to a French headquarters
	Amount    int      `json:"amount" check:"min=0,max=9"`     // how many divisions, markers, hexes, combats, bridges, or movement points
	Origin    string   `json:"origin" check:"required,oneof=text|proposed"`
}

// Scenario describes one game.
type Scenario struct {
	table.Header
	Advanced   bool         `json:"advanced"`                                             // the campaign: chapters A to P
	Sides      []Side       `json:"sides" check:"required,min=2,max=2,ids=german|allied"` // the Germans and the Allies (SO-1a)
	Turns      []Turn       `json:"turns" check:"required,next=number"`
	Area       Area         `json:"area"`
	Start      []Placement  `json:"start" check:"required,unique=unit"`
	Arrivals   []Arrival    `json:"arrivals"`
	Offensives []Offensive  `json:"offensives"`
	Weather    []Fixed      `json:"weather"`                                                                                                                                                                                    // sequences with fixed weather
	Doctrine   []NationRule `json:"doctrine"`                                                                                                                                                                                   // foch, petain, evolving by nation
	Rules      []string     `json:"rules" check:"oneof=cooperation|one_nationality|hutier|bruchmuller|bruchmuller_hutier|petain|petain_campaign|without_artillery|ludendorff|meadows|stoss_track|doullens|alternative_arrival"` // special rules in force
	Hutier     string       `json:"hutier" check:"needed=rules:hutier,ref=units[kind:hq&nation:german]"`                                                                                                                        // the HQ that v. Hutier is with
	Air        []AirForce   `json:"air"`
	Redoubts   []string     `json:"redoubts"`
	Works      []Works      `json:"works"` // in place of the map's
	OwnWorks   bool         `json:"own_works"`
	Markers    []Objective  `json:"markers" check:"needed=victory.kind:crosses|campaign"`
	Control    []Sources    `json:"control"` // hexes controlled at the start by a side that has no unit there
	Victory    Victory      `json:"victory" check:"required"`
}

// Side is one player's side; its id is the seat.
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
	ByColumn []int `json:"by_column" check:"len=map.columns"` // first row of each column, from column 01 on
}

// Placement puts a unit on the map at the start.
type Placement struct {
	Unit string `json:"unit" check:"required,ref=units"`
	Hex  string `json:"hex"` // "" for aircraft
	Lost int    `json:"lost" check:"min=0,max=2"`
}

// Arrival is a group of reinforcements (SO-11.1.5).
type Arrival struct {
	Side     string   `json:"side" check:"required,oneof=german|allied"`
	Nation   string   `json:"nation"`
	Turn     int      `json:"turn" check:"required,ref=scenario.turns.number"`
	Sequence int      `json:"sequence" check:"min=0,max=3,goes=0/at:available"` // 0: the administrative sequence
	Units    []string `json:"units" check:"required,ref=units,unique"`
	At       string   `json:"at" check:"required,oneof=hex|edge|headquarters|behind|road|available"` // behind: within 5 hexes of an HQ and 3 from any enemy
	Hexes    []string `json:"hexes" check:"needed=at:hex|edge|road,only=at:hex|edge|road"`           // for hex, edge and road: where it may come in
	Removes  int      `json:"removes" check:"min=0,max=9"`                                           // corps artilleries that leave the map
}

// Offensive is an offensive that the scenario allows or orders (SO-8).
type Offensive struct {
	Turn        int      `json:"turn" check:"required,ref=scenario.turns.number"`
	Side        string   `json:"side" check:"required,oneof=german|allied"`
	Mandatory   bool     `json:"mandatory"`
	Guns        int      `json:"guns" check:"required,min=1,max=2"`
	Nation      string   `json:"nation"`                                                  // nation of the artillery
	Modifiers   []int    `json:"modifiers" check:"required,len=3"`                        // modifiers in sequences 1 to 3
	MustBe      string   `json:"must_be"`                                                 // hex that one of the artilleries must stand in to have
	MustBeGives []int    `json:"must_be_gives" check:"len=3,needed=must_be,only=must_be"` // these modifiers
	Bruchmuller bool     `json:"bruchmuller"`
	Initiative  bool     `json:"initiative"`                     // declaring it gives the initiative (RUL-51)
	Tanks       []string `json:"tanks" check:"ref=units,unique"` // placed at a French HQ
	Event       string   `json:"event" check:"ref=events"`       // event of the campaign
}

// Fixed is a sequence with fixed weather.
type Fixed struct {
	Turn     int    `json:"turn" check:"required,ref=scenario.turns.number"`
	Sequence int    `json:"sequence" check:"required,max=3"`
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
	Available []string `json:"available" check:"ref=units[kind:air],unique"`
	Missions  []string `json:"missions" check:"ref=units[kind:air],unique"`
	NoTable   []int    `json:"no_table"`                                 // turns in which the table is not used
	Given     []string `json:"given" check:"ref=units[kind:air],unique"` // in those turns: supports put into missions
}

// Objective is a hex with an objective marker, or iron crosses (SO-P.1, SO-S3.8).
type Objective struct {
	Level int      `json:"level" check:"required,min=1,max=3"`
	Hexes []string `json:"hexes" check:"required"`
}

// Victory says how the game is won.
type Victory struct {
	Kind    string   `json:"kind" check:"required,oneof=bridges|points|crosses|campaign"`
	Bridges []string `json:"bridges" check:"touching=/,needed=kind:bridges"` // sides whose two hexes the German player must both control (SO-S1.12)
	Hexes   []string `json:"hexes" check:"needed=kind:points"`               // one point each (SO-S2.14)
	Levels  []Level  `json:"levels" check:"required,falling=from"`
}

// Level is one outcome.
type Level struct {
	From   int    `json:"from" check:"min=-99,max=999"`
	Winner string `json:"winner" check:"oneof=german|allied"`
	Name   Words  `json:"name" check:"required"`
}
