package main

import (
	"fmt"

	"fieldpost/mail/office/inspection"
)

// GameCheckCmd inspects a rulebook.
type GameCheckCmd struct {
	Name   string `arg:"" help:"Rulebook, such as duel."`
	Source string `default:"." type:"path" help:"Source tree, for what is not in the program: its try files and the list of its keys."`
}

// Help says what is looked for.
func (GameCheckCmd) Help() string {
	return `For those who write a rulebook: lists what it still lacks to be played by mail, such as
words in one language, a verb without an example, a scenario that cannot be loaded, a
check that never finds anything wrong, a schema, a bot, try files. A few games are played by
bots, to bring to light facts without words and positions that break.

Example:
  fieldpost game check duel`
}

// Run lists what is missing. The exit code says whether there was anything.
func (g *GameCheckCmd) Run(c *Console) error {
	engine, err := game(g.Name)
	if err != nil {
		return err
	}
	dirs, err := c.Dirs()
	if err != nil {
		return err
	}
	i := inspection.Inspect(engine, g.Source, dirs...)
	for _, l := range i.Lacks {
		fmt.Fprintln(c.Out, "-", l)
	}
	if len(i.Lacks) > 0 {
		return fmt.Errorf("%s lacks %d things", g.Name, len(i.Lacks))
	}
	fmt.Fprintf(c.Out, "%s lacks nothing: %d verbs, %d decisions, %d scenarios, %d games played.\n", g.Name, len(engine.Language().Verbs), len(engine.Decisions()), i.Loaded, i.Played)
	return nil
}
