package main

import (
	"fmt"
	"strings"

	"fieldpost/scenarios"
)

// RulesCmd is `fieldpost rules GAME [RULE]`.
type RulesCmd struct {
	Game string `arg:"" help:"Game."`
	Rule string `arg:"" optional:"" help:"Rule, such as BB-4.9, or the beginning of its number; all rules without it."`
}

// Run prints each rule's number and sentence.
func (r *RulesCmd) Run(c *Console) error {
	engine, err := game(r.Game)
	if err != nil {
		return err
	}
	dirs, err := c.Dirs()
	if err != nil {
		return err
	}
	rules, err := rulesOf(engine, dirs...)
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
		fmt.Fprintf(c.Out, "%-10s %s\n", rule.ID, c.in(rule.EN, rule.FR))
	}
	return nil
}
