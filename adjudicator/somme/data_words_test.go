package somme

import (
	"reflect"
	"testing"

	book "fieldpost/scenarios/words"
	"fieldpost/scenarios/words/wordstest"
)

// books are the words of the game in both languages, which say the same keys with the same arguments.
func books(t *testing.T) []*book.Book { return wordstest.Books(t, "somme-1918") }

// Every fact, refusal and term that stands in the source has its words.
func TestEveryLiteralHasWords(t *testing.T) {
	wordstest.Literals(t, ".", "so.", books(t)...)
}

// A refusal has its words once: with two, one rule would speak for another.
func TestRefusalsAreSaidOnce(t *testing.T) { wordstest.Once(t, "somme-1918", "so.") }

// What the charts, the decks and the sequence name has words.
func TestWhatTheDataNamesHasWords(t *testing.T) {
	var keys []string
	d, _ := resolved(t, campaign)
	for _, x := range terrains {
		keys = append(keys, "terrain."+x.name)
	}
	for _, chart := range []any{d.Tables.Movement.Enter, d.Tables.Movement.Cross, d.Tables.Odds.Shifts, d.Tables.Odds.Factors, d.Tables.Modifiers} {
		rows := reflect.ValueOf(chart)
		for i := range rows.NumField() {
			keys = append(keys, "term."+rows.Field(i).FieldByName("ID").String())
		}
	}
	for _, u := range d.Units {
		keys = append(keys, "kind."+u.Kind, "nation."+u.Nation)
	}
	for _, e := range d.Events {
		keys = append(keys, "event."+e.ID)
	}
	for _, s := range sequence {
		keys = append(keys, "phase."+s.Name)
	}
	for _, list := range [][]struct{ what, rule string }{defenderErrors, attackerErrors} {
		for _, e := range list {
			keys = append(keys, "erroneous."+e.what)
		}
	}
	for _, r := range d.Tables.Replacements {
		for _, id := range r.Gives {
			keys = append(keys, "gain."+id)
		}
	}
	for _, side := range []string{"german", "allied"} {
		keys = append(keys, "side."+side)
	}
	wordstest.Has(t, keys, books(t)...)
}
