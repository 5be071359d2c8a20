package brushbrothers

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// Document is a resolved scenario of Groupe Franc: the scenario itself and every table, list and chart that the rules
// read, so that one digest covers all of it. It is filled by the loader of package scenarios from the data files of
// scenarios/brush-brothers and one scenario file; the json names are the keys of those files. It holds no maps, no
// floats and no pointers: its JSON is canonical.
//
// The tag check states what the loader tests and reports with line and column. checkDocument tests the rest: what the
// rules require.
type Document struct {
	Scenario        Scenario         `json:"scenario" check:"required"`
	Tables          Tables           `json:"tables" check:"required"`
	Weapons         []Weapon         `json:"weapons" check:"required"`
	Models          []Model          `json:"models"`
	Periods         []Period         `json:"periods"`
	Terrain         []Terrain        `json:"terrain" check:"required,unique=code"`
	Characteristics []Characteristic `json:"characteristics"`
	Nations         []Nation         `json:"nations"`
	Troops          []Troop          `json:"troops"`
	Forces          []Force          `json:"forces" check:"required"`
	Vehicles        []Vehicle        `json:"vehicles"`
	Guns            []Gun            `json:"guns"`

	nets []*net // one for each shape that the board may have
}

// Words are a name or a sentence in several languages.
type Words = table.Words

// ByQuality is one value for each quality of troops (BB-1.3c).
type ByQuality struct {
	Green    int `json:"green" check:"min=-9,max=99"`
	Standard int `json:"standard" check:"min=-9,max=99"`
	Veteran  int `json:"veteran" check:"min=-9,max=99"`
}

// Of returns the value for a quality, or 0 for an unknown one.
func (b ByQuality) Of(quality string) int {
	switch quality {
	case "green":
		return b.Green
	case "standard":
		return b.Standard
	case "veteran":
		return b.Veteran
	}
	return 0
}

// Scenario is what one game is about: board, sides, objectives, length and what the players may choose.
type Scenario struct {
	table.Header
	System      string      `json:"system" check:"oneof=clasico|generator|chaco"` // "" is clasico (annex 3)
	Origin      []Origin    `json:"origin"`                                       // which parts come from the rulebook and which are proposed
	Period      string      `json:"period" check:"ref=periods"`                   // id of periods; "" for the general tables
	Budget      int         `json:"budget" check:"min=0,max=1000,needed=system:generator"`
	Turns       int         `json:"turns" check:"required,min=1,max=30"` // length of the game (BB-A3.6g)
	Board       Board       `json:"board" check:"required"`
	Setup       Setup       `json:"setup" check:"required"`
	Sides       []Side      `json:"sides" check:"required,min=2,max=2,unique=edge"`
	Tokens      []Token     `json:"tokens" check:"unique=place"` // objectives, in the order in which they are placed
	Decoys      int         `json:"decoys" check:"min=0,max=9,max=tokens"`
	Conventions Conventions `json:"conventions"`
	Supports    int         `json:"supports" check:"min=0,max=99"` // points per side for immediate supports (BB-A2.4a)
	Raising     Raising     `json:"raising"`
	Wilds       Wilds       `json:"wilds"`
	Lay         Lay         `json:"lay"`
}

// Origin marks one part of a scenario as taken from the rulebook's text or proposed by this project.
type Origin struct {
	Part string `json:"part" check:"required"` // "map", "forces", "token places"
	From string `json:"from" check:"required,oneof=text|proposed"`
}

// Board is the gridded table (BB-1.4). Places are a column letter and a row number: A1 is the south-west corner. On
// hexagons even rows are shifted half a hex to the east (BB-R1).
type Board struct {
	Shape   string `json:"shape" check:"required,oneof=hex|square"`
	Columns int    `json:"columns" check:"required,min=2,max=26"`
	Rows    int    `json:"rows" check:"required,min=2,max=99"`
	Layers
	Labels []Label `json:"labels"`
}

// Layers are what lies on the board. A position has layers of its own, which it shares with the document until terrain
// is laid or discovered or they are changed by hand; they are replaced, never written to.
type Layers struct {
	Map   []string `json:"map" check:"required,grid=columns*rows,codes=terrain.code" key:"map"` // one string per row, the north row first, one terrain code per sector
	Edges []Edge   `json:"edges" key:"edges"`                                                   // obstacles on sector edges (BB-R4)
}

// Edge is a hedge or a wall on the edge between two adjacent sectors (BB-R4).
type Edge struct {
	A    string `json:"a" check:"required,place" key:"a" ref:"place"`
	B    string `json:"b" check:"required,place,beside=a" key:"b" ref:"place"`
	Kind string `json:"kind" check:"required,oneof=hedge|wall" key:"kind" oneof:"hedge|wall"`
}

// Label is a name on the map.
type Label struct {
	Place string `json:"place" check:"required,place"`
	Text  Words  `json:"text" check:"required"`
}

// Setup says which parts of the set-up the players do and which the scenario fixes.
type Setup struct {
	Tokens     string `json:"tokens" check:"required,oneof=players|scenario" key:"tokens"`         // BB-A3.6c: in turn, the first one drawn by lot
	Edges      string `json:"edges" check:"required,oneof=players|scenario" key:"edges"`           // BB-A3.6d: the player who placed fewer tokens chooses
	Deployment string `json:"deployment" check:"required,oneof=players|scenario" key:"deployment"` // BB-A3.6d: the chooser first
	Depth      int    `json:"depth" check:"required,min=1,max=99" key:"depth"`                     // rows from the side's own edge: 1 UD is row 1
	First      string `json:"first" check:"ref=scenario.sides" key:"first"`                        // side that places the first token; "" means it is drawn by lot
}

// Side is one player's side. Its id is the seat.
type Side struct {
	table.Party
	Force           string    `json:"force" check:"required,ref=forces"`           // id of forces; an option may choose another
	Edge            string    `json:"edge" check:"required,oneof=north|south"`     // the side's own edge, or the default where players choose
	Characteristics []string  `json:"characteristics" check:"ref=characteristics"` // instead of those of its troops (BB-A1.2)
	Deployment      []Placing `json:"deployment"`                                  // instead of the places in its force
	SupportBudget   int       `json:"support_budget" check:"min=0,max=100"`        // points for immediate supports (BB-A2.4a)
	Supports        []string  `json:"supports"`                                    // ids of supports bought by default (BB-D3)
	Score           int       `json:"score" check:"min=0,max=8"`                   // deployment die, if the scenario sets up (BB-A2.2a)
	Troops          []string  `json:"troops"`                                      // nations or types of troops that its player may choose for an army of his own
}

// Placing puts one GC at a column and at a row counted from the side's own edge, where 1 is the edge row, so it
// works on either edge. It is the default where players deploy.
type Placing struct {
	GC     string `json:"gc" check:"required"`
	Column string `json:"column" check:"required"`
	Depth  int    `json:"depth" check:"min=0,max=99"` // 0 means 1
	Facing string `json:"facing"`                     // of vehicles and guns; "" faces the enemy's edge
	Open   bool   `json:"open"`                       // not in ambush even if in cover (BB-D8)
}

// Token is an objective: the place where it lies, or lies by default.
type Token struct {
	ID    string `json:"id" check:"required"` // "J1"
	Place string `json:"place" check:"required,place"`
	Name  Words  `json:"name"`
}

// Conventions are what the rulebook leaves to the players' agreement.
type Conventions struct {
	FaceUp bool `json:"face_up"` // forces open to both sides (BB-R51)
	Ambush bool `json:"ambush"`  // ambush at deployment is allowed (BB-3.7a)
	// Compensation: points for supports to the side with fewer objectives in its zone (BB-A2.4c, BB-R44).
	Compensation bool `json:"compensation"`

	FullRadius   bool `json:"full_radius"`   // chiefs in vehicles with poor vision still command to 3 UD (BB-10.2)
	ShortLeaders bool `json:"short_leaders"` // vehicle group leaders lead only in their own sector (BB-10.3)
	NoShields    bool `json:"no_shields"`    // gun shields do not count (BB-14.3e)
	Wrecks       bool `json:"wrecks"`        // wrecks stay and obstruct (BB-11.12)
}

// Weapon is a row of BB-4.5 with what other sections say about the same weapon.
type Weapon struct {
	ID        string    `json:"id" check:"required"`
	Dice      int       `json:"dice" check:"min=0,max=9"`      // per fire action and base
	Range     int       `json:"range" check:"min=0,max=99"`    // UD
	Beyond    int       `json:"beyond" check:"min=0,max=9"`    // minimum range: farther than this, UD
	Effective int       `json:"effective" check:"min=0,max=9"` // past this distance it hits only on FarScore; 0: no such limit (BB-4.6e)
	FarScore  int       `json:"far_score" check:"min=0,max=6,needed=effective"`
	Reroll    string    `json:"reroll" check:"required,oneof=none|global|partial"` // partial: only failures (BB-4.5)
	Class     string    `json:"class" check:"required,oneof=small|automatic|support|mortar|sniper|flame|anti_tank|gun"`
	Indirect  bool      `json:"indirect"`                  // BB-7
	SetUp     bool      `json:"set_up"`                    // must be set up to fire, dismounted to move (BB-3.4c)
	CC        int       `json:"cc" check:"min=0,max=9"`    // close-combat dice (BB-6.2)
	Crew      bool      `json:"crew"`                      // crew of a collective weapon, "other on foot" in BB-R62
	Cost      ByQuality `json:"cost"`                      // BB-A1.6, BB-14
	Also      string    `json:"also"`                      // also fires and fights as this weapon (BB-R29: VB as a rifle)
	ATOnly    bool      `json:"at_only"`                   // fires only anti-tank ammunition (BB-G11, BB-R58)
	Shots     int       `json:"shots" check:"min=0,max=9"` // fire actions of a base in one activation; 0: no limit (BB-14.1a)
	ATDice    int       `json:"at_dice" check:"min=0,max=9"`
	AT        int       `json:"at" check:"min=-3,max=9"`
	ATRange   int       `json:"at_range" check:"min=0,max=99"` // 0: contact, or none if at_dice is 0
	Gun       bool      `json:"gun"`                           // a gun: has a facing, fires to its front (BB-14.3)
	HEScore   int       `json:"he_score" check:"min=0,max=6"`  // hits men on foot on this score at any distance (BB-4.6f); 0: no HE
	Rule      string    `json:"rule"`
	Origin    string    `json:"origin" check:"required,oneof=text|proposed"`
}

// Model is a national automatic weapon (BB-A1.5): it replaces the dice, range and re-roll of its class.
type Model struct {
	ID     string `json:"id" check:"required"`
	Name   string `json:"name" check:"required"`
	Weapon string `json:"weapon" check:"required,ref=weapons"` // the class: id of weapons
	Dice   int    `json:"dice" check:"required,min=1,max=9"`
	Range  int    `json:"range" check:"required,min=1,max=99"`
	Reroll string `json:"reroll" check:"required,oneof=none|global|partial"`
	Rule   string `json:"rule"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// Period is a war with its own fire values (BB-A3.2, BB-A4.1): its rows replace those of weapons with the same id and
// add the others.
type Period struct {
	ID       string   `json:"id" check:"required"`
	Title    Words    `json:"title" check:"required"`
	Weapons  []Weapon `json:"weapons"`
	Vehicles []string `json:"vehicles"`              // lists of vehicles that were in this war
	Guns     []Amount `json:"guns" check:"ref=guns"` // ranges of models of guns that differ from their class, in UD (BB-A3.2)
	Rule     string   `json:"rule"`
}

// Terrain is the meaning of one code of the map (BB-G2).
type Terrain struct {
	ID          string `json:"id" check:"required"`         // its key in the words is "terrain." and this
	Code        string `json:"code" check:"required,len=1"` // one character
	Look        string `json:"look" check:"required,oneof=clear|road|wood|hedge|orchard|wall|trench|buildings|storeys|town|street|crest|hill|stream|mud|river|water|bridge|jungle|marsh|savanna|shellholes|unknown"`
	Cover       bool   `json:"cover" check:"needed=dense"` // BB-4.9c, BB-3.5b, BB-6.2c
	Dense       bool   `json:"dense"`                      // BB-4.9c
	Difficult   bool   `json:"difficult"`                  // BB-3.5b
	Obstructing bool   `json:"obstructing"`                // BB-4.1c
	LookOver    bool   `json:"look_over"`                  // may be looked over from above (BB-4.2, BB-R3)
	Impassable  bool   `json:"impassable"`
	Road        bool   `json:"road"`                                    // keeps a line open along it (BB-4.3a)
	Building    bool   `json:"building"`                                // one continuous cover with other buildings (BB-R7)
	Upper       bool   `json:"upper"`                                   // has an upper storey (BB-4.2a)
	Crest       bool   `json:"crest"`                                   // BB-4.2c
	Unknown     bool   `json:"unknown"`                                 // not yet discovered (BB-A4.4d)
	Vehicles    string `json:"vehicles" check:"oneof=yes|test|no|road"` // how vehicles may enter: freely, with a breakdown test, never, along a road (BB-10.7, BB-10.10); "" leaves it to the other columns
	Rule        string `json:"rule"`
	Origin      string `json:"origin" check:"required,oneof=text|proposed"`
}

// Characteristic is one of BB-A1.3. The rules ask for it by its id; its key in the words is "characteristic." and the id.
type Characteristic struct {
	ID   string `json:"id" check:"required"`
	Rule string `json:"rule" check:"required"`
}

// Nation is a row of BB-A1.1.
type Nation struct {
	ID        string   `json:"id" check:"required"`
	Mandatory string   `json:"mandatory" check:"required,ref=characteristics"`
	Optional  []string `json:"optional" check:"required,ref=characteristics"`
	Vehicles  []string `json:"vehicles"` // lists of vehicles that it has
	Rule      string   `json:"rule"`
}

// Troop is a type of troops of a period with its characteristics (BB-A3.3, BB-A4.2).
type Troop struct {
	ID              string   `json:"id" check:"required"`
	Title           Words    `json:"title" check:"required"`
	Period          string   `json:"period" check:"ref=periods"`
	Characteristics []string `json:"characteristics" check:"required,ref=characteristics,max=2"`
	Rule            string   `json:"rule"`
}

// Force is an army list. Its cost is recomputed by BB-A1.6 and must agree.
type Force struct {
	ID     string `json:"id" check:"required"`
	Title  Words  `json:"title" check:"required"`
	Period string `json:"period" check:"ref=periods"`
	Troop  string `json:"troop" check:"ref=troops"`   // id of troops, which gives its characteristics
	Nation string `json:"nation" check:"ref=nations"` // id of nations, if there is no troop type
	Total  int    `json:"total" check:"required,min=1,max=1000"`
	GCs    []GC   `json:"gcs" check:"required"`
	Rule   string `json:"rule"`
	Origin string `json:"origin" check:"required,oneof=text|proposed"`
}

// GC is a combat group of a list (BB-1.3): what is activated, shot at and stressed.
type GC struct {
	ID         string   `json:"id" check:"required" key:"id"` // "G1"
	Name       Words    `json:"name" key:"name"`
	Kind       string   `json:"kind" check:"required,oneof=group|chief|autonomous|vehicle|gun" key:"kind"`              // a chief with a vehicle commands from it
	Chief      string   `json:"chief" check:"ref=^gcs[kind:chief],only=!kind:chief" key:"chief"`                        // its chief; may be left out if the list has only one
	Quality    string   `json:"quality" check:"oneof=green|standard|veteran,needed=!vehicle" key:"quality"`             // vehicles have none (BB-R32)
	Troop      string   `json:"troop" check:"ref=troops" key:"troop"`                                                   // instead of the list's
	Bases      []Base   `json:"bases" check:"max=tables.capacity,needed=!vehicle,only=!vehicle" key:"bases"`            // none for vehicles
	Vehicle    string   `json:"vehicle" check:"ref=vehicles,needed=kind:vehicle,only=kind:vehicle|chief" key:"vehicle"` // id of vehicles
	Leader     string   `json:"leader" check:"ref=^gcs[vehicle&surcharges:nco],only=vehicle" key:"leader"`              // a vehicle's vehicle group leader (BB-10.1, BB-R65)
	Aboard     string   `json:"aboard" check:"ref=^gcs[vehicle],only=!vehicle" key:"aboard"`                            // the vehicle that carries or tows it at first (BB-13)
	Mounts     bool     `json:"mounts" check:"only=!vehicle" key:"mounts"`                                              // has horses or bicycles (BB-R42)
	Surcharges []string `json:"surcharges" check:"ref=tables.surcharges,goes=chief/kind:chief" key:"surcharges"`        // nco, chief, reco, charismatic (BB-A1.6b)
	Cost       int      `json:"cost" check:"required,min=1,max=1000" key:"cost"`
	Column     string   `json:"column" key:"column"` // default place: column, and row from the side's own edge
	Depth      int      `json:"depth" check:"min=0,max=99" key:"depth"`
	Open       bool     `json:"open" key:"open"`
	Facing     string   `json:"facing" key:"facing"` // of vehicles and guns; "" faces the enemy's edge
}

// Base is one base (BB-1.2).
type Base struct {
	Weapon string `json:"weapon" check:"required" key:"weapon"`
	Model  string `json:"model" check:"ref=guns|models" key:"model"`             // id of models
	Reroll string `json:"reroll" check:"oneof=none|global|partial" key:"reroll"` // instead of the weapon's or the model's
	NCO    bool   `json:"nco" key:"nco"`                                         // the NCO base (BB-1.3d)
	Second string `json:"second" key:"second"`                                   // second weapon (BB-14.1b)
}

// Weapon returns a weapon with the values of the scenario's period.
func (d *Document) Weapon(id string) (Weapon, bool) {
	if p := table.First(d.Periods, func(p *Period) bool { return p.ID == d.Scenario.Period }); p != nil {
		if w, ok := table.Find(p.Weapons, func(w *Weapon) bool { return w.ID == id }); ok {
			return w, true
		}
	}
	return table.Find(d.Weapons, func(w *Weapon) bool { return w.ID == id })
}

// Arm returns what a base fires: its weapon with the dice, range and re-roll of its model and its own re-roll.
func (d *Document) Arm(b Base) (Weapon, bool) {
	w, ok := d.Weapon(b.Weapon)
	if !ok {
		return w, false
	}
	for m := range table.All(d.Models) {
		if b.Model != "" && m.ID == b.Model {
			w.Dice, w.Range, w.Reroll = m.Dice, m.Range, m.Reroll
		}
	}
	for p := range table.All(d.Periods) {
		if p.ID != d.Scenario.Period {
			continue
		}
		if far := amount(p.Guns, b.Model); far > 0 {
			w.Range, w.ATRange = far, far
		}
	}
	if b.Reroll != "" {
		w.Reroll = b.Reroll
	}
	return w, true
}

// Sign says how a terrain is written and drawn.
func (t Terrain) Sign() board.Terrain {
	return board.Terrain{Code: t.Code, Look: t.Look, Name: "terrain." + t.ID, Speak: t.Code}
}

// TerrainAt returns the terrain for a code of the map.
func (d *Document) TerrainAt(code string) (Terrain, bool) {
	return table.Find(d.Terrain, func(t *Terrain) bool { return t.Code == code })
}

// Force returns an army list.
func (d *Document) Force(id string) (Force, bool) {
	return table.Find(d.Forces, func(f *Force) bool { return f.ID == id })
}

// Side returns a side of the scenario.
func (d *Document) Side(id string) (Side, bool) {
	return table.Find(d.Scenario.Sides, func(s *Side) bool { return s.ID == id })
}

// TroopOf returns the characteristics of a GC of a force on a side: the side's own if it has any, else those of the
// GC's troops, else those of the list's troops, else the nation's mandatory one and its first optional one (BB-D2).
func (d *Document) TroopOf(s Side, f Force, g GC) []string {
	if len(s.Characteristics) > 0 {
		return s.Characteristics
	}
	troop := f.Troop
	if g.Troop != "" {
		troop = g.Troop
	}
	for _, t := range d.Troops {
		if t.ID == troop {
			return t.Characteristics
		}
	}
	for _, n := range d.Nations {
		if n.ID == f.Nation && len(n.Optional) > 0 {
			return []string{n.Mandatory, n.Optional[0]}
		}
	}
	return nil
}

// Cost returns the budget cost of a GC by BB-A1.6: its bases and its surcharges.
func (d *Document) Cost(g GC) int {
	v, _ := d.Vehicle(g.Vehicle)
	total := v.Cost // BB-12, BB-13
	if g.Mounts {
		total += d.Tables.Vehicles.Horse.Cost * len(g.Bases) // BB-R42
	}
	for _, b := range g.Bases {
		total += d.costOf(b, g.Quality)
	}
	for _, name := range g.Surcharges {
		for _, s := range d.Tables.Surcharges {
			if s.ID == name {
				total += s.Value
			}
		}
	}
	return total
}

// costOf returns the cost of one base by BB-A1.6. Machine guns cost less without a re-roll and more with a partial one
// (BB-A1.6c); bases of BB-14.1b cost less with a pistol.
func (d *Document) costOf(b Base, quality string) int {
	w, ok := d.Arm(b)
	if !ok {
		return 0
	}
	cost := w.Cost.Of(quality)
	if w.ID == "lmg" || w.ID == "mmg" {
		for _, a := range d.Tables.RerollCost {
			if a.ID == w.Reroll {
				cost += a.Value
			}
		}
	}
	if w.Class == "anti_tank" && b.Second == "pistol" {
		cost--
	}
	return cost
}
