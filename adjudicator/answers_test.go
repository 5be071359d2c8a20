package adjudicator_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios/words"
)

// TestOptionsHaveWords: what the questions of the rulebooks offer in so many words is said to players in theirs, in every language of the game.
func TestOptionsHaveWords(t *testing.T) {
	for _, engine := range adjudicator.Games() {
		lang, err := words.Language(engine)
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(folders[engine.Name()], "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(engine.Name(), err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range offered(parsed) {
				said := slices.ContainsFunc(lang.Options, func(have orders.Option) bool {
					return (have.Name == o || strings.HasSuffix(have.Name, "."+o)) && len(have.Words) >= 2
				})
				if !said {
					t.Errorf("%s: the option %q of a question has no words", file, o)
				}
			}
		}
	}
}

// folders are where the rulebooks lie whose names are not those of their packages.
var folders = map[string]string{"landships": "landships", "conflict-of-heroes": "conflict", "somme-1918": "somme", "modern-battles": "modernbattles", "brush-brothers": "brushbrothers", "duel": "duel"}

// offered returns the words in table.Either and table.OneOf.
func offered(file *ast.File) (out []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		index, ok := call.Fun.(*ast.IndexExpr)
		if !ok {
			return true
		}
		if name, ok := index.X.(*ast.SelectorExpr); !ok || name.Sel.Name != "Either" && name.Sel.Name != "OneOf" {
			return true
		}
		for _, arg := range call.Args {
			if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				out = append(out, strings.Trim(lit.Value, `"`))
			}
		}
		return true
	})
	return out
}

// TestOptionsAreAnsweredInTheirWords: in games that put many questions, each option that is a word has words in English and French, none of them the
// sentence of something else, and whoever sends these words, or the option's own name, has chosen it, whether he is asked one thing or several.
func TestOptionsAreAnsweredInTheirWords(t *testing.T) {
	for game, atLeast := range map[string]int{"modern-battles.verbs": 20, "brush-brothers.verbs": 6, "brush-brothers.third": 6} {
		t.Run(game, func(t *testing.T) {
			if n := testOptions(t, game); n < atLeast {
				t.Errorf("%d options were tried", n)
			}
		})
	}
}

func testOptions(t *testing.T, game string) (tried int) {
	rulebook, _, _ := strings.Cut(game, ".")
	engine, _ := adjudicator.Game(rulebook)
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	x := opened(t, filepath.Join("testdata", "natural", game+".gz"))
	m := adjudicator.New(x.Game, adjudicator.Source{Engines: adjudicator.Game, Blob: blobsOf(x)})
	seen := map[string]bool{}
	for _, r := range x.Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if _, seals := e.Body.(events.Sealed); seals && m.Open != nil {
			asked := map[table.Seat]int{}
			for _, q := range m.Open.Questions {
				asked[q.Seat]++
				for _, o := range q.Options {
					if key := q.Decision + " " + o; !seen[key] {
						seen[key] = true
						tried++
						forms := lang.OptionWords(q.Decision, o)
						if strings.Trim(o, "abcdefghijklmnopqrstuvwxyz-") == "" && len(forms) < 3 {
							t.Errorf("%s: %q has no words: %q", q.Decision, o, forms)
						}
						for _, form := range forms {
							if slices.ContainsFunc(q.Options, func(other string) bool {
								return other != o && slices.Contains(lang.OptionWords(q.Decision, other), form)
							}) {
								continue // "crew" where there are several
							}
							if strings.Contains(form, "{") {
								t.Errorf("%s: %q is said as %q", q.Decision, o, form)
							}
							line := form
							if number := asked[q.Seat]; number > 1 || several(m.Open.Questions, q.Seat) {
								line = string(rune('0'+number)) + ": " + form
							}
							got := m.Read(q.Seat, lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: []string{line}}}}).Orders.Answers
							if len(got) != 1 || got[0].Question != q.Key || got[0].Text != o {
								t.Errorf("%s: %q is answered by %q: %+v", q.Decision, line, o, got)
							}
						}
					}
				}
			}
		}
		if err := m.Apply(r); err != nil {
			t.Fatal(err)
		}
	}
	return tried
}

func several(questions []table.Asked, seat table.Seat) bool {
	i := slices.IndexFunc(questions, func(q table.Asked) bool { return q.Seat == seat })
	return slices.ContainsFunc(questions[i+1:], func(q table.Asked) bool { return q.Seat == seat })
}
