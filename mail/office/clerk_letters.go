package office

import (
	"context"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/projections/letter"
)

// kindWords are the words, in both languages, by which players name kinds of letters.
var kindWords = map[string][]string{
	adjudicator.Reminders:        {"reminders", "reminder", "rappels", "rappel"},
	adjudicator.Deadlines:        {"deadlines", "deadline", "délais", "delais", "délai", "delai", "échéances", "echeances"},
	adjudicator.News:             {"news", "players", "nouvelles", "joueurs"},
	adjudicator.Messages:         {"messages", "message", "press", "presse"},
	adjudicator.CopiesOfMessages: {"copies", "copy", "copie"},
	adjudicator.Pictures:         {"pictures", "picture", "images", "image", "maps", "cartes"},
	adjudicator.Calendar:         {"calendar", "calendrier", "agenda"},
	adjudicator.Machine:          {"data", "données", "donnees", "json"},
	adjudicator.Arrivals:         {"arrivals", "arrival", "arrivées", "arrivees", "arrivée", "arrivee"},
}

// Words that ask for letters, that decline them, and that mean nothing beside them.
var (
	wordsOn      = []string{"on", "yes", "with", "oui", "avec", "wanted"}
	wordsOff     = []string{"off", "no", "not", "without", "none", "non", "sans", "pas", "aucun", "aucune"}
	wordsBetween = []string{"and", "et", "please", "the", "my", "les", "mes", "des", "de", "d'"}
)

// readChoice reads "NO reminders copies", "reminders off, arrivals on", "all", "toutes". A word before kinds is for those behind it, and one
// behind a kind for that alone. ok is false for words that mean nothing.
func readChoice(args string, c adjudicator.Choice) (_ adjudicator.Choice, ok bool) {
	wanted := true
	var last string
	for _, word := range strings.FieldsFunc(strings.ToLower(args), func(r rune) bool { return strings.ContainsRune(" ,;:=", r) }) {
		kind := ""
		for k, words := range kindWords {
			if slices.Contains(words, word) {
				kind = k
			}
		}
		switch {
		case kind != "":
			c, last = c.With(kind, wanted), kind
		case slices.Contains(wordsAll, word) && wanted:
			c.Off = nil
		case slices.Contains(wordsAll, word):
			c = adjudicator.Choice{Off: slices.Sorted(slices.Values(adjudicator.Usual()))}
		case slices.Contains(wordsOn, word), slices.Contains(wordsOff, word):
			on := slices.Contains(wordsOn, word)
			if last != "" && (word == "on" || word == "off") {
				c = c.With(last, on)
				continue
			}
			wanted = on
		case !slices.Contains(wordsBetween, word):
			return c, false
		}
	}
	return c, true
}

// letters notes which letters a player wants; without any word it tells him which he gets.
func (v *visit) letters(ctx context.Context, m *adjudicator.Match, seat table.Seat, c mail.Command) (*adjudicator.Match, error) {
	choice, ok := readChoice(v.st.writer(m, seat).topic(c.Args), m.Player(seat).Letters)
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
