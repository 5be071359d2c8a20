package brushbrothers

import "fieldpost/adjudicator/table"

// The parts of a document that annexes 2 and 4 need: the scenario generator, immediate supports, armies that
// players raise themselves, undiscovered terrain and water.

// The rulebook's scenario systems: how the game is set up, and what wins it.
const (
	clasico   = "clasico"   // annex 3 (BB-A3.6); also meant by an empty system
	generator = "generator" // annex 2 (BB-A2.1 to A2.3)
	chaco     = "chaco"     // annex 4 (BB-A4.4)
)

// Support is a kind of immediate support with a single effect (BB-A2.4a): what it costs, and the fire that each GC
// caught by it takes.
type Support struct {
	ID   string `json:"id" check:"required"` // its key in the words is "support." and this
	Kind string `json:"kind" check:"required,oneof=air|artillery,ref=tables.calls.kind"`
	Cost int    `json:"cost" check:"required,min=1,max=99"` // points of the supports' budget
	Dice int    `json:"dice" check:"required,min=1,max=9"`  // of a short-range fire (BB-A2.4i, BB-A2.4n)
	AT   int    `json:"at" check:"min=-3,max=9"`
	Rule string `json:"rule" check:"required"`
}

// Call is what a chief's request for supports of one kind needs (BB-A2.4e).
type Call struct {
	Kind   string `json:"kind" check:"required,oneof=air|artillery"`
	Needed int    `json:"needed" check:"required,min=1,max=7"`
	Repeat int    `json:"repeat" check:"min=0,max=6"` // added to the die for each earlier failed attempt (BB-R70)
}

// EndScore is a row of the end-of-game die (BB-A2.3a): at the end of this turn the game is over on this score or more.
type EndScore struct {
	Turn  int `json:"turn" check:"required,min=1,max=30"`
	Score int `json:"score" check:"required,min=1,max=7"`
}

// Front is the vanguard that a score of the deployment dice allows (BB-A2.2c, BB-R45).
type Front struct {
	Score int `json:"score" check:"required,min=1,max=8"`
	Share int `json:"share" check:"required,min=1,max=100"` // per cent of the budget
	Depth int `json:"depth" check:"required,min=1,max=99"`  // UD from the side's own edge
}

// Bonus is the recommended compensation for each objective that the enemy has more in his zone (BB-A2.4c).
type Bonus struct {
	Open  int `json:"open" check:"min=0,max=99"`
	Cover int `json:"cover" check:"min=0,max=99"`
	Dense int `json:"dense" check:"min=0,max=99"`
}

// Raising says what an army that a player raises himself must be. The zero value means that players take lists.
type Raising struct {
	Open    bool     `json:"open"`    // players may raise their own armies (BB-A1.6)
	Least   int      `json:"least"`   // least number of GCs in all (BB-A4.4a); 0: no such limit
	Most    int      `json:"most"`    // greatest number of GCs
	Nations []string `json:"nations"` // nations that a side may take (BB-A1.1); none: the side's own troops
}

// Wilds is ground that is unknown until somebody sees it, and the water that is fought for (BB-A4.4).
type Wilds struct {
	Codes   []string `json:"codes" check:"ref=terrain.code,len=6,needed=system:chaco"` // terrain by the die from 1 to 6 (BB-A4.4f)
	Marker  string   `json:"marker" check:"ref=terrain.code"`                          // terrain of a marker's sector (BB-A4.4c)
	Zone    []int    `json:"zone" check:"each=1..board.rows"`                          // rows in which markers may be placed, counted from the south
	Reserve int      `json:"reserve" check:"min=0,max=999"`                            // points of drinking water per side (BB-A4.4g)
}

// system returns the scenario's system.
func (d *Document) system() string {
	if d.Scenario.System == "" {
		return clasico
	}
	return d.Scenario.System
}

// support returns a kind of support by its id.
func (d *Document) support(id string) (Support, bool) {
	return table.Find(d.Tables.Supports, func(s *Support) bool { return s.ID == id })
}
