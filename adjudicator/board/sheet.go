package board

// Sheet is a map as one seat may see it at one moment: what projections draw and read aloud. It names no pixels;
// places are the grid's own names.
type Sheet struct {
	Title    string // "Turn 3 of 7"
	Grid     Grid
	Terrain  []Terrain // legend: what codes mean on this map, in the order of the legend
	Cells    []Cell
	Edges    []Edge
	Labels   []Label
	Counters []Counter
	Arrows   []Arrow
	Marks    []Mark
}

// Terrain explains one code.
type Terrain struct {
	Code string // "W"
	// Look says how it is drawn: "clear", "road", "wood", "hedge", "orchard", "wall", "trench", "buildings" (one storey),
	// "storeys" (several), "town", "street", "crest", "hill", "stream", "mud", "river", "water", "bridge", "jungle", "marsh",
	// "savanna", "shellholes", "unknown". Roads join road, street and bridge cells where Cell.Road says nothing.
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
}

// Edge is something on the side between two places: "river", "hedge", "wall", "trench", "wire".
type Edge struct{ A, B, Look string }

// Label is a name on the map.
type Label struct{ Place, Text string }

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
}

// Arrow is a way or a line of fire of the turn just played.
type Arrow struct {
	Kind string // "move", "fire", "assault", "retreat"
	Side int
	Path []string
	Hit  bool
}

// Mark is a happening at a place: "loss", "objective", "smoke", with a word beside it.
type Mark struct {
	Kind  string
	Place string
	Text  string
	Side  int // -1 for nobody
}

// Table is a table of a report: units, objectives, tracks.
type Table struct {
	Title string   // words' key
	Heads []string // words' keys
	Rows  [][]string
}
