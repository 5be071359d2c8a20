package chart

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"sync"

	"fieldpost/adjudicator/board"
)

// base is the part of a map that the board alone decides. It never changes once it is made, so that maps share it.
type base struct {
	digest  [sha256.Size]byte
	lay     *layout
	ground  []Item
	symbols []Symbol
	looks   map[string]string
	level   map[string]int
	used    map[string]bool
	parts   []part            // of the ground
	part    bool              // of a theatre: at another moment another part is shown
	svg     func() *svgWriter // the ground as a document's beginning, written when first asked for
	layered func() *svgWriter // the same in groups
}

const basesKept = 16

// bases are those used last, the newest at the end.
var bases struct {
	sync.Mutex
	kept []*base
}

// digestOf returns a digest of all that the ground of a sheet depends on.
func digestOf(s board.Sheet, radius int, head float64) [sha256.Size]byte {
	var b bytes.Buffer
	put := func(words ...string) {
		for _, w := range words {
			b.Write(binary.AppendUvarint(b.AvailableBuffer(), uint64(len(w))))
			b.WriteString(w)
		}
		b.WriteByte(0)
	}
	num := func(n int) { b.Write(binary.AppendVarint(b.AvailableBuffer(), int64(n))) }
	num(int(s.Grid.Shape()))
	num(radius)
	num(int(head * 10))
	for _, p := range s.Grid.Places() {
		x, y := s.Grid.Centre(p)
		put(p)
		num(x)
		num(y)
	}
	put("terrain")
	for _, t := range s.Terrain {
		put(t.Code, t.Look)
	}
	put("cells")
	for _, c := range s.Cells {
		put(c.Place, c.Code, c.Note)
		put(c.Road...)
		num(c.Level)
		put(c.Features...)
	}
	put("edges")
	for _, e := range s.Edges {
		put(e.A, e.B, e.Look)
	}
	put("lines")
	put(s.Dress...)
	for _, l := range s.Lines {
		put(l.Look)
		num(l.Side)
		put(l.Path...)
		put(l.Along)
	}
	return sha256.Sum256(b.Bytes())
}

func keptBase(digest [sha256.Size]byte) *base {
	bases.Lock()
	defer bases.Unlock()
	i := slices.IndexFunc(bases.kept, func(k *base) bool { return k.digest == digest })
	if i < 0 {
		return nil
	}
	k := bases.kept[i]
	bases.kept = append(slices.Delete(bases.kept, i, i+1), k)
	return k
}

func keepBase(k *base) {
	bases.Lock()
	defer bases.Unlock()
	bases.kept = append(bases.kept, k)
	if len(bases.kept) > basesKept {
		bases.kept = slices.Delete(bases.kept, 0, 1)
	}
}

// layGround takes the ground from the map that was drawn before on the same board, or draws it.
func (d *drawing) layGround() {
	head := d.top()
	digest := digestOf(d.sheet, d.style.Radius, head)
	b := keptBase(digest)
	if b == nil {
		d.lay = newLayout(d.sheet.Grid, d.style.Radius, head)
		d.lay.sort()
		d.sortCells()
		d.survey()
		d.paintGround()
		_, part := d.sheet.Grid.(*window)
		b = &base{digest: digest, lay: d.lay.own(), part: part, ground: slices.Clip(d.ground), looks: d.looks, level: d.level, symbols: slices.Clip(d.list.Symbols), used: maps.Clone(d.used), parts: d.groundParts}
		b.svg = sync.OnceValue(func() *svgWriter { return writeGround(b, nil) })
		b.layered = sync.OnceValue(func() *svgWriter { return writeGround(b, b.parts) })
		keepBase(b)
	} else {
		d.lay = b.lay.own()
		d.sortCells()
		d.looks, d.level, d.used = b.looks, b.level, maps.Clone(b.used)
	}
	d.list.base, d.list.Symbols, d.list.Ground = b, b.symbols, b.ground
	d.list.high = int(d.lay.bottom + margin/2)
}
