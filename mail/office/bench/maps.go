package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	"image/png"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/projections/chart"
)

// mapSide is how many hexes the map has each way: it is large, as maps of boxed games go.
const mapSide = 30

// mapSheet is a map of all kinds of ground, with 200 counters; every one shows a number, so that no two moments are alike.
func mapSheet(number string) (board.Sheet, error) {
	grid, err := board.NewHex(board.PointyHex, mapSide, mapSide, board.Options{})
	if err != nil {
		return board.Sheet{}, err
	}
	legend := []board.Terrain{
		{Code: ".", Look: "clear"}, {Code: "W", Look: "wood"}, {Code: "o", Look: "orchard"}, {Code: "H", Look: "hedge"}, {Code: "b", Look: "buildings"},
		{Code: "^", Look: "crest"}, {Code: "w", Look: "wall"}, {Code: "s", Look: "stream"},
	}
	chance := dice.NewPractice(1)
	sheet := board.NewSheet(number, grid, legend, func(place string) board.Cell {
		return board.Cell{Place: place, Code: legend[max(0, chance.Pick(len(legend)+2)-2)].Code}
	})
	for i, place := range grid.Places() {
		if i*2%9 < 2 { // 200 of 900
			sheet.Counters = append(sheet.Counters, board.Counter{Side: i % 2, Place: place, Symbol: "infantry", Top: place, Bottom: number})
		}
	}
	return sheet, nil
}

// maps draws the same board again and again, as a game does, after it was drawn once.
func (b *bench) maps(context.Context) error {
	const rounds = 9
	painter := chart.NewPainter(1)
	var pngs, svgs, plain []time.Duration
	var picture, drawing []byte
	var plainSize int
	for i := range rounds + 1 {
		sheet, err := mapSheet("4-" + string(rune('0'+i)))
		if err != nil {
			return err
		}
		begun := time.Now()
		list := chart.Draw(sheet, chart.Style{})
		listed := time.Now()
		if picture, err = painter.PNG(list); err != nil {
			return err
		}
		painted := time.Now()
		drawing = list.SVG()
		drawn := time.Now()
		if i == 0 {
			continue // the ground is painted
		}
		pngs, svgs = append(pngs, painted.Sub(begun)), append(svgs, drawn.Sub(painted)+listed.Sub(begun))
		if i%3 == 0 {
			took, size, err := fullColour(list)
			if err != nil {
				return err
			}
			plain, plainSize = append(plain, took), size
		}
	}
	pngTime, _ := median(pngs)
	svgTime, _ := median(svgs)
	plainTime, _ := median(plain)
	const ms = float64(time.Millisecond)
	b.add(figure{Key: "map.png", Value: float64(pngTime) / ms, Unit: "ms", Baseline: float64(plainTime) / ms, Beside: "ms, drawn anew in full colour with image/png"})
	b.add(figure{Key: "map.png-size", Value: float64(len(picture)) / 1000, Unit: "KB", Baseline: float64(plainSize) / 1000, Beside: "KB, in full colour with image/png"})
	b.add(timed("map.svg", svgTime, time.Millisecond, 0))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(drawing) // into memory
	_ = w.Close()
	b.add(figure{Key: "map.svg-size", Value: float64(packed.Len()) / 1000, Unit: "KB", Baseline: float64(len(drawing)) / 1000, Beside: "KB unpacked"})
	return nil
}

// fullColour draws a map as programs do that use a drawing library, everything anew and in full colour, and returns how long that took and how
// large the picture became.
func fullColour(list *chart.List) (time.Duration, int, error) {
	var out bytes.Buffer
	begun := time.Now()
	err := png.Encode(&out, chart.FullColour(list))
	return time.Since(begun), out.Len(), err
}
