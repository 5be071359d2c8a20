package office

import (
	"context"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// readChoice reads "NO reminders copies", "reminders off, arrivals on", "all", "toutes". A word before kinds applies to those after it, and
// a word after a kind only to that one. ok is false for words that mean nothing.
func readChoice(said *orders.Speech, args string, c adjudicator.Choice) (_ adjudicator.Choice, ok bool) {
	wanted := true
	var last string
	for _, word := range strings.FieldsFunc(strings.ToLower(args), func(r rune) bool { return strings.ContainsRune(" ,;:=", r) }) {
		kind := ""
		for _, k := range slices.Concat(adjudicator.Usual(), adjudicator.Unusual()) {
			if said.Means(k, word) {
				kind = k
			}
		}
		switch {
		case kind != "":
			c, last = c.With(kind, wanted), kind
		case said.Means("all", word) && wanted:
			c.Off = nil
		case said.Means("all", word):
			c = adjudicator.Choice{Off: slices.Sorted(slices.Values(adjudicator.Usual()))}
		case said.Means("wanted", word), said.Means("unwanted", word):
			on := said.Means("wanted", word)
			if last != "" && (said.Means("on", word) || said.Means("off", word)) {
				c = c.With(last, on)
				continue
			}
			wanted = on
		case !said.Means("choosing", word):
			return c, false
		}
	}
	return c, true
}

// letters notes which letters a player wants. Without any words it tells him which he gets.
func (v *exchange) letters(ctx context.Context, m *adjudicator.Match, seat table.Seat, c message.Command) (*adjudicator.Match, error) {
	choice, ok := readChoice(v.st.Phrases.Speech, v.st.writer(m, seat).topic(c.Args), m.Player(seat).Letters)
	if !ok {
		return v.refuseSeat(ctx, m, seat, "letters-unread")
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.LettersChosen{Seat: string(seat), Mail: v.in.Key, Off: choice.Off, On: choice.On}, nil, nil
	})
	return m, err
}

// wanted lists for a player which letters he gets, kind by kind.
func (w *writer) wanted() []letter.Note {
	var notes []letter.Note
	for _, k := range slices.Concat(adjudicator.Usual(), adjudicator.Unusual()) {
		notes = append(notes, letter.Note{Key: "letter.letters." + k, Args: []table.FactArg{table.A("wanted", w.p.Letters.Gets(k))}})
	}
	return notes
}
