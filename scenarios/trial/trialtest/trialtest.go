// Package trialtest plays the try files of a game as tests: the examples of its rulebook and cases by rule, with orders as
// they would be mailed. Each file is a test of its own name, and one that fails prints the report that came instead.
//
// A file also fails if a word of one of its order lines was not used and the file does not expect that to be reported (table.unused). All
// files together fail if an argument of standing orders was never used by any of those that settled something.
//
//	trialtest.Files(t, landships.Engine, "landships/testdata/try")
package trialtest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/trial"
)

// expects is a part of a try file that can fail.
var expects = regexp.MustCompile(`(?m)^(expect|never):`)

// Files plays every .yaml of a folder by the rules of one game. A folder without any fails.
func Files(t *testing.T, engine table.Engine, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no try files in %s: %v", dir, err)
	}
	spoken := &account{used: map[string]bool{}}
	t.Cleanup(func() { spoken.close(t) })
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
			if !expects.Match(text) {
				t.Error("it expects nothing: whatever came of it would be right")
			}
			for _, m := range r.Mismatch {
				t.Error(m)
			}
			if !strings.Contains(string(text), table.FactUnused) {
				unused(t, r)
			}
			spoken.add(r.Spoken)
			if r.Failed() {
				show(t, r)
			}
		})
	}
}

// account gathers over all files which arguments of standing orders were used.
type account struct {
	mu   sync.Mutex
	used map[string]bool // by argument: by any of those that spoke
}

func (a *account) add(list []trial.Spoken) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range list {
		a.used[s.Argument] = a.used[s.Argument] || s.Used
	}
}

// close fails for arguments that were never used. A run of only some files proves nothing about that.
func (a *account) close(t *testing.T) {
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return
	}
	for argument, used := range a.used {
		if !used {
			t.Errorf("standing orders with %s settled things, and nothing ever used it", argument)
		}
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

// show prints the actual result.
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
