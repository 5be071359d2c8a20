package conflict

import (
	"errors"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Document is a resolved firefight of Conflict of Heroes: the scenario itself and every table, counter and card that the
// rules read, so that one digest pins all of it. The loader of package scenarios fills it from the data files of
// scenarios/conflict-of-heroes and one scenario file; the json names are the keys of those files. It holds no maps, no
// floats and no pointers: its JSON is canonical.
//
// The check tags state what the loader tests, with line and column. checkDocument tests the rest, which the rules ask
// for.
type Document struct {
	Scenario Scenario     `json:"scenario" check:"required"`
	Tables   Tables       `json:"tables" check:"required"`
	Terrain  []Terrain    `json:"terrain" check:"required,unique=code"`
	Units    []UnitType   `json:"units" check:"required"`
	Hits     []HitCounter `json:"hits" check:"required"`
	Works    []WorkType   `json:"works" check:"required"`
	Cards    []Card       `json:"cards" check:"required"`
	Weapons  []WeaponCard `json:"weapons"`

	net   *net // the board's geometry, from its map
	types table.Index[UnitType]
	ranks map[string]int // of the units by name, as they stand in a new position; looked up only
	faces table.Index[HitCounter]
}

// Words are a name or a sentence in several languages.
type Words = table.Words

// Scenario describes one firefight (CH-1.0a).
type Scenario struct {
	table.Header
	Origin     []Origin    `json:"origin"` // which parts come from the rulebook and which are proposed
	Rounds     int         `json:"rounds" check:"required,min=1,max=20"`
	First      string      `json:"first" check:"ref=scenario.sides"`    // side with the initiative in round 1; "" rolls for it (CH-2.0b)
	Order      string      `json:"order" check:"oneof=alternate|sides"` // with three or four forces (CH-20.0b); "" is alternate
	Merge      bool        `json:"merge"`                               // the forces of a side are one (CH-20.1a)
	Board      Board       `json:"board" check:"required"`
	Sides      []Side      `json:"sides" check:"required,min=2,max=2,ids=german|soviet"` // two; where A28 asks, the one listed first announces its bid first
	Forces     []Force     `json:"forces" check:"required,min=2,max=4,unique=id"`        // the seats, in their order of acting
	Deck       Deck        `json:"deck"`
	Objectives []Objective `json:"objectives"`
	Scores     []Score     `json:"scores"`
	Papers     Papers      `json:"papers"` // the control marker of CH-FF2
}

// Origin marks one part of a scenario as taken from the text or proposed by this project.
type Origin struct {
	Part string `json:"part" check:"required"` // "map", "forces", "unit values"
	From string `json:"from" check:"required,oneof=text|proposed"`
}

// Board is the map: pointy-topped hexes, rows lettered from the south, columns numbered from the west; rows B, D, F and
// so on lie half a hex to the east (M10).
type Board struct {
	Layers
	Labels []Label `json:"labels"`
}

// Layers are what lies on the map. A position has layers of its own, which it shares with the document until they are changed by hand; they
// are replaced, never written to.
type Layers struct {
	Map    []string   `json:"map" check:"required,min=2,max=26,each=2..99,grid,codes=terrain.code" key:"map"` // one string a row, the north row first, one terrain code a hex
	Levels []string   `json:"levels" check:"grid=map,letters=0123" key:"levels"`                              // one string a row, the north row first, one digit a hex; none: all N0
	Roads  [][]string `json:"roads" check:"place,chain" key:"roads" ref:"place"`                              // chains of adjacent hexes (CH-5.0.1a)
	Walls  []Wall     `json:"walls" key:"walls"`                                                              // hexsides (CH-5.0.2)
}

// Wall is a stone wall on one hexside.
type Wall struct {
	Hex  string `json:"hex" check:"required,place" key:"hex" ref:"place"`
	Side string `json:"side" check:"required,oneof=E|NE|NW|W|SW|SE" key:"side" oneof:"E|NE|NW|W|SW|SE"`
}

// Label is a name on the map.
type Label struct {
	Hex  string `json:"hex" check:"required,place"`
	Text Words  `json:"text" check:"required"`
}

// Side is one of the two camps.
type Side struct {
	table.Party
	Task Words `json:"task"` // its mission
}

// Force is what one player commands, that is, a seat (CH-20.0a). A game for two has one force a side.
type Force struct {
	table.Party
	Side     string    `json:"side" check:"required,ref=scenario.sides"`
	Cap      int       `json:"cap" check:"min=0,max=99"` // initial CAP
	Units    []Counter `json:"units" check:"required"`
	Works    []Work    `json:"works"`                   // fortifications, obstacles and mines it sets up
	Strikes  []Strike  `json:"strikes"`                 // off-board artillery granted (CH-12.3a)
	Weapons  []Issue   `json:"weapons"`                 // weapon cards to assign (CH-8.4b)
	Exits    []Exit    `json:"exits"`                   // where its units may leave the board (CH-5.6a)
	MayShell bool      `json:"may_shell"`               // units without the mortar's or OBA's right may fire smoke (CH-13.1a)
	Wire     []string  `json:"wire" check:"ref=^units"` // mortars with wire or radio: any unit of the side that sees the target observes for them (CH-12.0e)
}

// Counter is one unit of a force: where it stands or how it arrives.
type Counter struct {
	ID     string   `json:"id" check:"required,max=16,like=R1 or AT-2~[A-Za-z0-9_-]+"` // goes into the names of rolls
	Type   string   `json:"type" check:"required,ref=units"`
	Hex    string   `json:"hex" check:"place,needed=!entry"` // where it stands, or stands by default
	Facing string   `json:"facing" check:"oneof=E|NE|NW|W|SW|SE"`
	Zone   []string `json:"zone"`                       // hexes or rows ("A") where its owner may place it instead; none: fixed
	Cover  bool     `json:"cover"`                      // only on cover hexes of the zone
	Hidden bool     `json:"hidden"`                     // CH-10.0a
	In     string   `json:"in" check:"ref=works"`       // the work it occupies: an id of works types
	Round  int      `json:"round" check:"min=0,max=20"` // of arrival; 0: on the board at once
	Entry  []string `json:"entry" check:"place"`        // hexes of arrival (CH-5.5)
	Aboard string   `json:"aboard" check:"ref=^units"`  // the unit that carries it
	Papers bool     `json:"papers"`                     // arrives with the control marker
	Event  bool     `json:"event"`                      // arrives once the event card is drawn (CH-CEevent)
}

// Work is a fortification, an obstacle or a minefield on the map.
type Work struct {
	Type   string   `json:"type" check:"required,ref=works"`
	Hex    string   `json:"hex" check:"required,place"`
	Facing string   `json:"facing" check:"oneof=E|NE|NW|W|SW|SE"`
	Hidden bool     `json:"hidden"` // for mines only (CH-18.3.3a)
	Zone   []string `json:"zone"`   // hexes or rows where its owner may place it instead
	Roads  bool     `json:"roads"`  // on road hexes of the zone only
}

// Strike is an off-board artillery card granted by the scenario.
type Strike struct {
	Card      string   `json:"card" check:"required,ref=weapons[area]" key:"card"`
	Uses      int      `json:"uses" check:"required,min=1,max=20" key:"uses"`
	Observers []string `json:"observers" key:"observers"`             // ids of units that may designate; none: all of the side
	Level     int      `json:"level" check:"min=0,max=3" key:"level"` // observers must stand on this level
	Smoke     bool     `json:"smoke" key:"smoke"`                     // may fire smoke
}

// Issue is a number of weapon cards.
type Issue struct {
	Card  string `json:"card" check:"required,ref=weapons[!area]"`
	Count int    `json:"count" check:"required,min=1,max=20"`
}

// Exit is a set of edge hexes from which units may leave.
type Exit struct {
	Hexes []string `json:"hexes" check:"required,place"`
	Sides []string `json:"sides"` // directions that lead off the board; none: any that does
}

// Deck is the pile of action, bonus and event cards (CH-8.0b).
type Deck struct {
	Cards      []string `json:"cards" check:"ref=cards"` // numbers, each with its printed count
	First      int      `json:"first" check:"min=0,max=9"`
	Later      int      `json:"later" check:"min=0,max=9"`      // each later round
	Objectives int      `json:"objectives" check:"min=0,max=4"` // objective cards dealt in secret to each player (CH-CEobjective)
}

// Objective is a hex with a control marker (CH-2.5.2a).
type Objective struct {
	Hex  string `json:"hex" check:"required,place" key:"hex"`
	Side string `json:"side" key:"side"` // who controls it at the start
}

// Score is one source of VP (CH-2.5).
type Score struct {
	Points int      `json:"points" check:"required,min=1,max=99"`
	Side   string   `json:"side"` // who scores; "" for both
	For    string   `json:"for" check:"required,oneof=destroyed|objective|papers|papers_at|papers_out"`
	When   string   `json:"when" check:"required,oneof=now|round|end|count,goes=now/for:destroyed|papers_out"`
	Rounds []int    `json:"rounds" check:"each=1..scenario.rounds"` // for "round": which rounds; none: every round
	Hexes  []string `json:"hexes" check:"place"`                    // for objective and papers_at; none: all objectives
	Card   string   `json:"card"`                                   // counts only for the holder of this objective card
}

// Papers is the control marker of CH-FF2; without a holder it is not in play.
type Papers struct {
	Holder string `json:"holder"` // "soviet.SMG1"
}

// Tables are the numbers of the rules.
type Tables struct {
	AP          int   `json:"ap" check:"required,min=1,max=20"`         // of an activation (CH-3.0a)
	CapOnDice   int   `json:"cap_on_dice" check:"min=0,max=6"`          // CH-3.2.3a
	Pivot       int   `json:"pivot" check:"min=0,max=9"`                // CH-5.3a
	Rally       int   `json:"rally" check:"min=0,max=9"`                // CH-7.6a
	Dig         int   `json:"dig" check:"min=0,max=9"`                  // CH-18.1.3a
	Hide        int   `json:"hide" check:"min=0,max=9"`                 // CH-10.2a
	Turret      int   `json:"turret" check:"min=0,max=9"`               // CH-15.4a
	LaySmoke    int   `json:"lay_smoke" check:"min=0,max=9"`            // CH-19.0c
	Backward    int   `json:"backward" check:"min=0,max=9"`             // CH-5.2a
	Climb       int   `json:"climb" check:"min=0,max=9"`                // CH-11.0d
	Incautious  int   `json:"incautious" check:"required,min=-9,max=0"` // DM of a unit that moved without caution (CH-5.0.3a)
	Careful     int   `json:"careful" check:"required,min=0,max=9"`     // FP of careful aim (CH-C09)
	Below       int   `json:"below" check:"required,min=0,max=9"`       // DM of a unit higher than the firer (CH-11.2a)
	RallyCover  int   `json:"rally_cover" check:"required,min=0,max=9"` // rally bonus of a unit in cover (CH-7.6.1a)
	Cautious    int   `json:"cautious" check:"min=0,max=9"`             // CH-5.0.3b
	WallFoot    int   `json:"wall_foot" check:"min=0,max=9"`            // CH-5.0.2b
	WallDM      int   `json:"wall_dm" check:"min=0,max=9"`              // CH-5.0.2a
	HiddenCover int   `json:"hidden_cover" check:"min=0,max=9"`         // CH-10.1a
	HiddenOpen  int   `json:"hidden_open" check:"min=0,max=9"`          // CH-10.1a
	Critical    int   `json:"critical" check:"min=1,max=20"`            // CH-7.0d
	Short       int   `json:"short" check:"min=-9,max=9"`               // CH-7.7.2a
	Long        int   `json:"long" check:"min=-9,max=9"`                // CH-7.7.1a
	CC          int   `json:"cc" check:"min=-9,max=9"`                  // CH-7.7.3c
	CCWhite     int   `json:"cc_white" check:"min=-9,max=9"`            // CH-7.7.3c
	Higher      int   `json:"higher" check:"min=-9,max=9"`              // CH-11.2
	Light       int   `json:"light" check:"min=0,max=9"`                // highest move cost of light infantry (CH-1.1b)
	Spotted     int   `json:"spotted" check:"min=0,max=9"`              // CH-10.0g
	Observe     int   `json:"observe" check:"min=0,max=9"`              // CH-12.0c
	Bogs        int   `json:"bogs" check:"min=2,max=13"`                // the immobilisation test (CH-14.5a, A01)
	Mines       int   `json:"mines" check:"min=2,max=13"`               // CH-18.3.3d
	SmokeMarker int   `json:"smoke_marker" check:"min=1,max=4"`         // CH-13.1e
	FlameFP     int   `json:"flame_fp" check:"min=0,max=9"`             // CH-19.1a
	FlameCC     int   `json:"flame_cc" check:"min=0,max=9"`             // A85
	Behind      int   `json:"behind" check:"min=0,max=9"`               // behind a vehicle (CH-15.6a)
	Sniper      []int `json:"sniper" check:"required,len=6"`            // CAP lost by the die (CH-C13)
	LuckBad     int   `json:"luck_bad" check:"min=1,max=6"`             // card 12: a die up to this is -2 (CH-C12)
	Luck        int   `json:"luck" check:"min=1,max=6"`
	Entry       int   `json:"entry" check:"min=0,max=9"`        // hexes by which a blocked entry may be shifted (CH-5.5c)
	HastyStock  int   `json:"hasty_stock" check:"min=0,max=99"` // M04
	SmokeStock  int   `json:"smoke_stock" check:"min=0,max=99"`
	MineStock   int   `json:"mine_stock" check:"min=0,max=99"`
	Solitaire   AI    `json:"solitaire"`
}

// AI is the doctrine of CH-20.2 in numbers.
type AI struct {
	Initiative int `json:"initiative" check:"min=0,max=6"`   // the AI begins on a die up to this (CH-20.2b)
	Enters     int `json:"enters" check:"min=0,max=6"`       // it enters an enemy hex on a die up to this (CH-20.2e)
	Hits       int `json:"hits" check:"min=2,max=12"`        // it fires if this total hits (CH-20.2g)
	Threat     int `json:"threat" check:"min=2,max=12"`      // CH-20.2f, 20.2k
	Sure       int `json:"sure" check:"min=2,max=12"`        // a hit unit fires before it rallies if this total hits (CH-20.2l)
	CapTenths  int `json:"cap_tenths" check:"min=10,max=30"` // of the scenario's CAP, rounded up (CH-20.2h)
	TwoCap     int `json:"two_cap" check:"min=0,max=6"`      // a die up to this adds 2 CAP to an attack
	OneCap     int `json:"one_cap" check:"min=0,max=6"`      // a die up to this adds 1 (CH-20.2i)
}

// NA in a movement column means that the terrain may not be entered.
const NA = -1

// Terrain is what one code of the map means (CH-4.0b to d, CH-14.1e). Its costs are added to the unit's own.
type Terrain struct {
	ID       string `json:"id" check:"required"`         // its key in words is "terrain." and this
	Code     string `json:"code" check:"required,len=1"` // one character
	Look     string `json:"look" check:"required,oneof=clear|road|wood|hedge|orchard|wall|trench|buildings|storeys|town|street|crest|hill|stream|mud|river|water|bridge|jungle|marsh|savanna|scrub|wheat|corn|plough|shellholes|unknown"`
	Foot     int    `json:"foot" check:"min=-1,max=9"` // AP; -1: may not enter
	Wheeled  int    `json:"wheeled" check:"min=-1,max=9"`
	Tracked  int    `json:"tracked" check:"min=-1,max=9"`
	DM       int    `json:"dm" check:"min=-9,max=9"`
	Blocks   bool   `json:"blocks"`                                   // blocks the line of sight
	Height   int    `json:"height" check:"min=0,max=3,needed=blocks"` // as an obstacle (CH-11.3d)
	Cover    bool   `json:"cover"`
	Bonus    bool   `json:"bonus"`     // bonus hexes for tracked vehicles (CH-14.1a)
	Bogs     bool   `json:"bogs"`      // immobilisation test (CH-14.5a)
	AirBurst bool   `json:"air_burst"` // no DM against mortars and artillery (CH-12.2)
	Light    bool   `json:"light"`     // only light infantry may enter (CH-4.0c)
	Water    bool   `json:"water"`     // no hasty defence (CH-18.1.3a)
	Rule     string `json:"rule"`
	Origin   string `json:"origin" check:"required,oneof=text|proposed"`
}

// UnitType is a printed counter (CH-1.3a).
type UnitType struct {
	ID        string `json:"id" check:"required" key:"id"`
	Title     Words  `json:"title" check:"required" key:"title"`
	Side      string `json:"side" check:"required,oneof=german|soviet" key:"side"`
	Kind      string `json:"kind" check:"required,oneof=foot|vehicle" key:"kind"` // decides the pile of hit counters
	Symbol    string `json:"symbol" check:"required,oneof=infantry|mg|mortar|gun|engineer|armour|truck|apc|at" key:"symbol"`
	NoFire    bool   `json:"no_fire" key:"no_fire"` // never attacks (wagons, CH-16.0c)
	Fire      int    `json:"fire" check:"min=0,max=9,needed=!no_fire" key:"fire"`
	Indirect  int    `json:"indirect" check:"min=0,max=9" key:"indirect"` // 0: cannot (CH-12.0b)
	Class     string `json:"class" check:"required,oneof=foot|tracked|wheeled,goes=foot/kind:foot" key:"class"`
	Move      int    `json:"move" check:"min=0,max=9" key:"move"`
	Bonus     int    `json:"bonus" check:"min=0,max=4" key:"bonus"` // track or wheel symbols (CH-14.1a)
	Red       int    `json:"red" check:"min=-9,max=20" key:"red"`
	Blue      int    `json:"blue" check:"min=-9,max=20" key:"blue"`
	NoRed     bool   `json:"no_red" key:"no_red"` // "-" is printed
	NoBlue    bool   `json:"no_blue" key:"no_blue"`
	WhiteRed  bool   `json:"white_red" key:"white_red"` // white background (CH-7.7.3c)
	WhiteBlue bool   `json:"white_blue" key:"white_blue"`
	HE        bool   `json:"he" key:"he"` // fires HE (CH-12.1a)
	Range     int    `json:"range" check:"min=0,max=99" key:"range"`
	Min       int    `json:"min" check:"min=0,max=99,max=range" key:"min"` // minimum range; 0 for none
	Flank     int    `json:"flank" check:"required,min=1,max=40" key:"flank"`
	Front     int    `json:"front" check:"required,min=1,max=40" key:"front"`
	Armoured  bool   `json:"armoured" key:"armoured"`                 // blue DR
	OpenTop   bool   `json:"open_top" key:"open_top"`                 // CH-15.5
	Shield    int    `json:"shield" check:"min=0,max=9" key:"shield"` // APC (CH-16.1)
	Turret    bool   `json:"turret" key:"turret"`
	Flame     string `json:"flame" check:"oneof=hull|turret" key:"flame"` // CH-19.1c
	Fixed     bool   `json:"fixed" key:"fixed"`                           // red arrow (CH-5.1a)
	Smoke     string `json:"smoke" check:"oneof=range|near" key:"smoke"`  // fires smoke at its ranges, or only near (CH-13.1)
	MG        bool   `json:"mg" key:"mg"`                                 // its red FP is not HE fire (CH-18.4a)
	Gun       bool   `json:"gun" key:"gun"`                               // a gun with its crew
	Engineer  bool   `json:"engineer" key:"engineer"`                     // CH-19.0
	ATTeam    bool   `json:"at_team" key:"at_team"`                       // CH-15.5a
	Truck     bool   `json:"truck" key:"truck"`                           // truck or wagon (CH-16.0)
	Squad     string `json:"squad" check:"oneof=rifles|lmg" key:"squad"`  // what may ride together (CH-17.0a)
	Count     int    `json:"count" check:"min=0,max=40" key:"count"`      // counters of the game
	Years     string `json:"years" key:"years"`
	Text      string `json:"text" key:"text"` // which values the text gives, by line; all others are proposed
	Origin    string `json:"origin" check:"required,oneof=text|proposed" key:"origin"`
}

// HitCounter is one kind of hit counter (CH-7.5d, CH-7.5e).
type HitCounter struct {
	ID       string `json:"id" check:"required"` // its key in words is "hit." and this
	Pile     string `json:"pile" check:"required,oneof=foot|vehicle"`
	Count    int    `json:"count" check:"min=0,max=20"`
	Destroys bool   `json:"destroys"`
	Only     bool   `json:"only"` // may only rally
	NoFire   bool   `json:"no_fire"`
	NoMove   bool   `json:"no_move"`
	NoPivot  bool   `json:"no_pivot"`
	NoRed    bool   `json:"no_red"` // this FP is lost
	NoBlue   bool   `json:"no_blue"`
	Fire     int    `json:"fire" check:"min=-9,max=9"`
	Move     int    `json:"move" check:"min=-9,max=9"`
	Red      int    `json:"red" check:"min=-9,max=9"`
	Blue     int    `json:"blue" check:"min=-9,max=9"`
	Flank    int    `json:"flank" check:"min=-9,max=9"`
	Front    int    `json:"front" check:"min=-9,max=9"`
	Range    int    `json:"range" check:"min=0,max=99"` // the new range; 0: unchanged
	Rally    int    `json:"rally" check:"min=0,max=13"` // 0: cannot be rallied (CH-7.6d)
	Stand    bool   `json:"stand"`                      // stands in when the pile is empty (A14)
	Origin   string `json:"origin" check:"required,oneof=text|proposed"`
}

// WorkType is a fortification or an obstacle (CH-18, M04).
type WorkType struct {
	ID     string `json:"id" check:"required"` // its key in words is "work." and this
	Kind   string `json:"kind" check:"required,oneof=trench|bunker|hasty|wire|roadblock|mines"`
	Front  int    `json:"front" check:"min=0,max=9"` // DM of occupants, or of its unit
	Flank  int    `json:"flank" check:"min=0,max=9"`
	All    int    `json:"all" check:"min=0,max=9"` // DM of all units in the hex
	DR     int    `json:"dr" check:"min=0,max=40"` // red; 0: cannot be destroyed (CH-18.4a)
	Guns   bool   `json:"guns"`                    // takes guns (CH-18.1.2a)
	Stock  int    `json:"stock" check:"min=0,max=99"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Card is an action, bonus or event card (CH-C).
type Card struct {
	ID     string `json:"id" check:"required"` // its number, or the name of an event; its key in words is "card." and this
	Kind   string `json:"kind" check:"required,oneof=action|bonus|event|objective"`
	Count  int    `json:"count" check:"min=0,max=30"`
	Cost   int    `json:"cost" check:"min=0,max=9"`
	Icon   string `json:"icon" check:"oneof=cap|ap|both"` // blue, green, two-coloured (CH-8.0d)
	Group  bool   `json:"group"`                          // may be played on a group
	Rule   string `json:"rule" check:"required"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// WeaponCard is a weapon card (CH-CW).
type WeaponCard struct {
	ID        string `json:"id" check:"required"` // its key in words is "weapon." and this
	Side      string `json:"side" check:"required,oneof=german|soviet"`
	Area      bool   `json:"area"` // off-board artillery: target hex and the six around it
	Cost      int    `json:"cost" check:"min=0,max=9"`
	Red       int    `json:"red" check:"min=0,max=20"`
	Blue      int    `json:"blue" check:"min=0,max=20"`
	Range     int    `json:"range" check:"min=0,max=9"`
	Far       int    `json:"far" check:"min=-9,max=0"` // FP at one hex
	NoFar     bool   `json:"no_far"`                   // not at one hex
	Support   bool   `json:"support"`                  // may support a group attack (A82)
	NoTerrain bool   `json:"no_terrain"`               // terrain DM do not count
	Vehicles  bool   `json:"vehicles"`                 // only against vehicles
	LaysMines bool   `json:"lays_mines"`               // may be played as card 40 instead
	Rule      string `json:"rule" check:"required"`
	Origin    string `json:"origin" check:"required,oneof=text|proposed"`
}

// Grid makes the board's geometry.
func (d *Document) Grid() (board.Grid, error) {
	rows := d.Scenario.Board.Map
	if len(rows) == 0 {
		return nil, errors.New("a board without rows")
	}
	return board.NewHex(board.PointyHex, len(rows[0]), len(rows), board.Options{Names: board.RowLetter, Shifted: board.Even})
}

// Type returns a printed counter.
func (d *Document) Type(id string) (UnitType, bool) {
	return table.Find(d.Units, func(u *UnitType) bool { return u.ID == id })
}

// Sign says how a terrain is written and drawn.
func (t Terrain) Sign() board.Terrain {
	return board.Terrain{Code: t.Code, Look: t.Look, Name: "terrain." + t.ID, Speak: t.Code}
}

// Hit returns a hit counter; an unknown one changes nothing.
func (d *Document) Hit(id string) HitCounter {
	h, _ := table.Find(d.Hits, func(h *HitCounter) bool { return h.ID == id })
	return h
}

// Work returns a fortification or an obstacle.
func (d *Document) Work(id string) (WorkType, bool) {
	return table.Find(d.Works, func(w *WorkType) bool { return w.ID == id })
}

// Card returns a card of the deck.
func (d *Document) Card(id string) (Card, bool) {
	return table.Find(d.Cards, func(c *Card) bool { return c.ID == id })
}

// Weapon returns a weapon card.
func (d *Document) Weapon(id string) (WeaponCard, bool) {
	return table.Find(d.Weapons, func(w *WeaponCard) bool { return w.ID == id })
}

// Light reports whether a unit is light infantry (CH-1.1b, A05).
func (d *Document) Light(u *UnitType) bool { return u.Kind == "foot" && u.Move <= d.Tables.Light }

// Mortar reports whether a unit is a mortar: it has HE fire and a minimum range (CH-12.0).
func (u *UnitType) Mortar() bool { return u.Symbol == "mortar" }
