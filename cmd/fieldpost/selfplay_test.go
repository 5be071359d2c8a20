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

// A gate ends a match as soon as its games decide it. A bot against itself has half of each pair: rather 50 % than 25 or 75 after eleven pairs.
func TestAGateEndsAMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ gate, says, fails string }{
		{"25:50", "gate 25:50: passed", ""},
		{"50:75", "gate 50:75: failed", "random against random is rather at 50 % than at 75 %"},
		{"45:55", "gate 45:55: undecided", ""},
	} {
		var out bytes.Buffer
		s := SelfplayCmd{Game: "duel", Bot: "random", Against: "random", Games: 30, Seed: 1, Gate: c.gate}
		err := s.Run(t.Context(), &Console{Out: &out, Err: &bytes.Buffer{}})
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v", c.gate, err)
		}
		games := ": 22 games in "
		if c.gate == "45:55" {
			games = ": 60 games in "
		}
		if !strings.Contains(out.String(), games) || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %s", c.gate, out.String())
		}
	}
	for _, s := range []SelfplayCmd{
		{Game: "duel", Bot: "random", Games: 1, Gate: "50:75"},
		{Game: "duel", Bot: "random", Against: "random", Games: 1, Gate: "75:50"},
	} {
		if err := s.Run(t.Context(), &Console{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}); err == nil {
			t.Errorf("a gate of %q against %q is taken", s.Gate, s.Against)
		}
	}
}
