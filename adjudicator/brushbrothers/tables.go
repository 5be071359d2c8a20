package brushbrothers

// Tables are the charts of sections 1 to 8 and of annex 1, as the rulebook prints them.
type Tables struct {
	Capacity     int           `json:"capacity" check:"required,min=1,max=99"` // bases that a sector holds (BB-1.4a)
	Points       int           `json:"points" check:"required,min=1,max=9"`    // action points after a success (BB-3.2a)
	Actions      []Action      `json:"actions" check:"required"`
	Activation   Activation    `json:"activation" check:"required"`
	Location     Location      `json:"location" check:"required"`
	ToHit        ToHit         `json:"to_hit" check:"required"`
	Priority     int           `json:"priority" check:"required,min=1,max=6"` // die that decides a dispute (BB-4.7c)
	Saves        []Argument    `json:"saves" check:"required,has=cover|dense|quality|still|single_base|crossfire|crowd|quality_neg"`
	SaveFails    int           `json:"save_fails" check:"required,min=1,max=6"` // die that always fails (BB-4.9a)
	Crowd        int           `json:"crowd" check:"required,min=1,max=99"`     // number of bases that make a crowd (BB-4.9c)
	Stress       []Marker      `json:"stress" check:"required,has=none|heads_down|pinned|crushed"`
	Progression  Progression   `json:"progression" check:"required"`
	Sacrifice    Sacrifice     `json:"sacrifice" check:"required"`
	CloseCombat  CloseCombat   `json:"close_combat" check:"required"`
	Registration Registration  `json:"registration" check:"required"`
	Smoke        Smoke         `json:"smoke" check:"required"`
	Rally        ByQuality     `json:"rally" check:"required"`                                        // added to the marker's value (BB-8.1)
	Surcharges   []Amount      `json:"surcharges" check:"required"`                                   // BB-A1.6b
	RerollCost   []Amount      `json:"reroll_cost" check:"required"`                                  // of LMG and MMG by re-roll (BB-A1.6c)
	Supports     []Support     `json:"supports"`                                                      // BB-A2.4a
	Calls        []Call        `json:"calls"`                                                         // BB-A2.4e
	GameEnd      []EndScore    `json:"game_end" check:"rising=turn,needed=scenario.system:generator"` // BB-A2.3a
	Fronts       []Front       `json:"fronts" check:"needed=scenario.system:generator"`               // BB-A2.2c
	Bonus        Bonus         `json:"bonus"`                                                         // BB-A2.4c
	Vehicles     VehicleCharts `json:"vehicles"`                                                      // sections 10 to 14, BB-A2.4
}

// Action is what an action costs (BB-3.4, BB-3.5).
type Action struct {
	ID     string `json:"id" check:"required"`
	Points int    `json:"points" check:"min=0,max=9"` // 1 simple, 2 complex
	Closes bool   `json:"closes"`                     // ends the activation
	Rule   string `json:"rule" check:"required"`
}

// Activation is BB-3.1: the die needed and who is encouraged.
type Activation struct {
	Encouraged int       `json:"encouraged" check:"required,min=1,max=7"`
	Isolated   int       `json:"isolated" check:"required,min=1,max=7"`
	Quality    ByQuality `json:"quality" check:"required"`        // added to the die (BB-3.1d)
	Radius     int       `json:"radius" check:"min=0,max=99"`     // UD from the chief (BB-3.1b)
	Autonomous int       `json:"autonomous" check:"min=0,max=99"` // UD for autonomous elements (BB-3.6c); 0: same sector
	Paid       int       `json:"paid" check:"min=0,max=99"`       // UD for those with the NCO surcharge (BB-3.6c)
}

// Location is BB-3.7: the die that finds a GC in ambush.
type Location struct {
	Automatic int     `json:"automatic" check:"min=0,max=9"` // UD within which no die is needed
	Needed    []Reach `json:"needed" check:"required,rising=ud"`
	Farther   int     `json:"farther" check:"required,min=1,max=9"` // beyond the last of Needed
	Sniper    int     `json:"sniper" check:"min=-6,max=6"`          // added to the die for a hidden sniper (BB-3.7c)
	Reco      int     `json:"reco" check:"min=-6,max=6"`            // added to the die of a reco observer (BB-3.7d)
}

// Reach is a score up to a distance.
type Reach struct {
	UD    int `json:"ud" check:"required,min=0,max=99"`
	Score int `json:"score" check:"required,min=1,max=9"`
}

// ToHit holds the numbers of BB-4.6 against men on foot.
type ToHit struct {
	Needed      []Reach `json:"needed" check:"required,rising=ud"`    // up to each distance
	Farther     int     `json:"farther" check:"required,min=1,max=7"` // beyond the last of Needed
	Sniper      int     `json:"sniper" check:"required,min=1,max=6"`  // at any range
	NotPriority int     `json:"not_priority" check:"min=0,max=6"`     // added to the score (BB-4.6d)
	Support     int     `json:"support" check:"required,min=1,max=6"` // of immediate supports (BB-A2.4q)
}

// Argument is one argument of a save (BB-4.9c). The rules look for it by its id.
type Argument struct {
	ID    string   `json:"id" check:"required,oneof=cover|dense|quality|still|single_base|at_ammo|gun_shield|crossfire|crowd|quality_neg"`
	Value int      `json:"value" check:"required,min=-6,max=6"`
	Void  []string `json:"void"` // kinds of fire against which it does not count: indirect, support, exposed
	Rule  string   `json:"rule" check:"required"`
}

// Marker is a stress marker (BB-5): what a GC that has it may do.
type Marker struct {
	ID      string `json:"id" check:"required,oneof=none|heads_down|pinned|crushed"`
	Success int    `json:"success" check:"min=0,max=9"` // points after a successful activation test
	Complex bool   `json:"complex"`                     // complex actions allowed after a success
	Failure int    `json:"failure" check:"min=0,max=9"` // simple actions after a failure
	Rally   int    `json:"rally" check:"min=0,max=9"`   // its value in BB-8.1
}

// Progression is the order of markers by quality (BB-5.2 to 5.4).
type Progression struct {
	Green    []string `json:"green" check:"required,oneof=heads_down|pinned|crushed|eliminated,last=eliminated"`
	Standard []string `json:"standard" check:"required,oneof=heads_down|pinned|crushed|eliminated,last=eliminated"`
	Veteran  []string `json:"veteran" check:"required,oneof=heads_down|pinned|crushed|eliminated,last=eliminated"`
}

// Of returns the row of a quality.
func (p Progression) Of(quality string) []string {
	switch quality {
	case "green":
		return p.Green
	case "veteran":
		return p.Veteran
	}
	return p.Standard
}

// Sacrifice is BB-5.5b: the die on which the opponent chooses the base.
type Sacrifice struct {
	Opponent int `json:"opponent" check:"required,min=1,max=7"`
	Sniper   int `json:"sniper" check:"required,min=1,max=7"`
}

// CloseCombat holds the numbers of BB-6.2 and 6.3.
type CloseCombat struct {
	Needed  ByQuality `json:"needed" check:"required"`
	Pinned  int       `json:"pinned" check:"min=0,max=6"` // added to a pinned defender's score
	Cover   int       `json:"cover" check:"min=0,max=6"`  // added to the attacker's score
	Retreat int       `json:"retreat" check:"required,min=1,max=9"`
}

// Registration is BB-7.2: the die that puts a mortar on target.
type Registration struct {
	Needed ByQuality `json:"needed" check:"required"`
	Repeat int       `json:"repeat" check:"min=0,max=6"` // added to the die for each earlier attempt
	Spots  int       `json:"spots" check:"min=0,max=99"` // UD between the mortar and the GC that observes for it (BB-7.1)
}

// Smoke holds the numbers of BB-7.4.
type Smoke struct {
	Short int   `json:"short" check:"required,min=0,max=6"` // the smoke falls short up to this die, and long above it
	Turns []int `json:"turns" check:"required,len=6"`       // turns it lasts, by the die from 1 to 6
}

// Amount is a named number of points.
type Amount struct {
	ID    string `json:"id" check:"required"`
	Value int    `json:"value" check:"min=-99,max=99"`
}
