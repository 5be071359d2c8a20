package office

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/words"
	"fieldpost/scenarios"
)

// Rules are the rules of a game in our own words, and behind them the decisions that its rules leave to the players, each
// with what is done for those who are silent.
func Rules(engine table.Engine, dirs ...fs.FS) ([]scenarios.Rule, error) {
	rules, err := scenarios.Rules(engine.Name(), dirs...)
	if err != nil {
		return nil, err
	}
	language, err := words.Language(engine, dirs...)
	if err != nil {
		return nil, err
	}
	for _, d := range language.Decisions {
		if slices.ContainsFunc(rules, func(r scenarios.Rule) bool { return r.ID == d.Name }) {
			continue
		}
		rules = append(rules, scenarios.Rule{
			ID: d.Name,
			EN: fmt.Sprintf("A decision of the player: %s. Left open: %s.", d.Title.In("en"), d.Default.In("en")),
			FR: fmt.Sprintf("Décision du joueur : %s. Sans réponse : %s.", d.Title.In("fr"), d.Default.In("fr")),
		})
	}
	return rules, nil
}

// ruleText is a rule, and what lies below it, in our own words.
func ruleText(engine table.Engine, id, lang string) (string, bool) {
	rules, err := Rules(engine)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	for _, r := range scenarios.FindRules(rules, id) {
		text := r.EN
		if lang == "fr" && r.FR != "" {
			text = r.FR
		}
		fmt.Fprintf(&b, "%s  %s\n\n", r.ID, text)
	}
	return strings.TrimSpace(b.String()), b.Len() > 0
}
