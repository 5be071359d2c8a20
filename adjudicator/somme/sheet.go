package somme

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// sheet returns the map of the theatre as a side sees it, with the moves, attacks and losses of the facts that it may
// read. Its focus is what these facts touch, or the line of contact, and in either case its own combat units and the places that count.
func sheet(k *Game, side table.Seat, facts []table.Fact) board.Sheet {
	turns := k.doc.Scenario.Turns
	sh := k.net.grid.Sheet(strconv.Itoa(k.Number)+"/"+strconv.Itoa(turns[len(turns)-1].Number), k.drawnCell)
	for i, hex := range k.net.hexes {
		sh.Edges = append(sh.Edges, drawnSides(hex, &k.net.cells[i])...)
	}
	for _, w := range k.doc.Map.Rails {
		look := "rail"
		if w.Precarious {
			look = "lightrail"
		}
		sh.Lines = append(sh.Lines, board.Course{Look: look, Side: -1, Path: w.Hexes})
	}
	for _, s := range k.doc.Scenario.Sides {
		sh.Dress = append(sh.Dress, sideDress[s.ID])
	}
	k.dugIn(&sh)
	k.called(&sh)
	k.markers(&sh)
	k.crossings(&sh)
	sh.Fronts = k.fronts()
	sh.Counters = k.stacks()
	day := 0
	for _, f := range facts {
		day = k.trace(&sh, f, day)
	}
	if !slices.ContainsFunc(sh.Arrows, func(a board.Arrow) bool { return a.Day != sh.Arrows[0].Day }) {
		for i := range sh.Arrows { // one day needs no number
			sh.Arrows[i].Day = 0
		}
	}
	sh.Focus = k.focus(&sh)
	for _, id := range k.of(side, "", k.fights) {
		sh.Focus = append(sh.Focus, k.unit(id).Hex)
	}
	for _, h := range k.Holds {
		sh.Focus = append(sh.Focus, h.Hex)
	}
	return sh
}

// sideDress are the colours of the sides; the Allies' nations have their own (SO-2.2a).
var sideDress = map[string]string{"german": "feldgrau", "allied": "khaki"} // looked up only

// index returns the index of a side in the scenario's order.
func (g *Game) index(s table.Seat) int { return table.IndexOf(g.doc.Scenario.Sides, s) }

// drawnCell returns one hex: roads, shell holes, forts, ground outside the scenario.
func (g *Game) drawnCell(hex string) board.Cell {
	c := g.net.cell(hex)
	out := board.Cell{Place: hex, Code: string(terrains[c.kind].code)}
	for _, s := range c.sides {
		if s.road {
			out.Road = append(out.Road, s.to)
		}
	}
	if c.holes {
		out.Features = append(out.Features, "shellholes")
	}
	if c.outside {
		out.Features = append(out.Features, "outside")
	}
	if c.fort {
		out.Features = append(out.Features, "strongpoint")
	}
	return out
}

// drawnSides returns the waters and crests on those sides of a hex that lead to higher numbers.
func drawnSides(hex string, c *cell) []board.Edge {
	var out []board.Edge
	for _, s := range c.sides {
		if s.to == "" {
			continue
		}
		if s.up {
			out = append(out, board.Edge{A: hex, B: s.to, Look: "crest"})
		}
		if s.to < hex {
			continue
		}
		if look := map[string]string{"fleuve": "river", "riviere": "stream", "canal": "canal"}[s.water]; look != "" {
			out = append(out, board.Edge{A: hex, B: s.to, Look: look})
		}
	}
	return out
}

// dugIn draws trenches in the colours of the side that dug them, and redoubts.
func (g *Game) dugIn(sh *board.Sheet) {
	for _, w := range *g.doc.works() {
		if w.Kind != "trench" {
			continue
		}
		for _, run := range board.Runs(g.net.grid, w.Hexes) {
			sh.Lines = append(sh.Lines, board.Course{Look: "trench", Side: g.index(table.Seat(w.Side)), Path: run})
		}
	}
	for _, hex := range g.Redoubts {
		sh.Works = append(sh.Works, board.Work{Look: "redoubt", Place: hex, Side: g.index(allied)})
	}
}

// called writes names: places by their size, watercourses once or twice along their course.
func (g *Game) called(sh *board.Sheet) {
	for _, n := range g.doc.Map.Names {
		size := n.Size
		if size == 0 {
			size = 1
			if g.net.cell(n.Hex).terrain == "town" {
				size = 3
			}
		}
		sh.Labels = append(sh.Labels, board.Label{Place: n.Hex, Text: n.Text, Size: size})
	}
	for _, w := range g.doc.Map.Waters {
		name, _, _ := strings.Cut(w.Name, " (")
		sides := slices.Sorted(slices.Values(w.Sides))
		spots := []int{len(sides) / 2}
		if len(sides) > 40 {
			spots = []int{len(sides) / 5, len(sides) * 3 / 5, len(sides) * 9 / 10}
		}
		for _, i := range spots {
			hex, _, _ := strings.Cut(sides[i], "/")
			sh.Labels = append(sh.Labels, board.Label{Place: hex, Text: name, Water: true})
		}
	}
}

// markers shows on the map who holds what counts for victory, and where supply comes from.
func (g *Game) markers(sh *board.Sheet) {
	put := func(hex, text string) {
		side := -1
		for _, h := range g.Holds {
			if h.Hex == hex {
				side = g.index(h.Side)
			}
		}
		sh.Marks = append(sh.Marks, board.Mark{Kind: "objective", Place: hex, Text: text, Side: side})
	}
	v := g.doc.Scenario.Victory
	for _, m := range g.doc.Scenario.Markers {
		for _, hex := range m.Hexes {
			if v.Kind != "campaign" || !slices.ContainsFunc(g.Captured, func(c Captured) bool { return c.Hex == hex }) {
				put(hex, strconv.Itoa(m.Level))
			}
		}
	}
	for _, hex := range v.Hexes {
		put(hex, "1")
	}
	for _, b := range v.Bridges {
		west, _, _ := strings.Cut(b, "/")
		put(west, "")
	}
	for _, list := range g.doc.Map.Sources {
		for _, hex := range list.Hexes {
			if g.net.open(hex) {
				sh.Marks = append(sh.Marks, board.Mark{Kind: "source", Place: hex, Side: g.index(table.Seat(list.Side))})
			}
		}
	}
}

// crossings draws the bridges over fleuves and canals, destroyed bridges, and footbridges.
func (g *Game) crossings(sh *board.Sheet) {
	for i, hex := range g.net.hexes {
		for _, s := range g.net.cells[i].sides {
			if s.to < hex || !s.road && !s.rail || s.water != "fleuve" && s.water != "canal" {
				continue
			}
			look := "bridge"
			if slices.Contains(g.Broken, hex+"/"+s.to) || slices.Contains(g.Broken, s.to+"/"+hex) {
				look = "blown"
			}
			sh.Spans = append(sh.Spans, board.Edge{A: hex, B: s.to, Look: look})
		}
	}
	for _, f := range g.Footbridges {
		sh.Spans = append(sh.Spans, board.Edge{A: f.Hex, B: f.To, Look: "footbridge"})
	}
}

// focus returns the hexes where the action is: what the facts have drawn, otherwise where combat units of both sides
// touch.
func (g *Game) focus(sh *board.Sheet) []string {
	var out []string
	for _, a := range sh.Arrows {
		out = append(out, a.Path...)
	}
	out = append(out, table.Pick(sh.Marks, func(m *board.Mark) (string, bool) {
		return m.Place, m.Kind == "battle" || m.Kind == "loss" || m.Kind == "steps"
	})...)
	if len(out) > 0 {
		return out
	}
	return append(out, table.Pick(g.Units, func(u *Formation) (string, bool) { return u.Hex, u.Hex != "" && g.fights(u) && g.beside(u) })...)
}
