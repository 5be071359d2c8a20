package orders

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestArguments(t *testing.T) {
	args := []Arg{{Name: "path", Value: "D5-D6"}, {Name: "with", Value: "lmg,rifle"}, {Name: "n", Value: "-4"}, {Name: "set", Value: "entry=fire,bases>=3,hits<1"}}
	if got := Path(args, "path"); !slices.Equal(got, []string{"D5", "D6"}) {
		t.Error(got)
	}
	if got := List(args, "with"); !slices.Equal(got, []string{"lmg", "rifle"}) {
		t.Error(got)
	}
	if Int(args, "n", 1) != -4 || Int(args, "m", 7) != 7 || Has(args, "m") || !Has(args, "n") || Value(args, "m") != "" || Path(args, "m") != nil {
		t.Error("numbers or absent arguments")
	}
	want := []Pair{{"entry", "fire"}, {"bases", ">=3"}, {"hits", "<1"}}
	if d := cmp.Diff(want, Pairs(args, "set")); d != "" {
		t.Error(d)
	}
}

func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		line string
		want Header
		ok   bool
		code string
	}{
		{"ORDERS michael-7 turn 3", Header{"michael-7", 3, ""}, true, ""},
		{"orders cambrai-2 turn 3 foot moves", Header{"cambrai-2", 3, "foot moves"}, true, ""},
		{"ORDRES michael-7 tour 3", Header{"michael-7", 3, ""}, true, ""},
		{"Ordres : partie michael-7 tour 3 phase feu", Header{"michael-7", 3, "feu"}, false, ""},
		{"ORDRES partie michael-7 tour 3 phase feu", Header{"michael-7", 3, "feu"}, true, ""},
		{"ORDRES partie tour 3", Header{"partie", 3, ""}, true, ""},
		{"ORDERS michael-7 3", Header{"michael-7", 3, ""}, true, ""},
		{"ORDERS michael-7", Header{"michael-7", 0, ""}, true, ""},
		{"ORDERS", Header{}, true, ""},
		{"ORDERS michael-7 turn three", Header{"michael-7", 0, ""}, true, "orders.header-turn"},
		{"ORDERS michael-7 turn", Header{"michael-7", 0, ""}, true, "orders.header-turn"},
		{"ORDERS michael-7 tunr 3", Header{"michael-7", 0, ""}, true, "orders.header-turn"},
		{"ORDERS michael-7 turn 0", Header{"michael-7", 0, ""}, true, "orders.header-turn"},
		{"Orders from headquarters came late", Header{}, false, ""},
		{"Hello", Header{}, false, ""},
		{"", Header{}, false, ""},
	} {
		h, ok, f := speech.ParseHeader(c.line)
		if !c.ok {
			if ok && c.want == (Header{}) {
				t.Errorf("%q is taken for a header", c.line)
			}
			continue
		}
		if h != c.want || ok != c.ok || f.Code != c.code {
			t.Errorf("%q: %+v %v %q", c.line, h, ok, f.Code)
		}
		if c.code == "" {
			for _, l := range []Lang{English, French} {
				if again, _, _ := speech.ParseHeader(speech.Header(h, l)); again != h {
					t.Errorf("%q is written %q", c.line, speech.Header(h, l))
				}
			}
		}
	}
	for line, want := range map[string]bool{"END": true, "fin": true, "End.": true, "END ORDERS": true, "the end is near": false, "": false} {
		if speech.IsEnd(line) != want {
			t.Errorf("speech.IsEnd(%q)", line)
		}
	}
}

func TestReplies(t *testing.T) {
	for _, c := range []struct {
		line string
		want []Reply
		ok   bool
		code string
	}{
		{"3a", []Reply{{0, "3a", "3a"}}, true, ""},
		{"1: b", []Reply{{1, "b", "b"}}, true, ""},
		{"answer 2 b", []Reply{{2, "b", "b"}}, true, ""},
		{"Réponse 2 : b", []Reply{{2, "b", "b"}}, true, ""},
		{"1b, 2c", []Reply{{0, "1b", "1b"}, {0, "2c", "2c"}}, true, ""},
		{"2: toward D5", []Reply{{2, "", "toward D5"}}, true, ""},
		{"answer", nil, true, "orders.answer"},
		{"answer perhaps", nil, true, "orders.answer"},
		{"I think so", nil, false, ""},
		{"", nil, false, ""},
	} {
		got, ok, f := speech.ParseReplies(c.line)
		if !cmp.Equal(got, c.want) || ok != c.ok || f.Code != c.code {
			t.Errorf("%q: %+v %v %q", c.line, got, ok, f.Code)
		}
	}
	if q, o, ok := (Reply{Choice: "12c"}).Split(); q != 12 || o != "c" || !ok {
		t.Error(q, o, ok)
	}
}

func TestCommandsThatAreMistyped(t *testing.T) {
	for line, want := range map[string]string{
		"HLEP": "HELP", "STAUTS 3": "STATUS", "Vérifer": "VÉRIFIER", "FROM": "FORM", "REJOINDER ibarra-1": "REJOINDRE", "ODERS ibarra-1": "ORDERS",
		"STATUS of the war": "", "WITHDRAW all": "", "Hello": "", "": "", "from": "", "agreed": "", "Hlep me out of this dreadful mess": "", "G1: hold": "",
	} {
		f, ok := speech.NearCommand(line)
		if ok != (want != "") || ok && (f.Code != "orders.unknown-command" || !slices.Contains(f.Suggestions, want)) {
			t.Errorf("%q: %+v", line, f)
		}
	}
}

func TestLimits(t *testing.T) {
	g := NewGrammar(skirmish())
	for name, c := range map[string]struct {
		text  string
		lines int
		code  string
	}{
		"a long line":    {"G1: rally\nG2: rally" + strings.Repeat(" ", 5) + strings.Repeat("x", MostLine) + "\nG3: rally", 2, "orders.too-long"},
		"many lines":     {strings.Repeat("G1: rally\n", MostLines+5), MostLines, "orders.too-many-lines"},
		"a long text":    {strings.Repeat("G1: rally; hold; rally; hold; rally; hold; rally; hold; rally; hold; rally\n", 1000), 0, "orders.text-too-long"},
		"endless doubts": {strings.Repeat("if "+strings.Repeat("F7 lost and ", 600)+"\n", 9), 0, "orders.missing-condition"},
	} {
		p := g.Parse(field{}, nil, c.text, 1)
		if !slices.ContainsFunc(p.Faults, func(f Fault) bool { return f.Code == c.code }) || c.lines > 0 && len(p.Lines) != c.lines {
			t.Errorf("%s: %d lines, faults %v", name, len(p.Lines), len(p.Faults))
		}
	}
}

func TestValidateFindsContradictions(t *testing.T) {
	if flaws := skirmish().Validate(); len(flaws) > 0 {
		t.Error(flaws)
	}
	help := w("h", "h")
	for want, lang := range map[string]Language{
		"means both":        {Verbs: []Verb{{Name: "fire", Help: help}, {Name: "shoot", Aliases: w("", "Firé"), Help: help}}},
		"told apart":        {Verbs: []Verb{{Name: "go", Help: help, Args: []Param{{Name: "a", Kind: KindNumber, Optional: true}, {Name: "b", Kind: KindPlace}}}}},
		"introduces both":   {Verbs: []Verb{{Name: "go", Help: help, Args: []Param{{Name: "a", Kind: KindNumber, Prefix: "to", Prefixes: w("to", "")}, {Name: "b", Kind: KindPlace, Prefix: "to", Prefixes: w("", "to")}}}}},
		"Only without":      {Verbs: []Verb{{Name: "go", Help: help, Only: true}}},
		"word of the gramm": {Verbs: []Verb{{Name: "Sinon", Help: help}}},
		"example of go":     {Verbs: []Verb{{Name: "go", Help: help, Example: w("go nowhere", ""), Args: []Param{{Name: "a", Kind: KindNumber}}}}},
		"no words":          {Verbs: []Verb{{Name: "go", Help: help, Args: []Param{{Name: "a", Kind: KindWord}}}}},
		"must come last":    {Verbs: []Verb{{Name: "go", Help: help, Args: []Param{{Name: "a", Kind: KindText}, {Name: "b", Kind: KindNumber}}}}},
		"reads the same":    {Conditions: []Condition{{Name: "{a} lost", Args: []Param{{Name: "a", Kind: KindPlace}}}, {Name: "{b} lost", Args: []Param{{Name: "b", Kind: KindPlace}}}}},
		"no argument":       {Conditions: []Condition{{Name: "{a} lost"}}},
		"cannot be a name":  {Verbs: []Verb{{Name: "a;b", Help: help}}},
	} {
		lang.Speech = speech
		if flaws := lang.Validate(); !strings.Contains(strings.Join(flaws, "\n"), want) {
			t.Errorf("%q is not found: %v", want, flaws)
		}
	}
}

// twoEnemies is a side with two enemies that have one name, and names besides the ids.
type twoEnemies struct{ field }

func (twoEnemies) Own() []string     { return []string{"18 Div", "1/Essex", "2/Essex", "MG 3", "US-1"} }
func (twoEnemies) Enemies() []string { return []string{"north.G1", "east.G1", "east.G2"} }
func (twoEnemies) Names(id string) []string {
	if id == "1/Essex" {
		return []string{"First Essex", "1er Essex"}
	}
	return nil
}

func TestNamesOfUnits(t *testing.T) {
	g := NewGrammar(skirmish())
	for text, want := range map[string]string{
		"18 Div: rally":       "= 1 18 Div: rally",
		"18 div: rally":       "= 1 18 Div: rally",
		"18Div: rally":        "= 1 18 Div: rally",
		"3 18 Div: rally":     "= 3 18 Div: rally",
		"First Essex: rally":  "= 1 1/Essex: rally",
		"1er essex: rally":    "= 1 1/Essex: rally",
		"mg3: rally":          "= 1 MG 3: rally",
		"US-1: rally":         "= 1 US-1: rally",
		"US 1: rally":         "= 1 US-1: rally",
		"US-1: fire G2":       "= 1 US-1: fire G2",
		"US-1: fire east G1":  "= 1 US-1: fire east.G1",
		"1/Esex: rally":       "! 1 orders.unknown-unit @1 1/Essex",
		"18 Dvi: rally":       "! 1 orders.unknown-unit @1 18 Div",
		"US-1: boost 18 Dv 2": "! 1 orders.unknown-unit @13 18 Div",
	} {
		got := outcome(g.Parse(twoEnemies{}, nil, text, 1))
		if len(got) == 0 || got[0] != want {
			t.Errorf("%q: %v, want %q", text, got, want)
		}
	}
}

// say reads the sentences of a language as they are shipped.
func say(t *testing.T, l Lang) map[string]string {
	data, err := os.ReadFile("../../scenarios/words.orders." + string(l) + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.SplitSeq(string(data), "\n") {
		if key, text, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
			out[key] = strings.Trim(text, "\"")
		}
	}
	return out
}

func TestEveryCodeHasASentence(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`"(orders\.[a-z.-]+)"`)
	for _, l := range []Lang{English, French} {
		sentences := say(t, l)
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			text, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range code.FindAllStringSubmatch(string(text), -1) {
				if sentences[m[1]] == "" {
					t.Errorf("%s: %s has no sentence", l, m[1])
				}
			}
		}
	}
}

func TestHelpFitsAPhone(t *testing.T) {
	for _, l := range []Lang{English, French} {
		words := say(t, l)
		text := Help(skirmish(), l, func(k string) string { return words[k] })
		for line := range strings.SplitSeq(text, "\n") {
			if n := len([]rune(line)); n > helpWidth {
				t.Errorf("%s: %d characters: %s", l, n, line)
			}
		}
		for _, v := range skirmish().Verbs {
			if one, ok := HelpVerb(skirmish(), v.Name, l, nil); !ok || !strings.Contains(strings.Join(strings.Fields(text), " "), v.Help.In(l)) || one == "" {
				t.Errorf("%s: no help for %s", l, v.Name)
			}
			if !strings.Contains(Reference(skirmish(), l, nil), v.Help.In(l)) {
				t.Errorf("%s: the reference lacks %s", l, v.Name)
			}
		}
	}
	if _, ok := HelpVerb(skirmish(), "nonsense", English, nil); ok {
		t.Error("help for nonsense")
	}
}

// A blank form sent back as it is orders nothing new; with the draft in it, it orders the draft again.
func TestFormSentBack(t *testing.T) {
	g := NewGrammar(skirmish())
	draft := g.Parse(field{}, nil, "G2: move D5 D6; fire auto | sinon: tenir\nquand F7 perdu alors CH: rallier", 1).Lines
	for _, l := range []Lang{English, French} {
		for _, d := range [][]Line{nil, draft} {
			form := Form(skirmish(), l, Blank{Header: Header{"ibarra-1", 3, ""}, Phases: []string{"actions"}, Own: field{}.Own(), Draft: d}, nil)
			lines := strings.Split(strings.TrimSpace(form), "\n")
			h, ok, f := speech.ParseHeader(lines[0])
			if !ok || h.Turn != 3 || f.Code != "" || !speech.IsEnd(lines[len(lines)-1]) {
				t.Errorf("no block:\n%s", form)
			}
			p := g.Parse(field{}, nil, strings.Join(lines[1:len(lines)-1], "\n"), 1)
			if !cmp.Equal(p.Lines, d) || len(p.Faults) > 0 || len(p.Unfilled) != len(field{}.Own())-len(d) {
				t.Errorf("%v\n%s", outcome(p), form)
			}
		}
	}
}

// What a form offers instead of the lines that stand, and the units whose lines it has no room for, are behind a "#" all of it: sent back as it
// came, it orders what stood and nothing else.
func TestAFormOffersWithoutOrdering(t *testing.T) {
	g := NewGrammar(skirmish())
	draft := g.Parse(field{}, nil, "G2: move D5 D6", 1).Lines
	say := func(key string) string { return "<" + key + ">" }
	blank := Blank{Header: Header{"ibarra-1", 3, ""}, Phases: []string{"actions"}, Own: field{}.Own(), Draft: draft, Unable: []string{"no way"}, Guided: true,
		Ready: []Ready{{Text: "G1: fire C8", Says: "hit 40%"}}, More: []string{"G3", "CH"}, Instead: []Ready{{Text: "G2: fire C8", Says: "hit 20%"}}}
	form := Form(skirmish(), English, blank, say)
	at := 0
	for _, want := range []string{"G2: move D5-D6\n", "#   <orders.form.unable> no way\n", "# G1: fire C8  # hit 40%\n", "# <orders.form.more> G3, CH.\n", "# <orders.form.instead>\n# G2: fire C8  # hit 20%\n"} {
		n := strings.Index(form[at:], want)
		if n < 0 {
			t.Fatalf("%q is not in its place in\n%s", want, form)
		}
		at += n
	}
	lines := strings.Split(strings.TrimSpace(form), "\n")
	if p := g.Parse(field{}, nil, strings.Join(lines[1:len(lines)-1], "\n"), 1); !cmp.Equal(p.Lines, draft) || len(p.Faults) > 0 {
		t.Errorf("%v\n%s", outcome(p), form)
	}
	for taught, all := range map[bool]string{false: "orders.form.verbs", true: "orders.form.all"} {
		blank.Taught = taught
		form := Form(skirmish(), English, blank, say)
		if !strings.Contains(form, all) || strings.Contains(form, "orders.form.ready") == taught || !strings.Contains(form, "# G1: fire C8") {
			t.Errorf("taught %v:\n%s", taught, form)
		}
	}
	blank.Instead, blank.More = nil, nil
	if form := Form(skirmish(), English, blank, say); strings.Contains(form, "instead") || strings.Contains(form, "form.more") {
		t.Errorf("heads of nothing in\n%s", form)
	}
}

func TestCompletions(t *testing.T) {
	g := NewGrammar(skirmish())
	for prefix, want := range map[string]string{
		"G2: fi": "fire", "G2: ": "move", "G2: fire C8 with ": "lmg", "G2: fire C8 wi": "with", "G2: move D5 D1": "D12", "standing wa": "watch", "": "G1:",
		"if F7 cru": "crushed", "if F7 crushed ": "then", "if F7 crushed then G2: r": "rally", "G2: move D5; as": "assault", "CH: boost ": "G3", "G2: support he": "heavy_artillery",
	} {
		if got := g.Completions(field{}, English, prefix); !slices.Contains(got, want) {
			t.Errorf("%q: %v lacks %s", prefix, got, want)
		}
	}
	if got := g.Completions(field{}, French, "G2: av"); !slices.Equal(got, []string{"avancer"}) {
		t.Error(got)
	}
}

// A verb with clauses of its own, and without arguments: its clauses follow the colon at once, and another verb of its
// phase may take its place.
func TestClausesWithoutArguments(t *testing.T) {
	unit := Param{Name: "unit", Kind: KindOwn}
	fire := Verb{Name: "fire", Phases: []string{"turn"}, Args: []Param{unit}}
	lang := Language{Verbs: []Verb{fire,
		{Name: "move", Phases: []string{"turn"}, Args: []Param{unit}, Clauses: []Verb{{Name: "also", Args: []Param{unit}}}},
		{Name: "react", Standing: true, Only: true, Clauses: []Verb{{Name: "fire", Args: []Param{unit}}}}}}
	for text, want := range map[string]string{
		"standing react: fire G1":               "standing react: fire G1",
		"move G1: also G2 | otherwise: fire G1": "move G1: also G2 | otherwise: fire G1",
	} {
		p := NewGrammar(lang).Parse(field{}, nil, text, 1)
		if len(p.Faults) > 0 || len(p.Lines) != 1 || p.Lines[0].Text != want {
			t.Errorf("%q: %+v %+v", text, p.Lines, p.Faults)
		}
	}
}
