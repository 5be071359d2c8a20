package main

import (
	"context"
	"io"
	"io/fs"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/library"
	"fieldpost/scenarios/words"
)

// Console is what every command talks to: where it prints, which folder of scenarios overrides the embedded ones, and the language of its
// output.
type Console struct {
	Out, Err  io.Writer
	Scenarios string // folder of the user's own scenarios; "" for none
	Lang      string // of what is printed; "" for English

	// Calls carries out a game master's command; if nil, the server that runs on the data folder does, or this process if none runs.
	Calls func(ctx context.Context, name string, request any) ([]byte, error)
}

// Dirs returns the folders of the user's own scenarios.
func (c *Console) Dirs() ([]fs.FS, error) { return library.Own(c.Scenarios) }

// Book returns the words of a game in the console's language.
func (c *Console) Book(game string) (*words.Book, error) {
	dirs, err := c.Dirs()
	if err != nil {
		return nil, err
	}
	return words.Of(game, c.lang(), dirs...)
}

// language returns the order language of a game.
func (c *Console) language(engine table.Engine) (orders.Language, error) {
	dirs, err := c.Dirs()
	if err != nil {
		return orders.Language{}, err
	}
	return words.Language(engine, dirs...)
}

// lang returns the language, English where none is set.
func (c *Console) lang() string {
	if c.Lang == "" {
		return string(orders.English)
	}
	return c.Lang
}
