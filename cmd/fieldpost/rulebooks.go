package main

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/library"
)

// game finds a rulebook, or returns an error that lists them.
func game(name string) (table.Engine, error) {
	engine, err := library.Game(name)
	if err != nil {
		return nil, withCode{exitUsage, err}
	}
	return engine, nil
}

// botOf finds a machine of a game, or returns an error that lists them; without a name it returns the best of the rulebook's bots.
func botOf(engine table.Engine, name string) (string, error) {
	if name == "" {
		bots := engine.BotNames()
		return bots[len(bots)-1], nil
	}
	names := opponent.Machines(engine)
	if !slices.Contains(names, name) {
		return "", withCode{exitUsage, fmt.Errorf("%s has no bot called %q; it has: %s", engine.Name(), name, strings.Join(names, ", "))}
	}
	return name, nil
}
