package main

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/words"
	"fieldpost/scenarios"
)

// ruleText is a rule, and what lies below it, in our own words.
func ruleText(engine table.Engine, id, lang string) (string, bool) {
	rules, err := scenarios.Rules(engine.Name())
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

// tellPass tells what followed from a seal, fact by fact, each with its rule. seat "" tells the whole truth.
func tellPass(c *Console, book *words.Book, m *adjudicator.Match, seat string) {
	fmt.Fprintf(c.Out, "\n%d  window %d, event %d\n", m.Now.Turn(), m.Last.Window, m.Last.Seq)
	for _, f := range m.Last.Facts {
		if seat != "" && !f.Reads(table.Seat(seat)) {
			continue
		}
		whom := ""
		if f.For != nil {
			whom = fmt.Sprintf("  (for %v)", f.For)
		}
		fmt.Fprintf(c.Out, "  %-10s %s%s\n", f.Rule, strings.ReplaceAll(book.Fact(f), " ... ", "  "), whom)
	}
}
