package scenarios_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"fieldpost/adjudicator/orders"
	"fieldpost/scenarios"
)

var update = flag.Bool("update", false, "write golden files anew")

// comments reads what the fields of the structs beside a document are said to be.
func comments(t *testing.T, document any) func(structure, field string) string {
	t.Helper()
	said := map[string]string{}
	pkg := path.Base(reflect.TypeOf(document).Elem().PkgPath())
	files, err := filepath.Glob(filepath.Join("..", "adjudicator", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join("..", "adjudicator", "table", "header.go"))
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
			s, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					said[spec.Name.Name+"."+name.Name] = strings.TrimSpace(field.Doc.Text() + field.Comment.Text())
				}
			}
			return true
		})
	}
	return func(structure, field string) string { return said[structure+"."+field] }
}

// The published schemas are those that the structs give: of each game's document, and of the words for orders.
func TestSchemaIsPublished(t *testing.T) {
	for _, game := range scenarios.Games() {
		published(t, filepath.Join(game, "schema.json"), newDocument(t, game))
	}
	published(t, wordingSchema, &orders.Wording{})
	published(t, tongueSchema, &orders.Tongue{})
}

// Schemas of the words for orders: those of a game, and those of the grammar itself.
const (
	wordingSchema = "orders.schema.json"
	tongueSchema  = "grammar.schema.json"
)

// published holds a schema against the struct that it describes.
func published(t *testing.T, file string, doc any) {
	t.Helper()
	got, err := scenarios.Schema(doc, comments(t, doc))
	if err != nil {
		t.Fatal(err)
	}
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
		t.Errorf("%s is not what the document struct gives: run this test with -update", file)
	}
}

// validator compiles a schema.
func validator(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Another program's reading of YAML and of the schema accepts every file that we ship.
func TestSchemaAcceptsTheShippedFiles(t *testing.T) {
	for _, game := range scenarios.Games() {
		schema, wording := validator(t, filepath.Join(game, "schema.json")), validator(t, wordingSchema)
		files, err := fs.Glob(scenarios.Embedded(), game+"/*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if b := filepath.Base(file); strings.HasPrefix(b, "words.") || b == "rules.yaml" {
				continue
			}
			if strings.HasPrefix(filepath.Base(file), "orders.") {
				validateFile(t, wording, file)
				continue
			}
			validateFile(t, schema, file)
		}
	}
	for _, lang := range scenarios.Languages("") {
		validateFile(t, validator(t, tongueSchema), "orders."+lang+".yaml")
	}
}

// validateFile holds a file of ours against a schema.
func validateFile(t *testing.T, schema *jsonschema.Schema, file string) {
	t.Helper()
	text, err := fs.ReadFile(scenarios.Embedded(), file)
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	validate(t, schema, file, asJSON)
}

func validate(t *testing.T, schema *jsonschema.Schema, file string, text []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%s: %v", file, err)
	}
}

// What the loader refuses by its tags, the schema refuses too.
func TestSchemaRefusesWhatTheLoaderRefuses(t *testing.T) {
	schema := validator(t, filepath.Join("brush-brothers", "schema.json"))
	for _, text := range []string{
		`{"weapon": []}`,
		`{"weapons": [{"id": "bow", "reroll": "sometimes", "class": "small", "origin": "text"}]}`,
		`{"weapons": [{"id": "bow", "reroll": "none", "class": "small", "origin": "text", "dice": 40}]}`,
		`{"weapons": [{"reroll": "none", "class": "small", "origin": "text"}]}`,
		`{"weapons": "bow"}`,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("the schema takes %s", text)
		}
		if _, err := scenarios.LoadText("brush-brothers", "x.yaml", []byte(text), newDocument(t, "brush-brothers")); err == nil {
			t.Errorf("the loader takes %s", text)
		}
	}
}

// Rules are found by number, by a part of it and from a finer one.
func TestFindRules(t *testing.T) {
	rules := []scenarios.Rule{{ID: "BB-4.1"}, {ID: "BB-4.9"}, {ID: "BB-4.9c"}, {ID: "BB-4.10"}, {ID: "BB-5.1"}, {ID: "BB-A1.3a"}}
	for id, want := range map[string]string{
		"": "BB-4.1 BB-4.9 BB-4.9c BB-4.10 BB-5.1 BB-A1.3a", "BB-4": "BB-4.1 BB-4.9 BB-4.9c BB-4.10", "BB-4.1": "BB-4.1",
		"BB-4.9": "BB-4.9 BB-4.9c", "bb-5.1": "BB-5.1", "BB-5.1b": "BB-5.1", "BB-9": "", "BB-4.9cz": "BB-4.9c", "BB-A1.3": "BB-A1.3a",
	} {
		var got []string
		for _, r := range scenarios.FindRules(rules, id) {
			got = append(got, r.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", id, got, want)
		}
	}
}
