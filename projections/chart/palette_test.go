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
