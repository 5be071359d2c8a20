package main

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/scenarios"
)

// RulesCmd is `fieldpost rules [GAME [RULE]]`.
type RulesCmd struct {
	Game string `arg:"" optional:"" help:"Game; the rulebooks are listed if left out."`
	Rule string `arg:"" optional:"" help:"Rule, such as BB-4.9, or the beginning of its number, or a decision, such as BB-D17; all rules if left out."`

	Decisions bool `help:"List the decisions that players may be asked for, as standing ask and the answers of try files name them."`
}

// Run prints each rule's number and sentence.
func (r *RulesCmd) Run(c *Console) error {
	if r.Game == "" {
		for _, e := range adjudicator.Games() {
			language, err := c.language(e)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "%-20s %s\n", e.Name(), language.Title.In(orders.Lang(c.lang())))
		}
		return nil
	}
	engine, err := game(r.Game)
	if err != nil {
		return err
	}
	if r.Decisions {
		return decisions(c, engine, r.Rule)
	}
	dirs, err := c.Dirs()
	if err != nil {
		return err
	}
	rules, err := office.Rules(engine, dirs...)
	if err != nil {
		return err
	}
	wanted := strings.TrimSpace(r.Rule)
	if wanted != "" && !strings.Contains(wanted, "-") {
		wanted = engine.Prefix() + "-" + wanted
	}
	found := scenarios.FindRules(rules, wanted)
	if len(found) == 0 {
		return fmt.Errorf("%s has no rule %s; `fieldpost rules %s` lists all", r.Game, wanted, r.Game)
	}
	for _, rule := range found {
		fmt.Fprintf(c.Out, "%-10s %s\n", rule.ID, rule.Text.In(orders.Lang(c.lang())))
	}
	return nil
}

// decisions lists what players may decide: all, or the one wanted.
func decisions(c *Console, engine table.Engine, wanted string) error {
	if wanted = strings.TrimSpace(wanted); wanted != "" && !strings.Contains(wanted, "-") {
		wanted = engine.Prefix() + "-" + wanted
	}
	language, err := c.language(engine)
	if err != nil {
		return err
	}
	book, err := c.Book(engine.Name())
	if err != nil {
		return err
	}
	lang := orders.Lang(c.lang())
	found := false
	for i, d := range engine.Decisions() {
		told := language.Decisions[i]
		if wanted != "" && !strings.EqualFold(d.ID, wanted) {
			continue
		}
		found = true
		how := book.Say("console.decision.asked", table.A("id", d.ID))
		switch {
		case d.Covert:
			how = book.Say("console.decision.covert")
		case d.Ask:
			how = book.Say("console.decision.put")
		}
		fmt.Fprintf(c.Out, "%-8s %s\n         %s\n         %s: %s\n", d.ID, told.Title.In(lang), how, book.Say("console.decision.silence"), told.Default.In(lang))
	}
	if !found {
		return fmt.Errorf("%s has no decision %s; `fieldpost rules %s --decisions` lists all", engine.Name(), wanted, engine.Name())
	}
	return nil
}
