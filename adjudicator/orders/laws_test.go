package orders

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

// value draws the canonical text of an argument that a player of the skirmish could write.
func value(t *rapid.T, p Param) string {
	one := func() string {
		switch p.Kind {
		case KindOwn, KindUnit:
			return rapid.SampledFrom(field{}.Own()).Draw(t, "own")
		case KindEnemy:
			return rapid.SampledFrom(field{}.Enemies()).Draw(t, "enemy")
		case KindTarget:
			return rapid.SampledFrom([]string{"north.G1", "north.K1", "G1", "C8"}).Draw(t, "target")
		case KindPlace, KindPath:
			return rapid.SampledFrom([]string{"A1", "D5", "G1", "G2", "J12", "F7"}).Draw(t, "place")
		case KindNumber:
			return itoa(rapid.IntRange(-20, 5000).Draw(t, "number"))
		case KindWord:
			return rapid.SampledFrom(p.Words).Draw(t, "word").Name
		case KindSide:
			return rapid.SampledFrom(field{}.Sides()).Draw(t, "side")
		case KindDir:
			return rapid.SampledFrom(field{}.Directions()).Draw(t, "direction")
		case KindPair:
			op := rapid.SampledFrom([]string{"=", "<", ">=", "!="}).Draw(t, "op")
			if len(p.Words) == 0 {
				return rapid.StringMatching("[a-z]{3,6}").Draw(t, "setting") + op + itoa(rapid.IntRange(-3, 99).Draw(t, "n"))
			}
			c := rapid.SampledFrom(p.Words).Draw(t, "setting")
			if len(c.Values) > 0 {
				return c.Name + op + rapid.SampledFrom(c.Values).Draw(t, "value").Name
			}
			return c.Name + op + itoa(rapid.IntRange(-3, 99).Draw(t, "n"))
		}
		return rapid.StringMatching("[A-Za-z]{2,8}( [a-z:;]{4,6}x)?").Draw(t, "text")
	}
	if !p.Repeated && p.Kind != KindPath && p.Kind != KindPair {
		return one()
	}
	var list []string
	for range rapid.IntRange(1, 4).Draw(t, "items") {
		if item := one(); p.Kind != KindOwn || !slices.Contains(list, item) { // nobody is named twice
			list = append(list, item)
		}
	}
	if p.Kind == KindPath {
		return strings.Join(list, "-")
	}
	return strings.Join(list, ",")
}

func drawArgs(t *rapid.T, ps []Param) (args []Arg) {
	for _, p := range ps {
		if !p.Optional || rapid.Bool().Draw(t, "has "+p.Name) {
			args = append(args, Arg{Name: p.Name, Value: value(t, p)})
		}
	}
	return args
}

func drawClauses(t *rapid.T, v Verb, least int) (out []Clause) {
	for range rapid.IntRange(least, 3).Draw(t, "clauses") {
		c := rapid.SampledFrom(v.Clauses).Draw(t, "clause")
		out = append(out, Clause{Verb: c.Name, Args: drawArgs(t, c.Args)})
	}
	return out
}

// drawLine makes any line of a language.
func drawLine(t *rapid.T, lang Language) Line {
	v := rapid.SampledFrom(lang.Verbs).Draw(t, "verb")
	l := Line{Number: 1, Verb: v.Name, Args: drawArgs(t, v.Args), Standing: v.Only || v.Standing && rapid.Bool().Draw(t, "standing")}
	if len(v.Phases) == 1 && !l.Standing {
		l.Phase = v.Phases[0]
	}
	if len(v.Clauses) > 0 {
		least := 0
		if v.Implicit {
			least = 1
		}
		l.Clauses = drawClauses(t, v, least)
		if rapid.Bool().Draw(t, "otherwise") {
			l.Otherwise = drawClauses(t, v, 1)
		}
	}
	if len(lang.Conditions) > 0 && rapid.Bool().Draw(t, "guarded") {
		l.Guard = rapid.SampledFrom([]string{"if", "when"}).Draw(t, "guard")
		for range rapid.IntRange(1, 2).Draw(t, "any of") {
			var all []Term
			for range rapid.IntRange(1, 2).Draw(t, "all of") {
				c := rapid.SampledFrom(lang.Conditions).Draw(t, "condition")
				all = append(all, Term{Not: rapid.Bool().Draw(t, "not"), Name: c.Name, Args: drawArgs(t, c.Args)})
			}
			l.When = append(l.When, all)
		}
	}
	return l
}

// roundTrip checks the law of canonical text: both forms of it give the line again.
func roundTrip(t *rapid.T, lang Language, l Line) {
	g := NewGrammar(lang)
	for _, text := range []string{Canonical(l), g.text(&l)} {
		p := g.Parse(field{}, nil, text, 1)
		if len(p.Faults) > 0 || len(p.Lines) != 1 {
			t.Fatalf("%q: %v", text, outcome(p))
		}
		got := p.Lines[0]
		if again := g.Parse(field{}, nil, Canonical(got), 1); len(again.Lines) != 1 || !cmp.Equal(again.Lines[0], got) {
			t.Fatalf("%q is read as %v", got.Text, outcome(again))
		}
		got.Text = ""
		if d := cmp.Diff(l, got); d != "" {
			t.Fatalf("%q\n%s", text, d)
		}
	}
}

func TestCanonicalTextGivesTheLineAgain(t *testing.T) {
	lang := skirmish().Ready()
	rapid.Check(t, func(t *rapid.T) { roundTrip(t, lang, drawLine(t, lang)) })
}

// drawParams makes arguments as a game could declare them: told apart as Validate wants it.
func drawParams(t *rapid.T, most int) (ps []Param) {
	words := [][]string{{"slow", "fast"}, {"high", "low"}, {"left", "right"}}
	for i := range rapid.IntRange(0, most).Draw(t, "params") {
		p := Param{Name: "arg" + string(rune('a'+i)), Kind: Kind(rapid.IntRange(int(KindOwn), int(KindPair)).Draw(t, "kind"))}
		if p.Kind == KindText {
			p.Kind = KindNumber
		}
		p.Optional, p.Repeated = rapid.Bool().Draw(t, "optional"), rapid.Bool().Draw(t, "repeated") && p.Kind != KindPair && p.Kind != KindPath
		if p.Kind == KindWord {
			p.Words = choices(words[i%3]...)
		}
		if rapid.Bool().Draw(t, "prefixed") {
			p.Prefix = []string{"with", "upon", "under"}[i%3]
		}
		ps = append(ps, p)
	}
	return ps
}

func TestCanonicalTextOfAnyLanguage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		help := w("help", "aide")
		lang := Language{Verbs: []Verb{
			{Name: "attack", Args: drawParams(t, 3), Help: help},
			{Name: "order", Args: []Param{{Name: "unit", Kind: KindOwn}}, Implicit: true, Help: help,
				Clauses: []Verb{{Name: "march", Args: drawParams(t, 3), Help: help}, {Name: "dig", Help: help}}},
			{Name: "defend", Standing: true, Args: drawParams(t, 3), Help: help},
		}, Conditions: []Condition{{Name: "{where} taken", Args: []Param{{Name: "where", Kind: KindPlace}}}, {Name: "night", Args: nil}}}
		if len(lang.Validate()) > 0 {
			t.Skip("not a language that a game may have")
		}
		roundTrip(t, lang, drawLine(t, lang))
	})
}

func first(list []Taking, _ bool) []Taking { return list }

func FuzzParse(f *testing.F) {
	for _, file := range []string{"english", "french", "mails"} {
		data, err := os.ReadFile("testdata/corpus/" + file + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.SplitSeq(string(data), "\n") {
			if text, ok := strings.CutPrefix(line, "> "); ok {
				f.Add(unescape(text))
			}
		}
	}
	g := NewGrammar(skirmish())
	f.Fuzz(func(t *testing.T, text string) {
		p := g.Parse(field{}, nil, text, 1)
		numbers := map[int64]bool{}
		for i, l := range p.Lines {
			if numbers[l.Number] || l.Number < 1 {
				t.Errorf("line number %d twice", l.Number)
			}
			numbers[l.Number] = true
			again := g.Parse(field{}, nil, l.Text, int(l.Number))
			if len(again.Lines) != 1 || !cmp.Equal(again.Lines[0], p.Lines[i]) {
				t.Errorf("%q is read as %v", l.Text, outcome(again))
			}
		}
		for _, fault := range p.Faults {
			if fault.Code == "" || fault.Column < 0 || int(fault.Column) > len([]rune(fault.Typed))+1 {
				t.Errorf("%+v", fault)
			}
			if c, ok := Correction(fault); ok {
				if again := g.Parse(field{}, nil, c, 1); len(again.Faults) > 0 {
					t.Errorf("correction %q: %v", c, outcome(again))
				}
			}
		}
		speech.ParseHeader(text)
		speech.ParseReplies(text)
		speech.NearCommand(text)
		for _, taken := range first(speech.Takings(text)) {
			if taken.Number < 0 || taken.Option < 0 || taken.Option > 26 {
				t.Errorf("%q takes %v", text, taken)
			}
		}
		if rest := speech.Amending(text); rest != text && !strings.HasSuffix(strings.Join(strings.Fields(text), " "), rest) {
			t.Errorf("%q changes %q", text, rest)
		}
		g.Completions(field{}, French, text)
	})
}

func FuzzCanonicalRoundTrip(f *testing.F) {
	lang := skirmish().Ready()
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { roundTrip(t, lang, drawLine(t, lang)) }))
}

// TestSpokenTextGivesTheLineAgain: what a French player is told of his line is the line when he sends it back.
func TestSpokenTextGivesTheLineAgain(t *testing.T) {
	lang := skirmish()
	p := NewGrammar(lang).Parser(field{})
	french := 0
	rapid.Check(t, func(t *rapid.T) {
		l := drawLine(t, lang)
		text := p.Spoken(l, French)
		again := p.Parse(text, 1)
		if len(again.Faults) > 0 || len(again.Lines) != 1 {
			t.Fatalf("%q: %v", text, outcome(again))
		}
		got := again.Lines[0]
		got.Text = ""
		if d := cmp.Diff(l, got); d != "" {
			t.Fatalf("%q\n%s", text, d)
		}
		if text != Canonical(l) {
			french++
		}
	})
	if french == 0 {
		t.Error("no line was written in French")
	}
}

// TestASittingHasTheMeansOfOneMail: of lines that are read one by one no more is tried than of one text that has them all.
func TestASittingHasTheMeansOfOneMail(t *testing.T) {
	g, line := NewGrammar(skirmish()), "G2: move D5 D6"
	sitting := g.Sit(field{}, nil)
	sitting.means.work = 50
	read := 0
	for p := sitting.Parse(line); len(p.Lines) == 1; p = sitting.Parse(line) {
		if read++; read > 50 {
			t.Fatal("means are never used up")
		}
	}
	if p := sitting.Parse(line); read == 0 || len(p.Faults) != 1 || p.Faults[0].Code != "orders.too-intricate" {
		t.Errorf("behind %d lines: %+v", read, p)
	}
	if p := g.Sit(field{}, nil).Parse(line); len(p.Lines) != 1 {
		t.Errorf("%+v", p)
	}
}
