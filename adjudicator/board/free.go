package board

import "fieldpost/adjudicator/language"

// Free is a table without a grid as one seat may see it: places in tenths of an inch, x from west to east, y from south to north; angles in
// degrees clockwise from north. A Sheet with a Free has no Grid.
type Free struct {
	Width, Height int
	Patches       []Patch
	Models        []Model
	Tags          []Tag
	Courses       []Route
	Spots         []Spot
	Arcs          []Arc
}

// At is a place on the table.
type At struct{ X, Y int }

// Patch is a piece of ground: a polygon, a line or a disc.
type Patch struct {
	ID    string
	Name  string         // the players' name for it, "" for none; in English until Speak puts it into another language
	Names language.Words // in all languages
	// Look says how it is drawn: "road", "wheat", "wood", "marsh", "water", "rock", "buildings", "wall", "hedge", "bank", "ditch",
	// "fence", "hill", "trench", "bunker", "pit", "mines", "zone" (outlined only), "smoke".
	Look   string
	Hull   []At
	Line   []At
	Centre At
	Radius int
	Level  int // height of a hill
	Side   int // whose it is; -1 for nobody
}

// Model is one base or hull.
type Model struct {
	Unit   string
	Side   int
	Centre At
	Radius int
	Hull   []At // of a vehicle, its front first: left, right, then the rear
	Facing int
	Gun    int    // bearing of its gun; -1 none
	Mark   string // "", leader, officer, radio, gunner, crew, sniper, observer
	Arm    string // what a man carries or a mount bears: rifle, smg, lmg, launcher, sniper, pistol; mg, mortar, gun; "" nothing to be seen
	Piece  bool   // a weapon on its own mount with Crew men around it
	Crew   int
	Shield bool   // of a gun
	Craft  string // of a hull: tank, assault, halftrack, truck, car
	Inside bool   // in a building: drawn in rows around its centre
	Wreck  bool
	Low    bool // pinned or fleeing: drawn pale
}

// Tag names a unit beside its models.
type Tag struct {
	Unit   string
	Side   int
	At     At
	Text   string   // "US-1 8/10"
	Badges []string // words' keys
	Cover  int      // that it has where it stands: 1 light, 2 heavy
}

// Route is a way moved or a line of fire in what was just played.
type Route struct {
	Kind string // move, flee, charge, fire, shells
	ID   string // who moves or fires, if that is known
	Side int
	Path []At
	Hit  bool
}

// Spot is a mark at a place: "objective", "ambush", "burst", "loss", "registered".
type Spot struct {
	Kind string
	At   At
	Text string
	Side int
}

// Arc is where a piece or a vehicle's gun may fire: so many degrees to each side of a bearing, out to the ranges given, in tenths.
type Arc struct {
	Unit          string
	Side          int
	At            At
	Bearing, Half int
	Ranges        []int // the last is the farthest
}

// Speak puts the names into a language.
func (f *Free) Speak(lang language.Lang) {
	for i := range f.Patches {
		f.Patches[i].Name = f.Patches[i].Names.In(lang)
	}
}
