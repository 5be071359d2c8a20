package scenarios_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator/language"
	"fieldpost/scenarios"
)

// files makes a user's folder.
func files(texts map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range texts {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// The document of a game that does not exist: cities with walls.
type siege struct {
	Scenario struct {
		ID    string `json:"id" check:"required"`
		Turns int    `json:"turns" check:"required,min=1,max=9"`
		Night bool   `json:"night"`
	} `json:"scenario" check:"required"`
	Cities []city   `json:"cities"`
	Roads  []string `json:"roads"`
}

type city struct {
	ID    string `json:"id" check:"required"`
	Walls int    `json:"walls" check:"min=0,max=9"`
	Look  string `json:"look" check:"oneof=stone|wood"`
	Gates []gate `json:"gates"`
}

type gate struct {
	Side   string `json:"side" check:"required"`
	Strong bool   `json:"strong"`
}

func TestLoadLaysFilesOverOneAnother(t *testing.T) {
	lower := files(map[string]string{
		"siege/cities.yaml":       "cities:\n  - {id: Ys, walls: 2, look: stone, gates: [{side: N, strong: true}, {side: S}]}\n  - {id: Troy}\nroads: [a, b]\n",
		"siege/scenario-ten.yaml": "scenario: {id: ten, turns: 3}\nroads: [c]\n",
		"siege/words.en.yaml":     "x: \"not data\"\n",
	})
	upper := files(map[string]string{
		"siege/mine.yaml": "cities:\n  - id: Ys\n    walls: 9\n    gates: [{side: W}]\n  - id: Ur\n",
	})
	var doc siege
	r, err := scenarios.Load("siege", "ten", &doc, lower, upper)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"scenario":{"id":"ten","turns":3,"night":false},` +
		`"cities":[{"id":"Ys","walls":9,"look":"stone","gates":[{"side":"W","strong":false}]},` +
		`{"id":"Troy","walls":0,"look":"","gates":[]},{"id":"Ur","walls":0,"look":"","gates":[]}],"roads":["c"]}`
	if string(r.Document) != want {
		t.Errorf("got  %s\nwant %s", r.Document, want)
	}
	if p := r.Problem("cities[0].walls", "too high"); p.File != "siege/mine.yaml" || p.Line != 3 || p.Column != 12 {
		t.Errorf("problem at %s:%d:%d", p.File, p.Line, p.Column)
	}
}

func TestMistakesAreToldWithTheirPlace(t *testing.T) {
	cases := []struct {
		name, text string
		want       []string
	}{
		{"unknown key", "scenario: {id: x, turn: 3}\n", []string{`1:19: unknown key "turn" in scenario: did you mean "turns"?`, "scenario has no turns"}},
		{"several at once", "scenario:\n  id: 7\n  turns: many\n  night: no\n", []string{"2:7: scenario.id is text: put 7 in quotes", `3:10: scenario.turns is a whole number, not the text "many"`, `4:10: scenario.night is true or false, not the text "no"`}},
		{"range", "scenario: {id: x, turns: 10}\n", []string{"1:26: scenario.turns is 10; it may be 1 to 9"}},
		{"one of", "scenario: {id: x, turns: 1}\ncities: [{id: Ys, look: ston}]\n", []string{`2:25: cities[0].look cannot be "ston"; it may be stone, wood: did you mean "stone"?`}},
		{"not a list", "scenario: {id: x, turns: 1}\nroads: a\n", []string{`2:8: roads is a list, not the text "a"`}},
		{"not a mapping", "- a\n", []string{"1:1: the file is a mapping of keys, not a list"}},
		{"key twice", "scenario: {id: x, id: y, turns: 1}\n", []string{"mapping key"}},
		{"id twice", "scenario: {id: x, turns: 1}\ncities: [{id: Ys, walls: 1}, {id: Ys, walls: 2}]\n", []string{"cities[0].id is said twice"}},
		{"required in a list", "scenario: {id: x, turns: 1}\ncities: [{id: Ys, gates: [{strong: true}]}]\n", []string{"2:28: cities[0].gates[0] has no side"}},
		{"anchor", "scenario: &a {id: x, turns: 1}\n", []string{"1:11: anchors"}},
		{"alias", "scenario: {id: x, turns: 1}\nroads: *a\n", []string{"2:8: anchors"}},
		{"tag", "scenario: {id: !!str x, turns: 1}\n", []string{"tags are not allowed"}},
		{"float", "scenario: {id: x, turns: 1.5}\n", []string{"whole number, not the number 1.5"}},
		{"octal", "scenario: {id: x, turns: 0o7}\n", []string{"whole number"}},
		{"huge", "scenario: {id: x, turns: 99999999999}\n", []string{"out of range"}},
		{"nothing", "scenario: {id: x, turns: }\n", []string{"whole number, not nothing"}},
		{"another game", "game: chess\nscenario: {id: x, turns: 1}\n", []string{`another game; here it is "siege"`}},
		{"two documents", "scenario: {id: x, turns: 1}\n---\na: 1\n", []string{"one document"}},
		{"bad syntax", "scenario: {id: x\n", []string{"scenario-x.yaml:1:"}},
		{"not text", "\xff\xfe", []string{"not UTF-8"}},
		{"empty", "", []string{"the file has no scenario"}},
		{"deep", strings.Repeat("[", 5000), []string{"nested more than"}},
		{"deep entries", strings.Repeat("- ", 5000) + "x", []string{"nested more than"}},
		{"large", strings.Repeat("#", 2<<20), []string{"at most 1048576 are read"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenarios.LoadText("siege", "scenario-x.yaml", []byte(c.text), new(siege))
			if err == nil {
				t.Fatal("no error")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error lacks %q:\n%v", w, err)
				}
			}
		})
	}
}

func TestMistakesShowTheMarkedLine(t *testing.T) {
	_, err := scenarios.LoadText("siege", "scenario-x.yaml", []byte("scenario:\n  id: x\n  trns: 3\n"), new(siege))
	var ps scenarios.Problems
	if !errors.As(err, &ps) || len(ps) != 2 || ps[0].Code != "E_KEY" || ps[1].Code != "E_REQUIRED" {
		t.Fatalf("problems: %v", err)
	}
	want := "    3 |   trns: 3\n      |   ^"
	if ps[0].Excerpt != want {
		t.Errorf("excerpt\n%s\nwant\n%s", ps[0].Excerpt, want)
	}
}

func TestUnknownNamesAreSuggested(t *testing.T) {
	if _, err := scenarios.Load("brush-brothers", "clasicco", new(siege)); err == nil || !strings.Contains(err.Error(), `did you mean "clasico"?`) {
		t.Errorf("error: %v", err)
	}
	if _, err := scenarios.Load("brush-brothers", "bocquet-trench", new(siege)); err == nil || !strings.Contains(err.Error(), "--game landships") {
		t.Errorf("error: %v", err)
	}
	if _, err := scenarios.Load("chess", "x", new(siege)); err == nil || !strings.Contains(err.Error(), "brush-brothers") {
		t.Errorf("error: %v", err)
	}
	if _, err := scenarios.Load("brush-brothers", "../clasico", new(siege)); err == nil {
		t.Error("a name that climbs out of the folder is taken")
	}
}

// Whatever lies in a file, the loader answers, and what it accepts is stable.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"scenario: {id: x, turns: 3}\ncities: [{id: a, gates: [{side: n}]}]\n",
		"scenario:\n  id: x\n  turns: 3\nroads:\n- a\n- 'b'\n- \"c\\n\"\n",
		"scenario: {id: >-\n  folded\n  text\n , turns: 1}", "? a\n: b", "a: &x [*x]", "- - - - [", "{{{{", "\t", "x: |\n  a\n b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var doc siege
		r, err := scenarios.LoadText("siege", "scenario-x.yaml", text, &doc)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		again, err := scenarios.LoadText("siege", "scenario-x.yaml", r.Document, new(siege))
		if err != nil || string(again.Document) != string(r.Document) {
			t.Errorf("the document itself does not load to the same: %v\n%s", err, r.Document)
		}
	})
}

// Names are a mapping by language of which English must be there, also where they stand among the keys of a struct.
func TestNamesAreReadByLanguage(t *testing.T) {
	type document struct {
		Hills []struct {
			ID   string         `json:"id" check:"required"`
			Name language.Words `json:"name" check:"required"`
		} `json:"hills"`
		Rules []scenarios.Rule `json:"rules"`
	}
	var d document
	const text = "hills: [{id: h1, name: {fr: colline, en: hill, de: Hügel}}]\nrules: [{id: LS-1, de: Regel, en: rule}]\n"
	if err := scenarios.Decode("hills.yaml", []byte(text), &d); err != nil {
		t.Fatal(err)
	}
	if got := d.Hills[0].Name.In("de") + " " + d.Hills[0].Name.In("it") + " " + d.Rules[0].Text.In("de") + " " + d.Rules[0].ID; got != "Hügel hill Regel LS-1" {
		t.Errorf("%q", got)
	}
	for text, want := range map[string]string{
		"hills: [{id: h1, name: {fr: colline}}]\n":            "1:25: hills[0].name has no en",
		"hills: [{id: h1}]\n":                                 "hills[0] has no name",
		"hills: [{id: h1, name: {en: hill, fr: ''}}]\n":       "hills[0].name.fr is empty",
		"hills: [{id: h1, name: {en: hill, en: mountain}}]\n": "en",
		"rules: [{id: LS-1, de: Regel}]\n":                    "rules[0] has no en",
	} {
		err := scenarios.Decode("hills.yaml", []byte(text), new(document))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
