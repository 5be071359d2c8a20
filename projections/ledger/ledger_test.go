package ledger

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

type said struct{}

func (said) Say(key string, _ ...table.FactArg) string {
	return key[strings.LastIndexByte(key, '.')+1:]
}
func (said) Fact(f table.Fact) string { return f.Kind }

func passes() []Pass {
	return []Pass{{
		Adjudicated: events.Adjudicated{Window: 2, Rolls: []events.Roll{
			{Key: "7/2/cup", Draw: true, Sides: 14, Values: []int64{0}},
			{Key: "7/2/G1/test/die", Sides: 6, Values: []int64{5}, Proof: []byte{0xab}},
			{Key: "7/2/G1/fire", Sides: 6, Values: []int64{5, 2}},
		}},
		Hidden: []events.Rolls{{Rolls: []events.Roll{{Key: "7/2/search/die", Sides: 6, Values: []int64{6}}}}},
		Facts: []table.Fact{
			{Turn: 3, Step: "2", At: "G1", Kind: "G1 is activated", Rule: "BB-2.2"},
			{Turn: 3, Step: "2", At: "G1/test", Kind: "=the test: needs 3+ ... and acts, in very many words that want a second line", Rule: "BB-3.1"},
			{Turn: 3, Step: "2", At: "search", Kind: "a search", Rule: "BB-3.7", For: []table.Seat{"north"}},
		},
	}}
}

func TestEveryRollIsToldByTheNearestFact(t *testing.T) {
	got := Of(passes(), "north", said{})
	want := []struct{ purpose, rule, dice, values string }{
		{"7/2/cup", "", "1/14", "1"},
		{"=the test: needs 3+ and acts, in very many words that want a second line", "BB-3.1", "d6", "5"},
		{"G1 is activated", "BB-2.2", "2d6", "5 2"},
		{"a search", "BB-3.7", "d6", "6"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d entries", len(got))
	}
	for i, w := range want {
		g := got[i]
		if g.Purpose != w.purpose || g.Rule != w.rule || g.dice() != w.dice || g.values() != w.values {
			t.Errorf("entry %d: %+v, want %+v", i, g, w)
		}
	}
}

func TestFactsOfOthersTellNothing(t *testing.T) {
	for _, e := range Of(passes(), "south", said{}) {
		if strings.Contains(e.Purpose, "a search") {
			t.Errorf("south reads %q", e.Purpose)
		}
	}
}

func TestTextFitsAndCSVIsHarmless(t *testing.T) {
	entries := Of(passes(), "north", said{})
	for _, l := range Text(entries, said{}) {
		if utf8.RuneCountInString(l) > 78 {
			t.Errorf("too wide: %q", l)
		}
	}
	csv := string(CSV(entries))
	if !strings.Contains(csv, "2,3,2,7/2/G1/test/die,\"'=the test") || !strings.Contains(csv, ",roll,6,5,ab,,\n") {
		t.Errorf("CSV:\n%s", csv)
	}
}
