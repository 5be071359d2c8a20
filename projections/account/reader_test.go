package account_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/modernbattles"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/account"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words"
)

// A line is shown in English as a player writes it, not as the log keeps it.
func TestWaysAreSaidInEnglish(t *testing.T) {
	g, err := modernbattles.Engine.Open(scenariotest.Setup(t, modernbattles.Engine, "mill-crossroads", ""))
	if err != nil {
		t.Fatal(err)
	}
	language, err := words.Language(modernbattles.Engine)
	if err != nil {
		t.Fatal(err)
	}
	r := &account.Reader{Engine: modernbattles.Engine, Seat: "us", Lang: string(orders.English), Language: language, Now: g}
	for kept, want := range map[string]string{
		"move US-1 to toward/H1/6": "move US-1 toward H1 6",
		"move US-1 to forward/4":   "move US-1 forward 4",
		"shoot US-1 at G-1":        "shoot US-1 at G-1",
	} {
		if got := r.Phrase(kept); got != want {
			t.Errorf("%q is said %q, want %q", kept, got, want)
		}
	}
}

// A French reader is proposed the French word for a choice, in the list, as a suggestion and in the corrected line.
func TestChoicesAreProposedInTheReadersWords(t *testing.T) {
	language, err := words.Language(brushbrothers.Engine)
	if err != nil {
		t.Fatal(err)
	}
	r := &account.Reader{Engine: brushbrothers.Engine, Lang: "fr", Language: language}
	fault := r.Faults([]events.Fault{{Code: "orders.word-unknown", Suggestions: []string{"heavy_artillery"}, Args: []events.Option{
		{Name: "word", Value: "heavy"},
		{Name: "choices", Value: "assault_aircraft, strafing, heavy_artillery, field_artillery"},
		{Name: "correction", Value: "CH: appui heavy_artillery en E9"},
	}}})[0]
	if got := fault.Suggestions[0] + ", " + fault.Args[2].Value; got != "artillerie lourde, CH: appui artillerie lourde en E9" {
		t.Error(got)
	}
}

// A French reader is told the French name of a setting that lacks its sign, and of its value.
func TestSettingsAreNamedInTheReadersWords(t *testing.T) {
	language, err := words.Language(brushbrothers.Engine)
	if err != nil {
		t.Fatal(err)
	}
	r := &account.Reader{Engine: brushbrothers.Engine, Lang: "fr", Language: language}
	fault := r.Faults([]events.Fault{{Code: "orders.setting-sign", Suggestions: []string{"entry=fire"},
		Args: []events.Option{{Name: "setting", Value: "entry"}}}})[0]
	if fault.Args[0].Value != "entrée" || fault.Suggestions[0] != "entrée=tirer" {
		t.Errorf("the fault is told as %q with %q", fault.Args[0].Value, fault.Suggestions)
	}
}

// Who is crushed is not said to be pinned because he was that before.
func TestShortTellsWhatBecameOfAUnit(t *testing.T) {
	book, err := words.Load("en", []byte("short.stress.pinned: \"Pinned: {enemy-unit:and}.\"\nshort.stress.crushed: \"Crushed: {enemy-unit:and}.\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &account.Reader{Book: book, Seat: "north"}
	fact := table.Fact{Turn: 1, Kind: "stress", Args: []table.FactArg{table.A("unit", "south.G1"), table.A("was", "pinned"), table.A("marker", "crushed")}}
	if key := r.KeyOf("short.", fact); key != "short.stress.crushed" {
		t.Errorf("told as %s", key)
	}
}

// The briefing tells which side is favoured only where games show it, and to everybody the same.
func TestBriefingTellsTheBalance(t *testing.T) {
	setup := scenariotest.Setup(t, conflict.Engine, "hill-205-four", "")
	g, err := conflict.Engine.Open(setup)
	if err != nil {
		t.Fatal(err)
	}
	language, err := words.Language(conflict.Engine)
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Of(conflict.Engine.Name(), "en")
	if err != nil {
		t.Fatal(err)
	}
	told := func(seat table.Seat, b table.Balance) string {
		scenario := *setup.Scenario
		scenario.Balance = b
		r := &account.Reader{Engine: conflict.Engine, Seat: seat, Seats: scenario.Seats(), Lang: "en", Book: book, Language: language, Now: g, Scenario: &scenario}
		for _, c := range r.Briefing("pulse") {
			if c.Title == "letter.guide.balance" {
				return book.Say(c.Says[0].Key, c.Says[0].Args...)
			}
		}
		return ""
	}
	clear := table.Balance{Bot: "sensible", Games: 100, Won: []table.Won{{Seat: "german_1", Games: 30}, {Seat: "soviet_1", Games: 66}}}
	for _, seat := range setup.Scenario.Seats() {
		if got := told(seat, clear); !strings.Contains(got, "Favoured: Soviet garrison") || !strings.Contains(got, "got 68 %") {
			t.Errorf("%s reads %q", seat, got)
		}
	}
	close := table.Balance{Bot: "sensible", Games: 100, Won: []table.Won{{Seat: "german_1", Games: 46}, {Seat: "soviet_1", Games: 54}}}
	if got := told("german_2", close); !strings.Contains(got, "Neither side is favoured") || !strings.Contains(got, "got 46 %") {
		t.Errorf("german_2 reads %q", got)
	}
	if got := told("german_2", table.Balance{}); got != "" {
		t.Errorf("what nobody has measured is told: %q", got)
	}
}

// Partners win together.
func TestAPartnersVictoryIsOnesOwn(t *testing.T) {
	book, err := words.Of(conflict.Engine.Name(), "en")
	if err != nil {
		t.Fatal(err)
	}
	r := &account.Reader{Book: book, Lang: "en", Scenario: scenariotest.Setup(t, conflict.Engine, "hill-205-four", "").Scenario}
	for seat, want := range map[table.Seat]bool{"german_1": true, "german_2": true, "soviet_1": false, "soviet_2": false, "": false} {
		if r.Seat = seat; r.Ending("german_1", "ending.points", "CH-2.4a").Yours != want {
			t.Errorf("the victory of german_1 is %s's own: %v", seat, !want)
		}
	}
	if r.Ending("", "ending.both-lose", "CH-2.4a").Yours {
		t.Error("a draw is somebody's victory")
	}
}

// A phase that a player orders in has a name short enough for a subject and for the list of what is still to come, in every language of its game.
func TestOrderedPhasesHaveShortNames(t *testing.T) {
	for _, e := range adjudicator.Games() {
		language, err := words.Language(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "fr", "de"} {
			book, err := words.Of(e.Name(), lang)
			if err != nil {
				t.Fatal(err)
			}
			r := &account.Reader{Engine: e, Lang: book.Lang(), Language: language, Book: book}
			for _, step := range e.Steps() {
				ordered := slices.ContainsFunc(language.Verbs, func(v orders.Verb) bool { return slices.Contains(v.Phases, step) })
				if ordered && !e.Opening(step) && r.Step(step) == "" {
					t.Errorf("%s, %s: %s has only the name %q", e.Name(), book.Lang(), step, r.Phase(step))
				}
			}
		}
	}
}
