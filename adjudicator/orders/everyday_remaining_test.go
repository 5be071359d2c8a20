package orders

import (
	"slices"
	"testing"
)

// TestTheOthersStayAsTheyAre: a line about the others gives those the order to stay of whom no other line of the mail speaks; where nobody has an
// order, or what was ordered before is meant, it is asked back.
func TestTheOthersStayAsTheyAre(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	never := func(l Line) Verdict {
		if l.Text == "" || l.Clauses != nil && l.Clauses[0].Verb == "hold" {
			return Refused
		}
		return Allowed
	}
	own := field{}.Own()
	for _, c := range []struct {
		text     string
		judge    Judge
		resting  []string // units that are to hold
		needless int
		asked    bool
	}{
		{"G1: move C5\nthe others stay put", allow, []string{"G2", "G3"}, 0, false},
		{"the others stay where they are\nG1: move C5\nG3: move C5", allow, []string{"G2"}, 0, false},
		{"G1: move C5\nles autres restent où ils sont", allow, []string{"G2", "G3"}, 0, false},
		{"G1: move C5\neveryone else: hold", allow, []string{"G2", "G3"}, 0, false},
		{"G1: move C5\nG2 flurbles at C5\nthe others stay put", allow, []string{"G3"}, 0, true},
		{"G1: move C5\nthe others stay put", never, nil, 1, false},
		{"the others stay put", allow, nil, 0, true},
		{"G1: move C5\nthe rest as planned", allow, nil, 0, true},
		{"G1: move C5\nle reste comme avant", allow, nil, 0, true},
		{"G1: move C5\nthe others stay put?", allow, nil, 0, true},
	} {
		p := NewGrammar(skirmish()).Parse(field{}, c.judge, c.text, 1)
		var resting []string
		numbers := map[int64]bool{}
		for _, l := range p.Lines {
			if len(l.Clauses) == 1 && l.Clauses[0].Verb == "hold" && slices.Contains([]string{"G1", "G2", "G3"}, valueOf(&l, "unit")) {
				resting = append(resting, valueOf(&l, "unit"))
			}
			if numbers[l.Number] {
				t.Errorf("%q: two lines are number %d", c.text, l.Number)
			}
			numbers[l.Number] = true
		}
		if !slices.Equal(resting, c.resting) || len(p.Needless) != c.needless || (len(p.Faults) > 0) != c.asked {
			t.Errorf("%q of %v: %v hold, %d needless, faults %+v", c.text, own, resting, len(p.Needless), p.Faults)
		}
	}
}

// TestALineOfSeveralTakesNoNumberOfAnother: a line that is read as several has numbers that no line of the mail was given.
func TestALineOfSeveralTakesNoNumberOfAnother(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	p := NewGrammar(skirmish()).Parse(field{}, allow, "4. G1 and G2 move to C5\n5 G3: hold\n6) G4: hold\nM1: hold", 1)
	if len(p.Faults) > 0 {
		t.Fatalf("%+v", p.Faults)
	}
	var got []string
	for _, l := range p.Lines {
		got = append(got, itoa(int(l.Number))+" "+l.Text)
	}
	for _, l := range NewGrammar(skirmish()).Parse(field{}, allow, "9223372036854775807. G4: hold\n1. G1 and G2 move to C5\n2. G3: hold", 1).Lines {
		if l.Number < 1 || l.Number > MostLines {
			t.Errorf("%s is line %d", l.Text, l.Number)
		}
	}
	want := []string{"4 G1: move C5", "7 G2: move C5", "5 G3: hold", "6 G4: hold", "8 M1: hold"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestANameOfBothSidesBehindAPlace: a place before the verb whose name is but a letter from that of the unit behind it, which both sides have, may be a
// slip for the unit; nothing is guessed.
func TestANameOfBothSidesBehindAPlace(t *testing.T) {
	allow := func(Line) Verdict { return Allowed }
	for text, read := range map[string]bool{"C1: fire G1": false, "C5: fire G1": true, "C2: fire G2": true} { // there is a north.G1
		if p := NewGrammar(skirmish()).Parse(field{}, allow, text, 1); (len(p.Lines) > 0) != read {
			t.Errorf("%q: %+v", text, p)
		}
	}
}
