package orders

import (
	"slices"
	"testing"
)

// grove is a grammar with the words of one language to put on it.
func grove() (Language, Wording) {
	lang := Language{
		Verbs: []Verb{{Name: "move", Args: []Param{
			{Name: "path", Kind: KindPath, Prefix: "to"},
			{Name: "how", Kind: KindWord, Optional: true, Words: Choices("fast", "02")},
			{Name: "set", Kind: KindPair, Optional: true, Words: []Choice{{Name: "speed", Values: Choices("fast", "slow")}}},
		}}},
		Conditions: []Condition{{Name: "{unit} lost", Args: []Param{{Name: "unit", Kind: KindUnit}}}},
		Decisions:  []Told{{Name: "T-D1"}},
		Terms:      Choices("forward", "toward"),
	}
	return lang, Wording{
		Language: French, Title: "Le bosquet",
		Verbs: []VerbWords{{Name: "move", Words: []string{"bouger", "aller"}, Help: "bouger", Example: "bouger vers C4 {how}",
			Args: []ArgWords{{Name: "set", Words: []Spelling{{"speed.fast", []string{"vite"}}}}}}},
		Conditions: []VerbWords{{Name: "{unit} lost", Words: []string{"{unit} perdue"}, Help: "elle est perdue"}},
		Args:       []ArgWords{{Name: "path", Help: "le chemin"}},
		Prefixes:   []Spelling{{"to", []string{"vers"}}},
		Words:      []Spelling{{"fast", []string{"rapide"}}, {"slow", []string{"lent"}}, {"speed", []string{"allure"}}},
		Decisions:  []ToldWords{{Name: "T-D1", Title: "le tirage"}},
		Terms:      []Spelling{{"forward", []string{"avant", "en avant"}}, {"toward", []string{"vers", "en direction de"}}},
	}
}

// A wording gives every name of a grammar its words: what is said of one argument goes before what is said of all of that name.
func TestWorded(t *testing.T) {
	lang, w := grove()
	worded, flaws := lang.Worded(nil, w)
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	v := worded.Verbs[0]
	for _, c := range []struct{ got, want string }{
		{v.Spoken(French), "bouger"}, {v.Spoken(English), "move"}, {v.Help.In(French), "bouger"},
		{v.Example.In(French), "bouger vers C4 fast"}, // the first choice, by its own name
		{v.Args[0].introduction(French), "vers"}, {v.Args[0].Help.In(French), "le chemin"},
		{spoken(French, "fast", v.Args[1].Words[0].Aliases), "rapide"},
		{spoken(French, "fast", v.Args[2].Words[0].Values[0].Aliases), "vite"},
		{spoken(French, "slow", v.Args[2].Words[0].Values[1].Aliases), "lent"},
		{worded.Decisions[0].Title.In(French), "le tirage"}, {worded.Title.In(French), "Le bosquet"},
		{worded.Title.In("de"), "Le bosquet"}, // where a language says nothing the first does
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if len(lang.Verbs[0].Aliases) > 0 || len(lang.Verbs[0].Args[1].Words[0].Aliases) > 0 {
		t.Error("the grammar itself has been changed")
	}
	read := NewGrammar(worded).Parse(field{}, nil, "aller vers D5 rapide allure=vite", 1)
	if len(read.Lines) != 1 || read.Lines[0].Text != "move to D5 fast speed=fast" {
		t.Errorf("%+v", read)
	}
}

// A lexicon that reads more than names finds the words for it in every language of the grammar, and in that of the log.
func TestTerms(t *testing.T) {
	lang, w := grove()
	worded, flaws := lang.Worded([]Tongue{{Language: English, And: []string{"and"}, Articles: []string{"the"}},
		{Language: French, And: []string{"et"}, Articles: []string{"le", "l'"}, Towards: []string{"à"}, Numbers: []Spelling{{"2", []string{"deux"}}},
			Directions: []Spelling{{"NE", []string{"NE", "nord-est"}}, {"N", []string{"N", "nord"}}}}}, w)
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	g := NewGrammar(worded)
	for text, want := range map[string][2]string{
		"forward 4": {"forward", "4"}, "En avant 4": {"forward", "4"}, "en direction de Hill 3": {"toward", "hill 3"},
		"nord-est 3": {"NE", "3"}, "NORD": {"N", ""}, "SE 2": {"SE", "2"}, "avantage 4": {"", "avantage 4"},
	} {
		if name, rest, ok := g.CutTerm(text); name != want[0] || rest != want[1] || ok != (name != "") {
			t.Errorf("%q begins with %q, then %q", text, name, rest)
		}
	}
	for _, c := range []struct{ got, want string }{
		{g.SayTerm("forward", French), "avant"}, {g.SayTerm("forward", English), "forward"}, {g.SayTerm("NE", French), "nord est"},
		{g.SayTerm("SE", French), "SE"}, {g.SayAnd(French), "et"},
		{g.WithoutArticle("the mill"), "mill"}, {g.WithoutArticle("l'eglise"), "eglise"}, {g.WithoutArticle("legion"), "legion"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for word, want := range map[string]int{"2": 2, "3x": 3, "Deux": 2, "many": 0} {
		if n, ok := g.Count(word); n != want || ok != (want > 0) {
			t.Errorf("%q counts %d %v, want %d", word, n, ok, want)
		}
	}
	if !g.IsFiller("à") || !g.IsFiller("le") || g.IsFiller("moulin") || !g.IsAnd("et") || g.IsAnd("ou") {
		t.Error("fillers and the word for and are mistaken")
	}
}

func TestReady(t *testing.T) {
	lang := skirmish().Ready()
	if first := NewGrammar(lang); NewGrammar(lang) != first {
		t.Error("a language that is ready is made ready again")
	}
	if plain := skirmish(); NewGrammar(plain) == NewGrammar(lang) {
		t.Error("a language that was not made ready has the grammar of another")
	}
	worded, _ := lang.Worded(nil, Wording{Language: "de", Verbs: []VerbWords{{Name: "surrender", Words: []string{"aufgeben"}}}})
	if read := NewGrammar(worded).Parse(field{}, nil, "aufgeben", 1); len(read.Lines) != 1 || read.Lines[0].Verb != "surrender" {
		t.Errorf("the words of a further language are not read: %+v", read)
	}
}

// What a wording lacks, and what it says of things that the game does not have, is told with the place in the file.
func TestWordedFindsFlaws(t *testing.T) {
	for want, spoil := range map[string]func(*Wording){
		"verbs.move":                       func(w *Wording) { w.Verbs = nil },
		"verbs.move.args.path.prefix":      func(w *Wording) { w.Prefixes = nil },
		"verbs.move.args.how.words.fast":   func(w *Wording) { w.Words = w.Words[1:] },
		"conditions.{unit} lost":           func(w *Wording) { w.Conditions[0].Help = "" },
		"decisions.T-D1":                   func(w *Wording) { w.Decisions = nil },
		"verbs.march":                      func(w *Wording) { w.Verbs = append(w.Verbs, VerbWords{Name: "march"}) },
		"verbs.move.args.where":            func(w *Wording) { w.Verbs[0].Args = append(w.Verbs[0].Args, ArgWords{Name: "where"}) },
		"verbs.move.args.set.words.height": func(w *Wording) { w.Verbs[0].Args[0].Words[0].Name = "height" },
		"prefixes.with":                    func(w *Wording) { w.Prefixes = append(w.Prefixes, Spelling{"with", nil}) },
		"words.red":                        func(w *Wording) { w.Words = append(w.Words, Spelling{"red", nil}) },
		"terms.toward":                     func(w *Wording) { w.Terms = w.Terms[:1] },
		"terms.up":                         func(w *Wording) { w.Terms = append(w.Terms, Spelling{"up", []string{"haut"}}) },
		"rhythms.slow":                     func(w *Wording) { w.Rhythms = []ToldWords{{Name: "slow"}} },
	} {
		lang, w := grove()
		spoil(&w)
		_, flaws := lang.Worded(nil, w)
		if !slices.ContainsFunc(flaws, func(f Flaw) bool { return f.Path == want }) {
			t.Errorf("%s: %v", want, flaws)
		}
	}
	lang, w := grove()
	w.Language = English
	if _, flaws := lang.Worded(nil, w); len(flaws) == 0 {
		t.Error("English may call a verb by another word than its name")
	}
}
