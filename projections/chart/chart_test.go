package chart

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"flag"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"fieldpost/adjudicator/board"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed; run with -update and look at it", name)
	}
}

func TestMapsAreDrawnAsBefore(t *testing.T) {
	s, st := palace(t)
	golden(t, "palace.svg", Draw(s, st).SVG())
	golden(t, "palace.txt", []byte(Speak(s, st, 78)))
	s, st = ridge(t)
	golden(t, "ridge.svg", Draw(s, st).SVG())
	golden(t, "ridge.txt", []byte(Speak(s, st, 78)))
}

func TestPicturesLookAsBefore(t *testing.T) {
	s, st := palace(t)
	picture(t, "palace.png", s, st)
	s, st = ridge(t)
	picture(t, "ridge.png", s, st)
}

// picture compares a map with the one kept.
func picture(t *testing.T, name string, s board.Sheet, st Style) {
	t.Helper()
	b, err := NewPainter(1).PNG(Draw(s, st))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if d := difference(got, want); d > 1.5 {
		t.Errorf("%s differs by %.2f steps of 255 a channel", name, d)
	}
}

// difference is the mean difference of all channels of all pixels.
func difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 255
	}
	sum, n := 0.0, 0.0
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(ar>>8) - int(br>>8), int(ag>>8) - int(bg>>8), int(ab>>8) - int(bb>>8)} {
				sum += float64(abs(d))
				n++
			}
		}
	}
	return sum / n
}

func TestSameSheetSameBytes(t *testing.T) {
	warm := NewPainter(4)
	for _, shape := range []board.Shape{board.PointyHex, board.FlatHex, board.Square} {
		s, st := everything(t, shape)
		svg := Draw(s, st).SVG()
		cold, err := NewPainter(0).PNG(Draw(s, st))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if !bytes.Equal(Draw(s, st).SVG(), svg) {
				t.Error("the SVG has other bytes")
			}
			if b, _ := warm.PNG(Draw(s, st)); !bytes.Equal(b, cold) {
				t.Error("a kept ground gives another picture")
			}
		}
	}
}

func TestKeptGroundIsNotPaintedOn(t *testing.T) {
	s, st := palace(t)
	bare := s
	bare.Counters, bare.Arrows, bare.Marks = nil, nil, nil
	st.Plain = true
	p := NewPainter(2)
	before, _ := p.PNG(Draw(bare, st))
	if _, err := p.PNG(Draw(s, st)); err != nil {
		t.Fatal(err)
	}
	after, _ := p.PNG(Draw(bare, st))
	if !bytes.Equal(before, after) {
		t.Error("counters of one moment show in the next")
	}
	if len(p.grounds) != 1 {
		t.Errorf("%d grounds kept for one board", len(p.grounds))
	}
}

// Several who paint at a time, of several boards, get what each would get alone.
// A map does not depend on which map of the same board was drawn before it: with fewer counters, others, or none.
func TestTheGroundIsTheBoardsAlone(t *testing.T) {
	for name, made := range map[string]func(testing.TB) (board.Sheet, Style){"palace": palace, "ridge": ridge} {
		t.Run(name, func(t *testing.T) {
			s, st := made(t)
			empty := s
			empty.Counters, empty.Works, empty.Arrows, empty.Marks = nil, nil, nil, nil
			var svgs [2][]byte
			for i, before := range []board.Sheet{s, empty} {
				forgetBases()
				Draw(before, st)
				svgs[i] = Draw(s, st).SVG()
			}
			if !bytes.Equal(svgs[0], svgs[1]) {
				t.Error("a map is another one when an empty one of its board was drawn before it")
			}
		})
	}
}

func forgetBases() {
	bases.Lock()
	defer bases.Unlock()
	bases.kept = nil
}

func TestPicturesAtATime(t *testing.T) {
	var lists []*List
	var alone [][]byte
	for _, shape := range []board.Shape{board.PointyHex, board.FlatHex, board.Square} {
		s, st := everything(t, shape)
		lists = append(lists, Draw(s, st))
		b, err := NewPainter(0).PNG(lists[len(lists)-1])
		if err != nil {
			t.Fatal(err)
		}
		alone = append(alone, b)
	}
	p := NewPainter(2)
	var all sync.WaitGroup
	for i := range 9 {
		all.Go(func() {
			if b, _ := p.PNG(lists[i%3]); !bytes.Equal(b, alone[i%3]) {
				t.Errorf("picture %d differs", i)
			}
		})
	}
	all.Wait()
}

// Maps of one board that are drawn at a time share its ground, and each is as large as it would be alone.
func TestDrawingsAtATime(t *testing.T) {
	for _, shape := range []board.Shape{board.PointyHex, board.FlatHex, board.Square} {
		s, st := everything(t, shape)
		works(&s)
		alone := Draw(s, st).SVG()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if !bytes.Equal(Draw(s, st).SVG(), alone) {
					t.Errorf("%v: a map drawn beside others has other bytes", shape)
				}
			})
		}
		all.Wait()
	}
}

func TestSVGIsSoundWhateverTheSheetSays(t *testing.T) {
	s, st := everything(t, board.PointyHex)
	s.Title = "</text><script>&\x00\xff"
	for i := range s.Counters {
		s.Counters[i].Top = "<b>" + strings.Repeat("long ", 30)
	}
	svg := Draw(s, st).SVG()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Error("a title became a script")
		}
	}
}

func TestLegendListsOnlyWhatIsThere(t *testing.T) {
	s, st := palace(t)
	svg := string(Draw(s, st).SVG())
	for _, there := range []string{">wood<", ">crest<", ">smoke<", ">loss<"} {
		if !strings.Contains(svg, there) {
			t.Errorf("the legend lacks %s", there)
		}
	}
	for _, absent := range []string{">jungle<", ">marsh<", ">assault<", ">trench<"} {
		if strings.Contains(svg, absent) {
			t.Errorf("the legend explains %s, which the map has not", absent)
		}
	}
}

// The legend explains the signs of the arms that counters on the map bear, and no others; what a vehicle carries too.
func TestLegendExplainsSignsOfArms(t *testing.T) {
	s, st := palace(t)
	st.Words = func(key string) string { return key }
	s.Counters = append(s.Counters, board.Counter{Place: "D3", Symbol: "mortar", Top: "M1"}, board.Counter{Place: "D3", Symbol: "truck", Top: "T9", Bottom: "+G7"})
	svg := string(Draw(s, st).SVG())
	for _, there := range []string{">letter.map.arm.infantry<", ">letter.map.arm.mortar<", ">letter.map.aboard<"} {
		if !strings.Contains(svg, there) {
			t.Errorf("the legend lacks %s", there)
		}
	}
	if strings.Contains(svg, ">letter.map.arm.flame<") {
		t.Error("the legend explains a sign that no counter bears")
	}
}

func TestTextMapTellsEveryUnit(t *testing.T) {
	s, st := palace(t)
	text := Speak(s, st, 78)
	for _, want := range []string{"C5: road, Republic G1", "PINNED", "E5: houses, several storeys", "(C1: road, CTV T1"} {
		if !strings.Contains(text, strings.TrimPrefix(want, "(")) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, l := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(l) > 78 {
			t.Errorf("too wide: %q", l)
		}
	}
}

func TestLabelsKeepOffCounters(t *testing.T) {
	s, st := palace(t)
	s.Labels = []board.Label{{Place: "D3", Text: "Cote 112"}}
	d := Draw(s, st)
	var label *Text
	for _, it := range d.Over {
		if it.Text != nil && it.Text.String == "Cote 112" {
			label = it.Text
		}
	}
	if label == nil {
		t.Fatal("the name is not written")
	}
	top := newLayout(s.Grid, 0, (&drawing{sheet: s, style: st}).top()).at["D3"]
	if label.Y > top.y-25 && label.Y < top.y+25 && label.X > top.x-20 && label.X < top.x+20 {
		t.Errorf("the name lies on the counter: %v,%v", label.X, label.Y)
	}
}

func big(b testing.TB, cols, rows int) (board.Sheet, Style) {
	g := grid(b, board.PointyHex, cols, rows)
	s := board.Sheet{Grid: g, Terrain: codes, Title: "Turn 1"}
	for i, p := range g.Places() {
		gr := grainOf(p)
		code := []string{".", ".", ".", "W", "o", "H", "b", "^", "w", "s"}[int(gr.next()*10)]
		s.Cells = append(s.Cells, board.Cell{Place: p, Code: code})
		if i%5 == 0 {
			s.Counters = append(s.Counters, board.Counter{Side: i % 2, Place: p, Symbol: "infantry", Top: p, Bottom: "4-5"})
		}
	}
	return s, Style{Words: plain}
}

func benchmark(b *testing.B, cols, rows int, f func(l *List) int) {
	s, st := big(b, cols, rows)
	n := 0
	for b.Loop() {
		n = f(Draw(s, st))
	}
	b.ReportMetric(float64(n), "bytes")
}

func svgBytes(l *List) int { return len(l.SVG()) }

// BenchmarkSVGZipped30x30 says what a drawing takes where it is kept or sent compressed.
func BenchmarkSVGZipped30x30(b *testing.B) {
	benchmark(b, 30, 30, func(l *List) int {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		if _, err := w.Write(l.SVG()); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		return out.Len()
	})
}

func BenchmarkSVG9x8(b *testing.B)   { benchmark(b, 9, 8, svgBytes) }
func BenchmarkSVG30x30(b *testing.B) { benchmark(b, 30, 30, svgBytes) }

// A board that was never drawn: the others find its ground kept.
func BenchmarkSVG30x30Cold(b *testing.B) {
	benchmark(b, 30, 30, func(l *List) int {
		bases.Lock()
		bases.kept = nil
		bases.Unlock()
		return svgBytes(l)
	})
}

func pngBytes(b *testing.B, keep int) func(*List) int {
	p := NewPainter(keep)
	return func(l *List) int {
		out, err := p.PNG(l)
		if err != nil {
			b.Fatal(err)
		}
		return len(out)
	}
}

func BenchmarkPNG9x8(b *testing.B)       { benchmark(b, 9, 8, pngBytes(b, 1)) }
func BenchmarkPNG30x30(b *testing.B)     { benchmark(b, 30, 30, pngBytes(b, 1)) }
func BenchmarkPNG100x100(b *testing.B)   { benchmark(b, 100, 100, pngBytes(b, 1)) }
func BenchmarkPNG30x30Cold(b *testing.B) { benchmark(b, 30, 30, pngBytes(b, 0)) }

// The ground and what is on it, each alone, have together what the whole map has.
func TestAMapInTwoLayers(t *testing.T) {
	palaceSheet, palaceStyle := palace(t)
	hexes, hexStyle := everything(t, board.FlatHex)
	for _, c := range []struct {
		name  string
		sheet board.Sheet
		style Style
	}{{"palace", palaceSheet, palaceStyle}, {"everything", hexes, hexStyle}} {
		name, list := c.name, Draw(c.sheet, c.style)
		whole, ground, over := string(list.SVG()), string(list.GroundSVG()), string(list.OverSVG())
		for _, what := range []string{"<text", "<use class", "<path"} {
			got := strings.Count(ground, what) + strings.Count(over, what)
			if want := strings.Count(whole, what); got < want {
				t.Errorf("%s: %d of %q in two layers, %d in one", name, got, what, want)
			}
		}
		for _, part := range []string{ground, over} {
			for _, use := range regexp.MustCompile(`href="#([a-z]+)"`).FindAllStringSubmatch(part, -1) {
				if !strings.Contains(part, `id="`+use[1]+`"`) {
					t.Errorf("%s: the stamp %s is used but not there", name, use[1])
				}
			}
		}
		if strings.Contains(over, hex(paper)+`"/>`) || len(over) >= len(whole) {
			t.Errorf("%s: the upper layer is not transparent, or no smaller", name)
		}
	}
}
