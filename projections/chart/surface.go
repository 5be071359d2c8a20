package chart

import (
	"image"
	"image/draw"
)

// surface is what a pen paints on.
type surface interface {
	size() (wide, high int)
	dip(c Color)                     // the ink of the runs to come
	run(y, x0, x1 int, cover uint32) // paints pixels of a row, all covered alike (of 255); they lie on the surface
	stamp(s *sprite, x, y int)       // paints a sprite with its corner at a place; what lies beyond is cut off
}

// painting is a surface in full colour: of grounds and of sprites, which are painted once.
type painting struct {
	*image.RGBA
	r, g, b, a uint32
}

func newPainting(wide, high int) *painting {
	return &painting{RGBA: image.NewRGBA(image.Rect(0, 0, wide, high))}
}

func (p *painting) size() (int, int) { return p.Rect.Dx(), p.Rect.Dy() }

func (p *painting) dip(c Color) {
	p.r, p.g, p.b, p.a = uint32(c>>24), uint32(c>>16&0xff), uint32(c>>8&0xff), uint32(c&0xff)
}

func (p *painting) run(y, x0, x1 int, cover uint32) {
	a := cover * p.a / 255
	n := 255 - a
	row := p.Pix[p.PixOffset(x0, y):p.PixOffset(x1, y)]
	for ; len(row) >= 4; row = row[4:] {
		row[0] = uint8((p.r*a + uint32(row[0])*n + 127) / 255)
		row[1] = uint8((p.g*a + uint32(row[1])*n + 127) / 255)
		row[2] = uint8((p.b*a + uint32(row[2])*n + 127) / 255)
		row[3] = uint8(a + (uint32(row[3])*n+127)/255)
	}
}

func (p *painting) stamp(s *sprite, x, y int) {
	at := image.Pt(x, y)
	draw.Draw(p, image.Rectangle{at, at.Add(s.img.Rect.Size())}, s.img, image.Point{}, draw.Over)
}

// sprite is a symbol painted once.
type sprite struct {
	img    *image.RGBA
	off    image.Point // of its corner from where it is stamped
	spans  []span
	shades []shade  // the commonest shades of what covers fully, the commonest first
	index  []uint8  // what covers fully in the colours of a palette
	of     *palette // the palette
}

// span is a part of a row of a sprite that covers fully, or that lets something through.
type span struct {
	at, wide int // at is the number of its first pixel
	whole    bool
}

// finish finds spans and shades once the sprite is painted.
func (s *sprite) finish() {
	w, h := s.img.Rect.Dx(), s.img.Rect.Dy()
	all := newCensus()
	for y := range h {
		for x := 0; x < w; {
			kind, from := s.kind(y*w+x), x
			for x < w && s.kind(y*w+x) == kind {
				x++
			}
			if kind != 0 {
				s.spans = append(s.spans, span{y*w + from, x - from, kind == 2})
			}
			if kind == 2 {
				all.count(s.img, image.Rect(from, y, x, y+1))
			}
		}
	}
	s.shades = all.seen()
	if len(s.shades) > spriteShades {
		s.shades = s.shades[:spriteShades]
	}
}

// spriteShades is how many shades a sprite may want for itself.
const spriteShades = 16

// kind of a pixel: 0 nothing, 1 something shows through, 2 covered.
func (s *sprite) kind(i int) int {
	switch s.img.Pix[4*i+3] {
	case 0:
		return 0
	case 255:
		return 2
	}
	return 1
}

// in gives the sprite the colours of a palette.
func (s *sprite) in(p *palette) {
	if s.of == p {
		return
	}
	s.of = p
	if s.index == nil {
		s.index = make([]uint8, len(s.img.Pix)/4)
	}
	last, number := uint32(1), uint8(0)
	for _, r := range s.spans {
		for i := r.at; r.whole && i < r.at+r.wide; i++ {
			px := s.img.Pix[4*i : 4*i+3 : 4*i+3]
			c := uint32(px[0])<<16 | uint32(px[1])<<8 | uint32(px[2])
			if c != last || i == r.at {
				last, number = c, p.number(c)
			}
			s.index[i] = number
		}
	}
}

// canvas is a picture in the making, in the numbers of its palette from the start. Before each row of pixels lies a byte 0, as in a
// PNG: rows are what is compressed.
type canvas struct {
	rows       []uint8
	wide, high int
	*palette
	c          Color
	ink        uint8 // its number in the palette
	r, g, b, a uint32
	over       *[256]int16 // what the ink looks like on each colour where it covers fully, if it is translucent; -1 is not known yet
	sheer      map[Color]*[256]int16
}

func (c *canvas) size() (int, int) { return c.wide, c.high }

func (c *canvas) dip(k Color) {
	if c.c == k {
		return
	}
	c.c, c.r, c.g, c.b, c.a = k, uint32(k>>24), uint32(k>>16&0xff), uint32(k>>8&0xff), uint32(k&0xff)
	if c.a == 255 {
		c.ink = c.number(uint32(k >> 8))
		return
	}
	if c.over = c.sheer[k]; c.over == nil {
		c.over = new([256]int16)
		for i := range c.over {
			c.over[i] = -1
		}
		c.sheer[k] = c.over
	}
}

func (c *canvas) row(y int) []uint8 { return c.rows[y*(c.wide+1)+1:][:c.wide] }

func (c *canvas) run(y, x0, x1 int, cover uint32) {
	row := c.row(y)[x0:x1]
	a := cover * c.a / 255
	switch {
	case a == 0:
	case a == 255:
		for i := range row {
			row[i] = c.ink
		}
	case cover == 255:
		for i, under := range row {
			if c.over[under] < 0 {
				r, g, b := c.mix(under, a)
				c.over[under] = int16(c.nearest(r, g, b))
			}
			row[i] = uint8(c.over[under])
		}
	default:
		for i, under := range row {
			row[i] = c.near(c.mix(under, a))
		}
	}
}

// mix lays the ink over a colour.
func (c *canvas) mix(under uint8, a uint32) (r, g, b uint32) {
	n, u := 255-a, &c.shades[under]
	return (c.r*a + uint32(u.r)*n + 127) / 255, (c.g*a + uint32(u.g)*n + 127) / 255, (c.b*a + uint32(u.b)*n + 127) / 255
}

func (c *canvas) stamp(s *sprite, x, y int) {
	s.in(c.palette)
	w := s.img.Rect.Dx()
	if w == 0 {
		return
	}
	for _, r := range s.spans {
		top := r.at / w
		left := r.at - top*w
		if y+top < 0 || y+top >= c.high {
			continue
		}
		from, to := max(0, -x-left), min(r.wide, c.wide-x-left)
		if from >= to {
			continue
		}
		row := c.row(y + top)[x+left+from : x+left+to]
		if r.whole {
			copy(row, s.index[r.at+from:])
			continue
		}
		for i, under := range row {
			px := s.img.Pix[4*(r.at+from+i):][:4:4]
			n, u := 255-uint32(px[3]), &c.shades[under]
			row[i] = c.near(uint32(px[0])+(uint32(u.r)*n+127)/255, uint32(px[1])+(uint32(u.g)*n+127)/255, uint32(px[2])+(uint32(u.b)*n+127)/255)
		}
	}
}
