// Package wordstest checks a game's words against its rules, in all languages: every kind of fact, every refusal and every term of a sum
// that is a literal in the source must have its words, and every fact of played games must be worded without an empty place or an unknown
// key. Self-play finds what occurs often, the literals find the rest.
//
//	books := wordstest.Books(t, "landships")
//	wordstest.Literals(t, ".", "ls.", books...)
//	wordstest.Facts(t, played, books...)
package wordstest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// Books loads a game's words in all its languages, and holds them against the English ones.
func Books(t testing.TB, game string) []*words.Book {
	t.Helper()
	var books []*words.Book
	for _, lang := range scenarios.Languages(game) {
		files, err := scenarios.WordFiles(game, lang)
		if err != nil {
			t.Fatal(err)
		}
		b, err := words.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Keys()) == 0 {
			t.Errorf("%s: %s has no words", lang, game)
		}
		books = append(books, b)
	}
	for _, b := range books[1:] {
		for _, fault := range words.Check(books[0], b) {
			t.Error(fault)
		}
	}
	return books
}

// Has asks every book for the words of keys: those that the data of a game name.
func Has(t testing.TB, keys []string, books ...*words.Book) {
	t.Helper()
	if len(keys) == 0 || len(books) == 0 {
		t.Error("no words are asked for")
	}
	for _, b := range books {
		for _, k := range keys {
			if !b.Has(k) {
				t.Errorf("%s: no words for %s", b.Lang(), k)
			}
		}
	}
}

// Once asserts that no key with a prefix has two wordings in one language: of two, one refusal would speak for another.
func Once(t testing.TB, game, prefix string) {
	t.Helper()
	for _, lang := range scenarios.Languages(game) {
		files, err := scenarios.WordFiles(game, lang)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, f := range files {
			for line := range strings.Lines(string(f)) {
				key, _, found := strings.Cut(line, ": ")
				if !found || !strings.HasPrefix(key, prefix) {
					continue
				}
				if said[key] {
					t.Errorf("%s: %s is said twice", lang, key)
				}
				said[key] = true
			}
		}
		if len(said) == 0 {
			t.Errorf("%s: %s has no words that begin with %s", lang, game, prefix)
		}
	}
}

// dotted is what looks like a key.
var dotted = regexp.MustCompile(`\b[a-z]+\.[a-z0-9][\w-]*(\.[\w-]+)*`)

// Facts words facts with every book. It reports one fact of each kind that has no words, leaves a place empty or shows a key.
func Facts(t testing.TB, facts []table.Fact, books ...*words.Book) {
	t.Helper()
	if len(facts) == 0 || len(books) == 0 {
		t.Error("there are no facts to be told")
	}
	for _, b := range books {
		families := map[string]bool{} // "term" of "term.veterans"
		for _, k := range b.Keys() {
			if family, _, ok := strings.Cut(k, "."); ok {
				families[family] = true
			}
		}
		bad := map[string]bool{}
		for _, f := range facts {
			text := b.Fact(f)
			raw := ""
			for _, k := range dotted.FindAllString(text, -1) {
				if family, _, _ := strings.Cut(k, "."); families[family] {
					raw = k
				}
			}
			if (strings.ContainsAny(text, "{}") || text == f.Kind || raw != "") && !bad[f.Kind] {
				bad[f.Kind] = true
				t.Errorf("%s %s: %q %s %v", b.Lang(), f.Kind, text, raw, f.Args)
			}
		}
	}
}

// Literals reads the Go files of a folder (tests left out) and asks every book for the words of the second argument of
// Report, the first of refuse (with the game's prefix before it), and the first of Plus and Base (terms may have "term." before them).
func Literals(t testing.TB, dir, prefix string, books ...*words.Book) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	set := token.NewFileSet()
	missing, literals := map[string]bool{}, 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			key, ok := said(call, prefix)
			if !ok || strings.HasSuffix(key, ".") {
				return true
			}
			literals++
			for _, b := range books {
				if !b.Has(key) && !b.Has("term."+key) && !missing[b.Lang()+key] {
					missing[b.Lang()+key] = true
					t.Errorf("%s: %s has no words for %q", set.Position(call.Pos()), b.Lang(), key)
				}
			}
			return true
		})
	}
	if literals == 0 || len(books) == 0 {
		t.Errorf("%s says nothing that needs words", dir)
	}
}

// said returns the words' key that a call uses, if it is a literal.
func said(call *ast.CallExpr, prefix string) (string, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	at, before := -1, ""
	switch name {
	case "Report":
		at = 1
	case "Plus", "Base":
		at = 0
	case "refuse":
		at, before = 0, prefix
	}
	if at < 0 || len(call.Args) <= at {
		return "", false
	}
	lit, ok := call.Args[at].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return before + text, err == nil && text != ""
}
