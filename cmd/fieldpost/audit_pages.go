package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/mail/office"
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

// auditPage is a verdict that has its own page.
type auditPage struct {
	name string
	of   audit.Verdict
}

// pageMaker puts verdicts into words.
type pageMaker struct {
	phrases *office.Phrases
	names   *account.Names // of the scenario, where it is at hand
	whole   audit.Verdict
}

func newPageMaker(c *Console, ev audit.Evidence, v audit.Verdict) (*pageMaker, error) {
	phrases, err := loadPhrases(c.Scenarios)
	if err != nil {
		return nil, err
	}
	var document []byte
	if v.Log != nil && ev.Export.Blob != nil {
		document, _ = ev.Export.Blob(v.Log.Fair.Announced.Document)
	}
	engine, err := game(v.Rulebook)
	if err == nil && document == nil {
		document, _ = loadDocument(engine, v.Scenario, c.Scenarios) // without it sides have no names
	}
	var scenario *table.Scenario
	if engine != nil && document != nil {
		scenario, _ = engine.Scenario(document)
	}
	return &pageMaker{phrases: phrases, names: account.NamesIn(scenario), whole: v}, nil
}

func (p *pageMaker) book(lang string) sidedBook {
	return sidedBook{Book: p.phrases.Book(lang, p.whole.Rulebook), names: p.names, lang: lang}
}

// page describes a verdict; the statistics are those of all that the audit was given.
func (p *pageMaker) page(v audit.Verdict, lang string) audit.Page {
	book := p.book(lang)
	thrown := ledger.Throws(p.whole.Rolled, nil, nil)
	if p.whole.Log != nil && p.whole.Log.Fault == nil {
		thrown = luckOf(p.whole.Log)
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

// tell prints the page, and writes the files that were asked for.
func (a *AuditCmd) tell(c *Console, ev audit.Evidence, v audit.Verdict) error {
	maker, err := newPageMaker(c, ev, v)
	if err != nil {
		return err
	}
	if a.JSON {
		data, err := audit.JSON(v)
		if err == nil {
			_, err = c.Out.Write(append(data, '\n'))
		}
		if err != nil {
			return err
		}
	} else {
		fmt.Fprint(c.Out, maker.page(v, c.lang()).Text())
	}
	dir := a.Out
	if dir != "" {
		if err := a.pages(dir, ev, v, maker); err != nil {
			return err
		}
	}
	if v.Contradiction != nil {
		path := filepath.Join(dir, "equivocation.proof")
		if err := durable.Replace(path, []byte(v.Contradiction.String())); err != nil {
			return err
		}
		fmt.Fprintf(c.Err, "%s: two notes with one signature that cannot both be true\n", path)
	}
	return nil
}

// pages writes the verdict, a page about everything in every language, and one about each mailbox where there are several.
func (a *AuditCmd) pages(dir string, ev audit.Evidence, v audit.Verdict, maker *pageMaker) error {
	if err := os.MkdirAll(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	data, err := audit.JSON(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "verdict.json"), append(data, '\n'), 0o644); err != nil {
		return err
	}
	all := []auditPage{{"page", v}}
	for i, box := range ev.Mailboxes {
		if len(ev.Mailboxes) == 1 {
			break
		}
		of := audit.Run(audit.Evidence{Mailboxes: []audit.Mailbox{box}, Export: ev.Export}, a.means())
		name := fmt.Sprintf("page-%d", i+1)
		if seat := of.Boxes[0].Seat; seat != "" && !slices.ContainsFunc(all, func(p auditPage) bool { return p.name == "page-"+seat }) {
			name = "page-" + seat
		}
		all = append(all, auditPage{name, of})
	}
	for _, lang := range office.Languages {
		for _, p := range all {
			page := maker.page(p.of, lang)
			for suffix, text := range map[string]string{".txt": page.Text(), ".html": page.HTML(lang)} {
				if err := os.WriteFile(filepath.Join(dir, p.name+"."+lang+suffix), []byte(text), 0o644); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// luckOf joins every roll of a game that still counts with its owner and the fact that reports it.
func luckOf(v *adjudicator.Verdict) []ledger.Thrown {
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
