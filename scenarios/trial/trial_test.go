package trial_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/trial"
	"fieldpost/scenarios/words"
)

var bench = trial.Bench{Game: func(name string) (table.Engine, bool) {
	if name == landships.Engine.Name() {
		return landships.Engine, true
	}
	return adjudicator.Game(name)
}}

// must plays a file that is well formed.
func must(t *testing.T, text string) *trial.Result {
	t.Helper()
	r, err := bench.Run("try.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// examples are the try files written out in the manual.
func examples(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "scenarios", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, block := range strings.Split(string(text), "```") {
		if body, ok := strings.CutPrefix(block, "yaml\n"); ok && i%2 == 1 {
			out = append(out, body)
		}
	}
	if len(out) != 6 {
		t.Fatalf("the manual has %d examples", len(out))
	}
	return out
}

func TestExamplesOfTheManual(t *testing.T) {
	for _, text := range examples(t) {
		if r := must(t, text); r.Failed() {
			b, _ := json.MarshalIndent(r, "", "  ")
			t.Errorf("%+v %s\n%s", r.Error, strings.Join(r.Mismatch, "\n"), b)
		}
	}
}

// A file whose expectations are wrong fails, with a difference that names the place.
func TestExpectationsCanFail(t *testing.T) {
	good := examples(t)[0]
	cases := map[string][2]string{
		"another state":       {"stress: pinned", "stress: crushed"},
		"another count":       {"hits: 1", "hits: 2"},
		"something forbidden": {"until: turn 2", "until: turn 2\nnever: {facts: [{kind: to-hit}]}"},
		"none expected":       {"refusals: []", "facts: []"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(good, c[0], c[1], 1)
			if name == "none expected" {
				text = good[:strings.Index(good, "expect:")] + "expect: {facts: []}\n"
			}
			if text == good {
				t.Fatal("the example has changed")
			}
			if r := must(t, text); len(r.Mismatch) == 0 {
				t.Error("no mismatch")
			}
		})
	}
}

// Dice are neither invented nor left over.
func TestScriptMustFit(t *testing.T) {
	good := examples(t)[0]
	for name, c := range map[string]struct{ dice, code string }{
		"too few":  {"dice: [4, 5]", "E_ROLL_MISSING"},
		"too many": {"dice: [4, 5, 2, 1, 1]", "E_ROLL_UNASKED"},
		"no die":   {"dice: [4, 5, 7, 1]", "E_ROLL_MISSING"},
	} {
		r := must(t, strings.Replace(good, "dice: [4, 5, 2, 1]", c.dice, 1))
		if r.Error == nil || r.Error.Code != c.code {
			t.Errorf("%s: %+v", name, r.Error)
		}
	}
	r := must(t, good[:strings.Index(good, "expect:")]+"answers: [{question: BB-D99, answer: x}]\n")
	if r.Error == nil || r.Error.Code != "E_ANSWER" {
		t.Errorf("answer to nothing: %+v", r.Error)
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"game: chess\nscenario: x\n":                                               `no game called "chess"`,
		"game: brush-brothers\n":                                                   "neither scenario nor inline",
		"game: brush-brothers\nscenario: benhc\n":                                  `did you mean "bench"?`,
		"game: brush-brothers\nscenario: bench\ndise: [1]\n":                       `did you mean "dice"?`,
		"game: brush-brothers\nscenario: bench\norders: {x: a}\n":                  `no seat is called "x"`,
		"game: brush-brothers\nscenario: bench\nuntil: noon\n":                     "is no place",
		"game: brush-brothers\nscenario: bench\nset: {colour: 1}\n":                "colour",
		"game: brush-brothers\nscenario: bench\ninline: {scenario: {turns: 99}}\n": "3:28: scenario.turns is 99",
		"game: brush-brothers\nscenario: bench\ninline: {scenario: {budget: 9}}\n": "the budget is 9",
	} {
		if _, err := bench.Run("try.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every try file of a game holds.
func TestTryFilesOfTheGames(t *testing.T) {
	files, err := fs.Glob(os.DirFS(filepath.Join("..", "..", "scenarios")), "*/try/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "scenarios", file))
			if err != nil {
				t.Fatal(err)
			}
			r, err := bench.Run(file, text)
			if err != nil {
				t.Fatal(err)
			}
			if r.Failed() {
				t.Errorf("%+v\n%s", r.Error, strings.Join(r.Mismatch, "\n"))
			}
		})
	}
}

// Both languages have the same words with the same arguments.
func TestShippedWordsAgree(t *testing.T) {
	for _, game := range scenarios.Games() {
		var books []*words.Book
		for _, lang := range []string{"en", "fr"} {
			texts, err := scenarios.WordFiles(game, lang)
			if err != nil {
				t.Fatal(err)
			}
			b, err := words.Load(lang, texts...)
			if err != nil {
				t.Fatal(err)
			}
			books = append(books, b)
		}
		for _, fault := range words.Check(books[0], books[1]) {
			t.Errorf("%s: %s", game, fault)
		}
	}
}
