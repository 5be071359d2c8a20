package board

import (
	"slices"
	"strconv"
)

// Sheet is a map as one seat may see it at one moment: what projections draw and read aloud. It names no pixels;
// places are the grid's own names.
type Sheet struct {
	Title    string // "Turn 3 of 7"
	Grid     Grid
	Free     *Free     // a table without a grid, in place of Grid and everything that names its places
	Terrain  []Terrain // legend: what codes mean on this map, in the order of the legend
	Cells    []Cell
	Edges    []Edge
	Lines    []Course
	Clouds   []Cloud
	Labels   []Label
	Counters []Counter
	Arrows   []Arrow
	Marks    []Mark
	Works    []Work
	Tracks   []Track
	Dress    []string // of the sides by index: "khaki", "blue", "olive", "red", "feldgrau"; if empty, these in this order
	// Fronts lists the sides of cells along which the front runs, each from a cell of side 0 to one of another side.
	Fronts []Edge
	// Spans lists what crosses the side between two places: "bridge", "blown" (a bridge destroyed), "footbridge".
	Spans []Edge
	// Focus lists the places of the action. A picture for a mail shows only the part of a large map around them, or all of it if Focus is
	// empty.
	Focus []string
	Foot  string // words' key of what the number at the foot of a counter counts, for the legend; "" if the card says it
}

// NewSheet draws each place of a grid and keeps only the part of the legend that the map uses.
func NewSheet(title string, g Grid, legend []Terrain, cell func(place string) Cell) Sheet {
	sh := Sheet{Title: title, Grid: g}
	for _, place := range g.Places() {
		sh.Cells = append(sh.Cells, cell(place))
	}
	for _, t := range legend {
		if t.Code != "" && slices.ContainsFunc(sh.Cells, func(c Cell) bool { return c.Code == t.Code }) {
			sh.Terrain = append(sh.Terrain, t)
		}
	}
	return sh
}

// Terrain explains one code.
type Terrain struct {
	Code string // "W"
	// Look says how it is drawn: "clear", "road", "wood", "hedge", "orchard", "wall", "trench", "buildings" (one storey),
	// "storeys" (several), "town", "street", "crest", "hill", "stream", "mud", "river", "water", "bridge", "jungle", "marsh",
	// "savanna", "scrub", "wheat", "corn", "plough", "shellholes", "unknown". Roads join road, street and bridge cells where Cell.Road says nothing.
	Look  string
	Name  string // words' key
	Speak string // one or two characters for the text map
}

// Cell is one hex or square.
type Cell struct {
	Place string
	Code  string
	Road  []string // neighbours that its road leads to
	Marks []string // "smoke 2", "objective J1 republic"
	Note  string   // written small after the cell's name: "N1"
	Level int      // height: 0 flat, drawn as tinted contours
	// Features lists what lies on the terrain: "strongpoint", "mines", "shellholes", "rough", "bridge" (of the cell's road over its water),
	// "outside" (not part of the scenario: paler).
	Features []string
}

// Course runs from cell to cell through their middles: "trench" (crenellated, in the colour of its side), "wire" (a belt), "rail" or
// "lightrail". A path of one place is a piece not joined to anything.
type Course struct {
	Look string
	Side int // -1 for nobody
	Path []string
	// Along gives the direction of a path of one place: it names the neighbour towards which the path runs, or is "" for west to east.
	Along string
}

// Cloud is "smoke" or "gas" and the cells that it covers.
type Cloud struct {
	Look   string
	Side   int // whose it is
	Places []string
	Text   string // its strength, written in each of its cells: "+2"
}

// Work is something dug or built in a place, drawn around its middle beneath the counters: "trench" (all around), "bunker"
// (its embrasure to the facing), "hasty" (earth thrown up to the facing), "wire", "roadblock", "mines".
type Work struct {
	Look   string
	Place  string
	Facing string
	Side   int // whose it is; -1 for nobody
}

// Track is one row of spaces of a score sheet, drawn below the map. Consecutive tracks of the same side are drawn together.
type Track struct {
	Side int    // -1: of the game
	Name string // words' key
	// From and To are the first and the last space. If both are 0 there are no spaces and only the value is shown.
	From, To int
	At       int    // where the marker stands; outside the spaces it is shown as a number beside them
	Gone     int    // spaces at the high end that are taken for good
	Text     string // in place of At where that is unknown: "?"
}

// Edge is something on the side between two places: "river", "stream", "canal", "hedge", "wall", "trench", "wire", "crest"
// (that climbs from A to B).
type Edge struct{ A, B, Look string }

// Label is a name on the map.
type Label struct {
	Place, Text string
	// Size is how much the place matters: 0 the same as all others on its map; 1 a village, left out where there is no room; 2 a small town; 3
	// a town; 4 a city.
	Size  int
	Water bool // the name of a river
}

// Counter is one unit.
type Counter struct {
	ID     string // "G1"
	Side   int    // 0, 1, 2 ...: index of the seat, picks the colour
	Place  string
	Symbol string // "infantry", "hq", "mg", "mortar", "sniper", "armour", "gun", "cavalry", "truck", "engineer", "unknown"
	Top    string // above the symbol, "G1"
	Bottom string // below it, "4 std"
	Badge  string // "PINNED", words' key
	Facing string // direction or ""
	Ghost  bool   // where it stood before
	Watch  bool   // on watch: drawn as an eye
	Status string // words' key, a bar across the foot of the counter in place of Bottom: rose for keys that end in "used", gold for others

	// Shape is a silhouette from above in place of the symbol, turned to the facing: "rhomboid", "casemate", "turret", "light",
	// "car", "truck", "fieldgun", "antitank", "flak". "biplane" and "bomber" fly: they stand above their cell's stack.
	Shape  string
	Guns   []int    // of a shape: the bearings of its main guns, in degrees clockwise from its front
	MGs    []int    // and machine guns
	Fields []Field  // of fire, drawn around the counter on top of a stack
	Badges []string // beyond Badge, words' keys

	// For operational games: Dress replaces that of its side (also "orange", "navy", "green"), Echelon stands above the symbol ("XX", "III"),
	// Corner is a figure beside the symbol (morale), and dots show the Steps that it has left and those it has Lost.
	Dress   string
	Echelon string
	Corner  string
	Steps   int
	Lost    int

	// Left and Right are figures beside the symbol, from above: the values printed on the counters of tactical games.
	Left, Right []Figure
}

// Figure is a number on a counter.
type Figure struct {
	Text string
	Ink  string // "red", "blue"; "" for black
}

// Field is a part of a field of fire: a sixth of the circle, its middle in degrees clockwise from the counter's facing, or
// from north where it has none.
type Field struct {
	Degrees int
	Light   bool // machine guns; otherwise guns
}

// Arrow is a way moved or a line of fire in the turn just played.
type Arrow struct {
	Kind string // "move", "fire", "assault", "retreat", "barrage" (from an observer or from guns)
	Side int
	Path []string // only its end if it is not told where it began: such a way is not drawn
	Hit  bool
	ID   string // who moves, if that is known: only moves by the same one are joined into one way
	Day  int    // which day (or sequence) of the turn, from 1, if they are distinguished
}

// Mark is an event at a place: "loss", "objective", "smoke", "barrage", "ranged" (called for, not yet fired), "bomb", "melee", "battle"
// (its text the odds), "steps" (lost: its text how many), "source" (of supply), with a word beside it.
type Mark struct {
	Kind  string
	Place string
	Text  string
	Side  int // -1 for nobody
}

// Table is a table of a report: units, objectives, tracks.
type Table struct {
	Title  string   // words' key
	Heads  []string // words' keys
	Rows   [][]string
	Far    []string `json:",omitempty"` // first cells of the rows that matter little to the reader's next orders: a letter need not tell them
	News   bool     `json:"-"`          // a row of Far is told all the same when it is not as it was last told
	Fixed  bool     `json:"-"`          // what a row tells never changes: a letter tells it once
	Packed bool     `json:"-"`          // its rows are understood without columns: a letter may have several in a line
}

// Dash stands in a cell of a table for what there is not.
const Dash = "–"

// Signed writes a number with its sign in a cell: "+1", "-2", "0".
func Signed(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// Modifier writes a modifier in a cell: Signed, and a Dash for nothing.
func Modifier(n int) string {
	if n == 0 {
		return Dash
	}
	return Signed(n)
}
