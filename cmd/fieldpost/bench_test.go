package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mail/office/bench"
)

// TestBenchAgainstAFile goes the whole way of the command line: a regression made up in the file is an exit with 1.
func TestBenchAgainstAFile(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "bench.json")
	if code, out, trouble := run(t, "bench", "--only", "map", "--json", kept); code != exitFine {
		t.Fatalf("%d\n%s%s", code, out, trouble)
	}
	data, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	for _, f := range r["figures"].([]any) {
		f := f.(map[string]any)
		f["ratio"] = f["ratio"].(float64) / 1000
	}
	data, err = json.Marshal(r)
	if err == nil {
		err = os.WriteFile(kept, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	code, out, trouble := run(t, "bench", "--only", "map", "--against", kept)
	if code != exitFailed || !strings.Contains(out, "worse: map.png") || !strings.Contains(trouble, "got worse") {
		t.Errorf("%d\n%s%s", code, out, trouble)
	}
}

func TestBenchNamesWhatItMeasures(t *testing.T) {
	code, _, trouble := run(t, "bench", "--only", "recept")
	if code != exitUsage || !strings.Contains(trouble, "did you mean receipt?") {
		t.Errorf("%d: %s", code, trouble)
	}
	_, help, _ := run(t, "bench", "--help")
	for line := range strings.Lines(bench.Help()) {
		if name, ok := strings.CutPrefix(line, "  "); ok && !strings.Contains(help, strings.Fields(name)[0]) {
			t.Errorf("the help of the command leaves out %s", name)
		}
	}
}
