package chart

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math"
	"runtime"
	"sync"
)

// Painter makes PNG pictures. It keeps the grounds that it painted last, so that the next picture of the same board
// costs only what moved. It is safe for use by several goroutines, and paints as many pictures at a time as there are cores.
type Painter struct {
	keep    int
	pens    chan *pen // those that are free
	mu      sync.Mutex
	grounds []*keptGround // the last used at the end
}

// NewPainter makes a painter that keeps up to n grounds (about 3 MB each for a board of 1,000 cells).
func NewPainter(n int) *Painter {
	return &Painter{keep: max(n, 0), pens: make(chan *pen, runtime.NumCPU())}
}

// PNG paints a list in at most 256 colours.
func (p *Painter) PNG(l *List) ([]byte, error) {
	k := p.pen()
	defer p.free(k)
	return k.picture(p.ground(l, k), l), nil
}

// pen returns one that is free, or a new one.
func (p *Painter) pen() *pen {
	select {
	case k := <-p.pens:
		return k
	default:
		return newPen()
	}
}

func (p *Painter) free(k *pen) {
	select {
	case p.pens <- k:
	default: // more were at work than there are cores
	}
}

// ground finds the kept ground of a list or paints it, once for all who want it.
func (p *Painter) ground(l *List, k *pen) *keptGround {
	g := p.kept(l)
	g.once.Do(func() { g.paint(k, l) })
	return g
}

func (p *Painter) kept(l *List) *keptGround {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, g := range p.grounds {
		if g.digest == l.base.digest {
			p.grounds = append(append(p.grounds[:i:i], p.grounds[i+1:]...), g)
			return g
		}
	}
	g := &keptGround{digest: l.base.digest}
	p.grounds = append(p.grounds, g)
	if len(p.grounds) > p.keep {
		p.grounds = p.grounds[1:]
	}
	return g
}

// pen paints items on a surface. It keeps the sprites and letters that it has painted.
type pen struct {
	cover   coverage
	glyphs  *glyphs
	sprites map[string]*sprite // by all that their symbols say
	of      *List
	stamps  map[int]*sprite // of the list
	rows    []uint8         // of the last canvas
	out     []byte          // room for a stream
	letters uint32          // how fine the covers of letters are that are told apart
}

func newPen() *pen {
	return &pen{glyphs: newGlyphs(), sprites: map[string]*sprite{}, cover: coverage{parts: edgeParts}, letters: letterParts}
}

// FullColour paints a list as drawing libraries do: everything anew, in full colour, with all shades at the edges of things. It is what the
// pictures of a Painter are measured against.
func FullColour(l *List) *image.RGBA {
	p := newPen()
	p.cover.parts, p.letters = allParts, allParts
	to := newPainting(l.Width, l.Height)
	draw.Draw(to, to.Rect, image.NewUniform(paper.rgba()), image.Point{}, draw.Src)
	p.items(to, l.Ground, l)
	p.items(to, l.Over, l)
	return to.RGBA
}

// picture paints what stands on a ground, and writes it.
func (p *pen) picture(g *keptGround, l *List) []byte {
	c := p.canvas(g, l)
	p.items(c, l.Over, l)
	out := p.png(c, g)
	p.of, p.stamps = nil, nil
	return out
}

func (p *pen) items(to surface, items []Item, l *List) {
	for _, it := range items {
		switch {
		case it.Stamp > 0:
			s := p.sprite(l, it.Stamp)
			to.stamp(s, it.X+s.off.X, it.Y+s.off.Y)
		case it.Text != nil:
			p.text(to, it.Text)
		case it.Path != nil:
			p.shape(to, it.Path, it.Ink)
		}
	}
}

// spritesKept is how many a pen keeps of all maps.
const spritesKept = 2000

// sprite finds a symbol's sprite, or paints it.
func (p *pen) sprite(l *List, stamp int) *sprite {
	if p.of != l {
		p.of, p.stamps = l, map[int]*sprite{}
	}
	s := p.stamps[stamp]
	if s == nil {
		items := l.Symbols[stamp-1].Items
		key := saying(items)
		if s = p.sprites[key]; s == nil {
			s = p.paintSprite(items)
			if len(p.sprites) >= spritesKept {
				clear(p.sprites)
			}
			p.sprites[key] = s
		}
		p.stamps[stamp] = s
	}
	return s
}

// saying returns all that items say, as a key.
func saying(items []Item) string {
	var b []byte
	num := func(f float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f)) }
	for _, it := range items {
		if p := it.Path; p != nil {
			b = append(binary.AppendUvarint(b, uint64(len(p.Ops))), p.Ops...)
			for _, q := range p.Pts {
				b = binary.AppendVarint(binary.AppendVarint(b, int64(q[0])), int64(q[1]))
			}
			b = binary.LittleEndian.AppendUint64(b, uint64(it.Ink.Fill)<<32|uint64(it.Ink.Line))
			num(it.Ink.Width)
			num(it.Ink.Dash[0])
			num(it.Ink.Dash[1])
		}
		if t := it.Text; t != nil {
			b = append(binary.AppendUvarint(append(b, 'T'), uint64(len(t.String))), t.String...)
			b = binary.LittleEndian.AppendUint64(b, uint64(t.Fill)<<32|uint64(t.Halo))
			b = append(b, byte(t.Face), byte(t.Anchor))
			num(t.X)
			num(t.Y)
			num(t.Size)
			num(t.Glow)
		}
	}
	return string(b)
}

func (p *pen) paintSprite(items []Item) *sprite {
	r := extent(items)
	img := newPainting(r.Dx(), r.Dy())
	by := pt{float64(-r.Min.X), float64(-r.Min.Y)}
	for _, it := range items {
		if it.Path != nil {
			p.shape(img, it.Path.shift(by), it.Ink)
		} else if it.Text != nil {
			t := *it.Text
			t.X, t.Y = t.X+by.x, t.Y+by.y
			p.text(img, &t)
		}
	}
	s := &sprite{img: img.RGBA, off: r.Min}
	s.finish()
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

// extent returns the room that items need.
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

func (p *pen) shape(to surface, path *Path, ink Ink) {
	runs, closed := path.flatten()
	if ink.Fill != 0 {
		p.fill(to, runs, ink.Fill)
	}
	if ink.Line != 0 && ink.Width > 0 {
		p.fill(to, outline(runs, closed, ink.Width, ink.Dash), ink.Line)
	}
}

// fill paints polygons; where they overlap they paint once.
func (p *pen) fill(to surface, runs [][]pt, c Color) {
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
	wide, high := to.size()
	r := image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x))+1, int(math.Ceil(hi.y))+1).Intersect(image.Rect(0, 0, wide, high))
	if r.Empty() {
		return
	}
	p.cover.begin(r.Dx(), r.Dy())
	for _, run := range runs {
		p.cover.polygon(run, float64(r.Min.X), float64(r.Min.Y))
	}
	to.dip(c)
	p.cover.runs(func(y, x0, x1 int, cover uint32) { to.run(r.Min.Y+y, r.Min.X+x0, r.Min.X+x1, cover) })
}
