package conflict_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/scenarios"
)

var update = flag.Bool("update", false, "write golden files anew")

// TestSchemaIsPublished: the published schema is the one that the document struct gives, with its comments.
func TestSchemaIsPublished(t *testing.T) {
	said := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, name := range field.Names {
						said[spec.Name.Name+"."+name.Name] = strings.TrimSpace(field.Doc.Text() + field.Comment.Text())
					}
				}
			}
			return true
		})
	}
	got, err := scenarios.Schema(new(conflict.Document), func(structure, field string) string { return said[structure+"."+field] })
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "scenarios", "conflict-of-heroes", "schema.json")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("schema.json is not what the document struct gives: run this test with -update")
	}
}
