package letter

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// A unit that is eliminated while it goes back is told of once in the sentence in which a combat ends.
func TestACombatTellsOfEachUnitOnce(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "2434 is taken; gone back: B-24; eliminated: B-36.",
		"fr": "2434 est pris ; en recul : B-24 ; éliminées : B-36.",
	} {
		files, err := scenarios.WordFiles("somme-1918", lang)
		if err != nil {
			t.Fatal(err)
		}
		book, err := words.Load(lang, files...)
		if err != nil {
			t.Fatal(err)
		}
		told := func(kind string, args ...table.FactArg) table.Fact {
			return table.Fact{Turn: 1, Step: "combat", At: "combat/2434", Kind: kind, Args: args}
		}
		letter := Render(Report{Number: 4, Facts: []table.Fact{
			told("attack", table.A("hex", "2434"), table.A("side", "german"), table.A("units", []string{"G-45R"}), table.A("from", []string{"2533"})),
			told("retreated", table.A("units", []string{"B-24", "B-36"}), table.A("side", "allied"), table.A("path", []string{"2434", "2334"}), table.A("hexes", 1)),
			told("eliminated", table.A("unit", "B-36"), table.A("hex", "2334"), table.A("why", "retreat")),
			told("advanced", table.A("unit", "G-45R"), table.A("side", "german"), table.A("path", []string{"2533", "2434"})),
		}}, book, lang, time.UTC)
		if !strings.Contains(strings.Join(strings.Fields(letter.Text), " "), want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
}
