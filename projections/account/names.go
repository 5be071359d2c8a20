package account

import (
	"encoding/json"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/words"
)

// Name is a name in both languages.
type Name struct{ EN, FR string }

// Names are the names that a scenario's document has for things.
type Names struct {
	Title, About  Name
	Sides, Forces []struct {
		ID    table.Seat
		Title Name
	}
	Board struct {
		Labels []struct{ Text Name }
	}
}

// NamesIn reads the names out of a document, as far as they are there.
func NamesIn(document []byte) *Names {
	var doc struct{ Scenario Names }
	_ = json.Unmarshal(document, &doc) // what a game keeps elsewhere has no name here
	return &doc.Scenario
}

// Side is a seat's name by the game's words, else by the scenario's sides or forces, else its id.
func (n *Names) Side(book *words.Book, lang string, seat table.Seat) string {
	if key := "side." + string(seat); book.Has(key) {
		return book.Say(key)
	}
	for _, list := range [][]struct {
		ID    table.Seat
		Title Name
	}{n.Sides, n.Forces} {
		for _, d := range list {
			if d.ID == seat && d.Title.EN != "" {
				return orders.Words(d.Title).In(orders.Lang(lang))
			}
		}
	}
	return string(seat)
}

// Label is the name of a place of the map in a language; the text itself where the scenario has no other.
func (n *Names) Label(lang, text string) string {
	for _, l := range n.Board.Labels {
		if l.Text.EN == text {
			return orders.Words(l.Text).In(orders.Lang(lang))
		}
	}
	return text
}
