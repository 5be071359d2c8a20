package adjudicator_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// Every rule of every rulebook should be found in code or data, and be tried by a test. What is not stands in testdata/coverage/RULEBOOK.txt,
// one rule a line:
//
//	LS-1.11b    no code
//	LS-8.63c    no test
//
// A rule without code may be one that needs none ("a hex is about a hundred metres across"); a rule without a test is a place where a first
// contribution is easy. A rule that joins the list fails the test, and so does one that stays on it without need:
//
//	go test ./adjudicator -run TestRulesAreCovered -new-coverage
var newCoverage = flag.Bool("new-coverage", false, "write down anew which rules have no code or no test")

const (
	noCode = "no code"
	noTest = "no test"
)

func TestRulesAreCovered(t *testing.T) {
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) {
			file := filepath.Join("testdata", "coverage", engine.Name()+".txt")
			now := uncovered(t, engine)
			if *newCoverage {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			kept := readLines(t, file)
			for _, line := range now {
				if !slices.Contains(kept, line) {
					t.Errorf("%s, which was not so", line)
				}
			}
			for _, line := range kept {
				if !slices.Contains(now, line) {
					t.Errorf("%q is no longer so: take it off %s with -new-coverage", line, file)
				}
			}
		})
	}
}

// readLines gives the lines of a list that is kept; none where there is no file.
func readLines(t *testing.T, file string) (lines []string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	for s := bufio.NewScanner(f); s.Scan(); {
		if s.Text() != "" {
			lines = append(lines, s.Text())
		}
	}
	return lines
}

// packageDir is the folder of a rulebook's package, from here.
func packageDir(engine table.Engine) string {
	return strings.TrimPrefix(reflect.TypeOf(engine.Document()).Elem().PkgPath(), root+"/")
}

// uncovered lists the rules of a rulebook that no code cites, or no test.
func uncovered(t *testing.T, engine table.Engine) (lines []string) {
	t.Helper()
	rules, err := scenarios.Rules(engine.Name())
	if err != nil || len(rules) == 0 {
		t.Fatalf("%s has no rules: %v", engine.Name(), err)
	}
	cited := regexp.MustCompile(`\b` + engine.Prefix() + `-[A-Z]*[0-9][A-Za-z0-9.]*|\b` + engine.Prefix() + `-[A-Z]+(\.[0-9A-Za-z]+)*`)
	dir := packageDir(engine)
	code, tests := citations{}, citations{}
	for _, pattern := range []string{dir + "/*.go", "../scenarios/" + engine.Name() + "/*.yaml", dir + "/testdata/try/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			switch {
			case filepath.Base(file) == "rules.yaml" || strings.HasPrefix(filepath.Base(file), "words."):
			case strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata"):
				tests.read(t, cited, file)
			default:
				code.read(t, cited, file)
			}
		}
	}
	if len(code) == 0 || len(tests) == 0 {
		t.Fatalf("%d rules are cited in the code of %s, %d in its tests", len(code), engine.Name(), len(tests))
	}
	for _, r := range rules {
		switch {
		case !code.cover(r.ID):
			lines = append(lines, fmt.Sprintf("%-12s %s", r.ID, noCode))
		case !tests.cover(r.ID):
			lines = append(lines, fmt.Sprintf("%-12s %s", r.ID, noTest))
		}
	}
	return lines
}

// citations are the rules that some files name.
type citations map[string]bool

// read takes the citations of one file, and of its name.
func (c citations) read(t *testing.T, cited *regexp.Regexp, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if before, after, ok := strings.Cut(string(text), "# Where a rule is found"); ok { // the map cites every chapter and proves nothing
		_, after, _ = strings.Cut(after, "\npackage ")
		text = []byte(before + after)
	}
	for _, id := range append(cited.FindAllString(string(text), -1), cited.FindAllString(filepath.Base(file), -1)...) {
		c[strings.TrimSuffix(strings.TrimSuffix(id, ".yaml"), ".")] = true
	}
}

// cover reports whether a rule is cited, or the one that it is a sentence of: LS-8.63 stands for LS-8.63a.
func (c citations) cover(id string) bool {
	return c[id] || c[strings.TrimRight(id, "abcdefghijklmnopqrstuvwxyz")]
}
