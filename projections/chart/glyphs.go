package chart

import (
	"image"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are parsed once; a parsed font never changes. They are behind a function so that a program that paints nothing is linked without them.
func fonts() *[4]*sfnt.Font {
	parseFonts.Do(func() {
		for i, ttf := range [][]byte{goregular.TTF, gobold.TTF, goitalic.TTF, gobolditalic.TTF} {
			f, err := opentype.Parse(ttf)
			if err != nil {
				panic("chart: the Go fonts do not parse: " + err.Error())
			}
			parsedFonts[i] = f
		}
	})
	return &parsedFonts
}

var (
	parseFonts  sync.Once
	parsedFonts [4]*sfnt.Font
)

// glyphs is an atlas: each rune of each size is painted once for each half of a pixel.
type glyphs struct {
	faces map[faceKey]font.Face
	masks map[glyphKey]glyph
}

type faceKey struct {
	face Face
	size float64
}

type glyphKey struct {
	faceKey
	r    rune
	half int
}

type glyph struct {
	mask *image.Alpha
	off  image.Point
}

func newGlyphs() *glyphs {
	return &glyphs{faces: map[faceKey]font.Face{}, masks: map[glyphKey]glyph{}}
}

func (g *glyphs) get(k glyphKey) glyph {
	if m, ok := g.masks[k]; ok {
		return m
	}
	f := g.faces[k.faceKey]
	if f == nil {
		var err error
		f, err = opentype.NewFace(fonts()[k.face], &opentype.FaceOptions{Size: k.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return glyph{}
		}
		g.faces[k.faceKey] = f
	}
	var out glyph
	r, mask, at, _, ok := f.Glyph(fixed.Point26_6{X: fixed.Int26_6(k.half * 32)}, k.r)
	if ok && !r.Empty() {
		m := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
		src := mask.(*image.Alpha)
		for y := range r.Dy() {
			copy(m.Pix[y*m.Stride:(y+1)*m.Stride], src.Pix[src.PixOffset(at.X, at.Y+y):])
		}
		out = glyph{m, r.Min}
	}
	if len(g.masks) > 20000 { // a stranger's alphabet must not make it grow without bound
		g.masks = map[glyphKey]glyph{}
	}
	g.masks[k] = out
	return out
}

func (p *pen) text(to surface, t *Text) {
	x := t.X
	switch t.Anchor {
	case 0:
		x -= textWidth(t.Face, t.Size, t.String) / 2
	case 1:
		x -= textWidth(t.Face, t.Size, t.String)
	}
	if t.Halo != 0 && t.Glow > 0 {
		n := 8
		if t.Glow > 2 {
			n = 12
		}
		for k := range n {
			p.line(to, t, pt{x, t.Y}.add(polar(2*math.Pi*float64(k)/float64(n), t.Glow)), t.Halo)
		}
	}
	p.line(to, t, pt{x, t.Y}, t.Fill)
}

func (p *pen) line(to surface, t *Text, at pt, c Color) {
	to.dip(c)
	wide, high := to.size()
	x, y := at.x, int(math.Round(at.y))
	for _, r := range t.String {
		left := math.Floor(x)
		if g := p.glyphs.get(glyphKey{faceKey{t.Face, t.Size}, r, int((x - left) * 2)}); g.mask != nil {
			corner := image.Pt(int(left), y).Add(g.off)
			clip := image.Rectangle{corner, corner.Add(g.mask.Rect.Size())}.Intersect(image.Rect(0, 0, wide, high))
			for y := clip.Min.Y; y < clip.Max.Y; y++ {
				mask := g.mask.Pix[(y-corner.Y)*g.mask.Stride:]
				for x := clip.Min.X; x < clip.Max.X; x++ {
					if m := graded(uint32(mask[x-corner.X]), p.letters); m != 0 {
						to.run(y, x, x+1, m)
					}
				}
			}
		}
		x += advance(t.Face, r) * t.Size
	}
}
