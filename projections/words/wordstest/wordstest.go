// Package wordstest holds a game's words against its rules: every kind of fact, every refusal and every term of a sum that
// stands in the source as a literal must have its words. Self-play finds what is often said; this finds the rest.
//
//	wordstest.Literals(t, ".", "ls.", books...)
package wordstest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fieldpost/projections/words"
)

// Literals reads the Go files of a folder (tests left out) and asks every book for the words of the second argument of
// Report, the first of refuse (with the game's prefix before it), and the first of Plus and Base (terms may have "term." before them).
func Literals(t testing.TB, dir, prefix string, books ...*words.Book) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	set := token.NewFileSet()
	missing := map[string]bool{}
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
			for _, b := range books {
				if !b.Has(key) && !b.Has("term."+key) && !missing[b.Lang()+key] {
					missing[b.Lang()+key] = true
					t.Errorf("%s: %s has no words for %q", set.Position(call.Pos()), b.Lang(), key)
				}
			}
			return true
		})
	}
}

// said gives the words' key that a call says, if it stands there as a literal.
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
