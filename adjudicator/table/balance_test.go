package table

import "testing"

// Wilson's intervals by their formula in floating point, rounded.
func TestShares(t *testing.T) {
	for _, x := range []struct {
		halves, games int
		want          Share
	}{
		{0, 10, Share{0, 0, 28}}, {20, 10, Share{100, 72, 100}}, {10, 10, Share{50, 24, 76}}, {200, 100, Share{100, 96, 100}},
		{116, 100, Share{58, 48, 67}}, {820, 1000, Share{41, 38, 44}}, {1, 1, Share{50, 5, 95}}, {553, 400, Share{69, 64, 73}},
		{168, 100, Share{84, 76, 90}}, {166, 100, Share{83, 74, 89}},
	} {
		if got := ShareOf(x.halves, x.games); got != x.want {
			t.Errorf("%d halves of %d games: %v, want %v", x.halves, x.games, got, x.want)
		}
	}
}

func TestBalance(t *testing.T) {
	b := Balance{Bot: "sensible", Games: 400, Won: []Won{{"north", 232}, {"south", 120}}}
	if got := b.Share("north"); got != (Share{64, 59, 69}) {
		t.Errorf("north has %v: 232 games won and half of 48", got)
	}
	if got := b.Share("south"); got != (Share{36, 31, 41}) {
		t.Errorf("south has %v", got)
	}
	if got := b.Favours(); got != "north" {
		t.Errorf("it favours %q", got)
	}
	b.Won = []Won{{"north", 205}, {"south", 195}}
	if got := b.Favours(); got != "" {
		t.Errorf("205 of 400 games favour %q", got)
	}
	if flaws := b.flaws([]Party{{ID: "north"}, {ID: "south"}}); len(flaws) > 0 {
		t.Errorf("a sound balance has flaws: %v", flaws)
	}
	b.Won = []Won{{"west", 300}, {"south", 195}}
	if flaws := b.flaws([]Party{{ID: "north"}, {ID: "south"}}); len(flaws) != 2 {
		t.Errorf("a side that is not there and too many games are two flaws, not %v", flaws)
	}
}
