package library

import (
	"fmt"
	"io/fs"
	"os"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/scenarios"
)

// Games lists the rulebooks.
func Games() []string {
	var names []string
	for _, g := range adjudicator.Games() {
		names = append(names, g.Name())
	}
	return names
}

// Game finds a rulebook, or returns an error that lists them.
func Game(name string) (table.Engine, error) {
	if e, ok := adjudicator.Game(name); ok {
		return e, nil
	}
	return nil, fmt.Errorf("there is no game called %q; there are: %s", name, strings.Join(Games(), ", "))
}

// Shelf lists the scenarios of a rulebook, its show piece first, without those that only measure.
func Shelf(rulebook, own string) []string {
	dirs, err := Own(own)
	if err != nil {
		return nil
	}
	list, err := scenarios.List(rulebook, dirs...)
	if err != nil {
		return nil
	}
	names := []string{scenarios.ShowPiece(rulebook)}
	for _, e := range list {
		if e.Name != names[0] && !strings.HasPrefix(e.Name, "bench") {
			names = append(names, e.Name)
		}
	}
	return names
}

// Own returns the folder of the user's own scenarios as the loader wants it; none for "".
func Own(dir string) ([]fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of scenarios: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("folder of scenarios: %s is a file", dir)
	}
	return []fs.FS{os.DirFS(dir)}, nil
}

// Phrases reads the words of all games, those of the user's own scenarios over ours.
func Phrases(dir string) (*office.Phrases, error) {
	dirs, err := Own(dir)
	if err != nil {
		return nil, err
	}
	return office.LoadPhrases(dirs...)
}

// Document resolves a scenario with all its tables into the document that a game pins.
func Document(engine table.Engine, scenario, dir string) ([]byte, error) {
	dirs, err := Own(dir)
	if err != nil {
		return nil, err
	}
	r, err := Resolve(engine, func(doc any) (*scenarios.Resolved, error) {
		return scenarios.Load(engine.Name(), scenario, doc, dirs...)
	})
	if err != nil {
		return nil, err
	}
	return r.Document, nil
}

// Resolve loads a document and finds all its flaws.
func Resolve(engine table.Engine, load func(doc any) (*scenarios.Resolved, error)) (*scenarios.Resolved, error) {
	doc := engine.Document()
	r, err := load(doc)
	if err != nil {
		return nil, err
	}
	var problems scenarios.Problems
	for _, f := range engine.Check(doc) {
		problems = append(problems, r.Problem(f.Path, f.Message))
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return r, nil
}
