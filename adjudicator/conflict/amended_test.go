package conflict_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
)

// TestACorrectedHandComesFromTheDeck: a card that a game master puts into a hand is no longer in the deck, one that he takes out is there again, and
// more of a card than there are cannot be given. Games of the first revision, and whoever says what is in the deck, keep what is said.
func TestACorrectedHandComesFromTheDeck(t *testing.T) {
	s := setup(t, "hill-205", "", "cards=yes")
	amend := func(g table.Game, set string) table.Game {
		t.Helper()
		next, err := g.Amend([]byte(set))
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	for revision := 1; revision <= 2; revision++ {
		s.Revision = revision
		g, err := conflict.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		deck := func(g table.Game) int { return look(t, g.Describe()).Deck }
		full := deck(g)
		if full < 20 {
			t.Fatalf("the deck has %d cards", full)
		}
		two := amend(g, `{"seats":[{"seat":"german","hand":["02","03"]}]}`)
		other := amend(two, `{"seats":[{"seat":"german","hand":["03"]},{"seat":"soviet","hand":["02","04"]}]}`)
		none := amend(other, `{"seats":[{"seat":"german","hand":[]},{"seat":"soviet","hand":[]}]}`)
		got, want := []int{deck(two), deck(other), deck(none)}, []int{full, full, full}
		if revision > 1 {
			want = []int{full - 2, full - 3, full}
		}
		if !slices.Equal(got, want) {
			t.Errorf("revision %d: the deck of %d has %v cards, want %v", revision, full, got, want)
		}
		if n := deck(amend(g, `{"deck":["04"],"seats":[{"seat":"german","hand":["02"]}]}`)); n != 1 {
			t.Errorf("revision %d: a deck that was named has %d cards", revision, n)
		}
		_, err = g.Amend([]byte(`{"seats":[{"seat":"german","hand":["30","30","30","30","30","30","30","30","30","30","30","30","30","30"]}]}`))
		if refused := err != nil; refused != (revision > 1) {
			t.Errorf("revision %d: more of a card than there are: %v", revision, err)
		}
	}
}
