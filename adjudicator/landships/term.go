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

// times returns the modifier as a term, n times its value.
func (m Modifier) times(n int) term {
	return term{Name: "modifier." + m.ID, Value: m.Value * n, Rule: m.Rule}
}

// with adds terms to a sum.
func with(s table.Sum, terms ...term) table.Sum {
	for _, m := range terms {
		s = s.Plus(m.Name, m.Value, m.Rule)
	}
	return s
}

// holds reports whether a modified die succeeds.
func (r Roll) holds(total int) bool { return total >= r.Low && total <= r.High }

// needs returns the span as a player reads it on the chart: "4-6", "1", or "≤2" for 2 or less.
func (r Roll) needs() string {
	switch {
	case r.Low < 1:
		return "≤" + strconv.Itoa(r.High)
	case r.Low == r.High:
		return strconv.Itoa(r.Low)
	}
	return strconv.Itoa(r.Low) + "-" + strconv.Itoa(r.High)
}
