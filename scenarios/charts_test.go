package scenarios_test

import (
	"errors"
	"flag"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// charts are the files with the charts of each game; a game of which none is named has no charts of its own.
var charts = map[string][]string{
	"brush-brothers": {"tables.yaml"}, "conflict-of-heroes": {"tables.yaml"}, "landships": {"tables.yaml"},
	"modern-battles": {"combat.yaml", "prices.yaml"}, "somme-1918": {"tables.yaml"},
}

var (
	chartKey = regexp.MustCompile(`^  ([a-z_]+):`)
	rowID    = regexp.MustCompile(`^ +- \{id: "?([a-zA-Z0-9_-]+)`)
)

var everyRow = flag.Bool("every-row", false, "spoil every key and row of the charts, not one in six of them")

// rowStep returns how many keys and rows there are to each that is spoilt: every one has the whole scenario loaded twice.
func rowStep() int {
	if *everyRow {
		return 1
	}
	return 6
}

// spoiltFiles are the embedded files of a game with one line of one of them changed.
func spoiltFiles(t *testing.T, game string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(scenarios.Embedded(), game+"/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(scenarios.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// placed reports whether a document with these files is refused, with line and column in one of them.
func placed(e table.Engine, files fs.FS, scenario string) bool {
	d := e.Document()
	r, err := scenarios.LoadFrom(files, e.Name(), scenario, d)
	var found scenarios.Problems
	if errors.As(err, &found) {
		return slices.ContainsFunc(found, func(p *scenarios.Problem) bool { return p.Line > 0 && p.Column > 0 && p.File != "" })
	}
	if err != nil {
		return false
	}
	return slices.ContainsFunc(e.Check(d), func(f table.Flaw) bool { p := r.Problem(f.Path, f.Message); return p.Line > 0 && p.Column > 0 })
}

// No chart of any game, and no row that the rules read by name, can be renamed or dropped in the files without being told
// with line and column.
func TestChartsCannotBeMisspelt(t *testing.T) {
	for _, e := range adjudicator.Games() {
		list, err := scenarios.List(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		rows, optional := scenarios.ChartsOf(e.Document())
		for _, file := range charts[e.Name()] {
			tried := 0
			name := path.Join(e.Name(), file)
			files := spoiltFiles(t, e.Name())
			lines := strings.Split(string(files[name].Data), "\n")
			chart := ""
			for i, line := range lines {
				key, id := chartKey.FindStringSubmatchIndex(line), rowID.FindStringSubmatchIndex(line)
				at := key
				if key != nil {
					chart = line[key[2]:key[3]]
				} else if at = id; id == nil || !slices.Contains(rows, chart) {
					continue
				}
				if tried++; tried%rowStep() != 1%rowStep() {
					continue
				}
				spoilt := slices.Clone(lines)
				spoilt[i] = line[:at[3]] + "z" + line[at[3]:]
				files[name] = &fstest.MapFile{Data: []byte(strings.Join(spoilt, "\n"))}
				if !placed(e, files, list[0].Name) {
					t.Errorf("%s:%d: renamed, and nothing is told: %s", name, i+1, line)
				}
				end := i + 1
				for key != nil && end < len(lines) && strings.HasPrefix(lines[end], "   ") {
					end++
				}
				if key != nil && slices.Contains(optional, chart) {
					continue
				}
				files[name] = &fstest.MapFile{Data: []byte(strings.Join(slices.Delete(slices.Clone(lines), i, end), "\n"))}
				if !placed(e, files, list[0].Name) {
					t.Errorf("%s:%d: dropped, and nothing is told: %s", name, i+1, line)
				}
			}
			if tried == 0 {
				t.Errorf("%s: no chart found", name)
			}
			t.Logf("%s: %d keys and rows", name, tried)
		}
	}
}
