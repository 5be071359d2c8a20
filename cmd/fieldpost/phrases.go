package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/words"
	"fieldpost/scenarios"
)

// languages are those in which letters are written.
var languages = []string{"en", "fr"}

// Phrases are the words of all games in all languages.
type Phrases struct {
	books map[[2]string]*words.Book // by language and rulebook; "" for letters about no game
}

// LoadPhrases reads all words, those of the user's own scenarios over ours.
func LoadPhrases(dir string) (*Phrases, error) {
	p := &Phrases{books: make(map[[2]string]*words.Book)}
	for _, lang := range languages {
		for _, game := range append(gameNames(), "") {
			files, err := scenarios.WordFiles(game, lang, ownScenarios(dir)...)
			if err != nil {
				return nil, err
			}
			book, err := words.Load(lang, files...)
			if err != nil {
				return nil, fmt.Errorf("words of %q in %s: %w", game, lang, err)
			}
			p.books[[2]string{lang, game}] = book
		}
	}
	return p, nil
}

// Book gives the words of a rulebook in a language; English when there is no such language.
func (p *Phrases) Book(lang, rulebook string) *words.Book {
	if b := p.books[[2]string{lang, rulebook}]; b != nil {
		return b
	}
	if b := p.books[[2]string{languages[0], rulebook}]; b != nil {
		return b
	}
	return p.books[[2]string{languages[0], ""}]
}

// ownScenarios is the user's folder as the loader wants it.
func ownScenarios(dir string) []fs.FS {
	if dir == "" {
		return nil
	}
	return []fs.FS{os.DirFS(dir)}
}

// loadDocument resolves a scenario with all its tables into the document that a game pins.
func loadDocument(engine table.Engine, scenario, dir string) ([]byte, error) {
	doc := engine.Document()
	resolved, err := scenarios.Load(engine.Name(), scenario, doc, ownScenarios(dir)...)
	if err != nil {
		return nil, err
	}
	var problems []error
	for _, flaw := range engine.Check(doc) {
		problems = append(problems, resolved.Problem(flaw.Path, flaw.Message))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return resolved.Document, nil
}

// showPiece is the scenario that a demo plays if none is named: the first that is no bench. Scenarios whose names
// begin with "bench" are clear fields for try files.
func showPiece(game string) string {
	list, err := scenarios.List(game)
	if err != nil {
		return ""
	}
	for _, s := range list {
		if !strings.HasPrefix(s.Name, "bench") {
			return s.Name
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }

// engineOf finds a rulebook or says which there are.
func engineOf(name string) (table.Engine, error) {
	if e, ok := adjudicator.Game(name); ok {
		return e, nil
	}
	return nil, withCode{exitUsage, fmt.Errorf("there is no game %q; there are: %v", name, gameNames())}
}
