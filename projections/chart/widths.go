package chart

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// widths.txt holds how far each rune of the four faces moves the pen, in 64ths of a thousandth of the font size: rune (hex), regular, bold, italic,
// bold italic; the first line is for runes that the fonts do not have. It is made from the fonts by the test of this file, so that who only
// measures and draws outlines, as the page of the desk does, need not bring them along.
//
//go:embed widths.txt
var widthsText string

// widths is widths.txt as shares of the font size, by rune; -1 for those that are not in it.
var widths = sync.OnceValue(func() map[rune][4]float64 {
	out := map[rune][4]float64{}
	for line := range strings.Lines(widthsText) {
		fields := strings.Fields(line)
		r, err := strconv.ParseInt(fields[0], 16, 32)
		if err != nil {
			panic("chart: widths.txt: " + err.Error())
		}
		var w [4]float64
		for i := range w {
			n, err := strconv.Atoi(fields[i+1])
			if err != nil {
				panic("chart: widths.txt: " + err.Error())
			}
			w[i] = float64(n) / 64 / 1000
		}
		out[rune(r)] = w
	}
	return out
})

// advance returns how far a rune moves the pen, as a share of the font size.
func advance(f Face, r rune) float64 {
	w, ok := widths()[r]
	if !ok {
		w = widths()[-1]
	}
	return w[f]
}

// textWidth measures a line in pixels.
func textWidth(f Face, size float64, s string) float64 {
	w := 0.0
	for _, r := range s {
		w += advance(f, r)
	}
	return w * size
}
