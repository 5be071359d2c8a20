package adjudicator_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words"
)

// trap is a line of testdata/traps: what looks like an order and is none, after which letter of which seat.
type trap struct {
	seat  table.Seat
	after int
	kind  string
	text  string
	ready []string // what it is asked back with; nil where it only has to be refused
	means string   // the order that it is all the same, because nothing else can be meant

	refused bool // the rules may be what refuses it: as it is typed, it is an order of the grammar
}

// TestTraps reads lines that deny an order, doubt it, ask for it or put it off, and names that may be of either side: testdata/traps/GAME.txt. None
// may leave an order, but for those that mean one thing only, such as an enemy's name behind "at"; a line that is only doubted or asked is asked back with the order as a ready line. What is answered never suggests
// what was written.
func TestTraps(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "traps", "*.txt"))
	if err != nil || len(files) < 5 {
		t.Fatal("the files are missing", err)
	}
	for _, file := range files {
		game := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(game, func(t *testing.T) { testTraps(t, file, game) })
	}
}

func testTraps(t *testing.T, file, game string) {
	traps := trapsOf(t, file)
	engine, _ := adjudicator.Game(game)
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	lines := make([]naturalLine, len(traps))
	for i, trap := range traps {
		lines[i] = naturalLine{seat: trap.seat, after: trap.after}
	}
	seen := 0
	eachNatural(t, filepath.Join("testdata", "natural", game+".gz"), lines, func(m *adjudicator.Match, i int) {
		seen++
		traps[i].spring(t, slipped{t: t, m: m, seat: traps[i].seat, lang: lang, lex: m.Now.Knows(traps[i].seat).Lexicon()})
	})
	if seen < len(traps) {
		t.Errorf("%d of %d lines have no such letter", len(traps)-seen, len(traps))
	}
}

func (l *trap) spring(t *testing.T, s slipped) {
	p := s.read(l.text)
	for _, line := range p.Lines {
		if l.means == orders.Canonical(line) && len(p.Lines) == 1 {
			return
		}
		if l.refused && s.m.Now.Knows(l.seat).Allowed(line) != nil {
			return
		}
		t.Errorf("%s: %q orders %q", l.kind, l.text, orders.Canonical(line))
	}
	if l.means != "" {
		t.Errorf("%s: %q does not order %q: %v", l.kind, l.text, l.means, p.Faults)
	}
	if len(p.Faults) == 0 && len(p.Lines) == 0 {
		t.Errorf("%s: %q has no answer", l.kind, l.text)
	}
	var ready []string
	for _, f := range p.Faults {
		ready = append(ready, f.Suggestions...)
		for _, word := range f.Suggestions {
			if len(f.Args) > 0 && word == f.Args[0].Value || word == l.text {
				t.Errorf("%s: %q is answered with what it says: %q", l.kind, l.text, word)
			}
		}
	}
	if l.ready == nil {
		return
	}
	var got, want []string
	for _, text := range ready {
		if again := s.read(text); len(again.Faults) == 0 && len(again.Lines) == 1 {
			got = append(got, orders.Canonical(again.Lines[0]))
		}
	}
	for _, text := range l.ready {
		again := s.read(text)
		if len(again.Faults) > 0 || len(again.Lines) != 1 {
			t.Errorf("%s: %q should be asked back with %q, which is no order", l.kind, l.text, text)
			return
		}
		want = append(want, orders.Canonical(again.Lines[0]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q is asked back with %q; should be %q", l.kind, l.text, got, want)
	}
}

func trapsOf(t *testing.T, file string) (out []trap) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n, text := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		parts := strings.Split(text, " | ")
		var l trap
		if len(parts) != 4 {
			t.Fatalf("%s:%d: %s", file, n+1, text)
		}
		if _, err := fmt.Sscanf(parts[0], "%s %d", &l.seat, &l.after); err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		l.kind, l.text = parts[1], parts[2]
		if means, ok := strings.CutPrefix(parts[3], "= "); ok {
			l.means = means
		} else if parts[3] == "REFUSED" {
			l.refused = true
		} else if parts[3] != "NO" {
			l.ready = strings.Split(parts[3], " / ")
		}
		out = append(out, l)
	}
	return out
}
