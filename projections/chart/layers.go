package chart

import (
	"slices"
	"strconv"
)

// The layers of a map that a program can switch on and off: the value of data-layer of the groups of LayeredSVG. What no map makes sense without
// (terrain, roads, hexsides, the heading) is in none of them.
const (
	LayerNumbers  = "numbers"  // names of cells; the lines and the ruler of a free table
	LayerNames    = "names"    // of places and of ground
	LayerWorks    = "works"    // what was dug or built, smoke, gas, the front
	LayerFields   = "fields"   // fields of fire of a free table
	LayerEvents   = "events"   // ways, shots, marks of what happened
	LayerCounters = "counters" // counters and models, with their names
	LayerLegend   = "legend"   // what is below the board: tracks, insets, legend
	LayerAlways   = ""         // what cannot be switched off
)

// AllLayers lists the layers in the order in which a program offers them.
func AllLayers() []string {
	return []string{LayerCounters, LayerNames, LayerNumbers, LayerWorks, LayerFields, LayerEvents, LayerLegend}
}

// part is a run of items of one layer; it ends before the item with the number end.
type part struct {
	layer string
	end   int
}

// groundIn and overIn say in which layer what was added since they were called last is.
func (d *drawing) groundIn(layer string) { d.groundParts = upTo(d.groundParts, layer, len(d.ground)) }

func (d *drawing) overIn(layer string) { d.overParts = upTo(d.overParts, layer, len(d.over)) }

func upTo(parts []part, layer string, end int) []part {
	switch n := len(parts); {
	case n > 0 && parts[n-1].end == end, n == 0 && end == 0:
		return parts
	case n > 0 && parts[n-1].layer == layer:
		parts[n-1].end = end
		return parts
	}
	return append(parts, part{layer, end})
}

// Layers returns those that this map has something in, in the order of AllLayers.
func (l *List) Layers() []string {
	return slices.DeleteFunc(AllLayers(), func(layer string) bool {
		return !slices.ContainsFunc(slices.Concat(l.base.parts, l.parts), func(p part) bool { return p.layer == layer })
	})
}

// LayeredSVG is SVG with each layer in groups of its own, <g data-layer="names">, so that a program can hide them. It draws the same picture. It is
// for screens: letters, whose bytes are kept for ever, have the form of SVG.
func (l *List) LayeredSVG() []byte {
	ground := l.base.layered()
	w := ground.onward()
	w.symbols(l.Symbols, len(l.base.symbols))
	defs := w.body
	w.body = make([]byte, 0, 80*len(l.Over))
	w.grouped(l.Over, l.parts)
	return svgDocument(l.Width, l.Height, true, w.rules, [][]byte{ground.defs, defs}, [][]byte{ground.body, w.body})
}

// grouped writes things in the groups of their parts, which cover all of them; without parts, in none.
func (w *svgWriter) grouped(items []Item, parts []part) {
	from := 0
	for _, p := range parts {
		if p.layer != LayerAlways {
			w.body = append(append(append(w.body, "<g data-layer="...), strconv.Quote(p.layer)...), '>')
		}
		w.items(items[from:p.end])
		if p.layer != LayerAlways {
			w.body = append(w.body, "</g>\n"...)
		}
		from = p.end
	}
	w.items(items[from:])
}
