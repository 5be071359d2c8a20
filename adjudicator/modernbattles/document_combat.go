package modernbattles

// CombatTables are the charts of combat. Every value has a mark: T is stated in the text, D follows from a statement or an
// example in it, P is proposed in place of the base game that the text changes. Lengths are in tenths of an inch.
type CombatTables struct {
	ToHit      []Entry     `json:"to_hit" check:"required,spans=1"`                         // score on a D6 by BS (MB-B9.3)
	Wounds     []Entry     `json:"wounds" check:"required,spans=-99"`                       // score on a D6 by toughness less strength, 7 never (MB-B10)
	Saves      []SaveRow   `json:"saves" check:"required,len=12,rising=strength"`           // MB-21
	Simplified []Impact    `json:"damage_simplified" check:"required,spans=1"`              // MB-22b
	Detailed   []DamageRow `json:"damage_detailed" check:"required,spans=-9"`               // MB-23b
	Templates  []Template  `json:"templates" check:"required,len=3,ids=small|medium|large"` // MB-B11
	Deviation  []string    `json:"deviation" check:"required,len=6,oneof=hit|arrow"`        // six faces, "hit" or "arrow" (MB-B11)
	Dice       Dice        `json:"dice" check:"required,rows"`                              // simple dice, by id
	Modifiers  Modifiers   `json:"modifiers" check:"required,rows"`                         // of dice and values, by id
	Constants  Constants   `json:"constants" check:"required,rows"`                         // plain numbers, by id
}

// Entry is one entry of a chart that gives a number for a span. The entries rise without gaps; the last one is open-ended
// (its To is 0, which means "and more").
type Entry struct {
	From  int    `json:"from" check:"min=-99,max=99"`
	To    int    `json:"to" check:"min=-99,max=99"`
	Value int    `json:"value" check:"min=1,max=7"`
	Mark  string `json:"mark" check:"required,oneof=T|D|P"`
}

// SaveRow is a row of the armour save table: the score needed for armour 0 to 10. A 1 is an automatic save; 7 is none.
type SaveRow struct {
	Strength int    `json:"strength" check:"required,min=1,max=12"`
	Needs    []int  `json:"needs" check:"required,len=11,each=1..7"`
	Marks    string `json:"marks" check:"required,len=11,letters=TDP"`
}

// Impact is a column of the simplified damage table, by the face of the failed save die.
type Impact struct {
	From   int    `json:"from" check:"required,min=1,max=6"`
	To     int    `json:"to" check:"min=0,max=6"` // 0 in the last one: and more
	Name   string `json:"name" check:"required,oneof=armour|minor|major"`
	Result string `json:"result" check:"required,oneof=panic|shaken|destroyed"`
	Mark   string `json:"mark" check:"required,oneof=T|D|P"`
}

// DamageRow is a row of the detailed damage table, by the modified damage die. For each of the columns 1, 2, 3 and 4+ of the
// failed save die it gives the results: "immobilised", "ricochet", "fire", "inferno", "explosion", "loss 1", "loss d3", "loss
// d6", "loss 2d6", "gun d3", "gun d6".
type DamageRow struct {
	From    int        `json:"from" check:"min=-9,max=9"`
	To      int        `json:"to" check:"min=-9,max=9"` // 0 in the last one: and more
	Columns [][]string `json:"columns" check:"required,len=4"`
	Mark    string     `json:"mark" check:"required,oneof=T|D|P"`
}

// Template is a blast: a disc, and the number of figures in a building that it covers (MB-B11e).
type Template struct {
	ID     string `json:"id" check:"required,oneof=small|medium|large"`
	Radius int    `json:"radius" check:"required,min=1,max=200"` // tenths of an inch
	Men    int    `json:"men" check:"required,min=1,max=30"`
	Mark   string `json:"mark" check:"required,oneof=T|D|P"`
}

// Die is a simple die: it succeeds from Low to High inclusive.
type Die struct {
	ID    string `json:"id" check:"required"`
	Sides int    `json:"sides" check:"required,oneof=3|6|12"`
	Low   int    `json:"low" check:"required,min=1,max=12,max=high"`
	High  int    `json:"high" check:"required,min=1,max=12,max=sides"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,oneof=T|D|P"`
}

// Modifier is a number added to a chance, a die or a value.
type Modifier struct {
	ID    string `json:"id" check:"required"`
	Value int    `json:"value" check:"min=-9,max=9"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,oneof=T|D|P"`
}

// Constant is a plain number of the rules.
type Constant struct {
	ID    string `json:"id" check:"required"`
	Value int    `json:"value" check:"min=-999,max=9999"`
	Rule  string `json:"rule" check:"required"`
	Mark  string `json:"mark" check:"required,oneof=T|D|P"`
}
