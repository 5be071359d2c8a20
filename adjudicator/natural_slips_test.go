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
	"fieldpost/events"
	"fieldpost/scenarios/words"
)

var slips = flag.Int("slips", 0, "typing errors in canonical lines of all games that are tried")

// slipped returns a line with one letter left out, wrong, too many or out of order.
func slipped(r *rand.Rand, line string) string {
	text := []rune(line)
	at, letter := r.IntN(len(text)), rune('a'+r.IntN(26))
	switch r.IntN(4) {
	case 0:
		return string(slices.Delete(text, at, at+1))
	case 1:
		text[at] = letter
	case 2:
		return string(slices.Insert(text, at, letter))
	default:
		if at+1 < len(text) {
			text[at], text[at+1] = text[at+1], text[at]
		}
	}
	return string(text)
}

// slipCount tells what became of lines with a typing error.
type slipCount struct{ all, understood, answered, unseen, bad, wrong int }

// TestSlipsInEveryGame puts typing errors into the canonical lines that the writers of testdata/natural meant, each in its position. Never is a
// line that was mended another order than the one meant, unless the letter makes another name, number or word of the game of one, which nobody
// could see; and 99 in 100 are understood, or answered with the line that was meant.
func TestSlipsInEveryGame(t *testing.T) {
	if *slips == 0 {
		t.Skip("with -slips 100000 it takes an hour of CPU")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "natural", "*.en.txt"))
	if err != nil || len(files) < 5 {
		t.Fatal("the files are missing", err)
	}
	var sum slipCount
	for _, file := range files {
		game, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(filepath.Base(file), func(t *testing.T) {
			one := testSlips(t, file, game, *slips/len(files))
			t.Logf("%+v", one)
			sum.all, sum.understood, sum.answered, sum.unseen = sum.all+one.all, sum.understood+one.understood, sum.answered+one.answered, sum.unseen+one.unseen
			sum.bad, sum.wrong = sum.bad+one.bad, sum.wrong+one.wrong
		})
	}
	t.Logf("all games: %+v", sum)
	if sum.all == 0 || sum.answered == 0 {
		t.Error("nothing was tried")
	}
}

func testSlips(t *testing.T, file, game string, n int) (c slipCount) {
	lines := naturalLines(t, file)
	engine, _ := adjudicator.Game(game)
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	r := rand.New(rand.NewPCG(uint64(n), 1))
	each := n/len(lines) + 1
	stride := max(1, len(lines)*each/max(n, 1))
	eachNatural(t, file, lines, func(m *adjudicator.Match, k int) {
		l := &lines[k]
		if k%stride != 0 || l.meant == "NO" {
			return
		}
		for _, meant := range strings.Split(l.meant, " ; ") {
			want := readAs(m, l, lang, meant)
			if len(want.Faults) > 0 || len(want.Lines) != 1 {
				continue
			}
			for range each {
				c.slip(t, m, l, lang, slipped(r, meant), orders.Canonical(want.Lines[0]))
			}
		}
	})
	return c
}

func readAs(m *adjudicator.Match, l *naturalLine, lang orders.Language, text string) events.Orders {
	return m.Read(l.seat, lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: []string{text}}}}).Orders
}

// slip reads a line with a typing error and counts what became of it.
func (c *slipCount) slip(t *testing.T, m *adjudicator.Match, l *naturalLine, lang orders.Language, text, meant string) {
	alike := strings.NewReplacer(" target=", " ", " at ", " ") // "fire I1 at R2" and "fire I1 R2" are one order in some games
	means := func(p events.Orders) bool {
		return len(p.Faults) == 0 && len(p.Lines) == 1 && alike.Replace(orders.Canonical(p.Lines[0])) == alike.Replace(meant)
	}
	c.all++
	p := readAs(m, l, lang, text)
	switch {
	case means(p):
		c.understood++
		return
	case len(p.Faults) == 0 && len(p.Lines) == 0: // a comment, or nothing
		c.bad++
		return
	case len(p.Faults) == 0:
		if !slices.ContainsFunc(p.Ignored, func(remark string) bool { return strings.HasPrefix(remark, "orders.read-as") }) || otherFigures(text, meant) {
			c.unseen++ // it is written like this
			return
		}
		c.wrong++
		t.Errorf("%s %03d: %q is read as %q; meant was %q", l.seat, l.after, text, orders.Canonical(p.Lines[0]), meant)
		return
	}
	for _, f := range p.Faults {
		ready := slices.Clone(f.Suggestions)
		if line, ok := orders.Correction(f); ok {
			ready = append(ready, line)
		}
		for _, s := range f.Suggestions {
			if len(f.Args) > 0 && f.Args[0].Value != "" {
				ready = append(ready, strings.Replace(text, f.Args[0].Value, s, 1))
			}
		}
		if slices.ContainsFunc(ready, func(line string) bool { return means(readAs(m, l, lang, line)) }) {
			c.answered++
			return
		}
	}
	if otherFigures(text, meant) {
		c.unseen++ // which unit or place was meant nobody can tell: the answer says that there is none of this name
		return
	}
	c.bad++
	if *slips > 1000 && c.bad%20 == 0 {
		t.Logf("not answered: %q for %q: %s %q", text, meant, p.Faults[0].Code, p.Faults[0].Suggestions)
	}
}

// otherFigures reports whether a text has other names with figures, or other numbers, than was meant.
func otherFigures(text, meant string) bool {
	names := func(s string) (out []string) {
		for _, w := range strings.FieldsFunc(orders.Fold(s), func(c rune) bool { return strings.ContainsRune(" ,:;|-", c) }) {
			if strings.ContainsAny(w, "0123456789") {
				out = append(out, w)
			}
		}
		return out
	}
	return !slices.Equal(names(text), names(meant))
}
