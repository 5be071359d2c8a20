package letter

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

var update = flag.Bool("update", false, "write the golden files anew")

var unsaid = regexp.MustCompile(`\bletter\.[a-z]`)

const gameEN = `
t.active: "Token of {side}: G1 is activated, chief at 2 UD"
t.test: "Activation, encouraged standard group: needs 3+ ... d6 = {roll}, acts"
t.fire: "G1 fires at F7 with rifles and the light machine gun, needs {need}+ ... d6 = {roll}: 1 hit"
t.end: "The turn is over."
bb.pinned: "pinned"
bb.far: "F9 lies {n} UD away; rifles reach 6."
t.units: "Your units"
t.unit: "Unit"
t.place: "Sector"
t.state: "State"
t.bases: "Bases"
t.short: "You took the palace and lost one base."
t.phase: "Orders of turn 4"
BB-D22: "G1 must fall back from F7: where to?"
t.ignored: "your signature (2 lines)"
t.quoted: "the quoted report (118 lines)"
orders.unit: "No unit is called {word}."
t.done: "The enemy has no group left that obeys"
`
const gameFR = `
t.active: "Pion de {side} : G1 est activé, chef à 2 UD"
t.test: "Activation, groupe standard encouragé : 3+ ... d6 = {roll}, il agit"
t.fire: "G1 tire sur F7 avec fusils et fusil-mitrailleur, {need}+ ... d6 = {roll} : 1 touche"
t.end: "Le tour est fini."
bb.pinned: "fixé"
bb.far: "F9 est à {n} UD ; les fusils portent à 6."
t.units: "Vos unités"
t.unit: "Unité"
t.place: "Secteur"
t.state: "État"
t.bases: "Bases"
t.short: "Vous avez pris le palais et perdu une base."
t.phase: "Ordres du tour 4"
BB-D22: "G1 doit quitter F7 : vers où ?"
t.ignored: "votre signature (2 lignes)"
t.quoted: "le compte rendu cité (118 lignes)"
orders.unit: "Aucune unité ne s'appelle {word}."
t.done: "L'ennemi n'a plus un groupe qui obéisse"
`

// spoken loads the words of a language for a rulebook, or those of all for "".
func spoken(t testing.TB, game, lang string) *words.Book {
	t.Helper()
	files, err := scenarios.WordFiles(game, lang)
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load(lang, files...)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

func book(t testing.TB, lang string) *words.Book {
	t.Helper()
	var files [][]byte
	for _, name := range []string{"letters", "guide", "post.machine"} {
		file, err := os.ReadFile("../../scenarios/words." + name + "." + lang + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	game := gameEN
	if lang == "fr" {
		game = gameFR
	}
	b, err := words.Load(lang, append(files, []byte(game))...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const now = 1795283522000 // 21 November 2026, 17:52:02 UTC

var letters = map[string]func(lang string) Letter{
	"receipt": func(lang string) Letter {
		return Receipt{Head: head(lang), Number: 9, Received: now, Due: due(), Kept: []Line{{7, "G2: watch", ""}, {8, "G3: rest", ""}}, Care: []string{"C5 would be lost."}, Fingerprint: events.Hash{1, 2, 3, 250, 255, 0},
			Understood: []Line{{1, "G1: move D5-D6; fire priority", ""}, {2, "when G1 pinned then CH: rally G1 | otherwise: watch", ""}},
			Standing:   []Line{{3, "standing watch entry=fire,riposte=hold", ""}},
			Faults:     []events.Fault{{Number: 4, Typed: "GG1 move D5 D6", Column: 1, Code: "orders.unit", Args: []events.Option{{Name: "word", Value: "GG1"}}, Suggestions: []string{"G1", "G2"}}},
			Refused:    []Refused{{5, "G2: fire F9", table.Refusal{Code: "bb.far", Rule: "BB-4.3", Args: []table.FactArg{table.A("n", 7)}, Legal: []string{"fire F7", "fire E6"}}, false}},
			Ignored:    []Note{{Key: "t.ignored"}, {Key: "t.quoted"}}, Proof: []byte("{}")}
	},
	"receipt-good": func(lang string) Letter {
		return Receipt{Head: head(lang), Number: 1, Received: now, Understood: []Line{{1, "G1: watch", ""}}}
	},
	"report": func(lang string) Letter {
		return Report{Head: head(lang), Number: 47, Due: due(), Short: []Note{{Key: "t.short"}}, Facts: facts(), Rosters: rosters(), Dice: 11,
			Standing: []table.StandingLine{{Line: table.Line{Number: 3, Text: "standing retreat to D2"}, Armed: true}, {Line: table.Line{Number: 4, Text: "standing sacrifice never"}, Why: "bb.pinned"}},
			Form:     "ORDERS ibarra-1 turn 4\nG1: \nCH: \nEND\n", Map: Map{PNG: []byte("png"), SVG: []byte("<svg/>"), Text: "E5: wood, Republic G1\n"}, Machine: []byte("{}"), Proof: []byte("{}")}
	},
	"question": func(lang string) Letter {
		a := table.Asked{Key: "3/retreat", Decision: "BB-D22", Rule: "BB-6.3", Options: []string{"E6-D6", "E6-E5"}, Default: "E6-E5", More: true}
		return Question{Head: head(lang), Due: due(), Facts: facts()[:2], Asked: []table.Asked{a, a}}
	},
	"question-one": func(lang string) Letter {
		return Question{Head: head(lang), Due: due(), Asked: []table.Asked{{Key: "3/retreat", Decision: "BB-D22", Rule: "BB-6.3", Options: []string{"E6-D6", "E6-E5"}, Default: "E6-E5"}}}
	},
	"reminder": func(lang string) Letter {
		return Reminder{Head: head(lang), Due: Due{now + 7*3600*1000, now}, Form: "ORDERS ibarra-1 turn 4\nEND\n"}
	},
	"invited": func(lang string) Letter { return Welcome{Head: head(lang), Stage: "invited", Rules: "Groupe Franc"} },
	"joined":  func(lang string) Letter { return Welcome{Head: head(lang), Stage: "joined", Rules: "Groupe Franc"} },
	"opened": func(lang string) Letter {
		return Welcome{Head: head(lang), Stage: "opened", Rules: "Groupe Franc", Due: due(), Seats: seats(), Form: "ORDERS ibarra-1 turn 1\nEND\n"}
	},
	"late": func(lang string) Letter {
		return Refusal{Head: head(lang), Code: "late", Received: now, Sealed: now - 60000}
	},
	"unknown-sender": func(lang string) Letter {
		return Refusal{Head: head(lang), Code: "unknown-sender", Received: now, Seats: []string{"ibarra-2"}}
	},
	"check": func(lang string) Letter {
		return CheckResult{Head: head(lang), Due: due(), Verdicts: []table.Verdict{
			{Line: table.Line{Number: 1, Text: "G1: move D5-D6; fire priority"}, Carried: 61, Otherwise: 20, Never: 19, Of: 100},
			{Line: table.Line{Number: 2, Text: "G2: fire F9"}, Refusal: &table.Refusal{Code: "bb.far", Rule: "BB-4.3", Args: []table.FactArg{table.A("n", 7)}}},
			{Line: table.Line{Number: 3, Text: "if G1 pinned then G3: fire F9"}, Of: 100, Reasons: []table.Refusal{{Code: table.FactIfFalse}}}},
			Odds: []Odds{{Number: 1, Text: "G1: fire priority", Exact: true, Chances: []table.Chance{{Result: "table.carried", Num: 5, Den: 9}, {Result: "table.refused", Num: 4, Den: 9}}}}}
	},
	"status": func(lang string) Letter {
		return Status{Head: head(lang), Due: due(), Seats: seats(), Rosters: rosters()}
	},
	"help": func(lang string) Letter {
		return Help{Head: head(lang), Verbs: []VerbHelp{{Name: "activate", Help: "plan of one group", Example: "G1: move D5-D6; fire priority", Rule: "BB-2.2"}}}
	},
	"standing": func(lang string) Letter {
		return Standing{Head: head(lang), Lines: []table.StandingLine{{Line: table.Line{Number: 3, Text: "standing retreat to D2"}, Armed: true}}}
	},
	"dice": func(lang string) Letter {
		return Dice{Head: head(lang), Lines: []string{"2  activation of G1   d6  3"}, Count: 1}
	},
	"victory": func(lang string) Letter {
		return Victory{Head: head(lang), Ending: Ending{Winner: head(lang).Seat, Yours: true, Why: "t.done", Rule: "BB-A3.6h"}, Scores: rosters(), Dice: 211}
	},
	"press": func(lang string) Letter {
		return Press{Head: head(lang), From: "CTV", Text: "Well fought.\n\nUntil Monday."}
	},
}

func head(lang string) Head {
	h := Head{Game: "ibarra-1", Title: "The palace of Ibarra", Seat: "the Republic", Turn: 3, Phase: "Orders of turn 4", Player: "Ana", Reply: "post@example.org"}
	if lang == "fr" {
		h.Title, h.Seat, h.Phase = "Le palais d'Ibarra", "la République", "Ordres du tour 4"
	}
	return h
}

func due() Due { return Due{now + 3*86400000 + 2*3600000, now} }

func facts() []table.Fact {
	six := table.Base("roll", 5, "")
	return []table.Fact{
		{Turn: 3, Step: "2", At: "3/activation 1", Rule: "BB-2.2", Kind: "t.active", Args: []table.FactArg{table.A("side", "republic")}},
		{Turn: 3, Step: "2", At: "3/activation 1/test", Rule: "BB-3.1", Kind: "t.test", Args: []table.FactArg{table.A("roll", six)}},
		{Turn: 3, Step: "2", At: "3/activation 1/fire", Rule: "BB-4.5", Kind: "t.fire", Args: []table.FactArg{table.A("need", 5), table.A("roll", "5, 2")}},
		{Turn: 3, Step: "2", At: "3/end", Rule: "BB-2.3", Kind: "t.end"},
	}
}

func rosters() []board.Table {
	return []board.Table{{Title: "t.units", Heads: []string{"t.unit", "t.place", "t.bases", "t.state"}, Rows: [][]string{{"G1", "D6", "4", "bb.pinned"}, {"CH", "D7", "1", ""}}}}
}

func seats() []Seat {
	return []Seat{{Name: "Republic", Player: "Ana", Yours: true, Ready: true}, {Name: "CTV", Player: "Bruno"}, {Name: "Third"}}
}

func TestLettersAreAsTheyWereRead(t *testing.T) {
	zone := time.FixedZone("Europe/Paris", 3600)
	for _, lang := range []string{"en", "fr"} {
		words := book(t, lang)
		for name, make := range letters {
			t.Run(lang+"/"+name, func(t *testing.T) {
				d := Render(make(lang), words, lang, zone)
				again := Render(make(lang), words, lang, zone)
				if d.Text != again.Text || d.HTML != again.HTML || d.Subject != again.Subject {
					t.Fatal("the same model gave other bytes")
				}
				if unsaid.MatchString(d.Subject+d.Text+d.HTML) || strings.ContainsAny(d.Text, "{}") {
					t.Errorf("a key or an argument is not filled in:\n%s", d.Text)
				}
				for _, line := range strings.Split(d.Text, "\n") {
					if columns.Width(line) > pageWidth {
						t.Errorf("line of %d columns: %s", columns.Width(line), line)
					}
				}
				golden(t, name+"."+lang+".txt", "Subject: "+d.Subject+"\n\n"+d.Text)
				golden(t, name+"."+lang+".html", d.HTML)
			})
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s has changed; run with -update and read it:\n%s", name, got)
	}
}

func TestStrangersCannotWriteIntoHeadersOrPages(t *testing.T) {
	d := Render(Press{Head: head("en"), From: "a\r\nBcc: x\x1b[2J", Text: "<script>alert(1)</script>\u202e"}, book(t, "en"), "en", nil)
	if strings.ContainsAny(d.Subject, "\r\n\x1b") || strings.Contains(d.HTML, "<script>") || strings.ContainsAny(d.Text, "\x1b\u202e") {
		t.Errorf("a stranger's text came through: %q %q", d.Subject, d.Text)
	}
}

// TestAMessageKeepsItsLines: what somebody writes to others stands as he wrote it, line by line, in both dresses of the letter.
func TestAMessageKeepsItsLines(t *testing.T) {
	long := "2. I go south " + strings.Repeat("and south ", 8)
	d := Render(Press{Head: head("en"), From: "CTV", Text: "These are my terms:\n  1. You go north.\n" + long + "\n\n\n\nUntil Sunday\nBruno"}, book(t, "en"), "en", nil)
	text := "These are my terms:\n  1. You go north.\n2. I go south and south and south and south and south and south and south and\nsouth and south\n\nUntil Sunday\nBruno\n"
	if !strings.Contains(d.Text, text) {
		t.Errorf("the text reads\n%s", d.Text)
	}
	for _, lines := range []string{"These are my terms:<br>  1. You go north.<br>2. I go", ">Until Sunday<br>Bruno</p>"} {
		if !strings.Contains(d.HTML, lines) {
			t.Errorf("the page lacks %q:\n%s", lines, d.HTML)
		}
	}
}
