package hearing

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/account"
	"fieldpost/projections/audit"
	"fieldpost/projections/ledger"
	"fieldpost/scenarios/words"
)

// sidedBook names the sides of a game as its scenario does, where the rulebook's own words do not.
type sidedBook struct {
	*words.Book
	names *account.Names
	lang  string
}

func (b sidedBook) side(seat table.Seat) string { return b.names.Side(b.Book, b.lang, seat) }

// Say is words.Book.Say, with names for the seats of letter.side.
func (b sidedBook) Say(key string, args ...table.FactArg) string {
	if seat, ok := seatKey(key); ok && !b.Book.Has(key) {
		return b.side(seat)
	}
	return b.Book.Say(key, args...)
}

// Has reports whether there are words for a key.
func (b sidedBook) Has(key string) bool {
	seat, ok := seatKey(key)
	return b.Book.Has(key) || ok && b.side(seat) != string(seat)
}

func seatKey(key string) (table.Seat, bool) {
	const prefix = "side."
	if len(key) <= len(prefix) || key[:len(prefix)] != prefix {
		return "", false
	}
	return table.Seat(key[len(prefix):]), true
}

// Pages puts verdicts into words.
type Pages struct {
	hearing Hearing
	names   *account.Names // of the scenario, where it is at hand
	whole   audit.Verdict
}

// Pages returns what puts the verdict about some evidence into words, and those about parts of it.
func (h Hearing) Pages(ev audit.Evidence, v audit.Verdict) *Pages {
	var document []byte
	if v.Log != nil && ev.Export.Blob != nil {
		document, _ = ev.Export.Blob(v.Log.Fair.Announced.Document)
	}
	engine, known := h.Means.Engines(v.Rulebook)
	if known && document == nil {
		document = h.Document(engine, v.Scenario) // without it sides have no names
	}
	var scenario *table.Scenario
	if known && document != nil {
		scenario, _ = engine.Scenario(document)
	}
	return &Pages{hearing: h, names: account.NamesIn(scenario), whole: v}
}

func (p *Pages) book(lang string) sidedBook {
	return sidedBook{Book: p.hearing.Books(lang, p.whole.Rulebook), names: p.names, lang: lang}
}

// Page describes a verdict; the statistics are those of all that the audit was given.
func (p *Pages) Page(v audit.Verdict, lang string) audit.Page {
	book := p.book(lang)
	thrown := ledger.Throws(p.whole.Rolled, nil, nil)
	if p.whole.Log != nil && p.whole.Log.Fault == nil {
		thrown = Luck(p.whole.Log)
	}
	s := ledger.Count(thrown)
	if s.Dice == 0 {
		return audit.Describe(v, p.whole, book, nil, nil)
	}
	page := audit.Describe(v, p.whole, book, ledger.Numbers(s, book), ledger.Honest(s, book))
	if slices.ContainsFunc(thrown, func(t ledger.Thrown) bool { return t.Seat != "" }) {
		page.Chart = ledger.Draw(s, book.Say("audit.chart.title", table.A("game", v.Game)), book.side, book).SVG()
	}
	return page
}

// Luck joins every roll of a game that still counts with its owner and the fact that reports it.
func Luck(v *adjudicator.Verdict) []ledger.Thrown {
	var all []ledger.Thrown
	if v.Match != nil {
		for _, p := range v.Match.Everything() {
			all = append(all, ledger.Throws(p.Rolls, p.By, p.Facts)...)
		}
		return all
	}
	for _, m := range v.Made {
		all = append(all, ledger.Throws([]events.Roll{m.Roll}, nil, nil)...)
	}
	return all
}
