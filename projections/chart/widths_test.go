package chart

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var newWidths = flag.Bool("new-widths", false, "write widths.txt from the fonts")

// TestWidthsAreThoseOfTheFonts asserts that widths.txt says what the fonts say, of every rune.
func TestWidthsAreThoseOfTheFonts(t *testing.T) {
	var buf sfnt.Buffer
	var want bytes.Buffer
	line := func(r rune) {
		missing := true
		text := fmt.Sprintf("%x", r)
		for i := range fonts() {
			f := fonts()[i]
			glyph := sfnt.GlyphIndex(0)
			if r >= 0 {
				var err error
				if glyph, err = f.GlyphIndex(&buf, r); err != nil {
					t.Fatal(err)
				}
			}
			a, err := f.GlyphAdvance(&buf, glyph, fixed.I(1000), 0)
			if err != nil {
				t.Fatal(err)
			}
			missing = missing && glyph == 0
			text += fmt.Sprintf(" %d", a)
		}
		if !missing || r < 0 {
			want.WriteString(text + "\n")
		}
	}
	line(-1)
	for r := range rune(0x20000) {
		line(r)
	}
	if *newWidths {
		if err := os.WriteFile("widths.txt", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if widthsText != want.String() {
		t.Error("widths.txt is not what the fonts say: run this test with -new-widths")
	}
}
