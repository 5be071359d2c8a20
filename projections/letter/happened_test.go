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
	text := Render(Report{Number: 1, Facts: facts}, book, "en", time.UTC).Text
	for _, want := range []string{"A token. G1 is tested.\n", "  G1 moves to D4. On to D5.\n", "G2 moves to D6.\n", "  G1 fires at E9. (default", "It saves.\n", "    E7 saves.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "t.search") {
		t.Errorf("a fact without words is told:\n%s", text)
	}
}
