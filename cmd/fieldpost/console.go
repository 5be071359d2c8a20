package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"fieldpost/projections/words"
	"fieldpost/scenarios"
)

// Console is what every command talks to: where it prints, which folder of scenarios lies over the embedded ones, and
// the language of what it prints.
type Console struct {
	Out, Err  io.Writer
	Scenarios string // folder of the user's own scenarios; "" for none
	Lang      string // "en" or "fr"
}

// Dirs are the folders of the user's own scenarios.
func (c *Console) Dirs() ([]fs.FS, error) {
	if c.Scenarios == "" {
		return nil, nil
	}
	info, err := os.Stat(c.Scenarios)
	if err != nil {
		return nil, fmt.Errorf("folder of scenarios: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("folder of scenarios: %s is a file", c.Scenarios)
	}
	return []fs.FS{os.DirFS(c.Scenarios)}, nil
}

// Book gives the words of a game in the console's language.
func (c *Console) Book(game string) (*words.Book, error) {
	dirs, err := c.Dirs()
	if err != nil {
		return nil, err
	}
	texts, err := scenarios.WordFiles(game, c.lang(), dirs...)
	if err != nil {
		return nil, err
	}
	return words.Load(c.lang(), texts...)
}

// lang is the language, English where none is set.
func (c *Console) lang() string {
	if c.Lang == "" {
		return "en"
	}
	return c.Lang
}

// in chooses between the two languages.
func (c *Console) in(en, fr string) string {
	if c.lang() == "fr" && fr != "" {
		return fr
	}
	return en
}
