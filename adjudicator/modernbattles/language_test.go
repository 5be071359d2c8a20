package modernbattles

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/trial"
	phrases "fieldpost/scenarios/words"
)

// The words of Esperanto that the test plays with. Each takes the place of a list in the files of French.
var esperanto = map[string]map[string]string{
	"orders.eo.yaml": {
		"articles": `[la]`, "towards": `[ĉe]`, "and": `[kaj]`, `  "2"`: `[du]`, `  "3"`: `[tri]`, "  NE": `[nord-oriento]`,
	},
	"modern-battles/orders.eo.yaml": {
		"  move:\n    words": `[movi]`, "  army:\n    words": `[armeo]`, "  to": `[al]`,
		"  forward": `[antaŭen]`, "  left": `[maldekstren]`, "  toward": `[direkte al, cele al]`, "  bearing": `[azimuto]`, "  inch": `[colo, coloj]`,
		"  with": `[kun]`,
	},
}

// inEsperanto makes a folder with a further language: the files of French in which no word of French is left. A list of which nothing is
// said above has words that nobody would write. Helps stay in French.
func inEsperanto(t *testing.T) fstest.MapFS {
	t.Helper()
	list := regexp.MustCompile(`\[[^\]]*\]`)
	item := regexp.MustCompile(`[^\s,\[\]{}"][^,\[\]{}"]*`)
	dir := fstest.MapFS{}
	for name, said := range esperanto {
		french, err := os.ReadFile(filepath.Join("..", "..", "scenarios", strings.ReplaceAll(name, ".eo.", ".fr.")))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(french), "language: fr", "language: eo", 1)
		text = list.ReplaceAllStringFunc(text, func(words string) string {
			if strings.Contains(words, "{") { // a condition holds the name of an argument
				return strings.ReplaceAll(words, "} ", "} xx")
			}
			return item.ReplaceAllString(words, "xx$0")
		})
		for at, words := range said {
			entry := regexp.MustCompile(`(?m)^` + at + `: \[[^\]]*\]$`)
			if n := len(entry.FindAllString(text, -1)); n == 0 {
				t.Fatalf("%s has no %q", name, at)
			}
			text = entry.ReplaceAllLiteralString(text, at+": "+words)
		}
		dir[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return dir
}

// A language is a set of files: its words for ways, directions, bearings, articles, numbers and lists are read and written as those of
// English and French are.
func TestFurtherLanguage(t *testing.T) {
	dir := inEsperanto(t)
	language, err := phrases.Language(Engine, dir)
	if err != nil {
		t.Fatal(err)
	}
	grammar := orders.NewGrammar(language)
	for _, c := range []struct{ scenario, seat, typed, canonical, english, said, french string }{
		{"mill-crossroads", "us", "movi US-1 antaŭen 4", "move US-1 to forward/4", "move US-1 forward 4", "movi US-1 antaŭen 4", "déplacer US-1 avant 4"},
		{"mill-crossroads", "us", "MOVI US-1 AL ANTAUEN 4", "move US-1 to forward/4", "move US-1 forward 4", "movi US-1 antaŭen 4", "déplacer US-1 avant 4"},
		{"mill-crossroads", "us", "movi US-1 al 2.5 coloj maldekstren", "move US-1 to left/2.5", "move US-1 left 2.5", "movi US-1 maldekstren 2.5", "déplacer US-1 gauche 2.5"},
		{"mill-crossroads", "us", "movi US-1 al nord-oriento 3", "move US-1 to NE/3", "move US-1 NE 3", "movi US-1 nord oriento 3", "déplacer US-1 nord est 3"},
		{"mill-crossroads", "us", "movi US-1 al azimuto 45 6", "move US-1 to 45°/6", "move US-1 bearing 45 6", "movi US-1 azimuto 45 6", "déplacer US-1 cap 45 6"},
		{"mill-crossroads", "us", "movi US-1 cele al la mill 6", "move US-1 to toward/H1/6", "move US-1 toward H1 6", "movi US-1 direkte al H1 6", "déplacer US-1 en direction de H1 6"},
		{"mill-crossroads", "us", "movi US-1 al 6 coloj direkte al la mill", "move US-1 to toward/H1/6", "move US-1 toward H1 6", "movi US-1 direkte al H1 6", "déplacer US-1 en direction de H1 6"},
		{"meeting-engagement", "south", "armeo platoon headquarters, tri rifle squads kun bayonets kaj radio, Sherman",
			"army platoon headquarters, 3 rifle squad with bayonets and radio, M4 Sherman (75)",
			"army platoon headquarters, 3 rifle squad with bayonets and radio, M4 Sherman (75)",
			"armeo platoon headquarters, 3 rifle squad kun bayonets kaj radio, M4 Sherman (75)",
			"armée groupe de commandement, 3 groupe de fusiliers avec baïonnettes et radio, M4 Sherman (75)"},
	} {
		g, err := Engine.Open(scenariotest.Setup(t, Engine, c.scenario, ""))
		if err != nil {
			t.Fatal(err)
		}
		parser := grammar.Parser(g.Knows(table.Seat(c.seat)).Lexicon())
		read := parser.Parse(c.typed, 1)
		if len(read.Lines) != 1 || len(read.Faults) > 0 {
			t.Errorf("%q is not understood: %+v", c.typed, read.Faults)
			continue
		}
		if got := orders.Canonical(read.Lines[0]); got != c.canonical {
			t.Errorf("%q is kept as %q, want %q", c.typed, got, c.canonical)
		}
		for lang, want := range map[orders.Lang]string{orders.English: c.english, "eo": c.said, "fr": c.french} {
			if got := parser.Spoken(read.Lines[0], lang); got != want {
				t.Errorf("%q is %q in %s, want %q", c.typed, got, lang, want)
			}
		}
	}
	without, err := phrases.Language(Engine)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Engine.Open(scenariotest.Setup(t, Engine, "mill-crossroads", ""))
	if err != nil {
		t.Fatal(err)
	}
	if read := orders.Parse(without, g.Knows("us").Lexicon(), "move US-1 antaŭen 4", 1); len(read.Faults) == 0 {
		t.Error("a word of the further language is read without its files")
	}
}

// What is ordered in a further language is done: the rules read only what the log keeps.
func TestFurtherLanguageIsPlayed(t *testing.T) {
	bench := trial.Bench{Game: func(name string) (table.Engine, bool) { return Engine, true }, Dirs: []fs.FS{inEsperanto(t)}}
	for name, file := range map[string]string{
		"a way": `
game: modern-battles
scenario: mill-crossroads
set:
  clear: true
  remove: [german, us]
  units: [{unit: US-1, side: us, type: us_rifle_squad, at: "20,10", facing: 0}]
orders: {us: "movi US-1 antaŭen 4"}
until: step shooting
expect:
  faults: []
  refusals: []
  facts: [{kind: moves, args: {unit: US-1, to: "20.0,14.0"}}]
`,
		"an army": `
game: modern-battles
scenario: meeting-engagement
orders: {south: ["", "armeo platoon headquarters, du rifle squads kun bayonets kaj anti-tank grenade, M4 Sherman (75)"]}
until: step deployment
expect:
  faults: []
  refusals: []
  facts: [{kind: army, args: {side: south, units: [S-1, S-2, S-HQ, S-T1], points: 380}}]
`,
	} {
		t.Run(name, func(t *testing.T) {
			r, err := bench.Run(name, []byte(file))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range r.Mismatch {
				t.Error(m)
			}
			if r.Error != nil {
				t.Error(r.Error)
			}
		})
	}
}
