package chart

import (
	"bytes"
	"image/png"
	"testing"

	"fieldpost/adjudicator/board"
)

// Whatever colours the ground takes, the counters of all sides keep theirs.
func TestCountersKeepTheirTints(t *testing.T) {
	const near = 4 // steps of a channel that nobody sees
	for _, shape := range []board.Shape{board.PointyHex, board.FlatHex, board.Square} {
		s, st := everything(t, shape)
		b, err := NewPainter(1).PNG(Draw(s, st))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		for side, k := range liveries {
			for _, tint := range []Color{k.body, k.strip} {
				want, found := tint.rgba(), 0
				for y := range img.Bounds().Max.Y {
					for x := range img.Bounds().Max.X {
						r, g, b, _ := img.At(x, y).RGBA()
						if abs(int(r>>8)-int(want.R)) <= near && abs(int(g>>8)-int(want.G)) <= near && abs(int(b>>8)-int(want.B)) <= near {
							found++
						}
					}
				}
				if found < 300 {
					t.Errorf("shape %d, side %d: %d pixels in %s", shape, side, found, hex(tint))
				}
			}
		}
	}
}

// In few colours and with coarse edges a picture looks as in full colour: hardly a pixel in five thousand differs by more than the edge of a
// letter may, and the mean of all by no more than nobody sees.
func TestAPictureLooksAsInFullColour(t *testing.T) {
	palaceSheet, palaceStyle := palace(t)
	hexes, hexStyle := everything(t, board.FlatHex)
	large, largeStyle := big(t, 12, 12)
	for _, c := range []struct {
		name  string
		sheet board.Sheet
		style Style
	}{{"palace", palaceSheet, palaceStyle}, {"everything", hexes, hexStyle}, {"large", large, largeStyle}} {
		list := Draw(c.sheet, c.style)
		full := FullColour(list)
		out, err := NewPainter(1).PNG(list)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if picture.Bounds() != full.Bounds() {
			t.Fatalf("%s: %v instead of %v", c.name, picture.Bounds(), full.Bounds())
		}
		sum, far := 0, 0
		for y := range list.Height {
			for x := range list.Width {
				r, g, b, _ := picture.At(x, y).RGBA()
				want := full.RGBAAt(x, y)
				apart := max(abs(int(r>>8)-int(want.R)), abs(int(g>>8)-int(want.G)), abs(int(b>>8)-int(want.B)))
				sum += apart
				if apart > 64 {
					far++
				}
			}
		}
		if n := list.Width * list.Height; sum > 4*n || far > n/5_000 {
			t.Errorf("%s: %d pixels of %d look otherwise, and the mean difference is %d hundredths of a step", c.name, far, n, 100*sum/n)
		}
	}
}
