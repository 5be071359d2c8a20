package office

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// Rules returns the rules of a game in our own words, followed by the decisions that its rules leave to the players, each with what is done
// for those who are silent.
func Rules(engine table.Engine, dirs ...fs.FS) ([]scenarios.Rule, error) {
	rules, err := scenarios.Rules(engine.Name(), dirs...)
	if err != nil {
		return nil, err
	}
	language, err := words.Language(engine, dirs...)
	if err != nil {
		return nil, err
	}
	languages := scenarios.Languages(engine.Name(), dirs...)
	books := make([]*words.Book, len(languages))
	for i, lang := range languages {
		if books[i], err = words.Of(engine.Name(), lang, dirs...); err != nil {
			return nil, err
		}
	}
	for _, d := range language.Decisions {
		if slices.ContainsFunc(rules, func(r scenarios.Rule) bool { return r.ID == d.Name }) {
			continue
		}
		rule := scenarios.Rule{ID: d.Name}
		for i, book := range books {
			lang := orders.Lang(languages[i])
			text := book.Say("rule.decision", table.A("title", d.Title.In(lang)), table.A("default", d.Default.In(lang)))
			rule.Text = append(rule.Text, orders.Text{Lang: lang, Text: text})
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// ruleText returns a rule and those below it in our own words.
func ruleText(engine table.Engine, id, lang string) (string, bool) {
	rules, err := Rules(engine)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	for _, r := range scenarios.FindRules(rules, id) {
		fmt.Fprintf(&b, "%s  %s\n\n", r.ID, r.Text.In(langOf(lang)))
	}
	return strings.TrimSpace(b.String()), b.Len() > 0
}
