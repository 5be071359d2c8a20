package conflict_test

import (
	"os"
	"path/filepath"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/trial"
)

// TestTry plays the try files: the examples of the rulebook (EX) and cases by rule, orders as they would be mailed.
func TestTry(t *testing.T) {
	files, err := filepath.Glob("testdata/try/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no try files", err)
	}
	bench := trial.Bench{Game: func(name string) (table.Engine, bool) { return conflict.Engine, name == "conflict-of-heroes" }}
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
			if r.Failed() {
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
		})
	}
}
