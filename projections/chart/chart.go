// Package chart draws the map of one seat at one moment.
//
// Draw turns a board.Sheet into a display list: shapes, texts and stamps in the order of painting, in pixels, y growing
// downwards, every coordinate a whole tenth of a pixel. Three dresses are made from a sheet:
//
//	List.SVG      a compact SVG document in tenths of a pixel (shared styles, one path for each terrain, <use> for what repeats)
//	Painter.PNG   a paletted PNG in the Go fonts; the ground is painted once for each board and kept
//	Speak         the same map as text for a screen reader or a terminal
//
// The same sheet and style give the same bytes, always: nothing is random (trees and stones are placed by a hash of the cell's name) and no
// map is ranged over. A list has two layers. The ground (terrain, hexsides, roads, grid, names of cells) depends only on the board, so the
// grounds drawn last are kept, as a list, as SVG and (by a painter) as a picture; everything above it depends on the moment: ways,
// counters, badges, marks, place names (which avoid the counters), title, insets of crowded stacks, and a legend of what this map uses.
//
// Example: a board with one wood and one unit.
//
//	list := chart.Draw(sheet, chart.Style{Heading: "Crossroads", Eyes: "as seen by South"})
//	svg := list.SVG()
//	png, err := chart.NewPainter(8).PNG(list)
//
// Any text of a sheet may be anything: it is escaped, and shortened where there is no room. A place that is not on the
// grid is left out; an unknown look is drawn as clear ground with its letter, an unknown symbol as a box with a question mark.
package chart

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
)

// Style is what determines a map besides its sheet.
type Style struct {
	Heading string   // first line: "Clasico · the Ibarra palace"; Sheet.Title follows it
	Eyes    string   // second line: whose eyes these are, which game, when
	Scale   string   // what one cell measures: "1 sector = 60 m"; empty: no scale bar
	Seats   []string // names of the sides by index, for the legend
	// Words returns the words of a key: terrain names, badges, and "letter.map.*" of the legend. nil prints the keys.
	Words func(key string) string
	// Radius is the distance from the centre of a cell to its corner in pixels, 18 to 80; 0 fits the map to about
	// 1,000 pixels between 26 and 54.
	Radius int
	Plain  bool // no legend, no insets: only the board and what is on it
	Brief  bool // in words only what can change: who stands where, marks, bridges gone, the front
}

func (s Style) say(key string) string {
	if s.Words == nil || key == "" {
		return key
	}
	return s.Words(key)
}

// mark returns a mark of the language between words, such as the colon that has a blank before it in French, or plain if there are no words.
func (s Style) mark(name, plain string) string {
	key := "letter.map.text." + name
	if said := s.say(key); said != key {
		return said
	}
	return plain
}

// entry is one line of a map in words: what is told of, and what there is to tell.
func (s Style) entry(name, text string, width int) string {
	return columns.Wrap(name+s.mark("colon", ": ")+text, width, "", "  ")
}

// drawing is one map in the making.
type drawing struct {
	sheet  board.Sheet
	style  Style
	lay    *layout
	list   *List
	ground []Item
	over   []Item
	looks  map[string]string          // place to look
	level  map[string]int             // place to height
	info   map[string]board.Terrain   // of each place, where the map is spoken
	cells  []board.Cell               // those on the board, in the order of the grid
	taken  []box                      // where counters and texts stand already
	drawn  [][2]pt                    // the straight parts of shots and ways
	said   []caption                  // who took them
	named  []box                      // where the names of cells stand in which nothing else does
	piles  map[string][]board.Counter // once asked for
	blunt  float64                    // how far from the board's edge a way that leaves it ends, in radii
	used   map[string]bool

	groundParts, overParts []part
}

// Draw makes the display list of a sheet.
func Draw(sheet board.Sheet, style Style) *List {
	if sheet.Free != nil {
		return drawFree(sheet, style)
	}
	d := &drawing{sheet: sheet, style: style, list: &List{}, used: map[string]bool{}}
	d.layGround()
	d.clouds()
	d.works()
	d.fronts()
	d.overIn(LayerWorks)
	d.spans()
	d.overIn(LayerAlways)
	d.actions()
	d.overIn(LayerEvents)
	d.counters()
	d.aircraft()
	d.overIn(LayerCounters)
	d.happenings()
	d.overIn(LayerEvents)
	d.busyNames()
	d.overIn(LayerNumbers)
	d.labels()
	d.overIn(LayerNames)
	d.headline()
	d.overIn(LayerAlways)
	bottom := d.lay.bottom
	if !style.Plain {
		bottom = d.tracks(bottom)
		bottom = d.insets(bottom)
		bottom = d.legend(bottom)
	}
	d.overIn(LayerLegend)
	d.list.Width, d.list.Height = int(d.lay.right+margin), int(bottom+margin*0.6)
	d.list.Over, d.list.parts, d.list.Spots = d.over, d.overParts, d.spots()
	return d.list
}

// sortCells puts the cells into the order of the grid; one that the sheet leaves out has its place alone.
func (d *drawing) sortCells() {
	d.cells = make([]board.Cell, len(d.lay.places))
	for i, p := range d.lay.places {
		d.cells[i].Place = p
	}
	for _, c := range d.sheet.Cells {
		if i, ok := d.lay.index[c.Place]; ok {
			d.cells[i] = c
		}
	}
}

// survey notes the look and the height of each cell; one whose terrain the sheet does not have is clear.
func (d *drawing) survey() {
	d.looks, d.level = make(map[string]string, len(d.cells)), make(map[string]int, len(d.cells))
	byCode := d.terrains()
	for _, c := range d.cells {
		d.looks[c.Place], d.level[c.Place] = terrainOf(byCode, c).Look, c.Level
	}
}

// terrains returns the terrain of each code.
func (d *drawing) terrains() map[string]board.Terrain {
	byCode := make(map[string]board.Terrain, len(d.sheet.Terrain))
	for _, t := range d.sheet.Terrain {
		byCode[t.Code] = t
	}
	return byCode
}

func terrainOf(byCode map[string]board.Terrain, c board.Cell) board.Terrain {
	if t, ok := byCode[c.Code]; ok {
		return t
	}
	return board.Terrain{Code: c.Code, Look: "clear"}
}

// names of looks through whose cells roads run by themselves.
func roadLook(look string) bool { return look == "road" || look == "street" || look == "bridge" }

// waterLook reports whether streams and rivers run into a look.
func waterLook(look string) bool {
	return look == "river" || look == "stream" || look == "bridge" || look == "water"
}
