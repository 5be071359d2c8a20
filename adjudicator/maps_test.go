package adjudicator_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
)

// TestMapsNameEveryFile holds the map of each rulebook's package comment (chapter of the rulebook, files) against its folder: every file is named,
// and no other; and a chapter is cited in the files that it names.
func TestMapsNameEveryFile(t *testing.T) {
	named := regexp.MustCompile(`\b[a-z_0-9]+\.go\b`)
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) {
			dir := packageDir(engine)
			files, err := filepath.Glob(filepath.Join(dir, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			text, sources := "", map[string]string{}
			for _, file := range files {
				if strings.HasSuffix(file, "_test.go") {
					continue
				}
				b, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				sources[filepath.Base(file)] = string(b)
				f, err := parser.ParseFile(token.NewFileSet(), file, b, parser.PackageClauseOnly|parser.ParseComments)
				if err != nil {
					t.Fatal(err)
				}
				text += comment(f.Doc)
			}
			told := named.FindAllString(text, -1)
			for name := range sources {
				if !slices.Contains(told, name) {
					t.Errorf("the map of %s does not say what %s is about", dir, name)
				}
			}
			for _, name := range told {
				if sources[name] == "" {
					t.Errorf("the map of %s names %s, which is not there", dir, name)
				}
			}
			chapter := regexp.MustCompile(`^\s+(` + engine.Prefix() + `-[A-Z]*[0-9]*)\s`)
			for line := range strings.Lines(text) {
				m := chapter.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				cites := regexp.MustCompile(m[1])
				if last := m[1][len(m[1])-1]; '0' <= last && last <= '9' {
					cites = regexp.MustCompile(m[1] + `([^0-9]|$)`)
				}
				for _, name := range named.FindAllString(line, -1) {
					if !cites.MatchString(sources[name]) {
						t.Errorf("the map of %s sends a reader of %s to %s, which does not cite it", dir, m[1], name)
					}
				}
			}
		})
	}
}

// comment is the text of a comment as it stands, code blocks with their blanks.
func comment(g *ast.CommentGroup) string {
	if g == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range g.List {
		b.WriteString(strings.TrimPrefix(c.Text, "//") + "\n")
	}
	return b.String()
}
