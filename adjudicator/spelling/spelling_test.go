package spelling_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/spelling"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"d5", "d5", 0}, {"0540", "0504", 2}, {"0715", "0714", 3}, {"0784", "0714", 4}, {"0", "9", 3}, {"mvoe", "move", 2},
		{"asault", "assault", 4}, {"d55", "d5", 4}, {"", "abc", 12}, {"abc", "", 12}, {"lgm", "lmg", 2}, {"été", "ete", 8},
	} {
		if got := spelling.Distance([]rune(c.a), []rune(c.b)); got != c.want || spelling.Distance([]rune(c.b), []rune(c.a)) != got {
			t.Errorf("Distance(%q, %q) = %d, want %d both ways", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"artillery", "armour", "Airfield", strings.Repeat("a", 65)}
	for _, c := range []struct{ typed, want string }{
		{"artilery", "artillery"}, {"ARMOR", "armour"}, {"airfeild", "Airfield"}, {"infantry", ""}, {"", ""},
		{strings.Repeat("a", 65), ""}, {strings.Repeat("x", 1<<16), ""},
	} {
		if got, ok := spelling.Nearest(c.typed, names); got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%.10q) = %q, %v, want %q", c.typed, got, ok, c.want)
		}
	}
}
