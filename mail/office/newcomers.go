package office

import (
	"cmp"
	"context"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/projections/account"
)

// Shelves lists the scenarios of a rulebook that somebody may open a game of, the one that is shown first in front.
type Shelves func(rulebook string) []string

// wish is the game against machines that a newcomer asks for: "NEW GAME clasico", "NEW GAME landships south one-mail fr as Ann".
type wish struct {
	engine                       table.Engine
	scenario, seat, rhythm, lang string
	name                         string
	unknown                      string   // a word that means nothing here
	among                        []string // scenarios in whose names it occurs, if it does in several
	seats                        []table.Seat
	document                     []byte
}

// opens opens a game against machines if the mail asks for one. A mail is offered again after a crash: the name of its game follows from the
// mail, and what is there already is not done twice.
func (v *exchange) opens(ctx context.Context) (done bool, err error) {
	c, ok := v.command("NEW")
	if !ok {
		return false, nil
	}
	lang := events.Option{Name: "lang", Value: v.language(c)}
	if v.st.Settings.Solo == 0 {
		return true, v.refuse(ctx, OwnLog, "", "no-new-game", lang)
	}
	w, err := v.wish(c)
	if err != nil {
		return true, err
	}
	if len(w.among) > 0 {
		lang.Value = w.lang
		return true, v.refuse(ctx, OwnLog, "", "new-game-several", lang, events.Option{Name: "word", Value: w.unknown}, events.Option{Name: "list", Value: strings.Join(w.among, ", ")})
	}
	if w.unknown != "" {
		lang.Value = w.lang
		return true, v.refuse(ctx, OwnLog, "", "new-game-unknown", lang, events.Option{Name: "word", Value: w.unknown}, events.Option{Name: "list", Value: v.st.offer()})
	}
	id := w.scenario[:min(30, len(w.scenario))] + "-" + strings.ToLower(base32.StdEncoding.EncodeToString(v.in.Key[:4])[:5])
	if err := v.st.notMine(id); err != nil {
		return true, err
	}
	proven, err := v.newcomer(ctx, id)
	if err != nil {
		return true, err
	}
	if !proven && v.st.Settings.Proof != string(mail.Casual) {
		return true, v.refuse(ctx, OwnLog, "", "new-game-unproven", lang)
	}
	most := v.st.Settings.Solo
	if !v.st.opened.take(map[string]int{strings.ToLower(v.in.From.Address): most, "all": allSolo * most}, v.in.Key, v.st.Now()) {
		return true, v.refuse(ctx, OwnLog, "", "new-game-enough", lang, events.Option{Name: "n", Value: fmt.Sprint(most)})
	}
	return true, v.openAgainstMachines(ctx, id, w)
}

// allSolo is how many times as many games a day are opened for everybody as for one address.
const allSolo = 20

// wish reads what game a newcomer wants.
func (v *exchange) wish(c message.Command) (w wish, err error) {
	w.lang = v.language(c)
	_, w.name = joinRequest(strings.Fields(c.Args), v.in.From)
	var said []string
words:
	for _, word := range strings.Fields(c.Args)[1:] {
		word = strings.ToLower(strings.Trim(word, ".,;:!"))
		switch {
		case slices.Contains([]string{"as", "comme", "named", "nom"}, word):
			break words
		case slices.Contains(Languages, word):
			w.lang = word
		case word == "", v.st.Phrases.Speech.Means("addressing", word):
		default:
			said = append(said, word)
		}
	}
	rest := w.called(v.st, said)
	if w.engine == nil {
		w.engine = adjudicator.Games()[0]
	}
	if w.scenario == "" {
		shelf := v.st.Shelves(w.engine.Name())
		if len(shelf) == 0 {
			return w, fmt.Errorf("there is no scenario of %s", w.engine.Name())
		}
		w.scenario = shelf[0]
	}
	if w.document, err = v.st.Documents(w.engine, w.scenario); err != nil {
		return w, err
	}
	scenario, err := w.engine.Scenario(w.document)
	if err != nil {
		return w, err
	}
	w.seats = scenario.Seats()
	for i, word := range rest {
		if w.seat == "" {
			w.seat = v.st.seatCalled(w.engine, scenario, word, strings.Join(rest[i:], " "))
			if w.seat != "" {
				continue
			}
		}
		if w.rhythm == "" && slices.ContainsFunc(w.engine.Rhythms(), func(r table.Rhythm) bool { return r.Name == word }) {
			w.rhythm = word
		} else if w.seat == "" {
			w.unknown = cmp.Or(w.unknown, word)
		}
	}
	w.seat = cmp.Or(w.seat, string(w.seats[0]))
	return w, nil
}

// called takes from some words the names of the rulebook and the scenario that are wanted, and returns the others. A name may be written in
// words ("conflict of heroes", "old mill"), and some of them will do where no other has them ("somme", "hutier"). After a rulebook only its own
// scenarios are meant.
func (w *wish) called(st *Office, words []string) (rest []string) {
	for i := 0; i < len(words); i++ {
		n := len(words) - i
		for n > 0 && !w.named(st, strings.Join(words[i:i+n], "-")) {
			n--
		}
		if n == 0 {
			rest = append(rest, words[i])
			continue
		}
		i += n - 1
	}
	if w.scenario != "" {
		return rest
	}
	hinted := slices.DeleteFunc(slices.Clone(rest), func(word string) bool { return len(w.having(st, word)) == 0 })
	found := w.having(st, hinted...)
	switch {
	case len(hinted) == 0:
	case len(found) == 1:
		w.named(st, found[0])
		rest = slices.DeleteFunc(rest, func(word string) bool { return slices.Contains(hinted, word) })
	case len(found) > 1:
		w.unknown, w.among = strings.Join(hinted, " "), found
	}
	return rest
}

// having lists the rulebooks and scenarios in whose names all of some words occur.
func (w *wish) having(st *Office, words ...string) (names []string) {
	for _, e := range adjudicator.Games() {
		if w.engine != nil && w.engine.Name() != e.Name() {
			continue
		}
		of := st.Shelves(e.Name())
		if w.engine == nil {
			of = append(slices.Clone(of), e.Name())
		}
		for _, name := range of {
			parts := strings.Split(name, "-")
			if !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(parts, word) }) {
				names = append(names, name)
			}
		}
	}
	return names
}

// named takes a word for the rulebook or the scenario that is wanted, if it is one. After a rulebook only its own scenarios are meant.
func (w *wish) named(st *Office, word string) bool {
	for _, e := range adjudicator.Games() {
		if w.engine != nil && w.engine.Name() != e.Name() {
			continue
		}
		if word == e.Name() {
			w.engine = e
			return true
		}
		if slices.Contains(st.Shelves(e.Name()), word) && w.scenario == "" {
			w.engine, w.scenario = e, word
			return true
		}
	}
	return false
}

// seatCalled finds the seat of a scenario that is called one of some things, by its id or its name in any language; "" if none is.
func (st *Office) seatCalled(engine table.Engine, scenario *table.Scenario, called ...string) string {
	for _, seat := range scenario.Seats() {
		names := []string{orders.Fold(string(seat))}
		for _, lang := range Languages {
			r := account.Reader{Engine: engine, Scenario: scenario, Language: st.Phrases.Language(engine.Name()), Lang: lang, Book: st.Phrases.Book(lang, engine.Name())}
			names = append(names, orders.Fold(r.Side(seat)))
		}
		if slices.ContainsFunc(called, func(c string) bool { return slices.Contains(names, orders.Fold(c)) }) {
			return string(seat)
		}
	}
	return ""
}

// offer lists the scenarios of which games can be opened, by rulebook.
func (st *Office) offer() string {
	var list []string
	for _, e := range adjudicator.Games() {
		if shelf := st.Shelves(e.Name()); len(shelf) > 0 {
			list = append(list, strings.Join(shelf, ", ")+" ("+e.Name()+")")
		}
	}
	return strings.Join(list, "; ")
}

// openAgainstMachines opens a game in which the sender has one seat and machines have all others.
func (v *exchange) openAgainstMachines(ctx context.Context, id string, w wish) error {
	r := NewGame{ID: id, Rulebook: w.engine.Name(), Scenario: w.scenario, Rhythm: w.rhythm, Language: w.lang, Schedule: events.Schedule{Zone: "UTC"}}
	exists, err := v.st.Exists(ctx, id)
	if err != nil {
		return err
	}
	_, terms, err := v.st.diceTerms(r)
	if err == nil && !exists {
		err = v.st.announce(ctx, r)
	}
	if err == nil {
		err = v.st.setTerms(ctx, id, terms)
	}
	if err != nil {
		return err
	}
	others := false // somebody's game has that name
	err = v.st.With(ctx, id, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if others = m.Player(table.Seat(w.seat)) == nil || m.Player(table.Seat(w.seat)).Taken && !m.Seen(v.in.Key); others {
			return m, nil
		}
		for _, s := range w.seats {
			if string(s) == w.seat {
				continue
			}
			if m, err = v.st.seatMachine(ctx, m, s, bestMachine(w.engine)); err != nil {
				return m, err
			}
		}
		if m.Seen(v.in.Key) {
			return m, nil
		}
		return v.st.seatPlayer(ctx, m, seatRequest{Seat: table.Seat(w.seat), Name: w.name, Address: v.in.From.Address, Language: w.lang, Mail: v.in.Key})
	})
	if err == nil && others {
		return v.refuse(ctx, OwnLog, "", "trouble")
	}
	return err
}

// announce writes the first event of a game.
func (st *Office) announce(ctx context.Context, r NewGame) error {
	a, _, document, err := st.announcement(ctx, r)
	if err == nil {
		_, err = st.Service.Announce(ctx, r.ID, st.Now().UnixMilli(), a, document)
	}
	return err
}
