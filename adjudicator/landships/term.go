package landships

import (
	"strconv"

	"fieldpost/adjudicator/table"
)

// term is one modifier of a die, from the charts.
type term struct {
	Name  string // words' key
	Value int
	Rule  string
}

// modifier gives a row of the chart of modifiers as a term; times multiplies it.
func (g *Game) modifier(id string, times int) term {
	for _, m := range g.doc.Tables.Modifiers {
		if m.ID == id {
			return term{Name: "modifier." + id, Value: m.Value * times, Rule: m.Rule}
		}
	}
	return term{}
}

// with adds terms to a sum.
func with(s table.Sum, terms ...term) table.Sum {
	for _, m := range terms {
		s = s.Plus(m.Name, m.Value, m.Rule)
	}
	return s
}

// span gives a simple die of the charts by its id (appendix B of the rules list): what it must show to come true.
func (g *Game) span(id string) Roll {
	for _, r := range g.doc.Tables.Rolls {
		if r.ID == id {
			return r
		}
	}
	return Roll{}
}

// holds reports whether a modified die comes true.
func (r Roll) holds(total int) bool { return total >= r.Low && total <= r.High }

// needs is the span as a player reads it on the chart: "4-6", "1", "2 or less" as "≤2".
func (r Roll) needs() string {
	switch {
	case r.Low < 1:
		return "≤" + strconv.Itoa(r.High)
	case r.Low == r.High:
		return strconv.Itoa(r.Low)
	}
	return strconv.Itoa(r.Low) + "-" + strconv.Itoa(r.High)
}
