package chart

import (
	"image"
	"image/color"
	"image/draw"
)

const (
	tile       = 32  // pixels of a canvas's tile each way
	groundInks = 176 // how many of the 256 colours the ground may take
)

// keptGround is a painted ground, in full colour and in the numbers of its palette.
type keptGround struct {
	digest  [32]byte
	img     *image.RGBA
	shades  []shade
	indexed *image.Paletted
}

func paintGround(p *pen, l *List) *keptGround {
	g := &keptGround{digest: l.base.digest, img: image.NewRGBA(image.Rect(0, 0, l.Width, l.high))}
	draw.Draw(g.img, g.img.Rect, image.NewUniform(paper.rgba()), image.Point{}, draw.Src)
	p.items(g.img, l.Ground, l)
	all := newCensus()
	all.count(g.img, g.img.Rect)
	g.shades = choose(nil, all.seen(), groundInks)
	g.indexed = image.NewPaletted(g.img.Rect, nil)
	all.index(g.indexed, g.img, g.img.Rect, g.shades)
	return g
}

// canvas is a picture in the making on a kept ground. Only the tiles that are painted on are copied, and given colours anew.
type canvas struct {
	img    *image.RGBA
	ground *keptGround
	across int
	loaded []bool
}

func newCanvas(g *keptGround, wide, high int, scratch []uint8) *canvas {
	img := &image.RGBA{Pix: scratch, Stride: 4 * wide, Rect: image.Rect(0, 0, wide, high)}
	if len(scratch) < 4*wide*high {
		img = image.NewRGBA(img.Rect)
	}
	across := (wide + tile - 1) / tile
	return &canvas{img: img, ground: g, across: across, loaded: make([]bool, across*((high+tile-1)/tile))}
}

// need fetches what lies under a part of the picture before it is painted on.
func (c *canvas) need(r image.Rectangle) {
	r = r.Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	for y := r.Min.Y / tile; y <= (r.Max.Y-1)/tile; y++ {
		for x := r.Min.X / tile; x <= (r.Max.X-1)/tile; x++ {
			if i := y*c.across + x; !c.loaded[i] {
				c.loaded[i] = true
				c.load(c.tile(i))
			}
		}
	}
}

func (c *canvas) tile(i int) image.Rectangle {
	at := image.Pt(i%c.across, i/c.across).Mul(tile)
	return image.Rectangle{at, at.Add(image.Pt(tile, tile))}.Intersect(c.img.Rect)
}

func (c *canvas) load(r image.Rectangle) {
	p := paper.rgba()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.img.Pix[c.img.PixOffset(r.Min.X, y):c.img.PixOffset(r.Max.X, y)]
		if y < c.ground.img.Rect.Max.Y {
			copy(row, c.ground.img.Pix[c.ground.img.PixOffset(r.Min.X, y):])
			continue
		}
		for x := 0; x < len(row); x += 4 {
			row[x], row[x+1], row[x+2], row[x+3] = p.R, p.G, p.B, p.A
		}
	}
}

// paletted gives the picture its colours: those of the ground, and as many more as what is painted on it needs.
func (c *canvas) paletted() *image.Paletted {
	all := newCensus()
	for i, is := range c.loaded {
		if is {
			all.count(c.img, c.tile(i))
		}
	}
	shades := choose(c.ground.shades, all.seen(), 256)
	out := image.NewPaletted(c.img.Rect, make(color.Palette, len(shades)))
	for i, s := range shades {
		out.Palette[i] = color.RGBA{uint8(s.r), uint8(s.g), uint8(s.b), 0xff}
	}
	n := copy(out.Pix, c.ground.indexed.Pix)
	bare := c.ground.indexed.Pix[0] // the margin is paper
	for ; n < len(out.Pix); n++ {
		out.Pix[n] = bare
	}
	for i, is := range c.loaded {
		if is {
			all.index(out, c.img, c.tile(i), shades)
		}
	}
	return out
}
