package ledger

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"fieldpost/adjudicator/table"
)

// Chart is the dice of a game drawn: how often each face came, seat by seat, beside what was to be expected, and how the
// luck of each seat ran. It has one list of shapes and two dresses, SVG and PNG.
type Chart struct {
	shapes []shape
	high   int
}

// chartWide is the width of a chart in pixels.
const chartWide = 720

// shape is a rectangle, a line or a text.
type shape struct {
	x, y, w, h float64 // of a rectangle; a line goes from x, y to w, h
	text       string
	size       float64
	fill       color.RGBA
	line       bool
}

// Colours of the seats, distinguishable for colour-blind readers too; a dark ground is never needed.
var seatColours = []color.RGBA{{0x1f, 0x5a, 0x96, 255}, {0xb5, 0x4a, 0x1e, 255}, {0x4b, 0x7f, 0x3a, 255}, {0x7a, 0x4f, 0x96, 255}}

var (
	ink   = color.RGBA{0x22, 0x22, 0x22, 255}
	faint = color.RGBA{0xc8, 0xc4, 0xb8, 255}
	paper = color.RGBA{0xfb, 0xf9, 0xf3, 255}
)

// Draw draws the statistics of a game. name returns a seat's name as the reader reads it.
func Draw(s Statistics, title string, name func(table.Seat) string, book Words) Chart {
	c := &Chart{}
	c.write(24, 34, title, 20, ink)
	y := 70.0
	colour := map[table.Seat]color.RGBA{}
	for i, f := range seatsOf(s) {
		colour[f] = seatColours[i%len(seatColours)]
		c.shapes = append(c.shapes, shape{x: 24 + 170*float64(i), y: y - 11, w: 12, h: 12, fill: colour[f]})
		c.write(42+170*float64(i), y, name(f), 13, ink)
	}
	y += 30
	for _, sides := range sidesOf(s) {
		y = c.faces(s, sides, y, colour, book)
	}
	if len(s.Luck) > 0 {
		y = c.luck(s, y, colour, book)
	}
	c.high = int(y) + 12
	return *c
}

func seatsOf(s Statistics) []table.Seat {
	var seats []table.Seat
	for _, f := range s.Faces {
		if f.Seat != "" && (len(seats) == 0 || seats[len(seats)-1] != f.Seat) {
			seats = append(seats, f.Seat)
		}
	}
	return seats
}

func sidesOf(s Statistics) []int {
	var sides []int
	for _, f := range s.Faces {
		if f.Seat == "" && f.Sides <= 20 && sum(f.Count) >= 20 {
			sides = append(sides, f.Sides)
		}
	}
	return sides
}

func (c *Chart) write(x, y float64, text string, size float64, fill color.RGBA) {
	c.shapes = append(c.shapes, shape{x: x, y: y, text: text, size: size, fill: fill})
}

func (c *Chart) stroke(x1, y1, x2, y2 float64, fill color.RGBA) {
	c.shapes = append(c.shapes, shape{x: x1, y: y1, w: x2, h: y2, fill: fill, line: true})
}

// faces draws, for one kind of die, a bar a face and seat, and a line where each should end.
func (c *Chart) faces(s Statistics, sides int, y float64, colour map[table.Seat]color.RGBA, book Words) float64 {
	const high, left = 130.0, 60.0
	var rows []Faces
	n, most := 0, 0.0
	for _, f := range s.Faces {
		if f.Sides == sides && f.Seat != "" && sum(f.Count) > 0 {
			rows = append(rows, f)
		}
		if f.Sides == sides && f.Seat == "" {
			n = sum(f.Count)
		}
	}
	for _, f := range rows {
		for _, k := range f.Count {
			most = math.Max(most, float64(k*sides)/float64(sum(f.Count)))
		}
	}
	c.write(24, y, fmt.Sprintf("d%d: %s", sides, book.Say("audit.dice", table.A("n", n))), 14, ink)
	y += 14
	base := y + high
	even := base - high/math.Max(most, 1.2)
	c.stroke(left-8, even, chartWide-24, even, faint)
	step := (chartWide - left - 24) / float64(sides)
	for face := range sides {
		x := left + step*float64(face)
		bar := math.Min(22, (step-8)/float64(max(1, len(rows))))
		for i, f := range rows {
			h := high * float64(f.Count[face]*sides) / float64(sum(f.Count)) / math.Max(most, 1.2)
			c.shapes = append(c.shapes, shape{x: x + bar*float64(i), y: base - h, w: bar - 2, h: h, fill: colour[f.Seat]})
			c.write(x+bar*float64(i)+1, base-h-3, fmt.Sprint(f.Count[face]), 10, ink)
		}
		c.write(x+bar*float64(len(rows))/2-4, base+16, fmt.Sprint(face+1), 12, ink)
	}
	c.stroke(left-8, base, chartWide-24, base, ink)
	c.write(24, even+4, "1/"+fmt.Sprint(sides), 11, ink)
	return base + 44
}

// luck draws how the luck of each seat ran, roll by roll, and the curves between which 95 of 100 fair games lie at each roll.
func (c *Chart) luck(s Statistics, y float64, colour map[table.Seat]color.RGBA, book Words) float64 {
	const high, left = 150.0, 60.0
	c.write(24, y, book.Say("audit.chart.luck"), 14, ink)
	y += 14
	most, longest := 1.0, 2
	for _, l := range s.Luck {
		longest = max(longest, len(l.Series))
		for _, v := range slices.Concat(l.Series, l.Bound) {
			most = math.Max(most, math.Abs(v))
		}
	}
	middle := y + high/2
	c.stroke(left-8, middle, chartWide-24, middle, faint)
	c.write(24, middle+4, "0", 11, ink)
	curve := func(values []float64, sign float64, fill color.RGBA) (px, py float64) {
		px, py = left, middle
		for i, v := range values {
			nx := left + (chartWide-left-24)*float64(i+1)/float64(longest)
			ny := middle - sign*high/2*v/most
			c.stroke(px, py, nx, ny, fill)
			px, py = nx, ny
		}
		return px, py
	}
	for _, l := range s.Luck {
		curve(l.Bound, 1, faint)
		curve(l.Bound, -1, faint)
	}
	for _, l := range s.Luck {
		px, py := curve(l.Series, 1, colour[l.Seat])
		c.write(math.Min(px+4, chartWide-50), py-6, fmt.Sprintf("%+.1f", l.Z), 11, ink)
	}
	return y + high + 30
}

// SVG writes the chart as a drawing.
func (c Chart) SVG() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif">`, chartWide, c.high, chartWide, c.high)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`, chartWide, c.high, rgb(paper))
	for _, s := range c.shapes {
		switch {
		case s.text != "":
			fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" font-size="%.0f" fill="%s">%s</text>`, s.x, s.y, s.size, rgb(s.fill), html.EscapeString(s.text))
		case s.line:
			fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="1.5"/>`, s.x, s.y, s.w, s.h, rgb(s.fill))
		default:
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, s.x, s.y, s.w, s.h, rgb(s.fill))
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func rgb(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// PNG paints the chart.
func (c Chart) PNG() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, chartWide, c.high))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	for _, s := range c.shapes {
		switch {
		case s.text != "":
			face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: s.size, DPI: 72, Hinting: font.HintingFull})
			if err != nil {
				return nil, err
			}
			d := font.Drawer{Dst: img, Src: image.NewUniform(s.fill), Face: face, Dot: fixed.P(int(s.x), int(s.y))}
			d.DrawString(s.text)
		case s.line:
			steps := math.Ceil(math.Max(math.Abs(s.w-s.x), math.Abs(s.h-s.y))) + 1
			for i := 0.0; i <= steps; i++ {
				x, y := int(math.Round(s.x+(s.w-s.x)*i/steps)), int(math.Round(s.y+(s.h-s.y)*i/steps))
				img.SetRGBA(x, y, s.fill)
				img.SetRGBA(x, y+1, s.fill)
			}
		default:
			r := image.Rect(int(math.Round(s.x)), int(math.Round(s.y)), int(math.Round(s.x+s.w)), int(math.Round(s.y+s.h)))
			draw.Draw(img, r, image.NewUniform(s.fill), image.Point{}, draw.Src)
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img)
	return b.Bytes(), err
}
