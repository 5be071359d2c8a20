package contest

import "testing"

// The smallest results out of 100, 200 and 400 games that show a share of 75 percent or more, and the largest that do not.
func TestWhatAShareShows(t *testing.T) {
	for _, c := range []struct {
		won, games int
		shows      bool
	}{{84, 100, true}, {83, 100, false}, {163, 200, true}, {317, 400, true}, {75, 100, false}} {
		low, high := Wilson(float64(c.won)/float64(c.games), c.games)
		if (low >= 75) != c.shows || high <= 100*float64(c.won)/float64(c.games) {
			t.Errorf("%d of %d games: %.2f to %.2f percent", c.won, c.games, low, high)
		}
	}
	if low, high := Wilson(1, 10); low < 70 || high > 100.0001 {
		t.Errorf("10 of 10 games: %.2f to %.2f percent", low, high)
	}
}
