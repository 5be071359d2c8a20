package chart

import (
	"crypto/sha256"
	"image"
	"image/draw"
	"slices"
	"sync"

	"fieldpost/projections/chart/deflate"
)

// groundInks is how many of the 256 colours the ground may take.
const groundInks = 64

// keptGround is a painted ground in the numbers of its colours, and how it is best compressed.
type keptGround struct {
	digest     [sha256.Size]byte
	once       sync.Once
	shades     []shade
	wide, high int
	rows       []uint8 // as of a canvas
	plan       deflate.Plan
}

func (g *keptGround) paint(p *pen, l *List) {
	img := newPainting(l.Width, l.high)
	draw.Draw(img, img.Rect, image.NewUniform(paper.rgba()), image.Point{}, draw.Src)
	p.items(img, l.Ground, l)
	all := newCensus()
	all.count(img.RGBA, img.Rect)
	g.shades = choose(inksOf(l), all.seen(), groundInks)
	g.wide, g.high = l.Width, l.high
	g.rows = make([]uint8, (g.wide+1)*g.high)
	for y := range g.high {
		all.index(g.rows[y*(g.wide+1)+1:], img.RGBA, y, g.shades)
	}
	if !l.base.part { // a picture rarely painted twice is not worth a long search
		g.plan = deflate.Study(g.rows)
	}
}

// at returns the colour of a pixel; beyond the ground there is paper.
func (g *keptGround) at(x, y int) uint8 {
	if x < 0 || y < 0 || x >= g.wide || y >= g.high {
		return 0
	}
	return g.rows[y*(g.wide+1)+1+x]
}

// canvas returns a picture on a ground, before anything stands on it.
func (p *pen) canvas(g *keptGround, l *List) *canvas {
	if n := (l.Width + 1) * l.Height; cap(p.rows) < n {
		p.rows = make([]uint8, n)
	}
	c := &canvas{rows: p.rows[:(l.Width+1)*l.Height], wide: l.Width, high: l.Height, palette: p.mixPalette(g, l), sheer: map[Color]*[256]int16{}}
	clear(c.rows[copy(c.rows, g.rows):])
	return c
}

// inksOf returns the colours that the ground is painted with. Paper is the first: its number is 0, as is the byte before each row.
func inksOf(l *List) []shade {
	var out []shade
	add := func(c Color) {
		if s := (shade{r: int(c >> 24), g: int(c >> 16 & 0xff), b: int(c >> 8 & 0xff)}); c&0xff == 0xff && len(out) < groundInks && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(paper)
	for _, items := range append([][]Item{l.Ground}, symbolItems(l.base.symbols)...) {
		for _, it := range items {
			add(it.Ink.Fill)
			add(it.Ink.Line)
			if it.Text != nil {
				add(it.Text.Fill)
			}
		}
	}
	return out
}

func symbolItems(symbols []Symbol) [][]Item {
	var out [][]Item
	for _, s := range symbols {
		out = append(out, s.Items)
	}
	return out
}
