package letter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// What happened is told in few lines: a fact continues the line of the one before it where there are words for that, one without words is not
// told, and what a unit did of itself is told as such. An activation with one line below it, or a short one first, is running text, those that came to nothing share a line,
// and the arithmetic of a unit's sum is told once.
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
t.search.between.t.move: ""
t.pays: "{unit} pays."
t.pays.between.t.move: "(one point)"
t.fire: "{unit} fires at {target}."
t.save: "{unit} saves."
t.save.after.t.fire: "It saves."
t.assault: "Assault on {hex}."
t.assault.end: "So {hex} {t.advance-unit?is taken by {t.advance-unit:and}|holds}{t.loss-unit-less-t.gone-unit?, with losses to {t.loss-unit-less-t.gone-unit:and}|}{t.gone-unit?, without {t.gone-unit:and}|}."
t.gone: "{unit} is gone."
t.advance: "{unit} goes in."
t.loss: "{unit} loses a step."
t.draw: "Token for {unit}."
t.draw.beside: "Then:"
t.walk: "{unit} walks A-{to}."
t.walk.after.t.walk: ", {to}."
t.odds: "{unit} needs {need:reasons}."
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
		fact("G3/move", "t.move", "G3", table.A("to", "A1")), fact("G4/search", "t.search", "G4"), fact("G3/pays", "t.pays", "G3"), fact("G3/move", "t.move", "G3", table.A("to", "A2")), fact("G3/pays", "t.pays", "G3"),
	}
	for _, hex := range []string{"E4", "E5"} {
		facts = append(facts, table.Fact{Turn: 3, Step: "3", At: "assault-" + hex, Kind: "t.assault", Args: []table.FactArg{table.A("hex", hex)}})
	}
	facts = append(facts, table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.loss", Args: []table.FactArg{table.A("unit", "G3")}},
		table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.loss", Args: []table.FactArg{table.A("unit", "G3")}},
		table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: "t.advance", Args: []table.FactArg{table.A("unit", "G4")}})
	for _, x := range []string{"t.loss", "t.gone"} {
		facts = append(facts, table.Fact{Turn: 3, Step: "3", At: "assault-E5", Kind: x, Args: []table.FactArg{table.A("unit", "G9")}})
	}
	need := table.Base("first", 4, "").Plus("second", 1, "")
	facts = append(facts, fact("G5", "t.draw", "G5"), fact("G5/walk", "t.walk", "G5", table.A("to", "B")), fact("G5/walk", "t.walk", "G5", table.A("to", "C")),
		fact("G6", "t.draw", "G6"), fact("G7", "t.draw", "G7"),
		fact("G8", "t.draw", "G8"), fact("G8/odds", "t.odds", "G8", table.A("need", need)), fact("G8/again", "t.odds", "G8", table.A("need", need)))
	text := Render(Report{Number: 1, Facts: facts}, book, "en", time.UTC).Text
	for _, want := range []string{"Token for G5. G5 walks A-B, C.\n", "Token for G6. Then: Token for G7.\n", "Token for G8. G8 needs 4 (first) +1 (second) = 5.\n  G8 needs 5.\n", "A token. G1 is tested.\n", "  G1 moves to D4. On to D5.\n", "G2 moves to D6.\n", "G3 moves to A1. (one point) On to A2.\n", "G3 pays.\n", "  G1 fires at E9 (default). It saves.\n", "    E7 saves.\n",
		"So E4 holds.\n", "So E5 is taken by G4, with losses to G3, without G9.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "t.search") {
		t.Errorf("a fact without words is told:\n%s", text)
	}
}

// What would have prevented a default is said once, of a unit of the reader's; a rule inside a line is named once in a letter; who does the same
// as another is named without repeating it.
func TestWhatIsSaidOnceIsNotSaidAgain(t *testing.T) {
	files, err := scenarios.WordFiles("", "en")
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load("en", append(files, []byte(`
default.prevent: "“{unit}: hold”"
t.test: "{unit} is tested."
t.fire: "{unit} fires."
t.hit.after.t.fire: "It hits."
t.die.after.t.fire: "Needs {need}, dice {dice}."
t.die.alike: "Dice {dice}."
t.fire.after.t.die: "It fires again."
t.second.after.t.die: "The second needs {need}, dice {dice}."
t.second.alike: "Dice {dice}."
t.fire.after.t.second: "It fires with both again."
t.firer: "Fire at {hex}: {unit} from {from}"
t.firer.also: "+ {unit} from {from}"
t.firer.same: "+ {unit}"
`))...)
	if err != nil {
		t.Fatal(err)
	}
	var facts []table.Fact
	for _, unit := range []string{"north.G9", "south.G1", "south.G2"} {
		at := unit + "/default/fire"
		facts = append(facts, table.Fact{Turn: 3, Step: "2", At: unit, Kind: "t.test", Args: []table.FactArg{table.A("unit", unit)}},
			table.Fact{Turn: 3, Step: "2", At: at, Kind: "t.fire", Rule: "T-1", Args: []table.FactArg{table.A("unit", unit)}},
			table.Fact{Turn: 3, Step: "2", At: at, Kind: "t.hit", Rule: "T-2", Args: []table.FactArg{table.A("unit", unit)}})
	}
	for i, at := range []string{"south.G6/default/fire", "south.G6/default/fire/grenade"} { // what comes of what is labelled needs no label
		facts = append(facts, table.Fact{Turn: 3, Step: "2", At: at, Kind: []string{"t.fire", "t.test"}[i], Args: []table.FactArg{table.A("unit", "south.G6")}})
	}
	for i, need := range []int{4, 4, 5} {
		facts = append(facts, table.Fact{Turn: 3, Step: "4", At: "G3/fire", Kind: "t.fire", Args: []table.FactArg{table.A("unit", "south.G3")}},
			table.Fact{Turn: 3, Step: "4", At: "G3/fire", Kind: "t.die", Args: []table.FactArg{table.A("unit", "south.G3"), table.A("need", need), table.A("dice", i+1)}})
	}
	for i := range 2 {
		facts = append(facts, table.Fact{Turn: 3, Step: "4", At: "G7/fire", Kind: "t.fire", Args: []table.FactArg{table.A("unit", "south.G7")}})
		for _, kind := range []string{"t.die", "t.second"} {
			facts = append(facts, table.Fact{Turn: 3, Step: "4", At: "G7/fire", Kind: kind, Args: []table.FactArg{table.A("unit", "south.G7"), table.A("need", 4), table.A("dice", i+7)}})
		}
	}
	for i, from := range []string{"0101", "0101", "0102"} {
		facts = append(facts, table.Fact{Turn: 3, Step: "3", Kind: "t.firer", Args: []table.FactArg{table.A("unit", "south.S"+strconv.Itoa(i+1)), table.A("hex", "0505"), table.A("from", from)}})
	}
	for _, unit := range []string{"south.G4", "north.G5"} { // what a unit did of itself where its path does not say so
		for _, seat := range []table.Seat{"south", "north", ""} {
			facts = append(facts, table.Fact{Turn: 3, Step: "5", At: unit + string(seat), Kind: "t.test", Args: []table.FactArg{table.A("unit", unit)}, Unbidden: seat})
		}
	}
	text := Render(Report{Head: Head{Side: "south"}, Facts: facts}, book, "en", time.UTC).Text
	if n := strings.Count(text, "G4 is tested (default)") + 10*strings.Count(text, "G5 is tested (default)"); n != 1 {
		t.Errorf("of what three units did of themselves the reader's own is labelled alone, not %d in\n%s", n, text)
	}
	for _, want := range []string{"north.G9 fires (default). (T-1) It hits.", "(default: no order that could be carried out; “G1: hold”", "G2 fires (default). It hits.", "G6 fires (default).\n  G6 is tested.\n",
		"G3 fires. Needs 4, dice 1. It fires again. Dice 2. It fires again. Needs 5,",
		"Dice 8. The second needs 4, dice 8.", "Fire at 0505: S1 from 0101 + S2 + S3 from 0102.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// A table that is wider than the page gives way where no word is broken, and lines that stand in the form are only counted above it.
func TestLettersKeepWordsWholeAndSayLinesOnce(t *testing.T) {
	book := spoken(t, "", "en")
	report := Report{Head: Head{Step: "Set-up: deploy"}, Program: []Line{{11, "pass", ""}}, Form: "ORDERS g\npass\nEND\n", Rosters: []board.Table{{Title: "Units", Heads: []string{"kind", "where"},
		Rows: [][]string{{"Panzergrenadiers 43", strings.Repeat("to come ", 12)}}}}}
	letter := Render(report, book, "en", time.UTC)
	for _, want := range []string{"Panzergrenadiers", "One line of yours still waits: it stands in the order form below.", "Your move: deploy."} {
		if !strings.Contains(letter.Text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
	if strings.Contains(letter.Text, "11  pass") || !strings.Contains(letter.Subject, "Set-up, deploy:") {
		t.Errorf("%s\n%s", letter.Subject, letter.Text)
	}
}

// A small table is told in a line, in which a word to write that is the name of the thing stands once.
func TestASmallTableIsALine(t *testing.T) {
	table := board.Table{Title: "Supports", Heads: []string{"write", "support", "in hand"}, Rows: [][]string{{"field_artillery", "field artillery", "2"}, {"strafing", "low flights", "1"}}}
	letter := Render(Report{Told: []board.Table{{Title: "Units"}}, Rosters: []board.Table{table}}, spoken(t, "", "en"), "en", time.UTC)
	if want := "SUPPORTS: field artillery: in hand 2; strafing, low flights: in hand 1."; !strings.Contains(letter.Text, want) {
		t.Errorf("%q is not in\n%s", want, letter.Text)
	}
}

// The arithmetic of a sum, long tables and orders that stand as they stood do not drown the news: HTML folds them, and the text counts the orders.
func TestWhatIsNoNewsIsFolded(t *testing.T) {
	files, err := scenarios.WordFiles("", "en")
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load("en", append(files, []byte(`
t.fire: "{unit} needs {need}."
t.walk: "{unit} walks {far}."
t.small: "small"
`))...)
	if err != nil {
		t.Fatal(err)
	}
	report := Report{Number: 9, Facts: []table.Fact{
		{Turn: 1, Kind: "t.fire", Args: []table.FactArg{table.A("unit", "G1"), table.A("need", table.Base("need", 5, "").Plus("t.small", 1, ""))}},
		{Turn: 1, Kind: "t.walk", Args: []table.FactArg{table.A("unit", "G2"), table.A("far", 3)}},
	}}
	for n := range manyStanding + 1 {
		report.Standing = append(report.Standing, table.StandingLine{Line: table.Line{Number: int64(n + 1), Text: "standing watch G" + strconv.Itoa(n)}, Armed: n > 0, Why: "no longer"})
	}
	units := board.Table{Title: "Units"}
	for n := range longTable + 1 {
		units.Rows = append(units.Rows, []string{"unit " + strconv.Itoa(n)})
	}
	report.Rosters = []board.Table{units}
	letter := Render(Together{First: report, Receipts: []Receipt{{Understood: []Line{{1, "G1: hold", ""}, {2, "G2: fire E9", "read from “shoot”"}}}}}, book, "en", time.UTC)
	for _, want := range []string{"G1 needs 5 +1 (small) = 6. G2 walks 3.\n", "1  standing watch G0\n", "7 standing orders are in force. STANDING lists them.\n", "unit 12\n", "2  G2: fire E9\n", "One line was understood as written.\n"} {
		if !strings.Contains(letter.Text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
	for _, want := range []string{"standing watch G3", "G1: hold"} {
		if strings.Contains(letter.Text, want) {
			t.Errorf("%q is in\n%s", want, letter.Text)
		}
		if !regexp.MustCompile(`(?s)<details[^>]*><summary[^>]*>[^<]*</summary>[^~]*` + want).MatchString(letter.HTML) {
			t.Errorf("%q is not folded in\n%s", want, letter.HTML)
		}
	}
	for _, want := range []string{"<summary>G1 needs 6.</summary>G1 needs 5 +1 (small) = 6.</details>", "Show 13 lines</summary>"} {
		if !strings.Contains(letter.HTML, want) {
			t.Errorf("%q is not in\n%s", want, letter.HTML)
		}
	}
	if strings.Contains(letter.HTML, "<summary>G2 walks") {
		t.Errorf("a line without arithmetic is folded:\n%s", letter.HTML)
	}
}

// The text leaves the rows that are far from what a seat can do next to HTML, which folds them, whether or not they were told before.
func TestTablesTellWhatIsNear(t *testing.T) {
	book := spoken(t, "", "en")
	units := board.Table{Title: "Units", Heads: []string{"name"}, Rows: [][]string{{"anvil"}, {"bugle"}, {"cork"}, {"drum"}, {"eagle"}}, Far: []string{"anvil", "cork", "drum"}}
	old := units
	old.Rows = [][]string{{"anvil"}, {"bugle"}, {"copper"}}
	for head, told := range map[string][]board.Table{
		"UNITS (3 more, far off; STATUS lists them all)\nname\nbugle\neagle\n":                  nil,
		"UNITS: eagle. (4 more, far off or as in your last letter; STATUS lists them\n  all)\n": {old},
	} {
		letter := Render(Report{Told: told, Rosters: []board.Table{units}}, book, "en", time.UTC)
		if !strings.Contains(letter.Text, head) || strings.Contains(letter.Text, "cork") {
			t.Errorf("%q is not in, or a row far off is in\n%s", head, letter.Text)
		}
		if !regexp.MustCompile(`(?s)<details[^>]*><summary[^>]*>[^<]*</summary>[^~]*cork`).MatchString(letter.HTML) {
			t.Errorf("the rows far off are not folded in\n%s", letter.HTML)
		}
	}
}

// Where the news refer to a table, its far rows are told as well if they are not as they were.
func TestTablesTellWhatMovedFarOff(t *testing.T) {
	book := spoken(t, "", "en")
	units := board.Table{Title: "Units", Heads: []string{"name", "where"}, Rows: [][]string{{"anvil", "A1"}, {"bugle", "B1"}, {"cork", "C1"}, {"drum", "D1"}, {"eagle", "E1"}}, Far: []string{"anvil", "cork", "drum"}, News: true}
	old := units
	old.Rows = slices.Clone(units.Rows)
	old.Rows[2] = []string{"cork", "C9"}
	letter := Render(Report{Told: []board.Table{old}, Rosters: []board.Table{units}}, book, "en", time.UTC)
	if !strings.Contains(letter.Text, "C1") || strings.Contains(letter.Text, "D1") {
		t.Errorf("C1 has changed, D1 has not:\n%s", letter.Text)
	}
	if letter = Render(Report{Rosters: []board.Table{units}}, book, "en", time.UTC); strings.Contains(letter.Text, "C1") {
		t.Errorf("a far row is in the first letter:\n%s", letter.Text)
	}
}

// The text has the rows of tables that are not as the last report had them; HTML has the others below, folded.
func TestTablesTellWhatChanged(t *testing.T) {
	book := spoken(t, "", "en")
	table := func(title string, rows ...string) board.Table {
		t := board.Table{Title: title, Heads: []string{"name"}}
		for _, r := range rows {
			t.Rows = append(t.Rows, []string{r})
		}
		return t
	}
	report := Report{
		Told:    []board.Table{table("Units", "anvil", "bugle", "cork", "drum"), table("Bridges", "east"), table("Guns", "field", "garrison", "howitzer")},
		Rosters: []board.Table{table("Units", "anvil", "bugle", "cork", "drum in flames"), table("Bridges", "east"), table("Guns", "field", "garrison", "mortar"), table("Wagons", "ingot")},
	}
	letter := Render(report, book, "en", time.UTC)
	for _, want := range []string{"UNITS: drum in flames. (3 more as in your last letter; STATUS lists them all)\nGUNS: field; garrison; mortar.\nWAGONS: ingot.\n",
		"Unchanged: Bridges (STATUS)."} {
		if !strings.Contains(letter.Text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
	for _, row := range []string{"anvil", "east"} {
		if strings.Contains(letter.Text, row) {
			t.Errorf("%q is in\n%s", row, letter.Text)
		}
		if !regexp.MustCompile(`(?s)<details[^>]*><summary[^>]*>[^<]*</summary>[^~]*` + row).MatchString(letter.HTML) {
			t.Errorf("%q is not folded in\n%s", row, letter.HTML)
		}
	}
	report.Rosters = []board.Table{{Title: "Aircraft", Heads: []string{"unit", "side", "where"}, Rows: [][]string{{"A1", "German", "aloft"}, {"A2", "", "at home"}}}, table("Tents", "a", "b", "c", "d", "e"),
		{Title: "Shells", Heads: []string{"write", "kind", "left"}, Rows: [][]string{{"he", "explosive", "3"}}}}
	text := Render(report, book, "en", time.UTC).Text
	for _, want := range []string{"AIRCRAFT: A1, German: aloft; A2, –: at home.\n", "TENTS\nname\na\nb\nc\nd\ne\n", "SHELLS: he, explosive: left 3.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	fixed := table("Gauges", "broad", "narrow")
	fixed.Fixed = true
	report.Told, report.Rosters = []board.Table{table("Gauges", "broad", "metre")}, []board.Table{fixed}
	if text := Render(report, book, "en", time.UTC).Text; !strings.Contains(text, "GAUGES: narrow.\n") || strings.Contains(text, "broad") || strings.Contains(text, "metre") {
		t.Errorf("what never changes is told once more, or not at all:\n%s", text)
	}
	report.Told, report.Rosters = nil, []board.Table{table("Units", "anvil"), table("Bridges", "east")}
	if text := Render(report, book, "en", time.UTC).Text; !strings.Contains(text, "anvil") || !strings.Contains(text, "east") {
		t.Errorf("a first report does not have the whole tables:\n%s", text)
	}
}

// Standing orders that are as in the last letter are counted in the text and folded in HTML; one that went out of force since is told with why.
func TestStandingOrdersAreToldWhenTheyChange(t *testing.T) {
	book := book(t, "en")
	standing := func(number int64, text string) table.StandingLine {
		return table.StandingLine{Line: table.Line{ID: text, Number: number, Text: text}, Armed: true}
	}
	same := []table.StandingLine{standing(3, "standing flag again"), standing(4, "standing crew return"), standing(5, "standing rifles hold")}
	read := Render(Report{Standing: same, Held: same}, book, "en", time.UTC)
	if !strings.Contains(read.Text, "3 standing orders are in force, as in your last letter. STANDING lists them.") || strings.Contains(read.Text, "standing flag again") {
		t.Errorf("not counted:\n%s", read.Text)
	}
	if !regexp.MustCompile(`(?s)<details[^>]*>[^~]*standing flag again`).MatchString(read.HTML) {
		t.Errorf("not folded:\n%s", read.HTML)
	}
	now := append(slices.Clone(same), standing(9, "standing losses morale"))
	if text := Render(Report{Standing: now, Held: same}, book, "en", time.UTC).Text; !strings.Contains(text, "(3 more as in your last letter; STANDING lists them all)\n  9  standing losses morale\n") {
		t.Errorf("the new one is not told alone:\n%s", text)
	}
	out := slices.Clone(same)
	out[1].Armed, out[1].Why = false, "table.not-an-option"
	if text := Render(Report{Standing: out, Held: same}, book, "en", time.UTC).Text; !strings.Contains(text, "standing crew return\n       no longer in force") {
		t.Errorf("nothing says that one is out of force:\n%s", text)
	}
}

// Short happenings of an activation are a paragraph, with what it could not do behind it; orders that came to nothing by themselves are a
// paragraph of their own, for they have nothing to do with what was told before them; a long one has lines of its own and ends like a sentence, and so has what has
// no rule after what has one, as the sentence in which a combat ends.
func TestShortHappeningsShareAParagraph(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("long ", 40))
	rows := packed([]happened{
		{left: "An activation", head: true, rule: "A-1"},
		{left: "One", level: 1, rule: "A-2", kind: "a"}, {left: "two.", level: 1, rule: "A-3", kind: "b"}, {left: "Below.", level: 2, rule: "A-3", kind: "c"},
		{left: long, level: 1, rule: "A-2", kind: "d"}, {left: "Three.", level: 1, rule: "A-2", kind: "e"},
		{left: "So it ended.", level: 1},
		{left: "Line 4: not carried out.", kind: refusedFact, rule: "A-3"}, {left: "Line 5: nor this.", kind: refusedFact, rule: "A-3"},
		{left: "A token.", head: true}, {left: "Line 6: not carried out.", kind: refusedFact, level: 1},
		{left: "Next.", head: true},
		{left: "G1: move D9", level: 1}, {left: "G1: move C8", level: 1}, // what could be ordered is a list
	})
	var got []string
	for _, r := range rows {
		got = append(got, strings.Repeat(" ", r.level)+strings.ReplaceAll(r.left, long, "LONG")+"|"+r.rule)
	}
	want := []string{"An activation|A-1", " One. (A-2) two.|A-3", "  Below.|A-3", " LONG.|A-2", " Three.|A-2", " So it ended.|", "Line 4: not carried out. Line 5: nor this.|A-3",
		"A token. Line 6: not carried out.|", "Next.|", " G1: move D9|", " G1: move C8|"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Units that move one after another share a paragraph, each with its own sentence, until something else happens.
func TestMovesInARowShareAParagraph(t *testing.T) {
	book := spoken(t, "modern-battles", "en")
	var facts []table.Fact
	for _, unit := range []string{"S-1", "S-2", "S-3"} {
		facts = append(facts, table.Fact{Turn: 2, Step: "movement", At: unit, Kind: "moves", Rule: "MB-B7a", Args: []table.FactArg{table.A("unit", unit), table.A("from", "1,1"), table.A("to", "1,3"),
			table.A("inches", "2.0"), table.A("gait", "gait.normal"), table.A("facing", 0)}})
		if unit == "S-2" {
			facts = append(facts, table.Fact{Turn: 2, Step: "movement", At: "S-T1", Kind: "hatches", Rule: "MB-R21", Args: []table.FactArg{table.A("unit", "S-T1"), table.A("how", "hatches.closed")}})
		}
	}
	text := Render(Report{Number: 1, Facts: facts}, book, "en", time.UTC).Text
	if !strings.Contains(text, "facing 0°. S-2 moves") || !strings.Contains(text, "\nS-3 moves") {
		t.Errorf("moves in a row are no paragraph:\n%s", text)
	}
}

// News that fill more than a screen tell of an attack only who attacked and how it came out, with what the reader's own orders could not do; all of
// it is attached to the text and stands in the HTML. Short news stand as they are.
func TestLongNewsTellOutcomesAndAttachTheRest(t *testing.T) {
	files, err := scenarios.WordFiles("", "en")
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load("en", append(files, []byte(`
t.assault: "Assault on {hex}."
t.assault.end: "So {hex} holds{t.loss-unit?, with losses to {t.loss-unit:and}|}."
t.loss: "{unit} loses a step, since the strength of its attack, measured by the dice below, was far less than it had hoped for."
t.why: "{unit} is too far away."
`))...)
	if err != nil {
		t.Fatal(err)
	}
	news := func(assaults int) Dress {
		var facts []table.Fact
		for i := range assaults {
			at := "assault-" + strconv.Itoa(i)
			facts = append(facts, table.Fact{Turn: 3, Step: "3", At: at, Kind: "t.assault", Args: []table.FactArg{table.A("hex", "E"+strconv.Itoa(i))}},
				table.Fact{Turn: 3, Step: "3", At: at, Kind: "table.refused", Args: []table.FactArg{table.A("line", i+1), table.A("text", "push"), table.A("code", "t.why"), table.A("unit", "G7"), table.A("part", false)}},
				table.Fact{Turn: 3, Step: "3", At: at, Kind: "t.loss", Args: []table.FactArg{table.A("unit", "G"+strconv.Itoa(i))}})
		}
		return Render(Report{Head: Head{Game: "g"}, Number: 4, Facts: facts}, book, "en", time.UTC)
	}
	attached := func(d Dress) string {
		for _, p := range d.Attached {
			if p.Name == "g-news-4.txt" {
				return string(p.Data)
			}
		}
		return ""
	}
	short, long := news(3), news(20)
	const hoped = "hoped for."
	if !strings.Contains(short.Text, hoped) || attached(short) != "" {
		t.Errorf("short news are shortened:\n%s", short.Text)
	}
	if text := long.Text; strings.Contains(text, hoped) || !strings.Contains(text, "Assault on E7. So E7 holds, with losses to G7.") || strings.Count(text, "G7 is too far away") != 20 || !strings.Contains(text, "g-news-4.txt") {
		t.Errorf("the outcomes of long news are not all of it:\n%s", text)
	}
	if got := strings.Count(attached(long), hoped); got != 20 || strings.Count(long.HTML, hoped) != 20 {
		t.Errorf("%d of 20 losses are attached, %d in HTML", got, strings.Count(long.HTML, hoped))
	}
}

// What a briefing has as a table is not a table of the same letter once more.
func TestABriefingsTableIsNotToldTwice(t *testing.T) {
	book := spoken(t, "", "en")
	v := &voice{book: book}
	rows := [][]string{{"the mill", "north"}}
	briefing := []table.Chapter{{Tables: []board.Table{{Title: "Who holds what", Rows: rows}, {Title: "Bridges", Rows: [][]string{{"east", "south"}}}}}}
	left := v.untold([]board.Table{{Title: "Objectives", Rows: rows}, {Title: "Bridges", Rows: [][]string{{"south", "east"}}}, {Title: "Units", Rows: [][]string{{"G1"}}}}, briefing)
	if len(left) != 1 || left[0].Title != "Units" {
		t.Errorf("told again: %v", left)
	}
}

// A barrage that would hit where nobody can be harmed says so (a tank is safe from shrapnel, so the hex need not be empty): it is no hit. With a unit that tests morale, or without effect, it is told as ever.
func TestABarrageOnNobodyIsNoHit(t *testing.T) {
	fact := func(at, kind string, args ...table.FactArg) table.Fact {
		return table.Fact{Turn: 1, Step: "4.1", At: at, Kind: kind, Args: args}
	}
	falls := func(hex, result string) table.Fact {
		return fact("barrage "+hex, "barrage", table.A("hex", hex), table.A("strength", 20), table.A("column", "20"), table.A("target", "shell.foot"), table.A("die", "[3]"), table.A("result", result))
	}
	facts := []table.Fact{
		falls("0903", "H"), falls("0904", "-"), falls("0905", "H+1"),
		fact("barrage 0905", "morale", table.A("unit", "central.G-1"), table.A("hex", "0905"), table.A("die", 3), table.A("rating", 4), table.A("holds", true)),
	}
	for lang, want := range map[string][]string{
		"en": {"[3]: it would hit, but there is nobody whom it can harm.", "[3]: no effect.", "[3]: hit +1, all in the hex test morale"},
		"fr": {"[3] : il toucherait, mais il n'y a personne qu'il puisse atteindre.", "[3] : sans effet.", "[3] : touché +1, tous dans l'hexagone testent leur moral"},
	} {
		text := strings.ReplaceAll(Render(Report{Head: Head{Side: "allied"}, Facts: facts}, spoken(t, "landships", lang), lang, time.UTC).Text, "\u00a0", " ")
		for _, sentence := range want {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), sentence) {
				t.Errorf("%q is not in\n%s", sentence, text)
			}
		}
	}
}

// A line for several units that was refused for one of them names those that did as it says; where all were refused, or nothing beside the refusal
// tells of them, it was not carried out.
func TestALineThatSomeCarriedOutSaysWho(t *testing.T) {
	fact := func(kind, unit string, args ...table.FactArg) table.Fact {
		return table.Fact{Turn: 2, Step: "4.4", Kind: kind, Rule: "LS-7.11a", Args: append(args, table.A("unit", "allied."+unit))}
	}
	march := func(unit, to string) table.Fact {
		return fact("marches", unit, table.A("path", []string{"0407", to}), table.A("mp", 1), table.A("of", 1))
	}
	refused := func(line int, text, unit string) table.Fact {
		return fact(refusedFact, unit, table.A("line", line), table.A("id", "9."+strconv.Itoa(line)), table.A("text", text), table.A("code", "ls.pinned"))
	}
	text := Render(Report{Head: Head{Side: "allied"}, Facts: []table.Fact{
		march("B-A1", "0508"), refused(3, "move B-A1,B-A2,B-A3 to 0508", "B-A2"), march("B-A3", "0508"),
		refused(4, "move B-B1,B-B2 to 0506", "B-B1"), refused(4, "move B-B1,B-B2 to 0506", "B-B2"),
		refused(5, "trot C-1,C-2 to 0401", "C-2"), march("B-C1", "0307"),
		{Turn: 2, Step: "4.5", Kind: "marches", Args: append(march("B-A1", "0508").Args[:2:2], table.A("unit", "central.B-A1"))},
		{Turn: 2, Step: "4.5", Kind: refusedFact, Args: append(refused(6, "move B-A1,B-A2 to 0508", "B-A2").Args[:4:4], table.A("unit", "allied.B-A2"))},
	}}, spoken(t, "landships", "en"), "en", time.UTC).Text
	flat := strings.Join(strings.Fields(text), " ")
	for _, want := range []string{"Line 3, move B-A1,B-A2,B-A3 to 0508: carried out by B-A1 and B-A3 only. ", "Line 4, move B-B1,B-B2 to 0506: not carried out. ", "Line 5, trot C-1,C-2 to 0401: not carried out. ", "Line 6, move B-A1,B-A2 to 0508: not carried out. "} {
		if !strings.Contains(flat, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestAKnownTableIsPacked: a table of many short rows that its reader has seen before takes a fraction of the lines. What a list held before is counted.
func TestAKnownTableIsPacked(t *testing.T) {
	book := spoken(t, "", "en")
	units := board.Table{Title: "Units", Heads: []string{"hex", "units", "strength"}, Packed: true}
	for i := range 12 {
		units.Rows = append(units.Rows, []string{strconv.Itoa(4100 + i), "G-" + strconv.Itoa(i), "4-4"})
	}
	units.Rows[3][1] = "G-3, G-113, G-213 (1/2)"
	lost := board.Table{Title: "Lost", Heads: []string{"side", "units"}, Rows: [][]string{{"Allies", "B-1, B-2, B-3, B-4, B-5"}}}
	before := lost
	before.Rows = [][]string{{"Allies", "B-1, B-2, B-4, B-5"}}
	picture := Map{PNG: []byte("PNG"), Text: "4100: wood"}
	for name, c := range map[string]struct {
		report Report
		want   string
	}{
		"first":  {Report{Rosters: []board.Table{units}, Map: picture}, "\n4103  G-3, G-113, G-213 (1/2)       4-4\n"},
		"later":  {Report{Rosters: []board.Table{units}, Map: picture, Told: []board.Table{}}, "\nhex units strength\n4100 G-0 4-4        4101 G-1 4-4        4102 G-2 4-4\n4103 G-3, G-113, G-213 (1/2) 4-4        4104 G-4 4-4        4105 G-5 4-4\n"},
		"aloud":  {Report{Rosters: []board.Table{units}, Map: Map{Text: picture.Text}, Told: []board.Table{}}, "\n4103  G-3, G-113, G-213 (1/2)       4-4\n"},
		"ending": {Report{Rosters: []board.Table{units}, Map: picture, Ending: &Ending{}}, "\n4100 G-0 4-4        4101 G-1 4-4"},
		"longer": {Report{Rosters: []board.Table{lost}, Map: picture, Told: []board.Table{before}}, "LOST: Allies B-3 (4 more as in your last letter).\n"},
	} {
		if text := Render(c.report, book, "en", time.UTC).Text; !strings.Contains(text, c.want) {
			t.Errorf("%s: %q is not in\n%s", name, c.want, text)
		}
	}
}
