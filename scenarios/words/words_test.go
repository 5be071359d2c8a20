package words_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words"
)

const english = `# the file of the tests
fire: "{unit} fires at {target}: {hits|one hit|{hits} hits}."
save: "Save {sum}{saved? holds| fails}"
moved: '{unit}''s way: {path}'
list: "{units:and}"
refused: "{text}: {code:word}"
far: "{target} is {ud|1 UD|{ud} UD} away"
weapons: "{arms:weapon.}"
weapon.rifle: rifle   # a comment
weapon.lmg: "light \"machine gun\""
term.cover: cover
term.crossfire: crossfire
big: "{n}"
total: "{sum:total} from {sum:dice}"
named: "Attack {sum:named}"
reasons: "Needs {sum:reasons}"
word.true: "yes"
word.false: "no"
truth: "{x}"
loop: "{k:word}"
`

func TestSay(t *testing.T) {
	b, err := words.Load("en", []byte(english))
	if err != nil {
		t.Fatal(err)
	}
	sum := table.Base("save", 3, "BB-4.9").Plus("cover", 1, "BB-4.9c").Plus("crossfire", -1, "BB-4.9g")
	cases := []struct {
		key  string
		args []table.FactArg
		want string
	}{
		{"fire", []table.FactArg{table.A("unit", "G1"), table.A("target", "north.G2"), table.A("hits", 2)}, "G1 fires at north.G2: 2 hits."},
		{"fire", []table.FactArg{table.A("unit", "G1"), table.A("target", "north.G2"), table.A("hits", 1)}, "G1 fires at north.G2: one hit."},
		{"fire", []table.FactArg{table.A("unit", "G1"), table.A("target", "north.G2"), table.A("hits", 0)}, "G1 fires at north.G2: 0 hits."},
		{"fire", []table.FactArg{table.A("unit", "G1")}, "G1 fires at {target}: {hits}."},
		{"save", []table.FactArg{table.A("sum", sum), table.A("saved", true)}, "Save 3 +1 (cover) -1 (crossfire) = 3 holds"},
		{"save", []table.FactArg{table.A("sum", table.Base("save", 0, ""))}, "Save 0 fails"},
		{"moved", []table.FactArg{table.A("unit", "G1"), table.A("path", []string{"D5", "D6"})}, "G1's way: D5, D6"},
		{"list", []table.FactArg{table.A("units", []string{"G1", "G2", "G3"})}, "G1, G2 and G3"},
		{"list", []table.FactArg{table.A("units", []string{"G1"})}, "G1"},
		{"refused", []table.FactArg{table.A("text", "fire D7"), table.A("code", "far"), table.A("target", "D7"), table.A("ud", 9)}, "fire D7: D7 is 9 UD away"},
		{"weapons", []table.FactArg{table.A("arms", []string{"rifle", "lmg", "pike"})}, `rifle, light "machine gun", weapon.pike`},
		{"big", []table.FactArg{table.A("n", -1234567)}, "-1,234,567"},
		{"total", []table.FactArg{table.A("sum", sum)}, "3 from "},
		{"named", []table.FactArg{table.A("sum", table.Base("G1", 5, "").Plus("cover", -1, ""))}, "Attack 5 (G1) -1 (cover) = 4"},
		{"named", []table.FactArg{table.A("sum", table.Base("start", 0, "").Plus("G1", 5, "").Plus("cover", 1, ""))}, "Attack 5 (G1) +1 (cover) = 6"},
		{"reasons", []table.FactArg{table.A("sum", table.Base("near", 5, "").Plus("cover", -1, ""))}, "Needs 5 (near) -1 (cover) = 4"},
		{"reasons", []table.FactArg{table.A("sum", table.Base("near", 5, ""))}, "Needs 5"},
		{"truth", []table.FactArg{table.A("x", true)}, "yes"},
		{"loop", []table.FactArg{table.A("k", "loop")}, "loop"},
		{"no such key", nil, "no such key"},
	}
	for _, c := range cases {
		if got := b.Say(c.key, c.args...); got != c.want {
			t.Errorf("%s: %q, want %q", c.key, got, c.want)
		}
	}
}

func TestMeasures(t *testing.T) {
	cases := []struct{ lang, text, want string }{
		{"en", "1.0", "1 inch"}, {"en", "4.0", "4 inches"}, {"en", "1.5", "1.5 inches"}, {"en", "0.5", "0.5 inches"}, {"en", "10.0", "10 inches"},
		{"fr", "1.0", "1 pouce"}, {"fr", "1.5", "1.5 pouce"}, {"fr", "0.4", "0.4 pouce"}, {"fr", "2.0", "2 pouces"}, {"fr", "4.2", "4.2 pouces"},
		{"en", "far", "far {inches}"},
	}
	said := map[string]string{"en": "far: \"{inches:measure} {inches|inch|inches}\"\n", "fr": "far: \"{inches:measure} {inches|pouce|pouces}\"\n"}
	for _, c := range cases {
		b, err := words.Load(c.lang, []byte(said[c.lang]))
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Say("far", table.A("inches", c.text)); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.text, c.lang, got, c.want)
		}
	}
}

func TestFrenchNumbers(t *testing.T) {
	b, err := words.Load("fr", []byte("fire: \"{hits|{hits} touche|{hits} touches}\"\nlist: \"{units:and}\"\nlist.and: \" et \"\nnumber.thousands: \"\u202f\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "0 touche", 1: "1 touche", 2: "2 touches", 12345: "12\u202f345 touches"} {
		if got := b.Say("fire", table.A("hits", n)); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	if got := b.Say("list", table.A("units", []string{"G1", "G2"})); got != "G1 et G2" {
		t.Errorf("list: %q", got)
	}
}

// None takes the singular in French, and is not one: where only the other form has the number, it is written with that.
func TestNoneIsNotOne(t *testing.T) {
	b, err := words.Load("fr", []byte("cap: \"{n|un PC|{n} PC}\"\nis: \"{n|il est|ils sont}\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key  string
		n    any
		want string
	}{{"cap", 0, "0 PC"}, {"cap", 1, "un PC"}, {"cap", "1.0", "un PC"}, {"cap", "1.5", "1.5 PC"}, {"cap", 2, "2 PC"}, {"is", 0, "il est"}} {
		if got := b.Say(c.key, table.A("n", c.n)); got != c.want {
			t.Errorf("%s of %v: %q", c.key, c.n, got)
		}
	}
}

func TestLaterFilesChangeEarlierOnes(t *testing.T) {
	b, err := words.Load("en", []byte("a: one\nb: two\n"), []byte("a: three\n"))
	if err != nil || b.Say("a") != "three" || b.Say("b") != "two" {
		t.Errorf("%v %q %q", err, b.Say("a"), b.Say("b"))
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	cases := map[string]string{
		"no colon":            "line 1: not of the form",
		"a: \"open":           "closing quote",
		"a: x\na: y":          "line 2: a is said already in line 1",
		"a: \"{\"":            "column 1: no argument",
		"a: \"{x\"":           "column 1: no argument",
		"a: \"}\"":            "column 1: a } without",
		"a: \"{x|one}\"":      "two texts",
		"a: \"{x|one|many\"":  "} is missing",
		"a: \"{x:loud}\"":     `no form is called "loud"`,
		"a: \"{some thing}\"": "no blanks",
		"a: \"x\" y":          "follows the closing quote",
		"a: {x}":              "put the text in quotes",
		"a: |\n  block":       "put the text in quotes",
		`a: "\t"`:             "not known",
		"a: \"\xff\"":         "not UTF-8",
		"a: \"" + strings.Repeat("{x?", 20) + strings.Repeat("}", 20) + "\"": "nested too deep",
	}
	for text, want := range cases {
		if _, err := words.Load("en", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestCheckFindsWhatLanguagesLack(t *testing.T) {
	en, _ := words.Load("en", []byte("a: \"{x} {y}\"\nb: \"\\\"\"\nsame: \"{n|{n}|{m}}\"\n"))
	fr, _ := words.Load("fr", []byte("a: \"{x}\"\nc: \"c\"\nsame: \"{m} {n}\"\n"))
	want := []string{"a: en uses [x y], fr uses [x]", "b: missing in fr", "c: missing in en"}
	if got := words.Check(en, fr); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Whatever stands in a file, it is read or refused, and what is read can be said.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(english))
	f.Add([]byte("a: \"{n|{x?a|b}|{n} {y:word}}\"\n'b': 'it''s'\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := words.Load("fr", text)
		if err != nil {
			return
		}
		for _, k := range b.Keys() {
			b.Say(k, table.A("n", 2), table.A("x", "a"), table.A("y", []string{"a", "b"}))
		}
	})
}

// What a language does not say yet is said in English, and what neither says is the key.
func TestMissingWordsAreSaidInEnglish(t *testing.T) {
	french, err := words.Load("fr", []byte("a: \"oui\"\nc: \"{k:word}\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	english, err := words.Load("en", []byte("a: \"yes\"\nb: \"perhaps\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	b := french.Over(english)
	for key, want := range map[string]string{"a": "oui", "b": "perhaps", "d": "d"} {
		if got := b.Say(key); got != want || b.Has(key) == (key == "d") {
			t.Errorf("%s: %q, has %v", key, got, b.Has(key))
		}
	}
	if got := b.Say("c", table.A("k", "b")); got != "perhaps" {
		t.Errorf("a word in a sentence: %q", got)
	}
}

// A language that puts a blank before some marks keeps it in one line with them, however its files are written.
func TestBlanksBesideMarksAreKept(t *testing.T) {
	b, err := words.Load("fr", []byte("why: \"« {what} » : {n?non ; oui|quoi} ?\"\nabout: \"{text.fr}\"\n"), []byte("space.before: \":;!?»\"\nspace.behind: \"«\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := b.Say("why", table.A("what", "G1"), table.A("n", 1)), "«\u00a0G1\u00a0»\u00a0: non\u00a0; oui\u00a0?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, got := range []string{b.Tied("Un pont : qui le tient ?"), b.Say("about", table.A("text.fr", "Un pont : qui le tient ?"))} { // a document's own words
		if want := "Un pont\u00a0: qui le tient\u00a0?"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
