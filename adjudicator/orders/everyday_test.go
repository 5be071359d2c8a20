package orders

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// understood returns the lines of the corpus that are one order each, with the language that reads them.
func understood(t *testing.T) map[string]*Grammar {
	t.Helper()
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*Grammar{}
	for _, file := range files {
		g := NewGrammar(skirmish())
		if filepath.Base(file) == "verb-first.txt" {
			g = NewGrammar(verbFirst())
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(data), "\n") {
			text, ok := strings.CutPrefix(line, "> ")
			if text = unescape(text); !ok || strings.ContainsAny(text, "#/") {
				continue
			}
			if p := g.Parse(field{}, nil, text, 1); len(p.Lines) == 1 && len(p.Faults) == 0 {
				out[text] = g
			}
		}
	}
	if len(out) < 150 {
		t.Fatalf("only %d lines", len(out))
	}
	return out
}

// polite reports whether a text says please, so that a request in it is an order.
func polite(text string) bool {
	said := " " + strings.NewReplacer(",", "", ".", "").Replace(Fold(text)) + " "
	return slices.ContainsFunc(speech.tongues, func(t Tongue) bool {
		return slices.ContainsFunc(t.Pleas, func(plea string) bool { return strings.Contains(said, " "+Fold(plea)+" ") })
	})
}

var everyDoubt = flag.Bool("every-doubt", false, "put every negation and doubt at every place of every line that is understood")

// TestADoubtLeavesNoOrder: a negation or a doubt, put anywhere into a line that is understood, never leaves the same order. With -every-doubt
// that is every one of the data's words for them, between any two words or marks of every line; else a fixed part of these cases.
func TestADoubtLeavesNoOrder(t *testing.T) {
	doubts := []string{
		"not", "don't", "do not", "never", "maybe", "perhaps", "unless", "except", "without", "if I were you", "next turn", "should", "could", "would", "?", "or",
		"ne", "pas", "jamais", "peut-être", "sauf", "sans", "au prochain tour", "devrait", "nicht", "vielleicht", "nie",
	}
	requests := map[string]bool{} // an order in a line that says please
	for _, tongue := range speech.tongues {
		doubts = append(doubts, tongue.Doubts...)
		doubts = append(doubts, tongue.Wavering...)
		for _, request := range tongue.Requests {
			if !polite(request) {
				requests[request] = true
			}
		}
		for _, modal := range tongue.Modals {
			requests[modal] = true
		}
	}
	doubts = append(doubts, slices.Sorted(maps.Keys(requests))...)
	stride := 239 // a prime, so that all words and places come in turn
	if *everyDoubt {
		stride = 1
	}
	lines, n, tried := understood(t), 0, 0
	for _, text := range slices.Sorted(maps.Keys(lines)) {
		p := lines[text].Parser(field{})
		meant := Canonical(p.Parse(text, 1).Lines[0])
		asked := polite(text)
		typed := read(text)
		places := []int{len(typed.runes)}
		for _, a := range typed.atoms {
			places = append(places, a.from)
		}
		for _, at := range places {
			before, after := string(typed.runes[:at]), string(typed.runes[at:])
			for _, doubt := range doubts {
				if n++; n%stride != 0 || asked && requests[doubt] {
					continue
				}
				tried++
				line := strings.TrimSpace(before + " " + doubt + " " + after)
				for _, l := range p.Parse(line, 1).Lines {
					if Canonical(l) == meant {
						t.Errorf("%q still orders %q", line, meant)
					}
				}
			}
		}
	}
	t.Logf("%d of %d cases", tried, n)
}

// otherName reports whether a text has a name in play, or a number, other than was written there.
func otherName(text, meant string) bool {
	names := func(text string) []string {
		all := strings.FieldsFunc(Fold(text), func(c rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789.", c) })
		return slices.DeleteFunc(all, func(name string) bool { return !hasDigit(name) })
	}
	got, written := names(text), names(meant)
	for i, name := range got {
		if !slices.Contains(written, name) || len(got) == len(written) && name != written[i] {
			return true
		}
	}
	return false
}

// otherPhrase reports whether a text has a phrase that is as good as what was written there.
func otherPhrase(text, meant string) bool {
	return slices.ContainsFunc([]string{"hold fire", "faces "}, func(phrase string) bool { return strings.Contains(text, phrase) && !strings.Contains(meant, phrase) })
}

// TestASlipIsNeverAnotherOrder: a line with a wrong letter that is taken all the same is the line that was meant, unless the letter makes
// another name of one, or another phrase: A1 for G1 is nothing that could be seen, nor is "faces E" for "face SE".
func TestASlipIsNeverAnotherOrder(t *testing.T) {
	lang := skirmish()
	g := NewGrammar(lang)
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		l := drawLine(t, lang)
		text := []rune(g.text(&l))
		at, letter := rapid.IntRange(0, len(text)-1).Draw(t, "at"), rapid.RuneFrom([]rune("abcdefghijklmnopqrstuvwxyz")).Draw(t, "letter")
		switch rapid.IntRange(0, 3).Draw(t, "slip") {
		case 0:
			text = append(text[:at:at], text[at+1:]...)
		case 1:
			text[at] = letter
		case 2:
			text = append(append(text[:at:at], letter), text[at:]...)
		default:
			if at+1 < len(text) {
				text[at], text[at+1] = text[at+1], text[at]
			}
		}
		p := g.Parse(field{}, nil, string(text), 1)
		if len(p.Lines) != 1 || len(p.Faults) > 0 || p.Typed[0] == "" {
			return
		}
		if otherName(string(text), g.text(&l)) || otherPhrase(Fold(string(text)), Fold(g.text(&l))) {
			return
		}
		taken++
		if got, meant := Canonical(p.Lines[0]), g.text(&l); got != meant {
			t.Errorf("%q is read as %q; meant was %q", string(text), got, meant)
		}
	})
	if taken == 0 {
		t.Error("no slip was ever taken")
	}
}

// TestAnyWordsAreReadOrAnswered: whatever words of everyday speech follow one another, wherever the line ends, something is read or answered.
func TestAnyWordsAreReadOrAnswered(t *testing.T) {
	g := NewGrammar(skirmish())
	words := []string{"G2", "G1", "D5", "north.G1", "mortar", "2", ",", "-", "(", "x2", ";", ":"}
	for _, v := range []*vocabulary{&g.from, &g.towards, &g.with, &g.through, &g.articles, &g.counted, &g.fronts, &g.occupants, &g.bodies, &g.ranks, &g.quantities, &g.crowds, &g.scenery, &g.states, &g.likewise, &g.andWords, &g.thenWords} {
		for _, k := range v.keys[:min(len(v.keys), 9)] {
			words = append(words, k.text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		deeds := rapid.SliceOfN(rapid.SampledFrom(g.forms.sorted), 0, 2).Draw(t, "deeds")
		others := rapid.SliceOfN(rapid.SampledFrom(words), 1, 6).Draw(t, "others")
		line := strings.Join(rapid.Permutation(slices.Concat(deeds, others)).Draw(t, "line"), " ")
		p := g.Parse(field{}, nil, line, 1)
		if len(p.Lines) == 0 && len(p.Faults) == 0 && len(p.Unfilled) == 0 && strings.ContainsAny(line, "abcdefghijklmnopqrstuvwxyzG") {
			t.Errorf("%q has no answer", line)
		}
	})
}
