// Package trialtest plays the try files of a game as tests: the examples of its rulebook and cases by rule, with orders as
// they would be mailed. Each file is a test of its own name, and one that fails prints the report that came instead.
//
//	func TestTry(t *testing.T) { trialtest.Files(t, landships.Engine, "testdata/try") }
package trialtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/trial"
)

// words makes a file fail one of whose lines has words that nothing used and that the file does not expect to be told.
var words = flag.Bool("words", false, "fail on try files with words of order lines that nothing used, unless they expect a table.unused fact")

// Files plays every .yaml of a folder by the rules of one game. A folder without any fails.
func Files(t *testing.T, engine table.Engine, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no try files in %s: %v", dir, err)
	}
	bench := trial.Bench{Game: func(name string) (table.Engine, bool) { return engine, name == engine.Name() }}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			r, err := bench.Run(f, text)
			if err != nil {
				t.Fatal(err)
			}
			if r.Error != nil {
				t.Errorf("%+v", *r.Error)
			}
			for _, m := range r.Mismatch {
				t.Error(m)
			}
			if *words && !strings.Contains(string(text), table.FactUnused) {
				unused(t, r)
			}
			if r.Failed() {
				show(t, r)
			}
		})
	}
}

// unused fails for each line of which something was not used: an argument that is read and dropped, most likely.
func unused(t *testing.T, r *trial.Result) {
	t.Helper()
	for _, f := range r.Facts {
		if f.Kind == table.FactUnused {
			t.Errorf("nothing used these words: %s", f.Text)
		}
	}
}

// show prints what came instead.
func show(t *testing.T, r *trial.Result) {
	t.Helper()
	for _, x := range r.Facts {
		t.Log(x.Rule, x.Kind, x.Text, x.Arithmetic)
	}
	for _, x := range r.Refusals {
		t.Logf("refused %+v", x)
	}
	for _, x := range r.Faults {
		t.Logf("fault %+v", x)
	}
}
