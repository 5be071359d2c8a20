package account_test

import (
	"testing"

	"fieldpost/adjudicator/modernbattles"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
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
