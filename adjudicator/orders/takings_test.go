package orders

import (
	"slices"
	"testing"
)

// TestTakings: replies that take what a letter offers, and lines that are something else.
func TestTakings(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Taking
	}{
		{"yes", []Taking{{0, 0}}},
		{"Yes, please!", []Taking{{0, 0}}},
		{"1 yes", []Taking{{1, 0}}},
		{"1: OK", []Taking{{1, 0}}},
		{"3 b", []Taking{{3, 2}}},
		{"3b", []Taking{{3, 2}}},
		{"(3) b)", []Taking{{3, 2}}},
		{"1 yes, 2 yes; 4 c", []Taking{{1, 0}, {2, 0}, {4, 3}}},
		{"lines 1 and 2: yes", []Taking{{1, 0}, {2, 0}}},
		{"1 oui, 2 oui", []Taking{{1, 0}, {2, 0}}},
		{"oui merci", []Taking{{0, 0}}},
		{"ligne 2 d'accord", []Taking{{2, 0}}},
		{"Zeile 4: ja, bitte", []Taking{{4, 0}}},
		{"", nil}, {"1", nil}, {"1, 2", nil}, {"yes 2", nil}, {"0 yes", nil}, {"no", nil}, {"1 no", nil}, {"1 yes, G1: hold", nil}, {"G1 a", nil}, {"1 ab", nil},
		{"99999999999999999999 yes", nil}, {"1 yes maybe", nil},
	} {
		got, ok := speech.Takings(c.text)
		if ok != (c.want != nil) || ok && !slices.Equal(got, c.want) {
			t.Errorf("%q: %v %t, want %v", c.text, got, ok, c.want)
		}
	}
}

// TestAmending: what only says that a line is changed goes; what compares it with another does not.
func TestAmending(t *testing.T) {
	for text, want := range map[string]string{
		"rather at E6": "at E6", "I meant: E6": "E6", "plutôt en E6": "en E6", "ich meinte E6": "E6", "rather than E5, E6": "rather than E5, E6",
		"plutôt que E5": "plutôt que E5", "rather": "rather", "no fire at E5": "no fire at E5", "better not fire": "not fire", "": "",
	} {
		if got := speech.Amending(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
