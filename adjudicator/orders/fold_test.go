package orders

import (
	"testing"

	"pgregory.net/rapid"
)

// The short way of folding tidy texts comes to what the long one does.
func TestTidyTextsAreFoldedAlike(t *testing.T) {
	tidy := 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching("[ -~]{0,8}( [A-Za-z0-9.'_-]{1,6}){0,3}").Draw(t, "text")
		runes, _ := normalise(decode(s))
		if want := fold(runes); Fold(s) != want {
			t.Errorf("%q is folded to %q instead of %q", s, Fold(s), want)
		}
		if isTidy(s) {
			tidy++
		}
	})
	if tidy == 0 {
		t.Error("no text was tidy: nothing is asserted")
	}
}
