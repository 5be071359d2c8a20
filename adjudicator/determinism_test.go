package adjudicator_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestAdjudicatorIsDeterministic(t *testing.T) {
	all, err := list("./...")
	if err != nil {
		t.Fatal(err)
	}
	c, checked := newChecker(all), 0
	for _, p := range all {
		if p.ImportPath != root && !strings.HasPrefix(p.ImportPath, root+"/") {
			continue
		}
		if strings.HasSuffix(p.ImportPath, "test") {
			continue // support of tests, never in the program
		}
		checked++
		files := make([]string, len(p.GoFiles))
		for i, name := range p.GoFiles {
			files[i] = filepath.Join(p.Dir, name)
		}
		found, err := c.check(p.ImportPath, files)
		if err != nil {
			t.Errorf("%s cannot be checked: %v", p.ImportPath, err)
		}
		for _, f := range found {
			t.Errorf("%s/%s", strings.TrimPrefix(p.ImportPath, "fieldpost/"), f)
		}
		standard := map[string]bool{}
		for _, q := range all {
			standard[q.ImportPath] = q.Standard
		}
		for _, path := range p.Deps {
			if !standard[path] && !mayDepend(path) {
				t.Errorf("%s depends on %s", p.ImportPath, path)
			}
		}
	}
	if checked < 5 { // the service, table, orders, board, dice
		t.Errorf("only %d packages were found", checked)
	}
}

// mayDepend is the import graph: what adjudicator may reach, however far.
func mayDepend(path string) bool {
	if path == "fieldpost/events" || path == "fieldpost/events/checkpoint" || path == root || strings.HasPrefix(path, root+"/") {
		return true
	}
	return slices.ContainsFunc(outside, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
}

// TestSinsAreFound runs the check over samples, one sin a file. A line that must be found ends in "// want sin".
func TestSinsAreFound(t *testing.T) {
	samples, err := filepath.Glob("testdata/negative/*.go")
	if err != nil || len(samples) == 0 {
		t.Fatal("no samples", err)
	}
	patterns := []string{"./table", "./dice"}
	for _, name := range samples {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, path)
		}
	}
	all, err := list(patterns...)
	if err != nil {
		t.Fatal(err)
	}
	c, sins := newChecker(all), map[string]bool{}
	for _, name := range samples {
		t.Run(filepath.Base(name), func(t *testing.T) {
			want := wanted(t, name)
			found, err := c.check(root+"/"+strings.TrimSuffix(filepath.Base(name), ".go"), []string{name})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range found {
				got = append(got, strconv.Itoa(f.line)+" "+f.sin)
				sins[f.sin] = true
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
	for _, sin := range []string{"import", "float", "go", "channel", "map range", "recover", "package state", "leak"} {
		if !sins[sin] {
			t.Errorf("no sample shows %q", sin)
		}
	}
}

// wanted gives "line sin" for each mark in a sample, sorted.
func wanted(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, line := range strings.Split(string(b), "\n") {
		if _, sin, ok := strings.Cut(line, "// want "); ok {
			want = append(want, strconv.Itoa(i+1)+" "+sin)
		}
	}
	slices.Sort(want)
	return want
}

func TestTheImportGraphEndsHere(t *testing.T) {
	for _, path := range []string{"fieldpost/mail", "fieldpost/events/jetstream", "fieldpost/scenarios", "github.com/nats-io/nats.go",
		"github.com/emersion/go-smtp", "fieldpost/adjudicators"} {
		if mayDepend(path) || mayImport(root+"/table", path) {
			t.Errorf("%s would be let in", path)
		}
	}
	for from, path := range map[string]string{root + "/table": "filippo.io/edwards25519", root + "/orders": "context", root: "runtime/debug"} {
		if mayImport(from, path) {
			t.Errorf("%s would let %s in", from, path)
		}
	}
}
