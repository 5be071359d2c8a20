package letter

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
)

// What came of trials is a table if every result stands for itself; else all that begins with the same words is one line, however few they are.
func TestOutcomesOfAnAttackAreToldTogether(t *testing.T) {
	book := spoken(t, "somme-1918", "en")
	var list []Outcome
	for i, hex := range []string{"5018", "5020", "4915", "5324", "5121", "5123", "4917"} {
		for j, column := range []string{"6/1", "5/1"} {
			list = append(list, Outcome{Note: Note{Key: "chance.odds", Args: []table.FactArg{table.A("hex", hex), table.A("column", column)}}, Times: 200 - 10*i - j})
		}
	}
	text := Render(CheckResult{Trials: 200, Outcomes: list}, book, "en", time.UTC).Text
	if !strings.Contains(text, "Attack on 5018: column 6/1 100%; column 5/1 99.5%\n") {
		t.Errorf("the results of an attack are not together:\n%s", text)
	}
	if text = Render(CheckResult{Trials: 200, Outcomes: list[:3]}, book, "en", time.UTC).Text; !strings.Contains(text, "Attack on 5018: column 6/1 100%; column 5/1 99.5%\n") {
		t.Errorf("the results of an attack are not together where there are few:\n%s", text)
	}
	apart := []Outcome{list[0], list[2]}
	if text = Render(CheckResult{Trials: 200, Outcomes: apart}, book, "en", time.UTC).Text; !strings.Contains(text, "Attack on 5020: column 6/1.    190  95%") {
		t.Errorf("results of which none is like another are no table:\n%s", text)
	}
}
