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

// paletted reduces a picture to 256 colours: the commonest shades that differ enough to be seen, each as the mean of
// its pixels, the rest to the nearest of them. Maps have few tints, so that what is lost is in the edges of letters.
func paletted(img *image.RGBA) *image.Paletted {
	cube := make([]shade, 1<<15)
	for i := 0; i+3 < len(img.Pix); i += 4 {
		r, g, b := int(img.Pix[i]), int(img.Pix[i+1]), int(img.Pix[i+2])
		s := &cube[r>>3<<10|g>>3<<5|b>>3]
		s.count++
		s.r += r
		s.g += g
		s.b += b
	}
	var seen []shade
	for i, s := range cube {
		if s.count > 0 {
			seen = append(seen, shade{i, s.count, s.r / s.count, s.g / s.count, s.b / s.count})
		}
	}
	slices.SortFunc(seen, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.index, b.index))
	})
	chosen := choose(seen)
	nearest := make([]uint8, 1<<15)
	for _, s := range seen {
		best, at := 1<<30, 0
		for k, c := range chosen {
			if d := distance(s, c); d < best {
				best, at = d, k
			}
		}
		nearest[s.index] = uint8(at)
	}
	pal := make(color.Palette, len(chosen))
	for i, c := range chosen {
		pal[i] = color.RGBA{uint8(c.r), uint8(c.g), uint8(c.b), 0xff}
	}
	out := image.NewPaletted(img.Rect, pal)
	for i := range out.Pix {
		p := img.Pix[4*i : 4*i+3]
		out.Pix[i] = nearest[int(p[0])>>3<<10|int(p[1])>>3<<5|int(p[2])>>3]
	}
	return out
}

func distance(a, b shade) int {
	r, g, bl := a.r-b.r, a.g-b.g, a.b-b.b
	return 3*r*r + 4*g*g + 2*bl*bl
}

// choose takes the commonest shades, first those far apart, then nearer ones, until 256 are found.
func choose(seen []shade) []shade {
	var chosen []shade
	taken := make([]bool, len(seen))
	for _, apart := range []int{2400, 700, 200, 0} {
		for i, s := range seen {
			if len(chosen) == 256 {
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
