package letter

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// What happened is told in few lines: a fact continues the line of the one before it where there are words for that, one without words is not
// told, and what a unit did of itself is told as such.
func TestWhatHappenedIsToldInFewLines(t *testing.T) {
	files, err := scenarios.WordFiles("", "en")
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load("en", append(files, []byte(`
t.token: "A token."
t.test.after.t.token: "{unit} is tested."
t.move: "{unit} moves to {to}."
t.move.after.t.move: "On to {to}."
t.search: ""
t.fire: "{unit} fires at {target}."
t.save: "{unit} saves."
t.save.after.t.fire: "It saves."
t.assault: "Assault on {hex}."
t.assault.end: "So {hex} {t.advance-unit?is taken by {t.advance-unit:and}|holds}{t.loss-unit?, with losses to {t.loss-unit:and}|}."
t.advance: "{unit} goes in."
t.loss: "{unit} loses a step."
`))...)
	if err != nil {
		t.Fatal(err)
	}
	fact := func(at, kind, unit string, more ...table.FactArg) table.Fact {
		return table.Fact{Turn: 3, Step: "2", At: at, Kind: kind, Args: append(more, table.A("unit", unit))}
	}
	facts := []table.Fact{
		{Turn: 3, Step: "2", Kind: "t.token"}, fact("G1", "t.test", "G1"),
		fact("G1/move", "t.move", "G1", table.A("to", "D4")), fact("G1/move", "t.move", "G1", table.A("to", "D5")), fact("G1/move", "t.move", "G2", table.A("to", "D6")),
		fact("G1/search", "t.search", "G1"),
		fact("G1/default/fire", "t.fire", "G1", table.A("target", "E9")), fact("G1/default/fire", "t.save", "E9"), fact("G1/default/fire", "t.save", "E7"),
	}
	for _, hex := range []string{"E4", "E5"} {
		facts = append(facts, table.Fact{Turn: 3, Step: "3", At: "assault-" + hex, Kind: "t.assault", Args: []table.FactArg{table.A("hex", hex)}})
	}
	facts = append(facts, table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.loss", Args: []table.FactArg{table.A("unit", "G3")}},
		table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.loss", Args: []table.FactArg{table.A("unit", "G3")}},
		table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.advance", Args: []table.FactArg{table.A("unit", "G4")}})
	text := Render(Report{Number: 1, Facts: facts}, book, "en", time.UTC).Text
	for _, want := range []string{"A token. G1 is tested.\n", "  G1 moves to D4. On to D5.\n", "G2 moves to D6.\n", "  G1 fires at E9. (default", "It saves.\n", "    E7 saves.\n",
		"So E4 holds.\n", "So E5 is taken by G4, with losses to G3.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "t.search") {
		t.Errorf("a fact without words is told:\n%s", text)
	}
}
