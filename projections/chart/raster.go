package chart

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/vector"
)

// Painter makes PNG pictures. It keeps the grounds that it painted last, so that the next picture of the same board
// costs only what moved. It is safe for use by several goroutines.
type Painter struct {
	mu      sync.Mutex
	keep    int
	grounds []*keptGround // the last used at the end
	pen     *pen
	scratch []uint8 // of the last canvas
	encoder png.Encoder
}

// encoderMemory lends a painter's encoder its own buffer again.
type encoderMemory struct{ b *png.EncoderBuffer }

func (m *encoderMemory) Get() *png.EncoderBuffer  { return m.b }
func (m *encoderMemory) Put(b *png.EncoderBuffer) { m.b = b }

// NewPainter makes a painter that keeps up to n grounds (about 7 MB each for a board of 1,000 cells).
func NewPainter(n int) *Painter {
	return &Painter{keep: max(n, 0), pen: newPen(), encoder: png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &encoderMemory{}}}
}

// PNG paints a list, in at most 256 colours.
func (p *Painter) PNG(l *List) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := newCanvas(p.ground(l), l.Width, l.Height, p.scratch)
	p.scratch = c.img.Pix
	p.pen.on = c
	p.pen.items(c.img, l.Over, l)
	p.pen.on = nil
	var out bytes.Buffer
	if err := p.encoder.Encode(&out, c.paletted()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (p *Painter) ground(l *List) *keptGround {
	for i, k := range p.grounds {
		if k.digest == l.base.digest {
			p.grounds = append(append(p.grounds[:i:i], p.grounds[i+1:]...), k)
			return k
		}
	}
	g := paintGround(p.pen, l)
	p.grounds = append(p.grounds, g)
	if len(p.grounds) > p.keep {
		p.grounds = p.grounds[1:]
	}
	return g
}

// pen paints items on a picture.
type pen struct {
	ras     vector.Rasterizer
	glyphs  *glyphs
	mask    *image.Alpha
	sprites map[int]*sprite
	of      *List
	on      *canvas // where it paints just now; nil while it makes sprites and grounds for itself
}

// need must be told before anything is painted.
func (p *pen) need(img *image.RGBA, r image.Rectangle) {
	if p.on != nil && p.on.img == img {
		p.on.need(r)
	}
}

// sprite is a symbol painted once.
type sprite struct {
	img *image.RGBA
	off image.Point
}

func newPen() *pen { return &pen{glyphs: newGlyphs()} }

func (p *pen) items(img *image.RGBA, items []Item, l *List) {
	if p.of != l {
		p.sprites, p.of = map[int]*sprite{}, l
	}
	for _, it := range items {
		switch {
		case it.Stamp > 0:
			p.stamp(img, it, l)
		case it.Text != nil:
			p.text(img, it.Text)
		case it.Path != nil:
			p.shape(img, it.Path, it.Ink)
		}
	}
}

func (p *pen) stamp(img *image.RGBA, it Item, l *List) {
	s := p.sprites[it.Stamp]
	if s == nil {
		s = p.sprite(l.Symbols[it.Stamp-1].Items)
		p.sprites[it.Stamp] = s
	}
	at := image.Pt(it.X, it.Y).Add(s.off)
	box := image.Rectangle{at, at.Add(s.img.Rect.Size())}
	p.need(img, box)
	draw.Draw(img, box, s.img, image.Point{}, draw.Over)
}

func (p *pen) sprite(items []Item) *sprite {
	r := extent(items)
	s := &sprite{img: image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy())), off: r.Min}
	by := pt{float64(-r.Min.X), float64(-r.Min.Y)}
	for _, it := range items {
		if it.Path != nil {
			p.shape(s.img, it.Path.shift(by), it.Ink)
		} else if it.Text != nil {
			t := *it.Text
			t.X, t.Y = t.X+by.x, t.Y+by.y
			p.text(s.img, &t)
		}
	}
	return s
}

func (p *Path) shift(by pt) *Path {
	q := &Path{Ops: p.Ops, Pts: append([][2]int32(nil), p.Pts...)}
	i := 0
	dx, dy := tenth(by.x), tenth(by.y)
	for _, o := range p.Ops {
		n := map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'O': 1}[o]
		for k := range n {
			q.Pts[i+k][0] += dx
			q.Pts[i+k][1] += dy
		}
		i += n
		if o == 'O' {
			i++
		}
	}
	return q
}

// extent is the room that items need.
func extent(items []Item) image.Rectangle {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	grow := func(q pt, by float64) {
		b.x0, b.y0 = math.Min(b.x0, q.x-by), math.Min(b.y0, q.y-by)
		b.x1, b.y1 = math.Max(b.x1, q.x+by), math.Max(b.y1, q.y+by)
	}
	for _, it := range items {
		if it.Path != nil {
			runs, _ := it.Path.flatten()
			for _, run := range runs {
				for _, q := range run {
					grow(q, it.Ink.Width/2+1)
				}
			}
		}
		if t := it.Text; t != nil {
			w := textWidth(t.Face, t.Size, t.String)
			grow(pt{t.X - w, t.Y - t.Size}, t.Glow+1)
			grow(pt{t.X + w, t.Y + t.Size/2}, t.Glow+1)
		}
	}
	if b.x0 > b.x1 {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(b.x0)), int(math.Floor(b.y0)), int(math.Ceil(b.x1))+1, int(math.Ceil(b.y1))+1)
}

func (p *pen) shape(img *image.RGBA, path *Path, ink Ink) {
	runs, closed := path.flatten()
	if ink.Fill != 0 {
		p.fill(img, runs, ink.Fill)
	}
	if ink.Line != 0 && ink.Width > 0 {
		p.fill(img, outline(runs, closed, ink.Width, ink.Dash), ink.Line)
	}
}

// fill paints polygons; where they overlap they paint once.
func (p *pen) fill(img *image.RGBA, runs [][]pt, c Color) {
	lo, hi := pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for _, run := range runs {
		for _, q := range run {
			lo = pt{math.Min(lo.x, q.x), math.Min(lo.y, q.y)}
			hi = pt{math.Max(hi.x, q.x), math.Max(hi.y, q.y)}
		}
	}
	if lo.x > hi.x {
		return
	}
	r := image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x))+1, int(math.Ceil(hi.y))+1)
	clip := r.Intersect(img.Rect)
	if clip.Empty() {
		return
	}
	p.need(img, clip)
	// The rasteriser must hold what lies left of the picture too; coordinates are clamped above, below and to the right by itself.
	p.ras.Reset(clip.Max.X-r.Min.X, clip.Max.Y-r.Min.Y)
	for _, run := range runs {
		for i, q := range run {
			x, y := float32(q.x-float64(r.Min.X)), float32(q.y-float64(r.Min.Y))
			if i == 0 {
				p.ras.MoveTo(x, y)
			} else {
				p.ras.LineTo(x, y)
			}
		}
		p.ras.ClosePath()
	}
	size := p.ras.Size()
	mask := p.scratch(size.X, size.Y)
	p.ras.DrawOp = draw.Src
	p.ras.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	blend(img, clip, mask, clip.Min.Sub(r.Min), c)
}

// scratch is a mask to draw into, of exactly this size.
func (p *pen) scratch(w, h int) *image.Alpha {
	if p.mask == nil || cap(p.mask.Pix) < w*h {
		p.mask = image.NewAlpha(image.Rect(0, 0, w, h))
	}
	return &image.Alpha{Pix: p.mask.Pix[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}
}

// blend lays a colour through a mask.
func blend(img *image.RGBA, r image.Rectangle, mask *image.Alpha, from image.Point, c Color) {
	cr, cg, cb, ca := uint32(c>>24), uint32(c>>16&0xff), uint32(c>>8&0xff), uint32(c&0xff)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		m := mask.Pix[(from.Y+y-r.Min.Y)*mask.Stride+from.X:]
		d := img.Pix[img.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			a := uint32(m[x]) * ca / 255
			if a == 0 {
				continue
			}
			px := d[4*x : 4*x+4 : 4*x+4]
			n := 255 - a
			px[0] = uint8((cr*a + uint32(px[0])*n + 127) / 255)
			px[1] = uint8((cg*a + uint32(px[1])*n + 127) / 255)
			px[2] = uint8((cb*a + uint32(px[2])*n + 127) / 255)
			px[3] = uint8(a + (uint32(px[3])*n+127)/255)
		}
	}
}
