package account

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words"
)

// Names are the names that a scenario has for things.
type Names struct{ *table.Scenario }

// NamesIn returns the names of a scenario; there are none if the scenario is not available (nil).
func NamesIn(s *table.Scenario) *Names {
	if s == nil {
		s = new(table.Scenario)
	}
	return &Names{s}
}

// Side returns a seat's name by the game's words, else by the scenario, else its id.
func (n *Names) Side(book *words.Book, lang string, seat table.Seat) string {
	if key := "side." + string(seat); book.Has(key) {
		return book.Say(key)
	}
	for _, s := range n.Sides {
		if s.ID == string(seat) && len(s.Title) > 0 {
			return s.Title.In(orders.Lang(lang))
		}
	}
	return string(seat)
}

// Label returns the name of a place of the map in a language; the text itself where the scenario has no other.
func (n *Names) Label(lang, text string) string {
	for _, l := range n.Labels {
		if l.In(orders.English) == text {
			return l.In(orders.Lang(lang))
		}
	}
	return text
}
