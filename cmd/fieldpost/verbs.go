package main

import (
	"fmt"
	"io"

	"fieldpost/adjudicator/orders"
)

// VerbsCmd is `fieldpost verbs GAME [VERB]`.
type VerbsCmd struct {
	Game     string `arg:"" help:"Game."`
	Verb     string `arg:"" optional:"" help:"One verb, with its arguments and an example; all verbs if left out."`
	Markdown bool   `help:"Print the whole order language as a chapter of documentation."`
}

// Run prints the help letter of the game's order language, or of one verb.
func (v *VerbsCmd) Run(c *Console) error {
	engine, err := game(v.Game)
	if err != nil {
		return err
	}
	book, err := c.Book(v.Game)
	if err != nil {
		return err
	}
	language, err := c.language(engine)
	if err != nil {
		return err
	}
	say := func(key string) string { return book.Say(key) }
	text := ""
	if v.Markdown {
		text = orders.Reference(language, orders.Lang(c.lang()), say)
	} else if v.Verb == "" {
		text = orders.Help(language, orders.Lang(c.lang()), say)
	} else {
		var ok bool
		if text, ok = orders.HelpVerb(language, v.Verb, orders.Lang(c.lang()), say); !ok {
			return fmt.Errorf("%s has no verb %q; `fieldpost verbs %s` lists all", v.Game, v.Verb, v.Game)
		}
	}
	_, err = io.WriteString(c.Out, text)
	return err
}
