package chart

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"

	"fieldpost/adjudicator/board"
)

// A table without a grid is drawn to scale: one inch is inch pixels, with a ruler around it and a line every six inches, so
// that a player can measure on it what the rules measure.

const inch = 15.0 // pixels

// ruler is the room that the ruler takes around the table.
const ruler = 22.0

// drawFree makes the display list of a free table.
func drawFree(sheet board.Sheet, style Style) *List {
	d := &drawing{sheet: sheet, style: style, list: &List{}, looks: map[string]string{}, level: map[string]int{}, used: map[string]bool{}}
	f := sheet.Free
	head := d.top()
	d.lay = &layout{r: 3 * inch, n: 4, left: margin + ruler, top: head + ruler, right: margin + ruler + float64(f.Width)*inch/10, bottom: head + ruler + float64(f.Height)*inch/10}
	d.freeBase()
	d.freeMoment()
	d.headline()
	d.overIn(LayerAlways)
	bottom := d.lay.bottom + ruler
	if !style.Plain {
		bottom = d.freeLegend(bottom)
	}
	d.list.Width, d.list.Height = int(d.lay.right+ruler+margin), int(bottom+margin*0.6)
	d.overIn(LayerLegend)
	d.list.Over, d.list.parts, d.list.Spots = d.over, d.overParts, d.freeSpots()
	return d.list
}

// on returns a place of the table on paper.
func (d *drawing) on(a board.At) pt {
	return pt{d.lay.left + float64(a.X)*inch/10, d.lay.bottom - float64(a.Y)*inch/10}
}

func (d *drawing) onAll(list []board.At) []pt {
	var out []pt
	for _, a := range list {
		out = append(out, d.on(a))
	}
	return out
}

// aim returns a bearing on paper.
func aim(deg int) float64 { return float64(deg)*math.Pi/180 - math.Pi/2 }

// freeBase takes the ground from the map drawn before on the same table, or draws it.
func (d *drawing) freeBase() {
	var b bytes.Buffer
	f := d.sheet.Free
	still := slices.DeleteFunc(slices.Clone(f.Patches), func(p board.Patch) bool { return p.Look == "smoke" })
	if err := json.NewEncoder(&b).Encode([]any{f.Width, f.Height, still, d.lay.top, d.sheet.Dress}); err != nil { // plain numbers and texts: it cannot fail
		b.Reset()
	}
	digest := sha256.Sum256(b.Bytes())
	kept := keptBase(digest)
	if kept == nil {
		d.freeGround(still)
		kept = &base{digest: digest, lay: d.lay.own(), ground: slices.Clip(d.ground), symbols: slices.Clip(d.list.Symbols), used: d.used, parts: d.groundParts}
		kept.svg = sync.OnceValue(func() *svgWriter { return writeGround(kept, nil) })
		kept.layered = sync.OnceValue(func() *svgWriter { return writeGround(kept, kept.parts) })
		keepBase(kept)
	}
	d.used = map[string]bool{}
	for _, p := range f.Patches {
		d.used["patch "+p.Look] = true
	}
	d.list.base, d.list.Symbols, d.list.Ground = kept, kept.symbols, kept.ground
	d.list.high = int(d.lay.bottom + ruler + margin/2)
}

// layers is the order in which the looks of the ground are painted.
var layers = [][]string{{"hill"}, {"wheat", "marsh", "water", "rock", "zone"}, {"road"}, {"wood"}, {"trench", "pit", "bunker", "mines"}, {"ditch", "bank", "fence", "hedge", "wall"}, {"buildings"}}

// freeGround draws what stays: the ground, the lines, the ruler.
func (d *drawing) freeGround(patches []board.Patch) {
	l := d.lay
	d.add(&d.ground, new(Path).rect(l.left, l.top, l.right-l.left, l.bottom-l.top), Ink{Fill: land})
	for _, looks := range layers {
		for _, p := range patches {
			if slices.Contains(looks, p.Look) {
				d.patch(p)
			}
		}
		if looks[0] == "trench" {
			d.groundIn(LayerWorks)
		} else {
			d.groundIn(LayerAlways)
		}
	}
	d.freeGrid()
	d.groundIn(LayerNumbers)
	for _, p := range patches {
		d.patchName(p)
	}
	d.groundIn(LayerNames)
	d.freeRuler()
	d.groundIn(LayerNumbers)
}

// freeGrid are the lines every six inches.
func (d *drawing) freeGrid() {
	f := d.sheet.Free
	lines := &Path{}
	for x := 60; x < f.Width; x += 60 {
		lines.move(d.on(board.At{X: x})).line(d.on(board.At{X: x, Y: f.Height}))
	}
	for y := 60; y < f.Height; y += 60 {
		lines.move(d.on(board.At{Y: y})).line(d.on(board.At{X: f.Width, Y: y}))
	}
	d.add(&d.ground, lines, Ink{Line: gridLine, Width: 0.8, Dash: [2]float64{2, 4}})
	l := d.lay
	d.add(&d.ground, new(Path).rect(l.left, l.top, l.right-l.left, l.bottom-l.top), Ink{Line: frame, Width: 1.6})
}

// freeRuler has a tick for every inch, a longer one for every sixth with its number, on all four sides.
func (d *drawing) freeRuler() {
	f, l := d.sheet.Free, d.lay
	fine, bold := &Path{}, &Path{}
	tick := func(p *Path, a, b pt) { p.move(a).line(b) }
	for x := 0; x <= f.Width; x += 10 {
		at, to, long := d.on(board.At{X: x}).x, fine, 4.0
		if x%60 == 0 {
			to, long = bold, 8
			for _, y := range []float64{l.top - 10, l.bottom + 18} {
				d.ground = append(d.ground, Item{Text: &Text{X: snap(at), Y: snap(y), Size: 10, Face: Regular, Fill: faint, String: strconv.Itoa(x / 10)}})
			}
		}
		tick(to, pt{at, l.top}, pt{at, l.top - long})
		tick(to, pt{at, l.bottom}, pt{at, l.bottom + long})
	}
	for y := 0; y <= f.Height; y += 10 {
		at, to, long := d.on(board.At{Y: y}).y, fine, 4.0
		if y%60 == 0 {
			to, long = bold, 8
			d.ground = append(d.ground, Item{Text: &Text{X: snap(l.left - 10), Y: snap(at + 3.5), Size: 10, Anchor: 1, Fill: faint, String: strconv.Itoa(y / 10)}},
				Item{Text: &Text{X: snap(l.right + 10), Y: snap(at + 3.5), Size: 10, Anchor: -1, Fill: faint, String: strconv.Itoa(y / 10)}})
		}
		tick(to, pt{l.left, at}, pt{l.left - long, at})
		tick(to, pt{l.right, at}, pt{l.right + long, at})
	}
	d.add(&d.ground, fine, Ink{Line: frame, Width: 0.8})
	d.add(&d.ground, bold, Ink{Line: frame, Width: 1.4})
}
