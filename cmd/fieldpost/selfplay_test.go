package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// The smallest results out of 100, 200 and 400 games that show a share of 75 percent or more, and the largest that do not.
func TestWhatAShareShows(t *testing.T) {
	for _, c := range []struct {
		won, games int
		shows      bool
	}{{84, 100, true}, {83, 100, false}, {163, 200, true}, {317, 400, true}, {75, 100, false}} {
		low, high := wilson(float64(c.won)/float64(c.games), c.games)
		if (low >= 75) != c.shows || high <= 100*float64(c.won)/float64(c.games) {
			t.Errorf("%d of %d games: %.2f to %.2f percent", c.won, c.games, low, high)
		}
	}
	if low, high := wilson(1, 10); low < 70 || high > 100.0001 {
		t.Errorf("10 of 10 games: %.2f to %.2f percent", low, high)
	}
}

// In a match of a bot against itself each seed's pair of games splits, or is drawn twice: what is measured is the bot, not the side.
func TestAMatchAgainstItselfIsEven(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := SelfplayCmd{Game: "duel", Bot: "random", Against: "random", Games: 3, Seed: 1}
	if err := s.Run(t.Context(), &Console{Out: &out, Err: &bytes.Buffer{}}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if !regexp.MustCompile(`: 6 games in .*; share 50 % \(.*; won by( \w+ \d+ \(\d+ %, \d+ to \d+\))+\n`).MatchString(line) {
			t.Errorf("%s", line)
		}
	}
	if out.Len() == 0 {
		t.Error("nothing was played")
	}
}
