package trial_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The bench itself, by files: what it tells of asks, lines, letters and the state.
func TestBenchFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			r := must(t, string(text))
			if r.Error != nil {
				t.Errorf("%+v", *r.Error)
			}
			for _, m := range r.Mismatch {
				t.Error(m)
			}
		})
	}
}

// changed is a file of testdata with a text in place of another.
func changed(t *testing.T, file, old, now string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	out := strings.Replace(string(text), old, now, 1)
	if out == string(text) {
		t.Fatalf("%s holds no %q", file, old)
	}
	return out
}

// The same files fail where what they expect is not so.
func TestBenchFilesCanFail(t *testing.T) {
	for name, c := range map[string][3]string{
		"another text answered":    {"asks-and-texts.yaml", `in: "orders[1]"`, `in: "orders[0]"`},
		"somebody answered":        {"asks-and-texts.yaml", "central: []", `central: [{in: "orders[0]"}]`},
		"another line":             {"lines-no-window-took.yaml", "line: 3", "line: 5"},
		"another reason":           {"lines-no-window-took.yaml", "try.not-reached", "try.not-asked"},
		"false where true":         {"state-by-name.yaml", "{unit: B-1, pinned: true}\n      - {unit: C-1", "{unit: B-1, pinned: false}\n      - {unit: C-1"},
		"absent where present":     {"state-by-name.yaml", "horses: false, out", "horses: true, out"},
		"never false":              {"state-by-name.yaml", "{unit: C-1, horses: false}", "{unit: G-1, horses: false}"},
		"another short":            {"letter-of-a-seat.yaml", `short: ["~F-1"]`, `short: ["~P-1 is lost"]`},
		"never in a letter":        {"letter-of-a-seat.yaml", "~MG-1 at 9999", "~WHAT HAPPENED"},
		"another map":              {"letter-of-a-seat.yaml", `"~trench"`, `"~volcano"`},
		"another line allowed":     {"french-words.yaml", "tirer G-1 sur 0704", "tirer G-1 sur 0706"},
		"a base without the order": {"standing-default.yaml", "kind: sacrifice", "kind: eliminated"},
	} {
		t.Run(name, func(t *testing.T) {
			if r := must(t, changed(t, c[0], c[1], c[2])); len(r.Mismatch) == 0 {
				t.Error("no mismatch")
			}
		})
	}
}

// What a file says and nobody reads is an error that tells what was asked.
func TestNothingIsPassedOver(t *testing.T) {
	for name, c := range map[string]struct{ file, old, now, code, detail string }{
		"a text too many": {
			"letter-of-a-seat.yaml", `allied: "fire MG-1,P-1 at 0703"`, `allied: ["fire MG-1,P-1 at 0703", "hold"]`, "E_TEXT", "allied was never asked for orders[1]; it was asked for orders at turn 2 step 4.9",
		},
		"a text for another turn": {"asks-and-texts.yaml", "turn: 2, text", "turn: 3, text", "E_TEXT", "allied was never asked for orders[1]"},
		"an answer to nothing":    {"letter-of-a-seat.yaml", "dice:", "answers: [{question: LS-D14, answer: x}]\ndice:", "E_ANSWER", `put only to a seat that has "standing ask LS-D14"; no question was put`},
		"an answer by a typo":     {"letter-of-a-seat.yaml", "dice:", "answers: [{question: LS-D144, answer: x}]\ndice:", "E_ANSWER", `did you mean "LS-D14"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := must(t, changed(t, c.file, c.old, c.now))
			if r.Error == nil || r.Error.Code != c.code || !strings.Contains(r.Error.Detail, c.detail) {
				t.Errorf("%+v", r.Error)
			}
		})
	}
}

// Keys and names that never can be are told with what may have been meant.
func TestMisspeltFilesAreRefused(t *testing.T) {
	const file = "letter-of-a-seat.yaml"
	for old, c := range map[string][2]string{
		"until: step 4.10":          {"until: step 4.100", `did you mean "4.10"`},
		"letters: [allied":          {"letters: [alied", `did you mean "allied"`},
		"expect:\n":                 {"expect:\n  refusal: []\n", `expect.refusal: there never is such a key; did you mean "refusals"`},
		"      map:":                {"      mapp:", `expect.letters.allied.mapp: there never is such a key; did you mean "map"`},
		"never:\n":                  {"never:\n  facts: [{knd: x}]\n", `never.facts[0].knd: there never is such a key; did you mean "kind"`},
		"  letters:\n    allied:":   {"  state: {units: [{unit: F-1, pined: true}]}\n  letters:\n    allied:", `expect.state.units[0].pined: there never is such a key; did you mean "pinned"`},
		`  allied: "fire MG-1,P-1`:  {`  allied: {phse: "4.9", text: x}` + "\n" + `  central: "fire MG-1,P-1`, `unknown key "phse"; did you mean "phase"`},
		`orders:` + "\n" + `  alli`: {`orders:` + "\n" + `  central: {phase: "4.99", text: x}` + "\n" + `  alli`, `orders.central[0].phase: the game has no step "4.99"; did you mean "4.9"`},
		"note: What":                {"at: sept 4.2\nnote: What", `did you mean "step"`},
	} {
		text := changed(t, file, old, c[0])
		if strings.Contains(c[0], "at: sept") {
			text = strings.Replace(text, "set:\n", "set:\n  remove: []\n", 1)
			text = strings.Replace(text, "  remove: [allied, central]\n", "", 1)
		}
		if _, err := bench.Run("try.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%q: %v", c[0], err)
		}
	}
}
