package main

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios/words"
)

// tellPass prints what followed from a seal, fact by fact, each with its rule. Seat "" shows the whole truth.
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
