package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

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
