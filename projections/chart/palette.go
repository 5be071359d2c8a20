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

// index writes the numbers of the colours nearest to a part of a picture that was counted.
func (c *census) index(out *image.Paletted, img *image.RGBA, part image.Rectangle, chosen []shade) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := img.Pix[img.PixOffset(part.Min.X, y):img.PixOffset(part.Max.X, y)]
		to := out.Pix[out.PixOffset(part.Min.X, y):]
		for x := range part.Dx() {
			i := cubeOf(row[4*x : 4*x+3])
			if c.nearest[i] < 0 {
				c.nearest[i] = c.find(i, chosen)
			}
			to[x] = uint8(c.nearest[i])
		}
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
const flat = 64

// choose adds shades to those chosen until there are enough: first the commonest, which are the tints of whole shapes, then
// of the rest those far apart, then nearer ones.
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
