package chart

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

func (c Color) rgba() color.RGBA {
	return color.RGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), 0xff}
}

// shade is a cube of 32 steps a channel and what the picture has in it.
type shade struct {
	index, count, r, g, b int
}

// census counts the shades of a picture or of parts of it, to reduce it to few colours: the commonest shades that differ
// enough to be seen, each as the mean of its pixels, the rest to the nearest of them. Maps have few tints, so that what is
// lost is in the edges of letters.
type census struct {
	cube    []shade
	nearest []int16 // number of a colour for each shade, -1 where it is not looked for yet
}

func newCensus() *census {
	c := &census{cube: make([]shade, 1<<15), nearest: make([]int16, 1<<15)}
	for i := range c.nearest {
		c.nearest[i] = -1
	}
	return c
}

func cubeOf(px []uint8) int { return int(px[0])>>3<<10 | int(px[1])>>3<<5 | int(px[2])>>3 }

func (c *census) count(img *image.RGBA, part image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := img.Pix[img.PixOffset(part.Min.X, y):img.PixOffset(part.Max.X, y)]
		for ; len(row) >= 4; row = row[4:] {
			s := &c.cube[cubeOf(row)]
			s.count++
			s.r += int(row[0])
			s.g += int(row[1])
			s.b += int(row[2])
		}
	}
}

// seen returns the shades that occur, the commonest first.
func (c *census) seen() []shade {
	var seen []shade
	for i, s := range c.cube {
		if s.count > 0 {
			seen = append(seen, shade{i, s.count, s.r / s.count, s.g / s.count, s.b / s.count})
		}
	}
	slices.SortFunc(seen, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.index, b.index))
	})
	return seen
}

// index writes the numbers of the colours nearest to a row of a picture that was counted.
func (c *census) index(to []uint8, img *image.RGBA, y int, chosen []shade) {
	row := img.Pix[img.PixOffset(0, y):img.PixOffset(img.Rect.Max.X, y)]
	for x := range len(row) / 4 {
		i := cubeOf(row[4*x : 4*x+3])
		if c.nearest[i] < 0 {
			c.nearest[i] = c.find(i, chosen)
		}
		to[x] = uint8(c.nearest[i])
	}
}

func (c *census) find(i int, chosen []shade) int16 {
	s := c.cube[i]
	s = shade{i, s.count, s.r / s.count, s.g / s.count, s.b / s.count}
	best, at := 1<<30, 0
	for k, o := range chosen {
		if d := distance(s, o); d < best {
			best, at = d, k
		}
	}
	return int16(at)
}

func distance(a, b shade) int {
	r, g, bl := a.r-b.r, a.g-b.g, a.b-b.b
	return 3*r*r + 4*g*g + 2*bl*bl
}

// flat is how many of the commonest shades get a colour of their own: they fill whole shapes, where the eye sees any change.
const flat = 32

// choose adds shades to those chosen until there are enough: first the commonest, which are the tints of whole shapes, then
// then, among the rest, those far apart, then nearer ones.
func choose(chosen, seen []shade, enough int) []shade {
	chosen = slices.Clone(chosen)
	taken := make([]bool, len(seen))
	for pass, apart := range []int{24, 2400, 700, 200, 1} {
		for i, s := range seen {
			if pass == 0 && i == flat {
				break
			}
			if len(chosen) == enough {
				return chosen
			}
			if taken[i] || slices.ContainsFunc(chosen, func(c shade) bool { return distance(s, c) < apart }) {
				continue
			}
			taken[i] = true
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// palette is the colours of one picture: those of its ground, those of the inks above it, and what lies between inks that meet.
type palette struct {
	shades [256]struct{ r, g, b int32 }
	many   int
	exact  map[uint32]uint8
	cube   []int16 // number of the nearest for 32 by 64 by 32 steps, -1 where it is not looked for yet
}

// add gives a colour a number, unless one as near as that has one already, or there are enough.
func (p *palette) add(c uint32, apart int32) {
	r, g, b := int32(c>>16&0xff), int32(c>>8&0xff), int32(c&0xff)
	if _, is := p.exact[c]; is || p.many == len(p.shades) {
		return
	}
	if _, d := p.find(r, g, b); d < apart {
		return
	}
	s := &p.shades[p.many]
	s.r, s.g, s.b = r, g, b
	p.exact[c] = uint8(p.many)
	p.many++
}

// find returns the nearest colour and how far it is.
func (p *palette) find(r, g, b int32) (uint8, int32) {
	best, at := int32(1<<30), 0
	for i := range p.shades[:p.many] {
		s := &p.shades[i]
		dr, dg, db := r-s.r, g-s.g, b-s.b
		if d := 3*dr*dr + 4*dg*dg + 2*db*db; d < best {
			best, at = d, i
		}
	}
	return uint8(at), best
}

func (p *palette) nearest(r, g, b uint32) uint8 {
	n, _ := p.find(int32(r), int32(g), int32(b))
	return n
}

// near is nearest for the many pixels at the edges of things, to the step of the cube.
func (p *palette) near(r, g, b uint32) uint8 {
	at := r>>3<<11 | g>>2<<5 | b>>3
	if p.cube[at] < 0 {
		p.cube[at] = int16(p.nearest(r&^7|4, g&^3|2, b&^7|4))
	}
	return uint8(p.cube[at])
}

// number returns the colour itself, or the nearest.
func (p *palette) number(c uint32) uint8 {
	if n, ok := p.exact[c]; ok {
		return n
	}
	return p.near(c>>16&0xff, c>>8&0xff, c&0xff)
}

// How far apart colours must be to get a number each: inks and what shows through them, shades within sprites, and steps between inks.
const (
	apartTints  = 24
	apartShades = 250
	apartSteps  = 350
)

// meeting is two colours that meet at an edge.
type meeting struct{ a, b uint32 }

// mixPalette chooses the colours of a picture by what its list says, before anything is painted.
func (p *pen) mixPalette(g *keptGround, l *List) *palette {
	out := &palette{exact: map[uint32]uint8{}, cube: make([]int16, 1<<16)}
	for i := range out.cube {
		out.cube[i] = -1
	}
	for _, s := range g.shades {
		out.add(uint32(s.r)<<16|uint32(s.g)<<8|uint32(s.b), 0)
	}
	var sprites []*sprite
	stamped := map[int]bool{}
	scan := inkScan{ground: g, out: out, seen: map[Color]bool{}, meet: map[meeting]int{}}
	for _, it := range l.Over {
		if it.Stamp > 0 && !stamped[it.Stamp] {
			stamped[it.Stamp] = true
			sprites = append(sprites, p.sprite(l, it.Stamp))
			for _, of := range l.Symbols[it.Stamp-1].Items {
				scan.inks(of)
			}
		}
		scan.inks(it)
		scan.edges(it, p, l)
	}
	for _, c := range scan.sheer {
		for _, s := range g.shades[:min(len(g.shades), 8)] {
			out.add(blend(uint32(s.r)<<16|uint32(s.g)<<8|uint32(s.b), uint32(c>>8), uint32(c&0xff)), apartTints)
		}
	}
	for k := range spriteShades {
		for _, s := range sprites {
			if k < len(s.shades) {
				out.add(uint32(s.shades[k].r)<<16|uint32(s.shades[k].g)<<8|uint32(s.shades[k].b), apartShades)
			}
		}
	}
	slices.SortStableFunc(scan.meetings, func(a, b meeting) int { return cmp.Compare(scan.meet[b], scan.meet[a]) })
	for _, part := range []uint32{128, 192, 64} {
		for _, m := range scan.meetings {
			out.add(blend(m.a, m.b, part), apartSteps)
		}
	}
	return out
}

// blend lays b over a, of 255.
func blend(a, b, part uint32) uint32 {
	out := uint32(0)
	for shift := 0; shift < 24; shift += 8 {
		out |= ((b>>shift&0xff)*part + (a>>shift&0xff)*(255-part) + 127) / 255 << shift
	}
	return out
}

// inkScan goes over a list for the inks of a picture.
type inkScan struct {
	ground   *keptGround
	out      *palette
	seen     map[Color]bool
	sheer    []Color         // translucent ones that fill
	meet     map[meeting]int // how often
	meetings []meeting
	stamp    *sprite // the last, and where its corner is
	corner   image.Point
	shape    box // the last filled, and its colour
	fill     Color
}

func (s *inkScan) inks(it Item) {
	inks := [2]Color{it.Ink.Fill, it.Ink.Line}
	if t := it.Text; t != nil {
		inks = [2]Color{t.Fill, t.Halo}
	}
	for i, c := range inks {
		if c == 0 || s.seen[c] {
			continue
		}
		s.seen[c] = true
		if c&0xff == 0xff {
			s.out.add(uint32(c>>8), 1)
		} else if i == 0 {
			s.sheer = append(s.sheer, c)
		}
	}
}

// edges notes what an item's ink meets: its own line, or what a text is written on.
func (s *inkScan) edges(it Item, p *pen, l *List) {
	switch {
	case it.Stamp > 0:
		s.stamp = p.sprite(l, it.Stamp)
		s.corner, s.fill = image.Pt(it.X, it.Y).Add(s.stamp.off), 0
	case it.Text != nil:
		t := it.Text
		under := s.under(t.X, t.Y-t.Size/3)
		if t.Halo != 0 {
			under = uint32(t.Halo >> 8)
		}
		s.note(under, uint32(t.Fill>>8))
	case it.Path != nil:
		if it.Ink.Fill != 0 {
			s.shape, s.fill = it.Path.bounds(), it.Ink.Fill
			if it.Ink.Line != 0 {
				s.note(uint32(it.Ink.Fill>>8), uint32(it.Ink.Line>>8))
			}
		}
	}
}

func (s *inkScan) note(a, b uint32) {
	m := meeting{a, b}
	if s.meet[m] == 0 {
		s.meetings = append(s.meetings, m)
	}
	s.meet[m]++
}

// under returns what an ink is laid on at a place: the last shape or stamp, if it is there, or the ground.
func (s *inkScan) under(x, y float64) uint32 {
	if b := s.shape; s.fill&0xff == 0xff && x > b.x0 && x < b.x1 && y > b.y0 && y < b.y1 {
		return uint32(s.fill >> 8)
	}
	at := image.Pt(int(x), int(y))
	if s.stamp != nil && at.Sub(s.corner).In(s.stamp.img.Rect) {
		if c := s.stamp.img.RGBAAt(at.X-s.corner.X, at.Y-s.corner.Y); c.A == 255 {
			return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
		}
	}
	g := s.out.shades[s.ground.at(at.X, at.Y)]
	return uint32(g.r)<<16 | uint32(g.g)<<8 | uint32(g.b)
}
