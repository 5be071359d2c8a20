package landships

import (
	"reflect"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
	book "fieldpost/scenarios/words"
	"fieldpost/scenarios/words/wordstest"
)

// books are the words of the game in both languages, which say the same keys with the same arguments.
func books(t *testing.T) []*book.Book { return wordstest.Books(t, "landships") }

// A refusal has its words once: with two, one rule would speak for another.
func TestRefusalsAreSaidOnce(t *testing.T) { wordstest.Once(t, "landships", "ls.") }

// What is told of a day in short: the losses of both sides, what became of barrages and machines.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		key, en string
		args    []table.FactArg
	}{
		{"short.eliminated", "You lost B-A1 and B-A2. The enemy lost G-1.",
			[]table.FactArg{table.A("own-unit", []string{"B-A1", "B-A2"}), table.A("enemy-unit", []string{"G-1"})}},
		{"short.vehicle-destroyed", "Vehicles destroyed: the enemy's T-M1.", []table.FactArg{table.A("enemy-unit", []string{"T-M1"})}},
		{"short.fire-order.not-granted", "Barrages refused: to you 0712.", []table.FactArg{table.A("own-hex", []string{"0712"})}},
		{"short.assault-over", "Close assaults won: by you 0610.", []table.FactArg{table.A("own-hex", []string{"0610"})}},
		{"short.score", "Points: you 3, the enemy 0. If the game ended now: a draw.",
			[]table.FactArg{table.A("own", 3), table.A("enemy", 0), table.A("name.en", "a draw"), table.A("name.fr", "match nul")}},
	} {
		for i, b := range books(t) {
			got := b.Say(c.key, c.args...)
			if i == 0 && got != c.en || got == c.key || strings.ContainsAny(got, "{}") {
				t.Errorf("%s: %q", c.key, got)
			}
		}
	}
}

// What the charts and the sequence name has words.
func TestWhatTheDataNamesHasWords(t *testing.T) {
	var keys []string
	d, _ := resolved(t, "bench")
	for _, r := range d.Terrain {
		keys = append(keys, "terrain."+r.ID)
	}
	modifiers := reflect.ValueOf(d.Tables.Modifiers)
	for i := range modifiers.NumField() {
		keys = append(keys, "modifier."+modifiers.Field(i).Interface().(Modifier).ID)
	}
	for _, v := range d.Vehicles {
		keys = append(keys, "type."+v.ID)
		for _, m := range v.Mounts {
			keys = append(keys, "mount."+m.ID)
		}
	}
	for _, p := range d.Aircraft {
		keys = append(keys, "type."+p.ID)
	}
	for _, c := range d.Counters {
		keys = append(keys, "type."+c.ID)
	}
	for _, c := range classes {
		keys = append(keys, "class."+c)
	}
	for _, s := range sequence {
		keys = append(keys, "phase."+s.Name)
	}
	for _, s := range d.Scenario.Sides {
		keys = append(keys, "side."+s.ID)
	}
	wordstest.Has(t, keys, books(t)...)
}
