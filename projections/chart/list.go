package chart

import (
	"math"
)

// List is a map as a display list.
type List struct {
	Width, Height int // pixels
	Symbols       []Symbol
	Ground        []Item // the same for every moment of a board
	Over          []Item
	Spots         Spots
	base          *base
	parts         []part // of Over
	high          int    // how far down the ground reaches
}

// Symbol is a small picture around (0, 0) that stamps repeat.
type Symbol struct {
	Name  string
	Items []Item
}

// Item is one thing to paint: a shape (Path), a text (Text) or a stamp (Stamp > 0).
type Item struct {
	Path  *Path
	Ink   Ink
	Text  *Text
	Stamp int // 1 + index of the symbol
	X, Y  int // of a stamp: whole pixels
}

// Color is 0xRRGGBBAA; 0 paints nothing.
type Color uint32

func rgb(c uint32) Color { return Color(c<<8 | 0xff) }

// alpha returns the colour with an opacity of 0 to 255.
func (c Color) alpha(a uint8) Color { return c&^0xff | Color(a) }

// Ink is how a shape is filled and outlined. Joins and ends of lines are round.
type Ink struct {
	Fill  Color
	Line  Color
	Width float64
	Dash  [2]float64 // length and gap; zero for a whole line
}

// Face is one of the fonts.
type Face int

// The faces: Go's own fonts.
const (
	Regular Face = iota
	Bold
	Italic
	BoldItalic
)

// Text is one line of writing; X, Y is its anchor on the base line.
type Text struct {
	X, Y   float64
	Size   float64 // pixels, in halves
	Face   Face
	Anchor int // -1 begins at X, 0 is centred, 1 ends there
	Fill   Color
	Halo   Color // 0: none
	Glow   float64
	String string
}

// pt is a point in pixels.
type pt struct{ x, y float64 }

func (p pt) add(q pt) pt           { return pt{p.x + q.x, p.y + q.y} }
func (p pt) sub(q pt) pt           { return pt{p.x - q.x, p.y - q.y} }
func (p pt) mul(f float64) pt      { return pt{p.x * f, p.y * f} }
func (p pt) len() float64          { return math.Hypot(p.x, p.y) }
func (p pt) to(q pt, f float64) pt { return pt{p.x + (q.x-p.x)*f, p.y + (q.y-p.y)*f} }
func (p pt) turn() pt              { return pt{-p.y, p.x} }
func polar(a, r float64) pt        { return pt{r * math.Cos(a), r * math.Sin(a)} }
func (p pt) toward(q pt, l float64) pt {
	d := q.sub(p)
	if n := d.len(); n > 0 {
		return p.add(d.mul(l / n))
	}
	return p
}

// Path is a way of the pen in tenths of a pixel. Ops: M move, L line, Q quadratic (control, end), Z close,
// O circle (centre, then radius in X).
type Path struct {
	Ops []byte
	Pts [][2]int32
}

func tenth(f float64) int32 { return int32(math.Floor(f*10 + 0.5)) }

func (p *Path) put(op byte, pts ...pt) *Path {
	p.Ops = append(p.Ops, op)
	for _, q := range pts {
		p.Pts = append(p.Pts, [2]int32{tenth(q.x), tenth(q.y)})
	}
	return p
}

func (p *Path) move(q pt) *Path    { return p.put('M', q) }
func (p *Path) line(q pt) *Path    { return p.put('L', q) }
func (p *Path) quad(c, q pt) *Path { return p.put('Q', c, q) }
func (p *Path) close() *Path       { return p.put('Z') }
func (p *Path) circle(c pt, r float64) *Path {
	return p.put('O', c, pt{r, 0})
}

func (p *Path) poly(pts ...pt) *Path {
	for i, q := range pts {
		if i == 0 {
			p.move(q)
		} else {
			p.line(q)
		}
	}
	return p.close()
}

func (p *Path) rect(x, y, w, h float64) *Path {
	return p.poly(pt{x, y}, pt{x + w, y}, pt{x + w, y + h}, pt{x, y + h})
}

// round returns a rectangle with round corners.
func (p *Path) round(x, y, w, h, r float64) *Path {
	p.move(pt{x + r, y}).line(pt{x + w - r, y}).quad(pt{x + w, y}, pt{x + w, y + r})
	p.line(pt{x + w, y + h - r}).quad(pt{x + w, y + h}, pt{x + w - r, y + h})
	p.line(pt{x + r, y + h}).quad(pt{x, y + h}, pt{x, y + h - r})
	return p.line(pt{x, y + r}).quad(pt{x, y}, pt{x + r, y}).close()
}

// bounds returns those of all its points.
func (p *Path) bounds() box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	i := 0
	grow := func(q [2]int32, by int32) {
		b.x0, b.x1 = math.Min(b.x0, float64(q[0]-by)/10), math.Max(b.x1, float64(q[0]+by)/10)
		b.y0, b.y1 = math.Min(b.y0, float64(q[1]-by)/10), math.Max(b.y1, float64(q[1]+by)/10)
	}
	for _, o := range p.Ops {
		switch o {
		case 'O':
			grow(p.Pts[i], p.Pts[i+1][0])
			i += 2
		case 'Q':
			grow(p.Pts[i], 0)
			grow(p.Pts[i+1], 0)
			i += 2
		case 'M', 'L':
			grow(p.Pts[i], 0)
			i++
		}
	}
	return b
}

// along draws a smooth line through points: straight in the middle of each stretch, bent at the points.
func (p *Path) along(pts ...pt) *Path {
	if len(pts) == 0 {
		return p
	}
	p.move(pts[0])
	for i := 1; i+1 < len(pts); i++ {
		a := pts[i].to(pts[i-1], 0.5)
		if i == 1 {
			a = pts[0].to(pts[1], 0.5)
		}
		p.line(a).quad(pts[i], pts[i].to(pts[i+1], 0.5))
	}
	return p.line(pts[len(pts)-1])
}

func (p *Path) empty() bool { return len(p.Ops) == 0 }

// box is a rectangle, for finding room.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) overlap(c box) float64 {
	if b.x1 <= c.x0 || c.x1 <= b.x0 || b.y1 <= c.y0 || c.y1 <= b.y0 { // nearly all
		return 0
	}
	w, h := min(b.x1, c.x1)-max(b.x0, c.x0), min(b.y1, c.y1)-max(b.y0, c.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// dice for the eye: numbers that depend on a name alone.
type grain uint64

func grainOf(s string) grain {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return grain(h)
}

// next returns a number from 0 to 1.
func (g *grain) next() float64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

func (g *grain) between(a, b float64) float64 { return a + (b-a)*g.next() }
