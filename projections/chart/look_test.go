package chart

import (
	"os"
	"path/filepath"
	"testing"

	"fieldpost/adjudicator/board"
)

// With CHART_OUT naming a folder this writes the pictures there, to be looked at.
func TestPictures(t *testing.T) {
	dir := os.Getenv("CHART_OUT")
	if dir == "" {
		t.Skip("CHART_OUT names no folder")
	}
	p := NewPainter(4)
	write := func(name string, s board.Sheet, st Style) {
		l := Draw(s, st)
		b, err := p.PNG(l)
		if err != nil {
			t.Fatal(err)
		}
		svg := l.SVG()
		t.Log(name, l.Width, l.Height, "png", len(b), "svg", len(svg))
		os.WriteFile(filepath.Join(dir, name+".png"), b, 0o644)
		os.WriteFile(filepath.Join(dir, name+".svg"), svg, 0o644)
	}
	s, st := palace(t)
	write("palace", s, st)
	s, st = ridge(t)
	write("ridge", s, st)
	for name, shape := range map[string]board.Shape{"pointy": board.PointyHex, "flat": board.FlatHex, "square": board.Square} {
		s, st := everything(t, shape)
		write(name, s, st)
	}
}
