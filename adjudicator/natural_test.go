package adjudicator_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/archive"
	"fieldpost/scenarios/words"
)

var naturalMissed = flag.Bool("natural-missed", false, "write the lines of testdata/natural that are not understood, with what they are answered")

var naturalMarks = flag.Bool("natural-marks", false, "write the marks of testdata/natural anew; a line that is read wrongly stays a failure")

// naturalLine is a line of testdata/natural: what somebody wrote who knew the game from its letters alone, after which letter of which
// seat, and what he meant.
type naturalLine struct {
	mark  string // "=" understood, "?" asked back or refused, "x" read as something else, and known to be
	seat  table.Seat
	after int // letters of the seat
	text  string
	meant string // canonical lines, parted by " ; ", or NO where nothing may be ordered
	got   string // the mark that it should have
	asked bool   // the answer has a ready line that says what was meant
	why   string // what is answered: the code of the fault, with what it suggests
}

// TestNaturalLines reads lines as people wrote them who had seen nothing but letters of the five games: testdata/natural/GAME.LANG.txt, with the
// game of those letters beside it. Those of GAME.fresh were written, about another game, before anybody had seen how lines are read; how many of
// them are understood says more of lines that nobody has tried. Those of GAME.blind are of a third game, those of GAME.cold of a fourth, in which those of GAME.second were
// written too; those of GAME.third are of another scenario, those of GAME.fourth of a fifth game,
// with German lines where the game speaks German. Those of GAME.fifth are everyday lines of one more scenario each, in the proportions of
// what people do with words that they were told: as many in French as in English. Those of GAME.sixth are of one more game each, written before any of them was read, and so are those of GAME.seventh to GAME.eighteenth; those of GAME.tenth have several orders, counts, places instead of names, conditions and politeness.
// Those of GAME.hand are of a game that was played by hand from its letters; those of GAME.verbs say each verb that can be ordered in several ways, rare ones like common ones. A line that is understood must say what its writer meant; one that was understood stays so; a negation,
// a doubt or a question (NO) yields no order. After a letter that puts a question to the seat the line answers it.
// A line that is known to be read wrongly stands with an "x" until the reader is mended: leaving it out would hide it. There may only be fewer of them.
func TestNaturalLines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "natural", "*.txt"))
	if err != nil || len(files) < 10 {
		t.Fatal("the files are missing", err)
	}
	sets, wrong := map[string][]naturalSet{}, 0 // by the game of their letters
	var games []string
	for _, file := range files {
		set := naturalSet{file: file, lines: naturalLines(t, file)}
		for _, l := range set.lines {
			if l.mark == "x" {
				wrong++
			}
		}
		game := naturalGame(file)
		if len(sets[game]) == 0 {
			games = append(games, game)
		}
		sets[game] = append(sets[game], set)
	}
	for _, game := range games {
		t.Run(strings.TrimSuffix(filepath.Base(game), ".gz"), func(t *testing.T) { testNatural(t, game, sets[game]) })
	}
	if wrong > mostReadWrongly {
		t.Errorf("%d lines are known to be read wrongly; they were %d", wrong, mostReadWrongly)
	}
}

// naturalSet is a file of testdata/natural: lines of one language after the letters of one game.
type naturalSet struct {
	file  string
	lines []naturalLine
}

// naturalGame returns the file of the game of a file of lines, whose name ends in its language.
func naturalGame(file string) string {
	stem := strings.TrimSuffix(file, ".txt")
	return strings.TrimSuffix(stem, filepath.Ext(stem)) + ".gz"
}

// mostReadWrongly is how many lines of testdata/natural may be marked "x".
const mostReadWrongly = 19

// testNatural reads the sets of a game, which is gone through once for all of them.
func testNatural(t *testing.T, game string, sets []naturalSet) {
	name, _, _ := strings.Cut(filepath.Base(game), ".")
	engine, _ := adjudicator.Game(name)
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	var lines []naturalLine
	for _, set := range sets {
		lines = append(lines, set.lines...)
	}
	eachNatural(t, game, lines, func(m *adjudicator.Match, i int) { lines[i].judge(t, m, lang) })
	for _, set := range sets {
		n := len(set.lines)
		t.Run(strings.TrimSuffix(filepath.Base(set.file), ".txt"), func(t *testing.T) { reportNatural(t, set.file, lines[:n]) })
		lines = lines[n:]
	}
}

// reportNatural counts how the lines of a file were read, and compares each with its mark.
func reportNatural(t *testing.T, file string, lines []naturalLine) {
	understood, asked, wrong, all := 0, 0, 0, 0
	var marked []string
	for _, l := range lines {
		if l.got == "" {
			t.Errorf("%s %03d: there is no such letter: %s", l.seat, l.after, l.text)
			continue
		}
		if l.meant != "NO" {
			switch all++; {
			case l.got == "=":
				understood++
			case l.got == "x":
				wrong++
			case l.asked:
				asked++
			}
			if *naturalMissed && l.got == "?" {
				t.Logf("%s %03d | %s | %s\n\t%s", l.seat, l.after, l.text, l.meant, l.why)
			}
		}
		if l.got == "?" && l.mark == "=" && !*naturalMarks {
			t.Errorf("%s %03d: %q was understood", l.seat, l.after, l.text)
		}
		marked = append(marked, fmt.Sprintf("%s %s %03d | %s | %s", l.got, l.seat, l.after, l.text, l.meant))
	}
	t.Logf("%d of %d lines understood, %d asked back with what was meant as a ready line, %d refused, %d read wrongly", understood, all, asked, all-understood-asked-wrong, wrong)
	if *naturalMarks {
		if err := os.WriteFile(file, []byte(strings.Join(marked, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// eachNatural goes through a game and calls once for every line, in the position after the letters that its writer had seen.
func eachNatural(t *testing.T, game string, lines []naturalLine, do func(m *adjudicator.Match, i int)) {
	x := opened(t, game)
	m := adjudicator.New(x.Game, adjudicator.Source{Engines: adjudicator.Game, Blob: blobsOf(x)})
	letters, done := map[string]int{}, make([]bool, len(lines))
	read := func() {
		for i := range lines {
			if l := &lines[i]; !done[i] && l.after == letters[string(l.seat)] && m.Open != nil {
				done[i] = true
				do(m, i)
			}
		}
	}
	for _, r := range x.Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		switch body := e.Body.(type) {
		case events.OrdersReceived, events.Sealed:
			read() // in the position of the letters so far
		case events.ReportIssued:
			letters[body.Seat]++
		}
		if err := m.Apply(r); err != nil {
			t.Fatal(err)
		}
	}
}

// judge reads the line as an order mail of its seat and compares it with what was meant.
func (l *naturalLine) judge(t *testing.T, m *adjudicator.Match, lang orders.Language) {
	var answer []orders.Fault
	read := func(lines ...string) (texts []string, faults int) {
		got := m.Read(l.seat, lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: lines}}})
		for _, line := range got.Orders.Lines {
			texts = append(texts, orders.Canonical(line))
		}
		for _, a := range got.Orders.Answers { // where the letter puts questions
			texts = append(texts, a.Question+": "+a.Text)
		}
		answer = got.Orders.Faults
		return texts, len(answer)
	}
	got, faults := read(l.text)
	answered := answer
	want := []string(nil)
	if l.meant != "NO" {
		flaws := 0
		if want, flaws = read(strings.Split(l.meant, " ; ")...); flaws > 0 {
			t.Errorf("%s %03d: what is meant by %q is no order here: %s (%v)", l.seat, l.after, l.text, l.meant, answer)
		}
	}
	for _, f := range answered {
		ready := f.Suggestions
		if c, ok := orders.Correction(f); ok {
			ready = append(slices.Clone(ready), c)
		}
		l.why += fmt.Sprintf("%s @%d %q; ", f.Code, f.Column, ready)
		for _, line := range ready {
			if texts, faults := read(strings.Split(line, "\n")...); faults == 0 && l.meant != "NO" && slices.Equal(texts, want) {
				l.asked = true
			}
		}
	}
	switch {
	case len(got) == 0 || faults > 0:
		l.got = "?"
	case slices.Equal(got, want):
		l.got = "="
	default:
		l.got = "x"
		say := t.Errorf
		if l.mark == "x" {
			say = t.Logf
		}
		say("%s %03d: %q is read as %q; meant was %q", l.seat, l.after, l.text, got, want)
	}
}

func naturalLines(t *testing.T, file string) (out []naturalLine) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n, text := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		parts := strings.SplitN(text, " | ", 3)
		var l naturalLine
		if len(parts) < 3 {
			t.Fatalf("%s:%d: %s", file, n+1, text)
		}
		if _, err := fmt.Sscanf(parts[0], "%s %s %d", &l.mark, &l.seat, &l.after); err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		l.text, l.meant = parts[1], strings.TrimSpace(parts[2])
		out = append(out, l)
	}
	return out
}

func blobsOf(x *archive.Exported) func(events.Hash) ([]byte, error) {
	return func(h events.Hash) ([]byte, error) {
		if b, ok := x.Blobs[h]; ok {
			return b, nil
		}
		return nil, fmt.Errorf("no blob %s", h)
	}
}

// BenchmarkLooseLines is a mail without ORDERS of 200 lines, of which each is nearly an order and none is one.
func BenchmarkLooseLines(b *testing.B) {
	engine, _ := adjudicator.Game("landships")
	lang, err := words.Language(engine)
	if err != nil {
		b.Fatal(err)
	}
	lang = lang.Ready()
	x := opened(b, filepath.Join("testdata", "natural", "landships.fourteenth.gz"))
	m := adjudicator.New(x.Game, adjudicator.Source{Engines: adjudicator.Game, Blob: blobsOf(x)})
	for _, r := range x.Records {
		if err := m.Apply(r); err != nil {
			b.Fatal(err)
		}
		if m.Open != nil && len(m.Letters) > 8 {
			break
		}
	}
	var lines []string
	for n := range 200 {
		lines = append(lines, fmt.Sprintf("the tank leader rides in the %dth tank, and fires", n))
	}
	for b.Loop() {
		m.OrderLike(m.Open.Seats[0], lang, lines)
	}
}
