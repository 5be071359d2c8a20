package adjudicator_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/spelling"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios/words"
)

var (
	slips     = flag.Int("slips", 0, "typing errors in canonical lines of all games that are tried")
	slipsSeed = flag.Uint64("slips-seed", 1, "seed of the typing errors")
	slipsTold = flag.Bool("slips-told", false, "write every typing error that is not answered with what was meant")
)

// slipKinds are the typing errors that are made at a place of a line, each as often as the others. They return nil where they cannot be made.
var slipKinds = []struct {
	name string
	make func(r *rand.Rand, text []rune, at int) []rune
}{
	{"left out", func(r *rand.Rand, text []rune, at int) []rune { return slices.Delete(text, at, at+1) }},
	{"doubled", func(r *rand.Rand, text []rune, at int) []rune { return slices.Insert(text, at, text[at]) }},
	{"key beside", func(r *rand.Rand, text []rune, at int) []rune {
		near := keysBeside(text[at])
		if near == "" {
			return nil
		}
		text[at] = rune(near[r.IntN(len(near))])
		return text
	}},
	{"key beside too", func(r *rand.Rand, text []rune, at int) []rune {
		near := keysBeside(text[at])
		if near == "" {
			return nil
		}
		return slices.Insert(text, at+r.IntN(2), rune(near[r.IntN(len(near))]))
	}},
	{"any letter", func(r *rand.Rand, text []rune, at int) []rune {
		text[at] = rune('a' + r.IntN(26))
		return text
	}},
	{"any letter too", func(r *rand.Rand, text []rune, at int) []rune { return slices.Insert(text, at, rune('a'+r.IntN(26))) }},
	{"out of order", func(r *rand.Rand, text []rune, at int) []rune {
		if at+1 == len(text) {
			return nil
		}
		text[at], text[at+1] = text[at+1], text[at]
		return text
	}},
	{"no blank", func(r *rand.Rand, text []rune, at int) []rune {
		n := slices.Index(text[at:], ' ')
		if n < 0 {
			return nil
		}
		return slices.Delete(text, at+n, at+n+1)
	}},
}

// keyboard is the rows of letters and figures, each below the one before it and half a key to the right.
var keyboard = []string{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"}

// keysBeside returns the keys of the same kind that a finger may hit instead of one: a figure instead of a figure, a letter instead of a letter.
func keysBeside(c rune) (near string) {
	low := strings.ToLower(string(c))
	for n, row := range keyboard {
		at := strings.Index(row, low)
		if at < 0 {
			continue
		}
		for _, beside := range []struct{ row, at int }{{n, at - 1}, {n, at + 1}, {n - 1, at}, {n - 1, at + 1}, {n + 1, at - 1}, {n + 1, at}} {
			if beside.row < 0 || beside.row >= len(keyboard) || (beside.row == 0) != (n == 0) || beside.at < 0 || beside.at >= len(keyboard[beside.row]) {
				continue
			}
			near += keyboard[beside.row][beside.at : beside.at+1]
		}
	}
	if low != string(c) {
		return strings.ToUpper(near)
	}
	return near
}

// slipCount tells what became of lines with a typing error.
type slipCount struct {
	all        int // that nobody could take for another order
	understood int
	answered   int // with the line that was meant
	bad        int // answered without it
	wrong      int // read as another order
	tied       int // not counted: answered with three names that are as near as the one that was meant
	literal    int // not counted: the error makes another order of the line that is written without error
	missed     map[string]int
}

func (c *slipCount) add(other slipCount) {
	c.all, c.understood, c.answered, c.bad, c.wrong, c.literal = c.all+other.all, c.understood+other.understood, c.answered+other.answered, c.bad+other.bad, c.wrong+other.wrong, c.literal+other.literal
	c.tied += other.tied
	for kind, n := range other.missed {
		c.missed[kind] += n
	}
}

// TestSlipsInEveryGame puts typing errors into the canonical lines that the writers of testdata/natural meant, each in its position. Never is a
// line that was mended another order than the one meant; and 99 in 100 are understood, or answered with the line that was meant. Errors
// that make another order which is written without any error are not counted, because nobody could see them: 0504 for 0505, G1 for G2,
// "hold" for "fold". That is so where the grammar itself, which mends nothing, reads the line with its error as an order. Nor are those counted
// for which three names with figures are offered that are all as near to what was typed as the one that was meant: 0a03 is any of 0103 to 0903.
func TestSlipsInEveryGame(t *testing.T) {
	if *slips == 0 {
		t.Skip("with -slips 100000 it takes some twenty minutes of CPU")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "natural", "*.en.txt"))
	if err != nil || len(files) < 5 {
		t.Fatal("the files are missing", err)
	}
	sum := slipCount{missed: map[string]int{}}
	for _, file := range files {
		game, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(filepath.Base(file), func(t *testing.T) {
			one := testSlips(t, file, game, *slips/len(files))
			t.Logf("%+v", one)
			sum.add(one)
		})
	}
	t.Logf("all games: %+v", sum)
	if sum.all == 0 || sum.answered == 0 || sum.understood == 0 {
		t.Error("nothing was tried")
	}
	if (sum.bad+sum.wrong)*100 > sum.all {
		t.Errorf("%d of %d are not understood, nor answered with what was meant", sum.bad+sum.wrong, sum.all)
	}
}

// slipped is a canonical line in its position, into which typing errors are put.
type slipped struct {
	t     *testing.T
	m     *adjudicator.Match
	seat  table.Seat
	lang  orders.Language
	lex   orders.Lexicon
	meant string // the canonical line, as it is kept
}

func testSlips(t *testing.T, file, game string, n int) slipCount {
	lines := naturalLines(t, file)
	engine, _ := adjudicator.Game(game)
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	r := rand.New(rand.NewPCG(uint64(n), *slipsSeed))
	c := slipCount{missed: map[string]int{}}
	each := n/len(lines) + 1
	stride := max(1, len(lines)*each/max(n, 1))
	eachNatural(t, naturalGame(file), lines, func(m *adjudicator.Match, k int) {
		l := &lines[k]
		if k%stride != 0 || l.meant == "NO" {
			return
		}
		s := slipped{t: t, m: m, seat: l.seat, lang: lang, lex: m.Now.Knows(l.seat).Lexicon()}
		for _, meant := range strings.Split(l.meant, " ; ") {
			want := s.read(meant)
			if len(want.Faults) > 0 || len(want.Lines) != 1 {
				continue
			}
			s.meant = orders.Canonical(want.Lines[0])
			for range each {
				kind := slipKinds[r.IntN(len(slipKinds))]
				text := []rune(meant)
				if text = kind.make(r, text, r.IntN(len(text))); text == nil || string(text) == meant {
					continue
				}
				s.try(&c, string(text), kind.name)
			}
		}
	})
	return c
}

func (s *slipped) read(text string) events.Orders {
	return s.m.Read(s.seat, s.lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: strings.Split(text, "\n")}}}).Orders
}

// means reports whether a text orders what was meant, and nothing else.
func (s *slipped) means(text string) bool {
	p := s.read(text)
	return len(p.Faults) == 0 && len(p.Lines) == 1 && orders.Canonical(p.Lines[0]) == s.meant
}

// literally reports whether the grammar itself reads a line as an order that was not meant.
func (s *slipped) literally(text string) bool {
	p := orders.Parse(s.lang, s.lex, text, 1)
	return len(p.Faults) == 0 && len(p.Lines) > 0 && (len(p.Lines) > 1 || orders.Canonical(p.Lines[0]) != s.meant)
}

// try reads a line with a typing error and counts what became of it.
func (s *slipped) try(c *slipCount, text, kind string) {
	if s.literally(text) {
		c.literal++
		return
	}
	p := s.read(text)
	if s.tied(text, p.Faults) && !s.answered(text, p.Faults) {
		c.tied++
		return
	}
	c.all++
	switch {
	case len(p.Faults) == 0 && len(p.Lines) == 1 && orders.Canonical(p.Lines[0]) == s.meant:
		c.understood++
		return
	case len(p.Faults) == 0 && len(p.Lines) > 0:
		c.wrong++
		s.t.Errorf("%s: %q is read as %q; meant was %q", s.seat, text, orders.Canonical(p.Lines[0]), s.meant)
		return
	case s.answered(text, p.Faults):
		c.answered++
		return
	}
	c.bad++
	c.missed[kind]++
	if *slipsTold && len(p.Faults) > 0 {
		s.t.Logf("%s: not answered: %q for %q: %s @%d %q", kind, text, s.meant, p.Faults[0].Code, p.Faults[0].Column, p.Faults[0].Suggestions)
	} else if *slipsTold {
		s.t.Logf("%s: nothing is read: %q for %q", kind, text, s.meant)
	}
}

// tied reports whether a fault offers as many orders as there may be, and each is one error away from the text, in a name with figures.
func (s *slipped) tied(text string, faults []events.Fault) bool {
	if len(faults) != 1 || len(faults[0].Suggestions) < 3 || len(faults[0].Args) == 0 {
		return false
	}
	f := faults[0]
	for _, word := range f.Suggestions {
		line := word
		if p := s.read(line); len(p.Faults) > 0 || len(p.Lines) != 1 {
			line = strings.Replace(text, f.Args[0].Value, word, 1)
			if p = s.read(line); len(p.Faults) > 0 || len(p.Lines) != 1 {
				return false
			}
		}
		plain := func(line string) []rune {
			return []rune(strings.NewReplacer("-", " ", ",", " ").Replace(orders.Fold(line)))
		}
		if spelling.Distance(plain(line), plain(text)) > spelling.Edit || !strings.ContainsAny(f.Args[0].Value+word, "0123456789") {
			return false
		}
	}
	return true
}

// answered reports whether a fault of a line brings what was meant: as a ready line, or as the word to be written instead of one.
func (s *slipped) answered(text string, faults []events.Fault) bool {
	for _, f := range faults {
		ready := slices.Clone(f.Suggestions)
		if line, ok := orders.Correction(f); ok {
			ready = append(ready, line)
		}
		for _, word := range f.Suggestions {
			if len(f.Args) > 0 && f.Args[0].Value != "" {
				ready = append(ready, strings.Replace(text, f.Args[0].Value, word, 1))
			}
		}
		if slices.ContainsFunc(ready, s.means) {
			return true
		}
	}
	return false
}
